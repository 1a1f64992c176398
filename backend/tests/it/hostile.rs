//! Bad input of every kind gets a clear answer, and harms nobody.

use std::num::NonZeroU16;
use std::time::{Duration, Instant};

use quizrain_shared::api::CreateGame;
use quizrain_shared::ids::Pin;
use quizrain_shared::name::InvalidName;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, Refusal, ScreenFrame, ServerFrame};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common;
use crate::common::client::{Client, request, token};
use crate::common::contribution;
use crate::common::server::{DEADLINE, HostRight, Server};

fn game(args: &[&str]) -> (Server, HostRight) {
    let server = Server::start_with(args);
    let hosted = server.create_game("How computers count");
    (server, hosted)
}

#[tokio::test]
async fn an_unknown_pin_is_refused_everywhere() {
    let (server, hosted) = game(&[]);
    let pin = Pin::new(if hosted.pin.number() == 100_000 { 100_001 } else { 100_000 }).unwrap();
    let mut player = Client::open(&server, "/ws/player", Encoding::Postcard).await;
    player.send(&PlayerFrame::Hello { pin, token: token(1) }).await;
    let mut screen = Client::open(&server, "/ws/screen", Encoding::Json).await;
    screen.send(&ScreenFrame::Hello { pin }).await;
    for client in [&mut player, &mut screen] {
        assert_eq!(client.refusal().await, Refusal::UnknownPin);
        assert_eq!(client.closed().await, 4004);
    }
}

#[tokio::test]
async fn nicknames_are_checked_and_belong_to_one_player() {
    let (server, hosted) = game(&[]);
    let mut anna = Client::seated(&server, &hosted, 1, "王芳").await;
    let mut other = Client::player(&server, &hosted, 2).await;
    other.welcome().await;
    for (nickname, why) in [
        ("", Refusal::Nickname(InvalidName::Empty)),
        (" \u{3000}", Refusal::Nickname(InvalidName::Empty)),
        ("\u{202e}abc", Refusal::Nickname(InvalidName::Unprintable)),
        (&"x".repeat(21), Refusal::Nickname(InvalidName::TooLong)),
        ("王芳\u{2800}", Refusal::Nickname(InvalidName::Unprintable)),
        ("王芳\u{1d159}", Refusal::Nickname(InvalidName::Unprintable)),
        ("\u{13430}", Refusal::Nickname(InvalidName::Unprintable)),
        ("王芳", Refusal::NicknameTaken),
        (" 王芳 ", Refusal::NicknameTaken),
    ] {
        other
            .send(&PlayerFrame::Join {
                avatar: None,
                field: None,
                nickname: nickname.to_owned(),
                entropy: contribution(nickname),
                team: None,
            })
            .await;
        assert_eq!(other.refusal().await, why, "{nickname:?}");
    }
    assert_eq!(other.join("<b>王芳</b>").await.you.unwrap().seat.number, 2);
    // A seat keeps its name: joining again is the same seat.
    let again = anna.join("somebody else").await.you.unwrap().seat;
    assert_eq!((again.number, again.nickname.as_str()), (1, "王芳"));
}

#[tokio::test]
async fn full_and_locked_games_take_nobody_else() {
    let (server, hosted) = game(&["--max-players", "2"]);
    let mut host = Client::host(&server, &hosted).await;
    let _anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.send(&HostFrame::Configure { settings: common::locked(true) }).await;
    let locked = |wanted: bool| {
        move |frame: ServerFrame| match frame {
            ServerFrame::Lobby(lobby) if lobby.settings.locked == wanted => Some(()),
            _ => None,
        }
    };
    host.until(locked(true)).await;
    let mut li = Client::player(&server, &hosted, 2).await;
    li.welcome().await;
    li.send(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Li".into(),
        entropy: contribution("Li"),
        team: None,
    })
    .await;
    assert_eq!(li.refusal().await, Refusal::GameLocked);
    // Who has a seat comes back through a locked door.
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert!(anna.welcome().await.you.is_some());
    host.send(&HostFrame::Configure { settings: common::locked(false) }).await;
    host.until(locked(false)).await;
    li.join("Li").await;
    let mut third = Client::player(&server, &hosted, 3).await;
    third.welcome().await;
    third
        .send(&PlayerFrame::Join {
            avatar: None,
            field: None,
            nickname: "third".into(),
            entropy: contribution("third"),
            team: None,
        })
        .await;
    assert_eq!(third.refusal().await, Refusal::GameFull);
}

#[tokio::test]
async fn answers_count_only_for_the_open_question_and_in_time() {
    let quizzes = tempfile::tempdir().unwrap();
    let quiz = "title = 'T'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\nseconds = 5\n[[question]]\ntext = 'R'\nchoices = ['a', 'b']\ncorrect = [1]\n";
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let server = Server::start_with(&["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game("T");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut unseated = Client::player(&server, &hosted, 2).await;
    anna.answer(0, 1).await;
    assert_eq!(anna.refusal().await, Refusal::NotOpen);
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    for (round, choices, why) in [
        (1, 1, Refusal::NotOpen),
        (7, 1, Refusal::NotOpen),
        (0, 0, Refusal::NoSuchAnswer),
        (0, 0b11, Refusal::NoSuchAnswer),
        (0, 0b100, Refusal::NoSuchAnswer),
    ] {
        anna.answer(round, choices).await;
        assert_eq!(anna.refusal().await, why, "{round} {choices}");
    }
    unseated.welcome().await;
    unseated.answer(0, 1).await;
    assert_eq!(unseated.refusal().await, Refusal::NotSeated);
    // The question closes by itself after its five seconds.
    anna.stage(Kind::Revealed).await;
    anna.answer(0, 1).await;
    assert_eq!(anna.refusal().await, Refusal::TooLate);
    assert_eq!(
        anna.seen.iter().filter(|frame| matches!(frame, ServerFrame::Answered { .. })).count(),
        0
    );
}

#[tokio::test]
async fn only_the_game_s_own_host_token_drives_it() {
    let (server, hosted) = game(&[]);
    let other = server.create_game("How computers count");
    for (game, token) in [(hosted.game, other.token), (hosted.game, token(1))] {
        let mut client = Client::open(&server, "/ws/host", Encoding::Postcard).await;
        client.send(&HostFrame::Hello { game, token }).await;
        assert_eq!(client.refusal().await, Refusal::NotAllowed);
        assert_eq!(client.closed().await, 4003);
    }
    // A renewed right ends the old one, also on a socket that is open.
    let mut host = Client::host(&server, &hosted).await;
    let path = format!("/api/games/{}/token", hosted.game);
    let renewed: HostRight = server.post_json(&path, &serde_json::json!({}));
    assert_eq!(host.closed().await, 4003);
    assert_eq!((renewed.game, renewed.pin), (hosted.game, hosted.pin));
    let mut host = Client::host(&server, &renewed).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    // What only the server does is not for hosts.
    host.make(Move::Reveal).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
}

#[tokio::test]
async fn a_game_may_have_a_few_questions_of_a_long_quiz() {
    let (server, _) = game(&[]);
    let mut quizzes = server.quizzes();
    let body = CreateGame::of(quizzes.remove(0).id, NonZeroU16::new(2));
    let HostRight { pin, .. } = server.post_json("/api/games", &body);
    let mut screen = Client::open(&server, "/ws/screen", Encoding::Postcard).await;
    screen.send(&ScreenFrame::Hello { pin }).await;
    assert_eq!(screen.welcome().await.stage.phase.questions, 2);
}

#[tokio::test]
async fn the_api_wants_the_right_key() {
    let (server, _) = game(&[]);
    for path in ["/api/quizzes", "/api/games"] {
        assert_eq!(server.get(path, &token(1).reveal()).0, 403);
        assert_eq!(server.get(path, "nonsense").0, 401);
    }
    assert_eq!(server.get("/api/balance", "").0, 401);
    assert_eq!(
        server.get("/api/balance", &token(1).reveal()).1,
        r#"{"balances":[],"packets":[],"complete":true}"#
    );
    assert_eq!(server.get("/api/qr/123456", "").0, 200);
    assert_eq!(server.get("/api/qr/1234567", "").0, 404);
    assert_eq!(server.get("/api/nothing", "").0, 404);
    assert_eq!(server.get("/../etc/passwd", "").0, 404);
}

#[tokio::test]
async fn malformed_frames_are_refused_and_too_many_end_the_socket() {
    let (server, hosted) = game(&[]);
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let tap = Encoding::Postcard.encode(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "x".into(),
        entropy: contribution("x"),
        team: None,
    });
    let trailing = [&tap[..], &[0]].concat();
    let malformed = [
        Message::binary(vec![]),
        Message::binary(vec![0xff; 100]),
        Message::binary(tap[..tap.len() - 1].to_vec()),
        Message::binary(trailing),
        Message::text("{}"),
    ];
    for message in malformed {
        anna.send_raw(message).await;
        assert_eq!(anna.refusal().await, Refusal::Malformed);
    }
    for _ in 0..6 {
        anna.send_raw(Message::binary(vec![9])).await;
    }
    assert_eq!(anna.closed().await, 1008);
    assert!(Client::player(&server, &hosted, 1).await.welcome().await.you.is_some());
}

#[tokio::test]
async fn a_client_that_closes_its_socket_hears_the_close_answered() {
    let (server, hosted) = game(&[]);
    for player in [false, true] {
        let mut client = match player {
            true => Client::seated(&server, &hosted, 1, "Anna").await,
            false => Client::open(&server, "/ws/player", Encoding::Json).await,
        };
        client.send_raw(Message::Close(None)).await;
        assert_eq!(client.closed().await, 1005);
    }
}

#[tokio::test]
async fn huge_frames_end_the_socket() {
    let (server, hosted) = game(&[]);
    for bytes in [9 * 1024, 10 * 1024 * 1024] {
        let mut anna = Client::player(&server, &hosted, 1).await;
        anna.welcome().await;
        anna.send_raw(Message::binary(vec![0; bytes])).await;
        let code = anna.closed().await;
        // With megabytes still unread the kernel may reset before the code is seen.
        assert!(code == 1009 || (bytes > 9 * 1024 && code == 1006), "{code}");
    }
    assert_eq!(server.get("/healthz", "").0, 200);
}

#[tokio::test]
async fn a_flood_is_slowed_and_then_ended() {
    let (server, hosted) = game(&[]);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let flood =
        PlayerFrame::Answer { round: 0, answer: quizrain_shared::question::ChoiceSet(1).into() };
    // As fast as the line takes them. It takes few of ten thousand: the socket has ended by then.
    let mut sent = 0;
    while sent < 10_000 && anna.send_deaf(&flood).await {
        sent += 1;
    }
    println!("{sent} frames were taken");
    // Others have not been held up.
    host.make(Move::Ask).await;
    ben.stage(Kind::Asking).await;
    ben.answer(0, 1).await;
    ben.until(|frame| matches!(frame, ServerFrame::Answered { .. }).then_some(())).await;
    let mut slowed = 0;
    let code = loop {
        match anna.next().await {
            Ok(ServerFrame::Refused(Refusal::TooFast)) => slowed += 1,
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert!(slowed > 100, "{slowed}");
    assert!(matches!(code, 1008 | 1006), "{code}");
}

#[tokio::test]
async fn foreign_pages_and_unknown_subprotocols_get_no_socket() {
    let (server, _) = game(&[]);
    let ours = format!("http://{}", server.address);
    let postcard = Some(Encoding::Postcard.subprotocol());
    for (protocol, origin, status) in [
        (postcard, Some("https://evil.example"), 403),
        (postcard, Some("null"), 403),
        (None, Some(ours.as_str()), 400),
        (Some("quizrain.v9.cbor"), Some(ours.as_str()), 400),
    ] {
        for path in ["/ws/player", "/ws/host", "/ws/screen", "/ws/check"] {
            match connect_async(request(&server, path, protocol, origin)).await {
                Err(Error::Http(answer)) => assert_eq!(answer.status().as_u16(), status),
                other => panic!("{path} {protocol:?} {origin:?}: {other:?}"),
            }
        }
    }
    assert!(connect_async(request(&server, "/ws/player", postcard, Some(&ours))).await.is_ok());
}

#[tokio::test]
async fn who_never_reads_is_let_go_and_holds_nobody_up() {
    let server = Server::start_with(&["--frames-per-second", "1000000"]);
    let hosted = server.create_game("How computers count");
    let mut deaf = Client::player(&server, &hosted, 1).await;
    let hello = PlayerFrame::Hello { pin: hosted.pin, token: token(1) };
    // Asks and asks and hears nothing: once every buffer on the way is full, the server cannot
    // write, then does not read, and gives up after a while.
    let mut taken = Instant::now();
    let asking = async {
        while deaf.send_deaf(&hello).await {
            taken = Instant::now();
        }
    };
    tokio::time::timeout(DEADLINE, asking).await.expect("the server lets go");
    // After five seconds; the kernel by itself would let go after thirty.
    let waited = taken.elapsed();
    assert!(waited < Duration::from_secs(15), "let go after {waited:?}");
    let mut anna = Client::seated(&server, &hosted, 2, "Anna").await;
    anna.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(2) }).await;
    assert!(anna.welcome().await.you.is_some());
    let (_, metrics) = server.get("/metrics", "");
    assert!(metrics.contains("quizrain_sockets{role=\"player\"} 1\n"), "{metrics}");
}
