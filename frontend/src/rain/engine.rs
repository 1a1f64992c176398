//! What is on the canvas at a moment: drops that still fall, what falls far behind them, and sparks of those that were
//! tapped.
//!
//! Called by `canvas` with a time after the rain's opening; knows neither clock nor browser.

use quizrain_shared::rain::{Drop, Field, Motion, falling, hit, sin_cos};

/// How far beside a drop a finger still hits it, in CSS pixels.
const SLACK: f64 = 10.0;
/// How far beside a drop a finger has nearly hit it.
const NEAR: f64 = 60.0;
/// How long sparks fly, in milliseconds.
pub(super) const SPARK_MS: f64 = 700.0;
/// How many pictures fall far behind.
const FAR: u32 = 14;

/// Where a drop was tapped or nearly so, and when.
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
    /// There was a drop; else a finger has just missed one.
    pub(super) bursts: bool,
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

    /// How much of a drop's width is seen at a moment, as a share; less than nothing where it is seen from behind. Some
    /// turn as they fall, and are hit as if they did not.
    pub(super) fn turn(&self, drop: &Drop, at_ms: f64) -> f64 {
        if !self.moves() || drop.index % 3 != 1 {
            return 1.0;
        }
        sin_cos(at_ms / 380.0 + f64::from(drop.index)).1
    }

    /// What falls far behind, smaller and slower, and cannot be tapped: which picture, and its centre.
    pub(super) fn far(&self, at_ms: f64) -> impl Iterator<Item = (u32, f64, f64)> {
        let Field { width, height, drop_width } = self.field;
        let falls = self.moves() && at_ms <= self.window_ms as f64;
        (0..FAR).filter(move |_| falls).filter_map(move |which| {
            // Those that are nearer are the odd ones.
            let lasts = if which % 2 == 0 { 11_000.0 } else { 8000.0 };
            let falls = (at_ms - f64::from(which) * 500.0) / lasts;
            let (times, share) = (falls.floor(), falls - falls.floor());
            let lane = (f64::from(which) * 0.618 + times * 0.37).fract();
            let (sway, _) = sin_cos(at_ms / 900.0 + f64::from(which));
            let (x, y) = (lane * width + sway * drop_width * 0.08, share * (height + drop_width));
            (falls >= 0.0).then_some((which, x, y - drop_width / 2.0))
        })
    }

    /// Whether nothing is to be seen.
    pub(super) fn is_blank(&self, at_ms: f64) -> bool {
        !(0.0..=self.window_ms as f64).contains(&at_ms) && self.sparks(at_ms).next().is_none()
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
        if let Some(drop) = hit(self.drops(at_ms), x, y, SLACK) {
            return Some(self.burst(drop, at_ms));
        }
        if hit(self.drops(at_ms), x, y, NEAR).is_some() {
            let width = self.field.drop_width * 0.6;
            self.spark(Spark { x, y, width, since: at_ms, seed: 0, bursts: false });
        }
        None
    }

    /// The lowest drop bursts that has not begun to leave: a tap by key, as soon as a finger could.
    pub(super) fn tap_lowest(&mut self, at_ms: f64) -> Option<u32> {
        let height = self.field.height;
        let there = self.drops(at_ms).filter(|drop| drop.y < height - drop.width * 0.5);
        let drop = there.max_by(|a, b| a.y.total_cmp(&b.y))?;
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
        let Drop { index, x, y, width, .. } = drop;
        self.spark(Spark { x, y, width, since: at_ms, seed: index, bursts: true });
        self.gone.push(index);
        index
    }

    fn spark(&mut self, spark: Spark) {
        self.sparks.retain(|known| spark.since - known.since < SPARK_MS);
        self.sparks.push(spark);
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

    #[test]
    fn a_finger_that_just_misses_leaves_a_ripple_and_the_drop() {
        let mut engine = engine(Motion::Full);
        let drops: Vec<Drop> = engine.drops(5000.0).collect();
        let beside = |it: &Drop| (it.x + it.width * 0.5 + 3.0 * SLACK, it.y);
        let alone = |it: &&Drop| {
            let (x, y) = beside(it);
            hit(drops.iter().copied(), x, y, SLACK).is_none()
        };
        let (x, y) = drops.iter().find(alone).map(beside).unwrap();
        assert_eq!(engine.tap(x, y, 5000.0), None);
        let ripples: Vec<Spark> = engine.sparks(5000.0).map(|(spark, _)| spark).collect();
        assert!(matches!(ripples[..], [Spark { bursts: false, .. }]), "{ripples:?}");
        assert_eq!(engine.drops(5000.0).count(), drops.len());
        engine.tap(-500.0, -500.0, 5000.0);
        assert_eq!(engine.sparks(5000.0).count(), 1, "far from every drop");
    }

    #[test]
    fn keys_tap_as_soon_as_a_finger_could() {
        let mut engine = engine(Motion::Full);
        let first = (0..1000).find(|at_ms| engine.drops(f64::from(*at_ms)).next().is_some());
        assert!(engine.tap_lowest(f64::from(first.unwrap())).is_some());
    }

    #[test]
    fn drops_turn_in_their_width_and_stand_still_where_that_is_wished() {
        for motion in [Motion::Full, Motion::Reduced] {
            let engine = engine(motion);
            let turns = (0..12_000).step_by(50).map(f64::from);
            let mut turns = turns.flat_map(|at_ms| {
                let turn = |drop| engine.turn(&drop, at_ms);
                engine.drops(at_ms).map(turn).collect::<Vec<_>>()
            });
            assert!(turns.all(|turn| turn == 1.0 || engine.moves() && turn.abs() <= 1.0 + 1e-9));
        }
    }

    #[test]
    fn what_falls_far_behind_begins_above_and_ends_with_the_rain() {
        let calm = engine(Motion::Reduced);
        let engine = engine(Motion::Full);
        assert_eq!(calm.far(5000.0).count(), 0);
        assert_eq!(engine.far(-1.0).count() + engine.far(12_001.0).count(), 0);
        assert!(engine.far(100.0).all(|(_, _, y)| y < 0.0));
        assert_eq!(engine.far(11_000.0).count(), FAR as usize);
        let inside = |(_, x, y): (u32, f64, f64)| (-10.0..=400.0).contains(&x) && y < 890.0;
        assert!(engine.far(11_000.0).all(inside));
    }

    #[test]
    fn there_is_something_to_paint_while_it_rains_and_while_sparks_fly() {
        let mut engine = engine(Motion::Full);
        assert!(engine.is_blank(-1.0) && !engine.is_blank(0.0) && engine.is_blank(12_001.0));
        engine.tap_lowest(11_999.0);
        assert!(!engine.is_blank(12_001.0) && engine.is_blank(13_000.0));
    }
}
