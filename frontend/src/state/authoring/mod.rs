//! A quiz as its host writes it: what can be done to it, and when it is saved.
//!
//! Pure: clock, network and storage are the editor's.

mod kinds;
mod merge;
pub(crate) mod rains;
mod saving;
mod steps;

pub(crate) use kinds::{Kind, converted};
pub(crate) use merge::merged;
pub(crate) use saving::{Saving, State};
pub(crate) use steps::{Step, Written};
