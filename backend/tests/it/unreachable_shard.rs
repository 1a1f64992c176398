//! One server of a cluster is away with some shards of a rain: players whose packets lie elsewhere
//! come back, and show their receipts, as ever.

use futures_util::future::join_all;
use quizrain::people::account_of;
use quizrain::rain::calls::{self as rain, ShardRef, Verdict};
use quizrain::store::redis::{GAMES_CHANNEL, GameKeys, ShardKeys};
use quizrain::store::shard::Shard;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{
    PacketState, PacketUpdate, PlayerFrame, Receipt, Refusal, ServerFrame,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::common::client::{Client, token};
use crate::common::cluster::TestCluster;
use crate::common::plan;
use crate::common::server::{HostRight, Server};

const SHARDS: u16 = 6;
const PLAYERS: u64 = 24;

fn shard_of(player: u64) -> Shard {
    Shard::of_account(account_of(&token(player)), SHARDS)
}

/// A cluster that goes on without a server, one of which can go without a game's noticing.
async fn scene(cluster: &mut TestCluster) -> (Server, HostRight, usize) {
    for mut con in cluster.nodes() {
        let mut set = redis::cmd("CONFIG");
        set.arg(&["SET", "cluster-require-full-coverage", "no"]);
        set.exec_async(&mut con).await.unwrap();
    }
    let shards = SHARDS.to_string();
    let server = Server::start_with(&["--redis-url", &cluster.url(), "--shards", &shards]);
    let channels = [cluster.holder(GAMES_CHANNEL).await, cluster.holder("quizrain:nodes").await];
    loop {
        let hosted = server.create_game("How computers count");
        let game = cluster.holder(&GameKeys(hosted.game).state()).await;
        if let Some(away) = (0..3).find(|node| *node != game && !channels.contains(node)) {
            return (server, hosted, away);
        }
    }
}

/// What a player was told of a packet, with its receipt.
fn receipt(player: &Client) -> Receipt {
    let receipt = player.seen.iter().rev().find_map(|frame| match frame {
        ServerFrame::Packet(PacketUpdate { receipt, .. }) => receipt.clone(),
        _ => None,
    });
    receipt.expect("a receipt")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_away_keeps_out_nobody_whose_packet_lies_elsewhere() {
    let mut cluster = TestCluster::start().await;
    let (server, hosted, away) = scene(&mut cluster).await;
    let mut players = Client::many(&server, &hosted, 0..PLAYERS).await;
    let mut host = Client::host(&server, &hosted).await;
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 1000, 100) }).await;
    let (view, stage) = host.rain().await;
    // Nothing is credited, so that receipts are good for something.
    let file = SqliteConnectOptions::new().filename(server.dir().join("quizrain.sqlite"));
    let mut lock = SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
    // Half of them catch here, half of them at a server that nobody hears of any more.
    let mut elsewhere = players.split_off(players.len() / 2);
    let here = &mut players;
    join_all(here.iter_mut().map(async |player| player.grab().await.unwrap())).await;
    host.until_ms(stage.opens_ms).await;
    let incarnation = server.ledger("SELECT incarnation FROM rains").pop().unwrap();
    let incarnation = incarnation.parse().unwrap();
    let con = &mut cluster.connection().await;
    for player in PLAYERS / 2..PLAYERS {
        let rain = ShardRef { rain: view.rain, incarnation, shard: shard_of(player) };
        let account = account_of(&token(player));
        let caught = rain::claim_at_any_replication_id(con, rain, &[account]).await.unwrap();
        assert!(matches!(caught[..], [Verdict::Caught { new: true, .. }]));
    }
    let mut is_away = Vec::new();
    for keys in ShardKeys::of(view.rain, SHARDS) {
        is_away.push(cluster.holder(&keys.meta()).await == away);
    }
    let is_away = |player: u64| is_away[usize::from(shard_of(player).number)];
    cluster.kill(away);

    // Whose packet lies there is told to ask again.
    let mut out = 0;
    for (player, client) in (PLAYERS / 2..).zip(&mut elsewhere) {
        *client = Client::player(&server, &hosted, player).await;
        if is_away(player) {
            client.busy().await;
            out += 1;
        } else {
            assert!(client.welcome().await.you.unwrap().caught.is_some());
        }
    }
    assert!((1..PLAYERS / 2).contains(&out), "{out} players have a packet there");

    let shown = (0..).zip(here).map(async |(player, client)| {
        let receipt = receipt(client);
        client.send(&PlayerFrame::ShowReceipt { receipt }).await;
        let said = loop {
            match client.next().await.unwrap() {
                ServerFrame::Packet(news) => break Some(news.state),
                ServerFrame::Refused(Refusal::Unavailable) => break None,
                _ => {}
            }
        };
        assert_eq!(said, (!is_away(player)).then_some(PacketState::Crediting), "{player}");
    });
    join_all(shown).await;
}
