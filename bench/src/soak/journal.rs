//! What happened and when, one line each, in a file beside the servers' logs.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;

/// The file.
#[derive(Debug)]
pub(super) struct Journal {
    since: Instant,
    file: Mutex<File>,
}

impl Journal {
    pub(super) fn open(path: &Path) -> anyhow::Result<Arc<Self>> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Arc::new(Self { since: Instant::now(), file: Mutex::new(file) }))
    }

    /// How long it has been kept.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Writes a line. Where the disk is full the run is worth no less.
    pub(super) fn say(&self, text: &str) {
        let at = self.elapsed().as_secs_f64();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{at:10.3} {text}");
    }
}
