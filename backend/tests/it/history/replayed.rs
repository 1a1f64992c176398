//! A whole game over real sockets, and what its log says of it.

use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::Mark;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{HostFrame, Outcome, Refusal, ServerFrame, Stage, Standings};

use super::{end, for_the_best, is_equal, replay, round, seats, serve, text};
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;

on_both!(a_game_is_played_again_to_the_point, a_log_that_is_not_finished_is_not_played);

fn hide_london(seen: u64) -> HostFrame {
    HostFrame::MarkText { text: "London".into(), mark: Mark::Hidden, seen }
}

/// The bodies of rows of a word, in order.
fn bodies(server: &Server, what: &str) -> Vec<String> {
    server.ledger(&format!("SELECT body FROM game_log WHERE what = '{what}' ORDER BY number"))
}

async fn a_game_is_played_again_to_the_point(on: On) {
    let (_folder, server) = serve(on);
    let hosted = server.create_game("Test");
    let (mut host, mut players) = seats(&server, &hosted).await;
    round(&mut host, &mut players, 0).await;
    // Two of four may catch: Anna and Li, who were right.
    host.open_rain(for_the_best()).await;
    assert_eq!(players[2].grab().await, Err(Refusal::NotEligible));
    for player in &mut players[..2] {
        player.grab().await.unwrap();
    }
    host.stage(Kind::RainDone).await;
    for number in 1..6 {
        round(&mut host, &mut players, number).await;
        if number == 3 {
            // What is not shown any more counts as before.
            host.wish(hide_london).await;
            host.until(|frame| matches!(frame, ServerFrame::Stage(_)).then_some(())).await;
            host.make(Move::ShowBoard).await;
            host.stage(Kind::Board).await;
        }
        if number == 4 {
            // Whoever comes late is scored from here on.
            players.push(Client::seated(&server, &hosted, 9, "late").await);
        }
    }
    let mut last = Vec::new();
    for player in &mut players {
        let last_round = |frame| match frame {
            ServerFrame::Outcome(outcome) if outcome.round == 5 => Some(outcome),
            _ => None,
        };
        last.push(player.until(last_round).await);
    }
    host.make(Move::ShowPodium).await;
    host.stage(Kind::Podium).await;
    host.open_rain(RainPlan { seconds: 5, ..plan("points", 30, 3) }).await;
    players[3].grab().await.unwrap();
    host.stage(Kind::RainDone).await;
    end(&mut host, &server).await;

    let said = is_equal(&server, hosted.game);
    for counted in ["players: 5", "rounds: 5", "rains: 2", "catches: 3"] {
        assert!(said.contains(counted), "{said}");
    }
    let by_pin = replay(&server, &hosted.pin.to_string());
    assert_eq!(text(&by_pin.stdout), said);

    let Stage::Ended(shown) = host.stage(Kind::Ended).await.stage else { panic!() };
    log_has_what_was_told(&server, &last, &shown);
    redis_keeps_no_log(&server, hosted.game).await;
}

/// What players were told last, and what the screen showed at the end, is what stands there, once.
fn log_has_what_was_told(server: &Server, last: &[Outcome], shown: &Standings) {
    let outcomes = bodies(server, "outcomes");
    assert_eq!((outcomes.len(), bodies(server, "answers").len()), (5, 5));
    for outcome in last {
        let told = format!(",{},{},null]", outcome.score, outcome.rank);
        assert!(outcomes[4].contains(&told), "{told} in {}", outcomes[4]);
    }
    let steps: Vec<String> = bodies(server, "moved");
    let made =
        |kind: &str| steps.iter().filter(|it| it.contains(&format!("\"kind\":\"{kind}\""))).count();
    assert_eq!(["slide", "reading", "revealed", "rain", "ended"].map(made), [1, 1, 6, 2, 1]);
    let ended = steps.last().unwrap();
    assert!(
        shown.top.iter().all(|row| ended.contains(&format!("\"score\":{}", row.score))),
        "{ended}"
    );
    assert_eq!(bodies(server, "joined").len(), 2);
    assert_eq!(bodies(server, "listed").len(), 2);
    let numbers = "SELECT COUNT(*) - MAX(number), MIN(number) FROM game_log";
    assert_eq!(server.ledger(numbers), ["0|1"]);
}

/// Redis keeps nothing of what SQL has.
async fn redis_keeps_no_log(server: &Server, game: GameId) {
    let socket = server.dir().join("redis/redis.sock");
    let client = redis::Client::open(format!("unix://{}", socket.display())).unwrap();
    let mut con = client.get_multiplexed_async_connection().await.unwrap();
    let key = format!("{{g:{}}}:log", game);
    let left: u64 = redis::cmd("XLEN").arg(key).query_async(&mut con).await.unwrap();
    assert_eq!(left, 0);
}

async fn a_log_that_is_not_finished_is_not_played(on: On) {
    let (_folder, server) = serve(on);
    let hosted = server.create_game("Test");
    let (mut host, mut players) = seats(&server, &hosted).await;
    round(&mut host, &mut players, 0).await;
    server.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'outcomes'", "1").await;
    let other = "0123456789abcdef";
    for (game, why) in [
        (hosted.game.to_string(), "is not finished: it has"),
        (other.to_owned(), "there is no such game"),
        ("99".to_owned(), "expected a game's id"),
    ] {
        let output = replay(&server, &game);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(text(&output.stderr).contains(why), "{output:?}");
    }
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
}
