//! What a server of Redis said that was superseded is settled before another one is brought up to
//! date, or never; and what does not stand on the server that a rain is settled from is not
//! settled.

use std::sync::Arc;
use std::time::Instant;

use quizrain::ledger::{Generation, Settled};
use quizrain::rain::Recovery;
use quizrain::rain::claims::Claims;
use quizrain::redis_url::RedisUrl;
use quizrain::store::StoreError;
use quizrain::store::redis::{Redis, ReplicationId};
use quizrain::store::shard::Shard;
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, RainId};
use redis::AsyncCommands;

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::plan;
use crate::common::seed::{self, now_ms};
use crate::common::server::DEADLINE;

fn replication_id(name: &str) -> ReplicationId {
    ReplicationId::new(name.to_owned())
}

async fn raise(sql: &Sql, rain: RainId, name: &str) -> Result<Generation, StoreError> {
    seed::raise(sql, rain, &replication_id(name)).await
}

async fn only_the_newest_settles(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let caught = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 10), 2).await;
    let (rain, sql, cny) = (caught.seeded.rain(), &fixture.stores.sql, "CNY".parse().unwrap());
    let (anna, ben) = (&caught.claims[..1], &caught.claims[1..]);
    let first = raise(sql, rain, "one").await.unwrap();
    assert_eq!(raise(sql, rain, "one").await.unwrap(), first);
    assert_eq!(sql.settle(&first, cny, ben, now_ms()).await.unwrap(), [Settled::Credited]);

    let second = raise(sql, rain, "two").await.unwrap();
    assert_eq!((first.number, second.number), (1, 2));
    for claims in [anna, ben] {
        let late = sql.settle(&first, cny, claims, now_ms()).await;
        assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    }
    assert_eq!(sql.settled(rain).await.unwrap(), ben);
    // Whoever is still at the first one brings it back no more.
    let back = raise(sql, rain, "one").await;
    assert!(matches!(back, Err(StoreError::Superseded)), "{back:?}");
    assert_eq!(sql.settle(&second, cny, anna, now_ms()).await.unwrap(), [Settled::Credited]);
}

#[tokio::test]
async fn only_the_newest_generation_settles_on_sqlite() {
    only_the_newest_settles(Ledger::sqlite()).await;
}

#[tokio::test]
async fn only_the_newest_generation_settles_on_postgres() {
    only_the_newest_settles(Ledger::postgres()).await;
}

/// Whoever settles and whoever brings another server up to date meet at the ledger: what was
/// settled, the other one reads.
async fn the_reader_sees_what_was_settled(ledger: Ledger) {
    const ROUNDS: usize = 20;
    let mut fixture = Fixture::open(ledger).await;
    let caught = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 100), ROUNDS).await;
    let (rain, sql, cny) = (caught.seeded.rain(), &fixture.stores.sql, "CNY".parse().unwrap());
    let (mut before, mut after) = (0, 0);
    for (round, claim) in caught.claims.iter().enumerate() {
        let old = raise(sql, rain, &format!("{round}")).await.unwrap();
        let settle = async {
            for _ in 0..round % 4 {
                tokio::task::yield_now().await;
            }
            sql.settle(&old, cny, &[*claim], now_ms()).await
        };
        let restore = async {
            for _ in 0..round / 4 % 4 {
                tokio::task::yield_now().await;
            }
            raise(sql, rain, &format!("{round}, another")).await.unwrap();
            sql.settled(rain).await.unwrap().contains(claim)
        };
        let (settled, read) = tokio::join!(settle, restore);
        match settled {
            Ok(said) => {
                assert_eq!(said, [Settled::Credited]);
                assert!(read, "round {round}: settled, and whoever read the ledger missed it");
                before += 1;
            }
            Err(StoreError::Superseded) => {
                assert!(!read, "round {round}");
                after += 1;
            }
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    println!("{before} were settled before, {after} came after");
}

#[tokio::test]
async fn whoever_reads_the_ledger_sees_what_was_settled_on_sqlite() {
    the_reader_sees_what_was_settled(Ledger::sqlite()).await;
}

#[tokio::test]
async fn whoever_reads_the_ledger_sees_what_was_settled_on_postgres() {
    the_reader_sees_what_was_settled(Ledger::postgres()).await;
}

/// Whoever asked a server long ago does not supersede whoever asked since; and a server that was
/// superseded has its shard again after a minute, once nobody else can have it.
#[tokio::test]
async fn who_asked_before_another_server_took_over_raises_nothing() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let caught = fixture.stores.catch(&fixture.con, plan("CNY", 100, 10), 1).await;
    let (rain, sql) = (caught.seeded.rain(), &fixture.stores.sql);
    let its = raise(sql, rain, "one").await.unwrap();
    let seen = sql.newest_generations(rain).await.unwrap();
    let newest = raise(sql, rain, "three").await.unwrap();
    let raise_at = async |name: &str, seen, now_ms| {
        sql.raise_generations(rain, &[Shard::WHOLE], &replication_id(name), seen, now_ms).await
    };
    let late = raise_at("two", &seen, now_ms()).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    assert_eq!(raise(sql, rain, "three").await.unwrap(), newest);
    // Somebody raised the same meanwhile.
    assert_eq!(raise_at("three", &seen, now_ms()).await.unwrap()[0], newest);

    let seen = sql.newest_generations(rain).await.unwrap();
    let soon = raise_at("one", &seen, now_ms() + 30_000).await;
    assert!(matches!(soon, Err(StoreError::Superseded)), "{soon:?}");
    let back = raise_at("one", &seen, now_ms() + 61_000).await.unwrap();
    assert_eq!((back[0].number, &back[0].replication_id), (newest.number + 1, &its.replication_id));
    let again = sql.settle(&its, "CNY".parse().unwrap(), &caught.claims, now_ms()).await;
    assert!(matches!(again, Err(StoreError::Superseded)), "read before: {again:?}");
}

/// A node whose lines still lead to a primary that was cut off.
#[tokio::test]
async fn nothing_is_granted_or_settled_on_a_server_that_was_superseded() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let caught = fixture.stores.catch(&fixture.con, plan("CNY", 100, 10), 1).await;
    let (shard, sql) = (caught.seeded.reference, fixture.stores.sql.clone());
    let url: RedisUrl = fixture.redis.url().parse().unwrap();
    let node = Redis::connect(url).await.unwrap();
    let recovery = Recovery::new(node.clone(), sql.clone(), Arc::default());
    let claims = Claims::new(node, &recovery, shard, u64::MAX, 8);
    claims.claim(AccountId([7; 16])).await.unwrap();
    let its = recovery.generation(shard).await.unwrap();

    let other = raise(&sql, shard.rain, "the server that took over").await.unwrap();
    assert_eq!(other.number, its.number + 1);
    let taken = recovery.generation(shard).await;
    assert!(matches!(taken, Err(StoreError::Superseded)), "{taken:?}");
    let tapped = claims.claim(AccountId([8; 16])).await;
    assert!(tapped.is_err(), "granted where nothing is settled any more: {tapped:?}");
    let (caught, ..) =
        quizrain::rain::calls::progress(&mut fixture.con, shard.keys(), 1).await.unwrap();
    assert_eq!(caught, 2);
}

#[tokio::test]
async fn what_the_claims_do_not_have_is_not_settled() {
    let mut fixture = Fixture::open(Ledger::sqlite()).await;
    let mut caught = fixture.stores.catch(&fixture.con, plan("CNY", 1000, 10), 2).await;
    // The stream says that somebody has the packet that the next one gets.
    let stream = caught.seeded.reference.keys().stream();
    let (stranger, claim) = (AccountId([9; 16]), format!("2:100:{}", now_ms()));
    let () = fixture.con.xadd(stream, "*", &[(stranger.to_string(), claim)]).await.unwrap();
    let server = fixture.start("");
    let mut books = Books::open(&fixture.ledger.url()).await;
    books.until("SELECT COUNT(*) FROM settlements", 2, DEADLINE).await;
    let since = Instant::now();
    while !server.log().contains("claims do not stand") {
        assert!(since.elapsed() < DEADLINE, "nobody read it: {}", server.log());
        tokio::task::yield_now().await;
    }
    assert!(caught.more(&fixture.con, 1).await);
    assert_eq!(caught.claims[2].1.packet.number, 2);
    fixture.stores.close(&mut fixture.con, &[caught.seeded]).await;
    books.settled().await;
    books.check(&caught).await;
}
