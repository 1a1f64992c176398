//! Bots against the real server, with a real Redis and a real ledger: whole games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use quizrain::config::Cli;
use quizrain_shared::api::CreateGame;
use quizrain_shared::ids::Token;
use quizrain_testkit::ports::free_address;
use tempfile::TempDir;
use tokio::time::sleep;

use super::api::Api;
use super::crowd::Crowd;
use super::demo::Booth;
use super::director::{Director, Timing};
use super::hosted::GameMode;
use super::machine::Load;
use super::server::Server;
use super::socket::Socket;
use super::verdict::Verdict;

const DEADLINE: Duration = Duration::from_secs(60);

const QUIZ: &str = r#"
title = "Short"
language = "en"
[[question]]
text = "Is it so?"
kind = "true_false"
correct = true
seconds = 10
[[question]]
text = "Which are?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]
seconds = 10
"#;

/// No longer than bots need.
const QUICK: Timing = Timing {
    lobby: Duration::from_secs(2),
    question: Duration::from_secs(20),
    answer: Duration::from_millis(200),
    board: Duration::from_millis(200),
    rain_seconds: 20,
    rain_done: Duration::from_millis(500),
    podium: Duration::from_millis(200),
    ended: Duration::ZERO,
};

/// Runs a server of its own for as long as `play` takes.
async fn with_server<F: Future<Output = ()>>(
    args: &[&str],
    play: impl FnOnce(Arc<Server>, Api) -> F,
) {
    let dir = TempDir::new().unwrap();
    let quizzes = dir.path().join("quizzes");
    std::fs::create_dir(&quizzes).unwrap();
    std::fs::write(quizzes.join("short.toml"), QUIZ).unwrap();
    let listen = free_address().unwrap().to_string();
    let data_dir = dir.path().join("data");
    let (data_dir, quizzes) = (data_dir.to_str().unwrap(), quizzes.to_str().unwrap());
    let own = ["quizrain", "--listen", &listen, "--data-dir", data_dir, "--quizzes", quizzes];
    let options = Cli::parse_from(own.iter().chain(args)).options;
    let server = Arc::new(Server::parse(&listen).unwrap());
    let played = async {
        let since = Instant::now();
        while Socket::open(&server, "/ws/screen").await.is_err() {
            assert!(since.elapsed() < DEADLINE, "the server does not start");
            sleep(Duration::from_millis(20)).await;
        }
        let key = std::fs::read_to_string(dir.path().join("data/host-key")).unwrap();
        let key: Token = key.trim().parse().unwrap();
        play(Arc::clone(&server), Api::new(Arc::clone(&server), key)).await;
    };
    tokio::select! {
        ended = quizrain::app::serve(&options) => panic!("the server ended: {ended:?}"),
        () = played => {}
    }
}

async fn only_quiz(api: &Api) -> String {
    api.quizzes().await.unwrap().remove(0).id
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_a_whole_game_and_everybody_is_served() {
    with_server(&[], async |server: Arc<Server>, api: Api| {
        let right = api.create_game(&only_quiz(&api).await, 2).await.unwrap();
        let pin = right.pin;
        let load = Load::watch();
        let crowd = Crowd::start(&server, pin, 30, 7, Duration::from_secs(1)).unwrap();
        let mut director = Director::new(&server, right).await.unwrap();
        director.direct(&QUICK, None).await.unwrap();
        tokio::time::timeout(DEADLINE, crowd.finished()).await.unwrap();

        let counts = crowd.tally.count().clone();
        assert_eq!((counts.seated, counts.dropped, counts.too_fast), (30, 0, 0));
        assert_eq!(counts.questions.len(), 2);
        for asked in counts.questions.values() {
            assert!(asked.shown == 30 && (20..=30).contains(&asked.sent), "{asked:?}");
        }
        let rained = counts.rains.values().next().unwrap().clone();
        assert_eq!((rained.packets, rained.tapped), (27, 30));
        assert_eq!((rained.caught, rained.credited, rained.none), (27, 27, 3));
        let verdict = Verdict::new(30, counts, &load, server.is_here());
        assert!(verdict.everybody_served(), "{verdict}");
        assert!(verdict.to_string().contains("The server kept up: 30 bots"), "{verdict}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_every_mode_to_its_end() {
    with_server(&[], async |server: Arc<Server>, api: Api| {
        for played in [GameMode::Classic, GameMode::Survival, GameMode::Teams, GameMode::SelfPaced]
        {
            let quiz = only_quiz(&api).await;
            let wish = CreateGame { mode: played.mode(), ..CreateGame::of(quiz, None) };
            let right = api.make_game(&wish).await.unwrap();
            let crowd = Crowd::start(&server, right.pin, 30, 7, Duration::from_secs(1)).unwrap();
            let mut director = Director::new(&server, right).await.unwrap();
            director.rain_for(played.eligibility());
            director.direct(&Timing { rain_seconds: 5, ..QUICK }, None).await.unwrap();
            tokio::time::timeout(DEADLINE, crowd.finished()).await.unwrap();
            let counts = crowd.tally.count().clone();
            let rained = counts.rains.values().next().unwrap().clone();
            assert_eq!((counts.seated, rained.tapped), (30, 30), "{played:?}");
            assert_eq!((rained.caught, rained.caught + rained.none), (rained.credited, 30));
            // Not everybody survives, nor is in the best team.
            let all = matches!(played, GameMode::Classic | GameMode::SelfPaced);
            assert_eq!(rained.caught < 27, !all, "{played:?}: {rained:?}");
            for asked in counts.questions.values().filter(|_| played == GameMode::SelfPaced) {
                let answered = asked.counted >= 20 && asked.counted == asked.sent;
                assert!(answered && asked.shown == 30, "{asked:?}");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_full_is_named_as_the_limit() {
    with_server(&["--max-players", "3"], async |server: Arc<Server>, api: Api| {
        let right = api.create_game(&only_quiz(&api).await, 1).await.unwrap();
        let crowd = Crowd::start(&server, right.pin, 5, 1, Duration::ZERO).unwrap();
        let mut director = Director::new(&server, right).await.unwrap();
        let since = Instant::now();
        while crowd.tally.count().not_seated.is_empty() || crowd.tally.count().seated < 3 {
            assert!(since.elapsed() < DEADLINE);
            sleep(Duration::from_millis(10)).await;
        }
        director.end().await.unwrap();
        tokio::time::timeout(DEADLINE, crowd.finished()).await.unwrap();
        let counts = crowd.tally.count().clone();
        let verdict = Verdict::new(5, counts, &Load::default(), true);
        assert!(!verdict.everybody_served());
        assert!(verdict.to_string().contains("raise --max-players"), "{verdict}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_booth_plays_one_game_after_the_other_and_leaves_none_behind() {
    with_server(&[], async |server: Arc<Server>, api: Api| {
        let mut booth = Booth::for_tests(&server, &api, QUICK, 5);
        for game in 1..=2 {
            let (line, shown) = tokio::join!(Box::pin(booth.one_game()), async {
                let since = Instant::now();
                loop {
                    if let Some(game) = api.at_booth().await.unwrap() {
                        return game;
                    }
                    assert!(since.elapsed() < DEADLINE);
                    sleep(Duration::from_millis(20)).await;
                }
            });
            let line = line.unwrap();
            assert!(
                line.starts_with(&format!("Game {game}, ")) && line.contains("5 players"),
                "{line}"
            );
            assert_eq!(api.at_booth().await.unwrap(), None, "{shown}");
            booth.count_game();
        }
        // What an interrupted run left is found and ended by the next.
        let right = api.create_game(&only_quiz(&api).await, 1).await.unwrap();
        api.show_at_booth(right.pin).await.unwrap();
        booth.find_left_over().await;
        booth.end_left_over().await;
        assert_eq!(api.at_booth().await.unwrap(), None);
    })
    .await;
}
