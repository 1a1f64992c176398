//! The languages of the app, and which of them a browser asks for: the server and the page agree on it.

#![allow(clippy::too_many_lines, reason = "what is said of each refusal is a table")]

pub mod ar;
pub mod de;
pub mod en;
pub mod es;
pub mod fr;
pub mod ja;
pub mod ko;
pub mod pt;
mod words;
pub mod zh_hans;
pub mod zh_hant;

pub use words::{inherit_words, is_generated};

/// A language of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese in simplified characters.
    Hans,
    /// Chinese in traditional characters.
    Hant,
    /// Arabic.
    Arabic,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Portuguese, as in Brazil.
    Portuguese,
}

impl Language {
    /// Every language, in the order of the switcher.
    pub const ALL: [Self; 10] = [
        Self::English,
        Self::Hans,
        Self::Hant,
        Self::Arabic,
        Self::German,
        Self::Spanish,
        Self::French,
        Self::Japanese,
        Self::Korean,
        Self::Portuguese,
    ];

    /// Its BCP 47 tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hans => "zh-Hans",
            Self::Hant => "zh-Hant",
            Self::Arabic => "ar",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Portuguese => "pt",
        }
    }

    /// Its name in itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Hans => "简体中文",
            Self::Hant => "繁體中文",
            Self::Arabic => "العربية",
            Self::German => "Deutsch",
            Self::Spanish => "Español",
            Self::French => "Français",
            Self::Japanese => "日本語",
            Self::Korean => "한국어",
            Self::Portuguese => "Português",
        }
    }

    /// In which direction its lines are read, as HTML says it.
    #[must_use]
    pub fn dir(self) -> &'static str {
        if self == Self::Arabic { "rtl" } else { "ltr" }
    }

    /// The tag by which dates and numbers are written: the first of the reader's tags that asks for
    /// this language, because a country has its own way to write a date.
    #[must_use]
    pub fn locale(self, wished: impl IntoIterator<Item = String>) -> String {
        let own = wished.into_iter().find(|tag| Self::of_tag(tag) == Some(self));
        own.unwrap_or_else(|| self.tag().to_owned())
    }

    /// The language that a browser's tag asks for.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.to_ascii_lowercase();
        let mut parts = tag.split(['-', '_']);
        match parts.next()? {
            "zh" => {
                let simplified = parts.clone().any(|part| part == "hans");
                let traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
                Some(if traditional && !simplified { Self::Hant } else { Self::Hans })
            }
            other => Self::ALL.into_iter().find(|language| language.tag() == other),
        }
    }

    /// The language for an `Accept-Language` (RFC 9110, 12.5.4), whose tags browsers write the dearest
    /// first; English where none of them asks for one.
    #[must_use]
    pub fn accepted(header: &str) -> Self {
        let tags = header.split(',').filter_map(|element| element.split(';').next());
        tags.map(str::trim).find_map(Self::of_tag).unwrap_or(Self::English)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_their_language() {
        let cases = [
            ("en-GB", Some(Language::English)),
            ("zh", Some(Language::Hans)),
            ("zh-CN", Some(Language::Hans)),
            ("zh-Hans-HK", Some(Language::Hans)),
            ("zh-TW", Some(Language::Hant)),
            ("zh_HK", Some(Language::Hant)),
            ("zh-Hant-MO", Some(Language::Hant)),
            ("pt-PT", Some(Language::Portuguese)),
            ("ar-EG", Some(Language::Arabic)),
            ("nl", None),
            ("", None),
        ];
        for (tag, expected) in cases {
            assert_eq!(Language::of_tag(tag), expected, "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::of_tag(language.tag()), Some(language));
        }
    }

    #[test]
    fn dates_are_those_of_the_first_country_with_the_language() {
        let wished = || ["nl-NL", "zh-TW", "en-GB", "de-AT", "en-US", "zh-CN"].map(str::to_owned);
        assert_eq!(Language::English.locale(wished()), "en-GB");
        assert_eq!(Language::Hans.locale(wished()), "zh-CN");
        assert_eq!(Language::German.locale(wished()), "de-AT");
        assert_eq!(Language::Hant.locale(wished()), "zh-TW");
        assert_eq!(Language::Hant.locale(["en-GB".to_owned()]), "zh-Hant");
    }

    #[test]
    fn a_request_gets_the_first_language_that_there_is() {
        let cases = [
            ("", Language::English),
            ("*", Language::English),
            ("nl-NL, zh-TW;q=0.9, en;q=0.8", Language::Hant),
            ("zh-CN,zh;q=0.9", Language::Hans),
            ("en-GB", Language::English),
            ("fr", Language::French),
            ("nl", Language::English),
        ];
        for (header, expected) in cases {
            assert_eq!(Language::accepted(header), expected, "{header}");
        }
    }
}
