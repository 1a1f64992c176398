//! Where Redis is: one server, a primary that sentinels watch over, or a cluster; over TLS where
//! the address begins with `rediss`.
//!
//! Read by `config` from the option, used by `store::redis` to connect. A text that this refuses
//! never gets as far as a connection.

use std::str::FromStr;

use redis::{ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisConnectionInfo};

/// Where a sentinel listens unless the address says otherwise.
const SENTINEL_PORT: u16 = 26_379;

/// Where a server listens unless the address says otherwise.
const SERVER_PORT: u16 = 6379;

/// How to reach Redis, and as whom.
#[derive(Clone, Debug)]
pub struct RedisUrl {
    pub(crate) kind: Kind,
    /// Servers, or the sentinels; at least one.
    pub(crate) nodes: Vec<ConnectionAddr>,
    /// User, password and database at the servers.
    pub(crate) login: RedisConnectionInfo,
}

/// What listens at the addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The one server.
    Server,
    /// Sentinels, who know where the primary of this name is.
    Sentinels(String),
    /// Some nodes of a cluster; they know the others.
    Cluster,
}

/// A text that is no address of Redis.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}; expected redis://host:6379, redis+sentinel://host:26379,host:26379/name-of-the-primary \
     or redis+cluster://host:6379,host:6379, with rediss in the place of redis for TLS"
)]
pub struct BadRedisUrl(String);

fn bad(what: impl Into<String>) -> BadRedisUrl {
    BadRedisUrl(what.into())
}

impl RedisUrl {
    /// Whether everything goes over TLS.
    pub(crate) fn is_encrypted(&self) -> bool {
        matches!(self.nodes.first(), Some(ConnectionAddr::TcpTls { .. }))
    }

    /// Whether there is a password in it.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.login.password().is_some()
    }
}

impl From<ConnectionAddr> for RedisUrl {
    fn from(address: ConnectionAddr) -> Self {
        let login = RedisConnectionInfo::default();
        Self { kind: Kind::Server, nodes: vec![address], login }
    }
}

impl FromStr for RedisUrl {
    type Err = BadRedisUrl;

    fn from_str(text: &str) -> Result<Self, BadRedisUrl> {
        if let Some((scheme, rest)) = split_scheme(text, "+sentinel://") {
            let (user, hosts) = split_user(rest);
            let (hosts, name) = hosts.split_once('/').unwrap_or((hosts, ""));
            let (name, db) = name.split_once('/').unwrap_or((name, "0"));
            if name.is_empty() {
                return Err(bad("the name of the primary is missing"));
            }
            let (nodes, login) = read_nodes(scheme, user, hosts, SENTINEL_PORT)?;
            let db = db.parse::<u32>().map_err(|_| bad("the database is not a number"))?;
            let kind = Kind::Sentinels(name.to_owned());
            return Ok(Self { kind, nodes, login: login.set_db(db.into()) });
        }
        if let Some((scheme, rest)) = split_scheme(text, "+cluster://") {
            let (user, hosts) = split_user(rest);
            let hosts = hosts.strip_suffix('/').unwrap_or(hosts);
            if hosts.contains('/') {
                return Err(bad("a cluster has no databases"));
            }
            let (nodes, login) = read_nodes(scheme, user, hosts, SERVER_PORT)?;
            return Ok(Self { kind: Kind::Cluster, nodes, login });
        }
        let server = read(text)?;
        let login = server.redis_settings().clone().set_protocol(redis::ProtocolVersion::RESP2);
        Ok(Self { kind: Kind::Server, nodes: vec![server.addr().clone()], login })
    }
}

/// `redis` or `rediss`, and what comes behind it and the kind.
fn split_scheme<'a>(text: &'a str, kind: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(kind).filter(|(scheme, _)| matches!(*scheme, "redis" | "rediss"))
}

/// User and password with the `@` behind them, as they stand, and the rest.
fn split_user(text: &str) -> (&str, &str) {
    text.split_at(text.rfind('@').map_or(0, |at| at + 1))
}

/// Reads `host:port,host:port`, each as if it stood alone.
fn read_nodes(
    scheme: &str,
    user: &str,
    hosts: &str,
    port: u16,
) -> Result<(Vec<ConnectionAddr>, RedisConnectionInfo), BadRedisUrl> {
    let (mut nodes, mut login) = (Vec::new(), RedisConnectionInfo::default());
    for host in hosts.split(',') {
        if host.is_empty() {
            return Err(bad("a host is missing"));
        }
        // The colons of an IPv6 address stand in brackets.
        let has_port = host.rsplit_once(']').map_or(host, |(_, behind)| behind).contains(':');
        let port = if has_port { String::new() } else { format!(":{port}") };
        let node = read(&format!("{scheme}://{user}{host}{port}"))?;
        nodes.push(node.addr().clone());
        login = node.redis_settings().clone();
    }
    Ok((nodes, login))
}

/// Reads the address of one server. What is wrong with it is not told: there may be a password in
/// it.
fn read(text: &str) -> Result<ConnectionInfo, BadRedisUrl> {
    let read = text.into_connection_info().map_err(|_| bad("this is not an address of Redis"))?;
    match read.addr() {
        ConnectionAddr::TcpTls { insecure: true, .. } => {
            Err(bad("TLS to whoever answers is not supported"))
        }
        _ => Ok(read),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tcp(host: &str, port: u16) -> ConnectionAddr {
        ConnectionAddr::Tcp(host.to_owned(), port)
    }

    #[test]
    fn one_server() {
        let url: RedisUrl = "redis://:secret@redis.example.org/2".parse().unwrap();
        assert_eq!(url.kind, Kind::Server);
        assert_eq!(url.nodes, [tcp("redis.example.org", 6379)]);
        assert_eq!((url.login.password(), url.login.db()), (Some("secret"), 2));
        assert!(url.has_password());
        let socket: RedisUrl = "unix:///run/redis.sock".parse().unwrap();
        assert_eq!(socket.nodes, [ConnectionAddr::Unix("/run/redis.sock".into())]);
        assert!(!socket.has_password());
    }

    #[test]
    fn sentinels_and_the_name_of_the_primary() {
        let url: RedisUrl = "redis+sentinel://a,b:26380,[::1]/rain".parse().unwrap();
        assert_eq!(url.kind, Kind::Sentinels("rain".to_owned()));
        assert_eq!(url.nodes, [tcp("a", 26379), tcp("b", 26380), tcp("::1", 26379)]);
        assert_eq!((url.login.db(), url.has_password()), (0, false));
        let url: RedisUrl = "redis+sentinel://me:p%40ss@a/rain/3".parse().unwrap();
        assert_eq!(url.login.username(), Some("me"));
        assert_eq!((url.login.password(), url.login.db()), (Some("p@ss"), 3));
    }

    #[test]
    fn a_cluster() {
        let url: RedisUrl = "redis+cluster://:secret@a:7000,b/".parse().unwrap();
        assert_eq!(url.kind, Kind::Cluster);
        assert_eq!(url.nodes, [tcp("a", 7000), tcp("b", 6379)]);
        assert!(url.has_password());
    }

    #[test]
    fn over_tls() {
        let encrypted = |host: &str, port| ConnectionAddr::TcpTls {
            host: host.to_owned(),
            port,
            insecure: false,
            tls_params: None,
        };
        for (text, nodes) in [
            ("rediss://:secret@a/2", vec![encrypted("a", 6379)]),
            (
                "rediss+sentinel://:secret@a,b:1/rain/2",
                vec![encrypted("a", 26379), encrypted("b", 1)],
            ),
            (
                "rediss+cluster://:secret@a:7000,[::1]",
                vec![encrypted("a", 7000), encrypted("::1", 6379)],
            ),
        ] {
            let url: RedisUrl = text.parse().unwrap();
            assert_eq!((&url.nodes, url.is_encrypted()), (&nodes, true), "{text}");
            assert_eq!(url.login.password(), Some("secret"), "{text}");
        }
        assert!(!"redis://a".parse::<RedisUrl>().unwrap().is_encrypted());
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, what) in [
            ("redis+sentinel://a:26379", "the name of the primary is missing"),
            ("redis+sentinel://:secret@a:26379/", "the name of the primary is missing"),
            ("redis+sentinel://a,,b/rain", "a host is missing"),
            ("redis+sentinel://:secret@/rain", "a host is missing"),
            ("redis+sentinel://a/rain/one", "the database is not a number"),
            ("redis+cluster://", "a host is missing"),
            ("redis+cluster://a/1", "a cluster has no databases"),
            ("redis+cluster://:secret@a:port", "this is not an address of Redis"),
            ("rediss://:secret@a/#insecure", "TLS to whoever answers is not supported"),
            ("rediss+cluster://:secret@a/1", "a cluster has no databases"),
            ("redisss+cluster://:secret@a", "this is not an address of Redis"),
            ("http://:secret@a", "this is not an address of Redis"),
            ("", "this is not an address of Redis"),
        ] {
            let said = text.parse::<RedisUrl>().unwrap_err().to_string();
            assert!(said.starts_with(what), "{text}: {said}");
            assert!(!said.contains("secret") && said.contains("redis+sentinel://host"), "{said}");
        }
    }
}
