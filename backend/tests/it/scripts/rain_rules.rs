//! Random taps of several accounts, with a pool that is loaded, opened and closed between them
//! and a window that passes: the scripts say and keep what a plain model of the rules says.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use quizrain::ledger::{Claim, Packet};
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain_shared::money::Minor;
use redis::AsyncCommands;

use super::scene::{HOUR_MS, LONG_AGO_MS, OTHER_RAIN, RAIN, account, open_to, packets};
use super::snapshot::free;
use crate::common::property::check;

const FAR_AWAY_MS: u64 = 9_000_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Window {
    Early,
    Now,
    Over,
}

#[derive(Clone, Debug)]
enum Act {
    /// Puts a chunk: the first, the second ..
    Load(u32),
    /// Opens, whole or not, with a window.
    Open(Window),
    /// Time passes, or is put back.
    Shift(Window),
    /// Taps in one call.
    Claim(Vec<u32>),
    Close,
}

/// As many taps in one call as nodes with small and large batches send, of so many accounts.
fn taps(accounts: u32) -> impl Strategy<Value = Vec<u32>> {
    let size = prop_oneof![4 => Just(1_usize), 1 => Just(2), 1 => Just(7), 1 => Just(256)];
    size.prop_flat_map(move |size| prop::collection::vec(1..=accounts, size))
}

fn act(accounts: u32) -> impl Strategy<Value = Act> {
    let window = || {
        prop_oneof![
            1 => Just(Window::Early),
            6 => Just(Window::Now),
            1 => Just(Window::Over),
        ]
    };
    prop_oneof![
        4 => (0_u32..4).prop_map(Act::Load),
        3 => window().prop_map(Act::Open),
        2 => window().prop_map(Act::Shift),
        14 => taps(accounts).prop_map(Act::Claim),
        1 => Just(Act::Close),
    ]
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Nothing,
    Loading,
    Open(Window),
    Closed,
}

/// The rules.
struct Model {
    packets: Vec<Packet>,
    /// Packets in a chunk.
    chunk: usize,
    listed: Option<BTreeSet<u32>>,
    phase: Phase,
    pool: VecDeque<Packet>,
    claims: BTreeMap<u32, Claim>,
    /// Who has claimed, in order.
    order: Vec<u32>,
}

impl Model {
    fn chunk(&self, from: usize) -> &[Packet] {
        let rest = self.packets.get(from..).unwrap_or_default();
        &rest[..rest.len().min(self.chunk)]
    }

    fn load(&mut self, from: usize) -> Loaded {
        if matches!(self.phase, Phase::Open(_) | Phase::Closed) {
            return Loaded::NotLoading;
        }
        if from == self.pool.len() {
            let chunk = self.chunk(from).to_vec();
            self.pool.extend(chunk);
            self.phase = Phase::Loading;
        }
        Loaded::Length(self.pool.len())
    }

    /// The refusal, if there is one.
    fn open(&mut self, window: Window) -> Option<Opened> {
        match self.phase {
            Phase::Nothing => Some(Opened::Unknown),
            Phase::Closed => Some(Opened::Closed),
            Phase::Loading if self.pool.len() < self.packets.len() => {
                Some(Opened::Short(self.pool.len()))
            }
            Phase::Loading => {
                self.phase = Phase::Open(window);
                None
            }
            Phase::Open(_) => None,
        }
    }

    /// The packet that a claim must bring, or why it brings none.
    fn claim(&mut self, who: u32) -> Result<Packet, Verdict> {
        if let Some(claim) = self.claims.get(&who) {
            return Err(Verdict::Caught { claim: *claim, new: false });
        }
        let listed = self.listed.as_ref().is_none_or(|list| list.contains(&who));
        match self.phase {
            Phase::Nothing => Err(Verdict::Unknown),
            Phase::Loading | Phase::Open(Window::Early) => Err(Verdict::Early),
            Phase::Closed | Phase::Open(Window::Over) => Err(Verdict::Over),
            Phase::Open(Window::Now) if !listed => Err(Verdict::Ineligible),
            Phase::Open(Window::Now) => self.pool.pop_front().ok_or(Verdict::SoldOut),
        }
    }
}

/// Does to Redis what it does to the model, which say the same.
async fn follow(
    con: &mut impl AsyncCommands,
    model: &mut Model,
    act: Act,
    elsewhere: bool,
) -> TestCaseResult {
    match act {
        Act::Load(chunk) => load(con, model, chunk, elsewhere).await,
        Act::Open(window) => open(con, model, window, elsewhere).await,
        Act::Shift(window) => {
            shift(con, model, window).await;
            Ok(())
        }
        Act::Claim(taps) => claim(con, model, taps, elsewhere).await,
        Act::Close => {
            let there = model.phase != Phase::Nothing;
            let said = rain::close(con, rain_at(elsewhere)).await.unwrap();
            let counts = (model.claims.len() as u32, model.pool.len() as u32);
            prop_assert_eq!(said, (there && !elsewhere).then_some(counts));
            if said.is_some() {
                model.phase = Phase::Closed;
            }
            Ok(())
        }
    }
}

/// The rain of the model, or one that is not there.
fn rain_at(elsewhere: bool) -> ShardRef {
    if elsewhere { OTHER_RAIN } else { RAIN }
}

async fn load(
    con: &mut impl AsyncCommands,
    model: &mut Model,
    chunk: u32,
    elsewhere: bool,
) -> TestCaseResult {
    let from = chunk as usize * model.chunk;
    if elsewhere && model.phase != Phase::Nothing {
        let said = rain::load_chunk(con, OTHER_RAIN, from, rain::OpenTo::Everyone, &[]).await;
        prop_assert_eq!(said.unwrap(), Loaded::Unknown);
        return Ok(());
    }
    let listed = model.listed.is_some();
    let chunk = model.chunk(from).to_vec();
    let said = rain::load_chunk(con, RAIN, from, open_to(listed), &chunk).await;
    prop_assert_eq!(said.unwrap(), model.load(from));
    Ok(())
}

async fn open(
    con: &mut impl AsyncCommands,
    model: &mut Model,
    window: Window,
    elsewhere: bool,
) -> TestCaseResult {
    let (countdown_ms, lasts_ms) = match window {
        Window::Early => (HOUR_MS, HOUR_MS),
        Window::Now => (0, HOUR_MS),
        Window::Over => (0, 0),
    };
    let count = model.packets.len() as u32;
    let said = rain::open(con, rain_at(elsewhere), count, countdown_ms, lasts_ms).await;
    let refused = if elsewhere { Some(Opened::Unknown) } else { model.open(window) };
    match (said.unwrap(), refused) {
        (Opened::Open { .. }, None) => {}
        (said, refused) => prop_assert_eq!(Some(said), refused),
    }
    Ok(())
}

/// Moves the window of a rain that is open.
async fn shift(con: &mut impl AsyncCommands, model: &mut Model, window: Window) {
    if !matches!(model.phase, Phase::Open(_)) {
        return;
    }
    let (opens_ms, closes_ms) = match window {
        Window::Early => (FAR_AWAY_MS, FAR_AWAY_MS + 1),
        Window::Now => (LONG_AGO_MS, FAR_AWAY_MS),
        Window::Over => (LONG_AGO_MS, LONG_AGO_MS + 1),
    };
    let fields = [("opens_ms", opens_ms), ("closes_ms", closes_ms)];
    let () = con.hset_multiple(RAIN.keys().meta(), &fields).await.unwrap();
    model.phase = Phase::Open(window);
}

async fn claim(
    con: &mut impl AsyncCommands,
    model: &mut Model,
    taps: Vec<u32>,
    elsewhere: bool,
) -> TestCaseResult {
    let accounts: Vec<_> = taps.iter().copied().map(account).collect();
    let said = rain::claim_at_any_replication_id(con, rain_at(elsewhere), &accounts).await.unwrap();
    prop_assert_eq!(said.len(), taps.len());
    for (who, said) in taps.into_iter().zip(said) {
        let expected = if elsewhere { Err(Verdict::Unknown) } else { model.claim(who) };
        match (said, expected) {
            (Verdict::Caught { claim, new: true }, Ok(packet)) => {
                prop_assert_eq!(claim.packet, packet);
                model.claims.insert(who, claim);
                model.order.push(who);
            }
            (said, expected) => prop_assert_eq!(Err(said), expected),
        }
    }
    Ok(())
}

/// Claims, stream and pool agree with each other, with the model and with the pot.
async fn compare(con: &mut impl AsyncCommands, model: &Model) -> TestCaseResult {
    let keys = RAIN.keys();
    let claims = rain::claims(con, RAIN.keys()).await.unwrap();
    let stored: BTreeMap<_, _> = claims.iter().copied().collect();
    let expected = model.claims.iter().map(|(who, claim)| (account(*who), *claim));
    prop_assert_eq!(&stored, &expected.collect());
    prop_assert_eq!(stored.len(), claims.len());

    let stream: Vec<(String, Vec<(String, String)>)> = con.xrange_all(keys.stream()).await.unwrap();
    let entries = stream.into_iter().flat_map(|(_, fields)| fields);
    let entries: Vec<_> =
        entries.map(|(account, claim)| (account, Claim::parse(&claim).unwrap())).collect();
    let streamed = entries.len();
    let order = model.order.iter();
    let expected = order.map(|who| (account(*who).to_string(), model.claims[who]));
    prop_assert_eq!(entries, expected.collect::<Vec<_>>());

    let left = free(con, keys).await;
    let pool = model.pool.iter().map(|p| format!("{}:{}", p.number, p.amount));
    prop_assert_eq!(left, pool.collect::<Vec<_>>());
    if matches!(model.phase, Phase::Open(_)) || !claims.is_empty() {
        let (caught, left, _) = rain::progress(con, keys, 1).await.unwrap();
        let (caught, left) = (caught as usize, left as usize);
        prop_assert_eq!((caught, streamed), (model.packets.len() - left, caught));
        let caught = claims.iter().map(|(_, claim)| claim.packet);
        let all: Vec<Packet> = caught.chain(model.pool.iter().copied()).collect();
        let numbers: BTreeSet<u32> = all.iter().map(|packet| packet.number).collect();
        prop_assert_eq!(numbers.len(), model.packets.len());
        let sum = |packets: &[Packet]| Minor::checked_sum(packets.iter().map(|p| p.amount));
        prop_assert_eq!(sum(&all), sum(&model.packets));
    }
    Ok(())
}

/// Random acts of so many accounts on so many packets, which are loaded in chunks of this size.
fn check_rain(
    cases: u32,
    accounts: u32,
    counts: std::ops::Range<u32>,
    chunk: usize,
    most_acts: usize,
) {
    let some = 0..=accounts as usize * 2 / 3;
    let listed = prop::option::weighted(0.3, prop::collection::btree_set(1..=accounts, some));
    let acts = prop::collection::vec((act(accounts), prop::bool::weighted(0.05)), 1..most_acts);
    check(cases, &(counts, listed, acts), &async |con, input| {
        let (count, listed, acts) = input;
        let eligible: Vec<_> = listed.iter().flatten().map(|who| account(*who)).collect();
        rain::list_eligible(con, RAIN.keys(), &eligible).await.unwrap();
        let mut model = Model {
            packets: packets(0, count),
            chunk,
            listed,
            phase: Phase::Nothing,
            pool: VecDeque::new(),
            claims: BTreeMap::new(),
            order: Vec::new(),
        };
        for (act, elsewhere) in acts {
            follow(con, &mut model, act, elsewhere).await?;
        }
        compare(con, &model).await
    });
}

#[test]
fn a_rain_keeps_the_rules_whatever_accounts_and_hosts_do() {
    check_rain(96, 7, 1..7, 2, 80);
}

#[test]
fn a_rain_of_hundreds_keeps_the_rules_whatever_they_do() {
    check_rain(24, 500, 1..400, 150, 60);
}
