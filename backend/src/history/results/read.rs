//! Results from a log: first its course without the long lists, and where the last word on each round
//! stands; then round by round.

use std::collections::{BTreeMap, HashMap};

use quizrain_shared::api::{PlayerResult, QuestionResult, ResultSummary, TeamResult};
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{Question, Tally};
use quizrain_shared::wire::{Seat, Stage};

use super::numbers::{RoundRows, Sums, add_up, permille, to_u32};
use super::sql::LISTS_AT_ONCE;
use super::{Results, Round};
use crate::game::{GameRow, keep_those_in_time};
use crate::history::History;
use crate::history::course::{Course, Event, read, unreadable};
use crate::history::rows::{
    ANSWERS, AnswerRow, OUTCOMES, OutcomeRow, RoundPart, counted, round_and_part,
};
use crate::history::sql::Logged;
use crate::store::StoreError;

/// How many questions are told to be the hardest.
const HARDEST: usize = 3;

/// Where the last word on a round stands in the log.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    answers: Vec<u64>,
    outcomes: Vec<u64>,
}

/// The log without its long lists.
struct Outline<'g> {
    course: Course<'g>,
    places: BTreeMap<u16, Place>,
    /// What was shown of each round last, and how many answers that were.
    shown: BTreeMap<u16, (Tally, u32)>,
    /// Names before, in order.
    formerly: HashMap<AccountId, Vec<String>>,
    started_ms: Option<u64>,
}

impl Outline<'_> {
    fn row(&mut self, logged: &Logged) -> Result<(), StoreError> {
        match self.course.row(logged)? {
            Event::Moved(moved, _) => {
                if self.started_ms.is_none()
                    && matches!(self.course.phase.kind, Kind::Asking | Kind::Paced)
                {
                    self.started_ms = Some(moved.opens_ms);
                }
                let round = moved.round();
                if let (Some(round), Stage::Revealed { tally, answered, .. }) = (round, moved.stage)
                {
                    self.shown.insert(round, (tally, answered));
                }
            }
            Event::Renamed(account, before) => {
                self.formerly.entry(account).or_default().push(before);
            }
            Event::Removed(_) | Event::Other => {}
        }
        if [ANSWERS, OUTCOMES].contains(&logged.what.as_str()) {
            let head = round_and_part(&logged.body);
            let (round, part) = head.ok_or_else(|| unreadable(logged, "an unknown list"))?;
            let place = self.places.entry(round).or_default();
            let list =
                if logged.what == ANSWERS { &mut place.answers } else { &mut place.outcomes };
            if part == 0 {
                list.clear();
            }
            list.push(logged.number);
        }
        Ok(())
    }
}

impl History {
    /// Reads the results of a game that ended then and whose log is finished.
    pub(super) async fn read_results(
        &self,
        row: &GameRow,
        ended_ms: u64,
    ) -> Result<Results, StoreError> {
        let mut outline = self.outline(row).await?;
        let (mut rounds, mut players) = (Vec::new(), HashMap::new());
        for (round, number, asked) in outline.course.questions() {
            let place = outline.places.remove(&round).unwrap_or_default();
            let counts_ms = outline.course.times.of(round);
            let rows = self.round_rows(row, &place, counts_ms).await?;
            // Whoever was sent away may have been gone before the log was written, with their answer.
            let (tally, answered) = outline.shown.remove(&round).unwrap_or_else(|| {
                // At their own pace, nothing was shown to all.
                let answers = rows.answers.values().map(|it| &it.answer);
                let tally = asked.tally(self.play.not_blocked(&asked, answers));
                (tally, to_u32(rows.answers.len()))
            });
            let fixed = outline.course.corrections.has_key(number);
            let mut result = question_result((round, &asked, fixed), tally, answered);
            add_up(&mut result, &rows, &mut players);
            rounds.push(Round { result, place, counts_ms });
        }
        note_last_answers(&mut rounds, &players);
        let course = &mut outline.course;
        let everybody = course.roster.everybody();
        course.roster.step(u32::MAX);
        let present = course.roster.present();
        let (accounts, players) = in_order(row, &everybody, &present, &players, outline.formerly);
        let summary = summary(course, outline.started_ms, ended_ms, &rounds, &players);
        let places = accounts.iter().copied().zip(0..).collect();
        Ok(Results { game: row.clone(), summary, rounds, players, accounts, places })
    }

    async fn outline<'g>(&self, row: &'g GameRow) -> Result<Outline<'g>, StoreError> {
        let mut outline = Outline {
            course: Course::new(row),
            places: BTreeMap::new(),
            shown: BTreeMap::new(),
            formerly: HashMap::new(),
            started_ms: None,
        };
        let mut number = 0;
        loop {
            let page = self.sql.log_heads(row.game, number).await?;
            let Some(last) = page.last() else { return Ok(outline) };
            number = last.number;
            for logged in &page {
                outline.row(logged)?;
                tokio::task::yield_now().await;
            }
        }
    }

    /// What a round has of everybody, as the last word on it says.
    pub(super) async fn round_rows(
        &self,
        row: &GameRow,
        place: &Place,
        counts_ms: Option<u64>,
    ) -> Result<RoundRows, StoreError> {
        let mut rows = RoundRows::default();
        for numbers in place.answers.chunks(LISTS_AT_ONCE) {
            for logged in self.sql.log_rows(row.game, numbers).await? {
                let part: RoundPart<AnswerRow> = read(&logged)?;
                rows.answers.extend(part.rows.into_iter().map(|row| (row.0, counted(row))));
                // Each takes half a millisecond to read, and others play meanwhile.
                tokio::task::yield_now().await;
            }
        }
        for numbers in place.outcomes.chunks(LISTS_AT_ONCE) {
            for logged in self.sql.log_rows(row.game, numbers).await? {
                let part: RoundPart<OutcomeRow> = read(&logged)?;
                rows.outcomes.extend(part.rows);
                tokio::task::yield_now().await;
            }
        }
        keep_those_in_time(&mut rows.answers, counts_ms);
        Ok(rows)
    }
}

/// A question and what was shown of it.
fn question_result(
    (round, asked, fixed): (u16, &Question, bool),
    tally: Tally,
    answered: u32,
) -> QuestionResult {
    let (question, key) = (asked.view(), asked.key());
    let right = key.as_ref().map_or_else(Vec::new, |key| question.kind.key_lines(key));
    QuestionResult {
        round,
        question,
        key,
        right,
        fixed,
        players: 0,
        answered,
        full: 0,
        partly: 0,
        right_permille: None,
        median_ms: None,
        tally,
        last_answers: 0,
    }
}

/// Where players answered last.
fn note_last_answers(rounds: &mut [Round], players: &HashMap<AccountId, Sums>) {
    let mut last: HashMap<u16, u32> = HashMap::new();
    for round in players.values().filter_map(|sums| sums.last_round) {
        *last.entry(round).or_default() += 1;
    }
    for Round { result, .. } in rounds {
        result.last_answers = last.get(&result.round).copied().unwrap_or(0);
    }
}

/// All who ever had a seat: as they stood, then whom nothing was scored for, then who was sent away.
fn in_order(
    game: &GameRow,
    everybody: &HashMap<AccountId, Seat>,
    present: &HashMap<AccountId, Seat>,
    players: &HashMap<AccountId, Sums>,
    mut formerly: HashMap<AccountId, Vec<String>>,
) -> (Vec<AccountId>, Vec<PlayerResult>) {
    let mut order: Vec<(bool, u32, u32, AccountId)> = everybody
        .iter()
        .map(|(account, seat)| {
            let stands = players.get(account).and_then(|sums| sums.stands);
            let rank = stands.map_or(u32::MAX, |(_, rank, _)| rank);
            (!present.contains_key(account), rank, seat.number, *account)
        })
        .collect();
    order.sort_unstable();
    let teams = game.options.mode.teams();
    let none = Sums::default();
    let player = |(place, (removed, .., account)): (u32, &(bool, u32, u32, AccountId))| {
        let seat = everybody.get(account)?;
        let sums = players.get(account).unwrap_or(&none);
        let (score, rank, life) = match sums.stands {
            Some((score, rank, life)) => (score, Some(rank), life),
            None => (0, None, None),
        };
        let team = teams.zip(seat.team).and_then(|(it, team)| it.names.get(usize::from(team)));
        Some(PlayerResult {
            place,
            rank: rank.filter(|_| !removed),
            nickname: seat.nickname.clone(),
            formerly: formerly.remove(account).unwrap_or_default(),
            team: team.cloned(),
            score,
            corrected: sums.corrected,
            questions: sums.questions,
            answered: sums.answered,
            full: sums.full,
            mean_ms: sums.mean_ms(),
            last_round: sums.last_round,
            life,
            removed: *removed,
            identity: None,
            field: None,
        })
    };
    let results = (1..).zip(&order).filter_map(player).collect();
    (order.into_iter().map(|(.., account)| account).collect(), results)
}

fn summary(
    course: &Course<'_>,
    started_at_ms: Option<u64>,
    ended_at_ms: u64,
    rounds: &[Round],
    players: &[PlayerResult],
) -> ResultSummary {
    let game = course.game;
    let graded = rounds.iter().map(|round| &round.result).filter(|it| it.key.is_some());
    let (full, asked) = graded.clone().fold((0_u64, 0_u64), |(full, asked), it| {
        (full + u64::from(it.full), asked + u64::from(it.players))
    });
    let mut hardest: Vec<(u16, u16)> =
        graded.filter_map(|it| Some((it.right_permille?, it.round))).collect();
    hardest.sort_unstable();
    hardest.truncate(HARDEST);
    let stayed = players.iter().filter(|player| !player.removed);
    let scored: Vec<i64> =
        stayed.clone().filter(|it| it.rank.is_some()).map(|it| it.score).collect();
    let mean = scored.iter().sum::<i64>().checked_div_euclid(scored.len() as i64);
    let names = course.rules.mode.teams().map(|teams| teams.names.as_slice()).unwrap_or_default();
    let team = |row: &quizrain_shared::mode::TeamRow| {
        let name = names.get(usize::from(row.team))?.clone();
        Some(TeamResult { name, rank: row.rank, score: row.score, players: row.players })
    };
    let shown = &course.standings;
    ResultSummary {
        game: game.game,
        pin: game.pin,
        title: game.quiz.title.clone(),
        logo: course.logo,
        field: game.options.field.as_ref().map(|field| field.name.clone()),
        mode: game.options.mode.clone(),
        started_at_ms,
        ended_at_ms,
        players: to_u32(stayed.clone().count()),
        active: to_u32(stayed.filter(|it| it.answered > 0).count()),
        answers: rounds.iter().map(|round| u64::from(round.result.answered)).sum(),
        right_permille: permille(full, asked),
        mean_score: mean,
        top: shown.top.clone(),
        teams: shown.teams.iter().filter_map(team).collect(),
        survivors: shown.survivors,
        hardest: hardest.into_iter().map(|(_, round)| round).collect(),
    }
}
