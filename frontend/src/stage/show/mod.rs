//! The big picture: what the projector shows, and the host's page in small.
//!
//! Everything scales with the box it is put in (container units in `big.css`), so that the
//! host's preview is the projector's picture. Reads the session and changes nothing.

mod board;
mod changes;
mod confetti;
mod entrance;
mod floating;
mod lobby;
mod motion;
mod paced;
mod podium;
mod question;
mod rain;
mod reactions;
mod reading;
mod steps;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::question::QuestionView;
use quizrain_shared::wire::{Stage, StageAt, Standings};

use crate::components::chrome::{Connecting, Wordmark};
use crate::components::fit::whole_or_nothing;
use crate::components::theme::themed;
use crate::components::ticking::{Emptying, SecondsTo};
use crate::dom::view;
use crate::live::{live, value};
use crate::net::host;
use crate::state::session::Session;
use crate::state::shown::Shown;
use crate::text;

use board::Board;
use changes::Boards;
use entrance::Enters;
use lobby::Lobby;
use paced::{Counting, Paced};
use podium::Podium;
use question::{Question, Reveal};
use rain::{RainSummary, Shower};
use reactions::Reactions;
use reading::{Paused, Reading, Slide};

/// The stage as everybody in the room sees it.
#[component]
pub(crate) fn BigStage(
    /// The game.
    session: Session,
) -> impl IntoView {
    let t = text::stage();
    let shown = session.shown();
    let join_url = RwSignal::new(String::new());
    leptos::task::spawn_local(async move {
        if let Ok(url) = host::join_url().await {
            let _ = join_url.try_set(url);
        }
    });
    let raining = session.part(|known| known.kind() == Some(Kind::Rain));
    let rained = session.part(|known| known.kind() == Some(Kind::RainDone));
    let waiting = session.part(|known| known.kind() == Some(Kind::Lobby));
    let boards = StoredValue::new(Boards::default());
    let last = StoredValue::new(None::<Phase>);
    let body = live(move || {
        let Some(Shown(now)) = shown.get() else {
            return view! { <div class="big-wait"><Connecting /></div> }.into_any();
        };
        let last = last.try_update_value(|last| last.replace(now.phase.clone())).flatten();
        let enters = Enters::of(last.as_ref(), &now.phase);
        match &now.stage {
            Stage::Lobby => view! { <Lobby session join_url /> }.into_any(),
            Stage::Reading { .. } => view! { <Reading session stage=now enters /> }.into_any(),
            Stage::Paused { .. } => view! { <Paused session stage=now /> }.into_any(),
            Stage::Slide { slide } => view! { <Slide slide=slide.clone() enters /> }.into_any(),
            Stage::Asking { question } | Stage::Closing { question } => {
                let question = question.clone();
                view! { <Question session stage=now question enters /> }.into_any()
            }
            Stage::Paced => view! { <Paced session join_url /> }.into_any(),
            Stage::Counting => view! { <Counting /> }.into_any(),
            Stage::Revealed { .. } => view! { <Reveal stage=now /> }.into_any(),
            Stage::Board(standings) => {
                let before = boards.try_update_value(|boards| boards.show(&now, standings));
                let (standings, before) = (standings.clone(), before.flatten());
                view! { <Board standings mode=session.mode() before /> }.into_any()
            }
            Stage::Rain(_) => view! { <Shower session stage=now /> }.into_any(),
            Stage::RainDone { .. } => view! { <RainSummary stage=now /> }.into_any(),
            Stage::Podium(standings) => {
                view! { <Podium standings=standings.clone() mode=session.mode() /> }.into_any()
            }
            Stage::Ended(standings @ Standings { top, .. }) if !top.is_empty() => {
                view! { <Podium standings=standings.clone() mode=session.mode() /> }.into_any()
            }
            Stage::Ended(_) => view! {
                <div class="big-ended"><h2>{t.now().game_over}</h2><p>{t.now().thanks}</p></div>
            }
            .into_any(),
        }
    });
    let big = view! {
        <section class="big" class:is-rain=raining class:is-night=rained class:is-lobby=waiting>
            <Strip session join_url />
            <div class="big-body"><Reactions session /> {body}</div>
        </section>
    };
    themed(big, session)
}

/// A question in the box of a big screen, for its author.
pub(crate) fn preview(asked: QuestionView) -> AnyView {
    view! { <section class="big"><div class="big-body">{question::unasked(asked)}</div></section> }
        .into_any()
}

/// The window of a stage that goes on by itself when it is over.
pub(crate) fn goes_on_at(stage: &StageAt) -> Option<(u64, u64)> {
    let shown = [Kind::Slide, Kind::Revealed, Kind::Board, Kind::RainDone];
    let goes_on = stage.closes_ms > 0 && shown.contains(&stage.phase.kind);
    goes_on.then_some((stage.opens_ms, stage.closes_ms))
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
    let heard = session.part(|known| Some(known.stage.as_ref()?.stage.sound()?.words.clone()));
    let mark = live(move || {
        let words = heard.get()?;
        let words = if words.is_empty() { t.now().sound.to_owned() } else { words };
        Some(
            view! { <span class="big-sound" role="img" aria-label=words data-testid="sound-mark">"♪"</span> },
        )
    });
    let at = session.part(|known| goes_on_at(known.stage.as_ref()?));
    let logo = session.part(|known| known.settings().theme.logo);
    let logo = live(move || {
        logo.get().map(|media| {
            let address = format!("/media/{media}");
            view! { <img class="big-logo" src=address alt="" data-testid="logo" /> }
        })
    });
    let title = value(move || game.get().map(|game| game.title));
    let pin = value(move || game.get().map(|game| spaced(&game.pin.to_string())));
    view! {
        <header class="big-strip">
            <Wordmark />
            {logo}
            <span class="big-title" use:whole_or_nothing><bdi>{title}</bdi></span>
            {mark}
            <span class="big-round">{round}</span>
            {live(move || at.get().map(|(opens, closes)| view! {
                <span class="big-goes-on" data-testid="screen-goes-on">
                    <SecondsTo session at=closes say=|words, left| (words.desk.goes_on_in)(left) />
                    <Emptying session opens closes />
                </span>
            }))}
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
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::wire::Position;

    use super::*;

    #[test]
    fn addresses_and_pins_are_easy_to_read() {
        assert_eq!(bare("http://192.168.1.5:8080/"), "192.168.1.5:8080");
        assert_eq!(bare("https://quiz.example"), "quiz.example");
        assert_eq!(spaced("123456"), "123\u{2009}456");
        assert_eq!(spaced(""), "");
    }

    #[test]
    fn a_question_does_not_go_on_by_itself_as_a_board_does() {
        let stage = |kind, closes_ms| StageAt {
            at: Position { incarnation: Incarnation([0; 8]), seq: 1 },
            phase: Phase { kind, ..Phase::start(3) },
            opens_ms: 5,
            closes_ms,
            stage: Stage::Lobby,
        };
        assert_eq!(goes_on_at(&stage(Kind::Board, 9)), Some((5, 9)));
        assert_eq!(goes_on_at(&stage(Kind::Board, 0)), None);
        assert_eq!(goes_on_at(&stage(Kind::Asking, 9)), None);
    }
}
