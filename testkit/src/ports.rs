//! Ports that a server finds free when it starts, and again after it was killed.
//!
//! They lie below those that the system gives to connections, and belong to one process of ours at
//! a time: ports come in blocks, and whoever listens on the first port of a block has the others.

use std::io::{Error, Result};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The first port of the first block.
const FIRST: u16 = 10_240;

/// Linux gives connections ports from here on; macOS and Windows from 49152 on.
const END: u16 = 32_768;

/// Ports in a block.
const BLOCK: u16 = 128;

/// The blocks of this process.
#[derive(Default)]
struct Blocks {
    /// Held as long as the process runs.
    locks: Vec<TcpListener>,
    /// What is left of the block that was taken last.
    left: Range<u16>,
}

impl Blocks {
    /// A port that nobody was given before.
    fn port(&mut self) -> Result<u16> {
        loop {
            match self.left.next() {
                // A program that is not ours may listen there.
                Some(port) if listen(port).is_ok() => return Ok(port),
                Some(_) => {}
                None => self.take_block()?,
            }
        }
    }

    fn take_block(&mut self) -> Result<()> {
        // Different processes look for theirs in different places first.
        let start = u16::try_from(std::process::id() % u32::from(END)).unwrap_or_default();
        let count = (END - FIRST) / BLOCK;
        for number in (0..count).map(|step| (start + step) % count) {
            let first = FIRST + number * BLOCK;
            if let Ok(lock) = listen(first) {
                self.locks.push(lock);
                self.left = first + 1..first + BLOCK;
                return Ok(());
            }
        }
        Err(Error::other(format!("every block of ports from {FIRST} to {END} is taken")))
    }
}

fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Different ports of this machine that nobody listens on and that nobody else is given.
pub fn free_ports(count: usize) -> Result<Vec<u16>> {
    static BLOCKS: Mutex<Option<Blocks>> = Mutex::new(None);
    let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let blocks = blocks.get_or_insert_default();
    (0..count).map(|_| blocks.port()).collect()
}

/// An address of this machine at which nobody listens and that nobody else is given.
pub fn free_address() -> Result<SocketAddr> {
    let [port] = free_ports(1)?[..] else { return Err(Error::other("not one port")) };
    Ok((Ipv4Addr::LOCALHOST, port).into())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_port_is_given_twice_and_one_that_is_taken_is_passed_over() {
        let (mut some, mut others) = (Blocks::default(), Blocks::default());
        let first = some.port().unwrap();
        let _taken = listen(first + 1).unwrap();
        let mut given = HashSet::from([first]);
        for _ in 0..2 * BLOCK {
            for blocks in [&mut some, &mut others] {
                let port = blocks.port().unwrap();
                assert!((FIRST..END).contains(&port) && port != first + 1, "{port}");
                assert!(given.insert(port), "{port} was given before");
            }
        }
        let locks = some.locks.len() + others.locks.len();
        assert!(locks >= 6, "{locks} blocks for {} ports", given.len());
    }
}
