//! The shower on a canvas.
//!
//! `engine` knows where everything is, `draw` paints it of `sprites`, which are made of one of the `pictures`, `canvas`
//! runs these once a frame outside of reactivity and turns fingers and keys into taps, `left` says which packets are
//! the last, `sample` shows a picture where nothing falls. Where drops fall and what a finger hits is decided by
//! `quizrain_shared::rain` alone, with which the server checks every tap.

pub(crate) mod canvas;
pub(crate) mod countdown;
mod draw;
mod engine;
pub(crate) mod left;
mod pace;
mod pictures;
pub(crate) mod sample;
mod sprites;
