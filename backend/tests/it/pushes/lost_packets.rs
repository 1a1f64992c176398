//! A packet that was told and lost: void for its player on whichever node, or honoured for a
//! receipt, and never both.

use std::time::Instant;

use quizrain_shared::ids::{Mac, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PacketState, PacketUpdate, Receipt, Refusal, ServerFrame};
use rustix::process::Signal;
use sqlx::Connection;

use super::nodes::{Place, account, present, receipt};
use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::{DEADLINE, Server};

fn a_minute(packets: u32) -> RainPlan {
    RainPlan { seconds: 60, ..plan("CNY", i64::from(packets) * 10, packets) }
}

/// Waits until this player is told that a packet is void.
async fn void(player: &mut Client) -> PacketUpdate {
    player
        .until(|frame| match frame {
            ServerFrame::Packet(news) if news.state == PacketState::Void => Some(news),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_claim_that_a_failover_lost_is_void_on_every_node_and_paid_once() {
    let mut place = Place::new().await;
    // Her claim is not in anybody's hands when Redis loses it: it would be settled after all.
    let granting = place.node_that_does_not_drain();
    let other = place.node_that_does_not_drain();
    let hosted = granting.create_game("How computers count");
    let mut host = Client::host(&granting, &hosted).await;
    let mut anna = Client::seated(&granting, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&other, &hosted, 2, "Ben").await;
    host.open_rain(a_minute(1)).await;
    ben.rain().await;
    place.hold_back();
    let lock = place.lock_ledger().await;
    let caught = anna.tap().await.unwrap();

    // The node that told her stands still, so that it cannot put her packet back in time.
    granting.signal(Signal::STOP);
    place.lose().await;
    lock.close().await.unwrap();
    let ben_has = ben.grab().await.unwrap();
    assert_eq!(ben_has.packet, caught.packet);
    granting.signal(Signal::CONT);

    let news = void(&mut anna).await;
    assert_eq!((news.caught.rain, news.caught.packet), (caught.rain, caught.packet));
    assert_eq!(news.receipt, None);
    let _settles = place.node();
    assert_eq!(ben.credited().await.packet, caught.packet);
    // Her node has forgotten it, and her receipt is worth nothing now.
    assert_eq!(anna.grab().await, Err(Refusal::SoldOut));
    let mut again = Client::seated(&other, &hosted, 1, "Anna").await;
    let shown = present(&mut again, &receipt(&anna)).await.unwrap();
    assert_eq!(shown.state, PacketState::Void);
    assert_eq!(place.settled().await, [(account(2).to_string(), i64::from(caught.packet))]);
    let shown_credited = anna.seen.iter().chain(&again.seen).any(
        |frame| matches!(frame, ServerFrame::Packet(news) if news.state == PacketState::Credited),
    );
    assert!(!shown_credited, "void and credited");
    // One packet is lost, however often that is found.
    assert_eq!(voids(&granting) + voids(&other), 1);
}

/// How many void packets a node has told of first.
fn voids(node: &Server) -> u64 {
    let (_, text) = node.get("/metrics", "");
    let line = text.lines().find_map(|line| line.strip_prefix("quizrain_packets_voided_total "));
    line.expect("a count").parse().unwrap()
}

/// A claim that Redis has is the settler's: whoever shows a receipt for it waits for no lock.
#[tokio::test]
async fn a_receipt_for_what_redis_has_is_left_to_the_settler() {
    let place = Place::new().await;
    let node = place.node_that_does_not_drain();
    let hosted = node.create_game("How computers count");
    let mut host = Client::host(&node, &hosted).await;
    let mut anna = Client::seated(&node, &hosted, 1, "Anna").await;
    host.open_rain(a_minute(2)).await;
    anna.rain().await;
    let lock = place.lock_ledger().await;
    anna.tap().await.unwrap();
    let receipt = receipt(&anna);
    let news = present(&mut anna, &receipt).await.unwrap();
    assert_eq!((news.state, news.receipt.as_ref()), (PacketState::Crediting, Some(&receipt)));
    lock.close().await.unwrap();
    assert_eq!(place.settled().await, []);
}

/// What somebody may make of a receipt.
fn forged(ours: &Receipt) -> Vec<Receipt> {
    let mut forged = vec![
        Receipt { amount: Minor(ours.amount.0 + 1), ..ours.clone() },
        Receipt { packet: (ours.packet + 1) % 3, ..ours.clone() },
        Receipt { at_ms: ours.at_ms + 1, ..ours.clone() },
        Receipt { rain: RainId([9; 8]), ..ours.clone() },
    ];
    for bit in [0, 100, 255] {
        let mut mac = ours.mac.0;
        mac[bit / 8] ^= 1 << (bit % 8);
        forged.push(Receipt { mac: Mac(mac), ..ours.clone() });
    }
    forged
}

/// Waits until the node notes that a packet was shown whose receipt came too late.
async fn noted(node: &Server) {
    let since = Instant::now();
    // Which of the two depends on whether the other's packet is in the ledger yet.
    let noted =
        |log: &str| log.contains("receipts were shown") || log.contains("receipt was shown");
    while !noted(&node.log()) {
        assert!(since.elapsed() < DEADLINE, "{}", node.log());
        tokio::task::yield_now().await;
    }
}

/// Closes the rain and waits until it is finished.
async fn finish(place: &Place, node: &Server) {
    place.close_rains().await;
    let since = Instant::now();
    while place.number("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL").await > 0 {
        assert!(since.elapsed() < DEADLINE, "{}", node.log());
        tokio::task::yield_now().await;
    }
}

/// The ledger has these accounts' packets and no others, and the pot is shared out.
async fn only_these_have(place: &Place, players: [u64; 2]) {
    let expected = players.map(|player| account(player).to_string());
    let who: Vec<String> = place.settled().await.into_iter().map(|(who, _)| who).collect();
    assert_eq!(who.len(), 2);
    assert!(expected.iter().all(|account| who.contains(account)), "{who:?}");
    let pot = "SELECT CAST(SUM(CASE WHEN credit = 'pot' THEN amount ELSE -amount END) AS BIGINT)
               FROM entries WHERE 'pot' IN (debit, credit)";
    assert_eq!(place.number(pot).await, 0);
}

#[tokio::test]
async fn a_receipt_is_honoured_once_everybody_who_knew_is_gone_and_never_twice() {
    let mut place = Place::new().await;
    let mut granting = place.node();
    let hosted = granting.create_game("How computers count");
    let mut host = Client::host(&granting, &hosted).await;
    let mut players = Client::many(&granting, &hosted, 0..4).await;
    host.open_rain(a_minute(3)).await;
    players[0].rain().await;
    place.hold_back();
    let lock = place.lock_ledger().await;
    let mut caught = Vec::new();
    for player in &mut players[..3] {
        caught.push(player.tap().await.unwrap());
    }
    let receipts: Vec<Receipt> = players[..3].iter().map(receipt).collect();
    granting.kill();
    place.lose().await;
    lock.close().await.unwrap();

    // Another node, which knows of nothing; somebody else grabs what the first one had.
    let node = place.node();
    let mut back = Vec::new();
    for number in 0..4 {
        let mut player = Client::player(&node, &hosted, number).await;
        assert_eq!(player.welcome().await.you.unwrap().caught, None);
        back.push(player);
    }
    assert_eq!(back[3].grab().await.unwrap().packet, caught[0].packet);

    // What nobody of us signed for this account is no receipt.
    for forged in forged(&receipts[1]).iter().chain([&receipts[0]]) {
        assert!(present(&mut back[1], forged).await.is_err(), "{forged:?}");
    }
    assert!(place.settled().await.iter().all(|(who, _)| *who == account(3).to_string()));

    for _ in 0..2 {
        let lost = present(&mut back[0], &receipts[0]).await.unwrap();
        assert_eq!(lost.state, PacketState::Void);
    }
    assert_eq!(voids(&node), 1);
    noted(&node).await;
    for _ in 0..2 {
        let honoured = present(&mut back[1], &receipts[1]).await.unwrap();
        assert_eq!(honoured.state, PacketState::Credited);
        assert_eq!(honoured.caught.packet, caught[1].packet);
    }
    // One packet for an account: whoever has it back taps and gets the same.
    let same = back[1].grab().await.unwrap();
    assert_eq!(same.packet, caught[1].packet);
    assert_eq!(place.number("SELECT COUNT(*) FROM settlements WHERE packet = 2").await, 0);

    // A rain that is finished gives nothing back.
    finish(&place, &node).await;
    let late = present(&mut back[2], &receipts[2]).await.unwrap();
    assert_eq!(late.state, PacketState::Void);
    assert_eq!(voids(&node), 2);
    // Nobody is told before it is written down.
    assert_eq!(place.number("SELECT COUNT(*) FROM voids").await, 2);
    only_these_have(&place, [3, 1]).await;
}
