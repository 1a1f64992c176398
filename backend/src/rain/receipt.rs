//! Receipts: signed by the rain's own key, so that whoever was told of a packet can show it to any
//! node, also after a store has lost it and every server that knew of it is gone. Given with
//! claims, and shown by players who come back and are shown no packet.
//!
//! HMAC-SHA-256 over UTF-8 text, each line ended by a line feed:
//!
//! ```text
//! quizrain.v1.receipt
//! <rain id> <account id> <packet>:<amount>:<caught at, in ms>
//! ```

use std::collections::HashSet;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac as _};
use quizrain_shared::ids::{AccountId, Mac, RainId};
use quizrain_shared::wire::{PacketState, PacketUpdate, Receipt, Refusal};
use sha2::Sha256;

use crate::batch::Operation;
use crate::error::Error;
use crate::game::Game;
use crate::ledger::{Claim, ClaimState, Packet, RainEnd, RainRow, ReceiptKey};
use crate::rain::calls::ShardRef;
use crate::rain::recovery::offer::Decided;
use crate::rain::recovery::{Claims, TakenClaims};
use crate::rain::{Packets, Recovery};
use crate::store::StoreError;

/// Why packets of such receipts are void.
const LATE: &str = "its receipt was shown after the rain was settled without it";
const TAKEN: &str = "its receipt was shown, and the ledger has its packet for somebody else";

/// What became of claims whose receipts were shown. The others wait for the settler.
#[derive(Default)]
struct Decisions {
    credited: HashSet<(AccountId, Claim)>,
    lost: HashSet<(AccountId, Claim)>,
}

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
    /// The receipt for a claim.
    pub(crate) fn receipt(&self, account: AccountId, claim: &Claim) -> Option<Receipt> {
        let mac = signature(&self.receipt_key, self.rain, account, claim)?;
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
        let mac = signature(&self.receipt_key, receipt.rain, account, &claim);
        receipt.rain == self.rain && mac.is_some_and(|mac| mac.verify_slice(&receipt.mac.0).is_ok())
    }
}

impl Packets {
    /// What becomes of a packet for which an account shows its receipt: where Redis has the claim,
    /// the settler is about to settle it; where packet and account are still free it is given back
    /// and settled at once, or else it is void.
    ///
    /// # Errors
    /// A refusal: no such rain in this game, nobody of us signed that; or a store does not keep up
    /// and asking again tells. Or a store failed.
    pub async fn show_receipt(
        &self,
        game: &Game,
        account: AccountId,
        receipt: &Receipt,
    ) -> Result<PacketUpdate, Error> {
        // What costs least first: is it one of the game's rains, did we sign it, what do stores
        // say.
        let rain = self.rains.of_game(game, receipt.rain).await?;
        let row = &rain.row;
        if !row.has_signed(account, receipt) {
            return Err(Refusal::NotAllowed.into());
        }
        let claim = claim_of(receipt);
        let mut state = self.packet_state(row.rain, account, claim).await?;
        if state == PacketState::Void
            && !self.sql.refuted(row.rain).await?.contains(&(account, claim))
        {
            self.rains.recovery.void_claims(row, &[(account, claim)], TAKEN).await?;
        }
        if state == PacketState::Crediting {
            let receipts = rain.receipts_for(account).ok_or(Refusal::NoSuchRain)?;
            let claims = rain.claims_for(account).ok_or(Refusal::NoSuchRain)?;
            let forgotten = claims.forgotten(account);
            state = receipts.submit((account, claim)).await?;
            match state {
                PacketState::Void => claims.forget(account, claim.packet),
                _ => claims.learn(account, claim, forgotten),
            }
        }
        Ok(row.update(account, &claim, state))
    }
}

/// What becomes of packets of one shard that are not in the ledger yet and whose receipts hold: few
/// transactions for the many who come back after a loss.
pub(crate) struct Receipts {
    pub(crate) recovery: Arc<Recovery>,
    pub(crate) row: RainRow,
    pub(crate) shard: ShardRef,
}

impl Operation for Receipts {
    type Request = (AccountId, Claim);
    type Response = PacketState;
    const NAME: &'static str = "receipt";

    async fn call(&self, requests: &[(AccountId, Claim)]) -> Result<Vec<PacketState>, StoreError> {
        let decided = self.decide(&self.row, self.shard, requests.to_vec()).await?;
        let state = |claim| match claim {
            claim if decided.credited.contains(claim) => PacketState::Credited,
            claim if decided.lost.contains(claim) => PacketState::Void,
            _ => PacketState::Crediting,
        };
        Ok(requests.iter().map(state).collect())
    }
}

impl Receipts {
    /// Decides about claims of a shard.
    async fn decide(
        &self,
        row: &RainRow,
        shard: ShardRef,
        mut shown: Claims,
    ) -> Result<Decisions, StoreError> {
        let Recovery { sql, .. } = &*self.recovery;
        let RainEnd { closed_ms, settled, letters, .. } = sql.end_of(row.rain).await?;
        if settled {
            // Asked again, since it may have been settled just now.
            let claim_states = sql.claim_states(row.rain, &shown).await?;
            let shown = shown.into_iter().zip(claim_states);
            let (credited, lost): (Vec<_>, Vec<_>) = shown
                .partition(|(_, ledger_state)| matches!(ledger_state, ClaimState::Credited(_)));
            let lost: Claims = lost.into_iter().map(|(claim, _)| claim).collect();
            self.recovery.void_claims(row, &lost, LATE).await?;
            let credited = credited.into_iter().map(|(claim, _)| claim).collect();
            return Ok(Decisions { credited, lost: lost.into_iter().collect() });
        }
        if letters {
            // What is put aside is tried again when the host says so, and by no player.
            let dead_letters = sql.dead_letters(row.rain).await?.into_iter();
            let dead_letters: HashSet<(String, String)> =
                dead_letters.map(|letter| (letter.account, letter.claim)).collect();
            shown.retain(|(who, claim)| {
                !dead_letters.contains(&(who.to_string(), claim.to_string()))
            });
        }
        if closed_ms.is_some() {
            shown = self.recovery.missing(shard, shown).await?;
        }
        let Decided { credited, lost } =
            self.recovery.decide(row, shard, shown, closed_ms.is_some()).await?;
        if credited.is_empty() && lost.is_empty() {
            return Ok(Decisions::default());
        }
        tracing::info!(rain = %row.rain, shard = shard.shard.number, credited = credited.len(),
            lost = lost.len(), "receipts were shown for packets that were lost");
        Ok(Decisions { credited: credited.into_iter().collect(), lost: lost.into_iter().collect() })
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::draw::Draw;
    use quizrain_shared::ids::{Entropy, GameId, Link};
    use quizrain_shared::money::Minor;
    use quizrain_shared::rain::{Eligibility, RainPlan};

    use super::*;
    use crate::rain::seal::seal;

    const ANNA: AccountId = AccountId([1; 16]);

    fn row() -> RainRow {
        let plan = RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        };
        let (link, entropy) = (Link([7; 32]), Entropy([8; 32]));
        let draw = Draw { game: GameId([0; 8]), number: 1, link, entropy };
        seal(&draw, plan).unwrap().0
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
        // Another rain has another key.
        let other = RainRow { rain: row.rain, ..self::row() };
        assert!(!other.has_signed(ANNA, &ours));
    }
}
