//! The right answer on a phone, and what it brought.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::mode::Survival;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{Outcome, Stage, StageAt};

use crate::components::verdict::{self, seconds, signed};
use crate::dom::view;
use crate::live::{live, value};
use crate::state::session::Session;
use crate::text;

use super::paced::way_on;
use super::question::{beside, revealed};

#[component]
pub(super) fn RevealView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::player();
    let Stage::Revealed { question, key, explanation, .. } = &stage.stage else {
        return ().into_any();
    };
    let outcome = session.part(|known| known.outcome().cloned());
    let told = revealed(question, key.as_ref(), session, stage.phase.round().unwrap_or(0));
    let graded = key.is_some();
    let rules = session.mode().survival().unwrap_or_default();
    let verdict = live(move || match outcome.get() {
        Some(outcome) => view! { <Verdict outcome rules /> }.into_any(),
        None if graded => {
            view! { <p class="notice" role="status">{t.now().no_points_yet}</p> }.into_any()
        }
        None => ().into_any(),
    });
    let said = explanation.clone();
    view! {
        <main class="ask">
            <div class="ask-verdict" role="status" aria-live="polite">{verdict}</div>
            <h1 class="ask-text ask-text-small" dir="auto" data-testid="question-text">{question.text.clone()}</h1>
            {beside(question)}
            {told}
            {(!said.is_empty()).then(|| view! { <p class="explanation" dir="auto">{said}</p> })}
            {way_on(session)}
        </main>
    }
    .into_any()
}

/// What a round was to a player who can go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It earned a revive card.
    Earned,
    /// A revive card was played.
    Saved,
    /// The player went out.
    Out,
    /// The player was out before.
    WasOut,
}

impl Fate {
    fn of(outcome: &Outcome, rules: Survival) -> Option<Self> {
        let life = outcome.life?;
        let nth = outcome.streak.checked_rem(rules.card_after.into());
        match (life.out_in, outcome.grade) {
            (Some(round), _) if round == outcome.round => Some(Self::Out),
            (Some(_), Grade::Ungraded) => None,
            (Some(_), _) => Some(Self::WasOut),
            // Whoever is wrong is out, but for a card.
            (None, Grade::Wrong) => Some(Self::Saved),
            (None, Grade::Right) if nth == Some(0) && life.cards > 0 => Some(Self::Earned),
            _ => None,
        }
    }
}

/// Right or wrong, points, score and rank; of what is neither, that the answer is in.
#[component]
fn Verdict(outcome: Outcome, rules: Survival) -> impl IntoView {
    let t = text::player();
    let fate = Fate::of(&outcome, rules);
    let told = fate.map(|fate| {
        let said = t.say(match fate {
            Fate::Earned => |w| w.card_earned,
            Fate::Saved => |w| w.card_saved,
            Fate::Out => |w| w.you_are_out,
            Fate::WasOut => |w| w.out_earns_nothing,
        });
        view! { <p class="verdict-fate" data-testid="fate">{said}</p> }
    });
    let Outcome { answer, grade, elapsed_ms, line_ms, points, bonus, corrected, streak, .. } =
        outcome;
    let result = verdict::result(answer.is_some(), grade);
    let title = value(move || verdict::result_text(result, t.now()));
    let worth = (grade != Grade::Ungraded).then(|| {
        let more = t.tell(move |w| (w.in_a_row)(bonus, streak.into()));
        let when = t.tell(move |w| (w.arrived)(&seconds(elapsed_ms), &seconds(line_ms.into())));
        let unit = value(move || (t.now().points_unit)(points.unsigned_abs().into()));
        let earned = (fate != Some(Fate::WasOut)).then(|| view! {
            <p class="verdict-points">
                <bdi data-testid="points">{signed(points)}</bdi> {unit}
            </p>
        });
        view! {
            {earned}
            {(bonus > 0).then(|| view! { <p class="verdict-bonus" data-testid="bonus">{more}</p> })}
            {(corrected != 0).then(|| view! {
                <p class="verdict-bonus" data-testid="corrected">
                    {t.tell(move |w| (w.corrected)(&signed(corrected)))}
                </p>
            })}
            <dl class="verdict-facts">
                <div><dt>{t.say(|w| w.score)}</dt><dd>{decimal::format(outcome.score, 0)}</dd></div>
                <div>
                    <dt>{t.say(|w| w.rank)}</dt>
                    <dd>
                        <span data-testid="rank">{outcome.rank}</span> <small>" / " {outcome.players}</small>
                    </dd>
                </div>
            </dl>
            {(result != "none").then(|| view! { <p class="verdict-when muted small" data-testid="arrived">{when}</p> })}
        }
    });
    view! {
        <section class=format!("verdict verdict-{result}")>
            <h2 class="verdict-title" data-testid="result" data-result=result>{title}</h2>
            {told}
            {worth}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::mode::Life;

    use super::*;

    #[test]
    fn who_is_out_is_told_and_who_was_saved() {
        let of = |grade, streak, life| {
            let rules = Survival { card_after: 3 };
            let outcome = Outcome {
                round: 4,
                answer: None,
                grade,
                elapsed_ms: 0,
                line_ms: 0,
                points: 0,
                bonus: 0,
                corrected: 0,
                streak,
                life,
                score: 0,
                rank: 1,
                players: 1,
            };
            Fate::of(&outcome, rules)
        };
        let is_in = |cards| Some(Life { out_in: None, cards });
        let out = |round| Some(Life { out_in: Some(round), cards: 0 });
        assert_eq!(of(Grade::Wrong, 0, None), None, "nobody goes out in this game");
        assert_eq!(of(Grade::Wrong, 0, is_in(0)), Some(Fate::Saved));
        assert_eq!(of(Grade::Wrong, 0, out(4)), Some(Fate::Out));
        assert_eq!(of(Grade::Right, 1, out(2)), Some(Fate::WasOut));
        assert_eq!(of(Grade::Right, 3, is_in(1)), Some(Fate::Earned));
        assert_eq!(of(Grade::Right, 4, is_in(1)), None);
        assert_eq!(of(Grade::Ungraded, 3, is_in(1)), None);
        assert_eq!(of(Grade::Ungraded, 3, out(2)), None);
    }
}
