//! How a quiz scores, and what a player's line gives back.

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::score::{Grade, Scored, Scoring, Share, credited_ms};
use quizrain_shared::wire::{Outcome, ServerFrame};

use super::with_quiz;
use crate::common::client::Client;

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";

async fn ask(host: &mut Client, player: &mut Client, round: u16, choices: u8) -> Outcome {
    host.make(Move::Ask).await;
    player.stage(Kind::Asking).await;
    player.answer(round, choices).await;
    let outcome = player.outcome().await;
    host.stage(Kind::Revealed).await;
    outcome
}

#[tokio::test]
async fn a_quiz_says_what_wrong_answers_cost_and_what_right_ones_in_a_row_bring() {
    let scoring = r#"scoring = { curve = "accuracy", wrong_percent = 25, streak_bonus = true }"#;
    let (_folder, server, hosted) = with_quiz(&format!("{scoring}\n{}", TRUTH.repeat(5)));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut told = Vec::new();
    for (round, choices) in [2, 1, 1, 1, 2].into_iter().enumerate() {
        let outcome = ask(&mut host, &mut anna, round as u16, choices).await;
        told.push((outcome.points, outcome.bonus, outcome.streak, outcome.score));
    }
    assert_eq!(
        told,
        [
            (-250, 0, 0, -250),
            (1000, 0, 1, 750),
            (1100, 100, 2, 1850),
            (1200, 200, 3, 3050),
            (-250, 0, 0, 2800)
        ]
    );
}

#[tokio::test]
async fn the_time_of_a_line_is_measured_by_the_server_and_given_back() {
    let (_folder, server, hosted) = with_quiz(&TRUTH.repeat(2));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    // The first ping comes before the second heartbeat, and reading answers it.
    for _ in 0..2 {
        anna.until(|frame| matches!(frame, ServerFrame::Heartbeat { .. }).then_some(())).await;
    }
    host.make(Move::Ask).await;
    let asking = anna.stage(Kind::Asking).await;
    anna.until_ms(asking.opens_ms + 2000).await;
    anna.answer(0, 1).await;
    let outcome = anna.outcome().await;
    host.stage(Kind::Revealed).await;
    assert_eq!(outcome.grade, Grade::Right);
    assert!(outcome.line_ms >= 1 && outcome.elapsed_ms >= 1900, "{outcome:?}");
    let elapsed_ms = credited_ms(outcome.elapsed_ms.into(), outcome.line_ms);
    let scored = Scored { share: Share::all_if(true), elapsed_ms };
    assert_eq!(outcome.points, Scoring::default().points(scored, 1000, 20));
    // A line of which nothing is known gives nothing back.
    let mut anna = Client::player(&server, &hosted, 1).await;
    anna.welcome().await;
    assert_eq!(ask(&mut host, &mut anna, 1, 1).await.line_ms, 0);
}
