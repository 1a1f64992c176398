//! A scale on the projector: its numbers and ends, and then how many chose each.

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::question::Scale;

use super::number::{Column, columns, ends};
use crate::dom::view;
use crate::text;

pub(super) fn asked(scale: &Scale) -> AnyView {
    let marks = (scale.from..=scale.to)
        .map(|number| view! { <span class="big-mark">{number.to_string()}</span> });
    view! {
        <ul class="big-choices is-rows">
            <li class="big-scale">
                <p class="big-marks">{marks.collect_view()}</p>
                {ends(scale.from_label.clone(), scale.to_label.clone())}
            </li>
        </ul>
    }
    .into_any()
}

/// The mean of numbers that were chosen so often, counted from the first, in hundredths.
fn mean(from: u8, counts: &[u32]) -> Option<i64> {
    let total: u64 = counts.iter().copied().map(u64::from).sum();
    let sum: u64 =
        (u64::from(from)..).zip(counts).map(|(mark, count)| mark * u64::from(*count)).sum();
    i64::try_from((200 * sum + total).checked_div(2 * total)?).ok()
}

pub(super) fn revealed(scale: &Scale, counts: &[u32]) -> AnyView {
    let t = text::stage();
    let bars = (scale.from..).zip(counts).map(|(mark, count)| Column {
        label: mark.to_string(),
        count: *count,
        right: false,
    });
    let mean = mean(scale.from, counts).map(|mean| {
        let mean = decimal::format(mean, 2);
        view! { <p class="big-mean" data-testid="mean">{t.tell(move |w| (w.average)(&mean))}</p> }
    });
    view! {
        <ul class="big-choices is-rows">
            <li class="big-scale">
                {mean}
                {columns(bars.collect(), true)}
                {ends(scale.from_label.clone(), scale.to_label.clone())}
            </li>
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn a_mean_is_rounded_to_hundredths() {
        assert_eq!(mean(1, &[1, 0, 0, 0, 1]), Some(300));
        assert_eq!(mean(0, &[1, 0, 2]), Some(133));
        assert_eq!(mean(0, &[1, 2]), Some(67));
        assert_eq!(mean(0, &[0, 0]), None);
        assert_eq!(mean(0, &[]), None);
    }
}
