//! The texts of the library.

pub(super) mod en;
pub(super) mod zh_hans;
pub(super) mod zh_hant;

/// What hosts read there, in one language.
pub(crate) struct LibraryWords {
    /// Title.
    pub(crate) title: &'static str,
}
