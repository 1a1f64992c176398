//! A redis-server that loses nothing that it has answered for.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use super::guard::Guard;
use super::process::Process;

const SETTINGS: [&str; 10] = [
    "--save",
    "",
    "--daemonize",
    "no",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--maxmemory-policy",
    "noeviction",
];

/// Starts one in a folder, or a valkey-server where there is none; `with` says where it listens.
///
/// # Errors
/// Neither is installed, or the log cannot be written.
pub(crate) fn redis(
    guard: &Arc<Guard>,
    dir: &Path,
    log: &Path,
    with: impl Fn(&mut Command),
) -> anyhow::Result<Process> {
    let command = |program| {
        let mut command = Command::new(program);
        command.arg("--dir").arg(dir).args(SETTINGS);
        with(&mut command);
        command
    };
    Process::spawn(guard, command("redis-server"), log)
        .or_else(|_| Process::spawn(guard, command("valkey-server"), log))
}
