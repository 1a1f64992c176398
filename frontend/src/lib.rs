//! The pages of Quizrain, rendered in the browser: programs that share what more than one needs.
//!
//! `player` (joining, playing), `account` (the balance, what a game was) and `stage` (hosts, big screens) never
//! use each other, so that a phone in a game loads nothing else; `styleguide` shows every component to engineers.
//! Arrows never turn back: { `player`, `account`, `stage`, `styleguide` } -> `app` -> { `components`, `rain` } ->
//! `state` -> `net` -> `quizrain_shared`; `text`, `live` and `dom` serve whatever is shown.

#![expect(clippy::needless_pass_by_value, reason = "components own their props")]
#![expect(unreachable_pub, reason = "the component macro writes `pub`")]

pub mod account;
mod app;
mod components;
mod dom;
mod live;
mod net;
pub mod parts;
pub mod player;
mod rain;
pub mod stage;
mod state;
pub mod styleguide;
mod text;

pub use quizrain_shared::language::Language;
pub use text::programs;

/// A fifth of the code of the allocator that Rust brings along, and as quick as a page needs.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::GlobalTlsf = rlsf::GlobalTlsf::new();
