//! A hotspot: the player puts a pin on the picture, and it is right where it stands in a region.
//!
//! Places are parts of the picture's width and height, from 0 at its left and top to
//! [`WHOLE`] at its right and bottom. An answer is such a place: two 16-bit numbers in big-endian
//! order, from the left and from the top.

use serde::{Deserialize, Serialize};

use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::score::Share;

/// The width and the height of a picture.
pub const WHOLE: u16 = 10_000;
/// In how many columns and rows pins are counted.
pub const CELLS: u16 = 20;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hotspot {
    /// Where it is right.
    pub region: Region,
}

/// A rectangle on the picture, or the ellipse in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// From the left.
    pub x: u16,
    /// From the top.
    pub y: u16,
    /// How wide.
    pub width: u16,
    /// How high.
    pub height: u16,
    /// Whether it is the ellipse.
    pub round: bool,
}

/// A place on the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From the left.
    pub x: u16,
    /// From the top.
    pub y: u16,
}

impl Place {
    /// The place that an answer is.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        let (pairs, []) = answer.bytes().as_chunks() else { return None };
        let [x, y] = pairs else { return None };
        Some(Self { x: u16::from_be_bytes(*x), y: u16::from_be_bytes(*y) })
    }

    fn is_inside(self) -> bool {
        self.x <= WHOLE && self.y <= WHOLE
    }
}

impl From<Place> for Answer {
    fn from(Place { x, y }: Place) -> Self {
        let ([a, b], [c, d]) = (x.to_be_bytes(), y.to_be_bytes());
        Self::of([a, b, c, d])
    }
}

impl Region {
    /// Whether a place is in it.
    #[must_use]
    pub fn contains(&self, place: Place) -> bool {
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let (x, y) =
            (i64::from(place.x) - i64::from(self.x), i64::from(place.y) - i64::from(self.y));
        if !((0..=width).contains(&x) && (0..=height).contains(&y)) {
            return false;
        }
        // ((x - w/2) / (w/2))² + ((y - h/2) / (h/2))² <= 1, without fractions.
        let (from_x, from_y) = ((2 * x - width) * height, (2 * y - height) * width);
        !self.round || from_x * from_x + from_y * from_y <= width * width * height * height
    }
}

impl Hotspot {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        let Region { x, y, width, height, .. } = self.region;
        let fits = |start: u16, size: u16| {
            size > 0 && start.checked_add(size).is_some_and(|end| end <= WHOLE)
        };
        if fits(x, width) && fits(y, height) { Ok(()) } else { Err(InvalidQuestion::Region) }
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Hotspot
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        Place::of(answer).is_some_and(Place::is_inside)
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|answer| Some(Share::all_if(self.region.contains(Place::of(answer)?))))
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Region(self.region))
    }

    /// How many pins stand in each cell of the picture, row by row.
    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        let mut counts = vec![0; usize::from(CELLS) * usize::from(CELLS)];
        let cell = |at: u16| usize::from((at / (WHOLE / CELLS)).min(CELLS - 1));
        for place in answers.filter_map(Place::of) {
            if let Some(count) = counts.get_mut(cell(place.y) * usize::from(CELLS) + cell(place.x))
            {
                *count += 1;
            }
        }
        Tally::Pins(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(x: u16, y: u16) -> Place {
        Place { x, y }
    }

    #[test]
    fn an_ellipse_lacks_the_corners_of_its_rectangle() {
        let mut region = Region { x: 1000, y: 2000, width: 4000, height: 2000, round: false };
        for at in [place(1000, 2000), place(5000, 4000), place(3000, 3000)] {
            assert!(region.contains(at), "{at:?}");
        }
        region.round = true;
        for (at, there) in [
            (place(3000, 3000), true),
            (place(1000, 3000), true),
            (place(3000, 4000), true),
            (place(1000, 2000), false),
            (place(1300, 2100), false),
            (place(5001, 3000), false),
            (place(0, 0), false),
            (place(u16::MAX, u16::MAX), false),
        ] {
            assert_eq!(region.contains(at), there, "{at:?}");
        }
    }

    #[test]
    fn pins_are_counted_where_they_stand() {
        let region = Region { x: 0, y: 0, width: WHOLE, height: WHOLE, round: true };
        let pins = [(0, 0), (499, 0), (500, 0), (WHOLE, WHOLE)].map(|(x, y)| place(x, y).into());
        let Tally::Pins(counts) = (Hotspot { region }).tally(pins.iter()) else {
            panic!("expected pins");
        };
        assert_eq!((counts[0], counts[1], counts.last()), (2, 1, Some(&1)));
        assert_eq!(counts.iter().sum::<u32>(), 4);
    }
}
