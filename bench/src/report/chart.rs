//! Bar charts as SVG: groups of bars on one linear axis. Pure.

use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 44.0;

/// Readable on light and on dark ground.
const COLOURS: [&str; 4] = ["#d23f4a", "#5b8dd6", "#d49a2f", "#6aa56a"];

/// A chart, and where it goes.
pub(super) struct Chart {
    pub(super) file: &'static str,
    pub(super) title: String,
    pub(super) svg: String,
}

/// Bars that stand together.
pub(super) struct Group {
    pub(super) label: String,
    /// One for each series; `None` leaves a gap.
    pub(super) values: Vec<Option<f64>>,
}

/// A number for people: three digits that count, thousands set apart.
pub(super) fn number(value: f64) -> String {
    let rounded = crate::measure::result::round(value);
    if rounded.abs() < 1000.0 { rounded.to_string() } else { whole(rounded.abs() as u64) }
}

/// A whole number with thousands set apart.
pub(super) fn whole(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The next of 1, 2, 2.5, 5, 10 … at or above a value.
fn ceiling(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|top| *top >= value).unwrap_or(value)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws a chart; `None` where there is nothing to draw.
pub(super) fn draw(
    file: &'static str,
    title: &str,
    unit: &str,
    series: &[&str],
    groups: &[Group],
) -> Option<Chart> {
    let largest = groups.iter().flat_map(|group| group.values.iter().flatten()).copied();
    let largest = largest.fold(0.0, f64::max);
    if largest <= 0.0 {
        return None;
    }
    let plot = Plot { top: ceiling(largest) };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#808080\">\n\
         <title>{title}</title>\n<text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{title} ({unit})</text>\n",
        title = escape(title),
        unit = escape(unit),
    );
    legend(&mut svg, series);
    plot.grid(&mut svg);
    plot.bars(&mut svg, series.len(), groups);
    svg.push_str("</svg>\n");
    Some(Chart { file, title: title.to_owned(), svg })
}

/// The names of the series, each behind a box of its colour.
fn legend(svg: &mut String, series: &[&str]) {
    let mut at = LEFT;
    for (name, colour) in series.iter().zip(COLOURS) {
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"33\" width=\"11\" height=\"11\" rx=\"2\" fill=\"{colour}\"/>\
             <text x=\"{x}\" y=\"43\">{name}</text>",
            x = at + 16.0,
            name = escape(name),
        );
        at += 34.0 + 7.0 * name.chars().count() as f64;
    }
}

/// Where the bars stand.
struct Plot {
    /// The value at the upper edge.
    top: f64,
}

impl Plot {
    const FLOOR: f64 = HEIGHT - BOTTOM;

    fn y(&self, value: f64) -> f64 {
        Self::FLOOR - value / self.top * (Self::FLOOR - TOP)
    }

    /// Lines across, with their values.
    fn grid(&self, svg: &mut String) {
        for step in 0..=4 {
            let value = self.top * f64::from(step) / 4.0;
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{x2}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#808080\" \
                 stroke-opacity=\"0.3\"/><text x=\"{x}\" y=\"{text:.1}\" text-anchor=\"end\">{label}</text>",
                x2 = WIDTH - RIGHT,
                y = self.y(value),
                x = LEFT - 8.0,
                text = self.y(value) + 4.0,
                label = number(value),
            );
        }
    }

    /// A bar for each value of so many series, with the groups' names below.
    fn bars(&self, svg: &mut String, series: usize, groups: &[Group]) {
        let space = (WIDTH - LEFT - RIGHT) / groups.len() as f64;
        let bar = (space * 0.8 / series.max(1) as f64).min(64.0);
        for (index, group) in groups.iter().enumerate() {
            let middle = LEFT + space * (index as f64 + 0.5);
            let _ = writeln!(
                svg,
                "<text x=\"{middle:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>",
                y = Self::FLOOR + 20.0,
                label = escape(&group.label),
            );
            let start = middle - bar * group.values.len() as f64 / 2.0;
            for (place, (value, colour)) in group.values.iter().zip(COLOURS).enumerate() {
                let Some(value) = value else { continue };
                let (x, y) = (start + bar * place as f64, self.y(*value));
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
                     rx=\"2\" fill=\"{colour}\"/><text x=\"{text:.1}\" y=\"{above:.1}\" \
                     text-anchor=\"middle\" font-size=\"11\">{label}</text>",
                    width = bar - 3.0,
                    height = Self::FLOOR - y,
                    text = x + (bar - 3.0) / 2.0,
                    above = y - 4.0,
                    label = number(*value),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(0.123_456), "0.123");
        assert_eq!(number(999.4), "999");
        assert_eq!(number(1234.0), "1,230");
        assert_eq!(number(1_234_567.0), "1,230,000");
        assert_eq!(whole(2048), "2,048");
        assert_eq!(whole(0), "0");
    }

    #[test]
    fn the_axis_ends_above_the_largest_bar() {
        for value in [0.3, 1.0, 1.1, 99.0, 100.0, 24_001.0] {
            let top = ceiling(value);
            assert!(top >= value && top <= value * 2.5, "{value} {top}");
        }
    }

    #[test]
    fn every_value_has_a_bar_and_a_gap_has_none() {
        let groups = [
            Group { label: "a < b".into(), values: vec![Some(1.0), Some(2.0)] },
            Group { label: "c".into(), values: vec![Some(3.0), None] },
        ];
        let chart = draw("x.svg", "Title", "ms", &["ours", "theirs"], &groups).unwrap();
        // Two squares of the legend and three bars.
        assert_eq!(chart.svg.matches("<rect").count(), 5);
        assert!(chart.svg.contains("a &lt; b") && chart.svg.ends_with("</svg>\n"));
        assert!(draw("x.svg", "Title", "ms", &["ours"], &[]).is_none());
    }
}
