//! Who plays, for the host: found, sent away, renamed.

use std::collections::HashMap;

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::mode::Life;
use quizrain_shared::name;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::score;
use quizrain_shared::wire::{Ban, Outcome, PlayerList, PlayerRow, Refusal, Seat};

use crate::error::Error;
use crate::game::calls::{self, Arrival, Removal, Renamed, SeatRef};
use crate::game::{Game, Origin, Play};

/// Players in one answer.
const ROWS: usize = 50;

/// How a player stands.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerStanding {
    score: i64,
    /// From 1; 0: nothing was scored yet.
    rank: u32,
    life: Option<Life>,
}

impl Play {
    /// Players whose names have a part of this text, best first; whose they are, in the same order.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn list_players(
        &self,
        game: &Game,
        search: String,
        skip: u32,
    ) -> Result<(PlayerList, Vec<AccountId>), Error> {
        let state = self.state(game).await?;
        let con = &mut self.redis.slow().await?;
        let seats = calls::arrivals(con, game.id).await?;
        let standing = self.standing(game, &state.stage.phase).await?;
        let wanted = name::fold(search.trim());
        let mut fields = match &game.options.field {
            Some(_) => self.games.sql.player_fields(game.id).await?,
            None => HashMap::new(),
        };
        let mut from_there: HashMap<Origin, u32> = HashMap::new();
        for arrival in seats.values() {
            *from_there.entry(arrival.origin).or_default() += 1;
        }
        let mut found: Vec<(AccountId, Arrival)> = seats
            .into_iter()
            .filter(|(account, it)| {
                let has = |text: &str| name::fold(text).contains(&wanted);
                has(&it.seat.nickname) || fields.get(account).is_some_and(|field| has(field))
            })
            .collect();
        let rank = |account: &AccountId| standing.get(account).map_or(u32::MAX, |it| it.rank);
        found.sort_unstable_by_key(|(account, it)| (rank(account), it.seat.number));
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let shown = found.into_iter().skip(skip as usize).take(ROWS);
        let row = |(account, Arrival { seat, origin, .. }): (AccountId, Arrival)| {
            let PlayerStanding { score, rank, life } =
                standing.get(&account).copied().unwrap_or_default();
            let same_address = from_there.get(&origin).map_or(0, |all| all - 1);
            let field = fields.remove(&account);
            let row = PlayerRow { seat, score, rank, life, connected: None, same_address, field };
            (row, account)
        };
        let (rows, accounts) = shown.map(row).unzip();
        Ok((PlayerList { search, skip, found: count, rows }, accounts))
    }

    /// How everybody stands who was scored; while they play at their own pace, who has begun.
    async fn standing(
        &self,
        game: &Game,
        phase: &Phase,
    ) -> Result<HashMap<AccountId, PlayerStanding>, Error> {
        if phase.kind != Kind::Paced {
            let of = |outcome: Outcome| {
                let Outcome { score, rank, life, .. } = outcome;
                PlayerStanding { score, rank, life }
            };
            let scored = self.scored(game, &phase.scored()).await?;
            return Ok(scored.into_iter().map(|(account, it)| (account, of(it))).collect());
        }
        let all = calls::pace_scores(&mut self.redis.slow().await?, game.id).await?;
        let ranks = score::ranks(&all.iter().map(|(_, score)| *score).collect::<Vec<_>>());
        let of = |((account, score), rank)| (account, PlayerStanding { score, rank, life: None });
        Ok(all.into_iter().zip(ranks).map(of).collect())
    }

    /// Whose seat this is.
    pub(crate) async fn seat(&self, game: &Game, number: u32) -> Result<SeatRef, Error> {
        let seats: HashMap<AccountId, Seat> =
            calls::seats(&mut self.redis.slow().await?, game.id).await?;
        let mut seats = seats.into_iter();
        let found = seats.find(|(_, seat)| seat.number == number);
        let (account, seat) = found.ok_or(Refusal::NoSuchPlayer)?;
        Ok(SeatRef { account, seat })
    }

    /// Whose seat this is, for whoever signs them out.
    ///
    /// # Errors
    /// [`Refusal::NoSuchPlayer`], or Redis failed.
    pub async fn whose_seat(&self, game: &Game, number: u32) -> Result<AccountId, Error> {
        Ok(self.seat(game, number).await?.account)
    }

    /// One player's seat, as it is now.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn seat_of(&self, game: &Game, account: AccountId) -> Result<Option<Seat>, Error> {
        let con = &mut self.redis.connection();
        let own = calls::own(con, game.id, &[account], 0, None).await?;
        Ok(own.into_iter().next().and_then(|own| own.seat))
    }

    /// Sends a player away, who keeps what was caught; for good, where the account is banned, or with
    /// it whoever has no seat yet and comes from where this one was taken. Whose seat it was.
    ///
    /// # Errors
    /// [`Refusal::NoSuchPlayer`], or Redis failed; doing it again is harmless.
    pub async fn remove(&self, game: &Game, seat: u32, ban: Ban) -> Result<AccountId, Error> {
        let whose = self.seat(game, seat).await?;
        let phase = self.state(game).await?.stage.phase;
        // Who plays at their own pace and comes back goes on from there, with all that was answered.
        let none = if phase.has_begun() { phase.questions } else { 0 };
        let round = phase.round().unwrap_or(none);
        let con = &mut self.redis.promised();
        match calls::remove(con, game.reference(), &whose, round, ban).await? {
            Removal::Done => {
                tracing::info!(game = %game.id, seat, ?ban, "a host sent a player away");
                Ok(whose.account)
            }
            Removal::Gone => Err(Refusal::NoSuchPlayer.into()),
            Removal::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Accounts that were sent away and have not come back.
    ///
    /// # Errors
    /// Redis failed.
    pub(crate) async fn removed(&self, game: &Game) -> Result<Vec<AccountId>, Error> {
        Ok(calls::removed(&mut self.redis.slow().await?, game.id).await?)
    }

    /// Those of these seats that a host has taken away: not also seats that Redis has forgotten.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn removed_seats(
        &self,
        game: GameId,
        seats: &[(AccountId, u32)],
    ) -> Result<Vec<(AccountId, u32)>, Error> {
        Ok(calls::removed_seats(&mut self.redis.connection(), game, seats).await?)
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// [`Refusal::NoSuchPlayer`], the name cannot be used or is taken, or Redis failed; doing it
    /// again is harmless.
    pub async fn rename(&self, game: &Game, seat: u32, nickname: &str) -> Result<(), Error> {
        let nickname = self.nickname(nickname)?;
        let whose = self.seat(game, seat).await?;
        let con = &mut self.redis.promised();
        match calls::rename(con, game.reference(), &whose, &nickname).await? {
            Renamed::Done => {
                tracing::info!(game = %game.id, seat, "a host renamed a player");
                Ok(())
            }
            Renamed::Taken => Err(Refusal::NicknameTaken.into()),
            Renamed::Gone => Err(Refusal::NoSuchPlayer.into()),
            Renamed::Unknown => Err(Refusal::GameEnded.into()),
        }
    }
}
