//! The rain dialog: what falls, for whom, and how it is cut.

use leptos::prelude::*;
use quizrain_shared::quiz::PlannedRain;
use quizrain_shared::rain::RainPlan;

use super::money::{MoneyDialog, is_real};
use super::plans::Plans;
use super::rain_fields::{Currencies, Options, Share, TextField, label_of};
use crate::components::amount::unit;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::stage::dialog::follow;
use crate::state::draft::{Draft, DraftProblem, Field};
use crate::state::session::Session;
use crate::text::{self, StageWords};

/// What is typed, and what is wrong with it.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Which of the planned rains it is; none of them.
    chosen: RwSignal<Option<u16>>,
    pub(super) draft: RwSignal<Draft>,
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
        Self { chosen: RwSignal::new(None), draft, touched: RwSignal::new(false), plan, wrong }
    }

    pub(super) fn edit(self, change: impl FnOnce(&mut Draft)) {
        self.touched.set(true);
        self.draft.update(change);
    }

    pub(super) fn type_in(self, field: Field, event: &leptos::ev::Event) {
        self.edit(|draft| *draft.text(field) = event_target_value(event));
    }

    /// Takes a planned rain, or one packet for each player.
    fn fill(self, position: Option<u16>, plans: Plans, players: u32) {
        self.chosen.set(position);
        let plan = plans.planned.with_untracked(|planned| {
            position.and_then(|position| Some(Draft::of(&planned.get(position)?.plan)))
        });
        self.draft.set(plan.unwrap_or_else(|| Draft::for_players(players)));
    }

    pub(super) fn text(self, field: Field) -> String {
        self.draft.get().text(field).clone()
    }

    /// Whether a field has no meaning where the pot is cut as it is picked.
    pub(super) fn is_hidden(self, field: Field) -> bool {
        !self.draft.with(|draft| draft.has(field))
    }

    pub(super) fn invalid(self, field: Field) -> &'static str {
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
    plans: Plans,
    open: RwSignal<bool>,
    #[prop(into)] sent: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let form = Form::new();
    let players = session.part(quizrain_shared::client::GameView::players);
    propose(form, players, plans);
    let (asking, money) = (RwSignal::new(false), RwSignal::new(None::<RainPlan>));
    let let_fall = move |plan: RainPlan| {
        sent.run(());
        plans.note(form.chosen.get_untracked());
        session.open_rain(plan);
    };
    let confirm = move || {
        if let Some(plan) = money.get_untracked() {
            let_fall(plan);
        }
    };
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Ok(plan) = form.plan.get_untracked() else {
            return;
        };
        open.set(false);
        if is_real(&plan) {
            money.set(Some(plan));
            asking.set(true);
        } else {
            let_fall(plan);
        }
    };
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog dialog-wide rain-dialog" node_ref=dialog on:close=move |_| open.set(false)>
            <form on:submit=start novalidate>
                <h2>{t.say(|w| w.open_rain)}</h2>
                <Planned form plans players />
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
                <Share form players />
                <Options form session />
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
        <MoneyDialog open=asking plan=money confirm decline=move || open.set(true) />
    }
}

/// Which rain: one of those that the quiz plans, or another one.
#[component]
fn Planned(form: Form, plans: Plans, players: Memo<u32>) -> impl IntoView {
    let t = text::stage();
    let pick = move |event: leptos::ev::Event| {
        let position = event_target_value(&event).parse().ok();
        form.touched.set(true);
        form.fill(position, plans, players.get_untracked());
    };
    let option = move |position: Option<u16>, name: String| {
        let value = position.map(|it| it.to_string()).unwrap_or_default();
        let chosen = form.chosen.get() == position;
        view! { <option value=value prop:selected=chosen>{name}</option> }
    };
    let choices = move || {
        let planned = plans.planned.get();
        let names = (0..).zip(&planned.rains).map(|(position, rain)| {
            (Some(position), name_of(rain, planned.has_fallen(position), t.now()))
        });
        let other = std::iter::once((None, t.now().another_rain.to_owned()));
        names.chain(other).map(|(position, name)| option(position, name)).collect_view()
    };
    live(move || {
        plans.planned.with(|planned| !planned.rains.is_empty()).then(|| {
            view! {
                <p class="rain-planned">
                    <label class="label" for="rain-planned">{t.say(|w| w.which_rain)}</label>
                    <select id="rain-planned" class="field" data-testid="rain-planned" on:change=pick>
                        {live(choices)}
                    </select>
                </p>
            }
        })
    })
}

/// How a planned rain is called.
fn name_of(rain: &PlannedRain, fallen: bool, words: &StageWords) -> String {
    let PlannedRain { title, after, plan } = rain;
    let place = match after {
        Some(number) => (words.after_question)(*number),
        None => words.at_the_end.to_owned(),
    };
    let unit = unit(plan.currency, words);
    let pot = format!("{} {unit}", plan.currency.format_major(plan.pot()));
    let fallen = fallen.then(|| words.has_fallen.to_owned());
    let parts: Vec<String> = title.clone().into_iter().chain([place, pot]).chain(fallen).collect();
    parts.join(" · ")
}

/// Fills the dialog, until somebody types in it and again after each rain: with the planned rain that
/// comes next, else with one packet for each player.
fn propose(form: Form, players: Memo<u32>, plans: Plans) {
    effect(move || {
        let (players, next) = (players.get(), plans.next.get());
        if !form.touched.get() {
            form.fill(next, plans, players);
        }
    });
    effect(move || {
        if plans.shower.get().is_some() {
            form.touched.set(false);
        }
    });
}
