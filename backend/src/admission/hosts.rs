//! The names by which this server may be asked.
//!
//! A page of a foreign name can have that name lead to this machine (DNS rebinding), and its
//! browser then takes the two for one site. Whoever is asked by a name that is not its own says
//! nothing.

use std::collections::HashSet;
use std::net::IpAddr;

use axum::http::uri::Authority;

/// Endings that nobody can register: a machine's own name with one of them is still its own.
const LOCAL: [&str; 6] = ["local", "lan", "home", "home.arpa", "internal", "localdomain"];

/// Own names. Addresses, `localhost` and names without a dot need not be among them: no foreign
/// page can have those.
#[derive(Clone, Debug, Default)]
pub struct HostNames {
    names: HashSet<String>,
    any: bool,
}

impl HostNames {
    /// Those that were given, and the machine's own. `*` stands for all there are.
    #[must_use]
    pub fn new(given: impl IntoIterator<Item = String>, machine: &str) -> Self {
        let machine = machine.to_ascii_lowercase();
        let own = machine.split('.').next().unwrap_or_default();
        let local = LOCAL.map(|ending| format!("{own}.{ending}"));
        let given: Vec<String> =
            given.into_iter().map(|name| name.trim().to_ascii_lowercase()).collect();
        let any = given.iter().any(|name| name == "*");
        let names = given.into_iter().chain(local).chain([machine]).collect();
        Self { names, any }
    }

    /// Whether a `Host` header, perhaps with a port, names this server.
    #[must_use]
    pub fn contains(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        // With a name and a password in front of it, it is no host.
        if host.contains('@') {
            return false;
        }
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        self.any
            || address.parse::<IpAddr>().is_ok()
            || (!name.is_empty() && !name.contains('.'))
            || name.ends_with(".localhost")
            || self.names.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_answered_to() {
        let hosts = HostNames::new(["quiz.example.org".to_owned()], "Laptop.example.net");
        for (host, own) in [
            ("192.168.1.5:8080", true),
            ("192.168.1.5", true),
            ("[fe80::1]:8080", true),
            ("[::1]", true),
            ("localhost:8080", true),
            ("LOCALHOST", true),
            ("localhost.", true),
            ("game.localhost:8080", true),
            ("laptop", true),
            ("laptop.local:8080", true),
            ("laptop.home.arpa", true),
            ("laptop.example.net", true),
            ("quizrain-1:8080", true),
            ("quiz.example.org", true),
            ("QUIZ.example.org.:443", true),
            ("evil.example:8080", false),
            ("laptop.evil.example", false),
            ("quiz.example.org.evil.example", false),
            ("www.quiz.example.org", false),
            ("192.168.1.5.evil.example", false),
            ("192.168.1.5@evil.example", false),
            ("evil.example@192.168.1.5", false),
            ("localhost.evil.example", false),
            ("", false),
            (":8080", false),
            (".", false),
            ("a b", false),
        ] {
            assert_eq!(hosts.contains(host), own, "{host:?}");
        }
        assert!(HostNames::new(["*".to_owned()], "laptop").contains("evil.example"));
    }
}
