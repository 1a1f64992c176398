//! Pins on the projector's picture: where they are right, and how many stand where.

use leptos::prelude::*;
use quizrain_shared::question::{CELLS, Region, WHOLE};

use crate::components::picture::{percent, region};
use crate::dom::view;

/// The region, and a disc in each cell with pins: the more there are, the larger.
pub(super) fn over(right: Region, cells: &[u32]) -> AnyView {
    let most = cells.iter().copied().max().unwrap_or(0).max(1);
    let side = WHOLE / CELLS;
    let spots = cells.iter().enumerate().filter(|(_, count)| **count > 0).map(|(cell, count)| {
        let (row, column) = (cell / usize::from(CELLS), cell % usize::from(CELLS));
        let middle = |cell: usize| cell as u16 * side + side / 2;
        // By area, as the eye compares them.
        let size = 0.4 + 0.6 * (f64::from(*count) / f64::from(most)).sqrt();
        view! {
            <span class="heat" style:left=percent(middle(column)) style:top=percent(middle(row))
                style:transform=format!("translate(-50%, -50%) scale({size:.2})")></span>
        }
    });
    view! {
        {region(right)}
        <div class="heats" data-testid="heat" aria-hidden="true">{spots.collect_view()}</div>
    }
    .into_any()
}
