//! Parts of a view that change, all of one type.
//!
//! Leptos compiles its machinery once for each type of closure in a view. Boxed, a hundred closures
//! are one type, and a phone has a third less to download.

mod element;
mod known;

use leptos::prelude::{AnyView, Effect};
use web_sys::HtmlInputElement;

pub(crate) use element::ElementRef;
pub(crate) use known::{Memo, Signal, memo, memo_after};

/// A value that a view follows.
pub(crate) type Live<T> = Box<dyn Fn() -> T + Send + Sync>;

/// What a view may give to an element as a child. Views of few types reach Leptos, which compiles what it does for
/// each of them.
pub(crate) trait IntoChild {
    fn into_child(self) -> AnyView;
}

/// A view that is made anew whenever something that it has read changes.
pub(crate) fn live<V: IntoChild>(view: impl Fn() -> V + Send + Sync + 'static) -> Live<AnyView> {
    Box::new(move || view().into_child())
}

/// A text or an attribute that follows what it reads.
pub(crate) fn value<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Live<T> {
    Box::new(read)
}

/// Does something now, and again whenever anything that it has read changes.
pub(crate) fn effect(act: impl FnMut() + Send + Sync + 'static) {
    // Leptos's other effects hold what must stay in its thread, and a page has one thread.
    fn of(mut act: Box<dyn FnMut() + Send + Sync>) {
        Effect::new_isomorphic(move |_: Option<()>| act());
    }
    of(Box::new(act));
}

/// Puts the cursor into a field, each time it appears.
pub(crate) fn focus_when_shown(field: ElementRef<HtmlInputElement>) {
    effect(move || {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
}

/// A bar that is filled up to a share from 0 to 1, as a CSS transform.
pub(crate) fn filled(share: f64) -> String {
    let mille = (share.clamp(0.0, 1.0) * 1000.0).round() as u32;
    format!("scaleX({}.{:03})", mille / 1000, mille % 1000)
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn bars_are_filled_by_shares() {
        let cases = [(0.0, "0.000"), (0.05, "0.050"), (0.999_9, "1.000"), (7.0, "1.000")];
        for (share, scale) in cases {
            assert_eq!(filled(share), format!("scaleX({scale})"));
        }
        assert_eq!(filled(f64::NAN), "scaleX(0.000)");
    }
}
