//! What leaves and enters the browser: the socket, HTTP, storage.
//!
//! `state::session` drives the socket; pages call [`account`], [`host`] and [`storage`].

pub(crate) mod account;
pub(crate) mod accounts;
pub(crate) mod at_provider;
pub(crate) mod booth;
pub(crate) mod check;
pub(crate) mod device;
pub(crate) mod devices;
pub(crate) mod full_screen;
pub(crate) mod guests;
pub(crate) mod host;
pub(crate) mod http;
mod json;
pub(crate) mod keys;
pub(crate) mod library;
pub(crate) mod privacy;
pub(crate) mod quiz;
pub(crate) mod receipt;
pub(crate) mod results;
pub(crate) mod sign_in;
pub(crate) mod socket;
pub(crate) mod storage;
pub(crate) mod vibration;
pub(crate) mod window;
