//! The big picture: what the projector shows, and the host's page in small.
//!
//! Everything scales with the box it is put in (container units in `big.css`), so that the
//! host's preview is the projector's picture. Reads the session and changes nothing.

mod board;
mod lobby;
mod question;
mod rain;
mod reading;
mod steps;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::Stage;

use crate::components::chrome::{Connecting, Wordmark};
use crate::components::fit::whole_or_nothing;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::host;
use crate::state::session::Session;
use crate::text;

use board::{Board, Podium};
use lobby::Lobby;
use question::{Question, Reveal};
use rain::{RainSummary, Shower};
use reading::{Paused, Reading, Slide};

/// The stage as everybody in the room sees it.
#[component]
pub(crate) fn BigStage(
    /// The game.
    session: Session,
) -> impl IntoView {
    let t = text::stage();
    let stage = session.stage();
    let join_url = RwSignal::new(String::new());
    leptos::task::spawn_local(async move {
        if let Ok(url) = host::join_url().await {
            let _ = join_url.try_set(url);
        }
    });
    let raining = session.part(|known| known.kind() == Some(Kind::Rain));
    let waiting = session.part(|known| known.kind() == Some(Kind::Lobby));
    let body = live(move || {
        let Some(now) = stage.get() else {
            return view! { <div class="big-wait"><Connecting /></div> }.into_any();
        };
        match &now.stage {
            Stage::Lobby => view! { <Lobby session join_url /> }.into_any(),
            Stage::Reading { .. } => view! { <Reading session stage=now /> }.into_any(),
            Stage::Paused { .. } => view! { <Paused session stage=now /> }.into_any(),
            Stage::Slide { slide } => view! { <Slide slide=slide.clone() /> }.into_any(),
            Stage::Asking { question } | Stage::Closing { question } => {
                let question = question.clone();
                view! { <Question session stage=now question /> }.into_any()
            }
            Stage::Revealed { .. } => view! { <Reveal stage=now /> }.into_any(),
            Stage::Board { top, players } => {
                view! { <Board top=top.clone() players=*players /> }.into_any()
            }
            Stage::Rain(_) => view! { <Shower session stage=now /> }.into_any(),
            Stage::RainDone { .. } => view! { <RainSummary stage=now /> }.into_any(),
            Stage::Podium { top, players } => {
                view! { <Podium top=top.clone() players=*players /> }.into_any()
            }
            Stage::Ended { top, players } if !top.is_empty() => {
                view! { <Podium top=top.clone() players=*players /> }.into_any()
            }
            Stage::Ended { .. } => view! {
                <div class="big-ended"><h2>{t.now().game_over}</h2><p>{t.now().thanks}</p></div>
            }
            .into_any(),
        }
    });
    view! {
        <section class="big" class:is-rain=raining class:is-lobby=waiting>
            <Strip session join_url />
            <div class="big-body">{body}</div>
        </section>
    }
}

/// Title, round and how to join, on every picture.
#[component]
fn Strip(session: Session, join_url: RwSignal<String>) -> impl IntoView {
    let t = text::stage();
    let game = session.part(|known| known.game.clone());
    let phase = session.part(GameView::phase);
    let round = value(move || {
        let phase = phase.get()?;
        // Between questions, the number of the last one would only puzzle.
        let shown = [Kind::Reading, Kind::Asking, Kind::Paused, Kind::Closing, Kind::Revealed];
        if !shown.contains(&phase.kind) {
            return None;
        }
        Some((t.now().question_of)(phase.question()? + 1, phase.questions))
    });
    let title = value(move || game.get().map(|game| game.title));
    let pin = value(move || game.get().map(|game| spaced(&game.pin.to_string())));
    view! {
        <header class="big-strip">
            <Wordmark />
            <span class="big-title" use:whole_or_nothing><bdi>{title}</bdi></span>
            <span class="big-round">{round}</span>
            <span class="big-join">
                <span class="big-join-url">{value(move || bare(&join_url.get()))}</span>
                <span class="big-join-pin">{pin}</span>
            </span>
        </header>
    }
}

/// An address without its scheme, as people type it.
pub(crate) fn bare(url: &str) -> String {
    let bare = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(url);
    bare.trim_end_matches('/').to_owned()
}

/// A pin in two groups of three, as people read it aloud.
fn spaced(pin: &str) -> String {
    match pin.split_at_checked(3) {
        Some((head, tail)) => format!("{head}\u{2009}{tail}"),
        None => pin.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_pins_are_easy_to_read() {
        assert_eq!(bare("http://192.168.1.5:8080/"), "192.168.1.5:8080");
        assert_eq!(bare("https://quiz.example"), "quiz.example");
        assert_eq!(spaced("123456"), "123\u{2009}456");
        assert_eq!(spaced(""), "");
    }
}
