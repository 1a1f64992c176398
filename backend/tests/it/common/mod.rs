//! What the tests share: servers to talk to and clients that talk.

pub(crate) mod authority;
pub(crate) mod client;
pub(crate) mod cluster;
pub(crate) mod crowd;
pub(crate) mod durable;
pub(crate) mod forge;
pub(crate) mod nginx;
pub(crate) mod nodes;
pub(crate) mod on;
pub(crate) mod postgres;
pub(crate) mod property;
pub(crate) mod proxy;
pub(crate) mod receiver;
pub(crate) mod redis;
pub(crate) mod replicas;
pub(crate) mod seed;
pub(crate) mod sentinels;
pub(crate) mod server;

use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::{Eligibility, RainPlan};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

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

/// Room for so many connections, here and in the server, which inherits it.
pub(crate) fn raise_open_files(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    let wanted = connections as u64 + 2000;
    assert!(limit.maximum.is_none_or(|most| most >= wanted), "ulimit -Hn must be {wanted}");
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit { current: Some(wanted), ..limit };
        setrlimit(Resource::Nofile, raised).unwrap();
    }
}
