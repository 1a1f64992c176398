//! Small parts used by several pages.

pub(crate) mod amount;
pub(crate) mod avatar;
pub(crate) mod chrome;
pub(crate) mod fit;
pub(crate) mod language;
pub(crate) mod line;
pub(crate) mod logo;
pub(crate) mod on_demand;
pub(crate) mod picture;
pub(crate) mod shape;
pub(crate) mod sign_in;
pub(crate) mod team;
pub(crate) mod theme;
pub(crate) mod ticking;
pub(crate) mod verdict;
pub(crate) mod when;
