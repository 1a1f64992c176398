//! Players who play at their own pace: every word of the script, and what changes with it.

use std::time::Duration;

use quizrain::game::calls::{
    self as game, Answered, CountedAnswer, Go, Left, Pace, PaceWish, Paced, Step,
};
use quizrain_shared::phase::Kind;
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::Ban;

use super::record::{Desk, Recorder};
use super::scene::{
    GAME, LONG_AGO_MS, OTHER_GAME, ROUNDS, account, ada, answer_one, begins, go, join,
    open_for_all, pace_one, step,
};

const LONG: Go = Go { round: 1, reading_ms: 0, lasts_ms: Some(60_000), is_last: false };

/// Where the first player is, who was in this round.
async fn stay(con: &mut Recorder, round: Option<u16>) -> Paced {
    pace_one(con, GAME, account(1), round, LONG, None).await.unwrap()
}

fn left(answer: &CountedAnswer, score: i64) -> Left {
    Left { answer: Some(answer.clone()), score, streak: 1 }
}

fn at(paced: &Paced) -> Pace {
    match paced {
        Paced::Moved(pace) | Paced::Open(pace) | Paced::Over(pace, _) | Paced::Elsewhere(pace) => {
            *pace
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_player_goes_from_question_to_question_and_never_past_an_open_one() {
    let mut desk = Desk::open().await;
    let ada = account(1);
    let first = go(0, false);
    let none = desk.unchanged("unknown", async |con| {
        pace_one(con, GAME, ada, None, first, Some(begins())).await
    });
    assert_eq!(none.await, Paced::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let begin = async |desk: &mut Desk, word: &str| {
        desk.unchanged(word, async |con| {
            pace_one(con, GAME, ada, None, first, Some(begins())).await
        })
        .await
    };
    assert_eq!(begin(&mut desk, "not_seated").await, Paced::NotSeated);
    join(&mut desk.con, GAME, ada, "Ada", 9).await.unwrap();
    assert_eq!(begin(&mut desk, "not_open").await, Paced::NotOpen);
    game::advance(&mut desk.con, GAME, &open_for_all(1)).await.unwrap();
    let before =
        desk.unchanged("not_begun", async |con| pace_one(con, GAME, ada, None, first, None).await);
    assert_eq!(before.await, Paced::NotBegun);
    let changed = ["+ paces.a1: 0:<ms>:<ms>:0:0", "+ standing: a1 0"];
    let begun = desk.granted("moved", &changed, async |con| {
        pace_one(con, GAME, ada, None, first, Some(begins())).await
    });
    let begun = at(&begun.await);
    assert_eq!((begun.round, begun.score), (0, 0));
    // Asked again, it is the same question, open since the same moment.
    assert_eq!(begin(&mut desk, "elsewhere").await, Paced::Elsewhere(begun));
    let early = desk.unchanged("open", async |con| {
        pace_one(con, GAME, ada, Some(0), LONG, Some(begins())).await
    });
    assert_eq!(early.await, Paced::Open(begun));
    answer_one(&mut desk.con, GAME, ada, 0, ChoiceSet(2)).await.unwrap();
    let Paced::Over(_, Some(answer)) = stay(&mut desk.con, Some(0)).await else {
        panic!("it is answered");
    };
    assert_eq!(answer.answer, ChoiceSet(2).into());
    let ungraded = desk.unchanged("over", async |con| {
        pace_one(con, GAME, ada, Some(0), LONG, Some(begins())).await
    });
    assert_eq!(ungraded.await, Paced::Over(begun, Some(answer.clone())));
    let changed = ["paces.a1: 0:<ms>:<ms>:0:0 -> 1:<ms>:<ms>:700:1", "standing: a1 0 -> a1 700"];
    let on = desk.granted("moved", &changed, async |con| {
        pace_one(con, GAME, ada, Some(0), LONG, Some(left(&answer, 700))).await
    });
    let second = at(&on.await);
    assert_eq!((second.round, second.score, second.streak), (1, 700, 1));
    assert_eq!(second.closes_ms - second.opens_ms, 60_000);
    let ended = step(2, Kind::Counting, 0);
    game::advance(&mut desk.con, GAME, &ended).await.unwrap();
    assert_eq!(begin(&mut desk, "late").await, Paced::Late);
    game::advance(&mut desk.con, GAME, &step(3, Kind::Ended, 0)).await.unwrap();
    assert_eq!(begin(&mut desk, "ended").await, Paced::Ended);
    desk.has_heard_all_of("pace.lua");
}

#[tokio::test]
async fn time_and_slides_pass_and_the_last_question_leads_to_the_end() {
    let mut desk = Desk::open().await;
    let ada = account(1);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    join(&mut desk.con, GAME, ada, "Ada", 9).await.unwrap();
    game::advance(&mut desk.con, GAME, &open_for_all(1)).await.unwrap();
    let con = &mut desk.con;
    let slide = Go { round: 0, reading_ms: 0, lasts_ms: None, is_last: false };
    pace_one(con, GAME, ada, None, slide, Some(begins())).await.unwrap();
    let shown = stay(con, Some(0)).await;
    assert!(matches!(shown, Paced::Over(_, None)), "{shown:?}");
    let short = Go { round: 1, reading_ms: 0, lasts_ms: Some(40), is_last: false };
    let opened = at(&pace_one(con, GAME, ada, Some(0), short, Some(begins())).await.unwrap());
    assert_eq!(opened.closes_ms, opened.opens_ms + 40);
    let untimed = Go { round: 2, reading_ms: 3000, lasts_ms: Some(0), is_last: false };
    let silent = begins();
    while !matches!(stay(con, Some(1)).await, Paced::Over(_, None)) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(answer_one(con, GAME, ada, 1, ChoiceSet(1)).await.unwrap(), Answered::Late);
    let third = at(&pace_one(con, GAME, ada, Some(1), untimed, Some(silent)).await.unwrap());
    assert_eq!((third.round, third.closes_ms), (2, 0));
    assert_eq!(answer_one(con, GAME, ada, 1, ChoiceSet(1)).await.unwrap(), Answered::Late);
    assert_eq!(answer_one(con, GAME, ada, 3, ChoiceSet(1)).await.unwrap(), Answered::NotOpen);
    // Whoever answers while it can still be read took no time at all.
    answer_one(con, GAME, ada, 2, ChoiceSet(1)).await.unwrap();
    let Paced::Over(_, Some(answer)) = stay(con, Some(2)).await else { panic!("answered") };
    assert_eq!(answer.elapsed_ms, 0);
    let end = Go { round: 3, reading_ms: 0, lasts_ms: Some(0), is_last: true };
    let ended = pace_one(con, GAME, ada, Some(2), end, Some(left(&answer, 900))).await.unwrap();
    assert_eq!((at(&ended).round, at(&ended).score), (3, 900));
    let counts = game::pace_board(con, GAME.game, 10).await.unwrap();
    assert_eq!((counts.players, counts.begun, counts.finished), (1, 1, 1));
    assert_eq!(counts.best[0].1, 900);
    // Sent away and back: where they were, and on boards once they have looked.
    game::remove(con, GAME, &super::scene::ada(), ROUNDS, Ban::No).await.unwrap();
    let gone = game::pace_board(con, GAME.game, 10).await.unwrap();
    assert_eq!((gone.players, gone.begun, gone.finished), (0, 0, 0));
    join(con, GAME, account(1), "Ada", 9).await.unwrap();
    let changed = ["+ finished: a1", "+ standing: a1 900"];
    let back = desk.granted("open", &changed, async |con| {
        pace_one(con, GAME, account(1), Some(3), end, None).await
    });
    assert_eq!(at(&back.await), at(&ended));
    let again = desk
        .unchanged("open", async |con| pace_one(con, GAME, account(1), Some(3), end, None).await);
    again.await;
}

#[tokio::test]
async fn answers_count_until_the_game_closes_and_boards_have_who_is_there() {
    let mut desk = Desk::open().await;
    let con = &mut desk.con;
    game::create(con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    for (number, name) in [(1, "Ada"), (2, "Bo"), (3, "Cy")] {
        join(con, GAME, account(number), name, 9).await.unwrap();
    }
    let answered = async |con: &mut Recorder, number| {
        answer_one(con, GAME, account(number), 0, ChoiceSet(1)).await.unwrap()
    };
    game::advance(con, GAME, &open_for_all(1)).await.unwrap();
    assert_eq!(answered(con, 1).await, Answered::NotOpen, "nobody gave it out");
    for number in [1, 2] {
        let begun = pace_one(con, GAME, account(number), None, go(0, false), Some(begins())).await;
        assert!(matches!(begun, Ok(Paced::Moved(_))));
    }
    assert!(matches!(answered(con, 1).await, Answered::Counted { new: true, .. }));
    assert!(matches!(answered(con, 1).await, Answered::Counted { new: false, .. }));
    let both = [(account(1), 500), (account(2), 20)];
    let ranks = game::pace_ranks(con, GAME.game, &both).await.unwrap();
    assert_eq!(ranks, [(1, 2), (2, 2)]);
    // Who has not begun stands nowhere, nor does who was sent away.
    assert_eq!(game::pace_ranks(con, GAME.game, &[(account(3), 900)]).await.unwrap(), [(1, 2)]);
    game::remove(con, GAME, &ada(), ROUNDS, Ban::No).await.unwrap();
    let counts = game::pace_board(con, GAME.game, 10).await.unwrap();
    let names: Vec<_> = counts.best.iter().map(|(seat, score)| (&*seat.nickname, *score)).collect();
    assert_eq!((counts.players, counts.begun, names), (2, 1, vec![("Bo", 20)]));
    // The game's own window is over, whatever is left of the question's.
    let over = Step { opens_ms: Some(LONG_AGO_MS), lasts_ms: 1, ..step(2, Kind::Paced, 0) };
    game::advance(con, GAME, &over).await.unwrap();
    assert_eq!(answered(con, 2).await, Answered::Late);
    let stays = pace_one(con, GAME, account(2), Some(0), LONG, None).await.unwrap();
    assert_eq!(stays, Paced::Late);
    game::advance(con, GAME, &step(3, Kind::Counting, 0)).await.unwrap();
    assert_eq!(answered(con, 2).await, Answered::Late);
    let wishes = [PaceWish { account: account(2), left: None }];
    let other = game::pace(con, OTHER_GAME, None, LONG, &wishes).await.unwrap();
    assert_eq!(other, [Paced::Unknown]);
}
