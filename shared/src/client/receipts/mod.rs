//! What a player's client does with its receipts: which it keeps, and which it shows to the server,
//! until each is answered.

use crate::ids::RainId;
use crate::wire::{PacketState, Receipt, Refusal, ServerFrame, Stage, Welcome};

/// More are not kept: a player has one for each rain that is being settled.
pub const MAX_RECEIPTS: usize = 16;
/// The wait for an answer, on the average: the first one, and the longest.
const FIRST_MS: f64 = 2000.0;
const LONGEST_MS: f64 = 30_000.0;

/// The receipts of one player in one game: of packets that were caught and are not credited yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Receipts {
    held: Vec<Held>,
    /// The rain that the stage shows.
    shown: Option<RainId>,
}

#[derive(Clone, Debug, PartialEq)]
struct Held {
    receipt: Receipt,
    /// Where the server does not know the packet.
    showing: Option<Showing>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Showing {
    at_ms: f64,
    wait_ms: f64,
}

impl Receipts {
    /// Receipts that were kept before.
    #[must_use]
    pub fn new(receipts: impl IntoIterator<Item = Receipt>) -> Self {
        let mut made = Self::default();
        for receipt in receipts {
            made.hold(&receipt);
        }
        made
    }

    /// What is kept, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Receipt> {
        self.held.iter().map(|held| &held.receipt)
    }

    /// Takes a frame in at `now_ms`; whether what is kept has changed.
    pub fn receive(&mut self, frame: &ServerFrame, now_ms: f64) -> bool {
        match frame {
            ServerFrame::Packet(news) => {
                let (rain, packet) = (news.caught.rain, news.caught.packet);
                match (news.state, &news.receipt) {
                    (PacketState::Crediting, Some(receipt)) => self.hold(receipt),
                    (PacketState::Crediting, None) => self.rest(rain, packet),
                    _ => self.drop(|held| is_of(held, rain, packet)),
                }
            }
            ServerFrame::Missed { rain, why } if self.is_turned_away(*rain, why) => {
                self.drop(|held| held.receipt.rain == *rain && held.showing.is_some())
            }
            ServerFrame::Stage(stage) => {
                self.note_stage(&stage.stage);
                false
            }
            ServerFrame::Welcome(welcome) => {
                self.note_stage(&welcome.stage.stage);
                self.compare(welcome, now_ms)
            }
            _ => false,
        }
    }

    /// A receipt to show at `now_ms`, one at a time. What is not answered comes again, each
    /// time after a longer wait.
    pub fn due(&mut self, now_ms: f64, jitter: f64) -> Option<Receipt> {
        let is_due = |held: &&mut Held| held.showing.is_some_and(|it| it.at_ms <= now_ms);
        let held = self.held.iter_mut().find(is_due)?;
        let showing = held.showing.as_mut()?;
        showing.at_ms = now_ms + showing.wait_ms * (0.5 + jitter);
        showing.wait_ms = (showing.wait_ms * 2.0).min(LONGEST_MS);
        Some(held.receipt.clone())
    }

    /// When the next one is due; `None` where the server knows every packet.
    #[must_use]
    pub fn due_at(&self) -> Option<f64> {
        self.held.iter().filter_map(|held| Some(held.showing?.at_ms)).min_by(f64::total_cmp)
    }

    fn hold(&mut self, receipt: &Receipt) -> bool {
        let (rain, packet) = (receipt.rain, receipt.packet);
        self.rest(rain, packet);
        if self.iter().any(|known| known == receipt) {
            return false;
        }
        self.held.retain(|held| !is_of(held, rain, packet));
        self.held.push(Held { receipt: receipt.clone(), showing: None });
        if self.held.len() > MAX_RECEIPTS {
            self.held.remove(0);
        }
        true
    }

    /// The server knows the packet.
    fn rest(&mut self, rain: RainId, packet: u32) -> bool {
        let held = self.held.iter_mut().filter(|held| is_of(held, rain, packet));
        held.for_each(|held| held.showing = None);
        false
    }

    fn drop(&mut self, which: impl Fn(&Held) -> bool) -> bool {
        let before = self.held.len();
        self.held.retain(|held| !which(held));
        self.held.len() < before
    }

    /// Whether it is no receipt, or of no rain of this game. In a rain that the stage shows it is a
    /// tap to which there is no such rain: Redis has lost it, and the receipt counts all the more.
    fn is_turned_away(&self, rain: RainId, why: &Refusal) -> bool {
        *why == Refusal::NotAllowed || *why == Refusal::NoSuchRain && self.shown != Some(rain)
    }

    fn note_stage(&mut self, stage: &Stage) {
        self.shown = match stage {
            Stage::Rain(rain) | Stage::RainDone { rain, .. } => Some(rain.rain),
            _ => None,
        };
    }

    /// A snapshot shows the packet of the newest rain. Any other one may be lost, and on a connection
    /// that has broken nobody answers any more: each is shown at once.
    fn compare(&mut self, welcome: &Welcome, now_ms: f64) -> bool {
        let caught = welcome.you.as_ref().and_then(|you| you.caught.as_ref());
        for held in &mut self.held {
            if caught.is_some_and(|it| is_of(held, it.rain, it.packet)) {
                held.showing = None;
            } else {
                let first = Showing { at_ms: now_ms, wait_ms: FIRST_MS };
                held.showing.get_or_insert(first).at_ms = now_ms;
            }
        }
        let credited = caught.filter(|caught| caught.credited);
        credited.is_some_and(|it| self.drop(|held| is_of(held, it.rain, it.packet)))
    }
}

fn is_of(held: &Held, rain: RainId, packet: u32) -> bool {
    (held.receipt.rain, held.receipt.packet) == (rain, packet)
}

#[cfg(test)]
mod tests;
