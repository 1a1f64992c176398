//! More in one call than a script takes in one chunk: every verdict, in order.

use std::collections::{BTreeMap, BTreeSet};

use quizrain::game::calls::{self as game, Answered, Joined, Wish};
use quizrain::ledger::{Claim, Packet};
use quizrain::rain::calls::{self as rain, Opened, Verdict};
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::settings::Settings;
use redis::AsyncCommands;

use super::scene::{GAME, HOUR_MS, RAIN, ROUNDS, account, ask, given, open_to, packets, wish};
use crate::common::redis::TestRedis;

/// Everybody, and some of them twice: soon after, or in another chunk.
fn everybody(count: u32) -> Vec<u32> {
    (1..=count)
        .flat_map(|who| {
            let soon = who.is_multiple_of(13).then(|| who - 3);
            let later = (who > 500 && who.is_multiple_of(17)).then(|| who - 480);
            [Some(who), soon, later].into_iter().flatten()
        })
        .collect()
}

async fn claims_in_one_call(listed: bool) {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let all = packets(0, 900);
    let may = |who: u32| !listed || !who.is_multiple_of(20);
    let eligible: Vec<_> = (1..=1024).filter(|who| may(*who)).map(account).collect();
    rain::list_eligible(con, RAIN.keys(), &eligible).await.unwrap();
    rain::load_chunk(con, RAIN, 0, open_to(listed), &all).await.unwrap();
    let opened = rain::open(con, RAIN, 900, 0, HOUR_MS).await.unwrap();
    assert!(matches!(opened, Opened::Open { .. }));

    let taps = everybody(1024);
    assert!(taps.len() > 1100);
    let accounts: Vec<_> = taps.iter().copied().map(account).collect();
    let said = rain::claim_at_any_replication_id(con, RAIN, &accounts).await.unwrap();
    let mut left = all.iter();
    let mut has: BTreeMap<u32, Packet> = BTreeMap::new();
    let mut at_ms = BTreeSet::new();
    assert_eq!(said.len(), taps.len());
    for (place, (who, said)) in taps.iter().zip(&said).enumerate() {
        match said {
            Verdict::Caught { claim, new } => {
                let expected = match has.get(who) {
                    Some(packet) => (*packet, false),
                    None => (*left.next().unwrap(), true),
                };
                assert_eq!((claim.packet, *new), expected, "tap {place} of {who}");
                has.insert(*who, claim.packet);
                at_ms.insert(claim.at_ms);
                assert!(may(*who));
            }
            Verdict::Ineligible => assert!(!may(*who)),
            other => {
                assert_eq!(*other, Verdict::SoldOut, "tap {place} of {who}");
                assert!(may(*who) && left.len() == 0 && !has.contains_key(who));
            }
        }
    }
    assert_eq!((has.len(), left.len(), at_ms.len()), (900, 0, 1));
    assert!(said.contains(&Verdict::SoldOut));
    assert_eq!(said.contains(&Verdict::Ineligible), listed);

    // The second time everybody hears the same, and nothing is new.
    let again = rain::claim_at_any_replication_id(con, RAIN, &accounts).await.unwrap();
    let old = |verdict: &Verdict| match verdict {
        Verdict::Caught { claim, .. } => Verdict::Caught { claim: *claim, new: false },
        other => *other,
    };
    assert_eq!(again, said.iter().map(old).collect::<Vec<_>>());

    let stored = rain::claims(con, RAIN.keys()).await.unwrap().into_iter();
    let stored: BTreeMap<_, _> = stored.map(|(who, claim)| (who, claim.packet)).collect();
    let expected = has.iter().map(|(who, packet)| (account(*who), *packet));
    assert_eq!(stored, expected.collect());
    stream_has_all_in_order(con, 900).await;
}

/// The stream has every packet in order, each once; none is left.
async fn stream_has_all_in_order(con: &mut impl AsyncCommands, count: u32) {
    let keys = RAIN.keys();
    let stream: Vec<(String, Vec<(String, String)>)> = con.xrange_all(keys.stream()).await.unwrap();
    let streamed: Vec<_> = stream.into_iter().flat_map(|(_, fields)| fields).collect();
    let numbers = streamed.iter().map(|(_, claim)| Claim::parse(claim).unwrap().packet.number);
    assert!(numbers.eq(0..count), "the stream has them in order, each once");
    let (caught, left, _) = rain::progress(con, keys, 1).await.unwrap();
    assert_eq!((caught, left), (count, 0));
}

#[tokio::test]
async fn a_thousand_taps_in_one_call_are_served_in_order() {
    claims_in_one_call(false).await;
}

#[tokio::test]
async fn a_thousand_taps_in_one_call_ask_who_may_grab() {
    claims_in_one_call(true).await;
}

#[tokio::test]
async fn a_thousand_players_join_and_answer_in_one_call_each() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    game::create(con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let all = everybody(1024);
    // Every 31st wants the name of the one before.
    let name = |who: u32| if who.is_multiple_of(31) { who - 1 } else { who };
    let wishes: Vec<Wish> =
        all.iter().map(|who| wish(account(*who), &format!("P{}", name(*who)))).collect();
    let joined = game::join(con, GAME, &wishes, 980, 0).await.unwrap();
    let mut seats: BTreeMap<u32, u32> = BTreeMap::new();
    assert_eq!(joined.len(), all.len());
    for (who, joined) in all.iter().zip(&joined) {
        let count = u32::try_from(seats.len()).unwrap();
        match joined {
            Joined::Seat { seat, new } => {
                assert_eq!(seat.nickname, format!("P{who}"));
                assert_eq!(*new, !seats.contains_key(who));
                assert_eq!(seat.number, *seats.entry(*who).or_insert(count + 1));
            }
            Joined::Taken => assert!(who.is_multiple_of(31) && count < 980),
            other => assert_eq!((other, count), (&Joined::Full, 980)),
        }
    }
    assert_eq!(seats.len(), 980);
    assert_eq!(game::seats(con, GAME.game).await.unwrap().len(), 980);

    game::advance(con, GAME, &ask(1, 1)).await.unwrap();
    // Whoever answers twice has another opinion the second time.
    let picks: Vec<_> = all
        .iter()
        .enumerate()
        .map(|(place, who)| (account(*who), Answer::from(ChoiceSet(1 << (place % 4)))))
        .collect();
    let sent: Vec<_> =
        picks.iter().map(|(who, answer)| given(*who, Some(answer.clone()))).collect();
    let answered = game::answer(con, GAME, 0, &sent).await.unwrap();
    let mut first: BTreeMap<u32, &Answer> = BTreeMap::new();
    assert_eq!(answered.len(), all.len());
    for ((who, (_, answer)), answered) in all.iter().zip(&picks).zip(&answered) {
        let expected = match (seats.contains_key(who), first.get(who)) {
            (false, _) => Answered::NotSeated,
            (true, Some(first)) => Answered::Counted { answer: (*first).clone(), new: false },
            (true, None) => Answered::Counted { answer: answer.clone(), new: true },
        };
        assert_eq!(*answered, expected);
        if seats.contains_key(who) {
            first.entry(*who).or_insert(answer);
        }
    }
    let stored = game::answers(con, GAME.game, 0).await.unwrap();
    assert_eq!(stored.len(), 980);
    assert!(first.iter().all(|(who, answer)| stored[&account(*who)].answer == **answer));
}
