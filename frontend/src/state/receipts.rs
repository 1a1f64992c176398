//! Receipts in the browser's storage: one list for every game that this browser plays. What is kept
//! and shown, `quizrain_shared::client::receipts` says. Called by `state::session`.

use quizrain_shared::client::receipts::{MAX_RECEIPTS, Receipts};
use quizrain_shared::ids::Pin;
use quizrain_shared::wire::Receipt;
use serde::{Deserialize, Serialize};

use super::stored;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    pin: Pin,
    receipt: Receipt,
}

fn list(text: Option<&str>) -> Vec<Stored> {
    text.and_then(stored::read).unwrap_or_default()
}

/// The receipts of the game with a pin; none where the text cannot be read.
pub(crate) fn read(text: Option<&str>, pin: Pin) -> Receipts {
    let stored = list(text).into_iter().filter(|stored| stored.pin == pin);
    Receipts::new(stored.map(|stored| stored.receipt))
}

/// The text to store in the place of another one: what it says of other games, another tab wrote.
pub(crate) fn write(text: Option<&str>, pin: Pin, receipts: &Receipts) -> String {
    let others = list(text).into_iter().filter(|stored| stored.pin != pin);
    let own = receipts.iter().map(|receipt| Stored { pin, receipt: receipt.clone() });
    let all: Vec<Stored> = others.chain(own).collect();
    // Games that have ended leave theirs behind.
    let newest = all.get(all.len().saturating_sub(MAX_RECEIPTS)..).unwrap_or_default();
    stored::write(&newest)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::{Mac, RainId};
    use quizrain_shared::money::Minor;

    use super::*;

    fn pin(number: u32) -> Pin {
        Pin::new(number).unwrap()
    }

    fn receipts(packets: impl IntoIterator<Item = u32>) -> Receipts {
        Receipts::new(packets.into_iter().map(|packet| Receipt {
            rain: RainId([1; 8]),
            packet,
            amount: Minor(5),
            at_ms: 1,
            mac: Mac([2; 32]),
        }))
    }

    #[test]
    fn a_tab_leaves_the_receipts_of_other_games_alone() {
        let (here, there) = (pin(123_456), pin(654_321));
        // Both have read when there was nothing.
        let stored = write(None, here, &receipts([7]));
        let stored = write(Some(&stored), there, &receipts([8]));
        let stored = write(Some(&stored), here, &receipts([7, 9]));
        assert_eq!(read(Some(&stored), here), receipts([7, 9]));
        assert_eq!(read(Some(&stored), there), receipts([8]));
        let stored = write(Some(&stored), here, &receipts([]));
        assert_eq!(read(Some(&stored), there), receipts([8]));
        assert_eq!(write(Some(&stored), there, &receipts([])), "00");
    }

    #[test]
    fn what_is_stored_may_be_anything_and_does_not_grow() {
        for odd in [None, Some(""), Some("{"), Some("[{}]")] {
            assert_eq!(read(odd, pin(123_456)), Receipts::default());
        }
        let mut stored = String::new();
        for game in 100_000..100_040 {
            stored = write(Some(&stored), pin(game), &receipts([7]));
        }
        assert_eq!(list(Some(&stored)).len(), MAX_RECEIPTS);
        assert_eq!(read(Some(&stored), pin(100_039)), receipts([7]));
    }
}
