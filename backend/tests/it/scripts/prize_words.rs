//! A rain of prizes: each packet is one account's, whoever taps first and whatever Redis forgot.

use quizrain::ledger::Claim;
use quizrain::rain::calls::{self as rain, CHUNK, OpenTo, Restored, Source, Verdict};
use quizrain::store::StoreError;
use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;

use super::record::{Desk, Recorder};
use super::scene::{HOUR_MS, RAIN, account, claim_of, claim_one, open_prizes, packets};
use super::snapshot::dump;
use crate::common::redis::TestRedis;

/// What is put back, in whatever life.
async fn put_back(con: &mut Recorder, source: Source, claims: &[(AccountId, Claim)]) -> Restored {
    rain::restore_at_any_replication_id(con, RAIN, source, claims, &()).await.unwrap()
}

#[tokio::test]
async fn a_prize_is_its_accounts_whoever_taps_first() {
    let mut desk = Desk::open().await;
    let (ada, bob, cho, dan) = (account(1), account(2), account(3), account(4));
    // Ada is first and Bob second; nobody is third.
    open_prizes(&mut desk.con, 3, &[1, 2]).await.unwrap();
    let tap = async |desk: &mut Desk, word: &str, who| {
        desk.unchanged(word, async |con| claim_one(con, RAIN, who).await).await
    };
    assert_eq!(tap(&mut desk, "ineligible", cho).await, Verdict::Ineligible);
    let expected = ["+ claims.a2: 1:20:<ms>", "+ stream: a2 1:20:<ms>", "+ taken: 1"];
    let caught = desk.granted("caught", &expected, async |con| claim_one(con, RAIN, bob).await);
    let Verdict::Caught { claim: second, new: true } = caught.await else {
        panic!("Bob caught nothing");
    };
    let again = Verdict::Caught { claim: second, new: false };
    assert_eq!(tap(&mut desk, "repeat", bob).await, again);
    // All in one call, some of them twice: each has theirs, and nobody the third.
    let all = [cho, ada, bob, ada, cho];
    let said = rain::claim_at_any_replication_id(&mut desk.con, RAIN, &all).await.unwrap();
    let Verdict::Caught { claim: first, new: true } = said[1] else {
        panic!("{said:?}");
    };
    assert_eq!(first.packet, packets(0, 1)[0]);
    let expected = [
        Verdict::Ineligible,
        Verdict::Caught { claim: first, new: true },
        again,
        Verdict::Caught { claim: first, new: false },
        Verdict::Ineligible,
    ];
    assert_eq!(said, expected);
    let closed = rain::close(&mut desk.con, RAIN).await.unwrap();
    assert_eq!(closed, Some((2, 1)));
    assert_eq!(tap(&mut desk, "over", dan).await, Verdict::Over);
    assert_eq!(tap(&mut desk, "repeat", bob).await, again);
}

/// What cannot be: still, a packet has one account at most.
#[tokio::test]
async fn a_prize_that_somebody_else_has_is_granted_to_nobody_else() {
    let mut desk = Desk::open().await;
    let (ada, bob, cho, dan) = (account(1), account(2), account(3), account(4));
    open_prizes(&mut desk.con, 2, &[1, 2]).await.unwrap();
    let eligible = RAIN.keys().eligible();
    // Cho has Ada's too, and Dan one that does not lie there.
    for (who, place) in [(cho, 0), (dan, 2)] {
        let () = desk.con.hset(&eligible, who.to_string(), place).await.unwrap();
    }
    let gone = desk.unchanged("sold_out", async |con| claim_one(con, RAIN, dan).await).await;
    assert_eq!(gone, Verdict::SoldOut);
    let all = [cho, ada, cho, ada];
    let said = rain::claim_at_any_replication_id(&mut desk.con, RAIN, &all).await.unwrap();
    let Verdict::Caught { claim, new: true } = said[0] else { panic!("{said:?}") };
    let repeat = Verdict::Caught { claim, new: false };
    assert_eq!(said[1..], [Verdict::SoldOut, repeat, Verdict::SoldOut]);
    // And after the ledger had Bob's for somebody else.
    let settled = [(account(9), claim_of(packets(1, 1)[0]))];
    put_back(&mut desk.con, Source::Ledger, &settled).await;
    for who in [ada, bob] {
        let late = desk.unchanged("sold_out", async |con| claim_one(con, RAIN, who).await).await;
        assert_eq!(late, Verdict::SoldOut);
    }
}

#[tokio::test]
async fn a_prize_that_redis_forgot_is_granted_again_to_its_account() {
    let mut desk = Desk::open().await;
    let (ada, bob) = (account(1), account(2));
    open_prizes(&mut desk.con, 2, &[1, 2]).await.unwrap();
    let told = [(bob, claim_of(packets(1, 1)[0]))];
    // Before its player taps again, or by that.
    for put_it_back in [true, false] {
        if put_it_back {
            let back = put_back(&mut desk.con, Source::Players, &told).await;
            assert_eq!(back, Restored::Done { back: told.to_vec(), lost: Vec::new() });
        }
        for (who, number) in [(ada, 0), (bob, 1)] {
            let said = claim_one(&mut desk.con, RAIN, who).await.unwrap();
            let Verdict::Caught { claim, .. } = said else { panic!("{said:?}") };
            assert_eq!(claim.packet.number, number);
        }
        let keys = RAIN.keys();
        let () = desk.con.del(&[keys.claims(), keys.taken(), keys.stream()]).await.unwrap();
    }
}

#[tokio::test]
async fn a_list_of_another_type_is_named_and_nothing_changes() {
    let mut desk = Desk::open().await;
    let (key, who) = (RAIN.keys().eligible(), [account(1)]);
    for open_to in [OpenTo::Prizes, OpenTo::Listed, OpenTo::Everyone] {
        let () = desk.con.flushall().await.unwrap();
        rain::load_chunk(&mut desk.con, RAIN, 0, open_to, &packets(0, 1)).await.unwrap();
        rain::open(&mut desk.con, RAIN, 1, 0, HOUR_MS).await.unwrap();
        match open_to {
            OpenTo::Prizes => rain::list_eligible(&mut desk.con, RAIN.keys(), &who).await.unwrap(),
            _ => rain::list_owners(&mut desk.con, RAIN.keys(), &who).await.unwrap(),
        }
        let before = dump(&mut desk.con).await;
        match claim_one(&mut desk.con, RAIN, account(1)).await {
            Err(StoreError::Corrupt(named)) => assert_eq!(named, key),
            other => panic!("{other:?}"),
        }
        assert!(before == dump(&mut desk.con).await);
    }
}

/// As many as stand equal on one place, in one call.
#[tokio::test]
async fn hundreds_who_share_a_place_have_a_packet_each() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let count = 2 * u32::try_from(CHUNK).unwrap() + 1;
    let owners: Vec<u32> = (1..=count).rev().collect();
    let accounts: Vec<AccountId> = owners.iter().copied().map(account).collect();
    rain::list_owners(con, RAIN.keys(), &accounts).await.unwrap();
    let all = packets(0, count);
    rain::load(con, RAIN, OpenTo::Prizes, &all).await.unwrap();
    rain::open(con, RAIN, count, 0, HOUR_MS).await.unwrap();
    let taps: Vec<AccountId> = (1..=count).map(account).collect();
    for part in taps.chunks(1024) {
        let said = rain::claim_at_any_replication_id(con, RAIN, part).await.unwrap();
        for (who, said) in part.iter().zip(said) {
            let Verdict::Caught { claim, new: true } = said else { panic!("{said:?}") };
            assert_eq!(accounts[claim.packet.number as usize], *who);
            assert_eq!(claim.packet, all[claim.packet.number as usize]);
        }
    }
    assert_eq!(rain::close(con, RAIN).await.unwrap(), Some((count, 0)));
    assert_eq!(rain::listed(con, RAIN.keys()).await.unwrap(), Some(accounts));
}
