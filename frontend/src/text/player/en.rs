//! English.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::PlayerWords;
use crate::state::seals::{Checked, short};
use crate::text::en::many;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    common: &crate::text::en::WORDS,
    tap_another: "Packets are still falling: tap another one.",
    understood: "OK",
    home_title: "Join a game",
    pin_wrong: "A PIN has six digits.",
    your_name: "Your nickname",
    join: "Join",
    joining: "Joining…",
    locked_why: "The host has closed the door. You can join when it opens again.",
    late_why: "The game has begun, and nobody else is let in.",
    spin: |left| match left {
        0 => "No spin is left".to_owned(),
        1 => "Spin again (1 left)".to_owned(),
        _ => format!("Spin again ({left} left)"),
    },
    your_team: "Your team",
    removed_why: "If that was a mistake, speak to the host. You can join another game here.",
    identity_note: "No account needed. This browser keeps your seat and your balance.",
    elsewhere: "You are playing in another window",
    elsewhere_why: "Only one window at a time can hold your seat. Nothing is lost.",
    use_it_here: "Use it here",
    you_are_in: "You’re in!",
    see_your_name: "See your name on the big screen.",
    begin: "Start",
    begin_why: "Take your time: that of a question begins when it is shown to you.",
    next: "Next",
    finish: "Finish",
    all_done: "All done!",
    all_done_why: "You have answered every question. The final board comes when the game closes.",
    send: "Send answer",
    pick_all: "Pick every right answer.",
    pick_any: "Pick as many as you like.",
    type_answer: "Type your answer.",
    type_word: "Type a word.",
    type_words: "Type a word in each field; one is enough.",
    type_text: "Write a sentence.",
    type_number: "Type a number.",
    change_sign: "Plus or minus",
    put_in_order: "Drag the items into their order, or use the arrows.",
    put_pairs: "Tap two on the right, and they change places.",
    put_pin: "Tap the picture where you think it is.",
    pin_label: "The picture. Arrow keys move your pin.",
    move_with_arrows: "Move with the arrow keys",
    move_up: "Up",
    move_down: "Down",
    sound: "The sound of the question",
    sound_words: "What is heard, in words",
    look_up: "Look at the big screen.",
    sending: "Sending…",
    answer_in: "Your answer is in. Please wait…",
    right: "Right!",
    partly_right: "Partly right",
    wrong: "Not this time",
    thanks_answer: "Thank you, your answer is in.",
    revive_cards: |n| many(n.into(), "revive card", "revive cards"),
    card_earned: "You earned a revive card.",
    card_saved: "A revive card saved you.",
    you_are_out: "You are out. You can go on answering, just for fun.",
    out_earns_nothing: "You are out, so this earns nothing.",
    no_answer: "No answer",
    no_points_yet: "This is the right answer.",
    your_answer: "your answer",
    score: "Score",
    rank: "Rank",
    final_board: "Final leaderboard",
    another_game: "Join another game",
    play_again: "Play again",
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
    back_to_game: "Back to your game",
    balance: "Balance",
    see_balance: "See my balance",
    balance_empty: "Nothing yet",
    balance_empty_why: "A packet that you catch in a rain appears here.",
    download: "Download (CSV)",
    download_failed: "The file could not be fetched. Try again.",
    balance_incomplete: "A server does not answer. Packets that you caught just now may be missing here until it does.",
    balance_note: "This balance belongs to this browser. Other devices do not see it.",
    receipt: "Your game in detail",
    receipt_later: "The details come once the game is over and all that was caught in it is settled. This page asks again by itself.",
    receipt_none: "This browser did not play in that game, or the game is no longer kept.",
    key_fixed: "corrected by the host",
    came_later: "You were not there yet.",
    still_in: "still in",
    worth: |n| format!("up to {n} points"),
    too_long: |n| format!("{n} characters at most."),
    number_between: |low, high| ["Type a number between ", low, " and ", high, "."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Type a whole number.".to_owned(),
        n => format!("Type {n} decimals at most."),
    },
    off_by: |far| [far, " off"].concat(),
    pin_at: |x, y| format!("Your pin: {x} % from the left, {y} % from the top."),
    in_a_row: |bonus, streak| format!("including +{bonus} for {streak} in a row"),
    corrected: |points| format!("corrected by the host: {points}"),
    arrived: |seconds, line| ["Arrived after ", seconds, " s, line ", line, " s"].concat(),
    too_few_points: |need, have| {
        format!("This rain is for players with at least {need} points. You have {have}.")
    },
    last_was_wrong: "This rain is for everybody whose last answer was right.",
    place_too_low: |last, rank| {
        let who = if last == 1 { "the leader".to_owned() } else { format!("the best {last}") };
        format!("This rain is for {who}. Your rank is {rank}.")
    },
    rank_too_low: |percent, rank| {
        format!("This rain is for the best {percent} % of the players. Your rank is {rank}.")
    },
    packet_state: |state| match state {
        PacketState::Crediting => "Yours; being credited",
        PacketState::Credited => "Credited",
        PacketState::Paying => "On its way to your account",
        PacketState::Paid => "Paid into your account",
        PacketState::Refused => "Refused by your account; it stays in this balance",
        PacketState::Held => "Held; the host has been told",
        PacketState::Void => "Lost before it was credited",
    },
    check: "Was it fair?",
    checked,
    sealed_list: "The sealed list",
    contributions: "What phones added",
    claims: "What was caught",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "phone", "phones");
            let whose = if *own {
                "yours among them"
            } else {
                "not yours: you took your seat after the draw"
            };
            format!(
                "Fair: packet {n} of {packets}. Amounts and their order are those that were sealed before the rain, and they were drawn as promised, from the server’s secret and from what {phones} added, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "Packet {n} of {packets} is on the list with this amount. This browser did not see the seal before the rain; compare it with one that did: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "The list is shown as soon as the whole rain is settled.".to_owned(),
        Checked::Unreachable => "The server does not answer. Try again.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "This is not the list that was sealed before the rain. Tell the host.",
        Breach::Rules => {
            "The rain was sealed with other rules than those that were shown. Tell the host."
        }
        Breach::Chain => {
            "The server drew from another secret than the one it promised before you joined. Tell the host."
        }
        Breach::Entropy => {
            "This is not the list of what phones added that was shown before the rain. Tell the host."
        }
        Breach::LeftOut => "What your phone added was left out of the draw. Tell the host.",
        Breach::Draw => "The amounts are not those that had to be drawn. Tell the host.",
    }
}
