//! The `quizrain` program: reads options, starts logging, does what was asked.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use quizrain::config::{Cli, Command};
use quizrain::{app, books, library, stores};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quizrain: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<()> {
    // What is written here (the ledger before a rain, the host key) is nobody else's to read.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches)?;
    cli.options.check(&matches)?;
    let filter = EnvFilter::try_new(&cli.options.log)
        .map_err(|error| anyhow::anyhow!("--log {}: {error}", cli.options.log))?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    #[cfg(feature = "failpoints")]
    let _failing = fail::FailScenario::setup();
    match cli.command {
        None => app::serve(&cli.options).await,
        Some(Command::Import { files }) => {
            let sql = stores::database(&cli.options).await?;
            let imported = library::import(&sql, &files).await;
            sql.close().await;
            imported?.iter().for_each(|line| println!("{line}"));
            Ok(())
        }
        Some(Command::Deposit { amount, currency }) => {
            let line = books::deposit(&cli.options, &amount, currency).await?;
            println!("{line}");
            Ok(())
        }
        Some(Command::Reverse { rain, packet }) => {
            let line = books::reverse(&cli.options, rain, packet).await?;
            println!("{line}");
            Ok(())
        }
    }
}
