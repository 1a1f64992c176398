//! A child process that is killed, stopped, and started again whenever it has ended.
//!
//! Called by `soak`. Dropping the supervisor kills the child, also one that stands still.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quizrain_testkit::process::Process;
use rustix::process::Signal;
use tokio_util::sync::CancellationToken;

use super::journal::Journal;

/// How often the supervisor looks whether the child has ended.
const CHECK_EVERY: Duration = Duration::from_millis(10);
/// A child that ended sooner than this is started again only after the same time.
const SHORT_RUN: Duration = Duration::from_millis(300);

type Launch = Box<dyn Fn(u32) -> anyhow::Result<Process> + Send + Sync>;

struct State {
    process: Process,
    since: Instant,
    starts: u32,
    /// Ended without being told to.
    ended_alone: u32,
    /// Its next end was asked for.
    expected: bool,
    /// Not to be started again for now.
    down: bool,
}

/// Keeps a child running.
pub(super) struct Supervisor {
    name: &'static str,
    launch: Launch,
    journal: Arc<Journal>,
    state: Mutex<State>,
}

impl Supervisor {
    /// Starts the child; `launch` is told how often it was started before.
    ///
    /// # Errors
    /// It cannot be started.
    pub(super) fn start(
        name: &'static str,
        journal: &Arc<Journal>,
        launch: impl Fn(u32) -> anyhow::Result<Process> + Send + Sync + 'static,
    ) -> anyhow::Result<Arc<Self>> {
        let process = launch(0)?;
        let since = Instant::now();
        let state =
            State { process, since, starts: 1, ended_alone: 0, expected: false, down: false };
        let journal = Arc::clone(journal);
        Ok(Arc::new(Self { name, launch: Box::new(launch), journal, state: Mutex::new(state) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `kill -9`. The supervisor starts it again.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        state.expected = true;
        state.process.signal(Signal::KILL);
    }

    /// `kill -9`, and the child stays away until [`Self::bring_up`].
    pub(super) fn take_down(&self) {
        self.state().down = true;
        self.kill();
    }

    /// A child that stays away is started again.
    pub(super) fn bring_up(&self) {
        self.state().down = false;
    }

    /// Asks the child to end in order. The supervisor starts it again.
    pub(super) fn restart(&self) {
        let mut state = self.state();
        state.expected = true;
        state.process.signal(Signal::TERM);
    }

    /// Sends whatever child there is now a signal.
    pub(super) fn signal(&self, signal: Signal) {
        self.state().process.signal(signal);
    }

    /// How often it was started, and how often it had ended by itself.
    pub(super) fn starts(&self) -> (u32, u32) {
        let state = self.state();
        (state.starts, state.ended_alone)
    }

    /// Starts the child again whenever it has ended, until everybody stops.
    pub(super) async fn run(self: Arc<Self>, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(CHECK_EVERY) => {}
            }
            let lived = {
                let mut state = self.state();
                let Some(status) = state.process.ended() else { continue };
                if state.down {
                    continue;
                }
                if !std::mem::take(&mut state.expected) {
                    state.ended_alone += 1;
                    self.journal.say(&format!("{} ended by itself: {status}", self.name));
                }
                state.since.elapsed()
            };
            if lived < SHORT_RUN {
                tokio::time::sleep(SHORT_RUN).await;
            }
            let mut state = self.state();
            match (self.launch)(state.starts) {
                Ok(process) => {
                    state.process = process;
                    state.starts += 1;
                    state.since = Instant::now();
                }
                // The child that has ended stays; the next look tries again.
                Err(why) => self.journal.say(&format!("{} does not start: {why:#}", self.name)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use rustix::process::Pid;

    use super::*;

    fn sleeper(log: &Path) -> anyhow::Result<Process> {
        let mut command = Command::new("sleep");
        command.arg("600");
        Process::spawn(command, log)
    }

    async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            tokio::time::sleep(CHECK_EVERY).await;
        }
    }

    #[tokio::test]
    async fn a_child_that_was_killed_is_started_again_and_none_is_left_behind() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("log");
        let journal = Journal::open(&dir.path().join("journal")).unwrap();
        let launch = move |_| sleeper(&log);
        let supervisor = Supervisor::start("a sleeper", &journal, launch).unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn(Arc::clone(&supervisor).run(stop.clone()));
        let first = supervisor.state().process.pid();
        supervisor.signal(Signal::STOP);
        supervisor.kill();
        until("a second start", || supervisor.starts() == (2, 0)).await;
        let second = supervisor.state().process.pid();
        assert_ne!(first, second);
        supervisor.signal(Signal::TERM);
        until("a third start", || supervisor.starts() == (3, 1)).await;
        let third = supervisor.state().process.pid();
        supervisor.restart();
        until("a fourth start", || supervisor.starts() == (4, 1)).await;
        let fourth = supervisor.state().process.pid();
        supervisor.take_down();
        until("an end", || supervisor.state().process.ended().is_some()).await;
        tokio::time::sleep(2 * SHORT_RUN).await;
        assert_eq!(supervisor.starts(), (4, 1));
        supervisor.bring_up();
        until("a fifth start", || supervisor.starts() == (5, 1)).await;
        let fifth = supervisor.state().process.pid();
        stop.cancel();
        running.await.unwrap();
        drop(supervisor);
        let journal = std::fs::read_to_string(dir.path().join("journal")).unwrap();
        assert_eq!(journal.lines().count(), 1, "{journal}");
        for pid in [first, second, third, fourth, fifth] {
            let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
            assert!(rustix::process::test_kill_process(pid).is_err());
        }
    }
}
