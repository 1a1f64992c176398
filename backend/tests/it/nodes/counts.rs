//! Players of one game on two nodes: counts show everywhere, and everybody is waited for.

use std::time::Duration;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::ServerFrame;
use tokio::time::{Instant, timeout};

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;

on_both!(
    counts_of_one_node_show_at_the_other_and_everybody_is_waited_for,
    a_rain_that_is_caught_elsewhere_shows_and_ends_early,
);

/// Longer than a few ticks, and shorter than anything else that could end a question.
const WHILE: Duration = Duration::from_secs(3);

fn lobby(players: u32) -> impl Fn(ServerFrame) -> Option<()> {
    move |frame| {
        matches!(frame, ServerFrame::Lobby(lobby) if lobby.players == players).then_some(())
    }
}

async fn counts_of_one_node_show_at_the_other_and_everybody_is_waited_for(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    host.until(lobby(1)).await;
    let mut li = Client::seated(nodes.node(0), &hosted, 2, "Li").await;
    host.until(lobby(2)).await;
    let mut screen = Client::screen(nodes.node(1), &hosted).await;
    let _bo = Client::seated(nodes.node(0), &hosted, 3, "Bo").await;
    let joined = Instant::now();
    screen.until(lobby(3)).await;
    println!("a seat showed at the other node after {:?}", joined.elapsed());

    host.make(Move::Ask).await;
    let asked = host.stage(Kind::Asking).await;
    let mut bo = Client::player(nodes.node(1), &hosted, 3).await;
    bo.welcome().await;
    for (count, player) in [&mut anna, &mut li].into_iter().enumerate() {
        player.stage(Kind::Asking).await;
        player.answer(0, 1).await;
        let answered = count as u32 + 1;
        let shown = |frame| {
            let progress = ServerFrame::Progress { round: 0, answered, players: 3 };
            (frame == progress).then_some(())
        };
        host.until(shown).await;
        screen.until(shown).await;
    }
    // Bo, at the other node, has not answered.
    let early = timeout(WHILE, host.stage(Kind::Revealed)).await;
    assert!(early.is_err(), "somebody elsewhere was not waited for");
    bo.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    let left = asked.closes_ms.saturating_sub(nodes.redis_ms().await);
    assert!(left > 1000, "it ended by its deadline alone");
}

async fn a_rain_that_is_caught_elsewhere_shows_and_ends_early(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    nodes.driver(hosted.game).await;
    // Wherever it is driven: everybody who taps is at one node, and then at the other.
    for (caught_at, watched_at) in [(0, 1), (1, 0)] {
        let mut host = Client::host(nodes.node(watched_at), &hosted).await;
        let mut players = Vec::new();
        for number in 0..2 {
            let name = format!("p{number}");
            players.push(Client::seated(nodes.node(caught_at), &hosted, number, &name).await);
        }
        host.open_rain(RainPlan { seconds: 40, ..plan("points", 10, 2) }).await;
        let (_, falling) = host.rain().await;
        for player in &mut players {
            player.tap().await.unwrap();
        }
        host.until(|frame| match frame {
            ServerFrame::RainProgress(progress) if progress.caught == 2 => Some(()),
            _ => None,
        })
        .await;
        host.stage(Kind::RainDone).await;
        let left = falling.closes_ms.saturating_sub(nodes.redis_ms().await);
        assert!(left > 5000, "it ended by its window alone");
    }
}

/// How long whoever was at a node that is gone may take to come back.
const COMES_BACK: Duration = Duration::from_secs(15);

#[tokio::test]
async fn players_of_a_node_that_was_killed_are_waited_for_and_not_for_ever() {
    let quizzes = tempfile::tempdir().unwrap();
    let quiz = "title = 'T'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\n\
                correct = [1]\nseconds = 60\n";
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let args = ["--quizzes", quizzes.path().to_str().unwrap()];
    let mut nodes = Nodes::start(On::Sqlite, 2, &args).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game("T");
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut li = Client::seated(nodes.node(1), &hosted, 2, "Li").await;
    host.make(Move::Ask).await;
    let asked = host.stage(Kind::Asking).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    li.stage(Kind::Asking).await;
    nodes.until_heard(0, 1).await;
    let killed = Instant::now();
    nodes.kill(1);
    // It is back at once, and nobody is at it: what it said before is not true any more.
    nodes.restart(1);
    host.stage(Kind::Revealed).await;
    println!("over {:?} after somebody's node was killed", killed.elapsed());
    // Counted from its last sign of life, which may have come late.
    assert!(killed.elapsed() > COMES_BACK - Duration::from_secs(6), "{:?}", killed.elapsed());
    let left = asked.closes_ms.saturating_sub(nodes.redis_ms().await);
    assert!(left > 20_000, "it ended by its deadline alone");
}

#[tokio::test]
async fn a_newer_socket_of_a_player_replaces_the_older_one_on_another_node() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut older = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    for (from, to) in [(0, 1), (1, 0), (0, 1)] {
        loop {
            let mut newer = Client::player(nodes.node(to), &hosted, 1).await;
            assert_eq!(newer.welcome().await.you.unwrap().seat.nickname, "Anna");
            match older.closed().await {
                4001 => {
                    older = newer;
                    break;
                }
                // A busy machine, on which a node did not reach Redis for a while.
                code => {
                    assert!(matches!(code, 1012 | 1013), "{code}");
                    older = Client::player(nodes.node(from), &hosted, 1).await;
                    older.welcome().await;
                }
            }
        }
    }
    // The last one stays.
    let mut host = Client::host(nodes.node(0), &hosted).await;
    host.make(Move::Ask).await;
    older.stage(Kind::Asking).await;
    older.answer(0, 0b0100).await;
}
