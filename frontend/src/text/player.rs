//! The texts of phones in a game: joining, playing.

use std::ops::Deref;

use quizrain_shared::generated_name::Names;

use super::OutcomeWords;

/// What players read in one language, and what everybody reads.
pub(crate) struct PlayerWords {
    /// The texts that are kept of a game as well.
    pub(super) outcome: &'static OutcomeWords,
    /// The names that are drawn.
    pub(crate) names: &'static Names,
    /// Under a packet that was lost, while others fall.
    pub(crate) tap_another: &'static str,
    /// Button: a notice was read.
    pub(crate) understood: &'static str,
    /// The first page.
    pub(crate) home_title: &'static str,
    /// Not a pin.
    pub(crate) pin_wrong: &'static str,
    /// Label of the nickname.
    pub(crate) your_name: &'static str,
    /// Button.
    pub(crate) join: &'static str,
    /// The button while it waits.
    pub(crate) joining: &'static str,
    /// Why there is no form.
    pub(crate) locked_why: &'static str,
    /// The same once the game has begun, where nobody may come late.
    pub(crate) late_why: &'static str,
    /// Button: draws another name; how many times that is left.
    pub(crate) spin: fn(usize) -> String,
    /// To whom the host has sent away.
    pub(crate) removed_why: &'static str,
    /// Under the field for what the host asks for.
    pub(crate) field_note: &'static str,
    /// What an open game knows of people.
    pub(crate) identity_note: &'static str,
    /// What a game for people who are signed in knows of them.
    pub(crate) signed_note: &'static str,
    /// What a game for guests knows of them.
    pub(crate) invited_note: &'static str,
    /// Before the name of who has signed in.
    pub(crate) playing_as: &'static str,
    /// Button: signs them out.
    pub(crate) not_you: &'static str,
    /// Label.
    pub(crate) invite_code: &'static str,
    /// Nobody answered to a sign-in.
    pub(crate) sign_in_failed: &'static str,
    /// Another tab took over.
    pub(crate) elsewhere: &'static str,
    /// What that means.
    pub(crate) elsewhere_why: &'static str,
    /// Button: take the seat back.
    pub(crate) use_it_here: &'static str,
    /// Label of the switch for vibration.
    pub(crate) vibration: &'static str,
    /// After joining.
    pub(crate) you_are_in: &'static str,
    /// To whoever is first, second or third in the end.
    pub(crate) glory: fn(u32) -> &'static str,
    /// Under a player's own face, which is a button.
    pub(crate) tap_face: &'static str,
    /// After joining.
    pub(crate) see_your_name: &'static str,
    /// What the buttons below are for.
    pub(crate) react: &'static str,
    /// Each of them, in the order of `Reaction::ALL`.
    pub(crate) reactions: [&'static str; 5],
    /// Button: to the first question, at one's own pace.
    pub(crate) begin: &'static str,
    /// How it goes then.
    pub(crate) begin_why: &'static str,
    /// Button: to the next one.
    pub(crate) next: &'static str,
    /// Button: behind the last one.
    pub(crate) finish: &'static str,
    /// Title behind the last one.
    pub(crate) all_done: &'static str,
    /// What comes then.
    pub(crate) all_done_why: &'static str,
    /// Button of a multiple choice.
    pub(crate) send: &'static str,
    /// Hint of a multiple choice.
    pub(crate) pick_all: &'static str,
    /// Hint of a poll where several can be picked.
    pub(crate) pick_any: &'static str,
    /// Label and hint of a typed answer.
    pub(crate) type_answer: &'static str,
    /// Label and hint of a word of a cloud.
    pub(crate) type_word: &'static str,
    /// Hint where a cloud takes several.
    pub(crate) type_words: &'static str,
    /// Label and hint of a sentence.
    pub(crate) type_text: &'static str,
    /// Label and hint of a number.
    pub(crate) type_number: &'static str,
    /// Label of the button that makes a number negative.
    pub(crate) change_sign: &'static str,
    /// Hint: items are to be ordered.
    pub(crate) put_in_order: &'static str,
    /// Hint: items are to be matched.
    pub(crate) put_pairs: &'static str,
    /// Hint: a pin is to be put on the picture.
    pub(crate) put_pin: &'static str,
    /// Label of the picture that takes a pin.
    pub(crate) pin_label: &'static str,
    /// Label of the handle of an item, before its text.
    pub(crate) move_with_arrows: &'static str,
    /// Label of an arrow, before an item's text.
    pub(crate) move_up: &'static str,
    /// Label of an arrow, before an item's text.
    pub(crate) move_down: &'static str,
    /// Label of a sound that can be played.
    pub(crate) sound: &'static str,
    /// Button that shows in words what is heard.
    pub(crate) sound_words: &'static str,
    /// A slide is shown.
    pub(crate) look_up: &'static str,
    /// An answer is on its way.
    pub(crate) sending: &'static str,
    /// An answer has arrived.
    pub(crate) answer_in: &'static str,
    /// Under the verdict, in a game of survival.
    pub(crate) card_earned: &'static str,
    /// Under the verdict: a card was played.
    pub(crate) card_saved: &'static str,
    /// Under the verdict: the player went out.
    pub(crate) you_are_out: &'static str,
    /// Under the verdict: the player was out before.
    pub(crate) out_earns_nothing: &'static str,
    /// Before the verdict, or for latecomers.
    pub(crate) no_points_yet: &'static str,
    /// Title, once the game is over.
    pub(crate) final_board: &'static str,
    /// Link.
    pub(crate) another_game: &'static str,
    /// Link to the next game at the booth.
    pub(crate) play_again: &'static str,
    /// Hint.
    pub(crate) tap_one: &'static str,
    /// Hint for keyboards.
    pub(crate) tap_keys: &'static str,
    /// So few packets are left, while it rains.
    pub(crate) packets_left: fn(u32) -> String,
    /// A tap waits for its verdict.
    pub(crate) grabbing: &'static str,
    /// Below the amount, at first.
    pub(crate) crediting: &'static str,
    /// Below the amount, when that takes long.
    pub(crate) crediting_long: &'static str,
    /// Below the amount, then.
    pub(crate) credited: &'static str,
    /// Title: a packet was caught and is not this player's after all.
    pub(crate) lost: &'static str,
    /// What that means.
    pub(crate) lost_why: &'static str,
    /// After a miss.
    pub(crate) next_time: &'static str,
    /// Points for the question.
    pub(crate) worth: fn(u16) -> String,
    /// A typed text has more than so many characters.
    pub(crate) too_long: fn(usize) -> String,
    /// A number is none, or not between these.
    pub(crate) number_between: fn(&str, &str) -> String,
    /// A number has more than so many decimals.
    pub(crate) too_precise: fn(u32) -> String,
    /// How far a number is from the right one.
    pub(crate) off_by: fn(&str) -> String,
    /// Where a pin is, in percent from the left and from the top.
    pub(crate) pin_at: fn(u32, u32) -> String,
    /// What is asked for, and what the player has.
    pub(crate) too_few_points: fn(u64, i64) -> String,
    /// Why this player may not catch.
    pub(crate) last_was_wrong: &'static str,
    /// So many join from one network that one has to wait: for how many seconds.
    pub(crate) join_wait: fn(u16) -> String,
    /// Why a player who came after the rain was announced catches nothing.
    pub(crate) came_too_late: &'static str,
    /// Who may catch, and which rank the player has.
    pub(crate) rank_too_low: fn(u8, u32) -> String,
    /// Up to which rank players may catch, and which one the player has.
    pub(crate) place_too_low: fn(u32, u32) -> String,
}

impl Deref for PlayerWords {
    type Target = OutcomeWords;

    fn deref(&self) -> &OutcomeWords {
        self.outcome
    }
}
