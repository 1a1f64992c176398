//! A redis-server that loses nothing that it has answered for, and questions to it that do not wait
//! for long.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{Cmd, FromRedisValue};

use quizrain_testkit::process::Process;

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

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(1);

/// Starts one in a folder, or a valkey-server where there is none; `with` says where it listens.
///
/// # Errors
/// Neither is installed, or the log cannot be written.
pub(crate) fn redis(
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
    Process::spawn(command("redis-server"), log)
        .or_else(|_| Process::spawn(command("valkey-server"), log))
}

/// A connection to one that may be away, or stand still: neither it nor an answer takes more than
/// [`ANSWER`].
///
/// # Errors
/// It was not reached.
pub(crate) async fn connection(client: &redis::Client) -> anyhow::Result<MultiplexedConnection> {
    let config = redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(ANSWER))
        .set_response_timeout(Some(ANSWER));
    Ok(client.get_multiplexed_async_connection_with_config(&config).await?)
}

/// The answer to a command, over a [`connection`] of its own.
///
/// # Errors
/// It was not reached, or refused.
pub(crate) async fn ask<T: FromRedisValue>(
    client: &redis::Client,
    command: &Cmd,
) -> anyhow::Result<T> {
    Ok(command.query_async(&mut connection(client).await?).await?)
}
