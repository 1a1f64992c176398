//! Links and rights in SQL.

use quizrain_shared::api::{CrewMember, CrewRight, MAX_CREW};
use quizrain_shared::ids::{GameId, HostId};
use sqlx::Row;
use sqlx::any::AnyRow;
use subtle::ConstantTimeEq;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, read_word, to_db};

/// What is known of a token in a game.
#[derive(Debug)]
pub(super) struct Rights {
    owner: String,
    /// What it is among the crew.
    pub(super) crew: Option<CrewRight>,
}

impl Rights {
    pub(super) fn is_owner(&self, hash: &str) -> bool {
        self.owner.as_bytes().ct_eq(hash.as_bytes()).into()
    }
}

/// A link that waits.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    pub(super) game: GameId,
    pub(super) id: &'a str,
    pub(super) right: CrewRight,
    pub(super) hash: &'a str,
    pub(super) until_ms: u64,
    /// Whose account makes it, where whoever does is signed in.
    pub(super) maker: Option<HostId>,
}

/// What became of a link that was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    Done,
    /// The game has as many as it may.
    Full,
    /// The game's owner is another by now.
    NotOwner,
    /// It is over, or there is none.
    NoGame,
}

fn member(row: &AnyRow) -> Result<CrewMember, sqlx::Error> {
    let until_ms = row.try_get::<Option<i64>, _>("until_ms")?.map(from_db).transpose()?;
    let right = read_word(row, "crew", "role")?;
    Ok(CrewMember { id: row.try_get("id")?, right, until_ms, name: row.try_get("name")? })
}

impl Sql {
    /// What a token is in a game; `None`: no such game.
    pub(super) async fn rights(
        &self,
        game: GameId,
        hash: &str,
    ) -> Result<Option<Rights>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT host_hash, (SELECT role FROM crew WHERE game = $1 AND hash = $2
                     AND until_ms IS NULL AND ended_ms IS NULL) AS role
                 FROM games WHERE game = $1",
            )
            .bind(game.to_string())
            .bind(hash)
            .fetch_optional(&self.reader)
            .await?;
            let Some(row) = row else { return Ok(None) };
            let of_crew = row.try_get::<Option<&str>, _>("role")?.is_some();
            let crew = of_crew.then(|| read_word(&row, "crew", "role")).transpose()?;
            Ok(Some(Rights { owner: row.try_get("host_hash")?, crew }))
        })
        .await
    }

    /// The hashes of all tokens with a right to a game; `None`: no such game.
    pub(super) async fn standing_rights(
        &self,
        game: GameId,
    ) -> Result<Option<Vec<String>>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT host_hash AS hash FROM games WHERE game = $1
                 UNION ALL SELECT hash FROM crew
                     WHERE game = $1 AND until_ms IS NULL AND ended_ms IS NULL",
            )
            .bind(game.to_string())
            .fetch_all(&self.reader)
            .await?;
            let hashes: Vec<String> =
                rows.iter().map(|row| row.try_get("hash")).collect::<Result<_, _>>()?;
            Ok((!hashes.is_empty()).then_some(hashes))
        })
        .await
    }

    /// Makes a link, where the game's owner is still who asks, if anybody must be.
    pub(super) async fn put_link(
        &self,
        link: &Waiting<'_>,
        owner: Option<&str>,
        now_ms: u64,
    ) -> Result<Put, StoreError> {
        bounded(async {
            let game = link.game.to_string();
            let mut tx = self.write().await?;
            // Locks the game's row: one link after the other, and none beside a new owner.
            let found = sqlx::query(
                "UPDATE games SET host_hash = host_hash WHERE game = $1 AND ended_ms IS NULL
                 RETURNING host_hash, host",
            )
            .bind(&game)
            .fetch_optional(&mut *tx)
            .await?;
            let Some(found) = found else { return Ok(Put::NoGame) };
            let hash: String = found.try_get("host_hash")?;
            if owner.is_some_and(|owner| owner != hash) {
                return Ok(Put::NotOwner);
            }
            // Whoever shows the owner's token has it from the account that has the game.
            let of_game: Option<String> = found.try_get("host")?;
            let of_game = of_game.filter(|_| owner.is_some());
            let maker = link.maker.map(|host| host.to_string()).or(of_game);
            sqlx::query("DELETE FROM crew WHERE game = $1 AND until_ms <= $2")
                .bind(&game)
                .bind(to_db(now_ms))
                .execute(&mut *tx)
                .await?;
            let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM crew WHERE game = $1")
                .bind(&game)
                .fetch_one(&mut *tx)
                .await?;
            if count >= i64::from(MAX_CREW) {
                return Ok(Put::Full);
            }
            sqlx::query(
                "INSERT INTO crew (game, id, role, hash, until_ms, maker)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&game)
            .bind(link.id)
            .bind(link.right.word())
            .bind(link.hash)
            .bind(to_db(link.until_ms))
            .bind(maker)
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(Put::Done)
        })
        .await
    }

    /// The links that can be used now, and the rights that were given; also what has ended and not every
    /// server was told of, so that its owner can end it again.
    pub(super) async fn crew(
        &self,
        game: GameId,
        now_ms: u64,
    ) -> Result<Vec<CrewMember>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT id, crew.role, until_ms, name FROM crew
                     LEFT JOIN hosts ON hosts.host = crew.host
                 WHERE game = $1 AND (until_ms IS NULL OR until_ms > $2)
                 ORDER BY id",
            )
            .bind(game.to_string())
            .bind(to_db(now_ms))
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(member).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Turns a link into the right of a token, of an account's or nobody's, once; what a token is that has
    /// one already.
    pub(super) async fn use_link(
        &self,
        game: GameId,
        code: &str,
        (token, host): (&str, Option<HostId>),
        now_ms: u64,
    ) -> Result<Option<CrewRight>, StoreError> {
        bounded(async {
            // Writers wait for each other: whoever has no code does not write.
            let waits = sqlx::query(
                "SELECT 1 FROM crew JOIN games ON games.game = crew.game
                 WHERE crew.game = $1 AND crew.hash = $2 AND crew.until_ms > $3
                     AND crew.ended_ms IS NULL AND games.ended_ms IS NULL",
            )
            .bind(game.to_string())
            .bind(code)
            .bind(to_db(now_ms))
            .fetch_optional(&self.reader)
            .await?;
            if waits.is_none() {
                return Ok(self.rights(game, token).await?.and_then(|rights| rights.crew));
            }
            let used = sqlx::query(
                "UPDATE crew SET hash = $3, host = $5, until_ms = NULL
                 WHERE game = $1 AND hash = $2 AND until_ms > $4 AND ended_ms IS NULL
                     AND NOT EXISTS
                         (SELECT 1 FROM crew AS other WHERE other.game = $1 AND other.hash = $3)
                 RETURNING role",
            )
            .bind(game.to_string())
            .bind(code)
            .bind(token)
            .bind(to_db(now_ms))
            .bind(host.map(|host| host.to_string()))
            .fetch_optional(&self.writer)
            .await?;
            match used {
                Some(row) => Ok(Some(read_word(&row, "crew", "role")?)),
                None => Ok(self.rights(game, token).await?.and_then(|rights| rights.crew)),
            }
        })
        .await
    }

    /// Ends one of a game's links and rights, with all that its account has there, or all of them; the hashes of what has
    /// ended and was not deleted yet.
    pub(super) async fn mark_ended(
        &self,
        game: GameId,
        id: Option<&str>,
        now_ms: u64,
    ) -> Result<Vec<String>, StoreError> {
        bounded(async {
            let which = match id {
                Some(_) => {
                    "AND (id = $3 OR ended_ms IS NOT NULL
                        OR host = (SELECT host FROM crew WHERE game = $1 AND id = $3))"
                }
                None => "",
            };
            let sql =
                format!("UPDATE crew SET ended_ms = $2 WHERE game = $1 {which} RETURNING hash");
            let mut tx = self.write().await?;
            // None comes to the desk meanwhile by what ends here.
            sqlx::query("UPDATE games SET host_hash = host_hash WHERE game = $1")
                .bind(game.to_string())
                .execute(&mut *tx)
                .await?;
            let query = sqlx::query(sqlx::AssertSqlSafe(sql));
            let query = query.bind(game.to_string()).bind(to_db(now_ms));
            let query = match id {
                Some(id) => query.bind(id.to_owned()),
                None => query,
            };
            let rows = query.fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(rows.iter().map(|row| row.try_get("hash")).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Deletes one that has ended.
    pub(super) async fn delete_ended(&self, game: GameId, hash: &str) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("DELETE FROM crew WHERE game = $1 AND hash = $2 AND ended_ms IS NOT NULL")
                .bind(game.to_string())
                .bind(hash)
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }
}
