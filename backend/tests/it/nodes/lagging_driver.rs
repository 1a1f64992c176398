//! A driver that does not hear how its game moves on makes no step in what came next.

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::ServerFrame;

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;

#[tokio::test]
async fn a_question_that_its_driver_has_not_heard_of_stays_open() {
    // From the second stage on it hears of each four seconds late.
    let deaf = [("FAILPOINTS", "events.before_stage=1*off->return(4000)")];
    let mut nodes = Nodes::start_with_env(On::Sqlite, 1, &[], &deaf).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    nodes.driver(hosted.game).await;
    nodes.add(&[]);
    let mut host = Client::host(nodes.node(1), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    host.make(Move::Ask).await;
    let asked = host.stage(Kind::Asking).await;
    // Time for many steps, as long as everybody has answered the question that it knows of.
    host.until_ms(asked.opens_ms + 2500).await;
    let mut bo = Client::seated(nodes.node(1), &hosted, 2, "Bo").await;
    assert_eq!(bo.stage(Kind::Asking).await, asked);
    bo.answer(1, 1).await;
    let answered = bo.until(|frame| match frame {
        ServerFrame::Answered { round, .. } => Some(round),
        ServerFrame::Stage(stage) => panic!("{stage:?}"),
        _ => None,
    });
    assert_eq!(answered.await, 1);
}
