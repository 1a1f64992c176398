//! The picture of a packet: a red envelope with a curved flap and a gold seal with a drop on it.

use quizrain_shared::rain::DROP_ASPECT;
use wasm_bindgen::JsValue;
use web_sys::{CanvasGradient, CanvasRenderingContext2d as Context};

pub(super) const RED_LIGHT: &str = "#f0463c";
const RED: &str = "#d3222c";
const RED_DEEP: &str = "#a80f23";
pub(super) const GOLD_LIGHT: &str = "#ffe9a8";
pub(super) const GOLD: &str = "#f4be3c";
const GOLD_DEEP: &str = "#c98512";

/// A whole turn, in radians.
pub(super) const TURN: f64 = std::f64::consts::TAU;

/// Paints it this wide, from the origin.
pub(super) fn paint_packet(context: &Context, width: f64) -> Result<(), JsValue> {
    let (height, radius) = (width * DROP_ASPECT, width * 0.11);
    paint_paper(context, width, radius)?;
    // Everything else stays on the paper.
    round_box(context, 0.0, width, radius)?;
    context.clip();
    paint_rays(context, width, height)?;
    paint_flap(context, width, height)?;
    paint_seal(context, width * 0.5, height * 0.415, width * 0.185, width)?;
    // A gold edge.
    context.set_stroke_style_str("rgba(255, 214, 120, 0.55)");
    context.set_line_width(width * 0.022);
    round_box(context, width * 0.03, width, radius * 0.8)?;
    context.stroke();
    Ok(())
}

fn paint_paper(context: &Context, width: f64, radius: f64) -> Result<(), JsValue> {
    context.save();
    context.set_shadow_color("rgba(70, 0, 10, 0.45)");
    context.set_shadow_blur(width * 0.1);
    context.set_shadow_offset_y(width * 0.035);
    let end = [width * 0.5, width * DROP_ASPECT];
    let paper = shade(context, [0.0, 0.0], end, [RED_LIGHT, RED, RED_DEEP])?;
    context.set_fill_style_canvas_gradient(&paper);
    round_box(context, 0.0, width, radius)?;
    context.fill();
    context.restore();
    Ok(())
}

/// Rays on the lower part.
fn paint_rays(context: &Context, width: f64, height: f64) -> Result<(), JsValue> {
    context.set_stroke_style_str("rgba(255, 214, 120, 0.16)");
    context.set_line_width(width * 0.03);
    for i in 1..=4 {
        context.begin_path();
        let reach = width * (0.14 + 0.13 * f64::from(i));
        context.arc(width * 0.5, height * 1.02, reach, TURN / 2.0, TURN)?;
        context.stroke();
    }
    Ok(())
}

fn paint_flap(context: &Context, width: f64, height: f64) -> Result<(), JsValue> {
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
    let colours = ["#f8604f", "#e2323a", "#c91a2b"];
    let flap = shade(context, [0.0, 0.0], [0.0, height * 0.45], colours)?;
    context.set_fill_style_canvas_gradient(&flap);
    context.fill();
    context.restore();
    context.set_stroke_style_str("rgba(255, 220, 140, 0.75)");
    context.set_line_width(width * 0.018);
    context.stroke();
    Ok(())
}

/// The seal around a point, with this radius.
fn paint_seal(context: &Context, x: f64, y: f64, r: f64, width: f64) -> Result<(), JsValue> {
    context.save();
    context.set_shadow_color("rgba(70, 0, 10, 0.5)");
    context.set_shadow_blur(width * 0.05);
    let gold = shade(context, [x - r, y - r], [x + r, y + r], [GOLD_LIGHT, GOLD, GOLD_DEEP])?;
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
    // The drop.
    context.set_fill_style_str(RED_DEEP);
    context.begin_path();
    let (top, side) = (y - r * 0.62, r * 0.42);
    context.move_to(x, top);
    context.bezier_curve_to(x - side * 0.3, y - r * 0.2, x - side, y, x - side, y + r * 0.17);
    context.arc_with_anticlockwise(x, y + r * 0.17, side, TURN / 2.0, 0.0, true)?;
    context.bezier_curve_to(x + side, y, x + side * 0.3, y - r * 0.2, x, top);
    context.fill();
    Ok(())
}

/// Three colours from one point to another.
fn shade(
    context: &Context,
    [x0, y0]: [f64; 2],
    [x1, y1]: [f64; 2],
    colours: [&str; 3],
) -> Result<CanvasGradient, JsValue> {
    let gradient = context.create_linear_gradient(x0, y0, x1, y1);
    for (stop, colour) in [0.0, 0.5, 1.0].into_iter().zip(colours) {
        gradient.add_color_stop(stop, colour)?;
    }
    Ok(gradient)
}

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
