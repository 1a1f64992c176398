//! Every text that people read, in every language.
//!
//! What there is to say stands in lists, [`Words`], [`PlayerWords`] and others, and each language has a folder with one
//! value of each list: a text that is missing does not compile. English is a part of every program; what a program needs of
//! another language is a file of its own ([`programs`]), which is loaded when somebody reads it. Views read texts through [`words`],
//! [`player`], [`account`] and [`stage`], so that they change with the language at once.

mod account;
mod ar;
mod check;
mod de;
mod desk;
mod devices;
mod editor;
mod en;
mod es;
mod fr;
mod guests;
mod hosts;
mod ja;
mod keys;
mod ko;
mod ledger;
mod library;
mod new_game;
mod outcome;
mod player;
mod privacy;
mod problems;
pub mod programs;
mod pt;
mod results;
mod shelf;
mod stage;
mod theme;
mod why;
mod words;
mod zh_hans;
mod zh_hant;

use std::future::poll_fn;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

use futures_channel::oneshot;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::live::{Signal, effect};
use crate::net::{device, storage};
use crate::parts::{Loading, MAX_TRIES, back_off};

pub(crate) use account::AccountWords;
pub(crate) use check::CheckWords;
pub(crate) use editor::EditorWords;
pub(crate) use guests::GuestsWords;
pub(crate) use hosts::{Deed, HostsWords};
pub(crate) use keys::KeysWords;
pub(crate) use library::{Done, LibraryWords, Owned};
pub(crate) use new_game::NewGameWords;
pub(crate) use outcome::OutcomeWords;
pub(crate) use player::PlayerWords;
pub(crate) use privacy::PrivacyWords;
pub(crate) use problems::Shown;
pub(crate) use quizrain_shared::language::Language;
pub(crate) use results::ResultsWords;
pub(crate) use shelf::Texts;
pub(crate) use stage::StageWords;
pub(crate) use theme::ThemeWords;
pub(crate) use words::Words;

/// How a program loads the texts of a language: they are on their shelves ([`Texts::of`]) once it gives `Some`.
pub(crate) type TextLoader = fn(Language) -> Loading<()>;

static LOADER: OnceLock<TextLoader> = OnceLock::new();

/// How often somebody has asked for a language: one that was asked for before and arrives later is not shown.
static WISHES: AtomicU32 = AtomicU32::new(0);

/// How long a page waits for its language before it is shown in English, in ms.
const WAIT_MS: f64 = 3000.0;

/// How long a try may take, in ms: a browser goes on for minutes where a line has died.
const TRY_MS: f64 = 20_000.0;

/// Shows a language once its texts are there. `false`: they did not arrive, or somebody has asked for others since.
async fn show(chosen: Signal<Language>, language: Language) -> bool {
    let wish = WISHES.fetch_add(1, Ordering::Relaxed) + 1;
    let Some(load) = LOADER.get() else { return false };
    for tries in 1..=MAX_TRIES {
        let there = matches!(within(TRY_MS, load(language)).await, Some(Some(())));
        if !there && tries < MAX_TRIES {
            back_off(tries).await;
        }
        if WISHES.load(Ordering::Relaxed) != wish {
            return false;
        }
        if there {
            chosen.set(language);
            return true;
        }
    }
    false
}

/// What comes within so many ms, or nothing.
async fn within<T>(ms: f64, mut future: impl Future<Output = T> + Unpin) -> Option<T> {
    let mut waits = Box::pin(device::sleep(ms));
    poll_fn(|context| match Pin::new(&mut future).poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => waits.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// The language of this browser.
fn wished() -> Language {
    let mut tags = storage::language().into_iter().chain(device::languages());
    tags.find_map(|tag| Language::of_tag(&tag)).unwrap_or(Language::English)
}

/// The language in which a page begins: that of this browser, once its texts are there; where they take long, English
/// until they are.
pub(crate) async fn begin(by: TextLoader) -> Signal<Language> {
    let _ = LOADER.set(by);
    let (chosen, language) = (Signal::new(Language::English), wished());
    let (done, shown) = oneshot::channel::<()>();
    spawn_local(async move {
        show(chosen, language).await;
        let _ = done.send(());
    });
    within(WAIT_MS, shown).await;
    // Another one was chosen meanwhile.
    let wish = wished();
    if wish != language {
        spawn_local(async move {
            show(chosen, wish).await;
        });
    }
    chosen
}

/// Makes the language known to every view below the caller.
pub(crate) fn provide_language(chosen: Signal<Language>) {
    provide_context(chosen);
    effect(move || {
        if let Some(root) = document().document_element() {
            let language = chosen.get();
            let _ = root.set_attribute("lang", language.tag());
            let _ = root.set_attribute("dir", language.dir());
        }
    });
}

/// The chosen language.
pub(crate) fn language() -> Signal<Language> {
    use_context().unwrap_or_else(|| Signal::new(Language::English))
}

/// Changes the language, once its texts are there, and remembers it; call it where [`language`] was asked for before.
pub(crate) fn choose(chosen: Signal<Language>, language: Language) {
    storage::set_language(language.tag());
    spawn_local(async move {
        if !show(chosen, language).await && wished() == language && device::is_online() {
            // After an update of the server there is another page, which has it.
            device::start_over();
        }
    });
}

/// A text in a view. One type for all of them, so that views of the same shape share their code.
pub(crate) type Text<T> = Box<dyn Fn() -> T + Send + Sync>;

/// The texts of the chosen language. Copies follow the same choice.
pub(crate) struct Tongue<T>(Signal<Language>, PhantomData<fn() -> T>);

impl<T> Clone for Tongue<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tongue<T> {}

/// The texts of every page, for a component and the views in it.
pub(crate) fn words() -> Tongue<Words> {
    Tongue(language(), PhantomData)
}

/// The same for what players alone see.
pub(crate) fn player() -> Tongue<PlayerWords> {
    Tongue(language(), PhantomData)
}

/// The same for what is kept for the owner of an account.
pub(crate) fn account() -> Tongue<AccountWords> {
    Tongue(language(), PhantomData)
}

/// The same for what is kept of players.
pub(crate) fn privacy() -> Tongue<PrivacyWords> {
    Tongue(language(), PhantomData)
}

/// The same for trying device and line.
pub(crate) fn check() -> Tongue<CheckWords> {
    Tongue(language(), PhantomData)
}

/// The same for what hosts and big screens show.
pub(crate) fn stage() -> Tongue<StageWords> {
    Tongue(language(), PhantomData)
}

/// The same for games that are over.
pub(crate) fn results() -> Tongue<ResultsWords> {
    Tongue(language(), PhantomData)
}

/// The same for guest lists.
pub(crate) fn guests() -> Tongue<GuestsWords> {
    Tongue(language(), PhantomData)
}

/// The same for accounts of hosts.
pub(crate) fn hosts() -> Tongue<HostsWords> {
    Tongue(language(), PhantomData)
}

/// The same for keys of programs.
pub(crate) fn keys() -> Tongue<KeysWords> {
    Tongue(language(), PhantomData)
}

impl<T: Texts> Tongue<T> {
    /// All texts, for a view that is made anew when the language changes.
    pub(crate) fn now(self) -> &'static T {
        T::of(self.0.get())
    }

    /// The same, for what does not follow the language.
    pub(crate) fn now_untracked(self) -> &'static T {
        T::of(self.0.get_untracked())
    }

    /// A text that changes with the language.
    pub(crate) fn say(self, pick: fn(&'static T) -> &'static str) -> Text<&'static str> {
        Box::new(move || pick(self.now()))
    }

    /// A text with numbers in it that changes with the language.
    pub(crate) fn tell(
        self,
        write: impl Fn(&'static T) -> String + Send + Sync + 'static,
    ) -> Text<String> {
        Box::new(move || write(self.now()))
    }
}

/// A length of time as clocks show it: minutes and seconds, and hours where there are any.
pub(crate) fn span(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests;
