//! All findings as a text, for whoever hosts the event.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::dom::view;
use crate::live::live;
use crate::net::{check, device};
use crate::state::check::overall;
use crate::text::{self, CheckWords};

use super::Known;

/// The findings, line by line, with when, where and by which browser.
fn written(known: Known, words: &CheckWords) -> String {
    let findings = known.findings();
    let place = device::window().location().origin().unwrap_or_default();
    let mut lines = vec![
        format!("{} · {place} · {}", words.title, check::moment()),
        overall(&findings).map_or(words.measuring, words.overall).to_owned(),
    ];
    lines.extend(findings.iter().map(|finding| {
        let said = (words.say)(finding);
        let verdict = (words.verdict)(finding.verdict(), finding.is_of_line());
        format!("{}: {verdict} ({})", said.name, said.figure)
    }));
    lines.push(check::browser());
    lines.join("\n")
}

/// A button that copies them; where that is not to be had, a text to be copied by hand.
#[component]
pub(super) fn Report(known: Known) -> impl IntoView {
    let t = text::check();
    let copied = RwSignal::new(false);
    let shown = RwSignal::new(None::<String>);
    let copy = move |_| {
        let text = written(known, t.now());
        copied.set(false);
        spawn_local(async move {
            let done = device::copy(&text).await;
            let _ = copied.try_set(done);
            let _ = shown.try_set((!done).then_some(text));
        });
    };
    view! {
        <p class="buttons">
            <button type="button" class="button" data-testid="check-copy" on:click=copy>
                {t.say(|w| w.copy)}
            </button>
        </p>
        <p class="check-copied small" role="status" data-testid="check-copied">
            {live(move || match (copied.get(), shown.with(Option::is_some)) {
                (true, _) => Some(t.now().copied),
                (false, true) => Some(t.now().by_hand),
                (false, false) => None,
            })}
        </p>
        {live(move || shown.get().map(|text| view! {
            <pre class="check-text small" data-testid="check-text">{text}</pre>
        }))}
    }
}
