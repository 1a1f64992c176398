//! One module for each route; the phase of a game chooses among the views inside.

pub(crate) mod balance;
pub(crate) mod booth;
pub(crate) mod home;
pub(crate) mod host;
pub(crate) mod play;
pub(crate) mod screen;
