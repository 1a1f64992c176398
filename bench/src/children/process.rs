//! A child process that ends with this one, with its output in a log.

use std::fs::OpenOptions;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};

use super::guard::Guard;

/// A process of ours; killed when dropped, and by the guard when nobody is left to drop it.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    guard: Arc<Guard>,
}

impl Process {
    /// Starts a command that writes to the end of a log.
    ///
    /// # Errors
    /// There is no such program, or the log cannot be written.
    pub(crate) fn spawn(
        guard: &Arc<Guard>,
        mut command: Command,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let open = || OpenOptions::new().create(true).append(true).open(log);
        let (out, err) = open()
            .and_then(|out| Ok((out, open()?)))
            .with_context(|| format!("cannot write {}", log.display()))?;
        // In a group of its own Ctrl-C does not reach it: we end it, in order.
        command.process_group(0).stdin(Stdio::null()).stdout(out).stderr(err);
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        guard.watch(child.id());
        Ok(Self { child, guard: Arc::clone(guard) })
    }

    /// Its number.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        // It may have ended by itself; then there is nobody to tell.
        let _ = kill_process(Pid::from_child(&self.child), signal);
    }

    /// How it ended; `None` while it lives.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.guard.forget(self.child.id());
    }
}
