//! Sees to it that no child outlives this process, however it ends.
//!
//! A shell reads the process groups of the children from its input; when that ends, it kills those
//! that are left. What a keeper ends in order is taken off the list first.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

/// `+ pid` puts a process group on the list, `- pid` takes it off; the end of the input ends them.
const GUARD: &str = r#"
trap '' INT TERM HUP PIPE
groups=' '
while read -r what pid; do
  case $what in
    +) groups="$groups$pid " ;;
    -) groups="${groups%% $pid *} ${groups#* $pid }" ;;
  esac
done
for pid in $groups; do kill -KILL "-$pid" 2>/dev/null; done
"#;

/// The shell.
#[derive(Debug)]
pub(crate) struct Guard {
    shell: Child,
    input: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// # Errors
    /// There is no shell.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", GUARD]).process_group(0).stdin(Stdio::piped());
        let mut shell = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run sh, which guards the children")?;
        let input = Mutex::new(shell.stdin.take());
        Ok(Self { shell, input })
    }

    fn say(&self, what: char, pid: u32) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = input.as_mut() {
            // Without its guard a child is still ended by its keeper.
            let _ = writeln!(input, "{what} {pid}");
        }
    }

    /// A child has started, in a group of its own.
    pub(super) fn watch(&self, pid: u32) {
        self.say('+', pid);
    }

    /// A child has ended: its number may be somebody else's soon.
    pub(super) fn forget(&self, pid: u32) {
        self.say('-', pid);
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
    use super::*;

    fn sleeper() -> Child {
        Command::new("sleep").arg("600").process_group(0).spawn().unwrap()
    }

    #[test]
    fn whoever_is_on_the_list_ends_with_the_guard_and_nobody_else() {
        let guard = Guard::start().unwrap();
        let mut sleepers: Vec<Child> = (0..4).map(|_| sleeper()).collect();
        for sleeper in &sleepers {
            guard.watch(sleeper.id());
        }
        guard.forget(sleepers[1].id());
        guard.forget(1);
        drop(guard);
        for (number, sleeper) in sleepers.iter_mut().enumerate() {
            if number == 1 {
                assert!(sleeper.try_wait().unwrap().is_none());
                sleeper.kill().unwrap();
            }
            assert!(!sleeper.wait().unwrap().success());
        }
    }
}
