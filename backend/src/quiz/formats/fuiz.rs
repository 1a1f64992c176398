//! Fuiz: TOML with `[[slides]]`, each a `MultipleChoice`, an `Order` or a `TypeAnswer`.

use quizrain_shared::api::{BrokenList, BrokenQuiz, Lost, ProblemKind};
use quizrain_shared::question::{
    MAX_POINTS, MAX_READ_SECONDS, Order, Question, QuestionKind, SECONDS,
};
use serde::de::DeserializeSeed;

use super::collected::Collected;
use super::content::Text;
use super::problem::{At, Problem, one_line};
use super::tree::{Budget, Node};
use super::{MAX_TITLE_CHARS, Reading, choice, native, title};

pub(super) fn is(text: &Text<'_>) -> bool {
    text.text.lines().any(|line| {
        let line = line.trim();
        let plain: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        matches!(line, "[[slides]]" | "[[config.slides]]") || plain.starts_with("slides=[")
    })
}

pub(super) fn parse(text: &Text<'_>) -> Reading {
    native::check_signs(&text.text).map_err(|problem| vec![problem])?;
    let root = toml::Deserializer::parse(&text.text)
        .and_then(|toml| Budget::new().seed().deserialize(toml))
        .map_err(|why| {
            let before =
                why.span().and_then(|span| text.text.get(..span.start)).unwrap_or_default();
            let line = before.split('\n').count();
            let why = BrokenQuiz::Toml(one_line(why.message()));
            vec![Problem::known(At::Line(line), why)]
        })?;
    let root = root.get("config").unwrap_or(&root);
    let mut collected = Collected::default();
    let slides = root.get("slides").and_then(Node::as_list).unwrap_or_default();
    for (slide, number) in slides.iter().zip(1..) {
        let mut reader = Slide { number, collected: &mut collected };
        match reader.question(slide) {
            Ok(question) => collected.question(question, At::Entry(number), |_| None),
            Err(problem) => collected.skip(problem),
        }
    }
    let said = root.get("title").and_then(Node::as_text).map(choice::line);
    let said = said.filter(|it| !it.is_empty() && it.chars().count() <= MAX_TITLE_CHARS);
    collected.quiz(said.unwrap_or_else(|| title(text.name)))
}

struct Slide<'c> {
    number: usize,
    collected: &'c mut Collected,
}

impl Slide<'_> {
    fn known(&self, kind: impl Into<ProblemKind>) -> Problem {
        Problem::known(At::Entry(self.number), kind)
    }

    fn question(&mut self, slide: &Node) -> Result<Question, Problem> {
        let known = ["MultipleChoice", "Order", "TypeAnswer"];
        let found = known.iter().find_map(|kind| Some((*kind, slide.get(kind)?)));
        let (kind, slide) = found.ok_or_else(|| self.known(BrokenList::UnknownSlide))?;
        let text = slide.get("title").and_then(Node::as_text).map(choice::lines);
        let answers = slide.get("answers").and_then(Node::as_list).unwrap_or_default();
        let kind = match kind {
            "MultipleChoice" => self.choices(slide, answers)?,
            "Order" => {
                if slide.get("axis_labels").is_some() {
                    self.collected.skip(self.known(ProblemKind::lost(Lost::EndLabels)));
                }
                QuestionKind::Order(Order { items: self.texts(answers)? })
            }
            _ => choice::typed(self.texts(answers)?),
        };
        let mut question = Question::new(text.unwrap_or_default(), kind);
        if slide.get("media").is_some() {
            self.collected.skip(self.known(BrokenList::PictureElsewhere));
        }
        let (least, most) = (*SECONDS.start(), *SECONDS.end());
        let seconds = self.number(slide, "time_limit", least, most);
        question.seconds = seconds.unwrap_or(question.seconds);
        let read = self.number(slide, "introduce_question", 0, MAX_READ_SECONDS);
        question.read_seconds = read.unwrap_or(0);
        let points = self.number(slide, "points_awarded", 0, MAX_POINTS);
        question.points = points.unwrap_or(question.points);
        Ok(question)
    }

    fn texts(&self, answers: &[Node]) -> Result<Vec<String>, Problem> {
        let text = |node: &Node| {
            let content = node.get("content").unwrap_or(node);
            content.written().or_else(|| content.get("Text")?.written())
        };
        answers
            .iter()
            .map(|answer| {
                let text = text(answer).map(|text| choice::line(&text));
                text.ok_or_else(|| self.known(BrokenList::AnswerNotText))
            })
            .collect()
    }

    fn choices(&self, slide: &Node, answers: &[Node]) -> Result<QuestionKind, Problem> {
        let texts = self.texts(answers)?;
        choice::count(texts.len()).map_err(|why| self.known(why))?;
        let marked = answers.iter().enumerate();
        let right: Vec<usize> = marked
            .filter(|(_, answer)| answer.get("correct") == Some(&Node::Bool(true)))
            .map(|(index, _)| index)
            .collect();
        let several = slide.get("answer_mode").and_then(Node::as_text) == Some("MultipleAnswers");
        Ok(if several {
            choice::multiple(texts, &right, false)
        } else {
            choice::kind(texts, &right, false)
        })
    }

    /// A whole number within its range; the nearest one that is, with a note.
    fn number(&mut self, slide: &Node, key: &str, least: u16, most: u16) -> Option<u16> {
        let said = slide.get(key)?;
        let fits = match said {
            Node::Whole(number) => Some((*number).clamp(i64::from(least), i64::from(most))),
            _ => None,
        };
        let taken = fits.and_then(|fits| u16::try_from(fits).ok());
        if fits.is_none_or(|fits| *said != Node::Whole(fits)) {
            let found = one_line(&said.written().unwrap_or_else(|| said.kind().to_string()));
            let key = key.to_owned();
            let why = BrokenList::Number { key, found, taken, least, most };
            self.collected.skip(self.known(why));
        }
        taken
    }
}
