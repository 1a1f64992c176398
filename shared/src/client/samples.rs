//! Frames for tests.

use crate::allocation::Split;
use crate::avatar::Avatar;
use crate::identity::Identity;
use crate::ids::{Commitment, Entropy, GameId, Incarnation, Pin, Promise, RainId};
use crate::mode::Mode;
use crate::money::{Currency, Minor};
use crate::name::NameRule;
use crate::phase::{Kind, Phase};
use crate::played::Played;
use crate::question::{KindView, QuestionView};
use crate::rain::Eligibility;
use crate::score::Grade;
use crate::settings::Settings;
use crate::wire::{
    Caught, GameInfo, Lobby, Outcome, PacketState, PacketUpdate, Position, RainProgress, RainView,
    Seat, ServerFrame, Stage, StageAt, Welcome, Winner, You,
};

pub(super) const RAIN: RainId = RainId([1; 8]);

pub(super) fn at(seq: u64) -> Position {
    Position { incarnation: Incarnation([9; 8]), seq }
}

pub(super) fn stage(seq: u64, kind: Kind, asked: u16, stage: Stage) -> StageAt {
    let phase = Phase { kind, played: Played::in_order(asked), questions: 3 };
    StageAt { at: at(seq), phase, opens_ms: 0, closes_ms: 0, stage }
}

pub(super) fn asking(seq: u64, asked: u16) -> StageAt {
    let question = QuestionView {
        text: "Which?".into(),
        picture: None,
        sound: None,
        kind: KindView::TrueFalse,
        seconds: 20,
        points: 1000,
    };
    stage(seq, Kind::Asking, asked, Stage::Asking { question })
}

pub(super) fn raining(seq: u64, rain: RainId) -> StageAt {
    let view = RainView {
        rain,
        number: 1,
        picture_seed: 1,
        currency: Currency::POINTS,
        pot: Minor(100),
        packets: 3,
        min: Minor(1),
        max: Minor(2000),
        split: Split::DoubleMean,
        shards: 1,
        eligibility: Eligibility::Everyone,
        entropy: Entropy([8; 32]),
        commitment: Commitment([0; 32]),
    };
    stage(seq, Kind::Rain, 0, Stage::Rain(view))
}

pub(super) fn outcome(round: u16, score: i64) -> Outcome {
    Outcome {
        round,
        answer: None,
        grade: Grade::Wrong,
        elapsed_ms: 0,
        line_ms: 0,
        points: 1,
        bonus: 0,
        corrected: 0,
        streak: 0,
        life: None,
        score,
        rank: 1,
        players: 2,
    }
}

pub(super) fn packet(rain: RainId, credited: bool) -> Caught {
    Caught { rain, packet: 0, amount: Minor(5), currency: Currency::POINTS, credited }
}

pub(super) fn news(rain: RainId, state: PacketState) -> ServerFrame {
    news_of(rain, 0, state)
}

pub(super) fn news_of(rain: RainId, number: u32, state: PacketState) -> ServerFrame {
    let credited = !matches!(state, PacketState::Crediting | PacketState::Void);
    let caught = Caught { packet: number, ..packet(rain, credited) };
    ServerFrame::Packet(PacketUpdate { caught, state, receipt: None })
}

pub(super) fn progress(rain: RainId, caught: u32) -> RainProgress {
    let newest = vec![Winner { nickname: "Anna".into(), amount: Minor(5) }];
    RainProgress { rain, caught, packets: 3, newest }
}

pub(super) fn welcome(stage: StageAt) -> ServerFrame {
    welcome_with(stage, None, None)
}

pub(super) fn welcome_with(
    stage: StageAt,
    rain: Option<RainProgress>,
    caught: Option<Caught>,
) -> ServerFrame {
    let pin = Pin::new(123_456).unwrap();
    ServerFrame::Welcome(Box::new(Welcome {
        now_ms: 0,
        game: GameInfo {
            game: GameId([0; 8]),
            pin,
            title: "Quiz".into(),
            promise: Promise([7; 32]),
            mode: Mode::Classic,
            names: NameRule::Free,
            identity: Identity::Open,
            field: None,
        },
        stage,
        lobby: Lobby { players: 2, newest: Vec::new(), settings: Settings::default() },
        answered: 0,
        rain,
        you: Some(You {
            seat: Seat { number: 1, nickname: "Anna".into(), team: None, avatar: Avatar(7) },
            answer: None,
            outcome: None,
            caught,
            paced: None,
        }),
    }))
}
