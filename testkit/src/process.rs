//! A child process that ends with this one, with its output in files, and a look at the processes
//! of this machine.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::guard::Guard;
use crate::wait::POLL_EVERY;

/// A program that knows no setting of a Quizrain that runs beside it.
pub fn program(path: impl Into<OsString>) -> Command {
    let mut command = Command::new(path.into());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("QUIZRAIN_") {
            command.env_remove(name);
        }
    }
    command
}

/// A process of ours; killed when dropped, and by the guard when nobody is left to drop it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    status: Option<ExitStatus>,
    log: PathBuf,
}

impl Process {
    /// Starts a command that writes to the end of a log.
    pub fn spawn(command: Command, log: &Path) -> anyhow::Result<Self> {
        Self::spawn_with_output(command, log, log)
    }

    /// Starts a command that writes its errors to the end of a log, and all else to the end of
    /// another file.
    pub fn spawn_with_output(
        mut command: Command,
        output: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        // In a group of its own Ctrl-C does not reach it: we end it, in order.
        command.process_group(0).stdin(Stdio::null());
        command.stdout(append_to(output)?).stderr(append_to(log)?);
        let guard = Guard::get()?;
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        guard.kill(child.id());
        Ok(Self { child, status: None, log: log.to_owned() })
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal, where it has not ended.
    pub fn signal(&self, signal: Signal) {
        if self.status.is_none() {
            // It may have ended by itself; then there is nobody to tell.
            let _ = kill_process(Pid::from_child(&self.child), signal);
        }
    }

    /// Stops it where it stands, as a machine that hangs.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// `kill -9`; it has ended then.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        self.note(status);
    }

    /// Asks it to end.
    pub fn stop(&mut self, timeout: Duration) -> anyhow::Result<ExitStatus> {
        self.signal(Signal::TERM);
        let since = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return Ok(status);
            }
            if since.elapsed() > timeout {
                bail!("it does not end; it said: {}", self.log());
            }
            std::thread::sleep(POLL_EVERY);
        }
    }

    /// How it ended; `None` while it lives.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            let status = self.child.try_wait().ok().flatten();
            self.note(status);
        }
        self.status
    }

    fn note(&mut self, status: Option<ExitStatus>) {
        if self.status.is_none() && status.is_some() {
            self.status = status;
            if let Ok(guard) = Guard::get() {
                guard.ended(self.pid());
            }
        }
    }

    /// What stands in its log.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn append_to(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// The name of a process, and the fields of `/proc/<pid>/stat` after it.
pub fn stat(pid: &str) -> anyhow::Result<(String, Vec<String>)> {
    let path = format!("/proc/{pid}/stat");
    let text = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {path}; measuring needs Linux"))?;
    // The name may have spaces and brackets in it.
    let (start, end) = text.find('(').zip(text.rfind(')')).context("an odd line in /proc")?;
    let fields = text[end + 1..].split_whitespace().map(str::to_owned).collect();
    Ok((text[start + 1..end].to_owned(), fields))
}

/// The children of a process, with their names.
pub fn children(parent: u32) -> Vec<(u32, String)> {
    let parent = parent.to_string();
    if let Ok(entries) = fs::read_dir("/proc") {
        let child = |pid: &str| {
            let (name, fields) = stat(pid).ok()?;
            (*fields.get(1)? == parent).then(|| Some((pid.parse().ok()?, name)))?
        };
        return entries.flatten().filter_map(|entry| child(entry.file_name().to_str()?)).collect();
    }
    let listed = Command::new("ps").args(["-A", "-o", "pid=,ppid=,comm="]).output();
    let listed = listed.map(|listed| String::from_utf8_lossy(&listed.stdout).into_owned());
    let child = |line: &str| {
        let mut words = line.split_whitespace();
        let (pid, its) = (words.next()?.parse().ok()?, words.next()?);
        (its == parent).then(|| (pid, words.collect::<Vec<_>>().join(" ")))
    };
    listed.unwrap_or_default().lines().filter_map(child).collect()
}
