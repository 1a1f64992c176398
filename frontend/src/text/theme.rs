//! The texts of how a game looks.

use quizrain_shared::theme::Look;

/// What hosts read where they choose it, in one language.
pub(crate) struct ThemeWords {
    /// Label.
    pub(crate) theme: &'static str,
    /// A choice: what falls.
    pub(crate) look: fn(Look) -> &'static str,
    /// Choice, of an author: a look for all games of a quiz.
    pub(crate) own_look: &'static str,
    /// What it means.
    pub(crate) own_look_why: &'static str,
    /// Choice: a main colour of the host's own.
    pub(crate) own_colour: &'static str,
    /// What it means.
    pub(crate) own_colour_why: &'static str,
    /// Label: a picture for the big screen, phones and results.
    pub(crate) logo: &'static str,
    /// Label: a picture that falls in place of the look's.
    pub(crate) falls: &'static str,
    /// Button: without that picture.
    pub(crate) remove: &'static str,
    /// The colour that was chosen cannot be read; which one is taken for it.
    pub(crate) adjusted: fn(&str, &str) -> String,
}
