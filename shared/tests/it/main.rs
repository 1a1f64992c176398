//! The wire as others see it: its bytes, and what describes it to machines.
#![expect(clippy::unwrap_used, reason = "that is how a test fails")]

mod golden;
mod samples;
mod scores;
mod stored;
