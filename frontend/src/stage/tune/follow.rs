//! What should sound at a phase and a time: which music, and which signals. Pure; called by the band of this room a
//! few times a second.

use quizrain_shared::client::GameView;
use quizrain_shared::phase::Kind;

use super::score::{Music, Signal};

/// How early a tick is told at most, so that it is on time however late the next step comes, and how late, in milliseconds.
const AHEAD_MS: f64 = 250.0;
/// How far apart signals are that come together, in milliseconds.
const APART_MS: f64 = 300.0;
/// How far apart coins are at least: eight of them in a second. What is caught meanwhile is one coin.
const COINS_APART_MS: f64 = 125.0;

/// What matters of a game to who plays along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scene {
    kind: Kind,
    opens_ms: u64,
    closes_ms: u64,
    /// How many packets of this rain are caught.
    caught: u32,
}

impl Scene {
    pub(super) fn of(known: &GameView) -> Option<Self> {
        let stage = known.stage.as_ref()?;
        let progress = known.rain.as_ref().zip(known.shower());
        let own = progress.filter(|(progress, shower)| progress.rain == shower.rain);
        Some(Self {
            kind: stage.phase.kind,
            opens_ms: stage.opens_ms,
            closes_ms: stage.closes_ms,
            caught: own.map_or(0, |(progress, _)| progress.caught),
        })
    }
}

/// The music of a scene, at a time of the server.
pub(super) fn music(scene: &Scene, now_ms: f64) -> Option<Music> {
    let falls = scene.opens_ms as f64 <= now_ms && now_ms < scene.closes_ms as f64;
    match scene.kind {
        Kind::Lobby => Some(Music::Lobby),
        Kind::Rain if falls => Some(Music::Rain),
        _ => None,
    }
}

/// The next of the last five seconds, and in how many milliseconds it begins.
fn tick(scene: &Scene, now_ms: f64) -> Option<(u8, f64)> {
    if !matches!(scene.kind, Kind::Asking | Kind::Paced) || scene.closes_ms == 0 {
        return None;
    }
    let left_ms = scene.closes_ms as f64 - now_ms;
    let second = ((left_ms - AHEAD_MS) / 1000.0).ceil();
    let in_ms = left_ms - 1000.0 * second;
    // After a while without a step it is too late: a tick that is not on time says nothing.
    let on_time = (1.0..=5.0).contains(&second) && in_ms > -AHEAD_MS;
    on_time.then_some((second as u8, in_ms))
}

/// What a change says.
fn signals(before: Kind, now: Kind) -> &'static [Signal] {
    let was_open = matches!(before, Kind::Asking | Kind::Paused | Kind::Paced);
    match now {
        _ if now == before => &[],
        Kind::Closing | Kind::Counting if was_open => &[Signal::Lock],
        Kind::Revealed if was_open => &[Signal::Lock, Signal::Reveal],
        Kind::Revealed => &[Signal::Reveal],
        Kind::Board => &[Signal::Board],
        Kind::Podium => &[Signal::Podium],
        _ => &[],
    }
}

/// What was seen of a game, so that everything is told once. What is there at first sight is no news.
#[derive(Debug, Default)]
pub(super) struct Follower {
    kind: Option<Kind>,
    /// The end of a question, and the second before it that was told last.
    ticked: Option<(u64, u8)>,
    /// How many packets of the rain that falls are told.
    told: Option<u32>,
    coin_ms: f64,
}

impl Follower {
    /// What is news at a time of the server, and in how many milliseconds it is to be heard.
    pub(super) fn follow(&mut self, scene: &Scene, now_ms: f64) -> Vec<(Signal, f64)> {
        let changes = match self.kind.replace(scene.kind) {
            Some(before) => signals(before, scene.kind),
            None => &[],
        };
        let changes = (0_u32..).zip(changes);
        let mut news: Vec<_> =
            changes.map(|(n, signal)| (*signal, f64::from(n) * APART_MS)).collect();
        if let Some((second, in_ms)) = tick(scene, now_ms) {
            let told = Some((scene.closes_ms, second));
            if self.ticked != told {
                self.ticked = told;
                news.push((Signal::Tick(second), in_ms));
            }
        }
        news.extend(self.coin(scene, now_ms).map(|caught| (Signal::Coin(caught), 0.0)));
        news
    }

    /// How many packets the next coin stands for.
    fn coin(&mut self, scene: &Scene, now_ms: f64) -> Option<u32> {
        if scene.kind != Kind::Rain {
            self.told = None;
            return None;
        }
        let told = *self.told.get_or_insert(scene.caught);
        let too_soon = (now_ms - self.coin_ms).abs() < COINS_APART_MS;
        if scene.caught == told || scene.caught > told && too_soon {
            return None;
        }
        self.told = Some(scene.caught);
        // Fewer than before: it is another rain, or servers have lost the last moments.
        let new = scene.caught.checked_sub(told)?;
        self.coin_ms = now_ms;
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP_MS: f64 = 60.0;

    fn scene(kind: Kind) -> Scene {
        Scene { kind, opens_ms: 10_000, closes_ms: 30_000, caught: 0 }
    }

    #[test]
    fn music_is_for_those_who_wait_and_for_the_rain() {
        for kind in Kind::ALL {
            let expected = match kind {
                Kind::Lobby => Some(Music::Lobby),
                Kind::Rain => Some(Music::Rain),
                _ => None,
            };
            assert_eq!(music(&scene(kind), 20_000.0), expected, "{kind:?}");
        }
        // Before the first drop, and after the last one.
        for now_ms in [9_999.0, 30_000.0] {
            assert_eq!(music(&scene(Kind::Rain), now_ms), None);
        }
    }

    /// What is told of a scene over a while, with the time at which it is heard.
    fn over(follower: &mut Follower, scene: &Scene, from: f64, until: f64) -> Vec<(Signal, f64)> {
        let (mut now_ms, mut heard) = (from, Vec::new());
        while now_ms < until {
            let news = follower.follow(scene, now_ms);
            heard.extend(news.into_iter().map(|(signal, in_ms)| (signal, now_ms + in_ms)));
            now_ms += STEP_MS;
        }
        heard
    }

    #[test]
    fn the_last_five_seconds_tick_once_each_and_on_time() {
        for kind in [Kind::Asking, Kind::Paced] {
            let heard = over(&mut Follower::default(), &scene(kind), 10_000.0, 31_000.0);
            let seconds = [5, 4, 3, 2, 1].map(Signal::Tick);
            assert_eq!(heard.iter().map(|it| it.0).collect::<Vec<_>>(), seconds);
            for ((_, at), expected) in heard.iter().zip([25, 26, 27, 28, 29]) {
                assert!((at - 1000.0 * f64::from(expected)).abs() < 0.001, "{heard:?}");
            }
        }
        for kind in [Kind::Reading, Kind::Paused, Kind::Closing, Kind::Rain, Kind::Lobby] {
            let heard = over(&mut Follower::default(), &scene(kind), 10_000.0, 31_000.0);
            assert!(heard.is_empty(), "{kind:?}: {heard:?}");
        }
    }

    #[test]
    fn a_question_without_an_end_does_not_tick_and_one_with_more_time_ticks_again() {
        let mut follower = Follower::default();
        let endless = Scene { closes_ms: 0, ..scene(Kind::Asking) };
        assert!(over(&mut follower, &endless, 0.0, 60_000.0).is_empty());
        assert_eq!(over(&mut follower, &scene(Kind::Asking), 20_000.0, 27_500.0).len(), 3);
        let longer = Scene { closes_ms: 50_000, ..scene(Kind::Asking) };
        assert_eq!(over(&mut follower, &longer, 27_500.0, 51_000.0).len(), 5);
    }

    #[test]
    fn what_comes_too_late_is_left_out() {
        let mut follower = Follower::default();
        assert!(follower.follow(&scene(Kind::Asking), 25_500.0).is_empty());
        let next = follower.follow(&scene(Kind::Asking), 25_900.0);
        assert_eq!(next, [(Signal::Tick(4), 100.0)]);
    }

    #[test]
    fn a_change_is_heard_and_what_is_there_at_first_sight_is_not() {
        let told = |kinds: &[Kind]| {
            let mut follower = Follower::default();
            let scenes = kinds.iter().map(|kind| scene(*kind));
            let told: Vec<_> = scenes.flat_map(|scene| follower.follow(&scene, 0.0)).collect();
            told.into_iter().map(|it| it.0).collect::<Vec<_>>()
        };
        for kind in Kind::ALL {
            assert!(told(&[kind]).is_empty() && told(&[kind, kind]).is_empty(), "{kind:?}");
        }
        use Kind::*;
        use Signal::{Board as Best, Lock, Podium as Winners, Reveal};
        assert_eq!(told(&[Asking, Closing, Revealed, Board]), [Lock, Reveal, Best]);
        assert_eq!(told(&[Asking, Revealed]), [Lock, Reveal]);
        assert!(told(&[Asking, Paused, Asking]).is_empty());
        assert_eq!(told(&[Paced, Counting, Board, Podium, Ended]), [Lock, Best, Winners]);
        assert_eq!(told(&[Slide, Board, Rain, RainDone, Podium]), [Best, Winners]);
    }

    #[test]
    fn signals_that_come_together_are_heard_one_after_the_other() {
        let mut follower = Follower::default();
        assert!(follower.follow(&scene(Kind::Asking), 0.0).is_empty());
        let both = follower.follow(&scene(Kind::Revealed), 0.0);
        assert_eq!(both, [(Signal::Lock, 0.0), (Signal::Reveal, APART_MS)]);
    }

    #[test]
    fn a_downpour_is_eight_coins_a_second_that_stand_for_all() {
        let mut follower = Follower::default();
        let rain = |caught| Scene { caught, ..scene(Kind::Rain) };
        let first = follower.follow(&rain(70), 0.0);
        assert!(first.is_empty(), "what was caught before is no news");
        let (mut coins, mut caught) = (Vec::new(), 70);
        for step in 0..100_u32 {
            caught += 30;
            coins.extend(follower.follow(&rain(caught), 10_000.0 + 10.0 * f64::from(step)));
        }
        coins.extend(follower.follow(&rain(caught), 12_000.0));
        assert!((6..=9).contains(&coins.len()), "{coins:?}");
        let worth = |(signal, _): &(Signal, f64)| match signal {
            Signal::Coin(caught) => *caught,
            other => panic!("{other:?}"),
        };
        assert_eq!(coins.iter().map(worth).sum::<u32>(), 3000);
        assert!(follower.follow(&rain(2), 13_000.0).is_empty(), "of another rain");
        assert_eq!(follower.follow(&rain(3), 14_000.0), [(Signal::Coin(1), 0.0)]);
    }
}
