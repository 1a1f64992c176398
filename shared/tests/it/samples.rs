//! A frame of each shape there is.

use quizrain_shared::allocation::{Bounds, Impossible, Split};
use quizrain_shared::avatar::Avatar;
use quizrain_shared::field::JoinField;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{
    Commitment, Contribution, Entropy, GameId, Incarnation, Mac, MediaId, Pin, Promise, RainId,
    Token,
};
use quizrain_shared::mode::{Deal, Life, Mode, TeamRow, Teams};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::name::{InvalidName, NameRule};
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::played::Played;
use quizrain_shared::question::*;
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan};
use quizrain_shared::score::Grade;
use quizrain_shared::settings::{Auto, Settings};
use quizrain_shared::theme::{Colour, Colours, Look, Theme};
use quizrain_shared::wire::*;

fn plan() -> RainPlan {
    RainPlan {
        currency: "CNY".parse().unwrap(),
        bounds: Bounds { pot: Minor(8888), packets: 18, min: Minor(1), max: Minor(2000) },
        split: Split::DoubleMean,
        seconds: 12,
        eligibility: Eligibility::ScoreAtLeast(500),
    }
}

fn prizes() -> RainPlan {
    let amounts = [10_000, 5000, 2000].map(Minor).to_vec();
    RainPlan::of_prizes("CNY".parse().unwrap(), amounts, 10)
}

/// Two are first.
fn opened_prizes() -> Split {
    prizes().with_places(vec![2, 0, 1]).unwrap().split
}

fn rain() -> RainView {
    RainView {
        rain: RainId([2; 8]),
        number: 1,
        picture_seed: 0x0123_4567_89ab_cdef,
        currency: Currency::POINTS,
        pot: Minor(8888),
        packets: 18,
        min: Minor(1),
        max: Minor(2000),
        split: Split::DoubleMean,
        shards: 2,
        eligibility: Eligibility::Everyone,
        entropy: Entropy([8; 32]),
        commitment: Commitment([3; 32]),
    }
}

fn question(kind: KindView) -> QuestionView {
    QuestionView {
        text: "Which?".into(),
        picture: None,
        sound: None,
        kind,
        seconds: 20,
        points: 1000,
    }
}

fn choices() -> ChoicesView {
    ChoicesView { choices: vec!["a".into(), "乙".into()], shuffled: false }
}

fn picture() -> Picture {
    Picture { media: MediaId([10; 16]), width: 640, height: 480, alt: "A map".into() }
}

fn sound() -> SoundView {
    SoundView { media: Some(MediaId([11; 16])), ms: 4200, words: "A bell".into() }
}

/// Each kind as it is asked, and a reveal of each of the others.
fn kinds() -> Vec<(KindView, Option<Key>, Tally)> {
    let list = || vec!["a".to_owned(), "乙".to_owned()];
    let text = |text: &str, right| TextCount { text: text.into(), count: 2, right };
    let texts = |right| Tally::Texts {
        top: vec![text("Zoë", right)],
        others: 1,
        picked: if right { vec![] } else { vec![text("Zoë", right)] },
    };
    let counts = || Tally::Choices(vec![1, 2]);
    let field = NumberView { min: -50, max: 5000, step: 5, decimals: 1, unit: "m".into() };
    let scale = Scale { from: 0, to: 10, from_label: "never".into(), to_label: "always".into() };
    let region = Region { x: 1000, y: 2000, width: 3000, height: 4000, round: true };
    vec![
        (
            KindView::Single(ChoicesView { choices: list(), shuffled: true }),
            Some(Key::Choices(ChoiceSet(1))),
            counts(),
        ),
        (KindView::Typed, Some(Key::Texts(list())), texts(true)),
        (
            KindView::Number(field),
            Some(Key::Number { correct: 300, tolerance: 5 }),
            Tally::Numbers(vec![Bar { from: -50, to: 300, count: 3 }]),
        ),
        (
            KindView::Order(OrderView { items: list() }),
            Some(Key::Arrangement(vec![1, 0])),
            counts(),
        ),
        (
            KindView::Matching(MatchingView { left: list(), right: list() }),
            Some(Key::Arrangement(vec![0, 1])),
            counts(),
        ),
        (KindView::Hotspot, Some(Key::Region(region)), Tally::Pins(vec![0, 3])),
        (KindView::Poll(PollView { choices: list(), several: true }), None, counts()),
        (KindView::Scale(scale), None, counts()),
        (KindView::Cloud(CloudView { words: 3 }), None, texts(false)),
        (KindView::OpenText, None, texts(false)),
    ]
}

fn stage(kind: Kind, stage: Stage) -> StageAt {
    StageAt {
        at: Position { incarnation: Incarnation([1; 8]), seq: 300 },
        phase: Phase { kind, played: Played::in_order(2).with(5), questions: 10 },
        opens_ms: 1_763_690_000_000,
        closes_ms: 1_763_690_020_000,
        stage,
    }
}

fn board() -> Vec<BoardRow> {
    vec![BoardRow {
        rank: 1,
        nickname: "李雷".into(),
        score: 1975,
        team: None,
        out: false,
        avatar: Avatar(300),
    }]
}

/// With teams, and with players who went out.
fn teams() -> Standings {
    let team = TeamRow { rank: 1, team: 1, score: 1200, players: 2 };
    Standings { survivors: Some(1), teams: vec![team], ..Standings::default() }
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

fn news(state: PacketState) -> PacketUpdate {
    let crediting = state == PacketState::Crediting;
    let caught = Caught { credited: !crediting && state != PacketState::Void, ..caught() };
    PacketUpdate { caught, state, receipt: crediting.then(receipt) }
}

fn outcome() -> Outcome {
    Outcome {
        round: 1,
        answer: Some(ChoiceSet(0b10).into()),
        grade: Grade::Right,
        elapsed_ms: 1214,
        line_ms: 40,
        points: 1075,
        bonus: 100,
        corrected: 0,
        streak: 2,
        life: None,
        score: 1975,
        rank: 1,
        players: 2,
    }
}

fn paced() -> Paced {
    Paced {
        round: 1,
        opens_ms: 1_700_000_000_000,
        closes_ms: 1_700_000_020_000,
        stage: Some(Stage::Asking { question: question(KindView::Typed) }),
        outcome: None,
        score: 900,
        rank: 1,
        players: 2,
    }
}

fn winner() -> Winner {
    Winner { nickname: "Anna".into(), amount: Minor(1221) }
}

fn settings() -> Settings {
    let auto = Auto { reveal_seconds: 8, board_seconds: 6 };
    Settings {
        locked: true,
        late_join: false,
        board_every: 3,
        auto: Some(auto),
        live_results: true,
        reactions: true,
        theme: Theme {
            look: Look::Balloons,
            colours: Some(Colours::of(Colour([29, 95, 196]))),
            logo: Some(MediaId([3; 16])),
            falls: None,
        },
    }
}

fn player() -> PlayerRow {
    PlayerRow {
        seat: Seat { number: 2, nickname: "李雷".into(), team: Some(1), avatar: Avatar(300) },
        score: 1975,
        rank: 1,
        life: Some(Life { out_in: Some(3), cards: 1 }),
        connected: Some(true),
        same_address: 12,
        field: Some("12345".into()),
    }
}

fn lobby() -> Lobby {
    let face = |nickname: &str, avatar| Face { nickname: nickname.into(), avatar: Avatar(avatar) };
    Lobby {
        players: 2,
        newest: vec![face("李雷", 300), face("Anna", u32::MAX)],
        settings: settings(),
    }
}

fn progress() -> RainProgress {
    RainProgress { rain: RainId([2; 8]), caught: 1, packets: 18, newest: vec![winner()] }
}

/// A rain of each way to share out, and for each who may catch.
fn rains() -> Vec<RainView> {
    vec![
        rain(),
        RainView { eligibility: Eligibility::TopShare(30), ..rain() },
        RainView { split: Split::LineCutting, ..rain() },
        RainView { split: Split::Shares, ..rain() },
        RainView { split: opened_prizes(), ..rain() },
        RainView { eligibility: Eligibility::TopRank(10), ..rain() },
        RainView { eligibility: Eligibility::Seated(120), ..rain() },
    ]
}

/// A question of each kind, as it is asked and as it is revealed.
fn of_each_kind() -> impl Iterator<Item = StageAt> {
    let asked = kinds().into_iter().map(|(kind, ..)| {
        let question = QuestionView { picture: Some(picture()), ..question(kind) };
        stage(Kind::Asking, Stage::Asking { question })
    });
    let revealed = kinds().into_iter().map(|(kind, key, tally)| {
        let (question, explanation) = (question(kind), String::new());
        stage(Kind::Revealed, Stage::Revealed { question, key, tally, answered: 3, explanation })
    });
    asked.chain(revealed)
}

fn stages() -> Vec<StageAt> {
    let (single, many, truth) = (
        question(KindView::Single(choices())),
        question(KindView::Multiple(choices())),
        question(KindView::TrueFalse),
    );
    let heard = QuestionView { sound: Some(sound()), ..question(KindView::Typed) };
    let before_rains = vec![
        stage(Kind::Asking, Stage::Asking { question: heard }),
        stage(Kind::Lobby, Stage::Lobby),
        stage(Kind::Asking, Stage::Asking { question: single }),
        stage(Kind::Closing, Stage::Closing { question: truth }),
        stage(
            Kind::Revealed,
            Stage::Revealed {
                question: many,
                key: Some(Key::Choices(ChoiceSet(0b11))),
                tally: Tally::Choices(vec![1, 2]),
                answered: 2,
                explanation: "So it is.".into(),
            },
        ),
        stage(
            Kind::Reading,
            Stage::Reading {
                text: "Which?".into(),
                picture: Some(picture()),
                sound: Some(sound()),
                points: 1000,
            },
        ),
        stage(
            Kind::Paused,
            Stage::Paused { text: "Which?".into(), elapsed_ms: 4200, left_ms: 15_800 },
        ),
        stage(Kind::Slide, Stage::Slide { slide: question(KindView::Slide) }),
        stage(Kind::Board, Stage::Board(Standings { top: board(), players: 2, ..teams() })),
    ];
    let rains = rains().into_iter().map(|rain| stage(Kind::Rain, Stage::Rain(rain)));
    let after_rains = vec![
        stage(
            Kind::RainDone,
            Stage::RainDone {
                rain: rain(),
                caught: 1,
                caught_amount: Minor(1221),
                stopped: false,
                winners: vec![winner()],
            },
        ),
        stage(Kind::Podium, Stage::Podium(Standings { top: board(), players: 2, ..teams() })),
        stage(Kind::Ended, Stage::Ended(Standings { top: board(), players: 2, ..teams() })),
        stage(Kind::Paced, Stage::Paced),
        stage(Kind::Counting, Stage::Counting),
    ];
    before_rains.into_iter().chain(rains).chain(after_rains).chain(of_each_kind()).collect()
}

fn welcome() -> Welcome {
    Welcome {
        now_ms: 1_763_690_001_234,
        game: GameInfo {
            game: GameId([4; 8]),
            pin: Pin::new(123_456).unwrap(),
            title: "春节".into(),
            promise: Promise([7; 32]),
            mode: Mode::Teams(Teams {
                names: vec!["Red".into(), "蓝队".into()],
                deal: Deal::Dealt,
            }),
            names: NameRule::Free,
            identity: Identity::Open,
            field: Some(Box::new(JoinField {
                name: "工号".into(),
                pattern: "[0-9]{5}".into(),
                example: "12345".into(),
            })),
        },
        stage: stage(Kind::Lobby, Stage::Lobby),
        // A player's: without faces.
        lobby: Lobby { newest: Vec::new(), ..lobby() },
        answered: 1,
        rain: Some(progress()),
        you: Some(You {
            seat: Seat { number: 2, nickname: "李雷".into(), team: None, avatar: Avatar(300) },
            answer: Some(ChoiceSet(1).into()),
            outcome: Some(outcome()),
            caught: Some(caught()),
            paced: None,
        }),
    }
}

/// What came of an answer: points, or fewer of them.
fn outcomes() -> [Outcome; 2] {
    let lost = Outcome {
        answer: None,
        grade: Grade::Wrong,
        elapsed_ms: 0,
        line_ms: 0,
        points: -250,
        bonus: 0,
        corrected: 0,
        streak: 0,
        score: -250,
        ..outcome()
    };
    [outcome(), lost]
}

pub(crate) fn server_frames() -> Vec<ServerFrame> {
    let [won, lost] = outcomes();
    let mut frames = vec![
        ServerFrame::Welcome(Box::new(welcome())),
        ServerFrame::Welcome(Box::new(Welcome {
            rain: None,
            you: None,
            lobby: lobby(),
            ..welcome()
        })),
        ServerFrame::Lobby(lobby()),
        ServerFrame::Progress { round: 1, answered: 1, players: 2 },
        ServerFrame::Answered { round: 1, answer: ChoiceSet(0b10).into() },
        ServerFrame::Outcome(won),
        ServerFrame::Outcome(lost),
        ServerFrame::Missed { rain: RainId([2; 8]), why: Refusal::SoldOut },
        ServerFrame::RainProgress(progress()),
        ServerFrame::Heartbeat {
            now_ms: 1_763_690_005_000,
            at: Position { incarnation: Incarnation([1; 8]), seq: 301 },
        },
        ServerFrame::Reconnect { within_ms: 5000 },
        ServerFrame::Seated(player().seat),
        ServerFrame::Players(PlayerList {
            search: "an".into(),
            skip: 50,
            found: 51,
            rows: vec![player()],
        }),
        ServerFrame::Done,
        ServerFrame::Right(Right::Owner),
        ServerFrame::Right(Right::Host),
        ServerFrame::Right(Right::Viewer),
        ServerFrame::Picked(Some(4)),
        ServerFrame::Picked(None),
        ServerFrame::LiveTally(LiveTally {
            round: 1,
            answered: 3,
            tally: Tally::Choices(vec![1, 2]),
        }),
        ServerFrame::Paced(Box::new(paced())),
        ServerFrame::Paced(Box::new(Paced { outcome: Some(outcome()), score: 1975, ..paced() })),
        ServerFrame::Paced(Box::new(Paced { round: 2, stage: None, ..paced() })),
        ServerFrame::PaceBoard(PaceBoard {
            standings: Standings { top: board(), players: 2, ..Standings::default() },
            begun: 2,
            finished: 1,
        }),
        ServerFrame::Sound { round: 1, play: true },
        ServerFrame::Reacted { counts: [12, 3, 0, 300, 1] },
        ServerFrame::Incidents(Vec::new()),
        ServerFrame::Incidents(vec![
            Incident::RedisAway,
            Incident::DatabaseAway,
            Incident::RolledBack,
        ]),
    ];
    frames.extend(STATES.map(|state| ServerFrame::Packet(news(state))));
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
        Refusal::Removed,
        Refusal::NoSuchTeam,
        Refusal::NoSuchPlayer,
        Refusal::Invalid,
        Refusal::Nickname(InvalidName::NotGenerated),
        Refusal::Nickname(InvalidName::Blocked),
        Refusal::NotOpen,
        Refusal::TooLate,
        Refusal::NoSuchAnswer,
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
        Refusal::Plan(InvalidPlan::Share),
        Refusal::Plan(InvalidPlan::Rank),
        Refusal::Plan(InvalidPlan::Nobody),
        Refusal::Plan(InvalidPlan::ShareTooSmall),
        Refusal::Plan(InvalidPlan::Pot(Impossible::Prizes)),
        Refusal::Plan(InvalidPlan::PrizeRanks),
        Refusal::NotAllowed,
        Refusal::TooFast,
        Refusal::Malformed,
        Refusal::Unavailable,
        Refusal::Unfunded,
        Refusal::NoRainLeft,
        Refusal::OnlyWatching,
        Refusal::TooManyJoins { seconds: 30 },
        Refusal::SignInNeeded,
        Refusal::Field,
        Refusal::IdentityNeeded,
    ]
}

pub(crate) fn player_frames() -> Vec<PlayerFrame> {
    let mut frames = vec![
        PlayerFrame::Hello { pin: Pin::new(123_456).unwrap(), token: Token([5; 16]) },
        PlayerFrame::Join {
            nickname: "李雷".into(),
            entropy: Contribution([9; 16]),
            team: Some(1),
            field: Some("12345".into()),
            avatar: Some(Avatar(300)),
        },
        PlayerFrame::Answer { round: 1, answer: ChoiceSet(0b10).into() },
        PlayerFrame::Tap { rain: RainId([2; 8]), drop: 300 },
        PlayerFrame::ShowReceipt { receipt: receipt() },
        PlayerFrame::Pace { question: 300 },
        PlayerFrame::Avatar { avatar: Avatar(300) },
    ];
    frames.extend(Reaction::ALL.map(|reaction| PlayerFrame::React { reaction }));
    frames
}

pub(crate) fn host_frames() -> Vec<HostFrame> {
    let mut frames = vec![
        HostFrame::Hello { game: GameId([4; 8]), token: Token([5; 16]) },
        HostFrame::OpenRain { plan: plan(), seen: 300 },
        HostFrame::OpenRain {
            plan: RainPlan { split: Split::Equal, eligibility: Eligibility::Everyone, ..plan() },
            seen: 300,
        },
        HostFrame::OpenRain {
            plan: RainPlan { eligibility: Eligibility::TopShare(30), ..plan() },
            seen: 300,
        },
        HostFrame::OpenRain {
            plan: RainPlan { eligibility: Eligibility::LastRight, ..plan() },
            seen: 300,
        },
        HostFrame::Ask { question: 4, seen: 300 },
        HostFrame::AddTime { seconds: 10, seen: 300 },
        HostFrame::OpenRain { plan: RainPlan { split: Split::LineCutting, ..plan() }, seen: 300 },
        HostFrame::OpenRain { plan: RainPlan { split: Split::Shares, ..plan() }, seen: 300 },
        HostFrame::OpenRain { plan: prizes(), seen: 300 },
        HostFrame::OpenRain {
            plan: RainPlan { eligibility: Eligibility::TopRank(10), ..plan() },
            seen: 300,
        },
        HostFrame::OpenRain {
            plan: RainPlan { eligibility: Eligibility::Seated(0), ..plan() },
            seen: 300,
        },
        HostFrame::MarkText { text: "Zoë".into(), mark: Mark::Picked, seen: 300 },
        HostFrame::MarkText { text: "Zoë".into(), mark: Mark::Hidden, seen: 300 },
        HostFrame::MarkText { text: "Zoë".into(), mark: Mark::Listed, seen: 300 },
        HostFrame::Configure { settings: settings() },
        HostFrame::ListPlayers { search: "an".into(), skip: 50 },
        HostFrame::Remove { seat: 2, ban: Ban::Address },
        HostFrame::Rename { seat: 2, nickname: "Anna".into() },
        HostFrame::AdjustScore { seat: 2, points: -100, note: "too early".into(), seen: 300 },
        HostFrame::Revive { seat: Some(2), seen: 300 },
        HostFrame::FixKey { question: 1, key: Key::Choices(ChoiceSet(5)), seen: 300 },
        HostFrame::Pick { question: Some(4), seen: 300 },
        HostFrame::Pick { question: None, seen: 300 },
        HostFrame::AddMinutes { minutes: 30, seen: 300 },
        HostFrame::Sound { play: true, seen: 300 },
    ];
    frames.extend(Move::ALL.map(|mv| HostFrame::Move { mv, seen: 300 }));
    frames
}

pub(crate) fn check_frames() -> Vec<CheckFrame> {
    vec![CheckFrame::Ping { number: 300 }]
}

pub(crate) fn check_answers() -> Vec<CheckAnswer> {
    vec![CheckAnswer::Pong { number: 300, now_ms: 1_700_000_000_000 }]
}

pub(crate) fn screen_frames() -> Vec<ScreenFrame> {
    vec![ScreenFrame::Hello { pin: Pin::new(123_456).unwrap() }]
}
