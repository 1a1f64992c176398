//! English.

use super::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &crate::text::outcome::en::WORDS,
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
    card_earned: "You earned a revive card.",
    card_saved: "A revive card saved you.",
    you_are_out: "You are out. You can go on answering, just for fun.",
    out_earns_nothing: "You are out, so this earns nothing.",
    no_points_yet: "This is the right answer.",
    final_board: "Final leaderboard",
    another_game: "Join another game",
    play_again: "Play again",
    tap_one: "Tap a red packet!",
    tap_keys: "or press Space",
    grabbing: "Opening…",
    crediting: "Caught. On its way to your balance…",
    crediting_long: "Caught. Crediting takes longer than usual; this page will tell you.",
    credited: "Credited to your balance",
    lost: "This packet was lost",
    lost_why: "A server failed before it was credited, and the packet is not yours. Your balance has not changed. We are sorry.",
    next_time: "Better luck in the next rain.",
    worth: |n| format!("up to {n} points"),
    too_long: |n| format!("{n} characters at most."),
    number_between: |low, high| ["Type a number between ", low, " and ", high, "."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Type a whole number.".to_owned(),
        n => format!("Type {n} decimals at most."),
    },
    off_by: |far| [far, " off"].concat(),
    pin_at: |x, y| format!("Your pin: {x} % from the left, {y} % from the top."),
    too_few_points: |need, have| {
        format!("This rain is for players with at least {need} points. You have {have}.")
    },
    join_wait: |seconds| {
        format!(
            "Very many are joining from your network. Keep this page open: it asks again in {seconds} seconds or a little later."
        )
    },
    came_too_late: "This rain is for everybody who was in the game before it. You can be in the next one.",
    last_was_wrong: "This rain is for everybody whose last answer was right.",
    place_too_low: |last, rank| {
        let who = if last == 1 { "the leader".to_owned() } else { format!("the best {last}") };
        format!("This rain is for {who}. Your rank is {rank}.")
    },
    rank_too_low: |percent, rank| {
        format!("This rain is for the best {percent} % of the players. Your rank is {rank}.")
    },
};
