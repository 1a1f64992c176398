//! German.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "Gästelisten",
    to_studio: "Bibliothek",
    why: "Jeder Gast hat einen Code auf einer Karte. Das erste Gerät, das ihn zeigt, spielt als dieser Gast, in jedem Spiel für die Liste, und kein anderes, bis du die Einladung freigibst.",
    new_list: "Neue Liste",
    name: "Wofür sie ist",
    name_such_as: "Etwa: Frühlingsfest",
    count: "Wie viele Gäste",
    table: "Oder eine Tabelle mit Namen (CSV)",
    table_why: "Eine Zeile pro Gast: Name und, wenn du willst, eine eigene Kennung wie die Personalnummer, die auch in Ergebnissen und Auszahlungen steht. Die erste Zeile darf die Spalten „Name“ und „Kennung“ nennen; lass alle anderen weg.",
    refused,
    make: "Liste anlegen",
    lists: "Deine Listen",
    none: "Es gibt keine Liste.",
    come: |used, guests| format!("{used} von {guests} da"),
    open: "Gäste",
    cards: "Karten",
    badges: "Namensschilder",
    download: "Herunterladen (CSV)",
    print: "Drucken",
    back: "Zurück zu den Listen",
    search: "Gast suchen",
    found: |found| if found == 1 { "1 Gast".to_owned() } else { format!("{found} Gäste") },
    more: "Mehr",
    unused: "unbenutzt",
    used: "Gekommen",
    free: "Einladung freigeben",
    free_why: "Das Gerät, das damit spielt, ist sofort raus, und das nächste, das den Code zeigt, macht an seiner Stelle weiter.",
    remove: "Entfernen",
    remove_why: "Die Karte ist dann wertlos. Was damit gefangen wurde, bleibt verbucht, aber wer damit gespielt hat, kommt nicht mehr heran.",
    delete: "Löschen",
    delete_why: |used| {
        match used {
        0 => "Die Karten sind dann wertlos.".to_owned(),
        1 => "1 Gast ist schon gekommen. Er wird sofort abgemeldet und kann sein Guthaben nicht mehr ansehen. Was er gefangen hat, bleibt unter seinem Namen verbucht, und die Karten sind wertlos.".to_owned(),
        used => format!(
            "{used} Gäste sind schon gekommen. Sie werden sofort abgemeldet, und niemand von ihnen kann sein Guthaben mehr ansehen. Was sie gefangen haben, bleibt unter ihren Namen verbucht, und die Karten sind wertlos."
        ),
    }
    },
    keep: "Behalten",
    on_card: "Scanne mich oder gib diesen Code im Spiel ein",
    guest: |number| format!("Gast {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => {
            "Schreib dazu, wofür die Liste ist, damit du sie wiedererkennst.".to_owned()
        }
        InvalidGuests::Text(0) => format!(
            "Wofür die Liste ist, sagst du mit höchstens {MAX_GUEST_NAME_CHARS} Zeichen, die sich anzeigen lassen."
        ),
        InvalidGuests::Text(line) => format!(
            "Zeile {line}: Namen und Kennungen haben höchstens {MAX_GUEST_NAME_CHARS} Zeichen, die sich anzeigen lassen."
        ),
        InvalidGuests::SameLabel(line) => {
            format!("Zeile {line}: Ein anderer Gast hat schon diese Kennung.")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join(", ");
            format!(
                "Zeile {line}: Diese Tabelle hat die Spalten {columns}. Gelesen werden eine mit Namen und eine mit Kennungen, etwa Personalnummern: Nenne sie in der ersten Zeile „Name“ und „Kennung“ und lösche alle anderen."
            )
        }
        InvalidGuests::Count => format!(
            "Eine Liste hat 1 bis {MAX_GUESTS} Gäste: Gib eine Anzahl an oder eine Tabelle mit einer Zeile pro Gast."
        ),
        InvalidGuests::Wide(line) => {
            format!("Zeile {line}: Diese Zeile hat mehr als 1000 Zellen.")
        }
        InvalidGuests::Quote(line) => format!(
            "Zeile {line}: Hier beginnt ein Anführungszeichen, das nicht geschlossen wird oder hinter dem der Text weitergeht. Verdopple Anführungszeichen, die zum Text gehören, oder lösche sie."
        ),
    }
}
