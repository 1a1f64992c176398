//! German.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "Design",
    look: |look| match look {
        Look::RedPackets => "Rote Päckchen",
        Look::GiftBoxes => "Geschenke",
        Look::Balloons => "Ballons",
        Look::Snow => "Schnee",
    },
    own_look: "Eigenes Design für dieses Quiz",
    own_look_why: "Neue Spiele beginnen damit; für jedes Spiel kannst du ein anderes wählen.",
    own_colour: "Eigene Hauptfarbe",
    own_colour_why: "Für Knöpfe und Ausgewähltes, auf Handys und auf dem Großbildschirm.",
    logo: "Logo auf Großbildschirm und Handys",
    falls: "Eigenes Bild, das fällt",
    remove: "Entfernen",
    adjusted: |wished, taken| {
        format!("{wished} wäre nicht auf jeder Seite gut zu sehen: Das Spiel nimmt {taken}.")
    },
};
