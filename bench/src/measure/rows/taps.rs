//! Rows B and C: first grants a second through real WebSockets, against bare echo with the same
//! client and frames of the same size, and against the product itself with one claim a call.
//!
//! A closed loop: each player taps the next rain as soon as the verdict of the last one is there.
//! The settler follows; how long the ledger takes is told as well.

use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::ids::GameId;

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, Arrival, IN_FLIGHT, MISSED, PACKET, REFUSED};
use super::super::process::{Bare, Cpu, Meter, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{Rain, Stores};
use super::super::stats::median;
use super::super::swarm::{Event, Swarm};

/// Bytes of a `Caught` frame of a seeded rain: what echo answers.
pub(super) const VERDICT_BYTES: usize = 73;

/// Most rains open at the same time: the settler has a connection for each.
const MOST_RAINS: usize = 100;

/// How long the last verdict of a turn may take.
const VERDICT_TIMEOUT: Duration = Duration::from_secs(60);

/// What one side found at one size.
#[derive(Default)]
pub(super) struct Found {
    pub(super) rates: Vec<f64>,
    pub(super) rates_with_ledger: Vec<f64>,
    /// Microseconds for each tap until the last verdict, and until the last is in the ledger.
    pub(super) cpu: Vec<Cpu>,
    pub(super) cpu_with_ledger: Vec<Cpu>,
    pub(super) client: Vec<f64>,
    pub(super) faults: Vec<String>,
    pub(super) taps: u64,
    pub(super) again: u64,
}

/// One pass over some rains by everybody.
pub(super) struct Pass {
    pub(super) taps: u64,
    pub(super) seconds: f64,
    pub(super) again: u64,
    pub(super) cpu: Cpu,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for n in [100, 1000, 10_000] {
        let (mut ours, mut single, mut echo) = Default::default();
        let rounds = bench.pick(3, 2);
        for turn in 1..=rounds {
            bench.progress.say(&format!("B, C: {n} players, round {turn} of {rounds}"));
            product(bench, n, Settings::default(), &mut ours)?;
            if bench.wants('C') {
                product(
                    bench,
                    n,
                    Settings { max_batch: Some(1), ..Settings::default() },
                    &mut single,
                )?;
            }
            if bench.wants('B') {
                bare(bench, n, &mut echo)?;
            }
        }
        bench.best_rate.set(bench.best_rate.get().max(median(&ours.rates).unwrap_or(0.0)));
        if bench.wants('B') {
            rows.extend(against_echo(n, &ours, &echo));
        }
        if bench.wants('C') {
            let goal = Goal::AtLeast(if n == 100 { 0.95 } else { 1.3 });
            rows.push(against_single(
                "C",
                n,
                "first grants, batches against one a call",
                &ours,
                &single,
                goal,
            ));
        }
    }
    if bench.wants('C') {
        for n in bench.pick(&[1000, 10_000][..], &[1000][..]) {
            rows.push(slow_disk(bench, *n)?);
        }
    }
    Ok(rows)
}

/// The goals of B, a share of the echo's rate, and of Bcpu, so many times its CPU: the more connections
/// there are, the more claims share a call.
fn goals(n: usize) -> (Goal, Goal) {
    let (rate, cpu) = match n {
        ..1000 => (0.4, 4.0),
        1000..10_000 => (0.6, 3.0),
        _ => (0.7, 2.0),
    };
    (Goal::AtLeast(rate), Goal::AtMost(cpu))
}

fn against_echo(n: usize, ours: &Found, echo: &Found) -> [Row; 2] {
    let (rate_goal, cpu_goal) = goals(n);
    let rate = Row::new(
        "B",
        n,
        "first grants through WebSockets, durable, against bare echo",
        "taps/s",
        (ours.rates.clone(), echo.rates.clone()),
        rate_goal,
    );
    let cpu = Row::new(
        "Bcpu",
        n,
        "CPU of server and Redis for a tap, against bare echo",
        "µs/tap",
        (served(&ours.cpu), served(&echo.cpu)),
        cpu_goal,
    );
    let middle = |values: &[f64]| median(values).map(round);
    let of_redis: Vec<f64> = ours.cpu.iter().map(|cpu| cpu.redis).collect();
    [
        rate.client(&ours.client)
            .void_if(&ours.faults)
            .with("client_cpu_against", middle(&echo.client))
            .with("until_in_ledger", middle(&ours.rates_with_ledger))
            .with("taps_ours", ours.taps)
            .with("taps_against", echo.taps)
            .with("asked_again", ours.again),
        cpu.client(&ours.client)
            .void_if(&ours.faults)
            .with("of_redis", middle(&of_redis))
            .with("until_in_ledger", middle(&served(&ours.cpu_with_ledger))),
    ]
}

fn against_single(id: &str, n: usize, what: &str, ours: &Found, single: &Found, goal: Goal) -> Row {
    let faults: Vec<String> = ours.faults.iter().chain(&single.faults).cloned().collect();
    Row::new(id, n, what, "taps/s", (ours.rates.clone(), single.rates.clone()), goal)
        .client(&ours.client)
        .void_if(&faults)
        .with("cpu_us_per_tap_ours", median(&served(&ours.cpu)).map(round))
        .with("cpu_us_per_tap_against", median(&served(&single.cpu)).map(round))
        .with("asked_again", ours.again)
        .with("asked_again_against", single.again)
}

fn slow_disk(bench: &Bench, n: usize) -> anyhow::Result<Row> {
    let (mut ours, mut single) = Default::default();
    let rounds = bench.pick(3, 2);
    for turn in 1..=rounds {
        bench.progress.say(&format!("Cs: {n} players, round {turn} of {rounds}"));
        product(bench, n, Settings { delay_us: 2000, ..Settings::default() }, &mut ours)?;
        product(
            bench,
            n,
            Settings { max_batch: Some(1), delay_us: 2000, ..Settings::default() },
            &mut single,
        )?;
    }
    let what = "first grants, batches against one a call, fdatasync 2 ms slower";
    Ok(against_single("Cs", n, what, &ours, &single, Goal::AtLeast(2.0)))
}

/// How long each side is measured in one round.
fn turn_seconds(bench: &Bench) -> f64 {
    bench.pick(3.4, 1.0)
}

/// One round of the product on a fresh server.
fn product(bench: &Bench, n: usize, settings: Settings, found: &mut Found) -> anyhow::Result<()> {
    let server = Server::start(bench, settings)?;
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?;
    let _: Arrival = players::seat(&mut swarm, hosted.pin, n, IN_FLIGHT)?;
    let mut stores = bench.runtime.block_on(Stores::open(&server))?;
    rain_after_rain(bench, &mut stores, &mut swarm, hosted.game, server.meter(), found)
}

/// Everybody who is seated taps rain after rain, until the turn's time is over.
pub(super) fn rain_after_rain(
    bench: &Bench,
    stores: &mut Stores,
    swarm: &mut Swarm,
    game: GameId,
    meter: Meter,
    found: &mut Found,
) -> anyhow::Result<()> {
    let n = swarm.len();
    let (mut all, mut with_ledger) = (Pass::none(), Pass::none());
    let mut count = rains_for(n, 10_000.0);
    while all.seconds < turn_seconds(bench) {
        let rains = bench.runtime.block_on(stores.seed(game, count, n, true))?;
        // The settler has to find the rains first; players do not tap in the same instant either.
        swarm.drain(Duration::from_millis(600))?;
        players::announce(swarm, &rains)?;
        let (start, before) = (Instant::now(), meter.read()?);
        let pass = closed_loop(swarm, &rains, n, meter, hear)?;
        bench.runtime.block_on(stores.until_in_ledger(&rains, pass.taps))?;
        with_ledger.seconds += start.elapsed().as_secs_f64();
        with_ledger.cpu += meter.read()? - before;
        let books = bench.runtime.block_on(async {
            stores.close(&rains).await?;
            stores.until_settled(&rains).await?;
            stores.books(&rains, pass.taps).await
        })?;
        found.faults.extend(books.fault());
        count = rains_for(n, pass.taps as f64 / pass.seconds);
        all.add(&pass);
    }
    found.note(&all);
    found.rates_with_ledger.push(all.taps as f64 / with_ledger.seconds);
    found.cpu_with_ledger.push(with_ledger.cpu.us_each(all.taps as f64));
    Ok(())
}

/// Rains for about a second of taps, so that the ledger is never far behind.
fn rains_for(n: usize, rate: f64) -> usize {
    ((rate / n as f64).ceil() as usize).clamp(2, MOST_RAINS)
}

/// One round of bare echo on a fresh server.
fn bare(bench: &Bench, n: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Bare::start(bench)?;
    let mut swarm = echo_swarm(&server)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    let (mut all, mut count) = (Pass::none(), rains_for(n, 50_000.0));
    while all.seconds < turn_seconds(bench) {
        let nowhere = vec![Rain::nowhere(); count];
        let meter = server.meter();
        let pass = closed_loop(&mut swarm, &nowhere, n, meter, |_, _| Ok(Heard::Verdict))?;
        count = ((pass.taps as f64 / pass.seconds / n as f64).ceil() as usize).max(2);
        all.add(&pass);
    }
    found.note(&all);
    Ok(())
}

/// Sockets to a bare server that answers as many bytes as a verdict has.
pub(super) fn echo_swarm(server: &Bare) -> anyhow::Result<Swarm> {
    Ok(Swarm::new(server.address(), &format!("/echo?bytes={VERDICT_BYTES}"), None)?)
}

impl Pass {
    fn none() -> Self {
        Self { taps: 0, seconds: 0.0, again: 0, cpu: Cpu::default() }
    }

    fn add(&mut self, more: &Self) {
        self.taps += more.taps;
        self.seconds += more.seconds;
        self.again += more.again;
        self.cpu += more.cpu;
    }
}

impl Found {
    fn note(&mut self, all: &Pass) {
        let taps = all.taps as f64;
        self.rates.push(taps / all.seconds);
        self.cpu.push(all.cpu.us_each(taps));
        self.client.push(all.cpu.client / all.seconds);
        self.taps += all.taps;
        self.again += all.again;
    }
}

/// Of servers and Redis, without the client.
pub(super) fn served(cpu: &[Cpu]) -> Vec<f64> {
    cpu.iter().map(|cpu| cpu.server + cpu.redis).collect()
}

/// A frame in words.
fn said(frame: &[u8]) -> String {
    use quizrain_shared::wire::{Encoding, ServerFrame};
    match Encoding::Postcard.decode::<ServerFrame>(frame) {
        Ok(frame) => format!("{frame:?}"),
        Err(error) => error.to_string(),
    }
}

/// What a frame is to whoever waits for a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The verdict.
    Verdict,
    /// Busy; ask again.
    Again,
    /// Something else.
    Other,
}

/// Reads frames of the product.
pub(super) fn hear(frame: &[u8], rain: &Rain) -> anyhow::Result<Heard> {
    match frame {
        [PACKET, ..] if players::is_caught(frame, rain.reference.rain) => Ok(Heard::Verdict),
        [MISSED, ..] => bail!("a tap was refused: {}", said(frame)),
        [REFUSED, ..] => players::ask_again(frame).map(|()| Heard::Again),
        _ => Ok(Heard::Other),
    }
}

/// Each socket taps its next rain when the verdict on the last is there.
pub(super) fn closed_loop(
    swarm: &mut Swarm,
    rains: &[Rain],
    n: usize,
    meter: Meter,
    judge: impl Fn(&[u8], &Rain) -> anyhow::Result<Heard>,
) -> anyhow::Result<Pass> {
    let (mut at, mut begun, mut done) = (vec![0usize; n], 0, 0);
    let (mut later, mut payload) = (Later::default(), Vec::with_capacity(32));
    let (start, before) = (Instant::now(), meter.read()?);
    while done < n {
        // What has come already is taken in while others have yet to tap.
        for index in (begun..n).take(64) {
            players::tap(&rains[0], &mut payload);
            swarm.link(index).send(&payload);
            begun += 1;
        }
        while let Some(index) = later.pop() {
            players::tap(&rains[at[index]], &mut payload);
            swarm.link(index).send(&payload);
        }
        let wait = if begun < n { Duration::ZERO } else { later.wait() };
        swarm.turn(wait, |index, link, event| {
            let Event::Frame(frame) = event else { return closed(index, &event) };
            let Some(rain) = rains.get(at[index]) else { return Ok(()) };
            match judge(frame, rain)? {
                Heard::Verdict => at[index] += 1,
                Heard::Again => {
                    later.push(index);
                    return Ok(());
                }
                Heard::Other => return Ok(()),
            }
            match rains.get(at[index]) {
                Some(rain) => {
                    players::tap(rain, &mut payload);
                    link.send(&payload);
                }
                None => done += 1,
            }
            Ok(())
        })?;
        if start.elapsed() > VERDICT_TIMEOUT {
            bail!(
                "{done} of {n} players have all their verdicts after {} s",
                VERDICT_TIMEOUT.as_secs()
            );
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let taps = (n * rains.len()) as u64;
    Ok(Pass { taps, seconds, again: later.count, cpu: meter.read()? - before })
}

pub(super) fn closed(index: usize, event: &Event<'_>) -> anyhow::Result<()> {
    match event {
        Event::Closed(why) => bail!("socket {index} was closed: {why}"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::{Mac, RainId};
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::wire::{
        Caught, Encoding, PacketState, PacketUpdate, Receipt, ServerFrame,
    };

    use super::*;

    #[test]
    fn echo_answers_as_many_bytes_as_a_verdict_has() {
        let caught = Caught {
            rain: RainId([1; 8]),
            packet: 500,
            amount: Minor(100),
            currency: Currency::POINTS,
            credited: false,
        };
        let receipt = Receipt {
            rain: RainId([1; 8]),
            packet: 500,
            amount: Minor(100),
            at_ms: 1_763_690_000_000,
            mac: Mac([2; 32]),
        };
        let news = PacketUpdate { caught, state: PacketState::Crediting, receipt: Some(receipt) };
        let verdict = Encoding::Postcard.encode(&ServerFrame::Packet(news));
        assert_eq!(verdict.len(), VERDICT_BYTES);
    }

    #[test]
    fn rains_last_about_a_second() {
        assert_eq!(rains_for(100, 10_000.0), 100);
        assert_eq!(rains_for(10_000, 15_000.0), 2);
        assert_eq!(rains_for(100, 1e9), MOST_RAINS);
    }
}
