//! Which sign-ins at a provider are used up, in SQL, beside the tokens that are.

use crate::people::Device;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, to_db};

impl Sql {
    /// Uses a sign-in up; whether nobody had.
    ///
    /// # Errors
    /// The database failed: it may be used up.
    pub(super) async fn use_up(
        &self,
        used: &str,
        until: u64,
        device: Device,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let written = sqlx::query(
                "INSERT INTO used_sign_ins (sign_in, token_hash, until_ms) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
            )
            .bind(used)
            .bind(device.to_string())
            // It is refused as too late from then on; clocks of servers differ a little.
            .bind(to_db(until.saturating_add(60).saturating_mul(1000)))
            .execute(&self.writer)
            .await?;
            Ok(written.rows_affected() == 1)
        })
        .await
    }
}
