//! Erases people: who they are, their browsers and invite, their names and what they typed in games that are over.
//! What they caught stays in the ledger, under an account that names nobody. Called by `http`, where a person or an
//! owner asks for it, by the scheduler, which does what had to wait, and by `quizrain erase`.
//!
//! Who was erased is written into a [`List`] first, then into SQL, and only then done. Each step may be repeated, so that whatever
//! was cut short, or came back with a backup, is done when a server starts and at the latest some minutes later.
//! Whoever signs in afterwards has come back, and is not erased for what was asked before.

mod list;
mod sql;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quizrain_shared::api::{ErasedPerson, NotErased};
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::PacketState;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::error::Error;
use crate::failing::{fail_at, linger_at};
use crate::history::History;
use crate::live::Live;
use crate::payout::Outbox;
use crate::store::StoreError;
use crate::store::sql::Sql;

pub use list::{BadList, List};
pub use sql::Erasure;

/// How long somebody waits until others are erased.
const TURN_TIMEOUT: Duration = Duration::from_secs(5);

/// Erases people.
pub struct Erasures {
    sql: Sql,
    live: Live,
    history: Arc<History>,
    payouts: Outbox,
    list: List,
    /// One at a time: each reads through and writes logs. Only who is to be erased takes it.
    turn: Mutex<()>,
}

/// Who wants somebody erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// Whoever shows the account's token, which anybody can make up: they wait for each other.
    Token,
    /// An owner, or the host key.
    Owner,
}

/// What was done for an account, and what waits.
struct Done {
    games: usize,
    playing: bool,
    payouts: u64,
}

impl Erasures {
    /// Over these stores and this list.
    #[must_use]
    pub fn new(sql: Sql, live: Live, history: Arc<History>, list: List) -> Self {
        let payouts = Outbox::new(sql.clone());
        Self { sql, live, history, payouts, list, turn: Mutex::default() }
    }

    /// Brings the list and SQL together: what one of them lacks it gets, such as a database from a backup.
    ///
    /// # Errors
    /// A store failed, or the list cannot be used.
    pub async fn agree(&self) -> Result<(), BadList> {
        agree(&self.sql, &self.list).await
    }

    /// Does what waits; how many were erased.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn catch_up(&self) -> Result<u32, Error> {
        let _turn = self.turn.lock().await;
        let mut done = 0;
        for erasure in self.sql.open_erasures().await? {
            let Done { playing, payouts, games } = self.apply(&erasure).await?;
            let is_done = !playing && payouts == 0;
            done += u32::from(is_done);
            // The account is in the ledger, and names nobody.
            tracing::info!(account = %erasure.account, games, playing, payouts, is_done, "erased a person");
        }
        Ok(done)
    }

    /// Erases whoever is behind an account, now; or why not.
    ///
    /// # Errors
    /// A store failed, or others are erased just now; doing it again is harmless.
    pub async fn erase(
        &self,
        account: AccountId,
        by: AskedBy,
    ) -> Result<Result<ErasedPerson, NotErased>, EraseError> {
        let accounts = self.accounts_of(account).await?;
        let now_ms = self.live.clock.now_ms();
        let look = async {
            let is_playing = self.history.is_playing(&accounts).await?;
            let games = self.history.games_of(&accounts, now_ms).await?;
            Ok((is_playing, !games.is_empty()))
        };
        let (is_playing, has_played) = match by {
            AskedBy::Token => self.history.in_turn("erase", look).await?,
            AskedBy::Owner => look.await?,
        };
        if is_playing {
            return Ok(Err(NotErased::Playing));
        }
        let has = self.live.packets.holdings(account).await?;
        if !has.complete || has.packets.iter().any(|it| it.state == PacketState::Crediting) {
            return Ok(Err(NotErased::Crediting));
        }
        if !has_played && has.packets.is_empty() && !self.live.people.is_known(account).await? {
            // Anybody can make up an account: nothing is written of one that has nothing, and nobody waits for it.
            return Ok(Ok(ErasedPerson { games: 0, payouts: 0 }));
        }
        let Ok(_turn) = timeout(TURN_TIMEOUT, self.turn.lock()).await else {
            return Err(EraseError::Busy);
        };
        let erasure = Erasure { account, asked_ms: now_ms };
        self.list.add(vec![erasure]).await?;
        fail_at!("erase.after_list");
        self.sql.note_erasures(&[erasure]).await?;
        fail_at!("erase.after_note");
        linger_at!("erase.noted");
        let Done { games, playing, payouts } = self.apply(&erasure).await?;
        tracing::info!(%account, games, payouts, "erased a person who was asked for");
        if playing {
            // They took a seat meanwhile: it is done when that game is over.
            return Ok(Err(NotErased::Playing));
        }
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        Ok(Ok(ErasedPerson { games, payouts: u32::try_from(payouts).unwrap_or(u32::MAX) }))
    }

    /// An account, and those of browsers that gave it what they had.
    async fn accounts_of(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let mut accounts = self.sql.browsers_of(account).await?;
        accounts.push(account);
        Ok(accounts)
    }

    /// Everything that an erasure is, from wherever it stopped.
    async fn apply(&self, erasure: &Erasure) -> Result<Done, Error> {
        let Erasure { account, asked_ms } = *erasure;
        let accounts = self.accounts_of(account).await?;
        let playing = self.history.is_playing(&accounts).await?;
        let games = self.history.games_of(&accounts, asked_ms).await?;
        for game in &games {
            self.history.erase(*game, &accounts).await?;
        }
        let payouts = self.payouts.waiting_for(account).await?;
        if !playing {
            // Whom a payout is for is told with it: until it has its last answer, that stays.
            let out = self.live.people.erase(account, asked_ms, payouts == 0).await?;
            self.live.note_signed_out(&[out]).await?;
        }
        self.payouts.forget_answers(account).await?;
        if !playing && payouts == 0 {
            self.sql.erasure_is_done(erasure, self.live.clock.now_ms()).await?;
        }
        Ok(Done { games: games.len(), playing, payouts })
    }
}

/// Why it is not known whether somebody was erased.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// Somebody else is just now.
    #[error("somebody else is being erased")]
    Busy,
    /// A store failed.
    #[error(transparent)]
    Failed(#[from] Error),
    /// The list cannot be written.
    #[error(transparent)]
    List(#[from] BadList),
}

impl From<StoreError> for EraseError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<sqlx::Error> for EraseError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::from(error).into()
    }
}

/// Brings a list and a database together.
async fn agree(sql: &Sql, list: &List) -> Result<(), BadList> {
    let (mut listed, known) = (list.read().await?, sql.erasures().await?);
    let asked: HashMap<AccountId, u64> = known.iter().map(|it| (it.account, it.asked_ms)).collect();
    listed.retain(|it| asked.get(&it.account).is_none_or(|ms| *ms < it.asked_ms));
    // Nearly always none: nobody else who writes is held up.
    sql.note_erasures(&listed).await?;
    list.add(known).await
}

/// Notes that an account is to be erased, for a server to do: one that runs, or the next that starts. Whether it has or
/// had a seat, has a packet, or is a person's: where none of that is so, it is noted all the same, as a backup may have
/// more of it.
///
/// # Errors
/// The list or the database failed; doing it again is harmless.
pub async fn ask(sql: &Sql, list: &List, account: AccountId) -> Result<bool, BadList> {
    let is_known = sql.has_any_seat(account).await?
        || !sql.holdings(account).await?.is_empty()
        || !sql.persons(&[account]).await?.is_empty();
    // Redis, whose time it is elsewhere, need not be up.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let asked_ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    let erasure = Erasure { account, asked_ms };
    list.add(vec![erasure]).await?;
    sql.note_erasures(&[erasure]).await?;
    Ok(is_known)
}
