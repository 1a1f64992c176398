//! The texts of the pages behind a game: the balance, what a game was, whether it was fair.

use std::ops::Deref;

use quizrain_shared::wire::PacketState;

use super::OutcomeWords;
use super::devices::DeviceWords;
use crate::state::seals::Checked;

/// What the owner of an account reads of it in one language, and what everybody reads.
pub(crate) struct AccountWords {
    /// The texts that a game has as well.
    pub(super) outcome: &'static OutcomeWords,
    /// What is said of other devices.
    pub(crate) devices: &'static DeviceWords,
    /// Link to the game played last.
    pub(crate) back_to_game: &'static str,
    /// No money.
    pub(crate) balance_empty: &'static str,
    /// How money comes.
    pub(crate) balance_empty_why: &'static str,
    /// Button: every packet as a file.
    pub(crate) download: &'static str,
    /// There is no file.
    pub(crate) download_failed: &'static str,
    /// Not every packet could be looked up.
    pub(crate) balance_incomplete: &'static str,
    /// Button.
    pub(crate) sign_out: &'static str,
    /// Title.
    pub(crate) sign_in: &'static str,
    /// While it is being done.
    pub(crate) signing_in: &'static str,
    /// In place of the button, where there is nobody to sign people in.
    pub(crate) no_sign_in: &'static str,
    /// Whose balance it is, where somebody has signed in.
    pub(crate) signed_in_note: &'static str,
    /// Whose balance it is.
    pub(crate) balance_note: &'static str,
    /// Link to the page that says so.
    pub(crate) privacy: &'static str,
    /// Button: everything that is kept, as a file.
    pub(crate) take_data: &'static str,
    /// Button.
    pub(crate) erase: &'static str,
    /// What goes and what stays of whoever has signed in.
    pub(crate) erase_person: &'static str,
    /// What goes and what stays of a browser that is nobody's.
    pub(crate) erase_browser: &'static str,
    /// It is done.
    pub(crate) erased: &'static str,
    /// It is done, but for payouts that wait.
    pub(crate) erased_later: &'static str,
    /// It cannot be done just now.
    pub(crate) erase_not_yet: &'static str,
    /// It is not there yet.
    pub(crate) receipt_later: &'static str,
    /// There is none.
    pub(crate) receipt_none: &'static str,
    /// Behind a right answer that the host corrected.
    pub(crate) key_fixed: &'static str,
    /// In the place of a verdict, of questions before one came.
    pub(crate) came_later: &'static str,
    /// At the end of a game of survival.
    pub(crate) still_in: &'static str,
    /// How far a player's packet is.
    pub(crate) packet_state: fn(PacketState) -> &'static str,
    /// Button: whether a packet holds what was sealed before the rain.
    pub(crate) check: &'static str,
    /// What came of it, for the packet of this number.
    pub(crate) checked: fn(&Checked, u32) -> String,
    /// Link to the list.
    pub(crate) sealed_list: &'static str,
    /// Link to the list of what players added to the draw.
    pub(crate) contributions: &'static str,
    /// Link to the list of packets that were caught.
    pub(crate) claims: &'static str,
}

impl Deref for AccountWords {
    type Target = OutcomeWords;

    fn deref(&self) -> &OutcomeWords {
        self.outcome
    }
}
