//! Payouts that wait until a host has looked at whose they are: held, released, refused. Called by `payout` for hosts,
//! and by `rain` for players who are flagged when it opens.
//!
//! A hold is a row for an account and a rain; what is credited for it while it stands is queued as held. A payout is
//! held only while it was never sent: whoever takes one to send it writes that first, so one of the two finds the
//! other. Held, it has no entry beside its settlement: the money is the player's in the ledger, and is nowhere on its
//! way. Released, it is sent like any other. Refused, it is over, and the money stays the player's balance, as when
//! the receiver refuses.
//!
//! In PostgreSQL whoever holds, releases or refuses is alone with whoever becomes an heir, and nobody settles
//! meanwhile ([`alone`]).

use quizrain_shared::api::{FlagReason, HeldPayout, PayoutState, REFUSED_BY_HOST};
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::money::Minor;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::ledger::heirs::alone;
use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, from_db, parse, read_word, to_db, values};

/// What became of a wish to hold, release or refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldDone {
    /// Done; so many payouts changed by it. None: what the account catches will be held.
    Done(u64),
    /// It is too late to hold: the payout is in this state.
    TooLate(PayoutState),
    /// Nothing is held for this account.
    NotHeld,
    /// It is held, and not credited yet: it can be refused once it is.
    NotCredited,
    /// This game has no such rain, or it is not paid out, or it is over and the account caught nothing of it.
    NoSuch,
}

/// The payouts of an account in a rain, by its own name or by that of the heir whose they are.
const WHOSE: &str = "rain = $1 AND (account = $2 OR packet IN (SELECT item FROM entries
     WHERE book = $1 AND kind = 'settle' AND account = $2))";

/// Reasons as they are kept.
fn written(reasons: &[FlagReason]) -> String {
    // Words and numbers alone, which can always be written.
    serde_json::to_string(reasons).unwrap_or_else(|_| "[]".to_owned())
}

/// Moves payouts of an account from one state to another; how many.
async fn turn(
    tx: &mut Tx,
    (rain, account): (&str, &str),
    (from, to): (PayoutState, PayoutState),
    detail: &str,
) -> Result<u64, StoreError> {
    let now = Dialect::of(tx).now_ms();
    let sql = format!(
        "UPDATE payouts SET state = $4, due_ms = {now}, changed_ms = {now}, detail = $5,
             field = CASE WHEN $4 = 'refused' THEN NULL ELSE field END
         WHERE {WHOSE} AND state = $3 AND sent_ms IS NULL"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(rain)
        .bind(account)
        .bind(from.word())
        .bind(to.word())
        .bind(detail)
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected())
}

/// The states of the payouts of an account.
async fn states(tx: &mut Tx, rain: &str, account: &str) -> Result<Vec<PayoutState>, StoreError> {
    let sql = format!("SELECT state FROM payouts WHERE {WHOSE} ORDER BY packet");
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(rain).bind(account);
    let rows = query.fetch_all(&mut **tx).await?;
    Ok(rows.iter().map(|row| read_word(row, "payouts", "state")).collect::<Result<_, _>>()?)
}

/// Whether a game has this rain, it is paid out, and anything may still be credited; `None`: it has no such rain.
async fn is_unsettled(tx: &mut Tx, game: GameId, rain: &str) -> Result<Option<bool>, StoreError> {
    let row =
        sqlx::query("SELECT settled_ms FROM rains WHERE rain = $1 AND game = $2 AND payout = 1")
            .bind(rain)
            .bind(game.to_string())
            .fetch_optional(&mut **tx)
            .await?;
    let settled = row.map(|row| row.try_get::<Option<i64>, _>("settled_ms")).transpose()?;
    Ok(settled.map(|settled_ms| settled_ms.is_none()))
}

/// Ends a hold; whether there was one.
async fn end(tx: &mut Tx, rain: &str, account: &str) -> Result<bool, StoreError> {
    let done = sqlx::query("DELETE FROM payout_holds WHERE rain = $1 AND account = $2")
        .bind(rain)
        .bind(account)
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected() > 0)
}

impl Sql {
    /// Holds what accounts will catch in a rain that has not opened, each for these reasons.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn hold_before(
        &self,
        rain: RainId,
        flagged: &[(AccountId, Vec<FlagReason>)],
        now_ms: u64,
    ) -> Result<(), StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            for part in flagged.chunks(PART) {
                let sql = format!(
                    "INSERT INTO payout_holds (rain, account, reasons, at_ms) VALUES {}
                     ON CONFLICT DO NOTHING",
                    values(&tx, part.len(), 4)
                );
                let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql));
                for (account, reasons) in part {
                    let insert_one = insert.bind(rain.to_string()).bind(account.to_string());
                    insert = insert_one.bind(written(reasons)).bind(to_db(now_ms));
                }
                insert.execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Begins a transaction that is alone with the payouts of a rain, and whether anything of it may still be
    /// credited; `None`: this game has no such rain that is paid out.
    async fn begin_hold(&self, game: GameId, rain: &str) -> Result<Option<(Tx, bool)>, StoreError> {
        let mut tx = self.write().await?;
        alone(&mut tx).await?;
        let unsettled = is_unsettled(&mut tx, game, rain).await?;
        Ok(unsettled.map(|unsettled| (tx, unsettled)))
    }

    /// Holds what an account has caught or will catch in a rain of a game.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn hold_payouts(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
        now_ms: u64,
    ) -> Result<HoldDone, StoreError> {
        bounded(async {
            let (rain, account) = (rain.to_string(), account.to_string());
            let Some((mut tx, unsettled)) = self.begin_hold(game, &rain).await? else {
                return Ok(HoldDone::NoSuch);
            };
            let way = (PayoutState::Pending, PayoutState::Held);
            let turned = turn(&mut tx, (&rain, &account), way, "").await?;
            let states = states(&mut tx, &rain, &account).await?;
            let held = states.contains(&PayoutState::Held);
            match states.first() {
                Some(state) if !held => return Ok(HoldDone::TooLate(*state)),
                None if !unsettled => return Ok(HoldDone::NoSuch),
                _ => {}
            }
            sqlx::query(
                "INSERT INTO payout_holds (rain, account, reasons, at_ms)
                 VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            )
            .bind(&rain)
            .bind(&account)
            .bind(written(&[]))
            .bind(to_db(now_ms))
            .execute(&mut *tx)
            .await?;
            fail_at!("hold.before_commit");
            tx.commit().await?;
            fail_at!("hold.after_commit");
            Ok(HoldDone::Done(turned))
        })
        .await
    }

    /// Has what is held for an account sent like all else.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn release_payouts(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
    ) -> Result<HoldDone, StoreError> {
        bounded(async {
            let (rain, account) = (rain.to_string(), account.to_string());
            let Some((mut tx, _)) = self.begin_hold(game, &rain).await? else {
                return Ok(HoldDone::NoSuch);
            };
            let way = (PayoutState::Held, PayoutState::Pending);
            let turned = turn(&mut tx, (&rain, &account), way, "").await?;
            if !end(&mut tx, &rain, &account).await? && turned == 0 {
                return Ok(HoldDone::NotHeld);
            }
            fail_at!("release.before_commit");
            tx.commit().await?;
            fail_at!("release.after_commit");
            Ok(HoldDone::Done(turned))
        })
        .await
    }

    /// Has what is held for an account never sent; the money stays the account's balance.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn refuse_payouts(
        &self,
        game: GameId,
        rain: RainId,
        account: AccountId,
    ) -> Result<HoldDone, StoreError> {
        bounded(async {
            let (rain, account) = (rain.to_string(), account.to_string());
            let Some((mut tx, unsettled)) = self.begin_hold(game, &rain).await? else {
                return Ok(HoldDone::NoSuch);
            };
            let way = (PayoutState::Held, PayoutState::Refused);
            let turned = turn(&mut tx, (&rain, &account), way, REFUSED_BY_HOST).await?;
            let was_held = end(&mut tx, &rain, &account).await?;
            if turned == 0 {
                // Nothing is committed: the hold stands.
                let waits = was_held && unsettled;
                return Ok(if waits { HoldDone::NotCredited } else { HoldDone::NotHeld });
            }
            fail_at!("refuse.before_commit");
            tx.commit().await?;
            fail_at!("refuse.after_commit");
            Ok(HoldDone::Done(turned))
        })
        .await
    }
}

/// Holds of the rains of a game with the packets that they hold up, the oldest first, [`MOST_HELD`] at most. Who the
/// accounts are, the ledger does not know.
pub(super) async fn held(tx: &mut Tx, game: &str) -> Result<Vec<(RainId, HeldPayout)>, StoreError> {
    let rows = sqlx::query(
        "SELECT payout_holds.rain, payout_holds.account, payout_holds.reasons, payout_holds.at_ms,
             payouts.packet, payouts.amount
         FROM payout_holds JOIN rains ON rains.rain = payout_holds.rain
         LEFT JOIN entries ON entries.book = payout_holds.rain AND entries.kind = 'settle'
             AND entries.account = payout_holds.account
         LEFT JOIN payouts ON payouts.rain = payout_holds.rain AND payouts.state = $2
             AND (payouts.packet = entries.item OR payouts.account = payout_holds.account)
         WHERE rains.game = $1 AND (payouts.packet IS NOT NULL OR rains.settled_ms IS NULL)
         ORDER BY payout_holds.at_ms, payout_holds.account, payouts.packet LIMIT $3",
    )
    .bind(game)
    .bind(PayoutState::Held.word())
    .bind(MOST_HELD)
    .fetch_all(&mut **tx)
    .await?;
    let read = |row: &AnyRow| {
        let reasons: String = row.try_get("reasons")?;
        let packet = row.try_get::<Option<i64>, _>("packet")?;
        let packet = packet.map(u32::try_from).transpose();
        let held = HeldPayout {
            account: parse(row.try_get("account")?)?,
            nickname: None,
            identity: None,
            packet: packet.map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
            amount: row.try_get::<Option<i64>, _>("amount")?.map(Minor),
            // What another version wrote is held all the same.
            reasons: serde_json::from_str(&reasons).unwrap_or_default(),
            since_ms: from_db(row.try_get("at_ms")?)?,
        };
        Ok((parse(row.try_get("rain")?)?, held))
    };
    Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
}

/// Rows in one statement.
const PART: usize = 200;

/// Most holds of a statement.
const MOST_HELD: i64 = 1000;
