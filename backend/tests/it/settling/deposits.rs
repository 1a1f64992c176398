//! `quizrain deposit`: whoever hears nothing repeats it, and it is paid in once.

use std::process::Output;

use quizrain::ledger::Deposited;
use quizrain_shared::money::{Currency, Minor};

use super::books::Books;
use crate::common::on::{On, Place, on_both};
use crate::common::seed::now_ms;
use crate::common::server::run_with_env;

on_both!(a_deposit_that_is_repeated_is_paid_in_once, deposits_at_once_under_one_key_are_one);

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn a_deposit_that_is_repeated_is_paid_in_once(on: On) {
    let place = Place::new(on);
    let dir = tempfile::tempdir().unwrap();
    let url = place.url();
    let deposit = |arguments: &[&str], points: &str| -> Output {
        let arguments = [&["deposit", "--database-url", url.as_str()], arguments].concat();
        run_with_env(dir.path(), &arguments, &[("FAILPOINTS", points)])
    };
    place.open().await.close().await;
    let mut books = Books::open(url.as_str()).await;
    let balance = "SELECT COALESCE(MAX(balance), 0) FROM sponsors";

    // Paid in, and the connection broke before anybody said so. The key was told before.
    let lost = deposit(&["5.00", "CNY"], "deposit.after_commit=return(error)");
    assert!(!lost.status.success(), "{lost:?}");
    assert_eq!(books.number(balance).await, 500);
    let said = text(&lost.stdout);
    let key = said.strip_prefix("key ").and_then(|said| said.split(' ').next()).unwrap().to_owned();
    assert!(text(&lost.stderr).contains(&format!("--key {key}")), "{lost:?}");
    for _ in 0..2 {
        let again = deposit(&["5.00", "CNY", "--key", &key], "");
        assert!(again.status.success(), "{again:?}");
        assert!(text(&again.stdout).contains("was paid in before"), "{again:?}");
        assert_eq!(books.number(balance).await, 500);
    }
    // Something else under the same key is a mistake.
    for other in [["6.00", "CNY"], ["5.00", "EUR"]] {
        let other = deposit(&[&other[..], &["--key", &key]].concat(), "");
        assert!(!other.status.success(), "{other:?}");
        assert!(text(&other.stderr).contains("another amount"), "{other:?}");
    }
    for key in ["", "two words", &"k".repeat(65)] {
        let bad = deposit(&["5.00", "CNY", "--key", key], "");
        assert!(text(&bad.stderr).contains("expected 1 to 64"), "{bad:?}");
    }
    // Another key, or none, is another deposit.
    for arguments in [&["1.00", "CNY", "--key", "bank-2026/11:7"][..], &["1.00", "CNY"]] {
        assert!(deposit(arguments, "").status.success());
    }
    assert_eq!(books.number(balance).await, 700);
    assert_eq!(books.number("SELECT COUNT(*) FROM entries").await, 3);
    // Nobody knows every currency: what was booked is told in full.
    let unknown = deposit(&["5", "XYZ"], "");
    let says =
        "5.00 XYZ paid in (500 minor units: XYZ has 2 decimals here); the sponsor has 5.00 XYZ now";
    assert!(text(&unknown.stdout).contains(says), "{unknown:?}");
    books.check_chain("sponsor").await;
}

async fn deposits_at_once_under_one_key_are_one(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let cny: Currency = "CNY".parse().unwrap();
    let deposits = (0..8).map(|_| sql.deposit("one", cny, Minor(100), now_ms()));
    let mut done = 0;
    for deposited in futures_util::future::join_all(deposits).await {
        match deposited.unwrap() {
            Deposited::Done(balance) => {
                assert_eq!(balance, Minor(100));
                done += 1;
            }
            other => assert_eq!(other, Deposited::Repeated(Minor(100))),
        }
    }
    assert_eq!(done, 1);
}
