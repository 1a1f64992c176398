//! German.

use super::many;
use crate::text::player::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &super::outcome::WORDS,
    names: &quizrain_shared::language::de::NAMES,
    tap_another: "Es fallen noch Päckchen: Tippe auf ein anderes.",
    understood: "OK",
    home_title: "Mitspielen",
    pin_wrong: "Eine PIN hat sechs Ziffern.",
    your_name: "Dein Spitzname",
    join: "Mitspielen",
    joining: "Moment\u{a0}…",
    locked_why: "Der Host hat die Tür zugemacht. Sobald sie wieder aufgeht, kannst du rein.",
    late_why: "Das Spiel hat begonnen, jetzt kommt niemand mehr rein.",
    spin: |left| match left {
        0 => "Ausgewürfelt".to_owned(),
        left => format!("Neu würfeln (noch {left}\u{a0}×)"),
    },
    removed_why: "Ein Versehen? Sprich mit dem Host. Hier kannst du bei einem anderen Spiel mitmachen.",
    field_note: "Das sieht nur der Host.",
    identity_note: "Ohne Konto. Dieser Browser merkt sich deinen Platz und dein Guthaben.",
    signed_note: "Nur für Angemeldete. Dein Platz und dein Guthaben gehören dir auf jedem Gerät.",
    invited_note: "Nur für geladene Gäste. Dein Platz und dein Guthaben gehören dir in jedem Spiel für diese Gästeliste.",
    playing_as: "Du spielst als",
    not_you: "Nicht du? Abmelden",
    invite_code: "Der Code auf deiner Einladung",
    sign_in_failed: "Die Anmeldung hat nicht geklappt. Öffne deinen Link noch einmal.",
    elsewhere: "Du spielst in einem anderen Fenster",
    elsewhere_why: "Dein Platz gilt immer nur in einem Fenster. Verloren ist nichts.",
    use_it_here: "Hier weiterspielen",
    vibration: "Vibration",
    you_are_in: "Du bist dabei!",
    glory: |rank| match rank {
        1 => "Gewonnen!",
        2 => "Platz zwei!",
        _ => "Platz drei!",
    },
    tap_face: "Antippen für ein anderes Gesicht",
    see_your_name: "Suche deinen Namen auf dem Großbildschirm.",
    react: "Reagiere auf dem Großbildschirm",
    reactions: ["Applaus", "Herz", "Lachen", "Staunen", "Party"],
    begin: "Los geht’s",
    begin_why: "Lass dir Zeit: Die Uhr läuft erst, wenn du eine Frage siehst.",
    next: "Weiter",
    finish: "Fertig",
    all_done: "Alles geschafft!",
    all_done_why: "Du hast alle Fragen beantwortet. Der Endstand kommt, wenn das Spiel schließt.",
    send: "Antwort senden",
    pick_all: "Wähle alle richtigen Antworten.",
    pick_any: "Wähle so viele, wie du magst.",
    type_answer: "Gib deine Antwort ein.",
    type_word: "Gib ein Wort ein.",
    type_words: "Ein Wort pro Feld; eins reicht.",
    type_text: "Schreib einen Satz.",
    type_number: "Gib eine Zahl ein.",
    change_sign: "Plus oder minus",
    put_in_order: "Zieh alles in die richtige Reihenfolge oder nimm die Pfeile.",
    put_pairs: "Tippe rechts auf zwei, dann tauschen sie die Plätze.",
    put_pin: "Tippe im Bild auf die Stelle, die du meinst.",
    pin_label: "Das Bild. Mit den Pfeiltasten bewegst du deine Markierung.",
    move_with_arrows: "Mit den Pfeiltasten verschieben",
    move_up: "Nach oben",
    move_down: "Nach unten",
    sound: "Der Ton zur Frage",
    sound_words: "Was zu hören ist, in Worten",
    look_up: "Schau auf den Großbildschirm.",
    sending: "Wird gesendet\u{a0}…",
    answer_in: "Deine Antwort ist da. Gleich geht’s weiter\u{a0}…",
    card_earned: "Du bekommst einen Joker.",
    card_saved: "Ein Joker hat dich gerettet.",
    you_are_out: "Du bist raus. Antworte ruhig weiter, nur zum Spaß.",
    out_earns_nothing: "Du bist raus, dafür gibt es nichts mehr.",
    no_points_yet: "Das ist die richtige Antwort.",
    final_board: "Endstand",
    another_game: "Zu einem anderen Spiel",
    play_again: "Noch einmal spielen",
    tap_one: "Tippe auf ein rotes Päckchen!",
    tap_keys: "oder drücke die Leertaste",
    packets_left: |left| ["Nur noch ", &left.to_string(), "!"].concat(),
    grabbing: "Wird geöffnet\u{a0}…",
    crediting: "Gefangen. Unterwegs zu deinem Guthaben\u{a0}…",
    crediting_long: "Gefangen. Die Gutschrift dauert länger als sonst; diese Seite sagt dir Bescheid.",
    credited: "Deinem Guthaben gutgeschrieben",
    lost: "Dieses Päckchen ging verloren",
    lost_why: "Vor der Gutschrift ist ein Server ausgefallen, und das Päckchen gehört dir nicht. Dein Guthaben ist unverändert. Das tut uns leid.",
    next_time: "Mehr Glück beim nächsten Regen!",
    worth: |n| format!("bis zu {}", many(n.into(), "Punkt", "Punkte")),
    too_long: |n| format!("Höchstens {n} Zeichen."),
    number_between: |low, high| ["Gib eine Zahl von ", low, " bis ", high, " ein."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Gib eine ganze Zahl ein.".to_owned(),
        n => format!("Höchstens {}.", many(n.into(), "Nachkommastelle", "Nachkommastellen")),
    },
    off_by: |far| [far, " daneben"].concat(),
    pin_at: |x, y| format!("Deine Markierung: {x}\u{a0}% von links, {y}\u{a0}% von oben."),
    too_few_points: |need, have| {
        let need = many(need, "Punkt", "Punkte");
        format!("Für diesen Regen brauchst du mindestens {need}. Du hast {have}.")
    },
    join_wait: |seconds| {
        let wait = many(seconds.into(), "Sekunde", "Sekunden");
        format!(
            "Aus deinem Netz kommen gerade sehr viele. Lass diese Seite offen: In {wait} oder etwas später fragt sie von selbst noch einmal."
        )
    },
    came_too_late: "Dieser Regen ist für alle, die vorher schon im Spiel waren. Beim nächsten kannst du dabei sein.",
    last_was_wrong: "Dieser Regen ist für alle, deren letzte Antwort richtig war.",
    place_too_low: |last, rank| {
        let who = if last == 1 { "Platz 1".to_owned() } else { format!("die besten {last}") };
        format!("Dieser Regen ist für {who}. Du bist auf Platz {rank}.")
    },
    rank_too_low: |percent, rank| {
        format!("Dieser Regen ist für die besten {percent}\u{a0}%. Du bist auf Platz {rank}.")
    },
};
