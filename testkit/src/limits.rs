//! How many files this process, and every server that it starts from now on, may have open.

use anyhow::ensure;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit to so many, or as far as the hard one lets it.
pub fn raise_open_files(wanted: u64) -> anyhow::Result<()> {
    let limit = getrlimit(Resource::Nofile);
    let possible = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|current| current < possible) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(possible), ..limit })?;
    }
    ensure!(possible == wanted, "at most {possible} open files: `ulimit -Hn` must be {wanted}");
    Ok(())
}
