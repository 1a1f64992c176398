//! Quizzes written in other programs' formats, and read again.

use quizrain_shared::question::*;
use quizrain_shared::score::Scoring;

use crate::quiz::formats::tests::*;
use crate::quiz::media::{Media, Seen};

const FORMATS: [(Format, &str); 3] =
    [(Format::Gift, "a.gift"), (Format::MoodleXml, "a.xml"), (Format::Aiken, "a.aiken")];

fn quiz_of(questions: Vec<Question>) -> Quiz {
    Quiz {
        title: "A".to_owned(),
        language: "en".to_owned(),
        description: String::new(),
        scoring: Scoring::default(),
        questions,
        rains: Vec::new(),
        theme: None,
    }
}

/// Writes a quiz and reads it again: which questions came back, and what is said to be left out.
fn there_and_back(
    format: (Format, &str),
    quiz: &Quiz,
    media: &[Media],
) -> (Vec<Question>, Vec<Problem>) {
    let Exported { bytes, left_out } =
        export(format.0, quiz, &|id| media.iter().find(|it| it.id == id).cloned()).unwrap();
    let back = match read_file(format.1, &bytes) {
        Ok(parsed) => {
            assert_eq!(parsed.skipped, [], "{}", String::from_utf8_lossy(&bytes));
            parsed.quiz.questions
        }
        Err(_) => Vec::new(),
    };
    (back, left_out)
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&it| it.into()).collect()
}

/// A question of each kind that Moodle has, with texts full of signs.
fn nasty() -> Vec<Question> {
    let choices =
        || texts(&["a = b", "~{c} # \\n", "%50%x", "[html]<b>&amp;</b>", "// -> :: *", "é\n字"]);
    let mut questions: Vec<Question> = [
        QuestionKind::Single(Single {
            choices: choices(),
            correct: ChoiceSet::one(2),
            shuffled: false,
        }),
        QuestionKind::Multiple(Multiple {
            choices: choices(),
            correct: ChoiceSet(0b1101),
            shuffled: false,
        }),
        QuestionKind::TrueFalse(TrueFalse { correct: false }),
        QuestionKind::Typed(Typed { accepted: texts(&["%50%x", "a*b = \\*", "<i>"]) }),
        QuestionKind::Matching(Matching {
            left: texts(&["=", "[x]", "a:b"]),
            right: texts(&["->", "<p>", "#"]),
        }),
        QuestionKind::Number(Number {
            field: NumberView {
                min: -100_000_000_000,
                max: 100_000_000_000,
                step: 1,
                decimals: 2,
                unit: String::new(),
            },
            correct: -350,
            tolerance: 5,
            credit_within: 0,
        }),
    ]
    .map(|kind| {
        Question::new("// [html] <p>What: {T}? \\n ~ #1\n\n$CATEGORY: 2 & 3".to_owned(), kind)
    })
    .to_vec();
    questions[0].explanation = "#### So = {it}\n& <is>".to_owned();
    questions
}

#[test]
fn signs_of_the_formats_survive_in_texts() {
    let quiz = quiz_of(nasty());
    for format in &FORMATS[..2] {
        let (back, left_out) = there_and_back(*format, &quiz, &[]);
        assert_eq!(left_out, []);
        assert_eq!(back, quiz.questions, "{format:?}");
    }
    let plain = QuestionKind::Single(Single {
        choices: texts(&["a = b", "A. c"]),
        correct: ChoiceSet::one(1),
        shuffled: false,
    });
    let quiz = quiz_of(vec![
        Question::new("Which\nof these?".to_owned(), plain),
        Question::new("Is it?".to_owned(), QuestionKind::TrueFalse(TrueFalse { correct: false })),
    ]);
    for format in FORMATS {
        assert_eq!(
            there_and_back(format, &quiz, &[]),
            (quiz.questions.clone(), vec![]),
            "{format:?}"
        );
    }
}

#[test]
fn moodle_xml_keeps_pictures_points_and_units() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03\x08\x06\0\0\0".to_vec();
    let media = Seen::new(png).unwrap().file;
    let mut questions = nasty();
    for question in &mut questions {
        question.points = 1250;
        question.text = "What is  it,\n<b>&lt;</b>?".to_owned();
        question.picture = Some(Picture {
            media: media.id,
            width: 2,
            height: 3,
            alt: "A \"dot\" & <b>".to_owned(),
        });
    }
    if let QuestionKind::Number(number) = &mut questions[5].kind {
        number.field.unit = "kg".to_owned();
    }
    if let QuestionKind::Single(single) = &mut questions[0].kind {
        single.shuffled = true;
    }
    let mut slide = Question::new("Look.".to_owned(), QuestionKind::Slide(Slide {}));
    slide.picture = questions[0].picture.clone();
    questions.push(slide);
    let quiz = quiz_of(questions);
    let (back, left_out) = there_and_back(FORMATS[1], &quiz, std::slice::from_ref(&media));
    assert_eq!((back, left_out), (quiz.questions.clone(), vec![]));
    let (back, left_out) = there_and_back(FORMATS[0], &quiz, &[media]);
    assert_eq!(back.len(), 6);
    let said = listing("a", &left_out);
    for what in [
        "a, question 1: the points are not written (6 times: questions 1, 2, 3, 4, 5, 6)",
        "a, question 1: the picture is not written (6 times",
        "a, question 1: that choices are shuffled",
        "a, question 6: of a number only the key",
        "a, question 7: a question of the kind slide cannot be written",
    ] {
        assert!(said.contains(what), "{what}: {said}");
    }
}

#[test]
fn what_cannot_be_said_is_named() {
    let mut question =
        Question::new("Q?".to_owned(), QuestionKind::TrueFalse(TrueFalse { correct: true }));
    (question.seconds, question.read_seconds, question.explanation) = (30, 5, "So.".to_owned());
    let poll = QuestionKind::Poll(Poll { choices: texts(&["a", "b"]), several: false });
    let pairs = QuestionKind::Matching(Matching {
        left: texts(&["a -> b", "c"]),
        right: texts(&["d", "e"]),
    });
    let mut quiz = quiz_of(vec![
        question,
        Question::new("Q?".to_owned(), poll),
        Question::new("Q?".to_owned(), pairs),
    ]);
    quiz.language = "de".to_owned();
    quiz.description = "D".to_owned();
    quiz.scoring.streak_bonus = true;
    let (back, left_out) = there_and_back(FORMATS[0], &quiz, &[]);
    assert_eq!(back.len(), 1);
    let said: Vec<String> = left_out.iter().map(|it| format!("{}: {it}", it.at)).collect();
    assert_eq!(
        said,
        [
            "file: the description is not written",
            "file: the language is not written",
            "file: how answers score is not written",
            "question 1: the time to answer is not written",
            "question 1: the time to read is not written",
            "question 2: a question of the kind poll cannot be written",
            "question 3: its texts have signs that would be read otherwise; it is left out",
        ]
    );
    assert!(export(Format::OpenTriviaQa, &quiz, &|_| None).is_none());
}

/// A text of signs that mean something somewhere.
fn text(most: usize) -> impl Strategy<Value = String> {
    let parts = [
        "a",
        "Bc",
        " ",
        "  ",
        "\n",
        "=",
        "~",
        "#",
        "####",
        "{",
        "}",
        ":",
        "::",
        "\\",
        "\\n",
        "->",
        "%",
        "%50%",
        "[html]",
        "[x]",
        "<b>",
        "</p>",
        "<",
        "&",
        "&amp;",
        "*",
        "//",
        "ANSWER: A",
        "A. ",
        "1) ",
        "é",
        "$",
        "True",
        "1.5",
        "|",
        "\"",
        "'",
        "]]>",
        "<!--",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 1..most).prop_map(|parts| {
        let text = parts.concat().trim().to_owned();
        if text.is_empty() { "x".to_owned() } else { text }
    })
}

fn distinct(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set(text(6), count).prop_map(|set| set.into_iter().collect())
}

fn kind() -> impl Strategy<Value = QuestionKind> {
    prop_oneof![
        (distinct(2..=8), 0..8_usize, any::<bool>()).prop_map(|(choices, right, shuffled)| {
            let correct = ChoiceSet::one(right % choices.len());
            QuestionKind::Single(Single { choices, correct, shuffled })
        }),
        (distinct(2..=8), 1..=255_u8).prop_map(|(choices, right)| {
            let all = u8::MAX >> (8 - choices.len());
            let correct = ChoiceSet(if right & all == 0 { 1 } else { right & all });
            QuestionKind::Multiple(Multiple { choices, correct, shuffled: false })
        }),
        any::<bool>().prop_map(|correct| QuestionKind::TrueFalse(TrueFalse { correct })),
        distinct(1..=5).prop_map(|accepted| QuestionKind::Typed(Typed { accepted })),
        distinct(2..=8).prop_map(|left| {
            let right = left.iter().rev().map(|it| format!("{it}!")).collect();
            QuestionKind::Matching(Matching { left, right })
        }),
        (any::<i32>(), 0..10_000_i64, 0..=6_u8).prop_map(|(correct, tolerance, decimals)| {
            let reach = 10_i64.pow(u32::from(decimals)) * 1_000_000_000;
            let field =
                NumberView { min: -reach, max: reach, step: 1, decimals, unit: String::new() };
            let correct = i64::from(correct) % 1_000_000;
            QuestionKind::Number(Number { field, correct, tolerance, credit_within: 0 })
        }),
        Just(QuestionKind::Slide(Slide {})),
        Just(QuestionKind::OpenText(OpenText {})),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    (text(20), kind(), text(8)).prop_map(|(text, kind, explanation)| {
        let mut question = Question::new(text, kind);
        question.explanation = explanation;
        question
    })
}

proptest! {
    #[test]
    fn what_is_written_comes_back(questions in prop::collection::vec(question(), 1..6)) {
        let questions: Vec<Question> =
            questions.into_iter().filter(|question| question.check().is_ok()).collect();
        let quiz = quiz_of(questions);
        for format in FORMATS {
            let (back, left_out) = there_and_back(format, &quiz, &[]);
            let gone = |problem: &&Problem| {
                problem.what.contains("cannot be written") || problem.what.contains("left out")
            };
            let gone: Vec<&At> = left_out.iter().filter(gone).map(|it| &it.at).collect();
            let kept = quiz.questions.iter().zip(1..).filter(|(_, number)| !gone.contains(&&At::Entry(*number)));
            let mut kept: Vec<Question> = kept.map(|(question, _)| question.clone()).collect();
            if format.0 == Format::Aiken {
                kept.iter_mut().for_each(|question| question.explanation.clear());
            }
            for question in &mut kept {
                if let (QuestionKind::Single(it), true) = (&mut question.kind, format.0 != Format::MoodleXml) {
                    it.shuffled = false;
                }
            }
            prop_assert_eq!(back, kept);
        }
    }
}
