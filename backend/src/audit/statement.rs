//! The receiver's own list of what it paid, held against our payouts key by key.
//!
//! A CSV file with a first line that names the columns: `key`, `amount_minor` and `state`
//! (`confirmed` or `refused`) in any order, others are ignored. What does not match is a case for
//! people; nothing is ever paid because of it.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use quizrain_shared::api::PayoutState;
use serde::Deserialize;

use super::report::{Invariant, Matching, Report};

#[derive(Deserialize)]
struct Row {
    key: String,
    amount_minor: i64,
    state: String,
}

/// What the receiver says of one key.
struct Theirs {
    amount: i64,
    state: PayoutState,
    seen: bool,
}

/// The receiver's list.
pub(super) struct Statement {
    rows: HashMap<String, Theirs>,
    matching: Matching,
}

impl Statement {
    /// Reads a file; of one rain alone where that is asked for.
    pub(super) fn read(path: &Path, rain: Option<&str>) -> anyhow::Result<Self> {
        let context = || format!("cannot read the statement {}", path.display());
        let mut file = csv::Reader::from_path(path).with_context(context)?;
        let only = rain.map(|rain| format!("qr1-{rain}-"));
        let mut rows = HashMap::new();
        for row in file.deserialize() {
            let row: Row = row.with_context(context)?;
            if only.as_ref().is_some_and(|only| !row.key.starts_with(only)) {
                continue;
            }
            let state = row.state.parse().ok().filter(|state| PayoutState::FINAL.contains(state));
            let Some(state) = state else {
                let [done, refused] = PayoutState::FINAL;
                bail!("{}: {} is {}, expected {done} or {refused}", context(), row.key, row.state);
            };
            let theirs = Theirs { amount: row.amount_minor, state, seen: false };
            let twice = rows.insert(row.key.clone(), theirs).is_some();
            ensure!(!twice, "{}: {} is there twice", context(), row.key);
        }
        Ok(Self { rows, matching: Matching::default() })
    }

    /// Compares one of our payouts; what is wrong with it, if anything.
    pub(super) fn compare(&mut self, key: &str, amount: i64, state: &str) -> Option<String> {
        let Some(theirs) = self.rows.get_mut(key) else {
            if state != PayoutState::Confirmed.word() {
                return None;
            }
            self.matching.ours_only += 1;
            return Some("is confirmed, and the receiver does not have it".to_owned());
        };
        theirs.seen = true;
        if theirs.amount != amount {
            self.matching.different += 1;
            return Some(format!("pays {amount}, the receiver has {}", theirs.amount));
        }
        if theirs.state.word() != state {
            self.matching.different += 1;
            return Some(format!("is {state}, the receiver has {}", theirs.state));
        }
        self.matching.matched += 1;
        None
    }

    /// Says which keys are only theirs.
    pub(super) fn finish(mut self, report: &mut Report) {
        let mut theirs: Vec<_> = self.rows.iter().filter(|(_, row)| !row.seen).collect();
        theirs.sort_unstable_by_key(|(key, _)| *key);
        for (key, row) in theirs {
            self.matching.theirs_only += 1;
            let message = format!("the receiver has it with {}, and we do not", row.amount);
            report.violation(Invariant::I6, None, format!("payouts {key}"), message);
        }
        report.statement = Some(self.matching);
    }
}
