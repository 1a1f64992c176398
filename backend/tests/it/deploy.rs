//! What `deploy/` sets is what the program knows, and its files agree with each other. That nginx
//! serves two nodes with that very configuration is shown in `nodes::nginx`.

use std::collections::BTreeSet;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use quizrain::metrics::METRICS;
use quizrain_shared::api::{PayoutState, SignInRefusal};

use crate::common::nginx::upstreams;
use crate::common::server::program;

/// Every name like `QUIZRAIN_…` in a text.
fn variables(text: &str) -> BTreeSet<&str> {
    let of_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let names = text.split(|c: char| !of_name(c));
    names.filter(|name| name.starts_with("QUIZRAIN_")).collect()
}

/// What every line of `/metrics` can begin with: also the numbers that have nothing to tell yet.
pub(crate) fn samples() -> BTreeSet<String> {
    METRICS.sockets("player");
    METRICS.payouts(PayoutState::Unknown);
    METRICS.tap_result("caught");
    METRICS.payout_outcome("confirmed");
    METRICS.webhooks(PayoutState::Unknown);
    METRICS.webhook_outcome("confirmed");
    METRICS.rejected_requests("claim", 1);
    METRICS.rejected("pins");
    METRICS.sign_in_refused(SignInRefusal::Off);
    METRICS.unreadable_rows("games");
    METRICS.batch_took("claim", 1, Duration::from_millis(1));
    let text = METRICS.text();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(['{', ' ']).next().unwrap().to_owned()).collect()
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
    let mut given: BTreeSet<String> =
        given.map(|rest| rest.split('}').next().unwrap().to_owned()).collect();
    // Whose word is believed is nginx alone, whatever else has an address in its network.
    let trusted = compose.split("QUIZRAIN_TRUSTED_PROXIES: ").nth(1).unwrap();
    let trusted = trusted.lines().next().unwrap();
    trusted.parse::<IpAddr>().unwrap_or_else(|_| panic!("not one address: {trusted}"));
    assert!(compose.contains(&format!(
        "image: nginx:1.28\n    restart: unless-stopped\n    \
         networks: {{default: {{ipv4_address: {trusted}}}}}\n"
    )));
    assert!(given.remove(trusted));
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

#[test]
fn every_metric_that_a_rule_asks_for_is_told() {
    let (rules, known) = (shipped("alerts.yaml"), samples());
    let names = rules.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
    let asked: BTreeSet<_> = names.filter(|name| name.starts_with("quizrain_")).collect();
    assert!(asked.len() > 10, "{asked:?}");
    let unknown: Vec<_> = asked.iter().filter(|name| !known.contains(**name)).collect();
    assert!(unknown.is_empty(), "{unknown:?} are not among {known:?}");
}
