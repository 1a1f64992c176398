//! A host sends players away while the node that holds their sockets hears nothing from Redis: its
//! subscription is gone, and everything else goes on. They catch nothing, neither in the rain that
//! falls nor in one that opens afterwards, and their sockets are closed once it listens again. Meanwhile
//! a host does not see who is connected there.

use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Ban, CloseReason, HostFrame, Refusal, ServerFrame};
use redis::aio::MultiplexedConnection;
use tokio::time::timeout;

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::DEADLINE;

/// Lets the second node subscribe to channels, or breaks its subscriptions and refuses new ones.
async fn listen(con: &mut MultiplexedConnection, may: bool) {
    let sign = if may { '+' } else { '-' };
    let rights = ["subscribe", "ssubscribe"].map(|command| format!("{sign}{command}"));
    let set = redis::cmd("ACL").arg(&["SETUSER", "far"]).arg(&rights[..]).to_owned();
    set.exec_async(con).await.unwrap();
    if !may {
        let kill = &["KILL", "USER", "far", "TYPE", "pubsub"];
        redis::cmd("CLIENT").arg(kill).exec_async(con).await.unwrap();
    }
}

async fn remove(host: &mut Client, seat: u32) {
    host.send(&HostFrame::Remove { seat, ban: Ban::No }).await;
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
}

/// Who is connected, as the host sees it, in the order of seats.
async fn connected(host: &mut Client) -> Vec<Option<bool>> {
    host.send(&HostFrame::ListPlayers { search: String::new(), skip: 0 }).await;
    host.until(|frame| match frame {
        ServerFrame::Players(list) => Some(list.rows.iter().map(|row| row.connected).collect()),
        _ => None,
    })
    .await
}

#[tokio::test]
async fn whoever_is_sent_away_catches_nothing_at_a_node_that_does_not_hear_of_it() {
    let mut nodes = Nodes::start(On::Sqlite, 1, &[]).await;
    let con = &mut nodes.connection().await;
    let user = ["SETUSER", "far", "reset", "on", ">far", "~*", "&*", "+@all"];
    redis::cmd("ACL").arg(&user).exec_async(con).await.unwrap();
    nodes.add_as("far", "far");
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut near = Client::seated(nodes.node(0), &hosted, 4, "near").await;
    let mut far = Vec::new();
    for (number, name) in [(1, "before"), (2, "during"), (3, "stays")] {
        far.push(Client::seated(nodes.node(1), &hosted, number, name).await);
    }
    let [before, during, stays] = &mut far[..] else { panic!() };
    let seat = |number: u32| number + 1;

    assert_eq!(connected(&mut host).await, [Some(true); 4]);

    listen(con, false).await;
    assert_eq!(connected(&mut host).await, [Some(true), None, None, None], "it does not say");
    remove(&mut host, seat(1)).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 100, 5) }).await;
    // Their own node does not show it to them.
    let (view, stage) = near.first_drop().await;
    let falls = || near.newest_drop(&stage);
    assert_eq!(before.insist_on(view.rain, falls).await, Err(Refusal::NotEligible));
    stays.insist_on(view.rain, falls).await.unwrap();
    remove(&mut host, seat(2)).await;
    assert_eq!(during.insist_on(view.rain, falls).await, Err(Refusal::NotEligible));

    listen(con, true).await;
    for client in [before, during] {
        assert_eq!(client.closed().await, CloseReason::Removed.code());
    }
    // With another seat as well, until the next rain.
    let mut back = Client::seated(nodes.node(1), &hosted, 2, "back").await;
    assert_eq!(back.tap().await, Err(Refusal::NotEligible));
    stays.tap().await.unwrap();
    drop(back);
    let gone = [Some(true), Some(true), Some(false)];
    let until_gone = async { while connected(&mut host).await != gone {} };
    timeout(DEADLINE, until_gone).await.expect("it is still connected");
    nodes.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "1|20").await;
}
