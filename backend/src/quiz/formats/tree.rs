//! A document of lists and named values, as JSON and YAML have it.
//!
//! It is counted while it is read, so that a small file cannot become a large tree.

use std::fmt;

use quizrain_shared::api::ValueKind;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Most values in a document: 20,000 questions have fewer.
pub(super) const MAX_VALUES: usize = 1_000_000;
/// How deep values stand in one another at most.
pub(super) const MAX_DEPTH: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Whole(i64),
    Fraction(f64),
    Text(Box<str>),
    List(Vec<Node>),
    /// In the order of the document.
    Map(Vec<(Box<str>, Node)>),
}

impl Node {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// The value under a key, of several the first.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => {
                entries.iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
            }
            _ => None,
        }
        .filter(|value| **value != Self::Null)
    }

    /// The value under the first of these keys that there is.
    pub(super) fn any(&self, keys: &[&str]) -> Option<&Self> {
        keys.iter().find_map(|key| self.get(key))
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// What is written there: a text, a number, a truth; `None` of anything else.
    pub(super) fn written(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.to_string()),
            Self::Whole(number) => Some(number.to_string()),
            Self::Fraction(number) => Some(number.to_string()),
            Self::Bool(truth) => Some(if *truth { "True" } else { "False" }.to_owned()),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// What it is.
    pub(super) fn kind(&self) -> ValueKind {
        match self {
            Self::Null => ValueKind::Nothing,
            Self::Bool(_) => ValueKind::TrueFalse,
            Self::Whole(_) | Self::Fraction(_) => ValueKind::Number,
            Self::Text(_) => ValueKind::Text,
            Self::List(_) => ValueKind::List,
            Self::Map(_) => ValueKind::Named,
        }
    }
}

/// Reads a document, counting.
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left: MAX_VALUES }
    }

    pub(super) fn seed(&mut self) -> Seed<'_> {
        Seed { budget: self, depth: 0 }
    }
}

/// Reads a value that stands so deep.
pub(super) struct Seed<'b> {
    budget: &'b mut Budget,
    depth: usize,
}

impl Seed<'_> {
    fn inner<E: Error>(&mut self) -> Result<Seed<'_>, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format!(
                "values stand more than {MAX_DEPTH} deep in one another"
            )));
        }
        Ok(Seed { depth: self.depth + 1, budget: self.budget })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        self.budget.left = self
            .budget
            .left
            .checked_sub(1)
            .ok_or_else(|| D::Error::custom(format!("more than {MAX_VALUES} values")))?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Node;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Node, E> {
        Ok(Node::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Whole(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(i64::try_from(number).map_or(Node::Fraction(number as f64), Node::Whole))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Fraction(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element_seed(self.inner()?)? {
            list.push(value);
        }
        list.shrink_to_fit();
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<Box<str>>()? {
            entries.push((key, map.next_value_seed(self.inner()?)?));
        }
        entries.shrink_to_fit();
        Ok(Node::Map(entries))
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Fraction(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => serializer.collect_seq(list),
            // Nothing is as good as no key.
            Self::Map(entries) => serializer.collect_map(
                entries.iter().filter(|(_, it)| *it != Self::Null).map(|(key, it)| (&**key, it)),
            ),
        }
    }
}
