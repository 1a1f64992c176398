//! The dialog in which files are brought.

use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::Import;
use super::file::FilePart;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{live, memo, value};
use crate::stage::dialog::follow;
use crate::text;
use web_sys::HtmlDialogElement;

/// Endings of files that can be read: what the browser proposes; others can be chosen as well.
const ENDINGS: &str = ".toml,.txt,.aiken,.csv,.tsv,.xlsx,.json,.yaml,.yml,.gift,.xml,.zip";

#[component]
pub(crate) fn ImportDialog(import: Import) -> impl IntoView {
    let t = text::stage();
    let Import { open, over, files, busy, .. } = import;
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    let wanted =
        memo(move || files.with(|files| files.iter().map(|it| it.wanted()).sum::<usize>()));
    let choose = move |event: leptos::ev::Event| {
        let field: HtmlInputElement = event_target(&event);
        import.take(field.files());
        // The same file may be chosen again, once it is mended.
        field.set_value("");
    };
    view! {
        <dialog class="dialog studio-import" node_ref=dialog data-testid="import-dialog"
            aria-labelledby="import-title" on:close=move |_| open.set(false)>
            <h2 id="import-title">{t.say(|w| w.library_words.import_title)}</h2>
            <label class="studio-drop" class:is-over=over>
                <span>{t.say(|w| w.library_words.import_why)}</span>
                // Browsers speak their own language in fields for files.
                <span class="button">{t.say(|w| w.library_words.choose_files)}</span>
                <input type="file" class="visually-hidden" multiple accept=ENDINGS data-testid="files" on:change=choose />
            </label>
            <For each=move || files.get() key=|brought| brought.number let:brought>
                <FilePart import brought />
            </For>
            <div class="dialog-buttons studio-import-foot">
                <button type="button" class="button" data-testid="close-import"
                    on:click=move |_| open.set(false)>{t.say(|w| w.library_words.close)}</button>
                {live(move || (wanted.get() > 0).then(|| view! {
                    <button type="button" class="button button-primary" data-testid="import-chosen"
                        disabled=busy on:click=move |_| import.import()>
                        {value(move || (t.now().library_words.import_questions)(wanted.get()))}
                    </button>
                }))}
            </div>
        </dialog>
        {live(move || (over.get() && !open.get()).then(|| view! {
            <div class="studio-over" aria-hidden="true">{t.now().library_words.drop_here}</div>
        }))}
    }
}
