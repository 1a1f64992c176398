//! What tables of deliveries have in common: a state, when a delivery is due, was first sent and was
//! changed last.
//!
//! All that is told by the database's clock, which all servers share. Where that clock goes back,
//! what it noted before lies in the future: such deliveries are due at once.

use std::collections::HashMap;
use std::time::Duration;

use quizrain_shared::api::PayoutState;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, ms, one_of, read_word};

/// What was noted further ahead of the database's clock than this was noted before the clock went
/// back.
const AHEAD: Duration = Duration::from_secs(60);

/// Makes deliveries due at once that were sent or changed in the future: the database's clock has
/// gone back since, and they would wait until it is there again; how many. One that is on its way at
/// this moment may be taken a second time.
///
/// # Errors
/// The database failed; doing it again is harmless.
pub(crate) async fn recall(sql: &Sql, table: &'static str) -> Result<u64, StoreError> {
    bounded(async {
        let now = sql.dialect.now_ms();
        let open = one_of("state", &PayoutState::OPEN);
        let ahead = format!("{open} AND (changed_ms > {now} + $1 OR sent_ms > {now} + $1)");
        // Read first: there are none as a rule, and who writes keeps others from writing.
        let text = format!("SELECT 1 FROM {table} WHERE {ahead} LIMIT 1");
        let any = sqlx::query(sqlx::AssertSqlSafe(text)).bind(ms(AHEAD));
        if any.fetch_optional(&sql.reader).await?.is_none() {
            return Ok(0);
        }
        let text = format!(
            "UPDATE {table} SET due_ms = {now}, changed_ms = {now},
                 sent_ms = CASE WHEN sent_ms > {now} THEN {now} ELSE sent_ms END
             WHERE {ahead}"
        );
        let recalled = sqlx::query(sqlx::AssertSqlSafe(text)).bind(ms(AHEAD));
        Ok(recalled.execute(&sql.writer).await?.rows_affected())
    })
    .await
}

/// Deliveries without a final answer by state; a state without any is missing.
///
/// # Errors
/// The database failed.
pub(crate) async fn unfinished(
    sql: &Sql,
    table: &'static str,
) -> Result<HashMap<PayoutState, u64>, StoreError> {
    bounded(async {
        let text = format!(
            "SELECT state, COUNT(*) AS deliveries FROM {table} WHERE {} GROUP BY state",
            one_of("state", &PayoutState::UNFINISHED)
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text)).fetch_all(&sql.reader).await?;
        let count = |row: &AnyRow| {
            Ok((read_word(row, table, "state")?, from_db(row.try_get("deliveries")?)?))
        };
        Ok(rows.iter().map(count).collect::<Result<_, sqlx::Error>>()?)
    })
    .await
}
