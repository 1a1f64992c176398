//! Moodle XML files.

use quizrain_shared::question::{Question, QuestionKind};

use crate::quiz::formats::tests::*;

/// A file of questions.
fn file(questions: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n{questions}\n</quiz>\n")
}

fn read(questions: &str) -> Parsed {
    let text = file(questions);
    read_file("a.xml", text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn question(kind: &str, inner: &str) -> String {
    format!(
        "<question type=\"{kind}\"><name><text>Name</text></name>\
         <questiontext format=\"html\"><text><![CDATA[<p>What <b>is</b> it?</p>]]></text></questiontext>\
         {inner}</question>"
    )
}

fn answer(fraction: &str, text: &str) -> String {
    format!("<answer fraction=\"{fraction}\" format=\"html\"><text>{text}</text></answer>")
}

/// The only question of a file from which nothing is left out.
#[track_caller]
fn one(kind: &str, inner: &str) -> Question {
    let parsed = read(&question(kind, inner));
    assert_eq!(parsed.skipped, [], "{kind} {inner}");
    let [question] = <[_; 1]>::try_from(parsed.quiz.questions).unwrap();
    assert_eq!(question.text, "What is it?");
    question
}

#[test]
fn every_kind_is_read() {
    let two = answer("100", "&lt;p&gt;a&amp;amp;b&lt;/p&gt;") + &answer("0", "c");
    let QuestionKind::Single(single) = one("multichoice", &two).kind else { panic!() };
    assert_eq!((single.choices, single.correct.0), (vec!["a&b".to_owned(), "c".to_owned()], 1));
    let halves = answer("50", "a") + &answer("50.00000", "b") + &answer("-50", "c");
    let inner = format!("<single>False</single><shuffleanswers>1</shuffleanswers>{halves}");
    let QuestionKind::Multiple(it) = one("multichoice", &inner).kind else { panic!() };
    assert_eq!((it.correct.0, it.shuffled), (3, true));
    let truth = answer("0", "true") + &answer("100", "false");
    let QuestionKind::TrueFalse(it) = one("truefalse", &truth).kind else { panic!() };
    assert!(!it.correct);
    let typed = answer("100", "Paris") + &answer("100", "Lutèce");
    let QuestionKind::Typed(it) = one("shortanswer", &typed).kind else { panic!() };
    assert_eq!(it.accepted, ["Paris", "Lutèce"]);
    let number = "<answer fraction=\"100\"><text>23.5</text><tolerance>0.25</tolerance></answer>\
                  <units><unit><multiplier>1</multiplier><unit_name>kg</unit_name></unit></units>";
    let QuestionKind::Number(it) = one("numerical", number).kind else { panic!() };
    assert_eq!((it.correct, it.tolerance, it.field.decimals), (2350, 25, 2));
    assert_eq!(
        (it.field.min, it.field.max, &*it.field.unit),
        (-100_000_000_000, 100_000_000_000, "kg")
    );
    let pair = |left: &str, right: &str| {
        format!(
            "<subquestion format=\"html\"><text>{left}</text><answer><text>{right}</text></answer></subquestion>"
        )
    };
    let QuestionKind::Matching(it) = one("matching", &(pair("a", "1") + &pair("b", "2"))).kind
    else {
        panic!()
    };
    assert_eq!(
        (it.left, it.right),
        (vec!["a".to_owned(), "b".into()], vec!["1".to_owned(), "2".into()])
    );
    assert_eq!(one("description", "").kind.name(), "slide");
}

#[test]
fn feedback_and_grades_come_too() {
    let truth = answer("100", "true") + &answer("0", "false");
    let inner = format!(
        "<generalfeedback><text>&lt;p&gt;So.&lt;/p&gt;</text></generalfeedback>\
         <defaultgrade>2.5000000</defaultgrade>{truth}"
    );
    let question = one("truefalse", &inner);
    assert_eq!((&*question.explanation, question.points), ("So.", 2500));
}

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn a_picture_is_in_the_text_or_beside_it() {
    let truth = answer("100", "true") + &answer("0", "false");
    let asked = |text: &str, file: &str| {
        format!(
            "<question type=\"truefalse\"><name><text>A dot</text></name><questiontext format=\"html\">\
             <text><![CDATA[Is it? {text}]]></text>{file}</questiontext>{truth}</question>"
        )
    };
    let beside =
        format!("<file name=\"a b.png\" path=\"/\" encoding=\"base64\">\n{PIXEL}\n</file>");
    for (text, file, alt) in [
        (&*format!("<IMG SRC=\"data:image/png;base64,{PIXEL}\" alt=\"One  dot\">"), "", "One dot"),
        ("<img alt='' src='@@PLUGINFILE@@/a%20b.png'>", &*beside, "Is it?"),
    ] {
        let parsed = read(&asked(text, file));
        let unsaid = parsed.skipped.iter().any(|it| it.what.starts_with("nobody says"));
        assert_eq!((parsed.skipped.len(), unsaid), (usize::from(unsaid), text.contains("alt=''")));
        let picture = parsed.quiz.questions[0].picture.as_ref().unwrap();
        assert_eq!((picture.width, picture.height, &*picture.alt), (1, 1, alt));
        assert_eq!(parsed.media.len(), 1);
        assert_eq!(parsed.media[0].id, picture.media);
    }
    for (text, what) in [
        ("<img src='http://a/b.png'>", "a picture that is not in the file"),
        ("<img src='@@PLUGINFILE@@/c.png'>", "a picture that is not in the file"),
        ("<img src='data:image/png;base64,???'>", "it is not in Base64"),
        ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", "expected PNG, JPEG or WebP"),
    ] {
        let parsed = read(&asked(text, &beside));
        assert_eq!((parsed.quiz.questions.len(), parsed.media.len()), (1, 0));
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        expect(&found, &[(3, what)]);
    }
}

#[test]
fn what_cannot_be_asked_is_named() {
    let truth = answer("100", "true") + &answer("0", "false");
    let good = question("truefalse", &truth);
    for (kind, inner, what) in [
        ("essay", "", "an essay"),
        ("cloze", "", "a question of the kind `cloze`, which Quizrain has not"),
        ("gapselect", "", "the kind `gapselect`"),
        ("kprime", "", "the kind `kprime`"),
        ("multichoice", "", "the question has no right answer; expected a fraction above 0"),
        ("multichoice", &answer("x", "a"), "`fraction` is `x`"),
        ("multichoice", &answer("101", "a"), "`fraction` is `101`"),
        ("truefalse", &answer("100", "ja"), "the right answer is “ja”; expected true or false"),
        ("truefalse", &answer("0", "true"), "not one of true and false is right"),
        ("numerical", &answer("100", "many"), "“many” is no number"),
        ("shortanswer", &answer("100", "*"), "the question has no right answer"),
    ] {
        let parsed = read(&format!("{}\n{good}", question(kind, inner)));
        assert_eq!(parsed.quiz.questions.len(), 1);
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        assert!(
            found[found.len() - 1].0 == 3 && found.iter().any(|it| it.1.contains(what)),
            "{found:?}"
        );
    }
}

#[test]
fn what_is_not_taken_over_is_told_once() {
    let truth = answer("100", "true") + &answer("-50", "false");
    let inner = format!(
        "<hint><text>h</text></hint><tags><tag><text>t</text></tag></tags><hint/>\
         <correctfeedback><text>Yes.</text></correctfeedback>\
         <defaultgrade>11</defaultgrade>{truth}"
    );
    let category =
        "<question type=\"category\"><category><text>$course$/a</text></category></question>";
    let parsed = read(&format!("{category}\n{0}\n{0}\n{category}", question("truefalse", &inner)));
    let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
    let twice = "(2 times: lines 4, 5)";
    for what in ["a grade beyond", "feedback on right", "hints", "tags", "weights"] {
        assert!(
            found.iter().any(|it| it.0 == 4 && it.1.contains(what) && it.1.contains(twice)),
            "{what}: {found:?}"
        );
    }
    assert_eq!((found.len(), found[0].0), (6, 3));
}

#[test]
fn what_is_no_moodle_xml_is_refused_whole() {
    let laughs = "<?xml version=\"1.0\"?>\n<!DOCTYPE quiz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n<quiz>&b;</quiz>";
    let outside = "<!DOCTYPE quiz SYSTEM \"file:///etc/passwd\">\n<quiz></quiz>";
    let deep = format!("<quiz>{}", "<question>".repeat(100_000));
    for (text, line, what) in [
        (laughs, 2, "a document type"),
        (outside, 1, "a document type"),
        ("<quiz><question type=\"a\">&b;</question></quiz>", 1, "the entity `&b;` is not known"),
        (&deep, 1, "more than 32 times"),
        ("<quiz>\n<question type=multichoice></question></quiz>", 2, "not well-formed XML"),
        ("<quiz>\n\n<question></quiz>", 3, "not well-formed XML"),
        ("<quiz>\n<question>", 2, "the file ends within an element"),
        ("<question></question>", 1, "begins with `<question>`; expected `<quiz>`"),
        ("<quiz>\n</quiz>", 0, "the file has no question"),
    ] {
        expect(&problems("a.xml", text), &[(line, what)]);
    }
    let entity =
        read(&question("truefalse", &(answer("100", "tru&#101;") + "<name>&eacute;</name>")));
    assert_eq!(entity.quiz.questions.len(), 1);
}

#[test]
fn huge_files_cost_no_more_than_their_size() {
    for hostile in [
        "<a/>",
        "<answer/>",
        "<answer a=\"1\"",
        " a=\"b\"",
        "&lt;",
        "&#0;",
        "<![CDATA[",
        "<!--",
        "<text>x</text>",
        "]]>",
    ] {
        for (before, after) in
            [("<question type=\"multichoice\">", "</question>"), ("<question ", "/>"), ("", "")]
        {
            let text = file(&format!("{before}{}{after}", hostile.repeat(200_000 / hostile.len())));
            let _ = read_file("a.xml", text.as_bytes());
        }
    }
}
