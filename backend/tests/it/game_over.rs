//! A game that is over: its players and screens look at how it ended for as long as its keys are
//! kept. Nobody else comes in, and a live game with the same pin comes first.

use quizrain_shared::phase::{Kind, Move};

use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::Standings;
use quizrain_shared::wire::{PlayerFrame, Refusal, ServerFrame, Stage, Welcome};

use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, HostRight, Server};
use crate::common::{contribution, plan};

on_both!(players_and_screens_see_how_a_game_ended, a_live_game_with_the_pin_comes_first,);

/// Anna answers the first question, catches the only packet, and the host ends the game while the
/// second question is open.
async fn play(server: &Server) -> HostRight {
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(server, &hosted).await;
    let mut anna = Client::seated(server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 10, 1) }).await;
    anna.tap().await.unwrap();
    anna.credited().await;
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    hosted
}

/// The names on the final board.
fn board(welcome: &Welcome) -> Vec<&str> {
    let Stage::Ended(Standings { top, players: 1, .. }) = &welcome.stage.stage else {
        panic!("{:?}", welcome.stage);
    };
    top.iter().map(|row| row.nickname.as_str()).collect()
}

async fn players_and_screens_see_how_a_game_ended(on: On) {
    let mut server = Server::start_on(on, &[]);
    let hosted = play(&server).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;
    for round in 0..2 {
        let mut anna = Client::player(&server, &hosted, 1).await;
        let welcome = anna.welcome().await;
        assert_eq!(board(&welcome), ["Anna"]);
        let you = welcome.you.unwrap();
        let outcome = you.outcome.unwrap();
        assert_eq!((you.seat.nickname.as_str(), outcome.round, outcome.rank), ("Anna", 0, 1));
        assert!(you.caught.unwrap().credited);
        // Her seat is hers, and does nothing any more.
        anna.answer(1, 1).await;
        assert_eq!(anna.refusal().await, Refusal::GameEnded);
        let screen = Client::screen(&server, &hosted).await;
        assert_eq!(screen.stage.map(|stage| stage.phase.kind), Some(Kind::Ended));
        let mut stranger = Client::player(&server, &hosted, 2).await;
        assert_eq!(stranger.refusal().await, Refusal::GameEnded);
        stranger.closed().await;
        if round == 0 {
            server.kill();
            server.restart();
        }
    }
    // What Redis has forgotten is no game any more, once the server looks again.
    server.tamper("UPDATE games SET keys_deleted_ms = 1");
    let forgotten = async {
        loop {
            let mut anna = Client::player(&server, &hosted, 1).await;
            let is_answer = |frame| {
                matches!(frame, ServerFrame::Welcome(_) | ServerFrame::Refused(_)).then_some(frame)
            };
            if anna.until(is_answer).await == ServerFrame::Refused(Refusal::UnknownPin) {
                return;
            }
        }
    };
    tokio::time::timeout(DEADLINE, forgotten).await.expect("the game is forgotten");
}

async fn a_live_game_with_the_pin_comes_first(on: On) {
    let mut server = Server::start_on(on, &[]);
    let over = play(&server).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;
    let next = server.create_game("How computers count");
    server.kill();
    let (pin, game) = (over.pin.number(), next.game);
    server.tamper(&format!("UPDATE games SET pin = {pin} WHERE game = '{game}'"));
    server.restart();
    let mut anna = Client::player(&server, &over, 1).await;
    let welcome = anna.welcome().await;
    assert_eq!((welcome.game.game, welcome.you), (next.game, None));
    anna.send(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Anna".into(),
        entropy: contribution("Anna"),
        team: None,
    })
    .await;
    assert_eq!(anna.welcome().await.you.unwrap().seat.number, 1);
}
