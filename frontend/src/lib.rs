//! The pages of Quizrain, rendered in the browser: two programs that share what both need.
//!
//! `player` (joining, playing, the balance) and `stage` (hosts, big screens) never use each other, so that a
//! phone loads nothing of a host's. Arrows never turn back: { `player`, `stage` } -> `app` ->
//! { `components`, `rain` } -> `state` -> `net` -> `quizrain_shared`; `text`, `live` and `dom` serve
//! whatever is shown.

#![expect(clippy::needless_pass_by_value, reason = "components own their props")]
#![expect(unreachable_pub, reason = "the component macro writes `pub`")]

mod app;
mod components;
mod dom;
mod live;
mod net;
pub mod player;
mod rain;
pub mod stage;
mod state;
mod text;
