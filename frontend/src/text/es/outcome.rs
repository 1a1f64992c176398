//! Spanish.

use super::many;
use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "Tu equipo",
    right: "¡Correcto!",
    partly_right: "Correcto en parte",
    wrong: "Esta vez no",
    thanks_answer: "Gracias, ya tenemos tu respuesta.",
    revive_cards: |n| many(n.into(), "vida extra", "vidas extra"),
    no_answer: "Sin respuesta",
    your_answer: "tu respuesta",
    score: "Puntuación",
    rank: "Puesto",
    caught: "Atrapaste",
    nothing_caught: "Esta vez ningún sobre.",
    balance: "Saldo",
    see_balance: "Ver mi saldo",
    receipt: "Tu partida en detalle",
    in_a_row: |bonus, streak| format!("incluye +{bonus} por {streak} seguidas"),
    corrected: |points| format!("corregido por el anfitrión: {points}"),
    arrived: |seconds, line| ["Llegó en ", seconds, " s, red: ", line, " s"].concat(),
};
