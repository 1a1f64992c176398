//! Rains in several shards: everybody grabs from their own and nobody from another's, all shards
//! have one window, and everything adds up.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use quizrain::people::account_of;
use quizrain::store::redis::ShardKeys;
use quizrain::store::shard::Shard;
use quizrain_shared::allocation::Split;
use quizrain_shared::api::{Balance, Part, RainStatement, Statement};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Caught, Refusal, ServerFrame, Stage};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::redis::TestRedis;
use crate::common::server::{HostRight, Server, program};

on_both!(a_rain_in_three_pots_adds_up);

const PLAYERS: u64 = 45;
const PACKETS: u32 = 40;
const AMOUNT: i64 = 8888;

fn shard_of(player: u64, shards: u16) -> u16 {
    Shard::of_account(account_of(&token(player)), shards).number
}

async fn a_rain_in_three_pots_adds_up(on: On) {
    a_rain(&Server::start_on(on, &["--shards", "3"]), 3).await;
}

#[tokio::test]
async fn a_rain_in_one_pot_adds_up() {
    a_rain(&Server::start_with(&["--shards", "1"]), 1).await;
}

#[tokio::test]
async fn a_rain_in_sixteen_pots_adds_up() {
    // One shard's luck is sold out while another's packets lie there.
    let sold_out = a_rain(&Server::start_with(&["--shards", "16"]), 16).await;
    assert!(sold_out > 0);
}

/// What everybody was told, put together.
struct Shared {
    /// Packets and amounts.
    caught: BTreeMap<u32, i64>,
    /// Packets that nobody caught.
    left: u32,
    /// Who found their shard empty.
    missed: u32,
}

/// Everybody had a packet of their own shard, as long as there was one.
fn shared_out(verdicts: &[Result<Caught, Refusal>], shards: u16) -> Shared {
    let mut caught: BTreeMap<u32, i64> = BTreeMap::new();
    let (mut won, mut missed) = (BTreeMap::<u16, u32>::new(), BTreeMap::<u16, u32>::new());
    for (player, verdict) in (0..).zip(verdicts) {
        let shard = shard_of(player, shards);
        match verdict {
            Ok(it) => {
                assert_eq!(
                    Shard::of_packet(it.packet, shards).number,
                    shard,
                    "a packet of another shard"
                );
                assert!(caught.insert(it.packet, it.amount.0).is_none(), "a packet twice");
                *won.entry(shard).or_default() += 1;
            }
            Err(why) => {
                assert_eq!(*why, Refusal::SoldOut);
                *missed.entry(shard).or_default() += 1;
            }
        }
    }
    let mut left = 0;
    for shard in Shard::all(shards) {
        let its = (0..PLAYERS).filter(|player| shard_of(*player, shards) == shard.number).count();
        let (its, share) = (u32::try_from(its).unwrap(), shard.share_of(PACKETS));
        let found = |in_pots: &BTreeMap<u16, u32>| *in_pots.get(&shard.number).unwrap_or(&0);
        assert_eq!(found(&won), its.min(share), "shard {} of {shards}", shard.number);
        assert_eq!(found(&missed), its.saturating_sub(share));
        left += share.saturating_sub(its);
    }
    Shared { caught, left, missed: missed.values().sum() }
}

/// Players catch what their shards hold, and the rest goes back; how many found theirs empty while
/// others were not.
async fn a_rain(server: &Server, shards: u16) -> u32 {
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(server, &hosted).await;
    let mut players = Client::many(server, &hosted, 0..PLAYERS).await;
    let plan = RainPlan { split: Split::DoubleMean, seconds: 10, ..plan("CNY", AMOUNT, PACKETS) };
    host.open_rain(plan).await;
    let verdicts = join_all(players.iter_mut().map(Client::tap)).await;

    let Shared { caught, left, missed } = shared_out(&verdicts, shards);
    let sum: i64 = caught.values().sum();
    let count = u32::try_from(caught.len()).unwrap();
    assert_eq!(count + left, PACKETS);
    let statement = newest(server, &hosted);
    let granted = Part { packets: count.into(), amount: Minor(sum) };
    assert_eq!(statement.caught, granted, "{statement:?}");

    // Who comes back finds the packet of their shard.
    let winner = verdicts.iter().position(Result::is_ok).unwrap();
    let mut again = Client::player(server, &hosted, winner as u64).await;
    let known = again.welcome().await.you.unwrap().caught.unwrap();
    assert_eq!(known.packet, verdicts[winner].as_ref().unwrap().packet);
    again.tap_drop(&host.rain().await.0, 3).await;
    assert_eq!(again.verdict().await.unwrap().packet, known.packet);

    let done = host.stage(Kind::RainDone).await;
    let Stage::RainDone { caught: shown, caught_amount, winners, .. } = &done.stage else {
        panic!("{done:?}");
    };
    assert_eq!((*shown, caught_amount.0), (count, sum));
    let mut largest: Vec<i64> = caught.values().copied().collect();
    largest.sort_unstable_by_key(|amount| std::cmp::Reverse(*amount));
    largest.truncate(winners.len());
    assert_eq!(winners.iter().map(|winner| winner.amount.0).collect::<Vec<_>>(), largest);

    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    let settled = "SELECT COUNT(*), SUM(settlements.amount) FROM settlements JOIN packets
                   ON packets.rain = settlements.rain AND packets.packet = settlements.packet
                   AND packets.amount = settlements.amount";
    assert_eq!(server.ledger(settled), [format!("{count}|{sum}")]);
    let returned = Part { packets: left.into(), amount: Minor(AMOUNT - sum) };
    assert_eq!(newest(server, &hosted).returned, returned);
    assert_clean(server);
    if left > 0 { missed } else { 0 }
}

fn newest(server: &Server, hosted: &HostRight) -> RainStatement {
    let path = format!("/api/games/{}/statement", hosted.game);
    let statement: Statement = server.get_json(&path, &hosted.token.reveal());
    statement.rains.into_iter().next_back().unwrap()
}

fn assert_clean(server: &Server) {
    let url = server.database_url();
    let output = program()
        .args(["audit", "--data-dir"])
        .arg(server.dir())
        .args(["--database-url", url.as_str()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The phase and the window of each shard of the only rain.
async fn windows(con: &mut MultiplexedConnection, rain: RainId) -> Vec<[Option<String>; 3]> {
    let mut windows = Vec::new();
    for keys in ShardKeys::of(rain, 3) {
        let fields = &["phase", "opens_ms", "closes_ms"];
        windows.push(con.hmget(keys.meta(), fields).await.unwrap());
    }
    windows
}

#[tokio::test]
async fn a_rain_whose_server_dies_between_two_shards_opens_with_the_same_window() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let url = redis.url();
    let args = ["--shards", "3", "--redis-url", &url, "--allow-unsafe-redis"];
    // The second and the third shard pass here.
    let points = [("FAILPOINTS", "rain.before_next_shard=1*off->return(crash)")];
    let mut server = Server::start_with_env(&args, &points);
    let hosted = server.create_game("How computers count");
    let plan = RainPlan { seconds: 60, ..plan("CNY", 100, 10) };
    Client::host(&server, &hosted).await.say_open_rain(plan.clone()).await;
    assert_eq!(server.ended().await, Some(9));
    let rain: RainId = server.ledger("SELECT rain FROM rains").pop().unwrap().parse().unwrap();
    let before = windows(&mut con, rain).await;
    let phases = |windows: &[[Option<String>; 3]]| {
        windows.iter().map(|[phase, ..]| phase.clone().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(phases(&before), ["open", "open", "loading"]);

    server.restart_with_env(&[]);
    let mut host = Client::host(&server, &hosted).await;
    host.open_rain(plan.clone()).await;
    let (view, stage) = host.rain().await;
    assert_eq!(view.rain, rain);
    assert_eq!(windows(&mut con, rain).await, vec![before[0].clone(); 3]);
    assert_eq!(before[0][1], Some(stage.opens_ms.to_string()));
}

#[tokio::test]
async fn shards_with_different_windows_are_closed() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let url = redis.url();
    let args = ["--shards", "3", "--redis-url", &url, "--allow-unsafe-redis"];
    let points = [("FAILPOINTS", "rain.before_next_shard=1*off->return(crash)")];
    let mut server = Server::start_with_env(&args, &points);
    let hosted = server.create_game("How computers count");
    let plan = RainPlan { seconds: 60, ..plan("CNY", 100, 10) };
    Client::host(&server, &hosted).await.say_open_rain(plan.clone()).await;
    assert_eq!(server.ended().await, Some(9));
    let rain: RainId = server.ledger("SELECT rain FROM rains").pop().unwrap().parse().unwrap();

    // The first shard's server went back to before it was open.
    let first = ShardKeys::of(rain, 3).next().unwrap().meta();
    let () = con.hset(&first, "phase", "loading").await.unwrap();
    server.restart_with_env(&[]);
    let mut host = Client::host(&server, &hosted).await;
    host.say_open_rain(plan.clone()).await;
    host.busy().await;
    for [phase, ..] in windows(&mut con, rain).await {
        assert_eq!(phase.as_deref(), Some("closed"));
    }
    // Nobody saw it; the next one falls.
    host.open_rain(plan).await;
    assert_ne!(host.rain().await.0.rain, rain);
    let returned = format!("SELECT COUNT(*) FROM rains WHERE rain = '{rain}' AND settled_ms > 0");
    server.ledger_says(&returned, "1").await;
}

/// Waits until a host hears that so many were caught.
async fn counted(host: &mut Client, caught: u32) {
    let so_many = |frame| match frame {
        ServerFrame::RainProgress(progress) if progress.caught == caught => Some(()),
        _ => None,
    };
    host.until(so_many).await;
}

#[tokio::test]
async fn a_shard_that_cannot_be_read_hides_nothing_of_the_others() {
    let redis = TestRedis::start().await;
    let args = ["--shards", "2", "--redis-url", &redis.url(), "--allow-unsafe-redis"];
    let server = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let of = |shard| (0..).filter(move |player| shard_of(*player, 2) == shard);
    let (here, there) = (of(0).take(2).collect::<Vec<_>>(), of(1).next().unwrap());
    let mut players = Client::many(&server, &hosted, [here[0], here[1], there]).await;
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 100, 10) }).await;
    let rain = host.rain().await.0.rain;
    players[0].tap().await.unwrap();
    players[2].tap().await.unwrap();
    players[2].credited().await;
    counted(&mut host, 2).await;

    let mut con = redis.connection().await;
    let claims = ShardKeys::of(rain, 2).nth(1).unwrap().claims();
    let () = con.rename(&claims, format!("{claims}:aside")).await.unwrap();
    let () = con.set(&claims, "something else").await.unwrap();
    players[1].tap().await.unwrap();
    counted(&mut host, 3).await;
    // What the ledger has is told, and that there may be more.
    for (number, complete) in [(here[0], true), (there, false)] {
        let balance: Balance = server.get_json("/api/balance", &token(number).reveal());
        assert_eq!((balance.complete, balance.packets.len()), (complete, 1), "{balance:?}");
    }
    assert_eq!(server.get("/api/balance.csv", &token(there).reveal()).0, 503);
}
