//! The right answer on a phone, and what it brought.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{Outcome, Stage, StageAt};

use crate::dom::view;
use crate::live::{live, value};
use crate::state::session::Session;
use crate::text;

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
    let verdict = live(move || match outcome.get() {
        Some(outcome) => view! { <Verdict outcome /> }.into_any(),
        None if graded => {
            view! { <p class="notice" role="status">{t.now().no_points_yet}</p> }.into_any()
        }
        None => ().into_any(),
    });
    let said = explanation.clone();
    view! {
        <main class="ask">
            <div role="status" aria-live="polite">{verdict}</div>
            <h1 class="ask-text ask-text-small" dir="auto" data-testid="question-text">{question.text.clone()}</h1>
            {beside(question)}
            {told}
            {(!said.is_empty()).then(|| view! { <p class="explanation" dir="auto">{said}</p> })}
        </main>
    }
    .into_any()
}

/// Points with their sign.
fn signed(points: i32) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    [sign, &points.unsigned_abs().to_string()].concat()
}

/// Milliseconds as seconds.
fn seconds(ms: u32) -> String {
    decimal::format(i64::from(ms), 3)
}

/// Right or wrong, points, score and rank; of what is neither, that the answer is in.
#[component]
fn Verdict(outcome: Outcome) -> impl IntoView {
    let t = text::player();
    let Outcome { answer, grade, elapsed_ms, line_ms, points, bonus, streak, .. } = outcome;
    let result = match (answer.is_some(), grade) {
        (false, _) => "none",
        (true, Grade::Right) => "right",
        (true, Grade::Partly) => "partly",
        (true, Grade::Wrong) => "wrong",
        (true, Grade::Ungraded) => "ungraded",
    };
    let title = value(move || match result {
        "none" => t.now().no_answer,
        "right" => t.now().right,
        "partly" => t.now().partly_right,
        "wrong" => t.now().wrong,
        _ => t.now().thanks_answer,
    });
    let worth = (grade != Grade::Ungraded).then(|| {
        let more = t.tell(move |w| (w.in_a_row)(bonus, streak.into()));
        let when = t.tell(move |w| (w.arrived)(&seconds(elapsed_ms), &seconds(line_ms.into())));
        view! {
            <p class="verdict-points">
                <span data-testid="points">{signed(points)}</span> " " {t.say(|w| w.points_unit)}
            </p>
            {(bonus > 0).then(|| view! { <p class="verdict-bonus" data-testid="bonus">{more}</p> })}
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
            {worth}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_their_sign_and_times_their_milliseconds() {
        assert_eq!([750, 0, -250].map(signed), ["+750", "+0", "−250"]);
        assert_eq!([3214, 40, 0].map(seconds), ["3.214", "0.040", "0.000"]);
    }
}
