//! Ledgers that are wrong in one way each: the audit finds it, names it, and finds nothing else.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use quizrain_shared::allocation::Bounds;
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;

use super::{Audit, audit};
use crate::common::forge::{Forger, entry, somebody};
use crate::common::on::{On, Place, on_both};
use crate::common::plan;

on_both!(every_corruption_is_found_and_named, a_statement_is_compared_key_by_key);

/// Packets of a forged rain, and how many of them were caught.
const PACKETS: u32 = 20;
const CAUGHT: u32 = 12;

/// A way in which a ledger is wrong.
struct Corruption {
    /// In words.
    what: &'static str,
    /// What is violated, and nothing else is.
    breaks: &'static [&'static str],
    /// Part of the line that names it.
    names: &'static str,
    /// How it is made. `{a}` is a settled rain, `{b}` one that is paid out, `{p0}` to `{p20}` are
    /// accounts by their packet.
    sql: &'static str,
    /// The rain whose chain is made to hold again afterwards, so that it is not the chain that
    /// tells.
    rehash: &'static str,
}

const fn c(
    what: &'static str,
    breaks: &'static [&'static str],
    names: &'static str,
    sql: &'static str,
    rehash: &'static str,
) -> Corruption {
    Corruption { what, breaks, names, sql, rehash }
}

/// docs/RUN.md, "Audit", has some of each invariant.
#[rustfmt::skip]
const CORRUPTIONS: &[Corruption] = &[
    // I1
    c("a packet has another amount", &["I1", "I2"], "packets: the sum of all is",
        "UPDATE packets SET amount = amount + 1 WHERE rain = '{a}' AND packet = 15", ""),
    c("two packets have changed places", &["I1"], "the sealed list is not the one",
        "UPDATE packets SET amount = amount + CASE packet WHEN 15 THEN 1 ELSE -1 END WHERE rain = '{a}' AND packet IN (15, 16)", ""),
    c("a packet is missing in the sealed list", &["I1", "I2"], "packets 19: missing",
        "DELETE FROM packets WHERE rain = '{a}' AND packet = 19", ""),
    c("a packet has a number beyond the last", &["I1", "I2"], "packets 99: is not among 0 to 19",
        "UPDATE packets SET packet = 99 WHERE rain = '{a}' AND packet = 19", ""),
    c("a packet is larger than the plan allows", &["I1"], "has 70, expected 1 to 60",
        "UPDATE packets SET amount = amount + CASE packet WHEN 15 THEN 20 ELSE -20 END WHERE rain = '{a}' AND packet IN (15, 16)", ""),
    c("the pot is not what was planned", &["I1", "I2", "I4"], "its plan says 1000 CNY in 20",
        "UPDATE rains SET pot = pot + 1 WHERE rain = '{a}'", ""),
    c("what players contributed to a draw is gone", &["I1"], "contributions: nobody can read",
        "DELETE FROM contributions WHERE rain = '{a}'", ""),
    // I2
    c("less went back than was left", &["I2", "I4", "I7"], "entries expire -1: moves",
        "UPDATE entries SET amount = amount - 1 WHERE book = '{a}' AND kind IN ('expire', 'return')", "a"),
    c("a packet went back that somebody has", &["I2", "I7"], "entries expire 3: a packet goes back",
        "INSERT INTO entries SELECT book, 'expire', 3, link, 'pot', 'refund', NULL, amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 3", "a"),
    // I3
    c("an account has two packets", &["I3"], "who has packet 0 of this rain already",
        "DROP INDEX one_packet_for_an_account; UPDATE entries SET account = '{p0}' WHERE book = '{a}' AND kind = 'settle' AND item = 1", "a"),
    c("a packet was settled twice", &["I3", "I7", "I8"], "entries settle 5: is there twice",
        "DROP VIEW settlements; CREATE TABLE copied AS SELECT * FROM entries; DROP TABLE entries; ALTER TABLE copied RENAME TO entries;
         INSERT INTO entries SELECT book, kind, item, link, debit, credit, '{p19}', amount, currency, caught_ms, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", ""),
    c("a packet was paid out for somebody else", &["I3"], "entries settle 1: is about {p1}, another entry of the packet is about {p9}",
        "UPDATE entries SET account = '{p9}' WHERE book = '{b}' AND kind = 'pay' AND item = 1", "b"),
    c("a browser has an heir who does not have its packets", &["I3"], "entries inherit 5: is missing: its account's heir is {p19}",
        "INSERT INTO heirs VALUES ('{p5}', '{p19}', 1)", ""),
    c("a packet moved to somebody who is no heir", &["I3"], "entries inherit 5: is for {p19}, the heir of {p5} is nobody",
        "INSERT INTO entries SELECT book, 'leave', item, link, 'player', 'moved', account, amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5; INSERT INTO entries SELECT book, 'inherit', item, link, 'moved', 'player', '{p19}', amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", "a"),
    c("nobody can read who an heir is", &["I3"], "heirs x: cannot be read: {p19}",
        "INSERT INTO heirs VALUES ('x', '{p19}', 1)", ""),
    // I4
    c("a packet moved to nobody", &["I4"], "entries inherit 5: moves from one account or to one alone",
        "INSERT INTO entries SELECT book, 'leave', item, link, 'player', 'moved', account, amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", "a"),
    c("a settlement comes from elsewhere", &["I4", "I7"], "entries settle 2: goes from refund to player",
        "UPDATE entries SET debit = 'refund' WHERE book = '{a}' AND kind = 'settle' AND item = 2", "a"),
    c("a settlement is in another currency", &["I4"], "entries settle 2: is in USD, expected CNY",
        "UPDATE entries SET currency = 'USD' WHERE book = '{a}' AND kind = 'settle' AND item = 2", "a"),
    c("a settlement has another amount than its packet", &["I4", "I7"], "entries settle 2: moves",
        "UPDATE entries SET amount = amount + 1 WHERE book = '{a}' AND kind = 'settle' AND item = 2", "a"),
    c("a settlement is nobody's", &["I4"], "entries settle 2: has no account",
        "UPDATE entries SET account = NULL WHERE book = '{a}' AND kind = 'settle' AND item = 2", "a"),
    c("a settlement has no packet", &["I4", "I7"], "entries settle 77: is about no packet",
        "INSERT INTO entries SELECT book, kind, 77, link, debit, credit, '{p19}', amount, currency, caught_ms, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 3", "a"),
    c("the pot was funded with less", &["I4", "I7"], "entries fund -1: the pot of 1000 was funded with 999",
        "UPDATE entries SET amount = 999 WHERE book = '{a}' AND kind = 'fund'", "a"),
    c("the sponsor's balance is not the sum", &["I4"], "sponsors CNY: says",
        "UPDATE sponsors SET balance = balance + 1 WHERE currency = 'CNY'", ""),
    // I5
    c("a claim is a dead letter", &["I5"], "dead_letters {p15} 15:50:1: a claim is dead and not settled: it was late",
        "INSERT INTO dead_letters VALUES ('{a}', '{p15}', '15:50:1', 'dead', 'it was late', 6, 1, 0)", ""),
    c("a claim is settled and a dead letter", &["I5"], "is settled as well",
        "INSERT INTO dead_letters SELECT book, account, item || ':' || amount || ':' || caught_ms, 'dead', '', 6, 1, 0 FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 3", ""),
    c("a claim is being tried for hours", &["I5"], "a claim is quarantined and not settled",
        "INSERT INTO dead_letters VALUES ('{a}', '{p15}', '15:50:1', 'quarantined', '', 6, 1, 0)", ""),
    c("what a player was told is void is free", &["I5"], "packet 13 and its account are free, so it was theirs: lost",
        "INSERT INTO voids VALUES ('{a}', '{p13}', '13:50:1700000000000', 'lost', 1)", ""),
    c("what was refuted is free", &["I5"], "packet 14 and its account are free, so it was theirs: odd",
        "INSERT INTO dead_letters VALUES ('{a}', '{p14}', '14:50:1700000000000', 'refuted', 'odd', 1, 1, 0)", ""),
    c("what is void is settled", &["I5"], "voids {p3} 3:50:1700000000000: is settled as well",
        "INSERT INTO voids VALUES ('{a}', '{p3}', '3:50:1700000000000', 'lost', 1)", ""),
    // I6
    c("a payout is missing", &["I6"], "payouts qr1-{b}-0: missing: the packet is settled",
        "DELETE FROM payouts WHERE rain = '{b}' AND packet = 0", ""),
    c("a payout is missing that was sent", &["I6"], "payouts qr1-{b}-1: missing, and the packet has entries",
        "DELETE FROM payouts WHERE rain = '{b}' AND packet = 1", ""),
    c("a payout pays another amount", &["I6"], "payouts qr1-{b}-0: pays",
        "UPDATE payouts SET amount = amount + 1 WHERE rain = '{b}' AND packet = 0", ""),
    c("a payout is for somebody else", &["I6"], "the packet was settled for {p0}",
        "UPDATE payouts SET account = '{p19}' WHERE rain = '{b}' AND packet = 0", ""),
    c("a payout has another key", &["I6"], "its key is not qr1-{b}-0",
        "UPDATE payouts SET key = 'qr2-{b}-0' WHERE rain = '{b}' AND packet = 0", ""),
    c("a packet is paid out that nobody caught", &["I6"], "packet 15 was not settled",
        "INSERT INTO payouts SELECT 'qr1-{b}-15', rain, 15, account, amount, currency, state, attempts, due_ms, sent_ms, changed_ms, detail, field FROM payouts WHERE rain = '{b}' AND packet = 0", ""),
    c("a payout is in a rain that is not paid out", &["I6"], "this rain is not paid out",
        "INSERT INTO payouts SELECT 'qr1-{a}-5', book, 5, account, amount, currency, 'pending', 0, 1, NULL, 1, '', NULL FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", ""),
    c("a payout is confirmed and the ledger does not know", &["I6"], "is confirmed, and there is no entry paid 1",
        "UPDATE payouts SET state = 'confirmed' WHERE rain = '{b}' AND packet = 1", ""),
    c("a payout waits and the ledger has it confirmed", &["I6"], "is sent, and there is an entry paid 2",
        "UPDATE payouts SET state = 'sent' WHERE rain = '{b}' AND packet = 2", ""),
    c("a payout has no final answer for days", &["I6"], "is unknown for",
        "UPDATE payouts SET sent_ms = 1700000000000 WHERE rain = '{b}' AND packet = 4", ""),
    c("a payout was sent in the future", &["I6"], "hours from now: overdue",
        "UPDATE payouts SET sent_ms = 4102444800000 WHERE rain = '{b}' AND packet = 4", ""),
    c("a payout needs a human", &["I6"], "it needs a human",
        "UPDATE payouts SET state = 'needs_human' WHERE rain = '{b}' AND packet = 4", ""),
    c("a payout is in no known state", &["I6"], "is lost, which is no state",
        "UPDATE payouts SET state = 'lost' WHERE rain = '{b}' AND packet = 0", ""),
    // I7
    c("what was left did not reach the sponsor", &["I2", "I4", "I7"], "account refund: has",
        "DELETE FROM entries WHERE book = '{a}' AND kind = 'return' AND item = -1", "a"),
    c("a settlement was taken back into the pot", &["I7"], "account pot: has",
        "INSERT INTO entries SELECT book, 'reverse.settle', item, link, 'player', 'pot', account, amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", "a"),
    // I8
    c("an entry was changed", &["I8"], "links 2: its entries have the hash",
        "UPDATE entries SET at_ms = at_ms + 1 WHERE book = '{a}' AND kind = 'settle' AND item = 3", ""),
    c("an entry was removed", &["I2", "I5", "I7", "I8"], "links 2: has 5 entries, it says 6",
        "DELETE FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 3", ""),
    c("an entry was added", &["I2", "I7", "I8"], "links 2: has 1 entries more than it says",
        "INSERT INTO entries SELECT book, kind, 13, 2, debit, credit, '{p13}', amount, currency, caught_ms, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 4", ""),
    c("a link is missing", &["I8"], "links 2: is missing",
        "DELETE FROM links WHERE book = '{a}' AND link = 2", ""),
    c("the newest link was cut off", &["I8"], "belongs to link 5, which is not there",
        "DELETE FROM links WHERE book = '{a}' AND link = 5", ""),
    c("a link has another hash", &["I8"], "links 3: its entries have the hash",
        "UPDATE links SET hash = SUBSTR(hash, 2) || SUBSTR(hash, 1, 1) WHERE book = '{a}' AND link = 3", ""),
    c("the chain's end is another", &["I8"], "books: the newest link is 5, it says 4",
        "UPDATE books SET link = 4 WHERE book = '{a}'", ""),
    c("an entry is of no known kind", &["I8"], "entries gift 0: an unknown kind of entry",
        "INSERT INTO entries SELECT book, 'gift', 0, link, 'bank', 'payout', NULL, 1, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'fund'", "a"),
    c("a correction corrects nothing", &["I8"], "entries reverse.unpay 5: takes back what is not there",
        "INSERT INTO entries SELECT book, 'reverse.unpay', item, link, 'player', 'payout', account, amount, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'settle' AND item = 5", "a"),
    c("an entry is of a rain that is not there", &["I8"], "entries 1 gift 0: belongs to a rain that is not there",
        "INSERT INTO entries SELECT 'ffffffffffffffff', 'gift', 0, 1, 'bank', 'payout', NULL, 1, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'fund'", ""),
    c("an entry is of a book that has no name", &["I8"], "entries: the table has",
        "INSERT INTO entries SELECT '', 'gift', 0, 1, 'bank', 'payout', NULL, 1, currency, NULL, at_ms FROM entries WHERE book = '{a}' AND kind = 'fund'", ""),
    c("a deposit was changed", &["I4", "I8"], "links 1: its entries have the hash",
        "UPDATE entries SET amount = amount + 1 WHERE book = 'sponsor' AND item = 1", ""),
    // I9
    c("a packet was caught before the rain", &["I9"], "entries settle 3: was caught at 1699999990003",
        "UPDATE entries SET caught_ms = caught_ms - 10000 WHERE book = '{a}' AND kind = 'settle' AND item = 3", "a"),
    c("a packet was settled before it was caught", &["I9"], "before it was caught at",
        "UPDATE entries SET at_ms = caught_ms - 10000 WHERE book = '{a}' AND kind = 'settle' AND item = 3", "a"),
    c("a packet was settled after the rain was", &["I9"], "entries settle 3: was written at",
        "UPDATE entries SET at_ms = at_ms + 100000 WHERE book = '{a}' AND kind = 'settle' AND item = 3", "a"),
    c("a rain was settled before it was closed", &["I9"], "is settled and was not closed before",
        "UPDATE rains SET closed_ms = NULL WHERE rain = '{a}'", ""),
    // I10
    c("a game cannot be read", &["I10"], "servers skip it",
        "UPDATE games SET body = '{'", ""),
];

/// A ledger in which nothing is wrong: a settled rain with a correction, and one that is paid out.
/// Their names.
async fn forge(place: &Place) -> [String; 2] {
    let plan = plan("CNY", 1000, PACKETS);
    let plan = RainPlan { bounds: Bounds { max: Minor(60), ..plan.bounds }, ..plan };
    let mut forger = Forger::new(place).await;
    forger.link("sponsor", "CNY", vec![entry("deposit", 1, None, 5000)]).await;
    let a = forger.seal(plan.clone(), false).await;
    forger.settle(&a, CAUGHT, 6).await;
    forger.finish(&a, CAUGHT).await;
    let amount = a.amounts[11].0;
    let mut correction = vec![entry("reverse.settle", 11, Some(somebody(11)), amount)];
    correction.extend(["expire", "return"].map(|word| entry(word, 11, None, amount)));
    forger.link(&a.book, "CNY", correction).await;

    let b = forger.seal(plan, true).await;
    forger.settle(&b, CAUGHT, 5).await;
    forger.queue(&b, CAUGHT).await;
    forger.finish(&b, CAUGHT).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now_ms = i64::try_from(now.as_millis()).unwrap();
    for (packet, state) in (1..).zip(["sent", "confirmed", "refused", "unknown"]) {
        forger.pay(&b, packet, state, now_ms).await;
    }
    // Somebody has the packets of these, or their players have another.
    for (who, packet) in [(13, 3), (4, 15)] {
        let who = somebody(who);
        let row = format!("('{}', '{who}', '{packet}:50:1700000000000', 'lost', 1)", a.book);
        forger.write(&format!("INSERT INTO voids VALUES {row}")).await;
    }
    forger.done().await;
    [a, b].map(|rain| rain.book)
}

/// Puts names into a text.
fn fill(text: &str, [a, b]: &[String; 2]) -> String {
    let text = text.replace("{a}", a).replace("{b}", b);
    (0..PACKETS).fold(text, |text, packet| {
        text.replace(&format!("{{p{packet}}}"), &somebody(packet).to_string())
    })
}

/// Audits a ledger that no server and no Redis belongs to.
fn audit_of(place: &Place, options: &[&str]) -> Audit {
    let dir = tempfile::tempdir().unwrap();
    let (dir, url) = (dir.path().to_str().unwrap(), place.url());
    audit(&[&["--data-dir", dir, "--database-url", url.as_str()], options].concat())
}

async fn every_corruption_is_found_and_named(on: On) {
    let place = Place::new(on);
    let rains = forge(&place).await;
    let clean = audit_of(&place, &[]);
    clean.assert_clean();
    assert_eq!((&clean.report["rains"], &clean.report["claims"]), (&2.into(), &24.into()));

    for wrong in CORRUPTIONS {
        let copy = place.copy();
        let mut forger = Forger::on(&copy).await;
        forger.write(&fill(wrong.sql, &rains)).await;
        match wrong.rehash {
            "a" => forger.rehash(&rains[0]).await,
            "b" => forger.rehash(&rains[1]).await,
            _ => {}
        }
        forger.close().await;
        let audit = audit_of(&copy, &[]);
        let found = audit.violations();
        let broken: BTreeSet<&str> = found.iter().map(|(what, _)| what.as_str()).collect();
        let expected: BTreeSet<&str> = wrong.breaks.iter().copied().collect();
        assert_eq!(broken, expected, "{}: {found:#?}", wrong.what);
        let names = fill(wrong.names, &rains);
        assert!(
            found.iter().any(|(_, line)| line.contains(&names)),
            "{}: no {names:?} in {found:#?}",
            wrong.what
        );
        assert_eq!(
            (audit.code, &audit.report["status"]),
            (1, &"violations".into()),
            "{}",
            wrong.what
        );
        // The other rain is as it was.
        if wrong.sql.contains("{a}") != wrong.sql.contains("{b}") {
            let other = if wrong.sql.contains("{a}") { &rains[1] } else { &rains[0] };
            audit_of(&copy, &["--rain", other]).assert_clean();
        }
    }
}

async fn a_statement_is_compared_key_by_key(on: On) {
    let place = Place::new(on);
    let [_, b] = forge(&place).await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("statement.csv");
    let file = file.to_str().unwrap();
    let compare = |rows: &str| {
        std::fs::write(file, format!("key,state,currency,amount_minor\r\n{rows}")).unwrap();
        audit_of(&place, &["--statement", file])
    };
    let right = format!("qr1-{b}-2,confirmed,CNY,50\r\nqr1-{b}-3,refused,CNY,50\r\n");
    let audit = compare(&right);
    audit.assert_clean();
    assert_eq!(audit.report["statement"]["matched"], 2);

    let wrong = format!(
        "qr1-{b}-1,confirmed,CNY,50\r\nqr1-{b}-3,refused,CNY,49\r\nqr1-{b}-19,confirmed,CNY,50\r\n"
    );
    let audit = compare(&wrong);
    let expected = [
        ("ours_only", format!("qr1-{b}-2: is confirmed, and the receiver does not have it")),
        ("different", format!("qr1-{b}-1: is sent, the receiver has confirmed")),
        ("different", format!("qr1-{b}-3: pays 50, the receiver has 49")),
        ("theirs_only", format!("qr1-{b}-19: the receiver has it with 50, and we do not")),
    ];
    let found = audit.violations();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (_, line) in &expected {
        assert!(
            found.iter().any(|(what, row)| what == "I6" && row.contains(line)),
            "{line}: {found:#?}"
        );
    }
    for (count, number) in [("matched", 0), ("ours_only", 1), ("theirs_only", 1), ("different", 2)]
    {
        assert_eq!(audit.report["statement"][count], number, "{count}");
    }
    assert_eq!(audit.code, 1);
    let audit = compare("qr1-x,paid,CNY,1\r\n");
    assert_eq!((audit.code, audit.violations()), (2, vec![]));
}
