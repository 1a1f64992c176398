//! What a game will show and play, fetched while its players arrive: into this browser's cache, from which
//! its big screen takes it, and into the server's memory.
//!
//! Only a host's page does so. Whoever has the pin may open a big screen, and what that fetched would
//! tell of questions that nobody has asked.

use std::collections::HashSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::MediaId;
use quizrain_shared::phase::Kind;

use super::questions::Questions;
use crate::live::effect;
use crate::net::http;
use crate::state::session::Session;

/// Questions of a quiz of which that is done: of a very long one most are not asked.
const MAX_QUESTIONS: u16 = 200;

/// Fetches one file after the other, once.
pub(super) fn while_players_arrive(session: Session, questions: Questions) {
    let waits = session.part(|known| {
        let phase = known.phase();
        phase.is_some_and(|it| it.kind == Kind::Lobby && it.questions <= MAX_QUESTIONS)
    });
    let begun = StoredValue::new(false);
    effect(move || {
        if !waits.get() || begun.get_value() {
            return;
        }
        let Some(questions) = questions.known() else { return };
        begun.set_value(true);
        spawn_local(async move {
            let mut known = HashSet::new();
            let files = questions.iter().flat_map(|it| it.question.media());
            let files: Vec<MediaId> = files.filter(|file| known.insert(*file)).collect();
            for file in files {
                // The page may be gone, or the game on its way; what is missing comes when it is shown.
                if waits.try_get_untracked() != Some(true) {
                    return;
                }
                let _ = http::fetch_file(&format!("/media/{file}"), None).await;
            }
        });
    });
}
