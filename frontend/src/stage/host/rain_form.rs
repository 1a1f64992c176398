//! The rain dialog: what falls, for whom, and how it is cut.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::allocation::{MAX_PACKETS, Split};
use quizrain_shared::ids::{GameId, Token};

use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::host;
use crate::stage::dialog::follow;
use crate::state::draft::{Draft, Field, Who};
use crate::state::session::Session;
use crate::text::{self, StageWords};

/// Currencies offered; the one of the quiz's proposal is added.
const CURRENCIES: [&str; 8] = ["points", "CNY", "HKD", "TWD", "JPY", "USD", "EUR", "SGD"];

#[component]
pub(super) fn RainDialog(
    session: Session,
    game: GameId,
    token: Token,
    open: RwSignal<bool>,
    #[prop(into)] sent: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let draft = RwSignal::new(Draft::for_players(10));
    let touched = RwSignal::new(false);
    let players = session.part(quizrain_shared::client::GameView::players);
    propose(draft, touched, players, game, token);
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
    // Made anew with each letter, read by each field.
    let wrong = memo(move || plan.with(|plan| plan.as_ref().err().map(|(field, _)| *field)));
    let invalid = move |field: Field| {
        value(move || if wrong.get() == Some(field) { "true" } else { "false" })
    };
    let text_field = move |id: &'static str,
                           field: Field,
                           label: fn(&'static StageWords) -> &'static str,
                           read: fn(&Draft) -> &String,
                           slot: fn(&mut Draft) -> &mut String| {
        view! {
            <p class="rain-field">
                <label class="label" for=id>{t.say(label)}</label>
                <input id=id class="field" type="text" inputmode="decimal" autocomplete="off"
                    data-testid=id aria-invalid=invalid(field) aria-describedby="rain-problem"
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
                      label: fn(&'static StageWords) -> &'static str,
                      why: fn(&'static StageWords) -> &'static str| {
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
                      field: Field,
                      label: fn(&'static StageWords) -> &'static str,
                      read: fn(&Draft) -> &String,
                      slot: fn(&mut Draft) -> &mut String| {
        view! {
            <label class="option">
                <input type="radio" name="who" prop:checked=chosen(who)
                    on:change=move |_| edit(&|draft| draft.who = who) />
                <span><strong>{t.say(label)}</strong></span>
                <input id=id class="field field-short" type="text" inputmode="numeric"
                    aria-label=t.say(label) data-testid=id
                    aria-invalid=invalid(field) aria-describedby="rain-problem"
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
                    {text_field("rain-pot", Field::Pot, |w| w.pot, |d| &d.pot, |d| &mut d.pot)}
                    <p class="rain-field">
                        <label class="label" for="rain-currency">{t.say(|w| w.currency)}</label>
                        <select id="rain-currency" class="field" on:change=move |event| {
                            let code = event_target_value(&event);
                            edit(&|draft| draft.currency.clone_from(&code));
                        }>{currencies}</select>
                    </p>
                    {text_field("rain-packets", Field::Packets, |w| w.packets, |d| &d.packets, |d| &mut d.packets)}
                    {text_field("rain-seconds", Field::Seconds, |w| w.seconds, |d| &d.seconds, |d| &mut d.seconds)}
                    {text_field("rain-min", Field::Min, |w| w.smallest, |d| &d.min, |d| &mut d.min)}
                    {text_field("rain-max", Field::Max, |w| w.largest, |d| &d.max, |d| &mut d.max)}
                </div>
                <Share draft players edit=move || touched.set(true) />
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
                    {limit(Who::Scored, "rain-score", Field::LeastScore, |w| w.score_at_least,
                        |d| &d.least_score, |d| &mut d.least_score)}
                    {limit(Who::Best, "rain-top", Field::TopPercent, |w| w.top_share,
                        |d| &d.top_percent, |d| &mut d.top_percent)}
                </fieldset>
                <p id="rain-problem" class="problem" role="alert">
                    {value(move || plan.get().err().map(|(field, why)| {
                        let words = t.now();
                        format!("{}: {}", label_of(field, words), (words.draft_problem)(why))
                    }))}
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

/// What a field is called.
fn label_of(field: Field, words: &StageWords) -> &'static str {
    match field {
        Field::Pot => words.pot,
        Field::Currency => words.currency,
        Field::Packets => words.packets,
        Field::Seconds => words.seconds,
        Field::Min => words.smallest,
        Field::Max => words.largest,
        Field::LeastScore => words.score_at_least,
        Field::TopPercent => words.top_share,
    }
}

/// What it means where there are not as many packets as players, and a way to mend it: whoever wrote
/// the quiz did not know how many would come.
#[component]
fn Share(
    draft: RwSignal<Draft>,
    players: Memo<u32>,
    #[prop(into)] edit: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let uneven = memo(move || {
        let players = players.get();
        let packets = draft.with(|draft| draft.packets().filter(|_| draft.who == Who::Everyone));
        packets.filter(|packets| players > 0 && *packets != players).map(|it| (it, players))
    });
    let one_each = move |_| {
        edit.run(());
        let players = players.get_untracked().min(MAX_PACKETS);
        draft.update(|draft| draft.packets = players.to_string());
    };
    view! {
        <div class="rain-share small">
            <p role="status" data-testid="rain-share">
                {value(move || uneven.get().map(|(packets, players)| {
                    (t.now().packets_for)(packets, players)
                }))}
            </p>
            {live(move || uneven.get().map(|_| view! {
                <button type="button" class="button" data-testid="rain-for-each" on:click=one_each>
                    {t.now().packet_for_each}
                </button>
            }))}
        </div>
    }
}

/// Fills the dialog, until somebody types in it: with the quiz's proposal where there is one, else
/// with one packet for each player.
fn propose(
    draft: RwSignal<Draft>,
    touched: RwSignal<bool>,
    players: Memo<u32>,
    game: GameId,
    token: Token,
) {
    let proposed = RwSignal::new(false);
    effect(move || {
        let players = players.get();
        if !touched.get_untracked() && !proposed.get_untracked() {
            draft.set(Draft::for_players(players));
        }
    });
    spawn_local(async move {
        if let Ok(Some(plan)) = host::proposed_rain(&token, game).await
            && touched.try_get_untracked() == Some(false)
        {
            let _ = proposed.try_set(true);
            let _ = draft.try_set(Draft::of(&plan));
        }
    });
}
