//! Rains over real sockets: one claim per account, one account per packet, the window.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use quizrain_shared::allocation::{Impossible, Split};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan, lifetime};
use quizrain_shared::wire::{HostFrame, PacketUpdate, Refusal, ServerFrame, Stage};

use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{DEADLINE, HostRight, Server};

on_both!(
    many_taps_on_many_sockets_catch_one_packet,
    five_hundred_players_on_fifty_packets_give_fifty_winners,
    a_host_may_stop_a_rain_and_what_was_caught_stays,
    taps_outside_the_window_or_the_picture_are_refused,
    only_those_with_the_score_may_grab,
    only_the_best_share_may_grab_and_before_any_question_everybody,
    impossible_plans_are_refused_with_the_reason,
);

/// A game in its lobby, and its host.
async fn lobby(on: On) -> (Server, HostRight, Client) {
    let server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let host = Client::host(&server, &hosted).await;
    (server, hosted, host)
}

async fn many_taps_on_many_sockets_catch_one_packet(on: On) {
    let (server, hosted, mut host) = lobby(on).await;
    let mut first = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 1000, 10) }).await;
    let (view, stage) = first.rain().await;
    first.until_ms(stage.opens_ms + lifetime(view.picture_seed, 0).0 + 5).await;
    let mut packets = BTreeSet::new();
    // Each newer socket takes the player over while taps of the older one are still in flight.
    let mut older = Vec::new();
    let mut newest = first;
    for _ in 0..3 {
        for _ in 0..35 {
            newest.tap_drop(&view, 0).await;
        }
        older.push(newest);
        newest = Client::player(&server, &hosted, 1).await;
        // Two that say hello at the same moment may be taken in any order.
        newest.welcome().await;
    }
    for socket in &mut older {
        assert_eq!(socket.closed().await, 4001);
    }
    for _ in 0..30 {
        newest.tap_drop(&view, 0).await;
    }
    for _ in 0..30 {
        newest.verdict().await.unwrap();
    }
    for frame in older.iter().chain([&newest]).flat_map(|socket| &socket.seen) {
        match frame {
            ServerFrame::Packet(PacketUpdate { caught, .. }) => {
                packets.insert((caught.packet, caught.amount));
            }
            ServerFrame::Missed { why, .. } => panic!("missed: {why}"),
            _ => {}
        }
    }
    assert_eq!(packets.len(), 1, "{packets:?}");

    // The same packet also after the rain has closed, for any drop.
    let mut late = Client::player(&server, &hosted, 1).await;
    late.stage(Kind::RainDone).await;
    late.tap_drop(&view, 3).await;
    let again = late.verdict().await.unwrap();
    assert!(packets.contains(&(again.packet, again.amount)));
    assert_eq!(server.ledger("SELECT COUNT(*) FROM settlements"), ["1"]);
}

async fn five_hundred_players_on_fifty_packets_give_fifty_winners(on: On) {
    let (server, hosted, mut host) = lobby(on).await;
    let seats = (0..500).map(|number| {
        let (server, hosted) = (&server, &hosted);
        async move { Client::seated(server, hosted, number, &format!("p{number}")).await }
    });
    // Together: a socket that nobody reads for long is closed.
    let mut players: Vec<_> = stream::iter(seats).buffered(64).collect().await;
    let plan = RainPlan { split: Split::DoubleMean, seconds: 60, ..plan("CNY", 8888, 50) };
    host.open_rain(plan).await;
    let verdicts = join_all(players.iter_mut().map(Client::tap)).await;
    let mut winners = BTreeMap::new();
    let mut sold_out = 0;
    for (number, verdict) in verdicts.into_iter().enumerate() {
        match verdict {
            Ok(caught) => {
                assert!(winners.insert(caught.packet, (number, caught.amount)).is_none());
            }
            Err(why) => {
                // Sold out, it ends before its time, perhaps before a tap that was long on its way.
                assert!(matches!(why, Refusal::SoldOut | Refusal::RainOver), "{why}");
                sold_out += 1;
            }
        }
    }
    assert_eq!((winners.len(), sold_out), (50, 450));
    assert_eq!(winners.values().map(|(_, amount)| amount.0).sum::<i64>(), 8888);
    for (number, amount) in winners.values() {
        let credited = players[*number].credited().await;
        assert_eq!(credited.amount, *amount);
    }
    assert_eq!(server.ledger("SELECT COUNT(*), SUM(amount) FROM settlements"), ["50|8888"]);
    assert_eq!(server.ledger("SELECT COUNT(DISTINCT account) FROM settlements"), ["50"]);
}

async fn a_host_may_stop_a_rain_and_what_was_caught_stays(on: On) {
    let (server, hosted, mut host) = lobby(on).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    // Nothing to stop, and an old screen.
    let seen = host.stage(Kind::Lobby).await.at.seq;
    host.say_move(Move::CloseRain).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 100, 3) }).await;
    let caught = anna.grab().await.unwrap();
    host.send(&HostFrame::Move { mv: Move::CloseRain, seen }).await;
    assert_eq!(host.refusal().await, Refusal::Stale);
    let (view, stage) = ben.rain().await;
    host.stage(Kind::Rain).await;
    host.make(Move::CloseRain).await;
    let done = ben.stage(Kind::RainDone).await;
    let Stage::RainDone { caught: count, caught_amount, stopped, .. } = done.stage else {
        panic!("{done:?}");
    };
    assert_eq!((count, caught_amount, stopped), (1, caught.amount, true));
    assert!(done.opens_ms < stage.closes_ms, "long before its time");
    ben.tap_drop(&view, 0).await;
    assert_eq!(ben.verdict().await, Err(Refusal::RainOver));
    assert_eq!(anna.credited().await.amount, caught.amount);
    // The rest of the pot goes back.
    let left = 100 - caught.amount.0;
    let returned = "SELECT SUM(amount) FROM entries WHERE kind = 'return'";
    server.ledger_says(returned, &left.to_string()).await;
    // The game goes on.
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    ben.stage(Kind::Asking).await;
}

async fn taps_outside_the_window_or_the_picture_are_refused(on: On) {
    let (server, hosted, mut host) = lobby(on).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("points", 5, 5) }).await;
    let (view, stage) = anna.rain().await;
    anna.tap_drop(&view, 0).await;
    assert_eq!(anna.verdict().await, Err(Refusal::TooEarly));
    let foreign = quizrain_shared::wire::RainView {
        rain: quizrain_shared::ids::RainId([9; 8]),
        ..view.clone()
    };
    anna.tap_drop(&foreign, 0).await;
    assert_eq!(anna.verdict().await, Err(Refusal::NoSuchRain));

    anna.until_ms(stage.opens_ms + 100).await;
    for drop in [30, 10_000, u32::MAX] {
        anna.tap_drop(&view, drop).await;
        assert_eq!(anna.verdict().await, Err(Refusal::NoSuchDrop), "{drop}");
    }

    let mut nobody = Client::player(&server, &hosted, 2).await;
    nobody.welcome().await;
    nobody.tap_drop(&view, 0).await;
    assert_eq!(nobody.verdict().await, Err(Refusal::NotSeated));

    let done = anna.stage(Kind::RainDone).await;
    assert!(matches!(done.stage, Stage::RainDone { caught: 0, .. }));
    anna.tap_drop(&view, 34).await;
    assert_eq!(anna.verdict().await, Err(Refusal::RainOver));
    assert_eq!(server.ledger("SELECT COUNT(*) FROM settlements"), ["0"]);
}

async fn only_those_with_the_score_may_grab(on: On) {
    let quizzes = tempfile::tempdir().unwrap();
    let quiz = "title = 'T'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\n";
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let server = Server::start_on(on, &["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game("T");
    let mut host = Client::host(&server, &hosted).await;
    let mut quick = Client::seated(&server, &hosted, 1, "quick").await;
    let mut wrong = Client::seated(&server, &hosted, 2, "wrong").await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    quick.stage(Kind::Asking).await;
    wrong.stage(Kind::Asking).await;
    quick.answer(0, 0b0001).await;
    wrong.answer(0, 0b0010).await;
    let best = quick.outcome().await.score;
    host.stage(Kind::Revealed).await;
    let eligibility = Eligibility::ScoreAtLeast(best.unsigned_abs());
    host.open_rain(RainPlan { eligibility, seconds: 30, ..plan("CNY", 100, 2) }).await;
    // Somebody who came after the last question has no score at all.
    let mut late = Client::seated(&server, &hosted, 3, "late").await;
    assert_eq!(quick.tap().await.unwrap().amount.0, 50);
    assert_eq!(wrong.tap().await, Err(Refusal::NotEligible));
    assert_eq!(late.tap().await, Err(Refusal::NotEligible));
}

async fn only_the_best_share_may_grab_and_before_any_question_everybody(on: On) {
    let quizzes = tempfile::tempdir().unwrap();
    let quiz = "title = 'T'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\n";
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let server = Server::start_on(on, &["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game("T");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Vec::new();
    for (number, name) in ["right", "wrong", "silent"].into_iter().enumerate() {
        players.push(Client::seated(&server, &hosted, number as u64, name).await);
    }
    let best =
        RainPlan { eligibility: Eligibility::TopShare(30), seconds: 10, ..plan("points", 100, 3) };
    host.open_rain(RainPlan { seconds: 30, ..best.clone() }).await;
    for player in &mut players {
        player.tap().await.unwrap();
    }
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    for (player, choice) in players.iter_mut().zip([0b01, 0b10]) {
        player.stage(Kind::Asking).await;
        player.answer(0, choice).await;
    }
    host.stage(Kind::Asking).await;
    let both = |frame| matches!(frame, ServerFrame::Progress { answered: 2, .. }).then_some(());
    host.until(both).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(best).await;
    players[0].stage(Kind::Rain).await;
    // A third of three is one; the others share the second rank.
    assert!(players[0].tap().await.is_ok());
    for player in &mut players[1..] {
        player.stage(Kind::Revealed).await;
        assert_eq!(player.tap().await, Err(Refusal::NotEligible));
    }
    let mut late = Client::seated(&server, &hosted, 9, "late").await;
    assert_eq!(late.tap().await, Err(Refusal::NotEligible));
    host.stage(Kind::RainDone).await;
    host.open_rain(RainPlan { eligibility: Eligibility::TopShare(0), ..plan("points", 100, 3) })
        .await;
    assert_eq!(host.refusal().await, Refusal::Plan(InvalidPlan::Share));
}

/// A page that has had no answer says the same over another connection.
#[tokio::test]
async fn a_rain_that_is_opened_twice_at_the_same_time_falls_once_and_is_open() {
    let points = [("FAILPOINTS", "rain.before_window=return(1500)")];
    let server = Server::start_with_env(&[], &points);
    let hosted = server.create_game("How computers count");
    let mut hosts = [Client::host(&server, &hosted).await, Client::host(&server, &hosted).await];
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    for host in &mut hosts {
        host.say_open_rain(RainPlan { seconds: 30, ..plan("CNY", 10, 1) }).await;
        let since = Instant::now();
        while server.ledger("SELECT COUNT(*) FROM rains") != ["1"] {
            assert!(since.elapsed() < DEADLINE);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    assert_eq!(anna.tap().await.unwrap().amount.0, 10);
    for host in &mut hosts {
        assert!(matches!(host.stage(Kind::Rain).await.stage, Stage::Rain(_)));
        assert!(!host.seen.iter().any(|frame| matches!(frame, ServerFrame::Refused(_))));
    }
    assert_eq!(server.ledger("SELECT COUNT(*) FROM rains"), ["1"]);
}

async fn impossible_plans_are_refused_with_the_reason(on: On) {
    let (server, _, mut host) = lobby(on).await;
    for (plan, why) in [
        (plan("CNY", 5, 10), InvalidPlan::Pot(Impossible::PotTooSmall)),
        (plan("CNY", 10, 0), InvalidPlan::Pot(Impossible::PacketCount)),
        (plan("CNY", Minor::MAX.0 + 1, 10), InvalidPlan::Pot(Impossible::PotTooLarge)),
        (RainPlan { seconds: 4, ..plan("CNY", 10, 2) }, InvalidPlan::Seconds),
    ] {
        host.open_rain(plan).await;
        assert_eq!(host.refusal().await, Refusal::Plan(why));
    }
    assert_eq!(host.stage.as_ref().unwrap().phase.kind, Kind::Lobby);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM rains"), ["0"]);
}

#[tokio::test]
async fn two_tabs_that_open_one_rain_for_the_best_at_one_moment_open_one_rain() {
    // The first of them waits with its rain open, until the other one has opened it as well.
    let slow = [("FAILPOINTS", "rain.before_window=1*return(1000)")];
    let server = Server::start_with_env(&[], &slow);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let (mut one, mut other) =
        (Client::host(&server, &hosted).await, Client::host(&server, &hosted).await);
    one.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 0b0100).await;
    one.stage(Kind::Asking).await;
    one.make(Move::Close).await;
    one.stage(Kind::Revealed).await;
    other.stage(Kind::Revealed).await;

    let best = RainPlan { eligibility: Eligibility::TopShare(50), ..plan("CNY", 100, 10) };
    one.say_open_rain(best.clone()).await;
    server.ledger_says("SELECT COUNT(*) FROM rains", "1").await;
    other.open_rain(best).await;
    let (rain, _) = one.rain().await;
    assert_eq!(other.rain().await.0, rain);
    assert!(anna.tap().await.is_ok());
    assert_eq!(ben.tap().await, Err(Refusal::NotEligible));
    for host in [&mut one, &mut other] {
        host.stage(Kind::RainDone).await;
        let refused = |frame: &ServerFrame| matches!(frame, ServerFrame::Refused(_));
        assert!(!host.seen.iter().any(refused), "{:?}", host.seen);
    }
    server.ledger_says("SELECT COUNT(*), COUNT(opens_ms) FROM rains", "1|1").await;
}
