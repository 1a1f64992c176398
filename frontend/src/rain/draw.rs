//! Paints the shower. Called by `canvas` once a frame.
//!
//! What falls is drawn once, into a sprite; a frame only copies it, turned and faded.

use quizrain_shared::rain::{DROP_ASPECT, Drop, sin_cos};
use quizrain_shared::theme::Theme;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement};

use super::engine::{Engine, Spark};
use super::pictures::Falling;

/// Phones with more dots than this for a CSS pixel would paint more than anyone can see.
const MAX_RATIO: f64 = 2.0;
/// A whole turn, in radians.
const TURN: f64 = std::f64::consts::TAU;
/// Room around what falls in its sprite, as a share of its width: for the shadow.
const ROOM: f64 = 0.14;

/// A canvas, ready to be painted.
pub(super) struct Brush {
    canvas: HtmlCanvasElement,
    context: Context,
    falling: Falling,
    sprite: HtmlCanvasElement,
    sprite_width: f64,
    ratio: f64,
}

fn context_of(canvas: &HtmlCanvasElement) -> Option<Context> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

impl Brush {
    /// Takes hold of a canvas, on which the picture of a theme falls.
    pub(super) fn new(canvas: HtmlCanvasElement, theme: Theme) -> Option<Self> {
        let context = context_of(&canvas)?;
        let sprite = leptos::prelude::document().create_element("canvas").ok()?;
        let sprite = sprite.dyn_into().ok()?;
        let falling = Falling::new(theme);
        Some(Self { canvas, context, falling, sprite, sprite_width: 0.0, ratio: 1.0 })
    }

    /// Fits the canvas to its box; tells its size in CSS pixels where it has changed,
    /// or what falls.
    pub(super) fn fit(&mut self) -> Option<(f64, f64)> {
        let (width, height) = (self.canvas.client_width(), self.canvas.client_height());
        let ratio = crate::net::device::window().device_pixel_ratio().clamp(1.0, MAX_RATIO);
        let dots = |length: i32| (f64::from(length) * ratio).round() as u32;
        let same = self.canvas.width() == dots(width) && self.canvas.height() == dots(height);
        let alike = (self.ratio - ratio).abs() < f64::EPSILON && self.sprite_width > 0.0;
        if same && alike && !self.falling.has_come() {
            return None;
        }
        self.ratio = ratio;
        self.canvas.set_width(dots(width));
        self.canvas.set_height(dots(height));
        Some((width.into(), height.into()))
    }

    /// Paints the picture for drops of at most this width, in CSS pixels.
    pub(super) fn prepare(&mut self, widest: f64) {
        self.sprite_width = (widest * self.ratio).ceil().max(1.0);
        let width = self.sprite_width;
        self.sprite.set_width((width * (1.0 + 2.0 * ROOM)) as u32);
        self.sprite.set_height((width * (DROP_ASPECT + 2.0 * ROOM)) as u32);
        if let Some(context) = context_of(&self.sprite) {
            let _ = context.translate(width * ROOM, width * ROOM);
            let _ = self.falling.paint(&context, width);
        }
    }

    /// Paints a moment.
    pub(super) fn paint(&self, engine: &Engine, at_ms: f64) {
        let context = &self.context;
        let _ = context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        let (width, height) = (self.canvas.width(), self.canvas.height());
        context.clear_rect(0.0, 0.0, width.into(), height.into());
        for drop in engine.drops(at_ms) {
            let _ = self.paint_drop(&drop);
        }
        for (spark, age) in engine.sparks(at_ms) {
            let _ = self.paint_spark(spark, age, engine.moves());
        }
        context.set_global_alpha(1.0);
    }

    fn paint_drop(&self, drop: &Drop) -> Result<(), JsValue> {
        let (sin, cos) = sin_cos(drop.angle);
        let scale = drop.width * self.ratio / self.sprite_width;
        let (a, b) = (cos * scale, sin * scale);
        let (x, y) = (drop.x * self.ratio, drop.y * self.ratio);
        self.context.set_transform(a, b, -b, a, x, y)?;
        self.context.set_global_alpha(drop.alpha);
        let width = self.sprite_width;
        self.context.draw_image_with_html_canvas_element(
            &self.sprite,
            -width * (0.5 + ROOM),
            -width * (DROP_ASPECT * 0.5 + ROOM),
        )
    }

    fn paint_spark(&self, spark: Spark, age: f64, moves: bool) -> Result<(), JsValue> {
        let context = &self.context;
        context.set_transform(self.ratio, 0.0, 0.0, self.ratio, 0.0, 0.0)?;
        context.set_global_alpha(1.0 - age);
        let out = if moves { 1.0 - (1.0 - age).powi(3) } else { 0.5 };
        let colours = self.falling.sparks();
        context.set_stroke_style_str(colours[0]);
        context.set_line_width(spark.width * 0.07 * (1.0 - age) + 1.0);
        context.begin_path();
        context.arc(spark.x, spark.y, spark.width * (0.35 + 0.6 * out), 0.0, TURN)?;
        context.stroke();
        if !moves {
            return Ok(());
        }
        for i in 0..14_u32 {
            let vary = f64::from((spark.seed.wrapping_mul(31).wrapping_add(i * 17)) % 10) / 10.0;
            let angle = TURN * (f64::from(i) + vary) / 14.0;
            let far = spark.width * (0.5 + 0.9 * vary) * out;
            let fall = spark.width * 0.5 * age * age;
            context.set_fill_style_str(colours[i as usize % 3]);
            context.begin_path();
            let size = spark.width * 0.055 * (1.0 - 0.6 * age);
            let (sin, cos) = sin_cos(angle);
            let (x, y) = (spark.x + far * cos, spark.y + far * sin + fall);
            context.arc(x, y, size, 0.0, TURN)?;
            context.fill();
        }
        Ok(())
    }
}
