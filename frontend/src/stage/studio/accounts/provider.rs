//! Whoever is signed in: their account at the OpenID provider, with which they may sign in here.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::EndProvider;

use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::{at_provider, sign_in};
use crate::text;

use super::own::{Mine, field, second_field};

/// Nothing where the server knows no provider.
pub(super) fn provider(mine: Mine) -> Option<AnyView> {
    let t = text::hosts();
    let name = StoredValue::new(sign_in::provider()?);
    let [password, code] = [(); 2].map(|()| RwSignal::new(String::new()));
    let has = memo(move || mine.me.with(|me| Some(me.as_ref()?.account.provider)));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(has) = has.get_untracked().filter(|_| mine.begins()) else { return };
        let typed = password.get_untracked();
        password.set(String::new());
        let second_factor = mine.shown(code);
        let tag = text::language().get_untracked().tag();
        spawn_local(async move {
            if has {
                match at_provider::end(&EndProvider { password: typed }).await {
                    Ok(me) => {
                        let _ = mine.me.try_set(Some(me));
                        let _ = mine.busy.try_set(false);
                    }
                    Err(why) => mine.failed(why),
                }
            } else if let Err(why) = at_provider::connect(typed, second_factor, tag).await {
                mine.failed(why);
            }
        });
    };
    let form = live(move || {
        let (has, name) = (has.get()?, name.get_value());
        let (testid, why, go) = match has {
            true => ("provider-on", (t.now().provider_on)(&name), t.say(|w| w.disconnect)),
            false => ("provider-off", (t.now().provider_off)(&name), t.say(|w| w.connect)),
        };
        Some(view! {
            <form class="panel-body" on:submit=submit novalidate>
                <p data-testid=testid>{why}</p>
                {field(t.say(|w| w.password), "current-password", "provider-password", password)}
                {(!has).then(|| second_field(mine, "provider-code", code))}
                <button type="submit" class="button" data-testid="provider-go"
                    disabled=value(move || mine.busy.get())>{go}</button>
            </form>
        })
    });
    let title = t.tell(move |w| (w.at_provider)(&name.get_value()));
    let panel = view! {
        <details class="panel">
            <summary data-testid="provider-panel">{title}</summary>
            {form}
        </details>
    };
    Some(panel.into_any())
}
