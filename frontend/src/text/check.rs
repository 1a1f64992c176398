//! The texts of the page on which anybody tries device and line before an event.

use crate::state::check::{Finding, Verdict};

/// What is said of device and line in one language.
pub(crate) struct CheckWords {
    /// Title.
    pub(crate) title: &'static str,
    /// What this page is for.
    pub(crate) lead: &'static str,
    /// While it is measured.
    pub(crate) measuring: &'static str,
    /// The worst of all verdicts, in a sentence.
    pub(crate) overall: fn(Verdict) -> &'static str,
    /// A verdict on one thing; whether that is the line.
    pub(crate) verdict: fn(Option<Verdict>, bool) -> &'static str,
    /// What was found out about one thing.
    pub(crate) say: fn(&Finding) -> Said,
    /// Button.
    pub(crate) again: &'static str,
    /// Button.
    pub(crate) minute: &'static str,
    /// What the minute is for.
    pub(crate) walk: &'static str,
    /// What the picture of the last round trips shows: how many, and how many were lost.
    pub(crate) bars: fn(usize, usize) -> String,
    /// Button.
    pub(crate) tone: &'static str,
    /// After the tone.
    pub(crate) heard: &'static str,
    /// Button.
    pub(crate) yes: &'static str,
    /// Button.
    pub(crate) no: &'static str,
    /// Button.
    pub(crate) copy: &'static str,
    /// It is in the clipboard.
    pub(crate) copied: &'static str,
    /// It is not, and stands below.
    pub(crate) by_hand: &'static str,
    /// Link.
    pub(crate) to_start: &'static str,
}

/// What is said of one thing.
pub(crate) struct Said {
    /// What it is.
    pub(crate) name: &'static str,
    /// What was found, with its figure.
    pub(crate) figure: String,
    /// What to do about it, where there is something to do.
    pub(crate) advice: Option<&'static str>,
}

impl Said {
    pub(super) fn new(
        name: &'static str,
        figure: impl Into<String>,
        advice: Option<&'static str>,
    ) -> Self {
        Self { name, figure: figure.into(), advice }
    }
}

/// What to do about something, unless it is good.
pub(super) fn unless_good(finding: &Finding, advice: &'static str) -> Option<&'static str> {
    finding.verdict().filter(|verdict| *verdict != Verdict::Good).map(|_| advice)
}

/// Milliseconds in whole ones.
pub(super) fn whole(ms: f64) -> u32 {
    ms.round() as u32
}

/// A length of time in seconds with one decimal, whichever direction it has.
pub(super) fn seconds(ms: f64) -> String {
    let tenths = (ms.abs() / 100.0).round() as u64;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::check::{Reach, Security, Tried};
    use crate::text::{Language, Texts};

    /// One of each, and what has to be in its text.
    fn findings() -> [(Finding, &'static [&'static str]); 33] {
        [
            (Finding::Browser(Vec::new()), &[]),
            (Finding::Browser(vec!["WebSocket", "PointerEvent"]), &["WebSocket", "PointerEvent"]),
            (Finding::Storage(true), &[]),
            (Finding::Storage(false), &[]),
            (Finding::Reach(Reach::Opening), &[]),
            (Finding::Reach(Reach::Open), &[]),
            (Finding::Reach(Reach::Full), &[]),
            (Finding::Reach(Reach::NoSocket), &["WebSocket"]),
            (Finding::Reach(Reach::Portal), &[]),
            (Finding::Reach(Reach::Offline), &[]),
            (Finding::RoundTrip { median_ms: 77.4, worst_ms: 1234.0 }, &["77", "1234"]),
            (Finding::RoundTrip { median_ms: 7.0, worst_ms: 12.0 }, &["7", "12"]),
            (Finding::Lost { lost: 0, of: 20 }, &["20"]),
            (Finding::Lost { lost: 3, of: 20 }, &["3", "20", "2"]),
            (Finding::Jitter(88.0), &["88"]),
            (Finding::Clock(-1500.0), &["1.5"]),
            (Finding::Clock(90_000.0), &["90.0"]),
            (Finding::Security(Security::Https), &["HTTPS"]),
            (Finding::Security(Security::ThisMachine), &[]),
            (Finding::Security(Security::Plain), &["HTTPS"]),
            (Finding::Awake(Tried::NotYet), &[]),
            (Finding::Awake(Tried::Works), &[]),
            (Finding::Awake(Tried::Fails), &[]),
            (Finding::Clipboard(true), &[]),
            (Finding::Clipboard(false), &[]),
            (Finding::Vibration(true), &[]),
            (Finding::Vibration(false), &[]),
            (Finding::Sound(Tried::NotYet), &[]),
            (Finding::Sound(Tried::Works), &[]),
            (Finding::Sound(Tried::Fails), &[]),
            (Finding::Screen { width: 390, height: 844 }, &["390", "844"]),
            (Finding::CalmMotion(true), &[]),
            (Finding::CalmMotion(false), &[]),
        ]
    }

    #[test]
    fn every_finding_is_said_with_its_figures_and_what_to_do() {
        for language in Language::ALL {
            let words = CheckWords::of(language);
            for (finding, figures) in findings() {
                let said = (words.say)(&finding);
                let whole = [said.figure.as_str(), said.advice.unwrap_or_default()].concat();
                assert!(!said.name.is_empty() && !said.figure.is_empty(), "{finding:?}");
                assert!(figures.iter().all(|it| whole.contains(it)), "{finding:?}: {whole}");
                let bad = finding.verdict().is_some_and(|verdict| verdict != Verdict::Good);
                assert_eq!(said.advice.is_some(), bad, "{finding:?}: {whole}");
            }
            let bars = (words.bars)(59, 17);
            assert!(bars.contains("59") && bars.contains("17"));
        }
    }

    #[test]
    fn verdicts_differ_in_every_language() {
        let all = [Verdict::Good, Verdict::Limited, Verdict::Bad];
        for words in Language::ALL.map(CheckWords::of) {
            let [good, limited, bad] = all.map(words.overall);
            assert!(good != limited && limited != bad && good != bad);
            for line in [false, true] {
                let [good, limited, bad] = all.map(|it| (words.verdict)(Some(it), line));
                let unknown = (words.verdict)(None, line);
                assert!(good != limited && limited != bad && bad != unknown && unknown != good);
            }
            let limited = Some(Verdict::Limited);
            assert_ne!((words.verdict)(limited, false), (words.verdict)(limited, true));
        }
    }

    #[test]
    fn lengths_of_time_have_no_direction() {
        assert_eq!([seconds(-1540.0), seconds(49.0), seconds(60_000.0)], ["1.5", "0.0", "60.0"]);
        assert_eq!(whole(77.5), 78);
    }
}
