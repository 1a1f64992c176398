//! What kinds share in which items are put in their places: the arrangement that a player makes, its
//! check, and how many have each place right.
//!
//! An answer is one byte for each place, the item that is there. Players see the items in an order
//! that says nothing of the right one.

use super::Tally;
use super::answer::Answer;
use super::choices::{CHOICES, InvalidChoices, check_texts};
use crate::score::Share;

/// The item in each place, where an answer has each of so many once.
#[must_use]
pub fn placed(answer: &Answer, count: usize) -> Option<&[u8]> {
    let items = answer.bytes();
    let mut there = [false; *CHOICES.end()];
    for item in items {
        let place = there.get_mut(..count)?.get_mut(usize::from(*item))?;
        if std::mem::replace(place, true) {
            return None;
        }
    }
    (items.len() == count).then_some(items)
}

/// The answer that has these items in these places.
#[must_use]
pub fn arranged(items: &[u8]) -> Option<Answer> {
    let answer = Answer::try_from(items).ok()?;
    placed(&answer, items.len())?;
    Some(answer)
}

/// What is wrong with the items; all of them are different.
pub(super) fn check(items: &[String]) -> Result<(), InvalidChoices> {
    check_texts(items)
}

/// The items in the order of their texts, and where each of the given ones is there.
pub(super) fn sorted(items: &[String]) -> (Vec<String>, Vec<u8>) {
    let mut shown = items.to_vec();
    shown.sort_unstable();
    let place = |item: &String| shown.iter().position(|other| other == item).unwrap_or(0) as u8;
    let key = items.iter().map(place).collect();
    (shown, key)
}

/// A part of the points for each item that is in its place.
pub(super) fn share(key: &[u8], answer: &Answer) -> Share {
    let items = placed(answer, key.len()).unwrap_or_default();
    let right = items.iter().zip(key).filter(|(item, right)| item == right).count();
    Share { earned: right as u32, whole: key.len() as u32 }
}

/// How many answers have each place right.
pub(super) fn tally<'a>(key: &[u8], answers: impl Iterator<Item = &'a Answer>) -> Tally {
    let mut counts = vec![0; key.len()];
    for items in answers.filter_map(|answer| placed(answer, key.len())) {
        for ((count, item), right) in counts.iter_mut().zip(items).zip(key) {
            *count += u32::from(item == right);
        }
    }
    Tally::Choices(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_has_one_place() {
        for (items, count, fits) in [
            (&[2, 0, 1][..], 3, true),
            (&[0, 0, 1], 3, false),
            (&[0, 1], 3, false),
            (&[0, 1, 3], 3, false),
            (&[0, 1, 2, 3], 3, false),
            (&[0, 255], 2, false),
            (&[], 0, true),
            (&[0, 1, 2, 3, 4, 5, 6, 7, 8], 9, false),
        ] {
            let answer = Answer::try_from(items).unwrap();
            assert_eq!(placed(&answer, count).is_some(), fits, "{items:?}");
        }
        assert_eq!(arranged(&[1, 1]), None);
    }
}
