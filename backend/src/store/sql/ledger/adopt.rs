//! Chains for books of an earlier version, which had none: all that is there becomes link 1.

use sqlx::Row;

use super::post::{lock, seal};
use super::{COLUMNS, Entry};
use crate::store::StoreError;
use crate::store::sql::Sql;

impl Sql {
    /// Gives every book without a chain its first link. Called when the database is opened, after
    /// its tables were brought up to date.
    pub(in crate::store::sql) async fn adopt_books(&self) -> Result<(), StoreError> {
        let books = sqlx::query(
            "SELECT book FROM books WHERE link = 0
                 AND EXISTS (SELECT 1 FROM entries WHERE entries.book = books.book)",
        )
        .fetch_all(&self.pool)
        .await?;
        for row in books {
            let book: String = row.try_get("book")?;
            let mut tx = self.write().await?;
            let head = lock(&mut tx, &book).await?;
            let sql = format!("SELECT {COLUMNS} FROM entries WHERE book = $1 AND link = $2");
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(&book)
                .bind(head.next())
                .fetch_all(&mut *tx)
                .await?;
            let mut entries =
                rows.iter().map(Entry::read).collect::<Result<Vec<_>, sqlx::Error>>()?;
            let newest = entries.iter().map(|entry| entry.at_ms).max().unwrap_or(0);
            seal(&mut tx, head, &mut entries, newest).await?;
            tx.commit().await?;
            tracing::info!(book, entries = entries.len(), "a book got its chain");
        }
        Ok(())
    }
}
