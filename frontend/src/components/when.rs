//! Moments as people read them: in their language and in their own time zone.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::dom::view;
use crate::live::value;
use crate::net::device;
use crate::text::{self, Language};

/// How much of a moment is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Day and minute.
    Minute,
    /// Day and second.
    Second,
}

fn format_time(at_ms: u64, detail: Detail, language: Language) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let options = js_sys::Object::new();
    let time = if detail == Detail::Second { "medium" } else { "short" };
    // Digits are the same everywhere, also beside those that we write.
    let wanted = [("dateStyle", "medium"), ("timeStyle", time), ("numberingSystem", "latn")];
    for (name, value) in wanted {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_string(&language.locale(device::languages()), &options).into()
}

/// A moment.
#[component]
pub(crate) fn When(
    /// Milliseconds since 1970.
    at_ms: u64,
    /// How much of it is told.
    #[prop(optional)]
    detail: Option<Detail>,
) -> impl IntoView {
    let chosen = text::language();
    let detail = detail.unwrap_or(Detail::Minute);
    // What machines read: ISO 8601, where the moment is one that JavaScript knows.
    let date = js_sys::Date::new(&JsValue::from_f64(at_ms as f64));
    let machine = (!date.get_time().is_nan()).then(|| String::from(date.to_iso_string()));
    view! { <time datetime=machine>{value(move || format_time(at_ms, detail, chosen.get()))}</time> }
}
