//! What is exported and read again is the same quiz, but for what was named.

use std::collections::HashSet;
use std::io::Read as _;

use axum::body::Bytes;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use quizrain_shared::ids::MediaId;
use quizrain_shared::question::*;
use quizrain_shared::quiz::{PlannedRain, Quiz};
use quizrain_shared::score::{Curve, Scoring};
use quizrain_shared::spreadsheet::is_formula;
use quizrain_shared::theme::{Colour, Colours, Look, Theme};

use crate::quiz::formats::tests::*;
use crate::quiz::media::{Media, Seen};

/// Texts that are read otherwise where they are not quoted.
const TEXTS: [&str; 22] = [
    "=1+1",
    "+1",
    "-2",
    "@x",
    "'q",
    "''",
    "a,b",
    "a;b",
    "a|b",
    "\"q\"",
    "yes",
    "no",
    "null",
    "~",
    "1",
    "1.50",
    "True",
    "False",
    "# c",
    "é 春节",
    "[[question]]",
    "a: b",
];

/// The formats that say all of a quiz but for its pictures and sounds.
const OURS: [Format; 4] =
    [Format::QuizrainToml, Format::QuizrainYaml, Format::QuizrainJson, Format::QuizrainZip];

fn text() -> impl Strategy<Value = String> {
    (select(&TEXTS[..]), 0..3_u8).prop_map(|(text, times)| match times {
        0 => text.to_owned(),
        times => format!("{text} x{times}"),
    })
}

fn several() -> impl Strategy<Value = Vec<String>> {
    prop::collection::hash_set(text(), 2..=8).prop_map(|texts| {
        let mut texts: Vec<String> = texts.into_iter().collect();
        texts.sort();
        texts
    })
}

fn kind() -> impl Strategy<Value = QuestionKind> {
    let keyed = || (several(), any::<u8>(), any::<bool>());
    prop_oneof![
        keyed().prop_map(|(choices, key, shuffled)| {
            let correct = ChoiceSet::one(usize::from(key) % choices.len());
            QuestionKind::Single(Single { choices, correct, shuffled })
        }),
        keyed().prop_map(|(choices, key, shuffled)| {
            let key = key & (u8::MAX >> (8 - choices.len()));
            let correct = ChoiceSet(if key == 0 { 1 } else { key });
            QuestionKind::Multiple(Multiple { choices, correct, shuffled })
        }),
        any::<bool>().prop_map(|correct| QuestionKind::TrueFalse(TrueFalse { correct })),
        subsequence(&["alpha", "=beta", "1", "gamma, delta"][..], 1..4).prop_map(|accepted| {
            let accepted = accepted.into_iter().map(str::to_owned).collect();
            QuestionKind::Typed(Typed { accepted })
        }),
        several().prop_map(|items| QuestionKind::Order(Order { items })),
        (several(), any::<bool>())
            .prop_map(|(choices, several)| QuestionKind::Poll(Poll { choices, several })),
        several().prop_map(|left| {
            let right = left.iter().rev().cloned().collect();
            QuestionKind::Matching(Matching { left, right })
        }),
        (0..=2_u8, -500..500_i64, 0..9_i64).prop_map(|(decimals, correct, tolerance)| {
            let field =
                NumberView { min: -1000, max: 1000, step: 5, decimals, unit: "km".to_owned() };
            QuestionKind::Number(Number { field, correct, tolerance, credit_within: 50 })
        }),
        (text(), text()).prop_map(|(from_label, to_label)| {
            QuestionKind::Scale(Scale { from: 1, to: 5, from_label, to_label })
        }),
        (1..=3_u8).prop_map(|words| QuestionKind::Cloud(Cloud { words })),
        Just(QuestionKind::OpenText(OpenText {})),
        Just(QuestionKind::Slide(Slide {})),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let time = select(&[0, 5, 20, 25, 240][..]);
    let rest = (select(&["", "Why,\n=not"][..]), select(&[0, 3][..]), any::<bool>());
    (text(), kind(), time, rest).prop_map(|(text, kind, seconds, rest)| {
        let (explanation, read_seconds, points) = rest;
        let mut question = Question::new(text, kind);
        question.seconds = seconds;
        question.explanation = explanation.to_owned();
        question.read_seconds = read_seconds;
        if points && question.is_graded() {
            question.points = 1500;
        }
        question
    })
}

/// Of no more questions than are named where several lose the same.
fn quiz() -> impl Strategy<Value = Quiz> {
    let good = question().prop_filter("a rule is broken", |question| question.check().is_ok());
    (text(), prop::collection::vec(good, 1..9), any::<bool>()).prop_map(
        |(title, questions, more)| {
            let mut quiz = Quiz {
                title,
                language: "en".to_owned(),
                description: String::new(),
                scoring: Scoring::default(),
                questions,
                rains: Vec::new(),
                theme: None,
            };
            if more {
                quiz.description = "All: of it".to_owned();
                quiz.scoring =
                    Scoring { curve: Curve::Linear, wrong_percent: 50, streak_bonus: true };
                quiz.rains = rains();
                let colours = Some(Colours::of(Colour([255, 230, 0])));
                quiz.theme = Some(Theme { look: Look::Snow, colours, ..Theme::default() });
            }
            quiz
        },
    )
}

fn rains() -> Vec<PlannedRain> {
    let toml = "title = \"T\"\n[[question]]\ntext = \"Q\"\nkind = \"slide\"\n\
        [[rain]]\nafter = 1\npot = \"100\"\ncurrency = \"points\"\npackets = 10\nmin_score = 7\n\
        [[rain]]\ntitle = \"R\"\npot = \"12.21\"\ncurrency = \"EUR\"\nsplit = \"shares\"\ntop_rank = 3\n\
        [[rain]]\npot = \"1\"\ncurrency = \"EUR\"\nsplit = \"shares\"\neveryone = true\n\
        [[rain]]\npot = \"1\"\nsplit = \"shares\"\nseated = true\n\
        [[rain]]\ncurrency = \"EUR\"\nsplit = \"prizes\"\nprizes = [\"50.00\", \"20.5\"]\n";
    read_file("a.toml", toml.as_bytes()).unwrap().quiz.rains
}

fn none(_: MediaId) -> Option<Media> {
    None
}

/// The questions that lose something: the first of them, and those that are told with it.
fn named(left_out: &[Problem]) -> HashSet<usize> {
    let mut all = HashSet::new();
    for problem in left_out {
        let At::Entry(first) = problem.at else { continue };
        all.insert(first);
        let others = problem.what.rsplit_once("times: questions ");
        let others = others.map_or("", |(_, others)| others.trim_end_matches(')'));
        all.extend(others.split(", ").filter_map(|number| number.parse::<usize>().ok()));
    }
    all
}

fn again(writer: &Writer, exported: &Exported) -> Outcome {
    let name = format!("a.{}", writer.ending);
    let file = File { name: &name, bytes: &exported.bytes, encoding: None, beside: &Nothing };
    let (format, read) = parse(&file);
    if read.is_ok() {
        assert_eq!(format, Some(writer.format));
    }
    read
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn an_export_comes_back_as_it_was(quiz in quiz()) {
        let elsewhere = [Format::MoodleXml, Format::Gift, Format::Aiken];
        for writer in WRITERS.iter().filter(|writer| !elsewhere.contains(&writer.format)) {
            let exported = export(writer.format, &quiz, &none).unwrap();
            let named = named(&exported.left_out);
            let kept: Vec<&Question> = quiz
                .questions
                .iter()
                .zip(1..)
                .filter(|(_, number)| !named.contains(number))
                .map(|(question, _)| question)
                .collect();
            let whole = !matches!(writer.format, Format::QuizrainCsv | Format::Kahoot);
            if whole {
                prop_assert_eq!(&exported.left_out, &[]);
                prop_assert_eq!(&again(writer, &exported).unwrap().quiz, &quiz, "{}", String::from_utf8_lossy(&exported.bytes));
            } else if !kept.is_empty() {
                let parsed = again(writer, &exported).unwrap();
                prop_assert_eq!(&parsed.skipped, &[]);
                for question in kept {
                    prop_assert!(parsed.quiz.questions.contains(question), "{:?} {:?}", question, parsed.quiz);
                }
            }
        }
    }

    #[test]
    fn no_colours_keep_a_quiz_from_coming_back(main in any::<[u8; 3]>(), ink in any::<[u8; 3]>()) {
        let colours = Colours { main: Colour(main), ink: Colour(ink) };
        let theme = Some(Theme { colours: Some(colours), ..Theme::default() });
        let slide = b"title=\"T\"\n[[question]]\ntext=\"Q\"\nkind=\"slide\"";
        let quiz = Quiz { theme, ..read_file("a.toml", slide).unwrap().quiz };
        let reads = colours.check().is_ok();
        let expected = if reads { colours } else { Colours::of(colours.main) };
        for writer in WRITERS.iter().filter(|writer| OURS.contains(&writer.format)) {
            let exported = export(writer.format, &quiz, &none).unwrap();
            prop_assert_eq!(&exported.left_out, &[]);
            let parsed = again(writer, &exported).unwrap();
            prop_assert_eq!(parsed.quiz.theme.and_then(|theme| theme.colours), Some(expected));
            prop_assert_eq!(parsed.quiz.problems(), &[]);
            prop_assert_eq!(parsed.skipped.is_empty(), reads);
        }
    }
}

#[test]
fn no_cell_of_a_table_is_run() {
    let quiz = Quiz {
        questions: TEXTS
            .into_iter()
            .chain([" =1+1", "\t=1", "\n@x", "\u{a0}+1"])
            .map(|text| {
                let choices = ["=a()", "@b"].map(str::to_owned).to_vec();
                let single = Single { choices, correct: ChoiceSet::one(0), shuffled: false };
                Question::new(text.to_owned(), QuestionKind::Single(single))
            })
            .collect(),
        ..read_file("a.toml", b"title=\"T\"\n[[question]]\ntext=\"Q\"\nkind=\"slide\"")
            .unwrap()
            .quiz
    };
    let csv = export(Format::QuizrainCsv, &quiz, &none).unwrap();
    let text = String::from_utf8(csv.bytes).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for record in reader.records() {
        let record = record.unwrap();
        assert!(!record.iter().any(is_formula), "{record:?}");
    }
}

/// A PNG of this size, as far as its size is read.
fn png() -> Media {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(640_u32.to_be_bytes());
    bytes.extend(480_u32.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0]);
    Seen::new(bytes).unwrap().file
}

#[test]
fn pictures_go_with_a_zip_file_and_are_named_elsewhere() {
    let media = png();
    let toml = "title = \"T\"\n[[question]]\ntext = \"Q\"\nkind = \"hotspot\"\n\
        picture = { file = \"a.png\", alt = \"A\" }\n\
        region = { x = 12.5, y = 0, width = 33.33, height = 50, round = true }\n\
        [[question]]\ntext = \"R\"\nkind = \"slide\"\npicture = { file = \"a.png\", alt = \"B\" }\n";
    let quiz = beside(&One(media.bytes.clone()), toml).unwrap().quiz;
    let find = |id: MediaId| (id == media.id).then(|| media.clone());
    let exported = export(Format::QuizrainZip, &quiz, &find).unwrap();
    assert_eq!(exported.left_out, []);
    let parsed = read_file("a.zip", &exported.bytes).unwrap();
    assert_eq!((parsed.quiz, parsed.media.first()), (quiz.clone(), Some(&media)));
    let exported = export(Format::QuizrainJson, &quiz, &find).unwrap();
    assert_eq!(named(&exported.left_out), HashSet::from([1, 2]));
    assert_eq!(read_file("a.json", &exported.bytes).unwrap().quiz.questions.len(), 1);
    assert!(export(Format::Fuiz, &quiz, &find).is_none());
}

/// One file, by whatever name.
struct One(Bytes);

impl Beside for One {
    fn read(&self, _: &str) -> Result<Vec<u8>, NoFile> {
        Ok(self.0.to_vec())
    }
}

#[test]
fn the_pictures_of_a_look_go_with_a_zip_file_and_are_named_elsewhere() {
    let media = png();
    let toml = "title = \"T\"\n[theme]\nlook = \"balloons\"\ncolour = \"#2867c6\"\nink = \"#ffffe0\"\n\
        logo = \"a.png\"\nfalls = \"b.png\"\n[[question]]\ntext = \"Q\"\nkind = \"slide\"\n";
    let quiz = beside(&One(media.bytes.clone()), toml).unwrap().quiz;
    let [main, ink] = [[0x28, 0x67, 0xc6], [0xff, 0xff, 0xe0]].map(Colour);
    let bare =
        Theme { look: Look::Balloons, colours: Some(Colours { main, ink }), ..Theme::default() };
    let whole = Theme { logo: Some(media.id), falls: Some(media.id), ..bare };
    assert_eq!(quiz.theme, Some(whole));
    let find = |id: MediaId| (id == media.id).then(|| media.clone());
    let exported = export(Format::QuizrainZip, &quiz, &find).unwrap();
    assert_eq!(exported.left_out, []);
    let parsed = read_file("a.zip", &exported.bytes).unwrap();
    assert_eq!((parsed.quiz, parsed.media.first()), (quiz.clone(), Some(&media)));
    for (format, name) in [(Format::QuizrainToml, "a.toml"), (Format::QuizrainYaml, "a.yaml")] {
        let exported = export(format, &quiz, &find).unwrap();
        let said = listing("a", &exported.left_out);
        assert!(said.contains("pictures of the look are only in a zip file"), "{said}");
        assert_eq!(read_file(name, &exported.bytes).unwrap().quiz.theme, Some(bare));
    }
    let said = listing("a", &export(Format::Gift, &quiz, &find).unwrap().left_out);
    assert!(said.contains("the look is not written"), "{said}");
}

#[test]
fn sounds_go_with_a_zip_file_and_are_named_elsewhere() {
    let wav = crate::quiz::sound::samples::wav(8000, 4000);
    let toml = "title = \"T\"\n[[question]]\ntext = \"Q\"\nkind = \"true_false\"\ncorrect = true\n\
        sound = { file = \"a.mp3\", words = \"A bell\\nrings\" }\n\
        [[question]]\ntext = \"R\"\nkind = \"slide\"\nsound = { file = \"a.mp3\" }\n";
    let read = beside(&One(wav.into()), toml).unwrap();
    let (quiz, media) = (read.quiz, read.media[0].clone());
    let heard: Vec<_> = quiz.questions.iter().map(|it| it.sound.clone().unwrap()).collect();
    assert_eq!((heard[0].ms, heard[0].words.as_str()), (500, "A bell\nrings"));
    assert!(heard[1].is_wordless() && heard[1].media == media.id);
    let find = |id: MediaId| (id == media.id).then(|| media.clone());
    let exported = export(Format::QuizrainZip, &quiz, &find).unwrap();
    assert_eq!(exported.left_out, []);
    let parsed = read_file("a.zip", &exported.bytes).unwrap();
    assert_eq!((parsed.quiz, parsed.media.first()), (quiz.clone(), Some(&media)));
    let mut silent = quiz.clone();
    silent.questions.iter_mut().for_each(|it| it.sound = None);
    for writer in WRITERS.iter().filter(|it| it.format != Format::QuizrainZip) {
        let exported = export(writer.format, &quiz, &find).unwrap();
        let said = listing("a", &exported.left_out);
        assert!(said.contains("sound"), "{:?}: {said}", writer.format);
        let without = export(writer.format, &silent, &find).unwrap();
        assert_eq!(exported.bytes, without.bytes, "{:?}", writer.format);
    }
}

#[test]
fn files_do_not_say_when_they_were_made() {
    let quiz = read_file("a.txt", b"Is it?\nA. Yes\nB. No\nANSWER: A\n").unwrap().quiz;
    let unpacked = |format| {
        let exported = export(format, &quiz, &|_| None).unwrap();
        zip::ZipArchive::new(std::io::Cursor::new(exported.bytes)).unwrap()
    };
    let mut ours = unpacked(Format::QuizrainZip);
    let made = ours.by_index(0).unwrap().last_modified();
    assert_eq!(made, Some(zip::DateTime::default()));
    let mut zip = unpacked(Format::Kahoot);
    let mut said = String::new();
    zip.by_name("docProps/core.xml").unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said.matches("2000-01-01T00:00:00Z").count(), 2, "{said}");
}

#[test]
fn a_file_that_is_no_sound_is_named_with_its_line() {
    let toml = "title = \"T\"\n[[question]]\ntext = \"Q\"\nkind = \"slide\"\n\
        sound = { file = \"a.mp3\" }\n";
    let why = beside(&One(Bytes::from_static(b"<html>")), toml).unwrap_err().to_string();
    assert!(why.contains("a.toml:5: question 1: the sound a.mp3: this is no sound"), "{why}");
    let why = beside(&Nothing, toml).unwrap_err().to_string();
    assert!(why.contains("a.toml:5: question 1: no file a.mp3"), "{why}");
    let words = format!("\"{}\"", "x".repeat(501));
    let toml = toml.replace("\"a.mp3\" }", &format!("\"a.mp3\", words = {words} }}"));
    let wav = crate::quiz::sound::samples::wav(8000, 4000);
    let why = beside(&One(wav.into()), &toml).unwrap_err().to_string();
    assert!(why.contains("501 characters; 500 at most") && why.lines().count() == 1, "{why}");
}
