//! What a file loses, each thing told once and of how many questions.

use serde::{Deserialize, Serialize};

use crate::question::MAX_EXPLANATION_CHARS;

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
    /// How its games look.
    #[error("the look is not written")]
    Look,
    /// The pictures of the look, unless the file is a zip.
    #[error("the pictures of the look are only in a zip file")]
    LookInZip,
}

/// What is lost, and of which questions where it is several.
pub(super) fn said_of(what: Lost, times: usize, places: &Places) -> String {
    let word = match places {
        _ if times <= 1 => return what.to_string(),
        Places::Lines(_) => "lines",
        Places::Questions(_) => "questions",
    };
    format!("{what} ({times} times: {word} {})", places.list(times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ProblemKind;

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
