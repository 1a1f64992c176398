//! English.

use super::LibraryWords;

pub(in crate::text) static WORDS: LibraryWords = LibraryWords { title: "Library" };
