//! Players at their own pace: what is shown to one of them, and what is asked by itself.

use super::*;
use crate::question::Answer;
use crate::wire::{Paced, StageAt, Welcome, You};

/// Everybody plays at their own pace until half a minute.
fn open_stage(seq: u64) -> StageAt {
    StageAt { closes_ms: 30_000, ..stage(seq, Kind::Paced, 0, Stage::Paced) }
}

fn asked(round: u16, closes_ms: u64) -> Paced {
    Paced {
        round,
        opens_ms: 100,
        closes_ms,
        stage: Some(asking(4, 1).stage),
        outcome: None,
        score: 0,
        rank: 1,
        players: 1,
    }
}

fn told(round: u16, score: i64) -> Paced {
    let Some(Stage::Asking { question }) = asked(round, 0).stage else { panic!() };
    let stage = Stage::Revealed {
        question,
        key: None,
        tally: crate::question::Tally::Choices(Vec::new()),
        answered: 0,
        explanation: String::new(),
    };
    Paced { stage: Some(stage), outcome: Some(outcome(round, score)), score, ..asked(round, 0) }
}

fn done() -> Paced {
    Paced { stage: None, score: 900, ..asked(3, 0) }
}

fn frame(paced: Paced) -> ServerFrame {
    ServerFrame::Paced(Box::new(paced))
}

fn client() -> Client {
    let mut client = open();
    client.receive(welcome(open_stage(4)), 0.0, 0.5);
    client
}

fn phase(client: &Client) -> (Kind, Option<u16>) {
    let phase = client.view.phase().unwrap();
    (phase.kind, phase.round())
}

#[test]
fn a_player_sees_their_own_question_until_the_game_closes() {
    let mut client = client();
    assert_eq!((phase(&client), client.view.paced()), ((Kind::Paced, None), None));
    client.receive(frame(asked(0, 20_100)), 10.0, 0.5);
    assert_eq!(phase(&client), (Kind::Asking, Some(0)));
    let shown = client.view.stage.clone().unwrap();
    assert_eq!((shown.at.seq, shown.opens_ms, shown.closes_ms), (4, 100, 20_100));
    // The host keeps it open for longer: the question stays.
    let longer = StageAt { closes_ms: 60_000, ..open_stage(5) };
    client.receive(ServerFrame::Stage(longer.clone()), 20.0, 0.5);
    assert_eq!(phase(&client), (Kind::Asking, Some(0)));
    assert_eq!(client.view.open.as_deref(), Some(&longer));
    client.receive(frame(told(0, 700)), 30.0, 0.5);
    assert_eq!((phase(&client), client.view.score()), ((Kind::Revealed, Some(0)), 700));
    assert_eq!(client.view.outcome().map(|outcome| outcome.score), Some(700));
    client.receive(frame(asked(1, 0)), 40.0, 0.5);
    assert_eq!((phase(&client), client.view.answer()), ((Kind::Asking, Some(1)), None));
    client.receive(frame(done()), 50.0, 0.5);
    assert_eq!((phase(&client), client.view.score()), ((Kind::Paced, None), 900));
    let board = stage(6, Kind::Board, 3, Stage::Board(Standings::default()));
    client.receive(ServerFrame::Stage(board), 60.0, 0.5);
    assert_eq!((phase(&client), client.view.paced()), ((Kind::Board, Some(2)), None));
    // What comes late changes no board.
    client.receive(frame(asked(1, 0)), 70.0, 0.5);
    assert_eq!(phase(&client), (Kind::Board, Some(2)));
}

#[test]
fn a_snapshot_has_the_last_word() {
    let mut client = client();
    client.receive(frame(asked(1, 0)), 10.0, 0.5);
    let ServerFrame::Welcome(snapshot) = welcome(open_stage(4)) else { panic!() };
    let with = |paced: Option<Paced>| {
        let you = snapshot.you.clone().map(|you| You { paced: paced.map(Box::new), ..you });
        ServerFrame::Welcome(Box::new(Welcome { you, ..*snapshot.clone() }))
    };
    client.receive(with(Some(told(1, 500))), 20.0, 0.5);
    assert_eq!(phase(&client), (Kind::Revealed, Some(1)));
    let brought = client.view.you.as_ref().and_then(|you| you.outcome.as_ref());
    assert_eq!(brought.map(|outcome| (outcome.round, outcome.score)), Some((1, 500)));
    // Redis had lost where the player was.
    client.receive(with(None), 30.0, 0.5);
    assert_eq!(phase(&client), (Kind::Paced, None));
}

#[test]
fn what_became_of_a_question_is_asked_once_its_time_is_over() {
    let mut client = client();
    client.receive(frame(asked(0, 2_000)), 10.0, 0.5);
    let due = 2_000.0 + TIME_UP_MS;
    assert_eq!(client.tick(due - 1.0, 0.5), []);
    assert!(client.due_at() <= due);
    let question = || Action::Send(Request::Pace(0).encode());
    assert_eq!(client.tick(due, 0.5), [question()]);
    // The server's clock is a little behind: it is asked again, and not at once.
    assert_eq!(client.receive(frame(asked(0, 2_000)), due + 10.0, 0.5), []);
    assert_eq!(client.tick(due + ANSWER_RETRY_MS - 1.0, 0.5), []);
    assert_eq!(client.tick(due + ANSWER_RETRY_MS, 0.5), [question()]);
    client.receive(frame(told(0, 0)), due + 2000.0, 0.5);
    assert_eq!(client.tick(due + 4000.0, 0.5), []);
    // One without an end is not asked for.
    client.receive(frame(asked(1, 0)), due + 4100.0, 0.5);
    assert_eq!(client.tick(due + 6000.0, 0.5), []);
}

#[test]
fn an_answer_is_sent_until_its_verdict_and_a_step_until_its_place() {
    let answer: Answer = ChoiceSet(1).into();
    let mut client = client();
    client.receive(frame(asked(1, 0)), 10.0, 0.5);
    client.submit(Request::Answer(1, answer.clone()), 20.0, f64::INFINITY);
    // A late word on the question that is open is no verdict.
    client.receive(frame(asked(1, 0)), 30.0, 0.5);
    assert_eq!(client.pending.answering(1), Some(&answer));
    client.receive(frame(told(1, 5)), 40.0, 0.5);
    assert_eq!(client.pending.waiting(), None);
    client.submit(Request::Pace(2), 50.0, f64::INFINITY);
    assert_eq!(client.tick(50.0 + ANSWER_RETRY_MS, 0.5), [Action::Send(Request::Pace(2).encode())]);
    client.receive(frame(asked(2, 0)), 2000.0, 0.5);
    assert_eq!(client.pending.waiting(), None);
}
