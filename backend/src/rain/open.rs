//! Opening a rain: sealed, funded, loaded, and given its window. How it ends is in `close`.

use std::collections::HashMap;

use quizrain_shared::allocation::Split;
use quizrain_shared::api::FlagReason;
use quizrain_shared::draw::{self, Draw};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use quizrain_shared::money::Currency;
use quizrain_shared::phase::Move;
use quizrain_shared::rain::{COUNTDOWN_MS, Eligibility, RainPlan};
use quizrain_shared::wire::{Refusal, Stage};

use crate::error::Error;
use crate::failing::linger_at;
use crate::game::{Game, GameOptions, GameState, Mover, Next};
use crate::ledger::{Credit, Packet, RainRow, Sealed};
use crate::rain::Rains;
use crate::rain::calls::{self, Loaded, OpenTo, Opened};
use crate::rain::eligible::{Field, Placed, eligible, is_for_everybody, looks_at};
use crate::rain::seal::seal;
use crate::store::shard::Shard;

/// Who may grab in a rain.
enum Guests {
    /// Everybody, whenever they come.
    Everybody,
    /// These, whatever comes next.
    Listed(Vec<AccountId>),
    /// These, each the packet of this number in the list.
    Owners(Vec<AccountId>),
}

impl Guests {
    /// Whose the first packets are, where they are somebody's own.
    fn owners(&self) -> &[AccountId] {
        match self {
            Self::Owners(accounts) => accounts,
            Self::Everybody | Self::Listed(_) => &[],
        }
    }
}

impl Rains {
    /// Lets packets fall. Everything is written before the first drop: the sealed list, the
    /// funding and whose payouts are held for the host in SQL, the pool in Redis.
    ///
    /// # Errors
    /// A refusal: the plan is impossible, not now, an old screen. Or a store failed: asking
    /// again goes on from where it stopped, or gives that rain up for a new one.
    pub async fn open(
        &self,
        game: &Game,
        plan: RainPlan,
        seen: u64,
        flagged: &[(AccountId, Vec<FlagReason>)],
    ) -> Result<(), Error> {
        plan.check().map_err(Refusal::Plan)?;
        let leaves_the_house = self.options.payout && plan.currency != Currency::POINTS;
        let GameOptions { identity, pays_anybody, .. } = game.options;
        if leaves_the_house && identity == Identity::Open && !pays_anybody {
            return Err(Refusal::IdentityNeeded.into());
        }
        let state = self.play.seen_state(game, seen).await?;
        let phase = state.stage.phase.after(Move::OpenRain)?;
        self.close_unshown(game, None, None).await?;
        let (plan, guests) = self.for_whom(game, &state, plan).await?;
        let mut row = match self.sealed_rain(game, &plan, &guests, seen).await? {
            Some(row) => row,
            // Another call was sealing at the same moment, perhaps for the same wish.
            None => self.sealed_rain(game, &plan, &guests, seen).await?.ok_or(Refusal::Stale)?,
        };
        if row.payout && row.window.is_none() {
            self.sql.hold_before(row.rain, flagged, self.clock.now_ms()).await?;
        }
        // After it was sealed: whoever is sent away from here on finds it.
        self.keep_out_removed(game, &row).await?;
        self.load_pool(&row, &guests).await?;
        let window_ms = u64::from(row.plan.seconds) * 1000;
        let Some((opens_ms, closes_ms)) = self.open_shards(&row, window_ms).await? else {
            return Err(Refusal::Unavailable.into());
        };
        linger_at!("rain.before_window");
        if !self.sql.set_window(row.rain, opens_ms, closes_ms).await? {
            self.close(&row).await?;
            return Err(Refusal::Stale.into());
        }
        row.window = Some((opens_ms, closes_ms));
        if opens_ms <= self.clock.now_ms() {
            // An earlier try opened it and got no further, or this one took too long: whoever sees
            // a rain sees its countdown.
            return self.abandon(game, &row, Refusal::Unavailable).await;
        }
        // At hand before the first tap, and so is the server that grants it.
        let rain = self.cache(row);
        self.recovery.expect(&rain.row).await;
        let next = Next::new(phase, Stage::Rain(rain.row.view()));
        let next = next.within(Some((opens_ms, closes_ms)));
        match self.play.advance(game, &state, Mover::Host, &next).await {
            Err(Error::Refused(why)) => self.abandon(game, &rain.row, why).await,
            moved => moved.map(|_| ()),
        }
    }

    /// A rain that no screen shows must not be open. Unless the same wish, said twice, was carried
    /// out by another call: then this one is done.
    async fn abandon(&self, game: &Game, row: &RainRow, why: Refusal) -> Result<(), Error> {
        match self.play.state(game).await?.stage.stage {
            Stage::Rain(view) if view.rain == row.rain => Ok(()),
            _ => {
                self.close(row).await?;
                Err(why.into())
            }
        }
    }

    /// The rain that was sealed by an earlier try, or is just being opened by another one, or a
    /// newly sealed one. Who may grab was written down by that try: it may be somebody else by now,
    /// unless the host looked at the same stage, or everybody may grab. Those who share a pot are the
    /// same where they are as many: nobody gives a seat back. `None`: somebody else has just sealed one.
    async fn sealed_rain(
        &self,
        game: &Game,
        plan: &RainPlan,
        guests: &Guests,
        seen: u64,
    ) -> Result<Option<RainRow>, Error> {
        let newest = self.sql.newest_rain(game.id).await?;
        let ordinal = match newest {
            Some(row)
                if !row.closed
                    && row.plan == *plan
                    && (row.seen == Some(seen)
                        || row.window.is_none() && is_for_everybody(plan.eligibility))
                    && self.sql.prize_owners(row.rain).await? == guests.owners() =>
            {
                return Ok(Some(row));
            }
            Some(row) => {
                if row.window.is_none() {
                    // The new one may need what was put aside for it.
                    self.return_unopened(&row).await?;
                }
                row.ordinal + 1
            }
            None => 0,
        };
        let number = ordinal.saturating_add(1);
        let link = draw::link(&game.secret, number).ok_or(Refusal::NoRainLeft)?;
        let contributions = self.play.contributions(game.id).await?;
        let contributions = draw::write_contributions(game.id, &contributions);
        let entropy = draw::entropy_of(&contributions);
        let draw = Draw { game: game.id, number, link, entropy };
        let (mut row, amounts) = seal(&draw, plan.clone())?;
        row.seen = Some(seen);
        row.payout = self.options.payout;
        // A shard without a packet would be sold out from the start.
        let packets = u16::try_from(row.plan.bounds.packets).unwrap_or(u16::MAX);
        row.shards = match row.plan.split {
            // An account finds its share in whatever shard it belongs to, only where there is one.
            Split::Shares | Split::Prizes(_) => 1,
            _ => self.options.shards.min(packets).max(1),
        };
        let play_money = row.plan.currency == Currency::POINTS;
        let credit = if play_money { Credit::Unlimited } else { self.options.credit };
        let (owners, now_ms) = (guests.owners(), self.clock.now_ms());
        match self.sql.put_rain(&row, &amounts, owners, &contributions, credit, now_ms).await? {
            Sealed::Done => Ok(Some(row)),
            Sealed::Taken => Ok(None),
            Sealed::Unfunded => Err(Refusal::Unfunded.into()),
        }
    }

    /// The plan for those who may grab where the game stands, and who they are.
    async fn for_whom(
        &self,
        game: &Game,
        state: &GameState,
        plan: RainPlan,
    ) -> Result<(RainPlan, Guests), Error> {
        let field = self.field(game, state, plan.eligibility).await?;
        let last = field.seats.values().map(|seat| seat.number).max().unwrap_or(0);
        let plan = RainPlan { eligibility: plan.eligibility.with_last_seat(last), ..plan };
        let listed = eligible(plan.eligibility, &field);
        Ok(match (&plan.split, listed) {
            (Split::Prizes(prizes), _) => {
                let Placed { players, accounts } = Placed::of(prizes.last_place(), &field);
                let plan = plan.with_places(players).map_err(Refusal::Plan)?;
                (plan, Guests::Owners(accounts))
            }
            // A share for each who is there now: whoever comes later must not take another's.
            (Split::Shares, listed) => {
                let sharers = match listed {
                    Some(listed) => listed,
                    None => self.play.seats(game.id).await?.into_keys().collect(),
                };
                let plan = plan.among(sharers.len()).map_err(Refusal::Plan)?;
                (plan, Guests::Listed(sharers))
            }
            (_, Some(listed)) => (plan, Guests::Listed(listed)),
            (_, None) => (plan, Guests::Everybody),
        })
    }

    /// What says who may grab where the game stands.
    async fn field<'g>(
        &self,
        game: &'g Game,
        state: &GameState,
        eligibility: Eligibility,
    ) -> Result<Field<'g>, Error> {
        let played = &state.stage.phase.played;
        let was_scored = game.last_question(played).is_some();
        let scored = match was_scored && looks_at(eligibility, game.rules().is_graded(played)) {
            true => Some(self.play.scored(game, played).await?),
            false => None,
        };
        let seats = match is_for_everybody(eligibility) {
            true => HashMap::new(),
            false => self.play.seats(game.id).await?,
        };
        Ok(Field { scored, seats, starters: state.starters, mode: Some(&game.options.mode) })
    }

    async fn load_pool(&self, row: &RainRow, guests: &Guests) -> Result<(), Error> {
        let packets: Vec<Packet> = self.sql.packets(row.rain).await?;
        let packets =
            Shard::deal(row.shards, packets, |packet, of| Shard::of_packet(packet.number, of));
        let con = &mut self.redis.promised();
        let open_to = match guests {
            Guests::Everybody => OpenTo::Everyone,
            Guests::Listed(accounts) => {
                let accounts = Shard::deal(row.shards, accounts.iter().copied(), |account, of| {
                    Shard::of_account(*account, of)
                });
                for (shard, accounts) in row.shards().zip(accounts) {
                    calls::list_eligible(con, shard.keys(), &accounts).await?;
                }
                OpenTo::Listed
            }
            Guests::Owners(accounts) => {
                for shard in row.shards() {
                    calls::list_owners(con, shard.keys(), accounts).await?;
                }
                OpenTo::Prizes
            }
        };
        for (shard, packets) in row.shards().zip(packets) {
            let con = &self.redis.promised();
            match calls::load(con, shard, open_to, &packets).await? {
                Loaded::Length(_) | Loaded::NotLoading => {}
                Loaded::Unknown => return Err(Refusal::Unavailable.into()),
            }
        }
        Ok(())
    }

    /// Gives every shard the window that the first one gets; `None` where one does not open, or has
    /// another window: then the rain cannot be opened any more, or not yet.
    async fn open_shards(
        &self,
        row: &RainRow,
        window_ms: u64,
    ) -> Result<Option<(u64, u64)>, Error> {
        let con = &mut self.redis.promised();
        let mut window = None;
        for shard in row.shards() {
            let packets = shard.shard.share_of(row.plan.bounds.packets);
            let opened = match window {
                None => calls::open(con, shard, packets, COUNTDOWN_MS, window_ms).await?,
                Some(window) => calls::open_like(con, shard, packets, window).await?,
            };
            let Opened::Open { opens_ms, closes_ms } = opened else {
                tracing::error!(rain = %row.rain, shard = shard.shard.number, ?opened,
                    "failed to open a rain that is loaded; its host is told to try again");
                return Ok(None);
            };
            let first = *window.get_or_insert((opens_ms, closes_ms));
            if first != (opens_ms, closes_ms) {
                // Redis went back to before the first shard was open, and the others were. Nobody
                // saw it fall.
                tracing::error!(rain = %row.rain, shard = shard.shard.number,
                    "the shards of a rain have different windows; it is closed");
                self.close(row).await?;
                return Ok(None);
            }
        }
        Ok(window)
    }
}
