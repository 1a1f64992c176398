//! What a person asked for and the server has not answered yet.
//!
//! `state::session` repeats it until there is an answer, so that a lost frame costs a moment and
//! never an answer, a packet or a click.

use quizrain_shared::ids::RainId;
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::wire::ServerFrame;

use super::ask::{Ask, Reply};

/// No answer for so long means that the connection may be dead, in milliseconds.
const STUCK_MS: f64 = 2500.0;

#[derive(Clone, Debug, PartialEq)]
struct Pending {
    ask: Ask,
    again_at: f64,
    until: f64,
    stuck_at: f64,
}

/// What to do about an unanswered wish.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Due {
    /// Ask again.
    Ask(Ask),
    /// The connection may be dead.
    Doubt,
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
        self.pending = Some(Pending { ask, again_at, until, stuck_at: now + STUCK_MS });
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
        matches!(self.waiting(), Some(Ask::Join(..)))
    }

    /// What to do at `now`, if anything.
    pub(crate) fn due(&mut self, now: f64) -> Option<Due> {
        self.pending = self.pending.take().filter(|pending| now <= pending.until);
        let pending = self.pending.as_mut()?;
        if pending.again_at <= now {
            pending.again_at = now + pending.ask.patience_ms();
            Some(Due::Ask(pending.ask.clone()))
        } else if pending.stuck_at <= now {
            pending.stuck_at = f64::INFINITY;
            Some(Due::Doubt)
        } else {
            None
        }
    }

    /// A frame came at `now`; `jitter` is an even number from 0 to 1.
    pub(crate) fn heed(&mut self, frame: &ServerFrame, now: f64, jitter: f64) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        match pending.ask.reply(frame) {
            Reply::None => {}
            Reply::Decided => self.pending = None,
            Reply::Later => pending.again_at = now + 150.0 + 450.0 * jitter,
            Reply::Again => pending.again_at = now,
        }
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Contribution;
    use quizrain_shared::phase::Move;
    use quizrain_shared::wire::{Lobby, Refusal};

    use super::*;

    const RAIN: RainId = RainId([7; 8]);

    fn with(ask: Ask) -> Outbox {
        let mut outbox = Outbox::default();
        outbox.put(ask, 1000.0, 9000.0);
        outbox
    }

    fn tapped() -> Outbox {
        with(Ask::Tap(RAIN, 3))
    }

    #[test]
    fn a_tap_is_repeated_until_its_verdict() {
        let mut outbox = tapped();
        assert_eq!(outbox.due(1699.0), None);
        let again = Some(Due::Ask(Ask::Tap(RAIN, 3)));
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
        let mut outbox = with(Ask::Join("Anna".into(), Contribution([9; 16])));
        assert!(outbox.joining());
        outbox.heed(&ServerFrame::Refused(Refusal::NicknameTaken), 1010.0, 0.0);
        assert_eq!(outbox, Outbox::default());
    }

    #[test]
    fn an_answer_waits_for_its_own_round() {
        let mut outbox = with(Ask::Answer(2, ChoiceSet::one(1)));
        assert_eq!(outbox.answering(2), Some(ChoiceSet::one(1)));
        assert_eq!(outbox.answering(1), None);
        let choices = ChoiceSet::one(0);
        outbox.heed(&ServerFrame::Answered { round: 1, choices }, 1001.0, 0.0);
        assert!(outbox.waiting().is_some());
        outbox.heed(&ServerFrame::Answered { round: 2, choices }, 1001.0, 0.0);
        assert!(outbox.waiting().is_none());
    }

    #[test]
    fn a_click_without_an_answer_casts_doubt_once() {
        let mut outbox = with(Ask::Move(Move::Ask, 4));
        assert_eq!(outbox.due(3499.0), None);
        assert_eq!(outbox.due(3500.0), Some(Due::Doubt));
        assert_eq!(outbox.due(8000.0), None);
    }

    #[test]
    fn a_lock_is_answered_by_the_door() {
        let mut outbox = with(Ask::Lock(true));
        let door = |locked| ServerFrame::Lobby(Lobby { players: 1, newest: Vec::new(), locked });
        outbox.heed(&door(false), 1100.0, 0.0);
        assert!(outbox.waiting().is_some());
        outbox.heed(&door(true), 1100.0, 0.0);
        assert!(outbox.waiting().is_none());
    }
}
