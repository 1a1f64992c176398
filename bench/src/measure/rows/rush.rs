//! Rows S and T: how long verdicts of a game take while two thousand people sign in within ten seconds, or while
//! somebody means harm, against the same game alone.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::ids::{RainId, Token};
use quizrain_shared::wire::{Encoding, PlayerFrame};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use super::super::Bench;
use super::super::process::Settings;
use super::super::result::Row;
use super::super::signer::Signer;
use super::beside::{self, Pace, Place, Work, ask};

/// People who are on their way at a time.
const PEOPLE: u64 = 20;
/// How often each begins, one hand after the other: 200 sign-ins a second of all, every 5 ms one.
const EVERY: Duration = Duration::from_millis(100);

/// Hands that keep connections half open, and how many each.
const OPENERS: u64 = 20;
const HALF_OPEN: usize = 100;
/// How often one looks for those that the server has let go, and opens others.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Sockets of the client that floods. A server lets one go after some 440 frames: while it comes again, the others
/// go on, and it makes up for what it has missed.
const FLOODS: u64 = 4;
/// Frames that each sends in a burst, and how often: 10,000 a second of all.
const BURST: u64 = 25;
const BURST_EVERY: Duration = Duration::from_millis(10);
/// How long one that was let go, or not let in, stays away.
const AWAY: Duration = Duration::from_millis(100);
/// The most that it makes up for.
const MISSED: Duration = Duration::from_secs(1);

/// Row S.
pub(super) fn beside_sign_ins(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let settings = Settings { signs_in: true, ..Settings::default() };
    Ok(vec![beside::row(bench, &sign_ins()?, settings, None)?])
}

/// Row T.
pub(super) fn beside_harm(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let settings = Settings { limits_frames: true, ..Settings::default() };
    Ok(vec![beside::row(bench, &harm(), settings, None)?])
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
        let (answered, refused) = match ask(request.body(format!("{{\"jwt\":\"{jwt}\"}}"))?)? {
            200..=299 => (1, 0),
            429 | 503 => (0, 1),
            status => bail!("the server answered a sign-in with HTTP {status}"),
        };
        place.count("answered", answered);
        place.count("refused", refused);
        Ok(())
    };
    let what = "2,000 sign-ins in ten seconds";
    Ok(Work { id: "S", what, hands: PEOPLE, pace: Pace::Every(EVERY), deed: Arc::new(deed) })
}

fn harm() -> Work {
    const HANDS: u64 = OPENERS + FLOODS + 1;
    let deed = |place: &Place, number: u64| match number % HANDS {
        0 => count_refused(place),
        1..=FLOODS => flood(place),
        _ => half_open(place),
    };
    let what = "2,000 half-open connections and a client with 10,000 frames a second";
    Work { id: "T", what, hands: HANDS, pace: Pace::Once, deed: Arc::new(deed) }
}

/// Counts what the server has read of the flood and refused: of what is sent, much is on its way when it closes a socket.
fn count_refused(place: &Place) -> anyhow::Result<()> {
    let before = refused(place)?;
    while !place.is_over() {
        sleep(LOOK_EVERY);
    }
    place.count("refused_a_second", refused(place)?.saturating_sub(before));
    Ok(())
}

fn refused(place: &Place) -> anyhow::Result<u64> {
    let metrics = ureq::get(format!("http://{}/metrics", place.address)).call();
    let metrics = metrics?.body_mut().read_to_string()?;
    let name = "quizrain_frames_too_fast_total ";
    let found = metrics.lines().find_map(|line| line.strip_prefix(name));
    Ok(found.with_context(|| format!("the server does not tell {name}"))?.trim().parse()?)
}

/// Begins requests and does not go on; where the server lets one go, begins another.
fn half_open(place: &Place) -> anyhow::Result<()> {
    let mut connections = Vec::new();
    let (mut least, mut let_go) = (HALF_OPEN, 0);
    while !place.is_over() {
        while connections.len() < HALF_OPEN {
            connections.push(begin(place)?);
        }
        sleep(LOOK_EVERY);
        connections.retain(is_open);
        least = least.min(connections.len());
        let_go += HALF_OPEN - connections.len();
    }
    place.count("half_open_held", least as u64);
    place.count("half_open_let_go", let_go as u64);
    Ok(())
}

fn begin(place: &Place) -> io::Result<TcpStream> {
    let mut connection = TcpStream::connect(place.address)?;
    // One that is closed already is found by the next look.
    let _ = connection.write_all(b"GET /ws/player HTTP/1.1\r\nHost: quizrain\r\n");
    connection.set_nonblocking(true)?;
    Ok(connection)
}

/// Whether the server still waits for the rest of the request: it has neither answered nor hung up.
fn is_open(connection: &TcpStream) -> bool {
    matches!(connection.peek(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
}

/// Sends frames, and where it is let go, comes again a moment later.
fn flood(place: &Place) -> anyhow::Result<()> {
    place.count("let_go_a_second", 0);
    place.count("not_let_in_a_second", 0);
    let mut due = Instant::now();
    while !place.is_over() {
        match come_in(place)? {
            None => place.count("not_let_in_a_second", 1),
            Some(socket) => {
                if send_bursts(place, socket, &mut due) {
                    break;
                }
                place.count("let_go_a_second", 1);
            }
        }
        sleep(AWAY);
    }
    Ok(())
}

/// Where the server says no, there is no socket.
fn come_in(place: &Place) -> anyhow::Result<Option<WebSocket<MaybeTlsStream<TcpStream>>>> {
    let mut request = format!("ws://{}/ws/player", place.address).into_client_request()?;
    let protocol = Encoding::Postcard.subprotocol().parse()?;
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    let Ok((mut socket, _)) = tungstenite::connect(request) else { return Ok(None) };
    let hello = PlayerFrame::Hello { pin: place.pin, token: Token([0xfe; 16]) };
    let said = socket.send(Message::binary(Encoding::Postcard.encode(&hello)));
    Ok(said.is_ok().then_some(socket))
}

/// Sends what is due until the round is over; `false`: was let go before.
fn send_bursts(
    place: &Place,
    mut socket: WebSocket<MaybeTlsStream<TcpStream>>,
    due: &mut Instant,
) -> bool {
    let tap = PlayerFrame::Tap { rain: RainId([0; 8]), drop: 0 };
    let tap = Message::binary(Encoding::Postcard.encode(&tap));
    while !place.is_over() {
        let sent = (0..BURST).try_for_each(|_| socket.write(tap.clone()));
        if sent.and_then(|()| socket.flush()).is_err() {
            return false;
        }
        place.count("frames_a_second", BURST);
        let now = Instant::now();
        *due = (*due + BURST_EVERY).max(now.checked_sub(MISSED).unwrap_or(now));
        sleep(due.saturating_duration_since(now));
    }
    true
}
