//! The desk: the picture that everybody sees, and the buttons that move the game on.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::client::{GameView, Status};
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::pages::Page;
use quizrain_shared::wire::Refusal;

use super::books::Books;
use super::clicks::Clicks;
use super::controls::Controls;
use super::health::Health;
use super::players::PlayersPanel;
use super::questions::QuestionsPanel;
use super::settings_panel::SettingsPanel;
use super::statement::StatementOf;
use super::typed_texts::TypedTexts;
use crate::components::chrome::{Connecting, ConnectionBanner, HeldPage, TopBar, title};
use crate::components::language::LanguageSwitch;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::http::HttpError;
use crate::net::{device, host, storage};
use crate::stage::show::BigStage;
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn Desk(
    game: GameId,
    token: Token,
    #[prop(into)] renew: Callback<Token>,
) -> impl IntoView {
    let t = text::stage();
    let session = Session::host(game, token);
    device::keep_awake_while_mounted();
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    title(move || {
        let words = t.now();
        Some(match name.get() {
            Some(name) => format!("{} · {name}", words.controls),
            None => words.host_a_game.to_owned(),
        })
    });
    let status = session.status();
    let connection = memo(move || match status.get() {
        Status::Lost => Status::Live,
        other => other,
    });
    live(move || match connection.get() {
        Status::Connecting => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <Connecting />
            </main>
        }
        .into_any(),
        Status::Held => view! { <HeldPage /> }.into_any(),
        Status::Refused(why) if why != Refusal::NotAllowed => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <h1>{t.now().why_refused(&why)}</h1>
                <StatementOf books=Books::open(game, token) />
                <p><a class="button" href=Page::Host.path()>{t.now().to_library}</a></p>
            </main>
        }
        .into_any(),
        Status::Refused(_) | Status::Replaced => view! {
            <TopBar />
            <main class="page page-narrow page-middle"><TakeOver game done=renew /></main>
        }
        .into_any(),
        Status::Live | Status::Lost => view! { <Live session game token /> }.into_any(),
    })
}

#[component]
fn Live(session: Session, game: GameId, token: Token) -> impl IntoView {
    let t = text::stage();
    let books = Books::open(game, token);
    let stage = session.part(|known| known.stage.as_ref().map(|stage| stage.at.seq));
    effect(move || {
        if stage.get().is_some() {
            books.refresh();
        }
    });
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin));
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    let players = session.part(GameView::players);
    let locked = session.part(|known| known.settings().locked);
    let screen = value(move || pin.get().map(|pin| Page::Screen(pin).path()));
    let play = value(move || pin.get().map(|pin| Page::Play(pin).path()));
    let clicks = Clicks::new(session);
    view! {
        <div class="desk">
            <header class="desk-top">
                <a class="desk-back" href=Page::Host.path()>{t.say(|w| w.to_library)}</a>
                <h1 class="desk-title"><bdi>{name}</bdi></h1>
                <dl class="desk-facts">
                    <div><dt>{t.say(|w| w.game_pin)}</dt><dd data-testid="pin">{value(move || pin.get().map(|pin| pin.to_string()))}</dd></div>
                    <div><dt>{t.say(|w| w.players)}</dt><dd data-testid="player-count" data-count=players>{players}</dd></div>
                </dl>
                <button type="button" class="button" data-testid="lock"
                    aria-pressed=value(move || if locked.get() { "true" } else { "false" })
                    on:click=move |_| session.configure(|it| it.locked = !it.locked)>
                    {value(move || if locked.get() { t.now().unlock } else { t.now().lock })}
                </button>
                <a class="button" href=screen target="_blank" rel="noopener"
                    data-testid="open-screen">{t.say(|w| w.open_screen)}</a>
                <a class="button" href=play target="_blank" rel="noopener"
                    data-testid="play-along">{t.say(|w| w.desk.play_along)}</a>
                <Health session books />
                <LanguageSwitch />
            </header>
            <ConnectionBanner session />
            <Incidents session />
            <main class="desk-main">
                <div class="desk-picture"><BigStage session /></div>
                <Controls clicks game token />
                <div class="desk-panels">
                    <QuestionsPanel clicks game token />
                    <PlayersPanel clicks />
                    <SettingsPanel session />
                </div>
                <TypedTexts session />
                <StatementOf books />
            </main>
        </div>
    }
}

/// What is amiss with the servers, so that a host knows why nothing moves, and what to expect.
#[component]
fn Incidents(session: Session) -> impl IntoView {
    let t = text::stage();
    let incidents = session.part(|known| known.incidents.clone());
    let lines = live(move || {
        let lines = incidents.get().into_iter().map(|incident| {
            let testid = format!("incident-{incident:?}");
            view! { <p data-testid=testid>{(t.now().incident)(incident)}</p> }
        });
        lines.collect_view()
    });
    view! { <div class="desk-incidents" role="status">{lines}</div> }
}

/// Gets the right to drive a game from the host key: after a crash, or from another machine.
#[component]
pub(super) fn TakeOver(game: GameId, #[prop(into)] done: Callback<Token>) -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().take_over_title.to_owned()));
    let problem = RwSignal::new(None::<HttpError>);
    let take = move |_| {
        let Some(key) = storage::host_key() else {
            problem.set(Some(HttpError::NotAllowed));
            return;
        };
        spawn_local(async move {
            match host::take_over(&key, game).await {
                Ok(right) => {
                    storage::set_host_token(game, &right.token);
                    done.try_run(right.token);
                }
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    view! {
        <h1>{t.say(|w| w.take_over_title)}</h1>
        <p class="muted">{t.say(|w| w.take_over_why)}</p>
        <p class="problem" role="alert">{live(move || problem.get().map(|why| t.now().problem(&why)))}</p>
        <button type="button" class="button button-primary button-large" data-testid="take-over"
            on:click=take>{t.say(|w| w.take_over)}</button>
        <p><a class="button" href=Page::Host.path()>{t.say(|w| w.to_library)}</a></p>
    }
}
