//! Golden bytes: v1 and v2 are frozen. `golden.txt` has each frame's name, its postcard bytes as
//! hex, and its JSON; `golden_v2.txt` those that v2 brought. A difference here is another version of
//! the protocol, not a new golden file.

use std::fmt::{Debug, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;
use crate::allocation::{Bounds, Impossible, Split};
use crate::ids::{Commitment, GameId, Incarnation, Mac, Pin, RainId, Token};
use crate::money::{Currency, Minor};
use crate::name::InvalidName;
use crate::phase::{Kind, Move, Phase};
use crate::quiz::{ChoiceSet, QuestionKind, QuestionView};
use crate::rain::{Eligibility, InvalidPlan, RainPlan};

const GOLDEN: &str = include_str!("golden.txt");
const GOLDEN_V2: &str = include_str!("golden_v2.txt");

fn plan() -> RainPlan {
    RainPlan {
        currency: "CNY".parse().unwrap(),
        bounds: Bounds { pot: Minor(8888), packets: 18, min: Minor(1), max: Minor(2000) },
        split: Split::DoubleMean,
        seconds: 12,
        eligibility: Eligibility::ScoreAtLeast(500),
    }
}

fn rain() -> RainView {
    RainView {
        rain: RainId([2; 8]),
        picture_seed: 0x0123_4567_89ab_cdef,
        currency: Currency::POINTS,
        pot: Minor(8888),
        packets: 18,
        eligibility: Eligibility::Everyone,
        commitment: Commitment([3; 32]),
    }
}

fn question(kind: QuestionKind) -> QuestionView {
    let choices = match kind {
        QuestionKind::TrueFalse => Vec::new(),
        QuestionKind::Single | QuestionKind::Multiple => vec!["a".into(), "乙".into()],
    };
    QuestionView { text: "Which?".into(), kind, choices, seconds: 20, points: 1000 }
}

fn stage(kind: Kind, stage: Stage) -> StageAt {
    StageAt {
        at: Position { incarnation: Incarnation([1; 8]), seq: 300 },
        phase: Phase { kind, asked: 2, rounds: 10 },
        opens_ms: 1_763_690_000_000,
        closes_ms: 1_763_690_020_000,
        stage,
    }
}

fn board() -> Vec<BoardRow> {
    vec![BoardRow { rank: 1, nickname: "李雷".into(), score: 1975 }]
}

fn caught() -> Caught {
    Caught {
        rain: RainId([2; 8]),
        packet: 7,
        amount: Minor(1221),
        currency: "CNY".parse().unwrap(),
        credited: false,
    }
}

fn outcome() -> Outcome {
    Outcome {
        round: 1,
        answer: Some(ChoiceSet(0b10)),
        right: true,
        points: 975,
        score: 1975,
        rank: 1,
        players: 2,
    }
}

fn winner() -> Winner {
    Winner { nickname: "Anna".into(), amount: Minor(1221) }
}

fn lobby() -> Lobby {
    Lobby { players: 2, newest: vec!["李雷".into(), "Anna".into()], locked: false }
}

fn progress() -> RainProgress {
    RainProgress { rain: RainId([2; 8]), caught: 1, packets: 18, newest: vec![winner()] }
}

fn stages() -> Vec<StageAt> {
    let (single, many, truth) = (
        question(QuestionKind::Single),
        question(QuestionKind::Multiple),
        question(QuestionKind::TrueFalse),
    );
    vec![
        stage(Kind::Lobby, Stage::Lobby),
        stage(Kind::Asking, Stage::Asking { question: single }),
        stage(Kind::Closing, Stage::Closing { question: truth }),
        stage(
            Kind::Revealed,
            Stage::Revealed {
                question: many,
                correct: ChoiceSet(0b11),
                counts: vec![1, 2],
                answered: 2,
                explanation: "So it is.".into(),
            },
        ),
        stage(Kind::Board, Stage::Board { top: board(), players: 2 }),
        stage(Kind::Rain, Stage::Rain(rain())),
        stage(
            Kind::RainDone,
            Stage::RainDone {
                rain: rain(),
                caught: 1,
                caught_amount: Minor(1221),
                winners: vec![winner()],
            },
        ),
        stage(Kind::Podium, Stage::Podium { top: board(), players: 2 }),
        stage(Kind::Ended, Stage::Ended),
    ]
}

fn server_frames() -> Vec<ServerFrame> {
    let welcome = Welcome {
        now_ms: 1_763_690_001_234,
        game: GameInfo {
            game: GameId([4; 8]),
            pin: Pin::new(123_456).unwrap(),
            title: "春节".into(),
        },
        stage: stage(Kind::Lobby, Stage::Lobby),
        lobby: lobby(),
        answered: 1,
        rain: Some(progress()),
        you: Some(You {
            seat: Seat { number: 2, nickname: "李雷".into() },
            answer: Some(ChoiceSet(1)),
            outcome: Some(outcome()),
            caught: Some(caught()),
        }),
    };
    let stranger = Welcome { rain: None, you: None, ..welcome.clone() };
    let mut frames = vec![
        ServerFrame::Welcome(Box::new(welcome)),
        ServerFrame::Welcome(Box::new(stranger)),
        ServerFrame::Lobby(lobby()),
        ServerFrame::Progress { round: 1, answered: 1, players: 2 },
        ServerFrame::Answered { round: 1, choices: ChoiceSet(0b10) },
        ServerFrame::Outcome(outcome()),
        ServerFrame::Outcome(Outcome { answer: None, right: false, ..outcome() }),
        ServerFrame::Caught(caught()),
        ServerFrame::Missed { rain: RainId([2; 8]), why: Refusal::SoldOut },
        ServerFrame::Credited(Caught { credited: true, ..caught() }),
        ServerFrame::RainProgress(progress()),
        ServerFrame::Heartbeat {
            now_ms: 1_763_690_005_000,
            at: Position { incarnation: Incarnation([1; 8]), seq: 301 },
        },
    ];
    frames.extend(stages().into_iter().map(ServerFrame::Stage));
    frames.extend(refusals().into_iter().map(ServerFrame::Refused));
    frames
}

fn refusals() -> Vec<Refusal> {
    vec![
        Refusal::UnknownPin,
        Refusal::GameFull,
        Refusal::GameLocked,
        Refusal::GameEnded,
        Refusal::NicknameTaken,
        Refusal::Nickname(InvalidName::Empty),
        Refusal::Nickname(InvalidName::TooLong),
        Refusal::Nickname(InvalidName::Unprintable),
        Refusal::NotSeated,
        Refusal::NotOpen,
        Refusal::TooLate,
        Refusal::NoSuchChoice,
        Refusal::NoSuchRain,
        Refusal::NoSuchDrop,
        Refusal::TooEarly,
        Refusal::RainOver,
        Refusal::NotEligible,
        Refusal::SoldOut,
        Refusal::NotNow,
        Refusal::NoQuestionLeft,
        Refusal::Stale,
        Refusal::Plan(InvalidPlan::Pot(Impossible::PacketCount)),
        Refusal::Plan(InvalidPlan::Pot(Impossible::MinTooSmall)),
        Refusal::Plan(InvalidPlan::Pot(Impossible::MaxBelowMin)),
        Refusal::Plan(InvalidPlan::Pot(Impossible::PotTooSmall)),
        Refusal::Plan(InvalidPlan::Pot(Impossible::PotTooLarge)),
        Refusal::Plan(InvalidPlan::Seconds),
        Refusal::NotAllowed,
        Refusal::TooFast,
        Refusal::Malformed,
        Refusal::Unavailable,
    ]
}

fn player_frames() -> Vec<PlayerFrame> {
    vec![
        PlayerFrame::Hello { pin: Pin::new(123_456).unwrap(), token: Token([5; 16]) },
        PlayerFrame::Join { nickname: "李雷".into() },
        PlayerFrame::Answer { round: 1, choices: ChoiceSet(0b10) },
        PlayerFrame::Tap { rain: RainId([2; 8]), drop: 300 },
    ]
}

fn host_frames() -> Vec<HostFrame> {
    let mut frames = vec![
        HostFrame::Hello { game: GameId([4; 8]), token: Token([5; 16]) },
        HostFrame::OpenRain { plan: plan(), seen: 300 },
        HostFrame::OpenRain {
            plan: RainPlan { split: Split::Equal, eligibility: Eligibility::Everyone, ..plan() },
            seen: 300,
        },
        HostFrame::Lock { locked: true },
    ];
    frames.extend(Move::ALL.map(|mv| HostFrame::Move { mv, seen: 300 }));
    frames
}

/// Writes frames as golden lines, after seeing that both encodings read back what they wrote.
fn write<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    lines: &mut String,
    name: &str,
    frames: &[T],
) {
    for frame in frames {
        let postcard = Encoding::Postcard.encode(frame);
        let json = Encoding::Json.encode(frame);
        assert_eq!(&Encoding::Postcard.decode::<T>(&postcard).unwrap(), frame);
        assert_eq!(&Encoding::Json.decode::<T>(&json).unwrap(), frame);
        let mut trailing = postcard.clone();
        trailing.push(0);
        assert!(Encoding::Postcard.decode::<T>(&trailing).is_err());
        write!(lines, "{name} ").unwrap();
        postcard.iter().for_each(|byte| write!(lines, "{byte:02x}").unwrap());
        writeln!(lines, " {}", String::from_utf8(json).unwrap()).unwrap();
    }
}

#[test]
fn version_one_is_frozen() {
    let mut lines = String::new();
    write(&mut lines, "PlayerFrame", &player_frames());
    write(&mut lines, "HostFrame", &host_frames());
    let screen = [ScreenFrame::Hello { pin: Pin::new(123_456).unwrap() }];
    write(&mut lines, "ScreenFrame", &screen);
    write(&mut lines, "ServerFrame", &server_frames());
    // What came later stands at the end: the lines above it never move.
    let open_rain = HostFrame::OpenRain {
        plan: RainPlan { eligibility: Eligibility::TopShare(30), ..plan() },
        seen: 300,
    };
    write(&mut lines, "HostFrame", &[open_rain]);
    let rain = RainView { eligibility: Eligibility::TopShare(30), ..rain() };
    let shown = ServerFrame::Stage(stage(Kind::Rain, Stage::Rain(rain)));
    let refused = ServerFrame::Refused(Refusal::Plan(InvalidPlan::Share));
    write(&mut lines, "ServerFrame", &[shown, refused]);
    compare(&lines, GOLDEN);
}

/// Every line is what it was.
fn compare(lines: &str, golden: &str) {
    for (number, (now, golden)) in lines.lines().zip(golden.lines()).enumerate() {
        assert_eq!(now, golden, "line {} of the golden file", number + 1);
    }
    assert_eq!(lines.lines().count(), golden.lines().count(), "a frame was added:\n{lines}");
}

fn receipt() -> Receipt {
    Receipt {
        rain: RainId([2; 8]),
        packet: 7,
        amount: Minor(1221),
        at_ms: 1_763_690_002_500,
        mac: Mac([6; 32]),
    }
}

const STATES: [PacketState; 7] = [
    PacketState::Crediting,
    PacketState::Credited,
    PacketState::Paying,
    PacketState::Paid,
    PacketState::Refused,
    PacketState::Held,
    PacketState::Void,
];

fn news(state: PacketState) -> PacketNews {
    let crediting = state == PacketState::Crediting;
    let caught = Caught { credited: !crediting && state != PacketState::Void, ..caught() };
    PacketNews { caught, state, receipt: crediting.then(receipt) }
}

#[test]
fn version_two_is_frozen() {
    let mut lines = String::new();
    write(&mut lines, "PlayerFrame", &[PlayerFrame::Present { receipt: receipt() }]);
    write(&mut lines, "ServerFrame", &STATES.map(|state| ServerFrame::Packet(news(state))));
    write(&mut lines, "ServerFrame", &[ServerFrame::MoveOn { within_ms: 5000 }]);
    compare(&lines, GOLDEN_V2);
}

#[test]
fn what_v1_has_is_the_same_in_v2() {
    for encoding in Encoding::ALL {
        let [old, new] = [Version::V1, Version::V2].map(|version| Protocol { version, encoding });
        for frame in server_frames() {
            assert_eq!(frame.since(), Version::V1);
            assert_eq!(old.write(&frame), Some(encoding.encode(&frame)));
            assert_eq!(old.write(&frame), new.write(&frame));
        }
        for frame in player_frames() {
            let bytes = encoding.encode(&frame);
            assert_eq!(old.read::<PlayerFrame>(&bytes).unwrap(), frame);
            assert_eq!(new.read::<PlayerFrame>(&bytes).unwrap(), frame);
        }
    }
}

#[test]
fn a_v1_socket_is_told_what_v1_has() {
    for encoding in Encoding::ALL {
        let [old, new] = [Version::V1, Version::V2].map(|version| Protocol { version, encoding });
        for state in STATES {
            let told = match state {
                PacketState::Crediting => Some(ServerFrame::Caught(caught())),
                PacketState::Void => None,
                // Whatever is done with it afterwards.
                _ => Some(ServerFrame::Credited(Caught { credited: true, ..caught() })),
            };
            let frame = ServerFrame::Packet(news(state));
            assert_eq!(old.write(&frame), told.map(|told| encoding.encode(&told)), "{state:?}");
            assert_eq!(new.write(&frame), Some(encoding.encode(&frame)));
        }
        let move_on = ServerFrame::MoveOn { within_ms: 1 };
        assert_eq!(old.write(&move_on), None);
        let present = encoding.encode(&PlayerFrame::Present { receipt: receipt() });
        assert!(matches!(old.read::<PlayerFrame>(&present), Err(DecodeError::Newer)));
        assert!(new.read::<PlayerFrame>(&present).is_ok());
    }
    for protocol in Protocol::ALL {
        assert_eq!(Protocol::from_subprotocol(protocol.subprotocol()), Some(protocol));
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_a_frame_or_an_error(bytes in proptest::collection::vec(0u8.., 0..300)) {
        for encoding in Encoding::ALL {
            let _ = encoding.decode::<PlayerFrame>(&bytes);
            let _ = encoding.decode::<HostFrame>(&bytes);
            let _ = encoding.decode::<ScreenFrame>(&bytes);
            let _ = encoding.decode::<ServerFrame>(&bytes);
        }
    }
}
