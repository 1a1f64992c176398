//! One entry, as its line in the hash of its link has it, and what can be said about it alone.

use quizrain_shared::ids::AccountId;

use super::report::{Invariant, Report};
use crate::ledger::{Kind, REVERSE};

/// The ledger's accounts.
pub(super) const ACCOUNTS: [&str; 7] =
    ["bank", "sponsor", "pot", "player", "refund", "payout", "moved"];

/// An entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) word: &'a str,
    pub(super) item: i64,
    debit: &'a str,
    credit: &'a str,
    pub(super) account: Option<&'a str>,
    pub(super) amount: i64,
    pub(super) currency: &'a str,
    pub(super) caught_ms: Option<i64>,
    pub(super) at_ms: i64,
}

/// `-` stands for nothing.
fn optional(text: &str) -> Option<&str> {
    (text != "-").then_some(text)
}

impl<'a> Line<'a> {
    /// Reads `<kind> <item> <debit> <credit> <account or -> <amount> <currency> <caught ms or ->
    /// <at ms>`. `None`: a column has not the type it must have.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let mut columns = line.split(' ');
        let line = Self {
            word: columns.next()?,
            item: columns.next()?.parse().ok()?,
            debit: columns.next()?,
            credit: columns.next()?,
            account: optional(columns.next()?),
            amount: columns.next()?.parse().ok()?,
            currency: columns.next()?,
            caught_ms: match optional(columns.next()?) {
                Some(text) => Some(text.parse().ok()?),
                None => None,
            },
            at_ms: columns.next()?.parse().ok()?,
        };
        columns.next().is_none().then_some(line)
    }

    /// How the row is named in a report.
    pub(super) fn row(&self) -> String {
        format!("entries {} {}", self.word, self.item)
    }

    /// Its kind, and whether it takes back an entry of that kind. `None`: an unknown one.
    pub(super) fn kind(&self) -> Option<(Kind, bool)> {
        let (word, reverses) =
            self.word.strip_prefix(REVERSE).map_or((self.word, false), |word| (word, true));
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word)?;
        Some((kind, reverses))
    }

    /// The places of both sides in [`ACCOUNTS`], by what the row says and not by its kind.
    pub(super) fn sides(&self) -> (Option<usize>, Option<usize>) {
        let place = |side| ACCOUNTS.iter().position(|account| *account == side);
        (place(self.debit), place(self.credit))
    }

    /// Checks what needs no other row: the kind is known, and the sides, the account, the amount
    /// and the currency are as it implies. The kind, if it is known.
    pub(super) fn check(
        &self,
        book: &str,
        currency: Option<&str>,
        report: &mut Report,
    ) -> Option<(Kind, bool)> {
        let mut wrong = |invariant, message| {
            report.violation(invariant, Some(book), self.row(), message);
        };
        let Some((kind, reverses)) = self.kind() else {
            wrong(Invariant::I8, "an unknown kind of entry".to_owned());
            return None;
        };
        let (from, to) = kind.sides();
        let (debit, credit) = if reverses { (to, from) } else { (from, to) };
        if (self.debit, self.credit) != (debit, credit) {
            let found = format!("{} to {}", self.debit, self.credit);
            wrong(Invariant::I4, format!("goes from {found}, expected {debit} to {credit}"));
        }
        let player = from == "player" || to == "player";
        // What is paid out may name whose it was all the way.
        if player != self.account.is_some() && kind != Kind::Paid {
            let found = self.account.unwrap_or("no account");
            let expected = if player { "an account" } else { "no account" };
            wrong(Invariant::I4, format!("has {found}, expected {expected}"));
        } else if self.account.is_some_and(|account| account.parse::<AccountId>().is_err()) {
            wrong(Invariant::I4, "its account is not an account id".to_owned());
        }
        if self.amount < 1 {
            wrong(Invariant::I4, format!("moves {}, expected 1 at least", self.amount));
        }
        if let Some(currency) = currency.filter(|currency| *currency != self.currency) {
            wrong(Invariant::I4, format!("is in {}, expected {currency}", self.currency));
        }
        Some((kind, reverses))
    }
}
