//! Files that want to take memory, time or a way out.

use std::cell::Cell;
use std::io::{Cursor, Write};

use rust_xlsxwriter::Workbook;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::quiz::formats::tests::*;

/// A zip file of these files.
pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn refusal(name: &str, bytes: &[u8]) -> String {
    read_file(name, bytes).unwrap_err().to_string()
}

/// A workbook with this list of texts and this sheet.
fn workbook(strings: &str, sheet: &str) -> Vec<u8> {
    workbook_of("S", strings, sheet)
}

/// The same, whose sheet has this name.
fn workbook_of(name: &str, strings: &str, sheet: &str) -> Vec<u8> {
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let root = format!(
        r#"<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
    );
    let book = format!(
        r#"<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>"#
    );
    let parts = format!(
        r#"<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#
    );
    zip(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", parts.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

/// A sheet with a header, one question, and this beside.
fn sheet(dimension: &str, more: &str) -> String {
    let cell =
        |at: &str, text: &str| format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let row = |number: u32, texts: [&str; 4]| {
        let cells: String = std::iter::zip(["A", "B", "C", "D"], texts)
            .map(|(column, text)| cell(&format!("{column}{number}"), text))
            .collect();
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    let rows = row(1, ["question", "a", "b", "answer"]) + &row(2, ["Q?", "x", "y", "B"]);
    format!(
        r#"<worksheet><dimension ref="{dimension}"/><sheetData>{rows}{more}</sheetData></worksheet>"#
    )
}

const STRINGS: &str = r#"<sst uniqueCount="0"></sst>"#;

#[test]
fn cells_at_the_end_of_the_world_take_no_memory() {
    let far = r#"<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row>"#;
    let parsed = read_file("a.xlsx", &workbook(STRINGS, &sheet("A1:XFD1048576", far))).unwrap();
    assert_eq!((parsed.quiz.questions.len(), parsed.skipped.len()), (1, 0));
}

#[test]
fn what_is_said_of_cells_takes_little_memory() {
    let row = |row: usize| format!(r#"<row r="{row}"><c r="A{row}" t="e"><v>#N/A</v></c></row>"#);
    let some: String = (3..503).map(row).collect();
    let book = workbook_of(&"n".repeat(100_000), STRINGS, &sheet("A1:D600", &some));
    let parsed = read_file("a.xlsx", &book).unwrap();
    assert_eq!((parsed.quiz.questions.len(), parsed.skipped.len()), (1, 500));
    assert!(plain(&parsed.skipped[0]).1.contains("the mistake #N/A; taken as blank"));
    for problem in parsed.skipped {
        let At::Cell { sheet: Some(name), .. } = problem.at else { panic!("{problem:?}") };
        assert_eq!(name.len(), 60);
    }
    let many = (3..100_003).fold(String::new(), |rows, row| {
        let cells = r#"<c t="e"><v>#N/A</v></c>"#.repeat(11);
        rows + &format!(r#"<row r="{row}">{cells}</row>"#)
    });
    let why = refusal("a.xlsx", &workbook(STRINGS, &sheet("A1:K100003", &many)));
    assert!(why.contains("this is cell 1000001; 1000000 at most"), "{why}");
}

#[test]
fn numbers_that_no_workbook_has_are_refused() {
    let none = sheet("A1:D2", "");
    let count = |count: &str| workbook(&format!(r#"<sst uniqueCount="{count}"></sst>"#), &none);
    for bytes in [
        count("1000000000000"),
        count("18446744073709551615"),
        workbook(STRINGS, &sheet("D9:A1", "")),
        workbook(STRINGS, &sheet("A1", r#"<row r="99999999999999"><c r="A1"><v>1</v></c></row>"#)),
        workbook(STRINGS, &sheet("A1", r#"<row r="3"><c r="ZZZZZZZZZZZZ3"><v>1</v></c></row>"#)),
        workbook(STRINGS, &sheet("A1", r#"<row r="3"><c r="A3" t="s"><v>7</v></c></row>"#)),
        workbook(STRINGS, &sheet("A1", r#"<row r="1"><c r="A1"><v>7</v></c></row>"#)),
        workbook("<sst", &none),
        workbook(STRINGS, "<worksheet><sheetData><row><c"),
    ] {
        let why = refusal("a.xlsx", &bytes);
        assert!(
            why.contains("not a workbook that can be read") || why.contains("in their order"),
            "{why}"
        );
    }
}

#[test]
fn bombs_are_unpacked_no_further_than_their_limit() {
    let blown = format!("<sst>{}</sst>", "<si/>".repeat(4 << 20));
    let why = refusal("a.xlsx", &workbook(&blown, &sheet("A1", "")));
    assert!(
        why.contains("the list of texts of the workbook, unpacked, has more than 16 MiB"),
        "{why}"
    );
    let blown = sheet("A1", &" ".repeat(65 << 20));
    let why = refusal("a.xlsx", &workbook(STRINGS, &blown));
    assert!(why.contains("the sheets of the workbook, unpacked, has more than 64 MiB"), "{why}");
    let why =
        refusal("a.zip", &zip(&[("quiz.toml", b"title = \"T\""), ("a.png", &vec![0; 33 << 20])]));
    assert!(why.contains("the zip file, unpacked, has more than 32 MiB"), "{why}");
    let names: Vec<String> = (0..1001).map(|number| format!("{number}.png")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert!(refusal("a.zip", &zip(&files)).contains("1001 files; 1000 at most"));
    let names: Vec<String> = (0..10_001).map(|number| number.to_string()).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert!(refusal("a.zip", &zip(&files)).contains("more than 10000 files"));
    // One text, and a million cells that refer to it.
    let text = format!(r#"<sst uniqueCount="1"><si><t>{}</t></si></sst>"#, "x".repeat(1 << 20));
    let cells: String = (3..60)
        .map(|row| format!(r#"<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>"#))
        .collect();
    let why = refusal("a.xlsx", &workbook(&text, &sheet("A1", &cells)));
    assert!(why.contains("the cells have more than 32 MiB of text"), "{why}");
}

#[test]
fn a_million_cells_are_enough() {
    let rows = "1,,,,\n".repeat(1_000_000);
    let why = refusal("a.csv", format!("question,a,b,answer\n{rows}").as_bytes());
    assert!(why.contains("this is cell 1000001; 1000000 at most"), "{why}");
}

#[test]
fn a_table_of_something_else_is_refused_once() {
    let why = refusal(
        "a.csv",
        ("question,a,b,answer\n".to_owned() + &"Q,x,x,A\n".repeat(20_000)).as_bytes(),
    );
    assert!(why.contains("more than 10000 problems") && why.lines().count() <= LISTED, "{why}");
}

#[test]
fn deep_and_wide_documents_are_refused() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    assert!(refusal("a.json", deep("[", "]").as_bytes()).contains("not JSON"));
    assert!(refusal("a.json", deep("{\"a\":", "}").as_bytes()).contains("not JSON"));
    assert!(refusal("a.yaml", deep("[", "]").as_bytes()).contains("not YAML"));
    let wide = format!("[{}0]", "0,".repeat(2_000_000));
    assert!(refusal("a.json", wide.as_bytes()).contains("more than 1000000 values"));
    let wide = format!("title = \"T\"\na = [{}]\n", "[1],".repeat(1_000_000));
    assert!(refusal("a.toml", wide.as_bytes()).contains("brackets, commas and equals signs"));
    let tables = "[[question]]\na = 1\n".repeat(70_000);
    assert!(refusal("a.toml", tables.as_bytes()).contains("70000 tables; 64000 at most"));
    let fuiz = format!("slides = []\n{wide}");
    assert!(refusal("a.toml", fuiz.as_bytes()).contains("brackets, commas and equals signs"));
    let laughs: String =
        (1..30).map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(9))).collect();
    assert!(refusal("a.yaml", format!("a0: &a0 lol\n{laughs}").as_bytes()).contains("not YAML"));
    let copies: String = (0..20).map(|i| format!("&c{i} [")).collect();
    let copies = format!(
        "a: &a [{}]\nb: &b [{}]\nc: {copies}{}{}\n",
        "x,".repeat(9),
        "*a,".repeat(9),
        "*b,".repeat(100),
        "]".repeat(20)
    );
    assert!(refusal("a.yaml", copies.as_bytes()).contains("recorded_anchor_events: 100001"));
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), "*a, ".repeat(20));
    assert!(refusal("a.yaml", long.as_bytes()).contains("not YAML"));
}

#[test]
fn zip_files_have_one_quiz_and_no_ways_out() {
    let quiz =
        b"title = \"T\"\n[[question]]\ntext = \"Q?\"\nchoices = [\"a\", \"b\"]\ncorrect = [1]\n";
    for (files, what) in [
        (&[("../quiz.toml", &quiz[..])][..], "the zip file has the path ../quiz.toml"),
        (&[("/quiz.toml", quiz)], "the path /quiz.toml"),
        (&[("a\\quiz.toml", quiz)], "quiz.toml"),
        (&[("word/document.xml", b"")], "the zip file has no quiz in it"),
        (&[("a.toml", quiz), ("b.json", b"{}")], "the zip file has 2 quiz files; expected one"),
        (&[("quiz.toml", b"title = 1")], "expected a string"),
    ] {
        let why = refusal("a.zip", &zip(files));
        assert!(why.contains(what), "{why}");
    }
    let good = zip(&[("mine/quiz.toml", quiz), ("__MACOSX/mine/._quiz.toml", b"\0")]);
    assert_eq!(read_file("a.zip", &good).unwrap().quiz.questions.len(), 1);
    let pictured = [&quiz[..], b"picture = { file = \"../a.png\", alt = \"A\" }\n"].concat();
    let why = refusal("a.zip", &zip(&[("mine/quiz.toml", &pictured), ("a.png", b"")]));
    assert!(why.contains("no file ../a.png in the zip file"), "{why}");
    assert!(refusal("a.zip", b"PK\x03\x04").contains("a zip file that cannot be read"));
}

/// One picture that counts how often it is read.
struct Counting(Vec<u8>, Cell<usize>);

impl Beside for Counting {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        self.1.set(self.1.get() + 1);
        if name == "gone.png" { Err(NoFile::Missing(name.to_owned())) } else { Ok(self.0.clone()) }
    }
}

#[test]
fn a_picture_is_read_once_however_many_show_it() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 9, 0, 0, 0, 9, 8, 6, 0, 0, 0]);
    let shows = |file: &str, many: usize| {
        let part = "[[question]]\ntext = \"Q\"\nkind = \"slide\"\n";
        format!("{part}picture = {{ file = \"{file}\", alt = \"A\" }}\n").repeat(many)
    };
    let there = Counting(png, Cell::new(0));
    let text = format!("title = \"T\"\n{}{}", shows("a.png", 500), shows("same.png", 500));
    let parsed = beside(&there, &text).unwrap();
    assert_eq!((parsed.quiz.questions.len(), parsed.media.len(), there.1.get()), (1000, 1, 2));
    let text = format!("title = \"T\"\n{}", shows("gone.png", 500));
    assert_eq!((beside(&there, &text).unwrap_err().problems.len(), there.1.get()), (500, 3));
}

#[test]
fn a_quiz_of_ours_has_so_many_problems_and_no_more() {
    let text = format!("title = \"T\"\n{}", "[[question]]\ntext = 1\n".repeat(12_000));
    let problems = read_file("a.toml", text.as_bytes()).unwrap_err().problems;
    assert_eq!(problems.len(), 10_001);
    assert!(problems[10_000].what.contains("more than 10000 problems"), "{:?}", problems[10_000]);
}

/// Each byte of a good container, broken: there is a quiz or a reason.
#[test]
fn broken_containers_are_refused() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (text, column) in ["question", "a", "b", "answer"].into_iter().zip(0..) {
        sheet.write(0, column, text).unwrap();
        sheet.write(1, column, "a").unwrap();
    }
    let whole = book.save_to_buffer().unwrap();
    for at in (0..whole.len()).step_by(41) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        check_any(&bytes);
        check_any(&whole[..at]);
    }
}

#[test]
fn texts_that_reorder_or_hide_others_lose_that() {
    let table = "question,a,b,answer\n\"a\u{202e}b\u{200b}c\",\u{feff}x,y\u{2066}z,A\n";
    let parsed = read_file("a.csv", table.as_bytes()).unwrap();
    assert!(!parsed.quiz.questions[0].text.contains('\u{202e}'));
    let short = format!("{:?}", parsed.quiz.questions[0].kind);
    assert!(short.contains("\"x\"") && short.contains("\"yz\""), "{short}");
}
