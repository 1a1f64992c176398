//! In a rush the settler leaves the machine to those who wait for a verdict, and does not leave it to them for ever.

use std::time::{Duration, Instant};

use futures_util::future::select_all;
use quizrain_shared::rain::RainPlan;

use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::Server;

/// Taps without a verdict that are a rush.
const MIN_TAPS: u64 = 16;

/// From one reading of the stream to the next in a rush that does not end.
const LONGEST_RUSH: Duration = Duration::from_secs(10);

#[tokio::test]
async fn claims_of_a_rush_that_does_not_end_are_settled_every_ten_seconds() {
    let points = format!("rain.tap_waits={MIN_TAPS}*return(600000)");
    let env = [("FAILPOINTS", points.as_str())];
    let server = Server::start_with_env(&["--settlement-workers", "1"], &env);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    // So many wait for as long as this lasts, and one tap more has its verdict.
    let mut players = Client::many(&server, &hosted, 0..MIN_TAPS + 1).await;
    let mut li = Client::seated(&server, &hosted, 100, "Li").await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 500, 50) }).await;
    let taps = players.iter_mut().map(|player| Box::pin(player.tap()));
    let (caught, lucky, others) = select_all(taps).await;
    caught.unwrap();
    drop(others);
    players[lucky].credited().await;
    let read = Instant::now();
    li.tap().await.unwrap();
    li.credited().await;
    // Less the time that news of the first credit took.
    assert!(read.elapsed() > LONGEST_RUSH.mul_f64(0.8), "{:?}", read.elapsed());
}
