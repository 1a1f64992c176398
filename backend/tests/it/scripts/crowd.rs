//! Many at once, over many connections: one packet for each account, one account for each packet,
//! one seat, one name, one answer.

use std::collections::BTreeSet;

use quizrain::game::calls::{self as game, Answered, Joined};
use quizrain::ledger::Claim;
use quizrain::rain::calls::{self as rain, Loaded, Verdict};
use quizrain_shared::ids::AccountId;
use quizrain_shared::money::Minor;
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::settings::Settings;
use redis::aio::MultiplexedConnection;
use tokio::task::JoinSet;

use super::scene::{GAME, HOUR_MS, RAIN, account, answer_one, ask, claim_one, join, packets};
use crate::common::redis::TestRedis;

/// Makes many calls at once, spread over eight connections.
async fn at_once<T, F>(
    redis: &TestRedis,
    numbers: impl Iterator<Item = u32>,
    call: impl Fn(MultiplexedConnection, u32) -> F,
) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut connections = Vec::new();
    for _ in 0..8 {
        connections.push(redis.connection().await);
    }
    let mut calls = JoinSet::new();
    for (number, con) in numbers.zip(connections.iter().cycle()) {
        calls.spawn(call(con.clone(), number));
    }
    calls.join_all().await
}

async fn open_rain(redis: &TestRedis, count: u32) -> MultiplexedConnection {
    let mut con = redis.connection().await;
    let packets = packets(0, count);
    rain::load_chunk(&mut con, RAIN, 0, rain::OpenTo::Everyone, &packets).await.unwrap();
    rain::open(&mut con, RAIN, count, 0, HOUR_MS).await.unwrap();
    con
}

async fn tap(mut con: MultiplexedConnection, who: u32) -> (AccountId, Verdict) {
    let who = account(who);
    (who, claim_one(&mut con, RAIN, who).await.unwrap())
}

#[tokio::test]
async fn a_hundred_taps_of_one_account_are_one_claim_also_after_the_close() {
    let redis = TestRedis::start().await;
    let mut con = open_rain(&redis, 200).await;
    let taps = || at_once(&redis, std::iter::repeat_n(1, 100), tap);
    let mut claims: Vec<Claim> = Vec::new();
    let mut new_ones = 0;
    let mut hear = |verdicts: Vec<(AccountId, Verdict)>| {
        for (_, verdict) in verdicts {
            let Verdict::Caught { claim, new } = verdict else {
                panic!("{verdict:?}");
            };
            claims.push(claim);
            new_ones += usize::from(new);
        }
    };
    hear(taps().await);
    let closed = rain::close(&mut con, RAIN).await.unwrap();
    assert_eq!(closed, Some((1, 199)));
    hear(taps().await);
    assert_eq!((claims.len(), new_ones), (200, 1));
    assert!(claims.iter().all(|claim| *claim == claims[0]));
    let stored = rain::claims(&mut con, RAIN.keys()).await.unwrap();
    assert_eq!(stored, [(account(1), claims[0])]);
}

#[tokio::test]
async fn five_hundred_accounts_share_fifty_packets() {
    let redis = TestRedis::start().await;
    let mut con = open_rain(&redis, 50).await;
    // Everybody taps twice.
    let verdicts = at_once(&redis, (0..1000).map(|n| n / 2), tap).await;
    let mut acknowledged = BTreeSet::new();
    let mut new_ones = Vec::new();
    for (who, verdict) in verdicts {
        match verdict {
            Verdict::Caught { claim, new } => {
                acknowledged.insert((who, claim.packet.number, claim.at_ms));
                new_ones.extend(new.then_some(claim.packet));
            }
            other => assert_eq!(other, Verdict::SoldOut),
        }
    }
    let everything = packets(0, 50);
    new_ones.sort_by_key(|packet| packet.number);
    assert_eq!(new_ones, everything);
    let stored = rain::claims(&mut con, RAIN.keys()).await.unwrap();
    let sum = Minor::checked_sum(stored.iter().map(|(_, claim)| claim.packet.amount));
    let pot = Minor::checked_sum(everything.iter().map(|packet| packet.amount));
    assert_eq!(sum, pot);
    let winners: BTreeSet<AccountId> = stored.iter().map(|(who, _)| *who).collect();
    assert_eq!(winners.len(), 50);
    let stored: BTreeSet<_> =
        stored.into_iter().map(|(who, claim)| (who, claim.packet.number, claim.at_ms)).collect();
    assert_eq!(acknowledged, stored);
    assert_eq!(rain::close(&mut con, RAIN).await.unwrap(), Some((50, 0)));
}

#[tokio::test]
async fn one_account_gets_one_seat_and_one_answer_and_one_name_goes_to_one_account() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    game::create(&mut con, GAME, 1, 3, &Settings::default()).await.unwrap();
    let joins = at_once(&redis, 0..100, |mut con, number| async move {
        let name = format!("P{number}");
        join(&mut con, GAME, account(1), &name, 9).await.unwrap()
    });
    let joins = joins.await;
    let mut new_ones = 0;
    for joined in &joins {
        let (Joined::Seat { seat, new }, Joined::Seat { seat: first, .. }) = (joined, &joins[0])
        else {
            panic!("{joined:?}");
        };
        assert_eq!(seat, first);
        new_ones += usize::from(*new);
    }
    assert_eq!(new_ones, 1);
    let namesakes = at_once(&redis, 2..100, |mut con, number| async move {
        join(&mut con, GAME, account(number), "Ada", 9).await.unwrap()
    });
    let namesakes = namesakes.await;
    let taken = namesakes.iter().filter(|joined| **joined == Joined::Taken);
    assert_eq!(taken.count(), namesakes.len() - 1);
    let seats = game::seats(&mut con, GAME.game).await.unwrap();
    assert_eq!(seats.len(), 2);

    game::advance(&mut con, GAME, &ask(1, 1)).await.unwrap();
    let answers = at_once(&redis, 0..100, |mut con, number| async move {
        let choices = ChoiceSet(1 << (number % 4));
        answer_one(&mut con, GAME, account(1), 0, choices).await.unwrap()
    });
    let mut counted = BTreeSet::new();
    let mut new_ones = 0;
    for answered in answers.await {
        let Answered::Counted { answer, new } = answered else {
            panic!("{answered:?}");
        };
        counted.insert(answer);
        new_ones += usize::from(new);
    }
    assert_eq!((counted.len(), new_ones), (1, 1));
}

#[tokio::test]
async fn a_pool_of_many_chunks_is_loaded_in_order_and_only_once() {
    let redis = TestRedis::start().await;
    let con = redis.connection().await;
    let all = packets(0, 12_345);
    // The first part is there already, and no script is known.
    rain::load_chunk(&mut con.clone(), RAIN, 0, rain::OpenTo::Everyone, &all[..700]).await.unwrap();
    let flush = redis::cmd("SCRIPT").arg("FLUSH").to_owned();
    flush.exec_async(&mut con.clone()).await.unwrap();
    for _ in 0..2 {
        let loaded = rain::load(&con, RAIN, rain::OpenTo::Everyone, &all).await.unwrap();
        assert_eq!(loaded, Loaded::Length(all.len()));
    }
    let key = RAIN.keys().pool();
    let pool: Vec<String> =
        redis::AsyncCommands::lrange(&mut con.clone(), key, 0, -1).await.unwrap();
    let expected: Vec<String> =
        all.iter().map(|packet| format!("{}:{}", packet.number, packet.amount)).collect();
    assert!(pool == expected);
    let opened = rain::open(&mut con.clone(), RAIN, 12_345, 0, HOUR_MS).await.unwrap();
    assert!(matches!(opened, rain::Opened::Open { .. }));
    let late = rain::load(&con, RAIN, rain::OpenTo::Everyone, &all).await.unwrap();
    assert_eq!(late, Loaded::NotLoading);
}

/// A connection on which the first call of all arrives last, as it may where Redis does not know
/// the script: the others were sent again by their text before it was.
#[derive(Clone)]
struct FirstIsLast {
    con: MultiplexedConnection,
    calls: std::sync::Arc<std::sync::atomic::AtomicUsize>,
    others: std::sync::Arc<tokio::sync::Semaphore>,
}

impl redis::aio::ConnectionLike for FirstIsLast {
    fn req_packed_command<'a>(
        &'a mut self,
        cmd: &'a redis::Cmd,
    ) -> redis::RedisFuture<'a, redis::Value> {
        Box::pin(async move {
            let first = self.calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            if first {
                self.others.acquire_many(4).await.unwrap().forget();
            }
            let reply = self.con.req_packed_command(cmd).await;
            self.others.add_permits(1);
            reply
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a redis::Pipeline,
        offset: usize,
        count: usize,
    ) -> redis::RedisFuture<'a, Vec<redis::Value>> {
        self.con.req_packed_commands(pipeline, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.con.get_db()
    }
}

#[tokio::test]
async fn a_pool_is_loaded_whole_in_whatever_order_its_chunks_arrive() {
    let redis = TestRedis::start().await;
    let con = redis.connection().await;
    let load = redis::cmd("SCRIPT")
        .arg("LOAD")
        .arg(super::contract::Contract::of("load_rain.lua").text)
        .to_owned();
    load.exec_async(&mut con.clone()).await.unwrap();
    let others = std::sync::Arc::new(tokio::sync::Semaphore::new(0));
    let con = FirstIsLast { con, calls: std::sync::Arc::default(), others };
    let all = packets(0, 5000);
    let loaded = rain::load(&con, RAIN, rain::OpenTo::Everyone, &all).await.unwrap();
    assert_eq!(loaded, Loaded::Length(all.len()));
}
