//! `quizrain-bench`: bots that rehearse an event, a booth that plays by itself, and the load client
//! that measures the server.

mod bare;
mod bots;
mod from_row;
mod measure;
mod report;
mod soak;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Bots that rehearse an event, a booth that plays by itself, and the load client that measures
/// the server.
#[derive(Debug, Parser)]
#[command(name = "quizrain-bench", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let bots play a game that you host in your browser, and say how the server took it.
    Play(bots::PlayOptions),
    /// Host a sample quiz with a rain in an endless loop, for a booth or a shop window.
    Demo(bots::DemoOptions),
    /// Measure the server against its counterparts and write down every figure.
    Measure(measure::Options),
    /// Torment the server while bots play, then compare the ledger with what they were told.
    Soak(soak::Options),
    /// Write the report, tables and charts, from the figures of `measure`.
    Report(report::Options),
    /// Serve the bare sockets that the server is compared with; `measure` starts it by itself.
    Bare(bare::Options),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(options) => return bots::run(bots::play(options)),
        Command::Demo(options) => return bots::run(bots::demo(options)),
        Command::Soak(options) => return bots::run(soak::soak(options)),
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
