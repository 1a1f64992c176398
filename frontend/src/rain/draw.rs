//! Paints the shower. Called by `canvas` once a frame.
//!
//! A frame copies sprites and makes nothing, and what lies still or is empty is not painted again.

use quizrain_shared::rain::{Drop, sin_cos};
use quizrain_shared::theme::Theme;
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement};

use super::engine::{Engine, Spark};
use super::pace::Pace;
use super::pictures::Falling;
use super::sprites::{Sprites, TURN, context_of};

/// Phones with more dots than this for a CSS pixel would paint more than anyone can see.
const MAX_RATIO: f64 = 2.0;
/// How many coins fly where a drop bursts.
const COINS: u32 = 14;

/// A canvas, ready to be painted.
pub(super) struct Brush {
    canvas: HtmlCanvasElement,
    context: Context,
    falling: Falling,
    sprites: Option<Sprites>,
    golden: bool,
    /// Dots for a CSS pixel.
    ratio: f64,
    pace: Pace,
    /// Of the dots in either direction, so many: half of them for good, once frames have become too few.
    fineness: f64,
    blank: bool,
}

impl Brush {
    /// Takes hold of a canvas, on which the picture of a theme falls.
    pub(super) fn new(canvas: HtmlCanvasElement, theme: Theme) -> Option<Self> {
        let context = context_of(&canvas)?;
        let (golden, blank, pace) = (false, false, Pace::new());
        Some(Self {
            canvas,
            context,
            falling: Falling::new(theme),
            sprites: None,
            golden,
            ratio: 1.0,
            pace,
            fineness: 1.0,
            blank,
        })
    }

    /// Fits the canvas to its box, and drops to whether they are the last ones; tells its size in CSS pixels where
    /// it has to be prepared, as when a host's own picture has come.
    pub(super) fn fit(&mut self, golden: bool) -> Option<(f64, f64)> {
        let (width, height) = (self.canvas.client_width(), self.canvas.client_height());
        let ratio = crate::net::device::window().device_pixel_ratio().clamp(1.0, MAX_RATIO);
        let ratio = ratio * self.fineness;
        let dots = |length: i32| (f64::from(length) * ratio).round() as u32;
        let same = self.canvas.width() == dots(width) && self.canvas.height() == dots(height);
        let alike = golden == self.golden && (self.ratio - ratio).abs() < f64::EPSILON;
        if same && alike && self.sprites.is_some() && !self.falling.has_come() {
            return None;
        }
        (self.ratio, self.golden) = (ratio, golden);
        self.canvas.set_width(dots(width));
        self.canvas.set_height(dots(height));
        Some((width.into(), height.into()))
    }

    /// Makes ready to paint drops of at most this width, in CSS pixels.
    pub(super) fn prepare(&mut self, widest: f64) {
        let widest = (widest * self.ratio).ceil().max(1.0);
        // Its pictures are made in the next frames, which says nothing of those after them.
        self.pace = Pace::new();
        self.sprites = Sprites::new(&self.falling, widest, self.golden);
    }

    /// Paints a moment.
    pub(super) fn paint(&mut self, engine: &Engine, at_ms: f64) {
        let Some(sprites) = &mut self.sprites else { return };
        let blank = engine.is_blank(at_ms);
        if std::mem::replace(&mut self.blank, blank) && blank {
            sprites.make_next();
            return;
        }
        if self.pace.is_slow(at_ms) {
            self.fineness = 0.5;
        }
        let (context, ratio) = (&self.context, self.ratio);
        context.set_global_alpha(1.0);
        let (width, height) = (self.canvas.width(), self.canvas.height());
        context.clear_rect(0.0, 0.0, width.into(), height.into());
        for (which, x, y) in engine.far(at_ms) {
            if let Some(sprite) = sprites.far(which) {
                sprite.copy(context, [x * ratio, y * ratio]);
            }
        }
        for drop in engine.drops(at_ms) {
            let turn = engine.turn(&drop, at_ms);
            let Drop { x, y, width, angle, alpha, .. } = drop;
            context.set_global_alpha(alpha);
            sprites.paint_drop(context, [x * ratio, y * ratio], width * ratio, (angle, turn));
        }
        for (spark, age) in engine.sparks(at_ms) {
            context.set_global_alpha(1.0 - age * age);
            paint_spark(context, ratio, sprites, (spark, age, engine.moves()));
        }
    }
}

/// A ring, and where a drop has burst, coins that spin.
fn paint_spark(
    context: &Context,
    ratio: f64,
    sprites: &Sprites,
    (spark, age, moves): (Spark, f64, bool),
) {
    let (x, y, width) = (spark.x * ratio, spark.y * ratio, spark.width * ratio);
    let out = if moves { 1.0 - (1.0 - age).powi(3) } else { 0.5 };
    sprites.ring.copy_turned(context, [x, y], width * (0.7 + 1.2 * out), 1.0);
    if !moves || !spark.bursts {
        return;
    }
    for i in 0..COINS {
        let Some(coin) = sprites.coin(i) else { return };
        let vary = f64::from((spark.seed.wrapping_mul(31).wrapping_add(i * 17)) % 10) / 10.0;
        let (sin, cos) = sin_cos(TURN * (f64::from(i) + vary) / f64::from(COINS));
        let far = width * (0.5 + 0.9 * vary) * out;
        let fall = width * 0.7 * age * age;
        let (_, spin) = sin_cos(age * 9.0 + f64::from(i));
        let at = [x + far * cos, y + far * sin + fall];
        coin.copy_turned(context, at, width * 0.22 * (1.0 - 0.4 * age), spin);
    }
}
