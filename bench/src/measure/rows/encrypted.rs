//! Row W: TLS of the server's own. Joins as in row G, taps as in row B, and what a handshake costs, a full
//! one and one that takes up an earlier session. Against the same without TLS.

use std::time::{Duration, Instant};

use anyhow::bail;
use rustls::HandshakeKind;

use super::super::Bench;
use super::super::players;
use super::super::process::{Cpu, Meter, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::Stores;
use super::super::stats::median;
use super::super::swarm::{Event, Swarm};
use super::crowd::missing_seats;
use super::taps::{self, rain_after_rain, served};

const SIZES: [usize; 2] = [1000, 10_000];

/// Connections on their way at a time where handshakes are counted: each has a session to take up, of which
/// a client keeps eight.
const AT_A_TIME: usize = 4;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

/// What one side found at one size.
#[derive(Default)]
struct Found {
    /// Milliseconds until the last has a seat.
    joins: Vec<f64>,
    join_cpu: Vec<Cpu>,
    again: u64,
    taps: taps::Found,
    faults: Vec<String>,
}

impl Found {
    fn all_faults(&self) -> impl Iterator<Item = &String> {
        self.faults.iter().chain(&self.taps.faults)
    }
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = handshakes(bench)?;
    for n in bench.pick(&SIZES[..], &SIZES[..1]) {
        let (mut ours, mut plain) = (Found::default(), Found::default());
        let rounds = bench.pick(3, 2);
        for turn in 1..=rounds {
            bench.progress.say(&format!("W: {n} players, round {turn} of {rounds}"));
            play(bench, *n, true, &mut ours)?;
            play(bench, *n, false, &mut plain)?;
        }
        rows.extend(found_rows(*n, &ours, &plain));
    }
    Ok(rows)
}

fn found_rows(n: usize, ours: &Found, plain: &Found) -> Vec<Row> {
    let faults: Vec<String> = ours.all_faults().chain(plain.all_faults()).cloned().collect();
    let row = |id: &str, what: &str, unit: &str, rounds: (Vec<f64>, Vec<f64>)| {
        let what = format!("{what}, with TLS against without");
        Row::new(id, n, &what, unit, rounds, Goal::None).void_if(&faults)
    };
    let middle = |values: &[f64]| median(values).map(round);
    let (taps, plain_taps) = (&ours.taps, &plain.taps);
    let what = "first grants through WebSockets, durable";
    let rate = row("Wtap", what, "taps/s", (taps.rates.clone(), plain_taps.rates.clone()))
        .client(&taps.client)
        .with("until_in_ledger", middle(&taps.rates_with_ledger))
        .with("client_cpu_against", middle(&plain_taps.client))
        .with("taps_ours", taps.taps)
        .with("taps_against", plain_taps.taps)
        .with("asked_again", taps.again);
    let what = "CPU of server and Redis for a tap";
    let cpu = row("Wtapcpu", what, "µs/tap", (served(&taps.cpu), served(&plain_taps.cpu)));
    let what = "all connect and join at once, until the last has a seat";
    let joins = row("Wjoin", what, "ms", (ours.joins.clone(), plain.joins.clone()))
        .with("asked_again", ours.again)
        .with("asked_again_against", plain.again);
    let what = "CPU of server and Redis for a join with its connect";
    let rounds = (served(&ours.join_cpu), served(&plain.join_cpu));
    vec![rate, cpu.client(&taps.client), joins, row("Wjoincpu", what, "µs/join", rounds)]
}

fn start(bench: &Bench, speaks_tls: bool) -> anyhow::Result<Server> {
    Server::start(bench, Settings { speaks_tls, ..Settings::default() })
}

/// A crowd that joins at once and then taps, on a fresh server.
fn play(bench: &Bench, n: usize, speaks_tls: bool, found: &mut Found) -> anyhow::Result<()> {
    let server = start(bench, speaks_tls)?;
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?.over_tls(server.client(false)?);
    let before = server.meter().read_fine()?;
    let arrival = players::seat(&mut swarm, hosted.pin, n, n)?;
    found.join_cpu.push(before.until_now()?.us_each(n as f64));
    found.joins.push(arrival.seconds * 1e3);
    found.again += arrival.refused + arrival.closed;
    found.faults.extend(missing_seats(bench, &server, hosted.game, n)?);
    // Merged news of the lobby has gone by then.
    swarm.drain(Duration::from_millis(500))?;
    let mut stores = bench.runtime.block_on(Stores::open(&server))?;
    let meter = server.meter();
    rain_after_rain(bench, &mut stores, &mut swarm, hosted.game, meter, &mut found.taps)
}

/// What a connection costs the server until it is upgraded, in microseconds of CPU, a value for each round.
#[derive(Default)]
struct Shaken {
    full: Vec<f64>,
    resumed: Vec<f64>,
    plain: Vec<f64>,
    faults: Vec<String>,
}

fn handshakes(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let times = bench.pick(1000, 500);
    let mut found = Shaken::default();
    let rounds = bench.pick(5, 2);
    for turn in 1..=rounds {
        bench.progress.say(&format!("W: {times} handshakes, round {turn} of {rounds}"));
        for (resumes, values) in [(false, &mut found.full), (true, &mut found.resumed)] {
            // A fresh one, or it would close the sockets of the others meanwhile.
            let server = start(bench, true)?;
            let swarm = players::swarm(server.address())?;
            let mut swarm = swarm.over_tls(server.client(resumes)?);
            let kind = if resumes { HandshakeKind::Resumed } else { HandshakeKind::Full };
            let shaken = connect(&mut swarm, server.meter(), times, kind)?;
            values.push(shaken.us);
            found.faults.extend(shaken.fault(times));
        }
        let server = start(bench, false)?;
        let mut swarm = players::swarm(server.address())?;
        let shaken = connect(&mut swarm, server.meter(), times, HandshakeKind::Full)?;
        found.plain.push(shaken.us);
    }
    Ok(handshake_rows(times, &found))
}

fn handshake_rows(times: usize, found: &Shaken) -> Vec<Row> {
    let a_second = |us: &[f64]| us.iter().map(|us| 1e6 / us).collect::<Vec<_>>();
    let row = |id: &str, what: &str, us: &[f64]| {
        let what = format!(
            "connections with {what} for a second of the server's CPU, against without TLS"
        );
        let rounds = (a_second(us), a_second(&found.plain));
        let row = Row::new(id, times, &what, "/s a core", rounds, Goal::None);
        // The handshake alone is what such a connection costs more.
        let more = median(us).zip(median(&found.plain)).map(|(us, plain)| us - plain);
        let more = more.filter(|us| *us > 0.0);
        row.void_if(&found.faults)
            .with("handshake_us", more.map(round))
            .with("handshakes_a_second_a_core", more.map(|us| round(1e6 / us)))
    };
    vec![
        row("Wfull", "a full handshake", &found.full),
        row("Wresumed", "a session taken up again", &found.resumed),
    ]
}

/// Connections that were upgraded.
struct Connected {
    /// Microseconds of the server's CPU for each.
    us: f64,
    /// How many had the handshake that was wanted, and which that is.
    as_wanted: usize,
    kind: HandshakeKind,
}

impl Connected {
    /// What is wrong, where there was TLS.
    fn fault(&self, times: usize) -> Option<String> {
        let (as_wanted, kind) = (self.as_wanted, self.kind);
        (as_wanted != times).then(|| format!("{as_wanted} of {times} handshakes were {kind:?}"))
    }
}

/// Connects so often, a few at a time, behind some that are not counted and leave sessions to take up.
fn connect(
    swarm: &mut Swarm,
    meter: Meter,
    times: usize,
    kind: HandshakeKind,
) -> anyhow::Result<Connected> {
    upgrade(swarm, AT_A_TIME, kind)?;
    let before = meter.read_fine()?;
    let as_wanted = upgrade(swarm, times, kind)?;
    let us = before.until_now()?.us_each(times as f64).server;
    Ok(Connected { us, as_wanted, kind })
}

/// So many more upgraded connections; how many had such a handshake.
fn upgrade(swarm: &mut Swarm, more: usize, kind: HandshakeKind) -> anyhow::Result<usize> {
    let from = swarm.len();
    let (mut open, mut as_wanted, start) = (0, 0, Instant::now());
    while open < more {
        while swarm.len() < from + more && swarm.len() - from - open < AT_A_TIME {
            swarm.connect()?;
        }
        swarm.turn(Duration::from_millis(100), |index, link, event| {
            match event {
                Event::Open => {
                    open += 1;
                    as_wanted += usize::from(link.handshake() == Some(kind));
                }
                Event::Closed(why) => bail!("connection {index} was closed: {why}"),
                Event::Frame(_) => {}
            }
            Ok(())
        })?;
        if start.elapsed() > CONNECT_TIMEOUT {
            bail!("{open} of {more} connections are upgraded");
        }
    }
    Ok(as_wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handshake_is_what_its_connection_costs_more() {
        let shaken = Shaken {
            full: vec![500.0, 600.0, 700.0],
            resumed: vec![90.0],
            plain: vec![100.0],
            faults: Vec::new(),
        };
        let rows = handshake_rows(500, &shaken);
        let [full, resumed] = &rows[..] else { panic!("two rows") };
        assert_eq!((full.against, &full.more["handshake_us"]), (Some(10_000.0), &500.0.into()));
        assert_eq!(full.more["handshakes_a_second_a_core"], 2000.0);
        assert!(resumed.more["handshake_us"].is_null(), "cheaper than none is no figure");
    }

    #[test]
    fn handshakes_that_were_others_make_the_rows_void() {
        let connected = Connected { us: 1.0, as_wanted: 3, kind: HandshakeKind::Resumed };
        assert_eq!(connected.fault(3), None);
        let faults: Vec<String> = connected.fault(5).into_iter().collect();
        assert_eq!(faults, ["3 of 5 handshakes were Resumed"]);
        let rows = handshake_rows(5, &Shaken { faults, ..Shaken::default() });
        assert!(rows.iter().all(|row| row.void.is_some()));
    }

    #[test]
    fn a_fault_of_either_side_makes_joins_and_taps_void() {
        let taps = taps::Found { faults: vec!["1 is not 2".to_owned()], ..Default::default() };
        let rows = found_rows(1000, &Found::default(), &Found { taps, ..Found::default() });
        let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["Wtap", "Wtapcpu", "Wjoin", "Wjoincpu"]);
        assert!(rows.iter().all(|row| row.void.as_deref() == Some("1 is not 2")));
    }
}
