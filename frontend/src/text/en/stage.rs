//! English.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::many;
use super::{desk, editor, ledger, library, new_game, problems, theme};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |_| None,
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
    try_device: "Try devices and Wi-Fi",
    cancel: "Cancel",
    locked: "locked",
    no_such_game: "There is no such game",
    join_at: "Join at",
    qr_alt: "QR code that opens this game",
    answered: |_| " answered",
    points: "points",
    sound: "This question has a sound",
    sound_again: "Play the sound again",
    sound_stop: "Stop the sound",
    sound_click: "Click to play the sound",
    sound_fails: "This browser cannot play the sound.",
    mute: "Mute",
    mute_why: "Everything that this screen plays: music, signals, sounds of questions. + and − make it louder and softer.",
    volume: "Volume",
    full_screen: "Full screen",
    next_game_soon: "The next game starts soon",
    all_gone: "All gone!",
    of_pot: "of",
    key_title: "Host a game",
    key_why: "Open the link that Quizrain printed in its terminal, or paste the key from there. Without a terminal, ask whoever runs the server.",
    host_key: "Host key",
    key_wrong: "A key has 32 characters, 0–9 and a–f.",
    key_not_accepted: "The server does not accept this: the key is wrong, you are signed out, or your account may not do it. An owner of the server can help.",
    other_key: "Sign in, or enter another key",
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
    state_reading: "The question is being read",
    state_paused: "Paused: nobody can answer",
    state_slide: "A slide is shown",
    state_asking: "The question is open",
    state_paced: "Everybody plays at their own pace",
    begin: "Start",
    close_game: "Close the game",
    closes_in: |left| format!("Closes in {left}"),
    own_paces: |begun, done| format!("{begun} have begun · {done} done"),
    state_revealed: "The answer is shown",
    state_rain: "Packets are falling. The rain ends by itself.",
    first_question: "Start the first question",
    open_question: "Open the question",
    reveal_now: "Reveal now",
    pause: "Pause",
    resume: "Go on",
    show_board: "Show the leaderboard",
    open_rain: "Red packet rain",
    show_podium: "Show the winners",
    typed_texts: "What players typed",
    hide_text: "Hide",
    pick_text: "Pick",
    picked_text: |n| format!("Picked, {n}"),
    pick_why: |n| {
        format!("The big screen shows those that you pick, {n} at most, and the others no more.")
    },
    stop_rain: "Stop the rain",
    stop_sure: "Stop the rain now?",
    stop_why: "What was caught stays caught. The rest of the pot goes back, and everybody sees that you stopped it.",
    end_game: "End the game",
    end_sure: "End the game now?",
    end_why: "Nobody can answer or catch anything afterwards. Credited packets stay.",
    take_over_title: "This game is driven from another browser",
    take_over_why: "You can take it over with your host key. The other browser then stops driving; players notice nothing.",
    take_over: "Take the game over",
    which_rain: "Which rain",
    another_rain: "A new rain",
    after_question: |n| format!("After question {n}"),
    at_the_end: "At the end",
    has_fallen: "Has fallen",
    pot: "Pot",
    currency: "Currency",
    packets: "Packets",
    seconds: "Seconds",
    smallest: "Smallest packet",
    largest: "Largest packet",
    split: "How the pot is cut",
    split_lucky: "By luck",
    split_lucky_why: "Random amounts; everybody has the same chances.",
    split_line: "By luck, with jackpots",
    split_line_why: "Cut at random points: many small packets and a few large ones.",
    split_equal: "Equal",
    split_equal_why: "Every packet holds the same.",
    split_shares: "A share for each",
    split_shares_why: "All who may catch when the rain opens share the pot evenly.",
    prizes_why: "A fixed packet for each of the first three; whoever is level shares.",
    first_prize: "First prize",
    second_prize: "Second prize",
    third_prize: "Third prize",
    who_may: "Who may catch",
    everyone: "Everyone",
    score_at_least: "Players with a score of at least",
    last_right: "Whoever answered the last question right",
    top_share: "The best players, in percent",
    top_rank: "The best, down to rank",
    let_it_rain: "Let it rain",
    money_sure: "Let real money fall?",
    money_credited: |amount| format!("{amount} will be credited to whoever catches it."),
    packets_of: |n| {
        if n == 1 { "1 packet".to_owned() } else { format!("{n} packets") }
    },
    for_everybody: "For everybody",
    next_question: |n, of| format!("Question {n} of {of}"),
    others: |n| if n == 1 { "1 other answer".to_owned() } else { format!("{n} other answers") },
    average: |mean| ["Average ", mean].concat(),
    climbed_most: |n| format!("Biggest climb, {}:", many(n.into(), "place", "places")),
    up: |n| format!("up {n}"),
    down: |n| format!("down {n}"),
    new_on_board: "new",
    of_players: |n| {
        if n == 1 { "1 player".to_owned() } else { format!("{n} players") }
    },
    questions: |n| {
        if n == 1 { "1 question".to_owned() } else { format!("{n} questions") }
    },
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, 1) => "1 leaves empty-handed.".to_owned(),
            (Ordering::Less, without) => format!("{without} leave empty-handed."),
            (Ordering::Equal, _) => "one for each.".to_owned(),
            (Ordering::Greater, over) => format!("{over} over; what nobody catches goes back."),
        };
        let packets = many(packets.into(), "packet", "packets");
        format!("{packets} for {}: {so}", many(players.into(), "player", "players"))
    },
    packets_for_some: |packets, players| {
        let packets = many(packets.into(), "packet", "packets");
        let players = many(players.into(), "player", "players");
        format!(
            "{packets}. {players} here, not all of whom may catch: who does turns out when it falls."
        )
    },
    packets_at_least: |n| {
        format!("{} at least: fewer cannot hold the pot.", many(n.into(), "packet", "packets"))
    },
    pot_rises: |from, to| format!("One for each raises the pot from {from} to {to}."),
    pot_raised: |from, to| format!("The pot was raised from {from} to {to}."),
    packet_for_each: "One for each player",
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
            "Write amounts like 1234.50, with nothing between thousands.".to_owned()
        }
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
        DraftProblem::Plan(InvalidPlan::Rank) => "The first rank is 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "Nobody may catch, so nobody can share the pot.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "The pot is too small to give everybody a share.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => "Prizes are for the first ranks.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => {
                "Each prize is worth something, and none is more than the one before it.".to_owned()
            }
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

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "The sponsor has not paid in enough for this pot",
        Refusal::NoQuestionLeft => "No question is left.",
        Refusal::NoSuchPlayer => "This player is no longer in the game.",
        Refusal::Invalid => "This cannot be used.",
        Refusal::NoRainLeft => "This game has had all its rains. Make another game.",
        Refusal::OnlyWatching => "This link lets you watch and touch nothing.",
        Refusal::IdentityNeeded => {
            "Money is paid out to people who are signed in. Make a game for them, or one that says that it pays anybody."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
