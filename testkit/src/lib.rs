//! Real servers for tests, soaks and benches: started, killed, paused and ended, with no setting of
//! whoever runs them. Whatever is started here ends with the process that started it.

mod guard;
pub mod http;
pub mod limits;
pub mod ports;
pub mod postgres;
pub mod process;
pub mod redis;
pub mod redis_cluster;
pub mod role;
pub mod sentinel;
pub mod server;
pub mod shim;
pub mod wait;
