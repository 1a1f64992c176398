//! How far a rain is, for whoever asks again and again.

use quizrain_shared::wire::Winner;

/// How far a shard of a rain is, in packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShardProgress {
    /// Those that are caught.
    pub caught: u32,
    /// Those that are not.
    pub left: u32,
}

/// How far a rain is now.
#[derive(Clone, Debug)]
pub struct RainFound {
    /// Each shard; `None` where its server does not answer.
    pub(super) shards: Vec<Option<ShardProgress>>,
    /// Who caught something last, as far as servers answer.
    pub newest: Vec<Winner>,
}

/// How many packets of each shard are caught; `None` where its server does not answer.
#[derive(Clone, Debug)]
pub struct CaughtCounts(pub(super) Vec<Option<u32>>);

/// A rain as it was found last: a shard whose server is away is where it was.
#[derive(Clone, Debug)]
pub struct RainCount {
    shards: Vec<ShardProgress>,
    all_answer: bool,
}

impl Default for RainCount {
    fn default() -> Self {
        Self { shards: Vec::new(), all_answer: true }
    }
}

impl RainCount {
    /// Takes over what was found of the same rain.
    pub fn note(&mut self, found: &RainFound) {
        self.shards.resize(found.shards.len(), ShardProgress::default());
        for (known, found) in self.shards.iter_mut().zip(&found.shards) {
            *known = found.unwrap_or(*known);
        }
        self.all_answer = !found.shards.contains(&None);
    }

    /// Packets that are caught.
    #[must_use]
    pub fn caught(&self) -> u32 {
        self.shards.iter().map(|shard| shard.caught).fold(0, u32::saturating_add)
    }

    /// Whether every server answered last.
    #[must_use]
    pub fn all_answer(&self) -> bool {
        self.all_answer
    }

    /// Whether no packet is left; not known where a server did not answer.
    #[must_use]
    pub fn sold_out(&self) -> bool {
        self.all_answer && self.shards.iter().all(|shard| shard.left == 0)
    }

    /// Whether these counts say something else.
    #[must_use]
    pub fn is_behind(&self, counts: &CaughtCounts) -> bool {
        let known = self.shards.iter().map(|shard| shard.caught).chain(std::iter::repeat(0));
        counts.0.iter().zip(known).any(|(caught, known)| caught.is_some_and(|it| it != known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(shards: &[Option<(u32, u32)>]) -> RainFound {
        let progress = |(caught, left)| ShardProgress { caught, left };
        RainFound { shards: shards.iter().map(|it| it.map(progress)).collect(), newest: vec![] }
    }

    #[test]
    fn a_shard_whose_server_is_away_is_where_it_was() {
        let mut count = RainCount::default();
        assert!(count.is_behind(&CaughtCounts(vec![Some(1)])), "nothing is known yet");
        count.note(&found(&[Some((3, 0)), Some((2, 4))]));
        assert_eq!((count.caught(), count.all_answer(), count.sold_out()), (5, true, false));
        count.note(&found(&[Some((3, 0)), None]));
        assert_eq!((count.caught(), count.all_answer()), (5, false));
        count.note(&found(&[Some((3, 0)), Some((6, 0))]));
        assert!(count.sold_out() && count.caught() == 9);
        assert!(!count.is_behind(&CaughtCounts(vec![Some(3), None])));
        assert!(count.is_behind(&CaughtCounts(vec![Some(3), Some(7)])));
    }

    #[test]
    fn nobody_knows_whether_a_rain_is_sold_out_that_cannot_be_counted() {
        let mut count = RainCount::default();
        count.note(&found(&[Some((3, 0)), None]));
        assert!(!count.sold_out());
    }
}
