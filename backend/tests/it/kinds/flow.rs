//! Questions that are read first, that have no end of their own, and slides between them.

use quizrain_shared::phase::{Kind, Move};

use quizrain_shared::question::KindView;
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::score::Grade;
use quizrain_shared::wire::Standings;
use quizrain_shared::wire::{PlayerFrame, Refusal, Stage};

use super::with_quiz;
use crate::common::client::Client;
use crate::common::plan;

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";
const SLIDE: &str = "[[question]]\ntext = \"And now\"\nkind = \"slide\"\n";

#[tokio::test]
async fn a_question_can_be_read_before_it_opens() {
    let quiz = format!("{TRUTH}read_seconds = 2\n{TRUTH}read_seconds = 30\n");
    let (_folder, server, hosted) = with_quiz(&quiz);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    let reading = anna.stage(Kind::Reading).await;
    assert_eq!(reading.closes_ms, reading.opens_ms + 2000);
    assert_eq!((reading.phase.round(), reading.phase.questions), (Some(0), 2));
    let Stage::Reading { text, points, .. } = reading.stage else { panic!("not a question") };
    assert_eq!((text.as_str(), points), ("True?", 1000));
    anna.send(&PlayerFrame::Answer {
        round: 0,
        answer: quizrain_shared::question::ChoiceSet(1).into(),
    })
    .await;
    assert_eq!(anna.refusal().await, Refusal::NotOpen);
    // It opens by itself, and its own time begins then.
    let asking = anna.stage(Kind::Asking).await;
    assert!(asking.opens_ms >= reading.closes_ms, "{asking:?}");
    assert_eq!(asking.closes_ms, asking.opens_ms + 20_000);
    anna.answer(0, 1).await;
    assert!(anna.outcome().await.points > 900);
    // A host need not wait.
    host.stage(Kind::Revealed).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Reading).await;
    host.make(Move::Open).await;
    anna.stage(Kind::Asking).await;
    for mv in [Move::Read, Move::ShowSlide, Move::Open] {
        host.stage(Kind::Asking).await;
        host.say_move(mv).await;
        assert_eq!(host.refusal().await, Refusal::NotNow);
    }
}

#[tokio::test]
async fn a_question_without_an_end_waits_for_everybody_or_the_host() {
    let quiz = format!("{TRUTH}seconds = 0\n{TRUTH}seconds = 0\n");
    let (_folder, server, hosted) = with_quiz(&quiz);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    let asking = anna.stage(Kind::Asking).await;
    assert_eq!(asking.closes_ms, 0);
    // Time does not count.
    anna.answer(0, 1).await;
    let outcome = anna.outcome().await;
    assert_eq!((outcome.grade, outcome.points), (Grade::Right, 1000));
    host.stage(Kind::Revealed).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    host.make(Move::Close).await;
    assert_eq!(anna.outcome().await.grade, Grade::Wrong);
}

#[tokio::test]
async fn a_slide_is_shown_and_the_game_goes_on_from_there() {
    let quiz = format!("{SLIDE}{TRUTH}{SLIDE}{SLIDE}{TRUTH}{SLIDE}");
    let (_folder, server, hosted) = with_quiz(&quiz);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    let slide = anna.stage(Kind::Slide).await;
    let Stage::Slide { slide: shown } = slide.stage else { panic!("not a slide") };
    assert_eq!((shown.text.as_str(), shown.kind, slide.closes_ms), ("And now", KindView::Slide, 0));
    anna.send(&PlayerFrame::Answer {
        round: 0,
        answer: quizrain_shared::question::ChoiceSet(1).into(),
    })
    .await;
    assert_eq!(anna.refusal().await, Refusal::TooLate);
    let mut score = 0;
    for round in [1, 4] {
        host.make(Move::Ask).await;
        host.stage(Kind::Asking).await;
        anna.answer(round, 1).await;
        let outcome = anna.outcome().await;
        assert_eq!((outcome.round, outcome.streak), (round, if round == 1 { 1 } else { 2 }));
        score += i64::from(outcome.points);
        assert_eq!(outcome.score, score);
        host.stage(Kind::Revealed).await;
        for _ in if round == 1 { 0..2 } else { 0..1 } {
            host.make(Move::Ask).await;
            host.stage(Kind::Slide).await;
        }
        // Whoever comes back has what the last question brought.
        let mut again = Client::player(&server, &hosted, 1).await;
        let you = again.welcome().await.you.unwrap();
        assert_eq!(you.outcome.unwrap().score, score);
        anna = again;
    }
    // What a slide comes after counts on the board.
    host.make(Move::ShowPodium).await;
    let Stage::Podium(Standings { top, .. }) = host.stage(Kind::Podium).await.stage else {
        panic!()
    };
    assert_eq!(top[0].score, score);
    assert!(!server.log().contains("Redis had lost scores"), "nothing was lost");
}

#[tokio::test]
async fn while_nothing_was_right_or_wrong_a_rain_for_who_was_right_is_for_everybody() {
    let poll = "[[question]]\ntext = \"Tea?\"\nkind = \"poll\"\nchoices = [\"a\", \"b\"]\n";
    let (_folder, server, hosted) = with_quiz(&format!("{SLIDE}{poll}{TRUTH}"));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let last_right =
        || RainPlan { eligibility: Eligibility::LastRight, seconds: 60, ..plan("points", 10, 2) };
    host.make(Move::Ask).await;
    host.stage(Kind::Slide).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(last_right()).await;
    for player in [&mut anna, &mut ben] {
        player.grab().await.unwrap();
    }
    // Whoever is wrong may not.
    host.stage(Kind::RainDone).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    anna.answer(2, 1).await;
    ben.answer(2, 2).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(last_right()).await;
    anna.grab().await.unwrap();
    assert_eq!(ben.grab().await, Err(Refusal::NotEligible));
}
