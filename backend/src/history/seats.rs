//! Who has or had a seat in which game, by account, so that nobody has logs read through to find that out. Noted before
//! the rows of a log that say it: whoever is in a log is found here. It names accounts alone, stays where people are
//! taken out of a log, as accounts do, and goes with the log.
//!
//! Logs that were written by a version without this table are made up for: all of them before anybody is served, and one
//! that such a server wrote meanwhile when it is finished.

use std::collections::BTreeSet;

use quizrain_shared::ids::{AccountId, GameId};
use serde::Deserialize;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::error::Error;
use crate::history::History;
use crate::history::rows::{FINISHED, JOINED, Joined, REMOVED, RENAMED, Row};
use crate::history::sql::{Logged, logged};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, bounded_for, parse, parts, to_db, values};

/// Seats that one transaction notes beside games that go on: others wait for it where only one can write.
const TOGETHER: usize = 500;

/// Games that one statement finds, and rows of a log that one reads.
const GAMES: i64 = 200;
const ROWS: i64 = 50;

/// Whose name a row about one player has.
#[derive(Deserialize)]
struct Whose {
    account: AccountId,
}

/// Whom a row names as players. One that another version wrote may not be readable, and names nobody.
fn named(what: &str, body: &str) -> Vec<AccountId> {
    let named = match what {
        JOINED => serde_json::from_str(body).map(|joined: Joined| {
            joined.players.into_iter().map(|(account, ..)| account).collect()
        }),
        REMOVED | RENAMED => serde_json::from_str(body).map(|it: Whose| vec![it.account]),
        _ => Ok(Vec::new()),
    };
    named.unwrap_or_else(|error| {
        tracing::warn!(%error, what, "failed to read whom a row of a log names");
        Vec::new()
    })
}

fn game(row: &AnyRow) -> Result<GameId, sqlx::Error> {
    parse(row.try_get("game")?)
}

impl History {
    /// Makes up for logs that were written without noting seats, one game after the other.
    ///
    /// # Errors
    /// The database failed; doing it again goes on from there.
    pub async fn fill_seats(&self) -> Result<(), StoreError> {
        let (mut after, mut games) = (None, 0);
        loop {
            let page = self.sql.games_without_seats(after).await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            for game in &page {
                self.sql.fill_seats(*game).await?;
            }
            games += page.len();
        }
        if games > 0 {
            tracing::info!(games, "noted who had seats in games of an earlier version");
        }
        Ok(())
    }

    /// Games with a finished log that were made until then and in which one of these accounts has or had a seat.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of(
        &self,
        accounts: &[AccountId],
        until_ms: u64,
    ) -> Result<Vec<GameId>, Error> {
        let mut games = BTreeSet::new();
        for account in accounts {
            games.extend(self.sql.games_with(*account, until_ms).await?);
        }
        Ok(games.into_iter().collect())
    }

    /// Reads what somebody who has proved nothing wants of all games, once it is their turn: one at a time, beside what
    /// others who have proved nothing read of one game.
    ///
    /// # Errors
    /// Too many wait, or the database does not answer; or that of the read.
    pub async fn in_turn<T>(
        &self,
        what: &'static str,
        read: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        self.turns.read(what, read).await
    }
}

impl Sql {
    /// Notes whom rows name that are about to be written.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn note_named(
        &self,
        game: GameId,
        rows: impl Iterator<Item = &Row>,
    ) -> Result<(), StoreError> {
        // In one order, so that two servers who write the same do not hold each other up.
        let accounts: BTreeSet<AccountId> =
            rows.flat_map(|row| named(&row.what, &row.body)).collect();
        let accounts: Vec<AccountId> = accounts.into_iter().collect();
        for accounts in accounts.chunks(TOGETHER) {
            self.note_seats(game, accounts).await?;
        }
        Ok(())
    }

    /// Notes seats, all or none.
    async fn note_seats(&self, game: GameId, accounts: &[AccountId]) -> Result<(), StoreError> {
        bounded_for(accounts.len(), async {
            let mut tx = self.write().await?;
            for part in parts(accounts) {
                let places = values(&tx, part.len(), 2);
                let sql = format!(
                    "INSERT INTO seats (account, game) VALUES {places} ON CONFLICT DO NOTHING"
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
                for account in part {
                    query = query.bind(account.to_string()).bind(game.to_string());
                }
                query.execute(&mut *tx).await?;
            }
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Notes whom the log of a game names and who is not noted. In one transaction: a game that has any has all.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub(super) async fn fill_seats(&self, game: GameId) -> Result<(), StoreError> {
        let (mut accounts, mut number) = (BTreeSet::new(), 0);
        loop {
            let page = self.rows_with_names(game, number).await?;
            let Some(last) = page.last() else { break };
            number = last.number;
            accounts.extend(page.iter().flat_map(|row| named(&row.what, &row.body)));
        }
        if self.seats_noted(game).await? >= accounts.len() {
            return Ok(());
        }
        self.note_seats(game, &accounts.into_iter().collect::<Vec<_>>()).await
    }

    async fn rows_with_names(&self, game: GameId, number: u64) -> Result<Vec<Logged>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT number, what, body FROM game_log WHERE game = $1 AND number > $2
                 AND what IN ('{JOINED}', '{REMOVED}', '{RENAMED}') ORDER BY number LIMIT {ROWS}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(game.to_string())
                .bind(to_db(number))
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(logged).collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn seats_noted(&self, game: GameId) -> Result<usize, StoreError> {
        bounded(async {
            let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM seats WHERE game = $1")
                .bind(game.to_string())
                .fetch_one(&self.reader)
                .await?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
        .await
    }

    /// Some games behind one, in order, whose log names players and of which no seat is noted.
    async fn games_without_seats(&self, after: Option<GameId>) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let bytewise = self.dialect.bytewise();
            let sql = format!(
                "SELECT game FROM games WHERE game {bytewise} > $1
                 AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.game)
                 AND EXISTS (SELECT 1 FROM game_log WHERE game_log.game = games.game
                     AND what IN ('{JOINED}', '{REMOVED}', '{RENAMED}'))
                 ORDER BY game {bytewise} LIMIT {GAMES}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(after.map(|game| game.to_string()).unwrap_or_default())
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(game).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Whether an account has or had a seat in a game, as far as its log is written.
    pub(super) async fn had_seat(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT 1 FROM seats WHERE account = $1 AND game = $2")
                .bind(account.to_string())
                .bind(game.to_string());
            Ok(row.fetch_optional(&self.reader).await?.is_some())
        })
        .await
    }

    /// Whether an account has or had a seat in any game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn has_any_seat(&self, account: AccountId) -> Result<bool, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT 1 FROM seats WHERE account = $1 LIMIT 1");
            let row = row.bind(account.to_string()).fetch_optional(&self.reader).await?;
            Ok(row.is_some())
        })
        .await
    }

    /// Whether one of these accounts has or had a seat in a game whose log goes on.
    pub(super) async fn is_in_unfinished(
        &self,
        accounts: &[AccountId],
    ) -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT 1 FROM seats JOIN games ON games.game = seats.game
             WHERE seats.account = $1 AND games.keys_deleted_ms IS NULL
             AND NOT EXISTS (SELECT 1 FROM game_log
                 WHERE game_log.game = seats.game AND what = '{FINISHED}') LIMIT 1"
        );
        bounded(async {
            for account in accounts {
                let row = sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).bind(account.to_string());
                if row.fetch_optional(&self.reader).await?.is_some() {
                    return Ok(true);
                }
            }
            Ok(false)
        })
        .await
    }

    /// Of the games that were made until then and have a finished log, those in which an account has or had a seat.
    async fn games_with(
        &self,
        account: AccountId,
        until_ms: u64,
    ) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT seats.game FROM seats JOIN games ON games.game = seats.game
                 WHERE seats.account = $1 AND games.created_ms <= $2
                 AND EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = seats.game AND what = '{FINISHED}')"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(account.to_string())
                .bind(to_db(until_ms))
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(game).collect::<Result<_, _>>()?)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_who_came_was_sent_away_or_was_renamed() {
        let [one, two] = [AccountId([1; 16]), AccountId([2; 16])];
        let joined = format!(r#"{{"players":[["{one}",1,"Anna",null],["{two}",2,"Ben",0]]}}"#);
        assert_eq!(named(JOINED, &joined), [one, two]);
        // Whatever else a version writes.
        let removed = format!(r#"{{"account":"{two}","number":2,"why":"noise"}}"#);
        assert_eq!(named(REMOVED, &removed), [two]);
        assert_eq!(named(RENAMED, &removed), [two]);
        for (what, body) in [("moved", joined.as_str()), (JOINED, "{}"), (REMOVED, "[1]")] {
            assert_eq!(named(what, body), []);
        }
    }
}
