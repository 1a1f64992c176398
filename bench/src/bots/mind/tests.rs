//! What a bot decides, frame by frame.

use std::collections::VecDeque;

use quizrain_shared::allocation::Split;
use quizrain_shared::avatar::Avatar;

use quizrain_shared::client::timing::{JOIN_RETRY_MS, SNAPSHOT_EVERY_MS, TAP_RETRY_MS};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{Commitment, Entropy, GameId, Incarnation, Pin, Promise, Token};
use quizrain_shared::mode::Mode;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::name::NameRule;
use quizrain_shared::phase::Phase;
use quizrain_shared::played::Played;
use quizrain_shared::question::{ChoiceSet, KindView, QuestionView};
use quizrain_shared::rain::{Eligibility, on_screen};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    Caught, CloseReason, GameInfo, Lobby, PacketState, PacketUpdate, RainView, Seat, Standings, You,
};

use super::super::tally::{Asked, Rained};
use super::*;

const START_MS: u64 = 1_000_000;
const RAIN: RainId = RainId([2; 8]);
const WINDOW_MS: u64 = 10_000;

/// A mind, and the moments at which it is asked.
struct Scene {
    mind: Mind,
    tally: Arc<Tally>,
    now: f64,
    seq: u64,
    /// What it has said and nobody has asked for.
    said: VecDeque<PlayerFrame>,
}

impl Scene {
    /// A bot that never only watches, after its hello.
    fn new() -> Self {
        let tally = Arc::new(Tally::new());
        tally.hear_time(START_MS, Duration::ZERO);
        let hello = PlayerFrame::Hello { pin: Pin::new(123_456).unwrap(), token: Token([5; 16]) };
        let person = Person::new(1, 1);
        let mut mind = Mind::new(person, Arc::clone(&tally), &hello, Receipts::default(), 0.0);
        assert_eq!(mind.tick(0.0, 0.5), [Action::Connect]);
        assert_eq!(mind.client.opened(0.0).len(), 1);
        Self { mind, tally, now: 0.0, seq: 0, said: VecDeque::new() }
    }

    fn seated() -> Self {
        let mut scene = Self::new();
        let welcome = scene.welcome(true);
        scene.hear(welcome);
        scene
    }

    fn stage(&mut self, kind: Kind, stage: Stage, closes_ms: u64) -> StageAt {
        self.seq += 1;
        StageAt {
            at: Position { incarnation: Incarnation([1; 8]), seq: self.seq },
            phase: Phase { kind, played: Played::in_order(1), questions: 3 },
            opens_ms: START_MS,
            closes_ms,
            stage,
        }
    }

    fn welcome(&mut self, seated: bool) -> ServerFrame {
        let avatar = Avatar::default();
        let seat = Seat { number: 1, nickname: "Anna".into(), team: None, avatar };
        ServerFrame::Welcome(Box::new(Welcome {
            now_ms: START_MS,
            game: GameInfo {
                game: GameId([4; 8]),
                pin: Pin::new(123_456).unwrap(),
                title: "T".into(),
                promise: Promise([7; 32]),
                mode: Mode::Classic,
                names: NameRule::Free,
                identity: Identity::Open,
                field: None,
            },
            stage: self.stage(Kind::Lobby, Stage::Lobby, 0),
            lobby: Lobby { players: 1, newest: Vec::new(), settings: Settings::default() },
            answered: 0,
            rain: None,
            you: seated.then_some(You {
                seat,
                answer: None,
                outcome: None,
                caught: None,
                paced: None,
            }),
        }))
    }

    fn asking(&mut self) -> ServerFrame {
        let question = QuestionView {
            text: "Which?".into(),
            picture: None,
            sound: None,
            kind: KindView::TrueFalse,
            seconds: 20,
            points: 1000,
        };
        let stage = self.stage(Kind::Asking, Stage::Asking { question }, START_MS + 20_000);
        ServerFrame::Stage(stage)
    }

    fn rain(&mut self) -> ServerFrame {
        let view = RainView {
            rain: RAIN,
            number: 1,
            picture_seed: 42,
            currency: Currency::POINTS,
            pot: Minor(10),
            packets: 2,
            min: Minor(1),
            max: Minor(2000),
            split: Split::DoubleMean,
            shards: 1,
            eligibility: Eligibility::Everyone,
            entropy: Entropy([8; 32]),
            commitment: Commitment([3; 32]),
        };
        let stage = self.stage(Kind::Rain, Stage::Rain(view), START_MS + WINDOW_MS);
        ServerFrame::Stage(stage)
    }

    fn hear(&mut self, frame: ServerFrame) {
        let actions = self.mind.receive(frame, self.now, 0.5);
        self.note(actions);
    }

    fn note(&mut self, actions: Vec<Action>) {
        for action in actions {
            if let Action::Send(bytes) = action {
                self.said.push_back(Encoding::Postcard.decode(&bytes).unwrap());
            }
        }
    }

    /// Lets time pass until the bot says something; what, and after how many milliseconds.
    fn says(&mut self, within: f64) -> Option<(f64, PlayerFrame)> {
        let (from, until) = (self.now, self.now + within);
        loop {
            if let Some(frame) = self.said.pop_front() {
                return Some((self.now - from, frame));
            }
            // The server lives.
            self.mind.client.alive(self.now);
            let due = self.mind.due_at();
            if due > until || self.mind.is_done(due) {
                self.now = until;
                return None;
            }
            self.now = self.now.max(due);
            let actions = self.mind.tick(self.now, 0.5);
            self.note(actions);
        }
    }
}

fn packet(state: PacketState) -> ServerFrame {
    let credited = state == PacketState::Credited;
    let caught =
        Caught { rain: RAIN, packet: 1, amount: Minor(5), currency: Currency::POINTS, credited };
    ServerFrame::Packet(PacketUpdate { caught, state, receipt: None })
}

const SOON: f64 = 4000.0;

#[test]
fn it_takes_a_seat_asks_again_and_tries_another_name() {
    let mut scene = Scene::new();
    let welcome = scene.welcome(false);
    scene.hear(welcome);
    let (_, first) = scene.says(SOON).unwrap();
    let (waited, second) = scene.says(SOON).unwrap();
    assert_eq!(first, second);
    assert_eq!(waited, JOIN_RETRY_MS);
    scene.hear(ServerFrame::Refused(Refusal::NicknameTaken));
    let (_, other) = scene.says(SOON).unwrap();
    assert!(matches!(other, PlayerFrame::Join { .. }) && other != first);
    let welcome = scene.welcome(true);
    scene.hear(welcome);
    assert_eq!(scene.says(SOON), None);
    assert_eq!(scene.tally.count().seated, 1);
}

#[test]
fn a_full_game_is_left_and_a_locked_one_is_not() {
    for (why, leaves) in [(Refusal::GameFull, true), (Refusal::GameLocked, false)] {
        let mut scene = Scene::new();
        let welcome = scene.welcome(false);
        scene.hear(welcome);
        scene.says(SOON).unwrap();
        scene.hear(ServerFrame::Refused(why));
        assert_eq!(scene.mind.is_done(scene.now), leaves);
        assert_eq!(scene.says(SOON).is_some(), !leaves);
    }
}

#[test]
fn an_answer_is_thought_over_repeated_and_counted_once() {
    let mut scene = Scene::seated();
    let asking = scene.asking();
    scene.hear(asking.clone());
    let (thinks, answer) = scene.says(20000.0).unwrap();
    assert!(thinks >= 900.0, "{thinks}");
    scene.hear(ServerFrame::Refused(Refusal::Unavailable));
    let (_, again) = scene.says(SOON).unwrap();
    assert_eq!(answer, again);
    for _ in 0..3 {
        scene.hear(ServerFrame::Answered { round: 0, answer: ChoiceSet(1).into() });
        // The same stage again, as after a reconnect.
        scene.hear(asking.clone());
    }
    assert_eq!(scene.says(20000.0), None);
    let counts = scene.tally.count().clone();
    let asked = Asked { shown: 1, sent: 1, counted: 1, ..Asked::default() };
    assert_eq!(counts.questions[&0], asked);
    assert_eq!(counts.busy, 1);
}

#[test]
fn an_answer_that_was_never_said_is_not_said_after_the_close() {
    let mut scene = Scene::seated();
    let asking = scene.asking();
    scene.hear(asking);
    let board =
        scene.stage(Kind::Board, Stage::Board(Standings { players: 1, ..Standings::default() }), 0);
    scene.hear(ServerFrame::Stage(board));
    assert_eq!(scene.says(30000.0), None);
    assert_eq!(scene.tally.count().questions[&0].sent, 0);
}

#[test]
fn it_taps_a_drop_that_is_there_until_it_has_a_verdict() {
    let mut scene = Scene::seated();
    let rain = scene.rain();
    scene.hear(rain);
    let (waited, tap) = scene.says(8000.0).unwrap();
    let PlayerFrame::Tap { rain: RAIN, drop } = tap else { panic!("{tap:?}") };
    let at_ms = waited as u64;
    assert!(on_screen(42, WINDOW_MS, drop, at_ms), "{drop} at {at_ms}");
    let (again, same) = scene.says(SOON).unwrap();
    assert_eq!((again, &same), (TAP_RETRY_MS, &tap));
    scene.hear(ServerFrame::Missed { rain: RAIN, why: Refusal::NoSuchDrop });
    assert!(scene.says(SOON).is_some());
    scene.hear(packet(PacketState::Crediting));
    assert_eq!(scene.says(SOON), None);
    for state in [PacketState::Credited, PacketState::Credited, PacketState::Crediting] {
        scene.hear(packet(state));
    }
    let rained = scene.tally.count().rains[&RAIN].clone();
    assert_eq!(
        rained,
        Rained { packets: 2, tapped: 1, caught: 1, credited: 1, ..Rained::default() }
    );
}

#[test]
fn a_credit_that_overtakes_the_verdict_counts_for_both() {
    let mut scene = Scene::seated();
    let rain = scene.rain();
    scene.hear(rain);
    scene.says(8000.0).unwrap();
    scene.hear(packet(PacketState::Credited));
    scene.hear(packet(PacketState::Crediting));
    assert_eq!(scene.says(SOON), None);
    let rained = scene.tally.count().rains[&RAIN].clone();
    assert_eq!((rained.caught, rained.credited), (1, 1));
}

#[test]
fn a_tap_without_any_verdict_is_not_served() {
    let mut scene = Scene::seated();
    let rain = scene.rain();
    scene.hear(rain);
    let mut taps = 0;
    while scene.says(2000.0).is_some() {
        taps += 1;
    }
    assert!((5..30).contains(&taps), "{taps} taps");
    assert_eq!(scene.tally.count().rains[&RAIN].unserved, 1);
}

#[test]
fn it_never_sends_more_than_the_server_allows() {
    let mut scene = Scene::seated();
    let rain = scene.rain();
    scene.hear(rain);
    let from = scene.now;
    let mut sent = 0;
    while scene.now < from + 8000.0 && scene.says(8000.0).is_some() {
        sent += 1;
        scene.hear(ServerFrame::Missed { rain: RAIN, why: Refusal::NoSuchDrop });
    }
    assert!(sent > 10 && sent < 20 * 8, "{sent} frames");
}

#[test]
fn it_reacts_on_the_podium_and_to_nothing_that_is_over() {
    let mut scene = Scene::seated();
    let number = (0..100).find(|it| Person::new(1, *it).reactions(Kind::Podium).len() > 2).unwrap();
    scene.mind.person = Person::new(1, number);
    let standings = || Standings { players: 1, ..Standings::default() };
    for _ in 0..2 {
        let podium = scene.stage(Kind::Podium, Stage::Podium(standings()), 0);
        scene.hear(ServerFrame::Stage(podium));
        let (_, said) = scene.says(30000.0).unwrap();
        assert!(matches!(said, PlayerFrame::React { .. }), "{said:?}");
        let board = scene.stage(Kind::Board, Stage::Board(standings()), 0);
        scene.hear(ServerFrame::Stage(board));
        // Longer than any reaction waits, and shorter than a silence that ends the connection.
        assert_eq!(scene.says(10_000.0), None);
    }
}

#[test]
fn it_stays_for_its_credit_and_leaves_after_the_end() {
    let mut scene = Scene::seated();
    let rain = scene.rain();
    scene.hear(rain);
    scene.says(8000.0).unwrap();
    scene.hear(packet(PacketState::Crediting));
    let ended =
        scene.stage(Kind::Ended, Stage::Ended(Standings { players: 0, ..Standings::default() }), 0);
    scene.hear(ServerFrame::Stage(ended));
    assert!(scene.mind.is_over() && !scene.mind.is_done(scene.now + GOODBYE_MS));
    scene.hear(packet(PacketState::Credited));
    assert!(scene.mind.is_done(scene.now + GOODBYE_MS));
}

#[test]
fn a_heartbeat_from_ahead_asks_for_a_snapshot() {
    let mut scene = Scene::seated();
    let at = Position { incarnation: Incarnation([1; 8]), seq: 9 };
    scene.hear(ServerFrame::Heartbeat { now_ms: START_MS, at });
    let (waited, frame) = scene.says(SOON).unwrap();
    assert!(matches!(frame, PlayerFrame::Hello { .. }) && waited <= SNAPSHOT_EVERY_MS);
    assert_eq!(scene.says(SOON), None);
}

#[test]
fn whoever_is_replaced_or_refused_stays_away() {
    let mut scene = Scene::seated();
    scene.mind.client.closed(CloseReason::Replaced.code(), 1.0, 0.5);
    assert!(scene.mind.is_over() && scene.mind.is_done(1.0));
    let mut scene = Scene::new();
    scene.hear(ServerFrame::Refused(Refusal::UnknownPin));
    assert!(scene.mind.is_done(scene.now));
    assert_eq!(scene.tally.count().not_seated.len(), 1);
}
