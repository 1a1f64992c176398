//! Payouts under faults: a receiver that misbehaves and is killed, and its own ledger, which must
//! have each credited packet exactly once.
//!
//! Called by `stage` and `verify` where a receiver was given. It is the sample receiver of the back
//! end; what it has paid is read from its database.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use quizrain_shared::api::PayoutState;
use quizrain_testkit::ports::free_address;
use quizrain_testkit::process::Process;
use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use tokio_util::sync::CancellationToken;

use super::check::{Findings, granted};
use super::journal::Journal;
use super::ledger::{Entry, Rain};
use super::supervisor::Supervisor;
use super::webhooks::Arrived;
use crate::from_row::from_row;

/// In so many of a hundred requests the receiver misbehaves, until everything is to be settled.
const MISBEHAVES: u8 = 30;
/// How long its late answers take, and how long the back end waits for any, in ms.
const LATE_MS: u32 = 1500;
pub(super) const TIMEOUT_MS: u32 = 800;
/// How long the last payouts may take.
const SETTLING: Duration = Duration::from_secs(240);
const CHECK_EVERY: Duration = Duration::from_millis(200);
/// The back end's longest pause before it asks about a payout again.
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// The receiver.
pub(super) struct Receiver {
    pub(super) supervisor: Arc<Supervisor>,
    pub(super) address: String,
    ledger: PathBuf,
}

/// A payout as the receiver has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Received {
    pub(super) key: String,
    pub(super) account: String,
    pub(super) amount: i64,
    pub(super) currency: String,
    /// Why it was not paid; `None` where it was.
    pub(super) refused: Option<String>,
}

from_row!(Received { key, account, amount, currency, refused });

/// A payout as the back end has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payout {
    pub(super) key: String,
    pub(super) account: String,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) state: String,
}

from_row!(Payout { key, account, amount, currency, state });

/// Ends the pauses of payouts that were tried many times while the receiver was away: one may be as
/// long as an hour. What would wait for longer is wrong, and stays.
async fn hurry(pool: &AnyPool) -> anyhow::Result<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let latest = i64::try_from((now + LONGEST_PAUSE).as_millis())?;
    let query = sqlx::query("UPDATE payouts SET due_ms = 0 WHERE state = $1 AND due_ms <= $2");
    let query = query.bind(PayoutState::Unknown.word()).bind(latest);
    Ok(query.execute(pool).await?.rows_affected())
}

impl Receiver {
    /// Starts it; from the moment of peace it behaves.
    pub(super) fn start(
        program: &Path,
        (secret, webhook_secret): (String, String),
        seed: u64,
        logs: &Path,
        journal: &Arc<Journal>,
        peace: CancellationToken,
    ) -> anyhow::Result<Self> {
        let address = free_address()?.to_string();
        let ledger = logs.join("receiver.sqlite");
        let program = program.to_owned();
        let (log, file, listen) = (logs.join("receiver.log"), ledger.clone(), address.clone());
        let supervisor = Supervisor::start("the receiver", journal, move |start| {
            let mut command = Command::new(&program);
            command.env("QUIZRAIN_PAYOUT_SECRET", &secret);
            command.env("QUIZRAIN_WEBHOOK_SECRET", &webhook_secret);
            command.args(["--listen", &listen, "--late-ms", &LATE_MS.to_string()]);
            command.arg("--ledger").arg(&file);
            let seed = seed.wrapping_add(u64::from(start));
            let misbehaves = if peace.is_cancelled() { 0 } else { MISBEHAVES };
            command.args(["--seed", &seed.to_string(), "--misbehave", &misbehaves.to_string()]);
            Process::spawn(command, &log)
        })?;
        Ok(Self { supervisor, address, ledger })
    }

    /// Where its list of everything is.
    pub(super) fn statement_url(&self) -> String {
        format!("http://{}/statement.csv", self.address)
    }

    /// Waits until every payout has a final answer. Where that never comes, the check shows it.
    pub(super) async fn until_final(
        &self,
        pool: &AnyPool,
        journal: &Journal,
    ) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut hurried = false;
        loop {
            let [confirmed, refused] = PayoutState::FINAL;
            let query = sqlx::query_as("SELECT COUNT(*) FROM payouts WHERE state NOT IN ($1, $2)")
                .bind(confirmed.word())
                .bind(refused.word());
            let (left,): (i64,) = query.fetch_one(pool).await?;
            if left == 0 || start.elapsed() > SETTLING {
                journal.say(&format!("{left} payouts have no final answer"));
                return Ok(());
            }
            if start.elapsed() > SETTLING / 2 && !std::mem::replace(&mut hurried, true) {
                let count = hurry(pool).await?;
                journal.say(&format!("{count} payouts need not wait any longer"));
            }
            tokio::time::sleep(CHECK_EVERY).await;
        }
    }

    /// The payouts and the webhooks that it has, and how often one came with other content under a
    /// key that it had.
    pub(super) async fn received(&self) -> anyhow::Result<(Vec<Received>, Vec<Arrived>, i64)> {
        let url = format!("sqlite://{}?mode=rw", self.ledger.display());
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await;
        let pool = pool.context("cannot open the receiver's ledger")?;
        let query = "SELECT key, account, amount, currency, refused FROM payouts ORDER BY key";
        let received = sqlx::query_as(query).fetch_all(&pool).await?;
        let query = "SELECT id, game, number, body FROM webhooks ORDER BY place";
        let arrived = sqlx::query_as(query).fetch_all(&pool).await?;
        let conflicts = sqlx::query_as("SELECT COUNT(*) FROM conflicts").fetch_one(&pool).await;
        let (conflicts,): (i64,) = conflicts?;
        pool.close().await;
        Ok((received, arrived, conflicts))
    }
}

/// The payouts of a rain, as the back end has them.
pub(super) async fn payouts(pool: &AnyPool, rain: &str) -> anyhow::Result<Vec<Payout>> {
    let query = "SELECT key, account, amount, currency, state FROM payouts WHERE rain = $1";
    Ok(sqlx::query_as(query).bind(rain).fetch_all(pool).await?)
}

impl Findings {
    /// Each granted packet of a rain has one payout, with a final state that the receiver agrees
    /// with. What was compared is taken out of `received`: what is left there was never owed.
    pub(super) fn paid_out(
        &mut self,
        rain: &Rain,
        entries: &[Entry],
        payouts: &[Payout],
        received: &mut HashMap<String, Received>,
    ) {
        let mut known: HashMap<&str, &Payout> = HashMap::new();
        for payout in payouts {
            if known.insert(&payout.key, payout).is_some() {
                self.problem(format!("rain {}: two payouts with one key: {payout:?}", rain.id));
            }
        }
        for grant in granted(entries) {
            let key = format!("qr1-{}-{}", rain.id, grant.item);
            let account = grant.account.as_deref().unwrap_or_default();
            let payout = known.remove(key.as_str());
            let other = received.remove(&key);
            let agrees = payout.zip(other.as_ref()).is_some_and(|(ours, theirs)| {
                let [confirmed, refused] = PayoutState::FINAL;
                let state = if theirs.refused.is_none() { confirmed } else { refused };
                let same = |account: &str, amount, currency: &str| {
                    (account, amount, currency)
                        == (&theirs.account, theirs.amount, &theirs.currency)
                };
                ours.state == state.word()
                    && same(&ours.account, ours.amount, &ours.currency)
                    && same(account, grant.amount, &grant.currency)
            });
            if agrees {
                self.paid_out += 1;
            } else {
                self.problem(format!("{key}: here {payout:?}, at the receiver {other:?}"));
            }
        }
        for key in known.keys() {
            self.problem(format!("{key} is no packet that was granted"));
        }
    }

    /// Whatever the receiver paid beyond that.
    pub(super) fn never_owed(&mut self, received: &HashMap<String, Received>) {
        for odd in received.values() {
            if odd.refused.is_none() {
                self.double += 1;
                self.overpaid_minor = self.overpaid_minor.saturating_add(odd.amount);
            }
            self.problem(format!("the receiver has what was never owed: {odd:?}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rain() -> Rain {
        Rain {
            id: "aa".to_owned(),
            game: "g".to_owned(),
            currency: "CNY".to_owned(),
            pot: 10,
            packets: 1,
            opens_ms: Some(1),
            settled_ms: Some(1),
        }
    }

    fn text(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn every_packet_is_paid_out_once_and_as_granted() {
        let grants = [Entry {
            kind: text("settle"),
            item: 0,
            debit: text("pot"),
            credit: text("player"),
            account: Some(text("me")),
            amount: 10,
            currency: text("CNY"),
        }];
        let payout = Payout {
            key: text("qr1-aa-0"),
            account: text("me"),
            amount: 10,
            currency: text("CNY"),
            state: text("confirmed"),
        };
        let received = Received {
            key: text("qr1-aa-0"),
            account: text("me"),
            amount: 10,
            currency: text("CNY"),
            refused: None,
        };
        let found = |payouts: Vec<Payout>, received: Vec<Received>| {
            let keyed = received.into_iter().map(|one| (one.key.clone(), one));
            let (mut findings, mut received) = (Findings::default(), keyed.collect());
            findings.paid_out(&rain(), &grants, &payouts, &mut received);
            findings.never_owed(&received);
            (findings.paid_out, findings.problem_count, findings.overpaid_minor)
        };
        assert_eq!(found(vec![payout.clone()], vec![received.clone()]), (1, 0, 0));
        assert_eq!(found(Vec::new(), vec![received.clone()]), (0, 1, 0));
        assert_eq!(found(vec![payout.clone()], Vec::new()), (0, 1, 0));
        let unknown = Payout { state: text("unknown"), ..payout.clone() };
        assert_eq!(found(vec![unknown], vec![received.clone()]), (0, 1, 0));
        let less = Received { amount: 9, ..received.clone() };
        assert_eq!(found(vec![payout.clone()], vec![less]), (0, 1, 0));
        let refused = Received { refused: Some(text("no")), ..received.clone() };
        assert_eq!(found(vec![payout.clone()], vec![refused]), (0, 1, 0));
        let odd = Received { key: text("qr1-aa-7"), ..received.clone() };
        assert_eq!(found(vec![payout.clone()], vec![received.clone(), odd]), (1, 1, 10));
        assert_eq!(found(vec![payout.clone(), payout], vec![received]), (1, 1, 0));
    }
}
