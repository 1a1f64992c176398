//! Pins on a picture: where they are right, and how many stand where. On the projector while a question's
//! answer is shown, and in the results of the game.

use leptos::prelude::*;
use quizrain_shared::question::{CELLS, Key, Region, Tally, WHOLE};

use crate::components::picture::{percent, region};
use crate::dom::view;

/// What lies on the picture of a question whose answer is known; nothing where no pins were put on it.
pub(super) fn over(key: Option<&Key>, tally: &Tally) -> Option<AnyView> {
    match (key, tally) {
        (Some(Key::Region(right)), Tally::Pins(cells)) => Some(counted(*right, cells)),
        _ => None,
    }
}

/// The region, and a disc in each cell with pins: the more there are, the larger.
fn counted(right: Region, cells: &[u32]) -> AnyView {
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
