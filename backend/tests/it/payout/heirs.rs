//! Payouts of what a browser caught and a person has inherited: each is paid once, to whoever had it when it
//! was sent.

use std::time::Duration;

use quizrain::ledger::{Claim, Corrected, Credit, Generation, Inherited, Sealed};
use quizrain::payout::{Outcome, TakenPayout};
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, RainId};

use super::{Books, now_ms, settled_rain};
use crate::common::seed::generation_of;
use crate::common::{nobody, plan, sealed};

const MINUTE: Duration = Duration::from_secs(60);

async fn on_both(test: impl AsyncFn(Books)) {
    test(Books::sqlite().await).await;
    test(Books::postgres().await).await;
}

/// The browser that caught a packet.
fn browser(packet: u32) -> AccountId {
    let mut account = [0; 16];
    account[..4].copy_from_slice(&packet.to_be_bytes());
    AccountId(account)
}

const ANNA: AccountId = AccountId([0xaa; 16]);
const BEN: AccountId = AccountId([0xbb; 16]);

fn is_known(books: &Books) {
    books.ask(&format!(
        "INSERT INTO persons (account, identity, issuer, subject, name, created_ms)
         VALUES ('{ANNA}', 'signed', 'https://staff.example.org', 'e-4711', 'Anna', 1)"
    ));
}

/// Makes somebody an heir, which must work; how much has moved.
async fn inherits(books: &Books, packet: u32, person: AccountId) -> i64 {
    match books.sql.inherit(browser(packet), person, now_ms()).await.unwrap() {
        Inherited::Moved(sums) => sums.iter().map(|sum| sum.amount.0).sum(),
        Inherited::Taken => panic!("it is taken"),
    }
}

async fn take(books: &Books, rain: RainId, most: usize) -> Vec<TakenPayout> {
    books.sql.take_payouts(rain, most, MINUTE, now_ms()).await.unwrap()
}

/// What an account has: packets, and how much of each is still held.
async fn held(books: &Books, account: AccountId) -> Vec<(u32, i64)> {
    let holdings = books.sql.holdings(account).await.unwrap();
    let mut held: Vec<_> = holdings.iter().map(|it| (it.packet, it.held.0)).collect();
    held.sort_unstable();
    held
}

/// What the entries of the third packet give to an account and leave there.
fn of_packet_2(account: AccountId) -> String {
    format!(
        "SELECT SUM(CASE WHEN credit = 'player' THEN amount ELSE -amount END) FROM entries
         WHERE account = '{account}' AND item = 2 AND 'player' IN (debit, credit)"
    )
}

/// What no ledger may have: an heir's packet that is still the browser's, or one that is paid and has moved.
const WRONG: &str = "SELECT settled.book, settled.item FROM entries settled
    JOIN heirs ON heirs.browser = settled.account
    LEFT JOIN entries leaves ON leaves.book = settled.book AND leaves.item = settled.item
        AND leaves.kind = 'leave'
    LEFT JOIN entries heir ON heir.book = settled.book AND heir.item = settled.item
        AND heir.kind = 'inherit'
    LEFT JOIN entries pay ON pay.book = settled.book AND pay.item = settled.item
        AND pay.kind = 'pay'
    LEFT JOIN entries unpay ON unpay.book = settled.book AND unpay.item = settled.item
        AND unpay.kind = 'unpay'
    LEFT JOIN payouts ON payouts.rain = settled.book AND payouts.packet = settled.item
    WHERE settled.kind = 'settle' AND (
        (heir.item IS NULL) <> (leaves.item IS NULL)
        OR (heir.item IS NULL AND (pay.item IS NULL OR unpay.item IS NOT NULL))
        OR (heir.account <> heirs.person)
        OR (pay.account = settled.account AND heir.item IS NOT NULL AND unpay.item IS NULL)
        OR (pay.account <> payouts.account)
        OR (pay.item IS NULL AND payouts.account <> heirs.person))";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_sent_is_paid_to_the_heir_and_what_was_stays() {
    on_both(async |books| {
        let game = books.game().await;
        is_known(&books);
        let rain = settled_rain(&books.sql, game, 0, 4).await;
        // Two are on their way when their browsers' player signs in, two are not.
        let sent = take(&books, rain, 2).await;
        assert_eq!(sent.iter().map(|it| it.packet).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(inherits(&books, 0, ANNA).await, 0);
        assert_eq!(inherits(&books, 1, ANNA).await, 0);
        assert_eq!(inherits(&books, 2, ANNA).await, 3);
        assert_eq!(inherits(&books, 2, ANNA).await, 3, "the same again");
        let taken = books.sql.inherit(browser(2), BEN, now_ms()).await.unwrap();
        assert_eq!(taken, Inherited::Taken);
        assert_eq!(books.ask(WRONG), [""; 0]);

        let rest = take(&books, rain, 9).await;
        assert_eq!(rest.iter().map(|it| it.account).collect::<Vec<_>>(), [ANNA, browser(3)]);
        let payee = rest[0].identity.as_ref().unwrap();
        assert_eq!(
            (payee.issuer.as_str(), payee.subject.as_str()),
            ("https://staff.example.org", "e-4711")
        );
        assert_eq!(rest[1].identity, None);
        // What was sent before is sent again as it was.
        books.ask("UPDATE payouts SET due_ms = 0 WHERE packet = 0");
        let again = take(&books, rain, 9).await;
        assert_eq!((again[0].account, &again[0].identity), (browser(0), &None));

        // What comes back is the heir's, and what is paid is not.
        let refuse = Outcome::Refused("closed".to_owned());
        let results = [
            (again[0].clone(), refuse.clone()),
            (sent[1].clone(), Outcome::Confirmed),
            (rest[0].clone(), refuse),
        ];
        assert_eq!(books.sql.record_payouts(rain, &results, now_ms()).await.unwrap(), []);
        assert_eq!(books.ask(WRONG), [""; 0]);
        assert_eq!(held(&books, ANNA).await, [(0, 1), (2, 3)]);
        assert_eq!(held(&books, browser(0)).await, []);
        assert_eq!(held(&books, browser(1)).await, [(1, 0)]);
        // A correction takes it from the heir.
        books.ask("UPDATE rains SET closed_ms = 1, settled_ms = 1");
        let Corrected::Done(amount) =
            books.sql.reverse_settlement(rain, 2, now_ms()).await.unwrap()
        else {
            panic!("not taken back");
        };
        assert_eq!(amount.0, 3);
        assert_eq!(held(&books, ANNA).await, [(0, 1), (2, 0)]);
        assert_eq!(books.ask(&of_packet_2(ANNA)), ["0"]);
        assert_eq!(books.ask(&of_packet_2(browser(2))), ["0"]);
    })
    .await;
}

/// Several at once in PostgreSQL may be told to do it again.
macro_rules! until_done {
    ($call:expr) => {
        loop {
            match $call.await {
                Ok(done) => break done,
                Err(error) => assert!(error.is_away(), "{error}"),
            }
        }
    };
}

/// Settles packets of a rain some at a time, the next once the one before is done.
async fn settle_all(sql: Sql, generation: Generation, claims: Vec<(AccountId, Claim)>) {
    for part in claims.chunks(10) {
        let currency = "CNY".parse().unwrap();
        until_done!(sql.settle(&generation, currency, part, now_ms()));
    }
}

/// Sends payouts until all have an answer; each second one is refused.
async fn pay_all(sql: Sql, rain: RainId, packets: usize) {
    let mut answered = 0;
    while answered < packets {
        let taken = until_done!(sql.take_payouts(rain, 7, MINUTE, now_ms()));
        let results: Vec<_> = taken
            .into_iter()
            .map(|payout| match payout.packet % 2 {
                0 => (payout, Outcome::Confirmed),
                _ => (payout, Outcome::Refused("closed".to_owned())),
            })
            .collect();
        answered += results.len();
        until_done!(sql.record_payouts(rain, &results, now_ms()));
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn heirs_come_while_packets_are_settled_and_paid() {
    const PACKETS: u32 = 200;
    on_both(async |books| {
        let game = books.game().await;
        let (mut row, amounts) = sealed(game, 0, plan("CNY", 2000, PACKETS));
        row.payout = true;
        let nobody = nobody(game);
        let put = books.sql.put_rain(&row, &amounts, &[], &nobody, Credit::Unlimited, now_ms());
        assert_eq!(put.await.unwrap(), Sealed::Done);
        let rain = row.rain;
        let packets = books.sql.packets(rain).await.unwrap().into_iter();
        let claims: Vec<(AccountId, Claim)> = packets
            .map(|packet| (browser(packet.number), Claim { packet, at_ms: now_ms() }))
            .collect();
        let generation = generation_of(&books.sql, rain).await;
        let settling = tokio::spawn(settle_all(books.sql.clone(), generation, claims));
        let paying = tokio::spawn(pay_all(books.sql.clone(), rain, PACKETS as usize));
        let heirs = (0..3_u32).map(|number| {
            let sql = books.sql.clone();
            tokio::spawn(async move {
                for packet in (0..PACKETS).filter(|packet| packet % 4 == number) {
                    let person = if number == 0 { ANNA } else { BEN };
                    until_done!(sql.inherit(browser(packet), person, now_ms()));
                }
            })
        });
        for heir in heirs.collect::<Vec<_>>() {
            heir.await.unwrap();
        }
        settling.await.unwrap();
        paying.await.unwrap();
        assert_eq!(books.ask(WRONG), [""; 0]);
        assert_eq!(books.ask("SELECT COUNT(*) FROM heirs"), ["150"]);
        assert_eq!(
            books.ask("SELECT COUNT(*) FROM entries WHERE kind IN ('paid', 'unpay')"),
            ["200"]
        );
        super::assert_books_add_up(&books);
    })
    .await;
}
