//! What results read of the registry and of logs, and the links that show them.

use std::fmt::Write;

use quizrain_shared::api::SharedResults;
use quizrain_shared::ids::{GameId, Pin};
use quizrain_shared::wire::{Stage, Standings};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::game::and_seen;
use crate::history::rows::{ANSWERS, FINISHED, MOVED, Moved, OUTCOMES};
use crate::history::sql::{Logged, logged};
use crate::hosts::Sees;
use crate::quiz::Terms;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse, places, to_db};

/// Rows that one statement reads.
const AT_ONCE: i64 = 50;

/// Rows with long lists that one statement reads: a round of 10,000 has twenty of answers, of 30 KB each.
pub(super) const LISTS_AT_ONCE: usize = 20;

/// Most titles that one search finds.
const MAX_TITLES: usize = 1000;

/// Of a row that lists many accounts, as much as says which list it is a part of.
const HEAD: u8 = 48;

/// A column: 1 where a game's log is finished.
const FINISHED_YET: &str = "CAST((SELECT COUNT(*) FROM game_log
    WHERE game_log.game = games.game AND what = 'finished') AS BIGINT) AS finished";

/// When a game ended, and what there is of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) at_ms: u64,
    /// Whether its log is finished.
    pub(super) finished: bool,
    /// How many rows its log has: more, where people were taken out of it since it was finished.
    pub(super) rows: u64,
    /// Whether what there is of it in Redis is deleted: a log that is not finished by then is deleted too.
    pub(super) keys_deleted: bool,
}

/// Which past games are sought.
#[derive(Clone, Debug, Default)]
pub struct Sought {
    /// Words that are all in the title, as the library compares, or the pin; everything where it is empty.
    pub text: String,
    /// The whole title.
    pub title: Option<String>,
    /// Ended at this time or later.
    pub from_ms: Option<u64>,
    /// Ended before this time.
    pub until_ms: Option<u64>,
    /// Behind the game that ended then.
    pub after: Option<(u64, GameId)>,
    /// Who seeks them.
    pub sees: Sees,
    /// How many at most.
    pub limit: u16,
}

/// A past game as the registry has it.
#[derive(Debug)]
pub(super) struct PastRow {
    pub(super) game: GameId,
    pub(super) pin: Pin,
    pub(super) title: String,
    pub(super) created_ms: u64,
    pub(super) ended_ms: u64,
    pub(super) finished: bool,
}

fn past_row(row: &AnyRow) -> Result<PastRow, sqlx::Error> {
    let pin = u32::try_from(row.try_get::<i64, _>("pin")?).ok().and_then(Pin::new);
    Ok(PastRow {
        game: parse(row.try_get("game")?)?,
        pin: pin.ok_or_else(|| sqlx::Error::Decode("not a pin".into()))?,
        title: row.try_get("title")?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        ended_ms: from_db(row.try_get("ended_ms")?)?,
        finished: row.try_get::<i64, _>("finished")? != 0,
    })
}

impl Sql {
    /// The titles of games that are over which have all words of a text, those of the last games first: no
    /// database folds as the library does. Games of a quiz share its title, so that they are few.
    async fn past_titles(&self, text: &str, sees: Sees) -> Result<Vec<String>, StoreError> {
        let terms = Terms::of(text);
        bounded(async {
            let sql = format!(
                "SELECT title FROM games WHERE ended_ms IS NOT NULL{}
                 GROUP BY title ORDER BY MAX(ended_ms) DESC",
                and_seen(sees)
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            let mut titles = rows
                .iter()
                .map(|row| row.try_get::<String, _>("title"))
                .collect::<Result<Vec<_>, _>>()?;
            titles.retain(|title| terms.are_in(title));
            titles.truncate(MAX_TITLES);
            Ok(titles)
        })
        .await
    }

    /// Games that are over, that whoever seeks them sees and whose log is there or will be, those that ended
    /// last first.
    pub(super) async fn past_games(&self, sought: &Sought) -> Result<Vec<PastRow>, StoreError> {
        let bytewise = self.dialect.bytewise();
        let mut sql = format!(
            "SELECT game, pin, title, created_ms, ended_ms, {FINISHED_YET}
             FROM games WHERE ended_ms IS NOT NULL AND ended_ms >= $1 AND ended_ms < $2
                 AND (ended_ms < $3 OR ended_ms = $3 AND game {bytewise} < $4)
                 AND (keys_deleted_ms IS NULL OR EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = games.game AND what = '{FINISHED}')){}",
            and_seen(sought.sees)
        );
        let titles = match sought.text.is_empty() {
            true => None,
            false => Some(self.past_titles(&sought.text, sought.sees).await?),
        };
        let mut place = 5;
        if let Some(titles) = &titles {
            let _ = write!(sql, " AND (pin = ${place}");
            place += 1;
            if !titles.is_empty() {
                let _ = write!(sql, " OR title IN {}", places(1, titles.len(), Some(place)));
                place += titles.len();
            }
            sql.push(')');
        }
        if sought.title.is_some() {
            let _ = write!(sql, " AND title = ${place}");
        }
        let _ = write!(
            sql,
            " ORDER BY ended_ms DESC, game {bytewise} DESC LIMIT {}",
            u32::from(sought.limit) + 1
        );
        let (last_ms, last) = match sought.after {
            Some((at_ms, game)) => (to_db(at_ms), game.to_string()),
            None => (i64::MAX, String::new()),
        };
        bounded(async {
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(sought.from_ms.map_or(0, to_db))
                .bind(sought.until_ms.map_or(i64::MAX, to_db))
                .bind(last_ms)
                .bind(last);
            if let Some(titles) = &titles {
                let digits: String = sought.text.split_whitespace().collect();
                query = query.bind(digits.parse::<i64>().unwrap_or(-1));
                for title in titles {
                    query = query.bind(title);
                }
            }
            if let Some(title) = &sought.title {
                query = query.bind(title);
            }
            let rows = query.fetch_all(&self.reader).await?;
            Ok(self.skipped.read("past_games", &rows, past_row))
        })
        .await
    }

    /// When a game ended; `None`: it did not, or there is none.
    pub(super) async fn ended(&self, game: GameId) -> Result<Option<Ended>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT ended_ms, keys_deleted_ms, {FINISHED_YET},
                     CAST((SELECT COALESCE(MAX(number), 0) FROM game_log
                         WHERE game_log.game = games.game) AS BIGINT) AS log_rows
                 FROM games WHERE game = $1 AND ended_ms IS NOT NULL"
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.to_string());
            let Some(row) = row.fetch_optional(&self.reader).await? else { return Ok(None) };
            Ok(Some(Ended {
                at_ms: from_db(row.try_get("ended_ms")?)?,
                finished: row.try_get::<i64, _>("finished")? != 0,
                rows: from_db(row.try_get("log_rows")?)?,
                keys_deleted: row.try_get::<Option<i64>, _>("keys_deleted_ms")?.is_some(),
            }))
        })
        .await
    }

    /// How players stood when a game that is over showed it last.
    pub(super) async fn last_standings(
        &self,
        game: GameId,
    ) -> Result<Option<Standings>, StoreError> {
        let body = self.last_logged(game, MOVED).await?;
        let moved = body.and_then(|body| serde_json::from_str::<Moved>(&body).ok());
        Ok(moved.and_then(|moved| match moved.stage {
            Stage::Ended(shown) | Stage::Podium(shown) => Some(shown),
            _ => None,
        }))
    }

    /// Some rows of a game's log, in order, from behind this number; of those that list many accounts
    /// the beginning alone, see [`crate::history::rows::round_and_part`].
    pub(super) async fn log_heads(
        &self,
        game: GameId,
        number: u64,
    ) -> Result<Vec<Logged>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT number, what,
                     CASE WHEN what IN ('{ANSWERS}', '{OUTCOMES}') THEN substr(body, 1, {HEAD})
                          ELSE body END AS body
                 FROM game_log WHERE game = $1 AND number > $2 ORDER BY number LIMIT {AT_ONCE}"
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

    /// These rows of a game's log, in order: so many that one statement reads them.
    pub(super) async fn log_rows(
        &self,
        game: GameId,
        numbers: &[u64],
    ) -> Result<Vec<Logged>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT number, what, body FROM game_log WHERE game = $1 AND number IN {}
                 ORDER BY number",
                places(1, numbers.len(), Some(2))
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.to_string());
            for number in numbers {
                query = query.bind(to_db(*number));
            }
            let rows = query.fetch_all(&self.reader).await?;
            if rows.len() < numbers.len() {
                return Err(sqlx::Error::RowNotFound.into());
            }
            Ok(rows.iter().map(logged).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Opens a game's results to whoever has the code with this hash, and to nobody else.
    pub(super) async fn put_results_link(
        &self,
        game: GameId,
        hash: &str,
        shared: SharedResults,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "INSERT INTO result_links (game, hash, names, made_ms) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (game) DO UPDATE SET hash = excluded.hash, names = excluded.names,
                     made_ms = excluded.made_ms",
            )
            .bind(game.to_string())
            .bind(hash)
            .bind(i64::from(shared.names))
            .bind(to_db(shared.since_ms))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Closes a game's results to whoever has a link.
    pub(super) async fn end_results_link(&self, game: GameId) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("DELETE FROM result_links WHERE game = $1")
                .bind(game.to_string())
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// The hash of the code that opens a game's results, and what it shows.
    pub(super) async fn results_link(
        &self,
        game: GameId,
    ) -> Result<Option<(String, SharedResults)>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT hash, names, made_ms FROM result_links WHERE game = $1")
                .bind(game.to_string())
                .fetch_optional(&self.reader)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let shared = SharedResults {
                names: row.try_get::<i64, _>("names")? != 0,
                since_ms: from_db(row.try_get("made_ms")?)?,
            };
            Ok(Some((row.try_get("hash")?, shared)))
        })
        .await
    }
}
