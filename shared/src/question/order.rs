//! Order: items are brought into their right order.

use serde::{Deserialize, Serialize};

use super::arrangement;
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order {
    /// The texts of the items, in their right order.
    pub items: Vec<String>,
}

/// Items to be ordered, as players see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderView {
    /// Their texts, in an order that says nothing.
    pub items: Vec<String>,
}

impl Order {
    /// Which item is right in each place.
    fn right(&self) -> Vec<u8> {
        arrangement::sorted(&self.items).1
    }

    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(arrangement::check(&self.items)?)
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Order(OrderView { items: arrangement::sorted(&self.items).0 })
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        arrangement::placed(answer, self.items.len()).is_some()
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        let right = self.right();
        Box::new(move |answer| Some(arrangement::share(&right, answer)))
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Arrangement(self.right()))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        arrangement::tally(&self.right(), answers)
    }
}
