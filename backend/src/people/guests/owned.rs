//! Whose a guest list is: the host's who made it, or the team's. Guests are personal data, so nobody shares them with
//! the team by a slip; owners see all.

use quizrain_shared::ids::{GuestListId, HostId};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::Guests;
use crate::hosts::Sees;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, parse};

/// What a statement that reads `guest_lists` says behind its other conditions, so that it finds what somebody sees. Ids
/// are hex digits alone.
pub(super) fn and_seen(sees: Sees) -> String {
    match sees {
        Sees::All => String::new(),
        Sees::Teams => " AND guest_lists.host IS NULL".to_owned(),
        Sees::Own(host) => {
            format!(" AND (guest_lists.host IS NULL OR guest_lists.host = '{host}')")
        }
        Sees::Given(_) => " AND 1 = 0".to_owned(),
    }
}

impl Guests {
    /// Whether somebody sees a list; none that is not there.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_seen(&self, list: GuestListId, sees: Sees) -> Result<bool, StoreError> {
        Ok(self.sql.host_of_list(list, sees).await?.is_some())
    }

    /// Whose account made a list; `None`: nobody's, or there is none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn host_of(&self, list: GuestListId) -> Result<Option<HostId>, StoreError> {
        Ok(self.sql.host_of_list(list, Sees::All).await?.flatten())
    }

    /// Leaves to the team what was an account's that is no more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn leave_to_team(&self, host: HostId) -> Result<(), StoreError> {
        self.sql.leave_lists_to_team(host).await
    }
}

impl Sql {
    /// Whose a list is that somebody sees; `None`: they see none of this id.
    async fn host_of_list(
        &self,
        list: GuestListId,
        sees: Sees,
    ) -> Result<Option<Option<HostId>>, StoreError> {
        bounded(async {
            let sql = format!("SELECT host FROM guest_lists WHERE list = $1{}", and_seen(sees));
            let row = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(list.to_string())
                .fetch_optional(&self.reader)
                .await?;
            let host = |row: AnyRow| row.try_get::<Option<&str>, _>("host")?.map(parse).transpose();
            Ok(row.map(host).transpose()?)
        })
        .await
    }

    async fn leave_lists_to_team(&self, host: HostId) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE guest_lists SET host = NULL WHERE host = $1")
                .bind(host.to_string())
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }
}
