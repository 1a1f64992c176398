//! The `[rain]` or the `[[rain]]` parts of our own format.

use std::ops::Range;

use quizrain_shared::allocation::{Bounds, Impossible, Split};
use quizrain_shared::api::{BrokenPart, QuizPart};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_RAIN_TITLE_CHARS, PlannedRain};
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan, SECONDS};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use crate::quiz::formats::reader::Reader;

/// Seconds for a rain that does not say.
const RAIN_SECONDS: u16 = 12;
/// The last rank that a file may let in; whoever wants more lets in a share.
const MAX_TOP_RANK: u16 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    title: Option<Spanned<String>>,
    after: Option<Spanned<i64>>,
    pot: Option<Spanned<Amount>>,
    prizes: Option<Spanned<Vec<Spanned<Amount>>>>,
    #[serde(default = "points")]
    currency: Currency,
    packets: Option<Spanned<i64>>,
    #[serde(default)]
    split: Cut,
    seconds: Option<Spanned<i64>>,
    min: Option<Spanned<Amount>>,
    max: Option<Spanned<Amount>>,
    min_score: Option<Spanned<i64>>,
    top_percent: Option<Spanned<i64>>,
    everyone: Option<Spanned<bool>>,
    seated: Option<Spanned<bool>>,
    last_right: Option<Spanned<bool>>,
    survivors: Option<Spanned<bool>>,
    best_team: Option<Spanned<bool>>,
    starters: Option<Spanned<bool>>,
    top_rank: Option<Spanned<i64>>,
}

fn points() -> Currency {
    Currency::POINTS
}

/// How the pot is cut, in one word.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Cut {
    #[default]
    DoubleMean,
    Equal,
    LineCutting,
    Shares,
    Prizes,
}

/// An amount in major units. Text, because numbers with a point are not exact.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an amount in quotes, such as \"12.21\"")]
enum Amount {
    Text(String),
}

/// Reads the rains of a file with so many questions, naming everything that is wrong with them. They
/// come in the order of their places.
pub(super) fn read_all(
    reader: &mut Reader<'_>,
    value: Spanned<DeValue<'_>>,
    questions: usize,
) -> Vec<PlannedRain> {
    let span = value.span();
    let mut rains: Vec<PlannedRain> = match value.into_inner() {
        DeValue::Array(entries) => {
            if let Some(beyond) = entries.get(MAX_PLANNED_RAINS) {
                let why = BrokenPart::ManyRains(entries.len());
                reader.refuse(QuizPart::Rains, beyond.span(), why);
            }
            let numbered = entries.into_iter().take(MAX_PLANNED_RAINS).zip(1..);
            numbered
                .filter_map(|(entry, number): (_, usize)| {
                    read(reader, QuizPart::Rain(number), entry, questions)
                })
                .collect()
        }
        one => {
            let one = Spanned::new(span, one);
            read(reader, QuizPart::Rains, one, questions).into_iter().collect()
        }
    };
    rains.sort_by_key(|rain| rain.place(u16::MAX));
    rains
}

/// Reads a rain, naming everything that is wrong with it.
fn read(
    reader: &mut Reader<'_>,
    about: QuizPart,
    table: Spanned<DeValue<'_>>,
    questions: usize,
) -> Option<PlannedRain> {
    let span = table.span();
    let entry: Entry = reader.table(about, table)?;
    let problems = reader.problem_count();
    let title = entry.title.as_ref().map(|title| {
        let text = reader.line_of_text(about, title, MAX_RAIN_TITLE_CHARS);
        if text.is_empty() {
            reader.refuse(about, title.span(), BrokenPart::EmptyTitle);
        }
        text
    });
    let last = u16::try_from(questions).unwrap_or(u16::MAX);
    let after = reader.number(about, "after", entry.after.as_ref(), 1..=last);
    let plan = read_plan(reader, about, span, &entry)?;
    (reader.problem_count() == problems).then_some(PlannedRain { title, after, plan })
}

fn read_plan(
    reader: &mut Reader<'_>,
    about: QuizPart,
    span: Range<usize>,
    entry: &Entry,
) -> Option<RainPlan> {
    let split = match entry.split {
        Cut::DoubleMean => Split::DoubleMean,
        Cut::Equal => Split::Equal,
        Cut::LineCutting => Split::LineCutting,
        Cut::Shares => Split::Shares,
        Cut::Prizes => return read_prizes(reader, about, span, entry),
    };
    if let Some(prizes) = &entry.prizes {
        reader.refuse(about, prizes.span(), BrokenPart::StrayPrizes);
    }
    let Some(pot) = &entry.pot else {
        reader.refuse(about, span, missing("pot"));
        return None;
    };
    let pot = amount(reader, about, "pot", entry.currency, pot);
    let min = entry.min.as_ref().map(|min| amount(reader, about, "min", entry.currency, min));
    let max = entry.max.as_ref().map(|max| amount(reader, about, "max", entry.currency, max));
    let seconds = reader.number(about, "seconds", entry.seconds.as_ref(), SECONDS);
    let packets = match (&entry.packets, &split) {
        (Some(packets), _) => u32::try_from(*packets.get_ref()).unwrap_or(0),
        (None, Split::Shares) => 1,
        (None, _) => {
            reader.refuse(about, span, missing("packets"));
            return None;
        }
    };
    let eligibility = who_may(reader, about, entry);
    let plan = match (pot, min.unwrap_or(Some(Minor(1)))) {
        (Some(pot), Some(min)) => Some(Bounds {
            pot,
            packets,
            min,
            // Even a pot that is too small is no smaller than its largest packet.
            max: max.unwrap_or(Some(pot.max(min)))?,
        }),
        _ => None,
    };
    let plan = RainPlan {
        currency: entry.currency,
        bounds: plan?,
        split,
        seconds: seconds.unwrap_or(RAIN_SECONDS),
        eligibility: eligibility?,
    };
    if let Err(why) = plan.check() {
        let place = place_of(why, entry).unwrap_or(span);
        reader.refuse(about, place, why);
    }
    Some(plan)
}

fn missing(key: &str) -> BrokenPart {
    BrokenPart::Missing(key.to_owned())
}

/// Where a plan can be mended.
fn place_of(why: InvalidPlan, entry: &Entry) -> Option<Range<usize>> {
    match why {
        InvalidPlan::Pot(Impossible::PacketCount) => entry.packets.as_ref().map(Spanned::span),
        InvalidPlan::Pot(Impossible::MinTooSmall) => entry.min.as_ref().map(Spanned::span),
        InvalidPlan::Pot(Impossible::MaxBelowMin) => entry.max.as_ref().map(Spanned::span),
        InvalidPlan::Pot(Impossible::PotTooSmall | Impossible::PotTooLarge)
        | InvalidPlan::Nobody
        | InvalidPlan::ShareTooSmall => entry.pot.as_ref().map(Spanned::span),
        InvalidPlan::Seconds => entry.seconds.as_ref().map(Spanned::span),
        InvalidPlan::Share => entry.top_percent.as_ref().map(Spanned::span),
        InvalidPlan::Rank => entry.top_rank.as_ref().map(Spanned::span),
        InvalidPlan::Pot(Impossible::Prizes) | InvalidPlan::PrizeRanks => None,
    }
}

/// Reads a rain of prizes, which say by themselves what falls and for whom.
fn read_prizes(
    reader: &mut Reader<'_>,
    about: QuizPart,
    span: Range<usize>,
    entry: &Entry,
) -> Option<RainPlan> {
    let Some(prizes) = &entry.prizes else {
        reader.refuse(about, span, missing("prizes"));
        return None;
    };
    let others = [
        entry.pot.as_ref().map(Spanned::span),
        entry.packets.as_ref().map(Spanned::span),
        entry.min.as_ref().map(Spanned::span),
        entry.max.as_ref().map(Spanned::span),
        entry.min_score.as_ref().map(Spanned::span),
        entry.top_percent.as_ref().map(Spanned::span),
        entry.top_rank.as_ref().map(Spanned::span),
        entry.everyone.as_ref().map(Spanned::span),
        entry.seated.as_ref().map(Spanned::span),
        entry.last_right.as_ref().map(Spanned::span),
        entry.survivors.as_ref().map(Spanned::span),
        entry.best_team.as_ref().map(Spanned::span),
        entry.starters.as_ref().map(Spanned::span),
    ];
    if let Some(other) = others.into_iter().flatten().min_by_key(|span| span.start) {
        reader.refuse(about, other, BrokenPart::BesidePrizes);
    }
    let seconds = reader.number(about, "seconds", entry.seconds.as_ref(), SECONDS);
    let amounts = prizes.get_ref().iter();
    let amounts: Vec<Option<Minor>> =
        amounts.map(|it| amount(reader, about, "prizes", entry.currency, it)).collect();
    let amounts = amounts.into_iter().collect::<Option<Vec<Minor>>>()?;
    let plan = RainPlan::of_prizes(entry.currency, amounts, seconds.unwrap_or(RAIN_SECONDS));
    if let Err(why) = plan.check() {
        let why = match why {
            // There is no pot in the file.
            InvalidPlan::Pot(Impossible::PotTooSmall) => Impossible::Prizes.into(),
            why => why,
        };
        reader.refuse(about, prizes.span(), why);
    }
    Some(plan)
}

/// Who may grab, by the one key that says so.
fn who_may(reader: &mut Reader<'_>, about: QuizPart, entry: &Entry) -> Option<Eligibility> {
    let min_score = entry.min_score.as_ref().map(|score| {
        u64::try_from(*score.get_ref()).map_err(|_| {
            reader.refuse(about, score.span(), BrokenPart::MinScore);
        })
    });
    let top_percent = reader.number(about, "top_percent", entry.top_percent.as_ref(), 1..=100);
    let top_rank = reader.number(about, "top_rank", entry.top_rank.as_ref(), 1..=MAX_TOP_RANK);
    let groups = [
        (&entry.everyone, Eligibility::Everyone),
        (&entry.seated, Eligibility::Seated(0)),
        (&entry.last_right, Eligibility::LastRight),
        (&entry.survivors, Eligibility::Survivors),
        (&entry.best_team, Eligibility::BestTeam),
        (&entry.starters, Eligibility::Starters),
    ];
    let groups: Vec<_> = groups
        .into_iter()
        .filter_map(|(key, who)| Some((key.as_ref().filter(|it| *it.get_ref())?.span(), who)))
        .collect();
    let rules = [
        entry.min_score.as_ref().map(Spanned::span),
        entry.top_percent.as_ref().map(Spanned::span),
        entry.top_rank.as_ref().map(Spanned::span),
    ];
    let rules = rules.into_iter().flatten().chain(groups.iter().map(|(span, _)| span.clone()));
    let mut rules: Vec<_> = rules.collect();
    rules.sort_unstable_by_key(|span| span.start);
    if let Some(second) = rules.into_iter().nth(1) {
        reader.refuse(about, second, BrokenPart::SeveralRules);
    }
    if let Some((_, who)) = groups.first() {
        return Some(*who);
    }
    Some(match (top_percent, top_rank, min_score.transpose().ok()?) {
        (Some(percent), ..) => Eligibility::TopShare(u8::try_from(percent).unwrap_or(100)),
        (_, Some(last), _) => Eligibility::TopRank(u32::from(last)),
        (.., Some(0)) => Eligibility::Everyone,
        (.., Some(score)) => Eligibility::ScoreAtLeast(score),
        (.., None) => Eligibility::unsaid(entry.currency),
    })
}

fn amount(
    reader: &mut Reader<'_>,
    about: QuizPart,
    key: &str,
    currency: Currency,
    amount: &Spanned<Amount>,
) -> Option<Minor> {
    let Amount::Text(text) = amount.get_ref();
    currency
        .parse_major(text)
        .map_err(|why| {
            reader.refuse(about, amount.span(), BrokenPart::Amount(key.to_owned(), why));
        })
        .ok()
}
