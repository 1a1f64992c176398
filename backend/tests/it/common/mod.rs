//! What the tests share: servers to talk to and clients that talk.

pub(crate) mod authority;
pub(crate) mod browser;
pub(crate) mod client;
pub(crate) mod cluster;
pub(crate) mod crowd;
pub(crate) mod durable {
    pub(crate) use super::redis::DurableRedis;
}
pub(crate) mod forge;
pub(crate) mod light;
pub(crate) mod nginx;
pub(crate) mod nodes;
pub(crate) mod on;
pub(crate) mod postgres;
pub(crate) mod property;
pub(crate) mod provider;
pub(crate) mod receiver;
pub(crate) mod redis;
pub(crate) mod replicas;
pub(crate) mod seed;
pub(crate) mod server;

use quizrain::ledger::RainRow;
use quizrain::rain::seal::seal;
use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::draw::{self, Draw};
use quizrain_shared::ids::{Contribution, GameId, Link};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::settings::Settings;

/// From which games draw that tests put into a ledger.
pub(crate) const SECRET: Link = Link([7; 32]);

/// A rain of equal packets for everyone.
pub(crate) fn plan(currency: &str, pot: i64, packets: u32) -> RainPlan {
    RainPlan {
        currency: currency.parse().unwrap(),
        bounds: Bounds { pot: Minor(pot), packets, min: Minor(1), max: Minor(pot) },
        split: Split::Equal,
        seconds: 10,
        eligibility: Eligibility::Everyone,
    }
}

/// A game whose door is closed, or open.
pub(crate) fn locked(locked: bool) -> Settings {
    Settings { locked, ..Settings::default() }
}

/// What somebody adds to the draws of a game: everybody something else.
pub(crate) fn contribution(name: &str) -> Contribution {
    let mut bytes = [0; 16];
    for (byte, from) in bytes.iter_mut().zip(name.bytes()) {
        *byte = from;
    }
    Contribution(bytes)
}

/// The list of contributions to a draw to which nobody contributed.
pub(crate) fn nobody(game: GameId) -> String {
    draw::write_contributions(game, &[])
}

/// A rain that is sealed in a game to which nobody contributed.
pub(crate) fn sealed(game: GameId, ordinal: u32, plan: RainPlan) -> (RainRow, Vec<Minor>) {
    let number = ordinal + 1;
    let link = draw::link(&SECRET, number).expect("a rain among the first thousand");
    let draw = Draw { game, number, link, entropy: draw::entropy_of(&nobody(game)) };
    seal(&draw, plan).expect("a good plan")
}

/// Room for so many connections, here and in the server, which inherits it.
pub(crate) fn raise_open_files(connections: usize) {
    quizrain_testkit::limits::raise_open_files(connections as u64 + 2000).unwrap();
}
