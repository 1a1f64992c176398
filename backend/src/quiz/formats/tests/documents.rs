//! JSON, YAML and the TOML of others.

use quizrain_shared::question::{ChoiceSet, QuestionKind};

use crate::quiz::formats::tests::*;

fn read(name: &str, text: &str) -> (Option<Format>, Outcome) {
    parse(&File { name, bytes: text.as_bytes(), encoding: None, beside: &Nothing })
}

/// The format, the kinds with the texts of their choices and the right ones, and the problems.
fn summary(name: &str, text: &str) -> (Option<Format>, Vec<String>, Vec<String>) {
    let (format, outcome) = read(name, text);
    let (quiz, problems) = match outcome {
        Ok(parsed) => (parsed.quiz.questions, parsed.skipped),
        Err(refused) => (Vec::new(), refused.problems),
    };
    let choices = |choices: &[String], key: ChoiceSet| format!("{}={:b}", choices.join("/"), key.0);
    let short = |kind: &QuestionKind| match kind {
        QuestionKind::Single(it) => choices(&it.choices, it.correct),
        QuestionKind::Multiple(it) => format!("*{}", choices(&it.choices, it.correct)),
        QuestionKind::TrueFalse(it) => it.correct.to_string(),
        QuestionKind::Typed(it) => format!("typed {}", it.accepted.join("/")),
        other => other.name().to_owned(),
    };
    let all = quiz.iter().map(|it| format!("{}: {}", it.text, short(&it.kind))).collect();
    (format, all, problems.iter().map(|it| format!("{}: {it}", it.at)).collect())
}

#[test]
fn open_trivia_db_is_read_in_each_of_its_encodings() {
    for (json, expected) in [
        (
            r#"{"response_code":0,"results":[{"type":"multiple","question":"What&#039;s &quot;it&quot;?",
               "correct_answer":"B &amp; C","incorrect_answers":["a","Z"]},{"type":"boolean",
               "question":"Is it?","correct_answer":"False","incorrect_answers":["True"]}]}"#,
            &["What's \"it\"?: B & C/Z/a=1", "Is it?: false"][..],
        ),
        (
            r#"{"results":[{"type":"multiple","question":"50%25%20of%20what%3F","correct_answer":"10",
               "incorrect_answers":["9","%C3%A9"]}]}"#,
            &["50% of what?: 9/10/é=10"],
        ),
        (
            r#"{"questions":[{"type":"bXVsdGlwbGU=","question":"V2hhdD8=","correct_answer":"YQ==",
               "incorrect_answers":["w6k="]}]}"#,
            &["What?: a/é=1"],
        ),
    ] {
        let (format, questions, problems) = summary("a.json", json);
        assert_eq!(
            (format, questions.as_slice()),
            (
                Some(Format::OpenTriviaDb),
                &expected.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..]
            )
        );
        assert_eq!(problems, [""; 0]);
    }
    let (_, _, problems) = summary("a", r#"{"response_code":1,"results":[]}"#);
    assert!(problems[0].contains("sent no questions: there were not enough"), "{problems:?}");
    let (_, questions, problems) = summary(
        "a.json",
        r#"[{"question":"Q","correct_answer":"a","incorrect_answers":["b"]},{"question":"R",
           "incorrect_answers":["b"]},{"question":"S","correct_answer":"a","incorrect_answers":["a"]},7]"#,
    );
    assert_eq!(questions, ["Q: a/b=1"]);
    assert_eq!(
        problems,
        [
            "question 2: the question has no “correct_answer”",
            "question 3: choices 1 and 2 are the same",
            "question 4: the question has no “question”",
        ]
    );
}

#[test]
fn the_trivia_api_is_read_in_both_versions() {
    for json in [
        r#"[{"question":"Q","correctAnswer":"b","incorrectAnswers":["c","a"],"type":"Multiple Choice"}]"#,
        r#"[{"question":{"text":"Q"},"correctAnswer":"b","incorrectAnswers":["c","a"],"type":"text_choice"}]"#,
    ] {
        let found = summary("a", json);
        assert_eq!(found, (Some(Format::TheTriviaApi), vec!["Q: a/b/c=10".to_owned()], vec![]));
    }
}

#[test]
fn rahoot_has_positions_from_0_and_typed_answers() {
    let json = r#"{"subject":"Mine","questions":[
        {"question":"Q","answers":["a","b"],"solution":1,"cooldown":5,"time":15},
        {"question":"R","answers":["a","b","c"],"solutions":[0,2],"time":500},
        {"question":"S","answers":["word","Word!","other"],"time":20},
        {"question":"T","answers":["a","b"],"solution":2},
        {"question":"U","answers":["a","b"],"solution":0,"image":"https://example.org/a.png"}]}"#;
    let (format, questions, problems) = summary("a.json", json);
    assert_eq!(format, Some(Format::Rahoot));
    assert_eq!(questions, ["Q: a/b=10", "R: *a/b/c=101", "S: typed word/other", "U: a/b=1"]);
    assert_eq!(
        problems,
        [
            "question 2: the time is “500”; 240 seconds taken; expected 5 to 240 seconds",
            "question 4: the solution 2 is no answer of this question; expected 0 to 1",
            "question 5: https://example.org/a.png is not fetched; the question comes \
             without; expected a quiz with its pictures in a zip file",
        ]
    );
    assert_eq!(read("a.json", json).1.unwrap().quiz.title, "Mine");
}

#[test]
fn lists_say_what_is_right_as_text_letter_position_or_mark() {
    for (json, expected) in [
        (r#"[{"question":"Q","options":["x","y"],"answer":"y"}]"#, "Q: x/y=10"),
        (r#"[{"question":"Q","options":["x","y"],"answer":"B"}]"#, "Q: x/y=10"),
        (r#"{"questions":[{"text":"Q","options":{"A":"x","B":"y"},"answer":"A"}]}"#, "Q: x/y=1"),
        (r#"[{"question":"Q","options":["x","y"],"answer":["x","y"]}]"#, "Q: *x/y=11"),
        (r#"[{"question":"Q","options":["x","y"],"correct_option":"2"}]"#, "Q: x/y=10"),
        (r#"[{"question":"Q","options":["x","y"],"correctIndex":0}]"#, "Q: x/y=1"),
        (r#"[{"question":"Q","options":["x","y"],"answer":"x","correct_option":1}]"#, "Q: x/y=1"),
        (
            r#"[{"question":"Q","answers":[{"text":"x","correct":false},{"text":"y","correct":true}]}]"#,
            "Q: x/y=10",
        ),
        (r#"[{"question":"Q","answer":"word"}]"#, "Q: typed word"),
        (r#"[{"question":"Q","answer":false}]"#, "Q: false"),
    ] {
        let found = summary("a.json", json);
        assert_eq!(found, (Some(Format::Json), vec![expected.to_owned()], vec![]), "{json}");
    }
    let unsure = r#"[{"question":"Q","options":["x","y","z"],"correctIndex":1}]"#;
    assert!(
        summary("a.json", unsure).2[0]
            .contains("not sure whether positions count from 0 or from 1")
    );
    let disagree = r#"[{"question":"Q","options":["x","y"],"answer":"x","correct_option":2},
        {"question":"R","options":["x","y"],"answer":"x","correct_option":1}]"#;
    let (_, questions, problems) = summary("a.json", disagree);
    assert_eq!(questions, ["R: x/y=1"]);
    assert_eq!(problems, ["question 1: the position and the text of the right answer disagree"]);
    for (json, what) in [
        ("{", "line 1: not JSON: EOF"),
        ("[1,2]", "JSON without questions that are known"),
        ("{\"a\":\n}", "line 2: not JSON"),
    ] {
        assert!(
            summary("a.json", json).2[0].contains(what),
            "{json} {:?}",
            summary("a.json", json)
        );
    }
}

#[test]
fn our_own_keys_are_the_same_in_yaml_and_json() {
    let yaml = "title: T\nlanguage: en\nquestions:\n- text: Q?\n  choices: [a, b]\n  correct: [2]\n  \
        explanation: ~\n- text: R?\n  kind: number\n  min: 0\n  max: 10\n  correct: 7.5\n  decimals: 1\n\
        rain:\n- pot: \"1.00\"\n  packets: 2\n  currency: EUR\n";
    let json = r#"{"title":"T","language":"en","question":[{"text":"Q?","choices":["a","b"],"correct":[2]},
        {"text":"R?","kind":"number","min":0,"max":10,"correct":7.5,"decimals":1}],
        "rain":{"pot":"1.00","packets":2,"currency":"EUR"}}"#;
    let toml = "title = \"T\"\n[[question]]\ntext = \"Q?\"\nchoices = [\"a\", \"b\"]\ncorrect = [2]\n\
        [[question]]\ntext = \"R?\"\nkind = \"number\"\nmin = 0\nmax = 10\ncorrect = 7.5\ndecimals = 1\n\
        [rain]\npot = \"1.00\"\npackets = 2\ncurrency = \"EUR\"\n";
    let expected = read("a.toml", toml).1.unwrap().quiz;
    for (name, text, format) in [
        ("a.yaml", yaml, Format::QuizrainYaml),
        ("a", json, Format::QuizrainJson),
        ("a", yaml, Format::QuizrainYaml),
    ] {
        let (found, outcome) = read(name, text);
        assert_eq!((found, outcome.unwrap().quiz), (Some(format), expected.clone()));
    }
}

#[test]
fn a_quiz_of_ours_is_read_strictly_and_its_questions_are_named() {
    let json = r#"{"title":"T","question":[{"text":"[[question]]","choices":["a","b"],"correct":[2]},
        {"text":"R?","choices":["a","a"],"correct":[1],"colour":"red"},{"text":"S?","choices":["a","a"],
        "correct":[3]}],"rain":{"pot":"x","packets":2}}"#;
    let (_, questions, problems) = summary("a.json", json);
    assert_eq!(questions, [""; 0]);
    assert!(problems[0].starts_with("file: rain: `pot`"), "{problems:#?}");
    assert!(problems[1].starts_with("question 2: unknown field `colour`"), "{problems:#?}");
    assert!(problems[2].starts_with("question 3: there is no choice 3"), "{problems:#?}");
    for (yaml, what) in [
        ("title: T\nquestion: [", "not YAML"),
        ("title: T\n", "no question; expected [[question]] parts"),
        ("- 1\n", "the document is a list"),
        ("title: T\nquestion:\n- &a [*a]\n", "not YAML"),
    ] {
        assert!(
            summary("a.yaml", yaml).2[0].contains(what),
            "{yaml} {:?}",
            summary("a.yaml", yaml)
        );
    }
}

#[test]
fn fuiz_has_slides_of_three_kinds() {
    let toml = r#"
        title = "Mine"
        [[slides]]
        [slides.MultipleChoice]
        title = "Q"
        points_awarded = 500
        time_limit = 30
        introduce_question = 5
        answers = [{ correct = true, content = { Text = "x" } }, { correct = false, content = { Text = "y" } }]
        [[slides]]
        [slides.Order]
        title = "R"
        answers = ["x", "y"]
        [[slides]]
        [slides.TypeAnswer]
        title = "S"
        answers = ["word"]
        time_limit = 1000
        [[slides]]
        [slides.Drawing]
        title = "T"
    "#;
    let (format, questions, problems) = summary("a.toml", toml);
    assert_eq!(format, Some(Format::Fuiz));
    assert_eq!(questions, ["Q: x/y=1", "R: order", "S: typed word"]);
    assert_eq!(
        problems,
        [
            "question 3: `time_limit` is 1000; 240 taken; expected 5 to 240",
            "question 4: the slide is of no kind that is known; expected MultipleChoice, Order, TypeAnswer",
        ]
    );
    let question = &read("a.toml", toml).1.unwrap().quiz.questions[0];
    assert_eq!((question.seconds, question.read_seconds, question.points), (30, 5, 500));
}
