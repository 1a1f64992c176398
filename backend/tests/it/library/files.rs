//! Files are brought and taken over HTTP.

use std::io::Write;
use std::net::TcpStream;

use quizrain_shared::api::{ExportFormat, ExportReport, ImportFile, ImportNeed, ImportReport};
use quizrain_shared::quiz::Quiz;

use super::{ask, create, expect, open, quiz, refused, send_bytes, titles, until};
use crate::common::client::token;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

/// Three questions, the second without an answer.
const AIKEN: &str = "How many moons has Mars?\nA. One\nB. Two\nANSWER: B\n\n\
    Which is no planet?\nA. Pluto\nB. Venus\n\n\
    What is red?\nA. Mars\nB. Neptune\nANSWER: A\n";

fn path(wish: &ImportFile) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("name", &wish.name);
    let without = wish.without.as_ref().map(ToString::to_string);
    for (name, value) in [
        ("encoding", &wish.encoding),
        ("columns", &wish.columns),
        ("save", &wish.save),
        ("title", &wish.title),
        ("without", &without),
    ] {
        query.extend_pairs(value.iter().map(|value| (name, value)));
    }
    format!("/api/imports?{}", query.finish())
}

fn try_import(server: &Server, wish: &ImportFile, file: &[u8]) -> (u16, String) {
    send_bytes(server, ("POST", &path(wish)), &server.host_key(), file.to_vec())
}

pub(super) fn import(server: &Server, wish: &ImportFile, file: &[u8]) -> ImportReport {
    expect(try_import(server, wish, file), 200)
}

pub(super) fn named(name: &str) -> ImportFile {
    ImportFile { name: name.to_owned(), ..ImportFile::default() }
}

async fn who_sends_a_file_slowly_holds_up_nobody(on: On) {
    let server = Server::start_on(on, &[]);
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: 900\r\n\r\nHow",
        path(&named("slow.txt")),
        server.address,
        server.host_key(),
    );
    let slow = || {
        let mut line = TcpStream::connect(&server.address).unwrap();
        line.write_all(head.as_bytes()).unwrap();
        line
    };
    let mut lines = vec![slow(), slow()];
    assert_eq!(import(&server, &named("red.txt"), AIKEN.as_bytes()).questions, 2);
    // There is room for three: beyond that a host is told to come again, and has it once one has gone. The
    // third may come while a quick one is there, and is told so itself then.
    let status = || try_import(&server, &named("red.txt"), AIKEN.as_bytes()).0;
    let full = || {
        lines.push(slow());
        (status() == 503).then_some(())
    };
    until("all room is taken", full).await;
    drop(lines);
    until("there is room again", || (status() == 200).then_some(())).await;
}

async fn a_file_is_looked_at_and_then_imported_in_part(on: On) {
    let server = Server::start_on(on, &[]);
    let before = titles(&server, &quizrain_shared::api::ListQuizzes::default());
    let seen = import(&server, &named("red-planets.txt"), AIKEN.as_bytes());
    assert_eq!((seen.format.as_deref(), seen.questions), (Some("aiken"), 2));
    assert_eq!((seen.title.as_deref(), seen.kinds["single"]), (Some("Red planets"), 2));
    assert_eq!(seen.problems.len(), 1);
    assert!(seen.problems[0].at.to_string().starts_with("line "), "{:?}", seen.problems);
    assert_eq!((seen.saved, seen.needs), (None, None));
    assert_eq!(seen.quiz.unwrap().questions.len(), 2);
    // Nothing has changed by looking.
    assert_eq!(titles(&server, &quizrain_shared::api::ListQuizzes::default()), before);

    let wish = ImportFile {
        save: Some("00000000000000aa".to_owned()),
        title: Some("Mars".to_owned()),
        without: Some("0".parse().unwrap()),
        ..named("red-planets.txt")
    };
    let first = import(&server, &wish, AIKEN.as_bytes()).saved.unwrap();
    // Sent twice, it is one quiz.
    assert_eq!(import(&server, &wish, AIKEN.as_bytes()).saved.unwrap(), first);
    assert_eq!(first.id, "00000000000000aa");
    let made = open(&server, &first.id).quiz;
    let texts: Vec<_> = made.questions.iter().map(|it| it.text.as_str()).collect();
    assert_eq!((made.title.as_str(), texts), ("Mars", vec!["What is red?"]));

    let none = ImportFile { without: Some("0-1".parse().unwrap()), ..wish.clone() };
    refused(try_import(&server, &none, AIKEN.as_bytes()), 400, "no question is chosen");
    let id = ImportFile { save: Some("../x".to_owned()), ..wish.clone() };
    refused(try_import(&server, &id, AIKEN.as_bytes()), 400, "16 hex digits");
    let long = ImportFile { title: Some("x".repeat(121)), ..wish };
    refused(try_import(&server, &long, AIKEN.as_bytes()), 400, "121 characters");
}

async fn what_a_file_does_not_say_is_asked_for(on: On) {
    let server = Server::start_on(on, &[]);
    let file = b"Welche Farbe hat \xe4therisches \xd6l?\nA. Gr\xfcn\nB. Keine\nANSWER: B\n";
    let asked = import(&server, &named("oel.txt"), file);
    assert_eq!((asked.needs, asked.title), (Some(ImportNeed::Encoding), None));
    let said = ImportFile { encoding: Some("windows-1252".to_owned()), ..named("oel.txt") };
    let read = import(&server, &said, file).quiz.unwrap();
    assert_eq!(read.questions[0].text, "Welche Farbe hat ätherisches Öl?");
    let wrong = ImportFile { encoding: Some("klingon".to_owned()), ..named("oel.txt") };
    refused(try_import(&server, &wrong, file), 400, "klingon");

    let table = b"x,y,z,q\nHow many?,One,Two,2\nWhich?,This,That,1\n";
    let asked = import(&server, &named("table.csv"), table);
    assert_eq!((asked.needs, asked.questions), (Some(ImportNeed::Columns), 0));
    let columns = "header=1,question=A,choices=B-C,correct=D".to_owned();
    let said = ImportFile { columns: Some(columns), ..named("table.csv") };
    assert_eq!(import(&server, &said, table).questions, 2);
    let wrong = ImportFile { columns: Some("colour=A".to_owned()), ..named("table.csv") };
    refused(try_import(&server, &wrong, table), 400, "colour=A");
    // A picture asks for no encoding.
    let strange = import(&server, &named("x.png"), b"\x89PNG\r\n\x1a\n\xff\xff");
    assert_eq!((strange.needs, strange.problems.len()), (None, 1));
}

async fn a_quiz_is_taken_away_and_comes_back(on: On) {
    let server = Server::start_on(on, &[]);
    let written = quiz("春节 / \"fun\"", &["One?", "Two?"]);
    let made = create(&server, &written, &[]);
    let formats: Vec<ExportFormat> = expect(ask(&server, "GET", "/api/formats", None), 200);
    assert!(formats.iter().any(|format| format.name == "quizrain-toml"), "{formats:?}");
    for ExportFormat { name, ending, .. } in formats {
        let path = format!("/api/quizzes/{}/export?format={name}", made.id);
        let report: ExportReport =
            expect(ask(&server, "GET", &format!("{path}&check=true"), None), 200);
        assert_eq!((report.format, report.file), (name.clone(), format!("春节-fun.{ending}")));
        if !matches!(ending.as_str(), "toml" | "yaml" | "json") {
            continue;
        }
        let (status, text) = ask(&server, "GET", &path, None);
        assert_eq!((status, report.lost), (200, Vec::new()), "{text}");
        let back = import(&server, &named(&format!("x.{ending}")), text.as_bytes());
        assert_eq!(back.quiz, Some(written.clone()), "{name}: {:?}", back.problems);
    }
    let path = format!("/api/quizzes/{}/export?format=word", made.id);
    refused(ask(&server, "GET", &path, None), 400, "format");
    refused(ask(&server, "GET", "/api/quizzes/nine/export?format=quizrain-toml", None), 404, "");
}

async fn a_file_may_be_hostile(on: On) {
    let server = Server::start_on(on, &[]);
    let wish = named("x.txt");
    let stranger = token(9).reveal();
    let (status, _) = send_bytes(&server, ("POST", &path(&wish)), &stranger, AIKEN.into());
    assert_eq!(status, 403);
    for without in ["4-2", "0,0", "x", "0-99999"] {
        let path = format!("/api/imports?name=x.txt&without={without}");
        let answer = send_bytes(&server, ("POST", &path), &server.host_key(), AIKEN.into());
        refused(answer, 400, "positions of questions");
    }
    for file in [b"".as_slice(), b"\0\0\0\0", b"PK\x03\x04", b"{", b"\xff\xfe"] {
        let report = import(&server, &wish, file);
        assert_eq!((report.quiz, report.problems.is_empty()), (None::<Quiz>, false), "{file:?}");
    }
}

on_both!(
    who_sends_a_file_slowly_holds_up_nobody,
    a_file_is_looked_at_and_then_imported_in_part,
    what_a_file_does_not_say_is_asked_for,
    a_quiz_is_taken_away_and_comes_back,
    a_file_may_be_hostile,
);
