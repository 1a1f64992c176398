//! What is wrong in a file that is brought, and where: as data, which a page says in its own language, and in
//! English for programs and terminals.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::question::{InvalidQuestion, MAX_EXPLANATION_CHARS, MAX_POINTS, SECONDS};
use crate::quiz::MAX_QUESTIONS;

/// A place in a file, from its top to its bottom; as text in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FilePlace {
    /// The file as a whole.
    File,
    /// A line of a text, from 1.
    Line(usize),
    /// A cell or a row of a table.
    Cell {
        /// The sheet's name, where the file has sheets.
        sheet: Option<String>,
        /// From 1, as spreadsheets count.
        row: usize,
        /// From 1; `None`: the row as a whole.
        column: Option<usize>,
    },
    /// An entry of a list, from 1, where lines say nothing.
    Entry(usize),
}

/// A text that names no place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a place in a file, such as line 3 or row 3, column B")]
pub struct InvalidPlace;

/// A column as spreadsheets name it: A for 1, AA for 27.
#[must_use]
pub fn column_letters(column: usize) -> String {
    let mut rest = column;
    let mut letters = Vec::new();
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

fn column_number(letters: &str) -> Option<usize> {
    let number = letters.bytes().try_fold(0_usize, |number, letter| {
        let digit = letter.checked_sub(b'A').filter(|digit| *digit < 26)?;
        number.checked_mul(26)?.checked_add(usize::from(digit) + 1)
    })?;
    (number > 0).then_some(number)
}

impl fmt::Display for FilePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => out.write_str("file"),
            Self::Line(line) => write!(out, "line {line}"),
            Self::Cell { sheet, row, column } => {
                if let Some(sheet) = sheet {
                    write!(out, "sheet {sheet}, ")?;
                }
                write!(out, "row {row}")?;
                match column {
                    Some(column) => write!(out, ", column {}", column_letters(*column)),
                    None => Ok(()),
                }
            }
            Self::Entry(entry) => write!(out, "question {entry}"),
        }
    }
}

impl FromStr for FilePlace {
    type Err = InvalidPlace;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| InvalidPlace);
        if text == "file" {
            return Ok(Self::File);
        }
        if let Some(line) = text.strip_prefix("line ") {
            return Ok(Self::Line(number(line)?));
        }
        if let Some(entry) = text.strip_prefix("question ") {
            return Ok(Self::Entry(number(entry)?));
        }
        // From behind: a sheet may be called anything.
        let cell = text.rsplit_once(", column ");
        let cell = cell.and_then(|(rest, letters)| Some((rest, column_number(letters)?)));
        let (rest, column) = cell.map_or((text, None), |(rest, column)| (rest, Some(column)));
        if let Some(row) = rest.strip_prefix("row ") {
            return Ok(Self::Cell { sheet: None, row: number(row)?, column });
        }
        let named = rest.strip_prefix("sheet ").and_then(|rest| rest.rsplit_once(", row "));
        let (sheet, row) = named.ok_or(InvalidPlace)?;
        Ok(Self::Cell { sheet: Some(sheet.to_owned()), row: number(row)?, column })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FilePlace {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FilePlace".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A place in a file, such as `line 3`, `row 3, column B`, `question 3` or `file`.",
        })
    }
}

impl Serialize for FilePlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FilePlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What hosts meet in files, of what can be wrong or cannot be taken over.
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
    /// It is something else altogether, in words.
    #[error("not a quiz file but {0}")]
    Stranger(String),
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
    /// A pair of GIFT without its arrow.
    #[error("an answer without `->` among pairs")]
    NoArrow,
    /// A picture, a video or a sound behind a link.
    #[error("{0} is not fetched; the question comes without")]
    NotFetched(String),
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

/// A brace of GIFT where none belongs, or one that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StrayBrace {
    /// Closed, and never opened.
    #[error("`}}` without `{{` before it")]
    NotOpened,
    /// Opened among answers.
    #[error("`{{` inside the answers")]
    Inside,
    /// Opened, and never closed.
    #[error("`{{` is not closed")]
    NotClosed,
    /// Closed once more.
    #[error("`}}` after the answers without `{{`")]
    ClosedTwice,
    /// Opened once more.
    #[error("a second `{{` in a question")]
    Second,
}

impl StrayBrace {
    /// What GIFT has there.
    fn expected(self) -> &'static str {
        match self {
            Self::NotOpened | Self::ClosedTwice => "`\\}` where it is part of a text",
            Self::Inside => "`}` before it, or `\\{` where it is part of a text",
            Self::NotClosed => "`}` after the answers, before a blank line",
            Self::Second => "one pair of braces, and a blank line between two questions",
        }
    }
}

/// Some questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Places {
    /// By their lines, from 1.
    Lines(Vec<usize>),
    /// By their numbers, from 1.
    Questions(Vec<usize>),
}

impl Places {
    /// What they are counted by.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        match self {
            Self::Lines(numbers) | Self::Questions(numbers) => numbers,
        }
    }

    /// Them, of so many.
    #[must_use]
    pub fn list(&self, times: usize) -> String {
        let numbers = self.numbers();
        let all: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let more = if times > numbers.len() { ", …" } else { "" };
        format!("{}{more}", all.join(", "))
    }
}

/// What a format says and Quizrain has no place for, or the other way round.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// What is said to those who chose an answer.
    #[error("feedback of single answers is not taken over")]
    Feedback,
    /// Shares of the points.
    #[error(
        "weights are not taken over: the answer worth most is the right one; of several right choices each earns \
         the same, and each wrong one costs as much"
    )]
    Weights,
    /// Several right ones where one can be picked.
    #[error(
        "several answers are marked as right where one can be picked; it is asked as multiple choice, and part of \
         them is part of the points"
    )]
    SeveralRight,
    /// Answers that stand for many.
    #[error("accepted answers with the wildcard `*` are not taken over; expected whole answers")]
    Wildcards,
    /// A text; the name stands for it.
    #[error("the question has no text; its name is asked instead")]
    Text,
    /// The end of an explanation.
    #[error("the explanation is longer than {MAX_EXPLANATION_CHARS} characters and is cut")]
    ExplanationEnd,
    /// A picture that is not in the file.
    #[error("the question has a picture that is not in the file; it comes without it")]
    PictureElsewhere,
    /// What a picture shows.
    #[error("nobody says what the picture shows; the question's text stands for it")]
    Alt,
    /// Further pictures, and what else plays.
    #[error(
        "a question has one picture; further ones, those of answers and explanations, and sounds and videos are \
         not taken over"
    )]
    MoreMedia,
    /// Answers that belong to nothing.
    #[error("answers that belong to nothing are not taken over")]
    Distractors,
    /// Categories.
    #[error("categories are not taken over")]
    Categories,
    /// Tags.
    #[error("tags are not taken over")]
    Tags,
    /// Hints.
    #[error("hints are not taken over")]
    Hints,
    /// Feedback on the whole.
    #[error("feedback on right, partly right and wrong answers is not taken over")]
    OverallFeedback,
    /// Capital letters.
    #[error("capital letters count in an answer; with us they do not")]
    Case,
    /// Units.
    #[error("units beyond one are not taken over")]
    Units,
    /// A grade.
    #[error("a grade beyond 0 to 10 is not taken over; the question has 1000 points")]
    Grade,
    /// How choices are numbered.
    #[error("how choices are numbered is not taken over")]
    Numbering,
    /// Pictures of answers.
    #[error("the pictures of its answers are not fetched")]
    AnswerPictures,
    /// What the ends of an order are called.
    #[error("the labels of its ends are left out")]
    EndLabels,
    /// Where the answers of a question end.
    #[error("a blank line stands between the braces; a question ends at a blank line")]
    BlankInBraces,
    /// Where a question ends.
    #[error("no blank line stands between two questions")]
    NoBlankBetween,
    /// That something is a title.
    #[error("the question begins with a colon; a title is written `::title::`")]
    Colon,
    /// Its picture.
    #[error("the picture is not written")]
    Picture,
    /// Its sound.
    #[error("the sound is not written")]
    Sound,
    /// A picture, unless the file is a zip.
    #[error("the picture is only in a zip file")]
    PictureInZip,
    /// A sound, unless the file is a zip.
    #[error("the sound is only in a zip file")]
    SoundInZip,
    /// The time to answer.
    #[error("the time to answer is not written")]
    Time,
    /// The time to answer, where only some times can be.
    #[error("the time is none of Kahoot's; the nearest is taken")]
    NearestTime,
    /// The kind.
    #[error("the kind is not written, and follows the choices")]
    Kind,
    /// All of a number but what is right.
    #[error("of a number only the key, its tolerance and decimals are written")]
    NumberLine,
    /// The end of a question, where it is uploaded.
    #[error("Kahoot takes questions of 120 characters at most")]
    QuestionEnd,
    /// The end of an answer, where it is uploaded.
    #[error("Kahoot takes answers of 75 characters at most")]
    AnswerEnd,
    /// The time to read it.
    #[error("the time to read is not written")]
    ReadTime,
    /// Its points.
    #[error("the points are not written")]
    Points,
    /// Its explanation.
    #[error("the explanation is not written")]
    Explanation,
    /// That choices are shuffled.
    #[error("that choices are shuffled is not written")]
    Shuffled,
    /// What the quiz says of itself.
    #[error("the description is not written")]
    Description,
    /// The quiz's language.
    #[error("the language is not written")]
    Language,
    /// How answers score.
    #[error("how answers score is not written")]
    Scoring,
    /// The rains.
    #[error("the rains are not written")]
    Rains,
}

/// What is lost, and of which questions where it is several.
fn said_of(what: Lost, times: usize, places: &Places) -> String {
    let word = match places {
        _ if times <= 1 => return what.to_string(),
        Places::Lines(_) => "lines",
        Places::Questions(_) => "questions",
    };
    format!("{what} ({times} times: {word} {})", places.list(times))
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
            Self::Essay | Self::Unsupported(_) => true,
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
            Self::NoArrow => "=left -> right".to_owned(),
            Self::NotFetched(_) => "a quiz with its pictures in a zip file".to_owned(),
            Self::Encoding(_) => "the encoding that the file was saved in".to_owned(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_what_its_text_says() {
        let cell = |sheet: Option<&str>, column| FilePlace::Cell {
            sheet: sheet.map(str::to_owned),
            row: 7,
            column,
        };
        for place in [
            FilePlace::File,
            FilePlace::Line(3),
            FilePlace::Entry(12),
            cell(None, None),
            cell(None, Some(28)),
            cell(Some("Quiz"), Some(1)),
            cell(Some("row 3, column B"), None),
            cell(Some("a, column B, row 3"), Some(703)),
        ] {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for text in ["", "line", "line x", "row 3, column 4", "sheet A", "row", "somewhere"] {
            assert_eq!(text.parse::<FilePlace>(), Err(InvalidPlace), "{text}");
        }
    }

    #[test]
    fn what_several_questions_lose_is_said_once() {
        let lost = |times, places: &[usize]| {
            let places = Places::Lines(places.to_vec());
            ProblemKind::Lost { what: Lost::Tags, times, places }.to_string()
        };
        assert_eq!(lost(1, &[4]), "tags are not taken over");
        assert_eq!(lost(2, &[4, 9]), "tags are not taken over (2 times: lines 4, 9)");
        assert_eq!(lost(3, &[4, 9]), "tags are not taken over (3 times: lines 4, 9, …)");
        assert!(ProblemKind::lost(Lost::Tags).is_limit() && !ProblemKind::NoRight.is_limit());
    }
}
