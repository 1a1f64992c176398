//! Random joins, answers, moves and locks of several players and drivers: the scripts say and
//! keep what a plain model of the rules says.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use quizrain::game::calls::{self as game, Advanced, Answered, Joined, Step};
use quizrain_shared::name::fold;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Face, Seat};
use redis::AsyncCommands;

use super::scene::{
    FACE, GAME, HOUR_MS, LONG_AGO_MS, OTHER_GAME, ROUNDS, accepted, account, given, step, wish,
};
use crate::common;
use crate::common::property::check;

const PLAYERS: u32 = 6;
const MOST: u32 = 4;
const NAMES: [&str; 6] = ["Ada", "ADA", "Bo", "李雷", "3:Zoë", "a b"];

#[derive(Clone, Debug)]
enum Act {
    /// Wishes for seats in one call.
    Join(Vec<(u32, &'static str)>),
    /// Answers in one call.
    Answer {
        round: u16,
        picks: Vec<(u32, ChoiceSet)>,
    },
    Advance {
        epoch: u64,
        /// Before, at or after where the game stands.
        seen: i64,
        kind: Kind,
        asked: u16,
        /// Whether it lasts for an hour, or was over long ago.
        open: bool,
    },
    Lock(bool),
}

/// As many of them as nodes with small and large batches put into one call.
fn batch<T: std::fmt::Debug>(
    one: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = Vec<T>> {
    let size = prop_oneof![6 => Just(1_usize), 2 => Just(2), 2 => Just(7), 1 => Just(256)];
    size.prop_flat_map(move |size| prop::collection::vec(one.clone(), size))
}

fn act() -> impl Strategy<Value = Act> {
    let who = || 1..=PLAYERS;
    let join = batch((who(), prop::sample::select(&NAMES[..]))).prop_map(Act::Join);
    let pick = (who(), (0_u8..8).prop_map(ChoiceSet));
    let answer = (0..ROUNDS, batch(pick)).prop_map(|(round, picks)| Act::Answer { round, picks });
    // Questions more often than the rest, and the end seldom: little happens after it.
    let kind = prop_oneof![
        8 => Just(Kind::Asking),
        3 => Just(Kind::Closing),
        1 => prop::sample::select(&Kind::ALL[..]),
    ];
    let seen = prop_oneof![1 => Just(-1), 8 => Just(0), 1 => Just(1)];
    let advance = (1_u64..4, seen, kind, 0..=ROUNDS, prop::bool::weighted(0.8)).prop_map(
        |(epoch, seen, kind, asked, open)| Act::Advance { epoch, seen, kind, asked, open },
    );
    prop_oneof![
        4 => join,
        6 => answer,
        3 => advance,
        1 => prop::bool::weighted(0.3).prop_map(Act::Lock),
    ]
}

/// The rules.
struct Model {
    epoch: u64,
    seq: u64,
    kind: Kind,
    asked: u16,
    open: bool,
    locked: bool,
    seats: BTreeMap<u32, Seat>,
    newest: Vec<Face>,
    answers: BTreeMap<(u16, u32), ChoiceSet>,
}

impl Model {
    fn join(&mut self, who: u32, name: &str) -> Joined {
        if let Some(seat) = self.seats.get(&who) {
            return Joined::Seat { seat: seat.clone(), new: false };
        }
        let taken = |seat: &Seat| fold(&seat.nickname) == fold(name);
        let number = self.newest.len() as u32 + 1;
        if self.kind == Kind::Ended {
            Joined::Ended
        } else if self.locked {
            Joined::Locked
        } else if number > MOST {
            Joined::Full
        } else if self.seats.values().any(taken) {
            Joined::Taken
        } else {
            let (nickname, avatar) = (name.to_owned(), FACE);
            self.newest.insert(0, Face { nickname: nickname.clone(), avatar });
            let seat = Seat { number, nickname, team: None, avatar };
            self.seats.insert(who, seat.clone());
            Joined::Seat { seat, new: true }
        }
    }

    fn answer(&mut self, who: u32, round: u16, choices: ChoiceSet) -> Answered {
        if !self.seats.contains_key(&who) {
            return Answered::NotSeated;
        }
        if let Some(first) = self.answers.get(&(round, who)) {
            return Answered::Counted { answer: (*first).into(), new: false };
        }
        match self.kind {
            Kind::Ended => Answered::Ended,
            // Nobody has begun.
            Kind::Paced if self.open => Answered::NotOpen,
            Kind::Paced | Kind::Counting => Answered::Late,
            _ if round >= self.asked => Answered::NotOpen,
            Kind::Reading | Kind::Paused if round + 1 == self.asked => Answered::NotOpen,
            Kind::Asking if self.open && round + 1 == self.asked => {
                let Some(answer) = accepted(choices) else {
                    return Answered::NotAccepted;
                };
                self.answers.insert((round, who), choices);
                Answered::Counted { answer, new: true }
            }
            _ => Answered::Late,
        }
    }

    /// The refusal, if there is one.
    fn advance(&mut self, step: &Step<'_>) -> Option<Advanced> {
        if step.epoch < self.epoch {
            return Some(Advanced::Fenced);
        }
        if step.seen != self.seq {
            return Some(Advanced::Stale);
        }
        self.epoch = step.epoch;
        self.seq += 1;
        self.kind = step.phase.kind;
        self.asked = step.phase.played.rounds();
        self.open = step.opens_ms.is_none();
        None
    }
}

async fn follow(
    con: &mut impl AsyncCommands,
    model: &mut Model,
    act: Act,
    elsewhere: bool,
) -> TestCaseResult {
    let game = if elsewhere { OTHER_GAME } else { GAME };
    match act {
        Act::Join(wishes) => {
            let named = wishes.iter().map(|(who, name)| wish(account(*who), name));
            let said = game::join(con, game, &named.collect::<Vec<_>>(), MOST, 0).await;
            let expected = wishes.into_iter().map(|(who, name)| match elsewhere {
                true => Joined::Unknown,
                false => model.join(who, name),
            });
            prop_assert_eq!(said.unwrap(), expected.collect::<Vec<_>>());
        }
        Act::Answer { round, picks } => {
            let sent: Vec<_> =
                picks.iter().map(|(who, it)| given(account(*who), accepted(*it))).collect();
            let said = game::answer(con, game, round, &sent).await;
            let expected = picks.into_iter().map(|(who, choices)| match elsewhere {
                true => Answered::Unknown,
                false => model.answer(who, round, choices),
            });
            prop_assert_eq!(said.unwrap(), expected.collect::<Vec<_>>());
        }
        Act::Advance { epoch, seen, kind, asked, open } => {
            let step = Step {
                epoch,
                opens_ms: (!open).then_some(LONG_AGO_MS),
                lasts_ms: HOUR_MS,
                ..step(model.seq.saturating_add_signed(seen), kind, asked)
            };
            let said = game::advance(con, game, &step).await.unwrap();
            let refused = match elsewhere {
                true => Some(Advanced::Unknown),
                false => model.advance(&step),
            };
            match (said, refused) {
                (Advanced::Moved { seq, opens_ms, closes_ms }, None) => {
                    prop_assert_eq!(seq, model.seq);
                    prop_assert_eq!(closes_ms, opens_ms + HOUR_MS);
                    prop_assert_eq!(opens_ms == LONG_AGO_MS, !open);
                }
                (said, refused) => prop_assert_eq!(Some(said), refused),
            }
        }
        Act::Lock(locked) => {
            let said = game::configure(con, game, &common::locked(locked)).await.unwrap();
            let over = elsewhere || model.kind == Kind::Ended;
            prop_assert_eq!(said, !over);
            model.locked = if over { model.locked } else { locked };
        }
    }
    Ok(())
}

/// What Redis keeps is what the model keeps.
async fn compare(con: &mut impl AsyncCommands, model: &Model) -> TestCaseResult {
    let state = game::state(con, GAME.game).await.unwrap().unwrap();
    let stage = state.stage;
    prop_assert_eq!(stage.at.incarnation, GAME.incarnation);
    let (kind, asked) = (stage.phase.kind, stage.phase.played.rounds());
    prop_assert_eq!(
        (stage.at.seq, kind, asked, state.settings.locked),
        (model.seq, model.kind, model.asked, model.locked)
    );
    let seats = game::seats(con, GAME.game).await.unwrap();
    prop_assert_eq!(seats.len(), model.seats.len());
    for (who, seat) in &model.seats {
        prop_assert_eq!(seats.get(&account(*who)), Some(seat));
    }
    let lobby = game::lobby(con, GAME.game).await.unwrap();
    let players = model.seats.len() as u32;
    prop_assert_eq!(lobby, (players, model.newest.clone()));
    let mut counted = 0;
    for round in 0..ROUNDS {
        for (who, answer) in game::answers(con, GAME.game, round).await.unwrap() {
            let found = model.answers.iter().find(|((other, player), choices)| {
                (*other, account(*player), Answer::from(**choices))
                    == (round, who, answer.answer.clone())
            });
            prop_assert!(found.is_some(), "an answer of nobody's: {:?}", who);
            counted += 1;
        }
    }
    prop_assert_eq!(counted, model.answers.len());
    Ok(())
}

#[test]
fn a_game_keeps_the_rules_whatever_players_and_drivers_do() {
    let acts = prop::collection::vec((act(), prop::bool::weighted(0.05)), 1..60);
    check(64, &acts, &async |con, acts| {
        game::create(con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
        let mut model = Model {
            epoch: 1,
            seq: 1,
            kind: Kind::Lobby,
            asked: 0,
            open: false,
            locked: false,
            seats: BTreeMap::new(),
            newest: Vec::new(),
            answers: BTreeMap::new(),
        };
        for (act, elsewhere) in acts {
            follow(con, &mut model, act, elsewhere).await?;
        }
        compare(con, &model).await
    });
}
