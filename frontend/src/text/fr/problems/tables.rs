//! French: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("La feuille « {name} » n’est pas lue : ses colonnes sont inconnues."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("Les réponses de la colonne {column} ne sont pas des choix de leurs lignes."),
            "des lettres, des numéros, des noms de colonnes ou des textes de choix, un ou plusieurs",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said =
                format!("Les réponses de la colonne {column} peuvent être {}.", ways.join(" ou "));
            (said, "dans toutes les lignes des lettres, ou des textes de choix")
        }
        BrokenTable::ManyProblems(n, columns) => (
            format!("Il y a plus de {n} problèmes avec les colonnes {columns}."),
            "un tableau de questions",
        ),
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => {
            (format!("Les cellules contiennent plus de {mib} MiB de texte."), "")
        }
        BrokenTable::Cells(most) => (format!("Il y a trop de cellules ; {most} au maximum."), ""),
        BrokenTable::CellOrder => {
            ("Les cellules de cette ligne ne sont pas dans l’ordre.".to_owned(), "")
        }
        BrokenTable::RowOrder => ("Les lignes ne sont pas dans l’ordre.".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("Impossible de lire le tableau : {why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "des numéros à partir de 1",
        AnswerKey::Index => "des numéros à partir de 0",
        AnswerKey::Letter => "des lettres",
        AnswerKey::Name => "des noms de colonnes",
        AnswerKey::Text => "des textes de choix",
    }
}
