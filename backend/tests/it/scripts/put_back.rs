//! Claims that are put back, against a model of who has what; what players hear afterwards; and
//! what that costs a Redis that serves others meanwhile.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use proptest::prelude::*;
use quizrain::ledger::{Claim, Packet};
use quizrain::rain::calls::{self as rain, Losses, Restored, ShardRef, Source, Verdict};
use quizrain::store::StoreError;
use quizrain::store::redis::ReplicationId;
use quizrain::store::shard::Shard;
use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::scene::{HOUR_MS, RAIN, account, claim_of, claim_one, packets};
use super::snapshot::free;
use crate::common::property::check;
use crate::common::redis::TestRedis;

const PACKETS: u32 = 24;

/// The second of three shards.
const POT: ShardRef = ShardRef { shard: Shard { number: 1, of: 3 }, ..RAIN };

type Owners = BTreeMap<AccountId, Claim>;
type Claims = Vec<(AccountId, Claim)>;

fn text(packet: Packet) -> String {
    format!("{}:{}", packet.number, packet.amount)
}

/// The packets of the shard.
fn its(count: u32) -> Vec<Packet> {
    let mut its = packets(0, count * 3);
    its.retain(|packet| Shard::of_packet(packet.number, 3) == POT.shard);
    its
}

/// A rain that is open with these packets, some of which accounts have.
async fn open(
    con: &mut MultiplexedConnection,
    shard: ShardRef,
    sealed: &[Packet],
    owners: &Owners,
) {
    rain::load(con, shard, rain::OpenTo::Everyone, sealed).await.unwrap();
    let count = u32::try_from(sealed.len()).unwrap();
    rain::open(con, shard, count, 0, HOUR_MS).await.unwrap();
    let owners: Vec<_> = owners.iter().collect();
    for part in owners.chunks(1000) {
        let mut pipe = redis::pipe();
        for (who, claim) in part {
            let place = claim.packet.number / u32::from(shard.shard.of);
            pipe.hset(shard.keys().claims(), who.to_string(), claim.to_string()).ignore();
            pipe.setbit(shard.keys().taken(), place as usize, true).ignore();
        }
        pipe.exec_async(con).await.unwrap();
    }
}

/// Who has what, of which every packet is one account's or free.
async fn owners(con: &mut MultiplexedConnection, shard: ShardRef, sealed: &[Packet]) -> Owners {
    let owners: Owners = rain::claims(con, shard.keys()).await.unwrap().into_iter().collect();
    let mut all: Vec<String> = owners.values().map(|claim| text(claim.packet)).collect();
    all.extend(free(con, shard.keys()).await);
    all.sort();
    let mut expected: Vec<String> = sealed.iter().copied().map(text).collect();
    expected.sort();
    assert_eq!(all, expected, "each packet is one account's or free");
    owners
}

/// What of the claims that were told goes back into the model, and what is lost: the account and the
/// packet have to be free.
fn put_back(model: &mut Owners, acknowledged: &[(AccountId, Claim)]) -> (Claims, Claims) {
    let (mut back, mut lost) = (Vec::new(), Vec::new());
    for (who, claim) in acknowledged {
        if model.get(who).is_some_and(|its| its.packet == claim.packet) {
            continue;
        }
        let free = !model.values().any(|its| its.packet == claim.packet);
        if free && !model.contains_key(who) {
            model.insert(*who, *claim);
            back.push((*who, *claim));
        } else {
            lost.push((*who, *claim));
        }
    }
    (back, lost)
}

#[test]
fn a_packet_is_one_accounts_or_free_whatever_is_put_back() {
    let some = || prop::collection::btree_map(0..PACKETS, 0..PACKETS, 0..20_usize);
    let input = (some(), some(), prop::collection::vec((0..PACKETS, 0..PACKETS), 0..20));
    check(96, &input, &async |con, input| {
        let (here, settled, acknowledged) = input;
        let sealed = its(PACKETS);
        let one_each = |pairs: BTreeMap<u32, u32>| -> Owners {
            // Of two who would have one packet the first has it.
            let by_packet: BTreeMap<u32, u32> =
                pairs.into_iter().rev().map(|(who, packet)| (packet, who)).collect();
            let claim = |packet: u32| claim_of(sealed[packet as usize]);
            by_packet.into_iter().map(|(packet, who)| (account(who), claim(packet))).collect()
        };
        let (mut model, settled) = (one_each(here), one_each(settled));
        open(con, POT, &sealed, &model).await;

        // The ledger is right whatever is here: whoever has something else loses it.
        let mut expected: Claims = model.clone().into_iter().collect();
        expected.retain(|(who, its)| match settled.get(who) {
            Some(right) => right.packet != its.packet,
            None => settled.values().any(|right| right.packet == its.packet),
        });
        model.retain(|who, its| !expected.contains(&(*who, *its)));
        model.extend(settled.clone());
        let ledger: Vec<_> = settled.clone().into_iter().collect();
        for again in [false, true] {
            let done = rain::restore_at_any_replication_id(con, POT, Source::Ledger, &ledger, &())
                .await
                .unwrap();
            let Restored::Done { back, mut lost } = done else { panic!("{done:?}") };
            prop_assert_eq!(&owners(con, POT, &sealed).await, &model);
            lost.sort_by_key(|(who, _)| *who);
            expected.sort_by_key(|(who, _)| *who);
            prop_assert_eq!(lost, if again { Vec::new() } else { expected.clone() });
            prop_assert!(!again || back.is_empty());
        }

        // What was told needs a free account and a free packet.
        let acknowledged: Claims = acknowledged
            .into_iter()
            .map(|(who, packet)| (account(who), claim_of(sealed[packet as usize])))
            .collect();
        let (back, lost) = put_back(&mut model, &acknowledged);
        let done =
            rain::restore_at_any_replication_id(con, POT, Source::Players, &acknowledged, &())
                .await
                .unwrap();
        prop_assert_eq!(done, Restored::Done { back, lost });
        prop_assert_eq!(&owners(con, POT, &sealed).await, &model);
        Ok(())
    });
}

/// The ledger says otherwise than a Redis that went another way: who loses a packet may grab again,
/// and what nobody has any more is granted again.
#[tokio::test]
async fn who_loses_a_packet_to_the_ledger_does_not_hear_of_it_again() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let sealed = packets(0, 4);
    let (ada, bob, cho) = (account(1), account(2), account(3));
    let here = [(ada, claim_of(sealed[0])), (bob, claim_of(sealed[1]))];
    open(con, RAIN, &sealed, &here.into_iter().collect()).await;

    // Bob has Ada's packet in the ledger, and nobody has the one that he was told of here.
    let settled = [(bob, claim_of(sealed[0]))];
    let done = rain::restore_at_any_replication_id(con, RAIN, Source::Ledger, &settled, &())
        .await
        .unwrap();
    assert_eq!(done, Restored::Done { back: settled.to_vec(), lost: here.to_vec() });
    let caught = async |con: &mut MultiplexedConnection, who| {
        let said = claim_one(con, RAIN, who).await.unwrap();
        let Verdict::Caught { claim, new } = said else { panic!("{said:?}") };
        (claim.packet.number, new)
    };
    assert_eq!(caught(con, bob).await, (0, false));
    assert_eq!(caught(con, ada).await, (1, true), "the packet that is free again");
    assert_eq!(caught(con, cho).await, (2, true));
    assert_eq!(owners(con, RAIN, &sealed).await.len(), 3);
}

/// A database that is away.
struct Away;

impl Losses for Away {
    async fn take_down(&self, claims: &[(AccountId, Claim)]) -> Result<(), StoreError> {
        if claims.is_empty() { Ok(()) } else { Err(StoreError::Slow(std::time::Duration::ZERO)) }
    }
}

/// Whoever is taken down.
#[derive(Default)]
struct Noted(Mutex<Vec<(AccountId, Claim)>>);

impl Losses for Noted {
    async fn take_down(&self, claims: &[(AccountId, Claim)]) -> Result<(), StoreError> {
        self.0.lock().unwrap().extend(claims);
        Ok(())
    }
}

#[tokio::test]
async fn nobody_loses_a_packet_that_is_not_taken_down_before() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let sealed = packets(0, 4);
    let (ada, bob, cho) = (account(1), account(2), account(3));
    let here: Owners = [(ada, claim_of(sealed[0])), (bob, claim_of(sealed[1]))].into();
    open(con, RAIN, &sealed, &here).await;
    let replication_id = rain::replication_id_of(con, RAIN).await.unwrap();
    // A packet that somebody else has, and an account that has another packet.
    for (settled, lost) in [((cho, claim_of(sealed[1])), bob), ((ada, claim_of(sealed[2])), ada)] {
        let before = owners(con, RAIN, &sealed).await;
        let (ledger, claims) = (Source::Ledger, [settled]);
        rain::restore(con, RAIN, &replication_id, ledger, &claims, &Away).await.unwrap_err();
        assert_eq!(owners(con, RAIN, &sealed).await, before);
        let noted = Noted::default();
        rain::restore(con, RAIN, &replication_id, ledger, &claims, &noted).await.unwrap();
        let noted = noted.0.into_inner().unwrap();
        assert!(noted.contains(&(lost, here[&lost])), "{noted:?}");
        assert_eq!(owners(con, RAIN, &sealed).await.get(&settled.0), Some(&settled.1));
    }
}

#[tokio::test]
async fn nothing_is_put_back_in_another_life_than_the_callers() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let sealed = packets(0, 2);
    open(con, RAIN, &sealed, &Owners::new()).await;
    let claims = [(account(1), claim_of(sealed[0]))];
    for source in [Source::Ledger, Source::Players] {
        let other = rain::restore(con, RAIN, &ReplicationId::default(), source, &claims, &())
            .await
            .unwrap();
        assert!(
            matches!(other, Restored::OtherReplication(replication_id) if replication_id != ReplicationId::default())
        );
        assert_eq!(owners(con, RAIN, &sealed).await, Owners::new());
    }
}

/// How many commands Redis has run, those of scripts among them, but for the scripts themselves and
/// for asking this.
async fn commands(con: &mut MultiplexedConnection) -> u64 {
    let stats: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    let calls = |line: &str| line.split_once(":calls=")?.1.split(',').next()?.parse::<u64>().ok();
    let others = ["cmdstat_eval", "cmdstat_info"];
    let lines = stats.lines().filter(|line| !others.iter().any(|other| line.starts_with(other)));
    lines.filter_map(calls).sum()
}

/// A larger pool is neither searched nor walked through. `QUIZRAIN_TEST_POOL` is how large.
#[tokio::test]
async fn a_claim_that_is_put_back_costs_the_same_in_every_pool() {
    const BACK: usize = 2000;
    let large = std::env::var("QUIZRAIN_TEST_POOL");
    let large: u32 = large.map_or(30_000, |packets| packets.parse().expect("a number"));
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let mut costs = Vec::new();
    for count in [3000, large] {
        let () = con.flushall().await.unwrap();
        let sealed = packets(0, count);
        open(con, RAIN, &sealed, &Owners::new()).await;
        // From all over the pool; most of them, where it is small.
        let claims: Vec<(AccountId, Claim)> = (0..)
            .zip(sealed.chunks(sealed.len() / BACK))
            .take(BACK)
            .map(|(who, some)| (account(who), claim_of(some[0])))
            .collect();
        let mut cost = Vec::new();
        for source in [Source::Ledger, Source::Players] {
            let _: () = redis::cmd("CONFIG").arg("RESETSTAT").query_async(con).await.unwrap();
            let since = Instant::now();
            let done =
                rain::restore_at_any_replication_id(con, RAIN, source, &claims, &()).await.unwrap();
            let missing = if source == Source::Ledger { BACK } else { 0 };
            assert!(matches!(done, Restored::Done { back, .. } if back.len() == missing));
            cost.push(commands(con).await);
            println!("{count} packets, {source:?}: {BACK} claims took {:?}", since.elapsed());
        }
        costs.push(cost);
        let tap = claim_one(con, RAIN, account(9_999_999)).await.unwrap();
        assert!(matches!(tap, Verdict::Caught { new: true, .. }));
    }
    assert_eq!(costs[0], costs[1], "commands, in a small and in a large pool");
}
