//! Key names. Every key of a game has the hash tag `{g:<game>}`, every key of a rain
//! `{r:<rain>}`, or `{r:<rain>:<shard>}` where it has several shards, so that a game and a shard
//! each live whole in one slot of a cluster. Names are made from ids alone, never from text that
//! came from outside.

use quizrain_shared::ids::{GameId, RainId};

use crate::store::shard::Shard;

/// The channel on which every node is told of new games, and of people who were signed out.
pub const GAMES_CHANNEL: &str = "quizrain:games";

/// Hash: node -> since when there is one, in ms of server time. Also the channel on which nodes say
/// that they live.
pub(crate) const NODES: &str = "quizrain:nodes";

/// The keys and the channel of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameKeys(pub GameId);

impl GameKeys {
    fn key(&self, name: &str) -> String {
        format!("{{g:{}}}:{name}", self.0)
    }

    /// Hash: where the game stands.
    #[must_use]
    pub fn state(&self) -> String {
        self.key("state")
    }

    /// String: the token of who drives it.
    #[must_use]
    pub fn lease(&self) -> String {
        self.key("lease")
    }

    /// Hash: node -> who was connected to it when that changed last, while a question is open.
    #[must_use]
    pub fn present(&self) -> String {
        self.key("present")
    }

    /// Stream: what happened in the game and is not in its log in SQL yet.
    #[must_use]
    pub fn log(&self) -> String {
        self.key("log")
    }

    /// Channel: what happens in the game.
    #[must_use]
    pub fn events(&self) -> String {
        self.key("events")
    }

    /// Set: ids of what players were told of their packets lately.
    #[must_use]
    pub fn pushed(&self) -> String {
        self.key("pushed")
    }

    /// Hash: account -> `<seat>:<entropy>:<team>:<origin>:<at ms>:<avatar>:<nickname>`.
    #[must_use]
    pub fn players(&self) -> String {
        self.key("players")
    }

    /// Set: accounts that the host has sent away for good, `@<origin>` from which nobody joins any
    /// more, and `-<account>:<seat>` for each seat that was taken away.
    #[must_use]
    pub fn removed(&self) -> String {
        self.key("removed")
    }

    /// Hash: what the host has corrected by hand.
    #[must_use]
    pub fn corrections(&self) -> String {
        self.key("corrections")
    }

    /// Hash: each form of a nickname -> account.
    #[must_use]
    pub fn names(&self) -> String {
        self.key("names")
    }

    /// List: `<avatar>:<nickname>`, newest first.
    #[must_use]
    pub fn newest(&self) -> String {
        self.key("newest")
    }

    /// Hash: account -> `<choices>:<elapsed ms>`.
    #[must_use]
    pub fn answers(&self, round: u16) -> String {
        self.key(&format!("answers:{round}"))
    }

    /// Hash: account -> the encoded outcome of a round.
    #[must_use]
    pub fn outcomes(&self, round: u16) -> String {
        self.key(&format!("outcomes:{round}"))
    }

    /// Hash: account -> `<round>:<opens ms>:<closes ms>:<score>:<streak>`, of who plays at their own
    /// pace.
    #[must_use]
    pub fn paces(&self) -> String {
        self.key("paces")
    }

    /// Sorted set: account -> score, of who plays at their own pace.
    #[must_use]
    pub fn standing(&self) -> String {
        self.key("standing")
    }

    /// Set: accounts that are done with all questions at their own pace.
    #[must_use]
    pub fn finished(&self) -> String {
        self.key("finished")
    }

    /// Every key that a game of so many rounds may have.
    #[must_use]
    pub fn all(&self, rounds: u16) -> Vec<String> {
        let mut keys = vec![
            self.state(),
            self.log(),
            self.lease(),
            self.present(),
            self.pushed(),
            self.players(),
            self.names(),
            self.newest(),
            self.removed(),
            self.corrections(),
            self.paces(),
            self.standing(),
            self.finished(),
        ];
        keys.extend((0..rounds).flat_map(|round| [self.answers(round), self.outcomes(round)]));
        keys
    }
}

/// For each bit of a shard's number, the bits of its tail that turn over with it.
const TURNS: [u16; 8] = [12629, 8748, 2152, 8694, 12471, 4343, 13052, 14716];

/// What a shard's keys have behind the rain, as 14 binary digits, so that the shards of a rain are
/// spread over a cluster whose primaries have slots in equal ranges.
///
/// A slot is the CRC16 of a tag, and CRC16 is linear: which bits of the slot turn over depends on
/// nothing but which digits do. Plain numbers turn the same few low bits in every rain, so that
/// two shards would always share a primary. With these tails the lowest bit of the number turns the
/// highest bit of the slot, the next one the second highest, and so on.
fn tail_of(number: u16) -> u16 {
    let bits = TURNS.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
    bits.fold(0, |tail, (_, turns)| tail ^ turns)
}

/// The keys of one shard of a rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShardKeys {
    /// The rain.
    pub rain: RainId,
    /// The shard.
    pub shard: Shard,
}

impl ShardKeys {
    /// The keys of every shard of a rain that has so many.
    pub fn of(rain: RainId, shards: u16) -> impl Iterator<Item = Self> + Clone + Send {
        Shard::all(shards).map(move |shard| Self { rain, shard })
    }

    fn key(&self, name: &str) -> String {
        match self.shard {
            Shard { of: ..=1, .. } => format!("{{r:{}}}:{name}", self.rain),
            Shard { number, .. } => format!("{{r:{}:{:014b}}}:{name}", self.rain, tail_of(number)),
        }
    }

    /// Hash: incarnation, phase and window.
    #[must_use]
    pub fn meta(&self) -> String {
        self.key("meta")
    }

    /// List: `<packet>:<amount>`, next to be caught first.
    #[must_use]
    pub fn pool(&self) -> String {
        self.key("pool")
    }

    /// String: a bit for each packet of the pool, 1 where an account has it.
    #[must_use]
    pub fn taken(&self) -> String {
        self.key("taken")
    }

    /// Hash: account -> `<packet>:<amount>:<at ms>`.
    #[must_use]
    pub fn claims(&self) -> String {
        self.key("claims")
    }

    /// Set: accounts that may grab.
    #[must_use]
    pub fn eligible(&self) -> String {
        self.key("eligible")
    }

    /// Stream: claims on their way to the ledger.
    #[must_use]
    pub fn stream(&self) -> String {
        self.key("stream")
    }

    /// Set: accounts that the host has sent away, which are granted nothing more; seldom there.
    #[must_use]
    pub fn removed(&self) -> String {
        self.key("removed")
    }

    /// Every key that it may have.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        vec![
            self.meta(),
            self.pool(),
            self.taken(),
            self.claims(),
            self.eligible(),
            self.stream(),
            self.removed(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use redis::cluster_routing::Slot;

    use super::*;

    /// The slot of every key of a shard, which is one.
    fn slot(keys: ShardKeys) -> u16 {
        let slots: Vec<Slot> = keys.all().into_iter().map(Slot::for_key).collect();
        assert!(slots.iter().all(|slot| *slot == slots[0]));
        (0..16_384).find(|number| Slot::new(*number) == Some(slots[0])).unwrap()
    }

    #[test]
    fn a_shard_of_one_has_the_plain_name_and_each_of_several_its_own_tail() {
        let rain = RainId([0xab; 8]);
        let of =
            |shards| -> Vec<String> { ShardKeys::of(rain, shards).map(|it| it.meta()).collect() };
        assert_eq!(of(1), ["{r:abababababababab}:meta"]);
        assert_eq!(
            of(3),
            [
                "{r:abababababababab:00000000000000}:meta",
                "{r:abababababababab:11000101010101}:meta",
                "{r:abababababababab:10001000101100}:meta",
            ]
        );
    }

    #[test]
    fn shards_are_spread_over_primaries_with_equal_ranges_of_slots() {
        for (shards, most) in [(2, 1), (3, 2), (4, 1), (6, 2), (8, 1), (10, 2), (16, 1), (256, 1)] {
            for first in 0..20 {
                let rain = RainId([first, 3, 5, 7, 11, 13, 17, first.wrapping_mul(89)]);
                let mut primaries = BTreeMap::new();
                for keys in ShardKeys::of(rain, shards) {
                    let primary = u32::from(slot(keys)) * u32::from(shards) / 16_384;
                    *primaries.entry(primary).or_insert(0) += 1;
                }
                let fullest = primaries.values().max().copied();
                assert!(fullest <= Some(most), "{shards} shards: {primaries:?}");
            }
        }
    }
}
