//! French.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "Thème",
    look: |look| match look {
        Look::RedPackets => "Enveloppes rouges",
        Look::GiftBoxes => "Cadeaux",
        Look::Balloons => "Ballons",
        Look::Snow => "Neige",
    },
    own_look: "Un thème propre à ce quiz",
    own_look_why: "Les nouvelles parties commencent avec lui ; vous pouvez en choisir un autre pour chaque partie.",
    own_colour: "Une couleur principale à vous",
    own_colour_why: "Celle des boutons et de ce qui est choisi, sur les téléphones et le grand écran.",
    logo: "Logo sur le grand écran et les téléphones",
    falls: "Une image à vous qui tombe",
    remove: "Retirer",
    adjusted: |wished, taken| {
        format!("{wished} se verrait à peine sur certaines pages : la partie prend {taken}.")
    },
};
