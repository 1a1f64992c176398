//! Paints the shower. Called by `canvas` once a frame.
//!
//! The packet is drawn once, into a sprite; a frame only copies it, turned and faded.

use quizrain_shared::rain::{DROP_ASPECT, Drop, sin_cos};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement};

use super::engine::{Engine, Spark};

/// Phones with more dots than this for a CSS pixel would paint more than anyone can see.
const MAX_RATIO: f64 = 2.0;
/// Room around the packet in its sprite, as a share of its width: for the shadow.
const ROOM: f64 = 0.14;
const RED_LIGHT: &str = "#f0463c";
const RED: &str = "#d3222c";
const RED_DEEP: &str = "#a80f23";
const GOLD_LIGHT: &str = "#ffe9a8";
const GOLD: &str = "#f4be3c";
const GOLD_DEEP: &str = "#c98512";

/// A canvas, ready to be painted.
pub(super) struct Brush {
    canvas: HtmlCanvasElement,
    context: Context,
    sprite: HtmlCanvasElement,
    sprite_width: f64,
    ratio: f64,
}

fn context_of(canvas: &HtmlCanvasElement) -> Option<Context> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

impl Brush {
    /// Takes hold of a canvas.
    pub(super) fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = context_of(&canvas)?;
        let sprite = leptos::prelude::document().create_element("canvas").ok()?;
        let sprite = sprite.dyn_into().ok()?;
        Some(Self { canvas, context, sprite, sprite_width: 0.0, ratio: 1.0 })
    }

    /// Fits the canvas to its box; tells its size in CSS pixels where it has changed.
    pub(super) fn fit(&mut self) -> Option<(f64, f64)> {
        let (width, height) = (self.canvas.client_width(), self.canvas.client_height());
        let ratio = crate::net::device::window().device_pixel_ratio().clamp(1.0, MAX_RATIO);
        let dots = |length: i32| (f64::from(length) * ratio).round() as u32;
        let same = self.canvas.width() == dots(width) && self.canvas.height() == dots(height);
        if same && (self.ratio - ratio).abs() < f64::EPSILON && self.sprite_width > 0.0 {
            return None;
        }
        self.ratio = ratio;
        self.canvas.set_width(dots(width));
        self.canvas.set_height(dots(height));
        Some((width.into(), height.into()))
    }

    /// Paints the packet for drops of at most this width, in CSS pixels.
    pub(super) fn prepare(&mut self, widest: f64) {
        self.sprite_width = (widest * self.ratio).ceil().max(1.0);
        let width = self.sprite_width;
        self.sprite.set_width((width * (1.0 + 2.0 * ROOM)) as u32);
        self.sprite.set_height((width * (DROP_ASPECT + 2.0 * ROOM)) as u32);
        if let Some(context) = context_of(&self.sprite) {
            let _ = context.translate(width * ROOM, width * ROOM);
            let _ = paint_packet(&context, width);
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
        context.set_stroke_style_str(GOLD);
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
            context.set_fill_style_str([GOLD, GOLD_LIGHT, RED_LIGHT][i as usize % 3]);
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

const TURN: f64 = std::f64::consts::TAU;

fn round_box(context: &Context, inset: f64, width: f64, radius: f64) -> Result<(), JsValue> {
    let (x0, y0) = (inset, inset);
    let (x1, y1) = (width - inset, width * DROP_ASPECT - inset);
    context.begin_path();
    context.move_to(x0 + radius, y0);
    context.arc_to(x1, y0, x1, y1, radius)?;
    context.arc_to(x1, y1, x0, y1, radius)?;
    context.arc_to(x0, y1, x0, y0, radius)?;
    context.arc_to(x0, y0, x1, y0, radius)?;
    context.close_path();
    Ok(())
}

/// A red envelope with a curved flap and a gold seal with a drop on it.
fn paint_packet(context: &Context, width: f64) -> Result<(), JsValue> {
    let height = width * DROP_ASPECT;
    let radius = width * 0.11;
    let shade = |x0, y0, x1, y1, stops: [&str; 3]| -> Result<web_sys::CanvasGradient, JsValue> {
        let gradient = context.create_linear_gradient(x0, y0, x1, y1);
        for (stop, colour) in [0.0, 0.5, 1.0].into_iter().zip(stops) {
            gradient.add_color_stop(stop, colour)?;
        }
        Ok(gradient)
    };

    // The paper, with a shadow.
    context.save();
    context.set_shadow_color("rgba(70, 0, 10, 0.45)");
    context.set_shadow_blur(width * 0.1);
    context.set_shadow_offset_y(width * 0.035);
    let paper = shade(0.0, 0.0, width * 0.5, height, [RED_LIGHT, RED, RED_DEEP])?;
    context.set_fill_style_canvas_gradient(&paper);
    round_box(context, 0.0, width, radius)?;
    context.fill();
    context.restore();

    // Everything else stays on the paper.
    round_box(context, 0.0, width, radius)?;
    context.clip();

    // Rays on the lower part.
    context.set_stroke_style_str("rgba(255, 214, 120, 0.16)");
    context.set_line_width(width * 0.03);
    for i in 1..=4 {
        context.begin_path();
        let reach = width * (0.14 + 0.13 * f64::from(i));
        context.arc(width * 0.5, height * 1.02, reach, TURN / 2.0, TURN)?;
        context.stroke();
    }

    // The flap.
    context.begin_path();
    context.move_to(0.0, 0.0);
    context.line_to(width, 0.0);
    context.line_to(width, height * 0.27);
    context.quadratic_curve_to(width * 0.5, height * 0.55, 0.0, height * 0.27);
    context.close_path();
    context.save();
    context.set_shadow_color("rgba(70, 0, 10, 0.5)");
    context.set_shadow_blur(width * 0.06);
    context.set_shadow_offset_y(width * 0.02);
    let flap = shade(0.0, 0.0, 0.0, height * 0.45, ["#f8604f", "#e2323a", "#c91a2b"])?;
    context.set_fill_style_canvas_gradient(&flap);
    context.fill();
    context.restore();
    context.set_stroke_style_str("rgba(255, 220, 140, 0.75)");
    context.set_line_width(width * 0.018);
    context.stroke();

    // The seal.
    let (x, y, r) = (width * 0.5, height * 0.415, width * 0.185);
    context.save();
    context.set_shadow_color("rgba(70, 0, 10, 0.5)");
    context.set_shadow_blur(width * 0.05);
    let gold = shade(x - r, y - r, x + r, y + r, [GOLD_LIGHT, GOLD, GOLD_DEEP])?;
    context.set_fill_style_canvas_gradient(&gold);
    context.begin_path();
    context.arc(x, y, r, 0.0, TURN)?;
    context.fill();
    context.restore();
    context.set_stroke_style_str("rgba(255, 250, 225, 0.8)");
    context.set_line_width(width * 0.012);
    context.begin_path();
    context.arc(x, y, r * 0.84, 0.0, TURN)?;
    context.stroke();
    context.set_fill_style_str(RED_DEEP);
    context.begin_path();
    let (top, side) = (y - r * 0.62, r * 0.42);
    context.move_to(x, top);
    context.bezier_curve_to(x - side * 0.3, y - r * 0.2, x - side, y, x - side, y + r * 0.17);
    context.arc_with_anticlockwise(x, y + r * 0.17, side, TURN / 2.0, 0.0, true)?;
    context.bezier_curve_to(x + side, y, x + side * 0.3, y - r * 0.2, x, top);
    context.fill();

    // A gold edge.
    context.set_stroke_style_str("rgba(255, 214, 120, 0.55)");
    context.set_line_width(width * 0.022);
    round_box(context, width * 0.03, width, radius * 0.8)?;
    context.stroke();
    Ok(())
}
