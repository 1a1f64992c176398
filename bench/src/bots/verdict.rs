//! What a host wants to know after a rehearsal: was everybody served, how fast, and if not, why.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use super::machine::Load;
use super::tally::{Asked, Counts, Rained, percentile};

/// Above this a phone feels slow.
const SLOW: Duration = Duration::from_millis(500);

/// The end of a rehearsal.
pub(super) struct Verdict {
    players: u32,
    counts: Counts,
    to_screen: Times,
    to_answered: Times,
    to_verdict: Times,
    cpu_percent: u32,
    out_of_cpu: bool,
    server_is_here: bool,
}

/// Half were no slower than the first, all but a hundredth no slower than the second.
#[derive(Clone, Copy)]
struct Times(Option<(Duration, Duration)>);

impl Times {
    fn of(values: &mut [Duration]) -> Self {
        Self(percentile(values, 0.5).zip(percentile(values, 0.99)))
    }

    fn slowest(self) -> Duration {
        self.0.map_or(Duration::ZERO, |(_, slow)| slow)
    }
}

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        match self.0 {
            Some((half, slow)) => {
                write!(f, "{:.0} ms for half of them, {:.0} ms for 99 in 100", ms(half), ms(slow))
            }
            None => f.write_str("there was none"),
        }
    }
}

impl Verdict {
    pub(super) fn new(players: u32, mut counts: Counts, load: &Load, server_is_here: bool) -> Self {
        Self {
            players,
            to_screen: Times::of(&mut counts.to_screen),
            to_answered: Times::of(&mut counts.to_answered),
            to_verdict: Times::of(&mut counts.to_verdict),
            counts,
            cpu_percent: load.percent(),
            out_of_cpu: load.is_out_of_cpu(),
            server_is_here,
        }
    }

    /// Whether every bot had a seat, every answer counted, every tap got its verdict and every
    /// packet its credit.
    pub(super) fn everybody_served(&self) -> bool {
        self.counts.seated == self.players && is_quiet(&self.counts)
    }

    /// What limits, or that nothing does.
    fn reasons(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut reasons = Vec::new();
        if counts.full {
            let seats = counts.seated;
            reasons.push(format!(
                "Your server refuses players beyond {seats} (its limit also counts people who are \
                 already in): raise --max-players."
            ));
        }
        if counts.locked && counts.seated < self.players {
            reasons.push("The host had locked the door: unlock it and try again.".to_owned());
        }
        if counts.out_of_files {
            reasons.push(
                "This machine's limit of open files was reached: raise ulimit -n here.".to_owned(),
            );
        }
        if counts.connected < self.players
            && let Some(problem) = &counts.connect_problem
        {
            reasons.push(format!(
                "{} bots never got a connection ({problem}): look at the server's log and its limit \
                 of open files.",
                self.players - counts.connected
            ));
        }
        let slow = self.slowest() > SLOW;
        if self.out_of_cpu && (slow || !self.everybody_served() || counts.busy > 0) {
            reasons.push(if self.server_is_here {
                "This machine ran out of CPU: bots and server share it. Let the bots play on another \
                 machine to learn what the server can do alone."
                    .to_owned()
            } else {
                "This machine, on which the bots play, ran out of CPU: use another one, or fewer \
                 --players."
                    .to_owned()
            });
        }
        if counts.busy > 0 {
            reasons.push(format!(
                "The server said \"busy, ask again\" {} times: its Redis waits for the disk, or its \
                 CPU for everybody.",
                counts.busy
            ));
        }
        if counts.dropped > 0 {
            reasons.push(format!(
                "{} connections were cut and came back: the network, a restart, or sockets too slow \
                 to listen.",
                counts.dropped
            ));
        }
        if slow && !self.out_of_cpu {
            reasons.push(
                "The server answered late: its machine or the network is too slow.".to_owned(),
            );
        }
        reasons
    }

    fn slowest(&self) -> Duration {
        [self.to_screen, self.to_answered, self.to_verdict]
            .into_iter()
            .map(Times::slowest)
            .max()
            .unwrap_or_default()
    }
}

/// Whether nothing is on its way: what was sent was answered, what was caught is credited.
pub(super) fn is_quiet(counts: &Counts) -> bool {
    counts.questions.values().all(is_answered) && counts.rains.values().all(is_settled)
}

/// Every answer that was sent counts, or was overtaken by the host's own click.
fn is_answered(asked: &Asked) -> bool {
    asked.counted + asked.overtaken >= asked.sent
}

fn is_settled(rained: &Rained) -> bool {
    rained.unserved == 0
        && rained.credited >= rained.caught
        && rained.caught + rained.none >= rained.tapped
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (counts, players) = (&self.counts, self.players);
        writeln!(f, "  Joined       {} of {players} bots had a connection", counts.connected)?;
        write!(f, "  Seated       {} of {players}", counts.seated)?;
        for (why, bots) in &counts.not_seated {
            write!(f, "; {bots}: {why}")?;
        }
        writeln!(f)?;
        for (round, asked) in &counts.questions {
            let Asked { shown, sent, counted, overtaken, late } = asked;
            write!(
                f,
                "  Question {:<3} shown to {shown}, answered by {sent}, ",
                u32::from(*round) + 1
            )?;
            write!(f, "{counted} counted")?;
            if *overtaken > 0 {
                write!(f, ", {overtaken} when you had just closed it")?;
            }
            if *late > 0 {
                write!(f, ", {late} waited and came too late")?;
            }
            writeln!(f)?;
        }
        for (number, rained) in counts.rains.values().enumerate() {
            let Rained { packets, tapped, caught, credited, none, unserved } = rained;
            write!(f, "  Rain {:<7} {packets} packets, {tapped} bots tapped: ", number + 1)?;
            write!(f, "{caught} caught, {credited} credited, {none} too late or not eligible")?;
            if *unserved > 0 {
                write!(f, ", {unserved} without a verdict")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  Dropped      {} connections", counts.dropped)?;
        writeln!(f, "  Busy         {} times \"busy, ask again\"", counts.busy)?;
        writeln!(f, "  To screen    {}", self.to_screen)?;
        writeln!(f, "  To \"counted\" {}", self.to_answered)?;
        writeln!(f, "  Tap to word  {}", self.to_verdict)?;
        writeln!(f, "  CPU          {} % of this machine at most", self.cpu_percent)?;
        writeln!(f)?;
        if self.everybody_served() {
            let questions = counts.questions.len();
            let s = if questions == 1 { "" } else { "s" };
            let (bots, n) = (self.players, counts.rains.len());
            let rains = if n == 1 { "1 rain".to_owned() } else { format!("{n} rains") };
            write!(f, "The server kept up: {bots} bots, {questions} question{s}, {rains}; ")?;
            writeln!(f, "everybody was served.")?;
        } else {
            writeln!(f, "Not everybody was served.")?;
        }
        for reason in self.reasons() {
            writeln!(f, "{reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::RainId;

    use super::*;

    fn good() -> Counts {
        let mut counts = Counts { connected: 9, seated: 9, ..Counts::default() };
        counts.questions.insert(0, Asked { shown: 9, sent: 8, counted: 7, overtaken: 1, late: 0 });
        let rained = Rained { packets: 5, tapped: 9, caught: 5, credited: 5, none: 4, unserved: 0 };
        counts.rains.insert(RainId([1; 8]), rained);
        counts.to_verdict = vec![Duration::from_millis(3); 9];
        counts
    }

    fn verdict(counts: Counts) -> Verdict {
        Verdict::new(9, counts, &Load::default(), true)
    }

    #[test]
    fn a_good_run_is_said_to_be_one() {
        let verdict = verdict(good());
        assert!(verdict.everybody_served());
        let text = verdict.to_string();
        assert!(text.contains("The server kept up: 9 bots, 1 question, 1 rain;"), "{text}");
        assert!(text.contains("3 ms for half of them"), "{text}");
    }

    #[test]
    fn whoever_was_not_served_is_found_and_the_reason_told() {
        type Break = fn(&mut Counts);
        let cases: [(Break, &str); 6] = [
            (
                |it| {
                    it.seated = 5;
                    it.full = true;
                },
                "refuses players beyond 5",
            ),
            (
                |it| {
                    it.seated = 5;
                    it.locked = true;
                },
                "locked the door",
            ),
            (
                |it| {
                    it.connected = 0;
                    it.seated = 0;
                    it.out_of_files = true;
                },
                "open files",
            ),
            (
                |it| {
                    it.questions.get_mut(&0).unwrap().counted = 3;
                    it.busy = 4;
                },
                "busy, ask again\" 4",
            ),
            (
                |it| {
                    it.rains.values_mut().next().unwrap().credited = 1;
                    it.dropped = 2;
                },
                "2 connections",
            ),
            (
                |it| {
                    it.connected = 8;
                    it.seated = 8;
                    it.connect_problem = Some("refused".into());
                },
                "1 bots never",
            ),
        ];
        for (break_it, reason) in cases {
            let mut counts = good();
            break_it(&mut counts);
            let verdict = verdict(counts);
            assert!(!verdict.everybody_served());
            let text = verdict.to_string();
            assert!(text.contains("Not everybody was served") && text.contains(reason), "{text}");
        }
    }
}
