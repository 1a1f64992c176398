//! How often the password of a host may be tried in vain: from one address, and for one login name
//! from all addresses.
//!
//! Whoever guesses at a login name from elsewhere keeps its host out of nothing at an address from which
//! they have signed in before. What was tried is not forgotten by trying other names.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::sync::Cache;

use super::reads::Reads;
use super::{Address, Bucket};

/// Wrong passwords and codes of one address, at once and in each minute.
const PER_ADDRESS: u32 = 20;

/// Wrong passwords and codes for one login name at once, and how many more in a second: one a minute,
/// 1,440 a day.
const PER_LOGIN: f64 = 20.0;
const PER_LOGIN_SECOND: f64 = 1.0 / 60.0;

/// Buckets of a table: names without end share them. Ones of two real names are one by chance alone, and which
/// ones are nobody outside can tell.
const BUCKETS: usize = 1 << 16;

/// Addresses from which a host has signed in, and how long they are known.
const KNOWN: u64 = 50_000;
const KNOWN_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// Buckets of login names. There are as many as there are: none is thrown out for another one, which would be
/// full.
#[derive(Debug)]
struct Table {
    hasher: RandomState,
    buckets: Mutex<Box<[Bucket]>>,
}

impl Table {
    fn new(now: Instant) -> Self {
        let full = Bucket::new(PER_LOGIN, PER_LOGIN_SECOND, now);
        let buckets = Mutex::new(vec![full; BUCKETS].into_boxed_slice());
        Self { hasher: RandomState::new(), buckets }
    }

    /// Does something with the bucket of a login name, as it is tried from an address that is known or from all others.
    fn with<T>(
        &self,
        login: &str,
        known: Option<Address>,
        does: impl FnOnce(&mut Bucket) -> T,
    ) -> Option<T> {
        let hash = self.hasher.hash_one((login, known));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let at = usize::try_from(hash).unwrap_or_default() % buckets.len();
        buckets.get_mut(at).map(does)
    }
}

/// What was tried in vain.
#[derive(Debug)]
pub(super) struct SignIns {
    addresses: Reads,
    /// From addresses that nobody knows.
    strangers: Table,
    /// From where the host has signed in before: a flood of names from elsewhere is not counted there.
    hosts: Table,
    known: Cache<(String, Address), ()>,
}

impl SignIns {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self {
            addresses: Reads::per_minute(PER_ADDRESS),
            strangers: Table::new(now),
            hosts: Table::new(now),
            known: Cache::builder().max_capacity(KNOWN).time_to_live(KNOWN_FOR).build(),
        }
    }

    fn with_bucket<T>(
        &self,
        address: Address,
        login: &str,
        does: impl FnOnce(&mut Bucket) -> T,
    ) -> Option<T> {
        match self.known.contains_key(&(login.to_owned(), address)) {
            true => self.hosts.with(login, Some(address), does),
            false => self.strangers.with(login, None, does),
        }
    }

    /// Somebody is about to try a password or a code; `false`: they, or all that one customer of a provider may have,
    /// have tried too many.
    pub(super) fn attempt(&self, address: Address, login: &str, now: Instant) -> bool {
        self.addresses.take(address.network(), now)
            && self.with_bucket(address, login, |bucket| bucket.take(now)).unwrap_or_default()
    }

    /// It was right.
    pub(super) fn right(&self, address: Address, login: &str) {
        self.with_bucket(address, login, Bucket::give_back);
        self.addresses.give_back(address.network());
        self.known.insert((login.to_owned(), address), ());
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> Address {
        IpAddr::from([192, 0, 2, last]).into()
    }

    #[test]
    fn an_address_has_so_many_tries_whatever_it_tries() {
        let (limits, now) = (SignIns::new(), Instant::now());
        let tried = |n: u32| limits.attempt(address(1), &format!("login-{n}"), now);
        assert_eq!((0..40).filter(|n| tried(*n)).count(), 20);
        assert!(limits.attempt(address(2), "login-0", now));
        let later = now + Duration::from_secs(3);
        assert!(limits.attempt(address(1), "another", later));
        assert!(!limits.attempt(address(1), "another", later));
    }

    #[test]
    fn a_login_name_has_so_many_tries_wherever_they_come_from() {
        let (limits, now) = (SignIns::new(), Instant::now());
        let tries = (0..60).filter(|n| limits.attempt(address(*n), "anna", now)).count();
        assert_eq!(tries, 20);
        assert!(limits.attempt(address(99), "bob", now));
        assert!(limits.attempt(address(99), "anna", now + Duration::from_secs(61)));
    }

    #[test]
    fn whoever_has_many_addresses_of_one_network_is_one() {
        let (limits, now) = (SignIns::new(), Instant::now());
        let of = |network: u16, part: u16| {
            Address::from(IpAddr::from([0x2001, 0xdb8, network, part, 0, 0, 0, 1]))
        };
        let tried = (0..60).filter(|n| limits.attempt(of(7, *n), &format!("login-{n}"), now));
        assert_eq!(tried.count(), 20);
        assert!(limits.attempt(of(8, 0), "login-0", now));
    }

    #[test]
    fn what_was_tried_is_not_forgotten_by_trying_other_names() {
        let (limits, now) = (SignIns::new(), Instant::now());
        let of = |n: u32| Address::from(IpAddr::from((0x0a00_0000 + n).to_be_bytes()));
        assert_eq!((0..60).filter(|n| limits.attempt(of(*n), "anna", now)).count(), 20);
        for n in 0..120_000 {
            limits.attempt(of(1000 + n), &format!("made-up-{n}"), now);
        }
        assert!((0..20).all(|n| !limits.attempt(of(200_000 + n), "anna", now)));
        // Others come in as before: what is made up falls on many buckets, each a little.
        assert!(limits.attempt(of(300_000), "bob", now));
        assert!(limits.attempt(of(300_001), "anna", now + Duration::from_secs(61)));
    }

    #[test]
    fn whoever_signed_in_before_is_not_kept_out_by_those_who_guess() {
        let (limits, now) = (SignIns::new(), Instant::now());
        assert!(limits.attempt(address(1), "anna", now));
        limits.right(address(1), "anna");
        for n in 2..60 {
            limits.attempt(address(n), "anna", now);
        }
        assert!(!limits.attempt(address(60), "anna", now));
        assert!(limits.attempt(address(1), "anna", now));
        // And has no more tries than others.
        assert_eq!((0..60).filter(|_| limits.attempt(address(1), "anna", now)).count(), 19);
    }
}
