//! What goes wrong and when: drawn up front from the seed, so that a run can be replayed.
//!
//! Called by `soak::run`. The same seed, length and kinds give the same plan, and every kind is in
//! it at least once however short the run.

use std::time::Duration;

use crate::bots::random::Random;

/// Occasions of chance, apart from those of bots.
const PLAN: u64 = 16 << 32;
const ARMS: u64 = 17 << 32;
const WHOM: u64 = 24 << 32;

/// From one fault to the next, in seconds, where the run is long enough.
const GAP: (f64, f64) = (1.0, 5.0);
/// How often a fault that can hit several at once does.
const HITS_ALL: f64 = 0.15;
/// No fault in the first and the last moments of a run, in seconds.
const MARGIN: f64 = 1.0;

/// The back end's fail points.
pub(super) const POINTS: &[&str] = &[
    "close.after_commit",
    "close.after_return",
    "close.before_begin",
    "close.before_commit",
    "game.before_end",
    "history.after_commit",
    "history.before_begin",
    "history.before_commit",
    "payout.after_post",
    "payout.after_record",
    "payout.after_take",
    "payout.before_record_commit",
    "payout.before_take",
    "rain.before_next_shard",
    "settle.after_begin",
    "settle.after_commit",
    "settle.after_insert",
    "settle.after_lock",
    "settle.after_payouts",
    "settle.before_begin",
    "settle.before_commit",
    "settler.after_acknowledge",
    "settler.after_read",
    "settler.before_acknowledge",
    "settler.before_read",
    "settler.before_reconcile",
    "settler.before_tell",
];

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Kind {
    /// `kill -9` of the back end; it is started again at once.
    KillServer,
    /// `kill -9` of Redis; it is started again on its file.
    KillRedis,
    /// Redis stands still: it takes bytes and answers nothing.
    StopRedis,
    /// The back end stands still.
    StopServer,
    /// The database stands still; of `SQLite`: somebody else holds its lock.
    StopDatabase,
    /// Redis forgets every script.
    FlushScripts,
    /// Many players lose their connection in the same moment.
    Disconnect,
    /// The stream of a falling rain is deleted.
    LoseStream,
    /// The stream of a falling rain is replaced by a string for a while.
    WrongType,
    /// Redis has no memory left for a while.
    OutOfMemory,
    /// `kill -9` of the receiver of payouts; it is started again at once.
    KillReceiver,
    /// A back end is asked to end: it moves its players to the others first.
    RestartServer,
    /// The connections of one back end to Redis break, and new ones too.
    CutLink,
    /// The connections of one back end to Redis stand still.
    StallLink,
    /// `kill -9` of the primary that has a falling rain, which comes back once its replica is the
    /// primary. That one has not heard of what was written last.
    KillPrimary,
    /// A primary of the cluster and its replica change places, in order.
    SwapPrimary,
}

impl Kind {
    pub(super) const ALL: [Self; 16] = [
        Self::KillServer,
        Self::KillRedis,
        Self::StopRedis,
        Self::StopServer,
        Self::StopDatabase,
        Self::FlushScripts,
        Self::Disconnect,
        Self::LoseStream,
        Self::WrongType,
        Self::OutOfMemory,
        Self::KillReceiver,
        Self::RestartServer,
        Self::CutLink,
        Self::StallLink,
        Self::KillPrimary,
        Self::SwapPrimary,
    ];

    /// The name in the report.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::KillServer => "kill_server",
            Self::KillRedis => "kill_redis",
            Self::StopRedis => "stop_redis",
            Self::StopServer => "stop_server",
            Self::StopDatabase => "stop_database",
            Self::FlushScripts => "flush_scripts",
            Self::Disconnect => "disconnect",
            Self::LoseStream => "lose_stream",
            Self::WrongType => "wrong_type",
            Self::OutOfMemory => "out_of_memory",
            Self::KillReceiver => "kill_receiver",
            Self::RestartServer => "restart_server",
            Self::CutLink => "cut_link",
            Self::StallLink => "stall_link",
            Self::KillPrimary => "kill_primary",
            Self::SwapPrimary => "swap_primary",
        }
    }

    /// How long it lasts, in seconds.
    fn lasts(self) -> (f64, f64) {
        match self {
            Self::StopRedis | Self::StopServer => (0.3, 3.0),
            Self::StopDatabase => (1.0, 5.0),
            // Longer than a back end keeps a game that it cannot reach.
            Self::CutLink | Self::StallLink => (0.5, 5.0),
            // Not so long that the others take its replica for gone.
            Self::KillPrimary => (0.0, 0.6),
            Self::WrongType | Self::OutOfMemory => (0.3, 1.5),
            _ => (0.0, 0.0),
        }
    }
}

/// A fault that will happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fault {
    /// When, after the beginning.
    pub(super) at: Duration,
    pub(super) kind: Kind,
    /// How long it lasts; nothing for what happens in a moment.
    pub(super) lasts: Duration,
    /// Whom it hits, from nobody at 0 to everybody at 1; for what hits players.
    pub(super) share: f64,
    /// Chance, for what hits one of several.
    pub(super) pick: usize,
    /// It hits all of them.
    pub(super) all: bool,
}

impl Fault {
    /// Whom of these it hits: one, and now and then all.
    pub(super) fn among<'a, T>(&self, everybody: &'a [T]) -> &'a [T] {
        let (count, one) = (everybody.len(), self.pick.checked_rem(everybody.len()));
        let hit = if self.all { 0..count } else { one.map_or(0..0, |one| one..one + 1) };
        everybody.get(hit).unwrap_or_default()
    }
}

fn between(random: &mut Random, (least, most): (f64, f64)) -> f64 {
    least + (most - least) * random.unit()
}

/// The faults of a run of this length: kinds in turns, each turn in another order. The back end and
/// the primary of a cluster are killed twice in each.
pub(super) fn plan(seed: u64, length: Duration, kinds: &[Kind]) -> Vec<Fault> {
    let mut random = Random::of(seed, 0, PLAN);
    let again = |kind: &&Kind| matches!(kind, Kind::KillServer | Kind::KillPrimary);
    let again = kinds.iter().filter(again);
    let whole: Vec<Kind> = kinds.iter().chain(again).copied().collect();
    let end = length.as_secs_f64() - MARGIN;
    // Where not every kind fits in at this pace, they follow each other more quickly.
    let pace = ((end - MARGIN) / (GAP.1 * whole.len() as f64)).min(1.0);
    let (mut at, mut faults, mut turn) = (MARGIN, Vec::new(), Vec::new());
    loop {
        if turn.is_empty() {
            turn.clone_from(&whole);
        }
        at += between(&mut random, GAP) * pace;
        if turn.is_empty() || at > end {
            return faults;
        }
        let kind = turn.swap_remove(random.below(turn.len()));
        let mut whom = Random::of(seed, faults.len() as u32, WHOM);
        faults.push(Fault {
            at: Duration::from_secs_f64(at),
            kind,
            lasts: Duration::from_secs_f64(between(&mut random, kind.lasts())),
            share: between(&mut random, (0.3, 1.0)),
            pick: whom.next() as usize,
            all: whom.chance(HITS_ALL),
        });
    }
}

/// What the fail points do at this start of the back end, as the variable FAILPOINTS says it: one
/// to three of them misbehave.
pub(super) fn arms(seed: u64, start: u32, points: &[&str]) -> String {
    const ACTIONS: [&str; 4] = ["1*return(crash)", "3*return(error)", "1*panic", "5*sleep(300)"];
    let mut random = Random::of(seed, start, ARMS);
    let mut points = points.to_vec();
    let armed = (1 + random.below(3)).min(points.len());
    let arms: Vec<String> = (0..armed)
        .map(|_| {
            let point = points.swap_remove(random.below(points.len()));
            // A rain is settled in many steps, and opened and closed in one; so is a game.
            let once = ["close.", "rain.", "game."].iter().any(|of| point.starts_with(of));
            let often = if once { 40 } else { 5 };
            format!("{point}={often}%{}", ACTIONS[random.below(ACTIONS.len())])
        })
        .collect();
    arms.join(";")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_plan_and_another_does_not() {
        let draw = |seed| plan(seed, Duration::from_secs(600), &Kind::ALL);
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert_eq!(arms(7, 3, &["a", "b"]), arms(7, 3, &["a", "b"]));
        let points = ["a", "b", "c", "d", "e"];
        let armed: BTreeSet<_> = (0..100).map(|start| arms(7, start, &points)).collect();
        assert!(armed.len() > 50);
    }

    #[test]
    fn every_kind_happens_however_short_the_run() {
        for (seed, seconds) in (0..200).flat_map(|seed| [(seed, 10), (seed, 20), (seed, 120)]) {
            let length = Duration::from_secs(seconds);
            let plan = plan(seed, length, &Kind::ALL);
            let kinds: BTreeSet<Kind> = plan.iter().map(|fault| fault.kind).collect();
            assert_eq!(kinds.len(), Kind::ALL.len(), "seed {seed}, {seconds} s");
            assert!(plan.iter().all(|fault| fault.at < length), "seed {seed}");
            assert!(plan.is_sorted_by_key(|fault| fault.at), "seed {seed}");
        }
    }

    #[test]
    fn faults_of_a_long_run_are_one_to_five_seconds_apart() {
        let plan = plan(1, Duration::from_secs(3600), &Kind::ALL);
        for pair in plan.windows(2) {
            let gap = (pair[1].at - pair[0].at).as_secs_f64();
            assert!((0.999..=5.001).contains(&gap), "{gap}");
        }
        assert!(plan.len() > 1000);
        let (least, most) = Kind::StopDatabase.lasts();
        for fault in plan.iter().filter(|fault| fault.kind == Kind::StopDatabase) {
            assert!((least..=most).contains(&fault.lasts.as_secs_f64()));
        }
    }

    #[test]
    fn a_fault_hits_one_of_several_and_now_and_then_all() {
        let plan = plan(3, Duration::from_secs(3600), &Kind::ALL);
        for everybody in [&[1, 2, 3][..], &[1], &[]] {
            let mut hit = BTreeSet::<u8>::new();
            for fault in &plan {
                let among = fault.among(everybody);
                assert!(if fault.all { among == everybody } else { among.len() <= 1 });
                hit.extend(among.iter().copied());
            }
            assert_eq!(hit.len(), everybody.len());
        }
        let all = plan.iter().filter(|fault| fault.all).count();
        assert!((plan.len() / 20..plan.len() / 3).contains(&all), "{all} of {}", plan.len());
    }

    /// The names in the back end's sources.
    fn points_in(folder: &std::path::Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                points_in(&path, found);
            } else {
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                let names = source.split("fail_at!(\"").skip(1);
                found.extend(names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
            }
        }
    }

    #[test]
    fn every_fail_point_of_the_back_end_is_known() {
        let mut found = BTreeSet::new();
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../backend/src");
        points_in(std::path::Path::new(sources), &mut found);
        // A command of its own, and no server; and in a soak nobody signs in, adds a device, is erased, or holds a payout.
        let others = ["deposit.", "devices.", "erase.", "inherit.", "hold.", "release.", "refuse."];
        found.retain(|point| !others.iter().any(|of| point.starts_with(of)));
        let known: BTreeSet<String> = POINTS.iter().map(ToString::to_string).collect();
        assert_eq!(found, known);
    }

    #[test]
    fn nothing_is_planned_where_nothing_may_go_wrong() {
        assert_eq!(plan(1, Duration::from_secs(20), &[]), []);
        assert_eq!(plan(1, Duration::ZERO, &Kind::ALL), []);
        assert_eq!(arms(1, 1, &[]), "");
    }

    #[test]
    fn one_to_three_different_points_are_armed() {
        for start in 0..100 {
            let arms = arms(3, start, &["a", "b", "c", "d"]);
            let points: BTreeSet<&str> =
                arms.split(';').filter_map(|arm| arm.split('=').next()).collect();
            assert_eq!(points.len(), arms.split(';').count(), "{arms}");
            assert!((1..=3).contains(&points.len()), "{arms}");
        }
    }
}
