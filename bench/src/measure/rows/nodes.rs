//! Row N: the product on 1, 2 and 3 servers over one Redis and one ledger, players spread evenly:
//! taps, joins and a question to everybody, against one server.
//!
//! All of them share the cores of this machine, so nothing can get faster here. What can be seen is
//! what several servers cost: the CPU time for each tap, join and frame, of every server, of Redis
//! and of the load client. A row is void where a claim, a seat or a frame is missing.

use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use super::super::Bench;
use super::super::players::{self, IN_FLIGHT};
use super::super::process::{Cpu, Hosted, MOST_SERVERS, Meter, Server, Shared};
use super::super::result::{Goal, Row, round};
use super::super::seed::Stores;
use super::super::stats::median;
use super::super::swarm::Swarm;
use super::crowd::missing_seats;
use super::game::{self, Asked, Session};
use super::taps::{self, rain_after_rain, served};

/// Servers, each size against the first.
const SIZES: [usize; MOST_SERVERS] = [1, 2, 3];

/// Once it has heard what the others show, a server that begins to drive a game closes rains that no screen shows, as
/// those of the row are: they are seeded later.
const CATCH_UP: Duration = Duration::from_secs(6);

/// Who tap.
const TAPPING: usize = 1000;

/// Who join at once, and who are asked.
const CROWD: usize = 3000;

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let groups: [(&str, super::Group); 3] = [("Ntap", taps), ("Njoin", joins), ("Nask", questions)];
    let rows = groups
        .into_iter()
        .flat_map(|(id, group)| group(bench).unwrap_or_else(|why| vec![Row::failure(id, &why)]));
    Ok(rows.collect())
}

/// Servers over the same stores. They end before those do.
struct Fleet {
    servers: Vec<Server>,
    _shared: Shared,
}

impl Fleet {
    fn start(bench: &Bench, servers: usize) -> anyhow::Result<Self> {
        let shared = Shared::start(bench)?;
        let servers = (0..servers).map(|_| Server::start_beside(bench, &shared));
        Ok(Self { servers: servers.collect::<anyhow::Result<_>>()?, _shared: shared })
    }

    /// The server that games are made on.
    fn first(&self) -> anyhow::Result<&Server> {
        self.servers.first().context("no server")
    }

    fn host(&self) -> anyhow::Result<Hosted> {
        self.first()?.host()
    }

    fn swarm(&self) -> anyhow::Result<Swarm> {
        let to: Vec<_> = self.servers.iter().map(Server::address).collect();
        players::swarm_over(&to)
    }

    fn meter(&self) -> Meter {
        Meter::over(&self.servers)
    }
}

/// Every size in turns, so often; what each found.
fn in_turns<F: Default>(
    bench: &Bench,
    what: &str,
    mut turn: impl FnMut(&Fleet, &mut F) -> anyhow::Result<()>,
) -> anyhow::Result<[F; SIZES.len()]> {
    let mut found: [F; SIZES.len()] = Default::default();
    let rounds = bench.pick(5, 3);
    for number in 1..=rounds {
        for (servers, found) in SIZES.into_iter().zip(&mut found) {
            let say = format!("N: {what} on {servers} servers, round {number} of {rounds}");
            bench.progress.say(&say);
            turn(&Fleet::start(bench, servers)?, found)?;
        }
    }
    Ok(found)
}

fn middle(values: impl Iterator<Item = f64>) -> Value {
    median(&values.collect::<Vec<_>>()).map(round).into()
}

/// The same of each server.
fn of_each<T>(found: &[T], servers: usize, of: impl Fn(&T, usize) -> f64) -> Value {
    (0..servers).map(|server| middle(found.iter().map(|found| of(found, server)))).collect()
}

/// What servers and Redis used for each of something, against one server.
fn cpu_row(
    (id, what, unit): (&str, &str, &str),
    servers: usize,
    (ours, one): (&[Cpu], &[Cpu]),
) -> Row {
    let goal = match (id, servers) {
        ("Ntapcpu", 2) => Goal::AtMost(1.15),
        ("Ntapcpu", 3) => Goal::AtMost(1.2),
        _ => Goal::None,
    };
    let row = Row::new(id, servers, what, unit, (served(ours), served(one)), goal);
    row.with("of_each_server", of_each(ours, servers, |cpu, server| cpu.each[server]))
        .with("of_all_servers", middle(ours.iter().map(|cpu| cpu.server)))
        .with("of_redis", middle(ours.iter().map(|cpu| cpu.redis)))
        .with("of_client", middle(ours.iter().map(|cpu| cpu.client)))
        .with("with_client", middle(ours.iter().map(|cpu| cpu.server + cpu.redis + cpu.client)))
}

/// Like row B.
fn taps(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let found = in_turns(bench, "taps", |fleet, found: &mut taps::Found| {
        let (hosted, mut swarm) = (fleet.host()?, fleet.swarm()?);
        players::seat(&mut swarm, hosted.pin, TAPPING, IN_FLIGHT)?;
        swarm.drain(CATCH_UP)?;
        let mut stores = bench.runtime.block_on(Stores::open(fleet.first()?))?;
        rain_after_rain(bench, &mut stores, &mut swarm, hosted.game, fleet.meter(), found)
    })?;
    let [one, ..] = &found;
    let mut rows = Vec::new();
    for (servers, found) in SIZES.into_iter().zip(&found) {
        let what = format!("first grants of {TAPPING} players on so many servers, durable");
        let rates = (found.rates.clone(), one.rates.clone());
        rows.push(
            Row::new("Ntap", servers, &what, "taps/s", rates, Goal::None)
                .client(&found.client)
                .void_if(&found.faults)
                .with("until_in_ledger", middle(found.rates_with_ledger.iter().copied()))
                .with("taps", found.taps)
                .with("asked_again", found.again),
        );
        let what = ("Ntapcpu", "CPU of servers and Redis for a tap", "µs/tap");
        let late = &found.cpu_with_ledger;
        rows.push(
            cpu_row(what, servers, (&found.cpu, &one.cpu))
                .client(&found.client)
                .void_if(&found.faults)
                .with("until_in_ledger", middle(served(late).into_iter()))
                .with(
                    "until_in_ledger_of_each_server",
                    of_each(late, servers, |cpu, server| cpu.each[server]),
                ),
        );
    }
    Ok(rows)
}

#[derive(Default)]
struct Joined {
    rates: Vec<f64>,
    /// Microseconds for each join.
    cpu: Vec<Cpu>,
    /// Of a second in which nobody does anything, in microseconds.
    idle: Vec<Cpu>,
    again: u64,
    faults: Vec<String>,
}

/// Like row G.
fn joins(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let found = in_turns(bench, "joins", |fleet, found: &mut Joined| {
        let (hosted, mut swarm) = (fleet.host()?, fleet.swarm()?);
        let before = fleet.meter().read_fine()?;
        let arrival = players::seat(&mut swarm, hosted.pin, CROWD, CROWD)?;
        found.cpu.push(before.until_now()?.us_each(CROWD as f64));
        found.rates.push(CROWD as f64 / arrival.seconds);
        found.again += arrival.refused + arrival.closed;
        // Merged news of the lobby has gone by then.
        swarm.drain(Duration::from_millis(1000))?;
        let (before, rest) = (fleet.meter().read_fine()?, bench.pick(4, 2));
        swarm.drain(Duration::from_secs(rest))?;
        found.idle.push(before.until_now()?.us_each(rest as f64));
        found.faults.extend(missing_seats(bench, fleet.first()?, hosted.game, CROWD)?);
        Ok(())
    })?;
    let [one, ..] = &found;
    let mut rows = Vec::new();
    for (servers, found) in SIZES.into_iter().zip(&found) {
        let what = format!("{CROWD} players connect and join at once, on so many servers");
        let rates = (found.rates.clone(), one.rates.clone());
        let row = Row::new("Njoin", servers, &what, "joins/s", rates, Goal::None);
        rows.push(row.void_if(&found.faults).with("asked_again", found.again));
        let what = ("Njoincpu", "CPU of servers and Redis for a join", "µs/join");
        rows.push(cpu_row(what, servers, (&found.cpu, &one.cpu)).void_if(&found.faults));
        let what = format!("CPU of servers and Redis while {CROWD} seated players do nothing");
        let idle = ("Nidle", &what[..], "µs/s");
        rows.push(cpu_row(idle, servers, (&found.idle, &one.idle)).void_if(&found.faults));
    }
    Ok(rows)
}

/// Of each question.
#[derive(Default)]
struct Fanned {
    last: Vec<f64>,
    /// When the last player of each server had it, in ms.
    last_of_each: Vec<[f64; MOST_SERVERS]>,
    /// Frames a second of each server until then.
    rate_of_each: Vec<[f64; MOST_SERVERS]>,
    /// Microseconds for each frame.
    cpu: Vec<Cpu>,
    faults: Vec<String>,
}

impl Fanned {
    /// Notes a question to a crowd that is spread as the swarm spreads it.
    fn note(&mut self, asked: &[(usize, f64)], swarm: &Swarm, crowd: usize) {
        let (mut last, mut frames) = ([0f64; MOST_SERVERS], [0u32; MOST_SERVERS]);
        let mut asked_players = vec![false; crowd];
        for &(player, ms) in asked {
            let server = swarm.address_of(player);
            last[server] = last[server].max(ms);
            frames[server] += 1;
            asked_players[player] = true;
        }
        let missing = asked_players.iter().filter(|asked| !**asked).count();
        if missing > 0 || asked.len() != crowd {
            let frames = asked.len();
            self.faults.push(format!("{frames} questions to {crowd} players, {missing} had none"));
        }
        self.last.push(last.iter().copied().fold(0.0, f64::max));
        self.rate_of_each.push(std::array::from_fn(|server| {
            if last[server] > 0.0 { f64::from(frames[server]) * 1e3 / last[server] } else { 0.0 }
        }));
        self.last_of_each.push(last);
    }
}

/// Like row E.
fn questions(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let found = in_turns(bench, "questions", |fleet, found: &mut Fanned| {
        let hosted = fleet.host()?;
        let mut session = Session::open(fleet.swarm()?, hosted, CROWD)?;
        for _ in 0..bench.pick(5, 3).min(hosted.questions) {
            let before = fleet.meter().read_fine()?;
            let Asked { at, .. } = session.ask()?;
            found.cpu.push(before.until_now()?.us_each(CROWD as f64));
            found.note(&at, &session.swarm, CROWD);
            session.answer(&mut game::Found::default())?;
            session.until_revealed()?;
            session.swarm.drain(Duration::from_millis(bench.pick(400, 200)))?;
        }
        Ok(())
    })?;
    let [one, ..] = &found;
    let mut rows = Vec::new();
    for (servers, found) in SIZES.into_iter().zip(&found) {
        let what = format!("host's click on one of so many servers to the last of {CROWD} players");
        let times = (found.last.clone(), one.last.clone());
        let of_each = |values: &[[f64; MOST_SERVERS]]| {
            of_each(values, servers, |value, server| value[server])
        };
        rows.push(
            Row::new("Nask", servers, &what, "ms", times, Goal::None)
                .void_if(&found.faults)
                .with("last_player_of_each_server", of_each(&found.last_of_each))
                .with("frames_per_second_of_each_server", of_each(&found.rate_of_each)),
        );
        let what = ("Naskcpu", "CPU of servers and Redis for a frame of a question", "µs/frame");
        rows.push(cpu_row(what, servers, (&found.cpu, &one.cpu)).void_if(&found.faults));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swarm(servers: u16) -> Swarm {
        let to: Vec<_> = (1..=servers).map(|port| ([127, 0, 0, 1], port).into()).collect();
        players::swarm_over(&to).unwrap()
    }

    #[test]
    fn a_question_is_told_by_server_and_a_missing_frame_makes_it_void() {
        let mut fanned = Fanned::default();
        fanned.note(&[(0, 1.0), (1, 4.0), (3, 5.0), (2, 2.0)], &swarm(2), 4);
        assert_eq!(fanned.last, [5.0]);
        assert_eq!(fanned.last_of_each, [[2.0, 5.0, 0.0]]);
        assert_eq!(fanned.rate_of_each, [[1000.0, 400.0, 0.0]]);
        assert_eq!(fanned.faults, [""; 0]);
        fanned.note(&[(0, 1.0), (1, 4.0), (1, 5.0), (2, 2.0)], &swarm(2), 4);
        assert_eq!(fanned.faults, ["4 questions to 4 players, 1 had none"]);
    }

    #[test]
    fn a_row_tells_each_server_redis_and_client_apart() {
        let cpu =
            |each: [f64; 3], redis, client| Cpu { server: each.iter().sum(), each, redis, client };
        let ours = [cpu([4.0, 2.0, 0.0], 3.0, 5.0), cpu([6.0, 2.0, 0.0], 3.0, 7.0)];
        let one = [cpu([5.0, 0.0, 0.0], 3.0, 5.0)];
        let row = cpu_row(("Ntapcpu", "CPU", "µs/tap"), 2, (&ours, &one));
        assert_eq!((row.ours, row.against, row.ratio), (Some(10.0), Some(8.0), Some(1.25)));
        assert_eq!(row.more["of_each_server"], serde_json::json!([5.0, 2.0]));
        assert_eq!(row.more["of_all_servers"], 7.0);
        assert_eq!((&row.more["of_redis"], &row.more["of_client"]), (&3.0.into(), &6.0.into()));
        assert_eq!(row.more["with_client"], 16.0);
    }
}
