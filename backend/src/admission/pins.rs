//! How many pins may be tried that no game has.
//!
//! Only failures cost. A pin that an address has used well, or whose host is there, is free for it
//! from then on, so a hall behind one address notices nothing of a guesser in its midst; so is one
//! that it has tried in vain a moment ago, since trying it again tells nothing new: a hall that was
//! shown an old pin costs one. Those who try the same pin at the same moment are one try.
//!
//! There are three budgets. Each address has one that a hall of mistyping phones does not use up.
//! The server has one for all of them together. When that is used up somebody is guessing from many
//! addresses, and then each network has a few tries and no more, and all of these together have a
//! budget as large as the server's first. So whoever guesses, from however many addresses, has a
//! number of tries that is known. While that is used up too, a pin is let in where it is known and
//! nowhere else: whether it is right cannot be told without telling whoever guesses.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use quizrain_shared::ids::Pin;

use super::{Address, Bucket};

/// In what time an address has its budget again.
const ADDRESS_SECONDS: f64 = 600.0;

/// In what time the server has its budget again, and a network its few tries.
const HOUR_SECONDS: f64 = 3600.0;

/// Tries in vain of one network while somebody is guessing from many. Who mistypes one time in five
/// does so seven times in a row once in 78,000.
const FEW: f64 = 7.0;

/// Addresses that are remembered, and for how long after their last try: a host may open the game
/// long before the class comes.
const ADDRESSES: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(6 * 3600);

/// Pins that are remembered of each address: those that games had, and those that none had.
const KNOWN: usize = 32;
const TRIED: usize = 64;

/// For how long trying a pin again tells nothing new. A game may have it later: whoever could ask
/// for ever would only have to wait.
const NOTHING_NEW: Duration = Duration::from_secs(60);

/// How many pins may be tried in vain.
#[derive(Clone, Copy, Debug)]
pub struct PinLimits {
    /// By one address at once; as many again in ten minutes.
    pub per_address: u32,
    /// By all of them at once, and by those with few tries again; as many again in an hour.
    ///
    /// Why 1,400: ten thousand players on lines of their own who mistype one time in five type
    /// 10,000 · 0.2 / 0.8 = 2,500 wrong pins until all are in, give or take 56, and both budgets
    /// together let 2 · 1,400 = 2,800 pass at once. In two hours they let 2 · (1 + 2) · 1,400 =
    /// 8,400 pass, which among a hundred games of 900,000 pins hit 8,400 · 100 / 900,000 = 0.93
    /// times.
    pub per_hour: u32,
}

/// What was tried.
#[derive(Debug)]
pub struct Pins {
    limits: PinLimits,
    addresses: Cache<Address, Arc<Mutex<Tries>>>,
    networks: Cache<Address, Arc<Mutex<Bucket>>>,
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
    /// Shared with the whole network.
    few: Arc<Mutex<Bucket>>,
    known: VecDeque<Pin>,
    tried: VecDeque<(Pin, Instant)>,
    /// What is being tried at this moment.
    trying: HashMap<Pin, Trying>,
}

/// A pin that is being tried, by how many, and what was paid for all of them.
#[derive(Debug)]
struct Trying {
    by: usize,
    cost: Cost,
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
    at: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers something in the place of the oldest.
fn remember<T>(all: &mut VecDeque<T>, one: T, most: usize) {
    if all.len() == most {
        all.pop_front();
    }
    all.push_back(one);
}

impl Tries {
    fn is_free(&self, pin: Pin, now: Instant) -> bool {
        let fresh = |at: &Instant| now.saturating_duration_since(*at) < NOTHING_NEW;
        self.known.contains(&pin) || self.tried.iter().any(|(it, at)| *it == pin && fresh(at))
    }

    fn know(&mut self, pin: Pin) {
        self.known.retain(|it| *it != pin);
        remember(&mut self.known, pin, KNOWN);
    }
}

impl Pins {
    pub(super) fn new(limits: PinLimits) -> Self {
        let addresses = Cache::builder().max_capacity(ADDRESSES).time_to_idle(REMEMBERED);
        let addresses = addresses.eviction_policy(EvictionPolicy::lru()).build();
        let networks = Cache::builder().max_capacity(ADDRESSES).time_to_idle(REMEMBERED);
        let networks = networks.eviction_policy(EvictionPolicy::lru()).build();
        let (most, now) = (f64::from(limits.per_hour), Instant::now());
        let bucket = Bucket::new(most, most / HOUR_SECONDS, now);
        let server = Mutex::new(Server { all: bucket, few: bucket });
        Self { limits, addresses, networks, server }
    }

    fn tries(&self, address: Address, now: Instant) -> Arc<Mutex<Tries>> {
        self.addresses.get_with(address, || {
            let most = f64::from(self.limits.per_address);
            let few = self.networks.get_with(address.network(), || {
                Arc::new(Mutex::new(Bucket::new(FEW, FEW / HOUR_SECONDS, now)))
            });
            Arc::new(Mutex::new(Tries {
                budget: Bucket::new(most, most / ADDRESS_SECONDS, now),
                few,
                known: VecDeque::new(),
                tried: VecDeque::new(),
                trying: HashMap::new(),
            }))
        })
    }

    /// An address is about to try a pin; `None`: it may not.
    pub(super) fn attempt(&self, address: Address, pin: Pin, now: Instant) -> Option<Attempt<'_>> {
        let tries = self.tries(address, now);
        let mut locked = lock(&tries);
        if let Some(trying) = locked.trying.get_mut(&pin) {
            trying.by += 1;
        } else {
            let cost = self.pay(&mut locked, pin, now)?;
            locked.trying.insert(pin, Trying { by: 1, cost });
        }
        drop(locked);
        Some(Attempt { pins: self, tries, pin, at: now })
    }

    /// The host of a game with this pin is at an address: whoever else is there may well want in.
    pub(super) fn know(&self, address: Address, pin: Pin, now: Instant) {
        lock(&self.tries(address, now)).know(pin);
    }

    fn pay(&self, tries: &mut Tries, pin: Pin, now: Instant) -> Option<Cost> {
        if tries.is_free(pin, now) {
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
        let mut few = lock(&tries.few);
        if !few.take(now) {
            return None;
        }
        if server.few.take(now) {
            return Some(Cost::Few);
        }
        few.give_back();
        None
    }

    fn give_back(&self, tries: &mut Tries, cost: Cost) {
        match cost {
            Cost::Nothing => {}
            Cost::Budget => {
                tries.budget.give_back();
                lock(&self.server).all.give_back();
            }
            Cost::Few => {
                let mut server = lock(&self.server);
                lock(&tries.few).give_back();
                server.few.give_back();
            }
        }
    }
}

impl Attempt<'_> {
    /// A game has the pin.
    pub fn right(self) {
        lock(&self.tries).know(self.pin);
    }

    /// No game has it.
    pub fn wrong(self) {
        let mut tries = lock(&self.tries);
        tries.known.retain(|pin| *pin != self.pin);
        tries.tried.retain(|(pin, _)| *pin != self.pin);
        remember(&mut tries.tried, (self.pin, self.at), TRIED);
        if let Some(trying) = tries.trying.get_mut(&self.pin) {
            trying.cost = Cost::Nothing;
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut tries = lock(&self.tries);
        let Some(trying) = tries.trying.get_mut(&self.pin) else { return };
        trying.by -= 1;
        if trying.by == 0 {
            let cost = trying.cost;
            tries.trying.remove(&self.pin);
            self.pins.give_back(&mut tries, cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const DEFAULTS: PinLimits = PinLimits { per_address: 400, per_hour: 1400 };

    fn address(number: u32) -> Address {
        IpAddr::from(number.to_be_bytes()).into()
    }

    fn pin(number: u32) -> Pin {
        Pin::new(100_000 + number % 900_000).unwrap()
    }

    /// An address of a network of IPv6 that one customer may have.
    fn neighbour(number: u16) -> Address {
        IpAddr::from([0x2001, 0xdb8, 7, number, 0, 0, 0, 1]).into()
    }

    /// How many different pins so many addresses can try within a time, each as often as it likes.
    fn guesses(pins: &Pins, start: Instant, addresses: u32, seconds: u64) -> u32 {
        let (mut tried, mut next) = (0, 0);
        for second in (0..seconds).step_by(60) {
            let now = start + Duration::from_secs(second);
            for number in 0..addresses {
                // Until it is told to wait; once more shows that waiting is of no use.
                for _ in 0..=DEFAULTS.per_hour {
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
        // Nor that into the next game, whose host is at school.
        let next = pin(800_001);
        assert!(pins.attempt(school, next, now).is_none());
        pins.know(school, next, now);
        pins.attempt(school, next, now).expect("the host is here").right();
        assert!(pins.attempt(school, pin(800_000), now).is_none());
    }

    #[test]
    fn those_who_try_the_same_pin_at_the_same_moment_are_one() {
        let limits = PinLimits { per_address: 2, per_hour: 100 };
        let (pins, now, school) = (Pins::new(limits), Instant::now(), address(1));
        let typo = pins.attempt(school, pin(1), now).expect("a typo");
        let waiting: Vec<_> = (0..2000).filter_map(|_| pins.attempt(school, pin(2), now)).collect();
        assert_eq!(waiting.len(), 2000);
        assert!(pins.attempt(school, pin(3), now).is_none());
        // The database fails for some of them: what was paid, was paid for all.
        let mut waiting = waiting.into_iter();
        drop(waiting.next());
        assert!(pins.attempt(school, pin(3), now).is_none());
        waiting.next().expect("another one").right();
        typo.wrong();
        drop(waiting);
        pins.attempt(school, pin(3), now).expect("one is left").wrong();
        assert!(pins.attempt(school, pin(4), now).is_none());
        // The same for a pin that no game has.
        let (pins, stale) = (Pins::new(limits), pin(5));
        let waiting: Vec<_> = (0..100).filter_map(|_| pins.attempt(school, stale, now)).collect();
        waiting.into_iter().for_each(Attempt::wrong);
        pins.attempt(school, pin(6), now).expect("one is left").wrong();
        assert!(pins.attempt(school, pin(7), now).is_none());
    }

    #[test]
    fn ten_thousand_on_their_own_lines_who_mistype_get_in() {
        let (pins, now, right) = (Pins::new(DEFAULTS), Instant::now(), pin(0));
        // A generator with a period that is long enough (Numerical Recipes).
        let mut state = 7_u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        let mut typos = 0;
        for phone in 0..10_000 {
            while random() % 5 == 0 {
                typos += 1;
                let typo = pin(1 + random() % 899_999);
                pins.attempt(address(phone), typo, now).expect("a typo").wrong();
            }
            pins.attempt(address(phone), right, now).expect("the pin is right").right();
        }
        println!("{typos} typos");
        assert!(typos > 2300, "{typos}");
    }

    #[test]
    fn a_network_of_ipv6_has_a_few_tries_in_all() {
        let (pins, now) = (Pins::new(DEFAULTS), Instant::now());
        guesses(&pins, now, 4, 60);
        let tried = (0..2000).filter_map(|number| {
            pins.attempt(neighbour(number), pin(600_000 + u32::from(number)), now)
        });
        assert_eq!(tried.map(Attempt::wrong).count(), 7);
    }

    #[test]
    fn nobody_waits_for_nothing_until_a_game_has_a_pin() {
        let (pins, start) =
            (Pins::new(PinLimits { per_address: 1, per_hour: 100 }), Instant::now());
        pins.attempt(address(1), pin(1), start).unwrap().wrong();
        pins.attempt(address(1), pin(1), start + NOTHING_NEW / 2).expect("nothing new").wrong();
        let late = start + NOTHING_NEW * 2;
        assert!(pins.attempt(address(1), pin(1), late).is_none());
    }

    #[test]
    fn while_many_guess_an_address_has_a_few_tries() {
        let (pins, now) = (Pins::new(DEFAULTS), Instant::now());
        guesses(&pins, now, 4, 60);
        let newcomer = address(77);
        for typo in 0..6 {
            pins.attempt(newcomer, pin(600_000 + typo), now).expect("a typo").wrong();
        }
        pins.attempt(newcomer, pin(500_000), now).expect("the pin is right").right();
        pins.attempt(newcomer, pin(600_006), now).expect("a typo").wrong();
        assert!(pins.attempt(newcomer, pin(600_007), now).is_none());
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
