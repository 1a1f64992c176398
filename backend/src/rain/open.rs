//! Opening a rain: sealed, funded, loaded, and given its window. How it ends is in `close`.

use quizrain_shared::draw::{self, Draw};
use quizrain_shared::money::Currency;
use quizrain_shared::phase::Move;
use quizrain_shared::rain::{COUNTDOWN_MS, Eligibility, RainPlan};
use quizrain_shared::wire::{Refusal, Stage};

use crate::error::Error;
use crate::failing::linger_at;
use crate::game::{Game, GameState, Mover};
use crate::ledger::{Credit, Packet, RainRow, Sealed};
use crate::rain::Rains;
use crate::rain::calls::{self, Loaded, Opened};
use crate::rain::eligible::{eligible, is_for_everybody};
use crate::rain::seal::seal;
use crate::store::shard::Shard;

impl Rains {
    /// Lets packets fall. Everything is written before the first drop: the sealed list and the
    /// funding in SQL, the pool in Redis.
    ///
    /// # Errors
    /// A refusal: the plan is impossible, not now, an old screen. Or a store failed: asking
    /// again goes on from where it stopped, or gives that rain up for a new one.
    pub async fn open(&self, game: &Game, plan: RainPlan, seen: u64) -> Result<(), Error> {
        plan.check().map_err(Refusal::Plan)?;
        let state = self.play.seen_state(game, seen).await?;
        let phase = state.stage.phase.after(Move::OpenRain)?;
        self.close_unshown(game, None, None).await?;
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
        let stage = Stage::Rain(rain.row.view());
        match self
            .play
            .advance(game, &state, Mover::Host, phase, &stage, Some((opens_ms, closes_ms)))
            .await
        {
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
    /// unless the host looked at the same stage, or everybody may grab. `None`: somebody else has
    /// just sealed one.
    async fn sealed_rain(
        &self,
        game: &Game,
        plan: &RainPlan,
        seen: u64,
    ) -> Result<Option<RainRow>, Error> {
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
        row.shards = self.options.shards.min(packets).max(1);
        let play_money = row.plan.currency == Currency::POINTS;
        let credit = if play_money { Credit::Unlimited } else { self.options.credit };
        match self.sql.put_rain(&row, &amounts, &contributions, credit, self.clock.now_ms()).await?
        {
            Sealed::Done => Ok(Some(row)),
            Sealed::Taken => Ok(None),
            Sealed::Unfunded => Err(Refusal::Unfunded.into()),
        }
    }

    async fn load_pool(&self, game: &Game, row: &RainRow, state: &GameState) -> Result<(), Error> {
        let played = &state.stage.phase.played;
        let last = game.last_question(played);
        let scored = match (row.plan.eligibility, last) {
            (Eligibility::Everyone, _) | (_, None) => None,
            (Eligibility::LastRight, Some(_)) if !game.is_graded(played) => None,
            (_, Some(_)) => Some(self.play.scored(game, played).await?),
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
