//! The types of bodies and answers, each once under `components`. One that is sent may leave out what one
//! that is answered has: where that makes two forms of it, the sent one is `…Input`.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::bound;

/// Where they lie in the document.
const PLACE: &str = "#/components/schemas/";
/// What marks a reference of a sent type until all are known.
const SENT: &str = "#/sent/";

/// How a type describes itself.
pub(super) type Of = fn(&mut SchemaGenerator) -> Schema;

/// A type, by reference where it has a name.
pub(super) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A type in full.
pub(super) fn whole<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}

pub(super) struct Types {
    answered: SchemaGenerator,
    sent: SchemaGenerator,
}

impl Default for Types {
    fn default() -> Self {
        let settings = |place: &str| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = place.to_owned().into();
            settings
                .with_transform(RecursiveTransform(bound))
                .with_transform(RecursiveTransform(plain))
        };
        Self {
            answered: settings("/components/schemas").for_serialize().into_generator(),
            sent: settings("/sent").for_deserialize().into_generator(),
        }
    }
}

/// Links of the sources lead nowhere here: their last word stays.
fn plain(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = without_links(text);
    }
}

/// A text of the sources for those who do not read them.
pub(super) fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once("`]").unwrap_or((part, ""));
        let word = link.rsplit("::").next().unwrap_or(link);
        plain.push_str(&format!("`{word}`{rest}"));
    }
    // Lines are as long as those of the sources.
    plain.split("\n\n").map(|it| it.replace('\n', " ")).collect::<Vec<_>>().join("\n\n")
}

impl Types {
    /// A type that is answered.
    pub(super) fn answer(&mut self, of: Of) -> Value {
        cleaned(of(&mut self.answered))
    }

    /// A type that is sent.
    pub(super) fn sent(&mut self, of: Of) -> Value {
        cleaned(of(&mut self.sent))
    }

    /// Puts every type where the document refers to it.
    pub(super) fn settle(mut self, document: &mut Value) {
        let mut all = self.answered.take_definitions(true);
        let sent = self.sent.take_definitions(true);
        let named = |name: &str, other: &BTreeSet<String>| match other.contains(name) {
            true => format!("{PLACE}{name}Input"),
            false => format!("{PLACE}{name}"),
        };
        // What refers to another form is another form: once no more are found, all are.
        let mut other = BTreeSet::new();
        loop {
            let differs = |(name, schema): &(&String, &Value)| {
                let mut schema = (*schema).clone();
                refer(&mut schema, &|to| named(to, &other));
                !other.contains(*name) && all.get(*name).is_some_and(|answered| *answered != schema)
            };
            let found: Vec<String> =
                sent.iter().filter(differs).map(|(name, _)| name.clone()).collect();
            if found.is_empty() {
                break;
            }
            other.extend(found);
        }
        for (name, mut schema) in sent {
            refer(&mut schema, &|to| named(to, &other));
            let name = if other.contains(&name) { format!("{name}Input") } else { name };
            all.insert(name, schema);
        }
        refer(document, &|to| named(to, &other));
        document["components"]["schemas"] = Value::Object(all);
    }
}

/// With what is done to every type that has a name.
fn cleaned(mut schema: Schema) -> Value {
    RecursiveTransform(bound).transform(&mut schema);
    RecursiveTransform(plain).transform(&mut schema);
    schema.to_value()
}

/// Gives references to sent types their place.
fn refer(value: &mut Value, place: &impl Fn(&str) -> String) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("$ref", Value::String(to)) => {
                        if let Some(name) = to.strip_prefix(SENT) {
                            *to = place(name);
                        }
                    }
                    (_, value) => refer(value, place),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| refer(value, place)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::without_links;

    #[test]
    fn links_become_words() {
        let text = "As of [`crate::wire::HostFrame`]\nand [`Self::seen`]; [x] stays.";
        assert_eq!(without_links(text), "As of `HostFrame` and `seen`; [x] stays.");
    }
}
