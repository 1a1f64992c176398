//! What clients make of what the server says, without a clock, a socket or a screen.
//!
//! Times are milliseconds of any clock that never goes back, and `jitter` is an even number from 0
//! to 1: callers pass both.

mod apply;
mod backoff;
mod clock;
mod connection;
mod pending;
pub mod receipts;
mod requests;
pub mod statement;
pub mod timing;
mod view;

pub use apply::Effect;
pub use backoff::Backoff;
pub use clock::ServerClock;
pub use connection::AfterClose;
pub use pending::{Due, Pending};
pub use receipts::Receipts;
pub use requests::{Progress, Request};
pub use view::GameView;
