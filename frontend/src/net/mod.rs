//! What leaves and enters the browser: the socket, HTTP, server time, storage.
//!
//! `state::session` drives the socket and the clock; pages call [`account`], [`host`] and [`storage`].

pub(crate) mod account;
pub(crate) mod backoff;
pub(crate) mod clock;
pub(crate) mod device;
pub(crate) mod host;
pub(crate) mod http;
mod json;
pub(crate) mod socket;
pub(crate) mod storage;
