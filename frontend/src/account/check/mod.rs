//! `/check`: anybody tries a phone, a laptop and the Wi-Fi of a venue before an event. Needs no game and no account.

mod bars;
mod probe;
mod report;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::pages::Page;
use web_sys::HtmlElement;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{ElementRef, Live, live, value};
use crate::net::{check, device};
use crate::state::check::measure::{MINUTE, SHORT};
use crate::state::check::{Finding, Security, Tried, of_line, overall};
use crate::text;

use bars::Bars;
use probe::Probe;
use report::Report;

/// What is known of this device and its line. Copies are the same.
#[derive(Clone, Copy)]
struct Known {
    probe: Probe,
    /// What does not change while the page is open.
    still: StoredValue<Vec<Finding>>,
    awake: RwSignal<Tried>,
    sound: RwSignal<Tried>,
}

impl Known {
    fn new() -> Self {
        let known = Self {
            probe: Probe::start(),
            still: StoredValue::new(vec![
                Finding::Browser(check::missing()),
                Finding::Storage(check::stores()),
                Finding::Security(security()),
                Finding::Clipboard(device::can_copy()),
                Finding::Vibration(check::can_vibrate()),
            ]),
            awake: RwSignal::new(Tried::NotYet),
            sound: RwSignal::new(Tried::NotYet),
        };
        spawn_local(async move {
            let works = check::stays_awake().await;
            let _ = known.awake.try_set(tried(works));
        });
        known
    }

    /// All of it, by now.
    fn findings(self) -> Vec<Finding> {
        let (width, height) = check::size();
        let shown = self.probe.shown.get();
        let mut found = of_line(shown.reach, shown.figures);
        found.extend(self.still.try_with_value(Vec::clone).unwrap_or_default());
        found.extend([
            Finding::Awake(self.awake.get()),
            Finding::Sound(self.sound.get()),
            Finding::Screen { width, height },
            Finding::CalmMotion(device::prefers_reduced_motion()),
        ]);
        found
    }
}

fn tried(works: bool) -> Tried {
    if works { Tried::Works } else { Tried::Fails }
}

fn security() -> Security {
    match (check::is_https(), check::is_trusted()) {
        (true, _) => Security::Https,
        (false, true) => Security::ThisMachine,
        (false, false) => Security::Plain,
    }
}

/// Everything that was found out, and what tries more.
#[component]
pub(crate) fn CheckPage() -> impl IntoView {
    let t = text::check();
    title(move || Some(t.now().title.to_owned()));
    let known = Known::new();
    let running = move || known.probe.shown.with(|shown| shown.running);
    let worst = move || overall(&known.findings()).filter(|_| !running());
    let place = ElementRef::<HtmlElement>::new();
    let again = move |pings| {
        known.probe.again(pings);
        // The button is about to be disabled and would drop the focus: it goes to what is found out.
        if let Some(place) = place.get_untracked() {
            let _ = place.focus();
        }
    };
    view! {
        <TopBar />
        <main class="page page-narrow check">
            <h1>{t.say(|w| w.title)}</h1>
            <p class="muted">{t.say(|w| w.lead)}</p>
            <p class="check-overall" role="status" tabindex="-1" node_ref=place data-testid="check-overall"
                data-verdict=value(move || worst().map(|verdict| verdict.word()))>
                {value(move || {
                    let words = t.now();
                    worst().map_or(words.measuring, words.overall)
                })}
            </p>
            <p class="buttons">
                <button type="button" class="button button-primary" data-testid="check-again"
                    disabled=value(running) on:click=move |_| again(SHORT)>
                    {t.say(|w| w.again)}
                </button>
                <button type="button" class="button" data-testid="check-minute"
                    disabled=value(running) on:click=move |_| again(MINUTE)>
                    {t.say(|w| w.minute)}
                </button>
            </p>
            <p class="muted small">{t.say(|w| w.walk)}</p>
            <Bars probe=known.probe />
            <ul class="check-list">{lines(known)}</ul>
            <Tone heard=known.sound />
            <Report known />
            <p class="buttons">
                <a class="button" href=Page::Home.path()>{t.say(|w| w.to_start)}</a>
            </p>
        </main>
    }
}

/// A line for each finding.
fn lines(known: Known) -> Live<AnyView> {
    let t = text::check();
    live(move || {
        let words = t.now();
        let line = |finding: Finding| {
            let (said, verdict) = ((words.say)(&finding), finding.verdict());
            let judged = (words.verdict)(verdict, finding.is_of_line());
            view! {
                <li class="check-line" data-testid=format!("check-{}", finding.word())
                    data-verdict=verdict.map_or("unknown", |verdict| verdict.word())>
                    <b>{said.name}</b>
                    <span class="check-verdict">{judged}</span>
                    <span class="check-figure">{said.figure}</span>
                    {said.advice.map(|advice| view! { <span class="check-advice small">{advice}</span> })}
                </li>
            }
        };
        known.findings().into_iter().map(line).collect::<Vec<_>>()
    })
}

/// A tone, and whether it was heard.
#[component]
fn Tone(heard: RwSignal<Tried>) -> impl IntoView {
    let t = text::check();
    let played = RwSignal::new(false);
    let play = move |_| {
        let plays = check::play_tone();
        played.set(plays);
        heard.set(if plays { Tried::NotYet } else { Tried::Fails });
    };
    let said = move |works: bool| {
        heard.set(tried(works));
        played.set(false);
    };
    view! {
        <p class="buttons">
            <button type="button" class="button" data-testid="check-tone" on:click=play>
                {t.say(|w| w.tone)}
            </button>
        </p>
        {live(move || played.get().then(|| view! {
            <p class="buttons check-heard" role="group" aria-label=t.say(|w| w.heard)>
                <span>{t.say(|w| w.heard)}</span>
                <button type="button" class="button" data-testid="check-heard"
                    on:click=move |_| said(true)>{t.say(|w| w.yes)}</button>
                <button type="button" class="button" data-testid="check-unheard"
                    on:click=move |_| said(false)>{t.say(|w| w.no)}</button>
            </p>
        }))}
    }
}
