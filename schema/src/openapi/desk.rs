//! What a host's socket may say, each as a request: the frames' own schemas are the bodies.

use quizrain_shared::api::{GameNow, NotDone};
use quizrain_shared::wire::HostFrame;
use serde_json::Value;

use super::route::{By, Route, post};
use super::types::{Types, whole};

/// What has a request of its own, or needs none.
const NOT_HERE: [&str; 2] = ["Hello", "ListPlayers"];

/// `AddTime` as a path has it: `add-time`.
fn in_path(frame: &str) -> String {
    let mut path = String::new();
    for letter in frame.chars() {
        if letter.is_ascii_uppercase() && !path.is_empty() {
            path.push('-');
        }
        path.push(letter.to_ascii_lowercase());
    }
    path
}

/// A request for each frame.
pub(super) fn routes(types: &mut Types) -> Vec<Route> {
    let frames = types.sent(whole::<HostFrame>);
    let frames = frames["oneOf"].as_array().cloned().unwrap_or_default();
    let route = |frame: &Value| {
        let (name, body) = frame["properties"].as_object()?.iter().next()?;
        if NOT_HERE.contains(&name.as_str()) {
            return None;
        }
        let about = frame["description"].as_str().unwrap_or_default();
        let (summary, rest) = about.split_once(". ").unwrap_or((about.trim_end_matches('.'), ""));
        let route = post(&format!("/api/games/{{game}}/desk/{}", in_path(name)), summary)
            .by(By::Host)
            .part(body.clone())
            .answers::<GameNow>()
            .answers_with::<NotDone>(409);
        Some(if rest.is_empty() { route } else { route.about(rest) })
    };
    frames.iter().filter_map(route).collect()
}
