//! Players take their seats, and find what is theirs.

use std::collections::HashMap;
use std::hash::Hash;

use quizrain_shared::ids::{AccountId, Contribution, GameId, RainId};
use quizrain_shared::name;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{PacketState, PacketUpdate, Refusal, Seat, You};

use crate::batch::Work;
use crate::error::ServiceError;
use crate::game::calls::{self, GameRef, Joined, Own, Wish};
use crate::service::{Game, Service};
use crate::store::StoreError;
use crate::store::redis::Redis;

/// Wishes for seats.
pub(super) struct Joins {
    pub(super) redis: Redis,
    pub(super) game: GameRef,
    pub(super) most: u32,
}

impl Work for Joins {
    type Ask = Wish;
    type Answer = Joined;
    const NAME: &'static str = "join";

    async fn call(&self, asks: &[Wish]) -> Result<Vec<Joined>, StoreError> {
        calls::join(&mut self.redis.promised(), self.game, asks, self.most).await
    }
}

/// What to look at for one account.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    account: AccountId,
    // Where to look: nearly always the same place for everybody who looks at the same time.
    round: u16,
    scored: Option<u16>,
}

/// What is each account's own in a game.
pub(super) struct OwnParts {
    pub(super) redis: Redis,
    pub(super) game: GameId,
}

impl Work for OwnParts {
    type Ask = Look;
    type Answer = Own;
    const NAME: &'static str = "own";

    async fn call(&self, asks: &[Look]) -> Result<Vec<Self::Answer>, StoreError> {
        let con = &mut self.redis.connection();
        let mut answers = vec![Own::default(); asks.len()];
        for ((round, scored), places) in grouped(asks, |look| (look.round, look.scored)) {
            let accounts: Vec<AccountId> = places.iter().map(|i| asks[*i].account).collect();
            let own = calls::own(con, self.game, &accounts, round, scored).await?;
            for (place, own) in places.into_iter().zip(own) {
                answers[place] = own;
            }
        }
        Ok(answers)
    }
}

/// Where the asks with the same key stand.
pub(super) fn grouped<Q, K: Eq + Hash>(
    asks: &[Q],
    key: impl Fn(&Q) -> K,
) -> HashMap<K, Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, ask) in asks.iter().enumerate() {
        groups.entry(key(ask)).or_default().push(place);
    }
    groups
}

impl Service {
    /// Gives an account its seat, and whether it is a new one; asking again gives the same seat, and
    /// leaves what it contributed first.
    ///
    /// # Errors
    /// A refusal: the nickname cannot be used or is taken, the game is locked, full or over; or
    /// Redis is busy and asking again tells.
    pub async fn join(
        &self,
        game: &Game,
        account: AccountId,
        nickname: &str,
        entropy: Contribution,
    ) -> Result<(Seat, bool), ServiceError> {
        let nickname = name::clean(nickname).map_err(Refusal::Nickname)?;
        Err(match game.joins.ask(Wish { account, nickname, entropy }).await? {
            Joined::Seat { seat, new } => return Ok((seat, new)),
            Joined::Taken => Refusal::NicknameTaken,
            Joined::Locked => Refusal::GameLocked,
            Joined::Full => Refusal::GameFull,
            Joined::Ended | Joined::Unknown => Refusal::GameEnded,
        }
        .into())
    }

    /// What is an account's own in a game that stands at a phase, and in the newest rain; `None`
    /// where it has no seat. With it, what its packet's receipt is, or that it is void.
    ///
    /// # Errors
    /// A store failed.
    pub async fn own(
        &self,
        game: &Game,
        account: AccountId,
        phase: Phase,
        rain: Option<RainId>,
    ) -> Result<Option<(You, Option<PacketUpdate>)>, ServiceError> {
        // While a question is open the last scored round is the one before it.
        let open = matches!(phase.kind, Kind::Asking | Kind::Closing);
        let scored = phase.asked.checked_sub(if open { 2 } else { 1 });
        let rain = match rain {
            Some(rain) => Some(self.open_rain_of(rain).await?),
            None => None,
        };
        let look = Look { account, round: phase.round().unwrap_or(0), scored };
        let own = game.own_parts.ask(look);
        // Each pot is asked by itself: one whose server is away keeps out nobody else.
        let claim = async {
            match rain.as_ref().and_then(|rain| rain.claims_for(account)) {
                Some(claims) => claims.caught(account).await,
                None => Ok(None),
            }
        };
        let (own, claim) = tokio::join!(own, claim);
        let mut own = own?;
        if phase.kind == Kind::Ended
            && own.seat.is_some()
            && own.outcome.is_none()
            && let Some(before) = scored.and_then(|round| round.checked_sub(1))
        {
            // It ended while a question was open, which brought nobody anything.
            let look = Look { scored: Some(before), ..look };
            own.outcome = game.own_parts.ask(look).await?.outcome;
        }
        let Some(seat) = own.seat else {
            return Ok(None);
        };
        let news = match (rain, claim?) {
            (Some(rain), Some(claim)) => self.news_of_read(&rain, account, &claim).await?,
            _ => None,
        };
        let caught = news.as_ref().filter(|news| news.state != PacketState::Void);
        let caught = caught.map(|news| news.caught.clone());
        let answer = own.answer.map(|answer| answer.choices).filter(|_| open);
        let you = You { seat, answer, outcome: own.outcome, caught };
        Ok(Some((you, news.filter(|news| news.state != PacketState::Credited))))
    }
}
