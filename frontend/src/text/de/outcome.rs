//! German.

use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "Dein Team",
    right: "Richtig!",
    partly_right: "Teilweise richtig",
    wrong: "Leider nicht",
    thanks_answer: "Danke, deine Antwort ist da.",
    revive_cards: |n| format!("{n} Joker"),
    no_answer: "Keine Antwort",
    your_answer: "deine Antwort",
    score: "Punkte",
    rank: "Platz",
    caught: "Du hast gefangen",
    nothing_caught: "Diesmal kein Päckchen.",
    balance: "Guthaben",
    see_balance: "Mein Guthaben",
    receipt: "Dein Spiel im Detail",
    in_a_row: |bonus, streak| format!("davon +{bonus} für {streak} in Folge"),
    corrected: |points| format!("vom Host korrigiert: {points}"),
    arrived: |seconds, line| ["Nach ", seconds, " s da, Leitung ", line, " s"].concat(),
};
