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

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::ledger::Entry;

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

    /// Adds a row as its line stands above, without the line feed; in the documented order.
    pub fn add_line(&mut self, line: &str) {
        self.hash.update(line);
        self.hash.update("\n");
    }

    /// Adds an entry, in the documented order.
    pub(crate) fn add_entry(&mut self, word: &str, entry: &Entry) {
        let line = &mut self.line;
        line.clear();
        let (debit, credit) = entry.sides();
        // Writing to a string cannot fail.
        let _ = write!(line, "{word} {} {debit} {credit} ", entry.item);
        let _ = match &entry.account {
            Some(account) => write!(line, "{account}"),
            None => write!(line, "-"),
        };
        let _ = write!(line, " {} {} ", entry.amount, entry.currency.code());
        let _ = match entry.caught_ms {
            Some(caught_ms) => write!(line, "{}", crate::ledger::to_db(caught_ms)),
            None => write!(line, "-"),
        };
        let _ = writeln!(line, " {}", crate::ledger::to_db(entry.at_ms));
        self.hash.update(line.as_bytes());
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
