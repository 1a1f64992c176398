//! German: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("Das Blatt „{name}“ wird nicht gelesen: Seine Spalten sind unbekannt."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!(
                "Was in Spalte {column} richtig sein soll, steht in den Zeilen nicht zur Auswahl."
            ),
            "Buchstaben, Nummern, Spaltennamen oder Texte der Antworten, auch mehrere",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said =
                format!("Die Antworten in Spalte {column} können {} sein.", ways.join(" oder "));
            (said, "in allen Zeilen Buchstaben oder in allen Texte der Antworten")
        }
        BrokenTable::ManyProblems(n, columns) => (
            format!("Mit den Spalten {columns} sind es mehr als {n} Fehler."),
            "eine Tabelle mit Fragen",
        ),
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("Die Zellen haben mehr als {mib} MiB Text."), ""),
        BrokenTable::Cells(most) => (format!("Es sind zu viele Zellen; höchstens {most}."), ""),
        BrokenTable::CellOrder => {
            ("Die Zellen dieser Zeile sind nicht in der richtigen Reihenfolge.".to_owned(), "")
        }
        BrokenTable::RowOrder => {
            ("Die Zeilen sind nicht in der richtigen Reihenfolge.".to_owned(), "")
        }
        BrokenTable::Csv(why) => (format!("Die Tabelle lässt sich nicht lesen: {why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "Nummern ab 1",
        AnswerKey::Index => "Nummern ab 0",
        AnswerKey::Letter => "Buchstaben",
        AnswerKey::Name => "Spaltennamen",
        AnswerKey::Text => "Texte der Antworten",
    }
}
