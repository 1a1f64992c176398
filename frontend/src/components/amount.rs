//! Money as people read it: the amount large, the currency beside it.

use leptos::prelude::*;
use quizrain_shared::money::{Currency, Minor};

use crate::dom::view;
use crate::live::value;
use crate::text::{self, Words};

/// What is written beside an amount.
pub(crate) fn unit(currency: Currency, words: &Words) -> String {
    if currency == Currency::POINTS { words.points_unit.to_owned() } else { currency.to_string() }
}

/// An amount in major units with its currency.
#[component]
pub(crate) fn Amount(
    /// How much.
    amount: Minor,
    /// In which currency.
    currency: Currency,
    /// A hook for tests, on the number.
    #[prop(optional)]
    testid: Option<&'static str>,
) -> impl IntoView {
    let t = text::words();
    let code = value(move || unit(currency, t.now()));
    view! {
        <span class="amount">
            <span class="amount-number" data-testid=testid>{currency.format_major(amount)}</span>
            "\u{2009}"
            <span class="amount-code">{code}</span>
        </span>
    }
}
