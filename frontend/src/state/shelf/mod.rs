//! What the page of the library knows: what is listed, and what is chosen of a file that is brought.

mod brought;
mod csv;
mod listed;

pub(crate) use brought::{Chosen, Column, Columns};
pub(crate) use csv::csv;
pub(crate) use listed::{Listed, Place, Wish, tags_of};
