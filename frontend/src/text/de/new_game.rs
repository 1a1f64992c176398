//! German.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "Optionen\u{a0}…",
    mode: "Modus",
    classic: "Klassisch",
    classic_why: "Alle spielen um Punkte.",
    survival: "K.-o.",
    survival_why: "Wer falsch oder gar nicht antwortet, ist raus.",
    teams: "Teams",
    teams_why: "Ein Team hat so viele Punkte wie seine Mitglieder im Schnitt.",
    self_paced: "Eigenes Tempo",
    self_paced_why: "Alle spielen im eigenen Tempo und erfahren sofort, was richtig ist: zum Üben.",
    open_minutes: "Offen, in Minuten",
    revive_card: "Ein Joker",
    no_card: "Keiner",
    card_after: |n| format!("Wer {n}-mal in Folge richtig liegt"),
    team: |n| format!("Team {n}"),
    team_names: ["Tropfen", "Sterne", "Monde", "Blätter", "Blitze", "Wolken", "Gipfel", "Schirme"],
    add_team: "Team hinzufügen",
    remove_team: "Letztes Team entfernen",
    team_chosen: "Spieler wählen ihr Team",
    team_dealt: "Spieler werden reihum verteilt",
    names: "Spitznamen",
    names_free: "Spieler geben ihren selbst ein",
    names_generated: "Spieler bekommen einen",
    names_generated_why: "Freundliche wie „Mutiger Panda“: Niemand muss tippen.",
    identity: "Spieler",
    identity_open: "Alle",
    identity_open_why: "Jeder Browser ist ein Spieler: Eine Person kann mehrere Plätze haben und mehrere Päckchen fangen.",
    pays_anybody: "Geld darf an alle ausgezahlt werden",
    pays_anybody_why: "Sonst regnet es in einem offenen Spiel nur Punkte, wo Auszahlungen eingeschaltet sind.",
    field_asked: "Alle nach einer weiteren Angabe fragen",
    field_asked_why: "Etwa der Personalnummer: Du siehst sie in der Spielerliste, in Ergebnissen und in Auszahlungen. Niemand prüft, ob sie stimmt.",
    field_email: "E-Mail-Adresse",
    field_number: "Personalnummer",
    field_name: "Wie sie heißt",
    field_pattern: "Muster (regulärer Ausdruck; darf leer sein)",
    field_example: "Ein Beispiel, das Spieler sehen",
    identity_signed: "Angemeldete",
    identity_signed_why: "Über einen Link deines eigenen Systems oder beim OpenID-Anbieter dieses Servers: Eine Person ist auf jedem Gerät derselbe Spieler.",
    identity_invited: "Geladene Gäste",
    identity_invited_why: "Mit Codes auf Karten: Ein Gast ist ein Spieler, auf dem ersten Gerät, das den Code zeigt.",
    choose_list: "Gästeliste auswählen",
    to_guests: "Gästelisten",
    guest_list: |title, guests| format!("{title} ({guests})"),
    late_join: "Spieler dürfen später dazukommen",
    late_join_why: "Auch wenn die erste Frage schon zu sehen war.",
    draw: "Zufällig gezogene Fragen",
    all: |n| format!("alle {n}"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "Ein Spiel hat 2 bis 8 Teams.",
        Problem::Teams(InvalidTeams::Name(_)) => "Der Name eines Teams hat 1 bis 20 Zeichen.",
        Problem::Teams(InvalidTeams::SameName) => "Zwei Teams heißen gleich.",
        Problem::Field(InvalidField::Name) => {
            "Wonach gefragt wird, braucht einen Namen mit 1 bis 40 Zeichen."
        }
        Problem::Field(InvalidField::LongPattern) => "Das Muster ist zu lang.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "Zu einem Muster gehört ein Beispiel, das dazu passt."
        }
    },
};
