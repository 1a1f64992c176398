//! Faces of players: a number, and which parts it stands for. What the parts look like, pages say.
//!
//! There are no wrong numbers: each of them is a face, so a server has nothing to refuse.

use serde::{Deserialize, Serialize};

/// How many colours there are behind a head.
pub const GROUNDS: usize = 8;
/// How many heads.
pub const HEADS: usize = 8;
/// How many colours of heads.
pub const SKINS: usize = 16;
/// How many kinds of cheeks.
pub const CHEEKS: usize = 4;
/// How many pairs of eyes.
pub const EYES: usize = 16;
/// How many mouths.
pub const MOUTHS: usize = 16;
/// How many hats.
pub const HATS: usize = 16;
/// How many colours of hats.
pub const CLOTHS: usize = 8;

/// The face of a player. Different numbers may have the same face; those beside each other do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Avatar(pub u32);

/// Which part of each kind a face has, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The colour behind the head.
    pub ground: usize,
    /// The head.
    pub head: usize,
    /// The head's colour.
    pub skin: usize,
    /// The cheeks.
    pub cheeks: usize,
    /// The eyes.
    pub eyes: usize,
    /// The mouth.
    pub mouth: usize,
    /// The hat.
    pub hat: usize,
    /// The hat's colour.
    pub cloth: usize,
}

impl Avatar {
    /// The face of somebody who has chosen none: the same one for the same name (FNV-1a).
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        Self(name.bytes().fold(0x811c_9dc5, mix))
    }

    /// Its parts.
    #[must_use]
    pub fn parts(self) -> Parts {
        let mut left = mixed(self.0) as usize;
        let mut part = |count: usize| {
            let part = left % count;
            left /= count;
            part
        };
        Parts {
            ground: part(GROUNDS),
            head: part(HEADS),
            skin: part(SKINS),
            cheeks: part(CHEEKS),
            eyes: part(EYES),
            mouth: part(MOUTHS),
            hat: part(HATS),
            cloth: part(CLOTHS),
        }
    }
}

/// Another number for each, so that neighbours have little in common (the end of `MurmurHash3`).
fn mixed(mut number: u32) -> u32 {
    number = (number ^ (number >> 16)).wrapping_mul(0x85eb_ca6b);
    number = (number ^ (number >> 13)).wrapping_mul(0xc2b2_ae35);
    number ^ (number >> 16)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn places(avatar: Avatar) -> [(usize, usize); 8] {
        let it = avatar.parts();
        [
            (it.ground, GROUNDS),
            (it.head, HEADS),
            (it.skin, SKINS),
            (it.cheeks, CHEEKS),
            (it.eyes, EYES),
            (it.mouth, MOUTHS),
            (it.hat, HATS),
            (it.cloth, CLOTHS),
        ]
    }

    /// Numbers from all over, both ends among them.
    fn some() -> impl Iterator<Item = Avatar> {
        let spread = (0..20_000_u32).map(|number| number.wrapping_mul(0x9e37_79b1));
        (0..10_000).chain(spread).chain([u32::MAX - 1, u32::MAX]).map(Avatar)
    }

    #[test]
    fn there_are_more_than_a_hundred_million() {
        let all = GROUNDS * HEADS * SKINS * CHEEKS * EYES * MOUTHS * HATS * CLOTHS;
        assert_eq!(all, 1 << 27);
        // Mixing is a bijection, and the parts take its last 27 bits as they are: each face is reached.
        let faces: HashSet<Parts> = (0..1 << 16).map(|number| Avatar(number).parts()).collect();
        assert!(faces.len() > 65_000, "{}", faces.len());
    }

    #[test]
    fn each_part_is_reached_and_none_beyond() {
        let mut seen: [HashSet<usize>; 8] = Default::default();
        for avatar in some() {
            for ((part, count), seen) in places(avatar).into_iter().zip(&mut seen) {
                assert!(part < count, "{avatar:?}");
                seen.insert(part);
            }
        }
        let counts = places(Avatar::default()).map(|(_, count)| count);
        assert_eq!(seen.map(|seen| seen.len()), counts);
    }

    #[test]
    fn no_two_neighbours_are_alike() {
        let (mut pairs, mut close) = (0, 0);
        for Avatar(number) in some() {
            let (one, next) = (places(Avatar(number)), places(Avatar(number.wrapping_add(1))));
            assert_ne!(one, next, "{number}");
            let shared = one.iter().zip(next).filter(|(a, b)| **a == *b).count();
            pairs += 1;
            close += usize::from(shared > 3);
        }
        assert!(close * 100 < pairs, "{close} of {pairs} share half of their parts");
    }

    #[test]
    fn the_same_number_is_the_same_face_for_ever() {
        assert_eq!(places(Avatar::default()).map(|(part, _)| part), [0; 8]);
        assert_eq!(places(Avatar(7)).map(|(part, _)| part), [4, 0, 11, 3, 10, 9, 12, 0]);
        assert_eq!(Avatar::of_name(""), Avatar(0x811c_9dc5));
        assert_eq!(Avatar::of_name("a"), Avatar(0xe40c_292c));
        assert_ne!(Avatar::of_name("李雷"), Avatar::of_name("李磊"));
    }
}
