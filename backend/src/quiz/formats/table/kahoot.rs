//! Kahoot: `Question`, `Answer 1` to `Answer 4`, `Time limit (sec)`, `Correct answer(s)`, below some
//! rows of instructions or none, in the old wording or the new. A hundred numbered rows wait to be
//! filled.

use quizrain_shared::api::{Lost, NotWritten};
use quizrain_shared::question::{ChoiceSet, DEFAULT_SECONDS, Question, QuestionKind};
use quizrain_shared::quiz::Quiz;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet, XlsxError};

use super::super::Format;
use super::super::aiken::truth;
use super::super::exported::{Exported, Files, LeftOut};
use super::columns::Key;
use super::dialect::Dialect;

pub(super) const DIALECT: Dialect = Dialect {
    format: Some(Format::Kahoot),
    keys: &[Key::Number, Key::Text],
    is: |_, header| {
        header.has("question")
            && header.has("answer1")
            && header.has("answer2")
            && header.words.iter().any(|(_, words)| words.starts_with("timelimit"))
            && header.words.iter().any(|(_, words)| words.starts_with("correctanswer"))
    },
};

/// The row of Kahoot's header in its own spreadsheet, and how its columns are headed.
const HEADER_ROW: u32 = 7;
const HEADER: [&str; 7] = [
    "Question - max 120 characters",
    "Answer 1 - max 75 characters",
    "Answer 2 - max 75 characters",
    "Answer 3 - max 75 characters",
    "Answer 4 - max 75 characters",
    "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
    "Correct answer(s) - choose at least one",
];
/// How many answers a question has there, and how long texts may be.
const ANSWERS: usize = 4;
const QUESTION_CHARS: usize = 120;
const ANSWER_CHARS: usize = 75;
/// The times that it knows, in seconds.
const TIMES: [u16; 8] = [5, 10, 20, 30, 60, 90, 120, 240];

/// Writes Kahoot's spreadsheet; questions without choices or with more than four are left out.
pub(in crate::quiz::formats) fn write(quiz: &Quiz, _: Files<'_>) -> Exported {
    let mut left_out = LeftOut::default();
    left_out.of_quiz(quiz);
    let mut rows = Vec::new();
    for (question, number) in quiz.questions.iter().zip(1..) {
        match answers(question) {
            Ok((answers, right)) => {
                note(&mut left_out, number, question, &answers);
                rows.push((question, answers, right));
            }
            Err(why) => left_out.question(number, why),
        }
    }
    // Texts of questions are shorter than cells, and memory takes the file.
    Exported { bytes: workbook(&rows).unwrap_or_default(), left_out: left_out.finish() }
}

/// The file is made at a fixed time, so that the same quiz is the same bytes.
fn workbook(rows: &[Answered<'_>]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&made));
    fill(workbook.add_worksheet(), rows)?;
    workbook.save_to_buffer()
}

/// A question's answers and the numbers of the right ones.
fn answers(question: &Question) -> Result<(Vec<String>, Vec<usize>), NotWritten> {
    let (choices, key) = match &question.kind {
        QuestionKind::Single(it) => (it.choices.clone(), it.correct),
        QuestionKind::Multiple(it) => (it.choices.clone(), it.correct),
        QuestionKind::TrueFalse(it) => {
            let choices = ["True", "False"].map(str::to_owned).to_vec();
            (choices, ChoiceSet::one(usize::from(!it.correct)))
        }
        _ => return Err(NotWritten::NothingRight),
    };
    if choices.len() > ANSWERS {
        return Err(NotWritten::ManyChoices);
    }
    let right = (0..choices.len()).filter(|index| key.contains(*index)).map(|index| index + 1);
    Ok((choices.clone(), right.collect()))
}

/// Notes what of a question is not said, or not as Kahoot takes it.
fn note(left_out: &mut LeftOut, number: usize, question: &Question, answers: &[String]) {
    left_out.of_question(number, question);
    let chars = |text: &String, most: usize| text.chars().count() > most;
    let default = question.points == question.default_points();
    let one_of_several =
        matches!(&question.kind, QuestionKind::Multiple(it) if it.correct.len() == 1);
    let named =
        matches!(&question.kind, QuestionKind::Single(it) if truth(&it.choices, 0).is_some());
    let shuffled = matches!(&question.kind, QuestionKind::Single(it) if it.shuffled)
        || matches!(&question.kind, QuestionKind::Multiple(it) if it.shuffled);
    for (there, what) in [
        (!question.explanation.is_empty(), Lost::Explanation),
        (!default, Lost::Points),
        (shuffled, Lost::Shuffled),
        (one_of_several || named, Lost::Kind),
        (!TIMES.contains(&question.seconds), Lost::NearestTime),
        (chars(&question.text, QUESTION_CHARS), Lost::QuestionEnd),
        (answers.iter().any(|answer| chars(answer, ANSWER_CHARS)), Lost::AnswerEnd),
    ] {
        if there {
            left_out.note(number, what);
        }
    }
}

type Answered<'q> = (&'q Question, Vec<String>, Vec<usize>);

fn fill(sheet: &mut Worksheet, rows: &[Answered<'_>]) -> Result<(), XlsxError> {
    sheet.write_string(1, 1, "Quiz template")?;
    for (heading, column) in HEADER.into_iter().zip(1..) {
        sheet.write_string(HEADER_ROW, column, heading)?;
    }
    for ((question, answers, right), row) in rows.iter().zip(1_u32..) {
        let at = HEADER_ROW + row;
        sheet.write_number(at, 0, row)?;
        // Written as texts, nothing in them is run.
        sheet.write_string(at, 1, &question.text)?;
        for (answer, column) in answers.iter().zip(2..) {
            sheet.write_string(at, column, answer)?;
        }
        let nearest = |time: &&u16| time.abs_diff(question.seconds);
        // Without an end, the longest.
        let time = match question.seconds {
            0 => TIMES.last(),
            _ => TIMES.iter().min_by_key(nearest),
        };
        sheet.write_number(at, 6, time.copied().unwrap_or(DEFAULT_SECONDS))?;
        let right: Vec<String> = right.iter().map(usize::to_string).collect();
        sheet.write_string(at, 7, right.join(","))?;
    }
    Ok(())
}
