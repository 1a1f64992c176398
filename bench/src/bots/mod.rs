//! Bots: players made of software, for rehearsing an event and for a booth that plays by itself.
//!
//! Called by `main`. A bot does what a phone does, over a real WebSocket: it joins, thinks, answers,
//! taps drops that are really on a screen, asks again, and comes back when cut off. It never knows
//! more than a player does.

pub(crate) mod api;
mod crowd;
mod demo;
pub(crate) mod director;
pub(crate) mod hosted;
pub(crate) mod machine;
pub(crate) mod mind;
mod names;
pub(crate) mod person;
mod play;
pub(crate) mod player;
pub(crate) mod random;
pub(crate) mod server;
mod show;
pub(crate) mod socket;
pub(crate) mod tally;
#[cfg(test)]
mod tests;
mod texts;
mod verdict;

use std::process::ExitCode;

pub(crate) use demo::{DemoOptions, demo};
pub(crate) use play::{PlayOptions, play};

/// Somebody was not served.
const NOT_SERVED: u8 = 1;
/// It could not start.
const NOT_STARTED: u8 = 2;

/// Runs a command of ours to its end.
pub(crate) fn run(command: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(command),
        Err(error) => not_started(&error.into()),
    }
}

/// Says why it could not start.
pub(crate) fn not_started(why: &anyhow::Error) -> ExitCode {
    eprintln!("quizrain-bench: {why:#}");
    ExitCode::from(NOT_STARTED)
}

/// Waits for Ctrl-C or a polite request to end.
pub(crate) async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
        }
        Err(_) => {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
