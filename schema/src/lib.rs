//! What describes the wire to machines, made from its types: JSON Schema of every frame, an AsyncAPI
//! document of the four sockets, and an OpenAPI document of the API. The files lie in `docs/schema`; a
//! test compares them.

mod asyncapi;
mod openapi;

use quizrain_shared::api::{Info, Webhook};
use quizrain_shared::wire::{
    CheckAnswer, CheckFrame, HostFrame, PlayerFrame, ScreenFrame, ServerFrame,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// A file of `docs/schema`.
#[derive(Debug)]
pub struct Document {
    /// Its name.
    pub file: &'static str,
    /// What is in it.
    pub json: Value,
}

impl Document {
    /// As it lies in the file.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:#}\n", self.json)
    }
}

/// Every document.
#[must_use]
pub fn documents() -> Vec<Document> {
    let mut documents = vec![
        sent_by_clients::<PlayerFrame>("player-frame.json"),
        sent_by_clients::<HostFrame>("host-frame.json"),
        sent_by_clients::<ScreenFrame>("screen-frame.json"),
        sent_by_clients::<CheckFrame>("check-frame.json"),
        sent_by_servers::<ServerFrame>("server-frame.json"),
        sent_by_servers::<CheckAnswer>("check-answer.json"),
        sent_by_servers::<Info>("info.json"),
        sent_by_servers::<Webhook>("webhook.json"),
    ];
    let asyncapi = asyncapi::document(&documents);
    documents.push(Document { file: "asyncapi.json", json: asyncapi });
    documents.push(Document { file: "openapi.json", json: openapi::document() });
    documents
}

/// AsyncAPI's own schemas are a superset of draft 7.
fn settings() -> SchemaSettings {
    SchemaSettings::draft07().with_transform(RecursiveTransform(bound))
}

/// Says the bounds of numbers whose `format` alone has them, which nothing enforces. Larger ones lose
/// digits in JSON before they break a bound.
fn bound(schema: &mut Schema) {
    if schema.get("format").and_then(Value::as_str) == Some("uint32") {
        schema.insert("maximum".to_owned(), json!(u32::MAX));
    }
}

fn sent_by_clients<T: JsonSchema>(file: &'static str) -> Document {
    let schema = settings().for_deserialize().into_generator().into_root_schema_for::<T>();
    Document { file, json: json!(schema) }
}

/// What may be `null` is always there.
fn sent_by_servers<T: JsonSchema>(file: &'static str) -> Document {
    let schema = settings().for_serialize().into_generator().into_root_schema_for::<T>();
    Document { file, json: json!(schema) }
}
