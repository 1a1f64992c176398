//! Rows S and T: how long verdicts of a game take while two thousand people sign in within ten seconds, or while
//! somebody means harm, against the same game alone.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::ids::{RainId, Token};
use quizrain_shared::wire::{Encoding, PlayerFrame};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

use super::super::Bench;
use super::super::process::Settings;
use super::super::result::Row;
use super::super::signer::Signer;
use super::beside::{self, Place, Work, send};

/// People who are on their way at a time.
const HANDS: u64 = 20;
/// How often each begins: 200 sign-ins a second of all.
const EVERY: Duration = Duration::from_millis(100);

/// Connections that say half of a request and nothing more, of each hand but one.
const HALF_OPEN: usize = 100;
/// Frames that the other hand sends in a burst, and how often: 10,000 a second.
const BURST: usize = 100;
const BURST_EVERY: Duration = Duration::from_millis(10);
/// For how long either goes on before it looks whether the row is over.
const TURN: Duration = Duration::from_secs(2);

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    if bench.wants('S') {
        let settings = Settings { signs_in: true, ..Settings::default() };
        rows.push(beside::row(bench, &sign_ins()?, settings, None)?);
    }
    if bench.wants('T') {
        let settings = Settings { limits_frames: true, ..Settings::default() };
        rows.push(beside::row(bench, &harm(), settings, None)?);
    }
    Ok(rows)
}

fn sign_ins() -> anyhow::Result<Work> {
    let signer = Signer::new()?;
    let deed = move |place: &Place, number: u64| {
        // A browser and a person that nobody has seen.
        let request = ureq::http::Request::builder()
            .method("POST")
            .uri(format!("http://{}/api/identity", place.address))
            .header("Authorization", format!("Bearer {number:032x}"))
            .header("Content-Type", "application/json");
        let jwt = signer.token(&format!("e-{number}"))?;
        send(request.body(format!("{{\"jwt\":\"{jwt}\"}}"))?)
    };
    let what = "2,000 sign-ins in ten seconds";
    Ok(Work { id: "S", what, hands: HANDS, every: Some(EVERY), deed: Arc::new(deed) })
}

fn harm() -> Work {
    let deed = |place: &Place, number: u64| match number % (HANDS + 1) {
        0 => flood(place),
        _ => half_open(place),
    };
    let what = "2,000 half-open connections and a client with 10,000 frames a second";
    Work { id: "T", what, hands: HANDS + 1, every: None, deed: Arc::new(deed) }
}

/// Begins requests and does not go on. Whoever lets them go is answered by others.
fn half_open(place: &Place) -> anyhow::Result<()> {
    let mut connections = Vec::new();
    for _ in 0..HALF_OPEN {
        let mut connection = TcpStream::connect(place.address)?;
        connection.write_all(b"GET /ws/player HTTP/1.1\r\nHost: quizrain\r\n")?;
        connections.push(connection);
    }
    std::thread::sleep(TURN);
    Ok(())
}

/// Sends frames on one socket until it is let go, and comes again. Being refused is what is meant.
fn flood(place: &Place) -> anyhow::Result<()> {
    let mut request = format!("ws://{}/ws/player", place.address).into_client_request()?;
    let protocol = Encoding::Postcard.subprotocol().parse()?;
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    let Ok((mut socket, _)) = tungstenite::connect(request) else { return Ok(()) };
    let tap = PlayerFrame::Tap { rain: RainId([0; 8]), drop: 0 };
    let tap = Message::binary(Encoding::Postcard.encode(&tap));
    let hello = PlayerFrame::Hello { pin: place.pin, token: Token([0xfe; 16]) };
    if socket.send(Message::binary(Encoding::Postcard.encode(&hello))).is_err() {
        return Ok(());
    }
    let (since, mut due) = (Instant::now(), Instant::now());
    while since.elapsed() < TURN {
        let sent = (0..BURST).try_for_each(|_| socket.write(tap.clone()));
        if sent.and_then(|()| socket.flush()).is_err() {
            return Ok(());
        }
        due += BURST_EVERY;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    Ok(())
}
