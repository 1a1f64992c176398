//! A small receiver of payouts and webhooks: what a host's own balance system has to do, complete.
//!
//! It checks signatures, keeps its own ledger with the key as primary key, and answers the same
//! for ever. It can also misbehave on purpose, for tests. docs/PAYOUTS.md and
//! docs/WEBHOOKS.md are the contracts.

mod till;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use quizrain::delivery::Secret;

use till::Receiver;
use till::faults::Faults;
use till::ledger::Ledger;

/// A sample receiver of Quizrain's payouts and webhooks.
///
/// POST / takes a payout, POST /webhooks a webhook, GET /<key> tells of one, GET /total sums up, GET /statement.csv lists all.
#[derive(Debug, Parser)]
#[command(
    max_term_width = 100,
    after_help = "Environment alone:\n  QUIZRAIN_PAYOUT_SECRET  what payouts are signed with; in place of --secret-file\n  QUIZRAIN_WEBHOOK_SECRET  what webhooks are signed with [default: none are taken]"
)]
struct Options {
    /// Address and port to listen on.
    #[arg(long, default_value = "127.0.0.1:9000")]
    listen: SocketAddr,
    /// File of its ledger.
    #[arg(long, default_value = "receiver.sqlite")]
    ledger: PathBuf,
    /// File with the secret that payouts are signed with, 32 characters or more.
    #[arg(long)]
    secret_file: Option<PathBuf>,
    /// Refuse payouts of more than this, in minor units.
    #[arg(long, value_name = "AMOUNT")]
    refuse_above: Option<i64>,
    /// Take no queries: 405.
    #[arg(long)]
    no_queries: bool,
    /// For tests: misbehave in so many of a hundred requests.
    #[arg(long, default_value_t = 0, value_name = "PERCENT",
        value_parser = clap::value_parser!(u8).range(..=100))]
    misbehave: u8,
    /// For tests: how long a late answer takes, in ms.
    #[arg(long, default_value_t = 12_000, value_name = "MS")]
    late_ms: u64,
    /// For tests: which misbehaviour comes when.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match serve(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("receiver: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(options: Options) -> anyhow::Result<()> {
    let secret = match &options.secret_file {
        Some(path) => std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?,
        None => std::env::var("QUIZRAIN_PAYOUT_SECRET")
            .context("put the secret into QUIZRAIN_PAYOUT_SECRET or name its --secret-file")?,
    };
    let webhook_secret = std::env::var("QUIZRAIN_WEBHOOK_SECRET").ok();
    let receiver = Receiver {
        secret: Secret::new(&secret)?,
        webhook_secret: webhook_secret.as_deref().map(Secret::new).transpose()?,
        queries: !options.no_queries,
        ledger: Ledger::open(&options.ledger, options.refuse_above).await?,
        faults: Faults::new(options.misbehave, options.late_ms, options.seed),
    };
    let listener = tokio::net::TcpListener::bind(options.listen)
        .await
        .with_context(|| format!("cannot listen on {}", options.listen))?;
    println!("Receiver  http://{}/", listener.local_addr()?);
    axum::serve(listener, till::router(receiver)).await?;
    Ok(())
}
