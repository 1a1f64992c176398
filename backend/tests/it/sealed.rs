//! Rains that were sealed and have not opened: what a try that ended on the way left behind says
//! nothing about who may grab later, and its money is free again.

use quizrain::ledger::{Credit, Sealed};
use quizrain::people::account_of;
use quizrain::rain::calls::{self as rain, Loaded, ShardRef};
use quizrain::store::shard::Shard;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::wire::{Refusal, ServerFrame};

use crate::common::client::{Client, token};
use crate::common::redis::TestRedis;
use crate::common::seed::{Stores, now_ms};
use crate::common::server::{Server, run};
use crate::common::{nobody, plan, sealed};

const QUIZ: &str = "title = 'T'
language = 'en'
[[question]]
text = 'Q'
choices = ['a', 'b']
correct = [1]
";

/// How far the earlier try came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    /// It had listed who was among the best at that time.
    Listed,
    /// No question had been scored: it had loaded the packets for everybody.
    Loaded,
}

async fn asks_anew_who_may_grab(came: Came) {
    let quizzes = tempfile::tempdir().unwrap();
    std::fs::write(quizzes.path().join("t.toml"), QUIZ).unwrap();
    let redis = TestRedis::start().await;
    let server = Server::start_with(&[
        "--redis-url",
        &redis.url(),
        "--allow-unsafe-redis",
        "--sponsor-credit",
        "none",
        "--quizzes",
        quizzes.path().to_str().unwrap(),
    ]);
    let paid_in = run(server.dir(), &["deposit", "1.00", "CNY"]);
    assert!(paid_in.status.success(), "{paid_in:?}");
    let hosted = server.create_game("T");
    let mut host = Client::host(&server, &hosted).await;
    let mut right = Client::seated(&server, &hosted, 1, "right").await;
    let mut wrong = Client::seated(&server, &hosted, 2, "wrong").await;

    let best =
        RainPlan { eligibility: Eligibility::TopShare(50), seconds: 30, ..plan("CNY", 100, 2) };
    let (sql, con) = (Stores::open(&server).await.sql, &mut redis.connection().await);
    let (row, amounts) = sealed(hosted.game, 0, best.clone());
    let sealed = sql.put_rain(&row, &amounts, &[], &nobody(row.game), Credit::None, now_ms()).await;
    assert_eq!(sealed.unwrap(), Sealed::Done);
    let shard = ShardRef { rain: row.rain, incarnation: row.incarnation, shard: Shard::WHOLE };
    match came {
        Came::Listed => {
            rain::list_eligible(con, shard.keys(), &[account_of(&token(2))]).await.unwrap();
        }
        Came::Loaded => {
            let packets = sql.packets(row.rain).await.unwrap();
            let loaded = rain::load(con, shard, rain::OpenTo::Everyone, &packets).await.unwrap();
            assert_eq!(loaded, Loaded::Length(2));
        }
    }

    host.make(Move::Ask).await;
    for (player, choice) in [(&mut right, 0b01), (&mut wrong, 0b10)] {
        player.stage(Kind::Asking).await;
        player.answer(0, choice).await;
    }
    host.stage(Kind::Asking).await;
    let both = |frame| matches!(frame, ServerFrame::Progress { answered: 2, .. }).then_some(());
    host.until(both).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(best).await;
    right.stage(Kind::Rain).await;
    assert_eq!(right.tap().await.unwrap().amount.0, 50);
    wrong.stage(Kind::Rain).await;
    assert_eq!(wrong.tap().await, Err(Refusal::NotEligible));
    // There was enough for one of the two.
    let returned =
        format!("SELECT COUNT(*) FROM rains WHERE rain = '{}' AND settled_ms > 0", row.rain);
    server.ledger_says(&returned, "1").await;
}

#[tokio::test]
async fn those_whom_an_earlier_try_had_listed_may_not_grab() {
    asks_anew_who_may_grab(Came::Listed).await;
}

#[tokio::test]
async fn what_an_earlier_try_had_loaded_for_everybody_is_not_opened() {
    asks_anew_who_may_grab(Came::Loaded).await;
}

/// Its shard is away, or is something else: the others need not wait for that.
#[tokio::test]
async fn one_that_cannot_go_back_holds_up_no_other() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let mut stores = Stores::open(&server).await;
    let mut rains = Vec::new();
    for _ in 0..3 {
        let (row, sealed) = stores.seal(&plan("CNY", 100, 2), Credit::Unlimited).await;
        assert_eq!(sealed, Sealed::Done);
        rains.push(row);
    }
    let meta = format!("{{r:{}}}:meta", rains[0].rain);
    let con = &mut redis.connection().await;
    redis::cmd("SET").arg(meta).arg("something else").exec_async(con).await.unwrap();
    for row in &rains {
        stores.sql.end_game(row.game, now_ms()).await.unwrap();
    }
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms > 0", "2").await;
}
