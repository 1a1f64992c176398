//! Which packets of a rain are its last ones.

use quizrain_shared::client::GameView;
use quizrain_shared::ids::RainId;

/// So many packets, of so many, are few.
fn few_of(packets: u32) -> u32 {
    (packets / 5).clamp(1, 10)
}

/// How many packets of a rain are left, once they are few. Not before anything was caught: then nobody knows.
pub(crate) fn few_left(known: &GameView, rain: RainId) -> Option<u32> {
    let progress = known.rain.as_ref().filter(|progress| progress.rain == rain)?;
    let left = progress.packets.saturating_sub(progress.caught);
    (1..=few_of(progress.packets)).contains(&left).then_some(left)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::wire::RainProgress;

    use super::*;

    #[test]
    fn the_last_packets_are_a_fifth_and_ten_at_most() {
        let rain = RainId([7; 8]);
        let left = |caught, packets| {
            let progress = RainProgress { rain, caught, packets, newest: Vec::new() };
            few_left(&GameView { rain: Some(progress), ..GameView::default() }, rain)
        };
        assert_eq!([left(0, 20), left(15, 20), left(16, 20)], [None, None, Some(4)]);
        assert_eq!([left(19, 20), left(20, 20), left(21, 20)], [Some(1), None, None]);
        assert_eq!([left(1, 3), left(2, 3), left(0, 1)], [None, Some(1), Some(1)]);
        assert_eq!([left(989, 1000), left(990, 1000), left(0, 0)], [None, Some(10), None]);
        assert_eq!(few_left(&GameView::default(), rain), None);
    }
}
