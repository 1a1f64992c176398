//! What was answered so far is shown to hosts and screens, where nothing is right or wrong about it;
//! and what a host hides and picks of it.

use std::time::Instant;

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{
    Answer, ChoiceSet, CloudView, MAX_PICKED, Mark, Scale, Tally, TextCount,
};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    HostFrame, LiveTally, PlayerFrame, Refusal, ServerFrame, Stage, StageAt,
};

use super::{with_options, with_quiz};
use crate::common::client::Client;
use crate::common::server::{HostRight, Server};

const QUIZ: &str = r#"
[[question]]
text = "Which?"
choices = ["a", "b"]
correct = [1]

[[question]]
text = "Tea or coffee?"
kind = "poll"
choices = ["tea", "coffee"]
several = true

[[question]]
text = "How was it?"
kind = "scale"
from = 1
to = 3

[[question]]
text = "In a word?"
kind = "word_cloud"
words = 2

[[question]]
text = "Anything else?"
kind = "open_text"
"#;

const OPEN_TEXT: &str = "[[question]]\ntext = \"Anything?\"\nkind = \"open_text\"\nseconds = 0\n";

fn text(text: &str) -> Answer {
    Answer::try_from(text.as_bytes()).unwrap()
}

/// Players with seats.
async fn players<const N: usize>(server: &Server, hosted: &HostRight) -> [Client; N] {
    Client::many(server, hosted, 1..=N as u64).await.try_into().ok().unwrap()
}

/// Texts and how often they were typed: listed, others, and picked.
type Shown = (Vec<(String, u32)>, u32, Vec<String>);

fn shown(tally: &Tally) -> Option<Shown> {
    let Tally::Texts { top, others, picked } = tally else { return None };
    let count = |it: &TextCount| (it.text.clone(), it.count);
    Some((
        top.iter().map(count).collect(),
        *others,
        picked.iter().map(|it| it.text.clone()).collect(),
    ))
}

/// What is listed and what is picked.
fn texts(listed: &[(&str, u32)], picked: &[&str]) -> Shown {
    let listed = listed.iter().map(|(text, count)| ((*text).to_owned(), *count)).collect();
    (listed, 0, picked.iter().map(|text| (*text).to_owned()).collect())
}

/// Waits until a host or screen is told this of a round.
async fn until_tally(watcher: &mut Client, wanted: &LiveTally) {
    watcher
        .until(|frame| match frame {
            ServerFrame::LiveTally(told) => (told == *wanted).then_some(()),
            _ => None,
        })
        .await;
}

/// Waits until a host or screen is told that so many texts and picks are there.
async fn until_texts(watcher: &mut Client, wanted: &Shown) {
    watcher
        .until(|frame| match frame {
            ServerFrame::LiveTally(LiveTally { tally, .. }) => {
                (shown(&tally).as_ref() == Some(wanted)).then_some(())
            }
            _ => None,
        })
        .await;
}

/// Waits until a reveal shows this.
async fn until_revealed(client: &mut Client, wanted: &Shown) -> StageAt {
    let fits = |stage: &StageAt| match &stage.stage {
        Stage::Revealed { tally, .. } => shown(tally).as_ref() == Some(wanted),
        _ => false,
    };
    client.stage_where(fits).await
}

async fn mark(host: &mut Client, text: &str, mark: Mark) {
    host.wish(|seen| HostFrame::MarkText { text: text.to_owned(), mark, seen }).await;
}

/// How often a client was told of a round what was answered so far.
fn told(client: &Client, of: u16) -> usize {
    let is_told = |frame: &&ServerFrame| matches!(frame, ServerFrame::LiveTally(LiveTally { round, .. }) if *round == of);
    client.seen.iter().filter(is_told).count()
}

#[tokio::test]
async fn results_grow_for_hosts_and_screens_and_what_is_graded_is_not_told() {
    let (_folder, server, hosted) = with_quiz(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let [mut anna, mut li, mut bo] = players(&server, &hosted).await;
    for (round, (hers, his, grows)) in (0..).zip(rounds()) {
        host.make(Move::Ask).await;
        for client in [&mut anna, &mut li, &mut bo, &mut screen] {
            client.stage_where(|stage| stage.phase.round() == Some(round)).await;
        }
        let answers = [(&mut anna, hers), (&mut li, his)];
        for (answered, (player, answer)) in (1..).zip(answers) {
            player.answer_with(round, answer).await;
            if let Some([first, second]) = &grows {
                let tally = if answered == 1 { first } else { second }.clone();
                let wanted = LiveTally { round, answered, tally };
                for watcher in [&mut host, &mut screen] {
                    until_tally(watcher, &wanted).await;
                }
            }
        }
        if let Some([_, second]) = grows {
            // Whoever comes later sees it as well.
            let mut late = Client::screen(&server, &hosted).await;
            until_tally(&mut late, &LiveTally { round, answered: 2, tally: second }).await;
        } else {
            let progress = ServerFrame::Progress { round, answered: 2, players: 3 };
            screen.until(|frame| (frame == progress).then_some(())).await;
        }
        host.make(Move::Close).await;
        host.stage(Kind::Revealed).await;
    }
    assert_eq!((told(&host, 0), told(&screen, 0)), (0, 0), "a graded question");
    for (round, player) in (0..5).flat_map(|round| [&anna, &li, &bo].map(|it| (round, it))) {
        assert_eq!(told(player, round), 0, "round {round}");
    }
}

/// What Anna and Li answer to each question, and what is shown after the first and after both, where
/// it is shown.
fn rounds() -> [(Answer, Answer, Option<[Tally; 2]>); 5] {
    let words = |words: [&str; 2]| CloudView { words: 2 }.answer(words).unwrap();
    let set = |bits| Answer::from(ChoiceSet(bits));
    let count = |text: &str, count| TextCount { text: text.into(), count, right: false };
    let listed = |top| Tally::Texts { top, others: 0, picked: Vec::new() };
    [
        (set(1), set(2), None),
        (set(1), set(3), Some([Tally::Choices(vec![1, 0]), Tally::Choices(vec![2, 1])])),
        (
            Scale::answer(1),
            Scale::answer(3),
            Some([Tally::Choices(vec![1, 0, 0]), Tally::Choices(vec![1, 0, 1])]),
        ),
        (
            words(["Fun", "Tea"]),
            words(["Rain", "fun"]),
            Some([
                listed(vec![count("Fun", 1), count("Tea", 1)]),
                listed(vec![count("Fun", 2), count("Rain", 1), count("Tea", 1)]),
            ]),
        ),
        (
            text("more"),
            text("less"),
            Some([
                listed(vec![count("more", 1)]),
                // The newest one first.
                listed(vec![count("less", 1), count("more", 1)]),
            ]),
        ),
    ]
}

#[tokio::test]
async fn many_answers_are_told_once_a_second() {
    let (_folder, server, hosted) = with_quiz(OPEN_TEXT);
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut all: [Client; 13] = players(&server, &hosted).await;
    host.make(Move::Ask).await;
    for player in &mut all {
        player.stage(Kind::Asking).await;
    }
    let since = Instant::now();
    for (number, player) in all.iter_mut().take(12).enumerate() {
        player.answer_with(0, text(&format!("text {number}"))).await;
    }
    screen
        .until(|frame| {
            let all = |told: &LiveTally| told.answered == 12;
            matches!(frame, ServerFrame::LiveTally(told) if all(&told)).then_some(())
        })
        .await;
    let most = 2 + since.elapsed().as_secs();
    assert!(told(&screen, 0) as u64 <= most, "{} frames, {most} at most", told(&screen, 0));
}

#[tokio::test]
async fn a_host_hides_and_picks_while_texts_come_and_at_the_reveal() {
    let folder = tempfile::tempdir().unwrap();
    let words = folder.path().join("blocked");
    std::fs::write(&words, "darn\n").unwrap();
    let options = ["--blocked-words", words.to_str().unwrap()];
    let (_folder, mut server) = with_options([("Test", OPEN_TEXT.to_owned())], &options);
    let hosted = server.create_game("Test");
    let mut host = Client::host(&server, &hosted).await;
    let mut other = Client::host(&server, &hosted).await;
    let [mut p1, mut p2, mut p3, mut p4, _waited_for] = players(&server, &hosted).await;
    host.make(Move::Ask).await;
    for (player, typed) in [(&mut p1, "One"), (&mut p2, "darn it"), (&mut p3, "spam")] {
        player.stage(Kind::Asking).await;
        player.answer_with(0, text(typed)).await;
    }
    until_texts(&mut host, &texts(&[("spam", 1), ("One", 1)], &[])).await;
    mark(&mut host, "spam", Mark::Hidden).await;
    until_texts(&mut host, &texts(&[("One", 1)], &[])).await;
    until_texts(&mut other, &texts(&[("One", 1)], &[])).await;
    // What is hidden stays so, in whatever spelling, and what is picked is so in another one.
    p4.stage(Kind::Asking).await;
    p4.answer_with(0, text("SPAM!")).await;
    other.stage_where(|stage| stage.at.seq == host.stage.as_ref().unwrap().at.seq).await;
    for typed in ["darn it", "nobody typed it", "one"] {
        mark(&mut other, typed, Mark::Picked).await;
    }
    for host in [&mut host, &mut other] {
        until_texts(host, &texts(&[("One", 1)], &["One"])).await;
    }

    // Killed and started again it is all as it was, before anybody answers.
    server.kill();
    server.restart();
    let mut host = Client::host(&server, &hosted).await;
    until_texts(&mut host, &texts(&[("One", 1)], &["One"])).await;
    let seen = host.stage.as_ref().unwrap().at.seq;
    for number in 3..MAX_PICKED {
        mark(&mut host, &format!("text {number}"), Mark::Picked).await;
    }
    let refused = |text: &str, mark, seen| HostFrame::MarkText { text: text.into(), mark, seen };
    let now = host.stage.as_ref().unwrap().at.seq;
    for (frame, why) in [
        (refused("one more", Mark::Picked, now), Refusal::Invalid),
        (refused(" spaces ", Mark::Picked, now), Refusal::NoSuchAnswer),
        (refused("one more", Mark::Hidden, seen), Refusal::Stale),
    ] {
        host.send(&frame).await;
        assert_eq!(host.refusal().await, why);
    }
    let mut p4 = Client::player(&server, &hosted, 4).await;
    p4.welcome().await;
    marks_change_what_is_revealed(&mut host, &mut p4).await;
    let mut p1 = Client::player(&server, &hosted, 1).await;
    let stage = p1.welcome().await.stage.stage;
    assert!(matches!(stage, Stage::Revealed { answered: 4, .. }), "they count all the same");
}

/// At the reveal, too, a text is hidden, picked or neither.
async fn marks_change_what_is_revealed(host: &mut Client, p4: &mut Client) {
    host.make(Move::Close).await;
    until_revealed(host, &texts(&[("One", 1)], &["One"])).await;
    let now = host.stage.as_ref().unwrap().at.seq;
    let hidden = HostFrame::MarkText { text: "darn".into(), mark: Mark::Hidden, seen: now };
    host.send(&hidden).await;
    assert_eq!(host.refusal().await, Refusal::NoSuchAnswer);
    mark(host, "spam", Mark::Listed).await;
    until_revealed(host, &texts(&[("SPAM!", 2), ("One", 1)], &["One"])).await;
    mark(host, "One", Mark::Listed).await;
    mark(host, "SPAM!", Mark::Picked).await;
    until_revealed(host, &texts(&[("SPAM!", 2), ("One", 1)], &["SPAM!"])).await;
    mark(host, "SPAM!", Mark::Hidden).await;
    until_revealed(host, &texts(&[("One", 1)], &[])).await;
    // A mark changes nobody's points, and nobody hears of theirs again.
    let marked = host.stage.as_ref().unwrap().at.seq;
    p4.stage_where(|stage| stage.at.seq == marked).await;
    p4.send(&PlayerFrame::Answer { round: 7, answer: text("too late") }).await;
    assert_eq!(p4.refusal().await, Refusal::NotOpen);
    let outcomes = p4.seen.iter().filter(|frame| matches!(frame, ServerFrame::Outcome(_)));
    assert_eq!(outcomes.count(), 1);
}

#[tokio::test]
async fn marks_are_for_texts_that_are_shown() {
    let (_folder, server, hosted) = with_quiz(QUIZ);
    let mut host = Client::host(&server, &hosted).await;
    let [_anna] = players(&server, &hosted).await;
    let refused = |mark, seen| HostFrame::MarkText { text: "tea".into(), mark, seen };
    let now = host.stage.as_ref().unwrap().at.seq;
    host.send(&refused(Mark::Hidden, now)).await;
    assert_eq!(host.refusal().await, Refusal::NotNow, "in the lobby");
    for (question, why) in [(0, Refusal::NotNow), (1, Refusal::NotNow), (3, Refusal::Invalid)] {
        host.wish(|seen| HostFrame::Ask { question, seen }).await;
        let now = host.stage.as_ref().unwrap().at.seq;
        let mark = if question == 3 { Mark::Picked } else { Mark::Hidden };
        host.send(&refused(mark, now)).await;
        assert_eq!(host.refusal().await, why, "question {question}");
        host.make(Move::Close).await;
        host.stage(Kind::Revealed).await;
    }
}

#[tokio::test]
async fn a_host_has_nothing_shown_before_the_reveal() {
    let (_folder, server, hosted) = with_quiz(OPEN_TEXT);
    let mut host = Client::host(&server, &hosted).await;
    let [mut anna, _waited_for] = players(&server, &hosted).await;
    let configured = |live_results| {
        let settings = Settings { live_results, ..Settings::default() };
        HostFrame::Configure { settings }
    };
    let is = |live_results| {
        move |frame: ServerFrame| {
            let ServerFrame::Lobby(lobby) = frame else { return None };
            (lobby.settings.live_results == live_results).then_some(())
        }
    };
    host.insist(|| configured(false), is(false)).await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer_with(0, text("more")).await;
    let progress = ServerFrame::Progress { round: 0, answered: 1, players: 2 };
    host.until(|frame| (frame == progress).then_some(())).await;
    // Five seconds lie between two of them.
    let is_heartbeat = |frame| matches!(frame, ServerFrame::Heartbeat { .. }).then_some(());
    for _ in 0..2 {
        host.until(is_heartbeat).await;
    }
    assert_eq!(told(&host, 0), 0);
    host.insist(|| configured(true), is(true)).await;
    until_texts(&mut host, &texts(&[("more", 1)], &[])).await;
    // Switched off while it is shown, it is told to nobody any more, and then to all again.
    host.insist(|| configured(false), is(false)).await;
    host.until(is_heartbeat).await;
    let mut late = Client::screen(&server, &hosted).await;
    for _ in 0..2 {
        late.until(is_heartbeat).await;
    }
    assert_eq!((told(&host, 0), told(&late, 0)), (1, 0));
    host.insist(|| configured(true), is(true)).await;
    for watcher in [&mut host, &mut late] {
        until_texts(watcher, &texts(&[("more", 1)], &[])).await;
    }
}
