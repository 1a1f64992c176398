//! Receipts of packets that were caught and are not credited yet. Whoever comes back to a server
//! that does not know the packet shows the receipt. Kept by `state::session` in the browser's storage;
//! a receipt goes once its packet is credited, void, or no receipt of ours at all.

use quizrain_shared::ids::{Pin, RainId};
use quizrain_shared::wire::{PacketState, Receipt, Refusal, ServerFrame};
use serde::{Deserialize, Serialize};

/// More are not kept: a player has one for each rain that is being settled.
const MOST: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    pin: Pin,
    receipt: Receipt,
}

/// The receipts of this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Receipts(Vec<Kept>);

impl Receipts {
    /// Reads what [`Self::write`] wrote; nothing where it cannot be read.
    pub(crate) fn read(text: Option<&str>) -> Self {
        Self(text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default())
    }

    /// The text that is stored.
    pub(crate) fn write(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// Takes in a frame of the game with a pin; whether something changed.
    pub(crate) fn heed(&mut self, pin: Pin, frame: &ServerFrame) -> bool {
        match frame {
            ServerFrame::Packet(news) if news.state == PacketState::Crediting => {
                match &news.receipt {
                    Some(receipt) => self.keep(pin, receipt.clone()),
                    None => false,
                }
            }
            ServerFrame::Packet(news) => self.drop(news.caught.rain, Some(news.caught.packet)),
            // It is no receipt, or of a rain that is not there.
            ServerFrame::Missed { rain, why: Refusal::NotAllowed | Refusal::NoSuchRain } => {
                self.drop(*rain, None)
            }
            ServerFrame::Welcome(welcome) => {
                let caught = welcome.you.as_ref().and_then(|you| you.caught.as_ref());
                let credited = caught.filter(|caught| caught.credited);
                credited.is_some_and(|caught| self.drop(caught.rain, Some(caught.packet)))
            }
            _ => false,
        }
    }

    /// What to show after a snapshot: packets of this game that it does not have.
    pub(crate) fn to_show(&self, pin: Pin, frame: &ServerFrame) -> Vec<Receipt> {
        let ServerFrame::Welcome(welcome) = frame else {
            return Vec::new();
        };
        let caught = welcome.you.as_ref().and_then(|you| you.caught.as_ref());
        let has = |receipt: &Receipt| {
            caught.is_some_and(|it| it.rain == receipt.rain && it.packet == receipt.packet)
        };
        let kept = self.0.iter().filter(|kept| kept.pin == pin && !has(&kept.receipt));
        kept.map(|kept| kept.receipt.clone()).collect()
    }

    fn keep(&mut self, pin: Pin, receipt: Receipt) -> bool {
        let kept = Kept { pin, receipt };
        if self.0.contains(&kept) {
            return false;
        }
        self.0.retain(|other| {
            (other.receipt.rain, other.receipt.packet) != (kept.receipt.rain, kept.receipt.packet)
        });
        self.0.push(kept);
        if self.0.len() > MOST {
            self.0.remove(0);
        }
        true
    }

    fn drop(&mut self, rain: RainId, packet: Option<u32>) -> bool {
        let before = self.0.len();
        self.0.retain(|kept| {
            kept.receipt.rain != rain || packet.is_some_and(|packet| packet != kept.receipt.packet)
        });
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::{GameId, Incarnation, Mac};
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::phase::{Kind, Phase};
    use quizrain_shared::wire::{
        Caught, GameInfo, Lobby, PacketNews, Position, Seat, Stage, StageAt, Welcome, You,
    };

    use super::*;

    const RAIN: RainId = RainId([1; 8]);

    fn pin() -> Pin {
        Pin::new(123_456).unwrap()
    }

    fn caught(packet: u32, credited: bool) -> Caught {
        Caught { rain: RAIN, packet, amount: Minor(5), currency: Currency::POINTS, credited }
    }

    fn receipt(packet: u32) -> Receipt {
        Receipt { rain: RAIN, packet, amount: Minor(5), at_ms: 1, mac: Mac([2; 32]) }
    }

    fn news(packet: u32, state: PacketState) -> ServerFrame {
        let crediting = state == PacketState::Crediting;
        let receipt = crediting.then(|| receipt(packet));
        ServerFrame::Packet(PacketNews { caught: caught(packet, !crediting), state, receipt })
    }

    fn welcome(caught: Option<Caught>) -> ServerFrame {
        let seat = Seat { number: 1, nickname: "Anna".into() };
        ServerFrame::Welcome(Box::new(Welcome {
            now_ms: 0,
            game: GameInfo { game: GameId([0; 8]), pin: pin(), title: "Quiz".into() },
            stage: StageAt {
                at: Position { incarnation: Incarnation([9; 8]), seq: 1 },
                phase: Phase { kind: Kind::Lobby, asked: 0, rounds: 1 },
                opens_ms: 0,
                closes_ms: 0,
                stage: Stage::Lobby,
            },
            lobby: Lobby { players: 1, newest: Vec::new(), locked: false },
            answered: 0,
            rain: None,
            you: Some(You { seat, answer: None, outcome: None, caught }),
        }))
    }

    #[test]
    fn a_receipt_is_shown_to_a_server_that_does_not_know_the_packet() {
        let mut receipts = Receipts::default();
        assert!(receipts.heed(pin(), &news(7, PacketState::Crediting)));
        assert!(!receipts.heed(pin(), &news(7, PacketState::Crediting)));
        let mut receipts = Receipts::read(Some(&receipts.write()));
        assert_eq!(receipts.to_show(pin(), &welcome(None)), [receipt(7)]);
        assert_eq!(receipts.to_show(pin(), &welcome(Some(caught(8, false)))), [receipt(7)]);
        assert_eq!(receipts.to_show(pin(), &welcome(Some(caught(7, false)))), []);
        assert_eq!(receipts.to_show(Pin::new(654_321).unwrap(), &welcome(None)), []);
        assert!(!receipts.heed(pin(), &welcome(Some(caught(7, false)))));
        assert!(receipts.heed(pin(), &welcome(Some(caught(7, true)))));
        assert_eq!(receipts, Receipts::default());
    }

    #[test]
    fn a_receipt_goes_with_the_last_word() {
        let refused = ServerFrame::Missed { rain: RAIN, why: Refusal::NotAllowed };
        for last in [news(7, PacketState::Credited), news(7, PacketState::Void), refused] {
            let mut receipts = Receipts::default();
            receipts.heed(pin(), &news(7, PacketState::Crediting));
            assert!(receipts.heed(pin(), &last), "{last:?}");
            assert_eq!(receipts.to_show(pin(), &welcome(None)), []);
        }
        let mut receipts = Receipts::default();
        receipts.heed(pin(), &news(7, PacketState::Crediting));
        let sold_out = ServerFrame::Missed { rain: RAIN, why: Refusal::SoldOut };
        assert!(!receipts.heed(pin(), &sold_out));
        assert!(!receipts.heed(pin(), &news(8, PacketState::Void)));
        assert_eq!(Receipts::read(Some("{")), Receipts::default());
    }
}
