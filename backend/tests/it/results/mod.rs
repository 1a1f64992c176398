//! The results of a game: what screens and players were shown of it, for its host, once it is over.

mod files;
mod links;
mod past;

use std::collections::BTreeMap;

use quizrain_shared::api::{GameReceipt, GameResults, PlayerAnswers, ResultPlayers};
use quizrain_shared::ids::GameId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{ChoiceSet, Tally};
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{Ban, HostFrame, Stage, Standings};
use serde_json::json;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};
use crate::kinds::{with_quiz, with_quizzes};
use crate::paced::{answer, go};
use crate::receipts::{FINISHED, QUIZ, create, end, play};

on_both!(results_say_what_screens_and_players_were_shown);

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";

fn path(game: GameId, rest: &str) -> String {
    format!("/api/games/{game}/results{rest}")
}

fn results(server: &Server, hosted: &HostRight) -> GameResults {
    server.get_json(&path(hosted.game, ""), &hosted.token.reveal())
}

fn players(server: &Server, hosted: &HostRight) -> ResultPlayers {
    server.get_json(&path(hosted.game, "/players"), &hosted.token.reveal())
}

/// Charts are those of the screen; how the game ended there.
fn charts_are_those_of(screen: &Client, results: &GameResults) -> Standings {
    let mut shown = BTreeMap::new();
    let mut ended = None;
    for stage in screen.stages() {
        match &stage.stage {
            Stage::Revealed { question, tally, answered, .. } => {
                let round = stage.phase.round().unwrap();
                shown.insert(round, (question.clone(), tally.clone(), *answered));
            }
            Stage::Ended(standings) => ended = Some(standings.clone()),
            _ => {}
        }
    }
    let charts: BTreeMap<_, _> = results
        .questions
        .iter()
        .map(|it| (it.round, (it.question.clone(), it.tally.clone(), it.answered)))
        .collect();
    assert_eq!(charts, shown);
    assert_eq!(shown.len(), 6);
    ended.unwrap()
}

/// What each player had is what their own sockets and receipts say.
fn players_have_what_they_were_told(
    [here, there]: [&Server; 2],
    hosted: &HostRight,
    ended: &Standings,
) {
    let players = players(there, hosted);
    assert_eq!(players.next, None);
    let scores: Vec<_> = players
        .players
        .iter()
        .map(|it| (it.rank.unwrap(), it.nickname.clone(), it.score))
        .collect();
    let board: Vec<_> =
        ended.top.iter().map(|row| (row.rank, row.nickname.clone(), row.score)).collect();
    assert_eq!(scores, board);
    for (number, name) in [(1, "Anna"), (2, "Ben"), (3, "Zoë")] {
        let receipt: GameReceipt =
            here.get_json(&format!("/api/games/{}/receipt", hosted.game), &token(number).reveal());
        let player = players.players.iter().find(|it| it.nickname == name).unwrap();
        let own: PlayerAnswers = here.get_json(
            &path(hosted.game, &format!("/players/{}", player.place)),
            &hosted.token.reveal(),
        );
        assert_eq!((&own.player, &own.questions), (player, &receipt.questions), "{name}");
        assert_eq!((player.score, player.rank), (receipt.score, receipt.rank));
        let rounds: Vec<_> = receipt.questions.iter().filter_map(|it| it.own.as_ref()).collect();
        let answered = rounds.iter().filter(|it| it.answer.is_some()).count();
        let full = rounds.iter().filter(|it| it.grade == Grade::Right).count();
        let counts = [player.questions, player.answered, player.full].map(|it| it as usize);
        assert_eq!(counts, [rounds.len(), answered, full], "{name}");
        let corrected: i64 = rounds.iter().map(|it| i64::from(it.corrected)).sum();
        assert_eq!(player.corrected, corrected, "{name}");
    }
}

async fn results_say_what_screens_and_players_were_shown(on: On) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    let nodes = Nodes::start(on, 2, &["--quizzes", folder.path().to_str().unwrap()]).await;
    let [here, there] = [0, 1].map(|number| nodes.node(number));
    let hosted = here.create_game("Test");
    let mut screen = Client::screen(there, &hosted).await;
    let told = play([here, there], &hosted).await;
    screen.stage(Kind::Ended).await;
    nodes.ledger_says(FINISHED, "1").await;
    let results = results(here, &hosted);
    assert_eq!(results, self::results(there, &hosted), "at the other server");

    let ended = charts_are_those_of(&screen, &results);
    let summary = &results.summary;
    assert_eq!((&summary.top, summary.players), (&ended.top, ended.players));
    players_have_what_they_were_told([here, there], &hosted, &ended);

    // The first question had another answer in the end, which Ben gave.
    let first = &results.questions[0];
    assert!(first.fixed);
    assert_eq!((first.full, first.players, first.right_permille), (1, 2, Some(500)));
    let times: Vec<u32> =
        told[0].2.iter().map(|it| it.elapsed_ms - u32::from(it.line_ms)).collect();
    assert_eq!(first.median_ms, times.into_iter().min());
    let typed = &results.questions[2];
    assert_eq!((typed.answered, typed.full, typed.median_ms.is_some()), (1, 1, true));
    let poll = &results.questions[3];
    assert_eq!((poll.key.clone(), poll.right_permille), (None, None));
    // Both who answered did so to the end; whoever came late answered nothing.
    let last: Vec<u32> = results.questions.iter().map(|it| it.last_answers).collect();
    assert_eq!(last, [0, 0, 0, 0, 0, 2]);
    assert_eq!((summary.active, summary.answers), (2, 11));
    assert_eq!(summary.hardest.len(), 3);
    let rain = &results.rains[0];
    assert_eq!((results.rains.len(), rain.caught.packets, rain.returned.packets), (1, 1, 1));
}

/// Asks every question of a game of the quiz; Anna answers the first choice, Ben the second.
async fn ask_all(host: &mut Client, players: &mut [&mut Client], questions: u16) {
    for round in 0..questions {
        host.make(Move::Ask).await;
        host.stage_where(|stage| {
            stage.phase.kind == Kind::Asking && stage.phase.round() == Some(round)
        })
        .await;
        for (at, player) in players.iter_mut().enumerate() {
            player.answer(round, 1 << at).await;
        }
        host.make(Move::Close).await;
        host.stage_where(|stage| {
            (stage.phase.kind, stage.phase.round()) == (Kind::Revealed, Some(round))
        })
        .await;
    }
}

#[tokio::test]
async fn whoever_left_or_changed_their_name_is_told() {
    let (_folder, server) = with_quizzes([("Test", TRUTH.repeat(2))]);
    let hosted = server.create_game("Test");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    ask_all(&mut host, &mut [&mut anna, &mut ben], 1).await;
    host.send(&HostFrame::Rename { seat: 1, nickname: "Änne".into() }).await;
    host.send(&HostFrame::Remove { seat: 2, ban: Ban::No }).await;
    assert!(ben.closed().await > 0);
    host.make(Move::Ask).await;
    host.stage_where(|stage| stage.phase.round() == Some(1)).await;
    anna.answer(1, 1).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    end(&mut host, &server).await;
    let told = results(&server, &hosted);
    let rows = players(&server, &hosted).players;
    let rows: Vec<_> = rows
        .iter()
        .map(|it| (it.nickname.as_str(), it.formerly.as_slice(), it.rank, it.removed, it.questions))
        .collect();
    let formerly = ["Anna".to_owned()];
    assert_eq!(rows, [("Änne", &formerly[..], Some(1), false, 2), ("Ben", &[], None, true, 1)]);
    // What was shown before Ben left has his answer.
    assert_eq!(told.questions[0].tally, Tally::Choices(vec![1, 1]));
    assert_eq!((told.questions[0].answered, told.questions[0].players), (2, 2));
    assert_eq!((told.summary.players, told.questions[1].answered), (1, 1));
    let own: PlayerAnswers =
        server.get_json(&path(hosted.game, "/players/2"), &hosted.token.reveal());
    assert_eq!((own.questions.len(), own.questions[1].own.is_none()), (2, true));
}

#[tokio::test]
async fn of_a_self_paced_game_there_are_charts_as_well() {
    let (_folder, server) = with_quizzes([("Test", TRUTH.repeat(2))]);
    let hosted = create(&server, &json!({ "mode": { "self_paced": { "minutes": 5 } } }));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Paced).await;
    go(&mut anna, 0).await;
    answer(&mut anna, 0, ChoiceSet(1).into()).await.unwrap();
    host.make(Move::Close).await;
    host.stage(Kind::Board).await;
    end(&mut host, &server).await;
    let told = results(&server, &hosted);
    let tallies: Vec<_> = told.questions.iter().map(|it| it.tally.clone()).collect();
    assert_eq!(tallies, [Tally::Choices(vec![1, 0]), Tally::Choices(vec![0, 0])]);
    assert_eq!(told.questions[0].last_answers, 1, "Anna went no further");
    assert_eq!((told.questions[1].players, told.questions[1].answered), (1, 0));
}

#[tokio::test]
async fn players_come_in_pages_and_results_with_a_right_alone() {
    const PLAYERS: u64 = 5;
    let (_folder, server, hosted) = with_quiz(TRUTH);
    let mut host = Client::host(&server, &hosted).await;
    let mut seated = Client::many(&server, &hosted, 1..=PLAYERS).await;
    let key = server.host_key();
    assert_eq!(server.get(&path(hosted.game, ""), &key).0, 409, "it is not over");
    let mut refs: Vec<&mut Client> = seated.iter_mut().take(1).collect();
    ask_all(&mut host, &mut refs, 1).await;
    end(&mut host, &server).await;
    // Pages follow each other without a gap.
    let mut names = Vec::new();
    let mut after = 0;
    loop {
        let wish = path(hosted.game, &format!("/players?after={after}&limit=2"));
        let page: ResultPlayers = server.get_json(&wish, &key);
        assert!(page.players.len() <= 2);
        names.extend(page.players.into_iter().map(|it| it.nickname));
        match page.next {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(names, ["p1", "p2", "p3", "p4", "p5"]);
    for (rest, status) in [
        ("/players?after=99", 200),
        ("/players?limit=0", 200),
        ("/players?limit=70000", 400),
        ("/players?after=-1", 400),
        ("/players/0", 404),
        ("/players/6", 404),
        ("/players/none", 404),
        (".csv?table=secrets", 400),
    ] {
        assert_eq!(server.get(&path(hosted.game, rest), &key).0, status, "{rest}");
    }
    for rest in ["", "/players", "/players/1", ".xlsx", ".csv", ".json"] {
        let at = path(hosted.game, rest);
        assert_eq!(server.get(&at, "").0, 401, "{rest}");
        for stranger in [token(1).reveal(), token(99).reveal()] {
            assert_eq!(server.get(&at, &stranger).0, 403, "{rest}");
        }
        assert_eq!(server.get(&path(GameId([0xfe; 8]), rest), &key).0, 404, "{rest}");
        assert_eq!(server.get(&format!("/api/games/none/results{rest}"), &key).0, 404, "{rest}");
    }
}
