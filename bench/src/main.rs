//! `quizrain-bench`: bots that rehearse an event, and the load client that measures the server.

mod bare;
mod measure;
mod report;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Bots that rehearse an event, and the load client that measures the server.
#[derive(Debug, Parser)]
#[command(name = "quizrain-bench", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the server against its counterparts and write down every figure.
    Measure(measure::Options),
    /// Write the report, tables and charts, from the figures of `measure`.
    Report(report::Options),
    /// Serve the bare sockets that the server is compared with; `measure` starts it by itself.
    Bare(bare::Options),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Measure(options) => measure::run(options),
        Command::Report(options) => report::run(&options),
        Command::Bare(options) => bare::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quizrain-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
