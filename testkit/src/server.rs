//! A program that says on its standard output where it listens, such as the product.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::process::Process;
use crate::wait::POLL_EVERY;

/// Where a program writes what is not an error.
fn output(log: &Path) -> std::path::PathBuf {
    log.with_extension("out")
}

/// Starts one, with a new log, and does not wait for it.
pub fn spawn(command: Command, log: &Path) -> anyhow::Result<Process> {
    for file in [log, &output(log)] {
        fs::write(file, "")?;
    }
    Process::spawn_with_output(command, &output(log), log)
}

/// Starts one, with a new log, and waits for the line that names its address, `HOST:PORT`, after
/// `word`.
pub fn start(
    command: Command,
    word: &str,
    log: &Path,
    timeout: Duration,
) -> anyhow::Result<(Process, String)> {
    let mut process = spawn(command, log)?;
    let since = Instant::now();
    loop {
        let over = process.ended().is_some() || since.elapsed() > timeout;
        if let Some(address) = address_after(word, &fs::read_to_string(output(log))?) {
            return Ok((process, address));
        }
        if over {
            bail!("the server does not start; it said: {}", process.log().trim());
        }
        std::thread::sleep(POLL_EVERY);
    }
}

/// The address in a whole line that starts with a word.
fn address_after(word: &str, said: &str) -> Option<String> {
    let whole = said.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let url = whole.filter_map(|line| line.trim().strip_prefix(word)).next()?;
    let address = url.trim().trim_start_matches("https://").trim_start_matches("http://");
    address.split('/').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_from_a_whole_line() {
        let said = "  Players  http://10.0.0.1:80\n  Host     http://127.0.0.1:90/host#key\n";
        assert_eq!(address_after("Host", said).unwrap(), "127.0.0.1:90");
        assert_eq!(address_after("Host", said.trim_end()), None);
    }
}
