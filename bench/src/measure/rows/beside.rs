//! Row Q: how long verdicts of a game take while hosts work in the studio, against the same game alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, bail};
use image::{ImageFormat, Rgb, RgbImage};
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

/// What a host does again and again.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) id: &'static str,
    pub(super) what: &'static str,
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) body: Vec<u8>,
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

/// Does the work until it is told to stop.
struct Worker {
    over: Arc<AtomicBool>,
    thread: JoinHandle<anyhow::Result<u64>>,
}

impl Worker {
    fn start(server: &Server, work: &Work) -> Self {
        let (over, work) = (Arc::new(AtomicBool::new(false)), work.clone());
        let (ended, address, key) = (Arc::clone(&over), server.address(), server.key().to_owned());
        let thread = std::thread::spawn(move || {
            let mut times = 0;
            while !ended.load(Ordering::Relaxed) {
                let url = format!("http://{address}{}", work.path);
                let request = ureq::http::Request::builder()
                    .method(work.method)
                    .uri(url)
                    .header("Authorization", format!("Bearer {key}"));
                let agent = ureq::Agent::new_with_defaults();
                let answer = match work.method {
                    "GET" => agent.run(request.body(())?),
                    _ => agent.run(request.body(work.body.clone())?),
                };
                let mut answer = answer.with_context(|| format!("failed to do {}", work.what))?;
                let mut body = answer.body_mut().as_reader();
                std::io::copy(&mut body, &mut std::io::sink())?;
                times += 1;
            }
            Ok(times)
        });
        Self { over, thread }
    }

    fn stop(self) -> anyhow::Result<u64> {
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().map_err(|_| anyhow::anyhow!("the work beside the game panicked"))?
    }
}

/// The p99 of verdicts beside a work, on a database or on a fresh one.
pub(super) fn row(bench: &Bench, work: &Work, database: Option<&Url>) -> anyhow::Result<Row> {
    let (mut beside, mut alone, mut done) = (Vec::new(), Vec::new(), Vec::new());
    let (mut p50, mut faults) = ([Vec::new(), Vec::new()], Vec::new());
    let rounds = bench.pick(5, 3);
    let server = match database {
        Some(database) => Server::start_on(bench, Settings::default(), database)?,
        None => Server::start(bench, Settings::default())?,
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
        bench.progress.say(&format!("Q: {}, round {turn} of {rounds}", work.what));
        stop::check()?;
        let [alone_p50, alone_p99] = verdicts(&mut swarm)?;
        let worker = Worker::start(&server, work);
        let found = verdicts(&mut swarm);
        let times = worker.stop()?;
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
        }
    }
    let what = format!("tap to verdict, p99, beside {}, against alone", work.what);
    let row = Row::new(work.id, PLAYERS, &what, "ms", (beside, alone), Goal::AtMost(1.2));
    Ok(row
        .void_if(&faults)
        .with("p50_ours", median(&p50[0]).map(round))
        .with("p50_against", median(&p50[1]).map(round))
        .with("times_done", median(&done).map(round)))
}
