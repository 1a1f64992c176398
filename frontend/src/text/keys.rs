//! The texts about keys of programs.

use quizrain_shared::api::Scope;

/// What hosts read about keys of programs, in one language.
pub(crate) struct KeysWords {
    /// Title, and link.
    pub(crate) title: &'static str,
    /// Link to the library.
    pub(crate) to_studio: &'static str,
    /// What keys are for.
    pub(crate) why: &'static str,
    /// Heading of the form.
    pub(crate) new_key: &'static str,
    /// Label.
    pub(crate) name: &'static str,
    /// What a name may be.
    pub(crate) name_such_as: &'static str,
    /// Label of what a key opens.
    pub(crate) scopes: &'static str,
    /// Its choices.
    pub(crate) scope: fn(Scope) -> &'static str,
    /// Label, also before a date.
    pub(crate) expires: &'static str,
    /// In place of a date, and a choice.
    pub(crate) never_expires: &'static str,
    /// A choice.
    pub(crate) for_days: fn(u32) -> String,
    /// Button.
    pub(crate) make: &'static str,
    /// The whole key is shown once.
    pub(crate) only_now: &'static str,
    /// Name of the field that shows it.
    pub(crate) whole_key: &'static str,
    /// Button.
    pub(crate) copy: &'static str,
    /// It was copied.
    pub(crate) copied: &'static str,
    /// Heading of the list.
    pub(crate) keys: &'static str,
    /// It is empty.
    pub(crate) none: &'static str,
    /// Before a date.
    pub(crate) made: &'static str,
    /// Which account made it.
    pub(crate) made_by: fn(&str) -> String,
    /// It is deleted.
    pub(crate) made_by_nobody: &'static str,
    /// Before a date.
    pub(crate) used: &'static str,
    /// In place of a date.
    pub(crate) never_used: &'static str,
    /// Before a date.
    pub(crate) expired: &'static str,
    /// Button.
    pub(crate) revoke: &'static str,
    /// What follows from it.
    pub(crate) revoke_why: &'static str,
    /// Button.
    pub(crate) keep: &'static str,
}
