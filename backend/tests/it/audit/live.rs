//! Audits beside a running server: no false alarm, and what only Redis knows is found.

use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use redis::aio::MultiplexedConnection;

use super::{Audit, audit};
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;

on_both!(
    a_rain_that_is_caught_and_settled_gives_no_false_alarm,
    what_redis_has_is_held_against_the_ledger,
);

/// Audits what a server has.
fn audit_of(server: &Server) -> Audit {
    let (dir, url) = (server.dir().to_str().unwrap(), server.database_url());
    audit(&["--data-dir", dir, "--database-url", url.as_str()])
}

/// A game with so many players, and its host.
async fn game(server: &Server, players: u64) -> (Client, Vec<Client>) {
    let hosted = server.create_game("How computers count");
    let host = Client::host(server, &hosted).await;
    let mut seated = Vec::new();
    for number in 0..players {
        seated.push(Client::seated(server, &hosted, number, &format!("p{number}")).await);
    }
    (host, seated)
}

async fn a_rain_that_is_caught_and_settled_gives_no_false_alarm(on: On) {
    // Keys go while audits look at them.
    let server = Server::start_on(on, &["--keep-keys-hours", "0"]);
    let (mut host, mut players) = game(&server, 40).await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 1000, 30) }).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = std::sync::Mutex::new(stopped);
    let (dir, url) = (server.dir().to_str().unwrap().to_owned(), server.database_url());
    let audits = tokio::task::spawn_blocking(move || {
        let mut stopped = stopped.lock().unwrap();
        let mut audits = 0;
        while stopped.try_recv().is_err() {
            audit(&["--data-dir", &dir, "--database-url", url.as_str()]).assert_clean();
            audits += 1;
        }
        audits
    });
    let taps = join_all(players.iter_mut().enumerate().map(async |(number, player)| {
        let (_, stage) = player.rain().await;
        // Spread over the rain, so that some audits see it half caught.
        player.until_ms(stage.opens_ms + 200 + 80 * number as u64).await;
        player.tap().await
    }))
    .await;
    assert_eq!(taps.iter().filter(|tap| tap.is_ok()).count(), 30);
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    host.make(quizrain_shared::phase::Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NOT NULL", "1").await;
    stop.send(()).unwrap();
    let audits = audits.await.unwrap();
    assert!(audits > 5, "only {audits} audits");
    let audit = audit_of(&server);
    audit.assert_clean();
    assert_eq!((&audit.report["rains"], &audit.report["claims"]), (&1.into(), &30.into()));
}

/// The private Redis of a server.
async fn redis(server: &Server) -> MultiplexedConnection {
    let socket = server.dir().join("redis/redis.sock");
    let client = redis::Client::open(format!("unix://{}", socket.display())).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

async fn set_claim(con: &mut MultiplexedConnection, rain: RainId, account: &str, claim: &str) {
    let key = format!("{{r:{rain}}}:claims");
    let _: i64 =
        redis::cmd("HSET").arg(key).arg(account).arg(claim).query_async(con).await.unwrap();
}

async fn what_redis_has_is_held_against_the_ledger(on: On) {
    let mut server = Server::start_on(on, &[]);
    let (mut host, mut players) = game(&server, 4).await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 100, 10) }).await;
    let (view, _) = players[0].rain().await;
    for player in &mut players {
        player.tap().await.unwrap();
        player.credited().await;
    }
    let con = &mut redis(&server).await;
    let claims = format!("{{r:{}}}:claims", view.rain);
    // The server's settler does not look here while the rain is open, so this one is on its way.
    let now = |ms: i64| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        i64::try_from(now.as_millis()).unwrap() - ms
    };
    let (some, other) = ("91".repeat(16), "92".repeat(16));
    set_claim(con, view.rain, &some, &format!("8:10:{}", now(0))).await;
    let audit = audit_of(&server);
    audit.assert_clean();
    assert_eq!(audit.report["pending"], 1);

    let owner = server.ledger("SELECT account FROM settlements WHERE packet = 2").remove(0);
    let rows = [
        (other.as_str(), format!("8:10:{}", now(0)), "I3", format!("packet 8 is for {some}")),
        (other.as_str(), format!("2:10:{}", now(0)), "I3", format!("packet 2 is for {owner}")),
        (other.as_str(), format!("9:11:{}", now(0)), "I5", "packet 9 has 10".to_owned()),
        (other.as_str(), format!("77:10:{}", now(0)), "I5", "there is no such packet".to_owned()),
        (other.as_str(), "nonsense".to_owned(), "I5", "cannot be read: nonsense".to_owned()),
        (
            other.as_str(),
            format!("9:10:{}", now(3_600_000)),
            "I5",
            "waits for the ledger for 36".to_owned(),
        ),
        (
            owner.as_str(),
            format!("9:10:{}", now(0)),
            "I3",
            "the ledger has packet 2 for that account".to_owned(),
        ),
        (owner.as_str(), "2:10:5".to_owned(), "I9", "has 2:10:5, the ledger says".to_owned()),
    ];
    for (account, claim, what, says) in rows {
        let key = (&claims, account);
        let before: Option<String> =
            redis::cmd("HGET").arg(&claims).arg(account).query_async(con).await.unwrap();
        set_claim(con, view.rain, account, &claim).await;
        let audit = audit_of(&server);
        let found = audit.violations();
        let hit = found.iter().any(|(invariant, line)| {
            invariant == what && line.contains(account) && line.contains(&says)
        });
        // The same hash has one row of each account, so somebody's packet may be missing now.
        assert!(hit && audit.code == 1, "{claim}: no {says:?} in {found:#?}");
        match before {
            Some(before) => set_claim(con, view.rain, account, &before).await,
            None => {
                let _: i64 =
                    redis::cmd("HDEL").arg(&claims).arg(account).query_async(con).await.unwrap();
            }
        }
    }
    audit_of(&server).assert_clean();

    // Forgotten by Redis, which has the rain all the same.
    let kept: String = redis::cmd("HGET").arg(&claims).arg(&owner).query_async(con).await.unwrap();
    let _: i64 = redis::cmd("HDEL").arg(&claims).arg(&owner).query_async(con).await.unwrap();
    let audit = audit_of(&server);
    let expected = "entries settle 2: Redis has the rain, and nobody caught this packet there";
    assert_eq!(audit.violations(), [("I5".to_owned(), expected.to_owned())]);
    set_claim(con, view.rain, &owner, &kept).await;

    // Once the rain is settled, what only Redis has is nobody's any more.
    let _: i64 = redis::cmd("HDEL").arg(&claims).arg(&some).query_async(con).await.unwrap();
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    audit_of(&server).assert_clean();
    set_claim(con, view.rain, &some, &format!("8:10:{}", now(0))).await;
    let found = audit_of(&server).violations();
    assert!(found.len() == 1 && found[0].0 == "I5", "{found:?}");
    assert!(found[0].1.contains("and the rain was settled without it"), "{found:?}");

    // A ledger of settled rains alone needs no Redis.
    let _: i64 = redis::cmd("HDEL").arg(&claims).arg(&some).query_async(con).await.unwrap();
    server.kill();
    audit_of(&server).assert_clean();
}
