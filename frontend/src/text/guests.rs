//! The texts about guest lists.

use quizrain_shared::api::InvalidGuests;

/// What hosts read about guest lists, and guests on their cards, in one language.
pub(crate) struct GuestsWords {
    /// Title, and link.
    pub(crate) title: &'static str,
    /// Link to the library.
    pub(crate) to_studio: &'static str,
    /// What lists are for.
    pub(crate) why: &'static str,
    /// Heading of the form.
    pub(crate) new_list: &'static str,
    /// Label.
    pub(crate) name: &'static str,
    /// What a title may be.
    pub(crate) name_such_as: &'static str,
    /// Label.
    pub(crate) count: &'static str,
    /// Label.
    pub(crate) table: &'static str,
    /// What stands in one.
    pub(crate) table_why: &'static str,
    /// Why no list can be made of what was brought.
    pub(crate) refused: fn(&InvalidGuests) -> String,
    /// Button.
    pub(crate) make: &'static str,
    /// Heading.
    pub(crate) lists: &'static str,
    /// There is none.
    pub(crate) none: &'static str,
    /// How many of how many have come.
    pub(crate) come: fn(u32, u32) -> String,
    /// Button.
    pub(crate) open: &'static str,
    /// Button.
    pub(crate) cards: &'static str,
    /// Button.
    pub(crate) badges: &'static str,
    /// Button.
    pub(crate) download: &'static str,
    /// Button.
    pub(crate) print: &'static str,
    /// Button.
    pub(crate) back: &'static str,
    /// Label.
    pub(crate) search: &'static str,
    /// How many were found.
    pub(crate) found: fn(u32) -> String,
    /// Button.
    pub(crate) more: &'static str,
    /// Where no browser has come.
    pub(crate) unused: &'static str,
    /// Before a date.
    pub(crate) used: &'static str,
    /// Button: an invite may come from another device.
    pub(crate) free: &'static str,
    /// What follows from it.
    pub(crate) free_why: &'static str,
    /// Button.
    pub(crate) remove: &'static str,
    /// What follows from it.
    pub(crate) remove_why: &'static str,
    /// Button.
    pub(crate) delete: &'static str,
    /// What follows from it, where so many guests have come.
    pub(crate) delete_why: fn(u32) -> String,
    /// Button.
    pub(crate) keep: &'static str,
    /// On a card, under its code.
    pub(crate) on_card: &'static str,
    /// On a card, of a guest without a name.
    pub(crate) guest: fn(u32) -> String,
}
