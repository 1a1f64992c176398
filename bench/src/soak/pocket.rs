//! A player's receipts: for each packet that is not credited yet, the server's word that it was
//! caught.
//!
//! Called by `player`. As a phone does, it presents those that a snapshot does not show, and drops
//! what is credited or void.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quizrain_shared::ids::RainId;
use quizrain_shared::wire::{Caught, PacketNews, PacketState, Receipt};

/// The receipts of one player, whichever connection they came over.
#[derive(Clone, Debug, Default)]
pub(super) struct Pocket(Arc<Mutex<Vec<Receipt>>>);

impl Pocket {
    fn receipts(&self) -> MutexGuard<'_, Vec<Receipt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the receipt of a packet that is being credited, and drops it when that is over.
    pub(super) fn hear(&self, news: &PacketNews) {
        let mut receipts = self.receipts();
        match (news.state, &news.receipt) {
            (PacketState::Crediting | PacketState::Held, None) => {}
            (PacketState::Crediting | PacketState::Held, Some(receipt)) => {
                if !receipts.contains(receipt) {
                    receipts.push(receipt.clone());
                }
            }
            _ => receipts.retain(|receipt| !is_of(receipt, &news.caught)),
        }
    }

    /// A snapshot shows a packet.
    pub(super) fn seen(&self, caught: &Caught) {
        if caught.credited {
            self.receipts().retain(|receipt| !is_of(receipt, caught));
        }
    }

    /// The server takes no receipt of this rain from this player.
    pub(super) fn refused(&self, rain: RainId) {
        self.receipts().retain(|receipt| receipt.rain != rain);
    }

    /// What to present after a snapshot that shows this.
    pub(super) fn missing(&self, shown: Option<&Caught>) -> Vec<Receipt> {
        let is_shown = |receipt: &Receipt| shown.is_some_and(|caught| is_of(receipt, caught));
        self.receipts().iter().filter(|receipt| !is_shown(receipt)).cloned().collect()
    }
}

fn is_of(receipt: &Receipt, caught: &Caught) -> bool {
    (receipt.rain, receipt.packet) == (caught.rain, caught.packet)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Mac;
    use quizrain_shared::money::{Currency, Minor};

    use super::*;

    fn caught(rain: u8, packet: u32, credited: bool) -> Caught {
        let (rain, amount, currency) = (RainId([rain; 8]), Minor(5), Currency::POINTS);
        Caught { rain, packet, amount, currency, credited }
    }

    fn news(rain: u8, packet: u32, state: PacketState) -> PacketNews {
        let caught = caught(rain, packet, false);
        let (amount, at_ms, mac) = (caught.amount, 7, Mac([1; 32]));
        let receipt = Receipt { rain: caught.rain, packet, amount, at_ms, mac };
        PacketNews { caught, state, receipt: Some(receipt) }
    }

    #[test]
    fn a_receipt_is_kept_until_its_packet_is_credited_or_void() {
        let pocket = Pocket::default();
        let missing = |shown: Option<&Caught>| {
            let missing = pocket.missing(shown).into_iter();
            missing.map(|receipt| (receipt.rain.0[0], receipt.packet)).collect::<Vec<_>>()
        };
        for rain in [1, 1, 2, 3, 4] {
            pocket.hear(&news(rain, 9, PacketState::Crediting));
        }
        assert_eq!(missing(None), [(1, 9), (2, 9), (3, 9), (4, 9)]);
        assert_eq!(missing(Some(&caught(1, 9, false))), [(2, 9), (3, 9), (4, 9)]);
        assert_eq!(missing(Some(&caught(1, 8, true))), [(1, 9), (2, 9), (3, 9), (4, 9)]);
        pocket.hear(&news(2, 9, PacketState::Void));
        pocket.hear(&news(3, 9, PacketState::Credited));
        pocket.hear(&news(4, 8, PacketState::Credited));
        assert_eq!(missing(None), [(1, 9), (4, 9)]);
        pocket.seen(&caught(1, 9, false));
        pocket.seen(&caught(1, 9, true));
        assert_eq!(missing(None), [(4, 9)]);
        pocket.refused(RainId([4; 8]));
        assert_eq!(missing(None), []);
    }
}
