//! Match: each item on the right is given to the one on the left that it belongs to.

use serde::{Deserialize, Serialize};

use super::arrangement;
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matching {
    /// The texts on the left.
    pub left: Vec<String>,
    /// The texts on the right, each in the place of the one that it belongs to.
    pub right: Vec<String>,
}

/// Items to be matched, as players see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchingView {
    /// The texts on the left: the places.
    pub left: Vec<String>,
    /// The texts on the right, in an order that says nothing: the items.
    pub right: Vec<String>,
}

impl Matching {
    fn key_of(&self) -> Vec<u8> {
        arrangement::sorted(&self.right).1
    }

    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        arrangement::check(&self.left)?;
        arrangement::check(&self.right)?;
        let (left, right) = (self.left.len(), self.right.len());
        if left == right { Ok(()) } else { Err(InvalidQuestion::Pairs(left, right)) }
    }

    pub(super) fn view(&self) -> KindView {
        let right = arrangement::sorted(&self.right).0;
        KindView::Matching(MatchingView { left: self.left.clone(), right })
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        arrangement::placed(answer, self.right.len()).is_some()
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        let key = self.key_of();
        Box::new(move |answer| Some(arrangement::share(&key, answer)))
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Arrangement(self.key_of()))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        arrangement::tally(&self.key_of(), answers)
    }
}
