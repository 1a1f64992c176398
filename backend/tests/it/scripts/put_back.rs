//! Claims that are put back into pools of any shape, against a model that searches the whole pool;
//! and what that costs a Redis that serves others meanwhile.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quizrain::store::claim::{Claim, Packet};
use quizrain::store::redis::rain::{self, Restored, Whose};
use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::scene::{HOUR_MS, RAIN, account, claim_of, packets};
use crate::common::property::check;
use crate::common::redis::TestRedis;

const PACKETS: u32 = 24;

/// Where a packet is: in the pool, somebody's, or forgotten by a Redis that granted it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Where {
    Pool,
    Caught,
    Nowhere,
}

fn text(packet: Packet) -> String {
    format!("{}:{}", packet.number, packet.amount)
}

/// A rain that is open, with these packets in the pool and these claims.
async fn open(con: &mut MultiplexedConnection, pool: &[Packet], claims: &[(AccountId, Claim)]) {
    rain::load(con, RAIN, false, pool).await.unwrap();
    let count = u32::try_from(pool.len()).unwrap();
    rain::open(con, RAIN, count, 0, HOUR_MS).await.unwrap();
    for part in claims.chunks(1000) {
        let fields: Vec<(String, String)> =
            part.iter().map(|(who, claim)| (who.to_string(), claim.to_string())).collect();
        let () = con.hset_multiple(RAIN.keys().claims(), &fields).await.unwrap();
    }
}

#[test]
fn claims_are_put_back_into_any_pool_as_if_all_of_it_were_searched() {
    let places = [Just(Where::Pool), Just(Where::Caught), Just(Where::Nowhere)];
    let places = prop::collection::vec(prop::sample::select(places.to_vec()), PACKETS as usize);
    let places = places.prop_map(|places| places.into_iter().map(|Just(it)| it).collect());
    let offered = prop::collection::vec((0..PACKETS + 4, 0..PACKETS), 1..30);
    check(96, &(places, offered, any::<bool>()), &async |con, input| {
        let (mut places, offered, settled): (Vec<Where>, Vec<(u32, u32)>, bool) = input;
        // A pool is not loaded without a packet.
        places[PACKETS as usize - 1] = Where::Pool;
        let sealed = packets(0, PACKETS);
        let all = || sealed.iter().copied().zip(&places);
        let mut pool: Vec<Packet> =
            all().filter(|(_, place)| **place == Where::Pool).map(|(packet, _)| packet).collect();
        let caught = all().filter(|(_, place)| **place == Where::Caught);
        let mut claims: BTreeMap<AccountId, Claim> =
            caught.map(|(packet, _)| (account(packet.number), claim_of(packet))).collect();
        open(con, &pool, &claims.clone().into_iter().collect::<Vec<_>>()).await;

        let offered: Vec<(AccountId, Claim)> = offered
            .into_iter()
            .map(|(who, packet)| (account(who), claim_of(sealed[packet as usize])))
            .collect();
        let mut count = 0;
        for (who, claim) in &offered {
            let (has, place) =
                (claims.get(who), pool.iter().position(|packet| *packet == claim.packet));
            if has != Some(claim) && (settled || has.is_none() && place.is_some()) {
                claims.insert(*who, *claim);
                count += 1;
            }
            if let Some(place) = place.filter(|_| claims.get(who) == Some(claim)) {
                pool.remove(place);
            }
        }
        let whose = if settled { Whose::Ledger } else { Whose::Told };
        let back = rain::restore(con, RAIN, whose, &offered).await.unwrap();
        prop_assert_eq!(back, Restored::Back(count));
        let kept: BTreeMap<AccountId, Claim> =
            rain::claims(con, RAIN.keys()).await.unwrap().into_iter().collect();
        prop_assert_eq!(kept, claims);
        let left: Vec<String> = con.lrange(RAIN.keys().pool(), 0, -1).await.unwrap();
        prop_assert_eq!(left, pool.into_iter().map(text).collect::<Vec<_>>());
        Ok(())
    });
}

/// How often a command was run since the last time this was asked.
async fn runs(con: &mut MultiplexedConnection, command: &str) -> usize {
    let stats: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    let line = stats.lines().find_map(|line| {
        line.strip_prefix(&format!("cmdstat_{command}:calls="))?.split(',').next()
    });
    line.map_or(0, |calls| calls.parse().unwrap())
}

#[tokio::test]
async fn a_large_pool_is_not_searched_for_claims_that_are_there() {
    const CAUGHT: usize = 20_000;
    const FORGOTTEN: usize = 300;
    // Halving so many packets takes so many looks.
    const HALVED: usize = 17;
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let con = &mut con;
    let sealed = packets(0, 60_000);
    let claims: Vec<(AccountId, Claim)> = (0..)
        .zip(&sealed[..CAUGHT])
        .map(|(who, packet)| (account(who), claim_of(*packet)))
        .collect();
    open(con, &sealed[CAUGHT - FORGOTTEN..], &claims[..CAUGHT - FORGOTTEN]).await;
    // Every third one that was forgotten comes back first, from the middle of the others.
    let third = |from: usize| claims[CAUGHT - FORGOTTEN + from..].iter().step_by(3).copied();
    for (settled, missing) in [(third(2).collect(), FORGOTTEN / 3), (claims.clone(), 200)] {
        let _: () = redis::cmd("CONFIG").arg("RESETSTAT").query_async(con).await.unwrap();
        let settled: Vec<(AccountId, Claim)> = settled;
        let back = rain::restore(con, RAIN, Whose::Ledger, &settled).await.unwrap();
        assert_eq!(back, Restored::Back(u32::try_from(missing).unwrap()));
        // These two search. Only what is missing is taken out, and for what left the pool in front
        // its head is enough.
        assert_eq!((runs(con, "lrem").await, runs(con, "lpos").await), (missing, 0));
        let looks = runs(con, "lindex").await;
        assert!(looks <= settled.len() + FORGOTTEN * HALVED, "{looks} looks into the pool");
    }
    let (_, left, _) = rain::progress(con, RAIN.keys(), 1).await.unwrap();
    assert_eq!(left as usize, sealed.len() - CAUGHT);
}
