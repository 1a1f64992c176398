//! German.

use quizrain_shared::api::QuizSort;

use super::many;
use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "Bibliothek",
    to_host: "Spiel leiten",
    to_api: "Für Programme: die API",
    to_studio: "Quizze schreiben, importieren und finden",
    new_quiz: "Neues Quiz",
    import: "Dateien importieren\u{a0}…",
    search: "Titel, Tags und Fragen durchsuchen",
    sort: "Sortieren nach",
    sorts: |sort| match sort {
        QuizSort::Title => "Titel",
        QuizSort::Changed => "Zuletzt geändert",
        QuizSort::Played => "Zuletzt gespielt",
        QuizSort::Created => "Neueste",
    },
    places: "Wo",
    place: |place| match place {
        Place::Shelf => "Quizze",
        Place::Archive => "Archiv",
        Place::Bin => "Papierkorb",
    },
    tags: "Tags",
    all_tags: "Alle Tags",
    listed: |n, more| match (n, more) {
        (n, false) => many(n as u64, "Quiz", "Quizze"),
        (n, true) => format!("Die ersten {n} Quizze"),
    },
    show_more: "Mehr zeigen",
    nothing_found: "Kein Quiz hat das alles.",
    show_all: "Alle Quizze zeigen",
    empty: |place| match place {
        Place::Shelf => "Es gibt noch kein Quiz. Schreib eins oder zieh eine Datei hierher.",
        Place::Archive => {
            "Das Archiv ist leer. Was darin ist, steht nicht bei den Quizzen und lässt sich trotzdem spielen."
        }
        Place::Bin => "Der Papierkorb ist leer.",
    },
    untitled: "Quiz ohne Titel",
    to_fix: |n| format!("{n} Fehler zu beheben"),
    played: "Zuletzt gespielt",
    never_played: "Nie gespielt",
    deleted_on: "Endgültige Löschung",
    more: "Aktionen\u{a0}…",
    more_of: |quiz| format!("Aktionen für {quiz}"),
    other_kind: "anderes",
    owned: |owned| match owned {
        Owned::Mine => "Nur meins",
        Owned::Others => "Nur von seinem Host",
        Owned::Shared => "Mit dem Team geteilt",
    },
    share: "Mit dem Team teilen",
    unshare: "Vom Team zurücknehmen",
    duplicate: "Duplizieren",
    copy_of: |quiz| format!("{quiz} (Kopie)"),
    archive: "Archivieren",
    unarchive: "Aus dem Archiv holen",
    bin: "In den Papierkorb",
    restore: "Wiederherstellen",
    undo: "Rückgängig",
    done: |done, quiz| match done {
        Done::Archived => format!("„{quiz}“ ist im Archiv."),
        Done::Unarchived => format!("„{quiz}“ ist wieder bei den Quizzen."),
        Done::Binned => format!("„{quiz}“ ist für 30 Tage im Papierkorb."),
        Done::Restored => format!("„{quiz}“ ist aus dem Papierkorb zurück."),
        Done::Copied => format!("„{quiz}“ wurde angelegt."),
        Done::Tagged => format!("Die Tags von „{quiz}“ sind gespeichert."),
        Done::BroughtBack => format!("Die ältere Version von „{quiz}“ ist wieder da."),
        Done::Shared => {
            format!("„{quiz}“ ist mit dem Team geteilt: Alle Hosts sehen und bearbeiten es.")
        }
        Done::TakenBack => format!("„{quiz}“ gehört wieder nur seinem Host."),
    },
    tags_how: "Trenne Tags mit Kommas.",
    save_tags: "Tags speichern",
    too_many_tags: "Ein Quiz hat höchstens 20 Tags mit je 40 Zeichen.",
    download: "Herunterladen",
    format: "Format",
    download_button: "Datei herunterladen",
    says_all: "In dieses Format passt alles aus diesem Quiz.",
    says_not: |n| {
        if n == 1 {
            "1 Angabe steht nicht in der Datei:".to_owned()
        } else {
            format!("{n} Angaben stehen nicht in der Datei:")
        }
    },
    versions: "Ältere Versionen",
    no_versions: "Es gibt keine ältere Version.",
    version: |n| format!("Version {n}"),
    look: "Ansehen",
    bring_back: "Zurückholen",
    close: "Schließen",
    import_title: "Quizze importieren",
    import_why: "Zieh Dateien hierher oder wähle sie aus. Erst siehst du, was darin ist; importiert wird nichts, bevor du es sagst.",
    choose_files: "Dateien auswählen",
    reading: "Wird gelesen\u{a0}…",
    saving: "Wird importiert\u{a0}…",
    too_large: |mib| format!("Die Datei ist zu groß; höchstens {mib} MiB."),
    nothing_usable: "Nichts in dieser Datei lässt sich importieren.",
    quiz_title: "Titel",
    all_questions: "Alle Fragen",
    choose_questions: |n, of| format!("{n} von {of} Fragen ausgewählt"),
    expected: |what| format!("Erwartet: {what}"),
    problems_csv: "Fehler als CSV herunterladen",
    csv_head: ["Datei", "Stelle", "Was dort steht", "Erwartet", "Zeile"],
    encoding: "Kodierung der Datei",
    encoding_why: "Der Text ist kein Unicode, und die Datei sagt nicht, was er ist.",
    columns: "Was die Spalten bedeuten",
    columns_why: "Die Tabelle sagt nicht, was ihre Spalten sind.",
    column: |column| match column {
        Column::Header => "Zeile der Überschriften; 0: keine",
        Column::Question => "Spalte der Frage, etwa A",
        Column::Choices => "Spalten der Antworten, etwa B-E",
        Column::Correct => "Spalte der richtigen Antwort",
        Column::Time => "Spalte der Sekunden, falls es sie gibt",
    },
    read_again: "Noch einmal lesen",
    import_questions: |n| [&many(n as u64, "Frage", "Fragen"), " importieren"].concat(),
    imported: "Importiert:",
    leave_out: "Diese Datei weglassen",
    from_file: "Aus der Datei",
    files_to_mend: "Dateien mit Fehlern im Quizordner des Servers",
    file_is_used: |part| match part {
        true => "Der Rest dieser Datei ist in der Bibliothek.",
        false => "Nicht gelesen. Ein Quiz, das früher daraus entstand, bleibt, wie es war.",
    },
    more_to_mend: |n| format!("und {n} weitere"),
    drop_here: "Zieh Quizdateien hierher",
};
