//! Servers of our own.
//!
//! Called by `measure` and `soak`.

mod cluster;
mod redis;
pub(crate) mod redis_cluster;

pub(crate) use cluster::Cluster;
pub(crate) use redis::{ask, connection, redis};
