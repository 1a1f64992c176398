//! Writing Moodle XML.

use quick_xml::escape::escape;
use quizrain_shared::decimal;
use quizrain_shared::question::{Number, Picture, Question, QuestionKind};
use quizrain_shared::quiz::Quiz;

use super::super::picture::{FILES, encode};
use super::super::written::{shares, usual_number};
use super::read;
use crate::quiz::formats::export::{Export, Says};
use crate::quiz::formats::{Exported, Files};

const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n";
const END: &str = "</quiz>\n";
/// Most characters of a question's name.
const NAME_CHARS: usize = 60;

pub(in super::super::super) fn write(quiz: &Quiz, pictures: Files<'_>) -> Exported {
    let says = Says { points: true, explanation: true, picture: true, shuffled: true };
    let mut export = Export::new(quiz, says);
    export.push(BEGIN);
    for (question, number) in quiz.questions.iter().zip(1..) {
        let written = written(question, pictures);
        let usual = |kind: &QuestionKind| match kind {
            QuestionKind::Number(number) => Some(usual_number(number, number.field.unit.clone())),
            _ => None,
        };
        export.question(number, question, written, usual, |text| {
            read(&format!("{BEGIN}{text}{END}"), String::new())
        });
    }
    export.push(END);
    export.finish()
}

/// A question; `None`: Moodle has no such kind.
fn written(question: &Question, pictures: Files<'_>) -> Option<String> {
    let (kind, answers) = answers(&question.kind)?;
    let name = question.text.lines().next().unwrap_or_default();
    let name: String = name.chars().take(NAME_CHARS).collect();
    let mut out = format!("  <question type=\"{kind}\">\n    <name>{}</name>\n", text(&name));
    out.push_str(&asked(question, pictures));
    let explanation = text(&question.explanation);
    let grade = decimal::format(i64::from(question.points), 3);
    let common = format!(
        "    <generalfeedback format=\"plain_text\">{explanation}</generalfeedback>\n    \
         <defaultgrade>{grade}</defaultgrade>\n"
    );
    out.extend([&*common, &answers, "  </question>\n"]);
    Some(out)
}

fn text(text: &str) -> String {
    format!("<text>{}</text>", escape(text))
}

/// The question's text, in HTML where it has a picture.
fn asked(question: &Question, pictures: Files<'_>) -> String {
    let picture =
        question.picture.as_ref().and_then(|picture| Some((picture, pictures(picture.media)?)));
    let Some((Picture { alt, .. }, media)) = picture else {
        let text = text(&question.text);
        return format!("    <questiontext format=\"plain_text\">{text}</questiontext>\n");
    };
    let ending = media.kind.content_type().trim_start_matches("image/");
    let file = format!("{}.{ending}", media.id);
    let shown = escape(&*question.text).replace('\n', "<br>").replace("  ", " &nbsp;");
    let html = format!("<p>{shown}</p><img src=\"{FILES}{file}\" alt=\"{}\">", escape(&**alt));
    let body = encode(&media.bytes);
    let (text, file) = (text(&html), escape(&*file));
    format!(
        "    <questiontext format=\"html\">{text}\n      \
         <file name=\"{file}\" path=\"/\" encoding=\"base64\">{body}</file>\n    </questiontext>\n"
    )
}

/// Moodle's name of a kind, and what is answered.
fn answers(kind: &QuestionKind) -> Option<(&'static str, String)> {
    let mut out = String::new();
    let mut line = |line: String| out.extend(["    ", &line, "\n"]);
    let name = match kind {
        QuestionKind::Single(it) => {
            choosing(&mut line, true, it.shuffled);
            for (i, choice) in it.choices.iter().enumerate() {
                let fraction = if it.correct.contains(i) { "100" } else { "0" };
                line(answer(fraction, &text(choice)));
            }
            "multichoice"
        }
        QuestionKind::Multiple(it) => {
            choosing(&mut line, false, it.shuffled);
            for (choice, share) in it.choices.iter().zip(shares(it.choices.len(), it.correct)) {
                line(answer(&share, &text(choice)));
            }
            "multichoice"
        }
        QuestionKind::TrueFalse(it) => {
            for (truth, right) in [("true", it.correct), ("false", !it.correct)] {
                line(answer(if right { "100" } else { "0" }, &text(truth)));
            }
            "truefalse"
        }
        QuestionKind::Typed(it) => {
            line("<usecase>0</usecase>".to_owned());
            for accepted in &it.accepted {
                line(answer("100", &text(&accepted.replace('*', "\\*"))));
            }
            "shortanswer"
        }
        QuestionKind::Number(it) => {
            number(it).into_iter().for_each(line);
            "numerical"
        }
        QuestionKind::Matching(it) => {
            line("<shuffleanswers>true</shuffleanswers>".to_owned());
            for (left, right) in it.left.iter().zip(&it.right) {
                let (left, right) = (text(left), text(right));
                line(format!(
                    "<subquestion format=\"plain_text\">{left}<answer>{right}</answer></subquestion>"
                ));
            }
            "matching"
        }
        QuestionKind::Slide(_) => "description",
        _ => return None,
    };
    Some((name, out))
}

/// What all questions with choices say.
fn choosing(line: &mut impl FnMut(String), single: bool, shuffled: bool) {
    line(format!("<single>{single}</single>"));
    line(format!("<shuffleanswers>{shuffled}</shuffleanswers>"));
    line("<answernumbering>ABCD</answernumbering>".to_owned());
}

fn answer(fraction: &str, inner: &str) -> String {
    format!("<answer fraction=\"{fraction}\" format=\"plain_text\">{inner}</answer>")
}

/// A number with its tolerance, and its unit.
fn number(it: &Number) -> Vec<String> {
    let number = |number| decimal::format(number, it.field.decimals);
    let tolerance = format!("<tolerance>{}</tolerance>", number(it.tolerance));
    let answer = answer("100", &format!("{}{tolerance}", text(&number(it.correct))));
    let unit = escape(&*it.field.unit);
    let unit = format!(
        "<units><unit><multiplier>1</multiplier><unit_name>{unit}</unit_name></unit></units>"
    );
    std::iter::once(answer).chain((!it.field.unit.is_empty()).then_some(unit)).collect()
}
