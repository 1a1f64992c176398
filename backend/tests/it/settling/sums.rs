//! Amounts at the end of what fits: nothing is ever kept as a float, or as another amount.

use quizrain::ledger::{Credit, Deposited, Sealed};
use quizrain::store::StoreError;
use quizrain_shared::money::{Currency, Minor};

use super::books::Books;
use crate::common::on::{On, Place, on_both};
use crate::common::seed::{Stores, now_ms};
use crate::common::{nobody, plan, sealed};

on_both!(balances_stay_whole_numbers_within_bounds);

/// Seals a rain of one packet that holds the whole pot, past every check before the ledger's.
async fn one_packet(stores: &mut Stores, pot: i64, amount: i64) -> Result<Sealed, StoreError> {
    let game = stores.game().await;
    let (mut row, _) = sealed(game, 0, plan("CNY", 1, 1));
    row.plan.bounds.pot = Minor(pot);
    row.plan.bounds.max = Minor(pot);
    stores
        .sql
        .put_rain(&row, &[Minor(amount)], &[], &nobody(row.game), Credit::Unlimited, now_ms())
        .await
}

async fn balances_stay_whole_numbers_within_bounds(on: On) {
    let place = Place::new(on);
    let mut stores = Stores::open_url(place.url().as_str()).await;
    let mut books = Books::open(place.url().as_str()).await;
    let cny: Currency = "CNY".parse().unwrap();
    let most = Minor::MAX.0;
    let balance = "SELECT balance FROM sponsors WHERE currency = 'CNY'";

    let mut number = 0;
    let mut deposit = async |stores: &Stores, amount| {
        number += 1;
        let key = number.to_string();
        stores.sql.deposit(&key, cny, Minor(amount), now_ms()).await.unwrap()
    };
    assert_eq!(deposit(&stores, 5).await, Deposited::Done(Minor(5)));
    for pot in [i64::MAX, i64::MAX, most + 6] {
        assert_eq!(one_packet(&mut stores, pot, pot).await.unwrap(), Sealed::Unfunded, "{pot}");
        assert_eq!(books.number(balance).await, 5);
    }
    // On credit down to the end, and no further.
    assert_eq!(one_packet(&mut stores, most, most).await.unwrap(), Sealed::Done);
    assert_eq!(one_packet(&mut stores, 5, 5).await.unwrap(), Sealed::Done);
    assert_eq!(one_packet(&mut stores, 1, 1).await.unwrap(), Sealed::Unfunded);
    assert_eq!(books.number(balance).await, -most);
    // The same upwards.
    for (amount, after) in [(most, 0), (most, most)] {
        assert_eq!(deposit(&stores, amount).await, Deposited::Done(Minor(after)));
    }
    for amount in [1, most, i64::MAX] {
        assert_eq!(deposit(&stores, amount).await, Deposited::TooMuch);
    }
    assert_eq!(books.number(balance).await, most);
    // Packets that are not the pot, and packets whose sum does not fit.
    for (pot, amount) in [(10, 9), (10, 11)] {
        let sealed = one_packet(&mut stores, pot, amount).await;
        assert!(matches!(sealed, Err(StoreError::Sum(_))), "{sealed:?}");
    }
    assert_eq!(books.number("SELECT COUNT(*) FROM rains").await, 2);
    assert_eq!(books.number("SELECT COUNT(*) FROM entries").await, 5);
    books.check_chain("sponsor").await;
}
