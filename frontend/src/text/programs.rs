//! Which texts each program has: what it loads of one language.

use super::shelf::put;
use super::*;

macro_rules! program {
    ($program:ident: $($list:ident)*) => {
        #[doc = concat!("The texts of `", stringify!($program), "`.")]
        pub mod $program {
            use super::*;

            /// Makes those in simplified characters known.
            pub fn zh_hans() {
                $(put(Language::Hans, &zh_hans::$list::WORDS);)*
            }

            /// Makes those in traditional characters known.
            pub fn zh_hant() {
                $(put(Language::Hant, &zh_hant::$list::WORDS);)*
            }

            /// Makes those in Arabic known.
            pub fn ar() {
                $(put(Language::Arabic, &ar::$list::WORDS);)*
            }

            /// Makes those in German known.
            pub fn de() {
                $(put(Language::German, &de::$list::WORDS);)*
            }

            /// Makes those in Spanish known.
            pub fn es() {
                $(put(Language::Spanish, &es::$list::WORDS);)*
            }

            /// Makes those in French known.
            pub fn fr() {
                $(put(Language::French, &fr::$list::WORDS);)*
            }

            /// Makes those in Japanese known.
            pub fn ja() {
                $(put(Language::Japanese, &ja::$list::WORDS);)*
            }

            /// Makes those in Korean known.
            pub fn ko() {
                $(put(Language::Korean, &ko::$list::WORDS);)*
            }

            /// Makes those in Portuguese known.
            pub fn pt() {
                $(put(Language::Portuguese, &pt::$list::WORDS);)*
            }
        }
    };
}

program!(player: words player);
program!(account: words account check privacy);
program!(stage: words stage guests hosts keys results);
program!(styleguide: words);
