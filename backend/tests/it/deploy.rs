//! What `deploy/` sets is what the program knows, and its files agree with each other. That nginx
//! serves two nodes with that very configuration is shown in `nodes::nginx`.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use crate::common::nginx::upstreams;
use crate::common::server::program;

/// Every name like `QUIZRAIN_…` in a text.
fn variables(text: &str) -> BTreeSet<&str> {
    let of_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let names = text.split(|c: char| !of_name(c));
    names.filter(|name| name.starts_with("QUIZRAIN_")).collect()
}

fn shipped(name: &str) -> String {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    fs::read_to_string(deploy.join(name)).unwrap()
}

#[test]
fn nginx_looks_no_server_up_and_has_the_addresses_of_the_compose_file() {
    let (nginx, compose) = (shipped("nginx.conf"), shipped("compose.yaml"));
    let used: BTreeSet<String> = upstreams(&nginx)
        .map(|server| {
            let address: SocketAddr = server.parse().unwrap_or_else(|_| panic!("a name: {server}"));
            assert_eq!(address.port(), 8080);
            address.ip().to_string()
        })
        .collect();
    let given = compose.split("ipv4_address: ").skip(1);
    let given: BTreeSet<String> =
        given.map(|rest| rest.split('}').next().unwrap().to_owned()).collect();
    assert_eq!((used.len(), &used), (2, &given));
    // Which worker takes a connection is chance, so what each counts for itself shows seldom.
    assert!(nginx.contains("        zone quizrain "), "its workers count each for itself");
}

#[test]
fn every_variable_that_is_set_is_an_option() {
    let help = program().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let known = variables(&help);
    for name in ["Containerfile", "compose.yaml", "example.env"] {
        let text = shipped(name);
        let used = variables(&text);
        assert!(!used.is_empty(), "{name} sets nothing");
        let unknown: Vec<_> = used.difference(&known).collect();
        assert!(unknown.is_empty(), "{name} sets {unknown:?}, which quizrain does not know");
    }
}
