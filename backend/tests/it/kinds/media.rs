//! Pictures: from the file beside a quiz to a phone.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::Stage;

use super::{PNG, with_quiz};
use crate::common::client::Client;
use crate::common::server::run;

const QUIZ: &str = r#"
[[question]]
text = "What is it?"
kind = "true_false"
correct = true
picture = { file = "p.png", alt = "A dot" }
"#;

#[tokio::test]
async fn a_picture_is_served_by_what_is_in_it() {
    let (_folder, server, hosted) = with_quiz(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::Ask).await;
    let Stage::Asking { question } = host.stage(Kind::Asking).await.stage else { panic!() };
    let picture = question.picture.unwrap();
    assert_eq!((picture.width, picture.height, picture.alt.as_str()), (1, 1, "A dot"));
    let path = format!("/media/{}", picture.media);
    // Whoever asks first and whoever asks again.
    for _ in 0..2 {
        let mut socket = TcpStream::connect(&server.address).unwrap();
        let host = &server.address;
        write!(socket, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).unwrap();
        let head = String::from_utf8_lossy(&answer).into_owned();
        assert!(head.starts_with("HTTP/1.1 200 ") && answer.ends_with(PNG), "{head}");
        assert!(head.contains("content-type: image/png\r\n"), "{head}");
        assert!(head.contains("cache-control: public, max-age=31536000, immutable\r\n"), "{head}");
    }
    for nothing in ["0", "00000000000000000000000000000000", "../p.png", "%00"] {
        assert_eq!(server.get(&format!("/media/{nothing}"), "").0, 404, "{nothing}");
    }
}

#[test]
fn files_that_are_no_pictures_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text.png"), "no picture").unwrap();
    fs::create_dir(at("folder.png")).unwrap();
    fs::write(at("p.png"), PNG).unwrap();
    for (name, what) in [
        ("none.png", "cannot read"),
        ("text.png", "expected PNG, JPEG or WebP"),
        ("folder.png", "cannot read"),
        ("../p.png", "expected the name of a file beside the quiz file"),
        ("/etc/passwd", "expected the name of a file beside the quiz file"),
        ("", "expected the name of a file beside the quiz file"),
    ] {
        let quiz = format!("title = \"T\"\n{}", QUIZ.replace("p.png", name));
        fs::write(at("quiz.toml"), quiz).unwrap();
        let file = at("quiz.toml");
        let output = run(&at("data"), &["import", file.to_str().unwrap()]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(what), "{name}: {said}");
        assert!(said.contains("quiz.toml:7: question 1"), "{name}: {said}");
    }
}
