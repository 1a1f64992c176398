//! The claims of one rain on a node, over a real Redis that is killed, forgets its scripts and
//! loses replies, with players who tap across each other, twice, and go away without waiting:
//! what they are told is what a plain model of the rules allows and what Redis has in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use quizrain::ledger::{Claim, Packet};
use quizrain::rain::Recovery;
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain::rain::claims::Claims;
use quizrain::store::redis::Redis;
use quizrain::store::shard::Shard;
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_testkit::proxy::{Break, End, Proxy};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::common::durable::DurableRedis;
use crate::common::property::check_slowly;
use crate::common::redis::connect;
use crate::common::server::DEADLINE;
use crate::scripts::snapshot::free;

const RAIN: ShardRef =
    ShardRef { rain: RainId([0xca; 8]), incarnation: Incarnation([0xcb; 8]), shard: Shard::WHOLE };
const HOUR_MS: u64 = 3_600_000;

/// How soon somebody who was told to ask again does so.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// How often Redis forgets its scripts.
const FORGET_EVERY: Duration = Duration::from_millis(50);

/// Somebody at one connection; an account may have several.
#[derive(Clone, Debug)]
struct Player {
    who: u32,
    starts_ms: u64,
    /// Taps, one after the other, and after how many ms each is given up.
    taps: Vec<Option<u64>>,
    /// Whether one more tap is repeated until it is answered.
    retries: bool,
}

#[derive(Clone, Copy, Debug)]
enum Trouble {
    LoseRequest,
    LoseReply,
    Kill,
    Close,
}

#[derive(Clone, Debug)]
struct Case {
    packets: u32,
    max_batch: usize,
    players: Vec<Player>,
    /// Accounts that tap once at the start, and until they are answered.
    crowd: u32,
    /// What happens, each so many ms after the one before.
    troubles: Vec<(u64, Trouble)>,
}

fn case() -> impl Strategy<Value = Case> {
    let tap = prop::option::weighted(0.6, 0_u64..12);
    let player =
        (1_u32..25, 0_u64..200, prop::collection::vec(tap, 0..4), prop::bool::weighted(0.85));
    let player =
        player.prop_map(|(who, starts_ms, taps, retries)| Player { who, starts_ms, taps, retries });
    let trouble = prop_oneof![
        3 => Just(Trouble::LoseRequest),
        5 => Just(Trouble::LoseReply),
        3 => Just(Trouble::Kill),
    ];
    let troubles = prop::collection::vec((0_u64..60, trouble), 0..6);
    let close = prop::option::weighted(0.2, 0_u64..100);
    (
        prop_oneof![Just(1_u32), 2_u32..30, 100_u32..600],
        prop::sample::select(vec![1_usize, 2, 7, 256]),
        prop::collection::vec(player, 1..40),
        prop_oneof![Just(0_u32), Just(60), Just(500)],
        troubles,
        close,
    )
        .prop_map(|(packets, max_batch, players, crowd, mut troubles, close)| {
            troubles.extend(close.map(|after_ms| (after_ms, Trouble::Close)));
            Case { packets, max_batch, players, crowd, troubles }
        })
}

fn account(who: u32) -> AccountId {
    let mut bytes = [0xa0; 16];
    bytes[..4].copy_from_slice(&who.to_be_bytes());
    AccountId(bytes)
}

fn packets(count: u32) -> Vec<Packet> {
    (0..count).map(|number| Packet { number, amount: Minor(7 + i64::from(number)) }).collect()
}

/// What an account was told for good.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answered {
    Caught(Claim),
    Nothing,
}

/// What may be said.
#[derive(Debug, Default)]
struct Model {
    packets: Vec<Packet>,
    answered: BTreeMap<u32, Answered>,
    owners: BTreeMap<u32, u32>,
    granted: BTreeSet<u32>,
    asked: BTreeSet<u32>,
    closing: bool,
    /// The first thing that was said against the rules.
    fault: Option<String>,
}

impl Model {
    fn hear(&mut self, who: u32, verdict: Verdict) {
        let answered = match verdict {
            Verdict::Caught { claim, new } => {
                let number = claim.packet.number;
                if self.packets.get(number as usize) != Some(&claim.packet) {
                    self.blame(format!("{who} was told of {claim:?}, which was never sealed"));
                }
                if *self.owners.entry(number).or_insert(who) != who {
                    self.blame(format!("packet {number} went to {who} and to another"));
                }
                if new && !self.granted.insert(who) {
                    self.blame(format!("{who} was granted a packet twice"));
                }
                Answered::Caught(claim)
            }
            Verdict::SoldOut => Answered::Nothing,
            Verdict::Over if self.closing => Answered::Nothing,
            other => return self.blame(format!("{who} was told {other:?}")),
        };
        let before = *self.answered.entry(who).or_insert(answered);
        if before != answered {
            self.blame(format!("{who} was told {before:?} and then {answered:?}"));
        }
    }

    fn blame(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }
}

/// A node's claims, and those who watch.
struct World {
    claims: Arc<Claims>,
    /// A way to Redis that nothing breaks.
    client: redis::Client,
    model: Mutex<Model>,
    seen_empty: AtomicBool,
    /// Taps that were told to ask again.
    busy: Arc<AtomicUsize>,
}

impl World {
    fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap()
    }

    /// A connection, as soon as Redis is there.
    async fn connection(&self) -> MultiplexedConnection {
        loop {
            match connect(&self.client).await {
                Ok(con) => return con,
                Err(_) => sleep(Duration::from_millis(5)).await,
            }
        }
    }

    /// One tap; whether it was answered.
    async fn tap(&self, who: u32) -> bool {
        self.model().asked.insert(who);
        let Ok(verdict) = self.claims.claim(account(who)).await else {
            self.busy.fetch_add(1, Ordering::SeqCst);
            return false;
        };
        self.model().hear(who, verdict);
        if verdict == Verdict::SoldOut && !self.seen_empty.load(Ordering::SeqCst) {
            // Here packets only ever get fewer.
            let left = loop {
                let mut con = self.connection().await;
                if let Ok((_, left, _)) = rain::progress(&mut con, RAIN.keys(), 1).await {
                    break left;
                }
            };
            if left > 0 {
                self.model().blame(format!("{who} was told sold out while {left} were left"));
            }
            self.seen_empty.store(true, Ordering::SeqCst);
        }
        true
    }

    /// Taps until there is an answer.
    async fn insist(&self, who: u32) {
        let since = Instant::now();
        while !self.tap(who).await {
            if since.elapsed() > DEADLINE {
                self.model().blame(format!("{who} was never answered"));
                return;
            }
            sleep(ASK_AGAIN).await;
        }
    }

    async fn play(&self, player: &Player) {
        sleep(Duration::from_millis(player.starts_ms)).await;
        for gives_up in &player.taps {
            match gives_up {
                // The tap that is given up is dropped where it stands.
                Some(ms) => {
                    let _ = timeout(Duration::from_millis(*ms), self.tap(player.who)).await;
                }
                None => self.insist(player.who).await,
            }
        }
        if player.retries {
            self.insist(player.who).await;
        }
    }

    async fn forget_scripts(&self) {
        loop {
            if let Ok(mut con) = connect(&self.client).await {
                let forget = redis::cmd("SCRIPT").arg("FLUSH").to_owned();
                let _ = forget.exec_async(&mut con).await;
            }
            sleep(FORGET_EVERY).await;
        }
    }

    async fn make(&self, trouble: Trouble, redis: &mut DurableRedis, proxy: &Proxy) {
        match trouble {
            Trouble::LoseRequest => proxy.break_next(Some(Break::Request)),
            Trouble::LoseReply => proxy.break_next(Some(Break::Reply)),
            Trouble::Kill => {
                redis.kill();
                redis.restart().await;
            }
            Trouble::Close => {
                self.model().closing = true;
                while rain::close(&mut self.connection().await, RAIN).await.is_err() {}
            }
        }
    }

    /// What Redis has in the end, against what was told.
    async fn compare(&self, case: &Case) -> TestCaseResult {
        let con = &mut self.connection().await;
        let keys = RAIN.keys();
        // A call of a tap that was given up may still arrive: what is read is of one moment.
        let (claims, left, stream, mut hash) = loop {
            let claims: BTreeMap<AccountId, Claim> =
                rain::claims(con, RAIN.keys()).await.unwrap().into_iter().collect();
            let left = free(con, keys).await;
            let stream: Vec<(String, Vec<(String, String)>)> =
                con.xrange_all(keys.stream()).await.unwrap();
            let hash: Vec<(String, String)> = con.hgetall(keys.claims()).await.unwrap();
            if hash.len() == claims.len() {
                break (claims, left, stream, hash);
            }
        };
        let mut streamed: Vec<(String, String)> =
            stream.into_iter().flat_map(|(_, fields)| fields).collect();
        streamed.sort();
        hash.sort();
        prop_assert_eq!(&streamed, &hash, "the stream has each claim once");

        let model = self.model();
        if let Some(fault) = &model.fault {
            return Err(TestCaseError::fail(fault.clone()));
        }
        let mut taken: Vec<u32> = claims.values().map(|claim| claim.packet.number).collect();
        taken.sort_unstable();
        let gone = u32::try_from(taken.len()).unwrap();
        prop_assert!(taken.into_iter().eq(0..gone), "packets went in order, each once");
        let rest = model.packets[gone as usize..].iter();
        let rest: Vec<String> = rest.map(|p| format!("{}:{}", p.number, p.amount)).collect();
        prop_assert_eq!(left, rest, "what nobody claimed is in the pool");
        for (who, answered) in &model.answered {
            let recorded =
                claims.get(&account(*who)).map_or(Answered::Nothing, |c| Answered::Caught(*c));
            prop_assert_eq!(*answered, recorded, "{} was told something else", who);
            let sold_out = *answered == Answered::Nothing && !model.closing;
            prop_assert!(!sold_out || gone == case.packets);
        }
        let asked: BTreeSet<AccountId> = model.asked.iter().copied().map(account).collect();
        prop_assert!(claims.keys().all(|who| asked.contains(who)), "a claim of nobody's");
        let retrying = case.players.iter().filter(|player| player.retries);
        for who in retrying.map(|player| player.who).chain(1000..1000 + case.crowd) {
            prop_assert!(model.answered.contains_key(&who), "{} has no answer", who);
        }
        Ok(())
    }
}

async fn open(con: &mut MultiplexedConnection, packets: &[Packet]) {
    let () = con.flushall().await.unwrap();
    let loaded = rain::load(con, RAIN, rain::OpenTo::Everyone, packets).await.unwrap();
    assert_eq!(loaded, Loaded::Length(packets.len()));
    let count = u32::try_from(packets.len()).unwrap();
    let opened = rain::open(con, RAIN, count, 0, HOUR_MS).await.unwrap();
    assert!(matches!(opened, Opened::Open { .. }));
}

async fn run(
    redis: &mut DurableRedis,
    proxy: &Proxy,
    ledger: &Sql,
    busy: &Arc<AtomicUsize>,
    case: Case,
) -> TestCaseResult {
    let packets = packets(case.packets);
    open(&mut redis.connection().await, &packets).await;
    proxy.break_next(None);
    let node = Redis::connect(proxy.url().parse::<quizrain::redis_url::RedisUrl>().unwrap())
        .await
        .unwrap();
    let recovery = Recovery::new(node.clone(), ledger.clone(), Arc::default());
    let world = Arc::new(World {
        claims: Claims::new(node, &recovery, RAIN, u64::MAX, case.max_batch),
        client: redis.client().clone(),
        model: Mutex::new(Model { packets, ..Model::default() }),
        seen_empty: AtomicBool::new(false),
        busy: Arc::clone(busy),
    });
    let forgetting = tokio::spawn({
        let world = Arc::clone(&world);
        async move { world.forget_scripts().await }
    });
    let mut players = JoinSet::new();
    for player in case.players.clone() {
        let world = Arc::clone(&world);
        players.spawn(async move { world.play(&player).await });
    }
    for who in 1000..1000 + case.crowd {
        let world = Arc::clone(&world);
        players.spawn(async move { world.insist(who).await });
    }
    for (after_ms, trouble) in &case.troubles {
        sleep(Duration::from_millis(*after_ms)).await;
        world.make(*trouble, redis, proxy).await;
    }
    players.join_all().await;
    forgetting.abort();
    world.compare(&case).await
}

#[test]
fn whatever_breaks_players_are_told_the_same_and_it_is_what_redis_has() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut redis = runtime.block_on(DurableRedis::start());
    let proxy = Proxy::start(End::Socket(redis.socket()), Duration::ZERO).unwrap();
    // A ledger that knows of no rain: there is nothing to put back.
    let ledger = redis.dir().join("l.sqlite");
    let ledger = runtime.block_on(Sql::open_file(&ledger)).unwrap();
    let (redis, busy) = (Mutex::new(&mut redis), Arc::default());
    check_slowly(48, &case(), |case| {
        runtime.block_on(run(&mut redis.lock().unwrap(), &proxy, &ledger, &busy, case))
    });
    let busy = busy.load(Ordering::SeqCst);
    println!("{busy} taps were told to ask again");
    assert!(busy > 0, "nothing ever went wrong");
}
