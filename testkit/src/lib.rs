//! Real servers for tests, soaks and benches: started, killed, paused and ended, with no setting of
//! whoever runs them. Whatever is started here ends with the process that started it.
//!
//! What fails says what was tried, and what the server wrote to its log where there is one: a program is
//! not installed, a server ended or did not answer in time, or it refused.

mod guard;
pub mod http;
pub mod limits;
pub mod ports;
pub mod postgres;
pub mod process;
pub mod proxy;
pub mod redis;
pub mod redis_cluster;
pub mod role;
pub mod sentinel;
pub mod server;
pub mod shim;
pub mod wait;
