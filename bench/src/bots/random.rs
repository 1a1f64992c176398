//! Chance that can be replayed: the same seed, bot and occasion give the same numbers.

use std::time::Duration;

use quizrain_shared::client::{AfterClose, Backoff};

/// A source of even numbers (`SplitMix64`). Not for secrets: tokens come from the system.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The source for one occasion of one bot.
    pub(crate) fn of(seed: u64, bot: u32, occasion: u64) -> Self {
        let mut random = Self(seed ^ u64::from(bot).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let mixed = random.next();
        random.0 = mixed ^ occasion.wrapping_mul(0x2545_f491_4f6c_dd1d);
        random
    }

    /// 64 even bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to 1, without 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From 0 to below `n`; 0 where there is nothing to choose from.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    /// True this often, from 0 never to 1 always.
    pub(crate) fn chance(&mut self, often: f64) -> bool {
        self.unit() < often
    }

    /// The wait before the next attempt to connect.
    pub(crate) fn backoff(&mut self, backoff: &mut Backoff) -> Duration {
        Duration::from_secs_f64(backoff.next_ms(self.unit()) / 1000.0)
    }

    /// The wait of whom the server does not let in for now.
    pub(crate) fn held(&mut self) -> Duration {
        Duration::from_secs_f64(AfterClose::held_ms(self.unit()) / 1000.0)
    }

    /// Around 0, between -1 and 1, the middle more often.
    pub(crate) fn around(&mut self) -> f64 {
        (self.unit() + self.unit() + self.unit()) / 1.5 - 1.0
    }
}

/// A seed that nobody chose.
///
/// # Errors
/// The operating system gives no randomness.
pub(crate) fn fresh_seed() -> Result<u64, getrandom::Error> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes)?;
    // 32 bits are enough, and short to type.
    Ok(u64::from(u32::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_occasion_gives_the_same_numbers_and_another_does_not() {
        let draw = |seed, bot, occasion| {
            let mut random = Random::of(seed, bot, occasion);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(draw(1, 2, 3), draw(1, 2, 3));
        for other in [draw(2, 2, 3), draw(1, 3, 3), draw(1, 2, 4)] {
            assert_ne!(draw(1, 2, 3), other);
        }
    }

    #[test]
    fn numbers_keep_to_their_ranges() {
        let mut random = Random::of(7, 0, 0);
        for n in 1..200 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-1.0..1.0).contains(&random.around()));
            assert!(random.below(n) < n);
        }
        assert_eq!(random.below(0), 0);
    }
}
