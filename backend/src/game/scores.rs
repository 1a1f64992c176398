//! Scores: what each question brought to everybody, from its frozen answers and the scores before.
//! Called by drivers when a question is revealed, and by whoever shows the board.
//!
//! They follow from answers alone, so that making them again writes the same.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Phase;
use quizrain_shared::played::Played;
use quizrain_shared::wire::{Outcome, Standings};

use crate::error::Error;
use crate::game::calls::{self, Corrections, CountedAnswer};
use crate::game::{Game, Play};

/// A round that was answered: what counts, and what the host has corrected.
pub(crate) struct Answered {
    pub(crate) answers: HashMap<AccountId, CountedAnswer>,
    pub(crate) corrections: Corrections,
}

impl Play {
    /// Scores the frozen answers of the round played last, which come back; those that came later
    /// than so long after its opening do not count.
    pub(crate) async fn score(
        &self,
        game: &Game,
        played: &Played,
        counts_ms: Option<u64>,
    ) -> Result<Answered, Error> {
        let round = played.rounds().saturating_sub(1);
        let earlier = (0..round).rev().find(|it| played.question(*it) == played.last());
        if let Some(earlier) = earlier {
            // What it brought then is taken back.
            self.score_from(game, played, earlier.saturating_add(1)..round).await?;
        }
        let before = self.scored_before(game, played, round).await?;
        let con = &mut self.redis.slow().await?;
        let seats = calls::seats(con, game.id).await?;
        let mut answers = calls::answers(con, game.id, round).await?;
        keep_those_in_time(&mut answers, counts_ms);
        let corrections = calls::corrections(con, game.id).await?;
        let again = game.rules().round(played, round, &corrections).ok_or(Error::NotFound)?;
        let outcomes = again.outcomes(&seats, &answers, &before);
        calls::write_outcomes(con, game.id, round, &outcomes).await?;
        Ok(Answered { answers, corrections })
    }

    /// The frozen answers of the round played last that count, as far as this node knows.
    pub(crate) async fn counted_answers(
        &self,
        game: &Game,
        phase: &Phase,
    ) -> Result<Answered, Error> {
        let round = phase.round().unwrap_or(0);
        let con = &mut self.redis.slow().await?;
        let mut answers = calls::answers(con, game.id, round).await?;
        keep_those_in_time(&mut answers, game.answer_times.of(round));
        Ok(Answered { answers, corrections: calls::corrections(con, game.id).await? })
    }

    /// Scores rounds anew: something else counts in them, or in what came before them.
    async fn score_from(
        &self,
        game: &Game,
        played: &Played,
        rounds: std::ops::Range<u16>,
    ) -> Result<(), Error> {
        let again = game.scored_rounds(played).filter(|round| rounds.contains(round));
        let mut again: Vec<u16> = again.collect();
        again.reverse();
        let Some(first) = again.first() else { return Ok(()) };
        let mut before = self.stored_before(game, played, *first).await?;
        for round in again {
            let stored = self.outcomes(game, round).await?;
            before = self.score_again(game, played, round, &stored, &before).await?;
        }
        Ok(())
    }

    /// Every player's outcome of the last round that was scored: what Redis lost of it, and of
    /// rounds before it, is scored again.
    pub(crate) async fn scored(
        &self,
        game: &Game,
        played: &Played,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        self.scored_before(game, played, played.rounds()).await
    }

    /// The same of the last one before a round.
    async fn scored_before(
        &self,
        game: &Game,
        played: &Played,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        self.score_corrected(game, played, round).await?;
        self.stored_before(game, played, round).await
    }

    /// Scores again what the host has corrected since, in the rounds before this one.
    async fn score_corrected(
        &self,
        game: &Game,
        played: &Played,
        before: u16,
    ) -> Result<(), Error> {
        let con = &mut self.redis.slow().await?;
        let corrections = calls::corrections(con, game.id).await?;
        let Some(from) = corrections.rescore_from() else { return Ok(()) };
        self.score_from(game, played, from..before).await?;
        Ok(calls::forget_rescore(con, game.id, &corrections).await?)
    }

    /// Scores every round of a game in which everybody played at their own pace, from its frozen
    /// answers.
    pub(crate) async fn score_all(&self, game: &Game, played: &Played) -> Result<(), Error> {
        self.score_from(game, played, 0..played.rounds()).await
    }

    async fn stored_before(
        &self,
        game: &Game,
        played: &Played,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        let mut lost = Vec::new();
        let mut before = HashMap::new();
        // Redis loses what it was told last: whatever comes before a complete round is complete.
        for round in game.scored_rounds(played).filter(|it| *it < round) {
            let stored = self.outcomes(game, round).await?;
            if is_complete(&stored) {
                before = stored;
                break;
            }
            lost.push((round, stored));
        }
        for (round, stored) in lost.into_iter().rev() {
            let outcomes = self.score_again(game, played, round, &stored, &before).await?;
            // Where nobody answered there may have been nobody.
            let answered = outcomes.values().any(|outcome| outcome.answer.is_some());
            if answered || !stored.is_empty() {
                tracing::warn!(game = %game.id, round, stored = stored.len(),
                    scored = outcomes.len(), "Redis had lost scores; they were made again");
            }
            before = outcomes;
        }
        Ok(before)
    }

    /// Scores a round that was scored before, of which this is stored.
    async fn score_again(
        &self,
        game: &Game,
        played: &Played,
        round: u16,
        stored: &HashMap<AccountId, Outcome>,
        before: &HashMap<AccountId, Outcome>,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        let con = &mut self.redis.slow().await?;
        let mut seats = calls::seats(con, game.id).await?;
        // Whoever came later was not scored then.
        if is_complete(stored) {
            seats.retain(|account, _| stored.contains_key(account));
        } else if let Some(players) = stored.values().map(|outcome| outcome.players).max() {
            // Who was removed since has left a gap.
            let newest = seats.values().map(|seat| seat.number).max().unwrap_or(0);
            let gaps = newest.saturating_sub(u32::try_from(seats.len()).unwrap_or(newest));
            seats.retain(|_, seat| seat.number <= players.saturating_add(gaps));
        }
        let mut answers = calls::answers(con, game.id, round).await?;
        // It was closed once, and Redis may have taken it for open again since.
        keep_those_in_time(&mut answers, game.answer_times.of(round));
        let corrections = calls::corrections(con, game.id).await?;
        let again = game.rules().round(played, round, &corrections).ok_or(Error::NotFound)?;
        let outcomes = again.outcomes(&seats, &answers, before);
        calls::write_outcomes(con, game.id, round, &outcomes).await?;
        Ok(outcomes.into_iter().collect())
    }

    /// Scores what Redis lost of the rounds that were revealed before this phase once more.
    pub(crate) async fn rescore(&self, game: &Game, shown: &Phase) -> Result<(), Error> {
        self.scored(game, &shown.scored()).await.map(|_| ())
    }

    /// Every player's outcome of a round that has been scored.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn outcomes(
        &self,
        game: &Game,
        round: u16,
    ) -> Result<HashMap<AccountId, Outcome>, Error> {
        Ok(calls::outcomes(&mut self.redis.slow().await?, game.id, round).await?)
    }

    /// How many players a round was scored for.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn scored_for(&self, game: &Game, round: u16) -> Result<u32, Error> {
        Ok(calls::scored_for(&mut self.redis.connection(), game.id, round).await?)
    }

    /// How players stand after these rounds.
    pub(crate) async fn standings(&self, game: &Game, played: &Played) -> Result<Standings, Error> {
        let con = &mut self.redis.slow().await?;
        let seats = calls::seats(con, game.id).await?;
        Ok(game.rules().standings(&seats, self.scored(game, played).await?))
    }

    /// Every answer to a round that was taken, also those that came too late to count.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn answers(
        &self,
        game: &Game,
        round: u16,
    ) -> Result<HashMap<AccountId, CountedAnswer>, Error> {
        Ok(calls::answers(&mut self.redis.slow().await?, game.id, round).await?)
    }
}

/// Drops answers that came later than so long after their question opened.
pub(crate) fn keep_those_in_time(
    answers: &mut HashMap<AccountId, CountedAnswer>,
    counts_ms: Option<u64>,
) {
    if let Some(counts_ms) = counts_ms {
        answers.retain(|_, answer| answer.elapsed_ms <= counts_ms);
    }
}

/// Whether these are all outcomes of their round: each says how many there are.
pub(crate) fn is_complete(stored: &HashMap<AccountId, Outcome>) -> bool {
    let players = stored.values().map(|outcome| outcome.players).max();
    players.is_some_and(|players| stored.len() >= players as usize)
}
