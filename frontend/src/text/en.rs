//! English.

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::name::InvalidName;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::ledger;
use super::words::Words;
use crate::state::draft::DraftProblem;

pub(super) static WORDS: Words = Words {
    language: "Language",
    loading: "Loading…",
    connecting: "Connecting…",
    too_many_tries: "Too many wrong pins were tried from this network. Yours is tried again in a moment.",
    reconnecting: "Reconnecting… your place is safe.",
    still_trying: "No answer from the server so far. Check your network. No need to reload: this page keeps trying.",
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis does not answer. Nobody can join, answer or catch a packet, and nothing moves on, until it is back."
        }
        Incident::DatabaseAway => {
            "The database does not answer. The quiz goes on, and packets that were caught are credited later. New games, new rains and the end of a rain wait until it is back."
        }
        Incident::RolledBack => {
            "The servers lost the last moments and put back what screens had shown. Look at the picture before you go on."
        }
    },
    unreachable: "The server cannot be reached.",
    try_again: "Try again",
    to_start: "To the start page",
    no_such_page: "There is no such page",
    tap_another: "Packets are still falling: tap another one.",
    understood: "OK",
    cancel: "Cancel",
    enter: "Enter",
    points_unit: "points",
    home_title: "Join a game",
    home_lead: "Type the six digits you see on the big screen.",
    game_pin: "Game PIN",
    pin_wrong: "A PIN has six digits.",
    host_a_game: "Host a game",
    your_name: "Your nickname",
    join: "Join",
    joining: "Joining…",
    locked: "locked",
    locked_why: "The host has closed the door. You can join when it opens again.",
    identity_note: "No account needed. This browser keeps your seat and your balance.",
    no_such_game: "There is no such game",
    no_such_game_why: "Check the digits on the big screen and try again.",
    elsewhere: "You are playing in another window",
    elsewhere_why: "Only one window at a time can hold your seat. Nothing is lost.",
    use_it_here: "Use it here",
    you_are_in: "You’re in!",
    see_your_name: "See your name on the big screen.",
    join_at: "Join at",
    qr_alt: "QR code that opens this game",
    time_left: "Seconds left",
    seconds_left: |n| format!("{n} seconds left"),
    answered: "answered",
    send: "Send answer",
    pick_all: "Pick every right answer.",
    sending: "Sending…",
    answer_in: "Your answer is in. Please wait…",
    counting: "Time is up. Counting the answers…",
    time_up: "Time is up",
    true_: "True",
    false_: "False",
    right: "Right!",
    partly_right: "Partly right",
    wrong: "Not this time",
    no_answer: "No answer",
    no_points_yet: "This is the right answer.",
    right_answer: "right answer",
    your_answer: "your answer",
    score: "Score",
    rank: "Rank",
    board: "Leaderboard",
    final_board: "Final leaderboard",
    podium: "And the winners are…",
    game_over: "That’s it!",
    thanks: "Thank you for playing.",
    another_game: "Join another game",
    play_again: "Play again",
    next_game_soon: "The next game starts soon",
    rain_comes: "Red packets are about to fall",
    rain_label: "Falling red packets. Press Space or Enter to catch one.",
    rain_label_watch: "Falling red packets",
    tap_one: "Tap a red packet!",
    tap_keys: "or press Space",
    grabbing: "Opening…",
    caught: "You caught",
    crediting: "Caught. On its way to your balance…",
    crediting_long: "Caught. Crediting takes longer than usual; this page will tell you.",
    credited: "Credited to your balance",
    lost: "This packet was lost",
    lost_why: "A server failed before it was credited, and the packet is not yours. Your balance has not changed. We are sorry.",
    next_time: "Better luck in the next rain.",
    nothing_caught: "No packet this time.",
    rain_over: "The rain is over",
    packets_caught: "packets caught",
    of_pot: "of",
    largest_catches: "Largest packets",
    back_to_game: "Back to your game",
    balance: "Balance",
    see_balance: "See my balance",
    balance_empty: "Nothing yet",
    balance_empty_why: "A packet that you catch in a rain appears here.",
    download: "Download (CSV)",
    download_failed: "The file could not be fetched. Try again.",
    balance_incomplete: "A server does not answer. Packets that you caught just now may be missing here until it does.",
    balance_note: "This balance belongs to this browser. Other devices do not see it.",
    key_title: "Host a game",
    key_why: "Open the link that Quizrain printed in its terminal, or paste the key from there. Without a terminal, ask whoever runs the server.",
    host_key: "Host key",
    key_wrong: "A key has 32 characters, 0–9 and a–f.",
    key_not_accepted: "The server does not accept this browser’s key. The right one is in the terminal, or with whoever runs the server.",
    other_key: "Enter another key",
    library: "Pick a quiz",
    library_empty: "There is no quiz yet. Add one with quizrain import.",
    running_games: "Running games",
    go_on: "Go on",
    start_game: "Open the lobby",
    draw_questions: "Questions, drawn at random",
    to_library: "Library",
    players: "Players",
    lock: "Lock the door",
    unlock: "Open the door",
    open_screen: "Open the big screen",
    controls: "Controls",
    space_hint: "Space, Enter, → or a clicker presses the red button.",
    state_lobby: "Players are joining",
    state_asking: "The question is open",
    state_revealed: "The answer is shown",
    state_rain: "Packets are falling. The rain ends by itself.",
    first_question: "Start the first question",
    reveal_now: "Reveal now",
    show_board: "Show the leaderboard",
    open_rain: "Red packet rain",
    show_podium: "Show the winners",
    end_game: "End the game",
    end_sure: "End the game now?",
    end_why: "Nobody can answer or catch anything afterwards. Credited packets stay.",
    take_over_title: "This game is driven from another browser",
    take_over_why: "You can take it over with your host key. The other browser then stops driving; players notice nothing.",
    take_over: "Take the game over",
    pot: "Pot",
    currency: "Currency",
    packets: "Packets",
    seconds: "Seconds",
    smallest: "Smallest packet",
    largest: "Largest packet",
    split: "How the pot is cut",
    split_lucky: "By luck",
    split_lucky_why: "Random amounts; everybody has the same chances.",
    split_equal: "Equal",
    split_equal_why: "Every packet holds the same.",
    who_may: "Who may catch",
    everyone: "Everyone",
    score_at_least: "Players with a score of at least",
    top_share: "The best players, in percent",
    let_it_rain: "Let it rain",
    question_of: |n, of| format!("Question {n} of {of}"),
    next_question: |n, of| format!("Question {n} of {of}"),
    worth: |n| format!("up to {n} points"),
    players_joined: |n| match n {
        0 => "Nobody is here yet".to_owned(),
        1 => "1 player".to_owned(),
        _ => format!("{n} players"),
    },
    of_players: |n| {
        if n == 1 { "1 player".to_owned() } else { format!("{n} players") }
    },
    questions: |n| {
        if n == 1 { "1 question".to_owned() } else { format!("{n} questions") }
    },
    in_packets: |n| {
        if n == 1 { "in 1 packet".to_owned() } else { format!("in {n} packets") }
    },
    only_from_score: |n| format!("For players with at least {n} points"),
    too_few_points: |need, have| {
        format!("This rain is for players with at least {need} points. You have {have}.")
    },
    only_top_share: |percent| format!("For the best {percent} % of the players"),
    rank_too_low: |percent, rank| match rank {
        Some(rank) => {
            format!("This rain is for the best {percent} % of the players. Your rank is {rank}.")
        }
        None => format!("This rain is for the best {percent} % of the players so far."),
    },
    packets_for: |packets, players| {
        let packets_are =
            if packets == 1 { "1 packet".to_owned() } else { format!("{packets} packets") };
        let players_are =
            if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
        let so = if packets < players {
            "whoever is slow goes without."
        } else {
            "what nobody catches goes back."
        };
        format!("{packets_are} for {players_are}: {so}")
    },
    packet_for_each: "One for each player",
    draft_problem,
    refusal,
    ledger: ledger::en::WORDS,
};

fn refusal(why: &Refusal) -> String {
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
        Refusal::NotSeated => "Join the game first",
        Refusal::NotOpen => "This question is not open",
        Refusal::TooLate => "Too late: the question had closed.",
        Refusal::NoSuchChoice => "This question has no such answer",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "That packet was already gone",
        Refusal::TooEarly => "A little too early",
        Refusal::RainOver => "The rain was over",
        Refusal::NotEligible => "You were not among those who may catch",
        Refusal::SoldOut => "No packet is left for you",
        Refusal::Unfunded => "The sponsor has not paid in enough for this pot",
        Refusal::NotNow => "That is not possible now.",
        Refusal::NoQuestionLeft => "No question is left.",
        Refusal::NoRainLeft => "This game has had all its rains. Make another game.",
        Refusal::Stale => "The game had already moved on.",
        Refusal::Plan(why) => return draft_problem(DraftProblem::Plan(*why)),
        Refusal::NotAllowed => "This browser may not do that.",
        Refusal::TooFast => "Too fast. Wait a moment.",
        Refusal::Malformed => "The server did not understand. Reload the page.",
        Refusal::Unavailable => "The server is busy. It will be tried again.",
    }
    .to_owned()
}

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => "Write amounts like 12.21.".to_owned(),
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "This currency has no decimals.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("This currency has {decimals} decimals at most.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "The amount is too large.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "Pick a currency.".to_owned(),
        DraftProblem::Number => "Write a whole number.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("A rain lasts {} to {} seconds.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "A share is 1 to 100 percent.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::PacketCount => format!("A rain has 1 to {MAX_PACKETS} packets."),
            Impossible::MinTooSmall => "The smallest packet must hold something.".to_owned(),
            Impossible::MaxBelowMin => "The largest packet is below the smallest.".to_owned(),
            Impossible::PotTooSmall => "The pot is too small for so many packets.".to_owned(),
            Impossible::PotTooLarge => {
                "The pot is too large: raise the largest packet, or rain less.".to_owned()
            }
        },
    }
}
