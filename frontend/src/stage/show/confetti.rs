//! Confetti of paper and gold for the best on the podium: a few dozen pieces that fall once, moved by the style
//! sheet alone, and are out of sight afterwards. The same each time, so that a test knows all of them.

use leptos::prelude::*;

use super::motion::with_properties;
use crate::dom::view;

const PIECES: u32 = 64;
/// The last piece begins to fall this much later than the first, in milliseconds.
const SPREAD_MS: u32 = 2600;
/// How long pieces fall, in milliseconds: at least, and how much longer at most.
const FALLS_MS: u32 = 3200;
const LONGER_MS: u32 = 2100;
/// How far a piece drifts to either side, in hundredths of the letters around it.
const DRIFT: u32 = 600;
/// How many looks pieces have: two of paper, two of gold.
const LOOKS: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    look: u32,
    /// Where it begins, in thousandths of the picture's width.
    left: u32,
    waits_ms: u32,
    falls_ms: u32,
    drifts: i64,
    /// How far it turns, in degrees.
    turns: u32,
}

/// A number below another that looks drawn: one of several of a piece.
pub(super) fn drawn(piece: u32, which: u32, below: u32) -> u32 {
    let mixed = (piece.wrapping_mul(0x9e37_79b1) ^ which.wrapping_mul(0x85eb_ca6b)) ^ 0x27d4_eb2f;
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0xc2b2_ae35);
    (mixed ^ (mixed >> 16)) % below
}

fn piece(index: u32) -> Piece {
    let wide = 1000 / PIECES;
    Piece {
        look: index % LOOKS,
        left: index * 1000 / PIECES + drawn(index, 0, wide),
        waits_ms: drawn(index, 1, SPREAD_MS),
        falls_ms: FALLS_MS + drawn(index, 2, LONGER_MS),
        drifts: i64::from(drawn(index, 3, 2 * DRIFT)) - i64::from(DRIFT),
        turns: 360 + drawn(index, 4, 1440),
    }
}

/// Falls once, a while after it has come into the picture.
pub(super) fn confetti(enters_ms: u32) -> AnyView {
    let pieces = (0..PIECES).map(piece).map(|piece| {
        let Piece { look, left, waits_ms, falls_ms, drifts, turns } = piece;
        let falls = vec![
            ("--left", format!("{}.{}%", left / 10, left % 10)),
            ("--waits", format!("{}ms", enters_ms + waits_ms)),
            ("--falls", format!("{falls_ms}ms")),
            ("--drifts", format!("calc({drifts}em / 100)")),
            ("--turns", format!("{turns}deg")),
        ];
        view! { <i class=format!("piece piece-{look}") use:with_properties=falls></i> }
    });
    view! { <div class="confetti" aria-hidden="true">{pieces.collect_view()}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_after_eight_seconds() {
        let ends = (0..PIECES).map(piece).map(|piece| piece.waits_ms + piece.falls_ms);
        let ends: Vec<u32> = ends.collect();
        assert!(ends.iter().all(|end| (FALLS_MS..8000).contains(end)), "{ends:?}");
        assert!(ends.iter().any(|end| *end > 6000), "{ends:?}");
    }

    #[test]
    fn pieces_are_all_over_the_picture_half_of_them_gold() {
        let pieces: Vec<Piece> = (0..PIECES).map(piece).collect();
        assert!(pieces.is_sorted_by_key(|piece| piece.left) && pieces[63].left < 1000);
        for tenth in 0..10 {
            let here = pieces.iter().filter(|piece| piece.left / 100 == tenth).count();
            assert!((4..=9).contains(&here), "{here} in {tenth}");
        }
        assert_eq!(pieces.iter().filter(|piece| piece.look >= 2).count(), 32);
        let (left, right): (Vec<&Piece>, Vec<&Piece>) =
            pieces.iter().partition(|piece| piece.drifts < 0);
        assert!(left.len() > 15 && right.len() > 15, "{} and {}", left.len(), right.len());
    }
}
