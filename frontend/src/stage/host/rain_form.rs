//! The rain dialog: what falls, for whom, and how it is cut.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::rain::RainPlan;

use super::money::{MoneyDialog, is_real};
use super::plans::Plans;
use crate::components::amount::in_words;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Memo, Signal, effect, live, memo, value};
use crate::stage::dialog::follow;
use crate::stage::plan::{Amounts, Form, Options, name_of};
use crate::state::draft::Draft;
use crate::state::reach::{Raise, Reach};
use crate::state::session::Session;
use crate::text::{self, StageWords};
use web_sys::HtmlDialogElement;

/// After so long nobody types any more.
const TYPED: Duration = Duration::from_millis(1000);

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

/// How far the packets reach among who is there, and a way to mend it: whoever wrote the quiz did not know how many
/// would come.
#[component]
fn Share(form: Form, players: Memo<u32>) -> impl IntoView {
    let t = text::stage();
    let reach = memo(move || {
        let players = players.get();
        form.draft.with(|draft| Reach::of(draft, players))
    });
    let raised = RwSignal::new(None::<Raise>);
    let still = memo(move || {
        let raised = raised.get()?;
        form.draft.with(|draft| raised.is_in(draft)).then_some(raised)
    });
    let offered = memo(move || reach.get().is_some_and(|reach| reach.for_each.is_some()));
    let one_each = move |_| {
        if let Some(each) = reach.get_untracked().and_then(|reach| reach.for_each) {
            raised.set(each.raise);
            form.edit(|draft| each.fill(draft));
        }
    };
    let text = memo(move || reach.get().map(|reach| said(reach, still.get(), t.now())));
    let heard = once_typed(form, text);
    view! {
        <div class="rain-share small">
            <p data-testid="rain-share">{value(move || text.get())}</p>
            <p class="visually-hidden" role="status" data-testid="rain-share-heard">
                {value(move || heard.get())}
            </p>
            {live(move || offered.get().then(|| view! {
                <button type="button" class="button" data-testid="rain-for-each" on:click=one_each>
                    {t.now().packet_for_each}
                </button>
            }))}
        </div>
    }
}

/// A text as it is once somebody has typed and nobody types any more: whoever hears it is not told at each key, nor of
/// each player who comes.
fn once_typed(form: Form, text: Memo<Option<String>>) -> Signal<Option<String>> {
    let heard = Signal::new(None);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    effect(move || {
        form.draft.track();
        if let Some(before) = waiting.get_value() {
            before.clear();
        }
        if !form.touched.get() {
            heard.set(None);
            return;
        }
        let tell = move || {
            if let Some(now) = text.try_get_untracked() {
                heard.set(now);
            }
        };
        waiting.set_value(set_timeout_with_handle(tell, TYPED).ok());
    });
    heard
}

/// How far packets reach, and what becomes or became of the pot where there is one for each.
fn said(reach: Reach, raised: Option<Raise>, words: &StageWords) -> String {
    let Reach { packets, players, all_may, for_each } = reach;
    let mut said = if all_may {
        vec![(words.packets_for)(packets, players)]
    } else {
        vec![(words.packets_for_some)(packets, players)]
    };
    let raise = |said: fn(&str, &str) -> String, raise: Raise| {
        let [from, to] = [raise.from, raise.to].map(|pot| in_words(pot, raise.currency, words));
        said(&from, &to)
    };
    match for_each {
        Some(each) => {
            said.extend((each.packets > players).then(|| (words.packets_at_least)(each.packets)));
            said.extend(each.raise.map(|it| raise(words.pot_rises, it)));
        }
        None => said.extend(raised.map(|it| raise(words.pot_raised, it))),
    }
    said.join(" ")
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

#[cfg(test)]
mod tests {
    use quizrain_shared::money::Minor;

    use super::*;
    use crate::state::reach::ForEach;
    use crate::text::{Language, Texts};

    #[test]
    fn a_host_reads_who_goes_without_and_what_the_pot_becomes() {
        let raise = Raise { currency: "CNY".parse().unwrap(), from: Minor(500), to: Minor(710) };
        let each = ForEach { packets: 71, raise: Some(raise) };
        let few = Reach { packets: 18, players: 71, all_may: true, for_each: Some(each) };
        let even = Reach { packets: 71, for_each: None, ..few };
        let more = ForEach { packets: 80, raise: None };
        let held = Reach { packets: 90, for_each: Some(more), ..few };
        for words in Language::ALL.map(StageWords::of) {
            let before = said(few, None, words);
            let numbers = ["18", "71", "53", "5.00 CNY", "7.10 CNY"];
            assert!(numbers.iter().all(|number| before.contains(number)), "{before}");
            let after = said(even, Some(raise), words);
            assert!(after.contains("5.00 CNY") && after.contains("7.10 CNY"), "{after}");
            assert!(!said(even, None, words).contains("CNY"));
            assert!(said(held, None, words).contains("80"), "fewer do not hold the pot");
            let some = said(Reach { all_may: false, for_each: None, ..few }, None, words);
            assert!(some.contains("18") && some.contains("71") && !some.contains("53"), "{some}");
        }
    }
}
