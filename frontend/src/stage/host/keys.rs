//! The keys of the desk: one handler for the whole page, whatever has the focus.
//!
//! A host who talks to a room does not look where the focus is: Space, Enter and a clicker's keys
//! press the red button, a clicker's also that of a dialog. Only who has walked to another control
//! with Tab presses that one. Called by `controls`.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::live::ElementRef;
use crate::net::device;
use crate::net::window::on_window_event;
use crate::stage::dialog::{confirm, open_dialog};
use web_sys::HtmlButtonElement;

/// A press that follows another one sooner is the same press, or was meant for what was there before.
pub(super) const ONE_ACTION_MS: u64 = 400;

/// What clickers send.
fn is_clicker(key: &str) -> bool {
    matches!(key, "PageDown" | "ArrowRight")
}

/// What is pressed.
fn goes_on(key: &str) -> bool {
    matches!(key, " " | "Enter") || is_clicker(key)
}

/// Where a key was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On a button or a link.
    Control,
    /// On what opens and closes details, the choice of a language, or one of the many buttons and boxes of a panel.
    Details,
    /// In a field, which takes letters.
    Field,
    /// In an open dialog, on or in whatever but a field.
    Dialog,
    /// In a field of an open dialog, where → goes to the next letter or choice.
    DialogField,
    /// Anywhere else.
    Page,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// What it would do anyway.
    Nothing,
    /// Nothing at all.
    Swallow,
    /// Presses the control that has the focus.
    Press,
    /// Presses the red button.
    GoOn,
    /// Presses the red button of the dialog.
    Confirm,
}

/// What was pressed before.
#[derive(Clone, Copy, Debug)]
struct Keys {
    last_ms: f64,
    /// The host has walked to where the focus is with Tab.
    walked: bool,
}

impl Default for Keys {
    fn default() -> Self {
        Self { last_ms: f64::NEG_INFINITY, walked: false }
    }
}

impl Keys {
    fn act(&mut self, key: &str, repeat: bool, place: Place, now_ms: f64) -> Act {
        let in_dialog = matches!(place, Place::Dialog | Place::DialogField);
        if key == "Tab" && !in_dialog {
            self.walked = true;
        }
        if !goes_on(key) && in_dialog {
            // What comes after another key is another press.
            self.last_ms = f64::NEG_INFINITY;
        }
        if !goes_on(key) || place == Place::Field {
            return Act::Nothing;
        }
        let too_soon = repeat || now_ms - self.last_ms < ONE_ACTION_MS as f64;
        match place {
            // What opened the dialog must not press what it opens with.
            Place::Dialog if too_soon => Act::Swallow,
            Place::DialogField if too_soon && !is_clicker(key) => Act::Swallow,
            Place::Dialog if is_clicker(key) => {
                self.last_ms = now_ms;
                Act::Confirm
            }
            Place::Dialog | Place::DialogField | Place::Field => Act::Nothing,
            _ if too_soon => Act::Swallow,
            Place::Details if self.walked && matches!(key, " " | "Enter") => Act::Nothing,
            Place::Control if self.walked && matches!(key, " " | "Enter") => {
                *self = Self { last_ms: now_ms, walked: false };
                Act::Press
            }
            Place::Control | Place::Details | Place::Page => {
                self.last_ms = now_ms;
                Act::GoOn
            }
        }
    }
}

fn place_of(event: &ev::KeyboardEvent) -> Place {
    let target = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    let within = |selector: &str| {
        target.as_ref().is_some_and(|it| it.closest(selector).is_ok_and(|it| it.is_some()))
    };
    if open_dialog().is_some() {
        if within("input, select, textarea") { Place::DialogField } else { Place::Dialog }
    } else if within("summary, .panel button, .panel [type=checkbox], .language") {
        Place::Details
    } else if within("input, select, textarea") {
        Place::Field
    } else if within("button, a") {
        Place::Control
    } else {
        Place::Page
    }
}

/// The red button, where there is one. The element that was it may be another move's by now.
pub(super) fn red_button(primary: ElementRef<HtmlButtonElement>) -> Option<HtmlButtonElement> {
    let button = primary.get_untracked()?;
    button.class_list().contains("button-primary").then_some(button)
}

/// Listens for as long as the caller's owner lives.
pub(super) fn listen(primary: ElementRef<HtmlButtonElement>) {
    let keys = StoredValue::new(Keys::default());
    // What a press did decides what its release does.
    let taken = StoredValue::new(Act::Nothing);
    let down = on_window_event(ev::keydown, move |event| {
        let key = event.key();
        let shift = event.shift_key() && key != "Tab";
        if shift || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let (place, now) = (place_of(&event), device::local_ms());
        let act = keys.try_update_value(|keys| keys.act(&key, event.repeat(), place, now));
        let act = act.unwrap_or(Act::Nothing);
        if !event.repeat() {
            taken.set_value(act);
        }
        if matches!(act, Act::Swallow | Act::GoOn | Act::Confirm) {
            event.prevent_default();
        }
        if act == Act::Confirm {
            confirm();
        } else if act == Act::GoOn
            && let Some(button) = red_button(primary)
        {
            button.click();
        }
    });
    let up = on_window_event(ev::keyup, move |event| {
        if !goes_on(&event.key()) {
            return;
        }
        match taken.try_update_value(|taken| std::mem::replace(taken, Act::Nothing)) {
            // Some browsers press a button when Space is let go.
            Some(Act::Swallow | Act::GoOn) => event.prevent_default(),
            Some(Act::Press) => request_animation_frame(move || {
                if open_dialog().is_none()
                    && let Some(button) = red_button(primary)
                {
                    let _ = button.focus();
                }
            }),
            _ => {}
        }
    });
    let pointer = on_window_event(ev::pointerdown, move |_| {
        keys.update_value(|keys| keys.walked = false);
    });
    on_cleanup(move || {
        down.remove();
        up.remove();
        pointer.remove();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_on_whatever_has_the_focus() {
        for key in [" ", "Enter", "PageDown", "ArrowRight"] {
            for place in [Place::Control, Place::Details, Place::Page] {
                assert_eq!(
                    Keys::default().act(key, false, place, 0.0),
                    Act::GoOn,
                    "{key} {place:?}"
                );
            }
            assert_eq!(Keys::default().act(key, false, Place::Field, 0.0), Act::Nothing);
            assert_eq!(Keys::default().act(key, false, Place::DialogField, 0.0), Act::Nothing);
            let in_dialog = if is_clicker(key) { Act::Confirm } else { Act::Nothing };
            assert_eq!(Keys::default().act(key, false, Place::Dialog, 0.0), in_dialog, "{key}");
        }
        assert_eq!(Keys::default().act("a", false, Place::Page, 0.0), Act::Nothing);
    }

    #[test]
    fn one_press_is_one_action() {
        let mut keys = Keys::default();
        assert_eq!(keys.act("Enter", false, Place::Page, 1000.0), Act::GoOn);
        assert_eq!(keys.act("Enter", true, Place::Page, 9000.0), Act::Swallow);
        assert_eq!(keys.act("PageDown", false, Place::Page, 1399.0), Act::Swallow);
        // A dialog that was opened with this key stays open.
        assert_eq!(keys.act("Enter", true, Place::Dialog, 9000.0), Act::Swallow);
        assert_eq!(keys.act(" ", false, Place::Dialog, 1399.0), Act::Swallow);
        assert_eq!(keys.act("Enter", false, Place::Dialog, 1400.0), Act::Nothing);
        assert_eq!(keys.act("PageDown", false, Place::Page, 1400.0), Act::GoOn);
        assert_eq!(keys.act("PageDown", false, Place::Dialog, 1799.0), Act::Swallow);
        assert_eq!(keys.act("ArrowRight", true, Place::Dialog, 9000.0), Act::Swallow);
        assert_eq!(keys.act("ArrowRight", false, Place::Dialog, 1800.0), Act::Confirm);
        // The same press must not press what comes behind the dialog.
        assert_eq!(keys.act("ArrowRight", false, Place::Page, 2199.0), Act::Swallow);
        // Who has typed something has read the dialog.
        assert_eq!(keys.act("1", false, Place::Dialog, 2200.0), Act::Nothing);
        assert_eq!(keys.act("Enter", false, Place::Dialog, 2201.0), Act::Nothing);
    }

    #[test]
    fn who_walks_to_a_control_presses_it_once() {
        let mut keys = Keys::default();
        assert_eq!(keys.act("Tab", false, Place::Page, 0.0), Act::Nothing);
        assert_eq!(keys.act("ArrowRight", false, Place::Control, 500.0), Act::GoOn);
        assert_eq!(keys.act(" ", false, Place::Control, 1000.0), Act::Press);
        assert_eq!(keys.act(" ", false, Place::Control, 2000.0), Act::GoOn);
        assert_eq!(keys.act("Tab", false, Place::Page, 2100.0), Act::Nothing);
        for now in [3000.0, 4000.0] {
            assert_eq!(keys.act("Enter", false, Place::Details, now), Act::Nothing);
        }
    }
}
