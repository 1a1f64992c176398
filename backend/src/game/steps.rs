//! Steps: each change of the stage, written once, by whoever saw the one before.

use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Position, Refusal, Stage, StageAt};

use crate::error::Error;
use crate::events;
use crate::failing::linger_at;
use crate::game::calls::{self, Advanced, Fields, GameState, Step};
use crate::game::{Game, Play};

/// How much newer than what was shown a stage is that is written again.
pub(crate) const RESTATED: u64 = 100;

/// Who moves a game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// Its host, in whatever epoch: one click makes one move, because it names what it saw.
    Host,
    /// Its driver, in the epoch that this node took.
    Driver(u64),
}

/// What a game moves to.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    pub(crate) phase: Phase,
    pub(crate) stage: Stage,
    /// When it opens and when it closes by itself, in ms of Redis time; `None`: now, and as its
    /// stage has it.
    pub(crate) window: Option<(u64, u64)>,
    /// What the host corrects with it.
    pub(crate) corrects: Fields,
}

impl Next {
    pub(crate) fn new(phase: Phase, stage: Stage) -> Self {
        Self { phase, stage, window: None, corrects: Vec::new() }
    }

    /// A stage that is shown again as another one, in its own window.
    pub(crate) fn again(shown: &StageAt, stage: Stage) -> Self {
        let window = (shown.opens_ms, shown.closes_ms);
        Self::new(shown.phase.clone(), stage).within(Some(window))
    }

    /// The same in another window.
    pub(crate) fn within(self, window: Option<(u64, u64)>) -> Self {
        Self { window, ..self }
    }
}

impl Play {
    /// Where a game stands.
    ///
    /// # Errors
    /// [`Refusal::GameEnded`] where Redis does not know it (any more), or Redis failed.
    pub async fn state(&self, game: &Game) -> Result<GameState, Error> {
        let state = calls::state(&mut self.redis.connection(), game.id).await?;
        let ours = |state: &GameState| state.stage.at.incarnation == game.incarnation;
        state.filter(ours).ok_or_else(|| Refusal::GameEnded.into())
    }

    /// Where a game stands that goes on, for a host who saw this position.
    ///
    /// # Errors
    /// [`Refusal::Stale`], [`Refusal::GameEnded`], or Redis failed.
    pub(crate) async fn seen_state(&self, game: &Game, seen: u64) -> Result<GameState, Error> {
        let state = self.state(game).await?;
        if state.stage.at.seq != seen {
            return Err(Refusal::Stale.into());
        }
        if state.stage.phase.kind == Kind::Ended {
            return Err(Refusal::GameEnded.into());
        }
        Ok(state)
    }

    /// Writes the next phase, if nobody was faster.
    pub(crate) async fn advance(
        &self,
        game: &Game,
        from: &GameState,
        by: Mover,
        next: &Next,
    ) -> Result<u64, Error> {
        let lasts_ms = match next.window {
            Some((opens_ms, closes_ms)) => closes_ms.saturating_sub(opens_ms),
            None => Self::lasts_ms(game, from, next)?,
        };
        let mut step = Step {
            epoch: match by {
                Mover::Host => from.epoch,
                Mover::Driver(epoch) => epoch,
            },
            seen: from.stage.at.seq,
            phase: next.phase.clone(),
            opens_ms: next.window.map(|(opens_ms, _)| opens_ms),
            lasts_ms,
            stage: &next.stage,
            least: 0,
            // What is shown again counts what it counted.
            counts_ms: from.counts_ms.filter(|_| next.phase == from.stage.phase),
            corrects: next.corrects.clone(),
        };
        if let Mover::Driver(_) = by {
            linger_at!("driver.before_step");
        }
        let con = &mut self.redis.connection();
        let mut advanced = calls::advance(con, game.reference(), &step).await?;
        if advanced == Advanced::Fenced && by == Mover::Host {
            // Another node has just taken the driving over. What the host saw is what counts.
            step.epoch = self.state(game).await?.epoch;
            advanced = calls::advance(con, game.reference(), &step).await?;
        }
        match advanced {
            Advanced::Moved { seq, .. } => {
                tracing::info!(game = %game.id, seq, phase = next.phase.kind.word(), "game moved");
                Ok(seq)
            }
            Advanced::Stale | Advanced::Fenced => Err(Refusal::Stale.into()),
            Advanced::Unknown => Err(Refusal::GameEnded.into()),
        }
    }

    /// Writes what this node showed again, where Redis went back: it lost the last moves when a
    /// replica took over that had not heard of them. Only for whoever drives the game, in its epoch,
    /// and only what the game moved to in an epoch at least as new as that of what Redis has: what a
    /// node showed that was cut off is of an older one. The new number is far enough from the old
    /// one to be newer than whatever other nodes have shown.
    ///
    /// # Errors
    /// Somebody was faster, or Redis failed; doing it again is harmless.
    pub async fn restate(
        &self,
        game: &Game,
        shown: &StageAt,
        moved_in: u64,
        epoch: u64,
    ) -> Result<(), Error> {
        let state = self.state(game).await?;
        if !state.lost(shown.at) || moved_in < state.moved_in {
            return Err(Refusal::Stale.into());
        }
        self.rescore(game, &shown.phase).await?;
        let round = shown.phase.round().filter(|_| shown.phase.kind == Kind::Closing);
        let step = Step {
            epoch,
            seen: state.stage.at.seq,
            phase: shown.phase.clone(),
            opens_ms: Some(shown.opens_ms),
            lasts_ms: shown.closes_ms.saturating_sub(shown.opens_ms),
            stage: &shown.stage,
            least: shown.at.seq.saturating_add(RESTATED),
            // Players may have answered while Redis took it for open.
            counts_ms: round.and_then(|round| game.answer_times.of(round)),
            corrects: Vec::new(),
        };
        let seq = self.write_again(game, &step).await?;
        tracing::warn!(game = %game.id, from = state.stage.at.seq, seq,
            "Redis had gone back; it shows again what was shown");
        Ok(())
    }

    /// Gives what Redis has a number that is newer than what this node showed in an older epoch, so
    /// that its screens show what all others do.
    ///
    /// # Errors
    /// Somebody was faster, or Redis failed; doing it again is harmless.
    pub async fn bump_sequence(
        &self,
        game: &Game,
        state: &GameState,
        shown: Position,
    ) -> Result<(), Error> {
        let stage = &state.stage;
        let step = Step {
            epoch: state.epoch,
            seen: stage.at.seq,
            phase: stage.phase.clone(),
            opens_ms: Some(stage.opens_ms),
            lasts_ms: stage.closes_ms.saturating_sub(stage.opens_ms),
            stage: &stage.stage,
            least: shown.seq.saturating_add(RESTATED),
            counts_ms: state.counts_ms,
            corrects: Vec::new(),
        };
        let seq = self.write_again(game, &step).await?;
        tracing::warn!(game = %game.id, shown = shown.seq, seq,
            "this node showed what is not so any more; it shows what Redis has");
        Ok(())
    }

    /// Writes a stage that was shown before; its new number.
    async fn write_again(&self, game: &Game, step: &Step<'_>) -> Result<u64, Error> {
        let con = &mut self.redis.connection();
        match calls::advance(con, game.reference(), step).await? {
            Advanced::Moved { seq, .. } => Ok(seq),
            _ => Err(Refusal::Stale.into()),
        }
    }

    /// Tells every node what this one showed and Redis has lost; whoever drives the game writes it
    /// again.
    ///
    /// # Errors
    /// Redis failed; doing it again is harmless.
    pub async fn publish_shown(
        &self,
        game: &Game,
        shown: &StageAt,
        moved_in: u64,
    ) -> Result<(), Error> {
        let con = &mut self.redis.connection();
        Ok(events::tell_shown(con, game.id, shown, moved_in).await?)
    }

    /// How long a stage lasts that opens now, in ms; 0: until somebody moves on.
    fn lasts_ms(game: &Game, state: &GameState, next: &Next) -> Result<u64, Error> {
        let auto = state.settings.auto;
        if let (Stage::Paced, Some(paced)) = (&next.stage, game.options.mode.self_paced()) {
            return Ok(paced.open_ms());
        }
        let seconds = match &next.stage {
            Stage::Asking { question } => question.seconds,
            Stage::Reading { .. } => {
                let round = next.phase.round().unwrap_or(0);
                let question = game.question(&next.phase.played, round).ok_or(Error::NotFound)?;
                question.read_seconds
            }
            Stage::Slide { .. } | Stage::Revealed { .. } => {
                auto.map_or(0, |auto| auto.reveal_seconds.into())
            }
            Stage::Board(_) | Stage::RainDone { .. } => {
                auto.map_or(0, |auto| auto.board_seconds.into())
            }
            _ => 0,
        };
        Ok(u64::from(seconds) * 1000)
    }
}
