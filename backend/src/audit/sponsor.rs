//! The book of what the sponsor paid in, and what the sponsor has left according to all books.

use std::collections::{BTreeMap, HashMap};

use super::chain::ChainCheck;
use super::line::Line;
use super::report::{Invariant, Report};
use crate::ledger::{Kind, SPONSOR_BOOK};

/// The sponsor's book while it is being read.
#[derive(Default)]
pub(super) struct SponsorBook {
    pub(super) chain: ChainCheck,
    deposits: HashMap<i64, i64>,
    reversed: HashMap<i64, i64>,
    last: (bool, i64),
}

impl SponsorBook {
    /// Takes the next entry. `None`: it cannot be read.
    pub(super) fn entry<'l>(&mut self, text: &'l str, report: &mut Report) -> Option<Line<'l>> {
        let (link, line) = text.split_once(' ').unwrap_or((text, ""));
        let chained =
            link.parse().is_ok_and(|link| self.chain.entry(SPONSOR_BOOK, link, line, report));
        let mut wrong = |invariant, row: String, message: String| {
            report.violation(invariant, Some(SPONSOR_BOOK), row, message);
        };
        let Some(entry) = Line::parse(line) else {
            wrong(Invariant::I8, format!("entries {line}"), "cannot be read".to_owned());
            return None;
        };
        if !chained {
            let message = format!("belongs to link {link}, which is not there");
            wrong(Invariant::I8, entry.row(), message);
        }
        match entry.check(SPONSOR_BOOK, None, report) {
            Some((Kind::Deposit, reverses)) => {
                if self.last == (reverses, entry.item) && entry.item != 0 {
                    let row = entry.row();
                    report.violation(Invariant::I8, Some(SPONSOR_BOOK), row, "is there twice");
                }
                self.last = (reverses, entry.item);
                let of = if reverses { &mut self.reversed } else { &mut self.deposits };
                of.insert(entry.item, entry.amount);
            }
            Some(_) => {
                let message = "does not belong into the sponsor's book";
                report.violation(Invariant::I4, Some(SPONSOR_BOOK), entry.row(), message);
            }
            None => {}
        }
        Some(entry)
    }

    /// Says what the book is as a whole.
    pub(super) fn finish(&mut self, report: &mut Report) {
        // Without deposits there is no such book.
        if self.chain.len() > 0 || self.chain.has_head() {
            self.chain.finish(SPONSOR_BOOK, report);
        }
        for (item, amount) in &self.reversed {
            if self.deposits.get(item) != Some(amount) {
                let row = format!("entries reverse.deposit {item}");
                let message = format!("takes back {amount} that were not paid in so");
                report.violation(Invariant::I8, Some(SPONSOR_BOOK), row, message);
            }
        }
    }
}

/// What the sponsor has by what all entries say, in each currency.
#[derive(Default)]
pub(super) struct Balances(BTreeMap<String, i128>);

impl Balances {
    /// Counts an entry.
    pub(super) fn count(&mut self, entry: &Line<'_>) {
        let place = super::line::ACCOUNTS.iter().position(|account| *account == "sponsor");
        let (debit, credit) = entry.sides();
        for (side, sign) in [(debit, -1), (credit, 1)] {
            if side.is_some() && side == place {
                if !self.0.contains_key(entry.currency) {
                    self.0.insert(entry.currency.to_owned(), 0);
                }
                if let Some(balance) = self.0.get_mut(entry.currency) {
                    *balance += sign * i128::from(entry.amount);
                }
            }
        }
    }

    /// Compares with what is noted.
    pub(super) fn compare(mut self, noted: Vec<(String, Option<i64>)>, report: &mut Report) {
        for (currency, noted) in noted {
            let found = self.0.remove(&currency).unwrap_or(0);
            match noted {
                Some(noted) => wrong(&currency, found, i128::from(noted), report),
                None => {
                    let message = format!("is no whole number, the entries say {found}");
                    let row = format!("sponsors {currency}");
                    report.violation(Invariant::I4, None, row, message);
                }
            }
        }
        for (currency, found) in self.0 {
            wrong(&currency, found, 0, report);
        }
    }
}

fn wrong(currency: &str, found: i128, noted: i128, report: &mut Report) {
    if found != noted {
        let message = format!("says {noted}, the entries say {found}");
        report.violation(Invariant::I4, None, format!("sponsors {currency}"), message);
    }
}
