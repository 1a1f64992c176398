//! Brazilian Portuguese.

use super::many;
use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "Sua equipe",
    right: "Acertou!",
    partly_right: "Acertou em parte",
    wrong: "Não foi dessa vez",
    thanks_answer: "Obrigado, sua resposta chegou.",
    revive_cards: |n| many(n.into(), "vida extra", "vidas extras"),
    no_answer: "Sem resposta",
    your_answer: "sua resposta",
    score: "Pontos",
    rank: "Posição",
    caught: "Você pegou",
    nothing_caught: "Nenhum envelope desta vez.",
    balance: "Saldo",
    see_balance: "Ver meu saldo",
    receipt: "Seu jogo em detalhes",
    in_a_row: |bonus, streak| format!("incluindo +{bonus} por {streak} seguidas"),
    corrected: |points| format!("corrigido pelo anfitrião: {points}"),
    arrived: |seconds, line| ["Chegou em ", seconds, " s, rede ", line, " s"].concat(),
};
