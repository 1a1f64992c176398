//! Rains.

pub mod calls;
pub mod stream;
