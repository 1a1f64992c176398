//! Asks once before real money falls: how much, in how many packets, for whom.

use leptos::prelude::*;
use quizrain_shared::allocation::Split;
use quizrain_shared::money::Currency;
use quizrain_shared::rain::{Eligibility, RainPlan};

use super::confirm::ConfirmDialog;
use crate::components::amount::in_words;
use crate::dom::view;
use crate::live::live;
use crate::text::{self, StageWords};

/// Whether a rain is asked about before it falls.
pub(super) fn is_real(plan: &RainPlan) -> bool {
    plan.currency != Currency::POINTS
}

/// What the host is asked about, and may go back to change.
#[component]
pub(super) fn MoneyDialog(
    open: RwSignal<bool>,
    plan: RwSignal<Option<RainPlan>>,
    #[prop(into)] confirm: Callback<()>,
    #[prop(into)] decline: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let facts = move || {
        let words = t.now();
        plan.get().map(|plan| {
            let facts = facts(&plan, words);
            view! {
                <p class="money-amount" data-testid="money-amount">{amount(&plan, words)}</p>
                <ul class="money-facts" data-testid="money-facts">
                    {facts.into_iter().map(|fact| view! { <li>{fact}</li> }).collect_view()}
                </ul>
            }
        })
    };
    view! {
        <ConfirmDialog open title=|w| w.money_sure yes=|w| w.let_it_rain testid="money-confirm"
            confirm decline>
            {live(facts)}
        </ConfirmDialog>
    }
}

fn amount(plan: &RainPlan, words: &StageWords) -> String {
    (words.money_credited)(&in_words(plan.pot(), plan.currency, words))
}

/// In how many packets, and for whom.
fn facts(plan: &RainPlan, words: &StageWords) -> [String; 2] {
    let cut = match &plan.split {
        Split::Shares => words.split_shares_why.to_owned(),
        Split::Prizes(prizes) => {
            let amounts = prizes.amounts.iter().map(|amount| plan.currency.format_major(*amount));
            [words.prizes, &amounts.collect::<Vec<_>>().join(" · ")].join(": ")
        }
        Split::DoubleMean | Split::Equal | Split::LineCutting => {
            (words.packets_of)(plan.bounds.packets)
        }
    };
    let who = match plan.eligibility {
        Eligibility::Everyone | Eligibility::ScoreAtLeast(0) => words.for_everybody.to_owned(),
        Eligibility::Seated(_) => words.only_seated.to_owned(),
        Eligibility::ScoreAtLeast(least) => (words.only_from_score)(least),
        Eligibility::TopShare(percent) => (words.only_top_share)(percent),
        Eligibility::LastRight => words.only_last_right.to_owned(),
        Eligibility::TopRank(last) => (words.only_top_rank)(last),
        Eligibility::Survivors => words.only_survivors.to_owned(),
        Eligibility::BestTeam => words.only_best_team.to_owned(),
        Eligibility::Starters => words.only_starters.to_owned(),
    };
    [cut, who]
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::Bounds;
    use quizrain_shared::money::Minor;

    use crate::text::{Language, Texts};

    use super::*;

    #[test]
    fn a_host_is_told_the_amount_the_packets_and_who_may() {
        let plan = RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(5000), packets: 18, min: Minor(1), max: Minor(900) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::TopRank(10),
        };
        assert!(
            is_real(&plan) && !is_real(&RainPlan { currency: Currency::POINTS, ..plan.clone() })
        );
        for words in Language::ALL.map(StageWords::of) {
            assert!(amount(&plan, words).contains("50.00 CNY"), "{}", amount(&plan, words));
            let [cut, who] = facts(&plan, words);
            assert!(cut.contains("18") && who.contains("10"), "{cut} {who}");
            let shared = RainPlan { split: Split::Shares, ..plan.clone() };
            assert_eq!(facts(&shared, words)[0], words.split_shares_why);
            let amounts = [1000, 50].map(Minor).to_vec();
            let [cut, who] = facts(&RainPlan::of_prizes(plan.currency, amounts, 10), words);
            assert!(cut.ends_with("10.00 · 0.50") && who.contains('2'), "{cut} {who}");
        }
    }
}
