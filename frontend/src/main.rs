//! The pages of Quizrain: player, host and projector, rendered in the browser.
//!
//! `app` holds the routes. Arrows never turn back: `pages` -> { `show`, `components`, `rain` } ->
//! `state` -> `net` -> `quizrain_shared`; `text` and `live` serve whatever is shown.

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
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        net::device::start_over();
    }));
    app::start();
}
