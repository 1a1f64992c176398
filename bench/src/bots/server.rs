//! Where the server is: its address as people write it, for sockets and for the API.
//!
//! Several servers may play the same games. Then there is one in use at a time, and whoever loses a
//! connection goes elsewhere, as a proxy in front of them would have it.

use std::net::{IpAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, bail};
use url::Url;

/// A server's address.
#[derive(Clone, Debug)]
struct Place {
    host: String,
    port: u16,
}

/// The server: one address, or those of several that play the same games.
#[derive(Debug)]
pub(crate) struct Server {
    first: Place,
    others: Vec<Place>,
    /// Which one is in use.
    at: AtomicUsize,
}

impl Server {
    /// Reads an address such as `http://localhost:8080`.
    ///
    /// # Errors
    /// Not an address, or not `http`.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let url = Url::parse(&whole)
            .with_context(|| format!("--server {text}: write it like http://localhost:8080"))?;
        if url.scheme() != "http" {
            bail!(
                "--server {text}: bots speak http only; give the address on which quizrain itself \
                 listens, such as http://localhost:8080, not that of the proxy in front of it"
            );
        }
        let host = url.host_str().with_context(|| format!("--server {text}: no host in it"))?;
        let port = url.port_or_known_default().unwrap_or(80);
        let first = Place { host: host.to_owned(), port };
        Ok(Self { first, others: Vec::new(), at: AtomicUsize::new(0) })
    }

    /// With further servers that play the same games.
    pub(crate) fn and(mut self, others: impl IntoIterator<Item = Self>) -> Self {
        self.others.extend(others.into_iter().map(|other| other.first));
        self
    }

    /// The same servers for somebody else, who starts at the one of this number.
    pub(crate) fn for_another(&self, number: u32) -> Self {
        let (first, others) = (self.first.clone(), self.others.clone());
        Self { first, others, at: AtomicUsize::new(number as usize) }
    }

    /// Goes to another one, where there is one: the connection was lost or refused. `pick` says
    /// which, by chance.
    pub(crate) fn elsewhere(&self, pick: u64) {
        if !self.others.is_empty() {
            let on = 1 + (pick % self.others.len() as u64) as usize;
            self.at.fetch_add(on, Ordering::Relaxed);
        }
    }

    fn place(&self) -> &Place {
        let at = self.at.load(Ordering::Relaxed) % (self.others.len() + 1);
        at.checked_sub(1).and_then(|other| self.others.get(other)).unwrap_or(&self.first)
    }

    /// An address of the API.
    pub(crate) fn api(&self, path: &str) -> String {
        let Place { host, port } = self.place();
        format!("http://{host}:{port}{path}")
    }

    /// An address of a socket.
    pub(crate) fn socket(&self, path: &str) -> String {
        let Place { host, port } = self.place();
        format!("ws://{host}:{port}{path}")
    }

    /// Whether the server runs on this machine, so that bots take away what it needs.
    pub(crate) fn is_here(&self) -> bool {
        let Place { host, port } = self.place();
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let Ok(addresses) = (name, *port).to_socket_addrs() else { return false };
        // Only an address of this machine can be listened on.
        let ours = |ip: IpAddr| ip.is_loopback() || std::net::TcpListener::bind((ip, 0)).is_ok();
        addresses.map(|address| address.ip()).any(ours)
    }
}

impl std::fmt::Display for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.api(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for text in ["http://localhost:8080", "http://localhost:8080/host", "localhost:8080"] {
            let server = Server::parse(text).unwrap();
            assert_eq!(server.api("/api/info"), "http://localhost:8080/api/info");
            assert_eq!(server.socket("/ws/player"), "ws://localhost:8080/ws/player");
            assert!(server.is_here());
        }
        assert_eq!(
            Server::parse("http://quiz.example").unwrap().to_string(),
            "http://quiz.example:80"
        );
        assert_eq!(Server::parse("http://[::1]:81").unwrap().to_string(), "http://[::1]:81");
        assert!(!Server::parse("http://192.0.2.1").unwrap().is_here());
    }

    #[test]
    fn of_several_servers_each_is_reached_and_only_another_one_is_gone_to() {
        let parse = |port: u32| Server::parse(&format!("http://a:{port}")).unwrap();
        let servers = parse(1).and([parse(2), parse(3)]);
        for number in 0..6 {
            let server = servers.for_another(number);
            assert_eq!(server.to_string(), format!("http://a:{}", 1 + number % 3));
            for pick in 0..20 {
                let before = server.to_string();
                server.elsewhere(pick);
                assert_ne!(server.to_string(), before);
            }
        }
        let alone = parse(7).for_another(3);
        alone.elsewhere(5);
        assert_eq!(alone.socket("/x"), "ws://a:7/x");
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_advice() {
        for text in ["https://quiz.example", "ws://x", "http://", "http://:80", ""] {
            let error = format!("{:#}", Server::parse(text).unwrap_err());
            assert!(error.contains("--server"), "{error}");
        }
    }
}
