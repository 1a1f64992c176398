//! English.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "Theme",
    look: |look| match look {
        Look::RedPackets => "Red packets",
        Look::GiftBoxes => "Gift boxes",
        Look::Balloons => "Balloons",
        Look::Snow => "Snow",
    },
    own_look: "A look of this quiz’s own",
    own_look_why: "New games begin with it; you can choose another one for each game.",
    own_colour: "A main colour of your own",
    own_colour_why: "Of buttons and of what is chosen, on phones and on the big screen.",
    logo: "Logo on the big screen and on phones",
    falls: "A picture of your own that falls",
    remove: "Remove",
    adjusted: |wished, taken| {
        format!("{wished} could hardly be seen on every page: the game has {taken}.")
    },
};
