//! The page on which engineers see every component in every state. It is a program of its own, which the back end embeds
//! in debug builds alone; `e2e/tests/styleguide.spec.ts` compares pictures of it. Its texts are English and stand here.
//!
//! What needs no running game is the component itself; what does is written out with its classes, and a test knows that
//! these have rules, and that no part of the style sheets is left out.

mod boards;
mod catch;
mod choices;
mod faces;
mod forms;
mod notices;
mod records;
mod screen;
mod tokens;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use crate::components::chrome::{TopBar, title};
use crate::dom::{IntoChild, view};
use crate::live::Signal;
use crate::text::{self, Language, TextLoader, provide_language};

/// Shows the page, given what loads the texts of a language.
pub fn start(texts: TextLoader) {
    console_error_panic_hook::set_once();
    let place = document().get_element_by_id("app");
    let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    spawn_local(async move {
        let language = text::begin(texts).await;
        place.set_text_content(None);
        mount_to(place, move || page(language)).forget();
    });
}

/// Which pictures of a section are compared.
#[derive(Clone, Copy)]
enum Pictures {
    /// One for each width and each set of colours.
    All,
    /// Two: narrow and light, wide and dark with more contrast.
    Two,
    /// One: it has colours of its own, and large shades that fill a file.
    One,
    /// None: its letters are the device's own, and differ.
    None,
}

impl Pictures {
    /// What the browser tests read.
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Two => "two",
            Self::One => "one",
            Self::None => "none",
        }
    }
}

/// A component, or some that belong together.
struct Section {
    /// Its anchor; its pictures are called so.
    id: &'static str,
    heading: &'static str,
    pictures: Pictures,
    shows: fn() -> AnyView,
}

const fn section(
    id: &'static str,
    heading: &'static str,
    pictures: Pictures,
    shows: fn() -> AnyView,
) -> Section {
    Section { id, heading, pictures, shows }
}

/// All of them, in the order of the page.
static SECTIONS: [Section; 18] = [
    section("type", "Letters", Pictures::Two, tokens::letters),
    section("colours", "Colours", Pictures::All, tokens::colours),
    section("buttons", "Buttons", Pictures::All, forms::buttons),
    section("fields", "Fields", Pictures::Two, forms::fields),
    section("options", "Options and picks", Pictures::Two, forms::options),
    section("notices", "Notices and problems", Pictures::All, notices::notices),
    section("dialogs", "Dialogs", Pictures::Two, notices::dialogs),
    section("bars", "Bars and timers", Pictures::Two, notices::bars),
    section("choices", "Choices", Pictures::All, choices::choices),
    section("verdicts", "Verdicts", Pictures::Two, choices::verdicts),
    section("boards", "Boards on a phone", Pictures::Two, boards::boards),
    section("glory", "The first three", Pictures::One, boards::glory),
    section("screen", "The big screen", Pictures::Two, screen::screens),
    section("faces", "Faces, shapes and teams", Pictures::Two, faces::faces),
    section("themes", "Themes", Pictures::One, catch::themes),
    section("catch", "Catching a packet", Pictures::One, catch::cards),
    section("records", "Records and tables", Pictures::Two, records::records),
    section("device", "Letters of the device", Pictures::None, faces::device),
];

fn page(language: Signal<Language>) -> AnyView {
    provide_language(language);
    title(|| Some("Style guide".to_owned()));
    let links = SECTIONS.iter().map(|section| {
        let to = ["#", section.id].concat();
        view! { <li><a href=to>{section.heading}</a></li> }
    });
    let sections = SECTIONS.iter().map(|section| {
        view! {
            <section class="guide-section" id=section.id data-pictures=section.pictures.name()>
                <h2>{section.heading}</h2>
                {(section.shows)()}
            </section>
        }
    });
    view! {
        <TopBar />
        <main class="guide">
            <h1>"Style guide"</h1>
            <p class="muted">"Every component in every state, of this build, in the colours that this device asks for."</p>
            <nav aria-label="Sections"><ul class="guide-links">{links.collect_view()}</ul></nav>
            {sections.collect_view()}
        </main>
    }
    .into_any()
}

/// A component in one of its states, below that state's name.
fn state(name: &'static str, shown: impl IntoChild) -> AnyView {
    view! { <div class="guide-state"><p class="guide-name">{name}</p>{shown}</div> }.into_any()
}

/// States beside each other, where there is room.
fn states(all: Vec<AnyView>) -> AnyView {
    view! { <div class="guide-states">{all}</div> }.into_any()
}

#[cfg(test)]
mod tests;
