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
        }
    };
}

program!(player: words player);
program!(account: words account check privacy);
program!(stage: words stage guests hosts keys results);
