//! What leaves and enters the browser: the socket, HTTP, server time, storage.
//!
//! `state::session` drives the socket and the clock; pages call [`http`], [`ledger`] and [`storage`].

pub(crate) mod backoff;
pub(crate) mod clock;
pub(crate) mod device;
pub(crate) mod http;
pub(crate) mod ledger;
pub(crate) mod socket;
pub(crate) mod storage;
