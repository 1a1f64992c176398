//! A server that draws until it likes what it sees, and then seals that: the commitment is right, and
//! the amounts are not those that had to be drawn.

use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::commit;

use super::audit;
use crate::common::forge::{Forger, somebody};
use crate::common::on::{On, Place, on_both};
use crate::common::plan;

on_both!(amounts_that_were_not_drawn_are_found, a_prize_that_another_has_is_found);

async fn a_prize_that_another_has_is_found(on: On) {
    let place = Place::new(on);
    let amounts = [100, 50, 20].map(Minor).to_vec();
    let plan = RainPlan::of_prizes("CNY".parse().unwrap(), amounts, 10);
    let plan = plan.with_places(vec![2, 0, 0]).unwrap();
    let mut forger = Forger::new(&place).await;
    let rain = forger.seal(plan, false).await;
    let book = rain.book.clone();
    for packet in 0..2 {
        let owner = somebody(packet);
        let row = format!("INSERT INTO prizes VALUES ('{book}', {packet}, '{owner}')");
        forger.write(&row).await;
    }
    forger.settle(&rain, 2, 2).await;
    forger.finish(&rain, 2).await;
    forger.done().await;
    let dir = tempfile::tempdir().unwrap();
    let (dir, url) = (dir.path().to_str().unwrap(), place.url());
    let audit_now = || audit(&["--data-dir", dir, "--database-url", url.as_str()]);
    audit_now().assert_clean();

    for (forgery, packet) in [
        (format!("UPDATE prizes SET account = '{}' WHERE packet = 1", somebody(7)), "prizes 1"),
        (format!("DELETE FROM prizes WHERE rain = '{book}' AND packet = 1"), "packets 1"),
    ] {
        let mut forger = Forger::on(&place).await;
        forger.write(&forgery).await;
        forger.close().await;
        let found = audit_now().violations();
        let is_named = |(what, line): &(String, String)| what == "I3" && line.contains(packet);
        assert!(found.iter().any(is_named), "{found:#?}");
    }
}

async fn amounts_that_were_not_drawn_are_found(on: On) {
    let place = Place::new(on);
    let bounds = Bounds { pot: Minor(1000), packets: 20, min: Minor(1), max: Minor(400) };
    let plan = RainPlan { bounds, split: Split::DoubleMean, ..plan("points", 1, 1) };
    let mut forger = Forger::new(&place).await;
    let rain = forger.seal(plan.clone(), false).await;
    forger.finish(&rain, 0).await;
    for split in [Split::Equal, Split::LineCutting, Split::Shares] {
        let other = RainPlan { split, ..plan.clone() }.among(30).unwrap();
        let other = forger.seal(other, false).await;
        forger.finish(&other, 0).await;
    }
    forger.done().await;
    let dir = tempfile::tempdir().unwrap();
    let (dir, url) = (dir.path().to_str().unwrap(), place.url());
    let audit_now = || audit(&["--data-dir", dir, "--database-url", url.as_str()]);
    audit_now().assert_clean();

    let mut amounts = rain.amounts.clone();
    amounts.sort_unstable();
    assert_ne!(amounts, rain.amounts);
    let commitment = commit(rain.row.rain, &rain.row.link, &plan, &amounts);
    let mut forger = Forger::on(&place).await;
    let book = &rain.book;
    forger
        .write(&format!("UPDATE rains SET commitment = '{commitment}' WHERE rain = '{book}'"))
        .await;
    for (packet, amount) in amounts.iter().enumerate() {
        let sql = format!(
            "UPDATE packets SET amount = {amount} WHERE rain = '{book}' AND packet = {packet}"
        );
        forger.write(&sql).await;
    }
    forger.close().await;
    let found = audit_now().violations();
    let is_named =
        |(what, line): &(String, String)| what == "I1" && line.contains("had to be drawn");
    assert!(found.iter().any(is_named), "{found:#?}");
}
