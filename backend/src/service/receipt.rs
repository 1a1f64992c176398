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
use quizrain_shared::wire::Receipt;
use sha2::Sha256;

use crate::store::claim::{Claim, Packet};
use crate::store::sql::{RainRow, ReceiptKey};

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
pub(super) fn claim_of(receipt: &Receipt) -> Claim {
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
    pub(super) fn has_signed(&self, account: AccountId, receipt: &Receipt) -> bool {
        let claim = claim_of(receipt);
        let mac = self.receipt_key.as_ref();
        let mac = mac.and_then(|key| signature(key, receipt.rain, account, &claim));
        receipt.rain == self.rain && mac.is_some_and(|mac| mac.verify_slice(&receipt.mac.0).is_ok())
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
