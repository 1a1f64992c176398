//! Results as tables: what each is called, its columns, and its rows. Every kind of file is made of these.

pub(super) use quizrain_shared::api::ResultTable as Table;
use quizrain_shared::api::{
    PacketResult, PayoutState, PlayerResult, QuestionResult, RainStatement, ResultSummary,
};
use quizrain_shared::mode::Mode;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::question::{CountedLine, Line, WHOLE};
use quizrain_shared::score::Grade;

use crate::history::{RoundAnswer, RoundRead};
use crate::http::csv::moment;

/// What is in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Nothing,
    Text(String),
    Number(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u16> for Cell {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

/// A sheet holds it exactly: no game has more than 2^53 of anything.
impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number as f64)
    }
}

/// The same.
impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Nothing, Into::into)
    }
}

const PLAYERS: [&str; 17] = [
    "place",
    "rank",
    "name",
    "formerly",
    "team",
    "score",
    "corrected",
    "questions",
    "answered",
    "right",
    "mean_seconds",
    "last_question",
    "removed",
    "issuer",
    "subject",
    "person",
    "field",
];

const ANSWERS: [&str; 11] = [
    "question",
    "text",
    "place",
    "name",
    "answer",
    "grade",
    "seconds",
    "points",
    "corrected",
    "score",
    "rank",
];

const QUESTIONS: [&str; 12] = [
    "question",
    "text",
    "right_answer",
    "corrected",
    "players",
    "answered",
    "right",
    "partly",
    "right_percent",
    "median_seconds",
    "last_answers",
    "tally",
];

const RAINS: [&str; 12] = [
    "rain",
    "state",
    "currency",
    "packets",
    "funded",
    "caught_packets",
    "caught",
    "credited_packets",
    "credited",
    "returned",
    "opened_at",
    "settled_at",
];

const PACKETS: [&str; 14] = [
    "rain",
    "packet",
    "amount",
    "currency",
    "place",
    "name",
    "issuer",
    "subject",
    "person",
    "field",
    "account",
    "caught_at",
    "payout",
    "detail",
];

/// The names of its columns.
pub(super) fn columns(table: Table) -> &'static [&'static str] {
    match table {
        Table::Summary => &["what", "value"],
        Table::Players => &PLAYERS,
        Table::Answers => &ANSWERS,
        Table::Questions => &QUESTIONS,
        Table::Rains => &RAINS,
        Table::Packets => &PACKETS,
    }
}

fn seconds(ms: impl Into<u64>) -> f64 {
    // A number with three digits behind the point: nothing is lost.
    ms.into() as f64 / 1000.0
}

fn percent(permille: u16) -> f64 {
    f64::from(permille) / 10.0
}

/// A question is called by its round, from 1.
fn number(round: u16) -> u32 {
    u32::from(round) + 1
}

pub(super) fn summary(of: &ResultSummary) -> Vec<Vec<Cell>> {
    let mode = match of.mode {
        Mode::Classic => "classic",
        Mode::Survival(_) => "survival",
        Mode::Teams(_) => "teams",
        Mode::SelfPaced(_) => "self_paced",
    };
    let took = of.started_at_ms.map(|started| seconds(of.ended_at_ms.saturating_sub(started)));
    let mut rows: Vec<Vec<Cell>> = vec![
        vec!["title".into(), of.title.as_str().into()],
        vec!["pin".into(), of.pin.number().into()],
        vec!["game".into(), of.game.to_string().into()],
        vec!["field".into(), of.field.as_deref().into()],
        vec!["mode".into(), mode.into()],
        vec!["started_at".into(), of.started_at_ms.map(moment).into()],
        vec!["ended_at".into(), moment(of.ended_at_ms).into()],
        vec!["seconds".into(), took.into()],
        vec!["players".into(), of.players.into()],
        vec!["active_players".into(), of.active.into()],
        vec!["answers".into(), of.answers.into()],
        vec!["right_percent".into(), of.right_permille.map(percent).into()],
        vec!["mean_score".into(), of.mean_score.into()],
        vec!["survivors".into(), of.survivors.into()],
    ];
    for row in &of.top {
        rows.push(vec![format!("rank_{}", row.rank).into(), row.nickname.as_str().into()]);
    }
    for team in &of.teams {
        rows.push(vec![format!("team_rank_{}", team.rank).into(), team.name.as_str().into()]);
    }
    rows
}

pub(super) fn players(of: &[PlayerResult]) -> Vec<Vec<Cell>> {
    let row = |it: &PlayerResult| {
        let identity = it.identity.as_ref();
        vec![
            it.place.into(),
            it.rank.into(),
            it.nickname.as_str().into(),
            (!it.formerly.is_empty()).then(|| it.formerly.join(", ")).into(),
            it.team.clone().into(),
            it.score.into(),
            it.corrected.into(),
            it.questions.into(),
            it.answered.into(),
            it.full.into(),
            it.mean_ms.map(seconds).into(),
            it.last_round.map(number).into(),
            it.removed.then_some("yes").into(),
            identity.map(|it| it.issuer.as_str()).into(),
            identity.map(|it| it.subject.as_str()).into(),
            identity.map(|it| it.name.as_str()).into(),
            it.field.as_deref().into(),
        ]
    };
    of.iter().map(row).collect()
}

/// What a question was to each player.
pub(super) fn answers(round: &RoundRead) -> Vec<Vec<Cell>> {
    let Some(question) = round.question() else { return Vec::new() };
    let row = |it: RoundAnswer| {
        let player = round.results.players.get(it.player)?;
        let grade = match (it.answer.is_some(), it.grade) {
            (false, _) => "none",
            (_, Grade::Right) => "right",
            (_, Grade::Partly) => "partly",
            (_, Grade::Wrong) => "wrong",
            (_, Grade::Ungraded) => "ungraded",
        };
        Some(vec![
            number(question.round).into(),
            question.question.text.as_str().into(),
            player.place.into(),
            player.nickname.as_str().into(),
            it.answer.map(|lines| text_of(&lines)).into(),
            grade.into(),
            it.taken_ms.map(seconds).into(),
            it.points.into(),
            it.corrected.into(),
            it.score.into(),
            it.rank.into(),
        ])
    };
    round.answers().into_iter().filter_map(row).collect()
}

pub(super) fn questions<'a>(of: impl Iterator<Item = &'a QuestionResult>) -> Vec<Vec<Cell>> {
    let row = |it: &QuestionResult| {
        vec![
            number(it.round).into(),
            it.question.text.as_str().into(),
            (!it.right.is_empty()).then(|| text_of(&it.right)).into(),
            it.fixed.then_some("yes").into(),
            it.players.into(),
            it.answered.into(),
            it.key.as_ref().map(|_| it.full).into(),
            it.key.as_ref().map(|_| it.partly).into(),
            it.right_permille.map(percent).into(),
            it.median_ms.map(seconds).into(),
            it.last_answers.into(),
            tally(it).into(),
        ]
    };
    of.map(row).collect()
}

/// What was answered, in one cell: each thing and how many said it.
fn tally(of: &QuestionResult) -> String {
    let lines = of.question.kind.tally_lines(&of.tally, of.key.as_ref());
    let part = |it: &CountedLine| format!("{}: {}", line_text(&it.line), it.count);
    lines.iter().map(part).collect::<Vec<_>>().join("; ")
}

pub(super) fn rains(of: &[RainStatement]) -> Vec<Vec<Cell>> {
    let row = |it: &RainStatement| {
        let amount = |amount| money(it.currency, amount);
        vec![
            it.number.into(),
            it.state.word().into(),
            it.currency.to_string().into(),
            it.packets.into(),
            amount(it.funded.amount),
            it.caught.packets.into(),
            amount(it.caught.amount),
            it.credited.packets.into(),
            amount(it.credited.amount),
            amount(it.returned.amount),
            it.opened_at_ms.map(moment).into(),
            it.settled_at_ms.map(moment).into(),
        ]
    };
    of.iter().map(row).collect()
}

pub(super) fn packets(of: &[PacketResult]) -> Vec<Vec<Cell>> {
    let row = |it: &PacketResult| {
        let identity = it.identity.as_ref();
        vec![
            it.rain.into(),
            it.packet.into(),
            money(it.currency, it.amount),
            it.currency.to_string().into(),
            it.place.into(),
            it.nickname.as_deref().into(),
            identity.map(|it| it.issuer.as_str()).into(),
            identity.map(|it| it.subject.as_str()).into(),
            identity.map(|it| it.name.as_str()).into(),
            it.field.as_deref().into(),
            it.account.map(|account| account.to_string()).into(),
            moment(it.caught_at_ms).into(),
            it.payout.map(PayoutState::word).into(),
            (!it.detail.is_empty()).then_some(it.detail.as_str()).into(),
        ]
    };
    of.iter().map(row).collect()
}

/// What a sheet can add up.
fn money(currency: Currency, amount: Minor) -> Cell {
    let text = currency.format_major(amount);
    text.parse::<f64>().map_or_else(|_| Cell::Text(text), Cell::Number)
}

/// An answer or a key in one cell.
fn text_of(lines: &[Line]) -> String {
    lines.iter().map(line_text).collect::<Vec<_>>().join("; ")
}

fn line_text(line: &Line) -> String {
    let percent = |part: u16| f64::from(part) * 100.0 / f64::from(WHOLE);
    match line {
        Line::Truth(truth) => truth.to_string(),
        Line::Text(text) => text.clone(),
        Line::Pin { x, y } => format!("{}% / {}%", percent(*x), percent(*y)),
        Line::Region(it) => format!(
            "{}% / {}%, {}% x {}%",
            percent(it.x),
            percent(it.y),
            percent(it.width),
            percent(it.height)
        ),
    }
}
