//! Taps: a finger on a drop becomes a claim, or a refusal.

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::rain as shower;
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate, Refusal};

use crate::error::Error;
use crate::failing::linger_at;
use crate::game::Game;
use crate::ledger::Packet;
use crate::metrics::METRICS;
use crate::rain::calls::Verdict;
use crate::rain::recovery::TakenClaims;
use crate::rain::{LiveRain, Packets};

impl Packets {
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
    ) -> Result<PacketUpdate, Error> {
        METRICS.taps.inc();
        let tapped = self.tap_unmetered(game, account, id, drop).await;
        // Where nobody knows, it may have been granted.
        if matches!(&tapped, Ok((_, true)) | Err(Error::Refused(Refusal::Unavailable))) {
            self.note_caught(account);
        }
        METRICS.tap_result(match &tapped {
            Ok((_, true)) => "caught",
            Ok((_, false)) => "repeat",
            Err(Error::Refused(refusal)) => match refusal {
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

    async fn tap_unmetered(
        &self,
        game: &Game,
        account: AccountId,
        id: RainId,
        drop: u32,
    ) -> Result<(PacketUpdate, bool), Error> {
        let rain = self.rains.of_game(game, id).await?;
        let row = &rain.row;
        let Some((opens_ms, closes_ms)) = row.window else {
            return Err(Refusal::TooEarly.into());
        };
        let now_ms = self.clock.now_ms();
        let window_ms = closes_ms.saturating_sub(opens_ms);
        let at_ms = now_ms.saturating_sub(opens_ms);
        let refusal = if now_ms + shower::TAP_SLACK_MS < opens_ms {
            Refusal::TooEarly
        } else if shower::on_screen(row.picture_seed, window_ms, drop, at_ms) {
            let claims = rain.claims_for(account).ok_or(Refusal::NoSuchRain)?;
            let verdict = {
                let _waiting = self.rains.rush.tap();
                linger_at!("rain.tap_waits");
                claims.claim(account).await?
            };
            return match verdict {
                Verdict::Caught { claim, new: true } => {
                    Ok((row.update(account, &claim, PacketState::Crediting), true))
                }
                Verdict::Caught { claim, new: false } => {
                    Ok((Box::pin(self.update_for(row, account, &claim)).await, false))
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
        rain: &LiveRain,
        account: AccountId,
    ) -> Result<Option<PacketUpdate>, Error> {
        let claims = rain.claims_for(account).ok_or(Refusal::NoSuchRain)?;
        let Some(claim) = claims.caught(account).await? else {
            return Ok(None);
        };
        match self.update_for_read(rain, account, &claim).await? {
            Some(news) => Ok(Some(news)),
            None => Err(Refusal::Unavailable.into()),
        }
    }

    /// What an account has caught in a rain, as far as it may be told.
    ///
    /// # Errors
    /// A store failed or is busy.
    pub async fn own(
        &self,
        rain: RainId,
        account: AccountId,
    ) -> Result<Option<PacketUpdate>, Error> {
        let rain = self.rains.live(rain).await?;
        let Some(claims) = rain.claims_for(account) else { return Ok(None) };
        match claims.caught(account).await? {
            Some(claim) => Ok(self.update_for_read(&rain, account, &claim).await?),
            None => Ok(None),
        }
    }

    /// Forgets that an account was told of a packet, because it is void.
    pub fn forget_claim(&self, account: AccountId, lost: &Caught) {
        let packet = Packet { number: lost.packet, amount: lost.amount };
        if let Some(rain) = self.rains.cached(lost.rain)
            && let Some(claims) = rain.claims_for(account)
        {
            claims.forget(account, packet);
        }
    }
}
