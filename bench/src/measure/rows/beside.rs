//! Rows Q, S and T: how long verdicts of a game take while others ask the same server for something else, against the same
//! game alone.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use image::{ImageFormat, Rgb, RgbImage};
use quizrain::batch::stand_back;
use quizrain_shared::ids::Pin;
use url::Url;

use super::super::players::{self, IN_FLIGHT};
use super::super::process::{Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::Stores;
use super::super::stats::{median, percentile};
use super::super::swarm::Swarm;
use super::super::{Bench, stop};
use super::pace::open_loop;
use super::taps;

/// Each taps every other second.
const PLAYERS: usize = 5000;
/// Taps a second.
const RATE: f64 = 2500.0;

/// Where something is done, and with which host key.
pub(super) struct Place {
    pub(super) address: SocketAddr,
    pub(super) key: String,
    /// Of the game.
    pub(super) pin: Pin,
    over: Arc<AtomicBool>,
    counts: Arc<Mutex<Counts>>,
}

/// What the work of one round came to, by the name that it has in the row.
type Counts = BTreeMap<&'static str, u64>;

/// A name that ends so is told for each second, any other for a round.
const A_SECOND: &str = "_a_second";

impl Place {
    /// Whether the round is over.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// So many more of something; 0 where it has to be told that there was none.
    pub(super) fn count(&self, name: &'static str, more: u64) {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default() +=
            more;
    }
}

/// Does something once, for the time of this number.
pub(super) type Deed = dyn Fn(&Place, u64) -> anyhow::Result<()> + Send + Sync;

/// What is done again and again.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) id: &'static str,
    pub(super) what: &'static str,
    /// How many do it at a time, each one after the other.
    pub(super) hands: u64,
    pub(super) pace: Pace,
    pub(super) deed: Arc<Deed>,
}

/// How often a hand begins.
#[derive(Clone, Copy)]
pub(super) enum Pace {
    /// At most so often.
    Every(Duration),
    /// As soon as it is done.
    AtOnce,
    /// Once: it goes on by itself until [`Place::is_over`].
    Once,
}

impl Pace {
    /// After how long one of so many hands begins: people do not come in step, as hands that begin together would.
    fn begins(self, hand: u64, hands: u64) -> Duration {
        match self {
            Self::Every(every) => every.mul_f64(hand as f64 / hands.max(1) as f64),
            Self::AtOnce | Self::Once => Duration::ZERO,
        }
    }
}

/// A picture as a camera takes one: with noise, so that no compression makes it small.
pub(super) fn picture() -> anyhow::Result<Vec<u8>> {
    let mut noise = 0x2545_f491_u32;
    let picture = RgbImage::from_fn(1600, 1200, |x, y| {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        let of = |from: u32, bits: u32| (from / 8 + (noise >> bits) % 24) as u8;
        Rgb([of(x, 0), of(y, 8), of(x + y, 16)])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Jpeg)?;
    Ok(bytes.into_inner())
}

/// Sends a request on a connection of its own, reads the whole answer, and says with which status it came.
pub(super) fn ask(request: ureq::http::Request<impl ureq::AsSendBody>) -> anyhow::Result<u16> {
    let config = ureq::Agent::config_builder().http_status_as_error(false).build();
    let mut answer = ureq::Agent::from(config).run(request)?;
    std::io::copy(&mut answer.body_mut().as_reader(), &mut std::io::sink())?;
    Ok(answer.status().as_u16())
}

/// Sends a request that has to be carried out.
pub(super) fn send(request: ureq::http::Request<impl ureq::AsSendBody>) -> anyhow::Result<()> {
    match ask(request)? {
        200..=299 => Ok(()),
        status => bail!("the server answered with HTTP {status}"),
    }
}

/// Does the work until it is told to stop.
struct Worker {
    over: Arc<AtomicBool>,
    counts: Arc<Mutex<Counts>>,
    hands: Vec<JoinHandle<anyhow::Result<u64>>>,
}

impl Worker {
    /// Starts; times are counted on from a number.
    fn start(server: &Server, pin: Pin, work: &Work, from: u64) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let counts = Arc::<Mutex<Counts>>::default();
        let hand = |hand: u64| {
            let work = work.clone();
            let (over, counts) = (Arc::clone(&over), Arc::clone(&counts));
            let (address, key) = (server.address(), server.key().to_owned());
            let place = Place { address, key, pin, over, counts };
            std::thread::spawn(move || {
                // People whose requests are sent here have computers of their own, and take none of the server's
                // time but that of answering them.
                stand_back();
                let mut times = 0;
                let mut due = Instant::now() + work.pace.begins(hand, work.hands);
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                while !place.is_over() {
                    (work.deed)(&place, from + times * work.hands + hand)
                        .with_context(|| format!("failed to do {}", work.what))?;
                    times += 1;
                    if let Pace::Every(every) = work.pace {
                        due += every;
                        std::thread::sleep(due.saturating_duration_since(Instant::now()));
                    }
                }
                Ok(times)
            })
        };
        Self { hands: (0..work.hands).map(hand).collect(), over, counts }
    }

    /// How often it was done, and what else was counted.
    fn stop(self) -> anyhow::Result<(u64, Counts)> {
        self.over.store(true, Ordering::Relaxed);
        let done = self.hands.into_iter().map(|hand| {
            hand.join().map_err(|_| anyhow::anyhow!("the work beside the game panicked"))?
        });
        let done = done.sum::<anyhow::Result<u64>>()?;
        Ok((done, std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner))))
    }
}

/// What a row tells of counts: the median of rounds, each with its seconds.
fn told(rounds: &[(f64, Counts)]) -> Vec<(&'static str, Option<f64>)> {
    let names: BTreeSet<&str> =
        rounds.iter().flat_map(|(_, counts)| counts.keys().copied()).collect();
    let of = |name: &str| -> Vec<f64> {
        let value = |(seconds, counts): &(f64, Counts)| {
            let count = counts.get(name).copied().unwrap_or_default() as f64;
            if name.ends_with(A_SECOND) { count / seconds } else { count }
        };
        rounds.iter().map(value).collect()
    };
    names.into_iter().map(|name| (name, median(&of(name)).map(round))).collect()
}

/// The p99 of verdicts beside a work, on a database or on a fresh one.
pub(super) fn row(
    bench: &Bench,
    work: &Work,
    settings: Settings,
    database: Option<&Url>,
) -> anyhow::Result<Row> {
    let (mut beside, mut alone) = (Vec::new(), Vec::new());
    let mut counted = Vec::new();
    let (mut p50, mut faults) = ([Vec::new(), Vec::new()], Vec::new());
    let rounds = bench.pick(5, 3);
    let server = match database {
        Some(database) => Server::start_on(bench, settings, database)?,
        None => Server::start(bench, settings)?,
    };
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?;
    players::seat(&mut swarm, hosted.pin, PLAYERS, IN_FLIGHT)?;
    let mut stores = bench.runtime.block_on(Stores::open(&server))?;
    let mut verdicts = |swarm: &mut Swarm| -> anyhow::Result<[f64; 2]> {
        let rains = (RATE * bench.pick(16.0, 4.0) / PLAYERS as f64) as usize;
        let seeded = bench.runtime.block_on(stores.seed(hosted.game, rains, PLAYERS, true))?;
        players::announce(swarm, &seeded)?;
        swarm.drain(Duration::from_millis(1000))?;
        let mut waits = open_loop(swarm, &seeded, PLAYERS, RATE, server.meter(), taps::hear)?.ms;
        let books = bench.runtime.block_on(async {
            stores.close(&seeded).await?;
            stores.until_settled(&seeded).await?;
            stores.books(&seeded, waits.len() as u64).await
        })?;
        faults.extend(books.fault());
        Ok([0.5, 0.99].map(|share| percentile(&mut waits, share).unwrap_or_default()))
    };
    for turn in 0..=rounds {
        bench.progress.say(&format!("{}: {}, round {turn} of {rounds}", work.id, work.what));
        stop::check()?;
        let [alone_p50, alone_p99] = verdicts(&mut swarm)?;
        // Numbers of one round are no other round's.
        let (from, since) = ((turn as u64) << 32, Instant::now());
        let worker = Worker::start(&server, hosted.pin, work, from);
        let found = verdicts(&mut swarm);
        let (times, mut counts) = worker.stop()?;
        let seconds = since.elapsed().as_secs_f64();
        let [beside_p50, beside_p99] = found?;
        if times == 0 {
            bail!("nothing was done beside the game");
        }
        // The first round warms up.
        if turn > 0 {
            alone.push(alone_p99);
            beside.push(beside_p99);
            p50[0].push(beside_p50);
            p50[1].push(alone_p50);
            if !matches!(work.pace, Pace::Once) {
                counts.extend([("times_done", times), ("times_a_second", times)]);
            }
            counted.push((seconds, counts));
        }
    }
    let what = format!("tap to verdict, p99, beside {}, against alone", work.what);
    let row = Row::new(work.id, PLAYERS, &what, "ms", (beside, alone), Goal::AtMost(1.2));
    let row = row
        .void_if(&faults)
        .with("p50_ours", median(&p50[0]).map(round))
        .with("p50_against", median(&p50[1]).map(round));
    Ok(told(&counted).into_iter().fold(row, |row, (name, value)| row.with(name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told_for_a_round_or_a_second_and_also_that_there_was_none() {
        let rounds = [
            (2.0, Counts::from([("refused", 0), ("frames_a_second", 200)])),
            (4.0, Counts::from([("refused", 0), ("frames_a_second", 800)])),
            (5.0, Counts::from([("let_go", 3)])),
        ];
        let told = told(&rounds);
        assert_eq!(
            told,
            [("frames_a_second", Some(100.0)), ("let_go", Some(0.0)), ("refused", Some(0.0))]
        );
    }

    #[test]
    fn hands_begin_one_after_the_other() {
        let every = Pace::Every(Duration::from_millis(100));
        let begin: Vec<u128> = [0, 1, 10, 19].map(|hand| every.begins(hand, 20).as_millis()).into();
        assert_eq!(begin, [0, 5, 50, 95]);
        assert_eq!(Pace::Once.begins(19, 20), Duration::ZERO);
    }

    #[test]
    fn hands_count_together_until_the_round_is_over() {
        let (over, counts) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Counts>>::default());
        let place = |_| Place {
            address: SocketAddr::from(([127, 0, 0, 1], 1)),
            key: String::new(),
            pin: Pin::try_from(100_000).unwrap(),
            over: Arc::clone(&over),
            counts: Arc::clone(&counts),
        };
        let [one, other] = [0, 1].map(place);
        one.count("frames", 2);
        other.count("frames", 3);
        other.count("refused", 0);
        assert_eq!(*counts.lock().unwrap(), Counts::from([("frames", 5), ("refused", 0)]));
        over.store(true, Ordering::Relaxed);
        assert!(one.is_over());
    }
}
