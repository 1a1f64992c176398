//! Our own files.

use quizrain_shared::allocation::{Impossible, Split};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::question::{ChoiceSet, Multiple, QuestionKind, Single, TrueFalse};
use quizrain_shared::quiz::{MAX_QUESTIONS, PlannedRain};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::theme::Theme;

use crate::quiz::formats::tests::*;

const HEAD: &str = "title = \"T\"\n";
const GOOD: &str = "[[question]]\ntext = \"Q?\"\nchoices = [\"a\", \"b\", \"c\"]\ncorrect = [2]\n";
const RAIN: &str = "[rain]\npot = \"10.00\"\ncurrency = \"CNY\"\npackets = 5\n";

fn quiz(text: &str) -> Quiz {
    let parsed = read_file("a.toml", text.as_bytes()).unwrap();
    assert_eq!(parsed.skipped, []);
    parsed.quiz
}

/// The plan of a quiz's only rain.
fn only(rains: Vec<PlannedRain>) -> RainPlan {
    assert_eq!(rains.len(), 1);
    rains.into_iter().next().unwrap().plan
}

#[test]
fn everything_in_a_file_is_read() {
    let quiz = quiz(include_str!("../../../../tests/quizzes/chunjie.toml"));
    assert_eq!((&*quiz.title, &*quiz.language), ("春节知多少", "zh-Hans"));
    assert!(quiz.description.starts_with("八道题"));
    let multiple = &quiz.questions[2];
    let choices = ["红色", "月饼", "火光", "爆竹声"].map(str::to_owned).to_vec();
    let kind =
        QuestionKind::Multiple(Multiple { choices, correct: ChoiceSet(0b1101), shuffled: false });
    assert_eq!(multiple.kind, kind);
    assert_eq!((multiple.seconds, multiple.points), (25, 1500));
    assert!(multiple.explanation.starts_with("传说"));
    let truth = QuestionKind::TrueFalse(TrueFalse { correct: true });
    assert_eq!(quiz.questions[5].kind, truth);
    let [PlannedRain { title: None, after: None, plan: rain }] = &quiz.rains[..] else {
        panic!("{:?}", quiz.rains);
    };
    assert_eq!(rain.currency, "CNY".parse::<Currency>().unwrap());
    assert_eq!(
        (rain.bounds.packets, rain.bounds.min, rain.bounds.max),
        (18, Minor(1), Minor(2000))
    );
}

#[test]
fn what_is_left_out_has_a_default() {
    let quiz = quiz(&format!("{HEAD}{GOOD}{RAIN}"));
    assert_eq!((&*quiz.language, &*quiz.description), ("en", ""));
    let question = &quiz.questions[0];
    let choices = ["a", "b", "c"].map(str::to_owned).to_vec();
    let kind =
        QuestionKind::Single(Single { choices, correct: ChoiceSet::one(1), shuffled: false });
    assert_eq!(question.kind, kind);
    assert_eq!((question.seconds, question.points, &*question.explanation), (20, 1000, ""));
    let rain = only(quiz.rains);
    assert_eq!((rain.split, rain.seconds), (Split::DoubleMean, 12));
    assert_eq!((rain.bounds.min, rain.bounds.max), (Minor(1), Minor(1000)));
    assert_eq!(rain.eligibility, Eligibility::Seated(0));
    let text = format!("{HEAD}{GOOD}[rain]\npot = \"10\"\npackets = 5\n");
    assert_eq!(only(self::quiz(&text).rains).currency, Currency::POINTS);
}

#[test]
fn a_rain_may_be_cut_along_a_line() {
    let text = format!("{HEAD}{GOOD}{RAIN}split = \"line_cutting\"");
    assert_eq!(only(quiz(&text).rains).split, Split::LineCutting);
}

#[test]
fn a_shared_pot_needs_no_packets() {
    let text = format!("{HEAD}{GOOD}[rain]\npot = \"10\"\nsplit = \"shares\"\n");
    let rain = only(quiz(&text).rains);
    assert_eq!((&rain.split, rain.check()), (&Split::Shares, Ok(())));
    assert_eq!(rain.among(4).unwrap().bounds.packets, 4);
}

#[test]
fn prizes_are_all_that_a_rain_of_prizes_says() {
    let text = format!(
        "{HEAD}{GOOD}[rain]\nsplit = \"prizes\"\nprizes = [\"100\", \"50.5\", \"20\"]\ncurrency = \"CNY\""
    );
    let rain = only(quiz(&text).rains);
    let amounts = [10_000, 5050, 2000].map(Minor).to_vec();
    let expected = RainPlan::of_prizes("CNY".parse().unwrap(), amounts, 12);
    assert_eq!((&rain, rain.check()), (&expected, Ok(())));
    assert_eq!((rain.pot(), rain.eligibility), (Minor(17_050), Eligibility::TopRank(3)));
    let wrong = |rain: &str, line: usize, why: &str| {
        let text = format!("{HEAD}{GOOD}[rain]\n{rain}\n");
        expect(&problems("a.toml", text), &[(line, &format!("rain: {why}"))]);
    };
    let all = Impossible::Prizes.to_string();
    let only = "prizes are for the first ranks and are the pot; nothing else says so";
    for (prizes, line, why) in [
        ("", 6, "missing field `prizes`"),
        ("prizes = []", 8, &all),
        ("prizes = ['0']", 8, &all),
        ("prizes = ['1', '2']", 8, &all),
        ("prizes = ['4', '3', '2', '1']", 8, &all),
        ("prizes = ['x']", 8, "`prizes`: expected an amount such as 12.21"),
        ("prizes = ['1.5']", 8, "`prizes`: this currency has 0 decimals at most"),
        ("prizes = ['1']\npot = '1'", 9, only),
        ("prizes = ['1']\npackets = 1", 9, only),
        ("prizes = ['1']\ntop_rank = 1", 9, only),
        ("prizes = ['1']\nseconds = 4", 9, "`seconds` is 4; expected 5 to 60"),
    ] {
        wrong(&format!("split = 'prizes'\n{prizes}"), line, why);
    }
    wrong("pot = '5'\npackets = 1\nprizes = ['5']", 9, "`prizes` go with `split = \"prizes\"`");
}

#[test]
fn a_rain_may_ask_for_a_score() {
    let text = format!("{HEAD}{GOOD}{RAIN}split = \"equal\"\nseconds = 60\nmin_score = 500");
    let rain = only(quiz(&text).rains);
    assert_eq!((rain.split, rain.seconds), (Split::Equal, 60));
    assert_eq!(rain.eligibility, Eligibility::ScoreAtLeast(500));
}

#[test]
fn a_rain_may_be_for_the_best() {
    let rain = only(quiz(&format!("{HEAD}{GOOD}{RAIN}top_percent = 30")).rains);
    assert_eq!(rain.eligibility, Eligibility::TopShare(30));
    let rain = only(quiz(&format!("{HEAD}{GOOD}{RAIN}top_rank = 10")).rains);
    assert_eq!(rain.eligibility, Eligibility::TopRank(10));
    for (last_right, eligibility) in
        [(true, Eligibility::LastRight), (false, Eligibility::Seated(0))]
    {
        let text = format!("{HEAD}{GOOD}{RAIN}last_right = {last_right}");
        assert_eq!(only(quiz(&text).rains).eligibility, eligibility);
    }
    for (key, eligibility) in [
        ("survivors", Eligibility::Survivors),
        ("best_team", Eligibility::BestTeam),
        ("starters", Eligibility::Starters),
        ("seated", Eligibility::Seated(0)),
        ("everyone", Eligibility::Everyone),
    ] {
        let text = format!("{HEAD}{GOOD}{RAIN}last_right = false\n{key} = true");
        assert_eq!(only(quiz(&text).rains).eligibility, eligibility);
    }
}

#[test]
fn a_rain_of_money_is_for_who_is_there_and_one_of_points_for_everybody() {
    for (currency, unsaid) in [("CNY", Eligibility::Seated(0)), ("points", Eligibility::Everyone)] {
        let rain = RAIN.replace("CNY", currency).replace("10.00", "10");
        for (key, eligibility) in [
            ("", unsaid),
            ("everyone = true", Eligibility::Everyone),
            ("seated = true", Eligibility::Seated(0)),
        ] {
            let read = quiz(&format!("{HEAD}{GOOD}{rain}{key}"));
            assert_eq!(only(read.rains.clone()).eligibility, eligibility, "{currency} {key}");
        }
    }
}

/// The part of a file that plans another rain.
fn another(more: &str) -> String {
    format!("{}{more}\n", RAIN.replace("[rain]", "[[rain]]"))
}

#[test]
fn rains_stand_in_the_order_of_their_places() {
    let rains = [
        another("title = \" The end \""),
        another("after = 2\ntitle = \"Best\"\ntop_rank = 1"),
        another("after = 1"),
        another("after = 2\ntitle = \"Rest\""),
    ];
    let quiz = quiz(&format!("{HEAD}{GOOD}{GOOD}{}", rains.concat()));
    let places: Vec<_> =
        quiz.rains.iter().map(|rain| (rain.after, rain.title.as_deref())).collect();
    assert_eq!(
        places,
        [
            (Some(1), None),
            (Some(2), Some("Best")),
            (Some(2), Some("Rest")),
            (None, Some("The end"))
        ]
    );
    assert_eq!(quiz.rains[1].plan.eligibility, Eligibility::TopRank(1));
    let places = |rounds| quiz.rains.iter().map(|rain| rain.place(rounds)).collect::<Vec<_>>();
    assert_eq!(places(2), [1, 2, 2, 2]);
    assert_eq!(places(1), [1, 1, 1, 1]);
}

#[test]
fn mistakes_are_named_with_the_number_of_their_rain() {
    let text = format!("{HEAD}{GOOD}{}{}", another(""), another("after = 2\ntitle = \"\""));
    expect(
        &problems("a.toml", text),
        &[
            (15, "rain 2: `after` is 2; expected 1 to 1"),
            (16, "rain 2: `title` is empty; expected 1 to 60 characters"),
        ],
    );
    let long = another(&format!("title = \"{}\"", "x".repeat(61)));
    expect(
        &problems("a.toml", format!("{HEAD}{GOOD}{long}")),
        &[(10, "rain 1: 61 characters; 60 at most")],
    );
    let nine = another("").repeat(9);
    expect(&problems("a.toml", format!("{HEAD}{GOOD}{nine}")), &[(46, "rain: 9 rains; 8 at most")]);
    expect(
        &problems("a.toml", format!("rain = 3\n{HEAD}{GOOD}")),
        &[(1, "rain: invalid type: integer `3`")],
    );
}

#[test]
fn a_quiz_needs_no_rain_and_texts_lose_the_space_around_them() {
    let quiz = quiz(
        "\u{feff}title = \" T \"\r\nquestion = [{ text = \"\"\"\r\nQ\r\n?\"\"\", kind = \"true_false\", correct = false }]\r\n",
    );
    assert_eq!((&*quiz.title, quiz.rains), ("T", Vec::new()));
    let lie = QuestionKind::TrueFalse(TrueFalse { correct: false });
    assert_eq!(quiz.questions[0].kind, lie);
}

/// Head; line of the problem; the problem.
const HEADS: &str = r#"
# note | 1 | quiz: missing field `title`
#⏎title = " " | 2 | title: the quiz has no title
title = "a\nb" | 1 | title: expected one line
title = "a\u0007b" | 1 | title: the text has the control character U+0007
title = 5 | 1 | quiz: invalid type: integer `5`, expected a string in `title`
title = "T"⏎level = 5 | 2 | quiz: unknown field `level`, expected one of `title`
title = "T"⏎language = "zh_CN" | 2 | language: expected a BCP 47 tag such as en
title = "{121}" | 1 | title: 121 characters; 120 at most
description = "a\nb"⏎title = "T" | 1 | description: expected one line
description = "{301}"⏎title = "T" | 1 | description: 301 characters; 300 at most
"#;

#[test]
fn mistakes_at_the_top_are_named() {
    for [head, line, what] in rows(HEADS) {
        let found = problems("a.toml", format!("{head}\n{GOOD}"));
        expect(&found, &[(line.parse().unwrap(), &what)]);
    }
}

#[test]
fn mistakes_in_the_look_are_named() {
    for (lines, line, what) in [
        ("look = \"rain\"", 3, "theme: unknown variant `rain`"),
        ("size = 1", 3, "theme: unknown field `size`"),
        ("colour = \"red\"", 3, "theme: `colour`: expected a colour such as #c01f2e"),
        ("ink = \"#ffffff\"", 3, "theme: missing field `colour`"),
        ("colour = \"#767676\"\nink = \"#fff\"", 4, "theme: `ink`: expected a colour"),
        ("logo = \"a.png\"", 3, "theme: no file a.png"),
    ] {
        let found = problems("a.toml", format!("{HEAD}[theme]\n{lines}\n{GOOD}"));
        expect(&found, &[(line, what)]);
    }
    let found = problems("a.toml", format!("{HEAD}theme = \"snow\"\n{GOOD}"));
    expect(&found, &[(2, "theme: ")]);
    let plain = quiz(&format!("{HEAD}[theme]\n{GOOD}"));
    assert_eq!(plain.theme, Some(Theme::default()));
    assert_eq!(quiz(&format!("{HEAD}{GOOD}")).theme, None);
}

#[test]
fn colours_that_nobody_could_read_are_made_others_and_told() {
    for (lines, what) in [
        ("colour = \"#ffe600\"", "theme: the main colour has a contrast of less than 3"),
        ("colour = \"#767676\"\nink = \"#767676\"", "theme: texts on the main colour"),
    ] {
        let text = format!("{HEAD}[theme]\n{lines}\n{GOOD}");
        let parsed = read_file("a.toml", text.as_bytes()).unwrap();
        let told: Vec<(usize, String)> = parsed.skipped.iter().map(plain).collect();
        expect(&told, &[(3, what)]);
        assert_eq!(parsed.quiz.problems(), []);
    }
}

#[test]
fn languages_are_plausible() {
    let good = ["en", "zh-Hant-TW", "de-1996"];
    let bad = ["", "e", "1a", "en-", "en-verylongpart", "中文", "en us"];
    for tag in good.into_iter().chain(bad) {
        let text = format!("{HEAD}language = \"{tag}\"\n{GOOD}");
        let parsed = read_file("a.toml", text.as_bytes());
        assert_eq!(parsed.is_ok(), good.contains(&tag), "{tag}");
    }
}

#[test]
fn a_file_that_is_not_toml_is_refused_with_every_mistake() {
    let found = problems("a.toml", format!("title = \"T\nx\n{GOOD}seconds = = 5\n"));
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 7], "{found:#?}");
    assert!(found.iter().all(|(_, what)| what.starts_with("not TOML: ")), "{found:#?}");
    let large = format!("{HEAD}{}", "x\n".repeat(200_000));
    expect(&problems("a.toml", large), &[(2, "not TOML: key with no value")]);
    let twice = format!("{HEAD}{HEAD}{GOOD}");
    expect(&problems("a.toml", twice), &[(2, "not TOML: duplicate key")]);
}

#[test]
fn a_quiz_has_questions() {
    expect(&problems("a.toml", HEAD), &[(0, "no question; expected [[question]]")]);
    expect(&problems("a.toml", format!("{HEAD}question = []")), &[(2, "no question")]);
    let single = GOOD.replace("[[question]]", "[question]");
    expect(&problems("a.toml", format!("{HEAD}{single}")), &[(2, "with two brackets")]);
    expect(&problems("a.toml", "# nothing"), &[(0, "no question"), (1, "missing field `title`")]);
    let more = HEAD.to_owned() + &GOOD.repeat(MAX_QUESTIONS + 1);
    let line = 1 + MAX_QUESTIONS * GOOD.lines().count() + 1;
    expect(&problems("a.toml", more), &[(line, "20001 questions; 20000 at most")]);
}

/// Lines without those that begin with a key, with one more at their end.
fn with_line(lines: &str, key: &str, line: &str) -> String {
    let mut kept: Vec<&str> = lines.lines().filter(|l| !l.starts_with(key)).collect();
    kept.push(line);
    kept.join("\n")
}

/// Key taken out of the second question; what is written at its end; line of the problem; the
/// problem.
const QUESTIONS: &str = r#"
text    |  | 6 | missing field `text`
text    | text = " " | 9 | the question has no text
text    | text = "{501}" | 9 | 501 characters, 500 at most
text    | text = "\u0000" | 9 | control character U+0000
-       | level = 5 | 10 | unknown field `level`, expected one of `choices`, `correct`, `shuffle`
-       | kind = "guess" | 10 | unknown variant `guess`, expected one of `single`
correct | kind = "true_false"⏎correct = true | 8 | a true_false question has no `choices`
choices | kind = "true_false" | 8 | expected `correct = true` or `correct = false`
choices |  | 6 | 0 choices; a question has 2 to 8
choices | choices = ["a"] | 9 | 1 choices
choices | choices = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] | 9 | 9 choices
choices | choices = [⏎"a",⏎"b",⏎" a "] | 12 | choices 1 and 3 are the same
choices | choices = ["x",⏎"a",⏎" "] | 11 | choice 3 has no text
choices | choices = ["a",⏎5] | 10 | integer `5`, expected a string
choices | choices = ["a", "{201}"] | 9 | choice 2 has more than 200
choices | choices = ["a",⏎"\u001b[1m"] | 10 | control character U+001B
correct |  | 6 | missing field `correct`
correct | correct = [] | 9 | the key names no choice
correct | correct = [0] | 9 | there is no choice 0; expected 1 to 3
correct | correct = [-1] | 9 | there is no choice -1
correct | correct = [4] | 9 | there is no choice 4; expected 1 to 3
correct | correct = [2, 2] | 9 | choice 2 is listed twice
correct | correct = [1, 2] | 9 | only a multiple-choice question
correct | correct = true | 9 | true or false is the key of kind = "true_false" only
correct | correct = "b" | 9 | expected positions such as [2] or [1, 3], or true
-       | seconds = 4 | 10 | `seconds` is 4; expected 5 to 240
-       | seconds = 70000 | 10 | `seconds` is 70000; expected
-       | seconds = 7.5 | 10 | floating point `7.5`
-       | points = -1 | 10 | `points` is -1; expected 0 to 10000
-       | points = 10001 | 10 | `points` is 10001
-       | explanation = "{501}" | 10 | explanation: 501 characters; 500 at most
"#;

#[test]
fn mistakes_in_a_question_are_named() {
    for [key, written, line, what] in rows(QUESTIONS) {
        let second = with_line(GOOD, &key, &written);
        let found = problems("a.toml", format!("{HEAD}{GOOD}{second}"));
        expect(&found, &[(line.parse().unwrap(), &what)]);
        assert!(found[0].1.starts_with("question 2"), "{found:?}");
    }
}

#[test]
fn all_mistakes_are_named_at_once() {
    let text = "level = 1\n[[question]]\ntext = \"\"\nchoices = [\"a\", \"a\"]\ncorrect = [3]\nseconds = 1\n\
                [[question]]\n[rain]\npot = \"x\"\ncurrency = \"CNY\"\npackets = 0\nmin = \"0.001\"\nseconds = 4\n";
    expect(
        &problems("a.toml", text),
        &[
            (1, "quiz: unknown field `level`"),
            (3, "question 1: the question has no text"),
            (5, "question 1: there is no choice 3"),
            (6, "question 1: `seconds` is 1"),
            (7, "question 2: missing field"),
            (9, "rain: `pot`: expected an amount such as 12.21"),
            (12, "rain: `min`: this currency has 2 decimals at most"),
            (13, "rain: `seconds` is 4; expected 5 to 60"),
        ],
    );
}

/// Key taken out of the rain; what is written at its end; line of the problem; the problem.
const RAINS: &str = r#"
pot      |  | 6 | missing field `pot`
pot      | pot = 8.5 | 9 | expected an amount in quotes, such as "12.21" in `pot`
pot      | pot = "-1" | 9 | `pot`: expected an amount such as 12.21
pot      | pot = "0" | 9 | the pot is too small for this many packets
pot      | pot = "0.04" | 9 | the pot is too small
pot      | pot = "99999999999999999999" | 9 | the amount is too large
currency | currency = "yuan" | 9 | expected a currency such as CNY
packets  |  | 6 | missing field `packets`
packets  | packets = 0 | 9 | a rain has 1 to 1000000 packets
packets  | packets = -1 | 9 | a rain has 1 to
packets  | packets = 5000000000 | 9 | a rain has 1 to
packets  | packets = 1001 | 7 | the pot is too small
-        | min = "0" | 10 | at least one minor unit
-        | min = "3" | 7 | the pot is too small
-        | max = "1.99" | 7 | the pot is too large
-        | max = "0.001" | 10 | `max`: this currency has 2 decimals
-        | min = "0.02"⏎max = "0.01" | 11 | the largest packet is smaller
-        | split = "fair" | 10 | unknown variant `fair`, expected one of `double_mean`, `equal`, `line_cutting`, `shares`
-        | seconds = 61 | 10 | `seconds` is 61; expected 5 to 60
-        | min_score = -1 | 10 | `min_score`: expected 0 or more
-        | top_percent = 0 | 10 | `top_percent` is 0; expected 1 to 100
-        | top_percent = 101 | 10 | `top_percent` is 101; expected 1 to 100
-        | min_score = 5⏎top_percent = 30 | 11 | `everyone`, `seated`, `min_score`, `top_percent`, `top_rank`, `last_right`, `survivors`, `best_team`, `starters`: one of them
-        | last_right = true⏎top_rank = 3 | 11 | `everyone`, `seated`, `min_score`, `top_percent`, `top_rank`, `last_right`, `survivors`, `best_team`, `starters`: one of them
-        | top_rank = 0 | 10 | `top_rank` is 0; expected 1 to 10000
-        | min_scor = 1 | 10 | unknown field `min_scor`, expected one of
"#;

#[test]
fn mistakes_in_the_rain_are_named() {
    for [key, written, line, what] in rows(RAINS) {
        let rain = with_line(RAIN, &key, &written);
        let found = problems("a.toml", format!("{HEAD}{GOOD}{rain}"));
        expect(&found, &[(line.parse().unwrap(), &what)]);
        assert!(found[0].1.starts_with("rain: "), "{found:?}");
    }
}
