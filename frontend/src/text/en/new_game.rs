//! English.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "Options…",
    mode: "Mode",
    classic: "Classic",
    classic_why: "Everybody plays for points.",
    survival: "Survival",
    survival_why: "Whoever is wrong or silent is out.",
    teams: "Teams",
    teams_why: "A team’s score is the mean of its members’.",
    self_paced: "Self-paced",
    self_paced_why: "Each player at their own pace, and learns at once what is right: for practice.",
    open_minutes: "Open for, in minutes",
    revive_card: "A revive card",
    no_card: "None",
    card_after: |n| format!("After {n} right answers in a row"),
    team: |n| format!("Team {n}"),
    team_names: ["Drops", "Stars", "Moons", "Leaves", "Bolts", "Clouds", "Peaks", "Umbrellas"],
    add_team: "Add a team",
    remove_team: "Remove the last team",
    team_chosen: "Players choose their team",
    team_dealt: "Players are dealt to teams in turn",
    names: "Nicknames",
    names_free: "Players type their own",
    names_generated: "Names are made for players",
    names_generated_why: "Friendly ones such as Brave Panda: nobody types anything.",
    identity: "Players",
    identity_open: "Anybody",
    identity_open_why: "Each browser is a player: one person may have several seats and catch several packets.",
    pays_anybody: "Money may be paid out to anybody",
    pays_anybody_why: "Without this, where payouts are on, an open game rains points alone.",
    field_asked: "Ask everybody for one more thing",
    field_asked_why: "Such as a staff number: you see it in the list of players, in results and in payouts. Nobody checks that it is true.",
    field_email: "E-mail address",
    field_number: "Staff number",
    field_name: "What it is called",
    field_pattern: "Pattern (a regular expression; may be empty)",
    field_example: "An example that players see",
    identity_signed: "People who are signed in",
    identity_signed_why: "By a link of your own system, or at the OpenID provider that this server was given: one person is one player on every device.",
    identity_invited: "Guests who are invited",
    identity_invited_why: "By codes on cards: one guest is one player, on the first device that shows the code.",
    choose_list: "Choose a guest list",
    to_guests: "Guest lists",
    guest_list: |title, guests| format!("{title} ({guests})"),
    late_join: "Players may join late",
    late_join_why: "Also once the first question was shown.",
    draw: "Questions drawn at random",
    all: |n| format!("all {n}"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "A game has 2 to 8 teams.",
        Problem::Teams(InvalidTeams::Name(_)) => "A team’s name has 1 to 20 characters.",
        Problem::Teams(InvalidTeams::SameName) => "Two teams have the same name.",
        Problem::Field(InvalidField::Name) => {
            "What players are asked for has a name of 1 to 40 characters."
        }
        Problem::Field(InvalidField::LongPattern) => "The pattern is too long.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "Beside a pattern there is an example that matches it."
        }
    },
};
