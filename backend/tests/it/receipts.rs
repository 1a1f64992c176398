//! The receipt of a game: what sockets said while it was played, for its own player, once it is over.

use futures_util::{StreamExt, stream};
use quizrain_shared::api::{
    Correction, CreateGame, GameReceipt, GameResults, OwnRound, ReceiptQuestion,
};
use quizrain_shared::ids::GameId;
use quizrain_shared::mode::{Life, Mode, Survival};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{
    Answer, ChoiceSet, Key, KindView, Line, NumberView, Place, arranged,
};
use quizrain_shared::score::Grade;
use quizrain_shared::settings::Settings;
use quizrain_shared::theme::Theme;
use quizrain_shared::wire::{Ban, HostFrame, Outcome, PacketState, ServerFrame, Stage};
use serde_json::json;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{HostRight, Server};
use crate::kinds::{with_quiz, with_quizzes};
use crate::library::pictures::{self, png};

on_both!(
    a_receipt_says_what_sockets_said,
    a_receipt_is_there_when_redis_has_forgotten_the_game,
    a_receipt_and_results_have_the_logo_of_the_end,
);

pub(crate) const QUIZ: &str = r#"
title = "Test"
language = "en"

[scoring]
wrong_percent = 25
streak_bonus = true

[[question]]
text = "One?"
choices = ["a", "b", "c"]
correct = [1]

[[question]]
text = "A word."
kind = "slide"

[[question]]
text = "Several?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]

[[question]]
text = "Capital of France?"
kind = "typed"
accepted = ["Paris", "Lutetia"]

[[question]]
text = "Tea or coffee?"
kind = "poll"
choices = ["tea", "coffee"]

[[question]]
text = "How many?"
kind = "number"
min = 0
max = 10
correct = 3
credit_within = 2
unit = "km"

[[question]]
text = "In order?"
kind = "order"
items = ["one", "two", "three"]

[[question]]
text = "Nobody gets this far"
kind = "typed"
accepted = ["secret"]
"#;

/// What Anna and Ben answer in each round; nothing on the slide. Items are shown as one, three, two.
fn answers(round: u16) -> [Option<Answer>; 2] {
    let set = |bits| Some(ChoiceSet(bits).into());
    let text = |text: &str| Some(Answer::try_from(text.as_bytes()).unwrap());
    match round {
        0 => [set(1), set(2)],
        2 => [set(0b101), set(0b001)],
        3 => [text("paris"), None],
        4 => [set(1), set(2)],
        5 => [Some(NumberView::answer(3)), Some(NumberView::answer(4))],
        _ => [arranged(&[0, 2, 1]), arranged(&[2, 0, 1])],
    }
}

fn path(game: GameId) -> String {
    format!("/api/games/{game}/receipt")
}

fn receipt(server: &Server, game: GameId, player: u64) -> GameReceipt {
    server.get_json(&path(game), &token(player).reveal())
}

fn lines(texts: &[&str]) -> Vec<Line> {
    texts.iter().map(|&text| text.into()).collect()
}

/// What a receipt says is what an outcome said.
fn is_told(own: &OwnRound, outcome: &Outcome, kind: &KindView) {
    let Outcome { grade, elapsed_ms, line_ms, points, bonus, corrected, streak, life, .. } =
        outcome.clone();
    let expected = OwnRound {
        answer: outcome.answer.as_ref().map(|answer| kind.answer_lines(answer)),
        grade,
        elapsed_ms,
        line_ms,
        points,
        bonus,
        corrected,
        streak,
        life,
        score: outcome.score,
        rank: outcome.rank,
    };
    assert_eq!(*own, expected);
}

/// Ends the game and waits until its log is finished.
pub(crate) async fn end(host: &mut Client, server: &Server) {
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says(FINISHED, "1").await;
}

pub(crate) const FINISHED: &str = "SELECT COUNT(*) FROM game_log WHERE what = 'finished'";

/// A round, its question, and what it brought Anna and Ben, as their sockets said last.
pub(crate) type Told = (u16, KindView, [Outcome; 2]);

async fn a_receipt_says_what_sockets_said(on: On) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    let nodes = Nodes::start(on, 2, &["--quizzes", folder.path().to_str().unwrap()]).await;
    let [here, there] = [0, 1].map(|number| nodes.node(number));
    let hosted = here.create_game("Test");
    let told = play([here, there], &hosted).await;
    nodes.ledger_says(FINISHED, "1").await;
    let receipts = [1, 2, 3].map(|number| receipt(here, hosted.game, number));
    for (number, receipt) in (1..).zip(&receipts) {
        assert_eq!(*receipt, self::receipt(there, hosted.game, number), "at the other server");
    }
    for (at, name) in ["Anna", "Ben"].into_iter().enumerate() {
        assert_eq!((receipts[at].nickname.as_str(), receipts[at].title.as_str()), (name, "Test"));
        as_told(&receipts[at], at, &told);
    }
    let [anna, ben, zoe] = receipts;
    answers_are_told(&anna, &ben);
    let given = |points, note: &str| Correction { points, note: note.into() };
    let corrections = |it: &GameReceipt| -> Vec<_> {
        it.questions.iter().map(|it| it.corrections.clone()).collect()
    };
    let bens = vec![given(250, "\"quick\" 思考"), given(-100, "")];
    assert_eq!(corrections(&ben), [vec![], vec![], bens, vec![], vec![], vec![]]);
    assert!(corrections(&anna).concat().is_empty(), "they are Ben's alone");
    // Whoever came late has what came later.
    assert!(zoe.questions[..5].iter().all(|it| it.own.is_none()), "{zoe:?}");
    assert_eq!(zoe.questions[5].own.as_ref().unwrap().answer, None);
    // What was caught is there, and it is the catcher's.
    assert_eq!((anna.packets.len(), ben.packets.len(), anna.complete), (1, 0, true));
    assert_eq!((anna.packets[0].state, anna.packets[0].game), (PacketState::Credited, hosted.game));
    refuses(there, hosted.game);
}

async fn a_receipt_and_results_have_the_logo_of_the_end(on: On) {
    let server = Server::start_on(on, &[]);
    let [first, last] = [20, 21].map(|width| pictures::upload(&server, &png(width, 10)).media);
    let theme = |logo| Theme { logo: Some(logo), ..Theme::default() };
    let settings = |logo| Settings { theme: theme(logo), ..Settings::default() };
    let quiz = server.quizzes().remove(0).id;
    let wish = CreateGame { settings: Some(settings(first).into()), ..CreateGame::of(quiz, None) };
    let hosted: HostRight = server.post_json("/api/games", &wish);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.send(&HostFrame::Configure { settings: settings(last) }).await;
    anna.until(|frame| match frame {
        ServerFrame::Lobby(lobby) => (lobby.settings.theme.logo == Some(last)).then_some(()),
        _ => None,
    })
    .await;
    end(&mut host, &server).await;
    assert_eq!(receipt(&server, hosted.game, 1).logo, Some(last));
    let results: GameResults =
        server.get_json(&format!("/api/games/{}/results", hosted.game), &hosted.token.reveal());
    assert_eq!(results.summary.logo, Some(last));
}

/// Plays the game to its end; what sockets said.
pub(crate) async fn play([here, there]: [&Server; 2], hosted: &HostRight) -> Vec<Told> {
    let mut host = Client::host(here, hosted).await;
    let mut players = [
        Client::seated(here, hosted, 1, "Anna").await,
        Client::seated(there, hosted, 2, "Ben").await,
    ];
    let mut told: Vec<Told> = Vec::new();
    for number in 0..7 {
        if number == 6 {
            Client::seated(there, hosted, 3, "Zoë").await;
        }
        told.extend(round(&mut host, &mut players, number).await);
        if number == 3 {
            let outcomes = &mut told.last_mut().unwrap().2;
            correct(&mut host, &mut players, outcomes).await;
        }
        if number == 4 {
            host.open_rain(plan("CNY", 100, 2)).await;
            players[0].grab().await.unwrap();
            host.stage(Kind::RainDone).await;
        }
        // Nobody is told anything before it is over, whoever asks where.
        let asked = [1, 9].map(|it| there.get(&path(hosted.game), &token(it).reveal()));
        assert_eq!(asked.clone().map(|it| it.0), [409, 404], "round {number}: {asked:?}");
    }
    // The first question had another answer: only b.
    let key = Key::Choices(ChoiceSet(2));
    host.correct(|seen| HostFrame::FixKey { question: 0, key: key.clone(), seen }).await;
    for (player, outcome) in players.iter_mut().zip(&mut told.last_mut().unwrap().2) {
        *outcome = last_outcome(player, |it| it.round == 6 && it.score != outcome.score).await;
    }
    // What is open when the game ends was never revealed.
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    told
}

/// Plays a round until its answer is shown; a slide brings nothing.
async fn round(host: &mut Client, players: &mut [Client; 2], round: u16) -> Option<Told> {
    host.make(Move::Ask).await;
    if round == 1 {
        host.stage(Kind::Slide).await;
        return None;
    }
    let Stage::Asking { question } = host.stage(Kind::Asking).await.stage else { panic!() };
    for (player, answer) in players.iter_mut().zip(answers(round)) {
        player.stage(Kind::Asking).await;
        if let Some(answer) = answer {
            player.answer_with(round, answer).await;
        }
    }
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    let [anna, ben] = players;
    let is_its = |outcome: &Outcome| outcome.round == round;
    let outcomes = [last_outcome(anna, is_its).await, last_outcome(ben, is_its).await];
    Some((round, question.kind, outcomes))
}

/// Gives Ben points by hand, and takes some.
async fn correct(host: &mut Client, players: &mut [Client; 2], outcomes: &mut [Outcome; 2]) {
    for (points, note) in [(250, "\"quick\" 思考"), (-100, "")] {
        let note = note.to_owned();
        let adjust = |seen| HostFrame::AdjustScore { seat: 2, points, note: note.clone(), seen };
        let corrected = outcomes[1].corrected + points;
        host.correct(adjust).await;
        outcomes[1] = last_outcome(&mut players[1], |it| it.corrected == corrected).await;
    }
}

/// What a receipt says of each round is what the player's socket said.
fn as_told(receipt: &GameReceipt, at: usize, told: &[Told]) {
    assert_eq!(receipt.questions.len(), told.len());
    let mut sum = 0;
    for (question, (round, kind, outcomes)) in receipt.questions.iter().zip(told) {
        let (own, outcome) = (question.own.as_ref().unwrap(), &outcomes[at]);
        assert_eq!((question.round, question.fixed), (*round, *round == 0));
        sum += i64::from(own.points) + i64::from(own.corrected);
        assert_eq!(own.score, sum, "the running score is the sum of what is told");
        if *round == 6 {
            is_told(own, outcome, kind);
            assert_eq!((receipt.score, receipt.rank), (own.score, Some(own.rank)));
        } else {
            // The other key of the first question changed what follows, but for these.
            let told = |it: &Outcome| (it.elapsed_ms, it.line_ms, it.corrected);
            assert_eq!((own.elapsed_ms, own.line_ms, own.corrected), told(outcome));
            assert_eq!(own.answer, outcome.answer.as_ref().map(|it| kind.answer_lines(it)));
            assert!(*round == 0 || own.grade == outcome.grade);
        }
    }
    assert_eq!((receipt.players, receipt.life, &receipt.team), (3, None, &None));
}

fn answers_are_told(anna: &GameReceipt, ben: &GameReceipt) {
    let own = |receipt: &GameReceipt| -> Vec<_> {
        let own = |it: &ReceiptQuestion| it.own.clone().unwrap();
        receipt.questions.iter().map(own).map(|it| (it.answer, it.grade)).collect()
    };
    let (right, partly, wrong, ungraded) =
        (Grade::Right, Grade::Partly, Grade::Wrong, Grade::Ungraded);
    let said = |texts: &[&str], grade| (Some(lines(texts)), grade);
    let annas = [
        said(&["a"], wrong),
        said(&["a", "c"], right),
        said(&["paris"], right),
        said(&["tea"], ungraded),
        said(&["3\u{a0}km"], right),
        said(&["1. one", "2. two", "3. three"], right),
    ];
    let bens = [
        said(&["b"], right),
        said(&["a"], partly),
        (None, wrong),
        said(&["coffee"], ungraded),
        said(&["4\u{a0}km"], partly),
        said(&["1. two", "2. one", "3. three"], partly),
    ];
    assert_eq!((own(anna), own(ben)), (annas.to_vec(), bens.to_vec()));
    let keys: Vec<_> = anna.questions.iter().map(|it| it.right.clone()).collect();
    let expected = [
        lines(&["b"]),
        lines(&["a", "c"]),
        lines(&["Paris", "Lutetia"]),
        lines(&[]),
        lines(&["3\u{a0}km"]),
        lines(&["1. one", "2. two", "3. three"]),
    ];
    assert_eq!(keys, expected);
}

/// The last outcome that fits, once it is there.
async fn last_outcome(player: &mut Client, fits: impl Fn(&Outcome) -> bool) -> Outcome {
    if let Some(outcome) = player.last_outcome().filter(|it| fits(it)) {
        return outcome.clone();
    }
    loop {
        let outcome = player.outcome().await;
        if fits(&outcome) {
            return outcome;
        }
    }
}

/// Nobody else is told anything, and nobody can tell a game that is not theirs from one that is not.
fn refuses(server: &Server, game: GameId) {
    assert_eq!(server.get(&path(game), "").0, 401);
    let stranger = token(9).reveal();
    let [other, unknown] = [game, GameId([0xfe; 8])].map(|game| server.get(&path(game), &stranger));
    assert_eq!((other.0, &other), (404, &unknown));
    assert_eq!(server.get("/api/games/none/receipt", &stranger), unknown);
    // Nor does the host's right open one.
    assert_eq!(server.get(&path(game), &server.host_key()), unknown);
}

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";

async fn a_receipt_is_there_when_redis_has_forgotten_the_game(on: On) {
    let server = Server::start_on(on, &["--redis-retention-hours", "0"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    let outcome = anna.outcome().await;
    host.stage(Kind::Revealed).await;
    end(&mut host, &server).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NOT NULL", "1").await;
    let receipt = receipt(&server, hosted.game, 1);
    let own = receipt.questions[0].own.as_ref().unwrap();
    assert_eq!((own.points, own.score, own.rank), (outcome.points, outcome.score, outcome.rank));
    refuses(&server, hosted.game);
}

#[tokio::test]
async fn pins_truths_lives_and_names_are_told() {
    let dot = "picture = { file = \"p.png\", alt = \"A dot\" }";
    let region = "region = { x = 50, y = 50, width = 20, height = 20, round = true }";
    let quiz =
        format!("{TRUTH}[[question]]\ntext = \"Where?\"\nkind = \"hotspot\"\n{dot}\n{region}\n");
    let (_folder, server) = with_quizzes([("Test", quiz)]);
    let mode = serde_json::to_value(Mode::Survival(Survival { card_after: 1 })).unwrap();
    let hosted = create(&server, &json!({ "quiz": "test.toml", "mode": mode }));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let gone = Client::seated(&server, &hosted, 3, "Gone").await;
    for round in 0..2 {
        host.make(Move::Ask).await;
        host.stage_where(|stage| stage.phase.round() == Some(round)).await;
        let [hers, his] = match round {
            0 => [ChoiceSet(1).into(), ChoiceSet(2).into()],
            _ => [(6000, 6000), (100, 9999)].map(|(x, y)| Place { x, y }.into()),
        };
        anna.answer_with(round, hers).await;
        ben.answer_with(round, his).await;
        host.make(Move::Close).await;
        host.stage_where(|stage| {
            (stage.phase.kind, stage.phase.round()) == (Kind::Revealed, Some(round))
        })
        .await;
    }
    // A name counts as it was last, and whoever was sent away has no seat.
    host.send(&HostFrame::Rename { seat: 1, nickname: "Änne".into() }).await;
    host.send(&HostFrame::Remove { seat: 3, ban: Ban::No }).await;
    drop(gone);
    let since = std::time::Instant::now();
    while server.get(&path(hosted.game), &token(3).reveal()).0 != 404 {
        assert!(since.elapsed() < crate::common::server::DEADLINE, "still seated");
        tokio::task::yield_now().await;
    }
    end(&mut host, &server).await;
    let [anna, ben] = [1, 2].map(|number| receipt(&server, hosted.game, number));
    assert_eq!(anna.nickname, "Änne");
    let life = |out_in, cards| Some(Life { out_in, cards });
    assert_eq!((anna.life, ben.life), (life(None, 2), life(Some(0), 0)));
    let answers = |it: &GameReceipt| -> Vec<_> {
        it.questions.iter().map(|it| it.own.clone().unwrap().answer.unwrap()).collect()
    };
    assert_eq!(answers(&anna), [[Line::Truth(true)], [Line::Pin { x: 6000, y: 6000 }]]);
    assert_eq!(answers(&ben), [[Line::Truth(false)], [Line::Pin { x: 100, y: 9999 }]]);
    assert!(matches!(anna.questions[1].right[..], [Line::Region(region)] if region.round));
    assert_eq!(server.get(&path(hosted.game), &token(3).reveal()).0, 404);
}

pub(crate) fn create(server: &Server, body: &serde_json::Value) -> HostRight {
    let quizzes = server.quizzes();
    let mut body = body.clone();
    body["quiz"] = json!(quizzes[0].id);
    server.post_json("/api/games", &body)
}

#[tokio::test]
async fn a_question_that_was_asked_again_is_told_once_with_a_team() {
    let (_folder, server) = with_quizzes([("Test", TRUTH.repeat(2))]);
    let teams = json!({ "teams": { "names": ["Red", "Blue"], "deal": "dealt" } });
    let hosted = create(&server, &json!({ "mode": teams }));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    for (round, question, choice) in [(0, 0, 1), (1, 1, 1), (2, 0, 2)] {
        host.wish(|seen| HostFrame::Ask { question, seen }).await;
        host.stage(Kind::Asking).await;
        anna.answer(round, choice).await;
        host.stage(Kind::Revealed).await;
    }
    let last = last_outcome(&mut anna, |it| it.round == 2).await;
    end(&mut host, &server).await;
    let receipt = receipt(&server, hosted.game, 1);
    let told: Vec<_> =
        receipt.questions.iter().map(|it| (it.round, it.own.as_ref().unwrap().grade)).collect();
    assert_eq!(told, [(1, Grade::Right), (2, Grade::Wrong)]);
    assert_eq!((receipt.score, receipt.rank), (last.score, Some(1)));
    let team = receipt.team.unwrap();
    assert_eq!((team.rank, team.score), (Some(1), last.score));
    assert!(["Red", "Blue"].contains(&team.name.as_str()), "{team:?}");
}

#[tokio::test]
async fn whoever_is_one_of_many_reads_the_part_with_their_name() {
    const PLAYERS: u64 = 520;
    let (_folder, server, hosted) = with_quiz(TRUTH);
    let mut host = Client::host(&server, &hosted).await;
    let right = |number: u64| number.is_multiple_of(40);
    let seated = |number: u64| {
        let (server, hosted) = (&server, &hosted);
        async move { Client::seated(server, hosted, number, &format!("p{number}")).await }
    };
    let players = stream::iter(1..=PLAYERS).map(seated).buffered(32).collect::<Vec<_>>().await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (number, mut player) in (1..).zip(players) {
        if right(number) {
            player.answer(0, 1).await;
        }
    }
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    end(&mut host, &server).await;
    let parts = "SELECT COUNT(*) FROM game_log WHERE what = 'outcomes' AND from_account > ''";
    assert_eq!(server.ledger(parts), ["1"]);
    for number in (1..=PLAYERS).step_by(13).chain([40, 80, PLAYERS]) {
        let receipt = receipt(&server, hosted.game, number);
        let own = receipt.questions[0].own.as_ref().unwrap();
        assert_eq!((receipt.nickname, receipt.players), (format!("p{number}"), PLAYERS as u32));
        assert_eq!((own.answer.is_some(), own.points > 0), (right(number), right(number)));
    }
}
