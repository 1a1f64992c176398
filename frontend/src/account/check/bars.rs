//! The last round trips as a picture that grows while somebody walks through a hall.

use leptos::prelude::*;

use crate::dom::view;
use crate::live::{live, value};
use crate::state::check::trips::LOST_MS;
use crate::text;

use super::probe::Probe;

/// How high a bar is, in percent: a tenth of a second is to be seen, and two seconds fit.
fn height(ms: f64) -> u32 {
    ((ms / LOST_MS).clamp(0.0, 1.0).sqrt() * 100.0).round() as u32
}

/// A bar for each, and a mark for what was lost.
#[component]
pub(super) fn Bars(probe: Probe) -> impl IntoView {
    let t = text::check();
    let told = value(move || {
        let words = t.now();
        probe.shown.with(|shown| {
            let lost = shown.last.iter().filter(|took| took.is_none()).count();
            (words.bars)(shown.last.len(), lost)
        })
    });
    let bar = |took: Option<f64>| {
        let tall = format!("{}%", took.map_or(100, height).max(2));
        view! {
            <span class="check-bar" class:is-lost=took.is_none() style:height=tall></span>
        }
    };
    view! {
        <div class="check-bars" role="img" data-testid="check-bars" aria-label=told>
            {live(move || {
                probe.shown.get().last.into_iter().map(bar).collect::<Vec<_>>()
            })}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::height;

    #[test]
    fn short_round_trips_are_seen_and_long_ones_fit() {
        assert_eq!([0.0, 20.0, 200.0, 2000.0, 9000.0].map(height), [0, 10, 32, 100, 100]);
    }
}
