//! English.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::many;
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "Language",
    loading: "Loading…",
    connecting: "Connecting…",
    too_many_tries: "Too many wrong pins were tried from this network. Yours is tried again in a moment.",
    reconnecting: "Reconnecting… your place is safe.",
    no_network: "No network. Your place is safe.",
    still_trying: "No answer from the server so far. Check your network. No need to reload: this page keeps trying.",
    unreachable: "The server cannot be reached.",
    try_again: "Try again",
    sign_in_with: |name| ["Sign in with ", name].concat(),
    to_start: "To the start page",
    no_such_page: "There is no such page",
    enter: "Enter",
    points_unit: |n| if n == 1 { " point" } else { " points" },
    game_pin: "Game PIN",
    host_a_game: "Host a game",
    no_such_game_why: "Check the digits on the big screen and try again.",
    time_left: "Seconds left",
    seconds_left: |n| many(n, "second left", "seconds left"),
    counting: "Time is up. Counting the answers…",
    time_up: "Time is up",
    get_ready: "Get ready: the answers open in a moment.",
    paused: "Paused. It goes on in a moment.",
    true_: "True",
    false_: "False",
    right_answer: "right answer",
    place: |[left, top]| format!("{left} % from the left, {top} % from the top"),
    region: |[left, top, width, height]| {
        format!("{left} % from the left, {top} % from the top, {width} % wide, {height} % high")
    },
    out: "out",
    own_pace: |minutes| {
        let open = many(minutes.into(), "minute", "minutes");
        format!("Everybody plays at their own pace. It is open for {open}.")
    },
    survival_rule: "Survival: wrong or silent means out.",
    card_rule: |n| format!("{n} right answers in a row earn a revive card."),
    survivors: |left, of| format!("{left} of {of} still in"),
    members: |n| many(n.into(), "player", "players"),
    best_players: "Best players",
    board: "Leaderboard",
    podium: "And the winners are…",
    game_over: "That’s it!",
    thanks: "Thank you for playing.",
    rain_comes: "Red packets are about to fall",
    rain_label: "Falling red packets. Press Space or Enter to catch one.",
    rain_label_watch: "Falling red packets",
    rain_over: "The rain is over",
    rain_stopped: "The host stopped this rain. What was caught stays caught; the rest went back.",
    packets_caught: |n| if n == 1 { " packet caught" } else { " packets caught" },
    largest_catches: "Largest packets",
    question_of: |n, of| format!("Question {n} of {of}"),
    players_joined: |n| match n {
        0 => "Nobody is here yet".to_owned(),
        1 => "1 player".to_owned(),
        _ => format!("{n} players"),
    },
    in_packets: |n| {
        if n == 1 { "in 1 packet".to_owned() } else { format!("in {n} packets") }
    },
    only_from_score: |n| format!("For players with at least {n} points"),
    only_last_right: "For everybody whose last answer was right",
    only_survivors: "For everybody who is still in",
    only_best_team: "For the best team",
    only_starters: "For everybody who was here from the start",
    only_seated: "For everybody who was in the game before this rain",
    only_top_share: |percent| format!("For the best {percent} % of the players"),
    only_top_rank: |last| {
        if last == 1 { "For the leader alone".to_owned() } else { format!("For the best {last}") }
    },
    prizes: "Prizes for the best",
    prize_of: |place| match place {
        1 => "1st prize".to_owned(),
        2 => "2nd prize".to_owned(),
        3 => "3rd prize".to_owned(),
        place => format!("Prize {place}"),
    },
    refusal,
    seal: |commitment| format!("Seal {}", short(commitment)),
    entropy: |entropy| format!("Players’ code {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "No game has this PIN",
        Refusal::GameFull => "The game is full",
        Refusal::GameLocked => "The host has closed the door",
        Refusal::GameEnded => "This game is over",
        Refusal::NicknameTaken => "Somebody has this nickname already. Pick another one.",
        Refusal::Nickname(InvalidName::Empty) => "Type a nickname.",
        Refusal::Nickname(InvalidName::TooLong) => "A nickname has 20 characters at most.",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "This nickname has characters that cannot be shown."
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "This game makes the nicknames. Pick one of them."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "This nickname has a word that is not shown here. Pick another one."
        }
        Refusal::Removed => "The host has removed you from this game",
        Refusal::NoSuchTeam => "Choose a team.",
        Refusal::NotSeated => "Join the game first",
        Refusal::NotOpen => "This question is not open",
        Refusal::TooLate => "Too late: the question had closed.",
        Refusal::NoSuchAnswer => "This answer cannot be taken",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "That packet was already gone",
        Refusal::TooEarly => "A little too early",
        Refusal::RainOver => "The rain was over",
        Refusal::NotEligible => "You were not among those who may catch",
        Refusal::SoldOut => "No packet is left for you",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "That is not possible now.",
        Refusal::TooManyJoins { .. } => {
            "Many are joining from your network. It will be tried again."
        }
        Refusal::Field => "Please fill in what the host asks for, as in the example.",
        Refusal::SignInNeeded => {
            "This game is for people who are signed in. Open it by the link that you were given."
        }
        Refusal::Stale => "The game had already moved on.",
        Refusal::NotAllowed => "This browser may not do that.",
        Refusal::TooFast => "Too fast. Wait a moment.",
        Refusal::Malformed => "The server did not understand. Reload the page.",
        Refusal::Unavailable => "The server is busy. It will be tried again.",
    }
}
