//! A dialog that a signal opens and closes.

use leptos::html::Dialog;
use leptos::prelude::*;

/// Opens and closes a dialog with a signal.
pub(crate) fn follow(dialog: NodeRef<Dialog>, open: RwSignal<bool>) {
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}
