//! What the `quizrain` program does: reads options, starts logging, does what was asked. In the library, so that it
//! is compiled beside the rest and not after it.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::audit::{self, Asked, Report};
use crate::config::{Cli, Command, Options};
use crate::erasure::{self, List};
use crate::quiz::{Import, formats, import};
use crate::store::sql::Sql;
use crate::{app, books, history, stores};
use anyhow::Context;
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};
use quizrain_shared::ids::AccountId;
use tracing::level_filters::LevelFilter;
use tracing_log::{AsLog, LogTracer};
use tracing_subscriber::EnvFilter;

/// Options whose value may hold a password.
const SECRETIVE: [&str; 4] = ["--redis-url", "--database-url", "--payout-url", "--webhook-url"];

/// Runs the program, in a runtime of its own: there must be none yet.
#[tokio::main]
pub async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("quizrain: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<ExitCode> {
    // What is written here (the ledger before a rain, the host key) is nobody else's to read.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let matches =
        Cli::command_line().try_get_matches().unwrap_or_else(|error| without_secrets(error).exit());
    let cli = Cli::from_arg_matches(&matches)?;
    cli.options.check(&matches)?;
    start_log(&cli.options.log)?;
    #[cfg(feature = "failpoints")]
    let _failing = fail::FailScenario::setup();
    match cli.command {
        None => app::serve(&cli.options).await?,
        Some(Command::Import { files, dry_run, json, encoding, columns }) => {
            let encoding = encoding.as_deref().map(formats::encoding).transpose();
            let columns = columns.as_deref().map(str::parse).transpose();
            let how = Import {
                encoding: encoding.context("--encoding")?,
                columns: columns.context("--columns")?,
            };
            let into = (!dry_run).then_some(&cli.options);
            let refused = import_files(into, &files, &how, json).await?;
            return Ok(ExitCode::from(u8::from(refused > 0)));
        }
        Some(Command::Deposit { amount, currency, key }) => {
            let key = key.map_or_else(books::new_key, Ok)?;
            // First of all: whoever hears nothing more can repeat it.
            println!("key {} (with --key it can be repeated and is paid in once)", key.0);
            let line = books::deposit(&cli.options, &amount, currency, &key).await?;
            println!("{line}");
        }
        Some(Command::Reverse { rain, packet }) => {
            let line = books::reverse(&cli.options, rain, packet).await?;
            println!("{line}");
        }
        Some(Command::RedriveWebhooks) => {
            let sql = stores::existing_database(&cli.options).await?;
            let again = sql.redrive_webhooks().await;
            sql.close().await;
            println!("{} webhooks are sent again", again?);
        }
        Some(Command::Erase { account }) => erase(&cli.options, account).await?,
        Some(Command::Replay { game }) => {
            let sql = stores::existing_database(&cli.options).await?;
            let replayed = history::replay(&sql, game).await;
            sql.close().await;
            let replayed = replayed?;
            let _ = std::io::stdout().write_all(replayed.to_string().as_bytes());
            return Ok(ExitCode::from(u8::from(!replayed.differences.is_empty())));
        }
        Some(Command::Audit { rain, statement, json, verbose }) => {
            let report = check(&cli.options, &Asked { rain, statement, verbose }).await;
            let text = if json { format!("{}\n", report.json()?) } else { report.text() };
            // Whoever reads it may have seen enough; the exit code tells all the same.
            let _ = std::io::stdout().write_all(text.as_bytes());
            return Ok(ExitCode::from(report.status().code()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Notes whom a server is to erase.
async fn erase(options: &Options, account: AccountId) -> anyhow::Result<()> {
    let list = List::new(options.retention.erasures.clone(), &options.data_dir()?);
    let sql = stores::existing_database(options).await?;
    let asked = erasure::ask(&sql, &list, account).await;
    sql.close().await;
    if !asked? {
        println!(
            "{account} has no seat, no packet and no person here: is it the right one? It is noted all the same, as a \
             backup may have more of it"
        );
    }
    println!(
        "{account} is erased by a server that runs, within minutes, or by the next one that starts"
    );
    Ok(())
}

/// Logs what this filter asks for, to standard error. tungstenite is left out: at `trace` it writes what sockets carry,
/// and the first frame of each has a token.
fn start_log(asked: &str) -> anyhow::Result<()> {
    let filter =
        EnvFilter::try_new(asked).map_err(|error| anyhow::anyhow!("--log {asked}: {error}"))?;
    LogTracer::builder()
        .ignore_crate("tungstenite")
        .with_max_level(filter.max_level_hint().unwrap_or(LevelFilter::TRACE).as_log())
        .init()?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .finish();
    Ok(tracing::subscriber::set_global_default(lines)?)
}

/// Reads files into the library of this server, or into none; how many were refused.
async fn import_files(
    into: Option<&Options>,
    files: &[PathBuf],
    how: &Import,
    json: bool,
) -> anyhow::Result<usize> {
    let sql = match into {
        Some(options) => Some(stores::database(options).await?),
        None => None,
    };
    let refused = import_each(sql.as_ref(), files, how, json).await;
    if let Some(sql) = sql {
        sql.close().await;
    }
    refused
}

/// Says what became of each file.
async fn import_each(
    sql: Option<&Sql>,
    files: &[PathBuf],
    how: &Import,
    json: bool,
) -> anyhow::Result<usize> {
    let mut refused = 0;
    for file in files {
        let report = import(sql, file, how).await?;
        refused += usize::from(report.title.is_none());
        let line = if json { serde_json::to_string(&report)? } else { report.to_string() };
        if json || report.title.is_some() { println!("{line}") } else { eprintln!("{line}") }
    }
    Ok(refused)
}

/// What clap says of a value that it cannot use, without the value where a password may be in it.
fn without_secrets(mut error: clap::Error) -> clap::Error {
    let about = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    if SECRETIVE.iter().any(|flag| about.starts_with(flag)) {
        error.insert(ContextKind::InvalidValue, ContextValue::String("not shown".to_owned()));
    }
    error
}

/// The ledger first: what Redis has later must be the more.
async fn check(options: &Options, asked: &Asked) -> Report {
    match stores::ledger_reader(options).await {
        Ok(reader) => {
            let redis = stores::claim_reader(options).await;
            audit::check(reader, redis.map_err(|error| format!("{error:#}")), asked).await
        }
        Err(error) => Report::of_nothing(format!("{error:#}")),
    }
}
