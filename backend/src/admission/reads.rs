//! How often one address may have something done that costs the server, such as a read of the
//! database, before it has proved anything.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::{Address, Bucket};

/// What an address may have at once, in seconds of its rate: everybody in a hall looks at the same
/// moment.
const BURST_SECONDS: f64 = 20.0;

/// Addresses that are remembered; whoever was quiet for this long has a full bucket.
const ADDRESSES: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(60);

/// What was done, by address.
#[derive(Debug)]
pub(super) struct Reads {
    most: f64,
    per_second: f64,
    addresses: Cache<Address, Arc<Mutex<Bucket>>>,
}

impl Reads {
    /// So many a second.
    pub(super) fn new(per_second: u32) -> Self {
        let per_second = f64::from(per_second);
        Self::of(per_second * BURST_SECONDS, per_second)
    }

    /// So many at once, and as many again in a minute.
    pub(super) fn per_minute(count: u32) -> Self {
        Self::of(f64::from(count), f64::from(count) / 60.0)
    }

    fn of(most: f64, per_second: f64) -> Self {
        let addresses = Cache::builder().max_capacity(ADDRESSES).time_to_idle(REMEMBERED);
        let addresses = addresses.eviction_policy(EvictionPolicy::lru()).build();
        Self { most, per_second, addresses }
    }

    /// Takes one; `false`: there is none for now.
    pub(super) fn take(&self, address: Address, now: Instant) -> bool {
        self.take_or_wait(address, now).is_ok()
    }

    /// Takes one.
    ///
    /// # Errors
    /// There is none for so many seconds.
    pub(super) fn take_or_wait(&self, address: Address, now: Instant) -> Result<(), f64> {
        let bucket = self.bucket(address, now);
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.take(now) { Ok(()) } else { Err(bucket.wait()) }
    }

    /// Takes so many, or all that there can be where that is less; `false`: there are not so many for now.
    pub(super) fn take_many(&self, address: Address, count: u32, now: Instant) -> bool {
        let bucket = self.bucket(address, now);
        bucket.lock().unwrap_or_else(PoisonError::into_inner).take_many(count, now)
    }

    fn bucket(&self, address: Address, now: Instant) -> Arc<Mutex<Bucket>> {
        self.addresses.get_with(address, || {
            Arc::new(Mutex::new(Bucket::new(self.most, self.per_second, now)))
        })
    }

    /// Gives one back that was taken for nothing.
    pub(super) fn give_back(&self, address: Address) {
        if let Some(bucket) = self.addresses.get(&address) {
            bucket.lock().unwrap_or_else(PoisonError::into_inner).give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn a_hall_reads_at_once_and_nobody_reads_without_end() {
        let (reads, start) = (Reads::new(500), Instant::now());
        let [hall, other] = [1, 2].map(|last| Address::from(IpAddr::from([192, 0, 2, last])));
        assert!((0..10_000).all(|_| reads.take(hall, start)));
        assert!(!reads.take(hall, start));
        assert!(reads.take(other, start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..1000).filter(|_| reads.take(hall, later)).count(), 500);
    }

    #[test]
    fn what_costs_more_is_done_more_rarely_and_never_not_at_all() {
        let start = Instant::now();
        let address = Address::from(IpAddr::from([192, 0, 2, 1]));
        let reads = Reads::new(500);
        assert_eq!((0..1000).filter(|_| reads.take_many(address, 50, start)).count(), 200);
        assert!(!reads.take(address, start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..1000).filter(|_| reads.take_many(address, 50, later)).count(), 10);
        // Whoever allows few reads allows this too.
        let few = Reads::new(1);
        assert!(few.take_many(address, 50, start) && !few.take(address, start));
        assert!(few.take_many(address, 50, start + Duration::from_secs(20)));
    }
}
