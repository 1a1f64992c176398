//! Free ports.

use std::net::{SocketAddr, TcpListener};

/// Different ports of this machine that nobody listens on now. Somebody else may take one before
/// its server does.
pub fn free_ports(count: usize) -> std::io::Result<Vec<u16>> {
    let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0"));
    // All of them are held until each has its own.
    let listeners = listeners.collect::<Result<Vec<_>, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
}

/// An address of this machine at which nobody listens now.
pub fn free_address() -> std::io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}
