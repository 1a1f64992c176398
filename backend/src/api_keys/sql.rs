//! Keys in SQL.

use quizrain_shared::api::{HostRole, KeySummary, MAX_KEYS, Scope};
use quizrain_shared::ids::HostId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse, to_db};

/// What is kept of a key.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) hash: String,
    pub(super) scopes: Vec<Scope>,
    pub(super) until_ms: Option<u64>,
    pub(super) used_ms: Option<u64>,
}

fn scopes(row: &AnyRow) -> Result<Vec<Scope>, sqlx::Error> {
    let words = row.try_get::<String, _>("scopes")?;
    let scopes = words.split(' ').map(str::parse).collect::<Result<_, _>>();
    scopes.map_err(|error| sqlx::Error::Decode(format!("api_keys.scopes: {error}").into()))
}

fn time(row: &AnyRow, column: &str) -> Result<Option<u64>, sqlx::Error> {
    row.try_get::<Option<i64>, _>(column)?.map(from_db).transpose()
}

fn summary(row: &AnyRow) -> Result<KeySummary, sqlx::Error> {
    Ok(KeySummary {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        scopes: scopes(row)?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        until_ms: time(row, "until_ms")?,
        used_ms: time(row, "used_ms")?,
        host: row.try_get::<Option<&str>, _>("host")?.map(parse).transpose()?,
        login: row.try_get("login")?,
    })
}

impl Sql {
    /// Writes a new key; `false`: there are as many as there may be.
    pub(super) async fn put_key(&self, key: &KeySummary, hash: &str) -> Result<bool, StoreError> {
        bounded(async {
            let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.word()).collect();
            let written = sqlx::query(
                "INSERT INTO api_keys (id, hash, name, scopes, created_ms, until_ms, host)
                 SELECT $1, $2, $3, $4, $5, $6, $8 WHERE (SELECT COUNT(*) FROM api_keys) < $7",
            )
            .bind(&key.id)
            .bind(hash)
            .bind(&key.name)
            .bind(scopes.join(" "))
            .bind(to_db(key.created_ms))
            .bind(key.until_ms.map(to_db))
            .bind(i64::from(MAX_KEYS))
            .bind(key.host.map(|host| host.to_string()))
            .execute(&self.writer)
            .await?;
            Ok(written.rows_affected() == 1)
        })
        .await
    }

    /// Every key, the newest first.
    pub(super) async fn keys(&self) -> Result<Vec<KeySummary>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT id, api_keys.name, scopes, api_keys.created_ms, until_ms, used_ms, api_keys.host, login
                 FROM api_keys LEFT JOIN hosts ON hosts.host = api_keys.host
                 ORDER BY api_keys.created_ms DESC, id",
            )
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(summary).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// What is kept of the key of this name, as long as whoever made it may make keys.
    pub(super) async fn key(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT hash, scopes, until_ms, used_ms FROM api_keys
                 WHERE id = $1 AND (host IS NULL OR EXISTS (SELECT 1 FROM hosts
                     WHERE hosts.host = api_keys.host AND role = $2 AND disabled_ms IS NULL))",
            )
            .bind(id)
            .bind(HostRole::Owner.word())
            .fetch_optional(&self.reader)
            .await?;
            let kept = |row: AnyRow| {
                Ok::<_, sqlx::Error>(Kept {
                    hash: row.try_get("hash")?,
                    scopes: scopes(&row)?,
                    until_ms: time(&row, "until_ms")?,
                    used_ms: time(&row, "used_ms")?,
                })
            };
            Ok(row.map(kept).transpose()?)
        })
        .await
    }

    /// Notes when a key was shown, unless that was noted less than so long ago.
    pub(super) async fn note_use(
        &self,
        id: &str,
        now_ms: u64,
        seldom_ms: u64,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE api_keys SET used_ms = $2
                 WHERE id = $1 AND (used_ms IS NULL OR used_ms <= $3)",
            )
            .bind(id)
            .bind(to_db(now_ms))
            .bind(to_db(now_ms.saturating_sub(seldom_ms)))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Deletes the keys that an account made; how many.
    pub(super) async fn delete_keys_of(&self, host: HostId) -> Result<u64, StoreError> {
        bounded(async {
            let deleted = sqlx::query("DELETE FROM api_keys WHERE host = $1")
                .bind(host.to_string())
                .execute(&self.writer)
                .await?;
            Ok(deleted.rows_affected())
        })
        .await
    }

    /// Deletes a key; whether there was one.
    pub(super) async fn delete_key(&self, id: &str) -> Result<bool, StoreError> {
        bounded(async {
            let deleted = sqlx::query("DELETE FROM api_keys WHERE id = $1")
                .bind(id)
                .execute(&self.writer)
                .await?;
            Ok(deleted.rows_affected() > 0)
        })
        .await
    }
}
