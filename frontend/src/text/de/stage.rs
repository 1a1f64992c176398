//! German.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::many;
use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis antwortet nicht. Bis es wieder da ist, kann niemand dazukommen, antworten oder ein Päckchen fangen, und nichts geht weiter."
        }
        Incident::DatabaseAway => {
            "Die Datenbank antwortet nicht. Das Quiz geht weiter, und gefangene Päckchen werden später gutgeschrieben. Neue Spiele, neuer Regen und das Ende eines Regens warten, bis sie wieder da ist."
        }
        Incident::RolledBack => {
            "Die Server haben die letzten Augenblicke verloren und wiederhergestellt, was zu sehen war. Sieh dir das Bild an, bevor du weitermachst."
        }
    },
    try_device: "Geräte und WLAN testen",
    cancel: "Abbrechen",
    locked: "zu",
    no_such_game: "Dieses Spiel gibt es nicht",
    join_at: "Mitspielen auf",
    qr_alt: "QR-Code, der dieses Spiel öffnet",
    answered: |_| " geantwortet",
    points: "Punkte",
    sound: "Diese Frage hat einen Ton",
    sound_again: "Ton noch einmal abspielen",
    sound_stop: "Ton anhalten",
    sound_click: "Klicken, um den Ton abzuspielen",
    sound_fails: "Dieser Browser kann den Ton nicht abspielen.",
    mute: "Stumm",
    mute_why: "Alles, was dieser Bildschirm abspielt: Musik, Signale, Töne von Fragen. Mit + und − wird es lauter und leiser.",
    volume: "Lautstärke",
    full_screen: "Vollbild",
    next_game_soon: "Gleich beginnt das nächste Spiel",
    all_gone: "Alles weg!",
    of_pot: "von",
    key_title: "Spiel leiten",
    key_why: "Öffne den Link, den Quizrain im Terminal ausgegeben hat, oder füge den Schlüssel von dort ein. Ohne Terminal frag, wer den Server betreibt.",
    host_key: "Host-Schlüssel",
    key_wrong: "Ein Schlüssel hat 32 Zeichen, 0–9 und a–f.",
    key_not_accepted: "Der Server nimmt das nicht an: Der Schlüssel ist falsch, du bist abgemeldet, oder dein Konto darf es nicht. Ein Inhaber des Servers kann helfen.",
    other_key: "Anmelden oder anderen Schlüssel eingeben",
    library: "Wähle ein Quiz",
    library_empty: "Es gibt noch kein Quiz. Füge eins mit quizrain import hinzu.",
    running_games: "Laufende Spiele",
    go_on: "Weiter",
    start_game: "Lobby öffnen",
    draw_questions: "Fragen, zufällig gezogen",
    to_library: "Bibliothek",
    players: "Spieler",
    lock: "Tür schließen",
    unlock: "Tür öffnen",
    open_screen: "Großbildschirm öffnen",
    controls: "Steuerung",
    space_hint: "Leertaste, Eingabetaste, → oder ein Presenter drückt den roten Knopf.",
    state_lobby: "Spieler kommen dazu",
    state_reading: "Die Frage wird gelesen",
    state_paused: "Pause: Niemand kann antworten",
    state_slide: "Eine Folie ist zu sehen",
    state_asking: "Die Frage ist offen",
    state_paced: "Alle spielen im eigenen Tempo",
    begin: "Los geht’s",
    close_game: "Spiel schließen",
    closes_in: |left| format!("Schließt in {left}"),
    own_paces: |begun, done| format!("{begun} begonnen · {done} fertig"),
    state_revealed: "Die Lösung ist zu sehen",
    state_rain: "Päckchen fallen. Der Regen endet von selbst.",
    first_question: "Erste Frage starten",
    open_question: "Frage öffnen",
    reveal_now: "Jetzt auflösen",
    pause: "Pause",
    resume: "Weiter",
    show_board: "Rangliste zeigen",
    open_rain: "Päckchenregen",
    show_podium: "Sieger zeigen",
    typed_texts: "Was Spieler eingetippt haben",
    hide_text: "Ausblenden",
    pick_text: "Auswählen",
    picked_text: |n| format!("Ausgewählt, {n}"),
    pick_why: |n| {
        format!(
            "Der Großbildschirm zeigt, was du auswählst, höchstens {n}, und das andere nicht mehr."
        )
    },
    stop_rain: "Regen abbrechen",
    stop_sure: "Regen jetzt abbrechen?",
    stop_why: "Was gefangen ist, bleibt gefangen. Der Rest des Topfs geht zurück, und alle sehen, dass du abgebrochen hast.",
    end_game: "Spiel beenden",
    end_sure: "Spiel jetzt beenden?",
    end_why: "Danach kann niemand mehr antworten oder etwas fangen. Gutgeschriebene Päckchen bleiben.",
    take_over_title: "Dieses Spiel wird aus einem anderen Browser geleitet",
    take_over_why: "Du kannst es mit deinem Host-Schlüssel übernehmen. Der andere Browser leitet es dann nicht mehr; Spieler merken nichts davon.",
    take_over: "Spiel übernehmen",
    which_rain: "Welcher Regen",
    another_rain: "Ein neuer Regen",
    after_question: |n| format!("Nach Frage {n}"),
    at_the_end: "Am Ende",
    has_fallen: "Ist gefallen",
    pot: "Topf",
    currency: "Währung",
    packets: "Päckchen",
    seconds: "Sekunden",
    smallest: "Kleinstes Päckchen",
    largest: "Größtes Päckchen",
    split: "Wie der Topf geteilt wird",
    split_lucky: "Nach Glück",
    split_lucky_why: "Zufällige Beträge; alle haben dieselben Chancen.",
    split_line: "Nach Glück, mit Jackpots",
    split_line_why: "An zufälligen Stellen geteilt: viele kleine Päckchen und ein paar große.",
    split_equal: "Gleich",
    split_equal_why: "In jedem Päckchen ist gleich viel.",
    split_shares: "Für jeden ein Teil",
    split_shares_why: "Alle, die fangen dürfen, wenn der Regen beginnt, teilen sich den Topf gleichmäßig.",
    prizes_why: "Je ein festes Päckchen für die ersten drei; wer gleichauf liegt, teilt.",
    first_prize: "Erster Preis",
    second_prize: "Zweiter Preis",
    third_prize: "Dritter Preis",
    who_may: "Wer fangen darf",
    everyone: "Alle",
    score_at_least: "Wer mindestens so viele Punkte hat",
    last_right: "Wer die letzte Frage richtig hatte",
    top_share: "Die Besten, in Prozent",
    top_rank: "Die Besten, bis Platz",
    let_it_rain: "Regnen lassen",
    money_sure: "Echtes Geld regnen lassen?",
    money_credited: |amount| format!("{amount} werden denen gutgeschrieben, die es fangen."),
    packets_of: |n| format!("{n} Päckchen"),
    for_everybody: "Für alle",
    next_question: |n, of| format!("Frage {n} von {of}"),
    others: |n| many(n.into(), "andere Antwort", "andere Antworten"),
    average: |mean| ["Im Schnitt ", mean].concat(),
    climbed_most: |n| format!("Größter Sprung, {}:", many(n.into(), "Platz", "Plätze")),
    up: |n| format!("{n} rauf"),
    down: |n| format!("{n} runter"),
    new_on_board: "neu",
    of_players: |n| format!("{n} Spieler"),
    questions: |n| many(n.into(), "Frage", "Fragen"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, 1) => "1 geht leer aus.".to_owned(),
            (Ordering::Less, without) => format!("{without} gehen leer aus."),
            (Ordering::Equal, _) => "für jeden eins.".to_owned(),
            (Ordering::Greater, over) => format!("{over} übrig; was niemand fängt, geht zurück."),
        };
        format!("{packets} Päckchen für {players} Spieler: {so}")
    },
    packets_for_some: |packets, players| {
        format!(
            "{packets} Päckchen. {players} Spieler da, aber nicht alle dürfen fangen: Wer, zeigt sich, wenn es regnet."
        )
    },
    packets_at_least: |n| format!("Mindestens {n} Päckchen: In weniger passt der Topf nicht."),
    pot_rises: |from, to| format!("Für jeden eins: Damit steigt der Topf von {from} auf {to}."),
    pot_raised: |from, to| format!("Der Topf ist von {from} auf {to} gestiegen."),
    packet_for_each: "Für jeden eins",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "Schreib Beträge wie 1234,50, ohne Tausenderpunkt.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "Diese Währung hat keine Nachkommastellen.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            let decimals = many(decimals.into(), "Nachkommastelle", "Nachkommastellen");
            format!("Diese Währung hat höchstens {decimals}.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "Der Betrag ist zu groß.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "Wähle eine Währung.".to_owned(),
        DraftProblem::Number => "Schreib eine ganze Zahl.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("Ein Regen dauert {} bis {} Sekunden.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "Ein Anteil ist 1 bis 100 Prozent.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "Der erste Platz ist 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "Niemand darf fangen, also kann niemand den Topf teilen.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "Der Topf ist zu klein für einen Teil für jeden.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => {
            "Preise sind für die ersten Plätze.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::Pot(why)) => pot_problem(why),
    }
}

fn pot_problem(why: Impossible) -> String {
    match why {
        Impossible::Prizes => {
            "Jeder Preis ist etwas wert, und keiner ist höher als der vor ihm.".to_owned()
        }
        Impossible::PacketCount => format!("Ein Regen hat 1 bis {MAX_PACKETS} Päckchen."),
        Impossible::MinTooSmall => "Im kleinsten Päckchen muss etwas sein.".to_owned(),
        Impossible::MaxBelowMin => "Das größte Päckchen ist kleiner als das kleinste.".to_owned(),
        Impossible::PotTooSmall => "Der Topf ist zu klein für so viele Päckchen.".to_owned(),
        Impossible::PotTooLarge => {
            "Der Topf ist zu groß: Erhöhe das größte Päckchen oder lass weniger regnen.".to_owned()
        }
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "Der Sponsor hat für diesen Topf nicht genug eingezahlt",
        Refusal::NoQuestionLeft => "Es ist keine Frage mehr übrig.",
        Refusal::NoSuchPlayer => "Dieser Spieler ist nicht mehr im Spiel.",
        Refusal::Invalid => "Das geht so nicht.",
        Refusal::NoRainLeft => {
            "In diesem Spiel kann es nicht noch einmal regnen. Lege ein neues Spiel an."
        }
        Refusal::OnlyWatching => "Mit diesem Link siehst du zu und kannst nichts anfassen.",
        Refusal::IdentityNeeded => {
            "Geld wird an Angemeldete ausgezahlt. Lege ein Spiel für sie an oder eins, das an alle auszahlen darf."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
