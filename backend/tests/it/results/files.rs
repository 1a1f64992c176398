//! Results as files: a sheet program reads what the API says, and names are never formulas.

use std::io::{Cursor, Read};

use calamine::{Data, Reader, Xlsx};
use quizrain_shared::api::{ResultPackets, ResultPlayers};

use super::{TRUTH, ask_all, path, players, results};
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};
use crate::kinds::with_quizzes;
use crate::receipts::end;

on_both!(a_rain_is_in_the_file_as_the_ledger_has_it);

/// Names and answers that a sheet program would take for formulas.
const NAMES: [&str; 6] = ["=1+1", "@x", "+7", "-3", "＝1", "a,\"b\""];

/// What whoever has this name typed as their name and as their answer: a name has one form of each letter.
fn typed(name: &str) -> &str {
    if name == "=1" { "＝1" } else { name }
}

const TYPED: &str = "[[question]]\ntext = \"=What?\"\nkind = \"typed\"\naccepted = [\"x\"]\n";

/// What is asked of a file, and what it answers.
fn ask(
    server: &Server,
    hosted: &HostRight,
    rest: &str,
    known: Option<&str>,
) -> ureq::http::Response<ureq::Body> {
    let url = format!("http://{}{}", server.as_ref(), path(hosted.game, rest));
    let right = format!("Bearer {}", hosted.token.reveal());
    let mut request = ureq::get(url).header("Authorization", right);
    if let Some(known) = known {
        request = request.header("If-None-Match", known);
    }
    request.call().unwrap()
}

/// The bytes of a file.
fn file(server: &Server, hosted: &HostRight, rest: &str) -> (Vec<u8>, String) {
    let mut answer = ask(server, hosted, rest, None);
    let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    (answer.body_mut().read_to_vec().unwrap(), name)
}

type Rows = Vec<Vec<Data>>;

fn sheets(bytes: Vec<u8>) -> Vec<(String, Rows)> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    let names = book.sheet_names();
    let rows = |book: &mut Xlsx<_>, name: &str| -> Rows {
        let range = book.worksheet_range(name).unwrap();
        assert!(book.worksheet_formula(name).unwrap().is_empty(), "{name} has formulas");
        range.rows().map(<[Data]>::to_vec).collect()
    };
    names.into_iter().map(|name| (name.clone(), rows(&mut book, &name))).collect()
}

fn sheet<'s>(sheets: &'s [(String, Rows)], name: &str) -> &'s Rows {
    &sheets.iter().find(|(it, _)| it == name).unwrap().1
}

/// The cells of a column by its title.
fn column(rows: &Rows, title: &str) -> Vec<Data> {
    let at = rows[0].iter().position(|it| *it == Data::String(title.into())).unwrap();
    rows[1..].iter().map(|row| row.get(at).cloned().unwrap_or(Data::Empty)).collect()
}

fn text(cell: &str) -> Data {
    Data::String(cell.to_owned())
}

fn number(cell: impl Into<f64>) -> Data {
    Data::Float(cell.into())
}

/// A game of one typed and one true question; everybody types their own name.
async fn played(server: &Server) -> HostRight {
    let hosted = server.create_game("Test");
    let mut host = Client::host(server, &hosted).await;
    let mut seated = Vec::new();
    for (number, name) in (1..).zip(NAMES) {
        seated.push(Client::seated(server, &hosted, number, name).await);
    }
    host.make(quizrain_shared::phase::Move::Ask).await;
    host.stage(quizrain_shared::phase::Kind::Asking).await;
    for (player, name) in seated.iter_mut().zip(NAMES) {
        let answer = quizrain_shared::question::Answer::try_from(name.as_bytes()).unwrap();
        player.answer_with(0, answer).await;
    }
    host.make(quizrain_shared::phase::Move::Close).await;
    host.stage(quizrain_shared::phase::Kind::Revealed).await;
    end(&mut host, server).await;
    hosted
}

#[tokio::test]
async fn a_sheet_has_what_the_api_says_and_no_formulas() {
    let (_folder, server) = with_quizzes([("Test", TYPED.to_owned())]);
    let hosted = played(&server).await;
    let (bytes, name) = file(&server, &hosted, ".xlsx");
    assert_eq!(
        name,
        format!("attachment; filename=\"quizrain-{}-results.xlsx\"", hosted.pin.number())
    );
    let sheets = sheets(bytes);
    let names: Vec<_> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["summary", "players", "answers", "questions", "rains", "packets"]);
    let ResultPlayers { players, .. } = players(&server, &hosted);
    let rows = sheet(&sheets, "players");
    let expected = |of: &dyn Fn(&quizrain_shared::api::PlayerResult) -> Data| -> Vec<Data> {
        players.iter().map(of).collect()
    };
    assert_eq!(column(rows, "name"), expected(&|it| text(&it.nickname)));
    assert_eq!(column(rows, "place"), expected(&|it| number(it.place)));
    assert_eq!(column(rows, "rank"), expected(&|it| number(it.rank.unwrap())));
    assert_eq!(column(rows, "score"), expected(&|it| number(it.score as f64)));
    assert_eq!(column(rows, "answered"), expected(&|it| number(it.answered)));
    assert_eq!(column(rows, "right"), expected(&|it| number(it.full)));
    let seconds = |ms: u32| number(f64::from(ms) / 1000.0);
    assert_eq!(column(rows, "mean_seconds"), expected(&|it| seconds(it.mean_ms.unwrap())));
    let answers = sheet(&sheets, "answers");
    assert_eq!(column(answers, "answer"), expected(&|it| text(typed(&it.nickname))));
    assert_eq!(column(answers, "name"), expected(&|it| text(&it.nickname)));
    assert_eq!(column(answers, "grade"), vec![text("wrong"); NAMES.len()]);
    let told = results(&server, &hosted);
    let questions = sheet(&sheets, "questions");
    assert_eq!(column(questions, "text"), [text("=What?")]);
    assert_eq!(column(questions, "answered"), [number(told.questions[0].answered)]);
    assert_eq!(column(questions, "right_percent"), [number(0.0)]);
    let summary = sheet(&sheets, "summary");
    assert_eq!(summary[1], [text("title"), text("Test")]);
    assert_eq!(summary[2], [text("pin"), number(hosted.pin.number())]);

    says_nothing_of_when_it_was_asked_for(&server, &hosted);
    lines_begin_no_formula(&server, &hosted);

    // And as JSON, with the words of the columns.
    let (bytes, _) = file(&server, &hosted, ".json");
    let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    for (at, player) in players.iter().enumerate() {
        assert_eq!(json["players"][at]["name"], player.nickname);
        assert_eq!(json["players"][at]["score"], player.score);
        assert_eq!(json["answers"][at]["answer"], typed(&player.nickname));
    }
    assert_eq!(
        (&json["rains"], &json["summary"][0]["value"]),
        (&serde_json::json!([]), &"Test".into())
    );
}

/// A file does not say when it was asked for, and whoever has it is told that it is still so.
fn says_nothing_of_when_it_was_asked_for(server: &Server, hosted: &HostRight) {
    let mut book = zip::ZipArchive::new(Cursor::new(file(server, hosted, ".xlsx").0)).unwrap();
    let mut made = String::new();
    book.by_name("docProps/core.xml").unwrap().read_to_string(&mut made).unwrap();
    assert_eq!(made.matches("2000-01-01T00:00:00Z").count(), 2, "{made}");
    for rest in [".xlsx", ".csv", ".json"] {
        let etag = ask(server, hosted, rest, None).headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(ask(server, hosted, rest, Some(&etag)).status(), 304, "{rest}");
    }
}

/// The same as lines: no cell begins as a formula does.
fn lines_begin_no_formula(server: &Server, hosted: &HostRight) {
    let (bytes, name) = file(server, hosted, ".csv?table=players");
    assert!(name.ends_with("-players.csv\""), "{name}");
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap();
    let mut lines = csv::Reader::from_reader(bytes);
    let read: Vec<String> = lines.records().map(|row| row.unwrap()[2].to_owned()).collect();
    let plain = read.iter().map(|it| typed(it.strip_prefix('\'').unwrap_or(it)));
    assert!(read.iter().all(|it| !it.starts_with(['=', '+', '-', '@', '＝'])), "{read:?}");
    let mut plain: Vec<&str> = plain.collect();
    plain.sort_unstable();
    let mut names = NAMES;
    names.sort_unstable();
    assert_eq!(plain, names);
    let (bytes, _) = file(server, hosted, ".csv");
    assert_eq!(csv::Reader::from_reader(&bytes[..]).records().count(), NAMES.len());
}

async fn a_rain_is_in_the_file_as_the_ledger_has_it(on: On) {
    let folder = tempfile::tempdir().unwrap();
    let quiz = format!("title = \"Test\"\nlanguage = \"en\"\n{TRUTH}");
    std::fs::write(folder.path().join("test.toml"), quiz).unwrap();
    let server = Server::start_on(on, &["--quizzes", folder.path().to_str().unwrap()]);
    let hosted = server.create_game("Test");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    ask_all(&mut host, &mut [&mut anna], 1).await;
    host.open_rain(crate::common::plan("CNY", 100, 2)).await;
    anna.grab().await.unwrap();
    host.stage(quizrain_shared::phase::Kind::RainDone).await;
    end(&mut host, &server).await;
    let sheets = sheets(file(&server, &hosted, ".xlsx").0);
    let rains = sheet(&sheets, "rains");
    let told = &results(&server, &hosted).rains[0];
    let major = |amount: quizrain_shared::money::Minor| number(amount.0 as f64 / 100.0);
    assert_eq!(column(rains, "currency"), [text("CNY")]);
    assert_eq!(column(rains, "state"), [text("settled")]);
    assert_eq!(column(rains, "funded"), [major(told.funded.amount)]);
    assert_eq!(column(rains, "credited"), [major(told.credited.amount)]);
    assert_eq!(column(rains, "returned"), [major(told.returned.amount)]);
    assert_eq!(column(rains, "caught_packets"), [number(1)]);
    // And who caught it.
    let packets = sheet(&sheets, "packets");
    let page: ResultPackets = server
        .get_json(&format!("/api/games/{}/results/packets", hosted.game), &hosted.token.reveal());
    let [packet] = &page.packets[..] else { panic!("{page:?}") };
    assert_eq!(column(packets, "name"), [text("Anna")]);
    // In an open game nobody is told whose account it is.
    assert_eq!((column(packets, "account"), packet.account), (vec![Data::Empty], None));
    assert_eq!(column(packets, "amount"), [major(told.credited.amount)]);
    assert_eq!(column(packets, "packet"), [number(packet.packet)]);
    assert_eq!((packet.rain, packet.place, page.next), (1, Some(1), None));
    assert_eq!((packet.amount, packet.payout), (told.credited.amount, None));
}
