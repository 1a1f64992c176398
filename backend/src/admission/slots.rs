//! Places: so many in all, so many for one address, each held for as long as its holder lives.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Address;
use crate::metrics::METRICS;

/// No place is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// Nobody gets one.
    Server,
    /// This address has all that it may have.
    Address,
}

/// The places of one kind.
#[derive(Debug)]
pub struct Slots {
    kind: &'static str,
    most: usize,
    most_per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    /// Without those who have none.
    by_address: HashMap<Address, usize>,
}

/// A place; free again when dropped.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    address: Option<Address>,
}

impl Slots {
    /// So many in all, and of one address.
    #[must_use]
    pub fn new(kind: &'static str, most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Self { kind, most, most_per_address, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, for an address where one is to be counted.
    ///
    /// # Errors
    /// There is none.
    pub fn take(self: &Arc<Self>, address: Option<Address>) -> Result<Slot, Full> {
        let full = {
            let mut taken = self.taken();
            let of_address = address.and_then(|address| taken.by_address.get(&address)).copied();
            if taken.total >= self.most {
                Some(Full::Server)
            } else if of_address.unwrap_or(0) >= self.most_per_address {
                Some(Full::Address)
            } else {
                taken.total += 1;
                if let Some(address) = address {
                    *taken.by_address.entry(address).or_default() += 1;
                }
                None
            }
        };
        match full {
            Some(full) => {
                METRICS.rejected(self.kind);
                Err(full)
            }
            None => Ok(Slot { slots: Arc::clone(self), address }),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        taken.total -= 1;
        if let Some(address) = self.address
            && let Some(count) = taken.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn places_are_counted_for_each_address_and_in_all() {
        let slots = Slots::new("test", 4, 2);
        let [anna, bob, cleo] =
            [1, 2, 3].map(|last| Some(Address::from(IpAddr::from([192, 0, 2, last]))));
        let first = slots.take(anna).unwrap();
        let _second = slots.take(anna).unwrap();
        assert_eq!(slots.take(anna).unwrap_err(), Full::Address);
        drop(first);
        let _again = slots.take(anna).unwrap();
        let _bob = slots.take(bob).unwrap();
        // A proxy, which speaks for many.
        let proxy = slots.take(None).unwrap();
        assert_eq!(slots.take(cleo).unwrap_err(), Full::Server);
        assert_eq!(slots.take(None).unwrap_err(), Full::Server);
        drop(proxy);
        drop(slots.take(cleo).unwrap());
        // Nothing is kept of those who are gone.
        assert_eq!(slots.taken().by_address.len(), 2);
    }
}
