//! On the balance page: whoever it is has themselves erased.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::dom::view;
use crate::live::{live, value};
use crate::net::account::{self, Erased};
use crate::net::{device, storage};
use crate::text;

/// A button that says exactly what goes and what stays before it does anything.
#[component]
pub(super) fn Erase() -> impl IntoView {
    let t = text::account();
    let said = RwSignal::new(None::<Erased>);
    let busy = RwSignal::new(false);
    let erase = move |_| {
        let words = t.now();
        let is_person = storage::signed_in_as().is_some();
        let asked = if is_person { words.erase_person } else { words.erase_browser };
        if device::window().confirm_with_message(asked) != Ok(true) {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            let done = account::erase(&storage::account()).await;
            let _ = busy.try_set(false);
            let _ = said.try_set(Some(done));
        });
    };
    let done = move || matches!(said.get(), Some(Erased::Done | Erased::Later));
    view! {
        <p class="small" role="status" data-testid="erase-said">
            {live(move || said.get().map(|said| {
                let words = t.now();
                match said {
                    Erased::Done => words.erased,
                    Erased::Later => words.erased_later,
                    Erased::NotYet => words.erase_not_yet,
                    Erased::Unreachable => words.unreachable,
                }
            }))}
        </p>
        {live(move || (!done()).then(|| view! {
            <p class="buttons">
                <button type="button" class="button" data-testid="erase" on:click=erase
                    disabled=value(move || busy.get())>
                    {t.say(|w| w.erase)}
                </button>
            </p>
        }))}
    }
}
