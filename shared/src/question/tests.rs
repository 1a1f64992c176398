//! What holds for every kind, and for those with choices.

use proptest::prelude::*;

use super::*;

fn question(kind: QuestionKind) -> Question {
    Question { text: "Which?".into(), kind, seconds: 20, points: 1000, explanation: String::new() }
}

fn abc() -> Vec<String> {
    ["a", "b", "c"].map(str::to_owned).to_vec()
}

fn single(choices: Vec<String>, correct: u8) -> QuestionKind {
    QuestionKind::Single(Single { choices, correct: ChoiceSet(correct) })
}

fn multiple(choices: Vec<String>, correct: u8) -> QuestionKind {
    QuestionKind::Multiple(Multiple { choices, correct: ChoiceSet(correct) })
}

fn true_false(correct: bool) -> QuestionKind {
    QuestionKind::TrueFalse(TrueFalse { correct })
}

/// The set as an answer.
fn set(bits: u8) -> Answer {
    ChoiceSet(bits).into()
}

#[test]
fn each_rule_is_checked() {
    for kind in [single(abc(), 0b10), multiple(abc(), 0b110), true_false(false)] {
        assert_eq!(question(kind).check(), Ok(()));
    }
    type Break = fn(&mut Question);
    let common: [(Break, InvalidQuestion); 4] = [
        (|q| q.text = " ".into(), InvalidQuestion::NoText),
        (|q| q.text = "x".repeat(501), InvalidQuestion::TextTooLong(501)),
        (|q| q.seconds = 4, InvalidQuestion::Seconds(4)),
        (|q| q.points = 2001, InvalidQuestion::Points(2001)),
    ];
    for (break_it, expected) in common {
        let mut broken = question(single(abc(), 0b10));
        break_it(&mut broken);
        assert_eq!(broken.check(), Err(expected));
    }
    let ending = |with: &str| vec!["a".to_owned(), "b".to_owned(), with.to_owned()];
    for kind in [single, multiple] {
        for (choices, correct, expected) in [
            (vec!["a".to_owned()], 0b1, InvalidChoices::Count(1)),
            (ending(" "), 0b10, InvalidChoices::Empty(3)),
            (ending(&"x".repeat(201)), 0b10, InvalidChoices::TooLong(3)),
            (ending("a"), 0b10, InvalidChoices::Same(1, 3)),
            (abc(), 0, InvalidChoices::NoKey),
            (abc(), 0b1000, InvalidChoices::NoKey),
        ] {
            assert_eq!(question(kind(choices, correct)).check(), Err(expected.into()));
        }
    }
    let many = question(single(abc(), 0b11)).check();
    assert_eq!(many, Err(InvalidChoices::ManyKeys.into()));
}

#[test]
fn a_view_tells_nothing_of_the_key() {
    for (one, other) in [
        (single(abc(), 0b10), single(abc(), 0b1)),
        (multiple(abc(), 0b10), multiple(abc(), 0b101)),
        (true_false(true), true_false(false)),
    ] {
        let other = Question { explanation: "because".into(), ..question(other) };
        assert_ne!(question(one.clone()).key(), other.key());
        assert_eq!(question(one).view(), other.view());
    }
}

#[test]
fn answers_must_fit_the_question() {
    for (kind, accepted) in [
        (single(abc(), 0b10), &[0b1, 0b10, 0b100][..]),
        (multiple(abc(), 0b10), &[0b1, 0b10, 0b11, 0b100, 0b101, 0b110, 0b111]),
        (true_false(true), &[0b1, 0b10]),
    ] {
        let question = question(kind);
        for bits in 0..=u8::MAX {
            assert_eq!(question.accepts(&set(bits)), accepted.contains(&bits), "{bits:b}");
        }
        for bytes in [&[][..], &[1, 0], &[1; MAX_ANSWER_BYTES]] {
            let answer = Answer::try_from(bytes).unwrap();
            assert!(!question.accepts(&answer), "{answer:?}");
            assert_eq!(question.grade(&answer).earned, 0);
        }
    }
}

#[test]
fn part_of_the_right_choices_earns_part_of_the_points() {
    let question = question(multiple(abc(), 0b0111));
    for (bits, earned) in [(0b0111, 3), (0b0011, 2), (0b0001, 1), (0b1011, 1), (0b1001, 0)] {
        assert_eq!(question.grade(&set(bits)), Share { earned, whole: 3 }, "{bits:b}");
    }
    assert_eq!(question.grade(&set(0b1111)), Share { earned: 2, whole: 3 });
}

#[test]
fn answers_are_counted() {
    let answers = [0b1, 0b11, 0b10, 0b1].map(set);
    let of = |kind| question(kind).tally(answers.iter());
    assert_eq!(of(multiple(abc(), 1)), Tally::Choices(vec![3, 2, 0]));
    assert_eq!(of(true_false(true)), Tally::Choices(vec![3, 2]));
}

proptest! {
    #[test]
    fn only_the_key_is_wholly_right(correct in 1u8..64, picked in 0u8..64, which in 0..3) {
        let six: Vec<String> = ('a'..='f').map(String::from).collect();
        let question = question(match which {
            0 => single(six, correct),
            1 => multiple(six, correct),
            _ => true_false(correct & 1 == 1),
        });
        let Key::Choices(key) = question.key();
        let share = question.grade(&set(picked));
        prop_assert!(share.earned <= share.whole);
        prop_assert_eq!(share.is_whole(), ChoiceSet(picked) == key);
    }
}
