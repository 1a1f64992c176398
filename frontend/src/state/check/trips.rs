//! Round trips of pings, and what they come to.

/// An answer that comes later is lost: a player would have given up.
pub(crate) const LOST_MS: f64 = 2000.0;

/// A ping, and how long its answer took; `None`: there is none yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ping {
    sent_ms: f64,
    took_ms: Option<f64>,
}

impl Ping {
    /// Whether it is known what became of it.
    fn is_settled(self, now: f64) -> bool {
        self.took_ms.is_some() || now - self.sent_ms >= LOST_MS
    }
}

/// The pings of one measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trips {
    /// The number of the first ping: what is still on its way from the measurement before answers none of these.
    base: u32,
    pings: Vec<Ping>,
    /// The quickest round trip, and how far the device's clock was ahead of the server's then.
    ahead: Option<(f64, f64)>,
}

/// Round trips in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Times {
    pub(crate) median_ms: f64,
    pub(crate) worst_ms: f64,
    /// How much one differs from the next, on average.
    pub(crate) jitter_ms: f64,
}

/// What a measurement has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    /// Pings of which it is known what became of them.
    pub(crate) of: usize,
    /// Those of them that were not answered in time.
    pub(crate) lost: usize,
    /// `None`: nothing was answered.
    pub(crate) times: Option<Times>,
    /// How far the device's clock is ahead of the server's, in ms.
    pub(crate) ahead_ms: Option<f64>,
}

impl Trips {
    /// Those of the next measurement: none yet.
    pub(crate) fn next(&self) -> Self {
        let base = self.base.saturating_add(self.count());
        Self { base, ..Self::default() }
    }

    fn count(&self) -> u32 {
        u32::try_from(self.pings.len()).unwrap_or(u32::MAX)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.pings.len()
    }

    /// A ping goes out; its number.
    pub(crate) fn send(&mut self, now: f64) -> u32 {
        let number = self.base.saturating_add(self.count());
        self.pings.push(Ping { sent_ms: now, took_ms: None });
        number
    }

    /// A ping was due, and there was no way out.
    pub(crate) fn miss(&mut self) {
        self.pings.push(Ping { sent_ms: f64::NEG_INFINITY, took_ms: None });
    }

    /// An answer came, with the server's time, when the device's clock said so.
    pub(crate) fn answer(&mut self, number: u32, server_ms: f64, now: f64, clock_ms: f64) {
        let at = number.checked_sub(self.base).and_then(|at| usize::try_from(at).ok());
        let ping = at.and_then(|at| self.pings.get_mut(at));
        let Some(ping) = ping.filter(|ping| !ping.is_settled(now)) else { return };
        let took = (now - ping.sent_ms).max(0.0);
        ping.took_ms = Some(took);
        if self.ahead.is_none_or(|(quickest, _)| took < quickest) {
            self.ahead = Some((took, clock_ms - took / 2.0 - server_ms));
        }
    }

    /// Whether anything was answered.
    pub(crate) fn any_answered(&self) -> bool {
        self.ahead.is_some()
    }

    /// Whether it is known what became of all.
    pub(crate) fn is_settled(&self, now: f64) -> bool {
        self.pings.iter().all(|ping| ping.is_settled(now))
    }

    /// How many of the last ones are lost, of those from this one on.
    pub(crate) fn lost_at_the_end(&self, from: usize, now: f64) -> usize {
        let since = self.pings.get(from..).unwrap_or_default().iter().rev();
        let known = since.filter(|ping| ping.is_settled(now));
        known.take_while(|ping| ping.took_ms.is_none()).count()
    }

    /// The last round trips, oldest first; `None` is a lost one.
    pub(crate) fn last(&self, count: usize, now: f64) -> Vec<Option<f64>> {
        let known = self.pings.iter().filter(|ping| ping.is_settled(now));
        let known: Vec<_> = known.map(|ping| ping.took_ms).collect();
        known[known.len().saturating_sub(count)..].to_vec()
    }

    /// What they come to by now.
    pub(crate) fn figures(&self, now: f64) -> Figures {
        let of = self.pings.iter().filter(|ping| ping.is_settled(now)).count();
        let took: Vec<f64> = self.pings.iter().filter_map(|ping| ping.took_ms).collect();
        Figures {
            of,
            lost: of - took.len(),
            times: times(&took),
            ahead_ms: self.ahead.map(|(_, ahead)| ahead),
        }
    }
}

/// Figures of round trips in the order in which they were made.
fn times(took: &[f64]) -> Option<Times> {
    let mut sorted = took.to_vec();
    sorted.sort_by(f64::total_cmp);
    let worst_ms = *sorted.last()?;
    let middle = sorted.len() / 2;
    let median_ms = match sorted.len() % 2 {
        0 => f64::midpoint(sorted[middle - 1], sorted[middle]),
        _ => sorted[middle],
    };
    let steps: Vec<f64> = took.windows(2).map(|two| (two[1] - two[0]).abs()).collect();
    let jitter_ms = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
    Some(Times { median_ms, worst_ms, jitter_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pings 250 ms apart, and how long each took.
    fn trips(took: &[Option<f64>]) -> Trips {
        let mut trips = Trips::default();
        for (at, took) in took.iter().enumerate() {
            let sent = at as f64 * 250.0;
            let number = trips.send(sent);
            if let Some(took) = took {
                trips.answer(number, 0.0, sent + took, 0.0);
            }
        }
        trips
    }

    #[test]
    fn median_worst_jitter_and_loss_are_those_of_the_pings() {
        let late = 100_000.0;
        let even = trips(&[Some(40.0), Some(10.0), None, Some(20.0), Some(30.0)]);
        let times = Times { median_ms: 25.0, worst_ms: 40.0, jitter_ms: 50.0 / 3.0 };
        let figures = even.figures(late);
        assert_eq!((figures.of, figures.lost, figures.times), (5, 1, Some(times)));
        let one = trips(&[Some(7.0)]).figures(late);
        assert_eq!(one.times, Some(Times { median_ms: 7.0, worst_ms: 7.0, jitter_ms: 0.0 }));
        assert_eq!(trips(&[None]).figures(late).times, None);
        assert_eq!(Trips::default().figures(late), Figures::default());
    }

    #[test]
    fn what_waits_is_not_lost_yet_and_what_comes_late_is() {
        let mut trips = Trips::default();
        let first = trips.send(0.0);
        let second = trips.send(250.0);
        assert_eq!(trips.figures(1999.0), Figures::default());
        assert!(!trips.is_settled(1999.0));
        assert_eq!(trips.figures(2000.0).lost, 1);
        trips.answer(first, 0.0, 2100.0, 0.0);
        trips.answer(second, 0.0, 2100.0, 0.0);
        // Nothing counts twice, and nobody answers what was not asked.
        trips.answer(second, 0.0, 2200.0, 0.0);
        trips.answer(99, 0.0, 2200.0, 0.0);
        let figures = trips.figures(2300.0);
        assert_eq!((figures.of, figures.lost), (2, 1));
        assert_eq!(figures.times.map(|times| times.worst_ms), Some(1850.0));
        assert!(trips.is_settled(2300.0));
    }

    #[test]
    fn what_is_late_from_the_measurement_before_answers_no_ping_of_the_next() {
        let mut before = Trips::default();
        let late = [before.send(0.0), before.send(250.0)];
        let mut after = before.next();
        let first = after.send(500.0);
        late.into_iter().for_each(|late| after.answer(late, 0.0, 600.0, 0.0));
        assert_eq!(after.figures(700.0), Figures::default());
        after.answer(first, 0.0, 700.0, 0.0);
        assert_eq!(after.figures(700.0).of, 1);
    }

    #[test]
    fn the_clock_is_that_of_the_quickest_round_trip() {
        let mut trips = Trips::default();
        let slow = trips.send(0.0);
        trips.answer(slow, 1_000_000.0, 1000.0, 1_000_900.0);
        assert_eq!(trips.figures(1000.0).ahead_ms, Some(400.0));
        let quick = trips.send(2000.0);
        trips.answer(quick, 1_002_000.0, 2020.0, 1_007_010.0);
        assert_eq!(trips.figures(2020.0).ahead_ms, Some(5000.0));
    }

    #[test]
    fn the_last_ones_are_shown_with_gaps_and_a_dead_line_is_seen() {
        let mut trips = trips(&[Some(1.0), None, Some(3.0), None]);
        assert_eq!(trips.last(3, 100_000.0), [None, Some(3.0), None]);
        assert_eq!(trips.last(60, 100_000.0).len(), 4);
        assert_eq!(trips.lost_at_the_end(0, 100_000.0), 1);
        trips.miss();
        assert_eq!(trips.lost_at_the_end(0, 0.0), 1);
        assert_eq!(trips.lost_at_the_end(0, 100_000.0), 2);
        assert_eq!(trips.lost_at_the_end(5, 100_000.0), 0);
        assert_eq!(trips.lost_at_the_end(77, 100_000.0), 0);
    }
}
