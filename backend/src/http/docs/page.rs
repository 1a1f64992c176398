//! The page of the API: requests by subject, and the types of what they take and answer.

use std::fmt::Write;

use quick_xml::escape::escape;
use serde_json::Value;

use super::types::{Row, fields, kind, prose, table, whole};

/// The page of a document.
pub(super) fn write(document: &Value, style: &str) -> String {
    let info = &document["info"];
    let text = |value: &Value| prose(value.as_str().unwrap_or_default());
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Quizrain API</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><style>{style}</style></head><body>\
         <header><h1>Quizrain API</h1><p class=\"muted\">Version {}</p><p>{}</p>\
         <p><a class=\"button\" href=\"openapi.json\">OpenAPI document</a></p></header>",
        text(&info["version"]),
        text(&info["description"]),
    );
    let tags: Vec<&Value> = document["tags"].as_array().into_iter().flatten().collect();
    html.push_str("<nav aria-label=\"Subjects\"><ul>");
    let names = tags.iter().filter_map(|tag| tag["name"].as_str());
    for name in names.chain(["Tokens", "Types"]) {
        let name = escape(name);
        let _ = write!(html, "<li><a href=\"#{name}\">{name}</a></li>");
    }
    html.push_str("</ul></nav><main>");
    html.push_str(&tokens(document));
    for tag in tags {
        let name = tag["name"].as_str().unwrap_or_default();
        let shown = escape(name);
        let _ = write!(
            html,
            "<section id=\"{shown}\"><h2>{shown}</h2><p>{}</p>",
            text(&tag["description"])
        );
        for (path, method, operation) in operations(document) {
            if operation["tags"][0] == name {
                html.push_str(&request(document, path, method, operation));
            }
        }
        html.push_str("</section>");
    }
    html.push_str(&types(document));
    html + "</main></body></html>"
}

/// Every request of the document.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn tokens(document: &Value) -> String {
    let schemes = document["components"]["securitySchemes"].as_object();
    let rows = schemes.into_iter().flatten().map(|(name, scheme)| Row {
        name,
        kind: "<code>Authorization: Bearer …</code>".to_owned(),
        required: true,
        about: scheme["description"].as_str().unwrap_or_default(),
        inner: String::new(),
    });
    format!("<section id=\"Tokens\"><h2>Tokens</h2>{}</section>", table(rows))
}

/// A request, closed until somebody opens it or follows a link to it.
fn request(document: &Value, path: &str, method: &str, operation: &Value) -> String {
    let id = escape(operation["operationId"].as_str().unwrap_or_default());
    let method = escape(method);
    let mut html = format!(
        "<details><summary><span class=\"method\">{}</span> <code class=\"path\">{}</code> \
         <span class=\"says\">{}</span></summary><div class=\"inside\" id=\"{id}\">",
        method.to_uppercase(),
        escape(path).replace('/', "/<wbr>"),
        prose(operation["summary"].as_str().unwrap_or_default()),
    );
    if let Some(about) = operation["description"].as_str() {
        let _ = write!(html, "<p>{}</p>", prose(about));
    }
    let schemes = operation["security"].as_array().into_iter().flatten();
    let schemes = schemes.filter_map(|scheme| scheme.as_object()?.keys().next());
    let schemes: Vec<_> =
        schemes.map(|name| format!("<a href=\"#Tokens\">{}</a>", escape(name))).collect();
    let needed = if schemes.is_empty() { "none".to_owned() } else { schemes.join(" or ") };
    let _ = write!(html, "<p>Token: {needed}</p>");
    html.push_str(&parameters(operation));
    html.push_str(&body(operation));
    html.push_str(&answers(document, operation));
    html + "</div></details>"
}

fn parameters(operation: &Value) -> String {
    let Some(parameters) = operation["parameters"].as_array().filter(|it| !it.is_empty()) else {
        return String::new();
    };
    let rows = parameters.iter().map(|it| Row {
        name: it["name"].as_str().unwrap_or_default(),
        kind: format!(
            "{} ({})",
            kind(&it["schema"]),
            escape(it["in"].as_str().unwrap_or_default())
        ),
        required: it["required"] == true,
        about: it["description"].as_str().unwrap_or_default(),
        inner: String::new(),
    });
    format!("<h3>Parameters</h3>{}", table(rows))
}

/// What is in a body: its content type, and what it is where that is JSON.
fn content(of: &Value) -> String {
    let Some((name, content)) = of["content"].as_object().and_then(|content| content.iter().next())
    else {
        return String::new();
    };
    match content.get("schema") {
        Some(schema) => match fields(schema) {
            inline if inline.is_empty() => kind(schema),
            inline => inline,
        },
        None => format!("<code>{}</code>", escape(name)),
    }
}

fn body(operation: &Value) -> String {
    match &operation["requestBody"] {
        Value::Null => String::new(),
        body => format!("<h3>Body</h3><div>{}</div>", content(body)),
    }
}

fn answers(document: &Value, operation: &Value) -> String {
    let mut html = String::from("<h3>Answers</h3><dl class=\"fields\">");
    for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
        // Those that many share stand once in the document.
        let shared =
            answer["$ref"].as_str().and_then(|to| document.pointer(to.trim_start_matches('#')));
        let answer = shared.unwrap_or(answer);
        let _ = write!(
            html,
            "<div><dt><code>{}</code></dt><dd class=\"kind\">{}</dd><dd>{}</dd></div>",
            escape(status),
            content(answer),
            prose(answer["description"].as_str().unwrap_or_default()),
        );
    }
    html + "</dl>"
}

fn types(document: &Value) -> String {
    let mut html = String::from("<section id=\"Types\"><h2>Types</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let name = escape(name);
        let _ = write!(
            html,
            "<details><summary><code>{name}</code></summary>\
             <div class=\"inside\" id=\"type-{name}\">{}</div></details>",
            whole(schema)
        );
    }
    html + "</section>"
}
