//! `kill -9` in the middle: everybody comes back to the same screen, nothing granted is lost.

use std::path::Path;

use quizrain_shared::api::{Balance, GameSummary, RainProposal};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::quiz::PlannedRain;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{ServerFrame, Stage};

use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;

on_both!(
    a_question_survives_with_its_deadline_and_its_answers,
    a_rain_survives_and_everything_caught_is_credited,
    a_game_that_ended_is_over_also_where_the_registry_missed_it,
);

/// Redis servers that run in a data folder, by Linux's process table.
fn redis_servers(dir: &Path) -> usize {
    let needle = dir.canonicalize().unwrap().join("redis/redis.sock");
    let needle = needle.as_os_str().as_encoded_bytes();
    let is_ours = |entry: &std::fs::DirEntry| {
        let text = |name| std::fs::read(entry.path().join(name)).unwrap_or_default();
        let zombie = String::from_utf8_lossy(&text("stat")).contains(") Z ");
        !zombie && text("cmdline").windows(needle.len()).any(|window| window == needle)
    };
    std::fs::read_dir("/proc").unwrap().filter_map(Result::ok).filter(is_ours).count()
}

async fn a_question_survives_with_its_deadline_and_its_answers(on: On) {
    let mut server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let _li = Client::seated(&server, &hosted, 2, "李雷").await;
    host.make(Move::Ask).await;
    let before = anna.stage(Kind::Asking).await;
    anna.answer(0, 0b0010).await;
    anna.until(|frame| matches!(frame, ServerFrame::Answered { .. }).then_some(())).await;

    server.kill();
    server.restart();
    let mut anna = Client::player(&server, &hosted, 1).await;
    let welcome = anna.welcome().await;
    assert_eq!(welcome.stage, before);
    let you = welcome.you.unwrap();
    assert_eq!((you.seat.nickname.as_str(), you.answer), ("Anna", Some(ChoiceSet(0b0010).into())));
    let mut host = Client::host(&server, &hosted).await;
    assert_eq!(host.stage.as_ref(), Some(&before));
    let mut li = Client::player(&server, &hosted, 2).await;
    li.welcome().await;
    li.answer(0, 0b0010).await;
    // Both have answered: the new process counts the answer that the old one took.
    assert_eq!(anna.outcome().await.answer, Some(ChoiceSet(0b0010).into()));
    assert_eq!(li.outcome().await.players, 2);
    host.stage(Kind::Revealed).await;

    // Killed again where the answer is shown: scores are as they were.
    server.kill();
    server.restart();
    let welcome = Client::player(&server, &hosted, 1).await.welcome().await;
    assert!(matches!(welcome.stage.stage, Stage::Revealed { answered: 2, .. }));
    assert_eq!(welcome.you.unwrap().outcome.unwrap().players, 2);
}

async fn a_rain_survives_and_everything_caught_is_credited(on: On) {
    let mut server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Client::many(&server, &hosted, 0..20).await;
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 1000, 20) }).await;
    let mut caught = Vec::new();
    for player in &mut players[..10] {
        caught.push(player.tap().await.unwrap());
    }
    // Killed with grants that may not be settled yet.
    server.kill();
    server.restart();

    let mut after = Vec::new();
    for number in 0..20 {
        let mut player = Client::player(&server, &hosted, number).await;
        let welcome = player.welcome().await;
        assert_eq!(welcome.stage.phase.kind, Kind::Rain);
        let index = usize::try_from(number).unwrap();
        let held = welcome.you.unwrap().caught.map(|held| held.packet);
        assert_eq!(held, caught.get(index).map(|caught| caught.packet));
        after.push(player);
    }
    for (player, before) in after.iter_mut().zip(&caught) {
        let again = player.tap().await.unwrap();
        assert_eq!((again.packet, again.amount), (before.packet, before.amount));
    }
    for player in &mut after[10..] {
        caught.push(player.tap().await.unwrap());
    }
    let done = after[0].stage(Kind::RainDone).await;
    assert!(matches!(done.stage, Stage::RainDone { caught: 20, .. }));
    server.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "20|1000").await;
    for (number, caught) in caught.iter().enumerate() {
        let token = token(u64::try_from(number).unwrap()).reveal();
        let balance: Balance = server.get_json("/api/balance", &token);
        assert_eq!(balance.balances[0].amount, caught.amount);
    }
}

#[test]
fn ten_kills_leave_one_redis_each_time() {
    let mut server = Server::start();
    let hosted = server.create_game("How computers count");
    for _ in 0..10 {
        server.kill();
        server.restart();
        assert_eq!(redis_servers(server.dir()), 1);
    }
    let games: Vec<GameSummary> = server.get_json("/api/games", &server.host_key());
    assert_eq!(games[0].pin, hosted.pin);
    assert!(server.stop().success());
    assert_eq!(redis_servers(server.dir()), 0);
}

#[test]
fn a_redis_that_was_left_behind_is_ended_first() {
    // Without setpriv in reach the kernel does not end the child, so it stays behind.
    let bin = tempfile::tempdir().unwrap();
    let redis = String::from_utf8(
        std::process::Command::new("sh")
            .args(["-c", "command -v redis-server"])
            .output()
            .unwrap()
            .stdout,
    );
    std::os::unix::fs::symlink(redis.unwrap().trim(), bin.path().join("redis-server")).unwrap();
    let mut server = Server::start_in_path(bin.path());
    let hosted = server.create_game("How computers count");
    for _ in 0..3 {
        server.kill();
        assert_eq!(redis_servers(server.dir()), 1, "the child was expected to stay behind");
        server.restart();
        assert_eq!(redis_servers(server.dir()), 1);
    }
    let games: Vec<GameSummary> = server.get_json("/api/games", &server.host_key());
    assert_eq!(games[0].pin, hosted.pin);
    assert!(server.stop().success());
}

async fn a_game_that_ended_is_over_also_where_the_registry_missed_it(on: On) {
    let mut server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    assert!(server.stop().success());
    // As if the server had been killed between Redis and SQL.
    server.tamper("UPDATE games SET ended_ms = NULL");
    server.restart();
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;
}

#[test]
fn a_game_proposes_the_rain_of_its_own_copy_of_the_quiz() {
    let quizzes = tempfile::tempdir().unwrap();
    let write = |packets: u32| {
        let quiz = format!(
            "title = 'T'\nlanguage = 'en'\n\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\n\
             correct = [1]\n\n[rain]\ncurrency = 'CNY'\npot = '100.00'\npackets = {packets}\n\
             seconds = 10\n"
        );
        std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    };
    write(10);
    let mut server = Server::start_with(&["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game("T");
    write(20);
    server.kill();
    server.restart();
    let packets = |rains: &[PlannedRain]| rains[0].plan.bounds.packets;
    let listed = server.quizzes();
    let listed = listed.iter().find(|quiz| quiz.title == "T").unwrap();
    assert_eq!(packets(&listed.rains), 20);
    let path = format!("/api/games/{}/proposal", hosted.game);
    for right in [server.host_key(), hosted.token.reveal()] {
        let proposal: RainProposal = server.get_json(&path, &right);
        assert_eq!(packets(&proposal.rains), 10, "{proposal:?}");
    }
    assert_eq!(server.get(&path, "").0, 401);
    assert_eq!(server.get(&path, &"00".repeat(16)).0, 403);
}
