//! The pages of Quizrain: player, host and projector, rendered in the browser.
//!
//! `app` holds the routes. Arrows never turn back: `pages` -> { `show`, `components`, `rain` } ->
//! `state` -> `net` -> `quizrain_shared`; `text` is used by whatever speaks to people.

#![expect(clippy::needless_pass_by_value, reason = "components own their props")]
#![expect(unreachable_pub, reason = "the component macro writes `pub`")]

mod app;
mod components;
mod live;
mod net;
mod pages;
mod rain;
mod show;
mod state;
mod text;

fn main() {
    console_error_panic_hook::set_once();
    app::start();
}
