//! Names, encodings and listings.

use quizrain_shared::api::BrokenTable;

use crate::quiz::formats::tests::*;

#[test]
fn the_content_says_the_format() {
    let aiken = "Which?\nA. a\nB. b\nANSWER: B\n";
    for name in ["a.txt", "a.csv", "a", "A.TXT", "dir/a.Aiken", "a.toml.bak"] {
        let file = File { name, bytes: aiken.as_bytes(), encoding: None, beside: &Nothing };
        let (format, read) = parse(&file);
        assert_eq!(
            (format, read.unwrap().quiz.questions.len()),
            (Some(Format::Aiken), 1),
            "{name}"
        );
    }
    for (bytes, what) in [
        (&b""[..], "the file is empty"),
        (b"\xef\xbb\xbf\r\n \r", "the file is empty"),
        (b"hello", "not a quiz file that can be read; expected a quiz"),
        (b"%PDF-1.7", "not a quiz file but a PDF"),
        (b"\x89PNG\r\n", "not a quiz file but a picture"),
        (b"OggS\0\x02", "not a quiz file but a sound"),
        (b"\xd0\xcf\x11\xe0\xa1", "save it as .xlsx or CSV"),
    ] {
        expect(&problems("a", bytes), &[(0, what)]);
    }
}

#[test]
fn texts_are_unicode_or_as_it_was_said() {
    let aiken = "¿Café?\nA. sí\nB. no\nANSWER: B\n";
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(aiken.encode_utf16()).flat_map(bytes).collect()
    };
    let (latin1, _, _) = encoding_rs::WINDOWS_1252.encode(aiken);
    let said = encoding("iso-8859-1").unwrap();
    for (bytes, encoding) in [
        (aiken.as_bytes(), None),
        (format!("\u{feff}{aiken}").as_bytes(), Some(said)),
        (&utf16(u16::to_le_bytes), None),
        (&utf16(u16::to_be_bytes), Some(said)),
        (&latin1, Some(said)),
    ] {
        let file = File { name: "a.txt", bytes, encoding, beside: &Nothing };
        assert_eq!(parse(&file).1.unwrap().quiz.questions[0].text, "¿Café?");
    }
    let broken = File {
        name: "a.txt",
        bytes: b"a\n\xff\xff\n",
        encoding: Some(encoding("gb18030").unwrap()),
        beside: &Nothing,
    };
    let why = parse(&broken).1.unwrap_err().to_string();
    assert!(why.starts_with("a.txt:2: there are bytes that are not gb18030"), "{why}");
    assert_eq!(encoding("latin-nine"), Err(UnknownEncoding("latin-nine".to_owned())));
}

#[test]
fn titles_come_from_file_names() {
    for (name, expected) in [
        ("for-kids.aiken.txt", "For kids"),
        ("science_technology.txt", "Science technology"),
        ("/some/dir/élan  vital.AIKEN", "Élan vital"),
        ("C:\\quizzes\\a.b.txt", "A.b"),
        ("春节.txt", "春节"),
        ("-.aiken.txt", "Quiz"),
        (".txt", "Quiz"),
        ("a\u{7}b.txt", "A b"),
    ] {
        assert_eq!(title(name), expected, "{name}");
    }
    assert_eq!(title(&"x".repeat(500)).chars().count(), MAX_TITLE_CHARS);
}

#[test]
fn a_file_is_small_and_says_where_it_is_no_text() {
    let large = vec![b'a'; MAX_TEXT_BYTES + 1];
    expect(&problems("a.txt", &large), &[(0, "8388609 bytes; 8388608 (8 MiB) at most")]);
    expect(&problems("a.toml", &large), &[(0, "at most")]);
    let latin1 = b"Which?\nA. caf\xe9\nB. b\nANSWER: A\n";
    expect(&problems("a.txt", latin1), &[(2, "byte 7 of the line, 0xe9, is not UTF-8")]);
    expect(&problems("a.toml", b"\xe9"), &[(1, "byte 1 of the line, 0xe9")]);
    expect(&problems("a.txt", b"a\n\xe6\x98"), &[(2, "byte 1 of the line, 0xe6")]);
}

fn wrong(at: At) -> Problem {
    Problem::known(at, BrokenTable::Csv("wrong".to_owned()))
}

#[test]
fn a_listing_shows_twenty_problems() {
    let error = |count: usize| QuizFileError {
        file: "a.txt".into(),
        problems: (0..count)
            .map(|line| match line {
                0 => wrong(At::File),
                line => wrong(At::Line(line)),
            })
            .collect(),
    };
    assert_eq!(error(2).to_string(), "a.txt: wrong\na.txt:1: wrong");
    assert_eq!(error(20).to_string().lines().count(), 20);
    let long = error(34).to_string();
    assert_eq!(long.lines().count(), 21);
    let cell = |column| At::Cell { sheet: Some("S\n1".to_owned()), row: 12, column };
    let listed = [cell(Some(28)), cell(None), At::Entry(3)].map(wrong);
    assert_eq!(
        listing("a", &listed),
        "a, sheet S 1, row 12, column AB: wrong\na, sheet S 1, row 12: wrong\na, question 3: wrong"
    );
    assert_eq!(long.lines().last(), Some("… and 14 more"));
    assert_eq!(
        listing("a\nb", &[wrong(At::Line(3)).expected("right")]),
        "a b:3: wrong; expected right"
    );
}

#[test]
fn messages_are_one_short_line() {
    let said = BrokenTable::Csv(format!("a\n\u{1b}[31m b {}", "x".repeat(1000)));
    let what = Problem::known(At::Line(1), said).what;
    assert!(what.starts_with("a [31m b x") && what.ends_with("x…"), "{what}");
    assert_eq!(what.chars().count(), MAX_PROBLEM_CHARS + 1);
}
