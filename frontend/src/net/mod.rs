//! What leaves and enters the browser: the socket, HTTP, storage.
//!
//! `state::session` drives the socket; pages call [`http`], [`ledger`] and [`storage`].

pub(crate) mod device;
pub(crate) mod http;
pub(crate) mod ledger;
pub(crate) mod socket;
pub(crate) mod storage;
