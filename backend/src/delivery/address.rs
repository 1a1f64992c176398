//! Which addresses of the internet deliveries may go to. Called by the target.
//!
//! A list of what is public, so that a range nobody thought of is not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A machine somewhere in the internet.
    Public,
    /// This machine or one of its own network.
    Private,
    /// Nobody's: link-local (where clouds keep their secrets), multicast, documentation, and forms
    /// of IPv6 that hide an IPv4 address.
    Never,
}

/// Where deliveries may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// To public addresses.
    pub(super) public: bool,
    /// To private addresses.
    pub(super) private: bool,
}

impl Reach {
    /// Whether an address is within reach.
    pub(super) fn allows(self, address: IpAddr) -> bool {
        match kind(address) {
            Kind::Public => self.public,
            Kind::Private => self.private,
            Kind::Never => false,
        }
    }
}

/// What an address is for.
fn kind(address: IpAddr) -> Kind {
    match address {
        IpAddr::V4(address) => kind_v4(address),
        IpAddr::V6(address) => kind_v6(address),
    }
}

fn kind_v4(address: Ipv4Addr) -> Kind {
    match address.octets() {
        // Private (RFC 1918), this machine, carrier-grade NAT (RFC 6598).
        [10 | 127, ..] | [192, 168, ..] | [172, 16..=31, ..] | [100, 64..=127, ..] => Kind::Private,
        // "This network"; link-local; protocol assignments, documentation, 6to4 relays;
        // benchmarks; documentation; multicast, reserved, broadcast.
        [0, ..]
        | [169, 254, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18 | 19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _]
        | [224..=255, ..] => Kind::Never,
        _ => Kind::Public,
    }
}

fn kind_v6(address: Ipv6Addr) -> Kind {
    if address.is_loopback() {
        return Kind::Private;
    }
    match address.segments() {
        // Unique local (RFC 4193).
        [0xfc00..=0xfdff, ..] => Kind::Private,
        // Of global unicast (2000::/3): protocol assignments with Teredo, documentation, 6to4.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => Kind::Never,
        [0x2000..=0x3fff, ..] => Kind::Public,
        // Unspecified, IPv4 in disguise (::ffff:0:0/96, 64:ff9b::/96), link-local, multicast, and
        // whatever is not assigned.
        _ => Kind::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        let kinds = [
            (Kind::Public, "1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1"),
            (Kind::Public, "169.253.0.1 192.0.1.1 198.17.0.1 198.20.0.1 223.255.255.255"),
            (Kind::Public, "2606:4700:4700::1111 2001:4860:4860::8888 2a00::1 3ffe::1"),
            (Kind::Private, "127.0.0.1 127.255.255.255 10.0.0.1 172.16.0.1 172.31.255.255"),
            (Kind::Private, "192.168.0.1 100.64.0.1 100.127.255.255 ::1 fc00::1 fdff::1"),
            (Kind::Never, "0.0.0.0 0.1.2.3 169.254.169.254 192.0.0.1 192.0.2.1 192.88.99.1"),
            (Kind::Never, "198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1"),
            (Kind::Never, "239.255.255.255 240.0.0.1 255.255.255.255"),
            (Kind::Never, ":: ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 fe80::1 fec0::1 ff02::1"),
            (Kind::Never, "64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2001::1 2001:1ff::1"),
            (Kind::Never, "2001:db8::1 3fff::1 100::1 5f00::1 4000::1"),
        ];
        for (expected, addresses) in kinds {
            for text in addresses.split(' ') {
                assert_eq!(kind(text.parse().unwrap()), expected, "{text}");
            }
        }
    }

    #[test]
    fn reach_never_includes_the_cloud_s_secrets() {
        let everywhere = Reach { public: true, private: true };
        assert!(everywhere.allows("127.0.0.1".parse().unwrap()));
        assert!(everywhere.allows("1.1.1.1".parse().unwrap()));
        assert!(!everywhere.allows("169.254.169.254".parse().unwrap()));
        let public = Reach { public: true, private: false };
        assert!(!public.allows("127.0.0.1".parse().unwrap()));
    }
}
