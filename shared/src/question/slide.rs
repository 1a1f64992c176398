//! A slide: text and picture between questions. Nobody answers it, and it is not scored.

use serde::{Deserialize, Serialize};

use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// As authored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slide {}

impl Slide {
    /// There is nothing to get wrong.
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(())
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Slide
    }

    pub(super) fn accepts(&self, _: &Answer) -> bool {
        false
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|_| None)
    }

    pub(super) fn key(&self) -> Option<Key> {
        None
    }

    pub(super) fn tally<'a>(&self, _: impl Iterator<Item = &'a Answer>) -> Tally {
        Tally::Choices(Vec::new())
    }
}
