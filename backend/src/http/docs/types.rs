//! Schemas as a page shows them: what something is in a few words, and its fields.

use std::fmt::Write;

use quick_xml::escape::escape;
use serde_json::Value;

/// Where a type is on the page.
const TYPES: &str = "#/components/schemas/";

/// A text of the document, with what stands between backticks as code.
pub(super) fn prose(text: &str) -> String {
    let mut html = String::new();
    for (at, part) in text.split('`').enumerate() {
        let part = escape(part);
        let _ =
            if at % 2 == 1 { write!(html, "<code>{part}</code>") } else { write!(html, "{part}") };
    }
    html
}

/// The texts of an array of a schema's forms.
fn forms<'a>(schema: &'a Value, of: &str) -> impl Iterator<Item = &'a Value> {
    schema[of].as_array().into_iter().flatten()
}

/// What a schema is, in a few words.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.strip_prefix(TYPES)) {
        let name = escape(name);
        return format!("<a href=\"#type-{name}\">{name}</a>");
    }
    let either: Vec<String> = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .flat_map(|of| forms(schema, of))
        .map(kind)
        .collect();
    if !either.is_empty() {
        return either.join(" or ");
    }
    let words: Vec<&Value> = schema.get("const").into_iter().chain(forms(schema, "enum")).collect();
    if !words.is_empty() {
        let word = |word: &&Value| format!("<code>{}</code>", escape(word.to_string()));
        return words.iter().map(word).collect::<Vec<_>>().join(" or ");
    }
    let names = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        Value::String(name) => vec![name.as_str()],
        _ => vec!["anything"],
    };
    let name = |name: &str| match name {
        "array" if schema["prefixItems"].is_array() => {
            format!("[{}]", forms(schema, "prefixItems").map(kind).collect::<Vec<_>>().join(", "))
        }
        "array" => format!("list of {}", kind(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("any names, each {}", kind(&schema["additionalProperties"]))
        }
        "string" if schema["pattern"].is_string() => {
            format!(
                "string <code>{}</code>",
                escape(schema["pattern"].as_str().unwrap_or_default())
            )
        }
        "integer" => format!("integer{}", bounds(schema)),
        other => escape(other).into_owned(),
    };
    names.into_iter().map(name).collect::<Vec<_>>().join(" or ")
}

fn bounds(schema: &Value) -> String {
    match (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
        (Some(least), Some(most)) => format!(" {least} to {most}"),
        (Some(least), None) if least > 0 => format!(" from {least}"),
        _ => String::new(),
    }
}

/// A table of what an object has; nothing where it has nothing.
pub(super) fn fields(schema: &Value) -> String {
    let Some(fields) = schema["properties"].as_object().filter(|it| !it.is_empty()) else {
        return String::new();
    };
    let is_required =
        |name: &str| forms(schema, "required").any(|required| required.as_str() == Some(name));
    let rows = fields.iter().map(|(name, field)| Row {
        name,
        kind: kind(field),
        required: is_required(name),
        about: field["description"].as_str().unwrap_or_default(),
        inner: fields_within(field),
    });
    table(rows)
}

/// The fields of an object that has no name of its own.
fn fields_within(schema: &Value) -> String {
    let items = if schema["items"].is_object() { &schema["items"] } else { schema };
    fields(items)
}

/// A line of a table of fields.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) kind: String,
    pub(super) required: bool,
    pub(super) about: &'a str,
    pub(super) inner: String,
}

pub(super) fn table<'a>(rows: impl Iterator<Item = Row<'a>>) -> String {
    let mut html = String::from("<dl class=\"fields\">");
    for Row { name, kind, required, about, inner } in rows {
        let name = escape(name);
        let optional = if required { "" } else { " <span class=\"may\">optional</span>" };
        let about = prose(about);
        let _ = write!(
            html,
            "<div><dt><code>{name}</code>{optional}</dt><dd class=\"kind\">{kind}</dd><dd>{about}{inner}</dd></div>"
        );
    }
    html + "</dl>"
}

/// A type in full: what it is, its fields or its forms.
pub(super) fn whole(schema: &Value) -> String {
    let mut html = String::new();
    if let Some(about) = schema["description"].as_str() {
        let _ = write!(html, "<p>{}</p>", prose(about));
    }
    html.push_str(&fields(schema));
    let variants: Vec<&Value> = forms(schema, "oneOf").chain(forms(schema, "anyOf")).collect();
    for variant in &variants {
        let about = prose(variant["description"].as_str().unwrap_or_default());
        let shown = match fields(variant) {
            // An object, which may have one field that names it.
            fields if !fields.is_empty() => fields,
            _ => format!("<p>{}</p>", kind(variant)),
        };
        let _ = write!(html, "<div class=\"form\"><p>{about}</p>{shown}</div>");
    }
    if variants.is_empty() && schema["properties"].is_null() {
        let _ = write!(html, "<p>{}</p>", kind(schema));
    }
    html
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_said_in_a_few_words() {
        for (schema, said) in [
            (json!({ "type": "string" }), "string"),
            (json!({ "type": ["string", "null"] }), "string or null"),
            (json!({ "type": "array", "items": { "type": "boolean" } }), "list of boolean"),
            (json!({ "$ref": "#/components/schemas/Quiz" }), "<a href=\"#type-Quiz\">Quiz</a>"),
            (
                json!({ "anyOf": [{ "$ref": "#/components/schemas/Quiz" }, { "type": "null" }] }),
                "<a href=\"#type-Quiz\">Quiz</a> or null",
            ),
            (
                json!({ "enum": ["a", "<b>"] }),
                "<code>&quot;a&quot;</code> or <code>&quot;&lt;b&gt;&quot;</code>",
            ),
            (json!({ "type": "integer", "minimum": 1, "maximum": 9 }), "integer 1 to 9"),
            (json!(true), "anything"),
        ] {
            assert_eq!(kind(&schema), said, "{schema}");
        }
    }

    #[test]
    fn nothing_of_a_document_is_markup() {
        assert_eq!(prose("a `<b>` & <i>"), "a <code>&lt;b&gt;</code> &amp; &lt;i&gt;");
        let object = json!({ "properties": { "<x>": { "type": "string", "description": "<y>" } } });
        assert!(!whole(&object).contains("<x>") && !whole(&object).contains("<y>"));
    }
}
