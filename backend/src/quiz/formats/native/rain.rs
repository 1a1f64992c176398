//! The `[rain]` of our own format.

use quizrain_shared::allocation::{Bounds, Impossible, Split};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan, SECONDS};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use crate::quiz::formats::reader::Reader;

/// Seconds for a rain that does not say.
const RAIN_SECONDS: u16 = 12;
/// How messages name this part.
const ABOUT: &str = "rain";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    pot: Spanned<Amount>,
    currency: Currency,
    packets: Spanned<i64>,
    #[serde(default = "double_mean")]
    split: Split,
    seconds: Option<Spanned<i64>>,
    min: Option<Spanned<Amount>>,
    max: Option<Spanned<Amount>>,
    min_score: Option<Spanned<i64>>,
    top_percent: Option<Spanned<i64>>,
    last_right: Option<Spanned<bool>>,
}

fn double_mean() -> Split {
    Split::DoubleMean
}

/// An amount in major units. Text, because numbers with a point are not exact.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an amount in quotes, such as \"12.21\"")]
enum Amount {
    Text(String),
}

/// Reads the rain, naming everything that is wrong with it.
pub(super) fn read(reader: &mut Reader<'_>, table: Spanned<DeValue<'_>>) -> Option<RainPlan> {
    let span = table.span();
    let entry: Entry = reader.table(ABOUT, table)?;
    let problems = reader.problem_count();

    let pot = amount(reader, "pot", entry.currency, &entry.pot);
    let min = entry.min.as_ref().map(|min| amount(reader, "min", entry.currency, min));
    let max = entry.max.as_ref().map(|max| amount(reader, "max", entry.currency, max));
    let seconds = reader.number(ABOUT, "seconds", entry.seconds.as_ref(), SECONDS);
    let packets = u32::try_from(*entry.packets.get_ref()).unwrap_or(0);
    let min_score = entry.min_score.as_ref().map_or(Ok(0), |score| {
        u64::try_from(*score.get_ref()).map_err(|_| {
            reader.refuse(ABOUT, score.span(), "`min_score`: expected 0 or more");
        })
    });
    let top_percent = reader.number(ABOUT, "top_percent", entry.top_percent.as_ref(), 1..=100);
    let last_right = entry.last_right.as_ref().filter(|it| *it.get_ref());
    let rules = [
        entry.min_score.as_ref().map(Spanned::span),
        entry.top_percent.as_ref().map(Spanned::span),
        last_right.map(Spanned::span),
    ];
    if let Some(second) = rules.into_iter().flatten().nth(1) {
        let text = "`min_score`, `top_percent`, `last_right`: one of them says who may grab";
        reader.refuse(ABOUT, second, text);
    }
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
        split: entry.split,
        seconds: seconds.unwrap_or(RAIN_SECONDS),
        eligibility: match (top_percent, min_score.ok()?) {
            _ if last_right.is_some() => Eligibility::LastRight,
            (Some(percent), _) => Eligibility::TopShare(u8::try_from(percent).unwrap_or(100)),
            (None, 0) => Eligibility::Everyone,
            (None, score) => Eligibility::ScoreAtLeast(score),
        },
    };
    if let Err(why) = plan.check() {
        let place = match why {
            InvalidPlan::Pot(Impossible::PacketCount) => Some(entry.packets.span()),
            InvalidPlan::Pot(Impossible::MinTooSmall) => entry.min.as_ref().map(Spanned::span),
            InvalidPlan::Pot(Impossible::MaxBelowMin) => entry.max.as_ref().map(Spanned::span),
            InvalidPlan::Pot(Impossible::PotTooSmall | Impossible::PotTooLarge) => {
                Some(entry.pot.span())
            }
            InvalidPlan::Seconds => entry.seconds.as_ref().map(Spanned::span),
            InvalidPlan::Share => entry.top_percent.as_ref().map(Spanned::span),
        };
        reader.refuse(ABOUT, place.unwrap_or(span), why.to_string());
    }
    (reader.problem_count() == problems).then_some(plan)
}

fn amount(
    reader: &mut Reader<'_>,
    key: &str,
    currency: Currency,
    amount: &Spanned<Amount>,
) -> Option<Minor> {
    let Amount::Text(text) = amount.get_ref();
    currency
        .parse_major(text)
        .map_err(|why| reader.refuse(ABOUT, amount.span(), format!("`{key}`: {why}")))
        .ok()
}
