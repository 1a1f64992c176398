//! A fail-over just before the end of a rain: what players were told and Redis lost is theirs if the node
//! that told them, or their receipts, show it within the grace; only then goes back what nobody caught.

use std::time::Instant;

use quizrain_shared::ids::AccountId;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Caught, PacketState, Receipt, ServerFrame};
use rustix::process::Signal;

use super::nodes::{NOT_DRAINING, Place, account, present, receipt};
use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::{DEADLINE, HostRight, Server};

/// Longer than any of these tests.
const GRACE: &str = "3600";

const SETTLED: &str = "SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL";

/// Anna was told of a packet, her node stands still, and Redis lost the packet and is over.
struct Scene {
    place: Place,
    granting: Server,
    hosted: HostRight,
    anna: Client,
    caught: Caught,
    receipt: Receipt,
    /// A node that heard of nothing, and looks after the rain.
    other: Server,
}

impl Scene {
    async fn with_grace(grace: &str) -> Self {
        let mut place = Place::new().await;
        let args = ["--failover-grace-seconds", grace];
        let granting = place.node_with(&args, &NOT_DRAINING);
        let hosted = granting.create_game("How computers count");
        let mut host = Client::host(&granting, &hosted).await;
        let mut anna = Client::seated(&granting, &hosted, 1, "Anna").await;
        host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 20, 2) }).await;
        anna.rain().await;
        place.hold_back();
        let caught = anna.tap().await.unwrap();
        let receipt = receipt(&anna);
        granting.signal(Signal::STOP);
        place.lose().await;
        place.close_rains().await;
        let other = place.node_with(&args, &[]);
        Self { place, granting, hosted, anna, caught, receipt, other }
    }

    /// Waits until somebody would have finished the rain.
    async fn held(&self) {
        let since = Instant::now();
        while !self.other.log().contains("holding what was not caught") {
            assert!(since.elapsed() < DEADLINE, "{}", self.other.log());
            assert_eq!(self.place.number(SETTLED).await, 0, "finished without what was told");
            tokio::task::yield_now().await;
        }
    }

    async fn anna_has_it(&self) {
        let hers: (AccountId, u32) = (account(1), self.caught.packet);
        assert_eq!(self.place.settled().await, [(hers.0.to_string(), i64::from(hers.1))]);
        assert_eq!(self.place.number(SETTLED).await, 0);
    }
}

#[tokio::test]
async fn what_a_node_told_just_before_the_end_is_credited() {
    let mut scene = Scene::with_grace(GRACE).await;
    scene.held().await;
    scene.granting.signal(Signal::CONT);
    assert_eq!(scene.anna.credited().await.packet, scene.caught.packet);
    scene.anna_has_it().await;
}

#[tokio::test]
async fn a_receipt_shown_after_the_end_counts() {
    let mut scene = Scene::with_grace(GRACE).await;
    scene.held().await;
    scene.granting.kill();
    let mut back = Client::player(&scene.other, &scene.hosted, 1).await;
    back.welcome().await;
    let shown = present(&mut back, &scene.receipt).await.unwrap();
    assert_eq!(shown.state, PacketState::Credited);
    scene.anna_has_it().await;
}

/// Without this the tests above would say nothing.
#[tokio::test]
async fn without_a_grace_it_is_void() {
    let mut scene = Scene::with_grace("0").await;
    let since = Instant::now();
    while scene.place.number(SETTLED).await == 0 {
        assert!(since.elapsed() < DEADLINE, "{}", scene.other.log());
        tokio::task::yield_now().await;
    }
    scene.granting.signal(Signal::CONT);
    let void = scene.anna.until(|frame| match frame {
        ServerFrame::Packet(news) if news.state == PacketState::Void => Some(news.caught.packet),
        _ => None,
    });
    assert_eq!(void.await, scene.caught.packet);
    assert_eq!(scene.place.settled().await, []);
}
