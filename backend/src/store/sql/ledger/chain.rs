//! The hash of a link: what makes it evident that a row was changed, lost or added.
//!
//! SHA-256, as lower-case hex, over UTF-8 text, each line ended by a line feed; the entries of the
//! link in the order of kind (bytewise) and item:
//!
//! ```text
//! quizrain.v1.link
//! <book> <link> <hash of the link before, 64 zeros for the first>
//! <kind> <item> <debit> <credit> <account or -> <amount> <currency> <caught ms or -> <at ms>
//! …
//! ```
//!
//! It is evidence for whoever noted a hash elsewhere: who can write to the whole database can also
//! write a whole new chain.

use std::fmt::{Display, Write};

use sha2::{Digest, Sha256};

use super::Entry;

/// What stands for the hash before the first link.
pub const FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The hash of one link, row by row.
#[derive(Clone, Debug)]
pub struct Chain {
    hash: Sha256,
    line: String,
}

impl Chain {
    /// Begins a link after the hash of the one before.
    #[must_use]
    pub fn begin(book: &str, link: i64, before: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(format!("quizrain.v1.link\n{book} {link} {before}\n"));
        Self { hash, line: String::new() }
    }

    /// Adds a row, in the documented order.
    #[expect(clippy::too_many_arguments, reason = "they are the columns of a row")]
    pub fn add(
        &mut self,
        kind: &str,
        item: i64,
        (debit, credit): (&str, &str),
        account: Option<&dyn Display>,
        amount: i64,
        currency: &str,
        caught_ms: Option<i64>,
        at_ms: i64,
    ) {
        let line = &mut self.line;
        line.clear();
        // Writing to a string cannot fail.
        let _ = write!(line, "{kind} {item} {debit} {credit} ");
        let _ = write!(line, "{}", account.unwrap_or(&"-"));
        let _ = write!(line, " {amount} {currency} ");
        let _ = match caught_ms {
            Some(caught_ms) => write!(line, "{caught_ms}"),
            None => write!(line, "-"),
        };
        let _ = writeln!(line, " {at_ms}");
        self.hash.update(line.as_bytes());
    }

    /// Adds an entry, in the documented order.
    pub(super) fn add_entry(&mut self, word: &str, entry: &Entry) {
        self.add(
            word,
            entry.item,
            entry.sides(),
            entry.account.as_ref().map(|account| account as &dyn Display),
            entry.amount.0,
            entry.currency.code(),
            entry.caught_ms.map(super::to_db),
            super::to_db(entry.at_ms),
        );
    }

    /// The hash of the link.
    #[must_use]
    pub fn end(self) -> String {
        hex::encode(self.hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::AccountId;
    use quizrain_shared::money::Minor;

    use super::super::Kind;
    use super::*;

    #[test]
    fn a_link_is_the_hash_of_the_documented_text() {
        let text = format!(
            "quizrain.v1.link\nabababababababab 2 {FIRST}\n\
             settle 7 pot player {} 88 CNY 5 9\nreturn -1 refund sponsor - 12 CNY - 9\n",
            "cd".repeat(16),
        );
        let entry = |kind, item, account, amount, caught_ms| Entry {
            kind,
            reverses: false,
            item,
            account,
            amount: Minor(amount),
            currency: "CNY".parse().unwrap(),
            caught_ms,
            at_ms: 9,
        };
        let mut chain = Chain::begin("abababababababab", 2, FIRST);
        let account = Some(AccountId([0xcd; 16]));
        chain.add_entry("settle", &entry(Kind::Settle, 7, account, 88, Some(5)));
        chain.add_entry("return", &entry(Kind::Return, -1, None, 12, None));
        assert_eq!(chain.end(), hex::encode(Sha256::digest(text)));
    }
}
