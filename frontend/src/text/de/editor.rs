//! German.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "Quiz-Editor",
    saved: "Gespeichert",
    unsaved: "Speichert\u{a0}…",
    offline: "Nicht verbunden. Was du schreibst, bleibt in diesem Browser und wird gespeichert, sobald der Server wieder da ist.",
    conflict: "Dieses Quiz wurde in einem anderen Fenster an derselben Stelle geändert. Nichts ist verloren: Wähle, was bleibt. Das andere kommt zu den älteren Versionen.",
    keep_mine: "Meins behalten",
    take_theirs: "Das andere nehmen",
    restored: "Was du hier zuletzt geschrieben hast, war nicht beim Server angekommen; es ist wieder da.",
    in_bin: "Dieses Quiz ist im Papierkorb. Stelle es in der Bibliothek wieder her, um daran zu schreiben.",
    from_file: |file| {
        format!(
            "Dieses Quiz kommt aus der Datei \u{2068}{file}\u{2069} im Quizordner des Servers. Wird sie neu gespeichert, ersetzt sie, was du hier schreibst; das bleibt dann bei den älteren Versionen."
        )
    },
    no_such_quiz: "Dieses Quiz gibt es nicht",
    to_library: "Bibliothek",
    play: "Spiel starten",
    settings: "Über das Quiz",
    quiz_title: "Titel",
    description: "Eine Zeile dazu",
    language: "Sprache",
    curve: "Wie die Zeit zählt",
    curve_speed: "Tempo zählt: hinab bis zur Hälfte der Punkte",
    curve_linear: "Tempo zählt: hinab bis zu nichts",
    curve_accuracy: "Tempo zählt nicht",
    wrong_percent: "Abzug für eine falsche Antwort, in Prozent der Punkte",
    streak_bonus: "Bonus für richtige Antworten in Folge",
    questions: "Fragen",
    no_question: "Noch keine Frage. Füge die erste hinzu.",
    add: "Frage hinzufügen",
    bank: "Aus anderen Quizzen\u{a0}…",
    bank_search: "Alle Fragen durchsuchen",
    bank_none: "Keine Frage hat diese Wörter.",
    bank_take: "Hinzufügen",
    close: "Schließen",
    up: "Nach oben",
    down: "Nach unten",
    duplicate: "Duplizieren",
    delete: "Löschen",
    undo: "Rückgängig",
    redo: "Wiederholen",
    list_keys: "Zum Umordnen ziehen. Tasten: Alt mit Pfeilen verschiebt, Entf löscht, Strg+Z macht rückgängig.",
    no_rain: "Kein Regen geplant. Du kannst es jederzeit regnen lassen.",
    add_rain: "Regen planen",
    rain_title: "Wie du ihn nennst; darf leer sein",
    rain_after: "Nach welcher Frage; leer: am Ende",
    no_such_question: "Diese Frage gibt es nicht.",
    rain_done: "Fertig",
    kind: "Art",
    text: "Frage",
    picture: "Bild",
    add_picture: "Bild auswählen\u{a0}…",
    picture_how: "oder hierher ziehen oder einfügen",
    uploading: "Wird hochgeladen\u{a0}…",
    remove_picture: "Bild entfernen",
    alt: "Was es zeigt, in Worten",
    alt_why: "Für alle, die es nicht sehen. Verrate die Antwort nicht.",
    sound: "Ton",
    add_sound: "Ton auswählen\u{a0}…",
    sound_how: "oder hierher ziehen oder einfügen: MP3, OGG oder WAV, höchstens 30 Sekunden und 2 MiB",
    remove_sound: "Ton entfernen",
    sound_words: "Was zu hören ist, in Worten",
    sound_words_why: "Spieler können diese Worte auf dem Handy öffnen. Verrate die Antwort nicht.",
    sound_wordless: "Wer den Ton nicht hört, kann diese Frage nicht spielen: Sag in Worten, was zu hören ist.",
    time: "Zeit und Punkte",
    seconds: "Sekunden zum Antworten (0: ohne Grenze)",
    read_seconds: "Sekunden, um erst zu lesen",
    points: "Punkte",
    explanation: "Wird mit der Antwort gezeigt",
    choices: "Antworten",
    right_marks: "Markiere, was richtig ist.",
    add_choice: "Antwort hinzufügen",
    shuffled: "Jeder Spieler sieht die Antworten in anderer Reihenfolge",
    several: "Spieler dürfen mehrere wählen",
    statement: "Die Aussage ist",
    accepted: "Akzeptierte Antworten, eine pro Zeile",
    accepted_why: "Groß oder klein, Akzente, Zeichenbreite und Leerzeichen zählen nicht. Gezeigt wird die erste.",
    right_number: "Die richtige Zahl",
    tolerance: "Auch richtig: so weit daneben",
    credit_within: "Immer weniger bis so weit daneben (0: nichts)",
    smallest: "Kleinste",
    largest: "Größte",
    step: "Schritt des Reglers",
    decimals: "Nachkommastellen",
    unit: "Einheit",
    not_a_number: "Das ist keine Zahl mit so vielen Nachkommastellen.",
    items: "Einträge, in der richtigen Reihenfolge",
    pairs: "Was zusammengehört",
    add_item: "Eintrag hinzufügen",
    region: "Wo es richtig ist",
    region_how: "Zeichne auf dem Bild oder gib die Stelle in Prozent ein.",
    region_needs: "Füge zuerst ein Bild hinzu.",
    from_left: "Von links, %",
    from_top: "Von oben, %",
    width: "Breite, %",
    height: "Höhe, %",
    round: "Rund",
    scale_from: "Von",
    scale_to: "Bis",
    scale_from_label: "Was der Anfang bedeutet",
    scale_to_label: "Was das Ende bedeutet",
    words: "Wörter pro Spieler",
    nothing_right: "Hier ist nichts richtig oder falsch; niemand bekommt Punkte.",
    slide_why: "Eine Folie wird gezeigt und nicht beantwortet.",
    preview: "Vorschau",
    on_screen: "Großbildschirm",
    on_phone: "Handy",
    ready: "Spielbereit",
    choice: |n| format!("Antwort {n}"),
    right: |n| format!("Antwort {n} ist richtig"),
    item: |n| format!("Eintrag {n}"),
    left: |n| format!("Links {n}"),
    belongs: |n| format!("Gehört zu links {n}"),
    remove: |n| format!("Nummer {n} entfernen"),
    move_up: |n| format!("Nummer {n} nach oben"),
    to_fix: |n| format!("{n} Fehler zu beheben"),
    question: |n| format!("Frage {n}"),
    kinds: |kind| match kind {
        Kind::Single => "Eine Auswahl",
        Kind::Multiple => "Mehrere Antworten",
        Kind::TrueFalse => "Wahr oder falsch",
        Kind::Typed => "Getippte Antwort",
        Kind::Number => "Zahl",
        Kind::Order => "Reihenfolge",
        Kind::Matching => "Paare bilden",
        Kind::Hotspot => "Stelle im Bild",
        Kind::Poll => "Umfrage",
        Kind::Scale => "Skala",
        Kind::Cloud => "Wortwolke",
        Kind::OpenText => "Freie Antwort",
        Kind::Slide => "Folie",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "Das Quiz hat keinen Titel.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "Der Titel ist zu lang.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("Titel oder Beschreibung hat das unsichtbare Zeichen U+{:04X}.", u32::from(*c))
        }
        InvalidQuiz::Language => "Diese Sprache ist nicht bekannt.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "Die Zeile dazu ist zu lang.".to_owned(),
        InvalidQuiz::Scoring(_) => "Eine falsche Antwort kostet 0 bis 100 Prozent.".to_owned(),
        InvalidQuiz::NoQuestion => "Das Quiz hat keine Frage.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "Das Quiz hat zu viele Fragen.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "Im Quiz ist zu oft Regen geplant.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "Ein geplanter Regen kann so nicht fallen.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "Die Hauptfarbe des Designs ist schlecht zu sehen. Wähle eine andere.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "Die Frage hat keinen Text.".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("Die Frage hat {n} Zeichen; höchstens 500."),
        InvalidQuestion::Seconds(_) => {
            "5 bis 240 Sekunden zum Antworten, oder 0: ohne Grenze.".to_owned()
        }
        InvalidQuestion::ReadSeconds(_) => "Höchstens 30 Sekunden zum Lesen.".to_owned(),
        InvalidQuestion::Points(_) => "Höchstens 10.000 Punkte.".to_owned(),
        InvalidQuestion::Choices(why) => choices_problem(why),
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "1 bis 20 akzeptierte Antworten.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!(
                "Akzeptierte Antwort {n} lässt sich nicht eintippen: 1 bis 60 sichtbare Zeichen."
            )
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("Die akzeptierten Antworten {a} und {b} sind gleich.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "Eine Skala beginnt bei 0 oder 1 und endet bei 2 bis 10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "Die Worte für ein Ende der Skala sind zu lang.".to_owned()
        }
        InvalidQuestion::Words(_) => "1 bis 5 Wörter pro Spieler.".to_owned(),
        InvalidQuestion::Pairs(..) => "Jeder Eintrag links braucht einen rechts.".to_owned(),
        InvalidQuestion::Region => "Die richtige Stelle muss auf dem Bild liegen.".to_owned(),
        InvalidQuestion::NoPicture => "Diese Art braucht ein Bild.".to_owned(),
        InvalidQuestion::Alt(_) => "Das Bild braucht Worte, höchstens 200 Zeichen.".to_owned(),
        InvalidQuestion::SoundWords(n) => {
            format!("Die Worte zum Ton haben {n} Zeichen; höchstens 500.")
        }
        InvalidQuestion::PointsForNothing => {
            "Hier ist nichts richtig oder falsch: 0 Punkte.".to_owned()
        }
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("Was mit der Antwort gezeigt wird, hat {n} Zeichen; höchstens 500.")
        }
        InvalidQuestion::Hidden(c) => {
            format!(
                "Ein Text hat das unsichtbare Zeichen U+{:04X}; schreib ihn neu.",
                u32::from(*c)
            )
        }
        InvalidQuestion::TooMuchText => "Darin ist zu viel Text.".to_owned(),
    }
}

fn choices_problem(why: &InvalidChoices) -> String {
    match why {
        InvalidChoices::Count(_) => "2 bis 8 Antworten.".to_owned(),
        InvalidChoices::Empty(n) => format!("Nummer {n} hat keinen Text."),
        InvalidChoices::TooLong(n) => format!("Nummer {n} hat mehr als 200 Zeichen."),
        InvalidChoices::Same(a, b) => format!("Die Nummern {a} und {b} sind gleich."),
        InvalidChoices::NoKey => "Nichts ist als richtig markiert.".to_owned(),
        InvalidChoices::ManyKeys => "Hier kann nur eine Antwort richtig sein.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "Höchstens 6 Nachkommastellen.",
        InvalidNumber::Ends => "Die kleinste Zahl muss unter der größten liegen.",
        InvalidNumber::Step => "Der Schritt muss größer als 0 sein und in den Bereich passen.",
        InvalidNumber::Key => {
            "Die richtige Zahl liegt nicht zwischen der kleinsten und der größten."
        }
        InvalidNumber::Tolerance => {
            "Wie weit daneben noch richtig ist, muss 0 oder mehr sein und in den Bereich passen."
        }
        InvalidNumber::UnitTooLong(_) => "Die Einheit ist zu lang.",
    };
    told.to_owned()
}
