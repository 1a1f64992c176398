//! A whole game with a rain, through every script and every reader of the store.

use std::collections::BTreeSet;
use std::time::Duration;

use quizrain::game::calls::{
    self as game, Advanced, Answered, Created, GameRef, Joined, Own, Step,
};
use quizrain::ledger::Claim;
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain::rain::stream;
use quizrain::store::shard::Shard;
use quizrain_shared::ids::{GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::question::{ChoiceSet, KindView, QuestionView};
use quizrain_shared::score::Grade;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Outcome, Stage};
use redis::AsyncCommands;

use crate::common::locked;

use super::scene::{HOUR_MS, account, answer_one, ask, claim_one, join, packets};

const PLAYERS: u32 = 5;
const PACKETS: u32 = 3;

/// Plays a game of a number of its own and checks all that is said on the way.
pub(super) async fn play(con: &mut impl AsyncCommands, number: u8) {
    let game = GameRef { game: GameId([number; 8]), incarnation: Incarnation([number; 8]) };
    let rain = ShardRef {
        rain: RainId([number; 8]),
        incarnation: Incarnation([number; 8]),
        shard: Shard::WHOLE,
    };
    let mut at = arrive(con, game).await;
    at = one_round(con, game, at).await;
    at = go(con, game, at, Move::OpenRain, &Stage::Lobby).await;
    let_it_rain(con, rain).await;
    settle(con, rain).await;
    at = go(con, game, at, Move::CloseRain, &Stage::Lobby).await;
    at = go(con, game, at, Move::End, &Stage::Lobby).await;
    let late = join(con, game, account(99), "Late", 99).await;
    assert_eq!(late.unwrap(), Joined::Ended);
    let state = game::state(con, game.game).await.unwrap().unwrap();
    assert_eq!((state.stage.phase, state.stage.at.seq), at);
}

type At = (Phase, u64);

/// Makes a legal move from where the game stands.
async fn go(
    con: &mut impl AsyncCommands,
    game: GameRef,
    (phase, seen): At,
    mv: Move,
    stage: &Stage,
) -> At {
    let phase = phase.after(mv).unwrap();
    let step = Step { phase: phase.clone(), stage, ..ask(seen, 1) };
    let moved = game::advance(con, game, &step).await.unwrap();
    let Advanced::Moved { seq, .. } = moved else {
        panic!("{moved:?}");
    };
    let again = game::advance(con, game, &step).await.unwrap();
    assert_eq!(again, Advanced::Stale);
    (phase, seq)
}

async fn arrive(con: &mut impl AsyncCommands, game: GameRef) -> At {
    let created = game::create(con, game, 1, 2, &Settings::default()).await.unwrap();
    assert_eq!(created, Created::Done);
    for number in 1..=PLAYERS {
        let joined = join(con, game, account(number), &format!("P{number}"), PLAYERS).await;
        assert!(
            matches!(joined.unwrap(), Joined::Seat { seat, new: true } if seat.number == number)
        );
    }
    assert!(game::configure(con, game, &locked(true)).await.unwrap());
    let (players, newest) = game::lobby(con, game.game).await.unwrap();
    assert_eq!((players, newest.len()), (PLAYERS, PLAYERS as usize));
    let seats = game::seats(con, game.game).await.unwrap();
    assert_eq!(seats.len(), PLAYERS as usize);
    let accounts = [account(2), account(99)];
    let names = game::nicknames(con, game.game, &accounts).await.unwrap();
    assert_eq!(names, [Some("P2".to_owned()), None]);
    (Phase::start(2), 1)
}

async fn one_round(con: &mut impl AsyncCommands, game: GameRef, at: At) -> At {
    let question = QuestionView {
        kind: KindView::TrueFalse,
        text: "Which?".to_owned(),
        picture: None,
        sound: None,
        seconds: 20,
        points: 1000,
    };
    let asking = Stage::Asking { question };
    let at = go(con, game, at, Move::Ask, &asking).await;
    let state = game::state(con, game.game).await.unwrap().unwrap();
    assert_eq!((&state.stage.stage, state.settings.locked), (&asking, true));
    for number in 1..=PLAYERS {
        let choices = ChoiceSet::one((number % 2) as usize);
        for new in [true, false] {
            let answered = answer_one(con, game, account(number), 0, choices).await;
            assert_eq!(answered.unwrap(), Answered::Counted { answer: choices.into(), new });
        }
    }
    let progress = game::progress(con, game.game, 0).await.unwrap();
    assert_eq!(progress, (PLAYERS, PLAYERS));
    let at = go(con, game, at, Move::Close, &Stage::Lobby).await;
    let answers = game::answers(con, game.game, 0).await.unwrap();
    assert_eq!(answers.len(), PLAYERS as usize);
    let outcome = Outcome {
        round: 0,
        answer: Some(ChoiceSet::one(1).into()),
        grade: Grade::Right,
        elapsed_ms: 4000,
        line_ms: 20,
        points: 900,
        bonus: 0,
        corrected: 0,
        life: None,
        streak: 1,
        score: 900,
        rank: 1,
        players: PLAYERS,
    };
    let rows = [(account(1), outcome.clone())];
    game::write_outcomes(con, game.game, 0, &rows).await.unwrap();
    let outcomes = game::outcomes(con, game.game, 0).await.unwrap();
    assert_eq!(outcomes.get(&account(1)), Some(&outcome));
    let accounts = [account(99), account(1)];
    let own = game::own(con, game.game, &accounts, 0, Some(0)).await.unwrap();
    let [nobody, first] = own.as_slice() else {
        panic!("{own:?}");
    };
    assert_eq!(nobody, &Own::default());
    assert_eq!(first.seat.as_ref().unwrap().number, 1);
    assert_eq!(first.answer.as_ref().unwrap().answer, ChoiceSet::one(1).into());
    assert_eq!(first.outcome, Some(outcome));
    let unscored = game::own(con, game.game, &accounts, 0, None).await.unwrap();
    assert_eq!(unscored[1].outcome, None);
    let at = go(con, game, at, Move::Reveal, &Stage::Lobby).await;
    assert_eq!(at.0.kind, Kind::Revealed);
    at
}

async fn let_it_rain(con: &mut impl AsyncCommands, rain: ShardRef) {
    let listed: Vec<_> = (1..PLAYERS).map(account).collect();
    rain::list_eligible(con, rain.keys(), &listed).await.unwrap();
    let packets = packets(0, PACKETS);
    for (offset, chunk) in packets.chunks(2).enumerate() {
        let loaded = rain::load_chunk(con, rain, 2 * offset, rain::OpenTo::Listed, chunk).await;
        assert!(matches!(loaded.unwrap(), Loaded::Length(_)));
    }
    stream::ensure_group(con, rain.keys()).await.unwrap();
    stream::ensure_group(con, rain.keys()).await.unwrap();
    let opened = rain::open(con, rain, PACKETS, 0, HOUR_MS).await.unwrap();
    assert!(matches!(opened, Opened::Open { .. }));
    let stranger = claim_one(con, rain, account(PLAYERS)).await.unwrap();
    assert_eq!(stranger, Verdict::Ineligible);
    for (number, packet) in (1..).zip(&packets) {
        let who = account(number);
        let Verdict::Caught { claim, new: true } = claim_one(con, rain, who).await.unwrap() else {
            panic!("{number} caught nothing");
        };
        assert_eq!(claim.packet, *packet);
        let again = claim_one(con, rain, who).await.unwrap();
        assert_eq!(again, Verdict::Caught { claim, new: false });
        let stored = rain::claims_of(con, rain.keys(), &[account(99), who]).await.unwrap();
        assert_eq!(stored, [None, Some(claim)]);
    }
    let last = claim_one(con, rain, account(PLAYERS - 1)).await.unwrap();
    assert_eq!(last, Verdict::SoldOut);
    let closed = rain::close(con, rain).await.unwrap();
    assert_eq!(closed, Some((PACKETS, 0)));
    let (caught, left, newest) = rain::progress(con, rain.keys(), 2).await.unwrap();
    assert_eq!((caught, left), (PACKETS, 0));
    let newest: Vec<_> = newest.iter().map(|(who, _)| *who).collect();
    assert_eq!(newest, [3, 2].map(account));
    let caught = rain::caught_count(con, rain.keys()).await.unwrap();
    assert_eq!(caught, PACKETS);
}

/// What the stream brings is what was claimed, and it is brought until it is acknowledged.
async fn settle(con: &mut impl AsyncCommands, rain: ShardRef) {
    let key = |(who, claim): (_, Claim)| (who, claim.packet.number, claim.at_ms);
    let claims = rain::claims(con, rain.keys()).await.unwrap();
    let amounts = claims.iter().map(|(_, claim)| claim.packet.amount);
    assert_eq!(Minor::checked_sum(amounts), Some(Minor(10 + 20 + 30)));
    let claims: BTreeSet<_> = claims.into_iter().map(key).collect();
    for (from, times) in [(stream::From::New, 1), (stream::From::Pending, 2)] {
        let entries = stream::read(con, rain.keys(), "one", from, 10).await.unwrap();
        let read = entries.iter().flat_map(|entry| &entry.claims).copied().map(key);
        assert_eq!(read.collect::<BTreeSet<_>>(), claims);
        let held = stream::held(con, rain.keys(), "one", entries.clone()).await.unwrap();
        assert_eq!(held, (entries, times));
    }
    // Another takes them over, and holds what the first does not acknowledge meanwhile.
    let taken = stream::take_over(con, rain.keys(), "two", Duration::ZERO, 10).await.unwrap();
    let (done, rest) = taken.split_first().unwrap();
    stream::acknowledge(con, rain.keys(), std::slice::from_ref(done)).await.unwrap();
    let held = stream::held(con, rain.keys(), "two", taken.clone()).await.unwrap();
    assert_eq!(held, (rest.to_vec(), if rest.is_empty() { 0 } else { 3 }));
    let held = stream::held(con, rain.keys(), "one", taken.clone()).await.unwrap();
    assert_eq!(held, (Vec::new(), 0));
    stream::acknowledge(con, rain.keys(), rest).await.unwrap();
    for from in [stream::From::New, stream::From::Pending] {
        let entries = stream::read(con, rain.keys(), "one", from, 10).await.unwrap();
        assert_eq!(entries, []);
    }
}
