//! Rains that a quiz plans, rains for the best few, and pots that are shared.

use quizrain_shared::allocation::Split;
use quizrain_shared::api::RainProposal;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan};
use quizrain_shared::wire::Refusal;
use tempfile::TempDir;

use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{HostRight, Server};

on_both!(
    planned_rains_fall_in_two_tiers,
    a_shared_pot_gives_everybody_a_share_and_a_late_player_none,
    a_pot_that_nobody_can_share_is_refused,
);

const QUIZ: &str = "title = 'T'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\n\
    [[question]]\ntext = 'R'\nchoices = ['a', 'b']\ncorrect = [1]\n\
    [[rain]]\ntitle = 'Winners'\nafter = 1\npot = '100'\npackets = 2\nseconds = 5\ntop_rank = 1\n\
    [[rain]]\ntitle = 'All'\nafter = 1\npot = '31'\nsplit = 'shares'\nseconds = 30\n\
    [[rain]]\npot = '10.00'\ncurrency = 'CNY'\npackets = 2\nlast_right = true\n";

fn game(on: On, options: &[&str]) -> (TempDir, Server, HostRight) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.toml"), QUIZ).unwrap();
    let own = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_on(on, &[&own, options].concat());
    let hosted = server.create_game("T");
    (folder, server, hosted)
}

async fn seated(server: &Server, hosted: &HostRight, names: &[&str]) -> Vec<Client> {
    let mut players = Vec::new();
    for (number, name) in (1..).zip(names) {
        players.push(Client::seated(server, hosted, number, name).await);
    }
    players
}

async fn planned_rains_fall_in_two_tiers(on: On) {
    let (_folder, server, hosted) = game(on, &[]);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seated(&server, &hosted, &["right", "wrong", "silent"]).await;
    let path = format!("/api/games/{}/proposal", hosted.game);
    let proposal = || server.get_json::<RainProposal>(&path, &hosted.token.reveal());
    let RainProposal { rains, fallen } = proposal();
    let titles: Vec<_> = rains.iter().map(|rain| (rain.title.as_deref(), rain.after)).collect();
    assert_eq!(titles, [(Some("Winners"), Some(1)), (Some("All"), Some(1)), (None, None)]);
    assert!(fallen.is_empty());

    host.make(Move::Ask).await;
    for (player, choice) in players.iter_mut().zip([0b01, 0b10]) {
        player.stage(Kind::Asking).await;
        player.answer(0, choice).await;
    }
    host.stage(Kind::Asking).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(rains[0].plan.clone()).await;
    players[0].tap().await.unwrap();
    for other in &mut players[1..] {
        assert_eq!(other.tap().await, Err(Refusal::NotEligible));
    }
    host.stage(Kind::RainDone).await;
    assert_eq!(proposal().fallen, [0]);

    // The second tier: 31 points for three.
    host.open_rain(rains[1].plan.clone()).await;
    let mut amounts = Vec::new();
    for player in &mut players {
        player.stage(Kind::RainDone).await;
        amounts.push(player.tap().await.unwrap().amount.0);
    }
    amounts.sort_unstable();
    assert_eq!(amounts, [10, 10, 11]);
    host.stage(Kind::RainDone).await;
    assert_eq!(proposal().fallen, [0, 1]);

    // One that nobody planned is none of them.
    host.open_rain(plan("CNY", 100, 2)).await;
    host.stage(Kind::Rain).await;
    assert_eq!(proposal().fallen, [0, 1]);
}

async fn a_shared_pot_gives_everybody_a_share_and_a_late_player_none(on: On) {
    // An account finds its share however many shards other rains have.
    let (_folder, server, hosted) = game(on, &["--shards", "8"]);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seated(&server, &hosted, &["Anna", "Ben", "Chen"]).await;
    let shares = RainPlan { split: Split::Shares, seconds: 10, ..plan("CNY", 1000, 77) };
    host.open_rain(shares).await;
    let (view, _) = host.rain().await;
    assert_eq!((view.packets, view.min.0, view.max.0, view.shards), (3, 333, 334, 1));
    let mut late = Client::seated(&server, &hosted, 9, "late").await;
    assert_eq!(late.tap().await, Err(Refusal::NotEligible));
    let mut amounts = Vec::new();
    for player in &mut players {
        amounts.push(player.tap().await.unwrap().amount.0);
    }
    amounts.sort_unstable();
    assert_eq!(amounts, [333, 333, 334]);
    for player in &mut players {
        player.credited().await;
    }
    let sums = "SELECT COUNT(*), SUM(amount), COUNT(DISTINCT account) FROM settlements";
    server.ledger_says(sums, "3|1000|3").await;
    let back = "SELECT COUNT(*) FROM entries WHERE kind NOT IN ('fund', 'settle')";
    server.ledger_says(back, "0").await;
}

async fn a_pot_that_nobody_can_share_is_refused(on: On) {
    let (_folder, server, hosted) = game(on, &[]);
    let mut host = Client::host(&server, &hosted).await;
    let shares = |pot| RainPlan { split: Split::Shares, ..plan("CNY", pot, 0) };
    host.open_rain(shares(100)).await;
    assert_eq!(host.refusal().await, Refusal::Plan(InvalidPlan::Nobody));
    let _players = seated(&server, &hosted, &["Anna", "Ben", "Chen"]).await;
    host.open_rain(shares(2)).await;
    assert_eq!(host.refusal().await, Refusal::Plan(InvalidPlan::ShareTooSmall));
    let rich = RainPlan { eligibility: Eligibility::ScoreAtLeast(1), ..shares(100) };
    host.open_rain(rich).await;
    assert_eq!(host.refusal().await, Refusal::Plan(InvalidPlan::Nobody));
    assert_eq!(server.ledger("SELECT COUNT(*) FROM rains"), ["0"]);
    host.open_rain(shares(3)).await;
    assert_eq!(host.rain().await.0.max.0, 1);
}

/// The first call waits with its rain sealed and open; meanwhile somebody else has taken a seat, and
/// the second call shares among one more.
#[tokio::test]
async fn a_pot_that_is_shared_twice_at_one_moment_is_shared_once() {
    let slow = [("FAILPOINTS", "rain.before_window=1*return(1500)")];
    let server = Server::start_with_env(&[], &slow);
    let hosted = server.create_game("How computers count");
    let (mut one, mut other) =
        (Client::host(&server, &hosted).await, Client::host(&server, &hosted).await);
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let shares = RainPlan { split: Split::Shares, seconds: 10, ..plan("CNY", 100, 1) };
    one.say_open_rain(shares.clone()).await;
    server.ledger_says("SELECT COUNT(*) FROM rains", "1").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    other.open_rain(shares).await;
    let (rain, _) = anna.rain().await;
    let shown = i64::from(rain.packets);
    let caught = [anna.tap().await, ben.tap().await].into_iter().flatten();
    let caught: Vec<i64> = caught.map(|caught| caught.amount.0).collect();
    assert_eq!(caught, vec![100 / shown; rain.packets as usize]);
    let fallen = format!("SELECT COUNT(*) FROM rains WHERE rain = '{}'", rain.rain);
    assert_eq!(server.ledger(&fallen), ["1"]);
    server.ledger_says("SELECT SUM(amount) FROM settlements", "100").await;
    // What another try put aside goes back.
    let kept = "SELECT SUM(CASE kind WHEN 'fund' THEN amount ELSE -amount END) FROM entries \
                WHERE kind IN ('fund', 'settle', 'return')";
    server.ledger_says(kept, "0").await;
}
