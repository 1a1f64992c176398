//! Every kind of question in our own files.

use quizrain_shared::question::*;

use crate::quiz::formats::tests::*;

/// A file with a question of this kind.
fn file(kind: &str, own: &str) -> String {
    format!("title = \"T\"\n[[question]]\ntext = \"Q?\"\nkind = \"{kind}\"\n{own}\n")
}

fn list(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// What our own files can say, of which kind, and what is read from it.
type Case = (&'static str, &'static str, QuestionKind);

fn numbers() -> Vec<Case> {
    let field =
        |unit: &str| NumberView { min: -50, max: 1250, step: 5, decimals: 1, unit: unit.into() };
    vec![
        (
            "number",
            "min = -5\nmax = 125\nstep = 0.5\ndecimals = 1\ncorrect = 3.5\ntolerance = 0.1\n\
             credit_within = 2\nunit = \" m \"",
            QuestionKind::Number(Number {
                field: field("m"),
                correct: 35,
                tolerance: 1,
                credit_within: 20,
            }),
        ),
        (
            "number",
            "min = 0\nmax = 2100\ncorrect = 1969",
            QuestionKind::Number(Number {
                field: NumberView { min: 0, max: 2100, step: 1, decimals: 0, unit: String::new() },
                correct: 1969,
                tolerance: 0,
                credit_within: 0,
            }),
        ),
    ]
}

/// Every other kind but the one that needs a picture.
fn others() -> Vec<Case> {
    vec![
        (
            "single",
            "choices = [\"a\", \"b\"]\ncorrect = [2]\nshuffle = true",
            QuestionKind::Single(Single {
                choices: list(&["a", "b"]),
                correct: ChoiceSet::one(1),
                shuffled: true,
            }),
        ),
        (
            "typed",
            "accepted = [\" Paris \", \"巴黎\"]",
            QuestionKind::Typed(Typed { accepted: list(&["Paris", "巴黎"]) }),
        ),
        (
            "order",
            "items = [\"b\", \"a\"]",
            QuestionKind::Order(Order { items: list(&["b", "a"]) }),
        ),
        (
            "match",
            "pairs = [[\"a\", \"x\"], [\"b\", \"y\"]]",
            QuestionKind::Matching(Matching { left: list(&["a", "b"]), right: list(&["x", "y"]) }),
        ),
        (
            "poll",
            "choices = [\"a\", \"b\"]\nseveral = true",
            QuestionKind::Poll(Poll { choices: list(&["a", "b"]), several: true }),
        ),
        (
            "scale",
            "from = 1\nto = 5\nto_label = \"great\"",
            QuestionKind::Scale(Scale {
                from: 1,
                to: 5,
                from_label: String::new(),
                to_label: "great".into(),
            }),
        ),
        ("word_cloud", "", QuestionKind::Cloud(Cloud { words: 1 })),
        ("word_cloud", "words = 3", QuestionKind::Cloud(Cloud { words: 3 })),
        ("open_text", "", QuestionKind::OpenText(OpenText {})),
        ("slide", "", QuestionKind::Slide(Slide {})),
    ]
}

#[test]
fn each_kind_is_read() {
    for (kind, own, expected) in numbers().into_iter().chain(others()) {
        let parsed = read_file("a.toml", file(kind, own).as_bytes()).unwrap();
        let question = &parsed.quiz.questions[0];
        assert_eq!(question.kind, expected);
        assert_eq!(question.points, if question.is_graded() { 1000 } else { 0 }, "{kind}");
    }
}

/// A picture of one pixel beside every file.
struct OnePixel;

impl Beside for OnePixel {
    fn read(&self, _: &str) -> Result<Vec<u8>, NoFile> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01".to_vec();
        bytes.extend([8, 6, 0, 0, 0]);
        Ok(bytes)
    }
}

#[test]
fn a_hotspot_has_a_picture_and_a_region_in_percent() {
    let own = "picture = { file = \"p.png\", alt = \"A dot\" }\n\
               region = { x = 12.5, y = 0, width = 50, height = 33.33, round = true }";
    let parsed = beside(&OnePixel, &file("hotspot", own)).unwrap();
    let question = &parsed.quiz.questions[0];
    let region = Region { x: 1250, y: 0, width: 5000, height: 3333, round: true };
    assert_eq!(question.kind, QuestionKind::Hotspot(Hotspot { region }));
    let picture = question.picture.as_ref().unwrap();
    assert_eq!((picture.alt.as_str(), picture.width), ("A dot", 1));
    assert_eq!(picture.media, parsed.media[0].id);
}

#[test]
fn time_and_scoring_are_read() {
    let text = file("true_false", "correct = true\nread_seconds = 5\nseconds = 0\npoints = 3000");
    let scoring = "scoring = { curve = \"linear\", wrong_percent = 50, streak_bonus = true }\n";
    let quiz = read_file("a.toml", format!("{scoring}{text}").as_bytes()).unwrap().quiz;
    let question = &quiz.questions[0];
    assert_eq!((question.read_seconds, question.seconds, question.points), (5, 0, 3000));
    let scoring = quiz.scoring;
    assert_eq!((scoring.wrong_percent, scoring.streak_bonus), (50, true));
}

/// Kind; its own keys; line of the problem; the problem.
const KINDS: &str = r#"
typed      | | 2 | missing field `accepted`
typed      | accepted = [] | 5 | 0 accepted answers; a typed question has 1 to 20
typed      | accepted = ["a",⏎"A"] | 6 | accepted answers 1 and 2 are the same
typed      | accepted = ["a",⏎"{61}"] | 6 | accepted answer 2 cannot be typed
typed      | accepted = ["a",⏎" "] | 6 | accepted answer 2 cannot be typed
typed      | choices = ["a", "b"] | 5 | unknown field `choices`, expected `accepted`
number     | min = 0⏎max = 10 | 2 | missing field `correct`
number     | min = 0⏎max = 10⏎correct = 11 | 7 | the right number is not between
number     | min = 10⏎max = 0⏎correct = 5 | 6 | the smallest number must be below the largest
number     | min = 0⏎max = 10⏎correct = nan | 7 | `correct`: expected a number such as 12.5
number     | min = 0⏎max = inf⏎correct = 5 | 6 | `max`: expected a number
number     | min = 0⏎max = 1e400⏎correct = 5 | 6 | floating-point number overflowed
number     | min = 0⏎max = 1e300⏎correct = 5 | 6 | `max`: the number is too large
number     | min = 0⏎max = 10⏎correct = 1.234 | 7 | `correct`: 0 decimals at most
number     | min = 0⏎max = 10⏎correct = 1.25⏎decimals = 1 | 7 | `correct`: 1 decimals at most
number     | min = 0⏎max = 10⏎correct = 5⏎decimals = 7 | 8 | `decimals` is 7; expected 0 to 6
number     | min = 0⏎max = 10⏎correct = 5⏎step = 0 | 8 | the step must be above 0
number     | min = 0⏎max = 10⏎correct = 5⏎tolerance = -1 | 8 | the tolerance and `credit_within` must be
number     | min = 0⏎max = 10⏎correct = 5⏎unit = "{21}" | 8 | the unit has 21 characters, 20 at most
number     | min = 0⏎max = 10⏎correct = "5" | 7 | expected a number such as 12 or 3.5
order      | items = ["a"] | 5 | 1 choices
order      | items = ["a",⏎"a"] | 6 | choices 1 and 2 are the same
order      | items = ["a",⏎"\u0007"] | 6 | control character U+0007
match      | pairs = [["a", "x"]] | 5 | 1 choices
match      | pairs = [["a", "x"], ["b"]] | 5 | invalid length
match      | pairs = [["a", "x"],⏎["a", "y"]] | 6 | choices 1 and 2 are the same
poll       | choices = ["a", "b"]⏎correct = [1] | 6 | unknown field `correct`
poll       | choices = ["a", "b"]⏎points = 100 | 6 | points for a question that has no right answer
poll       | choices = ["a",⏎"a"] | 6 | choices 1 and 2 are the same
scale      | from = 1 | 2 | missing field `to`
scale      | from = 1⏎to = 11 | 6 | a scale from 1 to 11
scale      | from = -1⏎to = 5 | 6 | a scale from 255 to 5
scale      | from = 1⏎to = 5⏎from_label = "{41}" | 6 | an end of the scale has 41 characters
word_cloud | words = 0 | 5 | `words` is 0; expected 1 to 5
open_text  | words = 1 | 5 | unknown field `words`
slide      | correct = true | 5 | unknown field `correct`
slide      | read_seconds = 31 | 5 | `read_seconds` is 31; expected 0 to 30
"#;

#[test]
fn mistakes_in_each_kind_are_named() {
    for [kind, own, line, what] in rows(KINDS) {
        let found = problems("a.toml", file(&kind, &own));

        expect(&found, &[(line.parse().unwrap(), &what)]);
    }
}

#[test]
fn a_hotspot_needs_a_picture_that_can_be_read() {
    let region = "region = { x = 0, y = 0, width = 1, height = 1 }";
    for (own, line, what) in [
        ("", 2, "a hotspot question needs a picture"),
        ("picture = { file = \"p.png\", alt = \"A\" }", 6, "no file p.png"),
        ("picture = { file = \"p.png\" }", 6, "missing field `alt`"),
    ] {
        let own = format!("{region}\n{own}");
        expect(&problems("a.toml", file("hotspot", &own)), &[(line, what)]);
    }
}

#[test]
fn a_region_is_on_its_picture() {
    for region in [
        "x = 60, y = 0, width = 50, height = 10",
        "x = -1, y = 0, width = 50, height = 10",
        "x = 0, y = 0, width = 0, height = 10",
        "x = nan, y = 0, width = 50, height = 10",
        "x = 1e300, y = 0, width = 50, height = 10",
    ] {
        let own = format!("picture = {{ file = \"p\", alt = \"A\" }}\nregion = {{ {region} }}");
        let error = beside(&OnePixel, &file("hotspot", &own)).unwrap_err();
        let problem = &error.problems[0];
        assert_eq!(problem.at, At::Line(6), "{region}: {problem:?}");
    }
}

#[test]
fn what_an_answer_costs_is_in_range() {
    for scoring in ["wrong_percent = 101", "wrong_percent = -1", "curve = \"steep\"", "speed = 1"] {
        let head = format!("scoring = {{ {scoring} }}\n");
        let found = problems("a.toml", head + &file("true_false", "correct = true"));
        assert_eq!((found.len(), found[0].0), (1, 1), "{found:?}");
    }
}
