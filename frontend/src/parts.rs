//! Parts of a program that are loaded later. A program in `bin` is what `scripts/split.mjs` cuts, so the places where it
//! is cut stand there: in a library they would be in every program that uses it.

use std::pin::Pin;

use crate::net::device;

/// A part while it is loaded. `None`: it did not arrive; it can be tried again.
pub type Loading<T> = Pin<Box<dyn Future<Output = Option<T>>>>;

/// After how many tries that failed a part will not come: after an update of the server the old one is not there any
/// more, but there is a new page.
pub(crate) const MAX_TRIES: u32 = 5;

/// Waits after so many tries that failed, each time longer.
pub(crate) async fn back_off(failed: u32) {
    device::sleep(f64::from(250_u32 << failed.min(MAX_TRIES))).await;
}

/// Makes a function of a program that loads a part and gives what is in it. What only that can reach is in the part. A
/// build for trying things out is in one piece.
#[macro_export]
macro_rules! part {
    ($name:ident -> $type:ty: $value:expr) => {
        fn $name() -> $crate::parts::Loading<$type> {
            #[cfg(not(debug_assertions))]
            #[wasm_split_helpers::wasm_split($name, fallible)]
            fn $name() -> Result<$type, wasm_split_helpers::SplitLoaderError> {
                Ok($value)
            }
            #[cfg(debug_assertions)]
            async fn $name() -> Result<$type, ()> {
                Ok($value)
            }
            Box::pin(async { $name().await.ok() })
        }
    };
}

/// Makes `texts`, a function of a program that loads what it says in a language.
#[macro_export]
macro_rules! texts {
    ($program:ident) => {
        $crate::part!(zh_hans -> (): $crate::programs::$program::zh_hans());
        $crate::part!(zh_hant -> (): $crate::programs::$program::zh_hant());
        $crate::part!(ar -> (): $crate::programs::$program::ar());
        $crate::part!(de -> (): $crate::programs::$program::de());
        $crate::part!(es -> (): $crate::programs::$program::es());
        $crate::part!(fr -> (): $crate::programs::$program::fr());
        $crate::part!(ja -> (): $crate::programs::$program::ja());
        $crate::part!(ko -> (): $crate::programs::$program::ko());
        $crate::part!(pt -> (): $crate::programs::$program::pt());

        fn texts(language: $crate::Language) -> $crate::parts::Loading<()> {
            match language {
                $crate::Language::English => Box::pin(std::future::ready(Some(()))),
                $crate::Language::Hans => zh_hans(),
                $crate::Language::Hant => zh_hant(),
                $crate::Language::Arabic => ar(),
                $crate::Language::German => de(),
                $crate::Language::Spanish => es(),
                $crate::Language::French => fr(),
                $crate::Language::Japanese => ja(),
                $crate::Language::Korean => ko(),
                $crate::Language::Portuguese => pt(),
            }
        }
    };
}
