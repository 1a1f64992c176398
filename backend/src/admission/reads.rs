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
    per_second: f64,
    addresses: Cache<Address, Arc<Mutex<Bucket>>>,
}

impl Reads {
    pub(super) fn new(per_second: u32) -> Self {
        let addresses = Cache::builder().max_capacity(ADDRESSES).time_to_idle(REMEMBERED);
        let addresses = addresses.eviction_policy(EvictionPolicy::lru()).build();
        Self { per_second: f64::from(per_second), addresses }
    }

    /// Takes one; `false`: there is none for now.
    pub(super) fn take(&self, address: Address, now: Instant) -> bool {
        let bucket = self.addresses.get_with(address, || {
            let bucket = Bucket::new(self.per_second * BURST_SECONDS, self.per_second, now);
            Arc::new(Mutex::new(bucket))
        });
        bucket.lock().unwrap_or_else(PoisonError::into_inner).take(now)
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
}
