//! The texts of the editor of a quiz.

use quizrain_shared::question::InvalidQuestion;
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;

/// What hosts read there, in one language.
pub(crate) struct EditorWords {
    /// Title of the page.
    pub(crate) title: &'static str,
    /// Everything is saved.
    pub(crate) saved: &'static str,
    /// Something is on its way.
    pub(crate) unsaved: &'static str,
    /// The server is not reached.
    pub(crate) offline: &'static str,
    /// Somebody else has saved the quiz.
    pub(crate) conflict: &'static str,
    /// Button.
    pub(crate) keep_mine: &'static str,
    /// Button.
    pub(crate) take_theirs: &'static str,
    /// What this browser kept was put back.
    pub(crate) restored: &'static str,
    /// The quiz is in the bin.
    pub(crate) in_bin: &'static str,
    /// The quiz comes from a file of this name.
    pub(crate) from_file: fn(&str) -> String,
    /// Title.
    pub(crate) no_such_quiz: &'static str,
    /// Link.
    pub(crate) to_library: &'static str,
    /// Button.
    pub(crate) play: &'static str,
    /// Title.
    pub(crate) settings: &'static str,
    /// Label.
    pub(crate) quiz_title: &'static str,
    /// Label.
    pub(crate) description: &'static str,
    /// Label.
    pub(crate) language: &'static str,
    /// Label.
    pub(crate) curve: &'static str,
    /// Choice.
    pub(crate) curve_speed: &'static str,
    /// Choice.
    pub(crate) curve_linear: &'static str,
    /// Choice.
    pub(crate) curve_accuracy: &'static str,
    /// Label.
    pub(crate) wrong_percent: &'static str,
    /// Choice.
    pub(crate) streak_bonus: &'static str,
    /// Title.
    pub(crate) questions: &'static str,
    /// There is none yet.
    pub(crate) no_question: &'static str,
    /// Label of the kinds that can be added.
    pub(crate) add: &'static str,
    /// Button.
    pub(crate) bank: &'static str,
    /// Label.
    pub(crate) bank_search: &'static str,
    /// Nothing was found.
    pub(crate) bank_none: &'static str,
    /// Button beside a question that was found.
    pub(crate) bank_take: &'static str,
    /// Button.
    pub(crate) close: &'static str,
    /// Button.
    pub(crate) up: &'static str,
    /// Button.
    pub(crate) down: &'static str,
    /// Button.
    pub(crate) duplicate: &'static str,
    /// Button.
    pub(crate) delete: &'static str,
    /// Button.
    pub(crate) undo: &'static str,
    /// Button.
    pub(crate) redo: &'static str,
    /// What keys do in the list.
    pub(crate) list_keys: &'static str,
    /// No rain is planned.
    pub(crate) no_rain: &'static str,
    /// Button.
    pub(crate) add_rain: &'static str,
    /// Label.
    pub(crate) rain_title: &'static str,
    /// Label.
    pub(crate) rain_after: &'static str,
    /// What is wrong with the number of a question.
    pub(crate) no_such_question: &'static str,
    /// Button: the rain is written.
    pub(crate) rain_done: &'static str,
    /// Label.
    pub(crate) kind: &'static str,
    /// Label.
    pub(crate) text: &'static str,
    /// Title.
    pub(crate) picture: &'static str,
    /// Button.
    pub(crate) add_picture: &'static str,
    /// Beside it.
    pub(crate) picture_how: &'static str,
    /// While a picture is on its way.
    pub(crate) uploading: &'static str,
    /// Button.
    pub(crate) remove_picture: &'static str,
    /// Label.
    pub(crate) alt: &'static str,
    /// Why.
    pub(crate) alt_why: &'static str,
    /// Title.
    pub(crate) sound: &'static str,
    /// Button.
    pub(crate) add_sound: &'static str,
    /// Beside it.
    pub(crate) sound_how: &'static str,
    /// Button.
    pub(crate) remove_sound: &'static str,
    /// Label.
    pub(crate) sound_words: &'static str,
    /// Why.
    pub(crate) sound_words_why: &'static str,
    /// There are none.
    pub(crate) sound_wordless: &'static str,
    /// Title.
    pub(crate) time: &'static str,
    /// Label.
    pub(crate) seconds: &'static str,
    /// Label.
    pub(crate) read_seconds: &'static str,
    /// Label.
    pub(crate) points: &'static str,
    /// Label.
    pub(crate) explanation: &'static str,
    /// Title.
    pub(crate) choices: &'static str,
    /// Which are right.
    pub(crate) right_marks: &'static str,
    /// Button.
    pub(crate) add_choice: &'static str,
    /// Choice.
    pub(crate) shuffled: &'static str,
    /// Choice.
    pub(crate) several: &'static str,
    /// Title.
    pub(crate) statement: &'static str,
    /// Label.
    pub(crate) accepted: &'static str,
    /// What does not count.
    pub(crate) accepted_why: &'static str,
    /// Label.
    pub(crate) right_number: &'static str,
    /// Label.
    pub(crate) tolerance: &'static str,
    /// Label.
    pub(crate) credit_within: &'static str,
    /// Label.
    pub(crate) smallest: &'static str,
    /// Label.
    pub(crate) largest: &'static str,
    /// Label.
    pub(crate) step: &'static str,
    /// Label.
    pub(crate) decimals: &'static str,
    /// Label.
    pub(crate) unit: &'static str,
    /// A field is no number.
    pub(crate) not_a_number: &'static str,
    /// Title.
    pub(crate) items: &'static str,
    /// Title.
    pub(crate) pairs: &'static str,
    /// Button.
    pub(crate) add_item: &'static str,
    /// Title.
    pub(crate) region: &'static str,
    /// How it is marked.
    pub(crate) region_how: &'static str,
    /// There is no picture.
    pub(crate) region_needs: &'static str,
    /// Label.
    pub(crate) from_left: &'static str,
    /// Label.
    pub(crate) from_top: &'static str,
    /// Label.
    pub(crate) width: &'static str,
    /// Label.
    pub(crate) height: &'static str,
    /// Choice.
    pub(crate) round: &'static str,
    /// Label.
    pub(crate) scale_from: &'static str,
    /// Label.
    pub(crate) scale_to: &'static str,
    /// Label.
    pub(crate) scale_from_label: &'static str,
    /// Label.
    pub(crate) scale_to_label: &'static str,
    /// Label.
    pub(crate) words: &'static str,
    /// Nothing is right or wrong.
    pub(crate) nothing_right: &'static str,
    /// What a slide is.
    pub(crate) slide_why: &'static str,
    /// Title.
    pub(crate) preview: &'static str,
    /// Label.
    pub(crate) on_screen: &'static str,
    /// Label.
    pub(crate) on_phone: &'static str,
    /// There is nothing to fix.
    pub(crate) ready: &'static str,
    /// Label of a field.
    pub(crate) choice: fn(usize) -> String,
    /// Label of the mark beside it.
    pub(crate) right: fn(usize) -> String,
    /// Label of a field.
    pub(crate) item: fn(usize) -> String,
    /// Label of a field.
    pub(crate) left: fn(usize) -> String,
    /// Label of a field.
    pub(crate) belongs: fn(usize) -> String,
    /// Label of a button.
    pub(crate) remove: fn(usize) -> String,
    /// Label of a button.
    pub(crate) move_up: fn(usize) -> String,
    /// How much is to be fixed.
    pub(crate) to_fix: fn(usize) -> String,
    /// Label of a row of the list.
    pub(crate) question: fn(usize) -> String,
    /// Names of the kinds of questions.
    pub(crate) kinds: fn(Kind) -> &'static str,
    /// What is wrong with a question.
    pub(crate) problem: fn(&InvalidQuestion) -> String,
    /// What is wrong with a quiz.
    pub(crate) quiz_problem: fn(&InvalidQuiz) -> String,
}
