//! Files of `OpenTriviaQA`.

use quizrain_shared::question::{ChoiceSet, QuestionKind, Single, TrueFalse};

use crate::quiz::formats::tests::*;

const GOOD: &str = "#Q Which\nof these?\n^ b\nA a\nB b\nC c\nand d\n\n";

fn read(text: &str) -> Parsed {
    read_file("arts.txt", text.as_bytes()).unwrap()
}

#[test]
fn questions_have_their_answer_as_a_text() {
    let parsed = read(&format!("\n{GOOD}#Q Is it?\n^ False\nA False\nB True\n"));
    assert_eq!(parsed.skipped, []);
    let [first, second] = &parsed.quiz.questions[..] else { panic!() };
    let choices = ["a", "b", "c\nand d"].map(str::to_owned).to_vec();
    let kind = Single { choices, correct: ChoiceSet::one(1), shuffled: false };
    assert_eq!((&*first.text, &first.kind), ("Which\nof these?", &QuestionKind::Single(kind)));
    assert_eq!(second.kind, QuestionKind::TrueFalse(TrueFalse { correct: false }));
}

#[test]
fn broken_questions_are_left_out_and_named() {
    for (text, line, what) in [
        ("#Q Which?\nA a\nB b\n", 1, "the question has no `^` line"),
        ("#Q Which?\n^ d\nA a\nB b\n", 2, "the right answer `d` is none of the choices"),
        ("#Q Which?\n^ a\n^ b\nA a\nB b\n", 3, "a second `^` line"),
        ("#Q Which?\n^ a\nA a\nB a\n", 4, "choices 1 and 2 are the same"),
        ("#Q Which?\n^ a\nA a\n", 1, "1 choices"),
        ("#Q\n^ a\nA a\nB b\n", 1, "the question has no text"),
        ("hello\n", 1, "a line before the first question"),
        ("#Q Which\0?\n^ a\nA a\nB b\n", 1, "control character"),
    ] {
        let parsed = read(&format!("{text}\n{GOOD}"));
        assert_eq!(parsed.quiz.questions.len(), 1, "{text}");
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        expect(&found, &[(line, what)]);
    }
}
