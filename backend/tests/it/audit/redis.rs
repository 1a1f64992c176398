//! What Redis has, held against the ledger.

use std::time::{SystemTime, UNIX_EPOCH};

use quizrain::store::redis::ShardKeys;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::{Audit, audit};
use crate::common::forge::{ForgedRain, Forger, somebody};
use crate::common::on::{On, Place, on_both};
use crate::common::plan;
use crate::common::redis::TestRedis;

on_both!(
    claims_are_held_against_the_ledger,
    claims_that_wait_are_no_violation_for_a_while,
    claims_of_several_shards_are_held_against_the_ledger,
);

/// Packets that are settled, of ten.
const SETTLED: u32 = 4;

fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// An open rain in a ledger and in Redis, and what to look at it with.
struct Scene {
    place: Place,
    redis: TestRedis,
    con: MultiplexedConnection,
    rain: ForgedRain,
}

impl Scene {
    async fn new(on: On) -> Self {
        let place = Place::new(on);
        let mut forger = Forger::new(&place).await;
        let rain = forger.seal(plan("CNY", 100, 10), false).await;
        forger.settle(&rain, SETTLED, 2).await;
        forger.done().await;
        let redis = TestRedis::start().await;
        let con = redis.connection().await;
        let mut scene = Self { place, redis, con, rain };
        let incarnation = scene.rain.row.incarnation.to_string();
        scene.redis(&["HSET", "meta", "incarnation", &incarnation]).await;
        for packet in 0..SETTLED {
            scene.claim(&somebody(packet).to_string(), &settled(packet)).await;
        }
        scene
    }

    /// Runs a command about one of the rain's keys.
    async fn redis(&mut self, command: &[&str]) {
        let key = format!("{{r:{}}}:{}", self.rain.book, command[1]);
        let mut cmd = redis::cmd(command[0]);
        cmd.arg(key).arg(&command[2..]).exec_async(&mut self.con).await.unwrap();
    }

    async fn claim(&mut self, account: &str, claim: &str) {
        self.redis(&["HSET", "claims", account, claim]).await;
    }

    async fn write(&self, sql: &str) {
        let mut forger = Forger::on(&self.place).await;
        forger.write(&sql.replace("{a}", &self.rain.book)).await;
        forger.close().await;
    }

    fn audit(&self) -> Audit {
        let url = self.place.url();
        audit(&["--redis-url", &self.redis.url(), "--database-url", url.as_str()])
    }

    /// The audit finds this and nothing else.
    fn assert_found(&self, what: &str, says: &str) {
        let audit = self.audit();
        let found = audit.violations();
        assert!(found.len() == 1 && found[0].0 == what, "{says}: {found:#?}");
        assert!(found[0].1.contains(says), "no {says:?} in {found:#?}");
        assert_eq!(audit.code, 1);
    }
}

/// The claim of a packet that is settled.
fn settled(packet: u32) -> String {
    format!("{packet}:10:{}", Forger::caught_ms(packet))
}

async fn claims_are_held_against_the_ledger(on: On) {
    let mut scene = Scene::new(on).await;
    scene.audit().assert_clean();
    let [second, stranger, other] = [2, 91, 92].map(|who| somebody(who).to_string());
    scene.claim(&stranger, &format!("8:10:{}", now_ms())).await;
    let now = now_ms();
    for (claim, what, says) in [
        (format!("8:10:{now}"), "I3", format!("packet 8 is for {stranger}")),
        (format!("2:10:{now}"), "I3", format!("packet 2 is for {second}")),
        (format!("9:11:{now}"), "I5", "packet 9 has 10".to_owned()),
        (format!("77:10:{now}"), "I5", "there is no such packet".to_owned()),
        ("nonsense".to_owned(), "I5", "cannot be read: nonsense".to_owned()),
    ] {
        // Redis may tell claims in any order, so of two who have one packet either is too much.
        if claim.starts_with("8:") {
            scene.claim(&other, &claim).await;
            let found = scene.audit().violations();
            assert!(found.len() == 1 && found[0].0 == what, "{found:#?}");
            assert!([&stranger, &other].iter().all(|who| found[0].1.contains(*who)), "{found:#?}");
        } else {
            scene.claim(&other, &claim).await;
            scene.assert_found(what, &says);
        }
        // What was put aside as refuted holds no packet.
        let letter = format!("('{{a}}', '{other}', '{claim}', 'refuted', '', 1, 1, 0)");
        scene.write(&format!("INSERT INTO dead_letters VALUES {letter}")).await;
        let audit = scene.audit();
        audit.assert_clean();
        assert_eq!((&audit.report["refuted"], &audit.report["pending"]), (&1.into(), &1.into()));
        scene.write("DELETE FROM dead_letters").await;
        scene.redis(&["HDEL", "claims", &other]).await;
    }
    scene.audit().assert_clean();

    // An account whose packet is another in the ledger, and one whose time is.
    scene.claim(&second, &format!("9:10:{now}")).await;
    let found = scene.audit().violations();
    let says = "the ledger has packet 2 for that account";
    assert!(found.iter().any(|(what, line)| what == "I3" && line.contains(says)), "{found:#?}");
    scene.claim(&second, "2:10:5").await;
    scene.assert_found("I9", "has 2:10:5, the ledger says");

    // Forgotten by Redis, which has the rain all the same.
    scene.redis(&["HDEL", "claims", &second]).await;
    let says = "entries settle 2: Redis has the rain, and nobody caught this packet there";
    scene.assert_found("I5", says);
    // Another life of the rain says nothing about this one.
    scene.redis(&["HSET", "meta", "incarnation", "0011223344556677"]).await;
    let audit = scene.audit();
    assert_eq!((audit.code, audit.violations()), (2, vec![]));
    assert!(audit.report["unchecked"].to_string().contains("has another incarnation of it"));
}

async fn claims_of_several_shards_are_held_against_the_ledger(on: On) {
    let scene = Scene::new(on).await;
    scene.write("UPDATE rains SET shards = 2 WHERE rain = '{a}'").await;
    let book = scene.rain.book.clone();
    let shards: Vec<ShardKeys> = ShardKeys::of(book.parse().unwrap(), 2).collect();
    let meta = |shard: u32| shards[shard as usize].meta();
    let claims = |shard: u32| shards[shard as usize].claims();
    let incarnation = scene.rain.row.incarnation.to_string();
    let con = &mut scene.con.clone();
    for packet in 0..SETTLED {
        let _: i64 = con.hset(meta(packet % 2), "incarnation", &incarnation).await.unwrap();
        let who = somebody(packet).to_string();
        let _: i64 = con.hset(claims(packet % 2), who, settled(packet)).await.unwrap();
    }
    scene.audit().assert_clean();

    // In the other shard, or in none.
    let second = somebody(2).to_string();
    let _: i64 = con.hset(claims(1), &second, settled(2)).await.unwrap();
    scene
        .assert_found("I5", "in shard 1, the account belongs to shard 0 and the packet to shard 0");
    let _: i64 = con.hdel(claims(1), &second).await.unwrap();
    let _: i64 = con.hdel(claims(0), &second).await.unwrap();
    scene.assert_found("I5", "entries settle 2: Redis has the rain, and nobody caught this packet");
    let (stranger, now) = (somebody(91).to_string(), now_ms());
    let _: i64 = con.hset(claims(1), &stranger, format!("8:10:{now}")).await.unwrap();
    let found = scene.audit().violations();
    let says = "the account belongs to shard 1 and the packet to shard 0";
    assert!(found.iter().any(|(_, line)| line.contains(says)), "{found:#?}");
    let _: i64 = con.hdel(claims(1), &stranger).await.unwrap();

    // A shard that is not there says nothing about its packets.
    let _: i64 = con.del(meta(0)).await.unwrap();
    let audit = scene.audit();
    assert_eq!((audit.code, audit.violations()), (2, vec![]));
    let says = "shard 0 of 2, which is not settled: Redis does not have it";
    assert!(audit.report["unchecked"].to_string().contains(says));
    scene.write("UPDATE rains SET shards = 0 WHERE rain = '{a}'").await;
    let found = scene.audit().violations();
    let found: Vec<_> = found.iter().map(|(what, line)| (what.as_str(), line)).collect();
    let [("I10", skipped), ("I1", wrong)] = found[..] else { panic!("{found:#?}") };
    assert!(skipped.contains("servers skip it"), "{skipped}");
    assert!(wrong.contains("has 0 shards in Redis"), "{wrong}");
}

async fn claims_that_wait_are_no_violation_for_a_while(on: On) {
    let mut scene = Scene::new(on).await;
    let stranger = somebody(91).to_string();
    scene.claim(&stranger, &format!("8:10:{}", now_ms() - 500_000)).await;
    let audit = scene.audit();
    audit.assert_clean();
    assert_eq!(audit.report["pending"], 1);
    scene.claim(&stranger, &format!("8:10:{}", now_ms() - 3_600_000)).await;
    scene.assert_found("I5", "waits for the ledger for 360");
    scene.redis(&["HDEL", "claims", &stranger]).await;

    // The same of what the settler has read and not settled.
    for (id, overdue) in [(now_ms() - 500_000, false), (now_ms() - 3_600_000, true)] {
        scene.redis(&["DEL", "stream"]).await;
        scene.redis(&["XADD", "stream", &format!("{id}-0"), "a", "b"]).await;
        let stream = format!("{{r:{}}}:stream", scene.rain.book);
        for command in [
            ["XGROUP", "CREATE", &stream, "settler", "0", "", "", ""],
            ["XREADGROUP", "GROUP", "settler", "me", "STREAMS", &stream, ">", ""],
        ] {
            let words: Vec<&str> = command.into_iter().filter(|word| !word.is_empty()).collect();
            let mut cmd = redis::cmd(words[0]);
            cmd.arg(&words[1..]).exec_async(&mut scene.con).await.unwrap();
        }
        match overdue {
            false => scene.audit().assert_clean(),
            true => scene.assert_found("I5", "Redis stream: the oldest entry waits"),
        }
    }
    scene.redis(&["DEL", "stream"]).await;

    // Once the rain is settled, nothing waits any more.
    scene.claim(&stranger, &format!("8:10:{}", now_ms())).await;
    let rain = &scene.rain;
    let mut forger = Forger::on(&scene.place).await;
    forger.continue_at(&rain.book).await;
    forger.finish(rain, SETTLED).await;
    forger.write("UPDATE sponsors SET balance = -40").await;
    forger.close().await;
    scene.assert_found("I5", "and the rain was settled without it");
}
