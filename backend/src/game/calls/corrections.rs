//! What a host has corrected by hand: points, revive cards, keys. Written by `advance.lua` together
//! with the stage that shows it, so that a click counts once.

use std::borrow::Cow;
use std::collections::HashMap;

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::played::Played;
use quizrain_shared::question::{Key, Marks, Question};
use redis::AsyncCommands;

use super::read::whole_hash;
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;

/// Whom a revive card for everybody is granted to.
const EVERYBODY: &str = "*";

/// What stands in a game's hash of corrections. Fields: `points:<round>:<account>`,
/// `cards:<round>:<account or *>`, `key:<question>`, `marks:<round>`, `note:<seq>`, `rescore:<seq>`.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// Points given or taken after a round.
    points: HashMap<(u16, AccountId), i32>,
    /// How often a revive card was granted after a round; `None`: to everybody who was out.
    cards: HashMap<(u16, Option<AccountId>), u8>,
    /// What is right about a question.
    keys: HashMap<u16, Key>,
    /// What is hidden or picked of what players typed in a round.
    marks: HashMap<u16, Marks>,
    /// From which rounds on scores are to be made again, and the fields that say so.
    rescore: Vec<(String, u16)>,
}

impl Corrections {
    /// Reads the fields.
    pub(crate) fn parse(fields: HashMap<String, String>) -> Option<Self> {
        let mut all = Self::default();
        for (field, value) in fields {
            all.put(&field, &value)?;
        }
        Some(all)
    }

    /// Takes a field over; `None`: this version does not know it.
    pub(crate) fn put(&mut self, field: &str, value: &str) -> Option<()> {
        let mut parts = field.split(':');
        match (parts.next()?, parts.next()?, parts.next()) {
            ("points", round, Some(account)) => {
                let place = (round.parse().ok()?, account.parse().ok()?);
                self.points.insert(place, value.parse().ok()?);
            }
            ("cards", round, Some(account)) => {
                let account = match account {
                    EVERYBODY => None,
                    account => Some(account.parse().ok()?),
                };
                self.cards.insert((round.parse().ok()?, account), value.parse().ok()?);
            }
            ("key", question, None) => {
                self.keys.insert(question.parse().ok()?, serde_json::from_str(value).ok()?);
            }
            ("marks", round, None) => {
                self.marks.insert(round.parse().ok()?, serde_json::from_str(value).ok()?);
            }
            ("rescore", _, None) => self.rescore.push((field.to_owned(), value.parse().ok()?)),
            // For whoever reads the game's log.
            ("note", _, None) => {}
            _ => return None,
        }
        Some(())
    }

    /// The note that stands among fields of one correction.
    pub(crate) fn note(fields: &[String]) -> &str {
        let (pairs, _) = fields.as_chunks();
        let note = pairs.iter().find(|[field, _]| field.starts_with("note:"));
        note.map_or("", |[_, note]| note)
    }

    /// Whether the host has said what is right about a question.
    pub(crate) fn has_key(&self, question: u16) -> bool {
        self.keys.contains_key(&question)
    }

    /// A question as it is graded, which is that number of the quiz.
    #[must_use]
    pub fn question<'q>(&self, number: u16, question: &'q Question) -> Cow<'q, Question> {
        let fixed = self.keys.get(&number).and_then(|key| question.with_key(key));
        fixed.map_or(Cow::Borrowed(question), Cow::Owned)
    }

    /// Points that an account was given after a round.
    #[must_use]
    pub fn points(&self, round: u16, account: AccountId) -> i32 {
        self.points.get(&(round, account)).copied().unwrap_or(0)
    }

    /// What is hidden or picked of what players typed in a round.
    #[must_use]
    pub fn marks(&self, round: u16) -> Marks {
        self.marks.get(&round).cloned().unwrap_or_default()
    }

    /// How many revive cards were granted to an account after a round, and to everybody who was out.
    #[must_use]
    pub fn cards(&self, round: u16, account: AccountId) -> (u8, u8) {
        let cards = |whose| self.cards.get(&(round, whose)).copied().unwrap_or(0);
        (cards(Some(account)), cards(None))
    }

    /// The first round in which anything is corrected.
    pub(crate) fn first(&self, played: &Played) -> Option<u16> {
        let asked = |question: &u16| {
            (0..played.rounds()).find(|round| played.question(*round) == Some(*question))
        };
        let given = self.points.keys().map(|(round, _)| *round);
        let granted = self.cards.keys().map(|(round, _)| *round);
        given.chain(granted).chain(self.keys.keys().filter_map(asked)).min()
    }

    /// The first round that is to be scored again.
    #[must_use]
    pub fn rescore_from(&self) -> Option<u16> {
        self.rescore.iter().map(|(_, round)| *round).min()
    }

    /// The fields with so many more points for an account after a round.
    #[must_use]
    pub fn give(
        &self,
        round: u16,
        account: AccountId,
        points: i32,
        note: &str,
        seen: u64,
    ) -> Fields {
        let points = self.points(round, account).saturating_add(points);
        let given = (format!("points:{round}:{account}"), points.to_string());
        vec![given, (format!("note:{seen}"), note.to_owned()), rescore(seen, round)]
    }

    /// The fields with one more card after a round; `None`: for everybody who is out.
    #[must_use]
    pub fn grant(&self, round: u16, account: Option<AccountId>, seen: u64) -> Fields {
        let cards = self.cards.get(&(round, account)).copied().unwrap_or(0).saturating_add(1);
        let whose = account.map_or_else(|| EVERYBODY.to_owned(), |account| account.to_string());
        vec![(format!("cards:{round}:{whose}"), cards.to_string()), rescore(seen, round)]
    }

    /// Notes the marks of a round that are about to be written.
    pub(crate) fn note_marks(&mut self, round: u16, marks: Marks) {
        self.marks.insert(round, marks);
    }

    /// The fields with these marks in a round.
    #[must_use]
    pub fn set_marks(round: u16, marks: &Marks) -> Fields {
        vec![(marks_field(round), serde_json::to_string(marks).unwrap_or_default())]
    }

    /// The fields with another key for a question, which was played in a round or later.
    #[must_use]
    pub fn fix(question: u16, key: &Key, round: u16, seen: u64) -> Fields {
        let key = serde_json::to_string(key).unwrap_or_default();
        vec![(format!("key:{question}"), key), rescore(seen, round)]
    }
}

/// Fields of the hash, and their values.
pub type Fields = Vec<(String, String)>;

fn marks_field(round: u16) -> String {
    format!("marks:{round}")
}

fn rescore(seen: u64, round: u16) -> (String, String) {
    (format!("rescore:{seen}"), round.to_string())
}

/// What the host of a game has corrected.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn corrections(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Corrections, StoreError> {
    let key = GameKeys(game).corrections();
    let parse = |value: &[u8]| String::from_utf8(value.to_vec()).ok();
    let fields: HashMap<String, String> = whole_hash(con, key.clone(), parse).await?;
    Corrections::parse(fields).ok_or(StoreError::Corrupt(key))
}

/// What the host of a game has marked in a round.
///
/// # Errors
/// Redis failed, or holds something that this version does not write.
pub async fn marks(
    con: &mut impl AsyncCommands,
    game: GameId,
    round: u16,
) -> Result<Marks, StoreError> {
    let key = GameKeys(game).corrections();
    let marks: Option<String> = con.hget(&key, marks_field(round)).await?;
    let Some(marks) = marks else { return Ok(Marks::default()) };
    serde_json::from_str(&marks).map_err(|_| StoreError::Corrupt(key))
}

/// Notes that scores were made again as these corrections say.
///
/// # Errors
/// Redis failed; making them once more is harmless.
pub async fn forget_rescore(
    con: &mut impl AsyncCommands,
    game: GameId,
    done: &Corrections,
) -> Result<(), StoreError> {
    let fields: Vec<&String> = done.rescore.iter().map(|(field, _)| field).collect();
    if fields.is_empty() {
        return Ok(());
    }
    Ok(con.hdel(GameKeys(game).corrections(), fields).await?)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::question::{ChoiceSet, Mark, QuestionKind, TrueFalse};

    use super::*;

    const ANNA: AccountId = AccountId([1; 16]);
    const BEN: AccountId = AccountId([2; 16]);

    #[test]
    fn what_is_written_is_read() {
        let mut fields = HashMap::new();
        let mut all = Corrections::default();
        let key = Key::Choices(ChoiceSet(2));
        for write in [
            |all: &Corrections| all.give(3, ANNA, -100, "late", 7),
            |all: &Corrections| all.give(3, ANNA, 40, "", 8),
            |all: &Corrections| all.grant(4, Some(BEN), 9),
            |all: &Corrections| all.grant(4, None, 10),
            |_: &Corrections| Corrections::fix(0, &Key::Choices(ChoiceSet(2)), 1, 11),
        ] {
            fields.extend(write(&all));
            all = Corrections::parse(fields.clone()).unwrap();
        }
        assert_eq!((all.points(3, ANNA), all.points(3, BEN), all.points(4, ANNA)), (-60, 0, 0));
        assert_eq!((all.cards(4, BEN), all.cards(4, ANNA)), ((1, 1), (0, 1)));
        assert_eq!((all.rescore_from(), all.rescore.len()), (Some(1), 5));
        let mut marks = Marks::default();
        marks.mark("Zoë: \"hi\"", Mark::Picked).unwrap();
        fields.extend(Corrections::set_marks(3, &marks));
        all = Corrections::parse(fields).unwrap();
        assert_eq!((all.marks(3), all.marks(2)), (marks, Marks::default()));
        let kind = QuestionKind::TrueFalse(TrueFalse { correct: true });
        let question = Question::new("True?".into(), kind);
        assert_eq!(all.question(0, &question).key(), Some(key));
        assert_eq!(all.question(1, &question).key(), question.key());
        for wrong in ["points:1", "points:x:1", "key:1:2", "marks:1", "other:1"] {
            let fields = HashMap::from([(wrong.to_owned(), "1".to_owned())]);
            assert!(Corrections::parse(fields).is_none(), "{wrong}");
        }
    }
}
