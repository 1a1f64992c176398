//! Whose a game is, and the condition by which those that somebody sees are found: in the registry, here, and among
//! results, by `history`.

use std::collections::HashSet;
use std::sync::Arc;

use quizrain_shared::ids::{GameId, HostId, Pin};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::error::Error;
use crate::game::{Game, Games};
use crate::hosts::Sees;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, parse, places};

/// What a statement that reads `games` says behind its other conditions, so that it finds what somebody sees. Ids are
/// hex digits alone.
pub(crate) fn and_seen(sees: Sees) -> String {
    let given = |host: HostId| {
        format!(
            "games.game IN (SELECT crew.game FROM crew WHERE crew.host = '{host}'
                 AND crew.until_ms IS NULL AND crew.ended_ms IS NULL)"
        )
    };
    match sees {
        Sees::All => String::new(),
        Sees::Teams => " AND games.host IS NULL".to_owned(),
        Sees::Own(host) => {
            format!(" AND (games.host IS NULL OR games.host = '{host}' OR {})", given(host))
        }
        Sees::Given(host) => format!(" AND {}", given(host)),
    }
}

impl Games {
    /// Whose account made a game or took it over last, also one that is over; `None`: nobody's, it is the team's.
    ///
    /// # Errors
    /// There is no such game, or the database failed.
    pub async fn host_of(&self, game: GameId) -> Result<Option<HostId>, Error> {
        self.sql.host_of(game).await?.ok_or(Error::NotFound)
    }

    /// The pins of those among some games that are an account's, or nobody's.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pins_of(
        &self,
        games: &[Arc<Game>],
        host: Option<HostId>,
    ) -> Result<Vec<Pin>, StoreError> {
        let ids: Vec<GameId> = games.iter().map(|game| game.id).collect();
        let found = self.sql.games_of(&ids, host).await?;
        let theirs = games.iter().filter(|game| found.contains(&game.id));
        Ok(theirs.map(|game| game.pin).collect())
    }

    /// Leaves to the team what was an account's that is no more. What it had at desks has ended before.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn leave_to_team(&self, host: HostId) -> Result<(), StoreError> {
        self.sql.leave_games_to_team(host).await
    }
}

impl Sql {
    /// Whose a game is; `None`: there is no such game.
    async fn host_of(&self, game: GameId) -> Result<Option<Option<HostId>>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT host FROM games WHERE game = $1")
                .bind(game.to_string())
                .fetch_optional(&self.reader)
                .await?;
            let host = |row: AnyRow| row.try_get::<Option<&str>, _>("host")?.map(parse).transpose();
            Ok(row.map(host).transpose()?)
        })
        .await
    }

    /// Those among some games that are an account's, or nobody's.
    async fn games_of(
        &self,
        games: &[GameId],
        host: Option<HostId>,
    ) -> Result<HashSet<GameId>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT game FROM games WHERE COALESCE(host, '') = $1 AND game IN {}",
                places(1, games.len(), Some(2))
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql))
                .persistent(false)
                .bind(host.map(|host| host.to_string()).unwrap_or_default());
            for game in games {
                query = query.bind(game.to_string());
            }
            let rows = query.fetch_all(&self.reader).await?;
            let game = |row: &AnyRow| parse(row.try_get("game")?);
            Ok(rows.iter().map(game).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// Whether somebody sees a game; not one that is not there.
    pub(super) async fn is_seen(&self, game: GameId, sees: Sees) -> Result<bool, StoreError> {
        bounded(async {
            let sql = format!("SELECT game FROM games WHERE game = $1{}", and_seen(sees));
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(game.to_string())
                .fetch_optional(&self.reader)
                .await?;
            Ok(row.is_some())
        })
        .await
    }

    async fn leave_games_to_team(&self, host: HostId) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE games SET host = NULL WHERE host = $1")
                .bind(host.to_string())
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }
}
