//! Commands of the bookkeeper: what the sponsor pays in, and corrections. They work beside a
//! running server. Called by `main`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::{Currency, Minor};

use crate::config::{DepositKey, Options};
use crate::ledger::{Corrected, Deposited};
use crate::stores;

/// A key for a deposit that was given none.
///
/// # Errors
/// The operating system gives no randomness.
pub fn new_key() -> anyhow::Result<DepositKey> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("cannot make a key")?;
    Ok(DepositKey(hex::encode(bytes)))
}

/// Notes that the sponsor paid in; what to tell the bookkeeper.
///
/// # Errors
/// Not an amount of this currency, the key was used for another deposit, or the database failed:
/// then it may have been noted or not, and doing it again with the same key is harmless.
pub async fn deposit(
    options: &Options,
    amount: &str,
    currency: Currency,
    key: &DepositKey,
) -> anyhow::Result<String> {
    let minor = currency.parse_major(amount).with_context(|| format!("{amount} {currency}"))?;
    if minor <= Minor::ZERO {
        bail!("{amount} {currency}: a deposit is more than nothing");
    }
    let sql = stores::database(options).await?;
    let deposited = sql.deposit(&key.0, currency, minor, now_ms()).await;
    sql.close().await;
    let money = |amount| format!("{} {currency}", currency.format_major(amount));
    match deposited.with_context(|| format!("repeat it with --key {}", key.0))? {
        // Any three letters are a currency here: whoever mistyped them sees it by what was booked.
        Deposited::Done(balance) => Ok(format!(
            "{} paid in ({minor} minor units: {currency} has {} decimals here); the sponsor has {} now",
            money(minor),
            currency.decimals(),
            money(balance)
        )),
        Deposited::Repeated(balance) => Ok(format!(
            "{} was paid in before under this key, nothing changed; the sponsor has {} now",
            money(minor),
            money(balance)
        )),
        Deposited::KeyTaken => {
            bail!("another amount was paid in under the key {}; nothing changed", key.0)
        }
        Deposited::TooMuch => bail!(
            "{}: the sponsor would have more than {}, which is the most; nothing changed",
            money(minor),
            money(Minor::MAX)
        ),
    }
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
