//! Servers of our own.
//!
//! Called by `measure` and `soak`.

mod redis;
pub(crate) mod redis_cluster;

pub(crate) use redis::{ask, connection, redis};
