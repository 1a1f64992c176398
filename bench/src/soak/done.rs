//! What was really done, for the report.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How often each kind of fault was done.
#[derive(Debug, Default)]
pub(super) struct Done(Mutex<BTreeMap<&'static str, u64>>);

impl Done {
    pub(super) fn count(&self, name: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default() += 1;
    }

    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
