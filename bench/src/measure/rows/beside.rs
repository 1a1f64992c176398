//! Rows Q, S and T: how long verdicts of a game take while others ask the same server for something else, against the same
//! game alone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use image::{ImageFormat, Rgb, RgbImage};
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

/// Each taps every other second: whoever has to ask again has its verdict before the next tap.
const PLAYERS: usize = 5000;
/// Taps a second.
const RATE: f64 = 2500.0;

/// Where something is done, and with which host key.
pub(super) struct Place {
    pub(super) address: SocketAddr,
    pub(super) key: String,
    /// Of the game.
    pub(super) pin: Pin,
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
    /// How often one of them begins at most; `None`: as soon as it is done.
    pub(super) every: Option<Duration>,
    pub(super) deed: Arc<Deed>,
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

/// Sends a request, and reads the whole answer.
pub(super) fn send(request: ureq::http::Request<impl ureq::AsSendBody>) -> anyhow::Result<()> {
    let mut answer = ureq::Agent::new_with_defaults().run(request)?;
    std::io::copy(&mut answer.body_mut().as_reader(), &mut std::io::sink())?;
    Ok(())
}

/// Does the work until it is told to stop.
struct Worker {
    over: Arc<AtomicBool>,
    hands: Vec<JoinHandle<anyhow::Result<u64>>>,
}

impl Worker {
    /// Starts; times are counted on from a number.
    fn start(server: &Server, pin: Pin, work: &Work, from: u64) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let hand = |hand: u64| {
            let (ended, work) = (Arc::clone(&over), work.clone());
            let place = Place { address: server.address(), key: server.key().to_owned(), pin };
            std::thread::spawn(move || {
                let (mut times, mut due) = (0, Instant::now());
                while !ended.load(Ordering::Relaxed) {
                    (work.deed)(&place, from + times * work.hands + hand)
                        .with_context(|| format!("failed to do {}", work.what))?;
                    times += 1;
                    if let Some(every) = work.every {
                        due += every;
                        std::thread::sleep(due.saturating_duration_since(Instant::now()));
                    }
                }
                Ok(times)
            })
        };
        Self { hands: (0..work.hands).map(hand).collect(), over }
    }

    /// How often it was done.
    fn stop(self) -> anyhow::Result<u64> {
        self.over.store(true, Ordering::Relaxed);
        let done = self.hands.into_iter().map(|hand| {
            hand.join().map_err(|_| anyhow::anyhow!("the work beside the game panicked"))?
        });
        done.sum()
    }
}

/// The p99 of verdicts beside a work, on a database or on a fresh one.
pub(super) fn row(
    bench: &Bench,
    work: &Work,
    settings: Settings,
    database: Option<&Url>,
) -> anyhow::Result<Row> {
    let (mut beside, mut alone) = (Vec::new(), Vec::new());
    let (mut done, mut rate) = (Vec::new(), Vec::new());
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
        let times = worker.stop()?;
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
            done.push(times as f64);
            rate.push(times as f64 / seconds);
        }
    }
    let what = format!("tap to verdict, p99, beside {}, against alone", work.what);
    let row = Row::new(work.id, PLAYERS, &what, "ms", (beside, alone), Goal::AtMost(1.2));
    Ok(row
        .void_if(&faults)
        .with("p50_ours", median(&p50[0]).map(round))
        .with("p50_against", median(&p50[1]).map(round))
        .with("times_done", median(&done).map(round))
        .with("times_a_second", median(&rate).map(round)))
}
