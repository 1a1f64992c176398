//! How long the disk takes to make a small write durable: what no durable answer can undercut.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::stats::percentile;
use super::stop;

/// p50 and p99 of `fdatasync` after an append of 1 KiB in this folder, in milliseconds.
pub(crate) fn fdatasync_ms(dir: &Path, times: usize) -> anyhow::Result<(f64, f64)> {
    let path = dir.join("fdatasync");
    let mut file = File::create(&path)?;
    let mut taken = Vec::with_capacity(times);
    for _ in 0..times {
        stop::check()?;
        file.write_all(&[b'x'; 1024])?;
        let start = Instant::now();
        file.sync_data()?;
        taken.push(start.elapsed().as_secs_f64() * 1e3);
    }
    std::fs::remove_file(path)?;
    let share = |taken: &mut [f64], share| percentile(taken, share).unwrap_or_default();
    Ok((share(&mut taken, 0.5), share(&mut taken, 0.99)))
}
