//! Numbers on the projector: the right one, and how the others lie around it.

use leptos::prelude::*;
use quizrain_shared::question::{Bar, NumberView};

use crate::components::fit::width;
use crate::components::shape::Tick;
use crate::dom::view;

/// A bar of a chart.
pub(super) struct Column {
    pub(super) label: String,
    pub(super) count: u32,
    pub(super) right: bool,
}

/// Labels and counts of bars have room for so many letters together.
const ROOM: usize = 48;

impl Column {
    /// Whether there is room for what is written at each of these bars.
    fn all_fit(columns: &[Self]) -> bool {
        let width = |column: &Self| width(&column.label).max(column.count.to_string().len());
        columns.len() * (1 + columns.iter().map(width).max().unwrap_or(0)) <= ROOM
    }
}

/// Bars that stand beside each other, the largest as high as the chart; with label and count, or with
/// nothing but a mark at the right one. Counts that are too wide for their bars stand in two lines, in turns.
pub(super) fn columns(columns: Vec<Column>, written: bool) -> AnyView {
    let most = columns.iter().map(|column| column.count).max().unwrap_or(0).max(1);
    let staggered = written && !Column::all_fit(&columns);
    let bars = columns.into_iter().map(|Column { label, count, right }| {
        let high = [&(u64::from(count) * 100 / u64::from(most)).to_string(), "%"].concat();
        view! {
            <span class="column" class:is-right=right>
                {written.then(|| view! { <span class="column-count">{count}</span> })}
                <span class="column-room"><span class="column-bar" style:height=high></span></span>
                <span class="column-label">
                    {right.then(|| view! { <Tick /> })}
                    {written.then_some(label)}
                </span>
            </span>
        }
    });
    view! { <div class="columns" class:is-staggered=staggered>{bars.collect_view()}</div> }
        .into_any()
}

/// What stands below both ends of a chart or a scale.
pub(super) fn ends(first: String, last: String) -> AnyView {
    view! { <p class="big-ends"><span dir="auto">{first}</span><span dir="auto">{last}</span></p> }
        .into_any()
}

/// The bars with one that holds the right number, which nobody may have answered.
fn with_right(bars: &[Bar], correct: i64) -> Vec<Bar> {
    let mut bars = bars.to_vec();
    if !bars.iter().any(|bar| (bar.from..=bar.to).contains(&correct)) {
        let place = bars.partition_point(|bar| bar.to < correct);
        bars.insert(place, Bar { from: correct, to: correct, count: 0 });
    }
    bars
}

/// What a bar holds.
fn label(field: &NumberView, bar: &Bar) -> String {
    if bar.from == bar.to {
        field.format(bar.from)
    } else {
        [&field.format(bar.from), "–", &field.format(bar.to)].concat()
    }
}

/// Between which numbers it is, where these are few enough to tell anything.
pub(super) fn asked(field: &NumberView) -> AnyView {
    let ends = field.has_slider().then(|| {
        let ends = [&field.format(field.min), " – ", &field.format(field.max)].concat();
        view! { <li class="big-rest"><bdi>{field.with_unit(ends)}</bdi></li> }
    });
    view! { <ul class="big-choices is-rows">{ends}</ul> }.into_any()
}

pub(super) fn revealed(field: &NumberView, correct: i64, tolerance: i64, bars: &[Bar]) -> AnyView {
    let told = match tolerance {
        0 => field.format(correct),
        tolerance => [&field.format(correct), " ± ", &field.format(tolerance)].concat(),
    };
    let bars = with_right(bars, correct);
    let of = |bar: &Bar| Column {
        label: label(field, bar),
        count: bar.count,
        right: (bar.from..=bar.to).contains(&correct),
    };
    let chart: Vec<Column> = bars.iter().map(of).collect();
    let written = Column::all_fit(&chart);
    let ends = bars.first().zip(bars.last()).filter(|_| !written);
    let ends =
        ends.map(|(first, last)| self::ends(field.format(first.from), field.format(last.to)));
    view! {
        <ul class="big-choices is-rows">
            <li class="big-choice is-plain is-answer" data-testid="right-number">
                <span class="big-choice-text"><bdi>{field.with_unit(told)}</bdi></span>
                <Tick />
            </li>
            <li class="big-chart">{columns(chart, written)}{ends}</li>
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_labelled_where_there_is_room() {
        let fit = |bars, label: &str, count| {
            let bar = || Column { label: label.to_owned(), count, right: false };
            Column::all_fit(&std::iter::repeat_with(bar).take(bars).collect::<Vec<_>>())
        };
        assert!(fit(11, "10", 321) && fit(3, "-0.000050", 1) && fit(0, "", 0));
        assert!(!fit(20, "1–50", 1) && !fit(11, "1", 100_000));
    }

    #[test]
    fn the_right_number_has_a_bar() {
        let bar = |from, to, count| Bar { from, to, count };
        let two = [bar(1, 1, 3), bar(5, 5, 2)];
        assert_eq!(with_right(&two, 5), two);
        assert_eq!(with_right(&two, 4), [two[0], bar(4, 4, 0), two[1]]);
        assert_eq!(with_right(&two, 9), [two[0], two[1], bar(9, 9, 0)]);
        assert_eq!(with_right(&[], 9), [bar(9, 9, 0)]);
        assert_eq!(with_right(&[bar(0, 10, 3)], 9), [bar(0, 10, 3)]);
    }
}
