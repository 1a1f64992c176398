//! How long a client's line takes, both ways, as the server's own pings measure it.
//!
//! What a client says about time is not believed: only when the answer to a ping came counts. One
//! that answers late on purpose gains [`score::MAX_LINE_MS`](quizrain_shared::score::MAX_LINE_MS) at
//! most, and the shortest of the last few times is what stands.

use std::time::Instant;

use bytes::Bytes;

/// How many times are remembered.
const TIMES: usize = 4;

/// The line of one socket.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The number of the last ping, and when it went out, while its answer is awaited.
    asked: Option<Instant>,
    number: u32,
    /// The last few times, in ms; 0 where there is none yet.
    times_ms: [u16; TIMES],
}

impl Line {
    /// What the next ping carries.
    pub(crate) fn ping(&mut self, now: Instant) -> Bytes {
        self.number = self.number.wrapping_add(1);
        self.asked = Some(now);
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Notes the answer to a ping; one that nobody awaits says nothing.
    pub(crate) fn note_pong(&mut self, payload: &[u8], now: Instant) {
        if payload != self.number.to_be_bytes() {
            return;
        }
        let Some(asked) = self.asked.take() else { return };
        let ms = now.saturating_duration_since(asked).as_millis();
        // At least one: 0 stands for none.
        let ms = u16::try_from(ms).unwrap_or(u16::MAX).max(1);
        if let Some(oldest) = self.times_ms.get_mut(self.number as usize % TIMES) {
            *oldest = ms;
        }
    }

    /// The shortest of the last few times, in ms; 0 where none is known.
    pub(crate) fn ms(&self) -> u16 {
        self.times_ms.into_iter().filter(|ms| *ms > 0).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Asks, and is answered after so long.
    fn round_trip(line: &mut Line, now: &mut Instant, ms: u64) {
        let ping = line.ping(*now);
        *now += Duration::from_millis(ms);
        line.note_pong(&ping, *now);
    }

    #[test]
    fn the_shortest_of_the_last_times_counts() {
        let (mut line, mut now) = (Line::default(), Instant::now());
        assert_eq!(line.ms(), 0);
        for (ms, expected) in
            [(80, 80), (40, 40), (90, 40), (0, 1), (90, 1), (70, 1), (95, 1), (60, 60)]
        {
            round_trip(&mut line, &mut now, ms);
            assert_eq!(line.ms(), expected);
        }
        round_trip(&mut line, &mut now, 1_000_000);
        assert_eq!(line.ms(), 60);
    }

    #[test]
    fn what_nobody_asked_for_says_nothing() {
        let (mut line, now) = (Line::default(), Instant::now());
        let later = now + Duration::from_millis(50);
        line.note_pong(&[0, 0, 0, 0], later);
        line.note_pong(&[0, 0, 0, 1], later);
        assert_eq!(line.ms(), 0);
        let old = line.ping(now);
        let new = line.ping(now);
        line.note_pong(&old, now);
        line.note_pong(b"", now);
        assert_eq!(line.ms(), 0);
        line.note_pong(&new, later);
        line.note_pong(&new, now);
        assert_eq!(line.ms(), 50);
    }
}
