//! What accounts of hosts have at desks, in SQL.

use quizrain_shared::api::{CrewRight, MAX_CREW};
use quizrain_shared::ids::{GameId, HostId};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::sql::Put;
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, parse, read_word, to_db};

/// A browser of an account that comes to a desk.
#[derive(Debug)]
pub(super) struct Entering<'a> {
    pub(super) game: GameId,
    pub(super) id: &'a str,
    pub(super) right: CrewRight,
    pub(super) hash: &'a str,
    pub(super) host: HostId,
    /// It has no other right to come than what links have given it.
    pub(super) by_links: bool,
}

fn of_game(row: &AnyRow) -> Result<(GameId, String), sqlx::Error> {
    Ok((parse(row.try_get("game")?)?, row.try_get("hash")?))
}

/// Whether an account has a right that has not ended, as one of a game's crew.
async fn is_given(tx: &mut Tx, game: &str, host: HostId) -> Result<bool, sqlx::Error> {
    let row = sqlx::query(
        "SELECT 1 FROM crew
         WHERE game = $1 AND host = $2 AND until_ms IS NULL AND ended_ms IS NULL LIMIT 1",
    )
    .bind(game)
    .bind(host.to_string())
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.is_some())
}

impl Sql {
    /// What an account has in a game as one of its crew.
    pub(super) async fn given(
        &self,
        game: GameId,
        host: HostId,
    ) -> Result<Option<CrewRight>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT role FROM crew
                 WHERE game = $1 AND host = $2 AND until_ms IS NULL AND ended_ms IS NULL",
            )
            .bind(game.to_string())
            .bind(host.to_string())
            .fetch_all(&self.reader)
            .await?;
            let rights = rows.iter().map(|row| read_word::<CrewRight>(row, "crew", "role"));
            let rights = rights.collect::<Result<Vec<_>, _>>()?;
            // The right to drive comes first.
            Ok(rights.into_iter().min())
        })
        .await
    }

    /// Writes that a token of an account has a right; what it has, where it has one already.
    pub(super) async fn enter(
        &self,
        it: &Entering<'_>,
        now_ms: u64,
    ) -> Result<(Put, CrewRight), StoreError> {
        bounded(async {
            let game = it.game.to_string();
            if let Some(right) = self.rights(it.game, it.hash).await?.and_then(|it| it.crew) {
                return Ok((Put::Done, right));
            }
            let mut tx = self.write().await?;
            let locked = sqlx::query(
                "UPDATE games SET host_hash = host_hash WHERE game = $1 AND ended_ms IS NULL",
            )
            .bind(&game)
            .execute(&mut *tx)
            .await?;
            if locked.rows_affected() == 0 {
                return Ok((Put::NoGame, it.right));
            }
            if it.by_links && !is_given(&mut tx, &game, it.host).await? {
                return Ok((Put::NotOwner, it.right));
            }
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
                return Ok((Put::Full, it.right));
            }
            sqlx::query(
                "INSERT INTO crew (game, id, role, hash, host) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT DO NOTHING",
            )
            .bind(&game)
            .bind(it.id)
            .bind(it.right.word())
            .bind(it.hash)
            .bind(it.host.to_string())
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok((Put::Done, it.right))
        })
        .await
    }

    /// The live games that an account made or took over, with the hashes of their host tokens.
    pub(super) async fn hosted_by(
        &self,
        host: HostId,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT game, host_hash AS hash FROM games WHERE host = $1 AND ended_ms IS NULL",
            )
            .bind(host.to_string())
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(of_game).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Replaces a host token, unless it was replaced.
    pub(super) async fn replace_host_hash(
        &self,
        game: GameId,
        (before, after): (&str, &str),
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE games SET host_hash = $3 WHERE game = $1 AND host_hash = $2")
                .bind(game.to_string())
                .bind(before)
                .bind(after)
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// A game is no account's any more.
    pub(super) async fn leave_hostless(
        &self,
        game: GameId,
        host: HostId,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE games SET host = NULL WHERE game = $1 AND host = $2")
                .bind(game.to_string())
                .bind(host.to_string())
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// Ends what an account has in crews, and links of its making that wait or were used by nobody who is signed in; the
    /// games and hashes of what has ended and was not deleted yet.
    pub(super) async fn end_crew_of(
        &self,
        host: HostId,
        now_ms: u64,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "UPDATE crew SET ended_ms = $2 WHERE host = $1 OR (host IS NULL AND maker = $1)
                 RETURNING game, hash",
            )
            .bind(host.to_string())
            .bind(to_db(now_ms))
            .fetch_all(&self.writer)
            .await?;
            Ok(rows.iter().map(of_game).collect::<Result<_, _>>()?)
        })
        .await
    }
}
