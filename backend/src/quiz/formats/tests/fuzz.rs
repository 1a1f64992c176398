//! Files of every format, broken at random for as long as is wished: there is a good quiz or a reason, soon, and
//! memory stays small. Run by `scripts/test --long`:
//!
//! ```text
//! QUIZRAIN_FUZZ_SECONDS=300 cargo test -p quizrain --lib -- --ignored formats::tests::fuzz
//! ```
//!
//! Each test says its seed; `QUIZRAIN_FUZZ_SEED` plays the same cases again.

use std::io::{Cursor, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rust_xlsxwriter::Workbook;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::quiz::formats::tests::*;

/// How long each reader is tried, unless it is said.
const SECONDS: u64 = 10;
/// How long one file may take without optimizations.
const SOON: Duration = Duration::from_secs(20);
/// Most bytes that a file grows to.
const MAX_BYTES: usize = 256 * 1024;
/// Most memory that all of it may ever have taken, in KiB.
const MAX_PEAK_KIB: u64 = 768 * 1024;

/// Our own.
const TOML: &str = include_str!("../../../../../quizzes/how-computers-count.toml");
const GIFT: &str = "$CATEGORY: $course$/a\n\n::One::[html]Which <b>x</b>? {\n=%100%a # yes\n~%-50%b\n~c\n####Because.\n}\n\n\
    True? {T}\n\nHow many? {#3:0.5}\n\nBetween? {#1..5}\n\nMatch {=a -> b =c -> d =e -> f}\n\nType {=a =b =%50%c}\n\nA text.\n";
const XML: &str = r#"<?xml version="1.0"?><quiz><question type="category"><category><text>c</text></category></question>
<question type="multichoice"><name><text>n</text></name><questiontext format="html"><text><![CDATA[<p>Which&nbsp;<sub>2</sub>?
<img src="@@PLUGINFILE@@/a.png" alt="a"></p>]]></text><file name="a.png" encoding="base64">iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAYAAAA=</file>
</questiontext><defaultgrade>1</defaultgrade><single>true</single><answer fraction="100"><text>a</text></answer>
<answer fraction="0"><text>b</text></answer></question><question type="numerical"><questiontext><text>3?</text></questiontext>
<answer fraction="100"><text>3.5</text><tolerance>0.5</tolerance></answer><units><unit><multiplier>1</multiplier>
<unit_name>m</unit_name></unit></units></question><question type="matching"><questiontext><text>m</text></questiontext>
<subquestion><text>a</text><answer><text>b</text></answer></subquestion><subquestion><text>c</text><answer><text>d</text></answer>
</subquestion></question><question type="truefalse"><questiontext><text>t?</text></questiontext><answer fraction="100"><text>true</text>
</answer><answer fraction="0"><text>false</text></answer></question></quiz>"#;
const AIKEN: &str = "Which?\nA. a\nB) b\nC. c\nANSWER: B\n\nHow?\n1) x\n2) y\nANSWER: 2\n\nTrue?\nA. True\nB. False\nANSWER: A\n";
const TRIVIA_QA: &str = "#Q Which?\n^ b\nA a\nB b\nC c\n\n#Q How\nmany?\n^ 1\nA 1\nB 2\n";
const YAML: &str = "title: T\nlanguage: en\nquestion:\n- text: Q\n  kind: single\n  choices: &c [a, b, \"c: d\"]\n  correct: [1]\n\
    - {text: R, kind: multiple, choices: *c, correct: [1, 2]}\n- text: |\n    Long\n    text\n  kind: number\n  min: 0\n  max: 10\n  correct: 3\n\
    rain:\n- {pot: \"100\", currency: points, packets: 10}\n";
const OWN_JSON: &str = r#"{"title":"T","questions":[{"text":"Q","kind":"single","choices":["a","b"],"correct":[1],"seconds":20},
{"text":"O","kind":"order","items":["a","b","c"]},{"text":"M","kind":"match","pairs":[["a","b"],["c","d"]]}]}"#;
const JSONS: [&str; 5] = [
    r#"{"response_code":0,"results":[{"type":"multiple","question":"What&#039;s &quot;it&quot;?","correct_answer":"B",
"incorrect_answers":["a","Z"]},{"type":"boolean","question":"Is%20it","correct_answer":"False","incorrect_answers":["True"]}]}"#,
    r#"{"questions":[{"type":"bXVsdGlwbGU=","question":"V2hhdD8=","correct_answer":"YQ==","incorrect_answers":["w6k="]}]}"#,
    r#"[{"question":{"text":"Q"},"correctAnswer":"b","incorrectAnswers":["c","a"],"type":"text_choice"}]"#,
    r#"{"subject":"Mine","questions":[{"question":"Q","answers":["a","b"],"solution":1,"cooldown":5,"time":15},
{"question":"R","answers":["a","b","c"],"solutions":[0,2],"time":500,"image":"x"},{"question":"S","answers":["w","W!"]}]}"#,
    r#"[{"question":"Q","options":["x","y"],"answer":"y","points":5,"time":"30"},{"question":"R","options":{"A":"x","B":"y"},
"answer":"A"},{"question":"S","options":[{"text":"x","correct":true},{"text":"y"}]},{"q":"T","choices":[1,2],"correctIndex":0}]"#,
];
const FUIZ: &str = "title = \"F\"\n[[slides]]\n[slides.MultipleChoice]\ntitle = \"Q\"\ntime_limit = 20000\nintroduce_question = 3\n\
    points_awarded = 1000\nanswers = [{ correct = true, content = { Text = \"a\" } }, { correct = false, content = { Text = \"b\" } }]\n\
    [[slides]]\n[slides.Order]\ntitle = \"O\"\nanswers = [\"a\", \"b\"]\n[[slides]]\n[slides.TypeAnswer]\ntitle = \"T\"\nanswers = [\"a\"]\n";
const CSVS: [&str; 3] = [
    "question,option a,option b,option c,answer,time,points,explanation\nQ?,x,y,z,B,20,1000,why\n\"R\n?\",1,2,,2,1 min,,\n",
    "question;choices;correct\nQ;a|b|c;a\nR;\"x\ny\";y\n",
    "question\tkind\tchoice 1\tchoice 2\tcorrect\nQ\tsingle\ta\tb\t1\nR\ttyped\ta\tb\t\n",
];
const QUIZIZZ: &str = "Question Text,Question Type,Option 1,Option 2,Option 3,Option 4,Option 5,Correct Answer,Time in seconds,Image Link,Answer explanation\n\
    Q,Multiple Choice,a,b,c,,,2,30,,why\nR,Checkbox,a,b,c,d,,\"1,3\",20,http://x,\nS,Fill-in-the-Blank,a,b,,,,,20,,\nT,Poll,a,b,,,,,20,,\nU,Open-Ended,,,,,,,60,,\n";
const BLOOKET: &str = "\"Blooket\nImport Template\",,,,,,,\nQuestion #,Question Text,Answer 1,Answer 2,\"Answer 3\n(Optional)\",\"Answer 4\n(Optional)\",\
    \"Time Limit (sec)\n(Max: 300 seconds)\",\"Correct Answer(s)\n(Only include Answer #)\"\n1,Q,a,b,c,d,20,1\n2,R,a,b,,,300,\"1,2\"\n";
const GIMKIT: &str = "Gimkit Spreadsheet Import Template,,,,\nQuestion,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional),Incorrect Answer 3 (Optional)\n\
    Q,a,b,c,d\nR,1,2,,\n";

/// Numbers at random, the same for a seed (Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    /// A part of so many bytes, mostly a short one.
    fn part(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let most = if self.below(4) == 0 { len } else { 16 };
        start..(start + self.below(most + 1)).min(len)
    }
}

/// What texts are broken with.
fn words() -> Vec<Vec<u8>> {
    let odd = [
        "\r\n",
        "\r",
        "\0",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "\u{202e}",
        "\u{301}",
        "18446744073709551616",
        "-1",
        "1e999",
        "NaN",
    ];
    let broken: [&[u8]; 4] = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"];
    let parts = PARTS.trim().split(['|', '\n']).map(|part| part.replace('⏎', "\n").into_bytes());
    let odd = odd.iter().map(|it| it.as_bytes().to_vec());
    parts.chain(odd).chain(broken.map(<[u8]>::to_vec)).filter(|word| !word.is_empty()).collect()
}

/// Breaks a file a little.
fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>, samples: &[Vec<u8>], words: &[Vec<u8>]) {
    for _ in 0..=dice.below(6) {
        let part = dice.part(bytes.len());
        match dice.below(9) {
            0 if !bytes.is_empty() => {
                let at = dice.below(bytes.len());
                bytes[at] ^= 1 << dice.below(8);
            }
            1 => drop(bytes.drain(part)),
            2 => bytes.truncate(part.start),
            3 | 4 => {
                let word = dice.pick(words).clone();
                bytes.splice(part.start..part.start, word);
            }
            5 => {
                let word = dice.pick(words).clone();
                bytes.splice(part, word);
            }
            6 => {
                let again = bytes[part.clone()].repeat(1 + dice.below(200));
                bytes.splice(part.end..part.end, again);
            }
            7 => {
                let other = dice.pick(samples).clone();
                let from = dice.part(other.len());
                bytes.splice(part, other[from].to_vec());
            }
            _ => {
                let digits = bytes.iter().position(u8::is_ascii_digit);
                let number = *dice.pick(&["0", "-1", "65536", "4294967296", "1e400", "0.0000001"]);
                bytes.splice(digits.map_or(part.clone(), |at| at..at + 1), number.bytes());
            }
        }
        bytes.truncate(MAX_BYTES);
    }
}

/// The same within a container; now and then the container itself.
fn mutate_inside(dice: &mut Dice, bytes: &mut Vec<u8>, samples: &[Vec<u8>], words: &[Vec<u8>]) {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes.clone())) else { return };
    if dice.below(4) == 0 || archive.is_empty() {
        return mutate(dice, bytes, samples, words);
    }
    let chosen = dice.below(archive.len());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut name = file.name().unwrap().into_owned();
        let mut inner = Vec::new();
        file.read_to_end(&mut inner).unwrap();
        if index == chosen {
            mutate(dice, &mut inner, samples, words);
            if dice.below(8) == 0 {
                name = format!("{}{name}", dice.pick(&["../", "/", "a/", "\\", "xl/"]));
            }
        }
        if zip.start_file(name, SimpleFileOptions::default()).is_ok() {
            zip.write_all(&inner).unwrap();
        }
    }
    *bytes = zip.finish().unwrap().into_inner();
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The most memory that this process ever had, in KiB, where the system says it.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

type Mutate = fn(&mut Dice, &mut Vec<u8>, &[Vec<u8>], &[Vec<u8>]);

/// Reads broken forms of good files, which have this name.
fn fuzz(name: &str, good: &[Vec<u8>], mutate: Mutate) {
    for sample in good {
        assert!(read_file(name, sample).is_ok(), "{name}: {:?}", read_file(name, sample));
    }
    let seed = number("QUIZRAIN_FUZZ_SEED").unwrap_or_else(|| getrandom::u64().unwrap());
    println!("{name}: QUIZRAIN_FUZZ_SEED={seed}");
    let end =
        Instant::now() + Duration::from_secs(number("QUIZRAIN_FUZZ_SECONDS").unwrap_or(SECONDS));
    let (words, mut dice) = (words(), Dice(seed));
    let (mut cases, mut read, mut slowest) = (0_u64, 0_u64, Duration::ZERO);
    while Instant::now() < end {
        let mut bytes = dice.pick(good).clone();
        mutate(&mut dice, &mut bytes, good, &words);
        let begun = Instant::now();
        let checked = catch_unwind(AssertUnwindSafe(|| check_as(name, &bytes)));
        let took = begun.elapsed();
        let kept = || {
            let path = std::env::temp_dir().join(format!("quizrain-fuzz-{seed}-{cases}-{name}"));
            std::fs::write(&path, &bytes).unwrap();
            path
        };
        match checked {
            Ok(said) => read += u64::from(said.is_ok()),
            Err(_) => panic!("case {cases} of seed {seed} upset it: {}", kept().display()),
        }
        assert!(took < SOON, "case {cases} of seed {seed} took {took:?}: {}", kept().display());
        (cases, slowest) = (cases + 1, slowest.max(took));
    }
    let peak = peak_kib();
    println!("{name}: {cases} files, {read} with a quiz, {slowest:?} at most, {peak:?} KiB");
    assert!(peak.is_none_or(|peak| peak < MAX_PEAK_KIB), "{name}: {peak:?} KiB");
}

fn texts(samples: &[&str]) -> Vec<Vec<u8>> {
    samples.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A workbook of such a table.
fn book(csv: &str) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(csv.as_bytes());
    for (record, row) in reader.records().zip(0..) {
        for (cell, column) in record.unwrap().iter().zip(0..) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, cell).unwrap(),
            };
        }
    }
    workbook.save_to_buffer().unwrap()
}

/// A quiz of ours with choices alone, which every format can say.
fn plain_quiz() -> Quiz {
    read_file("a.json", OWN_JSON.as_bytes()).unwrap().quiz
}

fn written(format: Format) -> Vec<u8> {
    export(format, &plain_quiz(), &|_| None).unwrap().bytes
}

macro_rules! fuzzed {
    ($($test:ident, $name:literal, $samples:expr, $mutate:expr;)*) => {$(
        #[test]
        #[ignore = "as long as is wished"]
        fn $test() {
            fuzz($name, &$samples, $mutate);
        }
    )*};
}

fuzzed! {
    toml, "a.toml", texts(&[&without_pictures(TOML)]), mutate;
    yaml, "a.yaml", [YAML.as_bytes().to_vec(), written(Format::QuizrainYaml)], mutate;
    own_json, "a.json", [OWN_JSON.as_bytes().to_vec(), written(Format::QuizrainJson)], mutate;
    other_json, "a.json", texts(&JSONS), mutate;
    fuiz, "a.toml", texts(&[FUIZ]), mutate;
    gift, "a.gift", texts(&[GIFT]), mutate;
    moodle_xml, "a.xml", texts(&[XML]), mutate;
    aiken, "a.txt", texts(&[AIKEN]), mutate;
    open_trivia_qa, "a.txt", texts(&[TRIVIA_QA]), mutate;
    csv, "a.csv", texts(&CSVS), mutate;
    own_csv, "a.csv", [written(Format::QuizrainCsv)], mutate;
    templates, "a.csv", texts(&[QUIZIZZ, BLOOKET, GIMKIT]), mutate;
    xlsx, "a.xlsx", [QUIZIZZ, BLOOKET, GIMKIT, CSVS[0]].map(book).into_iter().chain([written(Format::Kahoot)]).collect::<Vec<_>>(), mutate_inside;
    zip, "a.zip", [written(Format::QuizrainZip)], mutate_inside;
}

/// Our own quiz, its pictures and the questions that need them left out.
fn without_pictures(toml: &str) -> String {
    let parts = toml.split_inclusive("\n\n").filter(|part| !part.contains("hotspot"));
    let lines = parts.flat_map(str::lines).filter(|line| !line.starts_with("picture"));
    lines.map(|line| format!("{line}\n")).collect()
}
