//! Spanish.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "Tema",
    look: |look| match look {
        Look::RedPackets => "Sobres rojos",
        Look::GiftBoxes => "Regalos",
        Look::Balloons => "Globos",
        Look::Snow => "Nieve",
    },
    own_look: "Un tema propio para este quiz",
    own_look_why: "Las nuevas partidas empiezan con él; puedes elegir otro en cada partida.",
    own_colour: "Un color principal propio",
    own_colour_why: "El de los botones y de lo elegido, en los teléfonos y en la pantalla grande.",
    logo: "Logo en la pantalla grande y los teléfonos",
    falls: "Una imagen propia que cae",
    remove: "Quitar",
    adjusted: |wished, taken| {
        format!("{wished} apenas se vería en algunas páginas: la partida usa {taken}.")
    },
};
