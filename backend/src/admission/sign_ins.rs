//! How often the password of a host may be tried in vain: from one address, and for one login name
//! from all addresses.
//!
//! Whoever guesses at a login name from elsewhere keeps its host out of nothing at an address from which
//! they have signed in before.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::reads::Reads;
use super::{Address, Bucket};

/// Wrong passwords and codes of one address, at once and in each minute.
const PER_ADDRESS: u32 = 20;

/// Wrong passwords and codes for one login name at once, and how many more in a second: one a minute,
/// 1,440 a day.
const PER_LOGIN: f64 = 20.0;
const PER_LOGIN_SECOND: f64 = 1.0 / 60.0;

/// Login names that are remembered; whoever was quiet for this long has a full bucket.
const LOGINS: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(3600);

/// How long an address is known from which a host has signed in.
const KNOWN: Duration = Duration::from_secs(90 * 24 * 3600);

/// Tries of a login name: of an address from which its host has signed in before, or of all others.
type Tried = (String, Option<Address>);

/// What was tried in vain.
#[derive(Debug)]
pub(super) struct SignIns {
    addresses: Reads,
    logins: Cache<Tried, Arc<Mutex<Bucket>>>,
    known: Cache<(String, Address), ()>,
}

impl SignIns {
    pub(super) fn new() -> Self {
        let logins = Cache::builder().max_capacity(LOGINS).time_to_idle(REMEMBERED);
        Self {
            addresses: Reads::per_minute(PER_ADDRESS),
            logins: logins.eviction_policy(EvictionPolicy::lru()).build(),
            known: Cache::builder().max_capacity(LOGINS).time_to_live(KNOWN).build(),
        }
    }

    fn bucket(&self, address: Address, login: &str, now: Instant) -> Arc<Mutex<Bucket>> {
        let known = self.known.contains_key(&(login.to_owned(), address));
        let tried = (login.to_owned(), known.then_some(address));
        let full = || Arc::new(Mutex::new(Bucket::new(PER_LOGIN, PER_LOGIN_SECOND, now)));
        self.logins.get_with(tried, full)
    }

    /// Somebody is about to try a password or a code; `false`: they have tried too many.
    pub(super) fn attempt(&self, address: Address, login: &str, now: Instant) -> bool {
        let bucket = self.bucket(address, login, now);
        self.addresses.take(address, now)
            && bucket.lock().unwrap_or_else(PoisonError::into_inner).take(now)
    }

    /// It was right.
    pub(super) fn right(&self, address: Address, login: &str, now: Instant) {
        let bucket = self.bucket(address, login, now);
        bucket.lock().unwrap_or_else(PoisonError::into_inner).give_back();
        self.addresses.give_back(address);
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
    fn whoever_signed_in_before_is_not_kept_out_by_those_who_guess() {
        let (limits, now) = (SignIns::new(), Instant::now());
        assert!(limits.attempt(address(1), "anna", now));
        limits.right(address(1), "anna", now);
        for n in 2..60 {
            limits.attempt(address(n), "anna", now);
        }
        assert!(!limits.attempt(address(60), "anna", now));
        assert!(limits.attempt(address(1), "anna", now));
        // And has no more tries than others.
        assert_eq!((0..60).filter(|_| limits.attempt(address(1), "anna", now)).count(), 19);
    }
}
