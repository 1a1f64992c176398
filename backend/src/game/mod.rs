//! Games: made, found, ended and who may drive them ([`Games`]), and played: who has a seat, where the game stands,
//! what was answered and what that brought ([`Play`]).
//!
//! What other sockets must hear goes through Redis events, never by a call from here.

mod answer_times;
mod answers;
mod avatars;
mod blocked_words;
mod booth;
pub mod calls;
mod correct;
mod crew;
mod fields;
mod games;
mod lobby;
mod marks;
mod nickname;
mod origin;
mod outcomes;
mod pace;
mod pick;
mod players;
mod roster;
mod rounds;
mod rules;
mod scores;
mod seats;
mod seen;
mod sound;
pub(crate) mod sql;
mod steps;

use std::sync::{PoisonError, RwLock};

use quizrain_shared::draw;
use quizrain_shared::ids::{GameId, Incarnation, Link, Pin, Promise};
use quizrain_shared::mode::{Deal, Teams};
use quizrain_shared::phase::Phase;
use quizrain_shared::played::Played;
use quizrain_shared::question::Question;
use quizrain_shared::quiz::Quiz;
use quizrain_shared::wire::{GameInfo, StageAt};

use crate::batch::Batcher;
use crate::store::redis::Redis;
use crate::store::sql::Sql;
use answers::Answers;
use avatars::Avatars;
use calls::GameRef;
use fields::{Fields, Pattern};
use pace::{CorrectionReads, PaceRanks, Paces};
use players::{Joins, OwnParts};

pub(crate) use answer_times::AnswerTimes;
pub use blocked_words::BlockedWords;
pub use calls::GameState;
pub(crate) use calls::{Corrections, CountedAnswer, parse_answer, positions};
pub use crew::{By, Made};
pub use fields::check_field;
pub use games::Games;
pub use nickname::proposed_nickname;
pub use origin::Origin;
pub use players::{Newcomer, Own};
pub use rounds::Play;
pub(crate) use rules::Rules;
pub(crate) use scores::{is_complete, keep_those_in_time};
pub(crate) use seen::and_seen;
pub use sql::{GameOptions, GameRow, Registered};
pub(crate) use steps::{Mover, Next, RESTATED};

/// How much at a time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seats in one game.
    pub max_players: u32,
    /// Players in one call to Redis.
    pub max_batch: usize,
}

/// A game, as far as it never changes.
#[derive(Debug)]
pub struct Game {
    /// The game.
    pub id: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// What does not change about how it is played.
    pub options: GameOptions,
    /// The quiz, with its key.
    pub quiz: Quiz,
    /// What players are shown of the secret.
    pub promise: Promise,
    pub(crate) secret: Link,
    /// Whether it was over when it was read.
    was_over: bool,
    incarnation: Incarnation,
    answer_times: AnswerTimes,
    /// As this node's screens were shown last.
    played: RwLock<Played>,
    joins: Batcher<Joins>,
    avatars: Batcher<Avatars>,
    fields: Batcher<Fields>,
    /// Which of what is filled in will do.
    pattern: Option<Pattern>,
    answers: Batcher<Answers>,
    own_parts: Batcher<OwnParts>,
    paces: Batcher<Paces>,
    pace_ranks: Batcher<PaceRanks>,
    corrections: Batcher<CorrectionReads>,
}

impl Game {
    fn new(row: GameRow, redis: &Redis, sql: &Sql, limits: Limits) -> Self {
        let dealt = row.options.mode.teams().filter(|teams| teams.deal == Deal::Dealt);
        let deal = dealt.map_or(0, Teams::count);
        let reference = GameRef { game: row.game, incarnation: row.incarnation };
        let joins = Joins { redis: redis.clone(), game: reference, most: limits.max_players, deal };
        let avatars = Avatars { redis: redis.clone(), game: reference };
        let fields = Fields { sql: sql.clone(), game: row.game };
        let pattern = row.options.field.as_ref().map(|field| Pattern::stored(row.game, field));
        let answers = Answers { redis: redis.clone(), game: reference };
        let paces = Paces { redis: redis.clone(), game: reference };
        let own_parts = OwnParts { redis: redis.clone(), game: row.game };
        let pace_ranks = PaceRanks { redis: redis.clone(), game: row.game };
        let corrections = CorrectionReads { redis: redis.clone(), game: row.game };
        Self {
            id: row.game,
            pin: row.pin,
            options: row.options,
            quiz: row.quiz,
            promise: draw::promise(&row.secret),
            secret: row.secret,
            was_over: row.ended,
            incarnation: row.incarnation,
            answer_times: AnswerTimes::default(),
            played: RwLock::default(),
            joins: Batcher::new(joins, limits.max_batch),
            avatars: Batcher::new(avatars, limits.max_batch),
            fields: Batcher::new(fields, limits.max_batch),
            pattern,
            answers: Batcher::new(answers, limits.max_batch),
            own_parts: Batcher::new(own_parts, limits.max_batch),
            paces: Batcher::new(paces, limits.max_batch),
            pace_ranks: Batcher::new(pace_ranks, limits.max_batch),
            corrections: Batcher::new(corrections, limits.max_batch),
        }
    }

    /// Notes a stage that this node's screens were shown, newer than those before it.
    pub fn note_shown(&self, shown: &StageAt) {
        self.answer_times.note(shown);
        *self.played.write().unwrap_or_else(PoisonError::into_inner) = shown.phase.played.clone();
    }

    /// The question of a round.
    pub(crate) fn question(&self, played: &Played, round: u16) -> Option<&Question> {
        self.rules().question(played, round)
    }

    /// The question of a round that this node's screens have shown; where everybody plays at their
    /// own pace, all of them may be answered, in their order.
    pub(crate) fn shown_question(&self, round: u16) -> Option<&Question> {
        if self.options.mode.self_paced().is_some() {
            return self.quiz.questions.get(usize::from(round));
        }
        self.question(&self.played.read().unwrap_or_else(PoisonError::into_inner), round)
    }

    /// What quiz and mode say of its rounds.
    pub(crate) fn rules(&self) -> Rules<'_> {
        Rules { quiz: &self.quiz, mode: &self.options.mode }
    }

    /// The rounds that are scored, newest first.
    pub(crate) fn scored_rounds(&self, played: &Played) -> impl Iterator<Item = u16> {
        self.rules().scored_rounds(played)
    }

    /// The last round that is scored.
    pub(crate) fn last_question(&self, played: &Played) -> Option<u16> {
        self.scored_rounds(played).next()
    }

    /// The last round that was scored where the game stands; while a question is open, that is one
    /// before it.
    pub(crate) fn last_scored(&self, phase: &Phase) -> Option<u16> {
        self.last_question(&phase.scored())
    }

    /// The game in Redis.
    #[must_use]
    pub fn reference(&self) -> GameRef {
        GameRef { game: self.id, incarnation: self.incarnation }
    }

    /// What does not change during the game, for clients.
    #[must_use]
    pub fn info(&self) -> GameInfo {
        GameInfo {
            game: self.id,
            pin: self.pin,
            title: self.quiz.title.clone(),
            promise: self.promise,
            mode: self.options.mode.clone(),
            names: self.options.names,
            identity: self.options.identity,
            field: self.options.field.clone().map(Box::new),
        }
    }
}
