//! A dialog that asks once more.

use leptos::prelude::*;

use crate::dom::view;
use crate::live::ElementRef;
use crate::stage::dialog::follow;
use crate::text::{self, StageWords};
use web_sys::HtmlDialogElement;

/// A text of the stage.
pub(super) type Word = fn(&'static StageWords) -> &'static str;

/// Asks once more.
#[component]
pub(super) fn ConfirmDialog(
    open: RwSignal<bool>,
    title: Word,
    yes: Word,
    testid: &'static str,
    #[prop(into)] confirm: Callback<()>,
    /// Where whoever declines goes on.
    #[prop(optional, into)]
    decline: Option<Callback<()>>,
    /// What follows from it.
    children: Children,
) -> impl IntoView {
    let t = text::stage();
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    // Escape closes it without a click.
    let closed = move |_| {
        if open.get_untracked() {
            open.set(false);
            if let Some(decline) = decline {
                decline.run(());
            }
        }
    };
    let answer = move |then: Option<Callback<()>>| {
        open.set(false);
        if let Some(then) = then {
            then.run(());
        }
    };
    view! {
        <dialog class="dialog" node_ref=dialog on:close=closed>
            <h2>{t.say(title)}</h2>
            {children()}
            <div class="dialog-buttons">
                <button type="button" class="button" on:click=move |_| answer(decline)>
                    {t.say(|w| w.cancel)}
                </button>
                <button type="button" class="button button-primary" data-testid=testid
                    on:click=move |_| answer(Some(confirm))>
                    {t.say(yes)}
                </button>
            </div>
        </dialog>
    }
}
