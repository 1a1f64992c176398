//! The ledger: double entry, append only, one hash chain per book.
//!
//! An entry moves an amount from one ledger account to another and is never changed: a correction
//! is a new entry with the sides swapped. Every entry is written by [`post`], which also adds a
//! link to the book's chain, so that a changed, lost or added row shows. Use cases are in the other
//! files: what the sponsor pays in and a pot is funded with ([`fund`]), claims ([`settle`]), what
//! nobody caught ([`close`]), corrections ([`correct`]), what becomes another account's ([`heirs`]).

mod caught;
mod chain;
mod claim;
mod close;
mod correct;
mod credits;
mod dead;
mod fund;
mod generation;
mod generations;
mod heirs;
mod holdings;
mod holds;
mod packets;
mod post;
mod rain_row;
mod registry;
mod settle;
mod statement;
mod voids;

use quizrain_shared::api::{PayoutState, UnknownWord};
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::sql::{from_db, parse, to_db};

pub use caught::{Caught, PacketPlace};
pub use chain::{Chain, FIRST};
pub use claim::{Claim, Packet};
pub use close::Finished;
pub use correct::Corrected;
pub use credits::ClaimState;
pub use dead::DeadLetter;
pub use fund::{Credit, Deposited, Sealed};
pub use generation::Generation;
pub use generations::Newest;
pub use heirs::Inherited;
pub(crate) use heirs::follow_heirs;
pub use holdings::{Disposition, Holding, UnsettledRain};
pub use holds::HoldDone;
pub(crate) use post::post;
pub(crate) use rain_row::{COLUMNS as RAIN_COLUMNS, parse_rain, shards_from};
pub use rain_row::{RainRow, ReceiptKey};
pub use registry::RainEnd;
pub use settle::Settled;
pub use statement::RainBook;

/// Stands where an entry concerns a whole rain and not one packet.
pub const WHOLE_RAIN: i64 = -1;

/// The book of what the sponsor paid in; every other book is a rain's id.
pub const SPONSOR_BOOK: &str = "sponsor";

/// A book: a rain's, or the sponsor's.
#[must_use]
fn book_of(rain: RainId) -> String {
    rain.to_string()
}

/// Why money moves; from where and to where follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The sponsor paid in.
    Deposit,
    /// The pot of a rain is funded.
    Fund,
    /// A claim is settled: the packet is the player's.
    Settle,
    /// Nobody caught it.
    Expire,
    /// What nobody caught is the sponsor's again.
    Return,
    /// A player's packet is on its way to the host's own balance system.
    Pay,
    /// The host's own balance system has it.
    Paid,
    /// The host's own balance system refused it: it is the player's again.
    Unpay,
    /// A packet leaves the account of a browser that has an heir.
    Leave,
    /// It is the heir's.
    Inherit,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Deposit,
        Self::Fund,
        Self::Settle,
        Self::Expire,
        Self::Return,
        Self::Pay,
        Self::Paid,
        Self::Unpay,
        Self::Leave,
        Self::Inherit,
    ];

    /// As the database has it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Fund => "fund",
            Self::Settle => "settle",
            Self::Expire => "expire",
            Self::Return => "return",
            Self::Pay => "pay",
            Self::Paid => "paid",
            Self::Unpay => "unpay",
            Self::Leave => "leave",
            Self::Inherit => "inherit",
        }
    }

    /// The ledger accounts that it moves money between: from, to.
    #[must_use]
    pub fn sides(self) -> (&'static str, &'static str) {
        match self {
            Self::Deposit => ("bank", "sponsor"),
            Self::Fund => ("sponsor", "pot"),
            Self::Settle => ("pot", "player"),
            Self::Expire => ("pot", "refund"),
            Self::Return => ("refund", "sponsor"),
            Self::Pay => ("player", "payout"),
            Self::Paid => ("payout", "bank"),
            Self::Unpay => ("payout", "player"),
            Self::Leave => ("player", "moved"),
            Self::Inherit => ("moved", "player"),
        }
    }
}

/// The word before the kind of an entry that takes another one back.
pub const REVERSE: &str = "reverse.";

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Why.
    pub kind: Kind,
    /// Whether it takes back an earlier entry of this kind.
    pub reverses: bool,
    /// The packet, [`WHOLE_RAIN`], or the number of the deposit.
    pub item: i64,
    /// Whose, where one side is a player.
    pub account: Option<AccountId>,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// When the packet was caught, in ms of Redis time; for settlements.
    pub caught_ms: Option<u64>,
    /// When it was written, in ms of Redis time.
    pub at_ms: u64,
}

impl Entry {
    /// The kind as the database has it.
    #[must_use]
    pub fn word(&self) -> String {
        let reverse = if self.reverses { REVERSE } else { "" };
        format!("{reverse}{}", self.kind.word())
    }

    /// From where to where.
    #[must_use]
    pub fn sides(&self) -> (&'static str, &'static str) {
        let (debit, credit) = self.kind.sides();
        if self.reverses { (credit, debit) } else { (debit, credit) }
    }

    /// Reads a row with the columns [`COLUMNS`]. Its debit and credit are not looked at: they
    /// follow from the kind, and the audit compares them.
    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let word: &str = row.try_get("kind")?;
        let (word, reverses) =
            word.strip_prefix(REVERSE).map_or((word, false), |rest| (rest, true));
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        let account: Option<String> = row.try_get("account")?;
        Ok(Self {
            kind: kind.ok_or_else(|| sqlx::Error::Decode("an unknown kind of entry".into()))?,
            reverses,
            item: row.try_get("item")?,
            account: account.as_deref().map(parse).transpose()?,
            amount: Minor(row.try_get("amount")?),
            currency: parse(row.try_get("currency")?)?,
            caught_ms: row.try_get::<Option<i64>, _>("caught_ms")?.map(from_db).transpose()?,
            at_ms: from_db(row.try_get("at_ms")?)?,
        })
    }
}

/// The columns that [`Entry::read`] reads.
const COLUMNS: &str = "kind, item, account, amount, currency, caught_ms, at_ms";

/// The state of a payout where there is one. Of one that this version does not know nobody can say
/// whether it was paid: it holds up nothing else, and the audit names it.
fn payout_state(row: &AnyRow) -> Result<Option<PayoutState>, sqlx::Error> {
    let word: Option<&str> = row.try_get("state")?;
    Ok(word.map(|word| {
        word.parse().unwrap_or_else(|error: UnknownWord| {
            tracing::error!(%error, "a payout cannot be read; it is shown as unknown");
            PayoutState::Unknown
        })
    }))
}
