//! What counts as one address, and whom a proxy speaks for.

use hmac::{Hmac, KeyInit, Mac as _};
use sha2::Sha256;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Where each proxy writes whom it heard.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// What counts as one: an IPv4 address, or the 64 bits of an IPv6 address that name a network.
/// Whoever has one IPv6 address has all of its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
            v4 => v4,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Address {
    /// What tells an address again and does not say which it is: the first 64 bits of an HMAC-SHA-256 over what it
    /// is for and the address, under a key of at most 64 bytes.
    pub(crate) fn mark(self, secret: &[u8], what_for: &str) -> [u8; 8] {
        // As HMAC has it: a key that is shorter than a block is followed by zeros.
        let mut key = [0; 64];
        key.iter_mut().zip(secret).for_each(|(to, from)| *to = *from);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(format!("{what_for}\n{self}\n").as_bytes());
        let mut mark = [0; 8];
        mark.copy_from_slice(&mac.finalize().into_bytes()[..8]);
        mark
    }

    /// All that one customer of a provider may have: an IPv4 address, or the first 48 bits of an IPv6
    /// address, which hold 65,536 addresses. A provider of mobile phones may give those to as many
    /// customers.
    #[must_use]
    pub fn network(self) -> Self {
        match self.0 {
            IpAddr::V6(ip) => Self(Ipv6Addr::from_bits(ip.to_bits() >> 80 << 80).into()),
            IpAddr::V4(_) => self,
        }
    }
}

/// Whether an address is one of these proxies.
pub(super) fn is_trusted(proxies: &[IpNet], ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    proxies.iter().any(|proxies| proxies.contains(&ip))
}

/// Whom a request comes from: each proxy adds at the end whom it heard, so the last that is no
/// trusted proxy itself is the client. What stands before that anybody can have written.
pub(super) fn client(proxies: &[IpNet], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut client = peer;
    // What a client wrote there may be no text; what a proxy added behind it is.
    let values = headers.get_all(FORWARDED_FOR).iter();
    let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    let mut named = values.iter().flat_map(|value| value.split(',')).map(str::trim).rev();
    while is_trusted(proxies, client) {
        match named.next().and_then(parse) {
            Some(before) => client = before,
            None => break,
        }
    }
    client.to_canonical()
}

/// An address, perhaps with a port.
fn parse(text: &str) -> Option<IpAddr> {
    let plain = text.parse::<IpAddr>();
    plain.ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_trusted_proxies_say_whom_they_speak_for() {
        let proxies = ["10.0.0.0/8".parse().unwrap(), "fd00::1/128".parse().unwrap()];
        for (peer, forwarded, expected) in [
            // Nobody's word counts but a proxy's.
            ("192.0.2.1", &["198.51.100.7"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("fd00::1", &["198.51.100.7"], "198.51.100.7"),
            ("fd00::2", &["198.51.100.7"], "fd00::2"),
            // What the client wrote itself stands before what the proxy added.
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
            // One proxy behind another.
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            ("10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7"),
            ("10.0.0.1", &["[2001:db8::7]:4711"], "2001:db8::7"),
            // What is no text is not the proxy's.
            ("10.0.0.1", &["\u{e9}\u{e9}, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["\u{e9}\u{e9}", "198.51.100.7"], "198.51.100.7"),
            // Where a proxy says nothing of use, it is the client.
            ("10.0.0.1", &["198.51.100.7, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7,"], "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                // Each character is one byte, as old programs write them.
                let bytes: Vec<u8> = value.chars().map(|c| u8::try_from(c).unwrap()).collect();
                headers.append(FORWARDED_FOR, HeaderValue::from_bytes(&bytes).unwrap());
            }
            let found = client(&proxies, peer.parse().unwrap(), &headers);
            assert_eq!(found, expected.parse::<IpAddr>().unwrap(), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        let network = |text: &str| address(text).network();
        assert_eq!(network("2001:db8:7::1"), network("2001:db8:7:ffff::1"));
        assert_ne!(network("2001:db8:7::1"), network("2001:db8:8::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }
}
