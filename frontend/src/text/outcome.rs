//! What a player's answers and catches brought: said in a game, and again in what is kept of it.

use std::ops::Deref;

use super::Words;

/// That in one language, and what everybody reads.
pub(crate) struct OutcomeWords {
    /// The texts of every page.
    pub(super) common: &'static Words,
    /// Label of the teams, and of one's own.
    pub(crate) your_team: &'static str,
    /// Verdict.
    pub(crate) right: &'static str,
    /// Verdict.
    pub(crate) partly_right: &'static str,
    /// Verdict.
    pub(crate) wrong: &'static str,
    /// In the place of a verdict, where nothing is right or wrong.
    pub(crate) thanks_answer: &'static str,
    /// How many revive cards the player has.
    pub(crate) revive_cards: fn(u8) -> String,
    /// Verdict.
    pub(crate) no_answer: &'static str,
    /// Mark of the own choice.
    pub(crate) your_answer: &'static str,
    /// Label.
    pub(crate) score: &'static str,
    /// Label.
    pub(crate) rank: &'static str,
    /// Above the amount.
    pub(crate) caught: &'static str,
    /// After the rain.
    pub(crate) nothing_caught: &'static str,
    /// Title and link.
    pub(crate) balance: &'static str,
    /// Link.
    pub(crate) see_balance: &'static str,
    /// Title and link: what one did in a game that is over.
    pub(crate) receipt: &'static str,
    /// A bonus, and for how many right answers in a row.
    pub(crate) in_a_row: fn(u32, u32) -> String,
    /// Points that the host gave or took by hand.
    pub(crate) corrected: fn(&str) -> String,
    /// After how many seconds an answer came, and how many of them the line took.
    pub(crate) arrived: fn(&str, &str) -> String,
}

impl Deref for OutcomeWords {
    type Target = Words;

    fn deref(&self) -> &Words {
        self.common
    }
}
