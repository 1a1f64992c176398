//! What holds for every kind, and for those with choices.

use proptest::prelude::*;

use super::*;
use crate::ids::MediaId;
use crate::wire::Encoding;

fn question(kind: QuestionKind) -> Question {
    let picture = Picture { media: MediaId([1; 16]), width: 640, height: 480, alt: "A map".into() };
    Question { picture: Some(picture), ..Question::new("Which?".into(), kind) }
}

fn abc() -> Vec<String> {
    ["a", "b", "c"].map(str::to_owned).to_vec()
}

fn single(choices: Vec<String>, correct: u8) -> QuestionKind {
    QuestionKind::Single(Single { choices, correct: ChoiceSet(correct), shuffled: false })
}

fn multiple(choices: Vec<String>, correct: u8) -> QuestionKind {
    QuestionKind::Multiple(Multiple { choices, correct: ChoiceSet(correct), shuffled: true })
}

fn true_false(correct: bool) -> QuestionKind {
    QuestionKind::TrueFalse(TrueFalse { correct })
}

fn typed(accepted: &[&str]) -> QuestionKind {
    let accepted = accepted.iter().map(|text| (*text).to_owned()).collect();
    QuestionKind::Typed(Typed { accepted })
}

fn number(correct: i64, tolerance: i64) -> QuestionKind {
    let field = NumberView { min: 0, max: 5000, step: 1, decimals: 1, unit: "m".into() };
    QuestionKind::Number(Number { field, correct, tolerance, credit_within: 100 })
}

fn order(items: &[&str]) -> QuestionKind {
    QuestionKind::Order(Order { items: items.iter().map(|text| (*text).to_owned()).collect() })
}

fn matching(right: &[&str]) -> QuestionKind {
    let right = right.iter().map(|text| (*text).to_owned()).collect();
    QuestionKind::Matching(Matching { left: abc(), right })
}

fn hotspot(x: u16) -> QuestionKind {
    let region = Region { x, y: 100, width: 2000, height: 1000, round: true };
    QuestionKind::Hotspot(Hotspot { region })
}

fn scale() -> Scale {
    Scale { from: 1, to: 5, from_label: "never".into(), to_label: "always".into() }
}

/// Two questions of each kind that has a right answer, which differ in that alone.
fn pairs() -> Vec<(QuestionKind, QuestionKind)> {
    vec![
        (single(abc(), 0b10), single(abc(), 0b1)),
        (multiple(abc(), 0b10), multiple(abc(), 0b101)),
        (true_false(true), true_false(false)),
        (typed(&["Paris"]), typed(&["Lyon", "Lugdunum"])),
        (number(10, 2), number(4999, 0)),
        (order(&["a", "b", "c"]), order(&["c", "a", "b"])),
        (matching(&["x", "y", "z"]), matching(&["z", "y", "x"])),
        (hotspot(0), hotspot(8000)),
    ]
}

/// A question of each kind that has none.
fn ungraded() -> Vec<QuestionKind> {
    vec![
        QuestionKind::Poll(Poll { choices: abc(), several: true }),
        QuestionKind::Scale(scale()),
        QuestionKind::Cloud(Cloud { words: 2 }),
        QuestionKind::OpenText(OpenText {}),
        QuestionKind::Slide(Slide {}),
    ]
}

fn each_kind() -> Vec<QuestionKind> {
    pairs().into_iter().map(|(one, _)| one).chain(ungraded()).collect()
}

fn text(text: &str) -> Answer {
    Answer::try_from(text.as_bytes()).unwrap()
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
    let common: [(Break, InvalidQuestion); 5] = [
        (|q| q.text = " ".into(), InvalidQuestion::NoText),
        (|q| q.text = "x".repeat(501), InvalidQuestion::TextTooLong(501)),
        (|q| q.seconds = 4, InvalidQuestion::Seconds(4)),
        (|q| q.points = 10_001, InvalidQuestion::Points(10_001)),
        (|q| q.read_seconds = 31, InvalidQuestion::ReadSeconds(31)),
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
fn rules_of_the_other_kinds_are_checked() {
    for kind in each_kind() {
        assert_eq!(question(kind.clone()).check(), Ok(()), "{kind:?}");
    }
    let field = NumberView { min: 0, max: 10, step: 1, decimals: 0, unit: String::new() };
    let number = |break_it: fn(&mut Number)| {
        let mut it = Number { field: field.clone(), correct: 5, tolerance: 0, credit_within: 0 };
        break_it(&mut it);
        QuestionKind::Number(it)
    };
    let scale = |from, to| QuestionKind::Scale(Scale { from, to, ..scale() });
    let hotspot = |x, width| {
        let region = Region { x, y: 0, width, height: 1, round: false };
        QuestionKind::Hotspot(Hotspot { region })
    };
    for (kind, expected) in [
        (typed(&[]), InvalidAccepted::Count(0).into()),
        (typed(&["x", " y"]), InvalidAccepted::Untypable(2).into()),
        (typed(&["\u{301}"]), InvalidAccepted::Untypable(1).into()),
        (typed(&["Zoë", "x", "ZOE"]), InvalidAccepted::Same(1, 3).into()),
        (number(|it| it.field.decimals = 7), InvalidNumber::Decimals(7).into()),
        (number(|it| it.field.max = 0), InvalidNumber::Ends.into()),
        (number(|it| it.field.max = i64::MAX), InvalidNumber::Ends.into()),
        (number(|it| it.field.step = 0), InvalidNumber::Step.into()),
        (number(|it| it.correct = 11), InvalidNumber::Key.into()),
        (number(|it| it.tolerance = -1), InvalidNumber::Tolerance.into()),
        (number(|it| it.credit_within = 11), InvalidNumber::Tolerance.into()),
        (number(|it| it.field.unit = "x".repeat(21)), InvalidNumber::UnitTooLong(21).into()),
        (order(&["a"]), InvalidChoices::Count(1).into()),
        (order(&["a", "a"]), InvalidChoices::Same(1, 2).into()),
        (matching(&["x", "y"]), InvalidQuestion::Pairs(3, 2)),
        (hotspot(0, 0), InvalidQuestion::Region),
        (hotspot(9000, 1001), InvalidQuestion::Region),
        (hotspot(u16::MAX, u16::MAX), InvalidQuestion::Region),
        (scale(2, 5), InvalidScale::Ends(2, 5).into()),
        (scale(0, 11), InvalidScale::Ends(0, 11).into()),
        (QuestionKind::Cloud(Cloud { words: 6 }), InvalidQuestion::Words(6)),
    ] {
        assert_eq!(question(kind.clone()).check(), Err(expected), "{kind:?}");
    }
    let blind = Question { picture: None, ..question(hotspot(0, 10)) };
    assert_eq!(blind.check(), Err(InvalidQuestion::NoPicture));
    for kind in ungraded() {
        let paid = Question { points: 1, ..question(kind) };
        assert_eq!(paid.check(), Err(InvalidQuestion::PointsForNothing));
    }
}

#[test]
fn a_view_tells_nothing_of_the_key() {
    for (one, other) in pairs() {
        let other = Question { explanation: "because".into(), ..question(other) };
        let one = question(one);
        assert_ne!(one.key(), other.key());
        for encoding in Encoding::ALL {
            assert_eq!(encoding.encode(&one.view()), encoding.encode(&other.view()));
        }
    }
}

#[test]
fn what_is_not_graded_has_no_key_and_no_points() {
    for kind in ungraded() {
        let question = question(kind);
        assert_eq!((question.key(), question.points), (None, 0));
        assert_eq!((question.grader())(&set(1)), None);
    }
}

/// What each kind takes, what it does not, and what that earns: in thousandths of the points.
#[test]
fn answers_of_each_kind_are_graded() {
    let earned = |kind: QuestionKind, answer: Answer| {
        let question = question(kind);
        let share = (question.grader())(&answer).filter(|_| question.accepts(&answer))?;
        Some(share.earned * 1000 / share.whole)
    };
    let number_of = |it| NumberView::answer(it);
    let place = |x, y| Answer::from(Place { x, y });
    let bytes = |bytes: &[u8]| Answer::try_from(bytes).unwrap();
    for (kind, answer, expected) in [
        (typed(&["Paris", "Paname"]), text("PARIS"), Some(1000)),
        (typed(&["Paris", "Paname"]), text("paname."), Some(1000)),
        (typed(&["Paris"]), text("Lyon"), Some(0)),
        (typed(&["Paris"]), text(" Paris"), None),
        (typed(&["Paris"]), text(""), None),
        (typed(&["Paris"]), text("\u{202e}siraP"), None),
        (typed(&["Paris"]), bytes(&[0xff, 0xfe]), None),
        (typed(&["Paris"]), text(&"x".repeat(61)), None),
        (typed(&["سلام"]), text("سَلام"), Some(1000)),
        (number(10, 2), number_of(12), Some(1000)),
        (number(10, 2), number_of(61), Some(500)),
        (number(10, 2), number_of(5001), None),
        (number(10, 2), number_of(-1), None),
        (number(10, 2), bytes(&[1]), None),
        (order(&["c", "a", "b"]), bytes(&[2, 0, 1]), Some(1000)),
        (order(&["c", "a", "b"]), bytes(&[2, 1, 0]), Some(333)),
        (order(&["c", "a", "b"]), bytes(&[2, 2, 0]), None),
        (order(&["c", "a", "b"]), bytes(&[2, 1, 0, 0]), None),
        (matching(&["z", "y", "x"]), bytes(&[2, 1, 0]), Some(1000)),
        (matching(&["z", "y", "x"]), bytes(&[0, 1, 2]), Some(333)),
        (hotspot(0), place(1000, 600), Some(1000)),
        (hotspot(0), place(0, 100), Some(0)),
        (hotspot(0), place(10_001, 0), None),
        (hotspot(0), bytes(&[0, 0, 0]), None),
    ] {
        assert_eq!(earned(kind.clone(), answer.clone()), expected, "{kind:?} {answer}");
    }
}

#[test]
fn what_is_not_graded_takes_what_fits_it() {
    let words = CloudView { words: 2 };
    let poll = |several| QuestionKind::Poll(Poll { choices: abc(), several });
    let cloud = QuestionKind::Cloud(Cloud { words: 2 });
    assert_eq!(words.answer([" ", "\u{301}"]), None);
    for (kind, answer, fits) in [
        (poll(false), set(0b1), true),
        (poll(false), set(0b11), false),
        (poll(true), set(0b11), true),
        (poll(true), set(0), false),
        (poll(true), set(0b1000), false),
        (QuestionKind::Scale(scale()), Scale::answer(5), true),
        (QuestionKind::Scale(scale()), Scale::answer(0), false),
        (QuestionKind::Scale(scale()), Scale::answer(6), false),
        (cloud.clone(), words.answer(["Red", " red ", "blue", "green"]).unwrap(), true),
        (cloud.clone(), text("red\nRED"), false),
        (cloud.clone(), text("a\nb\nc"), false),
        (cloud.clone(), text("a\n"), false),
        (cloud, text(""), false),
        (QuestionKind::OpenText(OpenText {}), text("שלום, עולם!"), true),
        (QuestionKind::OpenText(OpenText {}), text("two\nlines"), false),
        (QuestionKind::OpenText(OpenText {}), text(&"x".repeat(141)), false),
        (QuestionKind::Slide(Slide {}), set(1), false),
        (QuestionKind::Slide(Slide {}), text(""), false),
    ] {
        assert_eq!(question(kind.clone()).accepts(&answer), fits, "{kind:?} {answer}");
    }
}

#[test]
fn each_kind_is_counted_as_it_is_shown() {
    let of = |kind, answers: &[Answer]| question(kind).tally(answers.iter());
    let count = |text: &str, count, right| TextCount { text: text.into(), count, right };
    assert_eq!(
        of(typed(&["Paris"]), &["paris", "Paris", "Paris", "Lyon"].map(text)),
        Tally::Texts {
            top: vec![count("Paris", 3, true), count("Lyon", 1, false)],
            others: 0,
            picked: Vec::new()
        }
    );
    let words = CloudView { words: 2 };
    let said = [["red", "blue"], ["Red", "green"], ["RED", "x"]];
    let said = said.map(|said| words.answer(said).unwrap());
    let Tally::Texts { top, .. } = of(QuestionKind::Cloud(Cloud { words: 2 }), &said) else {
        panic!("expected texts");
    };
    assert_eq!((top.len(), top[0].count, top[1].count), (4, 3, 1));
    let placed = [&[2, 0, 1][..], &[2, 1, 0], &[2, 2, 2]].map(|it| Answer::try_from(it).unwrap());
    assert_eq!(of(order(&["c", "a", "b"]), &placed), Tally::Choices(vec![2, 1, 1]));
    let marks = [1, 5, 5, 9].map(Scale::answer);
    assert_eq!(of(QuestionKind::Scale(scale()), &marks), Tally::Choices(vec![1, 0, 0, 0, 2]));
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
            let share = (question.grader())(&answer);
            assert!(share.is_none_or(|share| share.earned == 0));
        }
    }
}

#[test]
fn part_of_the_right_choices_earns_part_of_the_points() {
    let question = question(multiple(abc(), 0b0111));
    for (bits, earned) in [(0b0111, 3), (0b0011, 2), (0b0001, 1), (0b1011, 1), (0b1001, 0)] {
        let share = (question.grader())(&set(bits));
        assert_eq!(share, Some(Share { earned, whole: 3 }), "{bits:b}");
    }
    assert_eq!((question.grader())(&set(0b1111)), Some(Share { earned: 2, whole: 3 }));
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
            // Of a single choice one is right, until its host says otherwise.
            0 => single(six, 1 << correct.trailing_zeros()),
            1 => multiple(six, correct),
            _ => true_false(correct & 1 == 1),
        });
        let key = question.key();
        let share = (question.grader())(&set(picked)).unwrap_or(Share::NONE);
        prop_assert!(share.earned <= share.whole);
        prop_assert_eq!(share.is_whole(), Some(Key::Choices(ChoiceSet(picked))) == key);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_an_answer_or_not(bytes in proptest::collection::vec(0u8.., 0..80)) {
        let answer = Answer::try_from(&bytes[..]).unwrap();
        for kind in each_kind() {
            let question = question(kind);
            let share = (question.grader())(&answer).filter(|_| question.accepts(&answer));
            prop_assert!(share.is_none_or(|share| share.earned <= share.whole && share.whole > 0));
            let _ = question.tally(std::iter::repeat_n(&answer, 30));
        }
    }
}

#[test]
fn a_reveal_stays_small_whatever_is_typed() {
    let said: Vec<Answer> = (0..10_000).map(|i| text(&format!("{}{i}", "龘".repeat(40)))).collect();
    let tally = question(typed(&["x"])).tally(said.iter());
    assert!(Encoding::Postcard.encode(&tally).len() < 2500);
}
