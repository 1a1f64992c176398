//! From a game to the receiver, through the whole program.

use quizrain_shared::api::{GameEvent, RainSettled};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;

use super::Catching;
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::receiver::SECRET;
use crate::common::server::{Server, program, run};

on_both!(a_receiver_is_told_of_a_game_in_order_and_nobody_waits_for_it,);

const VARIABLE: (&str, &str) = ("QUIZRAIN_WEBHOOK_SECRET", SECRET);

async fn a_receiver_is_told_of_a_game_in_order_and_nobody_waits_for_it(on: On) {
    // It takes each the second time, and answers the first one never.
    let catching = Catching::start(|webhook, before| match (webhook.number == 1, before) {
        (true, 0) => 0,
        (false, 0) => 503,
        _ => 200,
    });
    let args = ["--webhook-url", &catching.url, "--webhook-allow-private"];
    let mut server = Server::start_on_with_env(on, &args, &[VARIABLE]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 30, 3) }).await;
    anna.tap().await.unwrap();
    anna.credited().await;
    host.stage(Kind::RainDone).await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL", "0").await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    // The game is over while its start has not been answered; whoever takes over tells of it.
    server.ledger_says("SELECT COUNT(*) FROM webhooks", "3").await;
    server.kill();
    server.restart_with_env(&[VARIABLE]);
    server.tamper("UPDATE webhooks SET due_ms = 0 WHERE state = 'sent'");
    let taken = catching.taken(3).await;
    let numbers: Vec<u64> = taken.iter().map(|webhook| webhook.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    for webhook in &taken {
        assert_eq!((webhook.game, webhook.pin), (hosted.game, hosted.pin));
        assert_eq!(webhook.title, "How computers count");
        assert!(webhook.at_ms > 0);
    }
    assert_eq!(taken[0].event, GameEvent::GameStarted { players: 1 });
    let GameEvent::RainSettled(rain) = &taken[1].event else { panic!("{taken:?}") };
    let RainSettled { rain_number, packets, pot_minor, caught, credited_minor, .. } = rain;
    assert_eq!((*rain_number, *packets, *caught), (1, 3, 1));
    assert_eq!((*pot_minor, *credited_minor), (Minor(30), Minor(10)));
    assert_eq!((rain.returned_minor, rain.currency.code()), (Minor(20), "CNY"));
    assert!(rain.opens_ms < rain.closes_ms);
    assert_eq!(taken[2].event, GameEvent::GameEnded { players: 1, rounds: 1 });
    server.ledger_says("SELECT COUNT(*) FROM webhooks WHERE state <> 'confirmed'", "0").await;
    // Nobody is named, and nothing was told that is not the operator's to know.
    let text = serde_json::to_string(&taken).unwrap();
    assert!(!text.contains("Anna") && !text.contains(&hosted.token.reveal()), "{text}");
    let (_, metrics) = server.get("/metrics", "");
    let line = "quizrain_webhook_outcomes_total{outcome=\"confirmed\"} 3";
    assert!(metrics.lines().any(|l| l == line), "{metrics}");
    assert!(server.stop().success());
}

#[tokio::test]
async fn a_game_whose_end_redis_has_forgotten_ends_all_the_same() {
    let catching = Catching::start(|_, _| 200);
    let args = ["--webhook-url", &catching.url, "--webhook-allow-private"];
    let server = Server::start_with_env(&args, &[VARIABLE]);
    let hosted = server.create_game("How computers count");
    // As where Redis lost the game, and a driver that finds nothing ends it.
    server.tamper("UPDATE games SET ended_ms = 1");
    let taken = catching.taken(1).await;
    assert_eq!((taken[0].game, taken[0].number), (hosted.game, 1));
    assert_eq!(taken[0].event, GameEvent::GameEnded { players: 0, rounds: 0 });
    let gone = "SELECT COUNT(*) FROM webhooks WHERE state = 'confirmed'";
    server.ledger_says(gone, "1").await;
    // The operator's command, beside the running server.
    server.tamper("UPDATE webhooks SET state = 'needs_human'");
    let again = run(server.dir(), &["redrive-webhooks"]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), "1 webhooks are sent again\n");
    assert_eq!(catching.taken(2).await[1], taken[0]);
}

#[tokio::test]
async fn nobody_is_told_where_nobody_asked_for_it() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    let logged = "SELECT COUNT(*) FROM game_log WHERE what = 'finished'";
    server.ledger_says(logged, "1").await;
    assert_eq!(server.ledger("SELECT COUNT(*) FROM webhooks"), ["0"]);
}

#[test]
fn a_program_whose_webhooks_cannot_be_sent_does_not_start() {
    let dir = tempfile::tempdir().unwrap();
    let start = |url: &str, secret: &str| {
        let mut command = program();
        command.arg("--data-dir").arg(dir.path()).args(["--webhook-url", url]);
        let output = command.env("QUIZRAIN_WEBHOOK_SECRET", secret).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let url = "https://example.org/";
    for (text, hint) in [
        (start(url, ""), "--webhook-url needs a secret"),
        (start(url, "short"), "cannot use the webhook secret"),
        (start("http://example.org/", SECRET), "--webhook-url must begin with https://"),
        (start("https://10.1.2.3/", SECRET), "use --webhook-allow-private"),
        (start("https://me:sesame@example.org/", SECRET), "must not contain a name or password"),
        (start("nonsense:sesame", SECRET), "--webhook-url"),
    ] {
        assert!(text.contains(hint) && !text.contains("sesame"), "{text}");
    }
}
