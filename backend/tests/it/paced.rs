//! A game that everybody plays at their own pace: each from question to question, wherever they
//! connect, up to a board that is made from answers alone.

use quizrain_shared::api::{CreateGame, GameReceipt, HostRight};
use quizrain_shared::mode::{Mode, SelfPaced};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet, Key};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::score::Grade;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    Ban, BoardRow, HostFrame, PaceBoard, Paced, PlayerFrame, Refusal, ServerFrame, Stage, StageAt,
};
use tempfile::TempDir;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{Server, run};
use crate::common::{contribution, plan};
use crate::history::is_equal;

on_both!(
    each_plays_at_their_own_pace_and_the_log_plays_it_again,
    a_question_goes_on_where_it_was_after_a_restart,
    players_go_from_node_to_node_and_boards_show_everywhere,
    whoever_is_there_when_places_are_looked_at_has_one_in_a_game_that_nobody_played,
);

const QUIZ: &str = r#"
title = "Practice"
language = "en"

[scoring]
wrong_percent = 25
streak_bonus = true

[[question]]
text = "One?"
choices = ["a", "b", "c"]
correct = [1]
explanation = "Because it is."

[[question]]
text = "A word."
kind = "slide"

[[question]]
text = "Capital of France?"
kind = "typed"
accepted = ["Paris"]
seconds = 5

[[question]]
text = "Several?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]
seconds = 0
"#;
const QUESTIONS: u16 = 4;

/// A folder with that quiz alone.
fn quizzes() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("practice.toml"), QUIZ).unwrap();
    folder
}

fn mode(minutes: u16) -> Mode {
    Mode::SelfPaced(SelfPaced { minutes })
}

fn open_game(server: &Server, settings: Settings) -> HostRight {
    let mut quizzes = server.quizzes();
    let wish = CreateGame {
        mode: mode(30),
        settings: Some(settings.into()),
        ..CreateGame::of(quizzes.remove(0).id, None)
    };
    server.post_json("/api/games", &wish)
}

fn serve(on: On) -> (TempDir, Server, HostRight) {
    let folder = quizzes();
    let server = Server::start_on(on, &["--quizzes", folder.path().to_str().unwrap()]);
    let hosted = open_game(&server, Settings::default());
    (folder, server, hosted)
}

/// Where a player is after this frame, or why it was refused.
async fn say(client: &mut Client, frame: PlayerFrame) -> Result<Paced, Refusal> {
    let picked = |frame| match frame {
        ServerFrame::Paced(paced) => Some(Ok(*paced)),
        ServerFrame::Refused(why) if why != Refusal::Unavailable => Some(Err(why)),
        _ => None,
    };
    client.send(&frame).await;
    client.until(picked).await
}

pub(crate) async fn go(client: &mut Client, question: u16) -> Paced {
    say(client, PlayerFrame::Pace { question }).await.unwrap()
}

pub(crate) async fn answer(
    client: &mut Client,
    round: u16,
    answer: Answer,
) -> Result<Paced, Refusal> {
    say(client, PlayerFrame::Answer { round, answer }).await
}

fn choice(bits: u8) -> Answer {
    ChoiceSet(bits).into()
}

fn typed(text: &str) -> Answer {
    Answer::try_from(text.as_bytes()).unwrap()
}

fn asks(paced: &Paced) -> bool {
    matches!(paced.stage, Some(Stage::Asking { .. })) && paced.outcome.is_none()
}

/// The key that a player is told.
fn key(paced: &Paced) -> Key {
    match &paced.stage {
        Some(Stage::Revealed { key, .. }) => key.clone().unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Waits until so many have begun and so many of them are done.
async fn board(client: &mut Client, begun: u32, finished: u32) -> PaceBoard {
    client
        .until(|frame| match frame {
            ServerFrame::PaceBoard(board) if (board.begun, board.finished) == (begun, finished) => {
                Some(board)
            }
            _ => None,
        })
        .await
}

/// Plays all questions, of which the first one is answered with this choice.
async fn play(client: &mut Client, first: u8) -> Paced {
    assert!(asks(&go(client, 0).await));
    answer(client, 0, choice(first)).await.unwrap();
    assert!(matches!(go(client, 1).await.stage, Some(Stage::Slide { .. })));
    assert!(asks(&go(client, 2).await));
    answer(client, 2, typed("paris")).await.unwrap();
    assert!(asks(&go(client, 3).await));
    answer(client, 3, choice(0b101)).await.unwrap();
    go(client, QUESTIONS).await
}

/// Nobody skips a question, answers one that was not given out, or has its time begin anew; and the
/// first answer counts. Where Anna is afterwards.
async fn the_first_question_is_answered_once(anna: &mut Client) -> Paced {
    let ahead =
        [PlayerFrame::Pace { question: 2 }, PlayerFrame::Answer { round: 0, answer: choice(1) }];
    for frame in ahead {
        assert_eq!(say(anna, frame).await, Err(Refusal::NotOpen));
    }
    let first = go(anna, 0).await;
    assert!(asks(&first) && first.closes_ms == first.opens_ms + 20_000, "{first:?}");
    for question in [0, 1, QUESTIONS] {
        assert_eq!(go(anna, question).await, first, "it is open");
    }
    assert_eq!(answer(anna, 0, typed("x")).await, Err(Refusal::NoSuchAnswer));
    assert_eq!(answer(anna, 1, choice(1)).await, Err(Refusal::NotOpen));
    let told = answer(anna, 0, choice(1)).await.unwrap();
    let outcome = told.outcome.clone().unwrap();
    assert_eq!((outcome.grade, outcome.streak, told.score), (Grade::Right, 1, outcome.score));
    assert!(outcome.points > 900 && key(&told) == Key::Choices(ChoiceSet(1)), "{told:?}");
    let Some(Stage::Revealed { explanation, .. }) = &told.stage else { panic!() };
    assert_eq!(explanation, "Because it is.");
    assert_eq!(answer(anna, 0, choice(2)).await.unwrap(), told);
    told
}

/// Silent: what was right comes once the time is over, and nothing counts any more.
async fn the_third_question_is_not_answered(anna: &mut Client, score: i64) {
    let slide = go(anna, 1).await;
    assert!(matches!(slide.stage, Some(Stage::Slide { .. })) && slide.score == score);
    let typing = go(anna, 2).await;
    assert_eq!(answer(anna, 0, choice(2)).await.as_ref(), Ok(&typing), "that is long past");
    anna.until_ms(typing.closes_ms).await;
    let mut silent = typing;
    while asks(&silent) {
        silent = go(anna, 2).await;
    }
    assert_eq!(answer(anna, 2, typed("Paris")).await, Err(Refusal::TooLate));
    let outcome = silent.outcome.clone().unwrap();
    assert_eq!((outcome.grade, outcome.answer, outcome.streak), (Grade::Wrong, None, 0));
    assert_eq!(silent.score, score);
    assert!(!anna.seen.iter().any(|frame| matches!(frame, ServerFrame::Paced(paced)
        if paced.round == 2 && asks(paced) && format!("{paced:?}").contains("Paris"))));
}

/// Ranks and scores of everybody, as the host finds them.
async fn listed(host: &mut Client) -> Vec<(u32, i64)> {
    host.send(&HostFrame::ListPlayers { search: String::new(), skip: 0 }).await;
    let list = host.until(|frame| match frame {
        ServerFrame::Players(list) => Some(list),
        _ => None,
    });
    list.await.rows.iter().map(|row| (row.rank, row.score)).collect()
}

fn rows(top: &[BoardRow]) -> Vec<(u32, String, i64)> {
    top.iter().map(|row| (row.rank, row.nickname.clone(), row.score)).collect()
}

/// The log of a game that is over says the same, of four players; so do the receipts of Anna, who
/// has this score, and of Dora, who never began.
async fn the_log_plays_it_again(server: &Server, hosted: &HostRight, score: i64) {
    server.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    let url = server.database_url();
    let game = hosted.game.to_string();
    let output = run(server.dir(), &["replay", &game, "--database-url", url.as_str()]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    for counted in ["is as the log says", "players: 4", "rounds: 3", "rains: 1", "catches: 1"] {
        assert!(said.contains(counted), "{said}");
    }
    let answers = "SELECT COUNT(*) FROM game_log WHERE what = 'answers'";
    assert_eq!(server.ledger(answers), ["3"], "one row for each round that is answered");
    let receipt = |player| -> GameReceipt {
        server.get_json(&format!("/api/games/{game}/receipt"), &token(player).reveal())
    };
    let own = receipt(1);
    assert_eq!((own.score, own.rank, own.players), (score, Some(2), 4));
    let grades: Vec<_> = own.questions.iter().map(|it| it.own.as_ref().unwrap().grade).collect();
    assert_eq!((grades.len(), grades[0], grades[1]), (3, Grade::Right, Grade::Wrong));
    assert_eq!(own.questions[1].right, ["Paris".into()]);
    let silent = receipt(4);
    assert_eq!((silent.score, silent.questions.len()), (0, 3));
}

async fn each_plays_at_their_own_pace_and_the_log_plays_it_again(on: On) {
    let (_folder, server, hosted) = serve(on);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    assert_eq!(say(&mut anna, PlayerFrame::Pace { question: 0 }).await, Err(Refusal::NotOpen));
    host.make(Move::Ask).await;
    let open = host.stage(Kind::Paced).await;
    assert_eq!((open.stage.clone(), open.closes_ms - open.opens_ms), (Stage::Paced, 1_800_000));
    anna.stage(Kind::Paced).await;
    let told = the_first_question_is_answered_once(&mut anna).await;
    board(&mut host, 1, 0).await;
    the_third_question_is_not_answered(&mut anna, told.score).await;
    let untimed = go(&mut anna, 3).await;
    assert!(asks(&untimed) && untimed.closes_ms == 0);
    answer(&mut anna, 3, choice(0b100)).await.unwrap();
    let anna_done = go(&mut anna, QUESTIONS).await;
    assert_eq!((anna_done.round, anna_done.stage.clone()), (QUESTIONS, None));
    let ben_done = play(&mut ben, 2).await;
    assert_eq!((ben_done.rank, ben_done.players), (1, 2), "{ben_done:?}");
    // Whoever comes while it is open plays; whoever does not begin stands nowhere.
    let mut cleo = Client::seated(&server, &hosted, 3, "Cleo").await;
    go(&mut cleo, 0).await;
    Client::seated(&server, &hosted, 4, "Dora").await;
    let shown = board(&mut host, 3, 2).await;
    let live = [(1, "Ben".to_owned(), ben_done.score), (2, "Anna".to_owned(), anna_done.score)];
    assert_eq!(rows(&shown.standings.top)[..2], live);
    let [ben_stands, anna_stands] = [ben_done.score, anna_done.score];
    let stand = [(1, ben_stands), (2, anna_stands), (3, 0), (0, 0)];
    assert_eq!(listed(&mut host).await, stand, "one has begun, one has not");
    // Its host closes it: a question that is open then is one without an answer.
    host.make(Move::Close).await;
    let closed = host.stage(Kind::Board).await;
    assert_eq!(closed.phase.played.rounds(), QUESTIONS);
    let Stage::Board(standings) = closed.stage else { panic!() };
    assert_eq!(rows(&standings.top)[..2], live, "as they were told");
    let silent = [(3, "Cleo".to_owned(), 0), (3, "Dora".to_owned(), 0)];
    assert_eq!(rows(&standings.top)[2..], silent);
    // Others have passed since: a phone hears how it stands now.
    let last = anna.outcome().await;
    assert_eq!((last.round, last.score, last.rank), (QUESTIONS - 1, anna_stands, 2));
    assert_eq!(answer(&mut cleo, 0, choice(1)).await, Err(Refusal::TooLate));
    assert_eq!(say(&mut cleo, PlayerFrame::Pace { question: 1 }).await, Err(Refusal::TooLate));
    let again = scores_say_who_may_catch(&server, &hosted, &mut host, &mut ben).await;
    assert_eq!(again, anna_stands);
    host.make(Move::ShowPodium).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    the_log_plays_it_again(&server, &hosted, anna_stands).await;
}

/// The best one catches, and Anna, who comes back, does not; her score, as she finds it then.
async fn scores_say_who_may_catch(
    server: &Server,
    hosted: &HostRight,
    host: &mut Client,
    best: &mut Client,
) -> i64 {
    let mut anna = Client::player(server, hosted, 1).await;
    let you = anna.welcome().await.you.unwrap();
    assert_eq!(you.paced, None);
    let eligibility = Eligibility::TopRank(1);
    host.open_rain(RainPlan { eligibility, seconds: 5, ..plan("CNY", 100, 2) }).await;
    assert_eq!(anna.grab().await, Err(Refusal::NotEligible));
    best.grab().await.unwrap();
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    assert_eq!(host.refusal().await, Refusal::NoQuestionLeft);
    you.outcome.unwrap().score
}

async fn whoever_is_there_when_places_are_looked_at_has_one_in_a_game_that_nobody_played(on: On) {
    let (_folder, server, hosted) = serve(on);
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::Ask).await;
    host.make(Move::Close).await;
    host.stage(Kind::Board).await;
    let mut players = vec![Client::seated(&server, &hosted, 1, "Anna").await];
    // Everybody may catch: nobody asks how they stand yet.
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 100, 1) }).await;
    for (number, name) in [(2, "Ben"), (3, "Cleo")] {
        players.push(Client::seated(&server, &hosted, number, name).await);
    }
    players[2].grab().await.unwrap();
    host.stage(Kind::RainDone).await;
    host.open_rain(RainPlan::of_prizes("CNY".parse().unwrap(), vec![Minor(300)], 10)).await;
    for player in &mut players {
        player.stage(Kind::RainDone).await;
        assert_eq!(player.grab().await.unwrap().amount, Minor(100));
    }
    host.stage(Kind::RainDone).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    is_equal(&server, hosted.game);
}

async fn a_question_goes_on_where_it_was_after_a_restart(on: On) {
    let (_folder, mut server, hosted) = serve(on);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Paced).await;
    go(&mut anna, 0).await;
    go(&mut ben, 0).await;
    let told = answer(&mut ben, 0, choice(1)).await.unwrap();
    let first = go(&mut anna, 0).await;
    // A reload in the middle of a question, and a second tab, are where the first one was.
    let mut reloaded = Client::player(&server, &hosted, 1).await;
    assert_eq!(reloaded.welcome().await.you.unwrap().paced.as_deref(), Some(&first));

    server.kill();
    server.restart();
    let mut anna = Client::player(&server, &hosted, 1).await;
    let welcome = anna.welcome().await;
    assert_eq!(welcome.stage.phase.kind, Kind::Paced);
    assert_eq!(welcome.you.unwrap().paced.as_deref(), Some(&first));
    let mut ben = Client::player(&server, &hosted, 2).await;
    assert_eq!(ben.welcome().await.you.unwrap().paced.as_deref(), Some(&told));
    assert_eq!(answer(&mut ben, 0, choice(2)).await.unwrap(), told);
    let after = answer(&mut anna, 0, choice(1)).await.unwrap();
    assert!(after.outcome.unwrap().elapsed_ms > 0);

    // Killed between its close and the board: whoever drives it next makes the board.
    let mut host = Client::host(&server, &hosted).await;
    host.say_move(Move::Close).await;
    host.stage_where(|stage| stage.phase.kind != Kind::Paced).await;
    server.kill();
    server.restart();
    let mut host = Client::host(&server, &hosted).await;
    let Stage::Board(standings) = host.stage(Kind::Board).await.stage else { panic!() };
    let best = standings.top.iter().map(|row| row.score).max().unwrap();
    assert_eq!((standings.players, best), (2, told.score));
}

async fn players_go_from_node_to_node_and_boards_show_everywhere(on: On) {
    let folder = quizzes();
    let nodes = Nodes::start(on, 2, &["--quizzes", folder.path().to_str().unwrap()]).await;
    let hosted = open_game(nodes.node(0), Settings::default());
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut screen = Client::screen(nodes.node(1), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Paced).await;
    let first = go(&mut anna, 0).await;
    let mut there = Client::player(nodes.node(1), &hosted, 1).await;
    assert_eq!(there.welcome().await.you.unwrap().paced.as_deref(), Some(&first));
    let told = answer(&mut there, 0, choice(1)).await.unwrap();
    for watcher in [&mut host, &mut screen] {
        let shown = |frame| match frame {
            ServerFrame::PaceBoard(board) => {
                (board.standings.top.first()?.score == told.score).then_some(())
            }
            _ => None,
        };
        watcher.until(shown).await;
    }
    // A screen that comes later hears it too.
    let mut late = Client::screen(nodes.node(1), &hosted).await;
    board(&mut late, 1, 0).await;
    let mut back = Client::player(nodes.node(0), &hosted, 1).await;
    assert_eq!(back.welcome().await.you.unwrap().paced.as_deref(), Some(&told));
    assert_eq!(go(&mut back, 1).await.round, 1);
    host.make(Move::Close).await;
    screen.stage(Kind::Board).await;
}

#[tokio::test]
async fn it_closes_by_itself_in_the_middle_of_a_question_and_its_host_keeps_it_open() {
    let (_folder, server, hosted) = serve(On::Sqlite);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    let open = host.stage(Kind::Paced).await;
    for minutes in [0, 20_000] {
        host.wish(|seen| HostFrame::AddMinutes { minutes, seen }).await;
        assert_eq!(host.refusal().await, Refusal::Malformed);
    }
    host.wish(|seen| HostFrame::AddMinutes { minutes: 10_080, seen }).await;
    assert_eq!(host.refusal().await, Refusal::Invalid, "more than a week");
    host.wish(|seen| HostFrame::AddMinutes { minutes: 5, seen }).await;
    let longer = host.stage_where(|stage: &StageAt| stage.closes_ms > open.closes_ms).await;
    assert_eq!((longer.opens_ms, longer.closes_ms - open.closes_ms), (open.opens_ms, 300_000));
    // Ending it would lose what was answered: it is closed first.
    host.make(Move::End).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
    anna.stage(Kind::Paced).await;
    go(&mut anna, 0).await;
    answer(&mut anna, 0, choice(1)).await.unwrap();
    go(&mut anna, 1).await;
    go(&mut anna, 2).await;
    // Its time is over in a moment.
    let socket = server.dir().join("redis/redis.sock");
    let client = redis::Client::open(format!("unix://{}", socket.display())).unwrap();
    let mut con = client.get_multiplexed_async_connection().await.unwrap();
    let state = format!("{{g:{}}}:state", hosted.game);
    let mut set = redis::cmd("HSET");
    set.arg(state).arg("closes_ms").arg(open.opens_ms + 500).arg("seq").arg(longer.at.seq + 1);
    let () = set.query_async(&mut con).await.unwrap();
    let Stage::Board(standings) = host.stage(Kind::Board).await.stage else { panic!() };
    assert_eq!(standings.top.len(), 1);
    anna.stage(Kind::Board).await;
    assert_eq!(answer(&mut anna, 2, typed("Paris")).await, Err(Refusal::TooLate));
}

#[tokio::test]
async fn who_is_sent_away_stands_nowhere_and_whoever_is_late_stays_out_where_the_host_says_so() {
    let folder = quizzes();
    let server = Server::start_with(&["--quizzes", folder.path().to_str().unwrap()]);
    let settings = Settings { late_join: false, ..Settings::default() };
    let hosted = open_game(&server, settings);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Paced).await;
    let mut late = Client::player(&server, &hosted, 2).await;
    late.welcome().await;
    let entropy = contribution("Late");
    let join = PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Late".into(),
        entropy,
        team: None,
    };
    late.send(&join).await;
    assert_eq!(late.refusal().await, Refusal::GameLocked);
    assert_eq!(say(&mut late, PlayerFrame::Pace { question: 0 }).await, Err(Refusal::NotSeated));
    host.send(&HostFrame::Configure { settings: Settings::default() }).await;
    let opened = |frame| match frame {
        ServerFrame::Lobby(lobby) => lobby.settings.late_join.then_some(()),
        _ => None,
    };
    host.until(opened).await;
    late.join("Late").await;
    go(&mut anna, 0).await;
    answer(&mut anna, 0, choice(1)).await.unwrap();
    go(&mut late, 0).await;
    let both = board(&mut host, 2, 0).await;
    assert_eq!(both.standings.top.len(), 2);
    host.send(&HostFrame::Remove { seat: 1, ban: Ban::No }).await;
    let left = board(&mut host, 1, 0).await;
    let names: Vec<_> = left.standings.top.iter().map(|row| row.nickname.as_str()).collect();
    assert_eq!(names, ["Late"]);
    // Whoever comes back goes on where they were: nobody answers a question twice.
    let mut back = Client::seated(&server, &hosted, 1, "Anna").await;
    let where_they_were = go(&mut back, 0).await;
    assert_eq!(where_they_were.outcome.unwrap().answer, Some(choice(1)));
    go(&mut back, 1).await;
    board(&mut host, 2, 0).await;
    // Whoever was done is shown so at once, and stands on the board again.
    let mut cy = Client::seated(&server, &hosted, 3, "Cy").await;
    let done = play(&mut cy, 2).await;
    board(&mut host, 3, 1).await;
    host.send(&HostFrame::Remove { seat: 4, ban: Ban::No }).await;
    board(&mut host, 2, 0).await;
    let mut cy = Client::player(&server, &hosted, 3).await;
    cy.welcome().await;
    let paced = cy.join("Cy").await.you.unwrap().paced.unwrap();
    assert_eq!((paced.round, paced.score), (done.round, done.score));
    let again = board(&mut host, 3, 1).await;
    assert!(
        again.standings.top.iter().any(|row| (&*row.nickname, row.score) == ("Cy", done.score))
    );
}
