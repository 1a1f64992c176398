//! Where the texts are that have been loaded.

use std::sync::OnceLock;

use super::*;

/// Texts that every language has.
pub(crate) trait Texts: Sized + 'static {
    /// The same in English, which needs no loading.
    const ENGLISH: &'static Self;

    /// Where those of every language have their place.
    fn shelf() -> &'static Shelf<Self>;

    /// Those of one language: in English, where they are not loaded.
    fn of(language: Language) -> &'static Self {
        Self::shelf().get(language).unwrap_or(Self::ENGLISH)
    }
}

/// A place for each language.
pub(crate) struct Shelf<T: 'static>([OnceLock<&'static T>; Language::ALL.len()]);

impl<T> Shelf<T> {
    const fn new() -> Self {
        Self([const { OnceLock::new() }; Language::ALL.len()])
    }

    fn get(&self, language: Language) -> Option<&'static T> {
        self.0.get(language as usize)?.get().copied()
    }
}

/// Makes texts known that have just been loaded.
pub(super) fn put<T: Texts>(language: Language, texts: &'static T) {
    if let Some(place) = T::shelf().0.get(language as usize) {
        // They may have been loaded before.
        let _ = place.set(texts);
    }
}

macro_rules! texts {
    ($type:ty, $list:ident) => {
        impl Texts for $type {
            const ENGLISH: &'static Self = &en::$list::WORDS;

            fn shelf() -> &'static Shelf<Self> {
                static SHELF: Shelf<$type> = Shelf::new();
                &SHELF
            }

            // Tests have all of them.
            #[cfg(test)]
            fn of(language: Language) -> &'static Self {
                match language {
                    Language::English => &en::$list::WORDS,
                    Language::Hans => &zh_hans::$list::WORDS,
                    Language::Hant => &zh_hant::$list::WORDS,
                    Language::Arabic => &ar::$list::WORDS,
                    Language::German => &de::$list::WORDS,
                    Language::Spanish => &es::$list::WORDS,
                    Language::French => &fr::$list::WORDS,
                    Language::Japanese => &ja::$list::WORDS,
                    Language::Korean => &ko::$list::WORDS,
                    Language::Portuguese => &pt::$list::WORDS,
                }
            }
        }
    };
}

texts!(Words, words);
texts!(AccountWords, account);
texts!(CheckWords, check);
texts!(GuestsWords, guests);
texts!(HostsWords, hosts);
texts!(KeysWords, keys);
texts!(PlayerWords, player);
texts!(PrivacyWords, privacy);
texts!(ResultsWords, results);
texts!(StageWords, stage);
