//! From a tap to the receiver, through the whole program.

use std::time::{Duration, Instant};

use quizrain_shared::identity::Identity;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PacketState, Refusal, ServerFrame};

use crate::common::client::Client;
use crate::common::plan;
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{DEADLINE, Server, run};
use crate::identity::{self, Signer};

#[tokio::test]
async fn what_is_caught_is_paid_out_and_what_is_not_is_not() {
    let receiving = Receiving::start(Manners::default());
    let args = ["--payout-url", &receiving.url, "--payout-allow-private"];
    let mut server = Server::start_with_env(&args, &[("QUIZRAIN_PAYOUT_SECRET", SECRET)]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Client::many(&server, &hosted, 0..3).await;
    let plan = RainPlan { seconds: 10, ..plan("CNY", 500, 50) };
    // What is paid out must have been paid in.
    host.open_rain(plan.clone()).await;
    assert_eq!(host.refusal().await, Refusal::Unfunded);
    assert_eq!(server.sqlite("SELECT COUNT(*) FROM rains"), ["0"]);
    let paid_in = run(server.dir(), &["deposit", "5.00", "CNY"]);
    assert!(String::from_utf8(paid_in.stdout).unwrap().contains("has 5.00 CNY now"));
    host.open_rain(plan).await;
    let mut caught = Vec::new();
    for player in &mut players {
        let packet = player.tap().await.unwrap();
        caught.push(format!("qr1-{}-{},confirmed,10,CNY", packet.rain, packet.packet));
    }
    caught.sort();
    let since = Instant::now();
    while receiving.statement() != caught {
        assert!(since.elapsed() < DEADLINE, "{:?} are not {caught:?}", receiving.statement());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let sums =
        "SELECT kind, COUNT(*), SUM(amount) FROM entries WHERE kind LIKE '%pa%' GROUP BY kind";
    while server.sqlite(sums) != ["paid|3|30", "pay|3|30"] {
        assert!(since.elapsed() < DEADLINE, "{:?}", server.sqlite(sums));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Also who missed the news is told: it comes with the snapshot.
    for (number, player) in players.iter_mut().enumerate() {
        *player = Client::player(&server, &hosted, number as u64).await;
        let shown = player.welcome().await.you.unwrap().caught.unwrap();
        player.shown_credited(shown).await;
        let paid = |frame| match frame {
            ServerFrame::Packet(news) => Some(news.state),
            _ => None,
        };
        assert_eq!(player.until(paid).await, PacketState::Paid);
    }
    let (_, text) = server.get("/metrics", "");
    let line = "quizrain_payout_outcomes_total{outcome=\"confirmed\"} 3";
    assert!(text.lines().any(|l| l == line), "{text}");
    assert!(server.stop().success());
}

#[tokio::test]
async fn money_is_paid_to_people_unless_the_host_has_it_paid_to_anybody() {
    let (receiving, signer) = (Receiving::start(Manners::default()), Signer::new());
    let args = ["--payout-url", &receiving.url, "--payout-allow-private"];
    let secret = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
    let env = [&[secret][..], &signer.env()[..]].concat();
    let server = Server::start_with_env(&args, &env);
    assert!(run(server.dir(), &["deposit", "5.00", "CNY"]).status.success());
    let plan = |currency| RainPlan { seconds: 10, ..plan(currency, 30, 3) };
    let open = identity::game(&server, Identity::Open);
    let mut host = Client::host(&server, &open).await;
    host.open_rain(plan("CNY")).await;
    assert_eq!(host.refusal().await, Refusal::IdentityNeeded);
    host.open_rain(plan("points")).await;
    host.rain().await;

    let signed = identity::game(&server, Identity::Signed);
    signer.sign_in(&server, 1, "e-4711");
    let mut host = Client::host(&server, &signed).await;
    let mut player = Client::seated(&server, &signed, 1, "Anna").await;
    host.open_rain(plan("CNY")).await;
    player.tap().await.unwrap();
    server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'confirmed'", "1").await;
    let paid = "SELECT issuer, subject, amount FROM payouts WHERE currency = 'CNY'";
    let paid = super::sqlite3(&receiving.ledger(), paid);
    assert_eq!(paid, ["https://staff.example.org|e-4711|10"]);
}
