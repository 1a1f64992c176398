//! Rains of prizes: the ranks of the quiz say whose packet is whose, to the minor unit.

use quizrain::people::account_of;
use quizrain_shared::allocation::{Bounds, Impossible, Split};
use quizrain_shared::api::RainProposal;
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::prizes::Prizes;
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan};
use quizrain_shared::wire::{Ban, HostFrame, Refusal, ServerFrame, Stage};
use tempfile::TempDir;

use crate::audit::audit;
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};
use crate::history::{end, is_equal, replay};

on_both!(
    prizes_go_to_the_places_and_equals_share_them_to_the_unit,
    a_prize_of_a_place_that_nobody_has_goes_back,
    a_prize_waits_for_its_player_while_the_server_is_killed,
);

/// All who are right have the same points.
const QUIZ: &str = "title = 'T'\nlanguage = 'en'\n[scoring]\ncurve = 'accuracy'\n\
    [[question]]\ntext = 'Q'\nchoices = ['a', 'b']\ncorrect = [1]\n\
    [[question]]\ntext = 'R'\nchoices = ['a', 'b']\ncorrect = [1]\n\
    [[rain]]\nsplit = 'prizes'\nprizes = ['1', '0.51', '0.20']\ncurrency = 'CNY'\nseconds = 30\n";

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

/// A question that the first so many answer rightly, and the others wrongly.
async fn ask(host: &mut Client, players: &mut [Client], round: u16, right: usize) {
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (number, player) in players.iter_mut().enumerate() {
        player.stage(Kind::Asking).await;
        player.answer(round, if number < right { 0b01 } else { 0b10 }).await;
    }
    host.stage(Kind::Revealed).await;
}

/// Sends somebody away, who may come back.
async fn remove(host: &mut Client, seat: u32) {
    let frame = HostFrame::Remove { seat, ban: Ban::No };
    host.insist(|| frame.clone(), |it| (it == ServerFrame::Done).then_some(())).await;
}

fn prizes(amounts: &[i64]) -> RainPlan {
    let amounts = amounts.iter().copied().map(Minor).collect();
    RainPlan::of_prizes("CNY".parse().unwrap(), amounts, 10)
}

/// What the ledger has of a rain: what went in, was credited and went back.
async fn booked(server: &Server, rain: RainId) -> Vec<String> {
    let settled = format!("SELECT COUNT(*) FROM rains WHERE rain = '{rain}' AND settled_ms > 0");
    server.ledger_says(&settled, "1").await;
    server.ledger(&format!(
        "SELECT kind, COUNT(*), SUM(amount) FROM entries WHERE book = '{rain}'
         AND kind IN ('fund', 'settle', 'return') GROUP BY kind ORDER BY kind"
    ))
}

fn is_proven(server: &Server) {
    let dir = server.dir().to_str().unwrap().to_owned();
    audit(&["--data-dir", &dir, "--database-url", server.database_url().as_str()]).assert_clean();
}

async fn prizes_go_to_the_places_and_equals_share_them_to_the_unit(on: On) {
    // Other rains have several shards.
    let (_folder, mut server, hosted) = game(on, &["--shards", "8"]);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seated(&server, &hosted, &["Anna", "Ben", "Chen", "Dan", "Eve"]).await;
    host.open_rain(prizes(&[100])).await;
    assert_eq!(host.refusal().await, Refusal::Plan(InvalidPlan::Nobody), "nobody has a rank");
    ask(&mut host, &mut players, 0, 2).await;
    let path = format!("/api/games/{}/proposal", hosted.game);
    let proposal = || server.get_json::<RainProposal>(&path, &hosted.token.reveal());
    let planned = proposal().rains.remove(0).plan;
    assert_eq!(planned, RainPlan { seconds: 30, ..prizes(&[100, 51, 20]) });

    host.open_rain(planned).await;
    let (view, _) = host.rain().await;
    let amounts = [100, 51, 20].map(Minor).to_vec();
    assert_eq!(view.split, Split::Prizes(Prizes { amounts, players: vec![2, 0, 3] }));
    let shown = (view.pot.0, view.packets, view.min.0, view.max.0, view.shards, view.eligibility);
    assert_eq!(shown, (171, 5, 6, 76, 1, Eligibility::TopRank(3)));
    let mut late = Client::seated(&server, &hosted, 9, "late").await;
    assert_eq!(late.tap().await, Err(Refusal::NotEligible));
    // Whoever is last taps first: two share 151, and three share 20.
    let packets = [(0, 76), (1, 75), (2, 7), (3, 7), (4, 6)];
    for (player, packet) in players.iter_mut().zip(packets).rev() {
        let caught = player.tap().await.unwrap();
        assert_eq!((caught.packet, caught.amount.0), packet);
        player.credited().await;
    }
    let Stage::RainDone { caught, caught_amount, winners, .. } =
        host.stage(Kind::RainDone).await.stage
    else {
        panic!()
    };
    assert_eq!((caught, caught_amount), (5, Minor(171)));
    let names: Vec<_> = winners.iter().map(|it| (it.nickname.as_str(), it.amount.0)).collect();
    let expected = [("Anna", 76), ("Ben", 75), ("Chen", 7), ("Dan", 7), ("Eve", 6)];
    assert_eq!(names, expected);
    assert_eq!(proposal().fallen, [0]);
    assert_eq!(booked(&server, view.rain).await, ["fund|1|171", "settle|5|171"]);

    // A minor unit cannot be shared, and what is no list of prizes is refused.
    for (plan, why) in [
        (prizes(&[1]), InvalidPlan::ShareTooSmall),
        (prizes(&[5, 6]), Impossible::Prizes.into()),
        (prizes(&[]), Impossible::PotTooSmall.into()),
        (RainPlan { bounds: Bounds::of_any(Minor(7)), ..prizes(&[6]) }, Impossible::Prizes.into()),
        (RainPlan { eligibility: Eligibility::Everyone, ..prizes(&[6]) }, InvalidPlan::PrizeRanks),
    ] {
        host.open_rain(plan).await;
        assert_eq!(host.refusal().await, Refusal::Plan(why));
    }
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
    is_proven(&server);
    assert!(server.stop().success());
    a_log_that_was_changed_is_named(&server, &hosted);
}

fn a_log_that_was_changed_is_named(server: &Server, hosted: &HostRight) {
    let [anna, ben] = [1, 2].map(|number| account_of(&token(number)));
    let swap =
        format!("replace(replace(replace(body, '{anna}', '?'), '{ben}', '{anna}'), '?', '{ben}')");
    server.tamper("CREATE TABLE kept AS SELECT * FROM game_log");
    for (change, said) in [
        (
            "body = replace(body, '[2,0,3]', '[1,1,3]') WHERE what IN ('rain', 'moved')".to_owned(),
            ["rain 1: players on the places: logged [1, 1, 3], computed [2, 0, 3]", ""],
        ),
        (
            format!("body = {swap} WHERE what = 'listed'"),
            ["own packet: logged 1, computed 0", "own packet: logged 0, computed 1"],
        ),
        (
            format!("body = {swap} WHERE what = 'claims'"),
            ["caught and may: logged true, computed false", "packet 0: logged nothing"],
        ),
    ] {
        server.tamper(&format!("UPDATE game_log SET {change}"));
        let output = replay(server, &hosted.game.to_string());
        let all = String::from_utf8_lossy(&output.stdout);
        for said in said {
            assert!(!output.status.success() && all.contains(said), "{change}: {said}: {all}");
        }
        server.tamper("DELETE FROM game_log");
        server.tamper("INSERT INTO game_log SELECT * FROM kept");
    }
    is_equal(server, hosted.game);
}

async fn a_prize_of_a_place_that_nobody_has_goes_back(on: On) {
    let (_folder, server, hosted) = game(on, &[]);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seated(&server, &hosted, &["Anna", "Ben", "Chen"]).await;
    ask(&mut host, &mut players, 0, 2).await;
    ask(&mut host, &mut players, 1, 1).await;
    // Anna is first, Ben second, and Chen, who is third, goes.
    remove(&mut host, 3).await;
    host.open_rain(RainPlan { seconds: 5, ..prizes(&[100, 50, 20]) }).await;
    let (view, _) = host.rain().await;
    assert_eq!((view.pot.0, view.packets), (170, 3));
    for (player, amount) in players.iter_mut().zip([100, 50]).rev() {
        assert_eq!(player.tap().await.unwrap().amount.0, amount);
    }
    host.stage(Kind::RainDone).await;
    let all = ["fund|1|170", "return|1|20", "settle|2|150"];
    assert_eq!(booked(&server, view.rain).await, all);

    // Nobody catches anything, and all of it goes back.
    host.open_rain(RainPlan { seconds: 5, ..prizes(&[7]) }).await;
    let (view, _) = host.rain().await;
    players[1].stage(Kind::RainDone).await;
    assert_eq!(players[1].tap().await, Err(Refusal::NotEligible));
    host.stage(Kind::RainDone).await;
    assert_eq!(booked(&server, view.rain).await, ["fund|1|7", "return|1|7"]);
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
    is_proven(&server);
}

async fn a_prize_waits_for_its_player_while_the_server_is_killed(on: On) {
    let (_folder, mut server, hosted) = game(on, &[]);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seated(&server, &hosted, &["Anna", "Ben"]).await;
    ask(&mut host, &mut players, 0, 1).await;
    host.open_rain(RainPlan { seconds: 60, ..prizes(&[100, 50]) }).await;
    let second = players[1].tap().await.unwrap();
    assert_eq!((second.packet, second.amount.0), (1, 50));
    server.kill();
    server.restart();
    for (number, packet) in [(2, (1, 50)), (1, (0, 100))] {
        let mut player = Client::player(&server, &hosted, number).await;
        player.welcome().await;
        let caught = player.grab().await.unwrap();
        assert_eq!((caught.packet, caught.amount.0), packet);
        player.credited().await;
    }
    let mut host = Client::host(&server, &hosted).await;
    let rain = host.stage(Kind::RainDone).await;
    let Stage::RainDone { rain, .. } = rain.stage else { panic!() };
    assert_eq!(booked(&server, rain.rain).await, ["fund|1|150", "settle|2|150"]);
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
}

/// The first call waits with its rain sealed and open in Redis; meanwhile one of two who stand equal has
/// gone and come back, and so comes second.
#[tokio::test]
async fn prizes_that_were_sealed_for_others_go_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.toml"), QUIZ).unwrap();
    let slow = [("FAILPOINTS", "rain.before_window=1*return(1500)")];
    let own = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_with_env(&own, &slow);
    let hosted = server.create_game("T");
    let (mut one, mut other) =
        (Client::host(&server, &hosted).await, Client::host(&server, &hosted).await);
    let mut players = seated(&server, &hosted, &["Anna", "Ben"]).await;
    ask(&mut one, &mut players, 0, 2).await;
    other.stage(Kind::Revealed).await;
    one.say_open_rain(prizes(&[3])).await;
    server.ledger_says("SELECT COUNT(*) FROM rains", "1").await;
    remove(&mut other, 1).await;
    players[0] = Client::seated(&server, &hosted, 1, "Anna").await;
    other.open_rain(prizes(&[3])).await;
    let (rain, _) = players[0].rain().await;
    for (player, packet) in players.iter_mut().zip([(1, 1), (0, 2)]) {
        let caught = player.tap().await.unwrap();
        assert_eq!((caught.rain, caught.packet, caught.amount.0), (rain.rain, packet.0, packet.1));
    }
    assert_eq!(booked(&server, rain.rain).await, ["fund|1|3", "settle|2|3"]);
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms > 0", "2").await;
    let kept = "SELECT SUM(CASE kind WHEN 'fund' THEN amount ELSE -amount END) FROM entries
                WHERE kind IN ('fund', 'settle', 'return')";
    server.ledger_says(kept, "0").await;
    other.stage(Kind::RainDone).await;
    end(&mut other, &server).await;
    is_equal(&server, hosted.game);
    is_proven(&server);
}
