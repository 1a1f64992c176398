//! Flags over HTTP: windows that one script drives are told to the host with plain numbers, and play on.

use futures_util::future::join_all;
use quizrain_shared::api::{FlagReason, Flags};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;

use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;
use crate::kinds::with_quiz;

on_both!(flags_are_there_as_long_as_the_game_is_kept_and_for_its_host_alone,);

const ROUNDS: u16 = 8;
const WINDOWS: u64 = 10;

fn questions() -> String {
    let one = |n: u16| {
        let choices = "choices = [\"a\", \"b\", \"c\", \"d\"]";
        format!("[[question]]\ntext = \"Number {n}?\"\n{choices}\ncorrect = [2]\nseconds = 60\n")
    };
    (1..=ROUNDS).map(one).collect()
}

/// What somebody says who has nothing to do with the others: each something else from question to question.
fn own_mind(player: u64, round: u16) -> u8 {
    1 << ((player + u64::from(round) * (player + 1) + u64::from(round) / 3) % 4)
}

fn has_same_answers(reasons: &[FlagReason]) -> bool {
    reasons.iter().any(|reason| matches!(reason, FlagReason::SameAnswers { .. }))
}

#[tokio::test]
async fn ten_windows_of_one_script_are_told_and_catch_like_everybody() {
    let (_folder, server, hosted) = with_quiz(&questions());
    let path = format!("/api/games/{}/flags", hosted.game);
    let token = hosted.token.reveal();
    let mut host = Client::host(&server, &hosted).await;
    let mut windows = Client::many(&server, &hosted, 1..=WINDOWS).await;
    let mut others = Client::many(&server, &hosted, 21..=24).await;
    assert_eq!(server.get_json::<Flags>(&path, &token).found, 0);
    for round in 0..ROUNDS {
        host.make(Move::Ask).await;
        join_all(windows.iter_mut().map(|it| it.stage(Kind::Asking))).await;
        join_all(windows.iter_mut().map(|it| it.answer(round, 1 << (round % 4)))).await;
        for (player, other) in (0..).zip(&mut others) {
            other.stage(Kind::Asking).await;
            other.answer(round, own_mind(player, round)).await;
        }
        host.stage(Kind::Revealed).await;
    }
    let flags: Flags = server.get_json(&path, &token);
    assert_eq!((flags.players, flags.questions), (14, ROUNDS));
    let same: Vec<_> = flags.flagged.iter().filter(|it| has_same_answers(&it.reasons)).collect();
    // Ten clients on a machine that is busy may be further apart now and then.
    assert!(same.len() >= 8, "{flags:?}");
    for flagged in &same {
        assert!((1..=WINDOWS).any(|it| flagged.nickname == format!("p{it}")), "{flagged:?}");
        let FlagReason::SameAnswers { questions, of, seat, .. } = flagged.reasons[0] else {
            panic!("{flagged:?}");
        };
        assert!(questions >= 6 && of == ROUNDS && seat != flagged.seat, "{flagged:?}");
    }
    // Nothing was taken from anybody.
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 1400, 14) }).await;
    for window in &mut windows {
        window.tap().await.unwrap();
    }
}

async fn flags_are_there_as_long_as_the_game_is_kept_and_for_its_host_alone(on: On) {
    let server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let other = server.create_game("How computers count");
    let path = format!("/api/games/{}/flags", hosted.game);
    let (own, foreign) = (hosted.token.reveal(), other.token.reveal());
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    assert_eq!(server.get_json::<Flags>(&path, &own).players, 1);
    for (token, status) in [(foreign.as_str(), 403), ("", 401)] {
        assert_eq!(server.get(&path, token).0, status);
    }
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    let flags: Flags = server.get_json(&path, &own);
    assert_eq!((flags.questions, flags.found), (1, 0));
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    let flags: Flags = server.get_json(&path, &own);
    assert_eq!((flags.players, flags.questions), (1, 1));
}
