//! What can be read at `/metrics` after a game with a rain.

use std::time::{Duration, Instant};

use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::ServerFrame;
use tokio::time::sleep;

use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::{DEADLINE, Server};

/// The value of a line of the text, without its labels' order being of any interest.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
}

/// The text once the server has counted so many: a player who hears of a packet by another way goes on
/// before the tap is answered.
async fn counted(server: &Server, name: &str, least: f64) -> String {
    let since = Instant::now();
    loop {
        let (status, text) = server.get("/metrics", "");
        assert_eq!(status, 200);
        if value(&text, name) >= least {
            return text;
        }
        assert!(since.elapsed() < DEADLINE, "{name} is not {least} yet in\n{text}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_rain_can_be_followed_in_the_metrics() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Client::many(&server, &hosted, 0..3).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 100, 2) }).await;
    let mut caught = 0;
    for player in &mut players {
        caught += u32::from(player.tap().await.is_ok());
    }
    assert_eq!(caught, 2);
    assert!(players[0].tap().await.is_ok(), "the same packet again");
    for player in &mut players[..2] {
        player.credited().await;
    }

    let text = counted(&server, "quizrain_taps_total", 4.0).await;
    assert_eq!(text.lines().last(), Some("# EOF"));
    // Whoever heard that the server is busy has tapped again.
    let busy = |player: &Client| {
        let busy = |frame: &&ServerFrame| matches!(frame, ServerFrame::Refused(_));
        player.seen.iter().filter(busy).count()
    };
    let again = players.iter().map(busy).sum::<usize>() as f64;
    for (name, expected) in [
        ("quizrain_taps_total", 4.0),
        ("quizrain_taps_cached_total", 1.0),
        ("quizrain_tap_results_total{kind=\"caught\"}", 2.0),
        ("quizrain_tap_results_total{kind=\"repeat\"}", 1.0),
        ("quizrain_tap_results_total{kind=\"sold_out\"}", 1.0),
        ("quizrain_claims_credited_total", 2.0),
        // What the node did not remember it asked Redis for, one by one; so with the seats.
        ("quizrain_batch_size_sum{batch=\"claim\"}", 3.0),
        ("quizrain_batch_size_count{batch=\"claim\"}", 3.0),
        ("quizrain_batch_seconds_count{batch=\"claim\"}", 3.0),
        ("quizrain_batch_size_sum{batch=\"join\"}", 3.0),
    ] {
        let found = value(&text, name);
        let most = if name.contains("caught") || name.contains("credited") { 0.0 } else { again };
        assert!((expected..=expected + most).contains(&found), "{name}: {found}");
    }
    let seconds = value(&text, "quizrain_batch_seconds_sum{batch=\"claim\"}");
    assert!(seconds > 0.0 && seconds < 3.0, "{seconds}");
    for family in ["settlement_lag", "outbox_depth", "sockets", "settlement_seconds"] {
        let described = format!("# TYPE quizrain_{family} ");
        let there = text.lines().any(|line| line.starts_with(&described));
        assert!(there, "{family} is missing in\n{text}");
    }
}
