//! One request: how it is written down in the table of routes, and as OpenAPI has it.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::refusal;
use super::types::{Of, Types, of, whole};

/// Whose token a request must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Nobody's.
    Anybody,
    /// The host key, or an owner's session.
    HostKey,
    /// The session of any host.
    Session,
    /// The host key, or the key of a program.
    Key,
    /// Any token of the game, or what the host key opens.
    Desk,
    /// The same, but not of one who may only watch.
    Host,
    /// The token of whoever made the game or took it over, or the host key.
    Owner,
    /// An account's.
    Account,
    /// The code of a link.
    Code,
}

impl By {
    fn schemes(self) -> &'static [&'static str] {
        match self {
            Self::Anybody => &[],
            Self::HostKey => &["hostKey", "session"],
            Self::Session => &["session"],
            Self::Key => &["hostKey", "apiKey", "session"],
            Self::Desk | Self::Host | Self::Owner => &["gameToken", "hostKey", "apiKey", "session"],
            Self::Account => &["accountToken"],
            Self::Code => &["code"],
        }
    }

    /// Which refusals a token may bring.
    fn refusals(self) -> &'static [u16] {
        match self {
            Self::Anybody => &[],
            Self::HostKey | Self::Session | Self::Key | Self::Desk | Self::Host | Self::Owner => {
                &[401, 403]
            }
            Self::Account | Self::Code => &[401],
        }
    }

    /// What the schemes do not say.
    fn about(self) -> Option<&'static str> {
        match self {
            Self::Host => Some("Not for a token that lets one watch only."),
            Self::Owner => Some("Only for the token of whoever made the game or took it over."),
            _ => None,
        }
    }
}

/// What is in a body.
enum Content {
    Json(Of),
    Bytes(&'static str),
}

impl Content {
    fn of(&self, schema: impl FnOnce(Of) -> Value) -> Value {
        match self {
            Self::Json(of) => json!({ "application/json": { "schema": schema(*of) } }),
            Self::Bytes(kind) => json!({ *kind: {} }),
        }
    }
}

/// A line of the table of routes.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: String,
    summary: String,
    about: Option<String>,
    by: By,
    query: Option<Of>,
    /// Its body as a schema, where it is a part of another type.
    part: Option<Value>,
    body: Option<Content>,
    answers: Vec<(u16, Content)>,
    refusals: Vec<u16>,
    /// Whether the answer has a name.
    tagged: bool,
}

/// A request of anybody, which answers with nothing yet.
fn ask(method: &'static str, path: &str, summary: &str) -> Route {
    Route {
        method,
        path: path.to_owned(),
        summary: summary.to_owned(),
        about: None,
        by: By::Anybody,
        query: None,
        part: None,
        body: None,
        answers: Vec::new(),
        refusals: Vec::new(),
        tagged: false,
    }
}

pub(super) fn get(path: &str, summary: &str) -> Route {
    ask("get", path, summary)
}

pub(super) fn post(path: &str, summary: &str) -> Route {
    ask("post", path, summary)
}

pub(super) fn put(path: &str, summary: &str) -> Route {
    ask("put", path, summary)
}

pub(super) fn delete(path: &str, summary: &str) -> Route {
    ask("delete", path, summary)
}

impl Route {
    pub(super) fn about(mut self, about: impl Into<String>) -> Self {
        self.about = Some(about.into());
        self
    }

    pub(super) fn by(mut self, by: By) -> Self {
        self.by = by;
        self
    }

    pub(super) fn query<T: JsonSchema>(mut self) -> Self {
        self.query = Some(whole::<T>);
        self
    }

    pub(super) fn body<T: JsonSchema>(mut self) -> Self {
        self.body = Some(Content::Json(of::<T>));
        self
    }

    /// A body whose schema is a part of another type's.
    pub(super) fn part(mut self, schema: Value) -> Self {
        self.part = Some(schema);
        self
    }

    /// A body of bytes.
    pub(super) fn file(mut self) -> Self {
        self.body = Some(Content::Bytes("application/octet-stream"));
        self
    }

    /// Answers with JSON.
    pub(super) fn answers<T: JsonSchema>(self) -> Self {
        self.answers_with::<T>(200)
    }

    pub(super) fn answers_with<T: JsonSchema>(mut self, status: u16) -> Self {
        self.answers.push((status, Content::Json(of::<T>)));
        self
    }

    /// Answers with something else than JSON.
    pub(super) fn bytes(mut self, kind: &'static str) -> Self {
        self.answers.push((200, Content::Bytes(kind)));
        self
    }

    /// Whoever names what they have is told where that is so still.
    pub(super) fn tagged(mut self) -> Self {
        self.tagged = true;
        self
    }

    /// May be refused so as well.
    pub(super) fn refuses(mut self, statuses: &[u16]) -> Self {
        self.refusals.extend(statuses);
        self
    }

    fn parameters(&self, types: &mut Types) -> Vec<Value> {
        let names = self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let mut parameters: Vec<Value> = names.map(in_path).collect();
        let query = self.query.map(|of| types.sent(of)).unwrap_or_default();
        for (name, schema) in query["properties"].as_object().into_iter().flatten() {
            let mut schema = schema.clone();
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            without_null(&mut schema);
            let required = query["required"].as_array().is_some_and(|it| it.contains(&json!(name)));
            parameters.push(json!({
                "name": name,
                "in": "query",
                "required": required,
                "description": about.unwrap_or_default().as_str().unwrap_or_default(),
                "schema": schema,
            }));
        }
        if self.tagged {
            parameters.push(json!({
                "name": "If-None-Match",
                "in": "header",
                "required": false,
                "description": "The `ETag` of what one has.",
                "schema": { "type": "string" },
            }));
        }
        parameters
    }

    fn responses(&self, types: &mut Types) -> Value {
        let mut responses = json!({});
        let takes = self.query.is_some() || self.body.is_some() || self.part.is_some();
        let takes_body = self.body.is_some() || self.part.is_some();
        let shared = [
            (takes, 400),
            (self.path.contains('{'), 404),
            (takes_body, 413),
            (true, 429),
            (true, 503),
        ];
        let shared = shared.into_iter().filter(|(it, _)| *it).map(|(_, status)| status);
        for status in
            shared.chain(self.by.refusals().iter().copied()).chain(self.refusals.iter().copied())
        {
            responses[status.to_string()] = refusal(status).unwrap_or_default();
        }
        for (status, content) in &self.answers {
            let about = if *status < 300 { "Done." } else { "Not done." };
            let content = content.of(|of| types.answer(of));
            let mut response = json!({ "description": about, "content": content });
            if self.tagged {
                let about = "Names what was read.";
                response["headers"] =
                    json!({ "ETag": { "description": about, "schema": { "type": "string" } } });
            }
            responses[status.to_string()] = response;
        }
        if self.tagged {
            responses["304"] = json!({ "description": "As it was when it had that name." });
        }
        responses
    }

    /// As OpenAPI has it.
    pub(super) fn operation(&self, tag: &str, types: &mut Types) -> Value {
        let mut operation = json!({
            "tags": [tag],
            "summary": self.summary,
            "operationId": self.id(),
            "parameters": self.parameters(types),
            "responses": self.responses(types),
            "security": self.by.schemes().iter().map(|it| json!({ *it: [] })).collect::<Vec<_>>(),
        });
        let about = [self.about.as_deref(), self.by.about()];
        let about = about.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if !about.is_empty() {
            operation["description"] = about.into();
        }
        let part =
            self.part.clone().map(|schema| json!({ "application/json": { "schema": schema } }));
        let body = self.body.as_ref().map(|body| body.of(|of| types.sent(of)));
        if let Some(content) = part.or(body) {
            operation["requestBody"] = json!({ "required": true, "content": content });
        }
        operation
    }

    /// Its name for programs that are made from the document.
    fn id(&self) -> String {
        let words = self.path.trim_start_matches("/api/").split(['/', '.', '-', '_']);
        let words = words.map(|word| word.trim_matches(['{', '}']));
        let capital = |word: &str| {
            word.chars()
                .next()
                .map(|it| it.to_ascii_uppercase())
                .into_iter()
                .chain(word.chars().skip(1))
                .collect::<String>()
        };
        words.fold(self.method.to_owned(), |id, word| id + &capital(word))
    }
}

/// A query says nothing by leaving it out.
fn without_null(schema: &mut Value) {
    if schema["default"].is_null() {
        schema.as_object_mut().map(|schema| schema.remove("default"));
    }
    for forms in ["type", "anyOf"] {
        let of = schema.get_mut(forms).and_then(Value::as_array_mut);
        let Some(of) = of else { continue };
        of.retain(|it| it != "null" && it["type"] != "null");
        if let [one] = &of[..] {
            let one = one.clone();
            match forms {
                "type" => schema["type"] = one,
                _ => *schema = one,
            }
        }
    }
}

/// What stands in a path.
fn in_path(name: &str) -> Value {
    let id = json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" });
    let (about, schema) = match name {
        "game" => ("The game.", id),
        "rain" => ("The rain.", id),
        "list" => ("The guest list.", id),
        "host" => ("The account.", id),
        "session" => ("The session.", id),
        "quiz" => ("The quiz.", json!({ "type": "string" })),
        "pin" => {
            ("Six digits.", json!({ "type": "integer", "minimum": 100_000, "maximum": 999_999 }))
        }
        "number" => ("The guest's `number`.", json!({ "type": "integer", "minimum": 1 })),
        "version" => ("Which version.", json!({ "type": "integer", "minimum": 1 })),
        "place" => {
            ("The player's `place` in the list.", json!({ "type": "integer", "minimum": 1 }))
        }
        _ => ("", json!({ "type": "string" })),
    };
    json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema })
}
