//! Keys of programs: each ends with the owner who made it.

use quizrain_shared::api::{HostRole, KeySummary, MadeKey, SignedInHost};
use serde_json::json;

use super::read;
use crate::common::browser::Browser;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

on_both!(keys_end_with_the_owner_who_made_them);

struct Maker {
    account: String,
    key: MadeKey,
}

fn maker(server: &Server, login: &str) -> Maker {
    let mut browser = Browser::of_new(server, login, HostRole::Owner);
    let wish = json!({ "name": login, "scopes": ["quizzes:read"] });
    let key: MadeKey = read(browser.ask("POST", "/api/keys", Some(&wish)));
    let me: SignedInHost = read(browser.ask("GET", "/api/session", None));
    Maker { account: format!("/api/hosts/{}", me.account.host), key }
}

async fn keys_end_with_the_owner_who_made_them(on: On) {
    let server = Server::start_on(on, &[]);
    let mut owner = Browser::of_new(&server, "olga", HostRole::Owner);
    let wish = json!({ "name": "the host key's", "scopes": ["quizzes:read"] });
    let operators: MadeKey = server.post_json("/api/keys", &wish);
    let opens = |key: &MadeKey| server.get("/api/quizzes", &key.key).0;
    let listed = |key: &MadeKey| {
        let keys: Vec<KeySummary> = server.get_json("/api/keys", &server.host_key());
        keys.iter().any(|it| it.id == key.summary.id)
    };
    let makers = ["anna", "bea", "carl"].map(|login| maker(&server, login));
    let mut change = |of: &Maker, role: HostRole, disabled: bool| {
        let wish = json!({ "name": "Renamed", "role": role, "disabled": disabled });
        let (status, text) = owner.ask("PUT", &of.account, Some(&wish));
        assert_eq!(status, 200, "{text}");
    };
    for it in &makers {
        change(it, HostRole::Owner, false);
        assert_eq!(opens(&it.key), 200);
    }
    let [anna, bea, carl] = &makers;
    change(anna, HostRole::Host, false);
    change(bea, HostRole::Owner, true);
    assert_eq!(server.delete(&carl.account, &server.host_key()).0, 200);
    for it in &makers {
        assert_eq!(opens(&it.key), 401);
        assert!(!listed(&it.key));
    }
    // Who comes back makes others.
    for it in [anna, bea] {
        change(it, HostRole::Owner, false);
        assert_eq!(opens(&it.key), 401);
    }
    assert_eq!(opens(&operators), 200);
    assert!(listed(&operators));
    // Also where a server stopped between the account's end and the key's.
    let dora = maker(&server, "dora");
    assert_eq!(opens(&dora.key), 200);
    server.tamper("UPDATE hosts SET role = 'host' WHERE login = 'dora'");
    assert_eq!(opens(&dora.key), 401);
}
