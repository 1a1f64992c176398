//! A host's scripts: every word of each contract, and exactly what changes with it.

use quizrain::events::{self, Event};
use quizrain::game::calls::{self as game, Advanced, Created, Step};
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::{GameKeys, Redis};
use quizrain_shared::phase::Kind;

use super::record::Desk;
use super::scene::{GAME, LONG_AGO_MS, OTHER_GAME, ROUNDS, ask, step};
use crate::common::locked;
use crate::common::redis::{START_TIMEOUT, TestRedis};
use quizrain_shared::settings::Settings;

#[tokio::test]
async fn a_game_is_created_once() {
    let mut desk = Desk::open().await;
    let expected = [
        "+ state.asked: 0",
        "+ state.closes_ms: 0",
        "+ state.counts_ms: 0",
        "+ state.epoch: 7",
        "+ state.incarnation: abababababababab",
        "+ state.kind: lobby",
        "+ state.late_join: 1",
        "+ state.locked: 0",
        "+ state.moved_in: 7",
        "+ state.opens_ms: <ms>",
        "+ state.played: ",
        "+ state.questions: 3",
        "+ state.seats: 0",
        "+ state.seq: 1",
        "+ state.settings: \\0\\u{1}\\u{1}\\0\\u{1}\\u{1}\\0\\0\\0\\0",
        "+ state.stage: \\0",
        "+ state.starters: ",
        "+ state.v: 1",
    ];
    let created = desk.granted("created", &expected, async |con| {
        game::create(con, GAME, 7, ROUNDS, &Settings::default()).await
    });
    assert_eq!(created.await, Created::Done);
    for (epoch, rounds) in [(7, ROUNDS), (8, 9)] {
        let again = desk.unchanged("exists", async |con| {
            game::create(con, GAME, epoch, rounds, &Settings::default()).await
        });
        assert_eq!(again.await, Created::Done);
    }
    let other = desk.unchanged("taken", async |con| {
        game::create(con, OTHER_GAME, 9, ROUNDS, &Settings::default()).await
    });
    assert_eq!(other.await, Created::Taken);
    desk.has_heard_all_of("create_game.lua");
}

/// What changes where the first question is asked, is closing, and is written again.
const ASKED: [&str; 10] = [
    r#"+ log.1: what moved body {\"seq\":2,\"epoch\":5,\"kind\":\"asking\",\"played\":\"0+1\",\"seats\":0,\"starters\":0,\"opens_ms\":<ms>,\"closes_ms\":<ms>,\"counts_ms\":0,\"corrects\":[]} stage \u{b}\0\0\0\0"#,
    "state.asked: 0 -> 1",
    "state.closes_ms: 0 -> <ms>",
    "state.epoch: 4 -> 5",
    "state.kind: lobby -> asking",
    "state.moved_in: 4 -> 5",
    "state.played:  -> 0+1",
    "state.seq: 1 -> 2",
    "state.stage: \\0 -> \\u{b}\\0\\0\\0\\0",
    "state.starters:  -> 0",
];
const CLOSING: [&str; 5] = [
    r#"+ log.2: what moved body {\"seq\":3,\"epoch\":5,\"kind\":\"closing\",\"played\":\"0+1\",\"seats\":0,\"starters\":0,\"opens_ms\":5000,\"closes_ms\":0,\"counts_ms\":0,\"corrects\":[]} stage \u{b}\0\0\0\0"#,
    "state.closes_ms: <ms> -> 0",
    "state.kind: asking -> closing",
    "state.opens_ms: <ms> -> 5000",
    "state.seq: 2 -> 3",
];
const STATED_AGAIN: [&str; 4] = [
    r#"+ log.3: what moved body {\"seq\":104,\"epoch\":5,\"kind\":\"closing\",\"played\":\"0+1\",\"seats\":0,\"starters\":0,\"opens_ms\":<ms>,\"closes_ms\":0,\"counts_ms\":7000,\"corrects\":[]} stage \u{b}\0\0\0\0"#,
    "state.counts_ms: 0 -> 7000",
    "state.opens_ms: 5000 -> <ms>",
    "state.seq: 3 -> 104",
];

#[tokio::test]
async fn a_game_moves_for_its_newest_driver_who_saw_its_newest_state() {
    let mut desk = Desk::open().await;
    let unknown = desk.unchanged("unknown", async |con| game::advance(con, GAME, &ask(1, 1)).await);
    assert_eq!(unknown.await, Advanced::Unknown);
    game::create(&mut desk.con, GAME, 4, ROUNDS, &Settings::default()).await.unwrap();
    let by = |epoch, step| Step { epoch, ..step };

    let moved = desk.granted("moved", &ASKED, async |con| {
        let asked = Step { lasts_ms: 20_000, ..by(5, ask(1, 1)) };
        game::advance(con, GAME, &asked).await
    });
    let Advanced::Moved { seq: 2, opens_ms, closes_ms } = moved.await else {
        panic!("not moved to 2");
    };
    assert_eq!(closes_ms, opens_ms + 20_000);

    let moved = desk.granted("moved", &CLOSING, async |con| {
        let closing = Step { opens_ms: Some(LONG_AGO_MS), ..by(5, step(2, Kind::Closing, 1)) };
        game::advance(con, GAME, &closing).await
    });
    let expected = Advanced::Moved { seq: 3, opens_ms: 5000, closes_ms: 0 };
    assert_eq!(moved.await, expected);

    // What was shown before a Redis went back is written again with a number of its own.
    let moved = desk.granted("moved", &STATED_AGAIN, async |con| {
        let closing = by(5, step(3, Kind::Closing, 1));
        let again = Step { least: 104, counts_ms: Some(7000), ..closing };
        game::advance(con, GAME, &again).await
    });
    assert!(matches!(moved.await, Advanced::Moved { seq: 104, .. }));

    for (said, epoch, seen, result) in [
        ("stale", 5, 2, Advanced::Stale),
        ("stale", 5, 4, Advanced::Stale),
        ("stale", 6, 2, Advanced::Stale),
        ("fenced", 4, 104, Advanced::Fenced),
        ("fenced", 4, 2, Advanced::Fenced),
    ] {
        let refused = desk
            .unchanged(said, async |con| game::advance(con, GAME, &by(epoch, ask(seen, 2))).await);
        assert_eq!(refused.await, result, "epoch {epoch}, seen {seen}");
    }
    let unknown = desk.unchanged("unknown", async |con| {
        game::advance(con, OTHER_GAME, &by(9, ask(104, 2))).await
    });
    assert_eq!(unknown.await, Advanced::Unknown);
    desk.has_heard_all_of("advance.lua");
}

/// What the settings of a closed and of an open door are in postcard.
const CLOSED: &str = "state.settings: \\0\\u{1}\\u{1}\\0\\u{1}\\u{1}\\0\\0\\0\\0 -> \
                      \\u{1}\\u{1}\\u{1}\\0\\u{1}\\u{1}\\0\\0\\0\\0";
const OPENED: &str = "state.settings: \\u{1}\\u{1}\\u{1}\\0\\u{1}\\u{1}\\0\\0\\0\\0 -> \
                      \\0\\u{1}\\u{1}\\0\\u{1}\\u{1}\\0\\0\\0\\0";

#[tokio::test]
async fn the_door_can_be_locked_and_opened() {
    let mut desk = Desk::open().await;
    let no_game =
        desk.unchanged("unknown", async |con| game::configure(con, GAME, &locked(true)).await);
    assert!(!no_game.await);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let closed = desk.granted("set", &["state.locked: 0 -> 1", CLOSED], async |con| {
        game::configure(con, GAME, &locked(true)).await
    });
    assert!(closed.await);
    let again = desk.unchanged("set", async |con| game::configure(con, GAME, &locked(true)).await);
    assert!(again.await);
    let other = desk
        .unchanged("unknown", async |con| game::configure(con, OTHER_GAME, &locked(false)).await);
    assert!(!other.await);
    let opened = desk.granted("set", &["state.locked: 1 -> 0", OPENED], async |con| {
        game::configure(con, GAME, &locked(false)).await
    });
    assert!(opened.await);
    game::advance(&mut desk.con, GAME, &step(1, Kind::Ended, 0)).await.unwrap();
    let over = desk.unchanged("ended", async |con| game::configure(con, GAME, &locked(true)).await);
    assert!(!over.await);
    desk.has_heard_all_of("configure.lua");
}

#[tokio::test]
async fn what_is_published_is_what_was_written() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let url: RedisUrl = redis.url().parse().unwrap();
    let mut listener = Redis::connect(url).await.unwrap().subscriber().await.unwrap();
    listener.subscribe(&GameKeys(GAME.game).events()).await.unwrap();
    let mut next = async || {
        let next = tokio::time::timeout(START_TIMEOUT, listener.next());
        next.await.expect("a message").unwrap().payload
    };
    game::create(&mut con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    game::configure(&mut con, GAME, &locked(true)).await.unwrap();
    let lobby = next().await;
    assert_eq!(Event::parse(&lobby), Some(Event::Lobby));
    for step in [ask(1, 1), step(2, Kind::Closing, 1)] {
        game::advance(&mut con, GAME, &step).await.unwrap();
        let message = next().await;
        let state = game::state(&mut con, GAME.game).await.unwrap().unwrap();
        assert_eq!(Event::parse(&message), Some(Event::Stage(state.stage.clone(), 1)));
        events::tell_shown(&mut con, GAME.game, &state.stage, 7).await.unwrap();
        assert_eq!(Event::parse(&next().await), Some(Event::Shown(state.stage, 7)));
    }
}
