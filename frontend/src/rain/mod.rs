//! The shower on a canvas.
//!
//! `engine` knows where everything is, `draw` paints it with one of the `pictures`, `canvas` runs the two once a frame
//! outside of reactivity and turns fingers and keys into taps. Where drops fall and what a finger
//! hits is decided by `quizrain_shared::rain` alone, with which the server checks every tap.

pub(crate) mod canvas;
pub(crate) mod countdown;
mod draw;
mod engine;
mod pictures;
