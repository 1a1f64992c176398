//! JSON as the browser itself reads it: a reader of our own would be a tenth of what a phone loads.

use std::str::FromStr;

use quizrain_shared::ids::Token;
use wasm_bindgen::JsValue;

use super::http::{HttpError, send};

/// A value in a text that the browser has read. What is not there is `undefined`.
pub(crate) struct Json(JsValue);

impl Json {
    /// What the server answers to a question.
    pub(super) async fn get(path: &str, right: Option<&Token>) -> Result<Self, HttpError> {
        match send("GET", path, right, None).await {
            Some((200..=299, text)) => Self::read(&text),
            Some((401 | 403, _)) => Err(HttpError::NotAllowed),
            _ => Err(HttpError::Unreachable),
        }
    }

    /// What an answer says.
    pub(super) fn read(text: &str) -> Result<Self, HttpError> {
        js_sys::JSON::parse(text).map(Self).map_err(|_| HttpError::Unreachable)
    }

    /// The field of an object.
    pub(super) fn at(&self, field: &str) -> Self {
        Self(js_sys::Reflect::get(&self.0, &field.into()).unwrap_or(JsValue::UNDEFINED))
    }

    pub(super) fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    /// What a text says.
    pub(super) fn parsed<T: FromStr>(&self) -> Option<T> {
        self.text()?.parse().ok()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The field of an object that is a whole number from 0 on.
    pub(super) fn whole(&self, field: &str) -> Option<u32> {
        self.at(field).number().map(|number| number as u32)
    }

    pub(super) fn truth(&self) -> Option<bool> {
        self.0.as_bool()
    }

    pub(super) fn is_true(&self) -> bool {
        self.truth() == Some(true)
    }

    /// Every value of a list; `None` where one of them cannot be read.
    pub(super) fn list<T>(&self, read: impl Fn(Self) -> Option<T>) -> Option<Vec<T>> {
        if !js_sys::Array::is_array(&self.0) {
            return None;
        }
        js_sys::Array::from(&self.0).iter().map(|it| read(Self(it))).collect()
    }
}
