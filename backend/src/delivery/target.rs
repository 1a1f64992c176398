//! Where deliveries go: a URL that was looked at, and the addresses its name may stand for.
//!
//! A name is looked up for each connection, and only addresses within reach are connected to: a
//! name that later points somewhere else (DNS rebinding) leads nowhere.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::address::Reach;

/// A URL that deliveries may go to.
#[derive(Clone, Debug)]
pub struct Target {
    url: Url,
    reach: Reach,
}

/// A URL that deliveries must not go to, in words that follow its option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTarget {
    /// Whoever listens on the way could answer in the receiver's name.
    #[error("must begin with https://")]
    Insecure,
    /// Not a web address at all.
    #[error("must be a web address with a host")]
    NoHost,
    /// URLs end up in logs.
    #[error("must not contain a name or password; requests are signed instead")]
    Credentials,
    /// The key is put after the path.
    #[error("must not have a ? or # part")]
    QueryOrFragment,
    /// An address of this machine or network, or of nobody.
    #[error("leads to {0}, which is not a public address")]
    NotPublic(String),
}

impl InvalidTarget {
    /// Whether it may go there where private addresses are allowed.
    #[must_use]
    pub fn may_be_private(&self) -> bool {
        matches!(self, Self::Insecure | Self::NotPublic(_))
    }
}

impl Target {
    /// Checks a URL. With `allow_private` it may also lead to this machine and its network, and
    /// there without encryption.
    ///
    /// # Errors
    /// Why nothing must go there.
    pub fn new(url: &Url, allow_private: bool) -> Result<Self, InvalidTarget> {
        let reach = match url.scheme() {
            "https" => Reach { public: true, private: allow_private },
            "http" if allow_private => Reach { public: false, private: true },
            _ => return Err(InvalidTarget::Insecure),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidTarget::Credentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidTarget::QueryOrFragment);
        }
        let address: Option<IpAddr> = match url.host().ok_or(InvalidTarget::NoHost)? {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                if !reach.private && (name == "localhost" || name.ends_with(".localhost")) {
                    return Err(InvalidTarget::NotPublic(name.to_owned()));
                }
                None
            }
        };
        match address.filter(|address| !reach.allows(*address)) {
            Some(address) => Err(InvalidTarget::NotPublic(address.to_string())),
            None => Ok(Self { url: url.clone(), reach }),
        }
    }

    /// Where deliveries are posted.
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Where one is asked for. Keys are made of letters, digits and hyphens.
    pub(super) fn query_url(&self, key: &str) -> Url {
        let mut url = self.url.clone();
        url.set_path(&format!("{}/{key}", self.url.path().trim_end_matches('/')));
        url
    }

    /// Whether connections are encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Looks names up for connections, and gives only addresses within reach.
    pub(super) fn resolver(&self) -> Arc<WithinReach> {
        Arc::new(WithinReach(self.reach))
    }
}

/// The system's look-up without the addresses that deliveries must not go to.
#[derive(Debug)]
pub(super) struct WithinReach(Reach);

/// No address of a name may be used.
#[derive(Debug, thiserror::Error)]
#[error("{0} has no address that deliveries may go to")]
struct OutOfReach(String);

impl Resolve for WithinReach {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let within: Vec<SocketAddr> =
                found.filter(|address| reach.allows(address.ip())).collect();
            if within.is_empty() {
                return Err(OutOfReach(name.as_str().to_owned()).into());
            }
            Ok(Box::new(within.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, allow_private: bool) -> Result<Target, InvalidTarget> {
        Target::new(&text.parse().unwrap(), allow_private)
    }

    #[test]
    fn urls_that_lead_astray_are_refused() {
        for url in [
            "http://example.org/pay",
            "ftp://example.org/pay",
            "unix:/run/pay.sock",
            "https://me:secret@example.org/pay",
            "https://me@example.org/pay",
            "https://example.org/pay?token=1",
            "https://example.org/pay#1",
            "https://localhost/pay",
            "https://a.localhost./pay",
            "https://127.0.0.1/pay",
            "https://127.1/pay",
            "https://2130706433/pay",
            "https://0x7f.0.0.1/pay",
            "https://0177.0.0.1/pay",
            "https://169.254.169.254/latest/meta-data",
            "https://10.0.0.7/pay",
            "https://[::1]/pay",
            "https://[::ffff:127.0.0.1]/pay",
            "https://[64:ff9b::7f00:1]/pay",
            "https://[fe80::1]/pay",
        ] {
            assert!(check(url, false).is_err(), "{url}");
        }
        for url in ["https://example.org/pay", "https://1.1.1.1:8443/", "https://[2a00::1]/pay"] {
            assert!(check(url, false).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_private_receiver_must_be_asked_for() {
        for url in ["http://127.0.0.1:9000/pay", "http://[::1]/pay", "https://10.0.0.7/pay"] {
            assert!(check(url, false).is_err(), "{url}");
            assert!(check(url, true).is_ok(), "{url}");
        }
        // Unencrypted to the internet, and what is nobody's: never.
        for url in ["http://1.1.1.1/pay", "http://169.254.169.254/", "https://0.0.0.0/pay"] {
            assert!(check(url, true).is_err(), "{url}");
        }
    }

    #[test]
    fn a_query_is_the_key_after_the_path() {
        for (url, expected) in [
            ("https://example.org/pay", "https://example.org/pay/qr1-a-1"),
            ("https://example.org/pay/", "https://example.org/pay/qr1-a-1"),
            ("https://example.org", "https://example.org/qr1-a-1"),
        ] {
            assert_eq!(check(url, false).unwrap().query_url("qr1-a-1").as_str(), expected);
        }
    }

    #[tokio::test]
    async fn names_give_only_addresses_within_reach() {
        let lookup = |public, private| {
            WithinReach(Reach { public, private }).resolve("localhost".parse().unwrap())
        };
        assert!(lookup(true, false).await.is_err());
        assert!(lookup(false, true).await.unwrap().all(|address| address.ip().is_loopback()));
    }
}
