//! Whole games over real sockets, checked against the ledger by the sqlite3 program.

use std::time::Duration;

use quizrain_shared::api::Balance;

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{ChoiceSet, Key, Tally};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::Standings;
use quizrain_shared::wire::{Caught, Encoding, Face, Refusal, ServerFrame, Stage};
use tempfile::TempDir;

use crate::common::client::{Client, token};
use crate::common::plan;
use crate::common::server::{HostRight, Server};

/// A quiz of one question of each kind; `key` is the first one's right choice.
fn quiz(key: u8) -> String {
    format!(
        r#"
title = "Test"
language = "en"

[[question]]
text = "One?"
choices = ["a", "b", "c", "d"]
correct = [{key}]
seconds = 60
explanation = "because {key}"

[[question]]
text = "Many?"
kind = "multiple"
choices = ["a", "b", "c"]
correct = [1, 3]
seconds = 60

[[question]]
text = "True?"
kind = "true_false"
correct = false
seconds = 60
"#
    )
}

/// A server with that quiz alone, and a game of it.
fn with_quiz(key: u8) -> (TempDir, Server, HostRight) {
    let quizzes = tempfile::tempdir().unwrap();
    std::fs::write(quizzes.path().join("test.toml"), quiz(key)).unwrap();
    let server = Server::start_with(&["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game("Test");
    (quizzes, server, hosted)
}

fn account(number: u64) -> AccountId {
    quizrain::people::account_of(&token(number))
}

/// The first question: Anna is right and Li is not. What it brings Anna.
async fn one_is_right(
    host: &mut Client,
    screen: &mut Client,
    anna: &mut Client,
    li: &mut Client,
) -> i64 {
    host.make(Move::Ask).await;
    let asking = anna.stage(Kind::Asking).await;
    assert!(asking.closes_ms == asking.opens_ms + 60_000);
    anna.answer(0, 0b0010).await;
    // The first answer counts, whatever comes after it.
    anna.answer(0, 0b0001).await;
    for _ in 0..2 {
        let counted = anna
            .until(|frame| match frame {
                ServerFrame::Answered { answer, .. } => Some(answer),
                _ => None,
            })
            .await;
        assert_eq!(counted, ChoiceSet(0b0010).into());
    }
    li.stage(Kind::Asking).await;
    li.answer(0, 0b0001).await;
    // Everybody has answered, so the question closes long before its time.
    let (hers, his) = (anna.outcome().await, li.outcome().await);
    assert!(hers.grade == Grade::Right && hers.points > 900 && hers.rank == 1 && hers.players == 2);
    assert!(his.grade == Grade::Wrong && his.points == 0 && his.rank == 2 && his.score == 0);
    let revealed = screen.stage(Kind::Revealed).await;
    let Stage::Revealed { key, tally, answered, explanation, .. } = revealed.stage else {
        panic!("not a reveal");
    };
    assert_eq!((key, answered), (Some(Key::Choices(ChoiceSet(0b0010))), 2));
    assert_eq!(tally, Tally::Choices(vec![1, 1, 0, 0]));
    assert_eq!(explanation, "because 2");
    host.stage(Kind::Revealed).await;
    hers.points.into()
}

/// The second one: Anna has a part of what is right, and Li does not answer in the host's own time.
async fn one_is_right_in_part(host: &mut Client, anna: &mut Client, li: &mut Client, before: i64) {
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(1, 0b001).await;
    host.stage(Kind::Asking).await;
    host.until(|frame| matches!(frame, ServerFrame::Progress { answered: 1, .. }).then_some(()))
        .await;
    host.make(Move::Close).await;
    let part = anna.outcome().await;
    assert!(part.grade == Grade::Partly && (450..=500).contains(&part.points), "{part:?}");
    assert_eq!(part.score, before + i64::from(part.points));
    let none = li.outcome().await;
    assert_eq!((none.answer, none.points), (None, 0));
    host.stage(Kind::Revealed).await;
}

/// The ledger has what Anna and Li were told, and nothing else.
fn ledger_has(server: &Server, anna: &Caught, li: &Caught) {
    let rows = server.sqlite("SELECT account, amount, currency FROM settlements ORDER BY account");
    let mut expected = [
        format!("{}|{}|CNY", account(1), anna.amount),
        format!("{}|{}|CNY", account(2), li.amount),
    ];
    expected.sort();
    assert_eq!(rows, expected);
    let pot = "SELECT SUM(CASE WHEN credit = 'pot' THEN amount ELSE -amount END) FROM entries
               WHERE 'pot' IN (debit, credit)";
    assert_eq!(server.sqlite(pot), ["0"]);
    let balance: Balance = server.get_json("/api/balance", &token(1).reveal());
    assert_eq!(balance.balances[0].amount, anna.amount);
    assert_eq!(balance.packets[0].title, "Test");
}

#[tokio::test]
async fn a_game_from_the_lobby_to_the_ledger() {
    let (_quizzes, server, hosted) = with_quiz(2);
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "李雷").await;
    // The screen hears who came without asking.
    screen
        .until(|frame| match frame {
            ServerFrame::Lobby(lobby) if lobby.players == 2 => {
                let face =
                    |name: &str| Face { nickname: name.into(), avatar: Avatar::of_name(name) };
                assert_eq!(lobby.newest, ["李雷", "Anna"].map(face));
                Some(())
            }
            _ => None,
        })
        .await;
    let points = one_is_right(&mut host, &mut screen, &mut anna, &mut li).await;

    host.make(Move::ShowBoard).await;
    let board = screen.stage(Kind::Board).await;
    let Stage::Board(Standings { top, players, .. }) = board.stage else { panic!("not a board") };
    assert_eq!(players, 2);
    assert_eq!(top.iter().map(|row| row.nickname.as_str()).collect::<Vec<_>>(), ["Anna", "李雷"]);
    assert_eq!(top[0].score, points);
    host.stage(Kind::Board).await;
    one_is_right_in_part(&mut host, &mut anna, &mut li, points).await;

    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 2000, 2) }).await;
    let (caught, other) = (anna.tap().await.unwrap(), li.tap().await.unwrap());
    assert_eq!(caught.amount.0 + other.amount.0, 2000);
    assert_ne!(caught.packet, other.packet);
    assert!(anna.credited().await.credited);
    assert_eq!(li.credited().await.amount, other.amount);

    // Sold out: the rain ends by itself, and the podium follows.
    let done = screen.stage(Kind::RainDone).await;
    let Stage::RainDone { caught: count, caught_amount, winners, .. } = done.stage else {
        panic!("not the end of a rain");
    };
    assert_eq!((count, caught_amount.0, winners.len()), (2, 2000, 2));
    host.stage(Kind::RainDone).await;
    host.make(Move::ShowPodium).await;
    let podium = screen.stage(Kind::Podium).await;
    assert!(matches!(podium.stage, Stage::Podium(Standings { players: 2, .. })));
    host.stage(Kind::Podium).await;
    host.make(Move::End).await;
    anna.stage(Kind::Ended).await;
    ledger_has(&server, &caught, &other);
}

#[tokio::test]
async fn json_speaks_the_same_game() {
    let (_quizzes, server, hosted) = with_quiz(1);
    let mut host = Client::host(&server, &hosted).await;
    let mut bot = Client::player_in(&server, &hosted, 1, Encoding::Json).await;
    bot.welcome().await;
    bot.join("bot").await;
    host.make(Move::Ask).await;
    bot.stage(Kind::Asking).await;
    bot.answer(0, 1).await;
    assert_eq!(bot.outcome().await.grade, Grade::Right);
}

#[tokio::test]
async fn a_refresh_comes_back_to_the_same_screen() {
    let (_quizzes, server, hosted) = with_quiz(1);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let _li = Client::seated(&server, &hosted, 2, "Li").await;
    host.make(Move::Ask).await;
    let asking = anna.stage(Kind::Asking).await;
    anna.answer(0, 0b0100).await;
    anna.until(|frame| matches!(frame, ServerFrame::Answered { .. }).then_some(())).await;

    // The newer socket takes over at once; the older one is told why.
    let mut again = Client::player(&server, &hosted, 1).await;
    let welcome = again.welcome().await;
    assert_eq!(anna.closed().await, 4001);
    assert_eq!(welcome.stage, asking);
    let you = welcome.you.unwrap();
    assert_eq!(you.seat.nickname, "Anna");
    assert_eq!(you.answer, Some(ChoiceSet(0b0100).into()));

    // The host's page too, and what it does next works.
    let mut host = Client::host(&server, &hosted).await;
    assert_eq!(host.stage.as_ref().unwrap(), &asking);
    host.make(Move::Close).await;
    assert_eq!(again.outcome().await.points, 0);
}

#[tokio::test]
async fn two_clicks_make_one_move() {
    let (_quizzes, server, hosted) = with_quiz(1);
    let mut host = Client::host(&server, &hosted).await;
    Client::seated(&server, &hosted, 1, "Anna").await;
    host.say_move(Move::Ask).await;
    host.say_move(Move::Ask).await;
    let refused = host.refusal().await;
    assert_eq!(refused, Refusal::Stale);
    assert_eq!(host.stage(Kind::Asking).await.phase.round(), Some(0));
}

#[tokio::test]
async fn a_player_who_lost_the_connection_does_not_lose_the_turn() {
    let (_quizzes, server, hosted) = with_quiz(1);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "Li").await;
    host.make(Move::Ask).await;
    li.stage(Kind::Asking).await;
    drop(li);
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    // Everybody who is there has answered, and that is told; the question stays open.
    let counted = |frame| matches!(frame, ServerFrame::Progress { answered: 1, .. }).then_some(());
    host.until(counted).await;
    // For a few of the driver's steps, and far shorter than somebody may be away.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut li = Client::player(&server, &hosted, 2).await;
    assert_eq!(li.welcome().await.stage.phase.kind, Kind::Asking);
    li.answer(0, 1).await;
    for player in [&mut li, &mut anna] {
        assert_eq!(player.outcome().await.grade, Grade::Right);
    }
}
