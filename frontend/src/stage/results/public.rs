//! What a link shows of a game that is over.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::PublicResults;
use quizrain_shared::ids::{GameId, Token};

use super::charts::{Charts, Winners};
use super::percent;
use crate::components::chrome::{TopBar, title};
use crate::components::logo::logo;
use crate::components::when::When;
use crate::dom::view;
use crate::live::live;
use crate::net::http::HttpError;
use crate::net::results;
use crate::text;

#[component]
pub(super) fn SharedPage(game: GameId, code: Token) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    title(move || Some(t.now().results.to_owned()));
    let shown = RwSignal::new(None::<Result<PublicResults, HttpError>>);
    spawn_local(async move {
        let answer = results::public(&code, game).await;
        let _ = shown.try_set(Some(answer));
    });
    view! {
        <TopBar />
        <main class="page results">
            {live(move || match shown.get() {
                None => view! { <p role="status">{stage.now().loading}</p> }.into_any(),
                Some(Err(HttpError::NotAllowed)) => view! { <p role="alert">{t.now().closed}</p> }.into_any(),
                Some(Err(why)) => view! { <p role="alert">{stage.now().problem(&why)}</p> }.into_any(),
                Some(Ok(it)) => view! { <Told it /> }.into_any(),
            })}
        </main>
    }
}

#[component]
fn Told(it: PublicResults) -> impl IntoView {
    let t = text::results();
    let logo = logo(it.logo);
    let PublicResults {
        title, ended_at_ms, players, right_permille, podium, teams, questions, ..
    } = it;
    view! {
        {logo}
        <h1 data-testid="results-title"><bdi>{title}</bdi></h1>
        <p class="past-facts">
            <When at_ms=ended_at_ms />
            <span>{t.tell(move |w| (w.players_count)(players))}</span>
            <span>{t.say(|w| w.right)} ": " {percent(right_permille)}</span>
        </p>
        <Winners podium teams />
        <h2>{t.say(|w| w.questions)}</h2>
        <Charts questions=StoredValue::new(questions) />
    }
}
