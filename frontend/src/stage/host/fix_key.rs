//! The dialog in which a host says that something else is right about a question that was played.

use leptos::prelude::*;
use quizrain_shared::api::HostedQuestion;
use quizrain_shared::question::{Key, KindView};
use quizrain_shared::wire::HostFrame;

use super::answer_text::choices;
use super::clicks::{Clicks, Errand};
use super::questions::Questions;
use crate::components::shape::Choices;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Memo, effect, live, memo, value};
use crate::stage::dialog::follow;
use crate::state::key_draft::KeyDraft;
use crate::text;
use web_sys::HtmlDialogElement;

/// What is typed about a question.
#[derive(Clone, Copy)]
struct Form {
    draft: RwSignal<Option<KeyDraft>>,
    /// The key that it makes, where it is another one than before.
    key: Memo<Option<Key>>,
}

impl Form {
    fn edit(self, change: impl FnOnce(&mut KeyDraft)) {
        self.draft.update(|draft| {
            if let Some(draft) = draft {
                change(draft);
            }
        });
    }
}

#[component]
pub(super) fn FixDialog(
    clicks: Clicks,
    questions: Questions,
    fixing: RwSignal<Option<u16>>,
) -> impl IntoView {
    let t = text::stage();
    let open = RwSignal::new(false);
    let draft = RwSignal::new(None::<KeyDraft>);
    let question = RwSignal::new(None::<HostedQuestion>);
    let read = move || question.with(|it| draft.get()?.read(&it.as_ref()?.question.kind));
    let wrong = memo(move || draft.with(Option::is_some) && read().is_none());
    let known = move || question.with(|it| it.as_ref()?.key.clone());
    let form =
        Form { draft, key: memo(move || read().filter(|key| known().as_ref() != Some(key))) };
    let errand = Errand::new(clicks, move || {
        open.set(false);
        questions.load();
    });
    effect(move || {
        let Some(number) = fixing.get() else { return };
        let found = questions.get(number);
        let typed = |it: &HostedQuestion| Some(KeyDraft::of(it.key.as_ref()?, &it.question.kind));
        draft.set(found.as_ref().and_then(typed));
        question.set(found);
        errand.forget();
        open.set(true);
    });
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let asked = fixing.get_untracked().zip(form.key.get_untracked());
        if let Some((question, key)) = asked.filter(|_| !errand.waiting().get_untracked()) {
            errand.send(|seen| HostFrame::FixKey { question, key, seen });
        }
    };
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    let fields = live(move || question.get().map(|it| fields(form, it.question.kind)));
    let problem = move || match wrong.get() {
        true => Some(t.now().desk.unfit.to_owned()),
        false => errand.problem(),
    };
    let closed = move |_| {
        open.set(false);
        fixing.set(None);
    };
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog on:close=closed data-testid="fix-dialog">
            <form class="stack" on:submit=save novalidate>
                <h2>{t.say(|w| w.desk.fix)}</h2>
                <p class="hosted-text" dir="auto">
                    {value(move || question.get().map(|it| it.question.text))}
                </p>
                {fields}
                <p class="muted">{t.say(|w| w.desk.fix_why)}</p>
                <p class="problem" role="alert">{value(problem)}</p>
                {buttons(form, errand, open)}
            </form>
        </dialog>
    }
}

fn buttons(form: Form, errand: Errand, open: RwSignal<bool>) -> AnyView {
    let t = text::stage();
    view! {
        <div class="dialog-buttons">
            <button type="button" class="button" on:click=move |_| open.set(false)>
                {t.say(|w| w.cancel)}
            </button>
            <button type="submit" class="button button-primary" data-testid="fix-save"
                disabled=value(move || form.key.with(Option::is_none) || errand.waiting().get())>
                {t.say(|w| w.desk.save)}
            </button>
        </div>
    }
    .into_any()
}

/// What is typed or picked, as the kind of the question has it.
fn fields(form: Form, kind: KindView) -> AnyView {
    let t = text::stage();
    match (form.draft.get_untracked(), kind) {
        (Some(KeyDraft::Choices(_)), kind) => match choices(&kind) {
            Some(choices) => choice_fields(form, &choices),
            None => ().into_any(),
        },
        (Some(KeyDraft::Texts(_)), _) => view! {
            <label class="label" for="fix-texts">{t.say(|w| w.desk.accepted)}</label>
            <textarea id="fix-texts" class="field field-lines" rows="6" dir="auto"
                data-testid="fix-texts" prop:value=value(move || match form.draft.get() {
                    Some(KeyDraft::Texts(lines)) => lines,
                    _ => String::new(),
                })
                on:input=move |event| form.edit(|draft| {
                    *draft = KeyDraft::Texts(event_target_value(&event));
                })></textarea>
        }
        .into_any(),
        (Some(KeyDraft::Number(..)), kind) => {
            let unit = match kind {
                KindView::Number(view) if !view.unit.is_empty() => format!(" ({})", view.unit),
                _ => String::new(),
            };
            let of_unit = unit.clone();
            let labels = [
                t.tell(move |w| [w.desk.right_number, &unit].concat()),
                t.tell(move |w| [w.desk.tolerance, &of_unit].concat()),
            ];
            text_fields(form, labels)
        }
        (Some(KeyDraft::Region(..)), _) => text_fields(
            form,
            std::array::from_fn::<_, 4, _>(|side| {
                t.tell(move |w| {
                    w.desk.region_side.get(side).map_or_else(String::new, |it| (*it).to_owned())
                })
            }),
        ),
        (Some(KeyDraft::Places(_)), kind) => place_fields(form, &kind),
        (None, _) => ().into_any(),
    }
}

fn choice_fields(form: Form, choices: &Choices) -> AnyView {
    let t = text::stage();
    let input = if matches!(choices, Choices::TrueFalse) { "radio" } else { "checkbox" };
    let options = (0..choices.count()).map(|index| {
        let of = choices.clone();
        let picked = value(move || {
            form.draft.with(
                |draft| matches!(draft, Some(KeyDraft::Choices(right)) if right.contains(index)),
            )
        });
        let pick = move |_| {
            form.edit(|draft| {
                if let KeyDraft::Choices(right) = draft {
                    *right = match input {
                        "radio" => quizrain_shared::question::ChoiceSet::one(index),
                        _ => right.toggled(index),
                    };
                }
            });
        };
        view! {
            <label class="option">
                <input type=input name="fix-choice" prop:checked=picked on:change=pick />
                <span dir="auto">{t.tell(move |w| of.text(index, w))}</span>
            </label>
        }
    });
    view! {
        <fieldset class="options" data-testid="fix-choices">
            <legend class="label">{t.say(|w| w.desk.right_choices)}</legend>
            {options.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// The text of a field.
fn side(draft: &mut KeyDraft, index: usize) -> Option<&mut String> {
    match draft {
        KeyDraft::Number(correct, tolerance) => [correct, tolerance].into_iter().nth(index),
        KeyDraft::Region(sides, _) => sides.get_mut(index),
        _ => None,
    }
}

fn text_fields<const N: usize>(form: Form, labels: [text::Text<String>; N]) -> AnyView {
    let fields = labels.into_iter().enumerate().map(|(index, label)| {
        let id = format!("fix-{index}");
        let text = value(move || side(&mut form.draft.get()?, index).cloned());
        view! {
            <p>
                <label class="label" for=id.clone()>{label}</label>
                <input id=id.clone() data-testid=id class="field" type="text" inputmode="decimal"
                    autocomplete="off" prop:value=text
                    on:input=move |event| form.edit(|draft| {
                        if let Some(side) = side(draft, index) {
                            *side = event_target_value(&event);
                        }
                    }) />
            </p>
        }
    });
    fields.collect_view().into_any()
}

/// For each place the item that belongs there.
fn place_fields(form: Form, kind: &KindView) -> AnyView {
    let t = text::stage();
    let (items, left) = match kind {
        KindView::Order(view) => (view.items.clone(), Vec::new()),
        KindView::Matching(view) => (view.right.clone(), view.left.clone()),
        _ => return ().into_any(),
    };
    let places = (0..items.len()).map(|place| {
        let (items, name) = (items.clone(), left.get(place).cloned());
        let id = format!("fix-place-{place}");
        let options = live(move || {
            let there = form.draft.with(|draft| match draft {
                Some(KeyDraft::Places(places)) => places.get(place).copied(),
                _ => None,
            });
            let option = |(item, text): (u8, &String)| {
                let here = there == Some(item);
                view! { <option value=item.to_string() prop:selected=here>{text.clone()}</option> }
            };
            (0..).zip(&items).map(option).collect_view()
        });
        let put = move |event: leptos::ev::Event| {
            if let Ok(item) = event_target_value(&event).parse() {
                form.edit(|draft| draft.put(place, item));
            }
        };
        view! {
            <p>
                <label class="label" for=id.clone() dir="auto">
                    {t.tell(move |w| name.clone().unwrap_or_else(|| (w.desk.place)(place + 1)))}
                </label>
                <select id=id.clone() data-testid=id class="field" on:change=put>{options}</select>
            </p>
        }
    });
    places.collect_view().into_any()
}
