//! Whose quizzes are, in SQL.

use quizrain_shared::ids::HostId;

use crate::hosts::Sees;
use crate::quiz::owned::seen;
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded};

/// Whether a quiz was made by this account, or by none.
pub(super) async fn is_of(
    tx: &mut Tx,
    id: &str,
    host: Option<HostId>,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("SELECT quiz FROM quizzes WHERE quiz = $1 AND COALESCE(host, '') = $2")
        .bind(id)
        .bind(host.map(|host| host.to_string()).unwrap_or_default())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.is_some())
}

impl Sql {
    pub(in crate::quiz) async fn is_quiz_seen(
        &self,
        id: &str,
        sees: Sees,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let mut sql = "SELECT quiz FROM quizzes WHERE quiz = $1".to_owned();
            if let Some(seen) = seen(sees) {
                sql.push_str(&format!(" AND {seen}"));
            }
            let row =
                sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&self.reader).await?;
            Ok(row.is_some())
        })
        .await
    }

    /// Shares a quiz that an account has made, or takes it back.
    pub(in crate::quiz) async fn share_quiz(
        &self,
        id: &str,
        shared: bool,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE quizzes SET shared = $2 WHERE quiz = $1 AND host IS NOT NULL")
                .bind(id)
                .bind(i64::from(shared))
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    pub(in crate::quiz) async fn leave_quizzes_to_team(
        &self,
        host: HostId,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query("UPDATE quizzes SET host = NULL, shared = 1 WHERE host = $1")
                .bind(host.to_string())
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }
}
