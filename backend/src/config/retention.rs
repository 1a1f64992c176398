//! Options of how long things are kept, and whom to ask about it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{days, hours};

/// How long things are kept, and whom to ask about it.
#[derive(Clone, Debug, Args)]
pub struct RetentionOptions {
    /// How long a game's keys stay in Redis after its end, in hours; longer until every claim is in
    /// the ledger.
    #[arg(long, env = "QUIZRAIN_REDIS_RETENTION_HOURS", default_value = "24", value_name = "HOURS",
        value_parser = hours, global = true)]
    pub redis_retention_hours: Duration,

    /// How long a game that rained nothing but points stays in the ledger after its end, in hours.
    /// Default: for ever, as games with real money.
    #[arg(long, env = "QUIZRAIN_POINTS_RETENTION_HOURS", value_name = "HOURS",
        value_parser = hours, global = true)]
    pub points_retention_hours: Option<Duration>,

    /// How long the results of a game stay after its end, in days, with the receipts of its players and
    /// what a replay reads. What was caught stays in the ledger.
    #[arg(long, env = "QUIZRAIN_RESULTS_RETENTION_DAYS", default_value = "400", value_name = "DAYS",
        value_parser = days, global = true)]
    pub results_retention_days: Duration,

    /// How long the log of actions keeps who did what, in days.
    #[arg(long, env = "QUIZRAIN_ACTIONS_RETENTION_DAYS", default_value = "400", value_name = "DAYS",
        value_parser = days, global = true)]
    pub actions_retention_days: Duration,

    /// File of the list of who was erased, so that they are erased again after a backup is put back: keep it out of
    /// backups, and do not put an older one back. Default: erasures.log in the data folder.
    #[arg(long, env = "QUIZRAIN_ERASURES", value_name = "FILE", global = true)]
    pub erasures: Option<PathBuf>,

    /// Whom players ask about what is kept of them, such as a name and an address: the page /privacy shows it,
    /// as text. Default: their host.
    #[arg(long, env = "QUIZRAIN_PRIVACY_CONTACT", value_name = "TEXT", value_parser = contact, global = true)]
    pub privacy_contact: Option<String>,
}

/// Characters of the text that says whom to ask.
const LONGEST_CONTACT: usize = 1000;

fn contact(text: &str) -> Result<String, String> {
    let text = text.trim();
    let strange = |c: char| c.is_control() && c != '\n';
    if text.is_empty() || text.chars().count() > LONGEST_CONTACT || text.contains(strange) {
        return Err(format!(
            "expected 1 to {LONGEST_CONTACT} characters, without control characters"
        ));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_to_ask_is_a_text_of_some_lines() {
        assert_eq!(contact(" Anna\n<anna@example.org> ").unwrap(), "Anna\n<anna@example.org>");
        for wrong in ["", " \n", "a\u{0}b", "a\u{1b}[31mb", &"x".repeat(1001)] {
            assert!(contact(wrong).is_err(), "{wrong:?}");
        }
    }
}
