//! Five thousand players on one server, each with two connections, all tapping within a second.
//!
//! The client is as light as it can be: a frame is decoded only where its first byte says that it
//! is of interest. Most of the time goes into the debug build's sockets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::client::timing::TAP_RETRY_MS;
use quizrain_shared::wire::{
    CloseReason, Encoding, PacketUpdate, PlayerFrame, Refusal, ServerFrame,
};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::common::client::{request, token};
use crate::common::durable::DurableRedis;
use crate::common::seed::{Seeded, Stores};
use crate::common::server::{HostRight, Server};
use crate::common::{contribution, plan, raise_open_files};

const PLAYERS: usize = 5000;
const PACKETS: u32 = 500;

/// Connections that are being opened at a time.
const OPENING: usize = 100;

/// How long a client waits before it taps again.
const ASK_AGAIN: Duration = Duration::from_millis(TAP_RETRY_MS as u64);

/// How long anything may take for everybody.
const CROWD_TIMEOUT: Duration = Duration::from_secs(240);

/// A connection that is not read for longer than this may be taken for dead.
const UNREAD: Duration = Duration::from_secs(60);

/// How the older of two connections ends.
const REPLACED: u16 = CloseReason::Replaced.code();

/// Postcard writes an enum by position.
const WELCOME: u8 = 0;
const PACKET: u8 = 6;
const MISSED: u8 = 7;
const REFUSED: u8 = 9;

struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// A frame, or the code with which the socket was closed.
type Heard = Result<ServerFrame, u16>;

impl Line {
    /// Opens a connection until it is welcome: it is closed where the server is too busy. Whether
    /// the player has a seat.
    async fn open(request: &Request, hello: &PlayerFrame) -> (Self, bool) {
        loop {
            let (socket, _) = connect_async(request.clone()).await.unwrap();
            let mut line = Self(socket);
            line.say(hello).await;
            match line.hear(&[WELCOME, REFUSED]).await {
                Ok(ServerFrame::Welcome(welcome)) => {
                    return (line, welcome.you.is_some());
                }
                Ok(ServerFrame::Refused(Refusal::Unavailable)) => sleep(ASK_AGAIN).await,
                Ok(other) => panic!("{other:?}"),
                Err(code) => panic!("closed with {code}"),
            }
        }
    }

    async fn say(&mut self, frame: &PlayerFrame) {
        // Whoever is replaced while writing learns it from the close code.
        let _ = self.0.send(Message::binary(Encoding::Postcard.encode(frame))).await;
    }

    async fn hear(&mut self, kinds: &[u8]) -> Heard {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Binary(bytes))) => {
                    if bytes.first().is_some_and(|kind| kinds.contains(kind)) {
                        return Ok(Encoding::Postcard.decode(&bytes).unwrap());
                    }
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// Says something that is answered by a snapshot; whether the player has a seat.
    async fn welcome_after(&mut self, frame: &PlayerFrame) -> bool {
        self.say(frame).await;
        match self.hear(&[WELCOME, REFUSED]).await {
            Ok(ServerFrame::Welcome(welcome)) => welcome.you.is_some(),
            // Busy: ask again.
            Ok(ServerFrame::Refused(Refusal::Unavailable)) => {
                sleep(ASK_AGAIN).await;
                false
            }
            Ok(other) => panic!("{other:?}"),
            Err(code) => panic!("closed with {code}"),
        }
    }
}

/// A packet and its amount, or that nothing is left.
type Answer = Option<(u32, i64)>;

/// What a frame answers to a tap, if it does.
fn answer_in(frame: &ServerFrame, rain: &Seeded) -> Option<Answer> {
    match frame {
        ServerFrame::Packet(PacketUpdate { caught, .. }) => {
            assert_eq!(caught.rain, rain.rain());
            Some(Some((caught.packet, caught.amount.0)))
        }
        ServerFrame::Missed { why: Refusal::SoldOut, .. } => Some(None),
        // It was on its way for longer than the drop fell: tap again.
        ServerFrame::Missed { why: Refusal::NoSuchDrop, .. } => None,
        ServerFrame::Refused(Refusal::Unavailable) => None,
        other => panic!("{other:?}"),
    }
}

struct Crowd {
    hosted: HostRight,
    request: Request,
    rain: Seeded,
    opening: Semaphore,
    everybody: Barrier,
}

impl Crowd {
    fn tap(&self) -> PlayerFrame {
        PlayerFrame::Tap { rain: self.rain.rain(), drop: self.rain.drop_now() }
    }

    /// A connection of a player who has taken a seat on it.
    async fn seat(&self, number: usize, hello: &PlayerFrame) -> Line {
        let _permit = self.opening.acquire().await.unwrap();
        let (mut line, _) = Line::open(&self.request, hello).await;
        let nickname = format!("p{number}");
        let join = PlayerFrame::Join {
            avatar: None,
            field: None,
            entropy: contribution(&nickname),
            nickname,
            team: None,
        };
        while !line.welcome_after(&join).await {}
        line
    }

    /// A player opens a newer connection and taps there until that is answered.
    async fn tap_anew(&self, hello: &PlayerFrame) -> Vec<Answer> {
        let mut line = {
            let _permit = self.opening.acquire().await.unwrap();
            let (line, seated) = Line::open(&self.request, hello).await;
            assert!(seated, "the seat is kept");
            line
        };
        let mut answers = Vec::new();
        while answers.is_empty() {
            line.say(&self.tap()).await;
            let heard = timeout(ASK_AGAIN, async {
                loop {
                    match line.hear(&[PACKET, MISSED, REFUSED]).await {
                        Ok(frame) => {
                            if let Some(answer) = answer_in(&frame, &self.rain) {
                                return answer;
                            }
                        }
                        Err(code) => panic!("the newer one closed with {code}"),
                    }
                }
            });
            answers.extend(heard.await.ok());
        }
        answers
    }

    /// One player: every answer, and the code with which the older connection was closed.
    async fn play(&self, number: usize) -> (Vec<Answer>, u16) {
        let hello = PlayerFrame::Hello {
            pin: self.hosted.pin,
            token: token(u64::try_from(number).unwrap()),
        };
        let mut older = self.seat(number, &hello).await;
        let since = Instant::now();
        self.everybody.wait().await;
        let waited = since.elapsed();
        sleep(Duration::from_millis(u64::try_from(number % 900).unwrap())).await;
        older.say(&self.tap()).await;

        // Meanwhile the first connection goes on hearing until it is closed.
        let newer = self.tap_anew(&hello);
        let older = async {
            let mut answers = Vec::new();
            loop {
                match older.hear(&[PACKET, MISSED, REFUSED]).await {
                    Ok(frame) => answers.extend(answer_in(&frame, &self.rain)),
                    Err(code) => return (answers, code),
                }
            }
        };
        let (mut answers, (before, mut code)) = tokio::join!(newer, older);
        if waited > UNREAD && matches!(code, 1005 | 1006) {
            // It was not read for so long that it had to be let go before it was replaced.
            code = REPLACED;
        }
        answers.extend(before);
        (answers, code)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_thousand_players_on_two_connections_each_share_five_hundred_packets() {
    raise_open_files(2 * PLAYERS);
    let redis = DurableRedis::start().await;
    // Whoever takes the lease anew would close the rain, which the game does not show.
    let args = ["--redis-url", &redis.url(), "--lease-ms", "60000"];
    let server = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    let mut con = redis.connection().await;
    let mut stores = Stores::open(&server).await;
    let rain = stores.seed(&con, &hosted, plan("CNY", 500_000, PACKETS)).await;
    let crowd = Arc::new(Crowd {
        hosted,
        request: request(&server, "/ws/player", Some(Encoding::Postcard.subprotocol()), None),
        rain,
        opening: Semaphore::new(OPENING),
        everybody: Barrier::new(PLAYERS),
    });
    let mut players = JoinSet::new();
    for number in 0..PLAYERS {
        let crowd = Arc::clone(&crowd);
        players.spawn(async move { (number, crowd.play(number).await) });
    }
    let heard = timeout(CROWD_TIMEOUT, players.join_all()).await.expect("everybody has an answer");

    let mut winners: BTreeMap<(u32, i64), usize> = BTreeMap::new();
    for (number, (answers, code)) in heard {
        assert_eq!(code, REPLACED, "the older connection of {number}");
        let answers: BTreeSet<Answer> = answers.into_iter().collect();
        assert_eq!(answers.len(), 1, "{number} was told {answers:?}");
        if let Some(Some(packet)) = answers.first() {
            assert_eq!(winners.insert(*packet, number), None, "one packet for two");
        }
    }
    assert_eq!(winners.len(), 500);
    assert_eq!(winners.keys().map(|(_, amount)| amount).sum::<i64>(), 500_000);
    stores.settle(&server, &mut con, &[rain]).await;
    let sums = "SELECT COUNT(*), COUNT(DISTINCT account), SUM(amount) FROM settlements";
    assert_eq!(server.sqlite(sums), ["500|500|500000"]);
}
