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
    Caught, PacketNews, PacketState, RainProgress, RainView, Refusal, Stage, Winner,
};

use self::eligible::{eligible, is_for_everybody};
use super::rounds::By;
use super::seal::seal;
use super::{Game, Service, ServiceError};
use crate::failing::linger_at;
use crate::store::StoreError;
use crate::store::claim::{Claim, Packet};
use crate::store::pot::Pot;
use crate::store::redis::RainKeys;
use crate::store::redis::events::Push;
use crate::store::redis::game::{self, GameState};
use crate::store::redis::rain::{self, Loaded, Opened, RainRef};
use crate::store::sql::{Credit, RainRow, Sealed};

/// How many catches a ticker and a summary show.
const NEWEST: usize = 5;
const LARGEST: usize = 10;

/// How long after the window a rain is closed: taps that were on their way are let in by Redis
/// time or not at all, so this only spares them an "over" that came too soon on the screen.
pub const CLOSE_GRACE_MS: u64 = 250;

/// What closing a rain found in Redis.
#[derive(Clone, Debug, Default)]
pub struct Shut {
    /// How many packets were caught in the pots that it knows.
    pub caught: u32,
    /// Those pots.
    pub known: Vec<RainKeys>,
    /// How many pots it does not know.
    pub unknown: usize,
}

/// How far a pot of a rain is, in packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PotProgress {
    /// Those that are caught.
    pub caught: u32,
    /// Those that are not.
    pub left: u32,
}

/// How far a rain is.
#[derive(Clone, Debug)]
pub struct RainFound {
    /// Each pot; `None` where its server does not answer.
    pub pots: Vec<Option<PotProgress>>,
    /// Who caught something last, as far as servers answer.
    pub newest: Vec<Winner>,
}

impl RainRow {
    /// Its pots in Redis.
    pub fn references(&self) -> impl Iterator<Item = RainRef> + Clone + Send + use<> {
        let Self { rain, incarnation, .. } = *self;
        Pot::all(self.pots).map(move |pot| RainRef { rain, incarnation, pot })
    }

    /// The pot that an account grabs from.
    #[must_use]
    pub fn pot_for(&self, account: AccountId) -> RainRef {
        self.pot(Pot::of_account(account, self.pots))
    }

    /// One of its pots in Redis.
    #[must_use]
    pub fn pot(&self, pot: Pot) -> RainRef {
        let Self { rain, incarnation, .. } = *self;
        RainRef { rain, incarnation, pot }
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
            pots: self.pots,
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
    pub(super) fn news(&self, account: AccountId, claim: &Claim, state: PacketState) -> PacketNews {
        let crediting = state == PacketState::Crediting;
        let credited = !crediting && state != PacketState::Void;
        PacketNews {
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
        let Some((opens_ms, closes_ms)) = self.open_pots(&row, window_ms).await? else {
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

    /// The rain that was sealed by an earlier try, or is just being opened by another one, or a newly
    /// sealed one. Who may grab was written down by that try: it may be somebody else by now, unless
    /// the host looked at the same stage, or everybody may grab. `None`: somebody else has just
    /// sealed one.
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
        let contributions = game::contributions(con, game.id).await?;
        let contributions = draw::write_contributions(game.id, &contributions);
        let entropy = draw::entropy_of(&contributions);
        let draw = Draw { game: game.id, number, link, entropy };
        let (mut row, amounts) = seal(&draw, plan.clone())?;
        row.seen = Some(seen);
        row.payout = self.money.payout;
        // A pot without a packet would be sold out from the start.
        let packets = u16::try_from(row.plan.bounds.packets).unwrap_or(u16::MAX);
        row.pots = self.limits.pots.min(packets).max(1);
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
        let packets = Pot::deal(row.pots, packets, |packet, of| Pot::of_packet(packet.number, of));
        let listed = eligible.is_some();
        if let Some(accounts) = eligible {
            let accounts =
                Pot::deal(row.pots, accounts, |account, of| Pot::of_account(*account, of));
            for (pot, accounts) in row.references().zip(accounts) {
                rain::list_eligible(&mut self.redis.promised(), pot.keys(), &accounts).await?;
            }
        }
        for (pot, packets) in row.references().zip(packets) {
            let con = &self.redis.promised();
            match rain::load(con, pot, listed, &packets).await? {
                Loaded::Length(_) | Loaded::NotLoading => {}
                Loaded::Unknown => return Err(Refusal::Unavailable.into()),
            }
        }
        Ok(())
    }

    /// Gives every pot the window that the first one gets; `None` where one does not open, or has
    /// another window: then the rain cannot be opened any more, or not yet.
    async fn open_pots(
        &self,
        row: &RainRow,
        window_ms: u64,
    ) -> Result<Option<(u64, u64)>, ServiceError> {
        let con = &mut self.redis.promised();
        let mut window = None;
        for pot in row.references() {
            let packets = pot.pot.share_of(row.plan.bounds.packets);
            let opened = match window {
                None => rain::open(con, pot, packets, COUNTDOWN_MS, window_ms).await?,
                Some(window) => rain::open_like(con, pot, packets, window).await?,
            };
            let Opened::Open { opens_ms, closes_ms } = opened else {
                tracing::error!(rain = %row.rain, pot = pot.pot.number, ?opened,
                    "failed to open a rain that is loaded; its host is told to try again");
                return Ok(None);
            };
            let first = *window.get_or_insert((opens_ms, closes_ms));
            if first != (opens_ms, closes_ms) {
                // Redis went back to before the first pot was open, and the others were. Nobody
                // saw it fall.
                tracing::error!(rain = %row.rain, pot = pot.pot.number,
                    "the pots of a rain have different windows; it is closed");
                self.shut(row).await?;
                return Ok(None);
            }
        }
        Ok(window)
    }

    /// How far the newest rain of a game is, in the pots whose servers answer.
    pub(super) async fn newest_rain(
        &self,
        game: &Game,
    ) -> Result<Option<RainProgress>, ServiceError> {
        match self.sql.newest_rain(game.id).await?.filter(|row| row.window.is_some()) {
            Some(row) => {
                let RainFound { pots, newest } = self.found(game, &row).await?;
                let caught = pots.into_iter().flatten().map(|pot| pot.caught);
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
        let asked = RainKeys::of(row.rain, row.pots).map(|keys| {
            let mut con = self.redis.connection();
            async move { rain::progress(&mut con, keys, NEWEST).await }
        });
        let (mut pots, mut newest) = (Vec::with_capacity(usize::from(row.pots)), Vec::new());
        for found in join_all(asked).await {
            let found = found.inspect_err(|error| {
                tracing::debug!(rain = %row.rain, %error, "failed to look how far a pot is");
            });
            pots.push(found.ok().map(|(caught, left, newest_here)| {
                newest.extend(newest_here);
                PotProgress { caught, left }
            }));
        }
        rain::newest_first(&mut newest, NEWEST);
        Ok(RainFound { pots, newest: self.winners(game, &newest).await? })
    }

    /// How many packets of each pot are caught, where its server answers.
    pub(super) async fn caught_counts(
        &self,
        rain: RainId,
        pots: u16,
    ) -> Vec<Result<u32, StoreError>> {
        let counts = RainKeys::of(rain, pots).map(|keys| {
            let mut con = self.redis.connection();
            async move { rain::caught_count(&mut con, keys).await }
        });
        join_all(counts).await
    }

    /// How many packets of each pot of a rain are caught; `None` where its server does not answer.
    ///
    /// # Errors
    /// There is no such rain, or the database failed.
    pub async fn caught_in(&self, rain: RainId) -> Result<Vec<Option<u32>>, ServiceError> {
        let pots = self.open_rain_of(rain).await?.row.pots;
        let counts = self.caught_counts(rain, pots).await;
        Ok(counts.into_iter().map(Result::ok).collect())
    }

    /// Who caught what, all of it.
    pub(super) async fn claims_of_pots(
        &self,
        rain: RainId,
        pots: u16,
    ) -> Result<Vec<(AccountId, Claim)>, ServiceError> {
        let con = &mut self.redis.dedicated().await?;
        let mut claims = Vec::new();
        for keys in RainKeys::of(rain, pots) {
            claims.extend(rain::claims(con, keys).await?);
        }
        Ok(claims)
    }

    async fn winners(
        &self,
        game: &Game,
        claims: &[(AccountId, Claim)],
    ) -> Result<Vec<Winner>, ServiceError> {
        let accounts: Vec<AccountId> = claims.iter().map(|(account, _)| *account).collect();
        let names = game::nicknames(&mut self.redis.connection(), game.id, &accounts).await?;
        let winner = |((_, claim), name): (&(AccountId, Claim), Option<String>)| Winner {
            nickname: name.unwrap_or_default(),
            amount: claim.packet.amount,
        };
        Ok(claims.iter().zip(names).map(winner).collect())
    }
}
