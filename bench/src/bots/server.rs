//! Where the server is: its address as people write it, for sockets and for the API.

use std::net::{IpAddr, ToSocketAddrs};

use anyhow::{Context, bail};
use url::Url;

/// A server's address.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    host: String,
    port: u16,
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
        Ok(Self { host: host.to_owned(), port: url.port_or_known_default().unwrap_or(80) })
    }

    /// An address of the API.
    pub(crate) fn api(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.host, self.port)
    }

    /// An address of a socket.
    pub(crate) fn socket(&self, path: &str) -> String {
        format!("ws://{}:{}{path}", self.host, self.port)
    }

    /// Whether the server runs on this machine, so that bots take away what it needs.
    pub(crate) fn is_here(&self) -> bool {
        let name = self.host.trim_start_matches('[').trim_end_matches(']');
        let Ok(addresses) = (name, self.port).to_socket_addrs() else { return false };
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
    fn what_cannot_be_used_is_refused_with_advice() {
        for text in ["https://quiz.example", "ws://x", "http://", "http://:80", ""] {
            let error = format!("{:#}", Server::parse(text).unwrap_err());
            assert!(error.contains("--server"), "{error}");
        }
    }
}
