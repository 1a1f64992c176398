//! The last act: what players see on a new connection and in their balance, what the ledger says,
//! what the audit says.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use anyhow::Context;
use futures_util::{StreamExt, TryStreamExt, stream};
use quizrain_shared::api::{Balance, OwnPacket};
use quizrain_shared::ids::{AccountId, RainId, Token};
use quizrain_shared::wire::{Caught, PacketState};
use sqlx::AnyPool;

use super::check::Findings;
use super::ledger::{self, Grant, Rain};
use super::memory::Promised;
use super::nodes::FAIL_POINTS;
use super::player::Player;
use super::report::{CLEAN, Report};
use super::stage::Stage;
use super::{Options, payouts, replays, webhooks};
use crate::measure::progress::Progress;

/// Players who look at the same time.
const AT_ONCE: usize = 32;
/// How long an answer may take when nothing is wrong.
const ANSWER: Duration = Duration::from_secs(10);
/// How long a player looks again until that succeeds.
const VERIFY_TIMEOUT: Duration = Duration::from_secs(60);

/// What one player sees.
struct View {
    account: AccountId,
    game: String,
    caught: Option<Caught>,
    balance: Vec<Grant>,
}

/// Checks everything.
pub(super) async fn verify(
    stage: &mut Stage,
    options: &Options,
    progress: &Progress,
) -> anyhow::Result<Report> {
    let pool = stage.lab.database.pool().await?;
    let views: Vec<View> = stream::iter(stage.players.clone())
        .map(view_of)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    spoil(stage, options, &pool, progress).await?;
    let takeovers = ledger::takeovers(&pool).await?;
    replays::end_games(stage, &pool).await?;
    if stage.lab.receiver.is_some() {
        webhooks::until_arrived(&pool, &stage.journal).await?;
    }
    let mut findings = compare(stage, options, &pool, &views).await?;
    for difference in replays::replay(stage).await? {
        findings.problem(difference);
    }
    pool.close().await;
    for problem in &findings.problems {
        stage.journal.say(problem);
        eprintln!("    {problem}");
    }
    let (starts, ended_alone) = stage.lab.nodes.starts();
    let told = stage.memory.log().count;
    Ok(Report {
        seed: stage.seed,
        seconds: options.seconds,
        database: options.database.name(),
        nodes: options.nodes,
        cluster: options.cluster,
        durability: options.durability.name(),
        faults: faults(stage, options),
        claims: findings.claims,
        told,
        rains: 0,
        prize_rains: 0,
        takeovers,
        slowest_rain_ms: 0,
        lost: findings.lost,
        void: findings.void,
        double: findings.double,
        overpaid_minor: findings.overpaid_minor,
        payouts: findings.paid_out,
        webhooks: findings.webhooks,
        problems: findings.problem_count,
        audit: audit(stage).await?,
        starts,
        ended_alone,
    })
}

/// Spoils the ledger where it was asked for: the check must find it.
async fn spoil(
    stage: &Stage,
    options: &Options,
    pool: &AnyPool,
    progress: &Progress,
) -> anyhow::Result<()> {
    let Some(how) = options.spoil else { return Ok(()) };
    let promise = stage.memory.log().any().context("nobody was told of a packet")?;
    let packet = (promise.rain.to_string(), i64::from(promise.packet));
    let sqlite = stage.lab.database.is_sqlite();
    let done = ledger::spoil(pool, how, (&packet.0, packet.1), sqlite).await?;
    stage.journal.say(&done);
    progress.say(&done);
    Ok(())
}

/// How often each fault was done; 0 where it never came to that.
fn faults(stage: &Stage, options: &Options) -> BTreeMap<&'static str, u64> {
    let mut faults: BTreeMap<&'static str, u64> =
        options.kinds().iter().map(|kind| (kind.name(), 0)).collect();
    faults.extend(stage.lab.done.counts());
    if options.fail_points {
        faults.entry(FAIL_POINTS).or_default();
    }
    faults
}

/// What a player sees; the back end has just started and may still be busy.
async fn view_of(player: Player) -> anyhow::Result<View> {
    let since = Instant::now();
    loop {
        let seen = async {
            let caught = player.fetch_caught().await?;
            let (url, token) = (player.server.api("/api/balance"), player.token);
            let balance = tokio::task::spawn_blocking(move || balance(&url, token)).await??;
            Ok(View { account: player.account, game: player.game.to_string(), caught, balance })
        };
        match seen.await {
            Err(_) if since.elapsed() < VERIFY_TIMEOUT => {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            seen => return seen,
        }
    }
}

fn balance(url: &str, token: Token) -> anyhow::Result<Vec<Grant>> {
    let key = format!("Bearer {}", token.reveal());
    let request = ureq::get(url).header("Authorization", key);
    let mut answer =
        request.config().timeout_global(Some(ANSWER)).build().call().context("no balance")?;
    let balance: Balance = answer.body_mut().read_json().context("an odd balance")?;
    let credited = |packet: &OwnPacket| packet.state != PacketState::Crediting;
    let mut grants: Vec<Grant> = balance
        .packets
        .into_iter()
        .filter(credited)
        .map(|packet| Grant {
            book: packet.rain.to_string(),
            item: i64::from(packet.packet),
            amount: packet.amount.0,
            currency: packet.currency.code().to_owned(),
        })
        .collect();
    grants.sort();
    Ok(grants)
}

/// The ledger against what players were told and what they see.
async fn compare(
    stage: &Stage,
    options: &Options,
    pool: &AnyPool,
    views: &[View],
) -> anyhow::Result<Findings> {
    let mut findings = Findings::default();
    let rains = ledger::rains(pool).await?;
    let promises = stage.memory.log().promises();
    let nothing = Promised::default();
    let (payouts, arrived, conflicts) = match &stage.lab.receiver {
        Some(receiver) => receiver.received().await?,
        None => Default::default(),
    };
    if conflicts > 0 {
        findings.problem(format!("the receiver was asked {conflicts} times for something else"));
    }
    let mut received = payouts.into_iter().map(|payout| (payout.key.clone(), payout)).collect();
    let arrived_by_id = arrived.iter().map(|came| (came.id.as_str(), came)).collect();
    for rain in &rains {
        let id: RainId = rain.id.parse()?;
        let packets = ledger::packets(pool, &rain.id).await?;
        let entries = ledger::entries(pool, &rain.id).await?;
        let promised = promises.rains.get(&id).unwrap_or(&nothing);
        findings.rain(rain, &packets, &entries, (promised, options.may_void()));
        if stage.lab.receiver.is_some() {
            let payouts = payouts::payouts(pool, &rain.id).await?;
            findings.paid_out(rain, &entries, &payouts, &mut received);
            findings.told_of_rain(rain, &entries, &arrived_by_id);
        }
    }
    // No rain opens in a lobby.
    let opened = || rains.iter().filter(|rain| rain.opens_ms.is_some());
    if stage.lab.receiver.is_some() {
        for game in opened().map(|rain| rain.game.as_str()).collect::<HashSet<_>>() {
            findings.told_of_start(game, &arrived_by_id);
        }
        let endings = webhooks::endings(pool).await?;
        for game in stage.games.iter().map(ToString::to_string) {
            findings.told_of_end(&game, endings.get(&game), &arrived_by_id);
        }
        findings.in_order(&arrived);
    }
    findings.never_owed(&received);
    let told_of = promises.rains.keys().map(ToString::to_string);
    for rain in told_of.filter(|rain| !rains.iter().any(|known| known.id == *rain)) {
        findings.problem(format!("rain {rain} is not in the registry"));
    }
    for (account, first, then) in &promises.contradictions {
        findings.contradiction(*account, first, then);
    }
    // By game: the newest rain that was opened.
    let newest: HashMap<&str, &Rain> = opened().map(|rain| (rain.game.as_str(), rain)).collect();
    for view in views {
        let granted = ledger::grants(pool, &view.account.to_string()).await?;
        let newest = newest.get(view.game.as_str()).copied();
        findings.view(view.account, (view.caught.as_ref(), newest), &view.balance, &granted);
    }
    Ok(findings)
}

/// What the product's own audit says.
async fn audit(stage: &Stage) -> anyhow::Result<&'static str> {
    let mut command = stage.launch.command(&["audit", "--json"]);
    if let Some(receiver) = &stage.lab.receiver {
        let (url, file) = (receiver.statement_url(), stage.logs.join("statement.csv"));
        let statement = tokio::task::spawn_blocking(move || {
            ureq::get(&url).call().and_then(|mut answer| answer.body_mut().read_to_string())
        });
        std::fs::write(&file, statement.await?.context("the receiver has no statement")?)?;
        command.arg("--statement").arg(file);
    }
    let output = tokio::task::spawn_blocking(move || command.output()).await?;
    let output = output.context("cannot run the audit")?;
    let said = String::from_utf8_lossy(&output.stdout);
    stage.journal.say(&format!("audit, {}: {}", output.status, said.trim()));
    let complaint = String::from_utf8_lossy(&output.stderr);
    if complaint.contains("unrecognized subcommand") {
        return Ok("not run");
    }
    Ok(match output.status.code() {
        Some(0) => CLEAN,
        Some(1) => "violated",
        _ => {
            stage.journal.say(complaint.trim());
            "could not check"
        }
    })
}
