//! What a person asked for and the server has not answered yet.
//!
//! A client repeats it until there is an answer, so that a lost frame costs a moment and never an
//! answer, a packet or a click.

use crate::ids::RainId;
use crate::question::Answer;
use crate::wire::ServerFrame;

use super::requests::{Progress, Request};
use super::timing::{BUSY_RETRY_MS, STUCK_MS};

#[derive(Clone, Debug, PartialEq)]
struct Waiting {
    request: Request,
    again_at: f64,
    until: f64,
    stuck_at: f64,
}

/// What to do about an unanswered request.
#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    /// Send it again.
    Send(Request),
    /// The connection may be dead.
    ConnectionSuspect,
}

/// At most one unanswered request: the phases in which they can be made exclude each other, but for another face, whose
/// place a later request takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pending {
    waiting: Option<Waiting>,
}

impl Pending {
    /// A new request, sent at `now` and dropped without an answer after `until`.
    pub fn submit(&mut self, request: Request, now: f64, until: f64) {
        let again_at = now + request.retry_after_ms();
        self.waiting = Some(Waiting { request, again_at, until, stuck_at: now + STUCK_MS });
    }

    /// The request, while it waits.
    #[must_use]
    pub fn waiting(&self) -> Option<&Request> {
        self.waiting.as_ref().map(|waiting| &waiting.request)
    }

    /// The answer to a round that waits to be confirmed.
    #[must_use]
    pub fn answering(&self, round: u16) -> Option<&Answer> {
        match self.waiting() {
            Some(Request::Answer(of, answer)) if *of == round => Some(answer),
            _ => None,
        }
    }

    /// Whether a tap in this rain waits for its verdict.
    #[must_use]
    pub fn is_tapping(&self, rain: RainId) -> bool {
        matches!(self.waiting(), Some(Request::Tap(of, _)) if *of == rain)
    }

    /// Whether a seat has been asked for.
    #[must_use]
    pub fn is_joining(&self) -> bool {
        matches!(self.waiting(), Some(Request::Join(..)))
    }

    /// When [`Self::due`] has something to do.
    #[must_use]
    pub fn due_at(&self) -> f64 {
        self.waiting.as_ref().map_or(f64::INFINITY, |waiting| {
            waiting.again_at.min(waiting.stuck_at).min(waiting.until + 1.0)
        })
    }

    /// What to do at `now`, if anything.
    pub fn due(&mut self, now: f64) -> Option<Due> {
        self.waiting = self.waiting.take().filter(|waiting| now <= waiting.until);
        let waiting = self.waiting.as_mut()?;
        if waiting.again_at <= now {
            waiting.again_at = now + waiting.request.retry_after_ms();
            Some(Due::Send(waiting.request.clone()))
        } else if waiting.stuck_at <= now {
            waiting.stuck_at = f64::INFINITY;
            Some(Due::ConnectionSuspect)
        } else {
            None
        }
    }

    /// A frame came at `now`.
    pub fn receive(&mut self, frame: &ServerFrame, now: f64, jitter: f64) {
        let Some(waiting) = &mut self.waiting else {
            return;
        };
        match waiting.request.progress(frame) {
            Progress::Unrelated => {}
            Progress::Done => self.waiting = None,
            Progress::Later => {
                waiting.again_at = now + BUSY_RETRY_MS * (1.0 + 3.0 * jitter);
            }
            Progress::In(seconds) => {
                // Many were told the same. The connection is as good as before.
                waiting.again_at = now + 1000.0 * f64::from(seconds) * (1.0 + jitter);
                waiting.stuck_at = f64::INFINITY;
            }
            Progress::Lost => waiting.again_at = now,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::avatar::Avatar;
    use crate::ids::Contribution;
    use crate::phase::Move;
    use crate::question::ChoiceSet;
    use crate::settings::Settings;
    use crate::wire::{HostFrame, Lobby, Refusal, Seat};

    use super::super::requests::Seeker;
    use super::*;

    const RAIN: RainId = RainId([7; 8]);

    fn with(request: Request) -> Pending {
        let mut pending = Pending::default();
        pending.submit(request, 1000.0, 9000.0);
        pending
    }

    fn tapped() -> Pending {
        with(Request::Tap(RAIN, 3))
    }

    #[test]
    fn a_tap_is_repeated_until_its_verdict() {
        let mut pending = tapped();
        assert_eq!(pending.due(1699.0), None);
        let again = Some(Due::Send(Request::Tap(RAIN, 3)));
        assert_eq!(pending.due(1700.0), again);
        assert_eq!(pending.due(1701.0), None);
        assert_eq!(pending.due(2400.0), again);
        let other = ServerFrame::Missed { rain: RainId([8; 8]), why: Refusal::SoldOut };
        pending.receive(&other, 2500.0, 0.0);
        assert!(pending.is_tapping(RAIN));
        let verdict = ServerFrame::Missed { rain: RAIN, why: Refusal::SoldOut };
        pending.receive(&verdict, 2500.0, 0.0);
        assert!(!pending.is_tapping(RAIN));
        assert_eq!(pending.due(9000.0), None);
    }

    #[test]
    fn a_tap_is_given_up_some_time_after_the_rain() {
        let mut pending = tapped();
        assert!(pending.due(9000.0).is_some());
        assert_eq!(pending.due(9001.0), None);
        assert_eq!(pending.waiting(), None);
    }

    #[test]
    fn a_busy_server_is_asked_again_soon() {
        for busy in [
            ServerFrame::Refused(Refusal::Unavailable),
            ServerFrame::Missed { rain: RAIN, why: Refusal::Unavailable },
        ] {
            let mut pending = tapped();
            pending.receive(&busy, 1100.0, 0.5);
            assert_eq!(pending.due(1474.0), None);
            assert!(pending.due(1475.0).is_some());
        }
    }

    #[test]
    fn a_refused_request_is_over() {
        let mut pending = with(Request::Join(Seeker {
            nickname: "Anna".into(),
            entropy: Contribution([9; 16]),
            team: None,
            field: None,
            avatar: None,
        }));
        assert!(pending.is_joining());
        let many = ServerFrame::Refused(Refusal::TooManyJoins { seconds: 20 });
        pending.receive(&many, 1005.0, 0.1);
        assert!(pending.is_joining());
        assert_eq!(pending.due_at(), 9001.0_f64.min(1005.0 + 22_000.0));
        pending.receive(&ServerFrame::Refused(Refusal::NicknameTaken), 1010.0, 0.0);
        assert_eq!(pending, Pending::default());
    }

    #[test]
    fn a_face_waits_until_the_seat_has_it() {
        let mut pending = with(Request::Avatar(Avatar(9)));
        let seated = |number| {
            let nickname = "Anna".to_owned();
            ServerFrame::Seated(Seat { number: 1, nickname, team: None, avatar: Avatar(number) })
        };
        // A host gives the player another name.
        pending.receive(&seated(8), 1001.0, 0.0);
        assert!(pending.waiting().is_some());
        pending.receive(&ServerFrame::Refused(Refusal::TooFast), 1002.0, 0.0);
        assert_eq!(pending.due(1152.0), Some(Due::Send(Request::Avatar(Avatar(9)))));
        pending.receive(&seated(9), 1160.0, 0.0);
        assert!(pending.waiting().is_none());
    }

    #[test]
    fn an_answer_waits_for_its_own_round() {
        let answer = Answer::from(ChoiceSet::one(1));
        let mut pending = with(Request::Answer(2, answer.clone()));
        assert_eq!(pending.answering(2), Some(&answer));
        assert_eq!(pending.answering(1), None);
        let counted = |round| ServerFrame::Answered { round, answer: ChoiceSet::one(0).into() };
        pending.receive(&counted(1), 1001.0, 0.0);
        assert!(pending.waiting().is_some());
        pending.receive(&counted(2), 1001.0, 0.0);
        assert!(pending.waiting().is_none());
    }

    #[test]
    fn what_is_said_of_a_face_says_nothing_of_an_answer() {
        let late = ServerFrame::Refused(Refusal::NotNow);
        let mut pending = with(Request::Avatar(Avatar(9)));
        // The question has come, and its answer takes the place of the face.
        pending.submit(Request::Answer(2, ChoiceSet::one(1).into()), 1001.0, 9000.0);
        pending.receive(&late, 1002.0, 0.0);
        assert!(pending.answering(2).is_some());
        pending.receive(&ServerFrame::Refused(Refusal::TooLate), 1003.0, 0.0);
        assert!(pending.waiting().is_none());
        for asked in
            [Request::Avatar(Avatar(9)), Request::Host(HostFrame::Move { mv: Move::Ask, seen: 4 })]
        {
            let mut pending = with(asked);
            pending.receive(&late, 1002.0, 0.0);
            assert!(pending.waiting().is_none());
        }
    }

    #[test]
    fn a_click_without_an_answer_casts_doubt_once() {
        let mut pending = with(Request::Host(HostFrame::Move { mv: Move::Ask, seen: 4 }));
        assert_eq!(pending.due(3499.0), None);
        assert_eq!(pending.due(3500.0), Some(Due::ConnectionSuspect));
        assert_eq!(pending.due(8000.0), None);
    }

    #[test]
    fn a_lock_is_answered_by_the_door() {
        let settings = Settings { locked: true, ..Settings::default() };
        let mut pending = with(Request::Host(HostFrame::Configure { settings }));
        let door = |locked| {
            ServerFrame::Lobby(Lobby {
                players: 1,
                newest: Vec::new(),
                settings: Settings { locked, ..Settings::default() },
            })
        };
        pending.receive(&door(false), 1100.0, 0.0);
        assert!(pending.waiting().is_some());
        pending.receive(&door(true), 1100.0, 0.0);
        assert!(pending.waiting().is_none());
    }
}
