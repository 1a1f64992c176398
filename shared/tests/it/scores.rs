//! What answers earn, as docs/PROTOCOL.md says: other programs check theirs by the same vectors.

use quizrain_shared::question::{ChoiceSet, Multiple, Question, QuestionKind, Single, TrueFalse};
use quizrain_shared::score::{self, Grade, Scored, Scoring, Share};
use serde::Deserialize;

const VECTORS: &str = include_str!("../../../docs/schema/scores.json");

#[derive(Deserialize)]
struct Vectors {
    points: Vec<Points>,
    ranks: Vec<Ranks>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Single,
    Multiple,
    TrueFalse,
}

#[derive(Debug, Deserialize)]
struct Points {
    kind: Kind,
    correct: ChoiceSet,
    seconds: u16,
    points: u16,
    answer: ChoiceSet,
    elapsed_ms: u64,
    #[serde(default)]
    line_ms: u16,
    #[serde(default)]
    scoring: Scoring,
    right: bool,
    earns: i32,
}

impl Points {
    fn question(&self) -> Question {
        let (choices, correct) = (Vec::new(), self.correct);
        let kind = match self.kind {
            Kind::Single => QuestionKind::Single(Single { choices, correct, shuffled: false }),
            Kind::Multiple => {
                QuestionKind::Multiple(Multiple { choices, correct, shuffled: false })
            }
            Kind::TrueFalse => QuestionKind::TrueFalse(TrueFalse { correct: correct.contains(0) }),
        };
        Question::new(String::new(), kind)
    }
}

#[derive(Deserialize)]
struct Ranks {
    scores: Vec<i64>,
    ranks: Vec<u32>,
}

#[test]
fn answers_earn_what_the_vectors_say() {
    let vectors: Vectors = serde_json::from_str(VECTORS).unwrap();
    let partly = |vector: &&Points| !vector.right && vector.earns > 0;
    assert!(vectors.points.iter().filter(partly).count() > 3, "part of the points is among them");
    for vector in vectors.points {
        let share = (vector.question().grader())(&vector.answer.into()).unwrap_or(Share::NONE);
        let elapsed_ms = score::credited_ms(vector.elapsed_ms, vector.line_ms);
        let scored = Scored { share, elapsed_ms };
        let earned = vector.scoring.points(scored, vector.points, vector.seconds);
        assert_eq!(earned, vector.earns, "{vector:?}");
        assert_eq!(Grade::of(Some(share)) == Grade::Right, vector.right, "{vector:?}");
    }
    for Ranks { scores, ranks } in vectors.ranks {
        assert_eq!(score::ranks(&scores), ranks, "{scores:?}");
    }
}
