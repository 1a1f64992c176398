//! Rains: sealed, funded, loaded, opened; how they end is in `close`. Taps are in `service::tap`.

mod close;
mod eligible;

use futures_util::future::join_all;
use quizrain_shared::allocation::Bounds;
use quizrain_shared::draw::{self, Draw};
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Currency;
use quizrain_shared::phase::Move;
use quizrain_shared::rain::{COUNTDOWN_MS, Eligibility, RainPlan};
use quizrain_shared::wire::{
    Caught, PacketState, PacketUpdate, RainProgress, RainView, Refusal, Stage, Winner,
};

use self::eligible::{eligible, is_for_everybody};
use super::rounds::By;
use super::seal::seal;
use crate::error::ServiceError;
use crate::events::Push;
use crate::failing::linger_at;
use crate::game::{self, calls::GameState};
use crate::ledger::{Claim, Credit, Packet, RainRow, Sealed};
use crate::rain::calls::{self, Loaded, Opened, ShardRef};
use crate::service::{Game, Service};
use crate::store::StoreError;
use crate::store::redis::ShardKeys;
use crate::store::shard::Shard;

/// How many catches a ticker and a summary show.
const NEWEST: usize = 5;
const LARGEST: usize = 10;

/// How long after the window a rain is closed: taps that were on their way are let in by Redis
/// time or not at all, so this only spares them an "over" that came too soon on the screen.
pub const CLOSE_GRACE_MS: u64 = 250;

/// What closing a rain found in Redis.
#[derive(Clone, Debug, Default)]
pub struct Shut {
    /// How many packets were caught in the shards that it knows.
    pub caught: u32,
    /// Those shards.
    pub known: Vec<ShardKeys>,
    /// How many shards it does not know.
    pub unknown: usize,
}

/// How far a shard of a rain is, in packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardProgress {
    /// Those that are caught.
    pub caught: u32,
    /// Those that are not.
    pub left: u32,
}

/// How far a rain is.
#[derive(Clone, Debug)]
pub struct RainFound {
    /// Each shard; `None` where its server does not answer.
    pub shards: Vec<Option<ShardProgress>>,
    /// Who caught something last, as far as servers answer.
    pub newest: Vec<Winner>,
}

impl RainRow {
    /// Its shards in Redis.
    pub fn shards(&self) -> impl Iterator<Item = ShardRef> + Clone + Send + use<> {
        let Self { rain, incarnation, .. } = *self;
        Shard::all(self.shards).map(move |shard| ShardRef { rain, incarnation, shard })
    }

    /// The shard that an account grabs from.
    #[must_use]
    pub fn shard_for(&self, account: AccountId) -> ShardRef {
        self.shard(Shard::of_account(account, self.shards))
    }

    /// One of its shards in Redis.
    #[must_use]
    pub fn shard(&self, shard: Shard) -> ShardRef {
        let Self { rain, incarnation, .. } = *self;
        ShardRef { rain, incarnation, shard }
    }

    /// Which rain of its game it is, from 1: the link of that number is what it is drawn from.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.ordinal.saturating_add(1)
    }

    fn view(&self) -> RainView {
        let Bounds { pot, packets, min, max } = self.plan.bounds;
        RainView {
            rain: self.rain,
            number: self.number(),
            picture_seed: self.picture_seed,
            currency: self.plan.currency,
            pot,
            packets,
            min,
            max,
            split: self.plan.split,
            shards: self.shards,
            eligibility: self.plan.eligibility,
            entropy: self.entropy,
            commitment: self.commitment,
        }
    }

    fn caught(&self, claim: &Claim, credited: bool) -> Caught {
        Caught {
            rain: self.rain,
            packet: claim.packet.number,
            amount: claim.packet.amount,
            currency: self.plan.currency,
            credited,
        }
    }

    /// What an account is told of a claim; with a receipt while it is not in the ledger.
    pub(super) fn news(
        &self,
        account: AccountId,
        claim: &Claim,
        state: PacketState,
    ) -> PacketUpdate {
        let crediting = state == PacketState::Crediting;
        let credited = !crediting && state != PacketState::Void;
        PacketUpdate {
            caught: self.caught(claim, credited),
            state,
            receipt: crediting.then(|| self.receipt(account, claim)).flatten(),
        }
    }

    /// The same, for whichever node holds the account's player.
    #[must_use]
    pub fn push(&self, account: AccountId, claim: &Claim, state: PacketState) -> Push {
        Push { account, news: self.news(account, claim, state) }
    }
}

impl Service {
    /// Lets packets fall. Everything is written before the first drop: the sealed list and the
    /// funding in SQL, the pool in Redis.
    ///
    /// # Errors
    /// A refusal: the plan is impossible, not now, an old screen. Or a store failed: asking
    /// again goes on from where it stopped, or gives that rain up for a new one.
    pub async fn open_rain(
        &self,
        game: &Game,
        plan: RainPlan,
        seen: u64,
    ) -> Result<(), ServiceError> {
        plan.check().map_err(Refusal::Plan)?;
        let state = self.seen_state(game, seen).await?;
        let phase = state.stage.phase.after(Move::OpenRain)?;
        self.close_stray_rains(game, None, None).await?;
        let mut row = match self.sealed_rain(game, &plan, seen).await? {
            Some(row) => row,
            // Another call was sealing at the same moment, perhaps for the same wish.
            None => self.sealed_rain(game, &plan, seen).await?.ok_or(Refusal::Stale)?,
        };
        self.load_pool(game, &row, &state).await?;
        let window_ms = u64::from(row.plan.seconds) * 1000;
        let Some((opens_ms, closes_ms)) = self.open_shards(&row, window_ms).await? else {
            return Err(Refusal::Unavailable.into());
        };
        linger_at!("rain.before_window");
        if !self.sql.set_window(row.rain, opens_ms, closes_ms).await? {
            self.shut(&row).await?;
            return Err(Refusal::Stale.into());
        }
        row.window = Some((opens_ms, closes_ms));
        if opens_ms <= self.now_ms() {
            // An earlier try opened it and got no further, or this one took too long: whoever sees
            // a rain sees its countdown.
            return self.give_up_rain(game, &row, Refusal::Unavailable).await;
        }
        // At hand before the first tap, and so is the server that grants it.
        let rain = self.keep_at_hand(row);
        self.restorer.expect(&rain.row).await;
        let stage = Stage::Rain(rain.row.view());
        match self.advance(game, &state, By::Host, phase, &stage, Some((opens_ms, closes_ms))).await
        {
            Err(ServiceError::Refused(why)) => self.give_up_rain(game, &rain.row, why).await,
            moved => moved.map(|_| ()),
        }
    }

    /// A rain that no screen shows must not be open. Unless the same wish, said twice, was carried
    /// out by another call: then this one is done.
    async fn give_up_rain(
        &self,
        game: &Game,
        row: &RainRow,
        why: Refusal,
    ) -> Result<(), ServiceError> {
        match self.state(game).await?.stage.stage {
            Stage::Rain(view) if view.rain == row.rain => Ok(()),
            _ => {
                self.shut(row).await?;
                Err(why.into())
            }
        }
    }

    /// The rain that was sealed by an earlier try, or is just being opened by another one, or a
    /// newly sealed one. Who may grab was written down by that try: it may be somebody else by now,
    /// unless the host looked at the same stage, or everybody may grab. `None`: somebody else has
    /// just sealed one.
    async fn sealed_rain(
        &self,
        game: &Game,
        plan: &RainPlan,
        seen: u64,
    ) -> Result<Option<RainRow>, ServiceError> {
        let newest = self.sql.newest_rain(game.id).await?;
        let ordinal = match newest {
            Some(row)
                if !row.closed
                    && row.plan == *plan
                    && (row.seen == Some(seen)
                        || row.window.is_none() && is_for_everybody(plan.eligibility)) =>
            {
                return Ok(Some(row));
            }
            Some(row) => {
                if row.window.is_none() {
                    // The new one may need what was put aside for it.
                    self.bury_rain(&row).await?;
                }
                row.ordinal + 1
            }
            None => 0,
        };
        let number = ordinal.saturating_add(1);
        let link = draw::link(&game.secret, number).ok_or(Refusal::NoRainLeft)?;
        let con = &mut self.redis.connection();
        let contributions = game::calls::contributions(con, game.id).await?;
        let contributions = draw::write_contributions(game.id, &contributions);
        let entropy = draw::entropy_of(&contributions);
        let draw = Draw { game: game.id, number, link, entropy };
        let (mut row, amounts) = seal(&draw, plan.clone())?;
        row.seen = Some(seen);
        row.payout = self.money.payout;
        // A shard without a packet would be sold out from the start.
        let packets = u16::try_from(row.plan.bounds.packets).unwrap_or(u16::MAX);
        row.shards = self.limits.shards.min(packets).max(1);
        let play_money = row.plan.currency == Currency::POINTS;
        let credit = if play_money { Credit::Unlimited } else { self.money.credit };
        match self.sql.put_rain(&row, &amounts, &contributions, credit, self.now_ms()).await? {
            Sealed::Done => Ok(Some(row)),
            Sealed::Taken => Ok(None),
            Sealed::Unfunded => Err(Refusal::Unfunded.into()),
        }
    }

    async fn load_pool(
        &self,
        game: &Game,
        row: &RainRow,
        state: &GameState,
    ) -> Result<(), ServiceError> {
        let scored = match state.stage.phase.round() {
            Some(round) if row.plan.eligibility != Eligibility::Everyone => {
                Some(self.scored(game, round).await?)
            }
            _ => None,
        };
        let eligible = eligible(row.plan.eligibility, scored.as_ref());
        let packets: Vec<Packet> = self.sql.packets(row.rain).await?;
        let packets =
            Shard::deal(row.shards, packets, |packet, of| Shard::of_packet(packet.number, of));
        let listed = eligible.is_some();
        if let Some(accounts) = eligible {
            let accounts =
                Shard::deal(row.shards, accounts, |account, of| Shard::of_account(*account, of));
            for (shard, accounts) in row.shards().zip(accounts) {
                calls::list_eligible(&mut self.redis.promised(), shard.keys(), &accounts).await?;
            }
        }
        for (shard, packets) in row.shards().zip(packets) {
            let con = &self.redis.promised();
            match calls::load(con, shard, listed, &packets).await? {
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
    ) -> Result<Option<(u64, u64)>, ServiceError> {
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
                self.shut(row).await?;
                return Ok(None);
            }
        }
        Ok(window)
    }

    /// How far the newest rain of a game is, in the shards whose servers answer.
    pub(super) async fn newest_rain(
        &self,
        game: &Game,
    ) -> Result<Option<RainProgress>, ServiceError> {
        match self.sql.newest_rain(game.id).await?.filter(|row| row.window.is_some()) {
            Some(row) => {
                let RainFound { shards, newest } = self.found(game, &row).await?;
                let caught = shards.into_iter().flatten().map(|shard| shard.caught);
                let caught = caught.fold(0, u32::saturating_add);
                let packets = row.plan.bounds.packets;
                Ok(Some(RainProgress { rain: row.rain, caught, packets, newest }))
            }
            None => Ok(None),
        }
    }

    /// How far a rain is.
    ///
    /// # Errors
    /// There is no such rain, or a store failed that knows all of it.
    pub async fn rain_found(&self, game: &Game, id: RainId) -> Result<RainFound, ServiceError> {
        self.found(game, &self.open_rain_of(id).await?.row).await
    }

    async fn found(&self, game: &Game, row: &RainRow) -> Result<RainFound, ServiceError> {
        let asked = ShardKeys::of(row.rain, row.shards).map(|keys| {
            let mut con = self.redis.connection();
            async move { calls::progress(&mut con, keys, NEWEST).await }
        });
        let (mut shards, mut newest) = (Vec::with_capacity(usize::from(row.shards)), Vec::new());
        for found in join_all(asked).await {
            let found = found.inspect_err(|error| {
                tracing::debug!(rain = %row.rain, %error, "failed to look how far a shard is");
            });
            shards.push(found.ok().map(|(caught, left, newest_here)| {
                newest.extend(newest_here);
                ShardProgress { caught, left }
            }));
        }
        calls::newest_first(&mut newest, NEWEST);
        Ok(RainFound { shards, newest: self.winners(game, &newest).await? })
    }

    /// How many packets of each shard are caught, where its server answers.
    pub(super) async fn caught_counts(
        &self,
        rain: RainId,
        shards: u16,
    ) -> Vec<Result<u32, StoreError>> {
        let counts = ShardKeys::of(rain, shards).map(|keys| {
            let mut con = self.redis.connection();
            async move { calls::caught_count(&mut con, keys).await }
        });
        join_all(counts).await
    }

    /// How many packets of each shard of a rain are caught; `None` where its server does not
    /// answer.
    ///
    /// # Errors
    /// There is no such rain, or the database failed.
    pub async fn caught_in(&self, rain: RainId) -> Result<Vec<Option<u32>>, ServiceError> {
        let shards = self.open_rain_of(rain).await?.row.shards;
        let counts = self.caught_counts(rain, shards).await;
        Ok(counts.into_iter().map(Result::ok).collect())
    }

    /// Who caught what, all of it.
    pub(super) async fn claims_of_shards(
        &self,
        rain: RainId,
        shards: u16,
    ) -> Result<Vec<(AccountId, Claim)>, ServiceError> {
        let con = &mut self.redis.dedicated().await?;
        let mut claims = Vec::new();
        for keys in ShardKeys::of(rain, shards) {
            claims.extend(calls::claims(con, keys).await?);
        }
        Ok(claims)
    }

    async fn winners(
        &self,
        game: &Game,
        claims: &[(AccountId, Claim)],
    ) -> Result<Vec<Winner>, ServiceError> {
        let accounts: Vec<AccountId> = claims.iter().map(|(account, _)| *account).collect();
        let names =
            game::calls::nicknames(&mut self.redis.connection(), game.id, &accounts).await?;
        let winner = |((_, claim), name): (&(AccountId, Claim), Option<String>)| Winner {
            nickname: name.unwrap_or_default(),
            amount: claim.packet.amount,
        };
        Ok(claims.iter().zip(names).map(winner).collect())
    }
}
