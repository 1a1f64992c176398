//! French.

use super::many;
use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "Ton équipe",
    right: "Bonne réponse !",
    partly_right: "En partie juste",
    wrong: "Pas cette fois",
    thanks_answer: "Merci, ta réponse est enregistrée.",
    revive_cards: |n| many(n.into(), "joker", "jokers"),
    no_answer: "Pas de réponse",
    your_answer: "ta réponse",
    score: "Score",
    rank: "Rang",
    caught: "Tu as attrapé",
    nothing_caught: "Pas d’enveloppe cette fois.",
    balance: "Solde",
    see_balance: "Voir mon solde",
    receipt: "Ta partie en détail",
    in_a_row: |bonus, streak| format!("dont +{bonus} pour {streak} d’affilée"),
    corrected: |points| format!("corrigé par l’animateur : {points}"),
    arrived: |seconds, line| ["Arrivée en ", seconds, " s, dont réseau ", line, " s"].concat(),
};
