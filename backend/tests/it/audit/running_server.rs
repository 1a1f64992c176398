//! Audits beside a running server, from before the first catch until its keys are gone: no false
//! alarm.

use futures_util::future::join_all;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use tokio::sync::watch;

use super::{Audit, audit};
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;

on_both!(a_rain_that_is_caught_and_settled_gives_no_false_alarm);

/// Audits what a server has.
fn audit_of(server: &Server) -> Audit {
    let (dir, url) = (server.dir().to_str().unwrap(), server.database_url());
    audit(&["--data-dir", dir, "--database-url", url.as_str()])
}

/// A game with so many players, and its host.
async fn game(server: &Server, players: u64) -> (Client, Vec<Client>) {
    let hosted = server.create_game("How computers count");
    let host = Client::host(server, &hosted).await;
    let seated = Client::many(server, &hosted, 0..players).await;
    (host, seated)
}

async fn a_rain_that_is_caught_and_settled_gives_no_false_alarm(on: On) {
    // Keys go while audits look at them.
    let mut server = Server::start_on(on, &["--redis-retention-hours", "0"]);
    let (mut host, mut players) = game(&server, 40).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 1000, 30) }).await;
    let (done, count) = watch::channel(0);
    let mut done_so_far = count.clone();
    let (dir, url) = (server.dir().to_str().unwrap().to_owned(), server.database_url());
    let audits = tokio::task::spawn_blocking(move || {
        // Until nobody counts any more.
        drop(count);
        while !done.is_closed() {
            audit(&["--data-dir", &dir, "--database-url", url.as_str()]).assert_clean();
            done.send_modify(|count| *count += 1);
        }
    });
    let taps = join_all(players.iter_mut().enumerate().map(async |(number, player)| {
        let (_, stage) = player.rain().await;
        // Spread over the rain, so that some audits see it half caught.
        player.until_ms(stage.opens_ms + 200 + 80 * number as u64).await;
        player.tap().await
    }))
    .await;
    assert_eq!(taps.iter().filter(|tap| tap.is_ok()).count(), 30);
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    // Most of them look while there are keys, however slow the machine is.
    done_so_far.wait_for(|audits| *audits > 3).await.unwrap();
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NOT NULL", "1").await;
    done_so_far.wait_for(|audits| *audits > 5).await.unwrap();
    drop(done_so_far);
    audits.await.unwrap();
    let audit = audit_of(&server);
    audit.assert_clean();
    assert_eq!((&audit.report["rains"], &audit.report["claims"]), (&1.into(), &30.into()));

    // A ledger of settled rains alone needs no Redis.
    server.kill();
    audit_of(&server).assert_clean();
}
