//! Money as people read it: the amount large, the currency beside it.

use leptos::prelude::*;
use quizrain_shared::money::{Currency, Minor};

use crate::dom::view;
use crate::live::value;
use crate::text::{self, Words};

/// What stands behind an amount, with the space that is between them.
fn behind(amount: Minor, currency: Currency, words: &Words) -> String {
    if currency == Currency::POINTS {
        (words.points_unit)(amount.0.unsigned_abs()).to_owned()
    } else {
        [" ", currency.code()].concat()
    }
}

/// What is written beside an amount.
pub(crate) fn unit(amount: Minor, currency: Currency, words: &Words) -> String {
    behind(amount, currency, words).trim_start_matches(' ').to_owned()
}

/// An amount within a sentence.
pub(crate) fn in_words(amount: Minor, currency: Currency, words: &Words) -> String {
    [currency.format_major(amount), behind(amount, currency, words)].concat()
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
    let code = value(move || unit(amount, currency, t.now()));
    view! {
        <span class="amount">
            <span class="amount-number" data-testid=testid>{currency.format_major(amount)}</span>
            "\u{2009}"
            <span class="amount-code">{code}</span>
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Texts};

    #[test]
    fn a_unit_follows_its_amount_as_the_language_has_it() {
        let of = |n: i64, language| in_words(Minor(n), Currency::POINTS, Words::of(language));
        assert_eq!(
            [0, 1, -1, 2].map(|n| of(n, Language::English)),
            ["0 points", "1 point", "-1 point", "2 points"]
        );
        assert_eq!([0, 2].map(|n| of(n, Language::French)), ["0 point", "2 points"]);
        assert_eq!([1, 3, 11].map(|n| of(n, Language::Arabic)), ["1 نقطة", "3 نقاط", "11 نقطة"]);
        assert_eq!(of(7, Language::Japanese), "7ポイント");
        for language in Language::ALL {
            let words = Words::of(language);
            assert_eq!(in_words(Minor(8888), "CNY".parse().unwrap(), words), "88.88 CNY");
            assert!(!unit(Minor(7), Currency::POINTS, words).starts_with(' '));
        }
    }
}
