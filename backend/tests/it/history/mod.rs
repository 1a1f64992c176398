//! The log of a game: written whole, whatever fails, and the game is played again from it to the
//! point.

mod chance;
mod interrupted;
mod random;
mod replayed;
mod stream;
mod tampered;

use std::fs;
use std::process::Output;

use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, NumberView};
use quizrain_shared::rain::{Eligibility, RainPlan};
use tempfile::TempDir;

use crate::common::client::Client;
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::{HostRight, Server, run};

/// Questions of several kinds, with a slide and time to read among them, in which rank, bonus and
/// what is taken off all differ.
const QUIZ: &str = r#"
title = "Test"
language = "en"

[scoring]
wrong_percent = 25
streak_bonus = true

[[question]]
text = "One?"
choices = ["a", "b", "c"]
correct = [1]

[[question]]
text = "A word."
kind = "slide"

[[question]]
text = "Several?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]

[[question]]
text = "Capital of France?"
kind = "typed"
accepted = ["Paris"]
read_seconds = 1

[[question]]
text = "Tea or coffee?"
kind = "poll"
choices = ["tea", "coffee"]

[[question]]
text = "How many?"
kind = "number"
min = 0
max = 10
correct = 3
credit_within = 2
"#;

/// The answers of each player to each round; nothing on the slide.
fn answers(round: u16) -> [Option<Answer>; 4] {
    let set = |bits| Some(quizrain_shared::question::ChoiceSet(bits).into());
    let text = |text: &str| Some(Answer::try_from(text.as_bytes()).unwrap());
    let number = |number| Some(NumberView::answer(number));
    match round {
        0 => [set(1), set(1), set(2), None],
        2 => [set(0b101), set(0b001), set(0b010), None],
        3 => [text("paris"), text("London"), text("Paris"), None],
        4 => [set(1), set(2), None, None],
        _ => [number(3), number(4), number(9), None],
    }
}

/// A folder with that quiz alone.
fn quizzes() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    folder
}

/// A server with that quiz alone.
fn serve(on: On) -> (TempDir, Server) {
    let folder = quizzes();
    let server = Server::start_on(on, &["--quizzes", folder.path().to_str().unwrap()]);
    (folder, server)
}

/// Half of the players, rounded up, may catch.
fn for_the_best() -> RainPlan {
    RainPlan { eligibility: Eligibility::TopShare(50), ..plan("CNY", 100, 2) }
}

/// A host and four players, the last of whom answers nothing.
async fn seats(at: &impl AsRef<str>, hosted: &HostRight) -> (Client, Vec<Client>) {
    let host = Client::host(at, hosted).await;
    let mut players = Vec::new();
    for (number, name) in (1..).zip(["Anna", "李雷", "Ömer", "Zoë"]) {
        players.push(Client::seated(at, hosted, number, name).await);
    }
    (host, players)
}

/// Plays the next round, until it is revealed or the slide is shown.
async fn round(host: &mut Client, players: &mut [Client], round: u16) {
    host.make(Move::Ask).await;
    if round == 1 {
        host.stage(Kind::Slide).await;
        return;
    }
    host.stage(Kind::Asking).await;
    for (player, answer) in players.iter_mut().zip(answers(round)) {
        if let Some(answer) = answer {
            player.stage(Kind::Asking).await;
            player.answer_with(round, answer).await;
        }
    }
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
}

/// Ends the game and waits until its log is finished.
pub(crate) async fn end(host: &mut Client, server: &Server) {
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
}

/// Plays a game again.
pub(crate) fn replay(server: &Server, game: &str) -> Output {
    let url = server.database_url();
    run(server.dir(), &["replay", game, "--database-url", url.as_str()])
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that nothing differs; the sentence.
pub(crate) fn is_equal(server: &Server, game: GameId) -> String {
    let output = replay(server, &game.to_string());
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("is as the log says") && said.lines().count() == 1, "{said}");
    said
}
