use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quizrain_shared::phase::Kind;
use quizrain_shared::question::Answer;
use quizrain_shared::wire::PlayerFrame;

use crate::common::client::{Client, token};
use crate::common::server::Server;

/// An example in a language; killed where the test fails.
struct Example(Child);

impl Drop for Example {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays the game of an example, and reads what it prints.
async fn play(program: &str, file: &str) {
    let server = Server::start();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(file);
    let child = Command::new(program)
        .arg(path)
        .arg(format!("http://{}", server.address))
        .env("QUIZRAIN_KEY", server.host_key())
        .env("no_proxy", "*")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} is needed: {error}"));
    let mut example = Example(child);
    let mut printed = BufReader::new(example.0.stdout.take().unwrap());
    let mut join = String::new();
    printed.read_line(&mut join).unwrap();
    let pin = join.trim().rsplit('/').next().unwrap().parse().unwrap();
    let mut player =
        Client::open(&server, "/ws/player", quizrain_shared::wire::Encoding::Json).await;
    player.send(&PlayerFrame::Hello { pin, token: token(1) }).await;
    player.welcome().await;
    player.join("Mei").await;
    // Right, and wrong.
    for round in 0..2 {
        player
            .stage_where(|it| it.phase.kind == Kind::Asking && it.phase.round() == Some(round))
            .await;
        let answer = Answer::try_from(&[1][..]).unwrap();
        player.send(&PlayerFrame::Answer { round, answer }).await;
        player
            .stage_where(|it| it.phase.kind == Kind::Revealed && it.phase.round() == Some(round))
            .await;
    }
    player.stage(Kind::Ended).await;
    let mut rest = String::new();
    printed.read_to_string(&mut rest).unwrap();
    assert!(example.0.wait().unwrap().success(), "{rest}");
    let score = player.last_outcome().map(|it| it.score).unwrap();
    assert!(score > 0);
    assert_eq!(rest, format!("1 Mei {score}\n"));
}

#[tokio::test]
async fn the_example_in_python_plays_a_game_to_its_end() {
    play("python3", "play.py").await;
}

#[tokio::test]
async fn the_example_in_shell_plays_a_game_to_its_end() {
    play("bash", "play.sh").await;
}
