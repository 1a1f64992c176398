//! A rain's scripts: every word of each contract, and exactly what changes with it.

use quizrain::ledger::{Claim, Packet};
use quizrain::rain::calls::{
    self as rain, CHUNK, Claimed, Confirmed, Loaded, Opened, Restored, ShardRef, Source, Verdict,
};
use quizrain::store::StoreError;
use quizrain::store::redis::ReplicationId;
use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;

use super::record::{Desk, Recorder};
use super::scene::{
    DAY_MS, HOUR_MS, LONG_AGO_MS, OTHER_RAIN, RAIN, account, claim_of, claim_one, confirm, open_to,
    packets,
};
use crate::common::redis::TestRedis;

/// Loads and opens a rain of so many packets.
async fn open_rain(con: &mut Recorder, count: u32, listed: bool, countdown_ms: u64) {
    let packets = packets(0, count);
    rain::load_chunk(con, RAIN, 0, open_to(listed), &packets).await.unwrap();
    let opened = rain::open(con, RAIN, count, countdown_ms, HOUR_MS).await;
    assert!(matches!(opened.unwrap(), Opened::Open { .. }));
}

/// Lets the window pass.
async fn let_it_pass(con: &mut Recorder) {
    let meta = RAIN.keys().meta();
    let () = con.hset(meta, "closes_ms", LONG_AGO_MS).await.unwrap();
}

#[tokio::test]
async fn a_pool_is_loaded_in_order_before_the_rain_opens() {
    let mut desk = Desk::open().await;
    let expected = [
        "+ meta.incarnation: bbbbbbbbbbbbbbbb",
        "+ meta.open_to: listed",
        "+ meta.phase: loading",
        "+ meta.v: 1",
        "+ pool: 0:10 1:20",
    ];
    let first = desk.granted("loaded", &expected, async |con| {
        rain::load_chunk(con, RAIN, 0, rain::OpenTo::Listed, &packets(0, 2)).await
    });
    assert_eq!(first.await, Loaded::Length(2));
    let expected = ["pool: 0:10 1:20 -> 0:10 1:20 2:30"];
    let second = desk.granted("loaded", &expected, async |con| {
        rain::load_chunk(con, RAIN, 2, rain::OpenTo::Listed, &packets(2, 1)).await
    });
    assert_eq!(second.await, Loaded::Length(3));
    let none = desk.unchanged("loaded", async |con| {
        rain::load_chunk(con, RAIN, 3, rain::OpenTo::Listed, &[]).await
    });
    assert_eq!(none.await, Loaded::Length(3));
    // A chunk again, and one that left others out.
    for offset in [0, 2, 4] {
        let wrong = desk.unchanged("at", async |con| {
            rain::load_chunk(con, RAIN, offset, rain::OpenTo::Listed, &packets(0, 2)).await
        });
        assert_eq!(wrong.await, Loaded::Length(3), "offset {offset}");
    }
    let load = async |desk: &mut Desk, word: &str, rain| {
        let loaded = desk.unchanged(word, async |con| {
            rain::load_chunk(con, rain, 3, rain::OpenTo::Everyone, &packets(3, 1)).await
        });
        loaded.await
    };
    let other = load(&mut desk, "unknown", OTHER_RAIN).await;
    assert_eq!(other, Loaded::Unknown);
    rain::open(&mut desk.con, RAIN, 3, 0, 1).await.unwrap();
    assert_eq!(load(&mut desk, "phase", RAIN).await, Loaded::NotLoading);
    rain::close(&mut desk.con, RAIN).await.unwrap();
    assert_eq!(load(&mut desk, "phase", RAIN).await, Loaded::NotLoading);
    desk.has_heard_all_of("load_rain.lua");
}

#[tokio::test]
async fn a_whole_chunk_fits_into_one_call() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let all = packets(0, u32::try_from(2 * CHUNK).unwrap() + 1);
    let mut loaded = 0;
    for chunk in all.chunks(CHUNK) {
        let said = rain::load_chunk(&mut con, RAIN, loaded, rain::OpenTo::Everyone, chunk).await;
        loaded += chunk.len();
        assert_eq!(said.unwrap(), Loaded::Length(loaded));
    }
    let pool: Vec<String> = con.lrange(RAIN.keys().pool(), 0, -1).await.unwrap();
    let texts = all.iter().map(|p| format!("{}:{}", p.number, p.amount));
    assert!(pool.into_iter().eq(texts));
}

#[tokio::test]
async fn a_rain_opens_once_and_only_whole() {
    let mut desk = Desk::open().await;
    let open =
        async |con: &mut Recorder, rain, count| rain::open(con, rain, count, 3000, 500).await;
    let no_rain = desk.unchanged("unknown", async |con| open(con, RAIN, 0).await);
    assert_eq!(no_rain.await, Opened::Unknown);
    let two = packets(0, 2);
    let loaded = rain::load_chunk(&mut desk.con, RAIN, 0, rain::OpenTo::Everyone, &two).await;
    assert_eq!(loaded.unwrap(), Loaded::Length(2));
    for count in [0, 1, 3] {
        let short = desk.unchanged("short", async |con| open(con, RAIN, count).await);
        assert_eq!(short.await, Opened::Short(2), "{count} packets");
    }
    let other = desk.unchanged("unknown", async |con| open(con, OTHER_RAIN, 2).await);
    assert_eq!(other.await, Opened::Unknown);

    let expected =
        ["+ meta.closes_ms: <ms>", "+ meta.opens_ms: <ms>", "meta.phase: loading -> open"];
    let before_ms = now_ms(&mut desk.con).await;
    let opened = desk.granted("open", &expected, async |con| open(con, RAIN, 2).await);
    let opened = opened.await;
    let Opened::Open { opens_ms, closes_ms } = opened else {
        panic!("{opened:?}");
    };
    let after_ms = now_ms(&mut desk.con).await;
    assert!((before_ms + 3000..=after_ms + 3000).contains(&opens_ms));
    assert_eq!(closes_ms, opens_ms + 500);
    let again =
        desk.unchanged("open", async |con| rain::open(con, RAIN, 2, HOUR_MS, HOUR_MS).await);
    assert_eq!(again.await, opened);
    let other_window = (opens_ms + 7, closes_ms + 7);
    let as_it_is =
        desk.unchanged("open", async |con| rain::open_like(con, RAIN, 2, other_window).await).await;
    assert_eq!(as_it_is, opened);
    rain::close(&mut desk.con, RAIN).await.unwrap();
    let closed = desk.unchanged("closed", async |con| open(con, RAIN, 2).await);
    assert_eq!(closed.await, Opened::Closed);
    desk.has_heard_all_of("open_rain.lua");
}

#[tokio::test]
async fn a_pot_takes_the_window_of_another() {
    let mut desk = Desk::open().await;
    rain::load_chunk(&mut desk.con, RAIN, 0, rain::OpenTo::Everyone, &packets(0, 2)).await.unwrap();
    let window = (9_007_199_254_740_000, 9_007_199_254_740_992);
    let open = async |con: &mut Recorder| rain::open_like(con, RAIN, 2, window).await;
    let expected = [
        "+ meta.closes_ms: 9007199254740992",
        "+ meta.opens_ms: 9007199254740000",
        "meta.phase: loading -> open",
    ];
    let opened = desk.granted("open", &expected, open).await;
    assert_eq!(opened, Opened::Open { opens_ms: window.0, closes_ms: window.1 });
    assert_eq!(desk.unchanged("open", open).await, opened);
}

async fn now_ms(con: &mut impl AsyncCommands) -> u64 {
    let (seconds, micros): (u64, u64) = redis::cmd("TIME").query_async(con).await.unwrap();
    seconds * 1000 + micros / 1000
}

/// Who taps, one after the other, and what changes with it.
const GRANTED: [(u32, [&str; 3]); 2] = [
    (2, ["+ claims.a2: 0:10:<ms>", "+ stream: a2 0:10:<ms>", "+ taken: 0"]),
    (
        1,
        [
            "+ claims.a1: 1:20:<ms>",
            "stream: a2 0:10:<ms> -> a2 0:10:<ms>, a1 1:20:<ms>",
            "taken: 0 -> 0 1",
        ],
    ),
];

/// Somebody taps and catches a packet, now; what changes with it.
async fn grant(desk: &mut Desk, who: u32, expected: &[&str]) -> Claim {
    let before_ms = now_ms(&mut desk.con).await;
    let granted =
        desk.granted("caught", expected, async |con| claim_one(con, RAIN, account(who)).await);
    let Verdict::Caught { claim, new: true } = granted.await else {
        panic!("{who} caught nothing");
    };
    let after_ms = now_ms(&mut desk.con).await;
    assert!((before_ms..=after_ms).contains(&claim.at_ms));
    claim
}

#[tokio::test]
async fn a_tap_grabs_the_next_packet_and_keeps_it() {
    let mut desk = Desk::open().await;
    let tap = async |desk: &mut Desk, word: &str, rain, who| {
        let said = desk.unchanged(word, async |con| claim_one(con, rain, account(who)).await);
        said.await
    };
    assert_eq!(tap(&mut desk, "unknown", RAIN, 1).await, Verdict::Unknown);
    let listed: Vec<_> = [1, 2, 3, 5].map(account).to_vec();
    let list = rain::list_eligible(&mut desk.con, RAIN.keys(), &listed);
    list.await.unwrap();
    let two = packets(0, 2);
    rain::load_chunk(&mut desk.con, RAIN, 0, rain::OpenTo::Listed, &two).await.unwrap();
    let stale = desk.unchanged("replication", async |con| {
        rain::claim(con, RAIN, &ReplicationId::default(), &[account(1)]).await
    });
    assert!(
        matches!(stale.await, Claimed::OtherReplication(replication_id) if replication_id != ReplicationId::default())
    );
    assert_eq!(tap(&mut desk, "early", RAIN, 1).await, Verdict::Early);
    rain::open(&mut desk.con, RAIN, 2, 0, HOUR_MS).await.unwrap();
    let other = tap(&mut desk, "unknown", OTHER_RAIN, 1).await;
    assert_eq!(other, Verdict::Unknown);
    let stranger = tap(&mut desk, "ineligible", RAIN, 4).await;
    assert_eq!(stranger, Verdict::Ineligible);
    rain::list_removed(&mut desk.con, RAIN.keys(), &[account(5)]).await.unwrap();
    let sent_away = tap(&mut desk, "ineligible", RAIN, 5).await;
    assert_eq!(sent_away, Verdict::Ineligible);

    let mut caught: Vec<(u32, Claim)> = Vec::new();
    for (who, expected) in GRANTED {
        caught.push((who, grant(&mut desk, who, &expected).await));
    }
    let taken: Vec<Packet> = caught.iter().map(|(_, claim)| claim.packet).collect();
    assert_eq!(taken, two);
    assert_eq!(tap(&mut desk, "sold_out", RAIN, 3).await, Verdict::SoldOut);
    // Whoever is sent away keeps what was caught.
    rain::list_removed(&mut desk.con, RAIN.keys(), &[account(1)]).await.unwrap();
    let_it_pass(&mut desk.con).await;
    assert_eq!(tap(&mut desk, "over", RAIN, 3).await, Verdict::Over);
    for closed in [false, true] {
        if closed {
            rain::close(&mut desk.con, RAIN).await.unwrap();
        }
        for (who, claim) in caught.clone() {
            let again = tap(&mut desk, "repeat", RAIN, who).await;
            assert_eq!(again, Verdict::Caught { claim, new: false });
        }
        assert_eq!(tap(&mut desk, "over", RAIN, 3).await, Verdict::Over);
    }
    desk.has_heard_all_of("claim.lua");
}

#[tokio::test]
async fn nothing_is_caught_before_the_first_drop_or_from_the_last_moment_on() {
    let mut desk = Desk::open().await;
    open_rain(&mut desk.con, 1, false, HOUR_MS).await;
    let meta = RAIN.keys().meta();
    let now_ms = now_ms(&mut desk.con).await;
    for (opens_ms, closes_ms, word) in [
        (now_ms + HOUR_MS, now_ms + DAY_MS, "early"),
        (now_ms - HOUR_MS, now_ms, "over"),
        (now_ms - DAY_MS, now_ms - HOUR_MS, "over"),
        (now_ms, now_ms, "over"),
    ] {
        let window = [("opens_ms", opens_ms), ("closes_ms", closes_ms)];
        let () = desk.con.hset_multiple(&meta, &window).await.unwrap();
        let missed = desk.unchanged(word, async |con| claim_one(con, RAIN, account(1)).await);
        missed.await;
    }
}

#[tokio::test]
async fn closing_counts_and_is_for_good() {
    let mut desk = Desk::open().await;
    let no_rain = desk.unchanged("unknown", async |con| rain::close(con, RAIN).await);
    assert_eq!(no_rain.await, None);
    open_rain(&mut desk.con, 3, false, 0).await;
    let caught = claim_one(&mut desk.con, RAIN, account(1)).await;
    assert!(matches!(caught.unwrap(), Verdict::Caught { .. }));
    let other = desk.unchanged("unknown", async |con| rain::close(con, OTHER_RAIN).await);
    assert_eq!(other.await, None);
    let closed = desk.granted("closed", &["meta.phase: open -> closed"], async |con| {
        rain::close(con, RAIN).await
    });
    assert_eq!(closed.await, Some((1, 2)));
    let again = desk.unchanged("closed", async |con| rain::close(con, RAIN).await);
    assert_eq!(again.await, Some((1, 2)));
    let after = desk.unchanged("over", async |con| claim_one(con, RAIN, account(2)).await);
    assert_eq!(after.await, Verdict::Over);
    desk.has_heard_all_of("close_rain.lua");
}

/// What is put back, in whatever life.
async fn put_back(
    con: &mut Recorder,
    rain: ShardRef,
    source: Source,
    claims: &[(AccountId, Claim)],
) -> Result<Restored, StoreError> {
    rain::restore_at_any_replication_id(con, rain, source, claims, &()).await
}

#[tokio::test]
async fn what_stands_is_confirmed_on_one_server_alone() {
    let mut desk = Desk::open().await;
    let (ada, bob) = (account(1), account(2));
    let no_rain = desk.unchanged("unknown", async |con| confirm(con, RAIN, &[ada]).await);
    assert_eq!(no_rain.await, Confirmed::Unknown);
    open_rain(&mut desk.con, 3, false, 0).await;
    let other = desk.unchanged("unknown", async |con| confirm(con, OTHER_RAIN, &[ada]).await);
    assert_eq!(other.await, Confirmed::Unknown);
    let Verdict::Caught { claim, .. } = claim_one(&mut desk.con, RAIN, ada).await.unwrap() else {
        panic!("packets lie there");
    };
    let () = desk.con.hset(RAIN.keys().claims(), account(3).to_string(), "?").await.unwrap();
    let elsewhere = ReplicationId::new("another server".to_owned());
    let said = desk.unchanged("replication", async |con| {
        rain::confirm(con, RAIN, &elsewhere, true, &[ada]).await
    });
    let Confirmed::OtherReplication(replication_id) = said.await else {
        panic!("it is another server");
    };
    for write in [false, true] {
        for (who, word, expected) in
            [(ada, "stands", Some(claim)), (bob, "none", None), (account(3), "stands", None)]
        {
            let said = desk.unchanged(word, async |con| {
                rain::confirm(con, RAIN, &replication_id, write, &[who]).await
            });
            assert_eq!(said.await, Confirmed::Each(vec![expected]));
        }
    }
    desk.has_heard_all_of("confirm.lua");
    let many: Vec<_> = (0..=2 * u32::try_from(CHUNK).unwrap()).map(account).collect();
    let said = rain::confirm(&mut desk.con, RAIN, &replication_id, true, &many).await.unwrap();
    let Confirmed::Each(found) = said else { panic!("{said:?}") };
    assert_eq!((found.len(), found[1], found[2]), (many.len(), Some(claim), None));
}

#[tokio::test]
async fn what_is_forgotten_is_put_back_and_the_ledger_is_right() {
    let mut desk = Desk::open().await;
    let sealed = packets(0, 3);
    let (ada, bob, cho, dan) = (account(1), account(2), account(3), account(4));
    let settled = [(ada, claim_of(sealed[0])), (bob, claim_of(sealed[1]))];
    let (ledger, players) = (Source::Ledger, Source::Players);
    let none = desk.unchanged("unknown", async |con| put_back(con, RAIN, ledger, &settled).await);
    assert_eq!(none.await, Restored::Unknown);
    open_rain(&mut desk.con, 3, false, HOUR_MS).await;
    let other =
        desk.unchanged("unknown", async |con| put_back(con, OTHER_RAIN, ledger, &settled).await);
    assert_eq!(other.await, Restored::Unknown);
    let other = desk.unchanged("replication", async |con| {
        rain::restore(con, RAIN, &ReplicationId::default(), ledger, &settled, &()).await
    });
    assert!(matches!(other.await, Restored::OtherReplication(_)));

    let expected = ["+ claims.a1: 0:10:5000", "+ taken: 0"];
    let back = desk
        .granted("back", &expected, async |con| put_back(con, RAIN, ledger, &settled[..1]).await);
    assert_eq!(back.await, Restored::Done { back: settled[..1].to_vec(), lost: Vec::new() });
    let again =
        desk.unchanged("there", async |con| put_back(con, RAIN, ledger, &settled[..1]).await);
    assert_eq!(again.await, Restored::Done { back: Vec::new(), lost: Vec::new() });
    // What was only told needs a free packet and an account that has none.
    for claim in
        [(cho, settled[0].1), (ada, claim_of(sealed[2])), (cho, claim_of(packets(3, 1)[0]))]
    {
        let lost =
            desk.unchanged("taken", async |con| put_back(con, RAIN, players, &[claim]).await);
        assert_eq!(lost.await, Restored::Done { back: Vec::new(), lost: vec![claim] });
    }
    let expected = ["+ claims.a3: 1:20:5000", "taken: 0 -> 0 1"];
    let grabbed = (cho, claim_of(sealed[1]));
    let back =
        desk.granted("back", &expected, async |con| put_back(con, RAIN, players, &[grabbed]).await);
    back.await;

    // Cho has what is Bob's in the ledger.
    let expected = ["+ claims.a2: 1:20:5000", "- claims.a3: 1:20:5000"];
    let back = desk
        .granted("back", &expected, async |con| put_back(con, RAIN, ledger, &settled[1..]).await);
    let done = Restored::Done { back: settled[1..].to_vec(), lost: vec![grabbed] };
    assert_eq!(back.await, done);

    // Once it is closed the ledger decides alone, and it may be done with the rain.
    rain::close(&mut desk.con, RAIN).await.unwrap();
    let last = [(dan, claim_of(sealed[2]))];
    let late = desk.unchanged("closed", async |con| put_back(con, RAIN, players, &last).await);
    assert_eq!(late.await, Restored::Closed);
    let expected = ["+ claims.a4: 2:30:5000", "taken: 0 1 -> 0 1 2"];
    let back =
        desk.granted("back", &expected, async |con| put_back(con, RAIN, ledger, &last).await);
    assert_eq!(back.await, Restored::Done { back: last.to_vec(), lost: Vec::new() });
    desk.has_heard_all_of("restore_rain.lua");
}
