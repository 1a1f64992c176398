//! What panels of the desk share: they are folded until they are needed, and turn the pages of long
//! lists.

use leptos::prelude::*;

use crate::dom::{IntoChild, view};
use crate::live::{Memo, live, value};
use crate::text;

/// How many rows a list shows at once.
pub(super) const PAGE: u32 = 50;

/// A part of the desk that is made when it is opened.
pub(super) fn panel<V: IntoChild>(
    title: text::Text<String>,
    testid: &'static str,
    content: impl Fn() -> V + Send + Sync + 'static,
) -> AnyView {
    let open = RwSignal::new(false);
    let toggled = move |event: leptos::ev::Event| {
        open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="panel" data-testid=testid on:toggle=toggled>
            <summary>{title}</summary>
            {live(move || open.get().then(|| view! {
                <div class="panel-body">{content()}</div>
            }))}
        </details>
    }
    .into_any()
}

/// Turns the pages of a list; nothing where there is only one.
#[component]
pub(super) fn Pager(
    /// How many rows there are before the first one that is shown.
    skip: RwSignal<u32>,
    /// How many rows there are.
    found: Memo<u32>,
) -> impl IntoView {
    let t = text::stage();
    let turn = move |to: u32| move |_| skip.set(to);
    live(move || {
        let (from, of) = (skip.get(), found.get());
        (of > PAGE || from > 0).then(|| {
            let to = from.saturating_add(PAGE).min(of);
            view! {
                <div class="pager">
                    <button type="button" class="button" data-testid="page-back" disabled=from == 0
                        on:click=turn(from.saturating_sub(PAGE))>{t.say(|w| w.desk.back)}</button>
                    <span class="small">
                        {value(move || (t.now().desk.range)(from.saturating_add(1).min(of), to, of))}
                    </span>
                    <button type="button" class="button" data-testid="page-more" disabled=to >= of
                        on:click=turn(to)>{t.say(|w| w.desk.more)}</button>
                </div>
            }
        })
    })
}
