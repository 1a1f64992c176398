//! English.

use super::many;
use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "Your team",
    right: "Right!",
    partly_right: "Partly right",
    wrong: "Not this time",
    thanks_answer: "Thank you, your answer is in.",
    revive_cards: |n| many(n.into(), "revive card", "revive cards"),
    no_answer: "No answer",
    your_answer: "your answer",
    score: "Score",
    rank: "Rank",
    caught: "You caught",
    nothing_caught: "No packet this time.",
    balance: "Balance",
    see_balance: "See my balance",
    receipt: "Your game in detail",
    in_a_row: |bonus, streak| format!("including +{bonus} for {streak} in a row"),
    corrected: |points| format!("corrected by the host: {points}"),
    arrived: |seconds, line| ["Arrived after ", seconds, " s, line ", line, " s"].concat(),
};
