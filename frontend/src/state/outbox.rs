//! What a person asked for and the server has not answered yet.
//!
//! `state::session` repeats it until there is an answer: on the server, joining, answering and
//! tapping are idempotent, so a lost frame costs a moment and never an answer or a packet.

use quizrain_shared::ids::RainId;
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::wire::{PlayerFrame, ServerFrame, You};

use super::apply::is_passing;

/// What a player can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A seat.
    Join(String),
    /// That an answer counts.
    Answer(u16, ChoiceSet),
    /// A packet, with a finger on a drop.
    Tap(RainId, u32),
}

impl Ask {
    /// The frame that asks.
    pub(crate) fn frame(&self) -> PlayerFrame {
        match self {
            Self::Join(nickname) => PlayerFrame::Join { nickname: nickname.clone() },
            Self::Answer(round, choices) => {
                PlayerFrame::Answer { round: *round, choices: *choices }
            }
            Self::Tap(rain, drop) => PlayerFrame::Tap { rain: *rain, drop: *drop },
        }
    }

    /// How long to wait for an answer before asking again, in milliseconds.
    fn patience_ms(&self) -> f64 {
        match self {
            Self::Join(_) => 3000.0,
            Self::Answer(..) => 1500.0,
            Self::Tap(..) => 700.0,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Pending {
    ask: Ask,
    again_at: f64,
    until: f64,
}

/// At most one unanswered wish: the phases in which they can be made exclude each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outbox {
    pending: Option<Pending>,
}

impl Outbox {
    /// A new wish, sent at `now` and dropped without an answer after `until` (milliseconds of the
    /// monotonic clock).
    pub(crate) fn put(&mut self, ask: Ask, now: f64, until: f64) {
        let again_at = now + ask.patience_ms();
        self.pending = Some(Pending { ask, again_at, until });
    }

    /// The wish, while it waits.
    pub(crate) fn waiting(&self) -> Option<&Ask> {
        self.pending.as_ref().map(|pending| &pending.ask)
    }

    /// The answer to a round that waits to be confirmed.
    pub(crate) fn answering(&self, round: u16) -> Option<ChoiceSet> {
        match self.waiting() {
            Some(Ask::Answer(of, choices)) if *of == round => Some(*choices),
            _ => None,
        }
    }

    /// Whether a tap in this rain waits for its verdict.
    pub(crate) fn grabbing(&self, rain: RainId) -> bool {
        matches!(self.waiting(), Some(Ask::Tap(of, _)) if *of == rain)
    }

    /// Whether a seat has been asked for.
    pub(crate) fn joining(&self) -> bool {
        matches!(self.waiting(), Some(Ask::Join(_)))
    }

    /// What to ask again at `now`.
    pub(crate) fn due(&mut self, now: f64) -> Option<PlayerFrame> {
        self.pending = self.pending.take().filter(|pending| now <= pending.until);
        let pending = self.pending.as_mut().filter(|pending| pending.again_at <= now)?;
        pending.again_at = now + pending.ask.patience_ms();
        Some(pending.ask.frame())
    }

    /// A frame came at `now`; `jitter` is an even number from 0 to 1.
    pub(crate) fn heed(&mut self, frame: &ServerFrame, now: f64, jitter: f64) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        let answered = match frame {
            ServerFrame::Welcome(welcome) => {
                // A snapshot follows a reconnection, which may have swallowed the frame.
                pending.again_at = now;
                welcome.you.as_ref().is_some_and(|you| pending.ask.is_granted(you))
            }
            ServerFrame::Answered { round, .. } => {
                matches!(&pending.ask, Ask::Answer(of, _) if of <= round)
            }
            ServerFrame::Caught(caught) | ServerFrame::Credited(caught) => {
                matches!(&pending.ask, Ask::Tap(of, _) if *of == caught.rain)
            }
            ServerFrame::Missed { rain, why } if is_passing(why) => {
                if matches!(&pending.ask, Ask::Tap(of, _) if of == rain) {
                    pending.again_at = now + 150.0 + 450.0 * jitter;
                }
                false
            }
            ServerFrame::Missed { rain, .. } => {
                matches!(&pending.ask, Ask::Tap(of, _) if of == rain)
            }
            ServerFrame::Refused(why) if is_passing(why) => {
                pending.again_at = now + 150.0 + 450.0 * jitter;
                false
            }
            ServerFrame::Refused(_) => true,
            _ => false,
        };
        if answered {
            self.pending = None;
        }
    }
}

impl Ask {
    /// Whether a snapshot shows that the wish has come true.
    fn is_granted(&self, you: &You) -> bool {
        match self {
            Self::Join(_) => true,
            Self::Answer(round, _) => {
                you.outcome.as_ref().is_some_and(|outcome| outcome.round >= *round)
                    || you.answer.is_some()
            }
            Self::Tap(rain, _) => you.caught.as_ref().is_some_and(|caught| caught.rain == *rain),
        }
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::wire::Refusal;

    use super::*;

    const RAIN: RainId = RainId([7; 8]);

    fn tapped() -> Outbox {
        let mut outbox = Outbox::default();
        outbox.put(Ask::Tap(RAIN, 3), 1000.0, 9000.0);
        outbox
    }

    #[test]
    fn a_tap_is_repeated_until_its_verdict() {
        let mut outbox = tapped();
        assert_eq!(outbox.due(1699.0), None);
        let again = Some(PlayerFrame::Tap { rain: RAIN, drop: 3 });
        assert_eq!(outbox.due(1700.0), again);
        assert_eq!(outbox.due(1701.0), None);
        assert_eq!(outbox.due(2400.0), again);
        let other = ServerFrame::Missed { rain: RainId([8; 8]), why: Refusal::SoldOut };
        outbox.heed(&other, 2500.0, 0.0);
        assert!(outbox.grabbing(RAIN));
        let verdict = ServerFrame::Missed { rain: RAIN, why: Refusal::SoldOut };
        outbox.heed(&verdict, 2500.0, 0.0);
        assert!(!outbox.grabbing(RAIN));
        assert_eq!(outbox.due(9000.0), None);
    }

    #[test]
    fn a_tap_is_given_up_some_time_after_the_rain() {
        let mut outbox = tapped();
        assert!(outbox.due(9000.0).is_some());
        assert_eq!(outbox.due(9001.0), None);
        assert_eq!(outbox.waiting(), None);
    }

    #[test]
    fn a_busy_server_is_asked_again_soon() {
        for busy in [
            ServerFrame::Refused(Refusal::Unavailable),
            ServerFrame::Missed { rain: RAIN, why: Refusal::Unavailable },
        ] {
            let mut outbox = tapped();
            outbox.heed(&busy, 1100.0, 0.5);
            assert_eq!(outbox.due(1474.0), None);
            assert!(outbox.due(1475.0).is_some());
        }
    }

    #[test]
    fn a_refused_wish_is_over() {
        let mut outbox = Outbox::default();
        outbox.put(Ask::Join("Anna".into()), 0.0, f64::INFINITY);
        assert!(outbox.joining());
        outbox.heed(&ServerFrame::Refused(Refusal::NicknameTaken), 10.0, 0.0);
        assert_eq!(outbox, Outbox::default());
    }

    #[test]
    fn an_answer_waits_for_its_own_round() {
        let mut outbox = Outbox::default();
        outbox.put(Ask::Answer(2, ChoiceSet::one(1)), 0.0, 60_000.0);
        assert_eq!(outbox.answering(2), Some(ChoiceSet::one(1)));
        assert_eq!(outbox.answering(1), None);
        let choices = ChoiceSet::one(0);
        outbox.heed(&ServerFrame::Answered { round: 1, choices }, 1.0, 0.0);
        assert!(outbox.waiting().is_some());
        outbox.heed(&ServerFrame::Answered { round: 2, choices }, 1.0, 0.0);
        assert!(outbox.waiting().is_none());
    }
}
