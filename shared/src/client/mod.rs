//! What clients make of what the server says, without a clock, a socket or a screen.

pub mod statement;
