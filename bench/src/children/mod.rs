//! Child processes: servers that end with this one, however it ends, and a look at the processes of
//! this machine.
//!
//! Called by `measure` and `soak`.

mod cluster;
mod guard;
mod process;
mod redis;
pub(crate) mod redis_cluster;

use std::fs;

use anyhow::Context;

pub(crate) use cluster::Cluster;
pub(crate) use guard::Guard;
pub(crate) use process::Process;
pub(crate) use redis::{ask, connection, redis};

/// The fields of `/proc/<pid>/stat` after the name, which may have spaces in it.
///
/// # Errors
/// There is no such process, or this is not Linux.
pub(crate) fn stat(pid: &str) -> anyhow::Result<(String, Vec<String>)> {
    let path = format!("/proc/{pid}/stat");
    let text = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {path}; measuring needs Linux"))?;
    let (start, end) = text.find('(').zip(text.rfind(')')).context("an odd line in /proc")?;
    let fields = text[end + 1..].split_whitespace().map(str::to_owned).collect();
    Ok((text[start + 1..end].to_owned(), fields))
}

/// The children of a process, with their names.
pub(crate) fn of(parent: u32) -> impl Iterator<Item = (u32, String)> {
    let parent = parent.to_string();
    fs::read_dir("/proc").into_iter().flatten().filter_map(move |entry| {
        let pid = entry.ok()?.file_name().to_str()?.parse::<u32>().ok()?;
        let (name, fields) = stat(&pid.to_string()).ok()?;
        (*fields.get(1)? == parent).then_some((pid, name))
    })
}
