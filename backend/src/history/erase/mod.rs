//! Takes people out of finished logs: their names and what they typed, and what hosts wrote about them. Scores,
//! ranks and choices stay under their accounts, so that a replay comes to the same. Called by `erasure`.
//!
//! A log is changed in one transaction, at the end of which it says whose it was: results that were read before are
//! read again, at every server, and a replay knows what cannot be compared.

mod scrub;
mod sql;

use quizrain_shared::ids::{AccountId, GameId};

use crate::error::Error;
use crate::game::calls as game_calls;
use crate::history::History;
use crate::history::rows::{ERASED, Erased, Row, json};
use crate::store::StoreError;
use scrub::Scrub;
use sql::Change;

/// How often a log is read again that somebody else changed at the same time.
const TRIES: usize = 5;

impl History {
    /// Whether any of these accounts has or had a seat in a game whose log is not finished: also of whoever was sent
    /// away, the log will tell.
    ///
    /// # Errors
    /// A store failed.
    pub async fn is_playing(&self, accounts: &[AccountId]) -> Result<bool, Error> {
        if self.sql.is_in_unfinished(accounts).await? {
            return Ok(true);
        }
        // What is not written yet. Who is sent away meanwhile is among those before the seat goes.
        for game in self.sql.unfinished_games().await? {
            let con = &mut self.redis.connection();
            let seats = game_calls::nicknames(con, game, accounts).await?;
            if seats.iter().any(Option::is_some)
                || game_calls::was_removed(con, game, accounts).await?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes accounts out of the finished log of a game; whether anything was left to be taken out.
    ///
    /// # Errors
    /// The database failed, or the log cannot be read; doing it again is harmless.
    pub async fn erase(&self, game: GameId, accounts: &[AccountId]) -> Result<bool, Error> {
        for _ in 0..TRIES {
            match self.erase_once(game, accounts).await {
                // Somebody else was taken out of it meanwhile.
                Err(StoreError::LogTaken) => {}
                done => {
                    self.sql.forget_player_fields(game, accounts).await?;
                    return Ok(done?);
                }
            }
        }
        Err(StoreError::LogTaken.into())
    }

    async fn erase_once(&self, game: GameId, accounts: &[AccountId]) -> Result<bool, StoreError> {
        let Some(row) = self.sql.game(game).await? else { return Ok(false) };
        let mut scrub = Scrub::new(&row, accounts);
        let mut number = 0;
        loop {
            let page = self.sql.log_after(game, number).await?;
            let Some(last) = page.last() else { break };
            number = last.number;
            for logged in &page {
                scrub.read_ahead(logged)?;
                tokio::task::yield_now().await;
            }
        }
        scrub.begin();
        let (mut changes, mut last) = (Vec::new(), 0);
        while last < number {
            let page = self.sql.log_after(game, last).await?;
            let Some(end) = page.last() else { break };
            last = end.number;
            for logged in page {
                if let Some(body) = scrub.row(&logged)? {
                    changes.push(Change { number: logged.number, before: logged.body, body });
                }
                tokio::task::yield_now().await;
            }
        }
        let erased = scrub.to_note();
        if changes.is_empty() && erased.is_empty() {
            return Ok(false);
        }
        let body = Erased { accounts: erased };
        let source = format!("{ERASED} {number} {}", json(&body));
        let note = Row::new(ERASED, self.games.now_ms(), &body, source);
        self.sql.change_log(game, &changes, &note).await?;
        tracing::info!(%game, rows = changes.len(), "took people out of a game's log");
        Ok(true)
    }
}
