//! Letters as large as their box allows, found by measuring: how much room a text takes depends on
//! its script, its words and the fonts at hand, and nobody can tell from its length.
//!
//! The style sheet says between which sizes a text may be, as `calc` over a property that is 0 at the
//! least and 1000 at the largest; this module finds the largest at which everything is in the box.

use leptos::prelude::{StoredValue, request_animation_frame};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver};

/// The property that the letters of a box follow which has one size.
const GROW: &str = "--grow";
/// Letters at their least.
const LEAST: i32 = 0;
/// Letters at their largest.
const MOST: i32 = 1000;
/// Below the least, for texts that are too long even so: to be whole counts for more.
const BELOW: i32 = -600;
/// Sizes closer than this look the same.
const NEAR: i32 = 8;

/// Observers of a box; they end when this is dropped.
struct Watch {
    size: ResizeObserver,
    content: MutationObserver,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.size.disconnect();
        self.content.disconnect();
    }
}

impl Watch {
    fn over(place: &Element, refit: impl Fn(&HtmlElement) + 'static) -> Option<Self> {
        let watched = place.dyn_ref::<HtmlElement>()?.clone();
        // The observers' own from here on.
        let refit = Closure::<dyn Fn()>::new(move || refit(&watched)).into_js_value();
        let size = ResizeObserver::new(refit.unchecked_ref()).ok()?;
        let content = MutationObserver::new(refit.unchecked_ref()).ok()?;
        size.observe(place);
        Some(Self { size, content })
    }
}

/// Calls `refit` when the box appears, and whenever its size or a text in it has changed, before
/// that is painted, for as long as the reactive owner of the caller lives.
pub(crate) fn watch(place: &Element, refit: impl Fn(&HtmlElement) + 'static) {
    let Some(watch) = Watch::over(place, refit) else { return };
    let texts = MutationObserverInit::new();
    texts.set_subtree(true);
    texts.set_child_list(true);
    texts.set_character_data(true);
    let _ = watch.content.observe_with_options(place, &texts);
    StoredValue::new(watch);
}

/// Whether everything in a box is inside of it.
fn is_whole(place: &HtmlElement) -> bool {
    place.scroll_width() <= place.client_width() && place.scroll_height() <= place.client_height()
}

/// Sets a size.
fn set(place: &HtmlElement, property: &str, size: i32) {
    let _ = place.style().set_property(property, &size.to_string());
}

/// The largest size from `low` to `high` that is good; every size up to a good one is taken to be.
fn largest(low: i32, high: i32, mut is_good: impl FnMut(i32) -> bool) -> Option<i32> {
    if is_good(high) {
        return Some(high);
    }
    if !is_good(low) {
        return None;
    }
    let (mut good, mut bad) = (low, high);
    while bad - good > NEAR {
        let middle = i32::midpoint(good, bad);
        if is_good(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Some(good)
}

/// Gives all these properties the largest size at which the box is whole, which is returned, and then
/// each of them what room is left. Below [`LEAST`]: not even that is small enough.
fn grow(place: &HtmlElement, properties: &[&str]) -> i32 {
    let try_all = |size| {
        properties.iter().for_each(|property| set(place, property, size));
        is_whole(place)
    };
    let legible = largest(LEAST, MOST, try_all);
    let common = legible.or_else(|| largest(BELOW, LEAST, try_all)).unwrap_or(BELOW);
    try_all(common);
    if (LEAST..MOST).contains(&common) && properties.len() > 1 {
        for property in properties {
            let alone = largest(common, MOST, |size| {
                set(place, property, size);
                is_whole(place)
            });
            set(place, property, alone.unwrap_or(common));
        }
    }
    common
}

/// Whether a box is whole at these properties' least, if need be with less regard for looks: words
/// and lines may break anywhere (`is-tight` in the style sheet).
pub(crate) fn can_be_whole(place: &HtmlElement, properties: &[&str]) -> bool {
    properties.iter().for_each(|property| set(place, property, LEAST));
    [false, true].into_iter().any(|tight| {
        let _ = place.class_list().toggle_with_force("is-tight", tight);
        is_whole(place)
    })
}

/// Gives these properties the largest sizes at which the box is whole; tightly only where it cannot
/// be otherwise. Returns the size that all of them have.
pub(crate) fn fit(place: &HtmlElement, properties: &[&str]) -> i32 {
    let try_grow = |tight| {
        let _ = place.class_list().toggle_with_force("is-tight", tight);
        grow(place, properties)
    };
    let loose = try_grow(false);
    if loose >= LEAST { loose } else { try_grow(true) }
}

/// Directive: the letters in a box are as large as it allows. Where a list in it is too long for
/// letters that can be read, and may end earlier (`is-open-ended`), its last lines are left out.
pub(crate) fn fitted(place: Element) {
    watch(&place, |place| {
        let list = place.query_selector(".is-open-ended").ok().flatten();
        if let Some(list) = list {
            show_all(&list);
            if !can_be_whole(place, &[GROW]) {
                leave_out(&list, || is_whole(place));
            }
        }
        fit(place, &[GROW]);
    });
}

/// Directive: of the elements in a box, those that do not fit are left out, the last ones first.
pub(crate) fn as_many_as_fit(place: Element) {
    watch(&place, |place| {
        show_all(place);
        leave_out(place, || is_whole(place));
    });
}

fn elements(list: &Element) -> impl Iterator<Item = Element> {
    std::iter::successors(list.first_element_child(), Element::next_element_sibling)
}

fn show_all(list: &Element) {
    elements(list).for_each(|element| hide(&element, false));
}

/// Leaves out elements from the end until that is enough; the first one stays.
fn leave_out(list: &Element, enough: impl Fn() -> bool) {
    let elements: Vec<_> = elements(list).skip(1).collect();
    for element in elements.iter().rev() {
        if enough() {
            break;
        }
        hide(element, true);
    }
}

/// Takes an element out of the picture, or puts it back.
pub(crate) fn hide(element: &Element, hidden: bool) {
    let _ = element.toggle_attribute_with_force("hidden", hidden);
}

/// Directive: what does not fit even at its least is left out as a whole; part of it would only
/// puzzle.
pub(crate) fn whole_or_nothing(place: Element) {
    watch(&place, |place| {
        let fits = fit(place, &[GROW]) >= LEAST;
        let _ = place.class_list().toggle_with_force("is-hidden", !fits);
    });
}

/// Directive: the letters of a page that may be scrolled are as large as lets it do without.
pub(crate) fn fitted_page(place: Element) {
    // Not for every text: a timer ticks on it.
    StoredValue::new(Watch::over(&place, fit_page));
    // Before the page is laid out for the first time: for a browser, what an observer of sizes changes has moved.
    request_animation_frame(move || fit_page(place.unchecked_ref()));
}

fn fit_page(place: &HtmlElement) {
    let try_size = |size| {
        set(place, GROW, size);
        let page = leptos::prelude::document().document_element();
        page.is_none_or(|page| page.scroll_height() <= page.client_height())
    };
    set(place, GROW, largest(LEAST, MOST, try_size).unwrap_or(LEAST));
}

/// How wide a text is, in Latin letters: an ideograph takes the room of two.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_good_size_is_found_closely() {
        for limit in [LEAST, 1, 7, 8, 9, 333, 500, 991, 992, 999] {
            let found = largest(LEAST, MOST, |size| size <= limit).unwrap();
            assert!(found <= limit && limit - found < NEAR, "{limit}: {found}");
        }
        assert_eq!(largest(LEAST, MOST, |_| true), Some(MOST));
        assert_eq!(largest(LEAST, MOST, |_| false), None);
        assert_eq!(largest(BELOW, LEAST, |size| size <= -600), Some(BELOW));
    }

    #[test]
    fn ideographs_are_wide() {
        assert_eq!(width("Which river?"), 12);
        assert_eq!(width("福如东海"), 8);
    }
}
