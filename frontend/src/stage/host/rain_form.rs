//! The rain dialog: what falls, for whom, and how it is cut.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::allocation::{MAX_PACKETS, Split};
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::rain::RainPlan;

use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::host;
use crate::stage::dialog::follow;
use crate::state::draft::{Draft, DraftProblem, Field, Who};
use crate::state::session::Session;
use crate::text::{self, StageWords};

/// Currencies offered; the one of the quiz's proposal is added.
const CURRENCIES: [&str; 8] = ["points", "CNY", "HKD", "TWD", "JPY", "USD", "EUR", "SGD"];

/// One of the words.
type Word = fn(&'static StageWords) -> &'static str;

/// What is typed, and what is wrong with it.
#[derive(Clone, Copy)]
struct Form {
    draft: RwSignal<Draft>,
    /// Somebody has typed or picked something.
    touched: RwSignal<bool>,
    plan: Memo<Result<RainPlan, (Field, DraftProblem)>>,
    /// Made anew with each letter, read by each field.
    wrong: Memo<Option<Field>>,
}

impl Form {
    fn new() -> Self {
        let draft = RwSignal::new(Draft::for_players(10));
        let plan = memo(move || draft.with(Draft::read));
        let wrong = memo(move || plan.with(|plan| plan.as_ref().err().map(|(field, _)| *field)));
        Self { draft, touched: RwSignal::new(false), plan, wrong }
    }

    fn edit(self, change: impl FnOnce(&mut Draft)) {
        self.touched.set(true);
        self.draft.update(change);
    }

    fn type_in(self, field: Field, event: &leptos::ev::Event) {
        self.edit(|draft| *draft.text(field) = event_target_value(event));
    }

    fn text(self, field: Field) -> String {
        self.draft.get().text(field).clone()
    }

    fn invalid(self, field: Field) -> &'static str {
        if self.wrong.get() == Some(field) { "true" } else { "false" }
    }

    fn problem(self) -> Option<String> {
        let (field, why) = self.plan.get().err()?;
        let words = text::stage().now();
        Some(format!("{}: {}", label_of(field, words), (words.draft_problem)(why)))
    }
}

#[component]
pub(super) fn RainDialog(
    session: Session,
    game: GameId,
    token: Token,
    open: RwSignal<bool>,
    #[prop(into)] sent: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let form = Form::new();
    let players = session.part(quizrain_shared::client::GameView::players);
    propose(form, players, game, token);
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Ok(plan) = form.plan.get_untracked() {
            open.set(false);
            sent.run(());
            session.open_rain(plan);
        }
    };
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog on:close=move |_| open.set(false)>
            <form on:submit=start novalidate>
                <h2>{t.say(|w| w.open_rain)}</h2>
                <div class="rain-fields">
                    <TextField form field=Field::Pot id="rain-pot" />
                    <Currencies form />
                    <TextField form field=Field::Packets id="rain-packets" />
                    <TextField form field=Field::Seconds id="rain-seconds" />
                    <TextField form field=Field::Min id="rain-min" />
                    <TextField form field=Field::Max id="rain-max" />
                </div>
                <Share form players />
                <fieldset class="options">
                    <legend class="label">{t.say(|w| w.split)}</legend>
                    <SplitOption form cut=Split::DoubleMean />
                    <SplitOption form cut=Split::Equal />
                </fieldset>
                <fieldset class="options">
                    <legend class="label">{t.say(|w| w.who_may)}</legend>
                    <Group form who=Who::Everyone label=|w| w.everyone />
                    <Limit form who=Who::Scored field=Field::LeastScore id="rain-score" />
                    <Limit form who=Who::Best field=Field::TopPercent id="rain-top" />
                    <Group form who=Who::LastRight label=|w| w.last_right />
                </fieldset>
                <p id="rain-problem" class="problem" role="alert">{value(move || form.problem())}</p>
                <div class="dialog-buttons">
                    <button type="button" class="button" on:click=move |_| open.set(false)>
                        {t.say(|w| w.cancel)}
                    </button>
                    <button type="submit" class="button button-primary" data-testid="rain-start"
                        disabled=value(move || form.plan.with(Result::is_err))>
                        {t.say(|w| w.let_it_rain)}
                    </button>
                </div>
            </form>
        </dialog>
    }
}

#[component]
fn TextField(form: Form, field: Field, id: &'static str) -> impl IntoView {
    let t = text::stage();
    view! {
        <p class="rain-field">
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
            let name = if points { t.now().points_unit.to_owned() } else { code.clone() };
            view! { <option value=code selected=chosen>{name}</option> }
        };
        codes.into_iter().map(option).collect_view()
    });
    view! {
        <p class="rain-field">
            <label class="label" for="rain-currency">{t.say(|w| w.currency)}</label>
            <select id="rain-currency" class="field"
                on:change=move |event| form.type_in(Field::Currency, &event)>
                {currencies}
            </select>
        </p>
    }
}

#[component]
fn SplitOption(form: Form, cut: Split) -> impl IntoView {
    let t = text::stage();
    let (label, why): (Word, Word) = match cut {
        Split::DoubleMean => (|w| w.split_lucky, |w| w.split_lucky_why),
        Split::Equal => (|w| w.split_equal, |w| w.split_equal_why),
    };
    view! {
        <label class="option">
            <input type="radio" name="split"
                prop:checked=value(move || form.draft.with(|draft| draft.split == cut))
                on:change=move |_| form.edit(|draft| draft.split = cut) />
            <span>
                <strong>{t.say(label)}</strong>
                <small class="muted">{t.say(why)}</small>
            </span>
        </label>
    }
}

/// The button that picks who may catch.
fn who_button(form: Form, who: Who) -> impl IntoView {
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
fn Share(form: Form, players: Memo<u32>) -> impl IntoView {
    let t = text::stage();
    let uneven = memo(move || {
        let players = players.get();
        let everyone = |draft: &Draft| draft.packets().filter(|_| draft.who == Who::Everyone);
        let packets = form.draft.with(everyone);
        packets.filter(|packets| players > 0 && *packets != players).map(|it| (it, players))
    });
    let one_each = move |_| {
        let players = players.get_untracked().min(MAX_PACKETS);
        form.edit(|draft| draft.packets = players.to_string());
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
fn propose(form: Form, players: Memo<u32>, game: GameId, token: Token) {
    let Form { draft, touched, .. } = form;
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
