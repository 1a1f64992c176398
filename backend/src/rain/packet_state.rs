//! How far packets are: what the ledger says of claims that Redis granted. Called by taps, by
//! snapshots, and by the workers that tell what players may have missed.
//!
//! A database that does not answer keeps nobody out of a game: the packet is shown as being
//! credited, which is what its player was told when it was caught, and the news follows once the
//! ledger answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::join_all;
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::wire::{PacketState, PacketUpdate};

use crate::batch::{Operation, Overloaded, grouped};
use crate::error::Error;
use crate::events::Push;
use crate::ledger::{Claim, ClaimState, RainRow};
use crate::rain::calls::Verdict;
use crate::rain::holdings::paid_as;
use crate::rain::{LiveRain, Packets};
use crate::store::StoreError;
use crate::store::sql::Sql;

/// Claims that the ledger is asked about in one call.
const PART: usize = 4096;

/// Players who were told that their packet is being credited while the ledger did not answer.
#[derive(Debug, Default)]
pub(crate) struct PendingUpdates(Mutex<HashMap<(RainId, AccountId), Claim>>);

impl PendingUpdates {
    fn note(&self, rain: RainId, account: AccountId, claim: Claim) {
        let mut owed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        owed.insert((rain, account), claim);
    }

    fn take(&self) -> HashMap<(RainId, AccountId), Claim> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Packets {
    /// How far a packet is.
    pub(crate) async fn packet_state(
        &self,
        rain: RainId,
        account: AccountId,
        claim: Claim,
    ) -> Result<PacketState, Overloaded> {
        self.states.submit(Question { rain, account, claim }).await.map(state_of)
    }

    /// A claim as its player is told of it, as far as the ledger says.
    pub(crate) async fn update_for(
        &self,
        row: &RainRow,
        account: AccountId,
        claim: &Claim,
    ) -> PacketUpdate {
        let state =
            self.packet_state(row.rain, account, *claim).await.unwrap_or_else(|Overloaded| {
                self.pending.note(row.rain, account, *claim);
                PacketState::Crediting
            });
        row.update(account, claim, state)
    }

    /// The same for a claim that was only read; nothing where it may not be told. [`Overloaded`]
    /// where neither the ledger nor a replica answers: what may be credited is not hidden.
    pub(crate) async fn update_for_read(
        &self,
        rain: &LiveRain,
        account: AccountId,
        claim: &Claim,
    ) -> Result<Option<PacketUpdate>, Overloaded> {
        let state = self.packet_state(rain.row.rain, account, *claim).await;
        if let Ok(state) = state
            && state != PacketState::Crediting
        {
            return Ok(Some(rain.row.update(account, claim, state)));
        }
        if !self.may_reveal(rain, account).await {
            return state.map(|_| None);
        }
        if state.is_err() {
            self.pending.note(rain.row.rain, account, *claim);
        }
        Ok(Some(rain.row.update(account, claim, PacketState::Crediting)))
    }

    /// Whether an account may be told of the claim that it has in Redis and not in the ledger.
    /// Where claims are told only if a replica has them too, its player may have been told to ask
    /// again.
    pub(crate) async fn may_reveal(&self, rain: &LiveRain, account: AccountId) -> bool {
        if !self.redis.waits_for_replicas() {
            return true;
        }
        let Some(claims) = rain.claims_for(account) else { return false };
        matches!(claims.claim(account).await, Ok(Verdict::Caught { .. }))
    }

    /// News for players who came back while the ledger did not answer. What it still does not
    /// answer is owed on.
    pub async fn pending_updates(&self) -> Vec<(GameId, Push)> {
        let owed = self.pending.take().into_iter();
        let news = join_all(owed.map(async |((rain, account), claim)| {
            let rain = self.rains.cached(rain)?;
            let Ok(state) = self.packet_state(rain.row.rain, account, claim).await else {
                self.pending.note(rain.row.rain, account, claim);
                return None;
            };
            // What is not in the ledger yet is told by whoever settles it.
            (state != PacketState::Crediting)
                .then(|| (rain.row.game, rain.row.push(account, &claim, state)))
        }));
        news.await.into_iter().flatten().collect()
    }

    /// How far the packets are that the ledger has of a game, and which claims it refuted, in the
    /// rains that were tapped here: for those who may have missed the news.
    ///
    /// # Errors
    /// The database failed.
    pub async fn credits(&self, game: GameId) -> Result<Vec<Push>, Error> {
        let rains: Vec<Arc<LiveRain>> = self.rains.cached_of(game);
        let mut credits = Vec::new();
        for LiveRain { row, .. } in rains.iter().map(AsRef::as_ref) {
            let mut claims = self.sql.settled(row.rain).await?;
            claims.extend(self.sql.refuted(row.rain).await?);
            // Part by part: each has the time that a call has.
            for part in claims.chunks(PART) {
                let claim_states = self.sql.claim_states(row.rain, part).await?;
                for ((account, claim), ledger_state) in part.iter().zip(claim_states) {
                    credits.push(row.push(*account, claim, state_of(ledger_state)));
                }
            }
        }
        Ok(credits)
    }
}

fn state_of(ledger_state: ClaimState) -> PacketState {
    match ledger_state {
        ClaimState::Credited(None) => PacketState::Credited,
        ClaimState::Credited(Some(payout)) => paid_as(payout),
        ClaimState::Open => PacketState::Crediting,
        ClaimState::Refuted => PacketState::Void,
    }
}

/// What the ledger is asked about one claim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    rain: RainId,
    account: AccountId,
    claim: Claim,
}

/// Questions about claims: few statements for the many who come back at the same time.
pub(crate) struct PacketStates {
    pub(crate) sql: Sql,
}

impl Operation for PacketStates {
    type Request = Question;
    type Response = ClaimState;
    const NAME: &'static str = "packet_state";

    async fn call(&self, requests: &[Question]) -> Result<Vec<ClaimState>, StoreError> {
        let mut answers = vec![ClaimState::Open; requests.len()];
        for (rain, places) in grouped(requests, |ask| ask.rain) {
            let claims: Vec<_> = places
                .iter()
                .map(|place| (requests[*place].account, requests[*place].claim))
                .collect();
            let claim_states = self.sql.claim_states(rain, &claims).await?;
            for (place, ledger_state) in places.into_iter().zip(claim_states) {
                answers[place] = ledger_state;
            }
        }
        Ok(answers)
    }
}
