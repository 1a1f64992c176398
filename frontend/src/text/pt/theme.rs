//! Brazilian Portuguese.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "Tema",
    look: |look| match look {
        Look::RedPackets => "Envelopes vermelhos",
        Look::GiftBoxes => "Presentes",
        Look::Balloons => "Balões",
        Look::Snow => "Neve",
    },
    own_look: "Um tema só deste quiz",
    own_look_why: "Os novos jogos começam com ele; você pode escolher outro em cada jogo.",
    own_colour: "Uma cor principal sua",
    own_colour_why: "Dos botões e do que está escolhido, nos celulares e no telão.",
    logo: "Logo no telão e nos celulares",
    falls: "Uma imagem sua que cai",
    remove: "Remover",
    adjusted: |wished, taken| {
        format!("{wished} ficaria difícil de ver em algumas páginas: o jogo usa {taken}.")
    },
};
