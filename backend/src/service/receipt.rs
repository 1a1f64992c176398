//! Receipts: signed by the rain's own key, so that whoever was told of a packet can show it to any
//! node, also after a store has lost it and every server that knew of it is gone.
//!
//! HMAC-SHA-256 over UTF-8 text, each line ended by a line feed:
//!
//! ```text
//! quizrain.v1.receipt
//! <rain id> <account id> <packet>:<amount>:<caught at, in ms>
//! ```

use hmac::{Hmac, KeyInit, Mac as _};
use quizrain_shared::ids::{AccountId, Mac, RainId};
use quizrain_shared::wire::{PacketNews, PacketState, Receipt, Refusal};
use sha2::Sha256;

use super::restore::Memory;
use super::{Game, Service, ServiceError};
use crate::store::claim::{Claim, Packet};
use crate::store::redis::rain::{self, RainRef, Restored, Whose};
use crate::store::sql::{RainRow, ReceiptKey, Settled};

fn signature(
    key: &ReceiptKey,
    rain: RainId,
    account: AccountId,
    claim: &Claim,
) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).ok()?;
    mac.update(format!("quizrain.v1.receipt\n{rain} {account} {claim}\n").as_bytes());
    Some(mac)
}

/// What a receipt is for.
fn claim_of(receipt: &Receipt) -> Claim {
    let packet = Packet { number: receipt.packet, amount: receipt.amount };
    Claim { packet, at_ms: receipt.at_ms }
}

impl RainRow {
    /// The receipt for a claim; `None` where the rain has no key.
    pub(super) fn receipt(&self, account: AccountId, claim: &Claim) -> Option<Receipt> {
        let mac = signature(self.receipt_key.as_ref()?, self.rain, account, claim)?;
        Some(Receipt {
            rain: self.rain,
            packet: claim.packet.number,
            amount: claim.packet.amount,
            at_ms: claim.at_ms,
            mac: Mac(mac.finalize().into_bytes().into()),
        })
    }

    /// Whether one of our servers gave this account this receipt.
    fn has_signed(&self, account: AccountId, receipt: &Receipt) -> bool {
        let claim = claim_of(receipt);
        let mac = self.receipt_key.as_ref();
        let mac = mac.and_then(|key| signature(key, receipt.rain, account, &claim));
        receipt.rain == self.rain && mac.is_some_and(|mac| mac.verify_slice(&receipt.mac.0).is_ok())
    }
}

impl Service {
    /// What becomes of a packet for which an account shows its receipt: where packet and account
    /// are still free it is given back and settled at once, or else it is void.
    ///
    /// # Errors
    /// A refusal: no such rain in this game, or nobody of us signed that. Or a store failed, and
    /// asking again tells.
    pub async fn present(
        &self,
        game: &Game,
        account: AccountId,
        receipt: &Receipt,
    ) -> Result<PacketNews, ServiceError> {
        let rain = self.open_rain_of(receipt.rain).await?;
        let row = &rain.row;
        if row.game != game.id {
            return Err(Refusal::NoSuchRain.into());
        }
        if !row.has_signed(account, receipt) {
            return Err(Refusal::NotAllowed.into());
        }
        let claim = claim_of(receipt);
        let state = self.packet_state(row.rain, account, claim).await?;
        if state != PacketState::Crediting {
            return Ok(row.news(account, &claim, state));
        }
        let pot = row.pot_for(account);
        let (closed, _) = self.sql.standing(row.rain).await?;
        let con = &mut self.redis.connection();
        let there = if closed {
            Restored::Closed
        } else {
            rain::restore(con, pot, Whose::Told, &[(account, claim)]).await?
        };
        let credited = match there {
            Restored::Back(_) => {
                self.has_it(pot, account, &claim).await?
                    && self.settle_one(row, account, claim).await?
            }
            // The ledger alone decides, and Redis follows it: once a rain is settled, it must not
            // have claims that the ledger has not.
            Restored::Closed | Restored::Unknown => {
                let settled = self.settle_one(row, account, claim).await?;
                if settled {
                    rain::restore(con, pot, Whose::Ledger, &[(account, claim)]).await?;
                }
                settled
            }
        };
        let state = if credited { PacketState::Credited } else { PacketState::Void };
        if let Some(claims) = rain.claims_for(account) {
            match state {
                PacketState::Credited => claims.learn(account, claim),
                _ => claims.forget(account, claim.packet),
            }
        }
        tracing::info!(rain = %row.rain, packet = claim.packet.number, state = state.word(),
            "a receipt was shown for a packet that was lost");
        Ok(row.news(account, &claim, state))
    }

    /// Whether an account has this packet in Redis.
    async fn has_it(
        &self,
        pot: RainRef,
        account: AccountId,
        claim: &Claim,
    ) -> Result<bool, ServiceError> {
        let con = &mut self.redis.connection();
        let found = rain::claims_of(con, pot.keys(), &[account]).await?.pop().flatten();
        Ok(found.is_some_and(|found| found.packet == claim.packet))
    }

    /// Settles a claim; whether it is settled now.
    async fn settle_one(
        &self,
        row: &RainRow,
        account: AccountId,
        claim: Claim,
    ) -> Result<bool, ServiceError> {
        let claims = [(account, claim)];
        let settled = self.sql.settle(row.rain, row.plan.currency, &claims, self.now_ms()).await?;
        Ok(settled.first() == Some(&Settled::Credited))
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::ids::GameId;
    use quizrain_shared::money::Minor;
    use quizrain_shared::rain::{Eligibility, RainPlan};

    use super::*;
    use crate::service::seal::seal;

    const ANNA: AccountId = AccountId([1; 16]);

    fn row() -> RainRow {
        let plan = RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        };
        seal(GameId([0; 8]), 0, plan).unwrap().0
    }

    #[test]
    fn a_receipt_holds_for_its_rain_account_packet_amount_and_time() {
        let row = row();
        let claim = Claim { packet: Packet { number: 1, amount: Minor(7) }, at_ms: 9 };
        let ours = row.receipt(ANNA, &claim).unwrap();
        assert!(row.has_signed(ANNA, &ours));
        assert_eq!(claim_of(&ours), claim);
        assert!(!row.has_signed(AccountId([2; 16]), &ours));
        for forged in [
            Receipt { packet: 0, ..ours.clone() },
            Receipt { amount: Minor(8), ..ours.clone() },
            Receipt { at_ms: 8, ..ours.clone() },
            Receipt { rain: RainId([9; 8]), ..ours.clone() },
        ] {
            assert!(!row.has_signed(ANNA, &forged), "{forged:?}");
        }
        for bit in 0..256 {
            let mut mac = ours.mac.0;
            mac[bit / 8] ^= 1 << (bit % 8);
            assert!(!row.has_signed(ANNA, &Receipt { mac: Mac(mac), ..ours.clone() }));
        }
        // Another rain has another key, and one without a key has signed nothing.
        let other = RainRow { rain: row.rain, ..self::row() };
        assert!(!other.has_signed(ANNA, &ours));
        let without = RainRow { receipt_key: None, ..row };
        assert!(!without.has_signed(ANNA, &ours));
        assert_eq!(without.receipt(ANNA, &claim), None);
    }
}
