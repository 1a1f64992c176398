//! Where a host chooses how a game looks: before it is made, and while it runs.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::MediaId;
use quizrain_shared::theme::{Colour, Colours, Look, Theme};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::dom::view;
use crate::live::{Memo, Signal, live, memo, value};
use crate::net::http::HttpError;
use crate::net::{quiz, storage};
use crate::text::{self, ThemeWords};

/// A main colour of one's own, before one has chosen it.
const FIRST: Colour = Colour([0x28, 0x67, 0xc6]);

/// What is done to a theme: to that which was asked for last, though nobody has heard of it yet.
pub(super) type Change = Box<dyn FnOnce(&mut Theme)>;

fn change_by(act: impl FnOnce(&mut Theme) + 'static) -> Change {
    Box::new(act)
}

/// What falls, and perhaps a main colour of the host's own.
#[component]
pub(super) fn ThemeFields(
    /// What is chosen.
    theme: Memo<Theme>,
    /// Does what is chosen now.
    #[prop(into)]
    change: Callback<Change>,
) -> impl IntoView {
    let t = text::stage();
    let look = move |look: Look| {
        let testid = ["look-", look.name()].concat();
        view! {
            <label class="option theme-look">
                <input type="radio" name="look" data-testid=testid
                    prop:checked=value(move || theme.get().look == look)
                    on:change=move |_| change.run(change_by(move |theme| theme.look = look)) />
                <span class="theme-swatch" data-theme=look.name() aria-hidden="true"></span>
                <span>{value(move || (t.now().themes.look)(look))}</span>
            </label>
        }
    };
    view! {
        <fieldset class="options">
            <legend class="label">{value(move || t.now().themes.theme)}</legend>
            <div class="theme-looks">{Look::ALL.map(look).collect_view()}</div>
            {own_colour(theme, change)}
            {own_picture(theme, change, LOGO)}
            {own_picture(theme, change, FALLS)}
        </fieldset>
    }
}

/// A main colour of the host's own, and what has become of it where pages could not be read in it.
fn own_colour(theme: Memo<Theme>, change: Callback<Change>) -> AnyView {
    let t = text::stage();
    let own = memo(move || theme.get().colours.is_some());
    let wished = Signal::new(None::<Colour>);
    let wish = move |colour: Option<Colour>| {
        wished.set(colour);
        change.run(change_by(move |theme| theme.colours = colour.map(Colours::of)));
    };
    // What other words there are for a colour, the browser's field does not know.
    let typed = move |event: leptos::ev::Event| {
        if let Some(colour) = Colour::parse(&event_target_value(&event)) {
            wish(Some(colour));
        }
    };
    let adjusted = value(move || {
        let (wished, taken) = (wished.get()?, theme.get().colours?.main);
        (wished != taken).then(|| (t.now().themes.adjusted)(&wished.hex(), &taken.hex()))
    });
    let field = move || {
        let shown = value(move || theme.get().colours.map(|own| own.main.hex()));
        view! {
            <input type="color" class="theme-colour option-of" data-testid="theme-colour"
                aria-label=value(move || t.now().themes.own_colour) prop:value=shown on:change=typed />
        }
    };
    let view = view! {
        <label class="option">
            <input type="checkbox" data-testid="own-colour" prop:checked=own
                on:change=move |event| {
                    wish(event_target_checked(&event).then_some(FIRST));
                } />
            <span>
                <strong>{value(move || t.now().themes.own_colour)}</strong>
                <small class="muted">{value(move || t.now().themes.own_colour_why)}</small>
            </span>
        </label>
        {live(move || own.get().then(field))}
        <p class="small" role="status">{adjusted}</p>
    };
    view.into_any()
}

/// A picture of the host's own.
#[derive(Clone, Copy)]
struct Own {
    testid: &'static str,
    label: fn(&'static ThemeWords) -> &'static str,
    of: fn(&mut Theme) -> &mut Option<MediaId>,
}

const LOGO: Own = Own { testid: "theme-logo", label: |w| w.logo, of: |theme| &mut theme.logo };
const FALLS: Own = Own { testid: "theme-falls", label: |w| w.falls, of: |theme| &mut theme.falls };

/// Where such a picture is brought and taken away, by whoever may write in the library.
fn own_picture(theme: Memo<Theme>, change: Callback<Change>, own: Own) -> Option<AnyView> {
    let key = storage::host_key()?;
    let t = text::stage();
    let Own { testid, label, of } = own;
    let now = memo(move || *of(&mut theme.get()));
    let problem = RwSignal::new(None::<HttpError>);
    // It takes a while to come, and the page may be gone.
    let put = move |media: Option<MediaId>| {
        if theme.try_get_untracked().is_some() {
            change.run(change_by(move |theme| *of(theme) = media));
        }
    };
    let chosen = move |event: leptos::ev::Event| {
        let field = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = field.as_ref().and_then(|field| field.files()?.get(0)) else { return };
        if let Some(field) = field {
            // Once it was taken away, the same file can be brought again.
            field.set_value("");
        }
        problem.set(None);
        spawn_local(async move {
            match quiz::upload_picture(&key, &file).await {
                Ok(picture) => put(Some(picture.media)),
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    let there = live(move || {
        now.get().map(|media| {
            view! {
                <p class="theme-own">
                    <img src=format!("/media/{media}") alt="" />
                    <button type="button" class="button" data-testid=format!("{testid}-remove")
                        on:click=move |_| put(None)>{t.now().themes.remove}</button>
                </p>
            }
        })
    });
    let view = view! {
        <p>
            <label class="label" for=testid>{value(move || label(t.now().themes))}</label>
            <input id=testid type="file" accept="image/png,image/jpeg,image/webp,image/gif"
                data-testid=testid on:change=chosen />
        </p>
        {there}
        <p class="problem small" role="alert">
            {value(move || problem.get().map(|why| t.now().problem(&why)))}
        </p>
    };
    Some(view.into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_colour_is_taken_as_it_is() {
        assert_eq!(Colours::of(FIRST).main, FIRST);
    }
}
