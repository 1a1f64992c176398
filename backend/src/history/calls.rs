//! A game's stream in Redis: what happened and is not in SQL yet.

use quizrain_shared::ids::GameId;
use redis::AsyncCommands;
use sha2::{Digest, Sha256};

use crate::events::STORED;
use crate::history::rows::{MOVED, Moved, Row, Span, UNREADABLE, Unreadable};
use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;

/// Entries that are read together.
const READ: usize = 50;

/// What an entry has: its id and its fields, in order.
type Fields = (String, Vec<(String, Vec<u8>)>);

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    id: String,
    what: String,
    body: Vec<u8>,
    /// What screens were shown with it.
    stage: Option<Vec<u8>>,
}

impl Entry {
    fn read((id, fields): Fields) -> Self {
        let mut entry = Self { id, what: String::new(), body: Vec::new(), stage: None };
        for (name, value) in fields {
            match name.as_str() {
                "what" => entry.what = String::from_utf8_lossy(&value).into_owned(),
                "body" => entry.body = value,
                "stage" => entry.stage = Some(value),
                _ => {}
            }
        }
        entry
    }

    /// When it happened, in ms of Redis time: the first part of its id.
    pub(crate) fn at_ms(&self) -> u64 {
        self.id.split('-').next().and_then(|ms| ms.parse().ok()).unwrap_or(0)
    }

    /// What names it in SQL: its id, and a hash of what it says. A Redis that went back may give an
    /// id to something else.
    pub(crate) fn source(&self) -> String {
        let stage = self.stage.as_deref().unwrap_or_default();
        format!("{} {}", self.id, hash([self.what.as_bytes(), &self.body, stage]))
    }

    /// The step that it tells of, where it tells of one; `None` where it cannot be read as well.
    pub(crate) fn moved(&self) -> Option<Moved> {
        if self.what != MOVED {
            return None;
        }
        let mut body: serde_json::Value = serde_json::from_slice(&self.body).ok()?;
        let stage: quizrain_shared::wire::Stage = STORED.decode(self.stage.as_ref()?).ok()?;
        body.as_object_mut()?.insert("stage".to_owned(), serde_json::to_value(stage).ok()?);
        serde_json::from_value(body).ok()
    }

    /// Its row. Whatever it says, it is taken over as it stands; what this version does not know as
    /// well.
    pub(crate) fn row(&self, moved: Option<&Moved>) -> Row {
        let body = match moved {
            Some(moved) => serde_json::to_string(moved).ok(),
            None if self.what == MOVED => None,
            None => {
                serde_json::from_slice(&self.body).ok().map(|it: serde_json::Value| it.to_string())
            }
        };
        match body {
            Some(body) => {
                let (what, source) = (self.what.clone(), self.source());
                Row { what, at_ms: self.at_ms(), body, source, span: Span::default() }
            }
            None => {
                let body = String::from_utf8_lossy(&self.body);
                self.unreadable(format!("an entry {:?}: {body}", self.what), self.source())
            }
        }
    }

    /// A row that says why something that belongs to it is missing.
    pub(crate) fn unreadable(&self, why: String, source: String) -> Row {
        Row::new(UNREADABLE, self.at_ms(), &Unreadable { why }, source)
    }
}

/// The first half of a SHA-256 over some texts, each behind its length.
pub(crate) fn hash<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> String {
    let mut sha = Sha256::new();
    for text in texts {
        sha.update((text.len() as u64).to_be_bytes());
        sha.update(text);
    }
    hex::encode(sha.finalize().get(..16).unwrap_or_default())
}

/// The oldest entries, in order.
///
/// # Errors
/// Redis failed, or the key is none of ours.
pub(crate) async fn read(
    con: &mut impl AsyncCommands,
    game: GameId,
) -> Result<Vec<Entry>, StoreError> {
    let key = GameKeys(game).log();
    let rows: redis::RedisResult<Vec<Fields>> = con.xrange_count(&key, "-", "+", READ).await;
    match rows {
        Ok(rows) => Ok(rows.into_iter().map(Entry::read).collect()),
        Err(error) if error.code() == Some("WRONGTYPE") => Err(StoreError::Corrupt(key)),
        Err(error) => Err(error.into()),
    }
}

/// Takes out what SQL has: these and no others, since a Redis that went back may have others with
/// smaller ids.
///
/// # Errors
/// Redis failed; doing it again is harmless.
pub(crate) async fn take_out(
    con: &mut impl AsyncCommands,
    game: GameId,
    entries: &[Entry],
) -> Result<(), StoreError> {
    let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    let _: u64 = con.xdel(GameKeys(game).log(), &ids).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(what: &str, body: &str) -> Entry {
        let fields = vec![("what".into(), what.into()), ("body".into(), body.into())];
        Entry::read(("1700-3".into(), fields))
    }

    #[test]
    fn an_entry_of_any_word_is_taken_over_and_what_is_no_json_is_named() {
        let known = entry("kicked", "{\"seat\": 3}");
        assert_eq!((known.at_ms(), known.moved().is_none()), (1700, true));
        let row = known.row(None);
        assert_eq!((row.what.as_str(), row.body.as_str()), ("kicked", "{\"seat\":3}"));
        assert_eq!(row.source, known.source());
        let row = entry("kicked", "seat 3").row(None);
        assert_eq!(row.what, UNREADABLE);
        assert!(row.body.contains("seat 3"), "{}", row.body);
        // A step that cannot be read is no step.
        assert_eq!(entry(MOVED, "{\"seq\": 3}").row(None).what, UNREADABLE);
    }

    #[test]
    fn the_same_id_with_another_content_is_another_source() {
        let source = |body: &str| entry("kicked", body).source();
        assert_eq!(source("{}"), source("{}"));
        assert_ne!(source("{}"), source("{ }"));
        assert_ne!(entry("a", "bc").source(), entry("ab", "c").source());
    }
}
