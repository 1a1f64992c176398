//! How many seats that are new one address may take in a minute.
//!
//! A hall that comes through one door is one address, so there is room for all of it at once. Whoever
//! comes back has a seat and takes none.

use std::time::Instant;

use super::Address;
use super::reads::Reads;

/// Whoever has to wait asks again after so many seconds: no sooner, since others wait as well.
const WAIT_SECONDS: std::ops::RangeInclusive<u16> = 5..=60;

/// Seats that were taken, by address.
#[derive(Debug)]
pub(super) struct Joins(Reads);

/// A seat that is about to be taken; given back where it was not.
#[derive(Debug)]
pub struct Joining<'a> {
    joins: &'a Joins,
    address: Address,
    was_seated: bool,
}

impl Joins {
    pub(super) fn new(per_minute: u32) -> Self {
        Self(Reads::per_minute(per_minute))
    }

    /// # Errors
    /// In how many seconds to ask again.
    pub(super) fn begin(&self, address: Address, now: Instant) -> Result<Joining<'_>, u16> {
        match self.0.take_or_wait(address, now) {
            Ok(()) => Ok(Joining { joins: self, address, was_seated: false }),
            Err(wait) => {
                let seconds = wait.ceil().min(f64::from(*WAIT_SECONDS.end())) as u16;
                Err(seconds.clamp(*WAIT_SECONDS.start(), *WAIT_SECONDS.end()))
            }
        }
    }
}

impl Joining<'_> {
    /// There is a seat more.
    pub fn seated(mut self) {
        self.was_seated = true;
    }
}

impl Drop for Joining<'_> {
    fn drop(&mut self) {
        if !self.was_seated {
            self.joins.0.give_back(self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_hall_comes_in_at_once_and_nobody_takes_seats_without_end() {
        let (joins, start) = (Joins::new(10_000), Instant::now());
        let hall = address("2001:db8::1");
        let enter = |now| joins.begin(hall, now).map(Joining::seated);
        assert!((0..10_000).all(|_| enter(start).is_ok()));
        assert_eq!(enter(start), Err(5));
        // The whole /64 is one, and the next one another.
        assert!(joins.begin(address("2001:db8::ffff:2"), start).is_err());
        assert!(joins.begin(address("2001:db8:0:1::1"), start).is_ok());
        let later = start + Duration::from_secs(6);
        assert_eq!((0..2000).filter(|_| enter(later).is_ok()).count(), 1000);
    }

    #[test]
    fn whoever_got_no_seat_has_taken_none_and_few_wait_longer() {
        let (joins, start) = (Joins::new(1), Instant::now());
        let home = address("192.0.2.1");
        for _ in 0..3 {
            drop(joins.begin(home, start).expect("the name was taken"));
        }
        joins.begin(home, start).expect("a seat").seated();
        assert_eq!(joins.begin(home, start).map(Joining::seated), Err(60));
        assert_eq!(joins.begin(home, start + Duration::from_secs(48)).map(drop), Err(12));
        assert!(joins.begin(home, start + Duration::from_secs(61)).is_ok());
    }
}
