//! One bot: a connection that carries a mind, and comes back when it is cut off.

use std::sync::Arc;

use quizrain_shared::client::timing::STABLE_MS;
use quizrain_shared::client::{AfterClose, Backoff};
use quizrain_shared::ids::{Pin, Token};
use quizrain_shared::wire::PlayerFrame;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::mind::Mind;
use super::person::Person;
use super::random::Random;
use super::server::Server;
use super::socket::{ConnectError, Gone, Socket};
use super::tally::Tally;

/// What a bot needs to play.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) server: Arc<Server>,
    pub(super) pin: Pin,
    pub(super) tally: Arc<Tally>,
    pub(super) stop: CancellationToken,
}

enum End {
    Done,
    Gone(Gone),
}

/// Plays until the game is over or everybody stops.
pub(super) async fn live(game: Game, person: Person, token: Token, mut random: Random) {
    let hello = PlayerFrame::Hello { pin: game.pin, token };
    let mut mind = Mind::new(person, Arc::clone(&game.tally));
    let mut backoff = Backoff::default();
    let mut connected = false;
    loop {
        let mut held = false;
        let opened = tokio::select! {
            () = game.stop.cancelled() => return,
            opened = Socket::open(&game.server, "/ws/player") => opened,
        };
        match opened {
            Ok(mut socket) => {
                if !connected {
                    connected = true;
                    game.tally.count().connected += 1;
                }
                let since = Instant::now();
                let end = tokio::select! {
                    () = game.stop.cancelled() => End::Done,
                    end = play(&mut socket, &mut mind, &hello) => end,
                };
                match end {
                    End::Done => return socket.close().await,
                    End::Gone(gone) => match gone.after() {
                        // The game was over, or was given up: nothing was lost.
                        AfterClose::Stay(_) => return,
                        _ if mind.is_over() => return,
                        after => {
                            held = after == AfterClose::Hold;
                            game.tally.count().dropped += 1;
                        }
                    },
                }
                if since.elapsed().as_secs_f64() * 1000.0 > STABLE_MS {
                    backoff.reset();
                }
            }
            Err(error) => {
                let mut counts = game.tally.count();
                counts.not_connected += 1;
                counts.out_of_files |= matches!(error, ConnectError::OutOfFiles);
                counts.connect_problem = Some(error.to_string());
            }
        }
        if mind.is_over() {
            return;
        }
        let wait = if held { random.held() } else { random.backoff(&mut backoff) };
        tokio::select! {
            () = game.stop.cancelled() => return,
            () = sleep(wait) => {}
        }
    }
}

/// Plays on one connection until it ends or the bot is done.
async fn play(socket: &mut Socket, mind: &mut Mind, hello: &PlayerFrame) -> End {
    if let Err(gone) = socket.send(hello).await {
        return End::Gone(gone);
    }
    mind.greeted(Instant::now());
    loop {
        let now = Instant::now();
        if mind.is_done(now) {
            return End::Done;
        }
        let due = mind.due();
        let wake = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            frame = socket.next() => match frame {
                Ok(frame) => mind.heed(frame, Instant::now()),
                Err(gone) => return End::Gone(gone),
            },
            () = wake => {
                if let Some(frame) = mind.act(Instant::now(), hello)
                    && let Err(gone) = socket.send(&frame).await
                {
                    return End::Gone(gone);
                }
            }
        }
    }
}
