//! Rows D and J: how long a verdict takes at a set pace. An open loop: taps are due whether or
//! not earlier ones were answered, and a wait counts from when a tap was due, not from when it
//! was sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;

use super::super::Bench;
use super::super::disk::fdatasync_ms;
use super::super::later::Later;
use super::super::players::{self, IN_FLIGHT};
use super::super::process::{Bare, Meter, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{Rain, Stores};
use super::super::stats::{median, percentile};
use super::super::swarm::{Event, Swarm};
use super::taps::{self, Heard};

const PLAYERS: usize = 10_000;

/// Row J: so many taps within one second.
const BURST: usize = 5000;

const VERDICT_TIMEOUT: Duration = Duration::from_secs(60);

/// The waits of one run, in milliseconds, and the client's share of a core.
pub(super) struct Waits {
    pub(super) ms: Vec<f64>,
    client: f64,
    again: u64,
}

#[derive(Default)]
struct Found {
    p50: Vec<f64>,
    p99: Vec<f64>,
    worst: Vec<f64>,
    client: Vec<f64>,
    faults: Vec<String>,
    again: u64,
}

impl Found {
    fn note(&mut self, mut waits: Waits) {
        let mut share = |share| percentile(&mut waits.ms, share).unwrap_or_default();
        self.p50.push(share(0.5));
        self.p99.push(share(0.99));
        self.worst.push(share(1.0));
        self.client.push(waits.client);
        self.again += waits.again;
    }
}

/// Row D.
pub(super) fn latency(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let rate = match bench.best_rate.get() {
        rate if rate > 0.0 => rate / 2.0,
        _ => calibrate(bench)? / 2.0,
    };
    let rains = ((rate * bench.pick(5.0, 2.0) / PLAYERS as f64).ceil() as usize).max(1);
    let (mut ours, mut echo) = (Found::default(), Found::default());
    let mut disk = Vec::new();
    let rounds = bench.pick(3, 2);
    for turn in 1..=rounds {
        bench.progress.say(&format!("D: {rate:.0} taps/s, round {turn} of {rounds}"));
        disk.push(fdatasync_ms(&bench.dir, bench.pick(2000, 500))?.1);
        product(bench, PLAYERS, rains, rate, 1, &mut ours)?;
        bare(bench, PLAYERS, rains, rate, 1, &mut echo)?;
    }
    let disk = median(&disk).unwrap_or_default();
    let goal = median(&echo.p99).unwrap_or_default() + 2.0 * disk + 5.0;
    let rounds = (ours.p99.clone(), echo.p99.clone());
    let row = Row::new(
        "D",
        PLAYERS,
        "tap to verdict, p99, at half of the highest rate of B",
        "ms",
        rounds,
        Goal::Within(goal),
    );
    let middle = |values: &[f64]| median(values).map(round);
    Ok(vec![
        row.client(&ours.client)
            .void_if(&ours.faults)
            .with("taps_per_second", round(rate))
            .with("p50_ours", middle(&ours.p50))
            .with("p50_against", middle(&echo.p50))
            .with("worst_ours", middle(&ours.worst))
            .with("worst_against", middle(&echo.worst))
            .with("fdatasync_p99", round(disk))
            .with("client_cpu_against", middle(&echo.client))
            .with("asked_again", ours.again),
    ])
}

/// The highest rate of row B at this size, where that row was not asked for.
fn calibrate(bench: &Bench) -> anyhow::Result<f64> {
    bench.progress.say("D: looking for the highest rate");
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?;
    players::seat(&mut swarm, hosted.pin, PLAYERS, IN_FLIGHT)?;
    let rains = bench.runtime.block_on(async {
        Stores::open(&server).await?.seed(hosted.game, 3, PLAYERS, true).await
    })?;
    let pass = taps::closed_loop(&mut swarm, &rains, PLAYERS, server.meter(), taps::hear)?;
    Ok(pass.taps as f64 / pass.seconds)
}

/// Row J.
pub(super) fn burst(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let (mut ours, mut echo) = (Found::default(), Found::default());
    let bursts = bench.pick(5, 3);
    bench.progress.say(&format!("J: {BURST} taps in a second, {bursts} times"));
    product(bench, BURST, 1, BURST as f64, bursts, &mut ours)?;
    bare(bench, BURST, 1, BURST as f64, bursts, &mut echo)?;
    let worst = |found: &Found| vec![found.worst.iter().copied().fold(0.0, f64::max)];
    let what = "worst verdict of all bursts, 5,000 players within one second";
    let row = Row::new("J", BURST, what, "ms", (worst(&ours), worst(&echo)), Goal::Within(500.0));
    Ok(vec![
        row.client(&ours.client)
            .void_if(&ours.faults)
            .with("worst_of_each_burst", ours.worst.iter().map(|ms| round(*ms)).collect::<Vec<_>>())
            .with("p99_ours", median(&ours.p99).map(round))
            .with("p99_against", median(&echo.p99).map(round))
            .with("asked_again", ours.again),
    ])
}

/// Runs at this pace on a fresh server of the product: so many times over so many rains.
fn product(
    bench: &Bench,
    n: usize,
    rains: usize,
    rate: f64,
    times: usize,
    found: &mut Found,
) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?;
    players::seat(&mut swarm, hosted.pin, n, IN_FLIGHT)?;
    let mut stores = bench.runtime.block_on(Stores::open(&server))?;
    for _ in 0..times {
        let seeded = bench.runtime.block_on(stores.seed(hosted.game, rains, n, true))?;
        players::announce(&mut swarm, &seeded)?;
        swarm.drain(Duration::from_millis(1000))?;
        let waits = open_loop(&mut swarm, &seeded, n, rate, server.meter(), taps::hear)?;
        let books = bench.runtime.block_on(async {
            stores.close(&seeded).await?;
            stores.until_settled(&seeded).await?;
            stores.books(&seeded, waits.ms.len() as u64).await
        })?;
        found.faults.extend(books.fault());
        found.note(waits);
    }
    Ok(())
}

/// The same pace on a fresh bare server.
fn bare(
    bench: &Bench,
    n: usize,
    rains: usize,
    rate: f64,
    times: usize,
    found: &mut Found,
) -> anyhow::Result<()> {
    let server = Bare::start(bench)?;
    let mut swarm = taps::echo_swarm(&server)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    let nowhere = vec![Rain::nowhere(); rains];
    for _ in 0..times {
        swarm.drain(Duration::from_millis(500))?;
        let waits =
            open_loop(&mut swarm, &nowhere, n, rate, server.meter(), |_, _| Ok(Heard::Verdict))?;
        found.note(waits);
    }
    Ok(())
}

/// Wakes the loop every millisecond until it is dropped.
struct Ticker(Arc<AtomicBool>);

impl Ticker {
    fn start(swarm: &Swarm) -> Self {
        let (waker, over) = (swarm.waker(), Arc::new(AtomicBool::new(false)));
        let ended = Arc::clone(&over);
        std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) && waker.wake().is_ok() {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        Self(over)
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Which taps have their verdicts, of so many players. Who had to ask again may hear of a later rain first.
struct Verdicts {
    players: usize,
    came: Vec<bool>,
    /// The first rain without one, by player.
    first: Vec<usize>,
}

impl Verdicts {
    fn of(players: usize, rains: usize) -> Self {
        Self { players, came: vec![false; players * rains], first: vec![0; players] }
    }

    /// The rains that a player has tapped, where so many taps were sent, and has no verdict of.
    fn missing(&self, player: usize, sent: usize) -> impl Iterator<Item = usize> {
        let tapped = sent.saturating_sub(player).div_ceil(self.players);
        (self.first[player]..tapped).filter(move |rain| !self.came[rain * self.players + player])
    }

    fn note(&mut self, player: usize, rain: usize) {
        self.came[rain * self.players + player] = true;
        while self.came.get(self.first[player] * self.players + player) == Some(&true) {
            self.first[player] += 1;
        }
    }

    /// Who waits for one, where all taps were sent.
    fn waiting(&self) -> Vec<usize> {
        let sent = self.came.len();
        (0..self.players).filter(|player| self.missing(*player, sent).next().is_some()).collect()
    }
}

/// Tap `k` is player `k mod n` in rain `k div n`, due at `k / rate`.
pub(super) fn open_loop(
    swarm: &mut Swarm,
    rains: &[Rain],
    n: usize,
    rate: f64,
    meter: Meter,
    judge: impl Fn(&[u8], &Rain) -> anyhow::Result<Heard>,
) -> anyhow::Result<Waits> {
    let total = n * rains.len();
    let due = |tap: usize| tap as f64 / rate;
    let (mut verdicts, mut later, mut sent) = (Verdicts::of(n, rains.len()), Later::default(), 0);
    // One pause is enough for all that a player asks again.
    let mut pausing = vec![false; n];
    let mut waits = Vec::with_capacity(total);
    let mut payload = Vec::with_capacity(32);
    let ticker = Ticker::start(swarm);
    let (start, before) = (Instant::now(), meter.read()?);
    while waits.len() < total {
        while sent < total && due(sent) <= start.elapsed().as_secs_f64() {
            players::tap(&rains[sent / n], &mut payload);
            swarm.link(sent % n).send(&payload);
            sent += 1;
        }
        while let Some(index) = later.pop() {
            pausing[index] = false;
            // Some verdicts may have come since, from taps that were sent before.
            for rain in verdicts.missing(index, sent) {
                players::tap(&rains[rain], &mut payload);
                swarm.link(index).send(&payload);
            }
        }
        swarm.turn(Duration::from_millis(1), |index, _, event| {
            let Event::Frame(frame) = event else { return taps::closed(index, &event) };
            let heard = verdicts
                .missing(index, sent)
                .map(|rain| judge(frame, &rains[rain]).map(|heard| (rain, heard)))
                .find(|heard| !matches!(heard, Ok((_, Heard::Other))));
            match heard.transpose()? {
                Some((rain, Heard::Verdict)) => {
                    waits.push((start.elapsed().as_secs_f64() - due(rain * n + index)) * 1e3);
                    verdicts.note(index, rain);
                }
                Some((_, Heard::Again)) if !std::mem::replace(&mut pausing[index], true) => {
                    later.push(index);
                }
                _ => {}
            }
            anyhow::Ok(())
        })?;
        if start.elapsed() > VERDICT_TIMEOUT + Duration::from_secs_f64(due(total)) {
            let (waiting, again) = (verdicts.waiting(), later.count);
            let some = &waiting[..waiting.len().min(8)];
            bail!(
                "{} of {total} verdicts came; {} players wait, such as {some:?}; {again} asked again",
                waits.len(),
                waiting.len()
            );
        }
    }
    drop(ticker);
    let client = (meter.read()? - before).client / start.elapsed().as_secs_f64();
    Ok(Waits { ms: waits, client, again: later.count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_told_apart_whatever_their_order() {
        let mut verdicts = Verdicts::of(3, 2);
        let missing =
            |verdicts: &Verdicts, player, sent| verdicts.missing(player, sent).collect::<Vec<_>>();
        assert_eq!(missing(&verdicts, 1, 1), [0; 0], "not sent yet");
        assert_eq!(missing(&verdicts, 1, 2), [0]);
        assert_eq!(missing(&verdicts, 1, 5), [0, 1]);
        verdicts.note(1, 1);
        assert_eq!((missing(&verdicts, 1, 6), verdicts.waiting()), (vec![0], vec![0, 1, 2]));
        verdicts.note(1, 0);
        assert_eq!((missing(&verdicts, 1, 6), verdicts.waiting()), (vec![], vec![0, 2]));
    }
}
