//! What a game was to one of its players, read from its log. Called by `http`, and asked by
//! everybody at once when a game is over: of the lists that have ten thousand players it reads the
//! parts that would have this one, some rows at a time, and keeps nothing.
//!
//! Points, scores and ranks are the log's last words, which the replay proves; what counts, and what
//! is right, say the functions that the replay asks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quizrain_shared::api::{Correction, GameReceipt, OwnRound, OwnTeam, ReceiptQuestion};
use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::mode::Teams;
use quizrain_shared::question::{KindView, Question};
use quizrain_shared::score::credited_ms;
use quizrain_shared::wire::Seat;

use crate::batch::ReadGate;
use crate::error::Error;
use crate::game::{Corrections, CountedAnswer, GameRow, calls as game_calls};
use crate::history::History;
use crate::history::course::{Course, Event, read};
use crate::history::rows::{ANSWERS, AnswerRow, OUTCOMES, OutcomeRow, RoundPart, counted};
use crate::history::sql::Logged;
use crate::store::StoreError;

/// What there is for whoever asks.
#[derive(Debug)]
pub enum Receipt {
    /// The game, but for what was caught.
    Told(Box<GameReceipt>),
    /// The game is not over, or its log is not finished.
    NotYet,
}

impl History {
    /// What a game was to an account that has a seat in it.
    ///
    /// # Errors
    /// No such game, or the account has no seat in it; or a store failed or is busy.
    pub async fn receipt(&self, game: GameId, account: AccountId) -> Result<Receipt, Error> {
        self.receipt_through(&self.gate, game, account).await
    }

    /// The same for a file of all games: it holds up no other reads of those who have proved nothing.
    ///
    /// # Errors
    /// As of [`Self::receipt`].
    pub async fn receipt_of_many(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<Receipt, Error> {
        self.receipt_through(&self.turns, game, account).await
    }

    async fn receipt_through(
        &self,
        gate: &ReadGate,
        game: GameId,
        account: AccountId,
    ) -> Result<Receipt, Error> {
        // Whoever has no seat when a game is over gets none; until then they may.
        let unknown = &self.gate.unknown;
        let sought = unknown.seek(("receipt", game.0, account.0)).ok_or(Error::NotFound)?;
        let read = gate.read("receipt", async {
            let Some(row) = self.sql.game(game).await? else { return Ok(None) };
            if !self.sql.is_log_finished(game).await? {
                let con = &mut self.redis.connection();
                let seats = game_calls::nicknames(con, game, &[account]).await?;
                if seats.iter().any(Option::is_some) {
                    return Ok(Some(Receipt::NotYet));
                }
                // Seats go once the log is finished, which it may be by now.
                if !self.sql.is_log_finished(game).await? {
                    return Err(Error::NotFound);
                }
            }
            if !self.sql.had_seat(game, account).await? {
                return Ok(None);
            }
            let receipt = self.read_receipt(&row, account).await?;
            Ok(receipt.map(|receipt| Receipt::Told(Box::new(receipt))))
        });
        let receipt = read.await?;
        if receipt.is_none() {
            unknown.note(sought);
        }
        receipt.ok_or(Error::NotFound)
    }

    async fn read_receipt(
        &self,
        row: &GameRow,
        account: AccountId,
    ) -> Result<Option<GameReceipt>, StoreError> {
        Ok(self.read_of(row, account).await?.receipt())
    }

    /// What each question of a game brought an account, also one that was sent away.
    pub(super) async fn questions_of(
        &self,
        row: &GameRow,
        account: AccountId,
    ) -> Result<Vec<ReceiptQuestion>, StoreError> {
        Ok(self.read_of(row, account).await?.questions())
    }

    async fn read_of<'g>(
        &self,
        row: &'g GameRow,
        account: AccountId,
    ) -> Result<Reader<'g>, StoreError> {
        let (mut reader, mut number) = (Reader::new(row, account), 0);
        loop {
            let page = self.sql.log_about(row.game, account, number).await?;
            let Some(last) = page.last() else { return Ok(reader) };
            number = last.number;
            for logged in &page {
                reader.row(logged)?;
            }
        }
    }
}

/// What a round has of the player.
#[derive(Default)]
struct Own {
    answer: Option<CountedAnswer>,
    outcome: Option<OutcomeRow>,
}

/// The game as far as it was read.
struct Reader<'g> {
    account: AccountId,
    course: Course<'g>,
    /// What the player was given by hand, and after which round.
    given: Vec<(u16, Correction)>,
    rounds: BTreeMap<u16, Own>,
}

impl<'g> Reader<'g> {
    fn new(game: &'g GameRow, account: AccountId) -> Self {
        let (given, rounds) = (Vec::new(), BTreeMap::new());
        Self { account, course: Course::new(game), given, rounds }
    }

    fn row(&mut self, logged: &Logged) -> Result<(), StoreError> {
        match self.course.row(logged)? {
            Event::Moved(moved, Some(before)) => self.corrected(&moved.corrects, &before),
            Event::Removed(removed) if removed.account == self.account => {
                // The answer to it went as well.
                self.rounds.entry(removed.round).or_default().answer = None;
            }
            _ => {}
        }
        match logged.what.as_str() {
            ANSWERS => {
                let part: RoundPart<AnswerRow> = read(logged)?;
                if !self.is_in(&part, |row| row.0) {
                    return Ok(());
                }
                let own = part.rows.into_iter().find(|row| row.0 == self.account);
                self.rounds.entry(part.round).or_default().answer = own.map(counted);
            }
            OUTCOMES => {
                let part: RoundPart<OutcomeRow> = read(logged)?;
                if !self.is_in(&part, |row| row.0) {
                    return Ok(());
                }
                let own = part.rows.into_iter().find(|row| row.0 == self.account);
                self.rounds.entry(part.round).or_default().outcome = own;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the player is not in an earlier part of a list. The first part replaces what was known,
    /// and rows that do not say whom they are about are read as well.
    fn is_in<T>(&self, part: &RoundPart<T>, account: impl Fn(&T) -> AccountId) -> bool {
        part.part == 0 || part.rows.first().is_some_and(|row| account(row) <= self.account)
    }

    /// The host has corrected this, and before it that.
    fn corrected(&mut self, fields: &[String], before: &Corrections) {
        let now = &self.course.corrections;
        for round in 0..self.course.phase.played.rounds() {
            let points = now.points(round, self.account);
            let points = points.saturating_sub(before.points(round, self.account));
            if points != 0 {
                let note = Corrections::note(fields).to_owned();
                self.given.push((round, Correction { points, note }));
            }
        }
    }

    /// What each question brought the player.
    fn questions(&self) -> Vec<ReceiptQuestion> {
        let question = |(round, number, asked): (u16, u16, Cow<'_, Question>)| {
            let kind = asked.view().kind;
            let given = self.given.iter().filter(|(of, _)| *of == round);
            ReceiptQuestion {
                round,
                text: asked.text.clone(),
                right: asked.key().map_or_else(Vec::new, |key| kind.key_lines(&key)),
                fixed: self.course.corrections.has_key(number),
                own: self.own(round, &kind),
                corrections: given.map(|(_, it)| it.clone()).collect(),
            }
        };
        self.course.questions().into_iter().map(question).collect()
    }

    /// All of it; `None`: the account has no seat.
    fn receipt(mut self) -> Option<GameReceipt> {
        self.course.roster.step(u32::MAX);
        let seat = self.course.roster.present().remove(&self.account)?;
        let questions = self.questions();
        let last = questions.iter().rev().find_map(|it| it.own.as_ref());
        let game = self.course.game;
        Some(GameReceipt {
            game: game.game,
            title: game.quiz.title.clone(),
            logo: self.course.logo,
            team: game.options.mode.teams().and_then(|teams| self.team(teams, &seat)),
            nickname: seat.nickname,
            score: last.map_or(0, |own| own.score),
            rank: last.map(|own| own.rank),
            players: self.course.standings.players,
            life: last.and_then(|own| own.life),
            questions,
            packets: Vec::new(),
            complete: true,
        })
    }

    /// What a round brought the player.
    fn own(&self, round: u16, kind: &KindView) -> Option<OwnRound> {
        let own = self.rounds.get(&round)?;
        let (_, grade, points, bonus, corrected, streak, score, rank, life) = own.outcome?;
        let counts = |ms: u64| self.course.times.of(round).is_none_or(|counts_ms| ms <= counts_ms);
        let answer = own.answer.as_ref().filter(|it| counts(it.elapsed_ms));
        let (elapsed_ms, line_ms) = answer.map_or((0, 0), |it| (it.elapsed_ms, it.line_ms));
        let line_ms = elapsed_ms - credited_ms(elapsed_ms, line_ms);
        Some(OwnRound {
            answer: answer.map(|it| kind.answer_lines(&it.answer)),
            grade,
            elapsed_ms: u32::try_from(elapsed_ms).unwrap_or(u32::MAX),
            line_ms: u16::try_from(line_ms).unwrap_or(u16::MAX),
            points,
            bonus,
            corrected,
            streak,
            life,
            score,
            rank,
        })
    }

    fn team(&self, teams: &Teams, seat: &Seat) -> Option<OwnTeam> {
        let team = seat.team?;
        let row = self.course.standings.teams.iter().find(|row| row.team == team);
        Some(OwnTeam {
            name: teams.names.get(usize::from(team))?.clone(),
            rank: row.map(|row| row.rank),
            score: row.map_or(0, |row| row.score),
        })
    }
}
