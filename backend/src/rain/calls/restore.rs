//! Claims go back into a Redis that has forgotten them.
//!
//! Called by `rain::recovery`. One call of the script takes some hundred claims and looks at no
//! others, so what it takes does not grow with the rain. What the ledger's accounts have in place
//! of their packets is read before each; only where the ledger gave packets to somebody else than
//! Redis did are all claims read, a part at a time, to find who has them here.

use std::collections::{HashMap, HashSet};

use quizrain_shared::ids::AccountId;
use redis::AsyncCommands;

use crate::ledger::Claim;
use crate::rain::calls::{ShardRef, claims_of, scan_claims};
use crate::rain::stream::read_claim;
use crate::store::StoreError;
use crate::store::redis::reply::Reply;
use crate::store::redis::{ReplicationId, scripts};

/// Claims that one call of `restore_rain.lua` takes.
const RESTORED: usize = 400;

/// How often the claims are read for who has what the ledger gave to others. Once is enough, unless
/// packets change hands meanwhile.
const READS: usize = 3;

/// In place of an account: nobody.
const NOBODY: &str = "-";

/// Why a claim is put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is settled, so it is right whatever Redis has.
    Ledger,
    /// A player was told so; right if account and packet are free, until the rain is closed.
    Players,
}

/// What became of claims that were to go back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restored {
    /// It was done.
    Done {
        /// Those that were missing, and are back.
        back: Vec<(AccountId, Claim)>,
        /// Those that are nobody's now: of what was told, what is somebody else's; and what Redis
        /// had granted of what the ledger gave to somebody else.
        lost: Vec<(AccountId, Claim)>,
    },
    /// The rain is closed: what was told does not go back, since the ledger may be done with it.
    Closed,
    /// No such rain, or another incarnation.
    Unknown,
    /// The server has this other replication id, and must be brought up to date again.
    OtherReplication(ReplicationId),
}

/// What the script says of a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// And what its account had in its place.
    Back(Option<Claim>),
    There,
    Taken,
}

/// Takes down what players are about to lose.
pub trait Losses: Sync {
    /// Before they lose it. That it is taken down does not mean yet that it is lost.
    ///
    /// # Errors
    /// It could not be taken down, and nobody loses anything.
    fn take_down(
        &self,
        claims: &[(AccountId, Claim)],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Takes down nothing: for what nobody was told.
impl Losses for () {
    async fn take_down(&self, _: &[(AccountId, Claim)]) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Who have packets, by packet.
type Holders = HashMap<u32, (AccountId, Claim)>;

/// A claim, and who loses its packet.
type Offer<'a> = (&'a (AccountId, Claim), Option<String>);

/// Puts claims back that Redis has forgotten, at this replication id of the server.
///
/// # Errors
/// Redis failed, or packets change hands all the time; calling again is harmless.
pub async fn restore(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    replication_id: &ReplicationId,
    source: Source,
    claims: &[(AccountId, Claim)],
    losses: &impl Losses,
) -> Result<Restored, StoreError> {
    let place = Place { rain, replication_id, source };
    let mut found = Found::default();
    for part in claims.chunks(RESTORED) {
        if source == Source::Ledger {
            let others = match replaced(con, rain, part).await {
                // Where the server refuses to say, the script says what is wrong.
                Err(StoreError::Redis(error)) if error.code().is_some() => Vec::new(),
                read => read?,
            };
            losses.take_down(&others).await?;
        }
        if let Some(not) = offer(con, &place, part, None, &mut found).await? {
            return Ok(not);
        }
    }
    if source == Source::Players {
        return Ok(Restored::Done { back: found.back, lost: found.taken });
    }
    // Where somebody caught another packet meanwhile. Whoever is taken down again says the same.
    losses.take_down(&found.lost).await?;
    for _ in 0..READS {
        let taken = std::mem::take(&mut found.taken);
        if taken.is_empty() {
            let Found { back, mut lost, .. } = found;
            // Who gets another packet in the same call that gives theirs away loses it once.
            lost.sort_unstable_by_key(|(account, claim)| (*account, claim.packet.number));
            lost.dedup();
            return Ok(Restored::Done { back, lost });
        }
        let holders = holders(con, rain, &taken).await?;
        let losers: Vec<_> = holders.values().copied().collect();
        losses.take_down(&losers).await?;
        for part in taken.chunks(RESTORED) {
            if let Some(not) = offer(con, &place, part, Some(&holders), &mut found).await? {
                return Ok(not);
            }
        }
    }
    Err(StoreError::Changed)
}

/// Where claims are put back, and why.
struct Place<'a> {
    rain: ShardRef,
    replication_id: &'a ReplicationId,
    source: Source,
}

/// What came of offers.
#[derive(Default)]
struct Found {
    back: Vec<(AccountId, Claim)>,
    lost: Vec<(AccountId, Claim)>,
    taken: Vec<(AccountId, Claim)>,
}

/// Puts some claims back; with `holders`, who have their packets and lose them. Tells why it cannot
/// be.
async fn offer(
    con: &mut impl AsyncCommands,
    place: &Place<'_>,
    claims: &[(AccountId, Claim)],
    holders: Option<&Holders>,
    found: &mut Found,
) -> Result<Option<Restored>, StoreError> {
    let holder = |claim: &Claim| holders.and_then(|all| all.get(&claim.packet.number));
    let loser = |claim: &Claim| {
        holders.map(|_| holder(claim).map_or(NOBODY.to_owned(), |(account, _)| account.to_string()))
    };
    let offers: Vec<Offer> = claims.iter().map(|claim| (claim, loser(&claim.1))).collect();
    let verdicts = match call(con, place, &offers).await? {
        Ok(verdicts) => verdicts,
        Err(not) => return Ok(Some(not)),
    };
    for (claim, verdict) in claims.iter().zip(verdicts) {
        match verdict {
            Verdict::Back(before) => {
                found.back.push(*claim);
                found.lost.extend(holder(&claim.1));
                found.lost.extend(before.map(|before| (claim.0, before)));
            }
            Verdict::Taken => found.taken.push(*claim),
            Verdict::There => {}
        }
    }
    Ok(None)
}

/// The same at whatever replication id, for what is right at each: what the ledger has.
///
/// # Errors
/// As of [`restore`].
pub async fn restore_at_any_replication_id(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    source: Source,
    claims: &[(AccountId, Claim)],
    losses: &impl Losses,
) -> Result<Restored, StoreError> {
    let mut replication_id = ReplicationId::default();
    for _ in 0..READS {
        match restore(con, rain, &replication_id, source, claims, losses).await? {
            Restored::OtherReplication(now) => replication_id = now,
            done => return Ok(done),
        }
    }
    Err(StoreError::Changed)
}

/// One call; the verdicts, or why there is none.
async fn call(
    con: &mut impl AsyncCommands,
    place: &Place<'_>,
    offers: &[Offer<'_>],
) -> Result<Result<Vec<Verdict>, Restored>, StoreError> {
    let Place { rain, replication_id, source } = *place;
    let keys = rain.keys();
    let mut call = scripts::RESTORE_RAIN.call();
    call.key(keys.meta())
        .key(keys.pool())
        .key(keys.taken())
        .key(keys.claims())
        .arg(rain.incarnation.to_string())
        .arg(replication_id.to_string())
        .arg(match source {
            Source::Ledger => "ledger",
            Source::Players => "players",
        })
        .arg(rain.shard.of);
    for ((account, claim), loser) in offers {
        call.arg(match loser {
            None => format!("{account} {claim}"),
            Some(loser) => format!("{account} {claim} {loser}"),
        });
    }
    let mut reply = Reply::of("restore_rain.lua", &call, con).await?;
    Ok(match reply.word() {
        "each" => Ok(reply.each(offers.len(), |word, before| {
            Some(match word {
                "back" => Verdict::Back(Claim::parse(before)),
                "there" => Verdict::There,
                "taken" => Verdict::Taken,
                _ => return None,
            })
        })?),
        "closed" => Err(Restored::Closed),
        "unknown" => Err(Restored::Unknown),
        "replication" => Err(Restored::OtherReplication(ReplicationId::new(reply.next()?))),
        _ => return Err(reply.unexpected()),
    })
}

/// What the accounts of these claims have in place of them.
async fn replaced(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    claims: &[(AccountId, Claim)],
) -> Result<Vec<(AccountId, Claim)>, StoreError> {
    let accounts: Vec<AccountId> = claims.iter().map(|(account, _)| *account).collect();
    let found = claims_of(con, rain.keys(), &accounts).await?;
    let others = claims.iter().zip(found).filter_map(|((account, claim), found)| {
        let other = found.filter(|found| found.packet.number != claim.packet.number)?;
        Some((*account, other))
    });
    Ok(others.collect())
}

/// Who has the packets of these claims, by packet. What is not ours has none.
async fn holders(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    taken: &[(AccountId, Claim)],
) -> Result<Holders, StoreError> {
    let wanted: HashSet<u32> = taken.iter().map(|(_, claim)| claim.packet.number).collect();
    let mut holders = HashMap::new();
    let mut cursor = 0;
    loop {
        let (next, rows) = scan_claims(con, rain.keys(), cursor).await?;
        let rows = rows.iter().filter_map(|(account, claim)| read_claim(account, claim));
        for row in rows.filter(|(_, claim)| wanted.contains(&claim.packet.number)) {
            holders.insert(row.1.packet.number, row);
        }
        if next == 0 {
            return Ok(holders);
        }
        cursor = next;
    }
}
