//! The list of texts. Each language fills it in its own file.

use quizrain_shared::wire::{Incident, Refusal};

use super::ledger::LedgerWords;
use crate::net::http::HttpError;
use crate::state::draft::DraftProblem;

/// Every text of the app in one language.
pub(crate) struct Words {
    /// Label of the language switcher.
    pub(crate) language: &'static str,
    /// Something is being fetched.
    pub(crate) loading: &'static str,
    /// The first connection is being made.
    pub(crate) connecting: &'static str,
    /// Not let in, because many guess pins from here.
    pub(crate) too_many_tries: &'static str,
    /// The connection is lost for now.
    pub(crate) reconnecting: &'static str,
    /// After either has taken long: what to do.
    pub(crate) still_trying: &'static str,
    /// A host's page: what is amiss with the servers.
    pub(crate) incident: fn(Incident) -> &'static str,
    /// The server gave no answer.
    pub(crate) unreachable: &'static str,
    /// Button.
    pub(crate) try_again: &'static str,
    /// Link to the first page.
    pub(crate) to_start: &'static str,
    /// Unknown address.
    pub(crate) no_such_page: &'static str,
    /// Under a packet that was lost, while others fall.
    pub(crate) tap_another: &'static str,
    /// Button: a notice was read.
    pub(crate) understood: &'static str,
    /// Button.
    pub(crate) cancel: &'static str,
    /// Button after a pin or a key.
    pub(crate) enter: &'static str,
    /// The unit of scores and of play money.
    pub(crate) points_unit: &'static str,
    /// The first page.
    pub(crate) home_title: &'static str,
    /// What to do on the first page.
    pub(crate) home_lead: &'static str,
    /// Label of the six digits.
    pub(crate) game_pin: &'static str,
    /// Not a pin.
    pub(crate) pin_wrong: &'static str,
    /// Link to the host page.
    pub(crate) host_a_game: &'static str,
    /// Label of the nickname.
    pub(crate) your_name: &'static str,
    /// Button.
    pub(crate) join: &'static str,
    /// The button while it waits.
    pub(crate) joining: &'static str,
    /// Short mark of a locked game.
    pub(crate) locked: &'static str,
    /// Why there is no form.
    pub(crate) locked_why: &'static str,
    /// What an open game knows of people.
    pub(crate) identity_note: &'static str,
    /// Unknown game.
    pub(crate) no_such_game: &'static str,
    /// What to do then.
    pub(crate) no_such_game_why: &'static str,
    /// Another tab took over.
    pub(crate) elsewhere: &'static str,
    /// What that means.
    pub(crate) elsewhere_why: &'static str,
    /// Button: take the seat back.
    pub(crate) use_it_here: &'static str,
    /// After joining.
    pub(crate) you_are_in: &'static str,
    /// After joining.
    pub(crate) see_your_name: &'static str,
    /// Above the address to join at.
    pub(crate) join_at: &'static str,
    /// What the QR code is for.
    pub(crate) qr_alt: &'static str,
    /// Label of the timer.
    pub(crate) time_left: &'static str,
    /// What whoever hears the page is told now and then.
    pub(crate) seconds_left: fn(u64) -> String,
    /// After a number of players.
    pub(crate) answered: &'static str,
    /// Button of a multiple choice.
    pub(crate) send: &'static str,
    /// Hint of a multiple choice.
    pub(crate) pick_all: &'static str,
    /// An answer is on its way.
    pub(crate) sending: &'static str,
    /// An answer has arrived.
    pub(crate) answer_in: &'static str,
    /// Between deadline and reveal.
    pub(crate) counting: &'static str,
    /// No answer was given.
    pub(crate) time_up: &'static str,
    /// A choice.
    pub(crate) true_: &'static str,
    /// A choice.
    pub(crate) false_: &'static str,
    /// Verdict.
    pub(crate) right: &'static str,
    /// Verdict.
    pub(crate) partly_right: &'static str,
    /// Verdict.
    pub(crate) wrong: &'static str,
    /// Verdict.
    pub(crate) no_answer: &'static str,
    /// Before the verdict, or for latecomers.
    pub(crate) no_points_yet: &'static str,
    /// Label of the check mark.
    pub(crate) right_answer: &'static str,
    /// Mark of the own choice.
    pub(crate) your_answer: &'static str,
    /// Label.
    pub(crate) score: &'static str,
    /// Label.
    pub(crate) rank: &'static str,
    /// Title.
    pub(crate) board: &'static str,
    /// Title, once the game is over.
    pub(crate) final_board: &'static str,
    /// Title.
    pub(crate) podium: &'static str,
    /// Title.
    pub(crate) game_over: &'static str,
    /// Last words.
    pub(crate) thanks: &'static str,
    /// Link.
    pub(crate) another_game: &'static str,
    /// Link to the next game at the booth.
    pub(crate) play_again: &'static str,
    /// Between two games at the booth.
    pub(crate) next_game_soon: &'static str,
    /// Countdown.
    pub(crate) rain_comes: &'static str,
    /// Label of the canvas.
    pub(crate) rain_label: &'static str,
    /// Label of the canvas where nobody taps.
    pub(crate) rain_label_watch: &'static str,
    /// Hint.
    pub(crate) tap_one: &'static str,
    /// Hint for keyboards.
    pub(crate) tap_keys: &'static str,
    /// A tap waits for its verdict.
    pub(crate) grabbing: &'static str,
    /// Above the amount.
    pub(crate) caught: &'static str,
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
    /// After the rain.
    pub(crate) nothing_caught: &'static str,
    /// Title.
    pub(crate) rain_over: &'static str,
    /// After two numbers.
    pub(crate) packets_caught: &'static str,
    /// Between what was caught and the pot.
    pub(crate) of_pot: &'static str,
    /// Title.
    pub(crate) largest_catches: &'static str,
    /// Link to the game played last.
    pub(crate) back_to_game: &'static str,
    /// Title and link.
    pub(crate) balance: &'static str,
    /// Link.
    pub(crate) see_balance: &'static str,
    /// No money.
    pub(crate) balance_empty: &'static str,
    /// How money comes.
    pub(crate) balance_empty_why: &'static str,
    /// Button: every packet as a file.
    pub(crate) download: &'static str,
    /// There is no file.
    pub(crate) download_failed: &'static str,
    /// Not every packet could be looked up.
    pub(crate) balance_incomplete: &'static str,
    /// Whose balance it is.
    pub(crate) balance_note: &'static str,
    /// Title.
    pub(crate) key_title: &'static str,
    /// Where the key is.
    pub(crate) key_why: &'static str,
    /// Label.
    pub(crate) host_key: &'static str,
    /// Not a key.
    pub(crate) key_wrong: &'static str,
    /// The server refuses the key.
    pub(crate) key_not_accepted: &'static str,
    /// Button.
    pub(crate) other_key: &'static str,
    /// Title.
    pub(crate) library: &'static str,
    /// No quiz.
    pub(crate) library_empty: &'static str,
    /// Title.
    pub(crate) running_games: &'static str,
    /// Link.
    pub(crate) go_on: &'static str,
    /// Button.
    pub(crate) start_game: &'static str,
    pub(crate) draw_questions: &'static str,
    /// Link.
    pub(crate) to_library: &'static str,
    /// Label.
    pub(crate) players: &'static str,
    /// Button.
    pub(crate) lock: &'static str,
    /// Button.
    pub(crate) unlock: &'static str,
    /// Link.
    pub(crate) open_screen: &'static str,
    /// Label.
    pub(crate) controls: &'static str,
    /// Hint.
    pub(crate) space_hint: &'static str,
    /// What is going on.
    pub(crate) state_lobby: &'static str,
    /// What is going on.
    pub(crate) state_asking: &'static str,
    /// What is going on.
    pub(crate) state_revealed: &'static str,
    /// What is going on.
    pub(crate) state_rain: &'static str,
    /// Move.
    pub(crate) first_question: &'static str,
    /// Move.
    pub(crate) reveal_now: &'static str,
    /// Move.
    pub(crate) show_board: &'static str,
    /// Move and title of the dialog.
    pub(crate) open_rain: &'static str,
    /// Move.
    pub(crate) show_podium: &'static str,
    /// Move.
    pub(crate) end_game: &'static str,
    /// Dialog.
    pub(crate) end_sure: &'static str,
    /// Dialog.
    pub(crate) end_why: &'static str,
    /// Title.
    pub(crate) take_over_title: &'static str,
    /// Explanation.
    pub(crate) take_over_why: &'static str,
    /// Button.
    pub(crate) take_over: &'static str,
    /// Label.
    pub(crate) pot: &'static str,
    /// Label.
    pub(crate) currency: &'static str,
    /// Label.
    pub(crate) packets: &'static str,
    /// Label.
    pub(crate) seconds: &'static str,
    /// Label.
    pub(crate) smallest: &'static str,
    /// Label.
    pub(crate) largest: &'static str,
    /// Label.
    pub(crate) split: &'static str,
    /// Choice.
    pub(crate) split_lucky: &'static str,
    /// Explanation.
    pub(crate) split_lucky_why: &'static str,
    /// Choice.
    pub(crate) split_equal: &'static str,
    /// Explanation.
    pub(crate) split_equal_why: &'static str,
    /// Label.
    pub(crate) who_may: &'static str,
    /// Choice.
    pub(crate) everyone: &'static str,
    /// Choice.
    pub(crate) score_at_least: &'static str,
    /// Choice, before a number of percent.
    pub(crate) top_share: &'static str,
    /// Button.
    pub(crate) let_it_rain: &'static str,
    /// Which question, of how many.
    pub(crate) question_of: fn(u16, u16) -> String,
    /// Move: which question comes, of how many.
    pub(crate) next_question: fn(u16, u16) -> String,
    /// Points for the question.
    pub(crate) worth: fn(u16) -> String,
    /// How many players there are.
    pub(crate) players_joined: fn(u32) -> String,
    /// Among how many.
    pub(crate) of_players: fn(u32) -> String,
    /// How long a quiz is.
    pub(crate) questions: fn(u32) -> String,
    /// Into how many packets the pot is cut.
    pub(crate) in_packets: fn(u32) -> String,
    /// Who may catch.
    pub(crate) only_from_score: fn(u64) -> String,
    /// What is asked for, and what the player has.
    pub(crate) too_few_points: fn(u64, u64) -> String,
    /// Who may catch: so many percent of the players.
    pub(crate) only_top_share: fn(u8) -> String,
    /// Who may catch, and which rank the player has.
    pub(crate) rank_too_low: fn(u8, Option<u32>) -> String,
    /// So many packets for so many players, and what that means.
    pub(crate) packets_for: fn(u32, u32) -> String,
    /// Button: as many packets as players.
    pub(crate) packet_for_each: &'static str,
    /// What is wrong with a planned rain.
    pub(crate) draft_problem: fn(DraftProblem) -> String,
    /// Why something was not done.
    pub(crate) refusal: fn(&Refusal) -> String,
    /// What the ledger says.
    pub(crate) ledger: LedgerWords,
}

impl Words {
    /// Why a request brought nothing.
    pub(crate) fn problem(&self, why: &HttpError) -> String {
        match why {
            HttpError::Unreachable => self.unreachable.to_owned(),
            HttpError::NotAllowed => self.key_not_accepted.to_owned(),
            HttpError::Refused(why) => why.clone(),
        }
    }
}
