//! The lease script: every word of its contract, exactly what changes with it, and for how long.

use std::time::Duration;

use quizrain::events::Event;
use quizrain::game::calls::{self as game, Advanced, Step};
use quizrain::nodes::lease::{self, Claimant, Taken};
use quizrain::store::StoreError;
use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::GameId;
use quizrain_shared::settings::Settings;
use redis::AsyncCommands;

use super::record::Desk;
use super::scene::{GAME, ONE, OTHER, ROUNDS, ask};
use crate::common::redis::{START_TIMEOUT, TestRedis};

#[tokio::test]
async fn one_at_a_time_has_the_lease_and_only_it_renews_and_releases() {
    let mut desk = Desk::open().await;
    game::create(&mut desk.con, GAME, 4, ROUNDS, &Settings::default()).await.unwrap();
    let taken =
        desk.granted("held", &["+ lease: 0a"], async |con| lease::take(con, ONE).await).await;
    assert_eq!(taken, Taken::Held);
    let again = desk.unchanged("held", async |con| lease::take(con, ONE).await).await;
    assert_eq!(again, Taken::Held);
    let busy = desk.unchanged("busy", async |con| lease::take(con, OTHER).await).await;
    let Taken::Busy(left) = busy else { panic!("{busy:?}") };
    assert!(left <= ONE.ttl && left > ONE.ttl - START_TIMEOUT, "{left:?}");
    assert!(!desk.unchanged("lost", async |con| lease::renew(con, OTHER, 9).await).await);
    assert!(!desk.unchanged("lost", async |con| lease::release(con, OTHER).await).await);
    assert!(desk.unchanged("held", async |con| lease::renew(con, ONE, 0).await).await);

    // A renewal raises the epoch and never lowers it.
    let raised = ["state.epoch: 4 -> 5"];
    assert!(desk.granted("held", &raised, async |con| lease::renew(con, ONE, 5).await).await);
    for epoch in [5, 4, 0] {
        assert!(desk.unchanged("held", async |con| lease::renew(con, ONE, epoch).await).await);
    }
    let old = Step { epoch: 4, ..ask(1, 1) };
    assert_eq!(game::advance(&mut desk.con, GAME, &old).await.unwrap(), Advanced::Fenced);

    let freed = ["- lease: 0a"];
    assert!(desk.granted("released", &freed, async |con| lease::release(con, ONE).await).await);
    assert!(!desk.unchanged("lost", async |con| lease::release(con, ONE).await).await);
    assert!(!desk.unchanged("lost", async |con| lease::renew(con, ONE, 9).await).await);
    let taken =
        desk.granted("held", &["+ lease: 0b"], async |con| lease::take(con, OTHER).await).await;
    assert_eq!(taken, Taken::Held);
    desk.has_heard_all_of("lease.lua");
}

#[tokio::test]
async fn a_game_that_redis_does_not_know_gets_no_state_by_a_lease() {
    let mut desk = Desk::open().await;
    let held = ["+ lease: 0a"];
    assert_eq!(
        desk.granted("held", &held, async |con| lease::take(con, ONE).await).await,
        Taken::Held
    );
    assert!(desk.unchanged("held", async |con| lease::renew(con, ONE, 7).await).await);
}

#[tokio::test]
async fn a_lease_runs_out_and_is_free_where_it_would_last_too_long() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let key = GameKeys(GAME.game).lease();
    let short = |of| Claimant { ttl: Duration::from_millis(50), ..of };
    assert_eq!(lease::take(&mut con, short(ONE)).await.unwrap(), Taken::Held);
    loop {
        match lease::take(&mut con, OTHER).await.unwrap() {
            Taken::Held => break,
            Taken::Busy(left) => tokio::time::sleep(left).await,
        }
    }
    let left: u64 = redis::cmd("PTTL").arg(&key).query_async(&mut con).await.unwrap();
    assert!(Duration::from_millis(left) > OTHER.ttl - START_TIMEOUT);
    // As after a clock that was set back, and where it never runs out.
    assert_eq!(lease::take(&mut con, short(ONE)).await.unwrap(), Taken::Held);
    let () = con.set(&key, "0b").await.unwrap();
    assert_eq!(lease::take(&mut con, ONE).await.unwrap(), Taken::Held);
}

#[tokio::test]
async fn whoever_waits_hears_that_the_lease_is_free() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let config = redis.client().get_connection_info().clone();
    let settings = config.redis_settings().clone().set_protocol(redis::ProtocolVersion::RESP3);
    let client = redis::Client::open(config.set_redis_settings(settings)).unwrap();
    let (sender, mut pushes) = tokio::sync::mpsc::unbounded_channel();
    let config = redis::AsyncConnectionConfig::new().set_push_sender(sender);
    let mut listener = client.get_multiplexed_async_connection_with_config(&config).await.unwrap();
    let subscribe = redis::cmd("SSUBSCRIBE").arg(GameKeys(GAME.game).events()).to_owned();
    subscribe.exec_async(&mut listener).await.unwrap();
    lease::take(&mut con, ONE).await.unwrap();
    lease::release(&mut con, OTHER).await.unwrap();
    lease::release(&mut con, ONE).await.unwrap();
    let message = async {
        loop {
            let push = pushes.recv().await.unwrap();
            if push.kind == redis::PushKind::SMessage {
                return push;
            }
        }
    };
    let push = tokio::time::timeout(START_TIMEOUT, message).await.unwrap();
    let text: Vec<u8> = redis::from_redis_value(push.data[1].clone()).unwrap();
    assert_eq!(Event::parse(&text), Some(Event::Released));
}

#[tokio::test]
async fn leases_that_are_renewed_together_stand_alone() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let claimant = |number: u8| Claimant { game: GameId([number; 8]), ..ONE };
    for number in 1..=5 {
        lease::take(&mut con, claimant(number)).await.unwrap();
    }
    let mut game = GAME;
    game.game = GameId([1; 8]);
    game::create(&mut con, game, 4, ROUNDS, &Settings::default()).await.unwrap();
    let lease = |number| GameKeys(claimant(number).game).lease();
    let () = con.del(lease(2)).await.unwrap();
    let () = con.del(lease(3)).await.unwrap();
    let () = con.lpush(lease(3), "a list").await.unwrap();
    let asked: Vec<_> = (1..=5).map(|number| (claimant(number), u64::from(number) + 4)).collect();
    // Redis knows the script, and then it does not.
    for _ in 0..2 {
        for number in [1, 4, 5] {
            let () = con.pexpire(lease(number), 60_000).await.unwrap();
        }
        let renewed = lease::renew_each(&mut con, &asked).await.unwrap();
        assert!(
            matches!(
                &renewed[..],
                [Ok(true), Ok(false), Err(StoreError::Corrupt(key)), Ok(true), Ok(true)]
                    if *key == lease(3)
            ),
            "{renewed:?}"
        );
        for number in [1, 4, 5] {
            let left: u64 = con.pttl(lease(number)).await.unwrap();
            assert!(left > 60_000, "{number}: {left}");
        }
        redis::cmd("SCRIPT").arg("FLUSH").exec_async(&mut con).await.unwrap();
    }
    let epoch: u64 = con.hget(GameKeys(game.game).state(), "epoch").await.unwrap();
    assert_eq!(epoch, 5);
    assert!(lease::renew_each(&mut con, &[]).await.unwrap().is_empty());
}
