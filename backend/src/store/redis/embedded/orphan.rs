//! Servers that an earlier quizrain left behind: finding them and ending them.
//!
//! Redis does not lock its append-only file, so none may be left when a new server starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use redis::ConnectionAddr;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use super::{EmbeddedError, PROGRAMS, Places, START_TIMEOUT};
use crate::store::redis::info_field;

/// Asks the server behind a socket for its process and its folder.
pub(super) async fn who_answers(address: ConnectionAddr) -> Option<(Pid, PathBuf)> {
    let client = redis::Client::open(address).ok()?;
    let config = redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(1)))
        .set_response_timeout(Some(Duration::from_secs(1)));
    let mut con = client.get_multiplexed_async_connection_with_config(&config).await.ok()?;
    let info: String = redis::cmd("INFO").arg("server").query_async(&mut con).await.ok()?;
    let dir: (String, String) =
        redis::cmd("CONFIG").arg("GET").arg("dir").query_async(&mut con).await.ok()?;
    let pid = Pid::from_raw(info_field(&info, "process_id")?.parse().ok()?)?;
    Some((pid, PathBuf::from(dir.1)))
}

/// Processes that run a server in our folder, by Linux's process table: also one that is still
/// reading its file, shutting down, or whose socket is gone.
fn servers_of(socket: &Path) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let socket = socket.as_os_str().as_encoded_bytes();
    processes
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
            // Redis shows its address there once it runs; the arguments are gone by then.
            let title = fs::read(entry.path().join("cmdline")).ok()?;
            let ours = title.windows(socket.len()).any(|window| window == socket);
            let server = PROGRAMS.iter().any(|program| {
                title.windows(program.len()).any(|window| window == program.as_bytes())
            });
            (ours && server).then_some(pid)
        })
        .collect()
}

fn is_running(pid: Pid) -> bool {
    // A process that ended but was not waited for still has a number; it writes nothing.
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let zombie = stat
        .is_ok_and(|stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')));
    !zombie && test_kill_process(pid).is_ok()
}

/// Ends whatever an earlier quizrain left behind, and waits until it has ended.
pub(super) async fn end_orphans(places: &Places) -> Result<(), EmbeddedError> {
    let mut orphans = servers_of(&places.socket);
    if let Some((pid, dir)) = who_answers(places.address()).await
        && dir == places.dir.canonicalize().unwrap_or_else(|_| places.dir.clone())
        && !orphans.contains(&pid)
    {
        orphans.push(pid);
    }
    for pid in orphans {
        let pid_number = pid.as_raw_nonzero().get();
        tracing::warn!(pid = pid_number, "ending a redis-server that an earlier run left behind");
        let started = Instant::now();
        // SIGTERM lets it finish its file; SIGKILL is for one that hangs.
        let mut signal = Signal::TERM;
        while is_running(pid) {
            if kill_process(pid, signal).is_err() {
                break;
            }
            if started.elapsed() > START_TIMEOUT / 6 {
                signal = Signal::KILL;
            }
            if started.elapsed() > START_TIMEOUT {
                return Err(EmbeddedError::Orphan(pid_number));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Ok(())
}
