//! German.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "Gerät testen",
    lead: "Teste hier Handy, Laptop und WLAN vor der Veranstaltung: an dem Platz und zu der Uhrzeit, auf die es ankommt. Gespeichert wird nichts.",
    measuring: "Wird gemessen\u{a0}…",
    overall,
    verdict,
    say,
    again: "Noch einmal messen",
    minute: "Eine Minute lang messen",
    walk: "Eine Minute lang siehst du die letzten 60 Messungen: Geh durch den Saal, bis in die letzte Reihe und die Ecken, und schau zu.",
    bars: |shown, lost| format!("Die letzten {shown} Messungen; {lost} ohne Antwort"),
    tone: "Ton abspielen",
    heard: "Hast du ihn gehört?",
    yes: "Ja",
    no: "Nein",
    copy: "Ergebnis für den Host kopieren",
    copied: "Kopiert.",
    by_hand: "Markiere diesen Text und kopiere ihn:",
    to_start: "Zur Startseite",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "Alles gut: Hier kann gespielt werden.",
        Verdict::Limited => {
            "Hier kann gespielt werden, aber etwas ist vielleicht langsam oder fehlt. Sieh unten nach."
        }
        Verdict::Bad => "Etwas geht nicht. Unten steht, was du tun kannst.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "Gut",
        (Some(Verdict::Limited), true) => "Vielleicht langsam",
        (Some(Verdict::Limited), false) => "Eingeschränkt",
        (Some(Verdict::Bad), _) => "Geht nicht",
        (None, _) => "Noch unbekannt",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "Hin und zurück",
            format!("{} ms im Mittel, schlimmstens {} ms", whole(*median_ms), whole(*worst_ms)),
            "Geh näher an den Access Point, nimm einen mit weniger Geräten oder mobile Daten. Antworten zählen, wie sie ankommen; was die Leitung braucht, wird bis zu einer Grenze abgezogen.",
        ),
        Finding::Lost { lost: 0, of } => ("Verlust", format!("keiner von {of}"), ""),
        Finding::Lost { lost, of } => (
            "Verlust",
            format!("{lost} von {of} ohne Antwort innerhalb von 2 s"),
            "Das WLAN ist hier schwach oder voll: ein anderer Platz, ein anderer Access Point oder mobile Daten.",
        ),
        Finding::Jitter(ms) => (
            "Schwankung",
            format!("{} ms von einer Messung zur nächsten", whole(*ms)),
            "Im WLAN ist viel los. Große Downloads und Videos im selben Netz machen es schlimmer.",
        ),
        Finding::Clock(ahead_ms) => (
            "Uhr",
            format!(
                "geht gegenüber dem Server {} s {}",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "nach" } else { "vor" }
            ),
            "Stelle die Uhr auf automatisch. Das Spiel richtet sich nach dem Server, aber Zertifikate und Anmeldungen können scheitern.",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("wird verbunden", ""),
        Reach::Open => ("offen, so wie ein Spiel sie braucht", ""),
        Reach::Full => (
            "der Server ist erreichbar, hat aber keinen Platz für noch eine Messung",
            "Gerade messen zu viele. Es wird von selbst noch einmal versucht; in einer Minute ist Platz.",
        ),
        Reach::NoSocket => (
            "die Seite kommt, ein WebSocket geht nicht auf",
            "Ein Proxy, eine Firewall oder ein Filter lässt keine WebSockets durch: Nimm ein anderes Netz oder mobile Daten und sag denen Bescheid, die das Netz betreiben.",
        ),
        Reach::Portal => (
            "etwas anderes antwortet anstelle des Servers",
            "Das WLAN will zuerst eine Anmeldung: Öffne irgendeine Webseite, bestätige, was sie verlangt, und komm zurück.",
        ),
        Reach::Offline => (
            "der Server ist nicht erreichbar",
            "Ist das Gerät im richtigen WLAN? Gastnetze trennen Geräte oft voneinander. Es wird von selbst noch einmal versucht.",
        ),
    };
    ("Verbindung", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("Browser", "neu genug".to_owned(), ""),
        Finding::Browser(lacks) => (
            "Browser",
            format!("ihm fehlt {}", lacks.join(", ")),
            "Aktualisiere den Browser oder nimm einen neueren: Chrome, Edge, Firefox oder Safari aus den letzten drei Jahren.",
        ),
        Finding::Storage(works) => (
            "Speicher",
            if *works {
                "der Browser merkt sich deinen Platz"
            } else {
                "der Browser merkt sich nichts"
            }
            .to_owned(),
            "Verlass das private Fenster oder erlaube dieser Seite, Daten zu speichern: Sonst ist dein Platz weg, wenn du sie schließt.",
        ),
        Finding::Security(security) => (
            "Sicherheit",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "von diesem Rechner selbst, das ist genauso gut",
                Security::Plain => "einfaches HTTP",
            }
            .to_owned(),
            "Ohne HTTPS kann keine Seite den Bildschirm anlassen oder per Knopf kopieren. Der Host kann HTTPS auf dem Server einschalten lassen.",
        ),
        Finding::Screen { width, height } => (
            "Seite",
            format!("{width} × {height} Pixel"),
            "Klein: Halte das Handy hochkant, schließ Leisten und geteilte Ansichten oder mach die Schrift kleiner.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("Bildschirm bleibt an", "wird getestet", ""),
        Finding::Awake(Tried::Works) => ("Bildschirm bleibt an", "ja", ""),
        Finding::Awake(Tried::Fails) => (
            "Bildschirm bleibt an",
            "nein: Er wird dunkel, wenn ihn niemand berührt",
            "Lass das Display länger an oder tippe ab und zu darauf. Wird es dunkel, geht nichts verloren. Der Energiesparmodus kann schuld sein.",
        ),
        Finding::Clipboard(true) => ("Kopieren per Knopf", "ja", ""),
        Finding::Clipboard(false) => {
            ("Kopieren per Knopf", "nein; Texte lassen sich markieren und kopieren", "")
        }
        Finding::Vibration(true) => ("Vibration", "vorhanden", ""),
        Finding::Vibration(false) => ("Vibration", "nicht vorhanden; kein Spiel braucht sie", ""),
        Finding::Sound(Tried::NotYet) => {
            ("Ton", "drücke unten den Knopf; wichtig für den Großbildschirm", "")
        }
        Finding::Sound(Tried::Works) => ("Ton", "gehört", ""),
        Finding::Sound(Tried::Fails) => (
            "Ton",
            "nicht gehört",
            "Prüfe Lautstärke, Stummschalter und Ausgang (HDMI oder Lautsprecher) und ob ein anderes Programm den Ton belegt.",
        ),
        Finding::CalmMotion(true) => {
            ("Bewegung", "weniger, wie es dieses Gerät will: Päckchen fallen trotzdem", "")
        }
        Finding::CalmMotion(false) => ("Bewegung", "wie gedacht", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
