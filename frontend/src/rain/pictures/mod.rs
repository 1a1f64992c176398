//! The pictures that fall, a file for each look, or one of the host's own. `draw` has one of them painted, and copies
//! it from then on.
//!
//! A picture is paths as in SVG, in a box 100 wide and 130 high: data, which take fewer bytes than calls.

mod balloons;
mod gift_boxes;
mod red_packets;
mod snow;

use leptos::prelude::document;
use quizrain_shared::api::SMALL_WIDTH;
use quizrain_shared::ids::MediaId;
use quizrain_shared::rain::DROP_ASPECT;
use quizrain_shared::theme::{Look, Theme};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d as Context, HtmlImageElement, Path2d};

/// The gold seal and the drop on it, which are on every picture: around its middle.
static SEAL: [Layer; 2] = [
    filled("#fff3c8", "#d98f00", "M31 65a19 19 0 1 0 38 0a19 19 0 1 0-38 0Z"),
    filled("#e8303a", "#8a0013", "M50 52C47 59 41 63 41 69a9 9 0 0 0 18 0C59 63 53 59 50 52Z"),
];

/// What falls in a game.
pub(super) struct Falling {
    picture: &'static Picture,
    /// The host's own, which takes the other one's place once it has come.
    own: Option<HtmlImageElement>,
    waits: bool,
}

impl Falling {
    pub(super) fn new(theme: Theme) -> Self {
        let own = theme.falls.and_then(load);
        Self { picture: picture(theme.look), waits: own.is_some(), own }
    }

    /// Whether there is another picture to paint than there was before.
    pub(super) fn has_come(&mut self) -> bool {
        let come = self.waits && self.own.as_ref().is_some_and(HtmlImageElement::complete);
        self.waits &= !come;
        come
    }

    /// The colours of what bursts.
    pub(super) fn sparks(&self) -> [&'static str; 3] {
        self.picture.sparks
    }

    /// Paints it this wide, from the origin.
    pub(super) fn paint(&self, context: &Context, width: f64) -> Result<(), JsValue> {
        // One that is broken is complete too, and has no width.
        let own = self.own.as_ref().filter(|own| own.complete() && own.natural_width() > 0);
        let Some(own) = own else { return self.picture.paint(context, width) };
        let (wide, high) = (f64::from(own.natural_width()), f64::from(own.natural_height()));
        let height = width * DROP_ASPECT;
        let scale = (width / wide).min(height / high);
        let (wide, high) = (wide * scale, high * scale);
        let (left, top) = ((width - wide) / 2.0, (height - high) / 2.0);
        context.draw_image_with_html_image_element_and_dw_and_dh(own, left, top, wide, high)
    }
}

fn load(media: MediaId) -> Option<HtmlImageElement> {
    let image: HtmlImageElement = document().create_element("img").ok()?.unchecked_into();
    image.set_src(&format!("/media/{media}?w={SMALL_WIDTH}"));
    Some(image)
}

/// One of the pictures.
struct Picture {
    /// From the lowest to the uppermost.
    layers: &'static [Layer],
    /// How far the seal is below the middle.
    seal: f64,
    /// Of what bursts.
    sparks: [&'static str; 3],
}

/// A path that is filled from its first colour to its second, or drawn as a line in the first.
struct Layer {
    from: &'static str,
    to: &'static str,
    line: f64,
    path: &'static str,
}

const fn filled(from: &'static str, to: &'static str, path: &'static str) -> Layer {
    Layer { from, to, line: 0.0, path }
}

const fn drawn(line: f64, colour: &'static str, path: &'static str) -> Layer {
    Layer { from: colour, to: colour, line, path }
}

/// The picture of a look.
fn picture(look: Look) -> &'static Picture {
    match look {
        Look::RedPackets => &red_packets::PICTURE,
        Look::GiftBoxes => &gift_boxes::PICTURE,
        Look::Balloons => &balloons::PICTURE,
        Look::Snow => &snow::PICTURE,
    }
}

impl Picture {
    fn paint(&self, context: &Context, width: f64) -> Result<(), JsValue> {
        context.save();
        context.scale(width / 100.0, width / 100.0)?;
        context.set_line_cap("round");
        context.set_shadow_color("rgb(20 0 10/50%)");
        context.set_shadow_blur(width * 0.07);
        context.set_shadow_offset_y(width * 0.03);
        for layer in self.layers {
            layer.paint(context)?;
        }
        context.translate(0.0, self.seal)?;
        SEAL.iter().try_for_each(|layer| layer.paint(context))?;
        context.restore();
        Ok(())
    }
}

impl Layer {
    fn paint(&self, context: &Context) -> Result<(), JsValue> {
        let path = Path2d::new_with_path_string(self.path)?;
        if self.line > 0.0 {
            context.set_stroke_style_str(self.from);
            context.set_line_width(self.line);
            context.stroke_with_path(&path);
        } else {
            let fill = context.create_linear_gradient(0.0, 0.0, 40.0, 130.0);
            fill.add_color_stop(0.0, self.from)?;
            fill.add_color_stop(1.0, self.to)?;
            context.set_fill_style_canvas_gradient(&fill);
            context.fill_with_path_2d(&path);
        }
        Ok(())
    }
}
