//! The texts of the host's desk: its panels, and what is said beside the buttons.

use quizrain_shared::api::FlagReason;
use quizrain_shared::wire::Incident;

/// What a host reads at the desk in one language.
pub(crate) struct DeskWords {
    /// The servers have no trouble.
    pub(crate) all_fine: &'static str,
    /// The same where they have, in a few words.
    pub(crate) amiss: fn(Incident) -> &'static str,
    /// Payouts that wait for a human.
    pub(crate) payouts_wait: &'static str,
    /// The books did not come.
    pub(crate) books_missing: &'static str,
    /// Link to the player's page.
    pub(crate) play_along: &'static str,
    /// For how many minutes a game that is listed has been doing what it does.
    pub(crate) running_for: fn(u64) -> String,
    /// The stage goes on by itself in so many seconds.
    pub(crate) goes_on_in: fn(u64) -> String,
    /// Button: it does not.
    pub(crate) stay: &'static str,
    /// Button: ten more seconds.
    pub(crate) add_time: &'static str,
    /// Button: five more minutes.
    pub(crate) add_minutes: &'static str,
    /// Panel.
    pub(crate) questions: &'static str,
    /// Title of what only hosts see: what is right, and what comes next.
    pub(crate) for_you: &'static str,
    /// The question being played.
    pub(crate) now: &'static str,
    /// The question that comes next.
    pub(crate) next: &'static str,
    /// There is none.
    pub(crate) no_next: &'static str,
    /// Button: leaves it out.
    pub(crate) skip: &'static str,
    /// Button: this one is next.
    pub(crate) make_next: &'static str,
    /// Button: opens it.
    pub(crate) ask_now: &'static str,
    /// The same where it was asked before.
    pub(crate) ask_again: &'static str,
    /// Question before that.
    pub(crate) ask_again_sure: &'static str,
    /// What follows from it.
    pub(crate) ask_again_why: &'static str,
    /// Mark of a question that was asked.
    pub(crate) asked: &'static str,
    /// Label of what is right.
    pub(crate) answer: &'static str,
    /// Nothing is.
    pub(crate) no_answer: &'static str,
    /// Label of a side of a region.
    pub(crate) region_side: [&'static str; 4],
    /// Button and title.
    pub(crate) fix: &'static str,
    /// What follows from it.
    pub(crate) fix_why: &'static str,
    /// Label: which choices are right.
    pub(crate) right_choices: &'static str,
    /// Label: accepted texts.
    pub(crate) accepted: &'static str,
    /// Label.
    pub(crate) right_number: &'static str,
    /// Label.
    pub(crate) tolerance: &'static str,
    /// Label of a place in an order, from 1.
    pub(crate) place: fn(usize) -> String,
    /// Button.
    pub(crate) save: &'static str,
    /// What was typed cannot be right.
    pub(crate) unfit: &'static str,
    /// Panel.
    pub(crate) players: &'static str,
    /// Label.
    pub(crate) search: &'static str,
    /// Nobody fits the search.
    pub(crate) nobody: &'static str,
    /// Mark of a player without a connection.
    pub(crate) offline: &'static str,
    /// Revive cards in hand.
    pub(crate) cards: fn(u8) -> String,
    /// Which of how many are listed.
    pub(crate) range: fn(u32, u32, u32) -> String,
    /// Button: those before.
    pub(crate) back: &'static str,
    /// Button: those behind.
    pub(crate) more: &'static str,
    /// Label.
    pub(crate) name: &'static str,
    /// Button.
    pub(crate) rename: &'static str,
    /// Label: points more or less.
    pub(crate) points: &'static str,
    /// Label: why.
    pub(crate) note: &'static str,
    /// Button.
    pub(crate) correct_points: &'static str,
    /// No number of points.
    pub(crate) points_wrong: &'static str,
    /// Button: a revive card.
    pub(crate) revive: &'static str,
    /// The same for everybody who is out.
    pub(crate) revive_all: &'static str,
    /// Question before that.
    pub(crate) revive_all_sure: &'static str,
    /// What follows from it.
    pub(crate) revive_all_why: &'static str,
    /// Button.
    pub(crate) remove: &'static str,
    /// What follows from it.
    pub(crate) remove_why: &'static str,
    /// Button: all browsers of a person are nobody's.
    pub(crate) sign_out: &'static str,
    /// What follows from it.
    pub(crate) sign_out_why: &'static str,
    /// It is done.
    pub(crate) signed_out: &'static str,
    /// Choice: who is removed may join again.
    pub(crate) ban_no: &'static str,
    /// Choice: who is removed may not come back.
    pub(crate) ban: &'static str,
    /// Choice: nor anybody else from the same connection.
    pub(crate) ban_address: &'static str,
    /// What follows from it.
    pub(crate) ban_address_why: &'static str,
    /// How many others came from the same connection.
    pub(crate) same_address: fn(u32) -> String,
    /// Panel: players who may be several windows of one person, or a program.
    pub(crate) flags: &'static str,
    /// What that takes from them: nothing.
    pub(crate) flags_why: &'static str,
    /// Why one of them is there.
    pub(crate) flag: fn(FlagReason) -> String,
    /// Which seat.
    pub(crate) seat: fn(u32) -> String,
    /// Button.
    pub(crate) close: &'static str,
    /// Panel.
    pub(crate) settings: &'static str,
    /// Setting.
    pub(crate) locked: &'static str,
    /// Setting.
    pub(crate) late_join: &'static str,
    /// Setting.
    pub(crate) board: &'static str,
    /// After how many questions; 0: only at the end.
    pub(crate) board_every: fn(u8) -> String,
    /// Setting.
    pub(crate) live_results: &'static str,
    /// Of which questions.
    pub(crate) live_results_why: &'static str,
    /// Setting.
    pub(crate) reactions: &'static str,
    /// When, and what comes of them.
    pub(crate) reactions_why: &'static str,
    /// Setting.
    pub(crate) auto: &'static str,
    /// What it does and does not do.
    pub(crate) auto_why: &'static str,
    /// Seconds of answers and slides.
    pub(crate) auto_reveal: &'static str,
    /// Seconds of the board and a rain's end.
    pub(crate) auto_board: &'static str,
    /// Out of range: from, to.
    pub(crate) auto_wrong: fn(u8, u8) -> String,
    /// Panel.
    pub(crate) links: &'static str,
    /// What a link gives a right to: all that a host may.
    pub(crate) link_host: &'static str,
    /// What that means.
    pub(crate) link_host_why: &'static str,
    /// The same: to see the desk.
    pub(crate) link_viewer: &'static str,
    /// What that means.
    pub(crate) link_viewer_why: &'static str,
    /// The game has so many links, which is all it may have.
    pub(crate) links_full: fn(u32) -> String,
    /// What the QR code of a link is for.
    pub(crate) link_alt: &'static str,
    /// Label of the link as text.
    pub(crate) link_address: &'static str,
    /// Button: the link into the clipboard.
    pub(crate) copy: &'static str,
    /// The same after that.
    pub(crate) copied: &'static str,
    /// Before the time until which a link can be used.
    pub(crate) link_until: &'static str,
    /// Somebody has used the link that was shown.
    pub(crate) link_used: &'static str,
    /// The link that was shown can be used no more.
    pub(crate) link_over: &'static str,
    /// State of a link.
    pub(crate) link_waits: &'static str,
    /// State of a right that a link gave.
    pub(crate) link_in_use: &'static str,
    /// Button: ends a link or the right that it gave.
    pub(crate) end_link: &'static str,
    /// Button: ends all of them.
    pub(crate) end_links: &'static str,
    /// Question before that.
    pub(crate) end_links_sure: &'static str,
    /// What follows from it.
    pub(crate) end_links_why: &'static str,
    /// This browser has a right already; question.
    pub(crate) link_held: &'static str,
    /// Button.
    pub(crate) link_use: &'static str,
    /// Button.
    pub(crate) link_keep: &'static str,
    /// The link gives nothing.
    pub(crate) link_gone: &'static str,
    /// What to do about it.
    pub(crate) link_gone_why: &'static str,
    /// The right that a link gave is no more.
    pub(crate) right_ended: &'static str,
    /// Mark of a page that can touch nothing.
    pub(crate) watching: &'static str,
}
