//! `quizrain-bench soak`: rain after rain by bots, while everything around them is killed, stopped,
//! emptied and cut off; then the ledger is compared with what every player was told.
//!
//! The back end, its Redis and its database are children. A run ends well only when nothing was
//! lost, doubled or overpaid, the audit is clean, and there were claims and faults of every kind.

mod check;
mod database;
mod done;
mod host;
mod inject;
mod journal;
mod ledger;
mod memory;
mod nodes;
mod options;
mod payouts;
mod plan;
mod player;
mod replays;
mod report;
mod stage;
mod store;
mod supervisor;
#[cfg(test)]
mod tests;
mod verify;
mod webhooks;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::bots::machine::raise_file_limit;
use crate::bots::random::fresh_seed;
use crate::bots::{not_started, stop_signal};
use crate::measure::progress::Progress;
pub(crate) use options::Options;
use plan::Fault;
use report::Report;
use stage::Stage;

/// How often progress is told.
const REPORT_EVERY: Duration = Duration::from_secs(5);
/// File handles of this process beyond the players' sockets are counted by `raise_file_limit`; each
/// player may hold an old and a new one for a moment.
const SOCKETS: u32 = 2;

/// How it ended.
enum End {
    /// To the end, and this was found.
    Whole(Box<Report>),
    /// Somebody stopped it.
    Stopped,
}

/// Runs to the end.
pub(crate) async fn soak(options: Options) -> ExitCode {
    match run(&options).await {
        Ok(End::Whole(report)) if report.is_good() => ExitCode::SUCCESS,
        Ok(End::Whole(_)) => ExitCode::FAILURE,
        Ok(End::Stopped) => {
            eprintln!("quizrain-bench: stopped before the end; nothing was checked");
            ExitCode::FAILURE
        }
        Err(why) => not_started(&why),
    }
}

async fn run(options: &Options) -> anyhow::Result<End> {
    let seed = match options.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    println!(
        "soak --seed {seed} --seconds {} --nodes {}{} on {}",
        options.seconds,
        options.nodes,
        if options.cluster { " --cluster" } else { "" },
        options.database.name()
    );
    options.check()?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("quizrain"),
    };
    if !program.exists() {
        bail!("{} is missing: build it, or name it with --program", program.display());
    }
    raise_file_limit(options.players * options.games * SOCKETS)?;
    let dir = tempfile::Builder::new().prefix("qs-").tempdir()?;
    let logs = match &options.dir {
        Some(logs) => logs.clone(),
        None => dir.path().to_owned(),
    };
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    let progress = Progress::new();
    let played = tokio::select! {
        played = play(options, seed, &program, &logs, &progress) => {
            played.map(|report| End::Whole(Box::new(report)))
        }
        () = stop_signal() => Ok(End::Stopped),
    };
    progress.finish();
    let good = matches!(&played, Ok(End::Whole(report)) if report.is_good());
    if let Ok(End::Whole(report)) = &played {
        println!("{report}");
        if let Some(json) = &options.json {
            report.write(json)?;
        }
    }
    if !good && options.dir.is_none() {
        eprintln!("Logs and data are in {}", dir.keep().display());
    }
    played
}

/// Everything between the first start and the last check.
async fn play(
    options: &Options,
    seed: u64,
    program: &std::path::Path,
    logs: &std::path::Path,
    progress: &Progress,
) -> anyhow::Result<Report> {
    let length = Duration::from_secs(options.seconds);
    let plan = plan::plan(seed, length, &options.kinds());
    progress.say("starting");
    let mut stage = Stage::set(options, seed, program, logs).await?;
    stage.open(options).await?;
    let end = Instant::now() + length;
    torment(&mut stage, &plan, end, progress).await;
    progress.say("waiting for the last rains and the ledger");
    let hosted = stage.calm().await?;
    progress.say("checking");
    let mut report = verify::verify(&mut stage, options, progress).await?;
    report.rains = hosted.rains;
    report.prize_rains = hosted.prize_rains;
    report.slowest_rain_ms = u64::try_from(hosted.slowest.as_millis())?;
    Ok(report)
}

/// Faults and rains, until the end of the play.
async fn torment(stage: &mut Stage, plan: &[Fault], end: Instant, progress: &Progress) {
    let never = CancellationToken::new();
    let faults = stage.lab.run(plan, end, &never);
    tokio::pin!(faults);
    loop {
        tokio::select! {
            () = &mut faults => return,
            () = sleep_until(Instant::now() + REPORT_EVERY) => progress.say(&stage.so_far()),
        }
    }
}
