//! The library: every quiz, found by its words and tags.

use leptos::prelude::*;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::stage::key::WithKey;
use crate::text;

#[component]
pub(crate) fn StudioPage() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().library_words.title.to_owned()));
    let page = |_, _| ().into_any();
    view! {
        <TopBar />
        <main class="page"><WithKey page /></main>
    }
}
