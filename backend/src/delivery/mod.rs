//! Delivery: telling a receiver over HTTP, signed, again and again until it has answered.
//!
//! Payouts and webhooks are delivered. Each has a table of its own, and says what it sends and what
//! an answer means; how it gets there is here: which addresses may be connected to, how long a
//! request may take, what proves who sent it, and when it is sent again.

mod address;
mod client;
mod fetch;
mod outbox;
pub mod sign;
mod target;
mod worker;

pub use client::{Client, ClientError, Reply};
pub use fetch::Fetcher;
pub use sign::Secret;
pub use target::{InvalidTarget, Target};
pub use worker::{Clock, Pace};

pub(crate) use outbox::{recall, unfinished};
pub(crate) use worker::{Deliver, RETRY, deliver, run, since_sent};
