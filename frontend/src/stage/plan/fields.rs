//! The fields of a plan.

use leptos::prelude::*;
use quizrain_shared::mode::Mode;

use super::Form;
use crate::dom::{El, view};
use crate::live::{Memo, live, value};
use crate::state::draft::{Cut, Field, Who};
use crate::text::{self, StageWords};

/// Currencies offered; the one of the quiz's proposal is added.
const CURRENCIES: [&str; 8] = ["points", "CNY", "HKD", "TWD", "JPY", "USD", "EUR", "SGD"];

/// One of the words.
type Word = fn(&'static StageWords) -> &'static str;

/// What falls, and for how long.
#[component]
pub(in crate::stage) fn Amounts(form: Form) -> impl IntoView {
    view! {
        <div class="rain-fields">
            <TextField form field=Field::FirstPrize id="rain-first" />
            <TextField form field=Field::SecondPrize id="rain-second" />
            <TextField form field=Field::ThirdPrize id="rain-third" />
            <TextField form field=Field::Pot id="rain-pot" />
            <Currencies form />
            <TextField form field=Field::Packets id="rain-packets" />
            <TextField form field=Field::Seconds id="rain-seconds" />
            <TextField form field=Field::Min id="rain-min" />
            <TextField form field=Field::Max id="rain-max" />
        </div>
    }
}

/// How the pot is cut, and who may catch: in a game of this mode, or in a game of any.
#[component]
pub(in crate::stage) fn Options(form: Form, mode: Memo<Option<Mode>>) -> impl IntoView {
    let t = text::stage();
    view! {
        <div class="rain-options">
            <fieldset class="options">
                <legend class="label">{t.say(|w| w.split)}</legend>
                <SplitOption form cut=Cut::DoubleMean />
                <SplitOption form cut=Cut::LineCutting />
                <SplitOption form cut=Cut::Equal />
                <SplitOption form cut=Cut::Shares />
                <SplitOption form cut=Cut::Prizes />
            </fieldset>
            <fieldset class="options"
                hidden=value(move || form.draft.with(|draft| draft.cut == Cut::Prizes))>
                <legend class="label">{t.say(|w| w.who_may)}</legend>
                <Group form who=Who::Everyone label=|w| w.everyone />
                <Group form who=Who::Seated label=|w| w.only_seated />
                <Limit form who=Who::Scored field=Field::LeastScore id="rain-score" />
                <Limit form who=Who::Best field=Field::TopPercent id="rain-top" />
                <Limit form who=Who::First field=Field::TopRank id="rain-rank" />
                <Group form who=Who::LastRight label=|w| w.last_right />
                <Group form who=Who::Starters label=|w| w.only_starters />
                {live(move || {
                    let mode = mode.get();
                    let alive = matches!(mode, None | Some(Mode::Survival(_)));
                    let teams = matches!(mode, None | Some(Mode::Teams(_)));
                    let alive = alive.then(|| {
                        view! { <Group form who=Who::Survivors label=|w| w.only_survivors /> }.into_any()
                    });
                    let teams = teams.then(|| {
                        view! { <Group form who=Who::BestTeam label=|w| w.only_best_team /> }.into_any()
                    });
                    alive.into_iter().chain(teams).collect_view()
                })}
            </fieldset>
        </div>
    }
}

#[component]
fn TextField(form: Form, field: Field, id: &'static str) -> impl IntoView {
    let t = text::stage();
    view! {
        <p class="rain-field" hidden=value(move || form.is_hidden(field))>
            <label class="label" for=id>{value(move || label_of(field, t.now()))}</label>
            <input id=id class="field" type="text" inputmode="decimal" autocomplete="off"
                data-testid=id aria-invalid=value(move || form.invalid(field))
                aria-describedby="rain-problem" prop:value=value(move || form.text(field))
                on:input=move |event| form.type_in(field, &event) />
        </p>
    }
}

#[component]
fn Currencies(form: Form) -> impl IntoView {
    let t = text::stage();
    let currencies = live(move || {
        let own = form.text(Field::Currency);
        let mut codes: Vec<String> = CURRENCIES.map(str::to_owned).to_vec();
        if !codes.contains(&own) {
            codes.push(own.clone());
        }
        let option = |code: String| {
            let chosen = code == own;
            let points = code == "points";
            let name = if points { t.now().points.to_owned() } else { code.clone() };
            view! { <option value=code prop:selected=chosen>{name}</option> }
        };
        codes.into_iter().map(option).collect_view()
    });
    view! {
        <p class="rain-field">
            <label class="label" for="rain-currency">{t.say(|w| w.currency)}</label>
            <select id="rain-currency" class="field"
                on:change=move |event| {
                    form.edit(|draft| draft.pick_currency(event_target_value(&event)));
                }>
                {currencies}
            </select>
        </p>
    }
}

#[component]
fn SplitOption(form: Form, cut: Cut) -> impl IntoView {
    let t = text::stage();
    let (label, why): (Word, Word) = match cut {
        Cut::DoubleMean => (|w| w.split_lucky, |w| w.split_lucky_why),
        Cut::LineCutting => (|w| w.split_line, |w| w.split_line_why),
        Cut::Equal => (|w| w.split_equal, |w| w.split_equal_why),
        Cut::Shares => (|w| w.split_shares, |w| w.split_shares_why),
        Cut::Prizes => (|w| w.prizes, |w| w.prizes_why),
    };
    view! {
        <label class="option">
            <input type="radio" name="split"
                prop:checked=value(move || form.draft.with(|draft| draft.cut == cut))
                on:change=move |_| form.edit(|draft| draft.cut = cut) />
            <span>
                <strong>{t.say(label)}</strong>
                <small class="muted">{t.say(why)}</small>
            </span>
        </label>
    }
}

/// The button that picks who may catch.
fn who_button(form: Form, who: Who) -> El {
    view! {
        <input type="radio" name="who"
            prop:checked=value(move || form.draft.with(|draft| draft.who == who))
            on:change=move |_| form.edit(|draft| draft.who = who) />
    }
}

/// Who may catch, in words alone.
#[component]
fn Group(form: Form, who: Who, label: fn(&StageWords) -> &'static str) -> impl IntoView {
    let t = text::stage();
    view! {
        <label class="option">
            {who_button(form, who)}
            <span><strong>{t.say(label)}</strong></span>
        </label>
    }
}

/// Who may catch, by a number.
#[component]
fn Limit(form: Form, who: Who, field: Field, id: &'static str) -> impl IntoView {
    let t = text::stage();
    let label = move || label_of(field, t.now());
    view! {
        <label class="option">
            {who_button(form, who)}
            <span><strong>{value(label)}</strong></span>
            <input id=id class="field field-short" type="text" inputmode="numeric"
                aria-label=value(label) data-testid=id
                aria-invalid=value(move || form.invalid(field)) aria-describedby="rain-problem"
                disabled=value(move || form.draft.with(|draft| draft.who != who))
                prop:value=value(move || form.text(field))
                on:input=move |event| form.type_in(field, &event) />
        </label>
    }
}

/// What a field is called.
pub(super) fn label_of(field: Field, words: &StageWords) -> &'static str {
    match field {
        Field::Pot => words.pot,
        Field::Currency => words.currency,
        Field::Packets => words.packets,
        Field::Seconds => words.seconds,
        Field::Min => words.smallest,
        Field::Max => words.largest,
        Field::LeastScore => words.score_at_least,
        Field::TopPercent => words.top_share,
        Field::TopRank => words.top_rank,
        Field::FirstPrize => words.first_prize,
        Field::SecondPrize => words.second_prize,
        Field::ThirdPrize => words.third_prize,
    }
}
