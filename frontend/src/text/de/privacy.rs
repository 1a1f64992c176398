//! German.

use quizrain_shared::api::Privacy;

use super::many;
use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "Was über dich gespeichert wird",
    lead: "Quizrain ist ein Programm, und wer es hier betreibt, steht für das ein, was es speichert. Diese Seite hat das Programm geschrieben; die Zahlen sind die dieses Servers.",
    sections,
    whom_to_ask: "Wen du fragen kannst",
    ask_host: "Frag den Host deines Spiels.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => many(n, "Minute", "Minuten"),
        Span::Hours(n) => many(n, "Stunde", "Stunden"),
        Span::Days(n) => many(n, "Tag", "Tage"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("Wer du hier bist", [
        Some("In einem offenen Spiel brauchst du kein Konto: Dein Browser denkt sich eine Zufallszahl aus, und der Server speichert davon einen Fingerabdruck. Keine E-Mail-Adresse, keine Werbung, kein Tracking, kein Cookie. Gibst du dieses Konto mit einem Code an ein anderes deiner Geräte weiter, speichert der Server auch Fingerabdrücke dieser Browser.".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("Wenn du dich anmeldest: wer für dich bürgt, wie du dort heißt, dein Name und welche Browser deine sind. So bist du auf allen derselbe Spieler. Ein Browser bleibt {} lang angemeldet oder bis du dich abmeldest. Während du auf der Anmeldeseite bist, hat dein Browser dafür ein Cookie, höchstens zehn Minuten lang.", span(seconds))),
        Some("Wenn du mit einer Einladung kommst: wie dich die Gästeliste des Hosts nennt, dein Name, falls er dort steht, und welcher Browser deiner ist. Löscht der Host die Liste, ist es auch dort gelöscht.".to_owned()),
        Some("Von da an gehören Spiele, die du in diesem Browser spielst, dir als der angemeldeten Person, auch offene.".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("Was gespeichert wird, warum und wie lange", [
        Some(format!("Dein Spitzname, dein Team, was du wann geantwortet hast, Punkte, Plätze und Notizen eines Hosts dazu: zum Spielen und für Ergebnisse. Gelöscht wird das {results} nach dem Ende des Spiels. Womit das Spiel selbst läuft, verschwindet {game} nach seinem Ende.")),
        Some("Was du wann gefangen hast und was daraus wurde: damit dein Guthaben stimmt und alle es prüfen können. Für immer, unter einer Nummer und ohne Namen.".to_owned()),
        said.points_seconds.map(|seconds| format!("Spiele, in denen es nur Punkte geregnet hat, werden {} nach ihrem Ende gelöscht, mit allem.", span(seconds))),
        Some("Zufällige Bytes deines Handys: Sie gehörten zur Ziehung, die alle damit prüfen können. So lange wie der Regen, ohne Namen.".to_owned()),
        said.pays_out.then(|| "Was zur Auszahlung an dich abgeschickt wurde und wer du bist, wenn du angemeldet oder eingeladen warst: damit es einmal ausgezahlt wird. Für immer.".to_owned()),
        Some(format!("Woher du im Netz kamst: Die Adresse selbst ist nur im Arbeitsspeicher des Servers, Minuten bis einige Stunden, gegen Überlastung. Das Spiel hat davon einen verschlüsselten Fingerabdruck, damit ein Host jemanden fernhalten kann, bis {game} nach seinem Ende.")),
        Some("Kopien für den Notfall enthalten, was es an ihrem Tag gab, bis sie gelöscht werden.".to_owned()),
        Some("Dieser Browser speichert seine Zufallszahl, deinen Spitznamen und dein Gesicht, die letzte PIN, deine Sprache und was er vom Regen gesehen hat. Löschst du die Daten dieser Website, ist das weg und damit auch ein Guthaben, das du ohne Anmeldung hattest.".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("Wer es sieht", [
        Some("Andere Spieler: deinen Spitznamen, dein Gesicht und auf der Rangliste Punkte und Plätze. Eingetipptes wird zusammengefasst gezeigt, ohne Namen.".to_owned()),
        Some("Der Host und alle, die er in seine Regie lässt: alles in ihrem Spiel. Musstest du dich anmelden oder eingeladen sein, auch, wer du bist.".to_owned()),
        Some("Wer einen Link zu den Ergebnissen hat: Podest und Diagramme und Spitznamen, wenn der Host sie zeigt.".to_owned()),
        said.pays_out.then(|| "Wer auszahlt, was gefangen wird: deine Nummer und die Beträge und wer du bist, wenn du angemeldet oder eingeladen warst.".to_owned()),
        Some("Wer diesen Server betreibt, kann alles lesen. Sonst niemand: Die Seiten fragen nur diesen Server.".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("Was du verlangen kannst", [
        Some("Eine Kopie: auf der Seite „Guthaben“, mit dem Browser, der gespielt hat, jedes beendete Spiel und alles, was du gefangen hast; dort auch alles, was über dich gespeichert ist, in einer Datei.".to_owned()),
        Some("Gelöscht zu werden: auf der Seite „Guthaben“. Dort steht, was verschwindet und was bleibt, bevor etwas geschieht.".to_owned()),
        Some("Einen anderen Spitznamen oder das Ende deiner Teilnahme an einem laufenden Spiel: Sag dem Host Bescheid.".to_owned()),
    ])
}
