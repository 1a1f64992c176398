//! A stage that goes on by itself: when, and the button that stops it.

use leptos::prelude::*;

use super::clicks::Clicks;
use crate::components::ticking::SecondsTo;
use crate::dom::view;
use crate::live::live;
use crate::stage::show::goes_on_at;
use crate::text;

#[component]
pub(super) fn GoesOn(clicks: Clicks) -> impl IntoView {
    let t = text::stage();
    let session = clicks.session;
    let at = session.part(|known| goes_on_at(known.stage.as_ref()?));
    live(move || {
        let (_, closes) = at.get()?;
        Some(view! {
            <p class="goes-on" data-testid="goes-on">
                <SecondsTo session at=closes say=|words, left| (words.desk.goes_on_in)(left) />
                {(!clicks.watching).then(|| view! {
                    <button type="button" class="button" data-testid="stay"
                        on:click=move |_| session.configure(|settings| settings.auto = None)>
                        {t.say(|w| w.desk.stay)}
                    </button>
                })}
            </p>
        })
    })
}
