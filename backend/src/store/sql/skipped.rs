//! Rows of a list that cannot be read: they hold up none of the others.
//!
//! Lists of games and rains are what workers live by. A row that somebody else changed, or that a
//! newer version wrote, is left out, logged when it is first met, and counted in the metrics until
//! it can be read again; the audit names it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::metrics::METRICS;

/// What is left out of each list now, by the names of its rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skipped(Arc<Mutex<HashMap<&'static str, HashSet<String>>>>);

impl Skipped {
    /// The rows of a list that can be read. Its first column names each row.
    pub(crate) fn read<T>(
        &self,
        list: &'static str,
        rows: &[AnyRow],
        read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
    ) -> Vec<T> {
        self.sift(list, rows.iter().map(|row| (name(row), read(row))))
    }

    /// The same for what was read already.
    pub(crate) fn sift<T>(
        &self,
        list: &'static str,
        rows: impl IntoIterator<Item = (String, Result<T, sqlx::Error>)>,
    ) -> Vec<T> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = lists.remove(list).unwrap_or_default();
        let mut now = HashSet::new();
        let mut readable = Vec::new();
        for (name, row) in rows {
            match row {
                Ok(row) => readable.push(row),
                Err(error) => {
                    if !before.contains(&name) {
                        tracing::error!(list, row = name, %error, "failed to read a row; skipped");
                    }
                    now.insert(name);
                }
            }
        }
        METRICS.unreadable_rows(list).set(i64::try_from(now.len()).unwrap_or(i64::MAX));
        if !now.is_empty() {
            lists.insert(list, now);
        }
        readable
    }
}

/// The name of a row: its first column.
pub(crate) fn name(row: &AnyRow) -> String {
    row.try_get(0).unwrap_or_else(|_| "without a name".to_owned())
}
