//! The shower: what the host plans, and where each drop is at each moment.
//!
//! A drop is a picture. Where it falls follows from the picture seed alone, which every phone
//! knows beforehand and which tells nothing about amounts. Client and server use the same
//! functions, so that a tap names a drop and the server can tell whether it was on screen.

use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

use crate::allocation::{Bounds, Impossible, Split};
use crate::money::{Currency, Minor};
use crate::prizes::Prizes;

/// Shortest and longest rain, in seconds.
pub const SECONDS: std::ops::RangeInclusive<u16> = 5..=60;
/// From opening a rain to its first drop: the 3-2-1, in milliseconds.
pub const COUNTDOWN_MS: u64 = 3000;
/// A drop starts this often, in milliseconds.
pub const DROP_EVERY_MS: u64 = 140;
/// How far a phone's idea of server time may be off when it names a drop, in milliseconds.
pub const TAP_SLACK_MS: u64 = 2000;

/// Who may grab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Eligibility {
    /// Every player of the game.
    Everyone,
    /// Players with at least this score when the rain opens.
    ScoreAtLeast(u64),
    /// The best players of the last round that was scored, so many percent of them, 1 to 100.
    /// Before the first round there is no best, and everybody may.
    TopShare(u8),
    /// Players whose answer to the last question that was graded was wholly right. Before the first
    /// one, everybody.
    LastRight,
    /// The best players of the last round that was scored, from rank 1 to this one; equal scores
    /// share a rank. Before the first round, everybody.
    TopRank(u32),
    /// Players who are still in, in a game of survival; in another game, everybody.
    Survivors,
    /// Members of the best team, or of the best ones where they stand equal; without teams, or
    /// before the first round that was scored, everybody.
    BestTeam,
    /// Players who were there before the first question was shown.
    Starters,
    /// Players who had a seat when the rain was sealed, whose numbers go up to this one. The server
    /// counts; what a host says is not looked at.
    Seated(u32),
}

impl Eligibility {
    /// Who may grab where nobody says: everybody; where it is money, who had a seat before anybody saw
    /// it, so that nobody comes with thirty browsers when packets fall.
    #[must_use]
    pub fn unsaid(currency: Currency) -> Self {
        if currency == Currency::POINTS { Self::Everyone } else { Self::Seated(0) }
    }

    /// The same, where this seat is the last that was given.
    #[must_use]
    pub fn with_last_seat(self, last: u32) -> Self {
        match self {
            Self::Seated(_) => Self::Seated(last),
            who => who,
        }
    }

    /// The last rank that a share of so many ranked players lets in: rounded up, and equal scores
    /// share a rank, so that nobody at the edge is left out by chance.
    #[must_use]
    pub fn last_rank(percent: u8, players: u32) -> u32 {
        let places = (u64::from(players) * u64::from(percent)).div_ceil(100);
        u32::try_from(places).unwrap_or(u32::MAX)
    }
}

/// What the host decides about a rain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RainPlan {
    /// The pot's currency.
    pub currency: Currency,
    /// Pot, number of packets and their bounds.
    pub bounds: Bounds,
    /// How the pot is cut.
    pub split: Split,
    /// How long packets fall, in seconds.
    pub seconds: u16,
    /// Who may grab.
    pub eligibility: Eligibility,
}

/// Why a plan cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InvalidPlan {
    /// The pot cannot be cut.
    #[error(transparent)]
    Pot(#[from] Impossible),
    /// The time is out of range.
    #[error("a rain lasts {lo} to {hi} seconds", lo = SECONDS.start(), hi = SECONDS.end())]
    Seconds,
    /// The share of players is out of range.
    #[error("the best 1 to 100 percent of the players may grab")]
    Share,
    /// No rank is that good.
    #[error("ranks begin with 1")]
    Rank,
    /// There is nobody to share the pot.
    #[error("nobody may catch, so the pot cannot be shared")]
    Nobody,
    /// Somebody's share would be nothing.
    #[error("the pot has fewer minor units than there are players to share it")]
    ShareTooSmall,
    /// Prizes are for others than those who have their places.
    #[error("prizes are for the ranks from 1 to as many as there are prizes, and for nobody else")]
    PrizeRanks,
}

impl RainPlan {
    /// Checks that the plan can be carried out.
    ///
    /// # Errors
    /// The first reason why it cannot.
    pub fn check(&self) -> Result<(), InvalidPlan> {
        match &self.split {
            // Among how many, turns out when it opens.
            Split::Shares => Bounds::of_any(self.bounds.pot).check()?,
            Split::Prizes(prizes) => {
                Bounds::of_any(self.bounds.pot).check()?;
                if !prizes.are_valid() || prizes.pot() != Some(self.bounds.pot) {
                    return Err(Impossible::Prizes.into());
                }
                if self.eligibility != Eligibility::TopRank(prizes.last_place()) {
                    return Err(InvalidPlan::PrizeRanks);
                }
            }
            Split::DoubleMean | Split::Equal | Split::LineCutting => self.bounds.check()?,
        }
        if !SECONDS.contains(&self.seconds) {
            return Err(InvalidPlan::Seconds);
        }
        match self.eligibility {
            Eligibility::TopShare(percent) if !(1..=100).contains(&percent) => {
                Err(InvalidPlan::Share)
            }
            Eligibility::TopRank(0) => Err(InvalidPlan::Rank),
            _ => Ok(()),
        }
    }

    /// The plan with a packet for each of so many who may catch, where they share the pot; any other
    /// plan as it is.
    ///
    /// # Errors
    /// There is nobody, or too many for the pot or for any rain.
    pub fn among(self, people: usize) -> Result<Self, InvalidPlan> {
        if self.split != Split::Shares {
            return Ok(self);
        }
        let packets = u32::try_from(people).unwrap_or(u32::MAX);
        if packets == 0 {
            return Err(InvalidPlan::Nobody);
        }
        let pot = self.bounds.pot;
        let (share, rest) = (pot.0 / i64::from(packets), pot.0 % i64::from(packets));
        if share < 1 {
            return Err(InvalidPlan::ShareTooSmall);
        }
        let (min, max) = (Minor(share), Minor(share + i64::from(rest > 0)));
        let bounds = Bounds { pot, packets, min, max };
        bounds.check()?;
        Ok(Self { bounds, ..self })
    }

    /// The plan with the packets of those who have the places of its prizes, where so many players have
    /// each; any other plan as it is.
    ///
    /// # Errors
    /// There is nobody, or too many for a prize that they share or for any rain.
    pub fn with_places(self, players: Vec<u32>) -> Result<Self, InvalidPlan> {
        let Split::Prizes(Prizes { amounts, .. }) = self.split else { return Ok(self) };
        if players.iter().all(|players| *players == 0) {
            return Err(InvalidPlan::Nobody);
        }
        let prizes = Prizes { amounts, players };
        let packets = prizes.packets().ok_or(InvalidPlan::ShareTooSmall)?;
        let bounds = Bounds {
            pot: self.bounds.pot,
            packets: u32::try_from(packets.len()).unwrap_or(u32::MAX),
            min: packets.iter().copied().min().unwrap_or_default(),
            max: packets.iter().copied().max().unwrap_or_default(),
        };
        bounds.check()?;
        Ok(Self { bounds, split: Split::Prizes(prizes), ..self })
    }

    /// A rain of prizes for the first places.
    #[must_use]
    pub fn of_prizes(currency: Currency, amounts: Vec<Minor>, seconds: u16) -> Self {
        let prizes = Prizes::of(amounts);
        Self {
            currency,
            // What is too much for any pot is refused as such.
            bounds: Bounds::of_any(prizes.pot().unwrap_or(Minor(i64::MAX))),
            eligibility: Eligibility::TopRank(prizes.last_place()),
            split: Split::Prizes(prizes),
            seconds,
        }
    }

    /// Whether a rain with this plan is what was wished for: among how many the pot was shared was not, nor
    /// who had which place, nor how many had a seat.
    #[must_use]
    pub fn is_of(&self, wish: &Self) -> bool {
        let own = || Bounds { pot: wish.bounds.pot, ..self.bounds };
        let (bounds, split) = match (&wish.split, &self.split) {
            (Split::Shares, _) => (own(), wish.split.clone()),
            (Split::Prizes(wished), Split::Prizes(given)) if wished.amounts == given.amounts => {
                (own(), self.split.clone())
            }
            _ => (wish.bounds, wish.split.clone()),
        };
        let eligibility = match self.eligibility {
            Eligibility::Seated(last) => wish.eligibility.with_last_seat(last),
            _ => wish.eligibility,
        };
        *self == Self { bounds, split, eligibility, ..wish.clone() }
    }

    /// The whole pot.
    #[must_use]
    pub fn pot(&self) -> Minor {
        self.bounds.pot
    }
}

/// The area in which drops fall, in any unit, with the drops' width in the same unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Width of the area.
    pub width: f64,
    /// Height of the area.
    pub height: f64,
    /// Width of a drop of size 1.
    pub drop_width: f64,
}

impl Field {
    /// A field of so many CSS pixels, with drops large enough for a thumb.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, drop_width: (width.min(height) * 0.19).clamp(60.0, 150.0) }
    }
}

/// How drops move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// They fall.
    Full,
    /// They appear, stay and vanish, for people who asked their device for less motion.
    Reduced,
}

/// Height of a drop over its width.
pub const DROP_ASPECT: f64 = 1.3;

/// A drop as it is at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// Its number in the shower, from 0.
    pub index: u32,
    /// Centre, from the left edge.
    pub x: f64,
    /// Centre, from the top edge; outside the field while entering and leaving.
    pub y: f64,
    /// Width; the height is [`DROP_ASPECT`] times that.
    pub width: f64,
    /// Clockwise turn, in radians.
    pub angle: f64,
    /// 0 invisible to 1 opaque.
    pub alpha: f64,
}

/// Mixes seed and drop number into 64 even bits (the finaliser of `SplitMix64`).
fn mix(seed: u64, index: u32, salt: u64) -> u64 {
    let mut z = seed
        .wrapping_add(u64::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(salt.wrapping_mul(0xd1b5_4a32_d192_ed03));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An even number from 0 to 1.
fn unit(seed: u64, index: u32, salt: u64) -> f64 {
    (mix(seed, index, salt) >> 11) as f64 / (1u64 << 53) as f64
}

/// Where a drop falls across the field, from 0 to 1. Steps of the golden ratio put each drop far
/// from those just before it, so that they seldom hide each other.
fn across(seed: u64, index: u32) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let jitter = 0.12 * unit(seed, index, 4);
    (unit(seed, 0, 8) + f64::from(index) * GOLDEN + jitter).fract()
}

/// The same for how far down a drop appears that does not fall: of the steps that were tried, those with which the
/// fewest drops hide each other.
fn down(seed: u64, index: u32) -> f64 {
    const STEP: f64 = 0.569_840_290_998_053;
    (unit(seed, 0, 7) + f64::from(index) * STEP).fract()
}

/// When a drop enters and leaves, in milliseconds after the rain's opening.
#[must_use]
pub fn lifetime(seed: u64, index: u32) -> (u64, u64) {
    let start = u64::from(index) * DROP_EVERY_MS + mix(seed, index, 1) % DROP_EVERY_MS;
    (start, start + 2600 + mix(seed, index, 2) % 1600)
}

/// How many drops a rain of this length has.
#[must_use]
pub fn drop_count(window_ms: u64) -> u32 {
    u32::try_from(window_ms / DROP_EVERY_MS).unwrap_or(u32::MAX)
}

/// Whether a drop is on a screen at a time after the rain's opening, give or take
/// [`TAP_SLACK_MS`]. This is what the server asks about a tap.
#[must_use]
pub fn on_screen(seed: u64, window_ms: u64, index: u32, at_ms: u64) -> bool {
    let (start, end) = lifetime(seed, index);
    index < drop_count(window_ms) && at_ms + TAP_SLACK_MS >= start && at_ms <= end + TAP_SLACK_MS
}

/// A drop at a time after the rain's opening, or `None` while it is not in the field.
#[must_use]
pub fn place(seed: u64, index: u32, at_ms: f64, field: &Field, motion: Motion) -> Option<Drop> {
    let (start, end) = lifetime(seed, index);
    let (start, end) = (start as f64, end as f64);
    let progress = (at_ms - start) / (end - start);
    if !(0.0..=1.0).contains(&progress) {
        return None;
    }
    let width = field.drop_width * (0.85 + 0.4 * unit(seed, index, 3));
    let height = width * DROP_ASPECT;
    let margin = width * 0.85;
    let lane = margin + across(seed, index) * (field.width - 2.0 * margin).max(0.0);
    let tilt = (unit(seed, index, 5) - 0.5) * 0.5;
    Some(match motion {
        Motion::Full => {
            let turns = 2.0 + 2.0 * unit(seed, index, 6);
            let (swing, _) = sin_cos(progress * turns * PI);
            Drop {
                index,
                x: lane + swing * width * 0.25,
                y: -height + progress * (field.height + 2.0 * height),
                width,
                angle: tilt + swing * 0.18,
                alpha: 1.0,
            }
        }
        Motion::Reduced => Drop {
            index,
            x: lane,
            y: height + down(seed, index) * (field.height - 2.0 * height).max(0.0),
            width,
            angle: tilt * 0.4,
            alpha: (progress * 8.0).min((1.0 - progress) * 8.0).min(1.0),
        },
    })
}

/// The drops in the field at a time after the rain's opening, in the order in which to draw them.
pub fn falling(
    seed: u64,
    window_ms: u64,
    at_ms: f64,
    field: Field,
    motion: Motion,
) -> impl DoubleEndedIterator<Item = Drop> {
    // No drop lives longer than 4200 ms, so older ones need not be looked at.
    let newest = (at_ms.max(0.0) as u64 / DROP_EVERY_MS).min(u64::from(drop_count(window_ms)));
    let oldest = newest.saturating_sub(4200 / DROP_EVERY_MS + 2);
    let until = (newest + 1).min(u64::from(drop_count(window_ms)));
    (oldest..until)
        .filter_map(move |index| place(seed, u32::try_from(index).ok()?, at_ms, &field, motion))
}

/// Sine and cosine to nine digits. Those of the standard library are right for angles of any size, with
/// tables that every phone would load for this picture alone.
#[must_use]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    (sin(angle), sin(angle + PI / 2.0))
}

fn sin(angle: f64) -> f64 {
    let half_turns = (angle / PI).round();
    let x = angle - half_turns * PI;
    // Taylor's series, from its last term on.
    let terms = [
        1.0 / 6_227_020_800.0,
        -1.0 / 39_916_800.0,
        1.0 / 362_880.0,
        -1.0 / 5040.0,
        1.0 / 120.0,
        -1.0 / 6.0,
        1.0,
    ];
    let sine = x * terms.into_iter().fold(0.0, |sum, term| sum * x * x + term);
    if half_turns as i64 % 2 == 0 { sine } else { -sine }
}

/// The topmost drop at a point, with some slack around it for thumbs (`slack` in the field's unit).
pub fn hit(
    drops: impl DoubleEndedIterator<Item = Drop>,
    x: f64,
    y: f64,
    slack: f64,
) -> Option<Drop> {
    drops.rev().find(|drop| {
        let (sin, cos) = sin_cos(drop.angle);
        let (dx, dy) = (x - drop.x, y - drop.y);
        let across = (dx * cos + dy * sin).abs();
        let along = (dy * cos - dx * sin).abs();
        across <= drop.width / 2.0 + slack && along <= drop.width * DROP_ASPECT / 2.0 + slack
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn angles_are_those_of_the_standard_library() {
        for step in -4000..4000 {
            let angle = f64::from(step) * 0.005;
            let (sin, cos) = sin_cos(angle);
            assert!((sin - angle.sin()).abs() < 1e-9 && (cos - angle.cos()).abs() < 1e-9);
        }
    }

    use super::*;
    use crate::allocation::allocate;

    fn shared(pot: i64) -> RainPlan {
        RainPlan {
            currency: Currency::POINTS,
            bounds: Bounds::of_any(Minor(pot)),
            split: Split::Shares,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        }
    }

    #[test]
    fn a_pot_is_shared_among_those_who_are_there() {
        assert_eq!(shared(10).among(0), Err(InvalidPlan::Nobody));
        assert_eq!(shared(10).among(11), Err(InvalidPlan::ShareTooSmall));
        let many = shared(Minor::MAX.0).among(1_000_001);
        assert_eq!(many, Err(InvalidPlan::Pot(Impossible::PacketCount)));
        for pot in [0, -5] {
            assert_eq!(shared(pot).check(), Err(InvalidPlan::Pot(Impossible::PotTooSmall)));
        }
        let over = shared(Minor::MAX.0 + 1);
        assert_eq!(over.check(), Err(InvalidPlan::Pot(Impossible::PotTooLarge)));
        // What is said of packets and bounds does not count.
        let odd = Bounds { pot: Minor(10), packets: 0, min: Minor(0), max: Minor(-3) };
        assert_eq!(RainPlan { bounds: odd, ..shared(10) }.check(), Ok(()));
        let equal = RainPlan { split: Split::Equal, ..shared(10) };
        assert_eq!(equal.clone().among(0), Ok(equal));
    }

    #[test]
    fn a_shared_pot_is_what_was_wished_for_among_however_many() {
        let opened = shared(10).among(3).unwrap();
        assert!(opened.is_of(&shared(10)) && !opened.is_of(&shared(11)));
        assert!(!opened.is_of(&RainPlan { eligibility: Eligibility::LastRight, ..shared(10) }));
        let equal = RainPlan { split: Split::Equal, ..opened.clone() };
        assert!(equal.is_of(&equal) && !equal.is_of(&opened));
        let fewer = Bounds { packets: 2, ..equal.bounds };
        assert!(!equal.is_of(&RainPlan { bounds: fewer, ..equal.clone() }));
    }

    fn prizes(amounts: &[i64]) -> RainPlan {
        let amounts = amounts.iter().copied().map(Minor).collect();
        RainPlan::of_prizes(Currency::POINTS, amounts, 10)
    }

    #[test]
    fn prizes_are_one_to_three_in_order_and_for_their_ranks() {
        for good in [&[100, 50, 20][..], &[5, 5], &[1], &[Minor::MAX.0]] {
            assert_eq!(prizes(good).check(), Ok(()), "{good:?}");
        }
        let plan = prizes(&[100, 50, 20]);
        assert_eq!((plan.pot(), plan.eligibility), (Minor(170), Eligibility::TopRank(3)));
        let pot = |why| Err(InvalidPlan::Pot(why));
        for (bad, why) in [
            (&[][..], Impossible::PotTooSmall),
            (&[0], Impossible::PotTooSmall),
            (&[5, 0], Impossible::Prizes),
            (&[5, -1], Impossible::Prizes),
            (&[5, 6], Impossible::Prizes),
            (&[4, 3, 2, 1], Impossible::Prizes),
            (&[Minor::MAX.0, 1], Impossible::PotTooLarge),
            (&[i64::MAX, i64::MAX], Impossible::PotTooLarge),
        ] {
            assert_eq!(prizes(bad).check(), pot(why), "{bad:?}");
        }
        let other = RainPlan { bounds: Bounds::of_any(Minor(171)), ..plan.clone() };
        assert_eq!(other.check(), pot(Impossible::Prizes));
        for eligibility in [Eligibility::Everyone, Eligibility::TopRank(2)] {
            let other = RainPlan { eligibility, ..plan.clone() };
            assert_eq!(other.check(), Err(InvalidPlan::PrizeRanks));
        }
    }

    #[test]
    fn prizes_are_cut_for_those_who_have_the_places() {
        let wish = prizes(&[100, 50, 20]);
        let opened = wish.clone().with_places(vec![2, 0, 1]).unwrap();
        let bounds = Bounds { pot: Minor(170), packets: 3, min: Minor(20), max: Minor(75) };
        assert_eq!(opened.bounds, bounds);
        let packets = [75, 75, 20].map(Minor).to_vec();
        assert_eq!(allocate(&opened.bounds, &opened.split, || 7), Ok(packets));
        assert!(opened.is_of(&wish) && opened.is_of(&opened));
        assert!(!opened.is_of(&prizes(&[100, 40, 30])) && !opened.is_of(&shared(170)));
        assert!(!opened.is_of(&RainPlan { seconds: 11, ..wish.clone() }));
        // Bounds that are not those of the prizes are refused.
        for bounds in [
            Bounds { pot: Minor(171), ..bounds },
            Bounds { packets: 4, ..bounds },
            Bounds { min: Minor(21), ..bounds },
            Bounds { max: Minor(74), ..bounds },
        ] {
            assert_eq!(allocate(&bounds, &opened.split, || 7), Err(Impossible::Prizes));
        }
        let unopened = Bounds { packets: 3, ..wish.bounds };
        assert_eq!(allocate(&unopened, &wish.split, || 7), Err(Impossible::Prizes));
        assert_eq!(wish.clone().with_places(vec![0, 0, 0]), Err(InvalidPlan::Nobody));
        assert_eq!(wish.with_places(vec![171, 0, 0]), Err(InvalidPlan::ShareTooSmall));
        let rich = prizes(&[Minor::MAX.0]).with_places(vec![1_000_001]);
        assert_eq!(rich, Err(InvalidPlan::ShareTooSmall));
        let equal = RainPlan { split: Split::Equal, ..shared(10) };
        assert_eq!(equal.clone().with_places(vec![1]), Ok(equal));
    }

    proptest! {
        #[test]
        fn shares_are_the_pot_and_differ_by_one_unit_at_most(
            pot in prop_oneof![1i64..2000, 1i64..=Minor::MAX.0], people in 1usize..1000,
            mut bits: u64,
        ) {
            let Ok(plan) = shared(pot).among(people) else {
                prop_assert!(i128::from(pot) < people as i128);
                return Ok(());
            };
            let random = || {
                bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                bits
            };
            let amounts = allocate(&plan.bounds, &plan.split, random).unwrap();
            prop_assert_eq!(amounts.len(), people);
            prop_assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(Minor(pot)));
            let (least, most) = (amounts.iter().min().unwrap(), amounts.iter().max().unwrap());
            prop_assert!(most.0 - least.0 <= 1 && least.0 >= 1);
        }
    }

    const WINDOW_MS: u64 = 12_000;

    #[test]
    fn the_picture_is_frozen() {
        // Phones and servers of different builds must draw the same shower.
        assert_eq!(lifetime(42, 0), (68, 3608));
        assert_eq!(lifetime(42, 7), (1085, 4055));
    }

    #[test]
    fn a_share_is_rounded_up_and_has_limits() {
        let cases = [(1, 1, 1), (50, 3, 2), (30, 10, 3), (33, 100, 33), (100, 7, 7), (10, 0, 0)];
        for (percent, players, last) in cases {
            assert_eq!(Eligibility::last_rank(percent, players), last, "{percent} % of {players}");
        }
        assert_eq!(Eligibility::last_rank(100, u32::MAX), u32::MAX);
        let plan = |eligibility| RainPlan {
            currency: Currency::POINTS,
            bounds: Bounds { pot: Minor(10), packets: 2, min: Minor(1), max: Minor(9) },
            split: Split::Equal,
            seconds: 10,
            eligibility,
        };
        for (percent, checked) in [(0, Err(InvalidPlan::Share)), (1, Ok(())), (100, Ok(()))] {
            assert_eq!(plan(Eligibility::TopShare(percent)).check(), checked);
        }
        assert_eq!(plan(Eligibility::TopShare(101)).check(), Err(InvalidPlan::Share));
    }

    #[test]
    fn drops_that_do_not_fall_seldom_hide_each_other() {
        let field = Field::new(390.0, 700.0);
        let (mut hidden, mut all) = (0, 0);
        for (seed, at_ms) in
            (0..40).flat_map(|seed| (4500..12_000).step_by(500).map(move |at| (seed, at)))
        {
            let at_ms = f64::from(at_ms);
            let drops = || falling(seed, WINDOW_MS, at_ms, field, Motion::Reduced);
            let top = |drop: &Drop| hit(drops(), drop.x, drop.y, 0.0).map(|top| top.index);
            hidden += drops().filter(|drop| top(drop) != Some(drop.index)).count();
            all += drops().count();
        }
        // Anywhere by chance, it would be two of five.
        assert!(hidden * 4 < all, "{hidden} of {all}");
    }

    #[test]
    fn unknown_drops_are_never_on_screen() {
        assert!(!on_screen(1, WINDOW_MS, drop_count(WINDOW_MS), 11_000));
        assert!(!on_screen(1, WINDOW_MS, u32::MAX, 11_000));
    }

    proptest! {
        #[test]
        fn what_is_drawn_can_be_hit_and_the_server_agrees(
            seed in any::<u64>(), at_ms in 0u64..20_000, reduced in any::<bool>(),
            width in 200.0..3000.0f64, height in 200.0..3000.0f64,
        ) {
            let motion = if reduced { Motion::Reduced } else { Motion::Full };
            let field = Field::new(width, height);
            let drops: Vec<_> =
                falling(seed, WINDOW_MS, at_ms as f64, field, motion).collect();
            for drop in &drops {
                prop_assert!(on_screen(seed, WINDOW_MS, drop.index, at_ms));
                let top = hit(drops.iter().copied(), drop.x, drop.y, 0.0);
                prop_assert!(top.is_some_and(|top| top.index >= drop.index));
            }
            prop_assert_eq!(hit(drops.into_iter(), -1e6, -1e6, 10.0), None);
        }

        #[test]
        fn falling_misses_no_drop(seed in any::<u64>(), at_ms in 0u64..20_000) {
            let field = Field::new(390.0, 844.0);
            let seen: Vec<u32> = falling(seed, WINDOW_MS, at_ms as f64, field, Motion::Full)
                .map(|drop| drop.index)
                .collect();
            let all: Vec<u32> = (0..drop_count(WINDOW_MS))
                .filter(|i| place(seed, *i, at_ms as f64, &field, Motion::Full).is_some())
                .collect();
            prop_assert_eq!(seen, all);
        }

        #[test]
        fn any_number_from_outside_is_safe(
            seed in any::<u64>(), index in any::<u32>(), at_ms in 0..u64::MAX / 2,
        ) {
            let _ = on_screen(seed, WINDOW_MS, index, at_ms);
        }
    }
}
