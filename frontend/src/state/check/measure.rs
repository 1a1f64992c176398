//! One measurement after the other: when to connect, when to ping, and when the line is dead. Pure; the clock is
//! passed in. `account::check` does what it says.

use quizrain_shared::client::timing::OPENING_MS;
use quizrain_shared::wire::CloseReason;

use super::Reach;
use super::trips::{LOST_MS, Trips};

/// How far apart pings are.
pub(crate) const PING_EVERY_MS: u32 = 250;
/// Pings of a measurement.
pub(crate) const SHORT: usize = 20;
/// Pings of one that takes a minute.
pub(crate) const MINUTE: usize = 240;

/// Pings that are lost one after the other on an open socket, which is dead then.
const DEAD: usize = 6;
/// How soon it is tried again to connect.
const RETRY_MS: f64 = 1000.0;
/// The same where the server had no room.
const FULL_RETRY_MS: f64 = 5000.0;
/// A moment that took so long was none: nobody saw the page, and nothing was asked.
const PAUSE_MS: f64 = 2000.0;
/// The number of pings that are in no measurement: whether a line that was dead answers again.
const PROBE: u32 = u32::MAX;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Open a socket.
    Connect,
    /// Close it.
    Close,
    /// Send the ping of this number.
    Ping(u32),
    /// Find out why there is no socket, and tell [`Measure::told_why`].
    AskWhy,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Socket {
    /// There is none, and none is tried before this.
    Closed { until: f64 },
    /// One is opened since then.
    Opening { since: f64 },
    /// It is open since then, from this ping on.
    Open { since: f64, first: usize },
}

/// The state of the measuring.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    trips: Trips,
    /// Pings that are still to go out.
    left: usize,
    /// How many there are in all.
    whole: usize,
    reach: Reach,
    socket: Socket,
    /// When a moment had passed last.
    ticked: f64,
}

impl Measure {
    /// A short measurement is about to begin.
    pub(crate) fn new() -> Self {
        let socket = Socket::Closed { until: 0.0 };
        let (trips, reach) = (Trips::default(), Reach::Opening);
        Self { trips, left: SHORT, whole: SHORT, reach, socket, ticked: 0.0 }
    }

    /// Begins anew, with so many pings.
    pub(crate) fn start(&mut self, pings: usize) {
        (self.trips, self.left, self.whole) = (self.trips.next(), pings, pings);
        match &mut self.socket {
            Socket::Closed { until } => *until = 0.0,
            Socket::Opening { .. } => {}
            Socket::Open { first, .. } => *first = 0,
        }
    }

    /// The line has changed, says the browser: what is being measured goes on at once, with the gap that it has, and
    /// what was measured is measured again.
    pub(crate) fn wake(&mut self, now: f64) {
        if self.is_done(now) {
            self.start(SHORT);
        } else if let Socket::Closed { until } = &mut self.socket {
            *until = 0.0;
        }
    }

    /// A moment has passed, of [`PING_EVERY_MS`].
    pub(crate) fn tick(&mut self, now: f64) -> Vec<Act> {
        if now - self.ticked > PAUSE_MS
            && let Socket::Opening { since } | Socket::Open { since, .. } = &mut self.socket
        {
            *since = now;
        }
        self.ticked = now;
        match self.socket {
            Socket::Closed { until } => {
                self.miss();
                if now < until || (self.left == 0 && self.reach == Reach::Open) {
                    return Vec::new();
                }
                self.socket = Socket::Opening { since: now };
                vec![Act::Connect]
            }
            Socket::Opening { since } if now - since > OPENING_MS => self.fail(now),
            Socket::Opening { .. } => {
                self.miss();
                Vec::new()
            }
            Socket::Open { since, first } if self.is_dead(since, first, now) => self.fail(now),
            Socket::Open { .. } if self.left > 0 => {
                self.left -= 1;
                vec![Act::Ping(self.trips.send(now))]
            }
            Socket::Open { .. } if self.reach != Reach::Open => vec![Act::Ping(PROBE)],
            Socket::Open { .. } if self.trips.is_settled(now) => {
                self.socket = Socket::Closed { until: 0.0 };
                vec![Act::Close]
            }
            Socket::Open { .. } => Vec::new(),
        }
    }

    /// A ping is due that cannot go out, where a socket was tried in vain.
    fn miss(&mut self) {
        if self.left > 0 && self.reach.is_failure() {
            self.left -= 1;
            // The line has lost nothing where the server is full.
            if self.reach != Reach::Full {
                self.trips.miss();
            }
        }
    }

    /// Whether nothing comes over a socket that is open since then, from this ping on.
    fn is_dead(&self, since: f64, first: usize, now: f64) -> bool {
        let never_answered = self.reach != Reach::Open && now - since > 2.0 * LOST_MS;
        never_answered || self.trips.lost_at_the_end(first, now) >= DEAD
    }

    /// There is no socket, or it is dead.
    fn fail(&mut self, now: f64) -> Vec<Act> {
        self.socket = Socket::Closed { until: now + RETRY_MS };
        if !self.reach.is_failure() || self.reach == Reach::Full {
            self.reach = Reach::Offline;
        }
        vec![Act::Close, Act::AskWhy]
    }

    /// The socket was let in to be told that there is no room.
    fn turned_away(&mut self, now: f64) -> Vec<Act> {
        self.socket = Socket::Closed { until: now + FULL_RETRY_MS };
        self.reach = Reach::Full;
        if !self.trips.any_answered() {
            self.trips = self.trips.next();
        }
        vec![Act::Close]
    }

    /// The socket is open. Whether anything comes over it is not known yet.
    pub(crate) fn opened(&mut self, now: f64) {
        self.socket = Socket::Open { since: now, first: self.trips.len() };
    }

    /// The socket is closed with a code, and not by us.
    pub(crate) fn closed(&mut self, code: u16, now: f64) -> Vec<Act> {
        match self.socket {
            Socket::Closed { .. } => Vec::new(),
            _ if code == CloseReason::TryLater.code() => self.turned_away(now),
            Socket::Opening { .. } | Socket::Open { .. } => self.fail(now),
        }
    }

    /// Why there is no socket.
    pub(crate) fn told_why(&mut self, why: Reach) {
        if self.reach.is_failure() && self.reach != Reach::Full {
            self.reach = why;
        }
    }

    /// An answer came, with the server's time, when the device's clock said so. Where the line was dead, what brought
    /// nothing begins anew.
    pub(crate) fn answered(&mut self, number: u32, server_ms: f64, now: f64, clock_ms: f64) {
        let was_dead = self.reach.is_failure();
        self.reach = Reach::Open;
        if was_dead && !self.trips.any_answered() {
            self.start(self.whole);
        }
        self.trips.answer(number, server_ms, now, clock_ms);
    }

    /// Whether this measurement is over, and its socket closed: the next one opens another, on the line as it is then.
    pub(crate) fn is_done(&self, now: f64) -> bool {
        let measures = matches!(self.socket, Socket::Open { .. }) && self.reach == Reach::Open;
        self.left == 0 && self.trips.is_settled(now) && !measures
    }

    /// Whether the server is reached.
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// What was measured.
    pub(crate) fn trips(&self) -> &Trips {
        &self.trips
    }
}

#[cfg(test)]
mod tests {
    use super::super::trips::Figures;
    use super::*;

    const STEP: f64 = PING_EVERY_MS as f64;
    /// The code of a socket that is gone without a word.
    const LOST: u16 = 1006;
    const FULL: u16 = CloseReason::TryLater.code();

    /// Lets time pass, with a line that answers after so many ms, or not at all.
    fn pass(measure: &mut Measure, now: &mut f64, ticks: usize, line_ms: Option<f64>) -> Vec<Act> {
        let mut all = Vec::new();
        for _ in 0..ticks {
            *now += STEP;
            for act in measure.tick(*now) {
                if let (Act::Ping(number), Some(ms)) = (act, line_ms) {
                    measure.answered(number, 0.0, *now + ms, 0.0);
                }
                all.push(act);
            }
        }
        all
    }

    #[test]
    fn a_good_line_is_measured_and_left_alone() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        assert_eq!(measure.tick(now), [Act::Connect]);
        // Nothing is lost while it opens.
        assert!(pass(&mut measure, &mut now, 10, None).is_empty());
        measure.opened(now);
        let acts = pass(&mut measure, &mut now, 100, Some(30.0));
        assert_eq!(acts.len(), SHORT + 1);
        assert_eq!(acts.last(), Some(&Act::Close));
        assert!(measure.is_done(now));
        let figures = measure.trips().figures(now);
        assert_eq!((figures.of, figures.lost, measure.reach()), (SHORT, 0, Reach::Open));
        assert!(measure.closed(LOST, now).is_empty());
        measure.start(MINUTE);
        assert!(!measure.is_done(now));
        assert_eq!(pass(&mut measure, &mut now, 1, None), [Act::Connect]);
    }

    #[test]
    fn where_nothing_opens_it_says_so_asks_why_and_recovers() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        measure.tick(now);
        assert_eq!(measure.closed(LOST, now), [Act::Close, Act::AskWhy]);
        assert_eq!(measure.reach(), Reach::Offline);
        measure.told_why(Reach::NoSocket);
        let acts = pass(&mut measure, &mut now, 30, None);
        assert_eq!(acts, [Act::Connect]);
        assert!(measure.is_done(now));
        assert_eq!(measure.trips().figures(now).lost, SHORT);
        assert_eq!(measure.reach(), Reach::NoSocket);
        measure.opened(now);
        assert!(measure.is_done(now));
        // It answers, and is measured anew.
        pass(&mut measure, &mut now, 1, Some(5.0));
        measure.told_why(Reach::Offline);
        assert!(!measure.is_done(now));
        pass(&mut measure, &mut now, 100, Some(5.0));
        let figures = measure.trips().figures(now);
        assert_eq!((figures.of, figures.lost, measure.reach()), (SHORT, 0, Reach::Open));
    }

    #[test]
    fn a_full_server_is_not_a_bad_line_and_is_asked_again() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        measure.tick(now);
        measure.opened(now);
        // One ping is out before the word comes.
        assert_eq!(pass(&mut measure, &mut now, 1, None), [Act::Ping(0)]);
        assert_eq!(measure.closed(FULL, now), [Act::Close]);
        measure.told_why(Reach::NoSocket);
        assert_eq!(measure.reach(), Reach::Full);
        assert_eq!(pass(&mut measure, &mut now, 20, None), [Act::Connect]);
        assert!(measure.is_done(now));
        assert_eq!(measure.trips().figures(now), Figures::default());
        // Now nothing gets through at all.
        assert_eq!(measure.closed(LOST, now), [Act::Close, Act::AskWhy]);
        measure.told_why(Reach::NoSocket);
        assert_eq!(measure.reach(), Reach::NoSocket);
        pass(&mut measure, &mut now, 4, None);
        assert_eq!(measure.closed(FULL, now), [Act::Close]);
        pass(&mut measure, &mut now, 20, None);
        // There is room, and it is measured.
        measure.opened(now);
        pass(&mut measure, &mut now, 100, Some(5.0));
        let figures = measure.trips().figures(now);
        assert_eq!((figures.of, figures.lost, measure.reach()), (SHORT, 0, Reach::Open));
    }

    #[test]
    fn what_nobody_sees_is_not_waited_for() {
        for opened in [false, true] {
            let (mut measure, mut now) = (Measure::new(), 0.0);
            measure.tick(now);
            if opened {
                measure.opened(now);
            }
            now += 60_000.0;
            let acts = pass(&mut measure, &mut now, 4, Some(5.0));
            assert!(!acts.contains(&Act::AskWhy), "{acts:?}");
            assert!(!measure.reach().is_failure());
        }
    }

    #[test]
    fn a_handshake_that_does_not_come_is_given_up() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        measure.tick(now);
        let acts = pass(&mut measure, &mut now, 33, None);
        assert_eq!(acts, [Act::Close, Act::AskWhy]);
        let acts = pass(&mut measure, &mut now, 4, None);
        assert_eq!(acts, [Act::Connect]);
    }

    #[test]
    fn a_socket_that_opens_and_brings_nothing_is_no_connection() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        measure.tick(now);
        for _ in 0..10 {
            measure.opened(now);
            pass(&mut measure, &mut now, 1, None);
            measure.closed(LOST, now);
            assert!(measure.reach().is_failure());
            assert_eq!(pass(&mut measure, &mut now, 4, None), [Act::Connect]);
        }
        assert!(measure.is_done(now + LOST_MS));
        assert_eq!(measure.trips().figures(now + LOST_MS).lost, SHORT);
        // One that stays open and silent is given up as well.
        measure.opened(now);
        let acts = pass(&mut measure, &mut now, 17, None);
        assert!(acts.contains(&Act::AskWhy), "{acts:?}");
    }

    #[test]
    fn a_line_that_goes_silent_is_dead_and_a_long_measurement_keeps_the_gap() {
        let (mut measure, mut now) = (Measure::new(), 0.0);
        measure.start(MINUTE);
        measure.tick(now);
        measure.opened(now);
        pass(&mut measure, &mut now, 20, Some(10.0));
        let acts = pass(&mut measure, &mut now, 16, None);
        assert!(acts.contains(&Act::AskWhy), "{acts:?}");
        assert!(measure.reach().is_failure());
        pass(&mut measure, &mut now, 20, None);
        // Nor is it begun anew when the browser says that there is a line again.
        measure.wake(now);
        measure.opened(now);
        pass(&mut measure, &mut now, 400, Some(10.0));
        let figures = measure.trips().figures(now);
        assert_eq!(figures.of, MINUTE);
        assert!(figures.lost > 20 && figures.lost < 60, "{figures:?}");
        assert_eq!(measure.reach(), Reach::Open);
        measure.wake(now);
        assert!(!measure.is_done(now), "what is over is measured again");
    }
}
