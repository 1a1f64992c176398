//! What a device and its line are worth for a game: figures and verdicts. Pure; `account::check` feeds and shows it.

pub(crate) mod measure;
pub(crate) mod trips;

use trips::{Figures, Times};

/// How good something is, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Nothing is to be done.
    Good,
    /// A game can be played, and may be slow or lack something.
    Limited,
    /// It does not work.
    Bad,
}

impl Verdict {
    /// For style sheets and tests.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Limited => "limited",
            Self::Bad => "bad",
        }
    }
}

/// Whether the server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It is not known yet.
    Opening,
    /// By a socket, as a game needs it.
    Open,
    /// It has no room for another measurement.
    Full,
    /// Its pages alone.
    NoSocket,
    /// Something else answers in its place, such as a page that wants a password for the Wi-Fi.
    Portal,
    /// Not at all.
    Offline,
}

impl Reach {
    /// Whether it was tried in vain.
    pub(crate) fn is_failure(self) -> bool {
        matches!(self, Self::Full | Self::NoSocket | Self::Portal | Self::Offline)
    }
}

/// How the page came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Security {
    /// Over HTTPS.
    Https,
    /// From this machine, which browsers trust as well.
    ThisMachine,
    /// Over plain HTTP.
    Plain,
}

/// What came of trying something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// Nobody has tried.
    NotYet,
    /// It works.
    Works,
    /// It does not.
    Fails,
}

/// What was found out about one thing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding {
    /// What of the browser a game uses and this one lacks.
    Browser(Vec<&'static str>),
    /// Whether the browser keeps who somebody is.
    Storage(bool),
    /// Whether the server is reached.
    Reach(Reach),
    /// How long a ping and its answer take.
    RoundTrip { median_ms: f64, worst_ms: f64 },
    /// How many were not answered in time.
    Lost { lost: usize, of: usize },
    /// How uneven they are.
    Jitter(f64),
    /// How far the device's clock is ahead.
    Clock(f64),
    /// How the page came.
    Security(Security),
    /// Whether the screen can be kept on.
    Awake(Tried),
    /// Whether a button can copy.
    Clipboard(bool),
    /// Whether the device can vibrate.
    Vibration(bool),
    /// Whether a tone was heard.
    Sound(Tried),
    /// How large the page is, in CSS pixels.
    Screen { width: u32, height: u32 },
    /// Whether the device asks for less motion.
    CalmMotion(bool),
}

/// Up to here nobody notices.
const QUICK_MS: f64 = 200.0;
/// From here on a player is late for every packet.
const TOO_SLOW_MS: f64 = 1000.0;
/// A single one may take so long.
const QUICK_ENOUGH_MS: f64 = 1000.0;
/// How uneven round trips may be.
const EVEN_MS: f64 = 75.0;
/// Of ten pings so many may be lost before a game is no fun.
const FEW_OF_TEN: usize = 1;
/// How wrong a clock may be: certificates and signed links have a time.
const CLOCK_MS: f64 = 60_000.0;
/// The narrowest page for which the game is made, in CSS pixels.
const NARROW: u32 = 320;

impl Finding {
    /// For style sheets and tests.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Browser(_) => "browser",
            Self::Storage(_) => "storage",
            Self::Reach(_) => "reach",
            Self::RoundTrip { .. } => "round-trip",
            Self::Lost { .. } => "lost",
            Self::Jitter(_) => "jitter",
            Self::Clock(_) => "clock",
            Self::Security(_) => "security",
            Self::Awake(_) => "awake",
            Self::Clipboard(_) => "clipboard",
            Self::Vibration(_) => "vibration",
            Self::Sound(_) => "sound",
            Self::Screen { .. } => "screen",
            Self::CalmMotion(_) => "motion",
        }
    }

    /// Whether it is about the line, which may be slow.
    pub(crate) fn is_of_line(&self) -> bool {
        matches!(
            self,
            Self::Reach(_) | Self::RoundTrip { .. } | Self::Lost { .. } | Self::Jitter(_)
        )
    }

    /// How good that is; `None`: it is not known yet.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        use Verdict::{Bad, Good, Limited};
        let limited_unless = |good: bool| if good { Good } else { Limited };
        Some(match self {
            Self::Browser(lacks) if lacks.is_empty() => Good,
            Self::Browser(_) => Bad,
            Self::Storage(works) => limited_unless(*works),
            Self::Reach(Reach::Opening) | Self::Awake(Tried::NotYet) => return None,
            Self::Sound(Tried::NotYet) => return None,
            Self::Reach(Reach::Open) => Good,
            Self::Reach(Reach::Full | Reach::NoSocket | Reach::Portal | Reach::Offline) => Bad,
            Self::RoundTrip { median_ms, .. } if *median_ms > TOO_SLOW_MS => Bad,
            Self::RoundTrip { median_ms, worst_ms } => {
                limited_unless(*median_ms <= QUICK_MS && *worst_ms <= QUICK_ENOUGH_MS)
            }
            Self::Lost { lost: 0, .. } => Good,
            Self::Lost { lost, of } if lost * 10 <= of * FEW_OF_TEN => Limited,
            Self::Lost { .. } => Bad,
            Self::Jitter(ms) => limited_unless(*ms <= EVEN_MS),
            Self::Clock(ahead_ms) => limited_unless(ahead_ms.abs() <= CLOCK_MS),
            Self::Security(Security::Https | Security::ThisMachine) => Good,
            Self::Security(Security::Plain) => Limited,
            Self::Awake(Tried::Works) | Self::Sound(Tried::Works) => Good,
            Self::Awake(Tried::Fails) | Self::Sound(Tried::Fails) => Limited,
            Self::Screen { width, height } => limited_unless(*width.min(height) >= NARROW),
            // No game needs these.
            Self::Clipboard(_) | Self::Vibration(_) | Self::CalmMotion(_) => Good,
        })
    }
}

/// What is known of the line.
pub(crate) fn of_line(reach: Reach, figures: Figures) -> Vec<Finding> {
    let mut found = vec![Finding::Reach(reach)];
    if let Some(Times { median_ms, worst_ms, .. }) = figures.times {
        found.push(Finding::RoundTrip { median_ms, worst_ms });
    }
    if figures.of > 0 {
        found.push(Finding::Lost { lost: figures.lost, of: figures.of });
    }
    found.extend(figures.times.map(|times| Finding::Jitter(times.jitter_ms)));
    found.extend(figures.ahead_ms.map(Finding::Clock));
    found
}

/// The worst of all verdicts.
pub(crate) fn overall(findings: &[Finding]) -> Option<Verdict> {
    findings.iter().filter_map(Finding::verdict).max()
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Bad, Good, Limited};
    use super::*;

    #[test]
    fn every_finding_has_its_verdict() {
        let trip = |median_ms, worst_ms| Finding::RoundTrip { median_ms, worst_ms };
        let lost = |lost, of| Finding::Lost { lost, of };
        for (finding, verdict) in [
            (Finding::Browser(Vec::new()), Some(Good)),
            (Finding::Browser(vec!["WebSocket"]), Some(Bad)),
            (Finding::Storage(true), Some(Good)),
            (Finding::Storage(false), Some(Limited)),
            (Finding::Reach(Reach::Opening), None),
            (Finding::Reach(Reach::Open), Some(Good)),
            (Finding::Reach(Reach::Full), Some(Bad)),
            (Finding::Reach(Reach::NoSocket), Some(Bad)),
            (Finding::Reach(Reach::Portal), Some(Bad)),
            (Finding::Reach(Reach::Offline), Some(Bad)),
            (trip(200.0, 1000.0), Some(Good)),
            (trip(201.0, 300.0), Some(Limited)),
            (trip(20.0, 1001.0), Some(Limited)),
            (trip(1001.0, 1001.0), Some(Bad)),
            (lost(0, 20), Some(Good)),
            (lost(2, 20), Some(Limited)),
            (lost(3, 20), Some(Bad)),
            (lost(1, 1), Some(Bad)),
            (Finding::Jitter(75.0), Some(Good)),
            (Finding::Jitter(76.0), Some(Limited)),
            (Finding::Clock(-60_000.0), Some(Good)),
            (Finding::Clock(-60_001.0), Some(Limited)),
            (Finding::Security(Security::Https), Some(Good)),
            (Finding::Security(Security::Plain), Some(Limited)),
            (Finding::Awake(Tried::NotYet), None),
            (Finding::Awake(Tried::Works), Some(Good)),
            (Finding::Awake(Tried::Fails), Some(Limited)),
            (Finding::Clipboard(false), Some(Good)),
            (Finding::Vibration(false), Some(Good)),
            (Finding::Sound(Tried::NotYet), None),
            (Finding::Sound(Tried::Fails), Some(Limited)),
            (Finding::Screen { width: 320, height: 568 }, Some(Good)),
            (Finding::Screen { width: 640, height: 300 }, Some(Limited)),
            (Finding::CalmMotion(true), Some(Good)),
        ] {
            assert_eq!(finding.verdict(), verdict, "{finding:?}");
        }
    }

    #[test]
    fn the_worst_counts_and_what_is_not_known_does_not() {
        assert_eq!(overall(&[Finding::Sound(Tried::NotYet)]), None);
        let fine = [Finding::Storage(true), Finding::Sound(Tried::NotYet)];
        assert_eq!(overall(&fine), Some(Good));
        let worse = [Finding::Reach(Reach::Offline), Finding::Jitter(500.0)];
        assert_eq!(overall(&worse), Some(Bad));
    }

    #[test]
    fn of_a_line_that_nothing_is_known_of_no_figure_is_told() {
        assert_eq!(of_line(Reach::Opening, Figures::default()), [Finding::Reach(Reach::Opening)]);
        let lost = Figures { of: 20, lost: 20, ..Figures::default() };
        let found = of_line(Reach::Offline, lost);
        assert_eq!(found.len(), 2);
        assert_eq!(overall(&found), Some(Bad));
        let times = Times { median_ms: 9.0, worst_ms: 12.0, jitter_ms: 1.0 };
        let good = Figures { of: 20, lost: 0, times: Some(times), ahead_ms: Some(3.0) };
        assert_eq!(of_line(Reach::Open, good).len(), 5);
        assert_eq!(overall(&of_line(Reach::Open, good)), Some(Good));
    }
}
