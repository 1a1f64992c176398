//! Every text that people read, in every language.
//!
//! A language is one value of [`Words`]: a text that is missing does not compile. Views read texts
//! through [`words`], so that they change with the language at once.

mod en;
mod ledger;
mod words;
mod zh_hans;
mod zh_hant;

use leptos::prelude::*;

use crate::net::{device, storage};

pub(crate) use words::Words;

/// A language of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    English,
    /// Chinese in simplified characters.
    Hans,
    /// Chinese in traditional characters.
    Hant,
}

impl Language {
    /// Every language, in the order of the switcher.
    pub(crate) const ALL: [Self; 3] = [Self::English, Self::Hans, Self::Hant];

    /// Its BCP 47 tag.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hans => "zh-Hans",
            Self::Hant => "zh-Hant",
        }
    }

    /// Its name in itself.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Hans => "简体中文",
            Self::Hant => "繁體中文",
        }
    }

    /// Its texts.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Self::English => &en::WORDS,
            Self::Hans => &zh_hans::WORDS,
            Self::Hant => &zh_hant::WORDS,
        }
    }

    /// The tag by which dates and numbers are written: the first of the reader's tags that asks for
    /// this language, because a country has its own way to write a date.
    pub(crate) fn locale(self, wished: impl IntoIterator<Item = String>) -> String {
        let own = wished.into_iter().find(|tag| Self::of_tag(tag) == Some(self));
        own.unwrap_or_else(|| self.tag().to_owned())
    }

    /// The language that a browser's tag asks for.
    fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.to_ascii_lowercase();
        let mut parts = tag.split(['-', '_']);
        match parts.next()? {
            "en" => Some(Self::English),
            "zh" => {
                let traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
                let simplified = tag.contains("hans");
                Some(if traditional && !simplified { Self::Hant } else { Self::Hans })
            }
            _ => None,
        }
    }
}

/// Makes the language known to every view below the caller.
pub(crate) fn provide_language() {
    let mut wished = storage::language().into_iter().chain(device::languages());
    let language = wished.find_map(|tag| Language::of_tag(&tag));
    let language = language.unwrap_or(Language::English);
    let chosen = RwSignal::new(language);
    provide_context(chosen);
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", chosen.get().tag());
        }
    });
}

/// The chosen language.
pub(crate) fn language() -> RwSignal<Language> {
    use_context().unwrap_or_else(|| RwSignal::new(Language::English))
}

/// Changes the language, and remembers it; call it where [`language`] was asked for before.
pub(crate) fn choose(chosen: RwSignal<Language>, language: Language) {
    storage::set_language(language.tag());
    chosen.set(language);
}

/// A text in a view. One type for all of them, so that views of the same shape share their code.
pub(crate) type Text<T> = Box<dyn Fn() -> T + Send + Sync>;

/// The texts of the chosen language. Copies follow the same choice.
#[derive(Clone, Copy)]
pub(crate) struct Tongue(RwSignal<Language>);

/// The texts for a component and the views in it.
pub(crate) fn words() -> Tongue {
    Tongue(language())
}

impl Tongue {
    /// All texts, for a view that is made anew when the language changes.
    pub(crate) fn now(self) -> &'static Words {
        self.0.get().words()
    }

    /// A text that changes with the language.
    pub(crate) fn say(self, pick: fn(&'static Words) -> &'static str) -> Text<&'static str> {
        Box::new(move || pick(self.now()))
    }

    /// A text with numbers in it that changes with the language.
    pub(crate) fn tell(
        self,
        write: impl Fn(&'static Words) -> String + Send + Sync + 'static,
    ) -> Text<String> {
        Box::new(move || write(self.now()))
    }
}

#[cfg(test)]
mod tests;
