//! What is on the canvas at a moment: drops that still fall, and sparks of those that were tapped.
//!
//! Called by `canvas` with a time after the rain's opening; knows neither clock nor browser.

use quizrain_shared::rain::{Drop, Field, Motion, falling, hit};

/// How far beside a drop a finger still hits it, in CSS pixels.
const SLACK: f64 = 10.0;
/// How long sparks fly, in milliseconds.
pub(super) const SPARK_MS: f64 = 700.0;

/// Where a drop was tapped, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spark {
    /// Centre, from the left edge.
    pub(super) x: f64,
    /// Centre, from the top edge.
    pub(super) y: f64,
    /// Width of the drop.
    pub(super) width: f64,
    /// Milliseconds after the rain's opening.
    pub(super) since: f64,
    /// Varies the pattern.
    pub(super) seed: u32,
}

/// One shower on one canvas.
pub(super) struct Engine {
    seed: u64,
    window_ms: u64,
    motion: Motion,
    field: Field,
    gone: Vec<u32>,
    sparks: Vec<Spark>,
}

impl Engine {
    /// A shower of a picture seed and a window.
    pub(super) fn new(seed: u64, window_ms: u64, motion: Motion) -> Self {
        let field = Field::new(0.0, 0.0);
        Self { seed, window_ms, motion, field, gone: Vec::new(), sparks: Vec::new() }
    }

    /// The canvas has another size, in CSS pixels.
    pub(super) fn resize(&mut self, width: f64, height: f64) {
        self.field = Field::new(width, height);
    }

    /// The largest width that a drop has on this canvas.
    pub(super) fn widest(&self) -> f64 {
        self.field.drop_width * 1.25
    }

    /// Whether things move.
    pub(super) fn moves(&self) -> bool {
        self.motion == Motion::Full
    }

    /// The drops to draw, in order. None after the rain's end: they could not be caught.
    pub(super) fn drops(&self, at_ms: f64) -> impl DoubleEndedIterator<Item = Drop> {
        let over = at_ms > self.window_ms as f64;
        falling(self.seed, self.window_ms, at_ms, self.field, self.motion)
            .filter(move |drop| !over && !self.gone.contains(&drop.index))
    }

    /// The sparks that fly, with their age from 0 to 1.
    pub(super) fn sparks(&self, at_ms: f64) -> impl Iterator<Item = (Spark, f64)> {
        self.sparks.iter().filter_map(move |spark| {
            let age = (at_ms - spark.since) / SPARK_MS;
            (0.0..1.0).contains(&age).then_some((*spark, age))
        })
    }

    /// A finger at a point: the drop under it bursts.
    pub(super) fn tap(&mut self, x: f64, y: f64, at_ms: f64) -> Option<u32> {
        let drop = hit(self.drops(at_ms), x, y, SLACK)?;
        Some(self.burst(drop, at_ms))
    }

    /// The lowest drop that is wholly visible bursts: a tap by key.
    pub(super) fn tap_lowest(&mut self, at_ms: f64) -> Option<u32> {
        let drop = self.visible(at_ms).max_by(|a, b| a.y.total_cmp(&b.y))?;
        Some(self.burst(drop, at_ms))
    }

    /// A drop that will stay in sight for a while.
    pub(super) fn lasting(&self, at_ms: f64) -> Option<Drop> {
        let middle = self.field.height * 0.35;
        let away = |drop: &Drop| (drop.y - middle).abs();
        self.visible(at_ms).min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    fn visible(&self, at_ms: f64) -> impl Iterator<Item = Drop> {
        let height = self.field.height;
        self.drops(at_ms)
            .filter(move |drop| drop.y > drop.width * 0.5 && drop.y < height - drop.width * 0.5)
    }

    fn burst(&mut self, drop: Drop, at_ms: f64) -> u32 {
        self.sparks.retain(|spark| at_ms - spark.since < SPARK_MS);
        let Drop { index, x, y, width, .. } = drop;
        self.sparks.push(Spark { x, y, width, since: at_ms, seed: index });
        self.gone.push(index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(motion: Motion) -> Engine {
        let mut engine = Engine::new(7, 12_000, motion);
        engine.resize(390.0, 844.0);
        engine
    }

    #[test]
    fn a_tapped_drop_is_gone_and_sparks_for_a_while() {
        for motion in [Motion::Full, Motion::Reduced] {
            let mut engine = engine(motion);
            let drop = engine.lasting(5000.0).unwrap();
            let index = engine.tap(drop.x, drop.y, 5000.0).unwrap();
            assert!(engine.drops(5000.0).all(|drop| drop.index != index));
            assert_eq!(engine.sparks(5010.0).count(), 1);
            assert_eq!(engine.sparks(5000.0 + SPARK_MS).count(), 0);
        }
    }

    #[test]
    fn keys_tap_the_lowest_drop_in_sight() {
        let mut engine = engine(Motion::Full);
        let lowest = engine.visible(5000.0).map(|drop| drop.y).fold(0.0, f64::max);
        let expected = engine.visible(5000.0).find(|drop| drop.y == lowest).unwrap();
        assert_eq!(engine.tap_lowest(5000.0), Some(expected.index));
        assert!(lowest < 844.0);
    }

    #[test]
    fn nothing_falls_before_or_after_the_rain() {
        let mut engine = engine(Motion::Full);
        assert_eq!(engine.drops(-1.0).count(), 0);
        assert_eq!(engine.drops(12_001.0).count(), 0);
        assert_eq!(engine.tap_lowest(12_001.0), None);
        assert_eq!(engine.tap(-500.0, -500.0, 5000.0), None);
    }
}
