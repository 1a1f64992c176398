//! Pins that no game has, sockets without a seat, and screens: each address has its share.

use quizrain_shared::ids::Pin;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, Refusal, ScreenFrame, ServerFrame};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;

use super::metric;
use crate::common::client::{Client, request, token};
use crate::common::server::{HostRight, Server};
use crate::common::{contribution, locked};

/// A pin that is not this game's.
fn wrong(hosted: &HostRight, number: u32) -> Pin {
    let pin = 100_000 + number;
    Pin::new(if pin == hosted.pin.number() { 999_999 } else { pin }).unwrap()
}

async fn try_pin(server: &Server, path: &str, pin: Pin) -> Client {
    let mut client = Client::open(server, path, Encoding::Postcard).await;
    if path == "/ws/screen" {
        client.send(&ScreenFrame::Hello { pin }).await;
    } else {
        client.send(&PlayerFrame::Hello { pin, token: token(1) }).await;
    }
    client
}

#[tokio::test]
async fn whoever_guesses_pins_is_told_to_wait_and_who_is_in_stays_in() {
    let server = Server::start_with(&["--wrong-pins-per-address", "3"]);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    for number in 0..3 {
        let path = if number == 1 { "/ws/screen" } else { "/ws/player" };
        // Again and again: it tells nothing new, and costs nothing.
        for _ in 0..3 {
            let mut guess = try_pin(&server, path, wrong(&hosted, number)).await;
            assert_eq!(guess.refusal().await, Refusal::UnknownPin);
            assert_eq!(guess.closed().await, 4004);
        }
    }
    for path in ["/ws/player", "/ws/screen"] {
        let mut guess = try_pin(&server, path, wrong(&hosted, 7)).await;
        assert_eq!(guess.next().await, Err(4029), "{path}");
    }
    // Another game that starts now is not found by guessing either.
    let other = server.create_game("How computers count");
    let mut guess = try_pin(&server, "/ws/player", other.pin).await;
    assert_eq!(guess.next().await, Err(4029));
    // The class next to the guesser notices nothing.
    let mut li = Client::seated(&server, &hosted, 2, "Li").await;
    for client in [&mut anna, &mut li] {
        client.answer(0, 1).await;
        assert_eq!(client.refusal().await, Refusal::NotOpen);
    }
    Client::screen(&server, &hosted).await;
    assert_eq!(metric(&server, "quizrain_rejected_total{kind=\"pins\"}"), 3.0);
}

#[tokio::test]
async fn a_guesser_keeps_nobody_out_of_the_next_game_of_a_host_next_door() {
    let server = Server::start_with(&["--wrong-pins-per-address", "1"]);
    let hosted = server.create_game("How computers count");
    for number in 0..2 {
        try_pin(&server, "/ws/player", wrong(&hosted, number)).await.next().await.unwrap_or_else(
            |code| {
                assert_eq!((number, code), (1, 4029));
                ServerFrame::Refused(Refusal::UnknownPin)
            },
        );
    }
    let mut class = try_pin(&server, "/ws/player", hosted.pin).await;
    assert_eq!(class.next().await, Err(4029));
    Client::host(&server, &hosted).await;
    Client::seated(&server, &hosted, 1, "Anna").await;
    Client::screen(&server, &hosted).await;
}

async fn ask_seat(client: &mut Client, name: &str) {
    let (nickname, entropy) = (name.to_owned(), contribution(name));
    client
        .send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team: None })
        .await;
}

#[tokio::test]
async fn one_address_takes_so_many_seats_a_minute_and_who_has_one_comes_back() {
    let server = Server::start_with(&["--joins-per-minute", "2"]);
    let hosted = server.create_game("How computers count");
    let anna = Client::seated(&server, &hosted, 1, "Anna").await;
    // Whose name is taken has taken no seat.
    let mut ben = Client::player(&server, &hosted, 2).await;
    ben.welcome().await;
    for _ in 0..3 {
        ask_seat(&mut ben, "Anna").await;
        assert_eq!(ben.refusal().await, Refusal::NicknameTaken);
    }
    ben.join("Ben").await;
    let mut late = Client::player(&server, &hosted, 3).await;
    late.welcome().await;
    ask_seat(&mut late, "Cleo").await;
    let told = late.refusal().await;
    assert!(matches!(told, Refusal::TooManyJoins { seconds: 5..=60 }), "{told:?}");
    assert!(metric(&server, "quizrain_rejected_total{kind=\"joins\"}") >= 1.0);
    // A seat is a seat, whichever way its player comes.
    drop(anna);
    let mut again = Client::player(&server, &hosted, 1).await;
    assert_eq!(again.welcome().await.you.map(|you| you.seat.number), Some(1));
    ask_seat(&mut again, "Anna").await;
    again.until(|frame| matches!(frame, ServerFrame::Welcome(_)).then_some(())).await;
}

#[tokio::test]
async fn sockets_without_a_seat_and_screens_have_their_share() {
    let args = ["--unseated-per-address", "2", "--screens-per-address", "1"];
    let server = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    let refused = async |path: &str| {
        let postcard = Some(Encoding::Postcard.subprotocol());
        match connect_async(request(&server, path, postcard, None)).await {
            Ok(_) => None,
            Err(Error::Http(answer)) => {
                assert_eq!(answer.headers()["retry-after"], "5");
                Some(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    };
    // Neither a seat nor a host's right counts.
    let mut host = Client::host(&server, &hosted).await;
    let _anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let _li = Client::seated(&server, &hosted, 2, "Li").await;
    let mut waiting = Client::player(&server, &hosted, 3).await;
    waiting.welcome().await;
    let _silent = Client::open(&server, "/ws/player", Encoding::Postcard).await;
    assert_eq!(refused("/ws/player").await, Some(429));
    assert_eq!(refused("/ws/host").await, Some(429));
    let _screen = Client::screen(&server, &hosted).await;
    assert_eq!(refused("/ws/screen").await, Some(429));
    // Whoever takes a seat makes room.
    waiting.join("Cleo").await;
    let _late = Client::seated(&server, &hosted, 4, "late").await;
    host.send(&HostFrame::Configure { settings: locked(true) }).await;
    host.until(|frame| match frame {
        ServerFrame::Lobby(lobby) if lobby.settings.locked => Some(()),
        _ => None,
    })
    .await;
    assert!(metric(&server, "quizrain_rejected_total{kind=\"unseated\"}") >= 2.0);
    assert!(metric(&server, "quizrain_rejected_total{kind=\"screens\"}") >= 1.0);
}
