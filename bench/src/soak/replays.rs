//! The games played again from their logs: `quizrain replay` makes every score, rank and right to
//! catch once more and must find nothing that differs, whatever the faults were.
//!
//! Called by `verify`, which ends the games here when players have looked at everything.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::ids::GameId;
use sqlx::AnyPool;
use tokio::time::sleep;

use super::ledger;
use super::stage::Stage;
use crate::bots::director::Director;

/// How long the logs of games that are over may take.
const WRITTEN_TIMEOUT: Duration = Duration::from_secs(60);
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// Ends all games, until their logs are finished.
pub(super) async fn end_games(stage: &Stage, pool: &AnyPool) -> anyhow::Result<()> {
    for game in &stage.games {
        let right = stage.api.take_over(*game).await?;
        Director::new(&Arc::new(stage.web.for_another(0)), right).await?.end().await?;
    }
    let since = Instant::now();
    while ledger::finished_logs(pool).await? < stage.games.len().try_into()? {
        if since.elapsed() > WRITTEN_TIMEOUT {
            bail!("the logs of the games are not finished after {WRITTEN_TIMEOUT:?}");
        }
        sleep(CHECK_EVERY).await;
    }
    Ok(())
}

/// Plays all games again, which are over; what differs, in words.
pub(super) async fn replay(stage: &Stage) -> anyhow::Result<Vec<String>> {
    let mut problems = Vec::new();
    for game in &stage.games {
        problems.extend(differences(stage, *game).await?);
    }
    Ok(problems)
}

async fn differences(stage: &Stage, game: GameId) -> anyhow::Result<Vec<String>> {
    let mut command = stage.launch.command(&["replay", &game.to_string()]);
    let output = tokio::task::spawn_blocking(move || command.output()).await?;
    let output = output.context("cannot run the replay")?;
    let said = String::from_utf8_lossy(&output.stdout);
    stage.journal.say(&format!("replay, {}: {}", output.status, said.trim()));
    match output.status.code() {
        Some(0) => Ok(Vec::new()),
        Some(1) if !said.is_empty() => {
            Ok(said.lines().map(|line| format!("replay of {game}: {line}")).collect())
        }
        _ => bail!("cannot replay {game}: {}", String::from_utf8_lossy(&output.stderr).trim()),
    }
}
