//! The draw of a rain: what its amounts follow from, so that nobody can choose them.
//!
//! The server has a secret for each game, the last link of a chain in which every link is the
//! SHA-256 of the one after it. It shows the first, the promise, before anybody joins, and rain `n`
//! is drawn from link `n` and from what the players' phones contributed when they joined. So the
//! server cannot draw again, and nobody else can know the amounts before the link is shown. The
//! server draws, the page and the audit draw again; `docs/PROTOCOL.md` says the same in Python.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::allocation::{Bounds, Impossible, Split, allocate};
use crate::ids::{Contribution, Entropy, GameId, Link, Promise};
use crate::money::Minor;

/// Most rains in a game: one for each link.
pub const MAX_RAINS: u32 = 1000;

const LIST_VERSION: &str = "quizrain entropy v1";
const SEED_VERSION: &str = "quizrain draw v1";

/// What one seat contributed.
pub type FromSeat = (u32, Contribution);

fn before(link: [u8; 32], steps: u32) -> [u8; 32] {
    (0..steps).fold(link, |link, _| Sha256::digest(link).into())
}

/// The link that rain `number` of a game is drawn from, from 1; `None` beyond [`MAX_RAINS`].
#[must_use]
pub fn link(secret: &Link, number: u32) -> Option<Link> {
    let steps = MAX_RAINS.checked_sub(number).filter(|_| number > 0)?;
    Some(Link(before(secret.0, steps)))
}

/// What players are shown of a game's secret.
#[must_use]
pub fn promise(secret: &Link) -> Promise {
    Promise(before(secret.0, MAX_RAINS))
}

/// Whether a link is the one that a promise binds the server to for rain `number`.
#[must_use]
pub fn is_promised(link: &Link, number: u32, promise: Promise) -> bool {
    (1..=MAX_RAINS).contains(&number) && Promise(before(link.0, number)) == promise
}

/// The list of contributions as text, in the order of seats.
#[must_use]
pub fn write_contributions(game: GameId, contributions: &[FromSeat]) -> String {
    let mut text = format!("{LIST_VERSION}\n{game}\n");
    for (seat, contribution) in contributions {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{seat} {contribution}");
    }
    text
}

/// Reads a list of contributions to a draw of this game; `None` where it is another text.
#[must_use]
pub fn read_contributions(text: &str, game: GameId) -> Option<Vec<FromSeat>> {
    let mut lines = text.strip_suffix('\n')?.split('\n');
    if lines.next()? != LIST_VERSION || lines.next()? != game.to_string() {
        return None;
    }
    let line = |line: &str| {
        let (seat, contribution) = line.split_once(' ')?;
        Some((seat.parse().ok()?, contribution.parse().ok()?))
    };
    lines.map(line).collect()
}

/// The combined value of a list of contributions.
#[must_use]
pub fn entropy_of(text: &str) -> Entropy {
    Entropy(Sha256::digest(text).into())
}

/// What a rain is drawn from.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The game.
    pub game: GameId,
    /// Which rain of the game, from 1.
    pub number: u32,
    /// The server's part.
    pub link: Link,
    /// The players' part.
    pub entropy: Entropy,
}

impl Draw {
    /// The amounts, in the order in which they are caught.
    ///
    /// # Errors
    /// [`Impossible`] where no allocation within the bounds exists.
    pub fn amounts(&self, bounds: &Bounds, split: &Split) -> Result<Vec<Minor>, Impossible> {
        let mut words = self.words();
        allocate(bounds, split, || words.next())
    }

    fn words(&self) -> Words {
        let Self { game, number, link, entropy } = self;
        let text = format!("{SEED_VERSION}\n{game}\n{number}\n{}\n{entropy}\n", link.reveal());
        Words { seed: Sha256::digest(text).into(), blocks: 0, block: [0; 32], used: 32 }
    }
}

/// Numbers that follow from a seed: the bytes of SHA-256 over the seed and a counter.
struct Words {
    seed: [u8; 32],
    blocks: u64,
    block: [u8; 32],
    used: usize,
}

impl Words {
    fn next(&mut self) -> u64 {
        if self.used == self.block.len() {
            let hash = Sha256::new_with_prefix(self.seed).chain_update(self.blocks.to_le_bytes());
            (self.block, self.used) = (hash.finalize().into(), 0);
            self.blocks += 1;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.block[self.used..self.used + 8]);
        self.used += 8;
        u64::from_le_bytes(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId([4; 8]);
    const SECRET: Link = Link([7; 32]);

    fn contributions() -> Vec<FromSeat> {
        vec![(1, Contribution([0x11; 16])), (2, Contribution([0x22; 16]))]
    }

    fn draw(number: u32, contributions: &[FromSeat]) -> Draw {
        let entropy = entropy_of(&write_contributions(GAME, contributions));
        Draw { game: GAME, number, link: link(&SECRET, number).unwrap(), entropy }
    }

    fn bounds() -> Bounds {
        Bounds { pot: Minor(8888), packets: 18, min: Minor(1), max: Minor(2000) }
    }

    fn cut(draw: &Draw, bounds: &Bounds, split: &Split) -> Vec<i64> {
        draw.amounts(bounds, split).unwrap().into_iter().map(|amount| amount.0).collect()
    }

    fn drawn(draw: &Draw) -> Vec<i64> {
        cut(draw, &bounds(), &Split::DoubleMean)
    }

    /// `docs/PROTOCOL.md` has the same numbers; they were made by the Python code there.
    #[test]
    fn the_draw_is_frozen() {
        let draw = draw(1, &contributions());
        assert_eq!(
            promise(&SECRET).to_string(),
            "4436ff1b2ba088f196f3f3606c6d0b45d7b9a484f8d5a2001c8bd35dd4500e91"
        );
        assert_eq!(
            draw.link.reveal(),
            "378ff15f5f10c4fdf707cd6b8b8f2c00f473f61dbcfd5d4033b672686657d100"
        );
        assert_eq!(
            draw.entropy.to_string(),
            "062b501e66cad88ca3855eb06766e64f5c526062e1dc8455ba6e9dddd68de2f9"
        );
        assert_eq!(
            drawn(&draw),
            [
                708, 830, 578, 418, 465, 993, 120, 630, 156, 124, 868, 329, 741, 402, 68, 500, 326,
                632
            ]
        );
        let mut words = draw.words();
        let first: Vec<u64> = (0..5).map(|_| words.next()).collect();
        assert_eq!(
            first,
            [
                18070493362060906097,
                1536193351978178200,
                12567734653541351456,
                9569206623496782417,
                12287955123315791792
            ]
        );
    }

    /// By the Python code of `docs/PROTOCOL.md`, which has the same numbers.
    #[test]
    fn a_line_is_cut_where_another_program_cuts_it() {
        let draw = draw(1, &contributions());
        assert_eq!(
            cut(&draw, &bounds(), &Split::LineCutting),
            [
                387, 1360, 406, 531, 93, 66, 569, 601, 227, 669, 290, 23, 275, 612, 1127, 303,
                1008, 341
            ]
        );
        assert_eq!(
            cut(&draw, &Bounds { max: Minor(900), ..bounds() }, &Split::LineCutting),
            [
                440, 900, 459, 584, 146, 119, 622, 654, 280, 722, 343, 76, 328, 665, 900, 356, 900,
                394
            ]
        );
    }

    #[test]
    fn every_link_leads_to_the_promise_and_to_no_other_rain() {
        let promise = promise(&SECRET);
        for number in [1, 2, 500, 999, MAX_RAINS] {
            let link = link(&SECRET, number).unwrap();
            assert!(is_promised(&link, number, promise));
            assert!(!is_promised(&link, number + 1, promise));
            assert!(!is_promised(&link, number - 1, promise));
            assert!(!is_promised(&Link([8; 32]), number, promise));
        }
        assert_eq!(link(&SECRET, MAX_RAINS), Some(SECRET));
        assert_eq!(link(&SECRET, 0), None);
        assert_eq!(link(&SECRET, MAX_RAINS + 1), None);
        assert!(!is_promised(&Link(promise.0), 0, promise));
    }

    #[test]
    fn a_rain_cannot_be_drawn_again() {
        let one = drawn(&draw(1, &contributions()));
        assert_eq!(drawn(&draw(1, &contributions())), one);
        assert_eq!(one.iter().sum::<i64>(), 8888);
        assert_ne!(drawn(&draw(2, &contributions())), one);
    }

    #[test]
    fn every_contribution_changes_the_draw() {
        let one = drawn(&draw(1, &contributions()));
        for i in 0..2 {
            let mut changed = contributions();
            changed[i].1.0[15] ^= 1;
            assert_ne!(drawn(&draw(1, &changed)), one);
        }
        assert_ne!(drawn(&draw(1, &contributions()[..1])), one);
        assert_ne!(drawn(&draw(1, &[])), one);
        let other = Draw { game: GameId([5; 8]), ..draw(1, &contributions()) };
        assert_ne!(drawn(&other), one);
    }

    #[test]
    fn the_list_of_contributions_is_read_as_it_was_written() {
        let (one, two) = ("11".repeat(16), "22".repeat(16));
        let text = write_contributions(GAME, &contributions());
        assert_eq!(text, format!("quizrain entropy v1\n0404040404040404\n1 {one}\n2 {two}\n"));
        assert_eq!(read_contributions(&text, GAME), Some(contributions()));
        assert_eq!(read_contributions(&write_contributions(GAME, &[]), GAME), Some(Vec::new()));
        assert_eq!(read_contributions(&text, GameId([5; 8])), None);
        for bad in [
            String::new(),
            text.replace("v1", "v2"),
            text.trim_end().to_owned(),
            text.replace("2 22", "2 2"),
            text.replace("2 22", "two 22"),
            format!("{text}\n"),
        ] {
            assert_eq!(read_contributions(&bad, GAME), None, "{bad:?}");
        }
    }

    #[test]
    fn a_link_does_not_print_itself() {
        assert_eq!(format!("{:?}", draw(1, &[]).link), "Link(..)");
    }
}
