//! The texts of the page that says what is kept of players.

use quizrain_shared::api::Privacy;

/// What players read of what is kept, in one language.
pub(crate) struct PrivacyWords {
    /// Title.
    pub(crate) title: &'static str,
    /// Whose word this is.
    pub(crate) lead: &'static str,
    /// What is kept, section by section, with the numbers of this server.
    pub(crate) sections: fn(&Privacy) -> Vec<Section>,
    /// Heading.
    pub(crate) whom_to_ask: &'static str,
    /// Where whoever runs the server has named nobody.
    pub(crate) ask_host: &'static str,
}

/// A part of the page.
pub(crate) struct Section {
    /// What it is about.
    pub(crate) heading: &'static str,
    /// What it says, one thing after the other.
    pub(crate) says: Vec<String>,
}

impl Section {
    pub(super) fn new<const N: usize>(heading: &'static str, says: [Option<String>; N]) -> Self {
        Self { heading, says: says.into_iter().flatten().collect() }
    }
}

/// A length of time in the unit in which people say it. Never shorter than it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Minutes(u64),
    Hours(u64),
    Days(u64),
}

impl Span {
    pub(super) fn of(seconds: u64) -> Self {
        const HOUR: u64 = 3600;
        const DAY: u64 = 24 * HOUR;
        match seconds {
            0..HOUR => Self::Minutes(seconds.div_ceil(60)),
            _ if seconds <= 2 * DAY => Self::Hours(seconds.div_ceil(HOUR)),
            _ => Self::Days(seconds.div_ceil(DAY)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Texts};

    #[test]
    fn times_are_said_as_people_say_them_and_never_too_short() {
        for (seconds, said) in [
            (0, Span::Minutes(0)),
            (61, Span::Minutes(2)),
            (1800, Span::Minutes(30)),
            (3600, Span::Hours(1)),
            (86_400, Span::Hours(24)),
            (172_801, Span::Days(3)),
            (400 * 86_400, Span::Days(400)),
        ] {
            assert_eq!(Span::of(seconds), said, "{seconds}");
        }
    }

    #[test]
    fn the_numbers_of_the_server_are_in_every_language() {
        let mut said = Privacy {
            game_seconds: 7 * 3600,
            results_seconds: 333 * 86_400,
            points_seconds: Some(11 * 86_400),
            sign_in_seconds: Some(44 * 86_400),
            pays_out: true,
            contact: None,
        };
        let whole = |said: &Privacy, language| {
            let sections = (PrivacyWords::of(language).sections)(said).into_iter();
            let said = sections.flat_map(|it| it.says.into_iter().chain([it.heading.to_owned()]));
            said.collect::<Vec<_>>()
        };
        let all = Language::ALL.map(|language| whole(&said, language));
        for texts in &all {
            let text = texts.concat();
            for number in ["7", "333", "11", "44"] {
                assert!(text.contains(number), "{number}: {text}");
            }
            assert_eq!(texts.len(), all[0].len(), "{text}");
        }
        said = Privacy { points_seconds: None, sign_in_seconds: None, pays_out: false, ..said };
        for (language, more) in Language::ALL.into_iter().zip(all) {
            let fewer = whole(&said, language);
            assert_eq!(fewer.len() + 4, more.len());
            assert!(!fewer.concat().contains("44"));
        }
    }
}
