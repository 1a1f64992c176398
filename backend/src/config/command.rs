//! What the program does instead of serving.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Subcommand;
use quizrain_shared::ids::{AccountId, GameId, Pin, RainId};
use quizrain_shared::money::Currency;

/// What to do instead of serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add quizzes to the library: files of ours and of other programs, known by their content.
    Import {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Read them and say what would come, and change nothing.
        #[arg(long)]
        dry_run: bool,
        /// Print a line of JSON for each file.
        #[arg(long)]
        json: bool,
        /// What texts that are not Unicode are encoded in, such as windows-1252 or gb18030.
        #[arg(long)]
        encoding: Option<String>,
        /// Which columns of tables have what, where their headers do not say so, such as
        /// question=A,choices=B-E,correct=F,time=G,header=1.
        #[arg(long, value_name = "COLUMNS")]
        columns: Option<String>,
    },
    /// Note that the sponsor paid in, for pots to come.
    Deposit {
        /// How much, such as 500.00.
        amount: String,
        /// In which currency: points, or three capital letters such as CNY, which are not
        /// looked up in any list.
        currency: Currency,
        /// What names this deposit, such as the bank's reference: paying in again under the same
        /// key changes nothing. Default: a new one, which is printed first.
        #[arg(long)]
        key: Option<DepositKey>,
    },
    /// Take a settlement of a finished rain back, by a reversing entry: the money is the
    /// sponsor's again.
    Reverse {
        /// The rain.
        rain: RainId,
        /// The packet's number, from 0.
        packet: u32,
    },
    /// Have webhooks sent again that were given up. Works beside a running server.
    RedriveWebhooks,
    /// Erase the person behind an account: who they are, and their names and texts in games that are over. A
    /// running server does it within minutes, or else the next one that starts. What they caught stays in
    /// the ledger, under the account.
    Erase {
        /// The account, as results' packets, payouts and the ledger name it.
        account: AccountId,
    },
    /// Play a game again from its log: make every score, rank and right to catch anew and compare
    /// them with what was shown and granted. Works beside a running server. Ends with 0: all is as
    /// the log says, 1: something differs, or the game cannot be played again.
    Replay {
        /// The game's id, or the PIN of the newest game that had it.
        game: GameName,
    },
    /// Check every rain: the ledger against itself, Redis and what was paid out. Changes nothing,
    /// and works beside a running server. Ends with 0: clean, 1: something is wrong, 2: not
    /// everything could be checked.
    Audit {
        /// Check this rain alone.
        #[arg(long)]
        rain: Option<RainId>,
        /// The receiver's list of what it paid, to compare with: CSV with the columns key,
        /// `amount_minor` and state (confirmed or refused).
        #[arg(long, value_name = "FILE")]
        statement: Option<PathBuf>,
        /// Print one line of JSON.
        #[arg(long)]
        json: bool,
        /// Print a line for each rain.
        #[arg(long, conflicts_with = "json")]
        verbose: bool,
    },
}

/// What names a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameName {
    /// Its id.
    Id(GameId),
    /// The PIN of the newest game that had it.
    Pin(Pin),
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let id = text.parse().map(Self::Id);
        id.or_else(|_| text.parse().map(Self::Pin))
            .map_err(|_| "expected a game's id (16 hex digits) or a PIN (six digits)".to_owned())
    }
}

/// What names a deposit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepositKey(pub String);

/// Characters of a deposit's key at most.
const LONGEST_KEY: usize = 64;

impl FromStr for DepositKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:/".contains(c);
        if text.is_empty() || text.len() > LONGEST_KEY || !text.chars().all(fits) {
            return Err(format!("expected 1 to {LONGEST_KEY} letters, digits or any of -_.:/"));
        }
        Ok(Self(text.to_owned()))
    }
}
