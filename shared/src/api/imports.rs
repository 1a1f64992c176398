//! Quizzes brought as files, and taken away as files. Every request here needs the host key.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::library::SavedQuiz;
use super::problems::{FilePlace, ProblemKind};
use crate::quiz::Quiz;

/// Most bytes of a file that is brought.
pub const MAX_IMPORT_BYTES: usize = 32 * 1024 * 1024;

/// How a file is read: the query of `POST /api/imports`, whose body has the file's bytes. Answered with an
/// [`ImportReport`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ImportFile {
    /// Its name; where the content leaves it open, its ending says what it is written in.
    pub name: String,
    /// What its text is encoded in, where it is not Unicode: a name such as `windows-1252`.
    pub encoding: Option<String>,
    /// What the columns of its table mean, where the table does not say.
    pub columns: Option<String>,
    /// Puts what was read into the library as the quiz of this name: 16 random hex digits, so that a request
    /// that is made twice makes one quiz. Without it nothing is changed.
    pub save: Option<String>,
    /// The title that it gets then; that of the file where it is missing.
    pub title: Option<String>,
    /// The questions that are left out then.
    pub without: Option<Positions>,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportReport {
    /// What it is written in, where that could be found out.
    pub format: Option<String>,
    /// The quiz's title; `None`: nothing of it can be used.
    pub title: Option<String>,
    /// How many questions can be used.
    pub questions: u32,
    /// How many of each kind.
    pub kinds: BTreeMap<String, u32>,
    /// What is left out and why, or why nothing can be used; from the file's top to its bottom.
    pub problems: Vec<ImportProblem>,
    /// What has to be said with the next request, where the file does not say it.
    pub needs: Option<ImportNeed>,
    /// What can be used.
    pub quiz: Option<Quiz>,
    /// The quiz of the library that it has become, where that was asked for.
    pub saved: Option<SavedQuiz>,
}

/// Something in a file that cannot be used, or in a quiz that a format cannot say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportProblem {
    /// Where: a line, a cell of a table, or a question, in words.
    pub at: FilePlace,
    /// What is there, in English.
    pub what: String,
    /// What was expected, in English; empty where `what` says it all.
    pub expected: String,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ProblemKind>,
    /// Of a row of a table: its cells, each with the heading of its column, so that it can be mended and
    /// brought again. Long ones are not told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub row: Vec<(String, String)>,
}

/// What a file does not say of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ImportNeed {
    /// [`ImportFile::encoding`].
    Encoding,
    /// [`ImportFile::columns`].
    Columns,
}

/// Positions of questions from 0, written as `0,4-7`: ascending, none twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions(pub BTreeSet<u16>);

/// A text that says no positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected positions of questions from 0 in ascending order, such as 0,4-7")]
pub struct InvalidPositions;

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.iter().copied().peekable();
        let mut between = "";
        while let Some(first) = rest.next() {
            let mut last = first;
            while let Some(next) = rest.next_if(|next| last.checked_add(1) == Some(*next)) {
                last = next;
            }
            match last == first {
                true => write!(f, "{between}{first}")?,
                false => write!(f, "{between}{first}-{last}")?,
            }
            between = ",";
        }
        Ok(())
    }
}

impl FromStr for Positions {
    type Err = InvalidPositions;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u16>().map_err(|_| InvalidPositions);
        let mut found = BTreeSet::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            // Ascending, so that no text makes more work than there are numbers.
            if first > last || found.last().is_some_and(|before| *before >= first) {
                return Err(InvalidPositions);
            }
            found.extend(first..=last);
        }
        Ok(Self(found))
    }
}

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Quiz {
    /// This quiz without some questions. Its rains stay behind the questions they were behind.
    #[must_use]
    pub fn without(mut self, left_out: &Positions) -> Self {
        let before = |after: u16| left_out.0.range(..after).count();
        for rain in &mut self.rains {
            rain.after = rain.after.map(|after| {
                let fewer = u16::try_from(before(after)).unwrap_or(u16::MAX);
                after.saturating_sub(fewer).max(1)
            });
        }
        let mut position = 0;
        self.questions.retain(|_| {
            let stays = u16::try_from(position).is_ok_and(|it| !left_out.0.contains(&it));
            position += 1_usize;
            stays
        });
        self
    }
}

/// In what a quiz is taken away: the query of `GET /api/quizzes/{quiz}/export`, which answers with the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportQuiz {
    /// What it is written in: [`ExportFormat::name`].
    pub format: String,
    /// Answers with an [`ExportReport`] instead of the file.
    #[serde(default)]
    pub check: bool,
}

/// What a quiz can be written in: `GET /api/formats` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportFormat {
    /// Names it.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// How the names of its files end, without the dot.
    pub ending: String,
}

/// What becomes of a quiz in a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportReport {
    /// What it is written in.
    pub format: String,
    /// The file's name.
    pub file: String,
    /// What the format cannot say and the file therefore does not have.
    pub lost: Vec<ImportProblem>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::{Bounds, Split};
    use crate::money::Minor;
    use crate::question::{Question, QuestionKind, Slide};
    use crate::quiz::PlannedRain;
    use crate::rain::{Eligibility, RainPlan};

    fn positions(text: &str) -> Result<Vec<u16>, InvalidPositions> {
        text.parse().map(|it: Positions| it.0.into_iter().collect())
    }

    #[test]
    fn positions_are_ranges() {
        for text in ["", "0", "0,4-7", "1-2,4,65534-65535"] {
            assert_eq!(text.parse::<Positions>().unwrap().to_string(), text);
        }
        assert_eq!(positions("0,2-4"), Ok(vec![0, 2, 3, 4]));
        assert_eq!("3,4,5".parse::<Positions>().unwrap().to_string(), "3-5");
        for text in ["a", "-", "1-", "4-2", "2,1", "1-3,3", "65536", "0,", ",", " 1"] {
            assert_eq!(positions(text), Err(InvalidPositions), "{text}");
        }
    }

    #[test]
    fn rains_stay_behind_their_questions() {
        let mut quiz = Quiz::blank("en".to_owned());
        quiz.questions = (0..5).map(|n| slide(&n.to_string())).collect();
        let plan = RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(100), packets: 10, min: Minor(1), max: Minor(20) },
            split: Split::Equal,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        };
        let rain = |after| PlannedRain { title: None, after, plan: plan.clone() };
        quiz.rains = vec![rain(Some(1)), rain(Some(4)), rain(None)];
        let left = quiz.without(&"0,2".parse().unwrap());
        let texts: Vec<_> = left.questions.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, ["1", "3", "4"]);
        let places: Vec<_> = left.rains.iter().map(|it| it.after).collect();
        assert_eq!(places, [Some(1), Some(2), None]);
    }

    fn slide(text: &str) -> Question {
        Question {
            text: text.to_owned(),
            picture: None,
            sound: None,
            kind: QuestionKind::Slide(Slide {}),
            read_seconds: 0,
            seconds: 0,
            points: 0,
            explanation: String::new(),
        }
    }
}
