//! The sound of a question: with the question, and as a host has it played again.

use std::fs;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{HostFrame, Refusal, ServerFrame, Stage};

use crate::common::client::Client;
use crate::common::server::Server;
use crate::library::sounds::wav;

const QUIZ: &str = r#"title = "Heard"
[[question]]
text = "What rings?"
kind = "true_false"
correct = true
read_seconds = 5
sound = { file = "a.wav", words = "A bell" }
[[question]]
text = "What is silent?"
kind = "true_false"
correct = true
"#;

/// Waits until a client is told what is to become of the sound of a round.
async fn told(client: &mut Client) -> (u16, bool) {
    let sound = |frame| match frame {
        ServerFrame::Sound { round, play } => Some((round, play)),
        _ => None,
    };
    client.until(sound).await
}

#[tokio::test]
async fn hosts_and_screens_play_a_sound_and_players_hear_of_its_words() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("heard.toml"), QUIZ).unwrap();
    fs::write(folder.path().join("a.wav"), wav(500)).unwrap();
    let server = Server::start_with(&["--quizzes", folder.path().to_str().unwrap()]);
    let hosted = server.create_game("Heard");
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    // Nothing of it is known before its question.
    let seen = host.stage.as_ref().unwrap().at.seq;
    host.send(&HostFrame::Sound { play: true, seen }).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
    host.make(Move::Ask).await;
    let reading = anna.stage(Kind::Reading).await.stage;
    let heard = reading.sound().unwrap().clone();
    assert_eq!((heard.media, heard.ms, heard.words.as_str()), (None, 500, "A bell"));
    let shown = screen.stage(Kind::Reading).await.stage;
    assert!(shown.sound().unwrap().media.is_some());
    let reading = host.stage(Kind::Reading).await;
    assert_eq!(reading.stage, shown);
    let seen = reading.at.seq;
    // Whoever comes later is told the same by their welcome.
    let late = Client::seated(&server, &hosted, 2, "Ben").await;
    assert_eq!(late.stage.as_ref().unwrap().stage.sound(), Some(&heard));
    for play in [true, false] {
        host.send(&HostFrame::Sound { play, seen }).await;
        assert_eq!(told(&mut host).await, (0, play));
        assert_eq!(told(&mut screen).await, (0, play));
    }
    host.send(&HostFrame::Sound { play: true, seen: seen - 1 }).await;
    assert_eq!(host.refusal().await, Refusal::Stale);
    host.make(Move::Open).await;
    // A phone hears of the question next, and of no wish in between.
    let open = loop {
        match anna.next().await.unwrap() {
            ServerFrame::Stage(stage) if stage.phase.kind == Kind::Asking => break stage.stage,
            ServerFrame::Sound { .. } => panic!("phones play nothing"),
            _ => {}
        }
    };
    let Stage::Asking { question } = &open else { panic!("{open:?}") };
    assert_eq!(question.sound.as_ref(), Some(&heard));
    host.stage(Kind::Asking).await;
    host.make(Move::Close).await;
    let revealed = host.stage(Kind::Revealed).await.stage;
    assert!(revealed.sound().unwrap().media.is_some());
    assert_eq!(anna.stage(Kind::Revealed).await.stage.sound(), Some(&heard));
    host.make(Move::Ask).await;
    let seen = host.stage(Kind::Asking).await.at.seq;
    host.send(&HostFrame::Sound { play: true, seen }).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
}
