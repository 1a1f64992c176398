//! What is wrong in a file that is brought, and where: as data, which a page says in its own language, and in
//! English for programs and terminals.

mod away;
mod file;
mod lines;
mod list;
mod lost;
mod moodle;
mod own;
mod place;
mod table;
mod written;
mod zip;

use serde::{Deserialize, Serialize};

use crate::question::{InvalidQuestion, MAX_EXPLANATION_CHARS, MAX_POINTS, SECONDS};
use crate::quiz::MAX_QUESTIONS;

pub use away::{FileAway, FolderAway, NoFile};
pub use file::{BrokenFile, Stranger};
pub use lines::{BrokenAiken, BrokenTrivia, StrayBrace};
pub use list::{BrokenList, TriviaRefusal, ValueKind};
pub use lost::{Lost, Places};
pub use moodle::{BrokenMoodle, NoPicture};
pub use own::{BrokenPart, BrokenQuiz, QuizPart};
pub use place::{FilePlace, InvalidPlace, column_letters};
pub use table::{AnswerKey, BrokenTable};
pub use written::NotWritten;
pub use zip::BrokenZip;

use lost::said_of;

/// What can be wrong in files, or cannot be taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The question breaks a rule.
    #[error(transparent)]
    Question(#[from] InvalidQuestion),
    /// Nothing is right.
    #[error("the question has no right answer")]
    NoRight,
    /// What is right is none of the choices.
    #[error("the right answer “{0}” names no choice of this question")]
    NoSuchChoice(String),
    /// What is right is neither true nor false.
    #[error("the right answer is “{0}”")]
    NotTrueOrFalse(String),
    /// A number is none.
    #[error("“{0}” is no number")]
    NotANumber(String),
    /// Several numbers are right.
    #[error("several numbers are right")]
    SeveralNumbers,
    /// Two pairs, counted from 1, cannot be told apart.
    #[error("pairs {0} and {1} have the same right side, `{2}`")]
    SamePair(usize, usize, String),
    /// A time that cannot be, and how many seconds are taken instead.
    #[error("the time is “{0}”; {1} seconds taken")]
    Time(String, u16),
    /// Points that cannot be, and how many are taken instead.
    #[error("“{0}” points; {1} taken")]
    Points(String, u16),
    /// The explanation has too many characters.
    #[error("the explanation has {0} characters; left out")]
    LongExplanation(usize),
    /// A word for a kind of question that nobody knows.
    #[error("not a kind of question that is known: {0}")]
    UnknownKind(String),
    /// A cell has a mistake of the spreadsheet's.
    #[error("the cell has the mistake {0}; taken as blank")]
    CellMistake(String),
    /// A cell is a date.
    #[error("the cell is a date or a time; taken as {0}")]
    CellDate(String),
    /// There is nothing in the file.
    #[error("the file is empty")]
    EmptyFile,
    /// There is no question in it.
    #[error("the file has no question")]
    NoQuestion,
    /// Nobody knows what it is written in.
    #[error("not a quiz file that can be read")]
    UnknownFormat,
    /// It is something else altogether.
    #[error("not a quiz file but {0}")]
    Stranger(Stranger),
    /// Something is wrong with the file as a whole.
    #[error(transparent)]
    File(#[from] BrokenFile),
    /// It cannot be unpacked, or what is in it is not what has to be.
    #[error(transparent)]
    Zip(#[from] BrokenZip),
    /// A table cannot be read, or not all of it.
    #[error(transparent)]
    Table(#[from] BrokenTable),
    /// The columns do not say what they are.
    #[error("it is not sure which column has the questions, the choices and the right answer")]
    UnknownColumns,
    /// It is not in the encoding of this name.
    #[error("there are bytes that are not {0}")]
    Encoding(String),
    /// It has too many questions.
    #[error("this is question {n}; a quiz has {MAX_QUESTIONS} at most", n = MAX_QUESTIONS + 1)]
    TooManyQuestions,
    /// An essay.
    #[error("an essay: nothing is right or wrong about it")]
    Essay,
    /// A kind of question that Quizrain has not.
    #[error("a question of the kind `{0}`, which Quizrain has not")]
    Unsupported(String),
    /// A text of GIFT in which no answers are, by its first words.
    #[error("a text without answers: `{0}`")]
    NoAnswers(String),
    /// What stands in the braces of GIFT, where answers belong.
    #[error("`{0}` in braces is no answer")]
    NotAnswers(String),
    /// A brace of GIFT that does not belong there.
    #[error(transparent)]
    Brace(#[from] StrayBrace),
    /// A list of questions cannot be read, or one of them.
    #[error(transparent)]
    List(#[from] BrokenList),
    /// Moodle XML is broken, or a question in it.
    #[error(transparent)]
    Moodle(#[from] BrokenMoodle),
    /// The file is no quiz of ours, or not one that can be read.
    #[error(transparent)]
    Quiz(#[from] BrokenQuiz),
    /// A part of it is wrong.
    #[error("{0}: {1}")]
    Part(QuizPart, BrokenPart),
    /// The same, where the place says which part it is.
    #[error(transparent)]
    There(#[from] BrokenPart),
    /// The file is not read, or nothing is kept of it.
    #[error(transparent)]
    Away(#[from] FileAway),
    /// The lines of a question of Aiken are not as they have to be.
    #[error(transparent)]
    Aiken(#[from] BrokenAiken),
    /// Those of one of the collection `OpenTriviaQA`.
    #[error(transparent)]
    Trivia(#[from] BrokenTrivia),
    /// A text has a character that nobody sees.
    #[error("the text has the control character U+{:04X}; take it out", u32::from(*.0))]
    Control(char),
    /// A pair of GIFT without its arrow.
    #[error("an answer without `->` among pairs")]
    NoArrow,
    /// A picture, a video or a sound behind a link.
    #[error("{0} is not fetched; the question comes without")]
    NotFetched(String),
    /// The question is not in a file that is taken away.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    /// Something is lost, of so many questions, of which the first are named.
    #[error("{}", said_of(*what, *times, places))]
    Lost {
        /// What.
        what: Lost,
        /// Of how many.
        times: usize,
        /// The first of them.
        places: Places,
    },
}

impl ProblemKind {
    /// Something is lost, of one question or of none in particular.
    #[must_use]
    pub fn lost(what: Lost) -> Self {
        Self::Lost { what, times: 1, places: Places::Questions(Vec::new()) }
    }

    /// Whether there is nothing to mend: Quizrain, or the format, has no place for it.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            Self::Essay | Self::Unsupported(_) | Self::NotWritten(_) => true,
            Self::Lost { what, .. } => !matches!(
                what,
                Lost::Wildcards
                    | Lost::Text
                    | Lost::ExplanationEnd
                    | Lost::PictureElsewhere
                    | Lost::Alt
                    | Lost::BlankInBraces
                    | Lost::NoBlankBetween
                    | Lost::Colon
            ),
            _ => false,
        }
    }

    /// What was expected, where that is the same whatever the format; in English.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::NotTrueOrFalse(_) => "true or false".to_owned(),
            Self::SeveralNumbers => "one number with a tolerance, or one range".to_owned(),
            Self::SamePair(..) => "a right side of its own for each".to_owned(),
            Self::Time(..) => format!("{} to {} seconds", SECONDS.start(), SECONDS.end()),
            Self::Points(..) => format!("0 to {MAX_POINTS}"),
            Self::LongExplanation(_) => format!("{MAX_EXPLANATION_CHARS} at most"),
            Self::CellMistake(_) => "a value".to_owned(),
            Self::CellDate(_) => "a text".to_owned(),
            Self::NoAnswers(_) => {
                "answers in braces, such as {=right ~wrong}, before a blank line".to_owned()
            }
            Self::NotAnswers(_) => {
                "{=right ~wrong}, {=accepted}, {TRUE}, {#42:1} or {=left -> right =other -> its right}".to_owned()
            }
            Self::Brace(brace) => brace.expected().to_owned(),
            Self::List(why) => why.expected(),
            Self::Moodle(why) => why.expected().to_owned(),
            Self::Quiz(why) => why.expected().to_owned(),
            Self::Away(why) => why.expected().to_owned(),
            Self::Trivia(why) => why.expected().to_owned(),
            Self::NoArrow => "=left -> right".to_owned(),
            Self::NotFetched(_) => "a quiz with its pictures in a zip file".to_owned(),
            Self::File(why) => why.expected().to_owned(),
            Self::Zip(why) => why.expected().to_owned(),
            Self::Table(why) => why.expected().to_owned(),
            Self::Encoding(_) => "the encoding that the file was saved in".to_owned(),
            _ => String::new(),
        }
    }
}
