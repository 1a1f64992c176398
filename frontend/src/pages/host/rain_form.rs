//! The rain dialog: what falls, for whom, and how it is cut.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::allocation::Split;

use crate::components::dialog::follow;
use crate::live::{live, memo, value};
use crate::net::{http, storage};
use crate::state::draft::{Draft, Who};
use crate::state::session::Session;
use crate::text::{self, Words};

/// Currencies offered; the one of the quiz's proposal is added.
const CURRENCIES: [&str; 8] = ["points", "CNY", "HKD", "TWD", "JPY", "USD", "EUR", "SGD"];

#[component]
pub(super) fn RainDialog(
    session: Session,
    open: RwSignal<bool>,
    #[prop(into)] sent: Callback<()>,
) -> impl IntoView {
    let t = text::words();
    let draft = RwSignal::new(Draft::for_players(10));
    let touched = RwSignal::new(false);
    let players = session.part(crate::state::store::Known::players);
    let title = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    propose(draft, touched, players, title);
    let plan = memo(move || draft.with(Draft::read));
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Ok(plan) = plan.get_untracked() {
            open.set(false);
            sent.run(());
            session.open_rain(plan);
        }
    };
    let edit = move |change: &dyn Fn(&mut Draft)| {
        touched.set(true);
        draft.update(change);
    };
    let text_field = move |id: &'static str,
                           label: fn(&'static Words) -> &'static str,
                           read: fn(&Draft) -> &String,
                           slot: fn(&mut Draft) -> &mut String| {
        view! {
            <p class="rain-field">
                <label class="label" for=id>{t.say(label)}</label>
                <input id=id class="field" type="text" inputmode="decimal" autocomplete="off"
                    data-testid=id
                    prop:value=value(move || draft.with(|draft| read(draft).clone()))
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        edit(&|draft| slot(draft).clone_from(&text));
                    } />
            </p>
        }
    };
    let currencies = live(move || {
        let own = draft.with(|draft| draft.currency.clone());
        let mut codes: Vec<String> = CURRENCIES.map(str::to_owned).to_vec();
        if !codes.contains(&own) {
            codes.push(own.clone());
        }
        codes
            .into_iter()
            .map(|code| {
                let chosen = code == own;
                let name =
                    if code == "points" { t.now().points_unit.to_owned() } else { code.clone() };
                view! { <option value=code selected=chosen>{name}</option> }
            })
            .collect_view()
    });
    let split = move |cut: Split,
                      label: fn(&'static Words) -> &'static str,
                      why: fn(&'static Words) -> &'static str| {
        view! {
            <label class="option">
                <input type="radio" name="split"
                    prop:checked=value(move || draft.with(|draft| draft.split == cut))
                    on:change=move |_| edit(&|draft| draft.split = cut) />
                <span>
                    <strong>{t.say(label)}</strong>
                    <small class="muted">{t.say(why)}</small>
                </span>
            </label>
        }
    };
    let chosen = move |who: Who| value(move || draft.with(|draft| draft.who == who));
    let limit = move |who: Who,
                      id: &'static str,
                      label: fn(&'static Words) -> &'static str,
                      read: fn(&Draft) -> &String,
                      slot: fn(&mut Draft) -> &mut String| {
        view! {
            <label class="option">
                <input type="radio" name="who" prop:checked=chosen(who)
                    on:change=move |_| edit(&|draft| draft.who = who) />
                <span><strong>{t.say(label)}</strong></span>
                <input id=id class="field field-short" type="text" inputmode="numeric"
                    aria-label=t.say(label) data-testid=id
                    disabled=value(move || draft.with(|draft| draft.who != who))
                    prop:value=value(move || draft.with(|draft| read(draft).clone()))
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        edit(&|draft| slot(draft).clone_from(&text));
                    } />
            </label>
        }
    };
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog on:close=move |_| open.set(false)>
            <form on:submit=start novalidate>
                <h2>{t.say(|w| w.open_rain)}</h2>
                <div class="rain-fields">
                    {text_field("rain-pot", |w| w.pot, |d| &d.pot, |d| &mut d.pot)}
                    <p class="rain-field">
                        <label class="label" for="rain-currency">{t.say(|w| w.currency)}</label>
                        <select id="rain-currency" class="field" on:change=move |event| {
                            let code = event_target_value(&event);
                            edit(&|draft| draft.currency.clone_from(&code));
                        }>{currencies}</select>
                    </p>
                    {text_field("rain-packets", |w| w.packets, |d| &d.packets, |d| &mut d.packets)}
                    {text_field("rain-seconds", |w| w.seconds, |d| &d.seconds, |d| &mut d.seconds)}
                    {text_field("rain-min", |w| w.smallest, |d| &d.min, |d| &mut d.min)}
                    {text_field("rain-max", |w| w.largest, |d| &d.max, |d| &mut d.max)}
                </div>
                <fieldset class="options">
                    <legend class="label">{t.say(|w| w.split)}</legend>
                    {split(Split::DoubleMean, |w| w.split_lucky, |w| w.split_lucky_why)}
                    {split(Split::Equal, |w| w.split_equal, |w| w.split_equal_why)}
                </fieldset>
                <fieldset class="options">
                    <legend class="label">{t.say(|w| w.who_may)}</legend>
                    <label class="option">
                        <input type="radio" name="who" prop:checked=chosen(Who::Everyone)
                            on:change=move |_| edit(&|draft| draft.who = Who::Everyone) />
                        <span><strong>{t.say(|w| w.everyone)}</strong></span>
                    </label>
                    {limit(Who::Scored, "rain-score", |w| w.score_at_least,
                        |d| &d.least_score, |d| &mut d.least_score)}
                    {limit(Who::Best, "rain-top", |w| w.top_share,
                        |d| &d.top_percent, |d| &mut d.top_percent)}
                </fieldset>
                <p class="problem" role="alert">
                    {live(move || plan.get().err().map(|why| (t.now().draft_problem)(why)))}
                </p>
                <div class="dialog-buttons">
                    <button type="button" class="button" on:click=move |_| open.set(false)>
                        {t.say(|w| w.cancel)}
                    </button>
                    <button type="submit" class="button button-primary" data-testid="rain-start"
                        disabled=value(move || plan.with(Result::is_err))>
                        {t.say(|w| w.let_it_rain)}
                    </button>
                </div>
            </form>
        </dialog>
    }
}

/// Fills the dialog, until somebody types in it: with the quiz's proposal where there is one, else
/// with one packet for each player.
fn propose(
    draft: RwSignal<Draft>,
    touched: RwSignal<bool>,
    players: Memo<u32>,
    title: Memo<Option<String>>,
) {
    let proposed = RwSignal::new(false);
    Effect::new(move |_| {
        let players = players.get();
        if !touched.get_untracked() && !proposed.get_untracked() {
            draft.set(Draft::for_players(players));
        }
    });
    let Some(key) = storage::host_key() else {
        return;
    };
    spawn_local(async move {
        let Ok(quizzes) = http::quizzes(&key).await else {
            return;
        };
        let title = title.try_get_untracked().flatten();
        let plan = quizzes.into_iter().find(|quiz| Some(&quiz.title) == title.as_ref());
        if let Some(plan) = plan.and_then(|quiz| quiz.rain)
            && touched.try_get_untracked() == Some(false)
        {
            let _ = proposed.try_set(true);
            let _ = draft.try_set(Draft::of(&plan));
        }
    });
}
