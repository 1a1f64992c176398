//! The wish to stop: Ctrl-C sets it, every loop asks for it, so that children end cleanly.

use std::sync::atomic::{AtomicBool, Ordering};

static WISHED: AtomicBool = AtomicBool::new(false);

/// Somebody wants to stop.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
pub(crate) struct Stopped;

/// From now on every loop ends.
pub(crate) fn wish() {
    WISHED.store(true, Ordering::Relaxed);
}

/// Whether somebody wants to stop.
pub(crate) fn wished() -> bool {
    WISHED.load(Ordering::Relaxed)
}

/// An error once somebody wants to stop.
pub(crate) fn check() -> Result<(), Stopped> {
    if wished() { Err(Stopped) } else { Ok(()) }
}
