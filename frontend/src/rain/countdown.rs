//! Three, two, one: what is about to fall, and for whom.
//!
//! Shown by phone and projector until the first drop, by the server's clock.

use leptos::prelude::*;
use quizrain_shared::allocation::Split;
use quizrain_shared::money::Currency;
use quizrain_shared::prizes::Prizes;
use quizrain_shared::rain::Eligibility;
use quizrain_shared::wire::RainView;

use crate::components::amount::Amount;
use crate::components::ticking::server_now;
use crate::dom::view;
use crate::live::{live, memo};
use crate::state::session::Session;
use crate::text::{self, Words};

/// What each place brings.
fn prizes_text(prizes: &Prizes, currency: Currency, words: &Words) -> String {
    let places = (1..).zip(&prizes.amounts);
    let places = places
        .map(|(place, amount)| [(words.prize_of)(place), currency.format_major(*amount)].join(" "));
    places.collect::<Vec<_>>().join(" · ")
}

/// Counts down to the first drop and then vanishes. Long, because it says each rule in its place; in parts, phones load
/// 1.2 KB more.
#[component]
pub(crate) fn Countdown(
    /// Whose clock.
    session: Session,
    /// When the first drop falls, in milliseconds of server time.
    opens_ms: u64,
    /// The rain.
    view: RainView,
) -> impl IntoView {
    let t = text::words();
    let now = server_now(session);
    let left = memo(move || ((opens_ms as f64 - now.get()) / 1000.0).ceil().max(0.0) as u64);
    let (pot, currency, packets) = (view.pot, view.currency, view.packets);
    let split = view.split;
    let (eligibility, commitment, entropy) = (view.eligibility, view.commitment, view.entropy);
    live(move || {
        (left.get() > 0).then(|| {
            view! {
                <div class="countdown">
                    <p class="countdown-title">{t.now().rain_comes}</p>
                    <p class="countdown-number" role="timer" aria-live="assertive">{left.get()}</p>
                    <p class="countdown-pot">
                        <Amount amount=pot currency />
                        <span class="countdown-packets">{match &split {
                            Split::Prizes(prizes) => prizes_text(prizes, currency, t.now()),
                            _ => (t.now().in_packets)(packets),
                        }}</span>
                    </p>
                    {match eligibility {
                        Eligibility::Everyone => None,
                        Eligibility::Seated(_) => Some(view! {
                            <p class="countdown-rule">{t.now().only_seated.to_owned()}</p>
                        }),
                        Eligibility::Survivors => Some(view! {
                            <p class="countdown-rule">{t.now().only_survivors.to_owned()}</p>
                        }),
                        Eligibility::BestTeam => Some(view! {
                            <p class="countdown-rule">{t.now().only_best_team.to_owned()}</p>
                        }),
                        Eligibility::Starters => Some(view! {
                            <p class="countdown-rule">{t.now().only_starters.to_owned()}</p>
                        }),
                        Eligibility::ScoreAtLeast(score) => Some(view! {
                            <p class="countdown-rule">{(t.now().only_from_score)(score)}</p>
                        }),
                        Eligibility::TopShare(percent) => Some(view! {
                            <p class="countdown-rule">{(t.now().only_top_share)(percent)}</p>
                        }),
                        Eligibility::TopRank(last) => Some(view! {
                            <p class="countdown-rule">{(t.now().only_top_rank)(last)}</p>
                        }),
                        Eligibility::LastRight => Some(view! {
                            <p class="countdown-rule">{t.now().only_last_right.to_owned()}</p>
                        }),
                    }}
                    <p class="countdown-seal">
                        {(t.now().seal)(&commitment)} " · "
                        {(t.now().entropy)(&entropy)}
                    </p>
                </div>
            }
        })
    })
}
