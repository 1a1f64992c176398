//! GIFT files.

use quizrain_shared::question::{ChoiceSet, Number, QuestionKind, Single};

use crate::quiz::formats::tests::*;

fn read(text: &str) -> Parsed {
    read_file("a.gift", text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// The only question of a text from which nothing is left out.
#[track_caller]
fn one(text: &str) -> quizrain_shared::question::Question {
    let parsed = read(text);
    assert_eq!(parsed.skipped, [], "{text:?}");
    let [question] = <[_; 1]>::try_from(parsed.quiz.questions).unwrap();
    question
}

/// A question's kind and key in one line.
fn shown(kind: &QuestionKind) -> String {
    let chosen = |choices: &[String], correct: ChoiceSet| {
        let mark = |(i, choice): (usize, &String)| {
            format!("{}{choice}", if correct.contains(i) { "+" } else { "-" })
        };
        choices.iter().enumerate().map(mark).collect::<Vec<_>>().join(" ")
    };
    let key = match kind {
        QuestionKind::Single(it) => chosen(&it.choices, it.correct),
        QuestionKind::Multiple(it) => chosen(&it.choices, it.correct),
        QuestionKind::TrueFalse(it) => it.correct.to_string(),
        QuestionKind::Typed(it) => it.accepted.join(" / "),
        QuestionKind::Number(Number { field, correct, tolerance, .. }) => {
            format!("{} ± {}", field.format(*correct), field.format(*tolerance))
        }
        QuestionKind::Matching(it) => std::iter::zip(&it.left, &it.right)
            .map(|(a, b)| format!("{a}>{b}"))
            .collect::<Vec<_>>()
            .join(" "),
        _ => String::new(),
    };
    format!("{} {key}", kind.name())
}

/// Question; its text; its kind and key.
const GOOD: &str = r"
Who?{=a ~b ~c} | Who? | single +a -b -c
::Name:: Who? { =a⏎~b } | Who? | single +a -b
// c⏎Who?⏎// {}⏎{⏎// =x⏎~%50%a⏎~%50%b⏎~%-50%c⏎~%-50%d⏎} | Who? | multiple +a +b -c -d
Sun is hot.{T} | Sun is hot. | true_false true
Sun is cold.{ false } | Sun is cold. | true_false false
Who?{=Grant =Ulysses S. Grant =grant} | Who? | typed Grant / Ulysses S. Grant
Two plus {=two =2} is four. | Two plus ____ is four. | typed two / 2
When?{#1822:5} | When? | number 1822 ± 5
Pi?{#3.1..3.2} | Pi? | number 3.15 ± 0.05
Pi?{#3.141:0.0005} | Pi? | number 3.1410 ± 0.0005
How many?{#=-1.5e1:0} | How many? | number -15 ± 0
Which?{#1..4} | Which? | number 2.5 ± 1.5
Cities?{=Canada -> Ottawa =Italy -> Rome} | Cities? | match Canada>Ottawa Italy>Rome
a\:b \{c\} \= \~ \# \\ \( x\ny{T} | a:b {c} = ~ # \ \( x⏎y | true_false true
[html]<p>a &lt; b<br>c<sub>2</sub></p>{=<b>x</b> ~y} | a < b⏎c₂ | single +x -y
[markdown]*a*{T} | *a* | true_false true
[plain]<b>{=<i> ~[html]<i>z</i>} | <b> | single +<i> -z
1 < 2 & 3{T} | 1 < 2 & 3 | true_false true
<p>one</p>⏎<p>two</p>{T} | one⏎⏎two | true_false true
[1] is?{T} | [1] is? | true_false true
Reset?{=%reset} | Reset? | typed %reset
Stars?{=\\*} | Stars? | typed *
";

#[test]
fn every_kind_is_read_as_it_is_documented() {
    for [text, asked, key] in rows_kept(GOOD) {
        let question = one(&text);
        assert_eq!((&*question.text, &*shown(&question.kind)), (&*asked, &*key), "{text}");
    }
    let explained = one("Q?{=a ~b####It is\\: a.\n[b]}");
    assert_eq!(explained.explanation, "It is: a.\n[b]");
    assert_eq!((explained.seconds, explained.points), (20, 1000));
    let Single { shuffled, .. } = match explained.kind {
        QuestionKind::Single(it) => it,
        other => panic!("{other:?}"),
    };
    assert!(!shuffled);
}

/// Cells without the `{9}` of [`rows`]: braces are what this is about.
fn rows_kept<const N: usize>(table: &str) -> Vec<[String; N]> {
    let row = |line: &str| {
        let cells: Vec<String> =
            line.split(" | ").map(|cell| cell.trim().replace('⏎', "\n")).collect();
        <[String; N]>::try_from(cells).unwrap_or_else(|row| panic!("{row:?}"))
    };
    table.trim().lines().map(row).collect()
}

/// Question, followed by a good one; line of the problem; what it says.
const BROKEN: &str = r"
Describe it.{} | 1 | an essay
Describe it.⏎{####Well} | 1 | an essay
Read this first. | 1 | a text without answers: `Read this first.`
Q?{=a ~b | 1 | `{` is not closed
Q?⏎=a⏎~b} | 3 | `}` without `{`
Q?{=a {b} ~c} | 1 | `{` inside the answers
Q?{=a ~b} or {=c} | 1 | a second `{`
Q?{=a ~b} or } | 1 | `}` after the answers
Q?{⏎~a⏎~b} | 1 | the question has no right answer
Q?{TRUE⏎FALSE} | 1 | `TRUE FALSE` in braces is no answer
Q?{Paris} | 1 | `Paris` in braces
Q?{=a} is{=b} | 1 | a second `{`
Q?{⏎=a -> b⏎=c} | 3 | without `->`
Q?{⏎=a -> b⏎=c -> b} | 3 | pairs 1 and 2 have the same right side, `b`
Q?{⏎=a⏎~b⏎~a} | 4 | choices 1 and 3 are the same
Q?{⏎=a⏎~} | 3 | choice 2 has no text
Q?{~a ~b ~c =d ~e ~f ~g ~h ~i} | 1 | 9 choices; a question has 2 to 8
Q?{#} | 1 | no number
Q?{#1:x} | 1 | “1:x” is no number
Q?{#1.2345678} | 1 | no number
Q?{#5..1} | 1 | no number
Q?{#=1:0 =5:1} | 1 | several numbers are right
{=a ~b} | 1 | the question has no text
";

#[test]
fn broken_questions_are_left_out_and_named() {
    for [text, line, what] in rows_kept(BROKEN) {
        let parsed = read(&format!("{text}\n\nQ?{{T}}"));
        assert_eq!(parsed.quiz.questions, [one("Q?{T}")], "{text}");
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        expect(&found, &[(line.parse().unwrap(), &what)]);
    }
}

/// File; line of the note; what it says; how many questions come.
const NOTED: &str = r"
$CATEGORY: a/b⏎⏎Q?{T}⏎⏎$CATEGORY: c⏎Q?{T} | 1 | categories are not taken over (2 times: lines 1, 5) | 2
Q?{=a#yes ~b#no} | 1 | feedback of single answers | 1
Q?{=a#yes ~b#no}⏎⏎Q?{T#no} | 1 | (2 times: lines 1, 3) | 2
Q?{=a#⏎~b} | 0 | | 1
Q?{=a ~%50%b} | 1 | weights are not taken over | 1
Q?{~%60%a ~%40%b} | 1 | weights are not taken over | 1
Q?{~%33.33333%a ~%33.33333%b ~%33.33333%c} | 0 | | 1
Q?{=a =b ~c} | 1 | asked as multiple choice | 1
Q?{=a =*b} | 1 | wildcard | 1
::Who?::{=a ~b} | 1 | its name is asked | 1
:Who:: it?{=a ~b} | 1 | begins with a colon | 1
Q?{=a⏎⏎~b⏎⏎} | 1 | a blank line stands between the braces | 1
Q?{=a ~b}⏎R?{=a ~b}⏎::x::S?{T} | 1 | no blank line stands between two questions (2 times | 3
Q?{=a -> b =c -> d = -> e} | 1 | answers that belong to nothing | 1
[html]Q?<img src\=x.png>{T} | 1 | a picture that is not in the file | 1
[html]Q?{=a<img src\=x.png> ~b} | 1 | a question has one picture | 1
Q?{#=3:1 =%50%3:2} | 1 | weights | 1
";

#[test]
fn characters_that_nobody_sees_are_named() {
    for (text, line, what) in [
        ("Q\u{202e}?{T}", 1, "U+202E"),
        ("Q?{=a\n~b\u{2067}}", 2, "U+2067"),
        ("Q?{=a\0 ~b}", 1, "U+0000"),
        ("Q?{=a -> b\n=c -> \u{7}d}", 2, "U+0007"),
        ("[html]Q?{T####&#27;}", 1, "U+001B"),
    ] {
        let parsed = read(&format!("{text}\n\nשאלה\u{200f}?{{T}}"));
        assert_eq!(parsed.quiz.questions.len(), 1);
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        expect(&found, &[(line, what)]);
    }
}

#[test]
fn what_is_not_taken_over_is_told_once() {
    for [text, line, what, count] in rows_kept(&NOTED.replace("| |", "|  |")) {
        let parsed = read(&text);
        assert_eq!(parsed.quiz.questions.len().to_string(), count, "{text}");
        let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
        let expected = [(line.parse().unwrap(), &*what)];
        expect(&found, if what.is_empty() { &[] } else { &expected });
    }
    let long = read(&format!("Q?{{T####{}}}", "word ".repeat(150)));
    let explanation = &long.quiz.questions[0].explanation;
    assert!(explanation.ends_with("word…") && explanation.chars().count() <= 500);
    assert_eq!(long.skipped.len(), 1);
}

#[test]
fn an_open_brace_takes_nothing_of_the_next_question() {
    let parsed = read("One?{=a\n~b\n\n::2::Two?{=a ~b}\n\nThree?{T}");
    assert_eq!(parsed.quiz.questions.len(), 2);
    let found: Vec<_> = parsed.skipped.iter().map(plain).collect();
    expect(&found, &[(1, "`{` is not closed")]);
}

#[test]
fn only_answers_make_a_text_gift() {
    let format = |name, text: &str| {
        let file = File { name, bytes: text.as_bytes(), encoding: None, beside: &Nothing };
        parse(&file).0
    };
    for text in ["Q?{=a}", "Q? {\n ~a =b}", "Q?{T}", "Q?{ false # x }", "Q?{#1}"] {
        assert_eq!(format("a.txt", text), Some(Format::Gift), "{text}");
    }
    for text in ["{\"a\": 1}", "a {b}", "Q?{}", "\\{=a", "{The end}", "{T: 1}"] {
        assert_ne!(format("a.txt", text), Some(Format::Gift), "{text}");
    }
    assert_eq!(format("a.GIFT", "Q?{}"), Some(Format::Gift));
}

#[test]
fn huge_files_cost_no_more_than_their_size() {
    let one = "Q?{=a ~b}\n\n";
    let many = one.repeat(20_000);
    assert_eq!(read(&many).quiz.questions.len(), 20_000);
    for hostile in [
        "{",
        "}",
        "{}",
        "~",
        "=",
        "\\",
        "#",
        ":",
        "::",
        "{}\n",
        "{=",
        "a\n\n",
        "{#=",
        "[",
        "<",
        "&",
        "<a \"",
        "<a b=\"",
        "<!--",
        "//\n",
        "$CATEGORY:\n",
    ] {
        for (before, after) in
            [("", ""), ("Q?{", "}"), ("[html]", "{T}"), ("Q?{=a ~b####[html]", "}")]
        {
            let text = format!("{before}{}{after}", hostile.repeat(200_000 / hostile.len()));
            let _ = read_file("a.gift", text.as_bytes());
        }
    }
}
