//! Commands of the bookkeeper: what the sponsor pays in, and corrections. They work beside a running
//! server. Called by `main`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::{Currency, Minor};

use crate::config::Options;
use crate::store::sql::Corrected;
use crate::stores;

/// Notes that the sponsor paid in; what to tell the bookkeeper.
///
/// # Errors
/// Not an amount of this currency, or the database failed; nothing was noted.
pub async fn deposit(
    options: &Options,
    amount: &str,
    currency: Currency,
) -> anyhow::Result<String> {
    let minor = currency.parse_major(amount).with_context(|| format!("{amount} {currency}"))?;
    if minor <= Minor::ZERO {
        bail!("{amount} {currency}: a deposit is more than nothing");
    }
    let sql = stores::database(options).await?;
    let balance = sql.deposit(currency, minor, now_ms()).await;
    sql.close().await;
    let balance = currency.format_major(balance?);
    let amount = currency.format_major(minor);
    Ok(format!("{amount} {currency} paid in; the sponsor has {balance} {currency} now"))
}

/// Takes a settlement back; what to tell the bookkeeper.
///
/// # Errors
/// It cannot be taken back, the text says why; or the database failed. Nothing changed.
pub async fn reverse(options: &Options, rain: RainId, packet: u32) -> anyhow::Result<String> {
    let sql = stores::database(options).await?;
    let corrected = sql.reverse_settlement(rain, packet, now_ms()).await;
    sql.close().await;
    match corrected? {
        Corrected::Done(amount) => Ok(format!(
            "packet {packet} of rain {rain} is the sponsor's again: {amount} minor units, by \
             reversing entries"
        )),
        Corrected::NoSuch => {
            bail!("the ledger has no settlement of packet {packet} of rain {rain}")
        }
        Corrected::PaidOut => bail!(
            "packet {packet} of rain {rain} is paid out, or about to be: take it back in the \
             system that it was paid to"
        ),
        Corrected::NotYet => {
            bail!("rain {rain} is not settled yet; corrections are for what is final")
        }
    }
}

/// Ms since 1970 by this machine's clock: the ledger's times are Redis time, which need not be up
/// now.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
