//! What the server says itself, and the names that players are given: a value for each language. Phones need not load
//! what nearly none of them ever shows.

use super::{Language, ar, de, en, es, fr, ja, ko, pt, zh_hans, zh_hant};
use crate::api::{DeviceRefusal, SignInRefusal, Sum};
use crate::generated_name::{self, Names};
use crate::money::Currency;

/// What is said in one language.
pub(super) struct Words {
    pub(super) names: &'static Names,
    pub(super) sign_in: fn(SignInRefusal) -> &'static str,
    pub(super) device: fn(DeviceRefusal) -> &'static str,
    /// So many points.
    pub(super) points: fn(u64) -> String,
    /// What is asked, of sums and a name.
    pub(super) inherit: fn(&str, Option<&str>) -> String,
}

impl Language {
    fn words(self) -> &'static Words {
        match self {
            Self::English => &en::WORDS,
            Self::Hans => &zh_hans::WORDS,
            Self::Hant => &zh_hant::WORDS,
            Self::Arabic => &ar::WORDS,
            Self::German => &de::WORDS,
            Self::Spanish => &es::WORDS,
            Self::French => &fr::WORDS,
            Self::Japanese => &ja::WORDS,
            Self::Korean => &ko::WORDS,
            Self::Portuguese => &pt::WORDS,
        }
    }

    /// The names of players in it.
    #[must_use]
    pub fn names(self) -> &'static Names {
        self.words().names
    }
}

/// Whether a name, cleaned, is one that is drawn in whatever language.
#[must_use]
pub fn is_generated(name: &str) -> bool {
    Language::ALL.iter().any(|language| generated_name::is_of(language.names(), name))
}

/// What is asked before a browser hands over what it has caught as nobody's, to whoever is called so.
#[must_use]
pub fn inherit_words(language: Language, has: &[Sum], who: Option<&str>) -> String {
    let words = language.words();
    let sum = |it: &Sum| match it.currency {
        Currency::POINTS => (words.points)(it.amount.0.unsigned_abs()),
        currency => format!("{} {currency}", currency.format_major(it.amount)),
    };
    let sums = has.iter().map(sum).collect::<Vec<_>>().join(" + ");
    (words.inherit)(&sums, who)
}

impl SignInRefusal {
    /// Why, and what to do, for whoever opened a link.
    #[must_use]
    pub fn words(self, language: Language) -> &'static str {
        (language.words().sign_in)(self)
    }
}

impl std::fmt::Display for SignInRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words(Language::English))
    }
}

impl DeviceRefusal {
    /// Why, and what to do, for whoever opened a link or asked for one.
    #[must_use]
    pub fn words(self, language: Language) -> &'static str {
        (language.words().device)(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::MAX_BROWSERS;
    use crate::money::Minor;

    fn each_its_own<'a>(language: Language, words: impl Iterator<Item = &'a str>) {
        let words: Vec<_> = words.collect();
        let mut different = words.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), words.len(), "{}", language.tag());
        assert!(words.iter().all(|it| !it.trim().is_empty()), "{}", language.tag());
    }

    #[test]
    fn each_refusal_has_its_own_words_in_every_language() {
        let most = MAX_BROWSERS.to_string();
        for language in Language::ALL {
            each_its_own(language, SignInRefusal::ALL.iter().map(|why| why.words(language)));
            each_its_own(language, DeviceRefusal::ALL.iter().map(|why| why.words(language)));
            for many in [
                SignInRefusal::TooManyBrowsers.words(language),
                DeviceRefusal::TooManyBrowsers.words(language),
            ] {
                assert!(many.contains(&most), "{many}");
            }
        }
        assert!(SignInRefusal::TooManyBrowsers.to_string().contains(&most));
    }

    #[test]
    fn sums_and_names_are_in_what_is_asked() {
        for language in Language::ALL {
            let asked = inherit_words(language, &[], Some("Anna"));
            assert!(asked.contains("Anna"), "{asked}");
            assert!(!inherit_words(language, &[], None).contains("Anna"));
            let has = [("points", 10), ("CNY", 8888)]
                .map(|(code, n)| Sum { currency: code.parse().unwrap(), amount: Minor(n) });
            let asked = inherit_words(language, &has, None);
            let points = (language.words().points)(10);
            assert!(points.contains("10") && asked.contains(&points), "{asked}");
            assert!(asked.contains("88.88 CNY"), "{asked}");
        }
    }

    #[test]
    fn points_follow_their_number() {
        for (language, said) in [
            (Language::English, ["0 points", "1 point", "2 points", "11 points"]),
            (Language::German, ["0 Punkte", "1 Punkt", "2 Punkte", "11 Punkte"]),
            (Language::French, ["0 point", "1 point", "2 points", "11 points"]),
            (Language::Portuguese, ["0 ponto", "1 ponto", "2 pontos", "11 pontos"]),
            (Language::Arabic, ["0 نقطة", "نقطة واحدة", "نقطتين", "11 نقطة"]),
        ] {
            assert_eq!([0, 1, 2, 11].map(language.words().points), said);
        }
        assert_eq!([3, 10, 103].map(ar::WORDS.points), ["3 نقاط", "10 نقاط", "103 نقاط"]);
    }
}
