//! A host in control: the order of questions and their time, who plays, and what is corrected.

use quizrain_shared::api::HostedQuestion;
use quizrain_shared::phase::{Kind, Move};

use quizrain_shared::question::{ChoiceSet, Key};
use quizrain_shared::wire::{
    Ban, CloseReason, HostFrame, PlayerFrame, PlayerRow, Refusal, ServerFrame, Stage, StageAt,
    Standings,
};

use crate::common::client::Client;
use crate::common::contribution;
use crate::common::server::Server;
use crate::kinds::with_quiz;

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";

impl Client {
    async fn ask(&mut self, question: u16) {
        self.wish(|seen| HostFrame::Ask { question, seen }).await;
    }

    async fn add_time(&mut self, seconds: u8) {
        self.wish(|seen| HostFrame::AddTime { seconds, seen }).await;
    }
}

/// The rest of a question's time, while it is paused.
fn left(stage: &StageAt) -> Option<u64> {
    match stage.stage {
        Stage::Paused { left_ms, .. } => Some(left_ms),
        _ => None,
    }
}

/// How long a stage lasts.
fn lasts_ms(stage: &StageAt) -> u64 {
    stage.closes_ms - stage.opens_ms
}

#[tokio::test]
async fn a_question_that_is_paused_keeps_the_rest_of_its_time() {
    let (_folder, server, hosted) = with_quiz(&format!("{TRUTH}seconds = 200\n"));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.make(Move::Pause).await;
    let paused = ben.stage(Kind::Paused).await;
    assert_eq!(paused.closes_ms, 0, "for as long as the host wants");
    let Stage::Paused { text, elapsed_ms, left_ms } = paused.stage else { panic!() };
    assert_eq!((text.as_str(), elapsed_ms + left_ms), ("True?", 200_000));
    let answer = PlayerFrame::Answer { round: 0, answer: ChoiceSet(1).into() };
    ben.send(&answer).await;
    assert_eq!(ben.refusal().await, Refusal::NotOpen);
    // What was answered stands, and whoever comes back knows.
    let mut again = Client::player(&server, &hosted, 1).await;
    assert_eq!(again.welcome().await.you.unwrap().answer, Some(ChoiceSet(1).into()));
    host.add_time(10).await;
    ben.stage_where(|stage| left(stage) == Some(left_ms + 10_000)).await;
    // A countdown, which the host may stop.
    let resumes = |stage: &StageAt| stage.phase.kind == Kind::Paused && stage.closes_ms > 0;
    host.make(Move::Resume).await;
    assert_eq!(lasts_ms(&ben.stage_where(resumes).await), 3000);
    host.make(Move::Pause).await;
    ben.stage_where(|stage| !resumes(stage)).await;
    host.make(Move::Resume).await;
    let resuming = ben.stage_where(resumes).await;
    let open = ben.stage(Kind::Asking).await;
    assert!(open.opens_ms + elapsed_ms >= resuming.closes_ms, "{open:?}");
    assert_eq!(lasts_ms(&open), 210_000);
    ben.send(&answer).await;
    let outcome = ben.outcome().await;
    assert!(u64::from(outcome.elapsed_ms) >= elapsed_ms, "{outcome:?}");
    assert!(outcome.points > 900, "the pause costs nothing: {outcome:?}");
    assert_eq!(again.outcome().await.answer, Some(ChoiceSet(1).into()));
}

#[tokio::test]
async fn a_pause_may_end_in_the_answer() {
    let (_folder, server, hosted) = with_quiz(&format!("{TRUTH}seconds = 0\n"));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    host.make(Move::Pause).await;
    let Stage::Paused { left_ms, .. } = host.stage(Kind::Paused).await.stage else { panic!() };
    assert_eq!(left_ms, 0, "it has no end of its own");
    host.add_time(10).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
    host.make(Move::Open).await;
    assert_eq!(host.stage(Kind::Asking).await.closes_ms, 0);
    host.make(Move::Pause).await;
    host.stage(Kind::Paused).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    assert_eq!(anna.outcome().await.answer, None);
    host.make(Move::Pause).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
}

#[tokio::test]
async fn a_host_gives_more_time() {
    let (_folder, server, hosted) = with_quiz(&format!("{TRUTH}read_seconds = 20\nseconds = 5\n"));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.add_time(10).await;
    assert_eq!(host.refusal().await, Refusal::NotNow);
    host.make(Move::Ask).await;
    host.stage(Kind::Reading).await;
    host.add_time(60).await;
    assert_eq!(lasts_ms(&host.stage(Kind::Reading).await), 80_000);
    host.make(Move::Open).await;
    let asking = host.stage(Kind::Asking).await;
    for seconds in [0, 61] {
        host.add_time(seconds).await;
        assert_eq!(host.refusal().await, Refusal::Malformed);
    }
    host.add_time(10).await;
    let longer = host.stage(Kind::Asking).await;
    assert_eq!((longer.opens_ms, longer.closes_ms), (asking.opens_ms, asking.closes_ms + 10_000));
    // A second click on the screen before.
    host.send(&HostFrame::AddTime { seconds: 10, seen: asking.at.seq }).await;
    assert_eq!(host.refusal().await, Refusal::Stale);
    // After its own time, within the time given: half of the points, as at any deadline.
    anna.stage(Kind::Asking).await;
    anna.until_ms(asking.closes_ms + 500).await;
    anna.answer(0, 1).await;
    assert_eq!(anna.outcome().await.points, 500);
}

#[tokio::test]
async fn questions_are_left_out_and_come_back() {
    let quiz: String = (1..=4).map(|n| format!("{TRUTH}points = {n}00\n")).collect();
    let (_folder, server, hosted) = with_quiz(&quiz);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut order = Vec::new();
    for (round, choice) in [None, Some(2), Some(1), None].into_iter().enumerate() {
        let round = u16::try_from(round).unwrap();
        match choice {
            Some(question) => host.ask(question).await,
            None => host.make(Move::Ask).await,
        }
        let asking = host.stage(Kind::Asking).await;
        assert_eq!(asking.phase.round(), Some(round));
        let Stage::Asking { question } = asking.stage else { panic!() };
        order.push((asking.phase.question().unwrap(), question.points));
        anna.answer(round, 1).await;
        host.stage(Kind::Revealed).await;
        assert_eq!(anna.outcome().await.round, round);
    }
    assert_eq!(order, [(0, 100), (2, 300), (1, 200), (3, 400)]);
    host.make(Move::Ask).await;
    assert_eq!(host.refusal().await, Refusal::NoQuestionLeft);
    host.ask(4).await;
    assert_eq!(host.refusal().await, Refusal::NoQuestionLeft);
}

#[tokio::test]
async fn a_question_that_is_asked_again_counts_anew() {
    let (_folder, server, hosted) = with_quiz(&TRUTH.repeat(3));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let mut scores = Vec::new();
    // Both right, both right; then the first one again, where Anna is wrong.
    for (round, question, annas) in [(0, 0, 1), (1, 1, 1), (2, 0, 2)] {
        host.ask(question).await;
        host.stage(Kind::Asking).await;
        anna.answer(round, annas).await;
        ben.answer(round, 1).await;
        host.stage(Kind::Revealed).await;
        scores.push((anna.outcome().await, ben.outcome().await));
    }
    let [_, (anna_second, ben_second), (annas, bens)] = &scores[..] else { panic!() };
    assert_eq!(annas.score, i64::from(anna_second.points), "the first round was taken back");
    assert_eq!((annas.streak, annas.rank), (0, 2));
    assert_eq!(bens.score, i64::from(ben_second.points) + i64::from(bens.points));
    assert_eq!(bens.streak, 2);
    host.make(Move::ShowBoard).await;
    let Stage::Board(Standings { top, .. }) = host.stage(Kind::Board).await.stage else { panic!() };
    assert_eq!(top.iter().map(|row| row.score).collect::<Vec<_>>(), [bens.score, annas.score]);
    // One more time, and the game is over before it is answered: what was revealed last stands.
    host.ask(1).await;
    host.stage(Kind::Asking).await;
    host.make(Move::End).await;
    let Stage::Ended(Standings { top, .. }) = host.stage(Kind::Ended).await.stage else { panic!() };
    assert_eq!(top[0].score, bens.score);
    let mut again = Client::player(&server, &hosted, 1).await;
    assert_eq!(again.welcome().await.you.unwrap().outcome.as_ref(), Some(annas));
    // Whoever looks at the players afterwards sees, and scores, no more than was revealed.
    let listed = players(&mut host, "").await;
    assert_eq!(listed.iter().map(|row| row.score).collect::<Vec<_>>(), [bens.score, annas.score]);
    assert!(!server.log().contains("Redis had lost scores"), "nothing was lost");
}

async fn players(host: &mut Client, search: &str) -> Vec<PlayerRow> {
    host.send(&HostFrame::ListPlayers { search: search.into(), skip: 0 }).await;
    host.until(|frame| match frame {
        ServerFrame::Players(list) => {
            assert_eq!((list.search.as_str(), list.found as usize), (search, list.rows.len()));
            Some(list.rows)
        }
        _ => None,
    })
    .await
}

async fn done(host: &mut Client) {
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
}

#[tokio::test]
async fn players_are_found_sent_away_and_renamed() {
    let (_folder, server, hosted) = with_quiz(&TRUTH.repeat(2));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let mut hanna = Client::seated(&server, &hosted, 3, "Hanna").await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (player, choice) in [(&mut ben, 1), (&mut anna, 2), (&mut hanna, 2)] {
        player.answer(0, choice).await;
    }
    host.stage(Kind::Revealed).await;
    let rows = players(&mut host, "").await;
    let seen: Vec<_> = rows.iter().map(|it| (it.seat.nickname.as_str(), it.rank)).collect();
    assert_eq!(seen, [("Ben", 1), ("Anna", 2), ("Hanna", 2)]);
    assert!(rows.iter().all(|row| row.connected == Some(true)));
    let found = players(&mut host, "ANNA").await;
    assert_eq!(found.iter().map(|it| it.seat.number).collect::<Vec<_>>(), [1, 3]);
    // Another name, which nobody else has.
    host.send(&HostFrame::Rename { seat: 1, nickname: " ben ".into() }).await;
    assert_eq!(host.refusal().await, Refusal::NicknameTaken);
    host.send(&HostFrame::Rename { seat: 1, nickname: "Zoë".into() }).await;
    done(&mut host).await;
    let renamed = |frame| matches!(frame, ServerFrame::Seated(seat) if seat.nickname == "Zoë");
    anna.until(|frame| renamed(frame).then_some(())).await;
    // Away for now, and for good.
    host.send(&HostFrame::Remove { seat: 2, ban: Ban::No }).await;
    done(&mut host).await;
    assert_eq!(ben.closed().await, CloseReason::Removed.code());
    host.send(&HostFrame::Remove { seat: 2, ban: Ban::No }).await;
    assert_eq!(host.refusal().await, Refusal::NoSuchPlayer);
    host.make(Move::ShowBoard).await;
    let Stage::Board(Standings { top, players: count, .. }) = host.stage(Kind::Board).await.stage
    else {
        panic!()
    };
    let names: Vec<_> = top.iter().map(|row| row.nickname.as_str()).collect();
    assert_eq!((names, count), (vec!["Zoë", "Hanna"], 2));
    let mut ben = Client::player(&server, &hosted, 2).await;
    assert!(ben.welcome().await.you.is_none());
    assert_eq!(ben.join("Ben").await.you.unwrap().seat.number, 4);
    host.send(&HostFrame::Remove { seat: 4, ban: Ban::Account }).await;
    done(&mut host).await;
    assert_eq!(ben.closed().await, CloseReason::Removed.code());
    let mut ben = Client::player(&server, &hosted, 2).await;
    ben.welcome().await;
    ben.send(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "B".into(),
        entropy: contribution("B"),
        team: None,
    })
    .await;
    assert_eq!(ben.refusal().await, Refusal::Removed);
    // Those who are there are enough to end a question.
    host.make(Move::Ask).await;
    host.stage_where(|stage| stage.phase.round() == Some(1)).await;
    for player in [&mut anna, &mut hanna] {
        player.answer(1, 1).await;
    }
    host.stage(Kind::Revealed).await;
}

#[tokio::test]
async fn whoever_is_back_before_this_server_hears_of_the_removal_stays() {
    let server =
        Server::start_with_env(&[], &[("FAILPOINTS", "events.before_removed=1*return(2000)")]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.send(&HostFrame::Remove { seat: 1, ban: Ban::No }).await;
    done(&mut host).await;
    let mut back = Client::player(&server, &hosted, 1).await;
    assert!(back.welcome().await.you.is_none());
    assert_eq!(back.join("Anna").await.you.unwrap().seat.number, 2);
    assert_eq!(anna.closed().await, CloseReason::Replaced.code());
    // What happens later is heard later.
    host.send(&HostFrame::Rename { seat: 2, nickname: "Zoë".into() }).await;
    done(&mut host).await;
    let renamed = |frame| match frame {
        ServerFrame::Seated(seat) => Some(seat.nickname),
        _ => None,
    };
    assert_eq!(back.until(renamed).await, "Zoë");
    back.answer(0, 1).await;
    assert_eq!(back.refusal().await, Refusal::NotOpen);
}

#[tokio::test]
async fn a_player_is_banned_with_the_address_they_came_from() {
    let server = Server::start_with(&["--trusted-proxies", "127.0.0.1"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let join = |name: &str| PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: name.into(),
        entropy: contribution(name),
        team: None,
    };
    let mut inside = Vec::new();
    // The first three are of one household: their phones share the first 64 bits.
    for (number, name, address) in [
        (1, "Anna", "2001:db8:0:7::1"),
        (2, "Ben", "2001:db8:0:7:aaaa::2"),
        (3, "Cy", "2001:db8:0:7::3"),
        (4, "Di", "192.0.2.4"),
    ] {
        let mut client = Client::player_from(&server, &hosted, number, address).await;
        assert_eq!(client.join(name).await.you.unwrap().seat.number, number as u32);
        inside.push(client);
    }
    let [anna, ben, _, _] = &mut inside[..] else { panic!() };
    let rows = players(&mut host, "").await;
    assert_eq!(rows.iter().map(|row| row.same_address).collect::<Vec<_>>(), [2, 2, 2, 0]);
    host.send(&HostFrame::Remove { seat: 1, ban: Ban::Address }).await;
    done(&mut host).await;
    assert_eq!(anna.closed().await, CloseReason::Removed.code());
    // Neither the account from elsewhere, nor a new one from there; from elsewhere anybody comes.
    for (number, address) in [(1, "192.0.2.9"), (5, "2001:db8:0:7:bbbb::5")] {
        let mut client = Client::player_from(&server, &hosted, number, address).await;
        client.send(&join("Eve")).await;
        assert_eq!(client.refusal().await, Refusal::Removed, "{address}");
    }
    let mut fay = Client::player_from(&server, &hosted, 6, "2001:db8:0:8::1").await;
    assert_eq!(fay.join("Fay").await.you.unwrap().seat.number, 5);
    // Who is in stays in, and comes back.
    ben.answer(0, 1).await;
    assert_eq!(ben.refusal().await, Refusal::NotOpen);
    let mut ben = Client::player(&server, &hosted, 2).await;
    assert_eq!(ben.welcome().await.you.unwrap().seat.nickname, "Ben");
    // Another game knows nothing of it.
    let other = server.create_game("How computers count");
    let mut eve = Client::player_from(&server, &other, 1, "2001:db8:0:7::1").await;
    assert_eq!(eve.join("Anna").await.you.unwrap().seat.number, 1);
    // Nothing of an address is in what the game leaves behind.
    let said = "SELECT COUNT(*) FROM game_log WHERE body LIKE '%\"ban\":\"address\"%'";
    server.ledger_says(said, "1").await;
    for needle in ["2001:db8", "2001:0db8", "192.0.2"] {
        let log = format!("SELECT COUNT(*) FROM game_log WHERE body LIKE '%{needle}%'");
        assert_eq!(server.ledger(&log), ["0"], "{needle}");
    }
}

#[tokio::test]
async fn a_host_corrects_points_once_for_each_click() {
    let (_folder, server, hosted) = with_quiz(&TRUTH.repeat(2));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let adjust = |points: i32, note: &str| {
        let note = note.to_owned();
        move |seen| HostFrame::AdjustScore { seat: 1, points, note: note.clone(), seen }
    };
    host.wish(adjust(50, "")).await;
    assert_eq!(host.refusal().await, Refusal::NotNow, "nothing was scored yet");
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    let first = anna.outcome().await;
    let revealed = host.stage(Kind::Revealed).await;
    host.correct(adjust(-300, "too early")).await;
    let outcome = loop {
        let outcome = anna.outcome().await;
        if outcome.corrected != 0 {
            break outcome;
        }
    };
    assert_eq!((outcome.corrected, outcome.score), (-300, first.score - 300));
    // The same click once more.
    host.send(&adjust(-300, "")(revealed.at.seq)).await;
    assert_eq!(host.refusal().await, Refusal::Stale);
    for wrong in [adjust(0, ""), adjust(100_001, ""), adjust(1, &"x".repeat(201))] {
        host.wish(wrong).await;
        assert_eq!(host.refusal().await, Refusal::Invalid);
    }
    // It stands under the next round, and shows on a board at once.
    host.make(Move::Ask).await;
    host.stage_where(|stage| stage.phase.round() == Some(1)).await;
    anna.answer(1, 2).await;
    host.stage(Kind::Revealed).await;
    host.make(Move::ShowBoard).await;
    let score = |stage: &StageAt| match &stage.stage {
        Stage::Board(standings) => Some(standings.top[0].score),
        _ => None,
    };
    assert_eq!(score(&host.stage(Kind::Board).await), Some(first.score - 300));
    host.correct(adjust(1000, "")).await;
    host.stage_where(|stage| score(stage) == Some(first.score + 700)).await;
}

#[tokio::test]
async fn a_wrong_key_is_fixed_afterwards() {
    let single = "[[question]]\ntext = \"Which?\"\nkind = \"single\"\nchoices = [\"a\", \"b\", \"c\"]\ncorrect = [1]\n";
    let (_folder, server, hosted) = with_quiz(&single.repeat(2));
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    for round in 0..2 {
        host.make(Move::Ask).await;
        host.stage_where(|stage| stage.phase.round() == Some(round)).await;
        anna.answer(round, 1).await;
        ben.answer(round, 2).await;
        host.stage(Kind::Revealed).await;
    }
    let fix = |question, right| {
        move |seen| HostFrame::FixKey { question, key: Key::Choices(ChoiceSet(right)), seen }
    };
    for wrong in [fix(0, 8), fix(0, 0), fix(2, 1)] {
        host.wish(wrong).await;
        assert_eq!(host.refusal().await, Refusal::Invalid);
    }
    // The first one: b was right as well.
    host.correct(fix(0, 0b011)).await;
    let both = ben.until(|frame| match frame {
        ServerFrame::Outcome(outcome) if outcome.score > 0 => Some(outcome),
        _ => None,
    });
    let outcome = both.await;
    assert_eq!((outcome.round, outcome.points, outcome.rank), (1, 0, 2));
    // The one that is shown: only b.
    host.correct(fix(1, 0b010)).await;
    let shown = |stage: &StageAt| match &stage.stage {
        Stage::Revealed { key: Some(Key::Choices(key)), .. } => key.0 == 0b010,
        _ => false,
    };
    anna.stage_where(shown).await;
    let streak = ben.until(|frame| match frame {
        ServerFrame::Outcome(outcome) if outcome.streak == 2 => Some(outcome),
        _ => None,
    });
    assert_eq!(streak.await.rank, 1);
    let path = format!("/api/games/{}/questions", hosted.game);
    let questions: Vec<HostedQuestion> = server.get_json(&path, &hosted.token.reveal());
    let keys: Vec<_> = questions.into_iter().map(|it| it.key.unwrap()).collect();
    assert_eq!(keys, [0b011, 0b010].map(|set| Key::Choices(ChoiceSet(set))));
    // What was scored again stays so.
    let mut again = Client::player(&server, &hosted, 2).await;
    assert_eq!(again.welcome().await.you.unwrap().outcome.unwrap().streak, 2);
}
