//! The host of one game: its questions, each with a rain behind it, then one rain after the other,
//! whatever happens in between.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::ids::GameId;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::rain::{Eligibility, RainPlan, SECONDS};
use tokio_util::sync::CancellationToken;

use super::journal::Journal;
use crate::bots::api::Api;
use crate::bots::director::Director;
use crate::bots::hosted::GameMode;
use crate::bots::random::Random;
use crate::bots::server::Server;

/// Occasion of chance, apart from those of bots.
const RAIN: u64 = 22 << 32;
/// How long a question may be answered, at most.
const QUESTION: Duration = Duration::from_secs(4);
/// How long the host rests after a failure.
const REST: Duration = Duration::from_millis(500);

/// What a host had to do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hosted {
    pub(super) rains: u64,
    /// From a rain's click to its end, at worst: how long a game stood still for its players.
    pub(super) slowest: Duration,
}

/// The host of one game.
pub(super) struct Host {
    pub(super) server: Arc<Server>,
    pub(super) api: Api,
    pub(super) game: GameId,
    /// Which of the games, from 0.
    pub(super) number: u32,
    pub(super) players: u32,
    pub(super) mode: GameMode,
    pub(super) currency: Currency,
    pub(super) seed: u64,
    pub(super) journal: Arc<Journal>,
}

impl Host {
    /// Hosts until told to stop; the rain that falls then is over first.
    pub(super) async fn run(self, stop: CancellationToken) -> Hosted {
        let mut hosted = Hosted::default();
        while !stop.is_cancelled() {
            if let Err(why) = self.rains(&stop, &mut hosted).await {
                self.journal.say(&format!("game {} has to be taken over: {why:#}", self.number));
                tokio::time::sleep(REST).await;
            }
        }
        hosted
    }

    async fn rains(&self, stop: &CancellationToken, hosted: &mut Hosted) -> anyhow::Result<()> {
        let right = self.api.take_over(self.game).await?;
        let mut director = Director::new(&self.server, right).await?;
        while !stop.is_cancelled() {
            director.question(QUESTION).await?;
            let plan = self.plan(hosted.rains);
            let clicked = Instant::now();
            let rained = director.rain(plan).await;
            hosted.slowest = hosted.slowest.max(clicked.elapsed());
            rained?;
            hosted.rains += 1;
        }
        Ok(())
    }

    /// A rain with packets for most, for all, or for more than there are players; everybody may
    /// catch, or those for whom the game is played.
    fn plan(&self, number: u64) -> RainPlan {
        let mut random = Random::of(self.seed, self.number, RAIN + number);
        let packets = (f64::from(self.players) * (0.7 + 0.45 * random.unit())).max(1.0) as u32;
        let mean = 20 + random.below(180) as i64;
        let pot = Minor(mean * i64::from(packets) + random.below(packets as usize) as i64);
        RainPlan {
            currency: self.currency,
            bounds: Bounds { pot, packets, min: Minor(1), max: Minor(pot.0) },
            split: match random.below(10) {
                0..=5 => Split::DoubleMean,
                6..=7 => Split::LineCutting,
                _ => Split::Equal,
            },
            seconds: *SECONDS.start(),
            eligibility: match random.below(3) {
                0 => self.mode.eligibility(),
                _ => Eligibility::Everyone,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Token;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn plans_can_be_carried_out_and_follow_from_the_seed() {
        let dir = TempDir::new().unwrap();
        let server = Arc::new(Server::parse("127.0.0.1:1").unwrap());
        let host = |players| Host {
            api: Api::new(Arc::clone(&server), Token([1; 16])),
            server: Arc::clone(&server),
            game: GameId([1; 8]),
            number: 0,
            players,
            mode: GameMode::Survival,
            currency: Currency::POINTS,
            seed: 5,
            journal: Journal::open(&dir.path().join("soak.log")).unwrap(),
        };
        let mut restricted = 0;
        for (players, number) in (0..200).flat_map(|n| [(1, n), (7, n), (600, n)]) {
            let drawn = host(players).plan(number);
            assert_eq!(drawn.check(), Ok(()));
            assert_eq!(drawn, host(players).plan(number));
            restricted += u32::from(drawn.eligibility == Eligibility::Survivors);
        }
        assert!((150..250).contains(&restricted), "{restricted} of 600");
        assert_ne!(host(600).plan(0), host(600).plan(1));
    }
}
