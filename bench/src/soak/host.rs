//! The host of one game: its questions, each with a rain behind it, then one rain after the other,
//! whatever happens in between.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::ids::GameId;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::prizes::MAX_PRIZES;
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
/// One of so many rains has prizes; games and rains take turns, so that short runs have some too.
const PRIZES_EVERY: u64 = 3;
/// How long a question may be answered, at most.
const QUESTION: Duration = Duration::from_secs(4);
/// How long the host rests after a failure.
const REST: Duration = Duration::from_millis(500);

/// What a host had to do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hosted {
    pub(super) rains: u64,
    /// How many of them had prizes for ranks.
    pub(super) prize_rains: u64,
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
        let (mut hosted, mut drawn) = (Hosted::default(), 0);
        while !stop.is_cancelled() {
            if let Err(why) = self.rains(&stop, &mut hosted, &mut drawn).await {
                self.journal.say(&format!("game {} has to be taken over: {why:#}", self.number));
                tokio::time::sleep(REST).await;
            }
        }
        hosted
    }

    async fn rains(
        &self,
        stop: &CancellationToken,
        hosted: &mut Hosted,
        drawn: &mut u64,
    ) -> anyhow::Result<()> {
        let right = self.api.take_over(self.game).await?;
        let mut director = Director::new(&self.server, right).await?;
        while !stop.is_cancelled() {
            director.question(QUESTION).await?;
            // Another one after a failure: it may be that plan that was refused.
            let plan = self.plan(*drawn);
            *drawn += 1;
            let has_prizes = matches!(plan.split, Split::Prizes(_));
            let clicked = Instant::now();
            let rained = director.rain(plan).await;
            hosted.slowest = hosted.slowest.max(clicked.elapsed());
            rained?;
            hosted.rains += 1;
            hosted.prize_rains += u64::from(has_prizes);
        }
        Ok(())
    }

    /// A rain with packets for most, for all, or for more than there are players; everybody may
    /// catch, or those for whom the game is played. Or prizes for the best.
    fn plan(&self, number: u64) -> RainPlan {
        let mut random = Random::of(self.seed, self.number, RAIN + number);
        let turn = self.seed.wrapping_add(self.number.into()).wrapping_add(number);
        if turn.is_multiple_of(PRIZES_EVERY) {
            return RainPlan::of_prizes(self.currency, self.prizes(&mut random), *SECONDS.start());
        }
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
            eligibility: match random.below(4) {
                0 => self.mode.eligibility(),
                1 => Eligibility::Seated(0),
                _ => Eligibility::Everyone,
            },
        }
    }

    /// One to three amounts, each enough for all players to share it, the largest first.
    fn prizes(&self, random: &mut Random) -> Vec<Minor> {
        let least = i64::from(self.players.max(1));
        let count = 1 + random.below(MAX_PRIZES);
        let mut amounts: Vec<Minor> =
            (0..count).map(|_| Minor(least * 20 + random.below(5_000) as i64)).collect();
        amounts.sort_unstable_by_key(|amount| std::cmp::Reverse(*amount));
        amounts
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Token;
    use quizrain_shared::prizes::Prizes;
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
        let (mut restricted, mut prizes) = (0, 0);
        for (players, number) in (0..200).flat_map(|n| [(1, n), (7, n), (600, n)]) {
            let drawn = host(players).plan(number);
            assert_eq!(drawn.check(), Ok(()));
            assert_eq!(drawn, host(players).plan(number));
            restricted += u32::from(drawn.eligibility == Eligibility::Survivors);
            if let Split::Prizes(drawn) = drawn.split {
                // Also where all stand equal, on the first place.
                let all = drawn.amounts.iter().enumerate();
                let all = all.map(|(place, _)| if place == 0 { players } else { 0 }).collect();
                assert!(Prizes { players: all, ..drawn }.packets().is_some());
                prizes += 1;
            }
        }
        assert!((100..200).contains(&restricted), "{restricted} of 600");
        assert!((199..=201).contains(&prizes), "{prizes} of 600");
        assert_ne!(host(600).plan(0), host(600).plan(1));
    }
}
