//! Answers that do not count, and what is said after the end.

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::wire::{HostFrame, PlayerFrame, Refusal, ServerFrame};

use crate::common::client::Client;
use crate::common::locked;
use crate::common::server::Server;
use crate::common::{contribution, plan};

/// The answer that counts for the round, or why there is none.
async fn say(player: &mut Client, round: u16, choices: u8) -> Result<Answer, Refusal> {
    let answer = Answer::from(ChoiceSet(choices));
    player
        .insist(
            || PlayerFrame::Answer { round, answer: answer.clone() },
            |frame| match frame {
                ServerFrame::Answered { round: of, answer } if of == round => Some(Ok(answer)),
                ServerFrame::Refused(Refusal::Unavailable) => None,
                ServerFrame::Refused(why) => Some(Err(why)),
                _ => None,
            },
        )
        .await
}

#[tokio::test]
async fn whatever_comes_after_the_first_answer_is_answered_with_it() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    assert_eq!(say(&mut anna, 0, 0).await, Err(Refusal::NoSuchAnswer));
    assert_eq!(say(&mut anna, 0, 2).await, Ok(ChoiceSet(2).into()));
    for choices in [1, 0, 0xff] {
        assert_eq!(say(&mut anna, 0, choices).await, Ok(ChoiceSet(2).into()), "{choices}");
    }
    host.make(Move::Close).await;
    anna.stage(Kind::Revealed).await;
    for choices in [1, 0, 0xff] {
        assert_eq!(say(&mut anna, 0, choices).await, Ok(ChoiceSet(2).into()), "{choices}");
    }
}

#[tokio::test]
async fn an_answer_to_a_question_that_was_asked_is_too_late_for_ever() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    assert_eq!(say(&mut anna, 0, 1).await, Err(Refusal::NotOpen));
    host.make(Move::Ask).await;
    host.make(Move::Close).await;
    anna.stage(Kind::Revealed).await;
    host.stage(Kind::Revealed).await;
    assert_eq!(say(&mut anna, 0, 1).await, Err(Refusal::TooLate));
    assert_eq!(say(&mut anna, 1, 1).await, Err(Refusal::NotOpen));
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    assert_eq!(say(&mut anna, 0, 1).await, Err(Refusal::TooLate));
    assert_eq!(say(&mut anna, 2, 1).await, Err(Refusal::NotOpen));
}

#[tokio::test]
async fn after_the_end_everybody_hears_that_the_game_is_over() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut late = Client::player(&server, &hosted, 2).await;
    late.welcome().await;
    host.make(Move::End).await;
    for client in [&mut host, &mut anna, &mut late] {
        client.stage(Kind::Ended).await;
    }
    late.send(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Li".into(),
        entropy: contribution("Li"),
        team: None,
    })
    .await;
    assert_eq!(late.refusal().await, Refusal::GameEnded);
    assert_eq!(say(&mut anna, 0, 1).await, Err(Refusal::GameEnded));
    let seen = host.stage(Kind::Ended).await.at.seq;
    for frame in [
        HostFrame::Move { mv: Move::Ask, seen },
        HostFrame::Move { mv: Move::End, seen },
        HostFrame::Move { mv: Move::Reveal, seen },
        HostFrame::OpenRain { plan: plan("points", 10, 2), seen },
        HostFrame::Configure { settings: locked(true) },
    ] {
        host.send(&frame).await;
        assert_eq!(host.refusal().await, Refusal::GameEnded, "{frame:?}");
    }
    // What was said on an older screen is still that: the screen shows the end.
    host.send(&HostFrame::Move { mv: Move::Ask, seen: seen - 1 }).await;
    assert_eq!(host.refusal().await, Refusal::Stale);
}
