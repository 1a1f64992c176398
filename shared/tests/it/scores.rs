//! What answers earn, as docs/PROTOCOL.md says: other programs check theirs by the same vectors.

use quizrain_shared::quiz::{ChoiceSet, Question, QuestionKind};
use quizrain_shared::score;
use serde::Deserialize;

const VECTORS: &str = include_str!("../../../docs/schema/scores.json");

#[derive(Deserialize)]
struct Vectors {
    points: Vec<Points>,
    ranks: Vec<Ranks>,
}

#[derive(Debug, Deserialize)]
struct Points {
    kind: QuestionKind,
    correct: ChoiceSet,
    seconds: u16,
    points: u16,
    answer: ChoiceSet,
    elapsed_ms: u64,
    right: bool,
    earns: u32,
}

#[derive(Deserialize)]
struct Ranks {
    scores: Vec<u64>,
    ranks: Vec<u32>,
}

#[test]
fn answers_earn_what_the_vectors_say() {
    let vectors: Vectors = serde_json::from_str(VECTORS).unwrap();
    let partly = |vector: &&Points| !vector.right && vector.earns > 0;
    assert!(vectors.points.iter().filter(partly).count() > 3, "part of the points is among them");
    for vector in vectors.points {
        let question = Question {
            text: String::new(),
            kind: vector.kind,
            choices: Vec::new(),
            correct: vector.correct,
            seconds: vector.seconds,
            points: vector.points,
            explanation: String::new(),
        };
        let earned = score::points(&question, vector.answer, vector.elapsed_ms);
        assert_eq!(earned, vector.earns, "{vector:?}");
        assert_eq!(score::is_right(&question, vector.answer), vector.right, "{vector:?}");
    }
    for Ranks { scores, ranks } in vectors.ranks {
        assert_eq!(score::ranks(&scores), ranks, "{scores:?}");
    }
}
