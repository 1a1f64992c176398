//! German.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::many;
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "Sprache",
    loading: "Wird geladen\u{a0}…",
    connecting: "Wird verbunden\u{a0}…",
    too_many_tries: "Aus diesem Netz kamen zu viele falsche PINs. Deine wird gleich noch einmal versucht.",
    reconnecting: "Wird neu verbunden\u{a0}… Dein Platz ist sicher.",
    no_network: "Kein Netz. Dein Platz ist sicher.",
    still_trying: "Der Server antwortet noch nicht. Prüfe dein Netz. Neu laden musst du nicht: Diese Seite versucht es weiter.",
    unreachable: "Der Server ist nicht erreichbar.",
    try_again: "Erneut versuchen",
    sign_in_with: |name| ["Mit ", name, " anmelden"].concat(),
    to_start: "Zur Startseite",
    no_such_page: "Diese Seite gibt es nicht",
    enter: "Weiter",
    points_unit: |n| if n == 1 { " Punkt" } else { " Punkte" },
    game_pin: "Spiel-PIN",
    host_a_game: "Spiel leiten",
    no_such_game_why: "Vergleiche die Ziffern mit dem Großbildschirm und versuch es noch einmal.",
    time_left: "Sekunden übrig",
    seconds_left: |n| ["Noch ", &many(n, "Sekunde", "Sekunden")].concat(),
    counting: "Die Zeit ist um. Die Antworten werden gezählt\u{a0}…",
    time_up: "Die Zeit ist um",
    get_ready: "Mach dich bereit: Gleich kannst du antworten.",
    paused: "Pause. Gleich geht’s weiter.",
    true_: "Wahr",
    false_: "Falsch",
    right_answer: "richtige Antwort",
    place: |[left, top]| format!("{left}\u{a0}% von links, {top}\u{a0}% von oben"),
    region: |[left, top, width, height]| {
        format!(
            "{left}\u{a0}% von links, {top}\u{a0}% von oben, {width}\u{a0}% breit, {height}\u{a0}% hoch"
        )
    },
    out: "raus",
    own_pace: |minutes| {
        let open = many(minutes.into(), "Minute", "Minuten");
        format!("Alle spielen im eigenen Tempo. Offen ist das Spiel {open} lang.")
    },
    survival_rule: "K.-o.-Modus: Wer falsch oder gar nicht antwortet, ist raus.",
    card_rule: |n| format!("Wer {n}-mal in Folge richtig liegt, bekommt einen Joker."),
    survivors: |left, of| format!("{left} von {of} noch dabei"),
    members: |n| format!("{n} Spieler"),
    best_players: "Beste Spieler",
    board: "Rangliste",
    podium: "Gewonnen haben\u{a0}…",
    game_over: "Das war’s!",
    thanks: "Danke fürs Mitspielen!",
    rain_comes: "Gleich regnet es rote Päckchen",
    rain_label: "Fallende rote Päckchen. Mit der Leertaste oder der Eingabetaste fängst du eins.",
    rain_label_watch: "Fallende rote Päckchen",
    rain_over: "Der Regen ist vorbei",
    rain_stopped: "Der Host hat diesen Regen beendet. Was gefangen ist, bleibt gefangen; der Rest ging zurück.",
    packets_caught: |_| " Päckchen gefangen",
    largest_catches: "Die größten Päckchen",
    question_of: |n, of| format!("Frage {n} von {of}"),
    players_joined: |n| {
        if n == 0 { "Noch niemand da".to_owned() } else { format!("{n} Spieler") }
    },
    in_packets: |n| format!("in {n} Päckchen"),
    only_from_score: |n| format!("Für alle mit mindestens {}", many(n, "Punkt", "Punkten")),
    only_last_right: "Für alle, deren letzte Antwort richtig war",
    only_survivors: "Für alle, die noch dabei sind",
    only_best_team: "Für das beste Team",
    only_starters: "Für alle, die von Anfang an da waren",
    only_seated: "Für alle, die vor diesem Regen im Spiel waren",
    only_top_share: |percent| format!("Für die besten {percent}\u{a0}%"),
    only_top_rank: |last| {
        if last == 1 { "Nur für Platz 1".to_owned() } else { format!("Für die besten {last}") }
    },
    prizes: "Preise für die Besten",
    prize_of: |place| format!("{place}. Preis"),
    refusal,
    seal: |commitment| format!("Siegel {}", short(commitment)),
    entropy: |entropy| format!("Spielercode {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "Zu dieser PIN gibt es kein Spiel",
        Refusal::GameFull => "Das Spiel ist voll",
        Refusal::GameLocked => "Der Host hat die Tür zugemacht",
        Refusal::GameEnded => "Dieses Spiel ist vorbei",
        Refusal::NicknameTaken => "Diesen Spitznamen gibt es schon. Nimm einen anderen.",
        Refusal::Nickname(InvalidName::Empty) => "Gib einen Spitznamen ein.",
        Refusal::Nickname(InvalidName::TooLong) => "Ein Spitzname hat höchstens 20 Zeichen.",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "Dieser Spitzname hat Zeichen, die sich nicht anzeigen lassen."
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "In diesem Spiel gibt es die Spitznamen fertig. Suche dir einen davon aus."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "Dieser Spitzname hat ein Wort, das hier nicht gezeigt wird. Nimm einen anderen."
        }
        Refusal::Removed => "Der Host hat dich aus diesem Spiel entfernt",
        Refusal::NoSuchTeam => "Wähle ein Team.",
        Refusal::NotSeated => "Komm zuerst ins Spiel",
        Refusal::NotOpen => "Diese Frage ist nicht offen",
        Refusal::TooLate => "Zu spät: Die Frage war schon zu.",
        Refusal::NoSuchAnswer => "Diese Antwort geht hier nicht",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "Das Päckchen war schon weg",
        Refusal::TooEarly => "Ein bisschen zu früh",
        Refusal::RainOver => "Der Regen war schon vorbei",
        Refusal::NotEligible => "Bei diesem Regen durftest du nicht fangen",
        Refusal::SoldOut => "Für dich ist kein Päckchen mehr da",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "Das geht gerade nicht.",
        Refusal::TooManyJoins { .. } => {
            "Aus deinem Netz kommen gerade viele. Es wird gleich noch einmal versucht."
        }
        Refusal::Field => "Trag bitte ein, was der Host wissen will, so wie im Beispiel.",
        Refusal::SignInNeeded => {
            "Dieses Spiel ist nur für Angemeldete. Öffne es über den Link, den du bekommen hast."
        }
        Refusal::Stale => "Das Spiel war schon weiter.",
        Refusal::NotAllowed => "Das darf dieser Browser nicht.",
        Refusal::TooFast => "Zu schnell. Warte einen Moment.",
        Refusal::Malformed => "Der Server hat das nicht verstanden. Lade die Seite neu.",
        Refusal::Unavailable => "Der Server ist ausgelastet. Es wird noch einmal versucht.",
    }
}
