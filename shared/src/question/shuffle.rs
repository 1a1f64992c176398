//! The order in which a player sees what may stand in any order: another one for each player, and
//! the same one after a reload.

use super::choices::CHOICES;

/// So many items in the order of the player in this seat, in this round: each once.
#[must_use]
pub fn shuffled(count: usize, seat: u32, round: u16) -> Vec<u8> {
    let mut items: Vec<u8> = (0..count.min(*CHOICES.end()) as u8).collect();
    let mut state = u64::from(seat) << 16 | u64::from(round);
    for last in (1..items.len()).rev() {
        items.swap(last, (next(&mut state) % (last as u64 + 1)) as usize);
    }
    items
}

/// The next number of `SplitMix64` (Steele, Lea, Flood, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_there_once_and_anywhere() {
        for count in 0..=*CHOICES.end() {
            let mut first = vec![0; count];
            for seat in 1..=1000 {
                let order = shuffled(count, seat, 3);
                assert_eq!(order, shuffled(count, seat, 3));
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.iter().copied().eq(0..count as u8), "{order:?}");
                if let Some(item) = order.first() {
                    first[usize::from(*item)] += 1;
                }
            }
            // Each of them is first for about as many.
            let fair = 1000 / count.max(1);
            assert!(first.iter().all(|times| (fair / 2..=fair * 2).contains(times)), "{first:?}");
        }
    }

    #[test]
    fn seats_and_rounds_have_orders_of_their_own() {
        let orders: std::collections::HashSet<_> =
            (1..=20).flat_map(|seat| (0..20).map(move |round| shuffled(8, seat, round))).collect();
        assert!(orders.len() > 390, "{} of 400", orders.len());
    }
}
