//! Players take their seats, and find what is theirs.

use quizrain_shared::question::Answer;
use quizrain_shared::wire::Outcome;

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::{AccountId, Contribution, GameId};
use quizrain_shared::language::is_generated;
use quizrain_shared::mode::Deal;
use quizrain_shared::name::{InvalidName, NameRule};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Paced, Refusal, Seat};

use crate::admission::Address;
use crate::batch::{Operation, grouped};
use crate::error::Error;
use crate::game::calls::{self, GameRef, Joined, Wish};
use crate::game::fields::{Filled, Pattern};
use crate::game::{Game, Origin, Play, nickname};
use crate::people::Owner;
use crate::store::StoreError;
use crate::store::redis::Redis;

/// Wishes for seats.
pub(crate) struct Joins {
    pub(crate) redis: Redis,
    pub(crate) game: GameRef,
    pub(crate) most: u32,
    /// Among how many teams newcomers are dealt; 0: they choose.
    pub(crate) deal: u8,
}

impl Operation for Joins {
    type Request = Wish;
    type Response = Joined;
    const NAME: &'static str = "join";

    fn at_once(&self) -> usize {
        self.redis.promised_at_once()
    }

    async fn call(&self, requests: &[Wish]) -> Result<Vec<Joined>, StoreError> {
        calls::join(&mut self.redis.promised(), self.game, requests, self.most, self.deal).await
    }
}

/// What is read for one account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnQuery {
    account: AccountId,
    // Where to look: nearly always the same place for everybody who looks at the same time.
    round: u16,
    scored: Option<u16>,
}

/// What is each account's own in a game.
pub(crate) struct OwnParts {
    pub(crate) redis: Redis,
    pub(crate) game: GameId,
}

impl Operation for OwnParts {
    type Request = OwnQuery;
    type Response = calls::Own;
    const NAME: &'static str = "seat";

    async fn call(&self, requests: &[OwnQuery]) -> Result<Vec<Self::Response>, StoreError> {
        let con = &mut self.redis.connection();
        let mut answers = vec![calls::Own::default(); requests.len()];
        for ((round, scored), places) in grouped(requests, |query| (query.round, query.scored)) {
            let accounts: Vec<AccountId> = places.iter().map(|i| requests[*i].account).collect();
            let own = calls::own(con, self.game, &accounts, round, scored).await?;
            for (place, own) in places.into_iter().zip(own) {
                answers[place] = own;
            }
        }
        Ok(answers)
    }
}

/// What somebody says who wants a seat.
#[derive(Clone, Debug)]
pub struct Newcomer {
    /// The wished nickname.
    pub nickname: String,
    /// What their phone adds to the draws of the game.
    pub entropy: Contribution,
    /// The wished team.
    pub team: Option<u8>,
    /// What the game asks for.
    pub field: Option<String>,
    /// The wished face.
    pub avatar: Option<Avatar>,
}

/// A player's own part of a game.
#[derive(Clone, Debug)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// The answer that counts for the open question.
    pub answer: Option<Answer>,
    /// What the last scored round brought.
    pub outcome: Option<Outcome>,
    /// Where they are, once they have begun to play at their own pace.
    pub paced: Option<Box<Paced>>,
}

impl Play {
    /// Gives an account that comes from an address its seat, and whether it is a new one; asking again gives
    /// the same seat, and leaves what it contributed first.
    ///
    /// # Errors
    /// A refusal: the game is for people who are signed in, the nickname cannot be used or is taken, there is no such
    /// team, what the game asks for is missing, it is locked, full or over, the host has sent away the account or
    /// whoever comes from there; or a store is busy and asking again tells.
    pub async fn join(
        &self,
        game: &Game,
        (owner, address): (Owner, Address),
        Newcomer { nickname, entropy, team, field, avatar }: Newcomer,
    ) -> Result<(Seat, bool), Error> {
        if !game.options.admits(owner) {
            return Err(Refusal::SignInNeeded.into());
        }
        let account = owner.account;
        let nickname = self.nickname(&nickname)?;
        if game.options.names == NameRule::Generated && !is_generated(&nickname) {
            return Err(Refusal::Nickname(InvalidName::NotGenerated).into());
        }
        let team = match game.options.mode.teams() {
            Some(teams) if teams.deal == Deal::Chosen => {
                Some(team.filter(|team| *team < teams.count()).ok_or(Refusal::NoSuchTeam)?)
            }
            _ => None,
        };
        let tidy = |pattern: &Pattern| pattern.tidy(field.as_deref()?);
        let field = game.pattern.as_ref().map(|it| tidy(it).ok_or(Refusal::Field)).transpose()?;
        let origin = Origin::of(&game.secret, address);
        let avatar = avatar.unwrap_or_else(|| Avatar::of_name(&nickname));
        let wish = Wish { account, nickname, entropy, team, origin, avatar };
        Err(match game.joins.submit(wish).await? {
            Joined::Seat { seat, new } => {
                if let Some(value) = field {
                    // Once there is a seat: whoever gets none leaves nothing behind.
                    game.fields.submit(Filled { account, value, new }).await?;
                }
                return Ok((seat, new));
            }
            Joined::Taken => Refusal::NicknameTaken,
            Joined::Locked => Refusal::GameLocked,
            Joined::Removed => Refusal::Removed,
            Joined::Full => Refusal::GameFull,
            Joined::Ended | Joined::Unknown => Refusal::GameEnded,
        }
        .into())
    }

    /// A nickname as it is shown.
    pub(super) fn nickname(&self, raw: &str) -> Result<String, Refusal> {
        let nickname = nickname::tidy(raw).map_err(Refusal::Nickname)?;
        if self.blocked.are_in(&nickname) {
            return Err(Refusal::Nickname(InvalidName::Blocked));
        }
        Ok(nickname)
    }

    /// What is an account's own in a game that stands at a phase; `None` where it has no seat.
    ///
    /// # Errors
    /// Redis is busy and asking again tells.
    pub async fn own(
        &self,
        game: &Game,
        account: AccountId,
        phase: &Phase,
    ) -> Result<Option<Own>, Error> {
        let open = matches!(phase.kind, Kind::Asking | Kind::Paused | Kind::Closing);
        let scored = game.last_scored(phase);
        let query = OwnQuery { account, round: phase.round().unwrap_or(0), scored };
        let own = game.own_parts.submit(query).await?;
        let answer = own.answer.map(|counted| counted.answer).filter(|_| open);
        let Some(seat) = own.seat else { return Ok(None) };
        let paced = match phase.kind {
            Kind::Paced => self.place(game, account).await?.map(Box::new),
            _ => None,
        };
        Ok(Some(Own { seat, answer, outcome: own.outcome, paced }))
    }
}
