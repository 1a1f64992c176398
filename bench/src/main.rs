//! `quizrain-bench`: bots that rehearse an event, a booth that plays by itself, and the load client
//! that measures the server.

mod bots;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Bots that rehearse a Quizrain event, and a demo that plays by itself.
#[derive(Debug, Parser)]
#[command(name = "quizrain-bench", version, max_term_width = 100)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let bots play a game that you host in your browser, and say how the server took it.
    Play(bots::PlayOptions),
    /// Host a sample quiz with a rain in an endless loop, for a booth or a shop window.
    Demo(bots::DemoOptions),
}

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Play(options) => bots::play(options).await,
        Command::Demo(options) => bots::demo(options).await,
    }
}
