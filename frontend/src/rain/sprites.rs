//! Pictures that a frame copies: what falls, leaning in steps, and what flies where it bursts.
//!
//! Where a processor paints, a picture that is turned or lies between two dots costs a multiple of one that is copied
//! dot by dot. Each is made once, before it rains or when it is first needed, of one picture of what falls.

use quizrain_shared::rain::{DROP_ASPECT, sin_cos};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement};

use super::pictures::Falling;

/// A whole turn, in radians.
pub(super) const TURN: f64 = std::f64::consts::TAU;
/// Room around what falls, as a share of its width: for the shadow.
const ROOM: f64 = 0.14;
/// Drops are painted in so many sizes, from the smallest, as a share of the widest.
const SIZES: usize = 3;
const SMALLEST: f64 = 0.68;
/// The size of which what turns is made.
const TURNING: usize = 1;
/// No drop leans further to either side, in radians; and in how many steps it leans.
const LEAN: f64 = 0.43;
const STEPS: usize = 17;
/// How many pictures there are of what falls far behind.
const FAR: usize = 6;
/// Laid over what falls: the last ones, and what is seen from behind.
const GOLDEN: &str = "rgba(255, 206, 56, 0.7)";
const SHADED: &str = "rgba(104, 8, 22, 0.86)";

/// What a canvas is painted with.
pub(super) fn context_of(canvas: &HtmlCanvasElement) -> Option<Context> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Covers what is painted, and nothing else, with a colour.
fn tint(context: &Context, size: f64, colour: &str) {
    let _ = context.set_global_composite_operation("source-atop");
    context.set_fill_style_str(colour);
    context.fill_rect(-size, -size, 2.0 * size, 2.0 * size);
}

/// A picture, and its size in dots.
pub(super) struct Sprite {
    picture: HtmlCanvasElement,
    width: f64,
    height: f64,
}

impl Sprite {
    /// An empty one, to be painted from its middle on.
    fn new(width: f64, height: f64) -> Option<(Self, Context)> {
        let picture = leptos::prelude::document().create_element("canvas").ok()?;
        let picture: HtmlCanvasElement = picture.unchecked_into();
        let (width, height) = (width.ceil(), height.ceil());
        picture.set_width(width as u32);
        picture.set_height(height as u32);
        let context = context_of(&picture)?;
        let _ = context.translate(width / 2.0, height / 2.0);
        Some((Self { picture, width, height }, context))
    }

    /// This one, leaning, smaller and paler.
    fn leaning(&self, angle: f64, scale: f64, alpha: f64) -> Option<(Self, Context)> {
        let (sin, cos) = sin_cos(angle);
        let (width, height) = (self.width * scale, self.height * scale);
        let (across, along) = (sin.abs(), cos.abs());
        let (sprite, context) =
            Self::new(width * along + height * across, height * along + width * across)?;
        let _ = context.rotate(angle);
        context.set_global_alpha(alpha);
        self.stretch(&context, [0.0, 0.0], scale, scale);
        Some((sprite, context))
    }

    /// Copies it dot by dot around a point.
    pub(super) fn copy(&self, to: &Context, [x, y]: [f64; 2]) {
        let (left, top) = ((x - self.width / 2.0).round(), (y - self.height / 2.0).round());
        let _ = to.draw_image_with_html_canvas_element(&self.picture, left, top);
    }

    /// Copies it around a point, so much wider and higher.
    fn stretch(&self, to: &Context, [x, y]: [f64; 2], across: f64, along: f64) {
        let (width, height) = (self.width * across, self.height * along);
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        let _ = to.draw_image_with_html_canvas_element_and_dw_and_dh(
            &self.picture,
            left,
            top,
            width,
            height,
        );
    }

    /// Copies it around a point, this wide; so much of that is seen of what turns.
    pub(super) fn copy_turned(&self, to: &Context, at: [f64; 2], width: f64, turn: f64) {
        let scale = width / self.width;
        self.stretch(to, at, scale * turn.abs().max(0.05), scale);
    }
}

/// A disc of a colour, with an edge inside.
fn coin(size: f64, colour: &str) -> Option<Sprite> {
    let (sprite, context) = Sprite::new(size, size)?;
    context.set_fill_style_str(colour);
    context.begin_path();
    let _ = context.arc(0.0, 0.0, size * 0.48, 0.0, TURN);
    context.fill();
    circle(&context, size * 0.34, size * 0.08, "rgba(255, 250, 225, 0.75)");
    Some(sprite)
}

fn circle(context: &Context, radius: f64, line: f64, colour: &str) {
    context.set_stroke_style_str(colour);
    context.set_line_width(line);
    context.begin_path();
    let _ = context.arc(0.0, 0.0, radius, 0.0, TURN);
    context.stroke();
}

/// All pictures for drops of one size of a canvas.
pub(super) struct Sprites {
    widest: f64,
    whole: Sprite,
    /// By size, and by step; those seen from behind come last.
    drops: [Option<Sprite>; (SIZES + 1) * STEPS],
    far: Vec<Sprite>,
    coins: Vec<Sprite>,
    /// Where something has burst, or nothing was hit.
    pub(super) ring: Sprite,
}

/// How wide drops of a size are painted, as a share of the widest.
fn share(size: usize) -> f64 {
    SMALLEST + (1.0 - SMALLEST) * (size as f64 + 0.5) / SIZES as f64
}

/// The step that is nearest to a lean.
fn step(angle: f64) -> usize {
    let far = (angle / LEAN + 1.0) * 0.5 * (STEPS - 1) as f64;
    (far.round() as usize).min(STEPS - 1)
}

fn lean(step: usize) -> f64 {
    LEAN * (step as f64 * 2.0 / (STEPS - 1) as f64 - 1.0)
}

impl Sprites {
    /// For drops of at most this width, in dots; of gold, where they are the last ones.
    pub(super) fn new(falling: &Falling, widest: f64, golden: bool) -> Option<Self> {
        let (width, height) = (widest * (1.0 + 2.0 * ROOM), widest * (DROP_ASPECT + 2.0 * ROOM));
        let (whole, context) = Sprite::new(width, height)?;
        let _ = context.translate(-widest / 2.0, -widest * DROP_ASPECT / 2.0);
        let _ = falling.paint(&context, widest);
        if golden {
            tint(&context, height * 2.0, GOLDEN);
        }
        let far = (0..FAR).filter_map(|which| {
            let (angle, nearer) = (which as f64 * 0.16 - 0.4, (which % 2) as f64);
            let (sprite, _) = whole.leaning(angle, 0.26 + 0.12 * nearer, 0.2 + 0.12 * nearer)?;
            Some(sprite)
        });
        let far = far.collect();
        let coins =
            falling.sparks().into_iter().filter_map(|colour| coin(widest * 0.22, colour)).collect();
        let (ring, context) = Sprite::new(widest, widest)?;
        circle(&context, widest * 0.46, widest * 0.04, falling.sparks()[0]);
        let drops = [const { None }; (SIZES + 1) * STEPS];
        Some(Self { widest, whole, drops, far, coins, ring })
    }

    fn make(&mut self, which: usize) {
        let (row, step) = (which / STEPS, which % STEPS);
        let Some(place @ None) = self.drops.get_mut(which) else { return };
        // What turns is stretched in any case: one size is enough for it.
        let scale = share(if row < SIZES { row } else { TURNING });
        let Some((sprite, context)) = self.whole.leaning(lean(step), scale, 1.0) else { return };
        if row == SIZES {
            tint(&context, sprite.height * 2.0, SHADED);
        }
        *place = Some(sprite);
    }

    /// Makes one that is not there yet, while there is time for it.
    pub(super) fn make_next(&mut self) {
        if let Some(which) = self.drops.iter().position(Option::is_none) {
            self.make(which);
        }
    }

    /// Paints a drop of this width around a point; so much of its width is seen, less than nothing from behind.
    pub(super) fn paint_drop(
        &mut self,
        to: &Context,
        at: [f64; 2],
        width: f64,
        (angle, turn): (f64, f64),
    ) {
        let size = (width / self.widest - SMALLEST) / (1.0 - SMALLEST) * SIZES as f64;
        let size = (size as usize).min(SIZES - 1);
        let size = if turn < 1.0 { TURNING } else { size };
        let row = if turn < 0.0 { SIZES } else { size };
        let which = row * STEPS + step(angle);
        self.make(which);
        let Some(sprite) = &self.drops[which] else { return };
        if turn < 1.0 {
            let wide = sprite.width * width / (self.widest * share(size));
            sprite.copy_turned(to, at, wide, turn);
        } else {
            sprite.copy(to, at);
        }
    }

    /// One of the pictures of what falls far behind.
    pub(super) fn far(&self, which: u32) -> Option<&Sprite> {
        self.far.get(which as usize % FAR)
    }

    /// One of the pictures of coins.
    pub(super) fn coin(&self, which: u32) -> Option<&Sprite> {
        self.coins.get(which as usize % self.coins.len().max(1))
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::rain::{Field, Motion, falling};

    use super::*;

    #[test]
    fn a_drop_is_painted_as_it_can_be_hit() {
        // Half a step of a lean, or of a size, is less than the slack that a finger has.
        let field = Field::new(390.0, 844.0);
        for at_ms in (0..12_000).step_by(40) {
            for drop in falling(7, 12_000, f64::from(at_ms), field, Motion::Full) {
                let off = (lean(step(drop.angle)) - drop.angle).abs();
                assert!(off <= LEAN / (STEPS - 1) as f64 + 1e-9, "{} is off by {off}", drop.angle);
                let relative = drop.width / (field.drop_width * 1.25);
                let nearest = (0..SIZES).map(|size| (share(size) - relative).abs());
                assert!(nearest.fold(1.0, f64::min) < 0.06, "{relative}");
            }
        }
    }
}
