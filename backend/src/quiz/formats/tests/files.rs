//! Names, encodings and listings.

use crate::quiz::formats::tests::*;

#[test]
fn the_name_says_the_format() {
    for name in ["a.csv", "a", "toml", "", "a.toml.bak", "/x.toml/a"] {
        expect(&problems(name, ""), &[(0, "expected .toml (Quizrain), or .txt or .aiken")]);
    }
    let aiken = "Which?\nA. a\nB. b\nANSWER: B\n";
    for name in ["a.txt", "a.aiken", "a.aiken.txt", "A.TXT", "dir/a.Aiken"] {
        assert_eq!(
            parse(name, aiken.as_bytes(), &Nothing).unwrap().quiz.questions.len(),
            1,
            "{name}"
        );
    }
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
fn a_file_is_small_utf8_text() {
    let large = vec![b'a'; MAX_FILE_BYTES + 1];
    expect(&problems("a.txt", &large), &[(0, "2097153 bytes; 2097152 (2 MiB) at most")]);
    expect(&problems("a.toml", &large), &[(0, "at most")]);
    let latin1 = b"Which?\nA. caf\xe9\nB. b\nANSWER: A\n";
    expect(&problems("a.txt", latin1), &[(2, "byte 7 of the line, 0xe9, is not UTF-8")]);
    expect(&problems("a.toml", b"\xe9"), &[(1, "byte 1 of the line, 0xe9")]);
    expect(&problems("a.txt", b"a\n\xe6\x98"), &[(2, "byte 1 of the line, 0xe6")]);
    for utf16 in [b"\xff\xfeW\0", b"\xfe\xff\0W"] {
        expect(&problems("a.txt", utf16), &[(0, "UTF-16; save it as UTF-8")]);
    }
}

#[test]
fn a_listing_shows_twenty_problems() {
    let error = |count: usize| QuizFileError {
        file: "a.txt".into(),
        problems: (0..count).map(|line| Problem::new(line, "wrong")).collect(),
    };
    assert_eq!(error(2).to_string(), "a.txt: wrong\na.txt:1: wrong");
    assert_eq!(error(20).to_string().lines().count(), 20);
    let long = error(34).to_string();
    assert_eq!(long.lines().count(), 21);
    assert_eq!(long.lines().last(), Some("… and 14 more"));
    assert_eq!(listing("a\nb", &[Problem::new(3, "wrong")]), "a b:3: wrong");
}

#[test]
fn messages_are_one_short_line() {
    let what = Problem::new(1, format!("a\n\u{1b}[31m b {}", "x".repeat(1000))).what;
    assert!(what.starts_with("a [31m b x") && what.ends_with("x…"), "{what}");
    assert_eq!(what.chars().count(), MAX_PROBLEM_CHARS + 1);
}
