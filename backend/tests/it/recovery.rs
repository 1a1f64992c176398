//! What goes back into a Redis that lives another life, straight through the library: whoever gives
//! up waiting stops nothing, a server that is away holds up no other, and nothing that was known of
//! the life before is taken for true.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use quizrain::batch::Overloaded;
use quizrain::ledger::{Claim, Credit, RainRow, Sealed};
use quizrain::rain::Recovery;
use quizrain::rain::calls::{self as rain, ShardRef, Verdict, replication_id_of};
use quizrain::rain::claims::Claims;
use quizrain::rain::recovery::TakenClaims;
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::{GameKeys, Redis};
use quizrain::store::shard::Shard;
use quizrain_shared::ids::AccountId;
use quizrain_shared::rain::RainPlan;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

use crate::common::cluster::TestCluster;
use crate::common::postgres::{self, Database};
use crate::common::redis::TestRedis;
use crate::common::seed::{Caught, Stores, now_ms, settle_now};
use crate::common::server::DEADLINE;
use crate::common::{nobody, plan, sealed};

const HOUR_MS: u64 = 3_600_000;

/// Taps in one call.
const BATCH: usize = 8;

async fn node(url: &str) -> Redis {
    Redis::connect(url.parse::<RedisUrl>().unwrap()).await.unwrap()
}

/// Redis forgets a claim, whose packet may be caught again.
async fn forget(con: &mut impl AsyncCommands, shard: ShardRef, who: AccountId, claim: &Claim) {
    let keys = shard.keys();
    let () = con.hdel(keys.claims(), who.to_string()).await.unwrap();
    let place = claim.packet.number / u32::from(shard.shard.of);
    let taken: bool = con.setbit(keys.taken(), place as usize, false).await.unwrap();
    assert!(taken);
}

/// What a fail-over to a process that was a primary before does: it has never stopped.
async fn change_replication_id(con: &mut impl AsyncCommands) {
    redis::cmd("DEBUG").arg("CHANGE-REPL-ID").exec_async(con).await.unwrap();
}

/// What an account has in Redis.
async fn has(con: &mut impl AsyncCommands, shard: ShardRef, who: AccountId) -> Option<Claim> {
    rain::claims_of(con, shard.keys(), &[who]).await.unwrap().pop().flatten()
}

/// One Redis, a ledger, and a node's recovery over both.
struct Scene {
    stores: Stores,
    con: MultiplexedConnection,
    node: Redis,
    recovery: Arc<Recovery>,
    _redis: TestRedis,
    _dir: TempDir,
}

impl Scene {
    async fn open() -> Self {
        let (redis, dir) = (TestRedis::start().await, TempDir::new().unwrap());
        let stores = Stores::open_file(&dir.path().join("ledger.sqlite")).await;
        let (con, node) = (redis.connection().await, node(&redis.url()).await);
        let recovery = Recovery::new(node.clone(), stores.sql.clone(), Arc::default());
        Self { stores, con, node, recovery, _redis: redis, _dir: dir }
    }

    /// A rain in which so many accounts have caught a packet, of which the node knows nothing.
    async fn catch(&mut self, plan: RainPlan, accounts: usize) -> Caught {
        self.stores.catch(&self.con, plan, accounts).await
    }

    /// The node's claims of a shard.
    fn claims(&self, shard: ShardRef) -> Arc<Claims> {
        Claims::new(self.node.clone(), &self.recovery, shard, u64::MAX, BATCH)
    }
}

#[tokio::test]
async fn whoever_gives_up_waiting_does_not_stop_what_was_begun() {
    let (redis, postgres) = (TestRedis::start().await, postgres::private());
    let database = Database::on(&postgres);
    let mut stores = Stores::open_url(&database.url()).await;
    let mut con = redis.connection().await;
    let caught = stores.catch(&con, plan("CNY", 100, 10), 1).await;
    let (shard, (who, claim)) = (caught.seeded.reference, caught.claims[0]);
    settle_now(&stores.sql, shard.rain, &caught.claims).await;
    forget(&mut con, shard, who, &claim).await;

    let node = node(&redis.url()).await;
    let replication_id = replication_id_of(&mut node.connection(), shard).await.unwrap();
    let recovery = Recovery::new(node, stores.sql.clone(), Arc::default());
    postgres.pause();
    let restored = recovery.restore(shard, &replication_id);
    let waited = tokio::time::timeout(Duration::from_millis(300), restored).await;
    assert!(waited.is_err(), "the ledger stands still: {waited:?}");
    postgres.resume();
    // Nobody asks again.
    let since = Instant::now();
    while has(&mut con, shard, who).await != Some(claim) {
        assert!(since.elapsed() < DEADLINE, "it was not put back");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_empty_shard_may_not_be_empty_in_another_life() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 1), 1).await;
    let (shard, (who, claim)) = (caught.seeded.reference, caught.claims[0]);
    let claims = scene.claims(shard);
    let ben = AccountId([7; 16]);
    assert_eq!(claims.claim(ben).await.unwrap(), Verdict::SoldOut);
    forget(&mut scene.con, shard, who, &claim).await;
    assert_eq!(claims.claim(ben).await.unwrap(), Verdict::SoldOut);

    change_replication_id(&mut scene.con).await;
    scene.recovery.restore_rolled_back(now_ms()).await.unwrap();
    let Verdict::Caught { claim: his, new: true } = claims.claim(ben).await.unwrap() else {
        panic!("a packet lies there");
    };
    assert_eq!(his.packet, claim.packet);
}

#[tokio::test]
async fn a_verdict_that_was_on_its_way_while_claims_were_forgotten_is_not_remembered() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 10), 1).await;
    let (who, claim) = caught.claims[0];
    let claims = scene.claims(caught.seeded.reference);
    // Polled once: it waits for an answer that is of before what follows.
    let mut claiming = pin!(claims.claim(who));
    assert!(claiming.as_mut().now_or_never().is_none());
    claims.forget(who, claim.packet);
    assert_eq!(claiming.await, Err(Overloaded));
    assert_eq!(claims.acknowledged(), []);
    assert_eq!(claims.claim(who).await, Ok(Verdict::Caught { claim, new: false }));
}

/// A primary that became a replica and is the primary again has never stopped, and knows every
/// script; what it has may be older than what the ledger has all the same.
#[tokio::test]
async fn a_process_that_takes_over_again_is_brought_up_to_date_first() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 10), 1).await;
    let (shard, (who, claim)) = (caught.seeded.reference, caught.claims[0]);
    let claims = scene.claims(shard);
    let caught_by = async |number| match claims.claim(AccountId([number; 16])).await {
        Ok(Verdict::Caught { claim, new: true }) => claim.packet.number,
        other => panic!("packets lie there: {other:?}"),
    };
    assert_eq!(caught_by(7).await, 1);
    // Settled at the primary that is away now, and never seen by this replica of it.
    settle_now(&scene.stores.sql, shard.rain, &caught.claims).await;
    change_replication_id(&mut scene.con).await;
    forget(&mut scene.con, shard, who, &claim).await;

    assert_eq!(caught_by(8).await, 2, "what is credited lies in the pool and is granted again");
    assert_eq!(has(&mut scene.con, shard, who).await, Some(claim));
}

/// Redis granted a packet that the ledger has for somebody else: whoever has it there loses it.
#[tokio::test]
async fn whoever_has_a_packet_of_anothers_is_told_and_grabs_again() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 10), 1).await;
    let (shard, (who, claim)) = (caught.seeded.reference, caught.claims[0]);
    let claims = scene.claims(shard);
    assert_eq!(claims.claim(who).await.unwrap(), Verdict::Caught { claim, new: false });
    let other = AccountId([7; 16]);
    settle_now(&scene.stores.sql, shard.rain, &[(other, claim)]).await;
    change_replication_id(&mut scene.con).await;
    scene.recovery.restore_rolled_back(now_ms()).await.unwrap();

    assert_eq!(has(&mut scene.con, shard, other).await, Some(claim));
    let Verdict::Caught { claim: next, new: true } = claims.claim(who).await.unwrap() else {
        panic!("the packet is not theirs any more, and others lie there");
    };
    assert_ne!(next.packet, claim.packet);
    let game = scene.stores.sql.rain(shard.rain).await.unwrap().unwrap().game;
    let pushed: Vec<String> = scene.con.smembers(GameKeys(game).pushed()).await.unwrap();
    assert!(pushed.iter().any(|news| news.starts_with("void:")), "{pushed:?}");
}

#[tokio::test]
async fn a_rain_that_is_over_stays_so_in_a_redis_that_went_back() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 10), 1).await;
    let shard = caught.seeded.reference;
    scene.stores.close(&mut scene.con, &[caught.seeded]).await;
    change_replication_id(&mut scene.con).await;
    let () = scene.con.hset(shard.keys().meta(), "phase", "open").await.unwrap();
    let claims = scene.claims(shard);
    assert_eq!(claims.claim(AccountId([7; 16])).await.unwrap(), Verdict::Over);
}

#[tokio::test]
async fn what_is_settled_because_redis_forgot_the_rain_is_told() {
    let mut scene = Scene::open().await;
    let caught = scene.catch(plan("CNY", 100, 10), 1).await;
    let (shard, (who, claim)) = (caught.seeded.reference, caught.claims[0]);
    let claims = scene.claims(shard);
    assert_eq!(claims.claim(who).await.unwrap(), Verdict::Caught { claim, new: false });
    let () = scene.con.flushall().await.unwrap();
    change_replication_id(&mut scene.con).await;
    scene.recovery.restore_rolled_back(now_ms()).await.unwrap();
    assert_eq!(scene.stores.sql.settled(shard.rain).await.unwrap(), [(who, claim)]);
    let game = scene.stores.sql.rain(shard.rain).await.unwrap().unwrap().game;
    let pushed: Vec<String> = scene.con.smembers(GameKeys(game).pushed()).await.unwrap();
    assert_eq!(pushed, [format!("credited:{}:{}", shard.rain, claim.packet.number)]);
}

/// A rain that is open in many shards.
async fn many_pots(
    stores: &mut Stores,
    con: &mut (impl AsyncCommands + Clone),
    shards: u16,
) -> RainRow {
    let game = stores.game().await;
    let (mut row, amounts) = sealed(game, 0, plan("CNY", 100, u32::from(shards)));
    row.shards = shards;
    let sealed = stores
        .sql
        .put_rain(&row, &amounts, &[], &nobody(row.game), Credit::Unlimited, now_ms())
        .await
        .unwrap();
    assert_eq!(sealed, Sealed::Done);
    let packets = stores.sql.packets(row.rain).await.unwrap();
    for (shard, packet) in row.shards().zip(packets) {
        rain::load(con, shard, rain::OpenTo::Everyone, &[packet]).await.unwrap();
        rain::open(con, shard, 1, 0, HOUR_MS).await.unwrap();
    }
    let now_ms = now_ms();
    assert!(stores.sql.set_window(row.rain, now_ms, now_ms + HOUR_MS).await.unwrap());
    row
}

/// An account that belongs to this shard.
fn account_in(shard: Shard) -> AccountId {
    let mut who = AccountId([0; 16]);
    while Shard::of_account(who, shard.of) != shard {
        who.0[15] += 1;
    }
    who
}

#[tokio::test]
async fn a_server_that_is_away_holds_up_no_other() {
    const SHARDS: u16 = 12;
    let mut cluster = TestCluster::start().await;
    for mut con in cluster.nodes() {
        let () = redis::cmd("CONFIG")
            .arg(&["SET", "cluster-require-full-coverage", "no"])
            .query_async(&mut con)
            .await
            .unwrap();
    }
    let mut con = cluster.connection().await;
    let dir = tempfile::tempdir().unwrap();
    let mut stores = Stores::open_file(&dir.path().join("ledger.sqlite")).await;
    let row = many_pots(&mut stores, &mut con, SHARDS).await;
    let node = node(&cluster.url()).await;
    let recovery = Recovery::new(node.clone(), stores.sql.clone(), Arc::default());
    let mut acknowledged = Vec::new();
    for shard in row.shards() {
        let claims = Claims::new(node.clone(), &recovery, shard, u64::MAX, BATCH);
        let who = account_in(shard.shard);
        let Verdict::Caught { claim, .. } = claims.claim(who).await.unwrap() else {
            panic!("one packet lies in every shard");
        };
        acknowledged.push((shard, who, claim, claims));
    }
    // The first shard's server goes, and the others forget what they granted.
    let away = cluster.holder(&acknowledged[0].0.keys().meta()).await;
    let mut forgotten = Vec::new();
    for (shard, who, claim, _) in &acknowledged {
        if cluster.holder(&shard.keys().meta()).await != away {
            forget(&mut con, *shard, *who, claim).await;
            forgotten.push((*shard, *who, *claim));
        }
    }
    assert!(!forgotten.is_empty(), "all of {SHARDS} shards are on one server");
    for mut con in cluster.nodes() {
        change_replication_id(&mut con).await;
    }
    cluster.kill(away);
    let other = Recovery::new(node.clone(), stores.sql.clone(), Arc::default());
    let since = Instant::now();
    let replication_id = replication_id_of(&mut node.connection(), forgotten[0].0).await.unwrap();
    while let Err(error) = other.restore(forgotten[0].0, &replication_id).await {
        assert!(since.elapsed() < DEADLINE, "the other servers cannot grant: {error}");
    }
    for (shard, who, claim) in &forgotten {
        while has(&mut con, *shard, *who).await != Some(*claim) {
            let error =
                recovery.restore_rolled_back(now_ms()).await.expect_err("one server is away");
            assert!(
                since.elapsed() < DEADLINE,
                "shard {} is left out: {error}",
                shard.shard.number
            );
        }
    }
    println!("everything was back after {:?}", since.elapsed());
}
