//! What the audit found, for people and for programs.

use std::fmt::{self, Write};

use serde::Serialize;

/// Violations of one invariant that are named one by one; of more, only the number is told.
const NAMED: usize = 1000;

/// What must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Invariant {
    /// The packets are the pot: sum, bounds, numbers, and what players were shown a hash of.
    I1,
    /// Claimed, left and expired are the pot, in money and in count.
    I2,
    /// One packet to an account, one account to a packet.
    I3,
    /// Every entry has the two sides, the amount and the currency that its kind implies; caches
    /// of sums are those sums.
    I4,
    /// Every claim is settled once or a dead letter, and none is both.
    I5,
    /// What was paid out is what was settled, key by key.
    I6,
    /// A settled rain has nothing left in its pot.
    I7,
    /// Entries are only ever added: the chain holds, and a correction refers to what it corrects.
    I8,
    /// Times follow each other.
    I9,
    /// Servers can read every game and every rain that they still have to do with.
    I10,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Something that must not be.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    /// What is violated.
    pub invariant: Invariant,
    /// The rain, or `sponsor` for the book of deposits; nothing where it concerns all of them.
    pub rain: Option<String>,
    /// Which row: the table and what names it there.
    pub row: String,
    /// What is wrong with it: what was expected, what was found.
    pub message: String,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Everything was checked, and is as it must be.
    Clean,
    /// Something is not as it must be.
    Violations,
    /// Nothing wrong was found, but not everything could be checked.
    Unchecked,
}

impl Status {
    /// The exit code of the program.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Violations => 1,
            Self::Unchecked => 2,
        }
    }
}

/// How the receiver's statement compares with our payouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Matching {
    /// Keys that both have, with the same amount and outcome.
    pub matched: u64,
    /// Keys that we have confirmed and the receiver does not have.
    pub ours_only: u64,
    /// Keys that the receiver has and we do not.
    pub theirs_only: u64,
    /// Keys with another amount or another outcome.
    pub different: u64,
}

/// What the audit found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Rains that were read.
    pub rains: u64,
    /// Settled claims that were read.
    pub claims: u64,
    /// What must not be, the first so many of each invariant.
    pub violations: Vec<Violation>,
    /// How many more there are that are not named.
    pub omitted: u64,
    /// What could not be checked, and why.
    pub unchecked: Vec<String>,
    /// Claims that wait for the ledger, which is no violation while their rain is not settled.
    pub pending: u64,
    /// Claims that were refuted: they contradict what the ledger has, hold no packet, and nothing
    /// waits for them.
    pub refuted: u64,
    /// Claims that players were told are void: a server of Redis lost them.
    pub voids: u64,
    /// The receiver's statement, where there was one.
    pub statement: Option<Matching>,
    /// How long it took.
    pub seconds: f64,
    /// A line for each rain.
    pub lines: Vec<String>,
    named: [usize; 10],
}

#[derive(Serialize)]
struct Json<'a> {
    status: Status,
    rains: u64,
    claims: u64,
    violations: &'a [Violation],
    omitted: u64,
    unchecked: &'a [String],
    pending: u64,
    refuted: u64,
    voids: u64,
    statement: Option<Matching>,
    seconds: f64,
}

impl Report {
    /// Nothing could be checked.
    #[must_use]
    pub fn of_nothing(why: String) -> Self {
        Self { unchecked: vec![why], ..Self::default() }
    }

    /// Notes something that must not be.
    pub(super) fn violation(
        &mut self,
        invariant: Invariant,
        rain: Option<&str>,
        row: impl Into<String>,
        message: impl Into<String>,
    ) {
        let named = &mut self.named[invariant as usize];
        *named += 1;
        if *named > NAMED {
            self.omitted += 1;
            return;
        }
        self.violations.push(Violation {
            invariant,
            rain: rain.map(str::to_owned),
            row: row.into(),
            message: message.into(),
        });
    }

    /// Notes something that could not be checked.
    pub(super) fn unchecked(&mut self, what: impl Into<String>) {
        self.unchecked.push(what.into());
    }

    /// How it ended.
    #[must_use]
    pub fn status(&self) -> Status {
        if !self.violations.is_empty() {
            Status::Violations
        } else if !self.unchecked.is_empty() {
            Status::Unchecked
        } else {
            Status::Clean
        }
    }

    /// One line of JSON.
    ///
    /// # Errors
    /// It cannot be written, which does not happen.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Json {
            status: self.status(),
            rains: self.rains,
            claims: self.claims,
            violations: &self.violations,
            omitted: self.omitted,
            unchecked: &self.unchecked,
            pending: self.pending,
            refuted: self.refuted,
            voids: self.voids,
            statement: self.statement,
            seconds: self.seconds,
        })
    }

    /// Text for a terminal: what is wrong, what could not be checked, and a summary.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        // Writing to a string cannot fail.
        for found in &self.violations {
            let rain = match found.rain.as_deref() {
                None => String::new(),
                Some(book @ "sponsor") => format!("{book}, "),
                Some(rain) => format!("rain {}, ", Plain(rain)),
            };
            let (row, message) = (Plain(&found.row), Plain(&found.message));
            let _ = writeln!(text, "{}  {rain}{row}: {message}", found.invariant);
        }
        if self.omitted > 0 {
            let _ = writeln!(text, "and {} more", self.omitted);
        }
        for what in &self.unchecked {
            let _ = writeln!(text, "not checked: {}", Plain(what));
        }
        if let Some(matching) = self.statement {
            let Matching { matched, ours_only, theirs_only, different } = matching;
            let _ = writeln!(
                text,
                "statement: {matched} matched, {ours_only} ours only, {theirs_only} theirs only, {different} differ"
            );
        }
        let status = match self.status() {
            Status::Clean => "clean",
            Status::Violations => "VIOLATIONS",
            Status::Unchecked => "NOT ALL CHECKED",
        };
        let found = self.violations.len() as u64 + self.omitted;
        let _ = writeln!(
            text,
            "{status}: {} rains, {} claims settled, {} pending, {} refuted, {} void, {found} violations ({:.1} s)",
            self.rains, self.claims, self.pending, self.refuted, self.voids, self.seconds
        );
        text
    }
}

/// Text that came from a store, without what a terminal would obey.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| f.write_char(if c.is_control() { '\u{fffd}' } else { c }))
    }
}
