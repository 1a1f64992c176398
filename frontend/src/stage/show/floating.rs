//! Which reactions rise in the big picture, of however many that came: as many as the eye can tell apart, and of
//! each its share. At both edges: names and steps stand between.

use quizrain_shared::wire::{Reaction, ReactionCounts};

use super::confetti::drawn;

/// How long one rises, and the longest that one waits for its turn, in milliseconds. The style sheet says the first
/// of them as well.
const RISES_MS: u32 = 3400;
const SPREAD_MS: u32 = 600;
/// How long after it was told one is out of sight, in milliseconds.
pub(super) const GONE_MS: u32 = RISES_MS + SPREAD_MS;
/// How many rise at once, and how many a second for long.
const AT_ONCE: f64 = 8.0;
const PER_SECOND: f64 = 8.0;
/// How far from an edge they rise, in thousandths of the picture's width.
const NEAREST: u32 = 22;
const WIDE: u32 = 76;

/// One that rises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Float {
    /// Another one for each.
    pub(super) number: u32,
    pub(super) reaction: Reaction,
    /// Where its middle is, in thousandths of the picture's width from the left.
    pub(super) left: u32,
    pub(super) waits_ms: u32,
    /// Whether it sways to the left first.
    pub(super) mirrored: bool,
    /// When it is out of sight, by the caller's clock.
    gone_at: f64,
}

/// What rises, and what has come so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Floating {
    /// In the order in which they came.
    pub(super) floats: Vec<Float>,
    /// How often each reaction came.
    pub(super) sums: [u32; Reaction::ALL.len()],
    /// What each reaction lacks to its share of what was shown, while not all are.
    owed: [f64; Reaction::ALL.len()],
    /// How many may rise, and since when that has been so.
    may: Option<(f64, f64)>,
    next: u32,
}

impl Floating {
    /// Takes in what came just now.
    pub(super) fn add(&mut self, counts: ReactionCounts, now: f64) {
        self.forget(now);
        for (sum, count) in self.sums.iter_mut().zip(counts) {
            *sum = sum.saturating_add(count.into());
        }
        let picked = self.pick(counts, now);
        let all: u32 = picked.iter().sum();
        let mut left = picked;
        for place in 0..all {
            // Whatever most are left of, so that they are mixed.
            let Some(which) = (0..left.len()).max_by_key(|it| left[*it]) else { return };
            left[which] -= 1;
            self.rise(Reaction::ALL[which], SPREAD_MS * place / all, now);
        }
    }

    /// Forgets what is out of sight.
    pub(super) fn forget(&mut self, now: f64) {
        self.floats.retain(|it| it.gone_at > now);
    }

    /// Begins anew: another stage is shown.
    pub(super) fn clear_sums(&mut self) {
        self.sums = Default::default();
    }

    /// How many of each rise: all, or their shares of as many as there is room for.
    fn pick(&mut self, counts: ReactionCounts, now: f64) -> [u32; Reaction::ALL.len()] {
        let (level, since) = self.may.unwrap_or((AT_ONCE, now));
        let level = (level + (now - since).max(0.0) / 1000.0 * PER_SECOND).min(AT_ONCE);
        let mut left = counts.map(u32::from);
        let all: u32 = left.iter().sum();
        let room = level.floor() as u32;
        if all <= room {
            self.owed = Default::default();
            self.may = Some((level - f64::from(all), now));
            return left;
        }
        self.may = Some((level - f64::from(room), now));
        for (owed, count) in self.owed.iter_mut().zip(counts) {
            *owed += f64::from(count) * f64::from(room) / f64::from(all);
        }
        let mut picked = [0; Reaction::ALL.len()];
        for _ in 0..room {
            let there = (0..picked.len()).filter(|it| left[*it] > 0);
            let most = there.max_by(|a, b| self.owed[*a].total_cmp(&self.owed[*b]));
            let Some(which) = most else { break };
            left[which] -= 1;
            picked[which] += 1;
            self.owed[which] -= 1.0;
        }
        picked
    }

    fn rise(&mut self, reaction: Reaction, waits_ms: u32, now: f64) {
        let number = self.next;
        self.next = number.wrapping_add(1);
        let away = NEAREST + drawn(number, 0, WIDE);
        self.floats.push(Float {
            number,
            reaction,
            left: if number.is_multiple_of(2) { away } else { 1000 - away },
            waits_ms,
            mirrored: drawn(number, 1, 2) == 0,
            gone_at: now + f64::from(GONE_MS),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(floating: &Floating) -> ReactionCounts {
        let of = |reaction| floating.floats.iter().filter(|it| it.reaction == reaction).count();
        Reaction::ALL.map(|reaction| of(reaction) as u16)
    }

    #[test]
    fn a_few_are_all_shown_and_gone_after_their_time() {
        let mut floating = Floating::default();
        floating.add([2, 0, 1, 0, 1], 1000.0);
        assert_eq!(shown(&floating), [2, 0, 1, 0, 1]);
        floating.add([0, 1, 0, 0, 0], 1500.0);
        assert_eq!(shown(&floating), [2, 1, 1, 0, 1]);
        floating.forget(1000.0 + f64::from(GONE_MS));
        assert_eq!(shown(&floating), [0, 1, 0, 0, 0]);
        floating.forget(1500.0 + f64::from(GONE_MS));
        assert_eq!((shown(&floating), floating.sums), ([0; 5], [2, 1, 1, 0, 1]));
        floating.clear_sums();
        assert_eq!(floating.sums, [0; 5]);
    }

    #[test]
    fn of_a_flood_forty_are_shown_and_each_has_its_share() {
        let (mut floating, mut picked) = (Floating::default(), [0_u32; 5]);
        // A minute of frames that come four times a second.
        for step in 0..240 {
            let now = f64::from(step) * 250.0;
            let before = floating.next;
            floating.add([6000, 3000, 0, 900, 100], now);
            assert!(floating.floats.len() <= 40, "{} at once", floating.floats.len());
            for float in floating.floats.iter().filter(|it| it.number >= before) {
                picked[float.reaction as usize] += 1;
            }
        }
        let all: u32 = picked.iter().sum();
        assert!((480..=488).contains(&all), "{all}");
        for (count, share) in picked.into_iter().zip([0.6, 0.3, 0.0, 0.09, 0.01]) {
            let off = f64::from(count) - share * f64::from(all);
            assert!(off.abs() <= 2.0, "{picked:?}");
        }
    }

    #[test]
    fn one_that_comes_alone_after_a_flood_is_what_is_shown() {
        let mut floating = Floating::default();
        floating.add([u16::MAX; 5], 0.0);
        assert_eq!(floating.floats.len(), 8);
        floating.add([0, 0, 0, 1, 0], 100_000.0);
        assert_eq!(shown(&floating), [0, 0, 0, 1, 0]);
        // A clock that stands still, or goes back, shows no more than there is room for.
        floating.add([9; 5], 99_000.0);
        assert_eq!(floating.floats.len(), 8);
        floating.add([9; 5], f64::NAN);
        assert!(floating.floats.len() <= 8);
    }

    #[test]
    fn they_keep_to_both_edges_and_one_comes_after_the_other() {
        let mut floating = Floating::default();
        floating.add([4, 4, 0, 0, 0], 0.0);
        let floats = &floating.floats;
        assert!(floats.iter().all(|it| it.left < 100 || it.left > 900), "{floats:?}");
        assert_eq!(floats.iter().filter(|it| it.left < 500).count(), 4);
        assert!(floats.is_sorted_by(|a, b| a.waits_ms < b.waits_ms), "{floats:?}");
        assert!(floats.iter().all(|it| it.waits_ms < SPREAD_MS));
        let claps = floats[..4].iter().filter(|it| it.reaction == Reaction::Clap).count();
        assert_eq!(claps, 2, "{floats:?}");
    }
}
