//! What is sent before a reveal does not depend on the key.

use quizrain_shared::ids::Pin;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet, NumberView, Place};
use quizrain_shared::wire::{Encoding, PlayerFrame, Refusal, ServerFrame, StageAt};

use super::with_quizzes;
use crate::common::client::{Client, token};
use crate::common::server::{HostRight, Server};

/// Kind, what is the same, one key and another one.
const KINDS: [(&str, &str, &str, &str); 8] = [
    ("single", r#"choices = ["a", "b", "c"]"#, "correct = [1]", "correct = [3]"),
    ("multiple", r#"choices = ["a", "b", "c"]"#, "correct = [1]", "correct = [2, 3]"),
    ("true_false", "", "correct = true", "correct = false"),
    ("typed", "", r#"accepted = ["Paris"]"#, r#"accepted = ["Lyon", "Lugdunum"]"#),
    ("number", "min = 0\nmax = 100", "correct = 1", "correct = 90\ntolerance = 5"),
    ("order", "", r#"items = ["a", "b", "c"]"#, r#"items = ["c", "a", "b"]"#),
    ("match", "", r#"pairs = [["a", "x"], ["b", "y"]]"#, r#"pairs = [["a", "y"], ["b", "x"]]"#),
    (
        "hotspot",
        r#"picture = { file = "p.png", alt = "A dot" }"#,
        "region = { x = 0, y = 0, width = 10, height = 10 }",
        "region = { x = 50, y = 50, width = 20, height = 20, round = true }",
    ),
];

fn answer_to(kind: &str) -> Answer {
    let bytes = |bytes: &[u8]| Answer::try_from(bytes).unwrap();
    match kind {
        "typed" => bytes(b"Rome"),
        "number" => NumberView::answer(50),
        "order" => bytes(&[2, 1, 0]),
        "match" => bytes(&[1, 0]),
        "hotspot" => Place { x: 9999, y: 1 }.into(),
        _ => ChoiceSet(0b10).into(),
    }
}

/// Ids and times differ from game to game; what is left must not depend on the key.
fn without_chance(frame: &ServerFrame) -> Option<Vec<u8>> {
    let mut frame = frame.clone();
    let blank = |stage: &mut StageAt| {
        stage.at.incarnation.0 = [0; 8];
        (stage.opens_ms, stage.closes_ms) =
            (0, stage.closes_ms - stage.opens_ms.min(stage.closes_ms));
    };
    match &mut frame {
        ServerFrame::Welcome(welcome) => {
            blank(&mut welcome.stage);
            welcome.now_ms = 0;
            welcome.game.game.0 = [0; 8];
            welcome.game.promise.0 = [0; 32];
            welcome.game.pin = Pin::new(100_000).unwrap();
            welcome.game.title.clear();
            // As told at the last tick.
            (welcome.lobby.players, welcome.answered) = (0, 0);
            welcome.lobby.newest.clear();
        }
        // Whoever comes first may hear where a new game stands once more.
        ServerFrame::Stage(stage) if stage.phase.kind == Kind::Lobby => return None,
        ServerFrame::Stage(stage) => blank(stage),
        // When these come depends on the clock alone.
        ServerFrame::Heartbeat { .. }
        | ServerFrame::Lobby(_)
        | ServerFrame::Progress { .. }
        | ServerFrame::Refused(Refusal::Unavailable) => return None,
        _ => {}
    }
    Some(Encoding::Postcard.encode(&frame))
}

/// Everything that a player, the screen and the host receive before the first reveal.
async fn frames(server: &Server, hosted: &HostRight, answer: Answer) -> [Vec<Vec<u8>>; 3] {
    let mut host = Client::host(server, hosted).await;
    let mut screen = Client::screen(server, hosted).await;
    let mut player = Client::seated(server, hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    player.stage(Kind::Reading).await;
    player.stage(Kind::Asking).await;
    player.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(1) }).await;
    player.welcome().await;
    player.answer_with(0, answer).await;
    player.stage(Kind::Revealed).await;
    screen.stage(Kind::Revealed).await;
    host.stage(Kind::Revealed).await;
    [&player, &screen, &host].map(|client| {
        let revealed = |frame: &&ServerFrame| {
            let revealed = |stage: &StageAt| stage.phase.kind == Kind::Revealed;
            !matches!(frame, ServerFrame::Stage(stage) if revealed(stage))
        };
        let mut frames: Vec<_> =
            client.seen.iter().take_while(revealed).filter_map(without_chance).collect();
        // Where the server was busy, something was asked and answered again.
        frames.dedup();
        frames
    })
}

#[tokio::test]
async fn nothing_before_the_reveal_depends_on_the_key_of_any_kind() {
    let quiz = |kind: &str, same: &str, key: &str| {
        let head = "text = \"Which?\"\nread_seconds = 1\nseconds = 60";
        format!("[[question]]\n{head}\nkind = \"{kind}\"\n{same}\n{key}\n")
    };
    let titles: Vec<[String; 2]> = KINDS
        .iter()
        .map(|(kind, ..)| ["one", "other"].map(|which| format!("{kind} {which}")))
        .collect();
    let quizzes = KINDS.iter().zip(&titles).flat_map(|((kind, same, one, other), titles)| {
        [(&*titles[0], quiz(kind, same, one)), (&*titles[1], quiz(kind, same, other))]
    });
    let (_folder, server) = with_quizzes(quizzes);
    for ((kind, ..), [one, other]) in KINDS.iter().zip(&titles) {
        let games = [one, other].map(|title| server.create_game(title));
        let (one, other) = tokio::join!(
            frames(&server, &games[0], answer_to(kind)),
            frames(&server, &games[1], answer_to(kind))
        );
        // Welcome, welcome after joining, reading, asking, welcome, answered, closing.
        assert_eq!((one[0].len(), one[1].len(), one[2].len()), (7, 4, 7), "{kind}");
        assert_eq!(one, other, "{kind}");
    }
}
