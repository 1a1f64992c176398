//! A dialog that a signal opens and closes.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::live::ElementRef;
use crate::live::effect;
use web_sys::HtmlDialogElement;

/// Opens and closes a dialog with a signal. What is wrong in it has the focus first, else the button
/// that goes on: whoever plays with one key presses it next.
pub(crate) fn follow(dialog: ElementRef<HtmlDialogElement>, open: RwSignal<bool>) {
    effect(move || {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
            let wrong = first(&dialog, "[aria-invalid=true]");
            if let Some(first) = wrong.or_else(|| primary(&dialog)) {
                let _ = first.focus();
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}

fn first(within: &Element, selector: &str) -> Option<HtmlElement> {
    within.query_selector(selector).ok()??.dyn_into().ok()
}

/// The button of a dialog that goes on.
fn primary(dialog: &Element) -> Option<HtmlElement> {
    first(dialog, ".button-primary")
}

/// The dialog that is open.
pub(crate) fn open_dialog() -> Option<Element> {
    document().query_selector("dialog[open]").ok()?
}

/// Presses the button that goes on in the dialog that is open; one that is disabled does nothing.
pub(crate) fn confirm() {
    if let Some(button) = open_dialog().and_then(|dialog| primary(&dialog)) {
        button.click();
    }
}
