//! Row I: a million packets: cut from the pot, and loaded into the pool, against a raw pipelined
//! `RPUSH` of the same bytes into the same Redis.

use std::time::{Duration, Instant};

use quizrain::ledger::Packet;
use quizrain_shared::allocation::{MAX_PACKETS, allocate};
use redis::AsyncCommands;

use super::super::process::{Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{Stores, plan};
use super::super::stats::median;
use super::super::{Bench, stop};

/// Packets in one `RPUSH`, as many as in one call of the product.
const CHUNK: usize = 1000;

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let (mut cut, mut loaded, mut pushed) = (Vec::new(), Vec::new(), Vec::new());
    let rounds = bench.pick(5, 3);
    for turn in 1..=rounds {
        bench.progress.say(&format!("I: a million packets, round {turn} of {rounds}"));
        let plan = plan(MAX_PACKETS);
        let mut words = Words::default();
        let start = Instant::now();
        let amounts = allocate(&plan.bounds, &plan.split, || words.next())?;
        cut.push(start.elapsed().as_secs_f64());
        words.check()?;
        let packets: Vec<Packet> =
            (0..).zip(amounts).map(|(number, amount)| Packet { number, amount }).collect();
        let server = Server::start(bench, Settings::default())?;
        let (ours, raw) = bench.runtime.block_on(async {
            let mut stores = Stores::open(&server).await?;
            stop::check()?;
            let ours = stores.load_pool(&packets).await?;
            let raw = push(&mut stores, &packets).await?;
            anyhow::Ok((ours, raw))
        })?;
        loaded.push(ours.as_secs_f64());
        pushed.push(raw.as_secs_f64());
    }
    let n = MAX_PACKETS as usize;
    let cut_seconds = median(&cut).map(round);
    let what = "a million packets into the pool, durable, against raw pipelined RPUSH";
    let load = Row::new("I", n, what, "s", (loaded, pushed), Goal::AtMost(2.0));
    let what = "cutting a pot into a million packets";
    let cut = Row::new("Icut", n, what, "s", (cut, Vec::new()), Goal::Within(1.0));
    Ok(vec![load.with("cutting_seconds", cut_seconds), cut])
}

/// The same bytes, as fast as the client library can.
async fn push(stores: &mut Stores, packets: &[Packet]) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut pipe = redis::pipe();
    for chunk in packets.chunks(CHUNK) {
        let texts = chunk.iter().map(|packet| format!("{}:{}", packet.number, packet.amount));
        pipe.rpush("raw", texts.collect::<Vec<_>>()).ignore();
    }
    let () = pipe.query_async(&mut stores.con).await?;
    let took = start.elapsed();
    let length: usize = stores.con.llen("raw").await?;
    anyhow::ensure!(length == packets.len(), "RPUSH pushed {length} packets");
    Ok(took)
}

/// Random words from the operating system, 4 KiB at a time, as the product draws them.
struct Words {
    buffer: [u8; 4096],
    used: usize,
    failed: Option<getrandom::Error>,
}

impl Default for Words {
    fn default() -> Self {
        Self { buffer: [0; 4096], used: 4096, failed: None }
    }
}

impl Words {
    fn next(&mut self) -> u64 {
        if self.used == self.buffer.len() {
            self.failed = getrandom::fill(&mut self.buffer).err().or(self.failed);
            self.used = 0;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.buffer[self.used..self.used + 8]);
        self.used += 8;
        u64::from_le_bytes(word)
    }

    fn check(&self) -> anyhow::Result<()> {
        self.failed.map_or(Ok(()), |error| Err(anyhow::anyhow!("no randomness: {error}")))
    }
}
