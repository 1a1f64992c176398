//! What falls in a look, standing still.

use quizrain_shared::theme::{Look, Theme};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement};

use super::pictures::Falling;
use super::sprites::context_of;

/// Room for the shadow on each side, as a share of the canvas.
const ROOM: f64 = 0.12;

/// Directive: the picture that falls, on a canvas.
pub(crate) fn painted(element: Element, look: Look) {
    let canvas: HtmlCanvasElement = element.unchecked_into();
    let width = f64::from(canvas.width());
    let Some(context) = context_of(&canvas) else { return };
    let _ = context.translate(width * ROOM, width * ROOM);
    let falling = Falling::new(Theme { look, ..Theme::default() });
    let _ = falling.paint(&context, width * (1.0 - 2.0 * ROOM));
}
