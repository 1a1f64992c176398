//! Many bots in one game, coming within a while as people do. Ends when every bot has left.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::{Pin, Token};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::person::Person;
use super::player::{Game, live};
use super::random::Random;
use super::server::Server;
use super::tally::Tally;

/// The occasion of reconnecting, beside those in `person`.
const PAUSES: u64 = 5 << 32;

/// Bots at play.
pub(super) struct Crowd {
    /// What they meet.
    pub(super) tally: Arc<Tally>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Crowd {
    /// Sends so many bots into a game. Each is an account of its own.
    ///
    /// # Errors
    /// The operating system gives no randomness for the accounts' tokens.
    pub(super) fn start(
        server: &Arc<Server>,
        pin: Pin,
        players: u32,
        seed: u64,
        arrive_within: Duration,
    ) -> Result<Self, getrandom::Error> {
        let (tally, stop, tasks) =
            (Arc::new(Tally::new()), CancellationToken::new(), TaskTracker::new());
        for number in 0..players {
            let mut token = [0; 16];
            getrandom::fill(&mut token)?;
            let person = Person::new(seed, number);
            let game = Game {
                server: Arc::clone(server),
                pin,
                tally: Arc::clone(&tally),
                stop: stop.clone(),
            };
            let pauses = Random::of(seed, number, PAUSES);
            tasks.spawn(async move {
                tokio::select! {
                    () = game.stop.cancelled() => {}
                    () = sleep(person.arrives_after(arrive_within)) => {
                        live(game.clone(), person, Token(token), pauses).await;
                    }
                }
            });
        }
        tasks.close();
        Ok(Self { tally, stop, tasks })
    }

    /// Waits until every bot has left by itself.
    pub(super) async fn finished(&self) {
        self.tasks.wait().await;
    }

    /// Sends everybody home.
    pub(super) async fn leave(&self) {
        self.stop.cancel();
        self.tasks.wait().await;
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
