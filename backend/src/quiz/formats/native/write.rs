//! Writing a quiz in our own format: one document for TOML, YAML and JSON.

use quizrain_shared::allocation::Split;
use quizrain_shared::api::{Lost, NotWritten};
use quizrain_shared::decimal;
use quizrain_shared::ids::MediaId;
use quizrain_shared::question::{
    ChoiceSet, Number, Picture, Question, QuestionKind, Region, Sound,
};
use quizrain_shared::quiz::{PlannedRain, Quiz};
use quizrain_shared::rain::Eligibility;
use quizrain_shared::score::{Curve, Scoring};
use quizrain_shared::theme::{Colours, Theme};

use crate::quiz::formats::exported::{Exported, Files, LeftOut};
use crate::quiz::formats::tree::Node;

/// What the file of a picture or a sound is called; `None`: it is not at hand.
pub(in crate::quiz::formats) type FileOf<'f> = &'f dyn Fn(MediaId) -> Option<String>;

/// Writes TOML, without pictures and sounds.
pub(in crate::quiz::formats) fn toml(quiz: &Quiz, _: Files<'_>) -> Exported {
    alone(quiz, |document| toml::to_string(document).ok())
}

/// Writes YAML, without pictures and sounds.
pub(in crate::quiz::formats) fn yaml(quiz: &Quiz, _: Files<'_>) -> Exported {
    alone(quiz, |document| serde_saphyr::to_string(document).ok())
}

/// Writes JSON, without pictures and sounds.
pub(in crate::quiz::formats) fn json(quiz: &Quiz, _: Files<'_>) -> Exported {
    alone(quiz, |document| serde_json::to_string_pretty(document).ok())
}

fn alone(quiz: &Quiz, text: impl Fn(&Node) -> Option<String>) -> Exported {
    let (document, left_out) = document(quiz, &|_| None);
    // Texts and numbers are written whatever they are.
    Exported {
        bytes: text(&document).unwrap_or_default().into_bytes(),
        left_out: left_out.finish(),
    }
}

/// A quiz as it is authored. Pictures and sounds without a file are left out, and so are questions
/// that need a picture.
pub(in crate::quiz::formats) fn document(quiz: &Quiz, file: FileOf<'_>) -> (Node, LeftOut) {
    let mut left_out = LeftOut::default();
    let mut map = Entries::default();
    map.text("title", &quiz.title);
    map.text("language", &quiz.language);
    map.text("description", &quiz.description);
    if quiz.scoring != Scoring::default() {
        map.put("scoring", scoring(&quiz.scoring));
    }
    if let Some(it) = &quiz.theme {
        map.put("theme", theme(it, file, &mut left_out));
    }
    let mut questions = Vec::new();
    for (asked, number) in quiz.questions.iter().zip(1..) {
        let picture = asked.picture.as_ref().and_then(|it| Some((it, file(it.media)?)));
        if asked.picture.is_some() && picture.is_none() {
            if matches!(asked.kind, QuestionKind::Hotspot(_)) {
                left_out.question(number, NotWritten::Hotspot);
                continue;
            }
            left_out.note(number, Lost::PictureInZip);
        }
        let sound = asked.sound.as_ref().and_then(|it| Some((it, file(it.media)?)));
        if asked.sound.is_some() && sound.is_none() {
            left_out.note(number, Lost::SoundInZip);
        }
        questions.push(question(asked, picture, sound));
    }
    map.put("question", Node::List(questions));
    if !quiz.rains.is_empty() {
        map.put("rain", Node::List(quiz.rains.iter().map(rain).collect()));
    }
    (map.node(), left_out)
}

/// Named values as they are written.
#[derive(Default)]
struct Entries(Vec<(Box<str>, Node)>);

impl Entries {
    fn put(&mut self, key: &str, value: Node) {
        self.0.push((key.into(), value));
    }

    /// A text; an empty one is left out.
    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.put(key, Node::text(text));
        }
    }

    fn number(&mut self, key: &str, number: impl Into<i64>) {
        self.put(key, Node::Whole(number.into()));
    }

    /// True; what is false is left out.
    fn yes(&mut self, key: &str, truth: bool) {
        if truth {
            self.put(key, Node::Bool(true));
        }
    }

    fn node(self) -> Node {
        Node::Map(self.0)
    }
}

fn texts(texts: &[String]) -> Node {
    Node::List(texts.iter().map(|text| Node::text(text)).collect())
}

fn scoring(scoring: &Scoring) -> Node {
    let mut map = Entries::default();
    let curve = match scoring.curve {
        Curve::Speed => "speed",
        Curve::Linear => "linear",
        Curve::Accuracy => "accuracy",
    };
    map.text("curve", curve);
    map.number("wrong_percent", scoring.wrong_percent);
    map.yes("streak_bonus", scoring.streak_bonus);
    map.node()
}

fn theme(theme: &Theme, file: FileOf<'_>, left_out: &mut LeftOut) -> Node {
    let mut map = Entries::default();
    map.text("look", theme.look.name());
    if let Some(colours) = theme.colours {
        map.text("colour", &colours.main.hex());
        // Most have the one that goes with it.
        if Colours::of(colours.main) != colours {
            map.text("ink", &colours.ink.hex());
        }
    }
    let mut lost = false;
    for (key, media) in [("logo", theme.logo), ("falls", theme.falls)] {
        let Some(media) = media else { continue };
        match file(media) {
            Some(file) => map.text(key, &file),
            None => lost = true,
        }
    }
    if lost {
        left_out.whole(Lost::LookInZip);
    }
    map.node()
}

fn question(
    question: &Question,
    picture: Option<(&Picture, String)>,
    sound: Option<(&Sound, String)>,
) -> Node {
    let mut map = Entries::default();
    map.text("text", &question.text);
    map.text("kind", question.kind.name());
    if let Some((picture, file)) = picture {
        let mut entry = Entries::default();
        entry.text("file", &file);
        entry.text("alt", &picture.alt);
        map.put("picture", entry.node());
    }
    if let Some((sound, file)) = sound {
        let mut entry = Entries::default();
        entry.text("file", &file);
        entry.text("words", &sound.words);
        map.put("sound", entry.node());
    }
    if question.read_seconds > 0 {
        map.number("read_seconds", question.read_seconds);
    }
    map.number("seconds", question.seconds);
    map.number("points", question.points);
    own(&mut map, &question.kind);
    map.text("explanation", &question.explanation);
    map.node()
}

/// What a kind has of its own.
fn own(map: &mut Entries, kind: &QuestionKind) {
    match kind {
        QuestionKind::Single(it) => choices(map, &it.choices, it.correct, it.shuffled),
        QuestionKind::Multiple(it) => choices(map, &it.choices, it.correct, it.shuffled),
        QuestionKind::TrueFalse(it) => map.put("correct", Node::Bool(it.correct)),
        QuestionKind::Typed(it) => map.put("accepted", texts(&it.accepted)),
        QuestionKind::Number(it) => number(map, it),
        QuestionKind::Order(it) => map.put("items", texts(&it.items)),
        QuestionKind::Matching(it) => {
            let pairs = std::iter::zip(&it.left, &it.right);
            let pair = |(left, right): (&String, &String)| texts(&[left.clone(), right.clone()]);
            map.put("pairs", Node::List(pairs.map(pair).collect()));
        }
        QuestionKind::Hotspot(it) => map.put("region", region(&it.region)),
        QuestionKind::Poll(it) => {
            map.put("choices", texts(&it.choices));
            map.yes("several", it.several);
        }
        QuestionKind::Scale(it) => {
            map.number("from", it.from);
            map.number("to", it.to);
            map.text("from_label", &it.from_label);
            map.text("to_label", &it.to_label);
        }
        QuestionKind::Cloud(it) => map.number("words", it.words),
        QuestionKind::OpenText(_) | QuestionKind::Slide(_) => {}
    }
}

fn choices(map: &mut Entries, choices: &[String], correct: ChoiceSet, shuffled: bool) {
    map.put("choices", texts(choices));
    let right = (1..).take(choices.len()).zip(0..).filter(|(_, index)| correct.contains(*index));
    map.put("correct", Node::List(right.map(|(number, _)| Node::Whole(number)).collect()));
    map.yes("shuffle", shuffled);
}

fn number(map: &mut Entries, number: &Number) {
    let field = &number.field;
    let written = |units: i64| match field.decimals {
        0 => Node::Whole(units),
        decimals => Node::Fraction(decimal::format(units, decimals).parse().unwrap_or(f64::NAN)),
    };
    map.put("min", written(field.min));
    map.put("max", written(field.max));
    map.put("step", written(field.step));
    map.number("decimals", field.decimals);
    map.text("unit", &field.unit);
    map.put("correct", written(number.correct));
    map.put("tolerance", written(number.tolerance));
    map.put("credit_within", written(number.credit_within));
}

fn region(region: &Region) -> Node {
    let mut map = Entries::default();
    for (key, part) in
        [("x", region.x), ("y", region.y), ("width", region.width), ("height", region.height)]
    {
        map.put(key, Node::Fraction(f64::from(part) / 100.0));
    }
    map.yes("round", region.round);
    map.node()
}

fn rain(rain: &PlannedRain) -> Node {
    let PlannedRain { title, after, plan } = rain;
    let amount = |amount| Node::text(&plan.currency.format_major(amount));
    let mut map = Entries::default();
    map.text("title", title.as_deref().unwrap_or_default());
    if let Some(after) = after {
        map.number("after", *after);
    }
    map.text("currency", plan.currency.code());
    map.number("seconds", plan.seconds);
    let split = match &plan.split {
        Split::DoubleMean => "double_mean",
        Split::Equal => "equal",
        Split::LineCutting => "line_cutting",
        Split::Shares => "shares",
        Split::Prizes(prizes) => {
            // They are the pot and say whom it is for.
            map.text("split", "prizes");
            map.put("prizes", Node::List(prizes.amounts.iter().map(|it| amount(*it)).collect()));
            return map.node();
        }
    };
    map.text("split", split);
    map.put("pot", amount(plan.bounds.pot));
    map.number("packets", plan.bounds.packets);
    map.put("min", amount(plan.bounds.min));
    map.put("max", amount(plan.bounds.max));
    match plan.eligibility {
        who if who == Eligibility::unsaid(plan.currency) => {}
        Eligibility::Everyone => map.yes("everyone", true),
        Eligibility::Seated(_) => map.yes("seated", true),
        Eligibility::ScoreAtLeast(score) => {
            map.number("min_score", i64::try_from(score).unwrap_or(i64::MAX));
        }
        Eligibility::TopShare(percent) => map.number("top_percent", percent),
        Eligibility::TopRank(rank) => map.number("top_rank", rank),
        Eligibility::LastRight => map.yes("last_right", true),
        Eligibility::Survivors => map.yes("survivors", true),
        Eligibility::BestTeam => map.yes("best_team", true),
        Eligibility::Starters => map.yes("starters", true),
    }
    map.node()
}
