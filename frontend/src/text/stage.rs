//! The texts of hosts and of big screens.

use std::ops::Deref;

use quizrain_shared::api::{Problem, Why};
use quizrain_shared::question::KindView;
use quizrain_shared::wire::{Incident, Refusal};

use super::Words;
use super::desk::DeskWords;
use super::editor::EditorWords;
use super::ledger::LedgerWords;
use super::library::LibraryWords;
use super::new_game::NewGameWords;
use super::problems::ProblemWords;
use super::theme::ThemeWords;
use crate::net::http::HttpError;
use crate::state::authoring::Kind;
use crate::state::draft::DraftProblem;

/// What hosts and their guests in front of a big screen read in one language, and what everybody reads.
pub(crate) struct StageWords {
    /// The texts of every page.
    pub(super) common: &'static Words,
    /// Why something was not done, to whoever hosts.
    pub(super) refusal: fn(&Refusal) -> &'static str,
    /// Why a request brought nothing; `None`: the server's English words say it.
    pub(super) why: fn(&Why) -> Option<String>,
    /// A host's page: what is amiss with the servers.
    pub(crate) incident: fn(Incident) -> &'static str,
    /// Link to the page that tries device and line.
    pub(crate) try_device: &'static str,
    /// Button.
    pub(crate) cancel: &'static str,
    /// Short mark of a locked game.
    pub(crate) locked: &'static str,
    /// Unknown game.
    pub(crate) no_such_game: &'static str,
    /// Above the address to join at.
    pub(crate) join_at: &'static str,
    /// What the QR code is for.
    pub(crate) qr_alt: &'static str,
    /// What stands behind so many players, the last number of several, with the space that is between them.
    pub(crate) answered: fn(u64) -> &'static str,
    /// The name of play money among currencies.
    pub(crate) points: &'static str,
    /// What is shown has a sound.
    pub(crate) sound: &'static str,
    /// Button of a host.
    pub(crate) sound_again: &'static str,
    /// Button of a host.
    pub(crate) sound_stop: &'static str,
    /// Button on a big screen whose browser plays nothing before somebody has clicked.
    pub(crate) sound_click: &'static str,
    /// A big screen's browser cannot play it.
    pub(crate) sound_fails: &'static str,
    /// Button on a big screen that is pressed while the screen is silent.
    pub(crate) mute: &'static str,
    /// What it is about, and with which keys.
    pub(crate) mute_why: &'static str,
    /// Label: how loud a big screen is.
    pub(crate) volume: &'static str,
    /// Button on a big screen that is pressed while it fills the screen.
    pub(crate) full_screen: &'static str,
    /// Between two games at the booth.
    pub(crate) next_game_soon: &'static str,
    /// Every packet was caught.
    pub(crate) all_gone: &'static str,
    /// Between what was caught and the pot.
    pub(crate) of_pot: &'static str,
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
    pub(crate) state_reading: &'static str,
    /// The same while the open question is paused.
    pub(crate) state_paused: &'static str,
    /// What is going on.
    pub(crate) state_slide: &'static str,
    /// What is going on.
    pub(crate) state_asking: &'static str,
    /// What is going on.
    pub(crate) state_paced: &'static str,
    /// Move: opens a game to everybody, each at their own pace.
    pub(crate) begin: &'static str,
    /// Move: closes it.
    pub(crate) close_game: &'static str,
    /// How long it is open.
    pub(crate) closes_in: fn(&str) -> String,
    /// How many have begun, and how many of them are done.
    pub(crate) own_paces: fn(u32, u32) -> String,
    /// What is going on.
    pub(crate) state_revealed: &'static str,
    /// What is going on.
    pub(crate) state_rain: &'static str,
    /// Move.
    pub(crate) first_question: &'static str,
    /// Move.
    pub(crate) open_question: &'static str,
    /// Move.
    pub(crate) reveal_now: &'static str,
    /// Button: takes no answers for a while.
    pub(crate) pause: &'static str,
    /// Button: goes on after a pause.
    pub(crate) resume: &'static str,
    /// Move.
    pub(crate) show_board: &'static str,
    /// Move and title of the dialog.
    pub(crate) open_rain: &'static str,
    /// Move.
    pub(crate) show_podium: &'static str,
    /// Title of a list on the desk.
    pub(crate) typed_texts: &'static str,
    /// Button: takes one of them from all screens.
    pub(crate) hide_text: &'static str,
    /// Button: has the big screen show one of them.
    pub(crate) pick_text: &'static str,
    /// The same once it is picked, and as which one.
    pub(crate) picked_text: fn(usize) -> String,
    /// What picking does, and how many can be picked.
    pub(crate) pick_why: fn(usize) -> String,
    /// Button.
    pub(crate) stop_rain: &'static str,
    /// Question before that.
    pub(crate) stop_sure: &'static str,
    /// What follows from it.
    pub(crate) stop_why: &'static str,
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
    /// Label: one of the planned rains, or another.
    pub(crate) which_rain: &'static str,
    /// Choice.
    pub(crate) another_rain: &'static str,
    /// When a planned rain is proposed.
    pub(crate) after_question: fn(u16) -> String,
    /// When a planned rain is proposed.
    pub(crate) at_the_end: &'static str,
    /// Of a planned rain.
    pub(crate) has_fallen: &'static str,
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
    pub(crate) split_line: &'static str,
    /// Explanation.
    pub(crate) split_line_why: &'static str,
    /// Choice.
    pub(crate) split_equal: &'static str,
    /// Explanation.
    pub(crate) split_equal_why: &'static str,
    /// Choice.
    pub(crate) split_shares: &'static str,
    /// Explanation.
    pub(crate) split_shares_why: &'static str,
    /// Explanation of prizes as a way to cut the pot.
    pub(crate) prizes_why: &'static str,
    /// Label.
    pub(crate) first_prize: &'static str,
    /// Label.
    pub(crate) second_prize: &'static str,
    /// Label.
    pub(crate) third_prize: &'static str,
    /// Label.
    pub(crate) who_may: &'static str,
    /// Choice.
    pub(crate) everyone: &'static str,
    /// Choice.
    pub(crate) score_at_least: &'static str,
    /// Choice: who may catch.
    pub(crate) last_right: &'static str,
    /// Choice, before a number of percent.
    pub(crate) top_share: &'static str,
    /// Choice, before a rank.
    pub(crate) top_rank: &'static str,
    /// Button.
    pub(crate) let_it_rain: &'static str,
    /// Question before real money falls.
    pub(crate) money_sure: &'static str,
    /// What follows from it: an amount with its currency.
    pub(crate) money_credited: fn(&str) -> String,
    /// How many packets there are.
    pub(crate) packets_of: fn(u32) -> String,
    /// Who may catch.
    pub(crate) for_everybody: &'static str,
    /// Move: which question comes, of how many.
    pub(crate) next_question: fn(u16, u16) -> String,
    /// How many further texts there are.
    pub(crate) others: fn(u32) -> String,
    /// The mean of a scale.
    pub(crate) average: fn(&str) -> String,
    /// How many ranks those climbed since the board before who climbed most, before their names.
    pub(crate) climbed_most: fn(u32) -> String,
    /// So many ranks better than on the board before.
    pub(crate) up: fn(u32) -> String,
    /// So many ranks worse.
    pub(crate) down: fn(u32) -> String,
    /// Mark of who was not on the board before.
    pub(crate) new_on_board: &'static str,
    /// Among how many.
    pub(crate) of_players: fn(u32) -> String,
    /// How long a quiz is.
    pub(crate) questions: fn(u32) -> String,
    /// So many packets for so many players, and what that means.
    pub(crate) packets_for: fn(u32, u32) -> String,
    /// The same where not all of them may catch.
    pub(crate) packets_for_some: fn(u32, u32) -> String,
    /// Fewer packets could not hold the pot.
    pub(crate) packets_at_least: fn(u32) -> String,
    /// One packet for each takes a larger pot: before, then.
    pub(crate) pot_rises: fn(&str, &str) -> String,
    /// The same once it is done.
    pub(crate) pot_raised: fn(&str, &str) -> String,
    /// Button: as many packets as players.
    pub(crate) packet_for_each: &'static str,
    /// What is wrong with a planned rain.
    pub(crate) draft_problem: fn(DraftProblem) -> String,
    /// What the dialog that makes a game says.
    pub(crate) new_game: &'static NewGameWords,
    /// What is said where a game's theme is chosen.
    pub(crate) themes: &'static ThemeWords,
    /// What the editor of a quiz says.
    pub(crate) editor: &'static EditorWords,
    /// What is said of problems in files.
    pub(crate) problem_words: &'static ProblemWords,
    /// What the library says.
    pub(crate) library_words: &'static LibraryWords,
    /// What is said at the desk.
    pub(crate) desk: &'static DeskWords,
    /// What the ledger says.
    pub(crate) ledger: &'static LedgerWords,
}

impl Deref for StageWords {
    type Target = Words;

    fn deref(&self) -> &Words {
        self.common
    }
}

impl StageWords {
    /// What kind of question is shown.
    pub(crate) fn kind(&self, shown: &KindView) -> &'static str {
        (self.editor.kinds)(Kind::shown(shown))
    }

    /// A kind of question, by its name in files and reports.
    pub(crate) fn kind_named(&self, name: &str) -> &'static str {
        Kind::named(name).map_or(self.library_words.other_kind, self.editor.kinds)
    }

    /// Why something was not done, with what is wrong with a planned rain.
    pub(crate) fn why_refused(&self, why: &Refusal) -> String {
        match why {
            Refusal::Plan(why) => (self.draft_problem)(DraftProblem::Plan(*why)),
            why => (self.refusal)(why).to_owned(),
        }
    }

    /// Why a request brought nothing.
    pub(crate) fn problem(&self, why: &HttpError) -> String {
        match why {
            HttpError::Unreachable => self.unreachable.to_owned(),
            HttpError::NotAllowed => self.key_not_accepted.to_owned(),
            HttpError::Refused(Problem { error, why }) => {
                why.as_ref().and_then(self.why).unwrap_or_else(|| error.clone())
            }
        }
    }
}
