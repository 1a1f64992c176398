//! A game's keys: its state, its players, their answers and outcomes. What scripts decide is
//! here, what is only read or follows from frozen answers is in `read`.
//!
//! Every function takes the connection, so that tests can run the same code on a cluster.

use std::borrow::Borrow;

use quizrain_shared::ids::{AccountId, GameId, Incarnation};
use quizrain_shared::phase::Phase;
use quizrain_shared::question::Answer;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Position, Stage, StageAt};
use redis::AsyncCommands;

use crate::events::STORED;
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts;

mod avatar;
mod corrections;
mod pace;
mod read;
mod seats;

pub use avatar::{Faced, set_avatars};
pub use corrections::{Corrections, Fields, corrections, forget_rescore, marks};
pub use pace::{
    Go, Left, Pace, PaceCounts, PaceWish, Paced, pace, pace_board, pace_ranks, pace_scores,
};
pub(crate) use read::parse_answer;
pub use read::{
    Own, answers, arrivals, contributions, have_seats, lobby, nicknames, outcomes, own, positions,
    progress, removed, removed_seats, scored_for, seats, state, statuses, was_removed,
    write_outcomes,
};
pub use seats::{
    Arrival, Joined, Removal, Renamed, SeatRef, Wish, configure, join, remove, rename,
};

/// How many faces a lobby shows.
pub const NAMES_SHOWN: usize = 60;

/// What `answer.lua` is given in place of an answer that the question does not accept.
const NOT_ACCEPTED: &str = "-";

/// A game in Redis: which one, and which incarnation of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// The game.
    pub game: GameId,
    /// That of its state.
    pub incarnation: Incarnation,
}

/// What a game's state hash says.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The stage with its position and window.
    pub stage: StageAt,
    /// The newest epoch that drives the game, as far as Redis knows.
    pub epoch: u64,
    /// The epoch in which the game moved to this stage.
    pub moved_in: u64,
    /// How long after its opening answers to the question count, in ms, where Redis took later ones.
    pub counts_ms: Option<u64>,
    /// How the game is run.
    pub settings: Settings,
    /// How many seats had been given when the first question was shown; `None` before.
    pub starters: Option<u32>,
}

impl GameState {
    /// Whether moves are lost up to one that was shown: Redis went back behind it.
    #[must_use]
    pub fn lost(&self, shown: Position) -> bool {
        let known = self.stage.at;
        shown.incarnation == known.incarnation && shown.seq > known.seq
    }
}

/// What `create_game.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// Now, or by an earlier call with the same incarnation.
    Done,
    /// Another incarnation of this game is there.
    Taken,
}

/// What `advance.lua` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// The game stands here now.
    Moved {
        /// The new sequence number.
        seq: u64,
        /// When the phase opens, in ms of Redis time.
        opens_ms: u64,
        /// When it closes, in ms of Redis time; 0 where it does not.
        closes_ms: u64,
    },
    /// No such game, or another incarnation.
    Unknown,
    /// A newer epoch drives the game.
    Fenced,
    /// The game had moved on.
    Stale,
}

/// A step to be written by `advance.lua`.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The driver's epoch.
    pub epoch: u64,
    /// The sequence number on which the step was decided.
    pub seen: u64,
    /// The new phase.
    pub phase: Phase,
    /// When it opens, in ms of Redis time; `None`: now.
    pub opens_ms: Option<u64>,
    /// How long it lasts, in ms; 0: until somebody moves on.
    pub lasts_ms: u64,
    /// What is shown.
    pub stage: &'a Stage,
    /// The least sequence number that the game gets.
    pub least: u64,
    /// How long after its opening answers to the question count, in ms; `None`: all that were taken.
    pub counts_ms: Option<u64>,
    /// What the host corrects with it, as fields of [`Corrections`].
    pub corrects: Vec<(String, String)>,
}

/// What `answer.lua` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The answer that counts, and whether it is the one just sent.
    Counted {
        /// The first answer.
        answer: Answer,
        /// Whether this call wrote it.
        new: bool,
    },
    /// After the deadline.
    Late,
    /// This question has not been asked yet.
    NotOpen,
    /// The question does not accept it.
    NotAccepted,
    /// The game is over.
    Ended,
    /// The account has no seat.
    NotSeated,
    /// No such game, or another incarnation.
    Unknown,
}

/// An answer as counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedAnswer {
    /// What was answered.
    pub answer: Answer,
    /// Time since the question opened, in ms of Redis time.
    pub elapsed_ms: u64,
    /// What the player's line took of it, in ms, as this program measured it.
    pub line_ms: u16,
}

/// An answer to be counted.
#[derive(Clone, Debug)]
pub struct GivenAnswer {
    /// Whose it is.
    pub account: AccountId,
    /// `None`: one that the question does not accept, which the caller has found.
    pub answer: Option<Answer>,
    /// What the player's line takes, in ms.
    pub line_ms: u16,
}

/// Writes the first state.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn create(
    con: &mut impl AsyncCommands,
    game: GameRef,
    epoch: u64,
    questions: u16,
    settings: &Settings,
) -> Result<Created, StoreError> {
    let mut call = scripts::CREATE_GAME.call();
    call.key(GameKeys(game.game).state())
        .arg(game.incarnation.to_string())
        .arg(epoch)
        .arg(questions)
        .arg(STORED.encode(&Stage::Lobby))
        .arg(u8::from(settings.locked))
        .arg(u8::from(settings.late_join))
        .arg(STORED.encode(settings));
    let reply = Reply::of("create_game.lua", &call, con).await?;
    match reply.word() {
        "created" | "exists" => Ok(Created::Done),
        "taken" => Ok(Created::Taken),
        _ => Err(reply.unexpected()),
    }
}

/// Moves the game on and tells every node.
///
/// # Errors
/// Redis failed: whether the game moved is unknown, reading the state tells.
pub async fn advance(
    con: &mut impl AsyncCommands,
    game: GameRef,
    step: &Step<'_>,
) -> Result<Advanced, StoreError> {
    let keys = GameKeys(game.game);
    let opens = step.opens_ms.map_or_else(|| "now".to_owned(), |ms| ms.to_string());
    let mut call = scripts::ADVANCE.call();
    call.key(keys.state())
        .key(keys.corrections())
        .key(keys.log())
        .key(keys.events())
        .arg(game.incarnation.to_string())
        .arg(step.epoch)
        .arg(step.seen)
        .arg(step.phase.kind.word())
        .arg(step.phase.played.rounds())
        .arg(opens)
        .arg(step.lasts_ms)
        .arg(STORED.encode(step.stage))
        .arg(step.least)
        .arg(step.counts_ms.unwrap_or(0))
        .arg(step.phase.played.to_string());
    for (field, value) in &step.corrects {
        call.arg(field).arg(value);
    }
    let mut reply = Reply::of("advance.lua", &call, con).await?;
    match reply.word() {
        "moved" => Ok(Advanced::Moved {
            seq: reply.next()?,
            opens_ms: reply.next()?,
            closes_ms: reply.next()?,
        }),
        "unknown" => Ok(Advanced::Unknown),
        "fenced" => Ok(Advanced::Fenced),
        "stale" => Ok(Advanced::Stale),
        _ => Err(reply.unexpected()),
    }
}

/// Answers a question for each account; the verdicts in the same order.
///
/// # Errors
/// Redis failed; calling again is harmless.
pub async fn answer(
    con: &mut impl AsyncCommands,
    game: GameRef,
    round: u16,
    answers: &[impl Borrow<GivenAnswer>],
) -> Result<Vec<Answered>, StoreError> {
    let keys = GameKeys(game.game);
    let mut call = scripts::ANSWER.call();
    call.key(keys.state())
        .key(keys.players())
        .key(keys.answers(round))
        .key(keys.paces())
        .arg(game.incarnation.to_string())
        .arg(round);
    for given in answers {
        let GivenAnswer { account, answer, line_ms } = given.borrow();
        call.arg(account.to_string());
        match answer {
            Some(answer) => call.arg(answer.to_string()),
            None => call.arg(NOT_ACCEPTED),
        };
        call.arg(*line_ms);
    }
    let reply = Reply::of("answer.lua", &call, con).await?;
    match reply.word() {
        "each" => reply.each(answers.len(), |word, rest| {
            let counted = |new| Some(Answered::Counted { answer: rest.parse().ok()?, new });
            match word {
                "counted" => counted(true),
                "repeat" => counted(false),
                "late" => Some(Answered::Late),
                "not_open" => Some(Answered::NotOpen),
                "not_accepted" => Some(Answered::NotAccepted),
                "ended" => Some(Answered::Ended),
                "not_seated" => Some(Answered::NotSeated),
                _ => None,
            }
        }),
        "unknown" => Ok(vec![Answered::Unknown; answers.len()]),
        _ => Err(reply.unexpected()),
    }
}
