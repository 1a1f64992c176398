//! Nodes.

pub mod calls;
pub mod lease;
