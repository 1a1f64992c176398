//! Items on a phone that are brought into their places: into an order, by dragging them or with arrows,
//! or beside what they belong to, by tapping two that change places.
//!
//! Places stay where they are on the page, and items change between them.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use quizrain_shared::question::{Answer, MatchingView, OrderView, arranged, placed, shuffled};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use crate::components::shape::Tick;
use crate::dom::view;
use crate::live::{Memo, Signal, live, memo, value};
use crate::text::{self, PlayerWords};

use super::{Answering, Inputs};

/// Where the focus goes with an item.
const HANDLE: &str = ".place-handle";
const UP: &str = ".is-up:not(.is-hidden)";
const DOWN: &str = ".is-down:not(.is-hidden)";

/// What is arranged.
#[derive(Clone)]
pub(super) struct Sides {
    /// What the places are called; none: they are numbered.
    left: Vec<String>,
    /// The items.
    items: Vec<String>,
}

impl From<OrderView> for Sides {
    fn from(view: OrderView) -> Self {
        Self { left: Vec::new(), items: view.items }
    }
}

impl From<MatchingView> for Sides {
    fn from(view: MatchingView) -> Self {
        Self { left: view.left, items: view.right }
    }
}

impl Sides {
    fn is_order(&self) -> bool {
        self.left.is_empty()
    }

    /// The text of an item.
    fn text(&self, item: u8) -> String {
        self.items.get(usize::from(item)).cloned().unwrap_or_default()
    }

    /// What a place is called.
    fn place(&self, place: usize) -> String {
        self.left.get(place).cloned().unwrap_or_else(|| (place + 1).to_string())
    }
}

/// The items after one has been moved to another place: those between give way.
fn carried(items: &[u8], from: usize, to: usize) -> Vec<u8> {
    let mut items = items.to_vec();
    if from < items.len() && to < items.len() {
        let item = items.remove(from);
        items.insert(to, item);
    }
    items
}

/// The items after two have changed places.
fn swapped(items: &[u8], one: usize, other: usize) -> Vec<u8> {
    let mut items = items.to_vec();
    if one.max(other) < items.len() {
        items.swap(one, other);
    }
    items
}

/// What is arranged on the page, and how.
#[derive(Clone, Copy)]
struct Arranging {
    answering: Answering,
    sides: StoredValue<Sides>,
    /// The place of the item that is dragged, or that was tapped first.
    held: Signal<Option<usize>>,
}

impl Arranging {
    /// The item in a place now.
    fn item(self, place: usize) -> u8 {
        let count = self.sides.with_value(|sides| sides.items.len());
        let shown = self.answering.shown.get();
        let items = shown.as_ref().and_then(|answer| placed(answer, count));
        items.and_then(|items| items.get(place)).copied().unwrap_or(place as u8)
    }

    fn text(self, place: usize) -> String {
        let item = self.item(place);
        self.sides.with_value(|sides| sides.text(item))
    }

    fn change(self, how: fn(&[u8], usize, usize) -> Vec<u8>, from: usize, to: usize) {
        let Answering { draft, fixed, .. } = self.answering;
        let now = draft.get_untracked();
        if let Some(now) = now.filter(|_| !fixed.get_untracked()) {
            draft.set(arranged(&how(now.bytes(), from, to)));
        }
    }

    /// Moves an item a place up or down, and the focus with it.
    fn step(self, event: &Event, from: usize, down: bool, focus: &'static str) {
        let to = if down { from + 1 } else { from.wrapping_sub(1) };
        if to < self.sides.with_value(|sides| sides.items.len()) {
            self.change(carried, from, to);
            let row = rows(event).nth(to);
            let find = |what| row.as_ref()?.query_selector(what).ok()?;
            // The last step brings the item to an end, where there is no further one.
            let wanted = find(focus).or_else(|| find(HANDLE));
            if let Some(wanted) = wanted.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
                let _ = wanted.focus();
            }
        }
    }

    /// The item under a finger goes where the finger goes: before those whose middle is below it.
    fn drag(self, event: &PointerEvent) {
        let Some(from) = self.held.get_untracked() else { return };
        let y = f64::from(event.client_y());
        let above = rows(event).enumerate().filter(|(place, row)| {
            let row = row.get_bounding_client_rect();
            *place != from && row.top() + row.height() / 2.0 < y
        });
        let to = above.count();
        if to != from {
            self.change(carried, from, to);
            self.held.set(Some(to));
        }
    }

    /// The second of two taps changes what was tapped.
    fn tap(self, place: usize) {
        match self.held.get_untracked() {
            None => self.held.set(Some(place)),
            Some(first) => {
                self.change(swapped, first, place);
                self.held.set(None);
            }
        }
    }
}

/// The places of the list in which something has happened.
fn rows(event: &Event) -> impl Iterator<Item = Element> {
    let on = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let list = on.and_then(|it| it.closest("ol").ok().flatten());
    let first = list.and_then(|list| list.first_element_child());
    std::iter::successors(first, Element::next_element_sibling)
}

pub(super) fn inputs(sides: Sides, answering: Answering) -> Inputs {
    let (count, is_order) = (sides.items.len(), sides.is_order());
    let start = arranged(&shuffled(count, answering.seat, answering.round));
    answering.draft.set(start);
    let arranging =
        Arranging { answering, sides: StoredValue::new(sides), held: Signal::new(None) };
    let rows = (0..count).map(|place| {
        let held = memo(move || arranging.held.get() == Some(place));
        let row = if is_order { ordered(arranging, place) } else { matched(arranging, place) };
        view! {
            <li class="place-row" class:is-held=held data-testid=format!("row-{place}")>{row}</li>
        }
    });
    let rows = rows.collect_view();
    let view = view! {
        <ol class="places" class:is-pairs=!is_order>{rows}</ol>
    };
    let hint: super::Said = if is_order { |w| w.put_in_order } else { |w| w.put_pairs };
    Inputs { view: view.into_any(), hint: Some(hint) }
}

/// A place of an order: a handle to drag, the item, arrows.
fn ordered(arranging: Arranging, place: usize) -> AnyView {
    let t = text::player();
    let fixed = arranging.answering.fixed;
    let text = move || arranging.text(place);
    let named = move |name: fn(&PlayerWords) -> &'static str| {
        value(move || [name(t.now()), ": ", &text()].concat())
    };
    let hold = move |event: PointerEvent| {
        if let Some(handle) = event.current_target().filter(|_| !fixed.get_untracked()) {
            let _ = handle.unchecked_into::<Element>().set_pointer_capture(event.pointer_id());
            arranging.held.set(Some(place));
        }
    };
    let let_go = move |_: PointerEvent| arranging.held.set(None);
    let on_key = move |event: KeyboardEvent| {
        let down = match event.key().as_str() {
            "ArrowUp" => false,
            "ArrowDown" => true,
            _ => return,
        };
        event.prevent_default();
        arranging.step(&event, place, down, HANDLE);
    };
    let arrow = |down: bool| {
        let (class, path) = if down {
            ("place-arrow is-down", "M5 9l7 7 7-7")
        } else {
            ("place-arrow is-up", "M5 15l7-7 7 7")
        };
        let last = arranging.sides.with_value(|sides| sides.items.len()) - 1;
        let ends = if down { place == last } else { place == 0 };
        let (testid, focus) = if down { ("down", DOWN) } else { ("up", UP) };
        let label = named(if down { |w| w.move_down } else { |w| w.move_up });
        view! {
            <button type="button" class=class data-testid=format!("{testid}-{place}")
                class:is-hidden=ends aria-label=label disabled=fixed
                on:click=move |event| arranging.step(&event, place, down, focus)>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=path /></svg>
            </button>
        }
    };
    view! {
        <button type="button" class="place-handle" data-testid=format!("handle-{place}")
            aria-label=named(|w| w.move_with_arrows) disabled=fixed
            // A drag that ends fast is no fling, after which a browser swallows the next tap.
            on:touchstart=move |event| event.prevent_default()
            on:pointerdown=hold
            on:pointermove=move |event| arranging.drag(&event)
            on:pointerup=let_go on:pointercancel=let_go on:keydown=on_key>
            <span aria-hidden="true">"⠿ "{(place + 1).to_string()}</span>
        </button>
        <span class="place-text" dir="auto">{value(text)}</span>
        {arrow(false)}
        {arrow(true)}
    }
    .into_any()
}

/// What something belongs to, and what is beside it now.
fn matched(arranging: Arranging, place: usize) -> AnyView {
    let left = arranging.sides.with_value(|sides| sides.place(place));
    let pressed = value(move || if arranging.held.get() == Some(place) { "true" } else { "false" });
    view! {
        <span class="place-left" dir="auto">{left}</span>
        <button type="button" class="place-item" data-testid=format!("item-{place}")
            aria-pressed=pressed disabled=arranging.answering.fixed
            on:click=move |_| arranging.tap(place)>
            <span dir="auto">{value(move || arranging.text(place))}</span>
        </button>
    }
    .into_any()
}

/// The right item in each place, and where the player had another one, that one.
pub(super) fn revealed(sides: &Sides, right: &[u8], answer: Memo<Option<Answer>>) -> AnyView {
    let t = text::player();
    let count = right.len();
    let rows = right.iter().enumerate().map(|(place, right)| {
        let (right, sides) = (*right, sides.clone());
        let own = move || Some(*placed(&answer.get()?, count)?.get(place)?);
        let is_right = memo(move || own() == Some(right));
        let (left, text) = (sides.place(place), sides.text(right));
        let other = live(move || {
            own().filter(|own| *own != right).map(|own| {
                view! {
                    <span class="told-other">
                        {t.now().your_answer} ": " <bdi>{sides.text(own)}</bdi>
                    </span>
                }
            })
        });
        view! {
            <li class="told" class:is-right=is_right data-testid=format!("told-{place}")>
                <span class="told-place" dir="auto">{left}</span>
                <span class="told-text"><bdi>{text}</bdi>{other}</span>
                {live(move || is_right.get().then(|| view! { <Tick /> }))}
            </li>
        }
    });
    let rows = rows.collect_view();
    view! { <ol class="tolds" class:is-pairs=!sides.is_order()>{rows}</ol> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_give_way_or_change_places() {
        let items = [3, 1, 0, 2];
        assert_eq!(carried(&items, 0, 2), [1, 0, 3, 2]);
        assert_eq!(carried(&items, 3, 0), [2, 3, 1, 0]);
        assert_eq!(carried(&items, 1, 1), items);
        assert_eq!(carried(&items, 1, 4), items);
        assert_eq!(swapped(&items, 0, 2), [0, 1, 3, 2]);
        assert_eq!(swapped(&items, 0, 4), items);
    }
}
