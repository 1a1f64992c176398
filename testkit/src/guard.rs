//! Sees to it that no child outlives this process, however it ends.
//!
//! A shell reads the process groups of the children from its input; when that ends, it ends those
//! that are left. What is ended in order is taken off the list first.

use std::fmt::Display;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::Context;

/// Each line is a word and what it is about. A group on the list of those that `quit` is asked to
/// end by SIGQUIT, so that PostgreSQL gives its shared memory back.
const SCRIPT: &str = r#"
trap '' INT TERM HUP PIPE
kill=' ' quit=' ' folders=''
while read -r what rest; do
  case $what in
    kill) kill="$kill$rest " ;;
    quit) quit="$quit$rest " ;;
    ended)
      case $kill in *" $rest "*) kill="${kill%% $rest *} ${kill#* $rest }" ;; esac
      case $quit in *" $rest "*) quit="${quit%% $rest *} ${quit#* $rest }" ;; esac
      ;;
    remove) folders="$folders$rest
" ;;
  esac
done
for pid in $kill; do kill -KILL "-$pid"; done 2>/dev/null
for pid in $quit; do kill -CONT "-$pid"; kill -QUIT "-$pid"; done 2>/dev/null
for pid in $quit; do
  tries=100
  while kill -0 "$pid" 2>/dev/null && [ $tries -gt 0 ]; do tries=$((tries - 1)); sleep 0.1; done
  kill -KILL "-$pid" 2>/dev/null
done
printf '%s' "$folders" | while IFS= read -r folder; do rm -rf "$folder"; done
"#;

/// The shell.
#[derive(Debug)]
pub(crate) struct Guard {
    shell: Child,
    input: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// The guard of this process.
    pub(crate) fn get() -> anyhow::Result<&'static Self> {
        static GUARD: OnceLock<Guard> = OnceLock::new();
        // Where two threads start one, the other ends with nobody on its list.
        match GUARD.get() {
            Some(guard) => Ok(guard),
            None => {
                let guard = Self::start()?;
                Ok(GUARD.get_or_init(|| guard))
            }
        }
    }

    fn start() -> anyhow::Result<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]).process_group(0).stdin(Stdio::piped());
        let mut shell = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run sh, which guards the servers")?;
        let input = Mutex::new(shell.stdin.take());
        Ok(Self { shell, input })
    }

    fn write(&self, word: &str, about: impl Display) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = input.as_mut() {
            // Without its guard a child is still ended by whoever started it.
            let _ = writeln!(input, "{word} {about}");
        }
    }

    /// A child has started, in a group of its own, and is to be killed.
    pub(crate) fn kill(&self, pid: u32) {
        self.write("kill", pid);
    }

    /// A child is to end by SIGQUIT and not by SIGKILL.
    pub(crate) fn quit(&self, pid: u32) {
        self.ended(pid);
        self.write("quit", pid);
    }

    /// A child has ended: its number may be somebody else's soon.
    pub(crate) fn ended(&self, pid: u32) {
        self.write("ended", pid);
    }

    /// A folder is not to stay.
    pub(crate) fn remove(&self, dir: &Path) {
        self.write("remove", dir.display());
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.input.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = self.shell.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    use super::*;

    fn sleeper() -> Child {
        Command::new("sleep").arg("600").process_group(0).spawn().unwrap()
    }

    #[test]
    fn whoever_is_on_the_list_ends_with_the_guard_and_nobody_else() {
        let guard = Guard::start().unwrap();
        let mut sleepers: Vec<Child> = (0..5).map(|_| sleeper()).collect();
        for sleeper in &sleepers {
            guard.kill(sleeper.id());
        }
        guard.ended(sleepers[1].id());
        guard.ended(1);
        guard.quit(sleepers[2].id());
        let dir = tempfile::tempdir().unwrap().keep();
        guard.remove(&dir);
        // It waits for whoever is to quit, and here we are who has to take notice.
        let quits = sleepers.remove(2);
        let quits = std::thread::spawn(move || ended_by(quits));
        drop(guard);
        // Whoever is started in the background ignores SIGQUIT.
        let quit = quits.join().unwrap();
        assert!([Signal::QUIT, Signal::KILL].map(|signal| Some(signal.as_raw())).contains(&quit));
        assert!(!dir.exists());
        for (number, mut sleeper) in sleepers.into_iter().enumerate() {
            if number == 1 {
                assert!(sleeper.try_wait().unwrap().is_none());
                sleeper.kill().unwrap();
            }
            assert_eq!(ended_by(sleeper), Some(Signal::KILL.as_raw()));
        }
    }

    fn ended_by(mut child: Child) -> Option<i32> {
        child.wait().unwrap().signal()
    }
}
