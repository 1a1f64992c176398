//! A pin on a picture. Regions are written in percent of its width and height.

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{Hotspot, InvalidQuestion, QuestionKind, Region, WHOLE};
use serde::Deserialize;
use toml::Spanned;

use super::{Own, Rest};
use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    region: Spanned<Sides>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    x: Percent,
    y: Percent,
    width: Percent,
    height: Percent,
    #[serde(default)]
    round: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected percent, such as 12.5")]
enum Percent {
    Whole(u8),
    Fraction(f64),
}

impl Percent {
    /// As a part of the whole; what is none is beyond it.
    fn part(self) -> u16 {
        let percent = match self {
            Self::Whole(percent) => f64::from(percent),
            Self::Fraction(percent) => percent,
        };
        match percent {
            percent if (0.0..=100.0).contains(&percent) => {
                (percent * f64::from(WHOLE) / 100.0).round() as u16
            }
            _ => u16::MAX,
        }
    }
}

pub(super) fn read(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let Entry { region } = reader.table(about, rest)?;
    let span = region.span();
    let Sides { x, y, width, height, round } = region.into_inner();
    let [x, y, width, height] = [x, y, width, height].map(Percent::part);
    let region = Region { x, y, width, height, round };
    let place = Box::new(move |why: &InvalidQuestion| {
        matches!(why, InvalidQuestion::Region).then(|| span.clone())
    });
    Some(Own { place, ..Own::new(QuestionKind::Hotspot(Hotspot { region })) })
}
