//! The rain dialog: what falls, for whom, and how it is cut.

use leptos::prelude::*;
use quizrain_shared::allocation::MAX_PACKETS;
use quizrain_shared::rain::RainPlan;

use super::money::{MoneyDialog, is_real};
use super::plans::Plans;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Memo, effect, live, memo, value};
use crate::stage::dialog::follow;
use crate::stage::plan::{Amounts, Form, Options, name_of};
use crate::state::draft::{Draft, Who};
use crate::state::session::Session;
use crate::text;
use web_sys::HtmlDialogElement;

/// What is typed, and which of the planned rains it is; none of them.
#[derive(Clone, Copy)]
struct Proposal {
    form: Form,
    chosen: RwSignal<Option<u16>>,
}

impl Proposal {
    /// Takes a planned rain, or one packet for each player.
    fn fill(self, position: Option<u16>, plans: Plans, players: u32) {
        self.chosen.set(position);
        let plan = plans.planned.with_untracked(|planned| {
            position.and_then(|position| Some(Draft::of(&planned.get(position)?.plan)))
        });
        self.form.draft.set(plan.unwrap_or_else(|| Draft::for_players(players)));
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
    let proposal = Proposal { form, chosen: RwSignal::new(None) };
    let players = session.part(quizrain_shared::client::GameView::players);
    propose(proposal, players, plans);
    let mode = memo(move || Some(session.mode()));
    let (asking, money) = (RwSignal::new(false), RwSignal::new(None::<RainPlan>));
    let let_fall = move |plan: RainPlan| {
        sent.run(());
        plans.note(proposal.chosen.get_untracked());
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
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog dialog-wide rain-dialog" node_ref=dialog on:close=move |_| open.set(false)>
            <form on:submit=start novalidate>
                <h2>{t.say(|w| w.open_rain)}</h2>
                <Planned proposal plans players />
                <Amounts form />
                <Share form players />
                <Options form mode />
                <p id="rain-problem" class="problem" role="alert">{value(move || form.problem())}</p>
                {buttons(form, open)}
            </form>
        </dialog>
        <MoneyDialog open=asking plan=money confirm decline=move || open.set(true) />
    }
}

fn buttons(form: Form, open: RwSignal<bool>) -> AnyView {
    let t = text::stage();
    view! {
        <div class="dialog-buttons">
            <button type="button" class="button" on:click=move |_| open.set(false)>
                {t.say(|w| w.cancel)}
            </button>
            <button type="submit" class="button button-primary" data-testid="rain-start"
                disabled=value(move || form.plan.with(Result::is_err))>
                {t.say(|w| w.let_it_rain)}
            </button>
        </div>
    }
    .into_any()
}

/// Which rain: one of those that the quiz plans, or another one.
#[component]
fn Planned(proposal: Proposal, plans: Plans, players: Memo<u32>) -> impl IntoView {
    let t = text::stage();
    let pick = move |event: leptos::ev::Event| {
        let position = event_target_value(&event).parse().ok();
        proposal.form.touched.set(true);
        proposal.fill(position, plans, players.get_untracked());
    };
    let option = move |position: Option<u16>, name: String| {
        let value = position.map(|it| it.to_string()).unwrap_or_default();
        let chosen = proposal.chosen.get() == position;
        view! { <option value=value prop:selected=chosen>{name}</option> }
    };
    let choices = move || {
        let planned = plans.planned.get();
        let names = (0..).zip(&planned.rains).map(|(position, rain)| {
            let name = name_of(rain, t.now());
            let fallen = planned.has_fallen(position).then(|| t.now().has_fallen.to_owned());
            let parts: Vec<String> = std::iter::once(name).chain(fallen).collect();
            (Some(position), parts.join(" · "))
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

/// What it means where there are not as many packets as players, and a way to mend it: whoever wrote
/// the quiz did not know how many would come.
#[component]
fn Share(form: Form, players: Memo<u32>) -> impl IntoView {
    let t = text::stage();
    let uneven = memo(move || {
        let players = players.get();
        let everyone = |draft: &Draft| {
            let all = matches!(draft.who, Who::Everyone | Who::Seated);
            draft.packets().filter(|_| all && draft.has_packets())
        };
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

/// Fills the dialog, until somebody types in it and again after each rain: with the planned rain that
/// comes next, else with one packet for each player.
fn propose(proposal: Proposal, players: Memo<u32>, plans: Plans) {
    let touched = proposal.form.touched;
    effect(move || {
        let (players, next) = (players.get(), plans.next.get());
        if !touched.get() {
            proposal.fill(next, plans, players);
        }
    });
    effect(move || {
        if plans.shower.get().is_some() {
            touched.set(false);
        }
    });
}
