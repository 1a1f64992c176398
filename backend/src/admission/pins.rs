//! How many pins may be tried that no game has.
//!
//! Only failures cost. A pin that an address has used well is free for it from then on, so a hall
//! behind one address notices nothing of a guesser in its midst; so is one that it has tried in vain
//! a moment ago, since trying it again tells nothing new: a hall that was shown an old pin costs one.
//!
//! There are three budgets. Each address has one that a hall of mistyping phones does not use up.
//! The server has one for all of them together. When that is used up somebody is guessing from many
//! addresses, and then each address has a few tries and no more, and all of these together have a
//! budget as large as the server's first. So whoever guesses, from however many addresses, has a
//! number of tries that is known.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use quizrain_shared::ids::Pin;

use super::{Address, Bucket};

/// In what time an address has its budget again.
const ADDRESS_SECONDS: f64 = 600.0;

/// In what time the server has its budget again, and an address its few tries.
const HOUR_SECONDS: f64 = 3600.0;

/// Tries in vain of one address while somebody is guessing from many.
const FEW: f64 = 3.0;

/// Addresses that are remembered, and for how long after their last try.
const ADDRESSES: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(3600);

/// Pins that are remembered of each address: those that games had, and those that none had.
const KNOWN: usize = 32;
const TRIED: usize = 64;

/// How many pins may be tried in vain.
#[derive(Clone, Copy, Debug)]
pub struct PinLimits {
    /// By one address at once; as many again in ten minutes.
    pub per_address: u32,
    /// By all of them at once, and by those with few tries again; as many again in an hour.
    pub per_hour: u32,
}

/// What was tried.
#[derive(Debug)]
pub struct Pins {
    limits: PinLimits,
    addresses: Cache<Address, Arc<Mutex<Tries>>>,
    server: Mutex<Server>,
}

#[derive(Debug)]
struct Server {
    all: Bucket,
    few: Bucket,
}

/// What an address has tried.
#[derive(Debug)]
struct Tries {
    budget: Bucket,
    few: Bucket,
    known: VecDeque<Pin>,
    tried: VecDeque<Pin>,
}

/// What an attempt was paid with.
#[derive(Clone, Copy, Debug)]
enum Cost {
    Nothing,
    Budget,
    Few,
}

/// A pin that is being tried. Unless it turns out to be wrong, it costs nothing.
#[derive(Debug)]
pub struct Attempt<'a> {
    pins: &'a Pins,
    tries: Arc<Mutex<Tries>>,
    pin: Pin,
    cost: Cost,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers a pin in the place of the oldest.
fn remember(pins: &mut VecDeque<Pin>, pin: Pin, most: usize) {
    if !pins.contains(&pin) {
        if pins.len() == most {
            pins.pop_front();
        }
        pins.push_back(pin);
    }
}

impl Pins {
    pub(super) fn new(limits: PinLimits) -> Self {
        let addresses = Cache::builder().max_capacity(ADDRESSES).time_to_idle(REMEMBERED);
        let addresses = addresses.eviction_policy(EvictionPolicy::lru()).build();
        let (most, now) = (f64::from(limits.per_hour), Instant::now());
        let bucket = Bucket::new(most, most / HOUR_SECONDS, now);
        Self { limits, addresses, server: Mutex::new(Server { all: bucket, few: bucket }) }
    }

    /// An address is about to try a pin; `None`: it may not.
    pub(super) fn attempt(&self, address: Address, pin: Pin, now: Instant) -> Option<Attempt<'_>> {
        let tries = self.addresses.get_with(address, || {
            let most = f64::from(self.limits.per_address);
            Arc::new(Mutex::new(Tries {
                budget: Bucket::new(most, most / ADDRESS_SECONDS, now),
                few: Bucket::new(FEW, FEW / HOUR_SECONDS, now),
                known: VecDeque::new(),
                tried: VecDeque::new(),
            }))
        });
        let cost = self.pay(&mut lock(&tries), pin, now)?;
        Some(Attempt { pins: self, tries, pin, cost })
    }

    fn pay(&self, tries: &mut Tries, pin: Pin, now: Instant) -> Option<Cost> {
        if tries.known.contains(&pin) || tries.tried.contains(&pin) {
            return Some(Cost::Nothing);
        }
        if !tries.budget.take(now) {
            return None;
        }
        let mut server = lock(&self.server);
        if server.all.take(now) {
            return Some(Cost::Budget);
        }
        tries.budget.give_back();
        if !tries.few.take(now) {
            return None;
        }
        if server.few.take(now) {
            return Some(Cost::Few);
        }
        tries.few.give_back();
        None
    }
}

impl Attempt<'_> {
    /// A game has the pin.
    pub fn right(self) {
        remember(&mut lock(&self.tries).known, self.pin, KNOWN);
    }

    /// No game has it.
    pub fn wrong(mut self) {
        let mut tries = lock(&self.tries);
        tries.known.retain(|pin| *pin != self.pin);
        remember(&mut tries.tried, self.pin, TRIED);
        drop(tries);
        self.cost = Cost::Nothing;
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut tries = lock(&self.tries);
        match self.cost {
            Cost::Nothing => {}
            Cost::Budget => {
                tries.budget.give_back();
                lock(&self.pins.server).all.give_back();
            }
            Cost::Few => {
                tries.few.give_back();
                lock(&self.pins.server).few.give_back();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    /// What `--help` says.
    const DEFAULTS: PinLimits = PinLimits { per_address: 400, per_hour: 1000 };

    fn address(number: u32) -> Address {
        IpAddr::from(number.to_be_bytes()).into()
    }

    fn pin(number: u32) -> Pin {
        Pin::new(100_000 + number % 900_000).unwrap()
    }

    /// How many different pins so many addresses can try within a time, each as often as it likes.
    fn guesses(pins: &Pins, start: Instant, addresses: u32, seconds: u64) -> u32 {
        let (mut tried, mut next) = (0, 0);
        for second in (0..seconds).step_by(60) {
            let now = start + Duration::from_secs(second);
            for number in 0..addresses {
                // Until it is told to wait; once more shows that waiting is of no use.
                for _ in 0..1001 {
                    next += 1;
                    let Some(attempt) = pins.attempt(address(number), pin(next), now) else {
                        break;
                    };
                    attempt.wrong();
                    tried += 1;
                }
            }
        }
        tried
    }

    #[test]
    fn whoever_guesses_among_a_hundred_games_hits_less_than_once_in_two_hours() {
        for addresses in [1, 10, 1000] {
            let (pins, start) = (Pins::new(DEFAULTS), Instant::now());
            let tried = guesses(&pins, start, addresses, 7200);
            let hits = f64::from(tried) * 100.0 / 900_000.0;
            println!("{addresses} addresses: {tried} pins tried, {hits:.2} hits expected");
            assert!(hits < 1.0, "{addresses} addresses hit {hits} times");
        }
    }

    #[test]
    fn a_school_behind_one_address_notices_nothing() {
        let (pins, now) = (Pins::new(DEFAULTS), Instant::now());
        let (school, right, stale) = (address(1), pin(500_000), pin(700_000));
        // All at the same moment: 300 of 2,000 mistype, each in another way, and a hundred type
        // what stood there yesterday.
        for phone in 0..2000 {
            if phone % 20 < 3 {
                pins.attempt(school, pin(phone), now).expect("a typo is free").wrong();
            }
            if phone % 20 == 3 {
                pins.attempt(school, stale, now).expect("an old pin is free").wrong();
            }
            pins.attempt(school, right, now).expect("the pin is right").right();
        }
        // A pupil who guesses uses up the school's budget, and not its way in.
        guesses(&pins, now, 1000, 10);
        assert!(pins.attempt(school, pin(800_000), now).is_none());
        pins.attempt(school, right, now).expect("the pin is right").right();
    }

    #[test]
    fn while_many_guess_an_address_has_a_few_tries() {
        let (pins, now) = (Pins::new(DEFAULTS), Instant::now());
        guesses(&pins, now, 3, 60);
        let newcomer = address(77);
        for typo in 0..2 {
            pins.attempt(newcomer, pin(600_000 + typo), now).expect("a typo").wrong();
        }
        pins.attempt(newcomer, pin(500_000), now).expect("the pin is right").right();
        pins.attempt(newcomer, pin(600_002), now).expect("a typo").wrong();
        assert!(pins.attempt(newcomer, pin(600_003), now).is_none());
        pins.attempt(newcomer, pin(500_000), now).expect("it is known here").right();
    }

    #[test]
    fn many_at_the_same_moment_cost_no_more_than_one_after_the_other() {
        let (pins, now) = (Pins::new(DEFAULTS), Instant::now());
        // Until they are told, all of them count.
        let waiting: Vec<_> =
            (0..500).filter_map(|n| pins.attempt(address(1), pin(n), now)).collect();
        assert_eq!(waiting.len(), 400);
        // A database that does not answer costs nobody anything.
        drop(waiting);
        let again: Vec<_> =
            (0..500).filter_map(|n| pins.attempt(address(1), pin(n), now)).collect();
        assert_eq!(again.len(), 400);
    }

    #[test]
    fn a_pin_whose_game_is_over_is_no_longer_known() {
        let (pins, now) = (Pins::new(PinLimits { per_address: 1, per_hour: 100 }), Instant::now());
        pins.attempt(address(1), pin(1), now).unwrap().right();
        pins.attempt(address(1), pin(2), now).unwrap().wrong();
        pins.attempt(address(1), pin(1), now).expect("it was known").wrong();
        assert!(pins.attempt(address(1), pin(3), now).is_none());
        // Again and again: nothing new is learned.
        pins.attempt(address(1), pin(2), now).expect("it was tried").wrong();
        pins.attempt(address(1), pin(1), now).expect("it was tried").wrong();
    }
}
