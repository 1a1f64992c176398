//! Taps: a finger on a drop becomes a claim, or a refusal.

use std::sync::{Arc, PoisonError};

use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::rain as shower;
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate, Refusal};
use tokio::time::timeout;

use super::claims::Claims;
use super::receipt::Receipts;
use super::restore::Memory;
use crate::batch::Lane;
use crate::error::ServiceError;
use crate::ledger::{Packet, RainRow};
use crate::metrics::METRICS;
use crate::rain::calls::Verdict;
use crate::service::{Game, Service};
use crate::store::redis::CALL_TIMEOUT;
use crate::store::shard::Shard;

/// Taps without a verdict that make a rush.
const RUSH: usize = 16;

/// How long after a rain's end this node looks after what it told of it: it is settled by then.
const WATCHED_MS: u64 = 60_000;

/// A rain with a window, and its claims on this node.
#[derive(Debug)]
pub(super) struct OpenRain {
    pub(super) row: RainRow,
    shards: Vec<OpenShard>,
    /// Until when what was told of it is looked after, in ms of server time.
    until_ms: u64,
}

/// One of its shards. Whatever is asked of it has a lane of its own, so that a server that is away
/// is waited for by those alone whose packets lie there.
#[derive(Debug)]
struct OpenShard {
    claims: Arc<Claims>,
    receipts: Lane<Receipts>,
}

impl OpenRain {
    fn shard_for(&self, account: AccountId) -> Option<&OpenShard> {
        let shard = Shard::of_account(account, self.row.shards);
        self.shards.get(usize::from(shard.number))
    }

    pub(super) fn claims_for(&self, account: AccountId) -> Option<&Claims> {
        self.shard_for(account).map(|shard| shard.claims.as_ref())
    }

    pub(super) fn receipts_for(&self, account: AccountId) -> Option<&Lane<Receipts>> {
        self.shard_for(account).map(|shard| &shard.receipts)
    }
}

impl Service {
    /// A rain that has been sealed. It is kept at hand once it has a window, which never changes.
    pub(super) async fn open_rain_of(&self, id: RainId) -> Result<Arc<OpenRain>, ServiceError> {
        if let Some(rain) = self.rain_at_hand(id) {
            return Ok(rain);
        }
        // On the heap: so that a tap, which comes ten thousand times a second, is small.
        Box::pin(self.look_rain_up(id)).await
    }

    async fn look_rain_up(&self, id: RainId) -> Result<Arc<OpenRain>, ServiceError> {
        let found = timeout(CALL_TIMEOUT, async {
            // The first taps of a rain come together: one of them asks the database.
            let _alone = self.rain_lookup.lock().await;
            if let Some(rain) = self.rain_at_hand(id) {
                return Ok(rain);
            }
            let row = self.sql.rain(id).await?.ok_or(Refusal::NoSuchRain)?;
            Ok(self.keep_at_hand(row))
        });
        // Nobody queues behind a database that does not answer.
        found.await.unwrap_or_else(|_| Err(Refusal::Unavailable.into()))
    }

    /// Has a rain at hand, if it has a window.
    pub(super) fn keep_at_hand(&self, row: RainRow) -> Arc<OpenRain> {
        let (id, has_window, most) = (row.rain, row.window.is_some(), self.limits.max_batch);
        let mut rains = self.rains.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = rains.get(&id) {
            return Arc::clone(known);
        }
        let until_ms =
            row.window.map_or(u64::MAX, |(_, closes_ms)| closes_ms.saturating_add(WATCHED_MS));
        let shards = row.shards().map(|shard| {
            let receipts =
                Receipts { restorer: Arc::clone(&self.restorer), row: row.clone(), shard };
            OpenShard {
                claims: Claims::new(self.redis.clone(), &self.restorer, shard, until_ms, most),
                receipts: Lane::new(receipts, most),
            }
        });
        let shards = shards.collect();
        let rain = Arc::new(OpenRain { row, shards, until_ms });
        if has_window {
            rains.insert(id, Arc::clone(&rain));
        }
        rain
    }

    /// Has a rain at hand that is on the screens, so that nobody's tap waits for the database.
    ///
    /// # Errors
    /// There is no such rain, or the database failed: the first tap looks it up.
    pub async fn expect_rain(&self, id: RainId) -> Result<(), ServiceError> {
        let rain = self.open_rain_of(id).await?;
        self.restorer.expect(&rain.row).await;
        Ok(())
    }

    /// Drops the rains of games that are over, once nothing that was told of them can be lost.
    pub(super) fn forget_rains(&self, is_over: impl Fn(GameId) -> bool) {
        let now_ms = self.now_ms();
        let mut rains = self.rains.write().unwrap_or_else(PoisonError::into_inner);
        rains.retain(|_, rain| !is_over(rain.row.game) || now_ms < rain.until_ms);
    }

    /// Whether many tap just now, so that whatever can wait should.
    #[must_use]
    pub fn is_rush(&self) -> bool {
        let rains = self.rains.read().unwrap_or_else(PoisonError::into_inner);
        let shards = rains.values().flat_map(|rain| &rain.shards);
        shards.map(|shard| shard.claims.load()).sum::<usize>() >= RUSH
    }

    pub(super) fn rain_at_hand(&self, id: RainId) -> Option<Arc<OpenRain>> {
        self.rains.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// The rains of a game that were tapped here.
    pub(super) fn rains_at_hand(&self, game: GameId) -> Vec<Arc<OpenRain>> {
        let rains = self.rains.read().unwrap_or_else(PoisonError::into_inner);
        rains.values().filter(|rain| rain.row.game == game).cloned().collect()
    }

    /// A tap on a drop: grabs a packet, or gives back the one that the account has, whatever the
    /// time and the drop.
    ///
    /// # Errors
    /// A refusal: no such rain or drop, too early, over, not eligible, sold out; or Redis is busy:
    /// whether a packet was granted is unknown, asking again tells.
    pub async fn tap(
        &self,
        game: &Game,
        account: AccountId,
        id: RainId,
        drop: u32,
    ) -> Result<PacketUpdate, ServiceError> {
        METRICS.taps.inc();
        let tapped = self.tap_unnoted(game, account, id, drop).await;
        if let Ok((_, true)) = &tapped {
            self.has_caught(account);
        }
        METRICS.verdict(match &tapped {
            Ok((_, true)) => "caught",
            Ok((_, false)) => "repeat",
            Err(ServiceError::Refused(refusal)) => match refusal {
                Refusal::TooEarly => "early",
                Refusal::RainOver => "over",
                Refusal::NotEligible => "ineligible",
                Refusal::SoldOut => "sold_out",
                Refusal::Unavailable => "busy",
                _ => "no_such",
            },
            Err(_) => "failed",
        });
        tapped.map(|(news, _)| news)
    }

    async fn tap_unnoted(
        &self,
        game: &Game,
        account: AccountId,
        id: RainId,
        drop: u32,
    ) -> Result<(PacketUpdate, bool), ServiceError> {
        let rain = self.rain_of(game, id).await?;
        let row = &rain.row;
        let Some((opens_ms, closes_ms)) = row.window else {
            return Err(Refusal::TooEarly.into());
        };
        let now_ms = self.now_ms();
        let window_ms = closes_ms.saturating_sub(opens_ms);
        let at_ms = now_ms.saturating_sub(opens_ms);
        let refusal = if now_ms + shower::TAP_SLACK_MS < opens_ms {
            Refusal::TooEarly
        } else if shower::on_screen(row.picture_seed, window_ms, drop, at_ms) {
            let claims = rain.claims_for(account).ok_or(Refusal::NoSuchRain)?;
            return match claims.claim(account).await? {
                Verdict::Caught { claim, new: true } => {
                    Ok((row.news(account, &claim, PacketState::Crediting), true))
                }
                Verdict::Caught { claim, new: false } => {
                    Ok((Box::pin(self.news_of(row, account, &claim)).await, false))
                }
                Verdict::Early => Err(Refusal::TooEarly.into()),
                Verdict::Over => Err(Refusal::RainOver.into()),
                Verdict::Ineligible => Err(Refusal::NotEligible.into()),
                Verdict::SoldOut => Err(Refusal::SoldOut.into()),
                Verdict::Unknown => Err(Refusal::NoSuchRain.into()),
            };
        } else if now_ms >= closes_ms {
            Refusal::RainOver
        } else {
            Refusal::NoSuchDrop
        };
        // Whoever has caught a packet gets it back, also for a drop that is long gone.
        match Box::pin(self.caught_before(&rain, account)).await? {
            Some(news) => Ok((news, false)),
            None => Err(refusal.into()),
        }
    }

    async fn caught_before(
        &self,
        rain: &OpenRain,
        account: AccountId,
    ) -> Result<Option<PacketUpdate>, ServiceError> {
        let claims = rain.claims_for(account).ok_or(Refusal::NoSuchRain)?;
        let Some(claim) = claims.caught(account).await? else {
            return Ok(None);
        };
        match self.news_of_read(rain, account, &claim).await? {
            Some(news) => Ok(Some(news)),
            None => Err(Refusal::Unavailable.into()),
        }
    }

    /// Forgets that an account was told of a packet, because it is void.
    pub fn forget_claim(&self, account: AccountId, lost: &Caught) {
        let packet = Packet { number: lost.packet, amount: lost.amount };
        if let Some(rain) = self.rain_at_hand(lost.rain)
            && let Some(claims) = rain.claims_for(account)
        {
            claims.forget(account, packet);
        }
    }
}
