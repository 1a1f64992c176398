//! `quizrain-bench measure`: the product and its counterparts, side by side.
//!
//! This process is the load client; the product (with its own Redis, synced before every reply)
//! and the bare server are children. Every row is taken several times, in turns with its
//! counterpart, each turn on a fresh server, and tells medians.

mod disk;
mod frames;
mod later;
mod players;
mod process;
pub(crate) mod progress;
mod raw;
pub(crate) mod result;
mod rows;
mod seed;
mod signer;
mod stats;
mod stop;
mod stream;
pub(crate) mod swarm;
mod system;
mod threads;
mod tls;

use std::cell::{Cell, OnceCell};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use quizrain_testkit::limits::raise_open_files;
use quizrain_testkit::shim::Shim;
use tempfile::TempDir;

use progress::Progress;
use result::{Row, Run};

/// What `measure` can be told.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Shorter runs, fewer rounds: minutes, not an hour, and the report says so.
    #[arg(long, env = "QUIZRAIN_BENCH_QUICK", value_parser = clap::builder::BoolishValueParser::new())]
    quick: bool,

    /// Which rows, by letter, such as A,E; the file keeps the others. Default: all but Y, how long
    /// it takes to build the server.
    #[arg(long, env = "QUIZRAIN_BENCH_ROWS", value_delimiter = ',')]
    rows: Vec<String>,

    /// File for everything that was found, which `report` reads.
    #[arg(long, env = "QUIZRAIN_BENCH_OUT", default_value = "docs/benchmarks.json")]
    out: PathBuf,

    /// File for the rows alone, as a JSON array.
    #[arg(long, env = "QUIZRAIN_BENCH_JSON")]
    json: Option<PathBuf>,

    /// Folder for the data of the servers, on the disk to be measured; default: the system's
    /// folder for temporary files.
    #[arg(long, env = "QUIZRAIN_BENCH_DIR")]
    dir: Option<PathBuf>,

    /// The server to measure; default: the quizrain beside this program.
    #[arg(long, env = "QUIZRAIN_BENCH_PROGRAM")]
    program: Option<PathBuf>,
}

/// What every row needs.
struct Bench {
    quick: bool,
    letters: Vec<char>,
    dir: PathBuf,
    program: PathBuf,
    runtime: tokio::runtime::Runtime,
    progress: Progress,
    shim: OnceCell<PathBuf>,
    /// The highest rate of row B, taps a second; row D takes half of it.
    best_rate: Cell<f64>,
}

impl Bench {
    /// Whether a row was asked for.
    fn wants(&self, letter: char) -> bool {
        self.letters.contains(&letter)
    }

    /// One value for a whole run, another for a quick one.
    fn pick<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// The library that delays `fdatasync`, compiled at the first need.
    fn shim(&self) -> anyhow::Result<&Path> {
        if let Some(shim) = self.shim.get() {
            return Ok(shim);
        }
        let library = Shim::SlowFdatasync.compile(&self.dir)?;
        Ok(self.shim.get_or_init(|| library))
    }
}

/// Bytes from the operating system.
fn random<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok(bytes)
}

/// The letters of `--rows`.
pub(crate) const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXY";

/// The one that takes too long to be measured where nobody asks for it.
const ASKED_FOR: char = 'Y';

fn letters(rows: &[String]) -> anyhow::Result<Vec<char>> {
    if rows.is_empty() {
        return Ok(LETTERS.chars().filter(|letter| *letter != ASKED_FOR).collect());
    }
    rows.iter()
        .map(|row| match row.trim().to_ascii_uppercase().chars().next() {
            Some(letter) if LETTERS.contains(letter) => Ok(letter),
            _ => bail!("--rows: there is no row {row:?}; the rows are {LETTERS}"),
        })
        .collect()
}

/// Measures and writes the files.
pub(crate) fn run(options: Options) -> anyhow::Result<()> {
    // Each socket is one. Where there are too few, the rows with many sockets say what was missing.
    let _ = raise_open_files(u64::MAX);
    let letters = letters(&options.rows)?;
    let beside = std::env::current_exe()?.with_file_name("quizrain");
    let program = options.program.unwrap_or(beside);
    if !program.exists() {
        bail!("{} is missing: build it, or name it with --program", program.display());
    }
    let dir = folder(options.dir)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.spawn(stop_at_ctrl_c());
    let bench = Bench {
        quick: options.quick,
        letters,
        dir: dir.path().to_owned(),
        program,
        runtime,
        progress: Progress::new(),
        shim: OnceCell::new(),
        best_rate: Cell::new(0.0),
    };
    let some = !options.rows.is_empty();
    let before = earlier(&options.out, some)?;
    let (start, date, load) = (Instant::now(), system::date(), system::load());
    let rows = measure(&bench)?;
    let mut run = Run {
        date,
        load,
        commit: system::commit(),
        quick: bench.quick,
        seconds: start.elapsed().as_secs(),
        machine: system::machine(&bench.dir),
        versions: system::versions(&bench.program),
        rows,
    };
    bench.progress.finish();
    let failed = run.rows.iter().filter(|row| row.failed.is_some()).count();
    let (measured, seconds) = (run.rows.len(), run.seconds);
    if let Some(json) = &options.json {
        write_json(json, &run.rows)?;
    }
    match before {
        None => {}
        Some(mut before) if some => {
            before.take_in(&run);
            run = before;
        }
        Some(before) => run.fill_from(&before),
    }
    write_json(&options.out, &run)?;
    println!("{measured} rows in {seconds} s, {failed} failed; kept in {}", options.out.display());
    Ok(())
}

async fn stop_at_ctrl_c() {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop::wish();
    }
    // Whoever asks twice does not want to wait.
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}

/// A folder for everything that servers write.
fn folder(base: Option<PathBuf>) -> anyhow::Result<TempDir> {
    let base = base.unwrap_or_else(std::env::temp_dir);
    std::fs::create_dir_all(&base).with_context(|| format!("cannot make {}", base.display()))?;
    let dir = tempfile::Builder::new().prefix("qb-").tempdir_in(base.canonicalize()?)?;
    if dir.path().as_os_str().len() > 60 {
        bail!("the path of --dir is too long for a Unix socket below it; choose a shorter one");
    }
    Ok(dir)
}

/// Every row that was asked for. One that fails is noted, and the others go on.
fn measure(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut found = Vec::new();
    for (letters, group) in rows::ALL {
        if !letters.chars().any(|letter| bench.wants(letter)) {
            continue;
        }
        let start = Instant::now();
        let rows = group(bench);
        stop::check()?;
        bench.progress.say(&format!("{letters}: {} s", start.elapsed().as_secs()));
        let rows = rows.unwrap_or_else(|why| {
            letters
                .chars()
                .filter(|letter| bench.wants(*letter))
                .map(|letter| Row::failure(&letter.to_string(), &why))
                .collect()
        });
        for row in rows.into_iter().filter(|row| row.id.starts_with(|c| bench.wants(c))) {
            bench.progress.row(&row);
            found.push(row);
        }
    }
    Ok(found)
}

/// Reads what an earlier run has written.
pub(crate) fn read_run(path: &Path) -> anyhow::Result<Run> {
    let from = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {from}; measure first"))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{from} is not what measure of this version writes"))
}

/// The run that the file has: `some` rows are added to it, and all rows keep of it what they could
/// not measure.
///
/// # Errors
/// Rows are to be added to a file that cannot be read.
fn earlier(path: &Path, some: bool) -> anyhow::Result<Option<Run>> {
    match read_run(path) {
        Ok(run) => Ok(Some(run)),
        Err(error) if some && path.exists() => Err(error),
        Err(_) => Ok(None),
    }
}

fn write_json(path: &Path, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_chosen_by_letter() {
        assert_eq!(letters(&[]).unwrap().len(), 24);
        assert!(!letters(&[]).unwrap().contains(&ASKED_FOR));
        assert_eq!(letters(&["Yall".to_owned()]).unwrap(), [ASKED_FOR]);
        assert_eq!(letters(&["a".to_owned(), "E".to_owned()]).unwrap(), ['A', 'E']);
        assert!(letters(&["Z".to_owned()]).is_err());
        assert!(letters(&[String::new()]).is_err());
    }

    #[test]
    fn rows_are_added_to_no_file_that_cannot_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("benchmarks.json");
        assert!(earlier(&file, true).unwrap().is_none());
        std::fs::write(&file, "{").unwrap();
        let error = earlier(&file, true).unwrap_err().to_string();
        assert!(error.contains("is not what measure of this version writes"), "{error}");
        assert!(earlier(&file, false).unwrap().is_none(), "a whole run takes its place");
    }
}
