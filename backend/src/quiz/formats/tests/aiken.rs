//! Aiken files.

use quizrain_shared::question::{ChoiceSet, QuestionKind, Single, TrueFalse};
use quizrain_shared::quiz::MAX_QUESTIONS;

use crate::quiz::formats::tests::*;

const GOOD: &str = "Which?\nA. a\nB. b\nC. c\nANSWER: B\n";

fn quiz(text: &str) -> Parsed {
    read_file("a.aiken.txt", text.as_bytes()).unwrap()
}

/// The problems of a text that is followed by a good question.
fn skipped(text: &str) -> Vec<(usize, String)> {
    let parsed = quiz(&format!("{text}\n\n{GOOD}"));
    assert_eq!(parsed.quiz.questions, quiz(GOOD).quiz.questions);
    parsed.skipped.iter().map(plain).collect()
}

#[test]
fn a_question_may_begin_like_json() {
    for name in ["a.aiken", "a.txt"] {
        let parsed =
            read_file(name, b"{\"a\": what is it?\nA. JSON\nB. Aiken\nANSWER: B\n").unwrap();
        assert_eq!(parsed.quiz.questions[0].text, "{\"a\": what is it?");
    }
    let why = read_file("a.txt", b"{\"a\": what is it?").unwrap_err().to_string();
    assert!(why.contains("not JSON"), "{why}");
}

#[test]
fn a_question_gets_the_defaults() {
    let parsed = quiz(GOOD);
    assert_eq!(parsed.skipped, []);
    let Quiz { title, language, description, questions, rains, .. } = parsed.quiz;
    assert_eq!((&*title, &*language, &*description, rains), ("A", "en", "", Vec::new()));
    let [question] = &questions[..] else { panic!("{questions:?}") };
    assert_eq!(question.text, "Which?");
    let choices = ["a", "b", "c"].map(str::to_owned).to_vec();
    let kind =
        QuestionKind::Single(Single { choices, correct: ChoiceSet::one(1), shuffled: false });
    assert_eq!(question.kind, kind);
    assert_eq!((question.seconds, question.points, &*question.explanation), (20, 1000, ""));
}

#[test]
fn line_ends_marks_and_brackets_do_not_matter() {
    for text in [
        GOOD.replace('\n', "\r\n"),
        GOOD.replace('\n', "\r"),
        format!("\u{feff}{GOOD}"),
        GOOD.replace(". ", ") "),
        GOOD.replace(". ", ".\t"),
        GOOD.replace("A. a", "A) a"),
        GOOD.replace('\n', " \t\n"),
        GOOD.replace('\n', "\n\n"),
        format!("\n\n  {GOOD}"),
        GOOD.trim_end().to_owned(),
        GOOD.replace("ANSWER: B", "ANSWER:B"),
        GOOD.replace("ANSWER: B", "Answer : b."),
    ] {
        assert_eq!(quiz(&text), quiz(GOOD), "{text:?}");
    }
}

#[test]
fn questions_may_have_several_lines() {
    let parsed = quiz(
        "A. Milne wrote\nwhich of these?\nA. a\nB. b\nANSWER: A\nNext?\nA) a\nB) b\nANSWER: B",
    );
    assert_eq!(parsed.skipped, []);
    let texts: Vec<&str> = parsed.quiz.questions.iter().map(|q| &*q.text).collect();
    assert_eq!(texts, ["A. Milne wrote\nwhich of these?", "Next?"]);
}

#[test]
fn true_and_false_are_a_kind_of_their_own() {
    for (text, correct) in [
        ("Is it?\nA. True\nB. False\nANSWER: A", true),
        ("Is it?\nA) TRUE\nB) false\nANSWER: B", false),
        ("Is it?\nA. False\nB. True\nANSWER: A", false),
        ("Is it?\nA. False\nB. True\nANSWER: B", true),
    ] {
        let question = &quiz(text).quiz.questions[0];
        assert_eq!(question.kind, QuestionKind::TrueFalse(TrueFalse { correct }));
    }
    let both = "Is it?\nA. True\nB. False\nC. Both\nANSWER: A";
    assert!(matches!(quiz(both).quiz.questions[0].kind, QuestionKind::Single(_)));
}

/// Question; line of the problem; the problem.
const BROKEN: &str = r"
Q?⏎A. a⏎B. b | 1 | the question has no right answer
Just a heading | 1 | the question has no right answer
Q?⏎ANSWER: A | 1 | no choices; a choice is a line such as `A. text`
Q?⏎A.a⏎B.b⏎ANSWER: A | 1 | no choices
ANSWER: A | 1 | without a question above it
A. a⏎B. b⏎ANSWER: A | 1 | no question above them
Q?⏎A. a⏎B. b⏎ANSWER: C | 4 | `ANSWER: C` names no choice of this question, which has 2
Q?⏎A. a⏎B. b⏎ANSWER: | 4 | names no choice; expected one letter
Q?⏎A. a⏎B. b⏎ANSWER: A, B | 4 | expected one letter after `ANSWER:`, found `A, B`
Q?⏎A. a⏎B. b⏎ANSWER: 1 | 4 | found `1`
Q?⏎A. a⏎ANSWER: A | 1 | 1 choices; a question has 2 to 8
Q?⏎A. a⏎B. b⏎C. c⏎D. d⏎E. e⏎F. f⏎G. g⏎H. h⏎I. i⏎ANSWER: A | 1 | 9 choices
Q?⏎A. a⏎C. c⏎ANSWER: A | 3 | expected choice B or `ANSWER:`, found choice C
Q?⏎A. a⏎A. b⏎ANSWER: A | 3 | expected choice B
Q?⏎A. a⏎B. b⏎more⏎C. c⏎ANSWER: A | 4 | expected a choice such as `C. text`
Q?⏎A. a⏎B. b⏎C. a⏎ANSWER: A | 4 | choices 1 and 3 are the same
Q?⏎A. a⏎B.⏎ANSWER: A | 3 | choice 2 has no text
Q?⏎A. a⏎B. {201}⏎ANSWER: A | 3 | choice 2 has more than 200
{501}⏎A. a⏎B. b⏎ANSWER: A | 1 | 501 characters, 500 at most
";

#[test]
fn broken_questions_are_left_out_and_named() {
    for [text, line, what] in rows(BROKEN) {
        let line: usize = line.parse().unwrap();
        expect(&skipped(&text), &[(line, &what)]);
        // Twice: the second one has its own line.
        let below = text.lines().count() + 1;
        let twice = format!("{text}\n\n{text}");
        expect(&skipped(&twice), &[(line, &what), (line + below, &what)]);
        assert!(read_file("a.txt", text.as_bytes()).is_err(), "{text}");
    }
    let unseen = skipped("Q?\nA. a\nB. b\0\nANSWER: A\n\nQ\u{92}s?\nA. a\nB. b\nANSWER: A");
    expect(&unseen, &[(3, "control character U+0000"), (6, "control character U+0092")]);
}

#[test]
fn a_blank_line_ends_a_question_without_answer() {
    let found = skipped("One?\nA. a\nB. b\n\nTwo?\nA. a\nB. b\nANSWER: Z\n\nThree?");
    expect(
        &found,
        &[
            (1, "the question has no right answer; expected a line `ANSWER: A`"),
            (8, "`ANSWER: Z`"),
            (10, "the question has no right answer; expected a line `ANSWER: A`"),
        ],
    );
}

#[test]
fn dialects_have_other_marks_and_other_words() {
    for (text, choices, correct) in [
        ("Q?\nA. a\nB. b\nNUMBERING: 123\nANSWER: B", 2, 1),
        ("¿Q?\nA) a\nB) b\nRESPUESTA: B", 2, 1),
        ("Q ?\nA. a\nB. b\nRéponse : A.", 2, 0),
        ("Q?\na) a\nb) b\nc) c\nANSWER: c", 3, 2),
        ("Q?\na) a\nb) b\nc) c\nANSWER: C", 3, 2),
        ("Q?\n1. a\n2. b\nANSWER: 2", 2, 1),
        ("Q?\n1) a\n2) b\nANSWER: B", 2, 1),
        ("שאלה?\n1) כן\n2) לא\n3) אולי\nסוג: ABCD\nתשובה: ג", 3, 2),
        ("שאלה?\nא. כן\nב. לא\nתשובה: ב", 2, 1),
        ("Вопрос?\nА. да\nБ. нет\nВ. может\nОтвет: В", 3, 2),
        ("Of\n1) these\n2) and those?\nA. a\nB. b\nANSWER: B", 2, 1),
    ] {
        let parsed = quiz(&format!("{text}\n\n{GOOD}"));
        assert_eq!(parsed.quiz.questions.len(), 2, "{text}: {:?}", parsed.skipped);
        let QuestionKind::Single(single) = &parsed.quiz.questions[0].kind else { panic!("{text}") };
        assert_eq!(
            (single.choices.len(), single.correct),
            (choices, ChoiceSet::one(correct)),
            "{text}"
        );
        assert!(parsed.skipped.len() <= 1, "{:?}", parsed.skipped);
        // Without the good one, too, the file is known.
        let file = File { name: "a", bytes: text.as_bytes(), encoding: None, beside: &Nothing };
        assert_eq!(parse(&file).0, Some(Format::Aiken), "{text}");
    }
    let numbered = quiz("Q?\nA. a\nB. b\nNUMBERING: 123\nANSWER: B").skipped;
    assert_eq!(numbered[0].to_string(), "how choices are numbered is not taken over");
    for (text, line, what) in [
        ("Q?\n1) a\n2) b\nANSWER: 3", 4, "expected one letter after `ANSWER:`, found `3`"),
        ("Q?\n1) a\n2) b\nОтвет: В", 4, "names no choice of this question, which has 2"),
        ("Q?\nA. a\nB. b\nОтвет: В", 4, "names no choice of this question, which has 2"),
    ] {
        expect(&skipped(text), &[(line, what)]);
    }
}

#[test]
fn too_many_letters_do_not_upset_it() {
    let choices: String = ('A'..='Z').map(|c| format!("{c}. {c}\n")).collect();
    expect(&skipped(&format!("Q?\n{choices}ANSWER: A")), &[(1, "26 choices")]);
    for more in ["A. a", "more"] {
        let text = format!("Q?\n{choices}{more}\nANSWER: A");
        expect(&skipped(&text), &[(28, "expected `ANSWER:` after choice Z")]);
    }
}

#[test]
fn a_file_without_a_usable_question_is_refused() {
    expect(&problems("a.aiken", "Dear diary"), &[(1, "the question has no right answer")]);
    expect(&problems("a.aiken", "A. a\nB. b"), &[(1, "no question above them")]);
    let broken = "One?\nA. a\nB. b\nANSWER: C\nTwo?\nA. a\nA. b\nANSWER: A";
    expect(&problems("a.txt", broken), &[(4, "`ANSWER: C`"), (7, "expected choice B")]);
}

#[test]
fn a_quiz_has_a_largest_size() {
    let most = GOOD.repeat(MAX_QUESTIONS);
    assert_eq!(quiz(&most).quiz.questions.len(), MAX_QUESTIONS);
    let line = MAX_QUESTIONS * GOOD.lines().count() + 1;
    let more = most + GOOD + GOOD;
    expect(&problems("a.txt", more), &[(line, "this is question 20001; a quiz has 20000 at most")]);
}
