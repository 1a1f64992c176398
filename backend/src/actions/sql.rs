//! The log of actions in SQL.

use std::fmt::Write as _;

use quizrain_shared::api::{Action, ActorKind, ListActions};
use quizrain_shared::ids::{GameId, HostId};
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, literally, parse, read_word, to_db, values};

/// How many rows one statement deletes.
const AT_ONCE: i64 = 1000;

/// A row as it is written.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) action: String,
    pub(super) at_ms: u64,
    pub(super) kind: ActorKind,
    pub(super) host: Option<HostId>,
    pub(super) mark: Option<String>,
    pub(super) what: String,
    pub(super) object: String,
    pub(super) status: u16,
    pub(super) address: String,
}

fn action(row: &AnyRow) -> Result<Action, sqlx::Error> {
    let status = u16::try_from(row.try_get::<i64, _>("status")?);
    Ok(Action {
        action: row.try_get("action")?,
        at_ms: from_db(row.try_get("at_ms")?)?,
        kind: read_word(row, "actions", "kind")?,
        host: row.try_get::<Option<&str>, _>("host")?.map(parse).transpose()?,
        login: row.try_get("login")?,
        mark: row.try_get("mark")?,
        what: row.try_get("what")?,
        object: row.try_get("object")?,
        status: status.map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
        address: row.try_get("address")?,
    })
}

impl Sql {
    /// What addresses are hashed with: this, if nothing was before.
    pub(super) async fn action_secret(&self, new: &str) -> Result<[u8; 32], StoreError> {
        bounded(async {
            sqlx::query(
                "INSERT INTO action_keys (one, secret) VALUES (1, $1) ON CONFLICT DO NOTHING",
            )
            .bind(new)
            .execute(&self.writer)
            .await?;
            let row = sqlx::query("SELECT secret FROM action_keys").fetch_one(&self.reader).await?;
            let mut secret = [0; 32];
            hex::decode_to_slice(row.try_get::<&str, _>("secret")?, &mut secret)
                .map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
            Ok(secret)
        })
        .await
    }

    /// Writes actions, each once.
    pub(super) async fn put_actions(&self, rows: &[Row]) -> Result<(), StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            let sql = format!(
                "INSERT INTO actions
                     (action, at_ms, kind, host, mark, what, object, status, address)
                 VALUES {} ON CONFLICT DO NOTHING",
                values(&tx, rows.len(), 9)
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for row in rows {
                query = query
                    .bind(&row.action)
                    .bind(to_db(row.at_ms))
                    .bind(row.kind.word())
                    .bind(row.host.map(|host| host.to_string()))
                    .bind(row.mark.as_deref())
                    .bind(&row.what)
                    .bind(&row.object)
                    .bind(i64::from(row.status))
                    .bind(&row.address);
            }
            query.execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Whose account a right to a desk is.
    pub(super) async fn host_of_right(
        &self,
        game: GameId,
        hash: &str,
    ) -> Result<Option<HostId>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT host FROM games WHERE game = $1 AND host_hash = $2 AND host IS NOT NULL
                 UNION ALL SELECT host FROM crew
                     WHERE game = $1 AND hash = $2 AND host IS NOT NULL",
            )
            .bind(game.to_string())
            .bind(hash)
            .fetch_optional(&self.reader)
            .await?;
            Ok(row.map(|row| parse(row.try_get("host")?)).transpose()?)
        })
        .await
    }

    /// So many actions, the newest first, from behind this one.
    pub(super) async fn actions(
        &self,
        wish: &ListActions,
        after: Option<(u64, &str)>,
        limit: u16,
    ) -> Result<Vec<Action>, StoreError> {
        let bytewise = self.dialect.bytewise();
        let mut sql = "SELECT action, at_ms, kind, actions.host AS host, login, mark, what, object, status, address
             FROM actions LEFT JOIN hosts ON hosts.host = actions.host WHERE 1 = 1"
            .to_owned();
        let mut texts: Vec<String> = Vec::new();
        let mut place = |text: String| {
            texts.push(text);
            texts.len()
        };
        let search = wish.search.trim().to_lowercase();
        if !search.is_empty() {
            let at = place(format!("%{}%", literally(&search)));
            let _ = write!(
                sql,
                " AND LOWER(what || ' ' || object || ' ' || COALESCE(login, '') || ' ' || COALESCE(mark, '')
                     || ' ' || kind || ' ' || address) LIKE ${at} ESCAPE '\\'"
            );
        }
        if let Some(host) = wish.host {
            let _ = write!(sql, " AND actions.host = ${}", place(host.to_string()));
        }
        // Numbers are ours.
        if let Some(from_ms) = wish.from_ms {
            let _ = write!(sql, " AND at_ms >= {}", to_db(from_ms));
        }
        if let Some(until_ms) = wish.until_ms {
            let _ = write!(sql, " AND at_ms < {}", to_db(until_ms));
        }
        if let Some((at_ms, action)) = after {
            let (at_ms, at) = (to_db(at_ms), place(action.to_owned()));
            let _ = write!(
                sql,
                " AND (at_ms < {at_ms} OR at_ms = {at_ms} AND action {bytewise} < ${at})"
            );
        }
        let _ = write!(sql, " ORDER BY at_ms DESC, action {bytewise} DESC LIMIT {limit}");
        bounded(async {
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for text in texts {
                query = query.bind(text);
            }
            let rows = query.fetch_all(&self.reader).await?;
            Ok(rows.iter().map(action).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Deletes what was done before this moment.
    pub(super) async fn forget_actions(&self, before_ms: u64) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            let deleted = bounded(async {
                let done = sqlx::query(
                    "DELETE FROM actions WHERE action IN
                         (SELECT action FROM actions WHERE at_ms < $1 LIMIT $2)",
                )
                .bind(to_db(before_ms))
                .bind(AT_ONCE)
                .execute(&self.writer)
                .await?;
                Ok(done.rows_affected())
            });
            let deleted = deleted.await?;
            all += deleted;
            if deleted < AT_ONCE.unsigned_abs() {
                return Ok(all);
            }
        }
    }
}
