//! Row Y: how long cargo takes for the server in release: for all of it, and again after a line was changed.
//! In a copy of the sources with a target folder of its own. It takes long, and is measured where it is
//! asked for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};

use super::super::result::{Goal, Row};
use super::super::{Bench, stop};

/// A file of the library that the server is, and a line in the middle of it that is doubled: code behind it
/// moves down, as it does where somebody works.
const CHANGED: (&str, &str) = ("backend/src/rain/taps.rs", "        METRICS.taps.inc();\n");

/// What git does not have and the server embeds.
const FRONT_END: &str = "frontend/dist";

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let dir = tempfile::Builder::new().prefix("build-").tempdir_in(&bench.dir)?;
    let (sources, target) = (dir.path().join("sources"), dir.path().join("target"));
    copy_sources(Path::new("."), &sources)?;
    bench.progress.say("Y: all of the server, which takes minutes");
    let all = vec![build(&sources, &target)?];
    let mut changed = Vec::new();
    let rounds = bench.pick(3, 1);
    for turn in 1..=rounds {
        bench.progress.say(&format!("Y: a line was changed, round {turn} of {rounds}"));
        double_line(&sources)?;
        changed.push(build(&sources, &target)?);
    }
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let row = |id: &str, what: &str, seconds: Vec<f64>| {
        Row::new(id, cores, what, "s", (seconds, Vec::new()), Goal::None)
    };
    Ok(vec![
        row("Yall", "the server in release, with all that it is made of", all),
        row("Ychange", "the same after a line was changed", changed),
    ])
}

/// What git knows of, as it is now, and the front end that was built.
fn copy_sources(from: &Path, to: &Path) -> anyhow::Result<()> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(from).output();
    let listed = listed.context("cannot run git")?;
    if !listed.status.success() {
        bail!("this is no working tree of git: {}", String::from_utf8_lossy(&listed.stderr).trim());
    }
    let listed = String::from_utf8(listed.stdout)?;
    let mut files: Vec<PathBuf> = listed.split_terminator('\0').map(PathBuf::from).collect();
    files_below(from, Path::new(FRONT_END), &mut files)?;
    for file in files {
        stop::check()?;
        // One that was deleted and not yet from the index.
        if !from.join(&file).is_file() {
            continue;
        }
        let copy = to.join(&file);
        fs::create_dir_all(copy.parent().unwrap_or(to))?;
        fs::copy(from.join(&file), copy).with_context(|| format!("copying {}", file.display()))?;
    }
    Ok(())
}

fn double_line(sources: &Path) -> anyhow::Result<()> {
    let (file, line) = CHANGED;
    let text = fs::read_to_string(sources.join(file)).with_context(|| format!("reading {file}"))?;
    let Some((before, after)) = text.split_once(line) else {
        bail!("{file} has no line {line:?} that could be doubled");
    };
    Ok(fs::write(sources.join(file), format!("{before}{line}{line}{after}"))?)
}

/// All files of a folder, which there may not be.
fn files_below(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !root.join(folder).is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files_below(root, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Builds the server as `scripts/run` does; in how many seconds.
fn build(sources: &Path, target: &Path) -> anyhow::Result<f64> {
    stop::check()?;
    let start = Instant::now();
    let built = Command::new("cargo")
        .args(["build", "--release", "--locked", "--offline", "-p", "quizrain", "-p"])
        .args(["quizrain-bench", "--bin", "quizrain"])
        .current_dir(sources)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("CARGO_INCREMENTAL")
        .output()
        .context("cannot run cargo")?;
    stop::check()?;
    if !built.status.success() {
        let said = String::from_utf8_lossy(&built.stderr);
        bail!("the server is not built: {}", said.lines().last().unwrap_or_default());
    }
    Ok(start.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_doubled_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let (file, line) = CHANGED;
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        let copy = dir.path().join(file);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&ours, &copy).unwrap();
        double_line(dir.path()).unwrap();
        let lines = |path: &Path| fs::read_to_string(path).unwrap().matches(line).count();
        assert_eq!(lines(&copy), lines(&ours) + 1);
    }

    #[test]
    fn what_is_copied_is_what_git_has_and_the_front_end_as_they_are_now() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        for (file, text) in [
            ("src/lib.rs", "old"),
            ("gone.rs", "gone"),
            ("frontend/dist/player/player.js", "built"),
            ("target/large", "large"),
        ] {
            fs::create_dir_all(from.join(file).parent().unwrap()).unwrap();
            fs::write(from.join(file), text).unwrap();
        }
        for args in [&["init", "-q"][..], &["add", "src", "gone.rs"]] {
            assert!(Command::new("git").args(args).current_dir(&from).status().unwrap().success());
        }
        fs::write(from.join("src/lib.rs"), "new").unwrap();
        fs::remove_file(from.join("gone.rs")).unwrap();
        copy_sources(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("src/lib.rs")).unwrap(), "new");
        assert!(to.join("frontend/dist/player/player.js").exists());
        assert!(!to.join("gone.rs").exists() && !to.join("target").exists());
    }
}
