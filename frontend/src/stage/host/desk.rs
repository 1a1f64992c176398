//! The desk: the picture that everybody sees, and the buttons that move the game on.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::client::{GameView, Status};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::pages::Page;
use quizrain_shared::wire::{Refusal, Right};

use super::books::Books;
use super::clicks::Clicks;
use super::controls::Controls;
use super::cue::Cue;
use super::flags::FlagsPanel;
use super::health::Health;
use super::links::LinksPanel;
use super::players::PlayersPanel;
use super::prefetch;
use super::questions::{Questions, QuestionsPanel};
use super::settings_panel::SettingsPanel;
use super::statement::StatementOf;
use super::typed_texts::TypedTexts;
use super::use_link::RightEnded;
use crate::components::chrome::{Connecting, ConnectionBanner, HeldPage, TopBar, title};
use crate::components::language::LanguageSwitch;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::http::{HttpError, SESSION};
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
    let right = session.part(|known| known.right);
    let connecting = || {
        view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <Connecting />
            </main>
        }
    };
    live(move || match connection.get() {
        Status::Connecting => connecting().into_any(),
        Status::Held => view! { <HeldPage /> }.into_any(),
        Status::Refused(why) if why != Refusal::NotAllowed => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <h1>{t.now().why_refused(&why)}</h1>
                <StatementOf books=Books::open(game, token, right.get() == Some(Right::Viewer)) />
                <p><a class="button" href=Page::Host.path()>{t.now().to_library}</a></p>
            </main>
        }
        .into_any(),
        Status::Refused(_) | Status::Replaced => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                {match storage::host_key() {
                    Some(_) => view! { <TakeOver game done=renew /> }.into_any(),
                    None => view! { <RightEnded /> }.into_any(),
                }}
            </main>
        }
        .into_any(),
        Status::Live | Status::Lost => live(move || match right.get() {
            Some(right) => view! { <Live session game token right /> }.into_any(),
            None => connecting().into_any(),
        })
        .into_any(),
    })
}

#[component]
fn Live(session: Session, game: GameId, token: Token, right: Right) -> impl IntoView {
    let watching = right == Right::Viewer;
    let books = Books::open(game, token, watching);
    let stage = session.part(|known| known.stage.as_ref().map(|stage| stage.at.seq));
    effect(move || {
        if stage.get().is_some() {
            books.refresh();
        }
    });
    let clicks = Clicks::new(session, watching);
    let questions = Questions::follow(session, game, token);
    if !watching {
        prefetch::while_players_arrive(session, questions);
    }
    view! {
        <div class="desk">
            <Top session books watching />
            <ConnectionBanner session />
            <Incidents session />
            <main class="desk-main">
                <div class="desk-picture"><BigStage session /></div>
                <div class="desk-side">
                    <Controls clicks game token />
                    <Cue clicks questions />
                    <StatementOf books folded=true />
                </div>
                <div class="desk-panels">
                    {(!watching).then(|| view! { <TypedTexts session /> })}
                    <QuestionsPanel clicks questions />
                    <PlayersPanel clicks />
                    {(!watching).then(|| view! { <FlagsPanel session books game token /> })}
                    <SettingsPanel clicks />
                    {(right == Right::Owner).then(|| view! { <LinksPanel game token /> })}
                </div>
            </main>
        </div>
    }
}

/// Which game it is, who is there, and what a host can do about the room.
#[component]
fn Top(session: Session, books: Books, watching: bool) -> impl IntoView {
    let t = text::stage();
    let pin = session.part(|known| known.game.as_ref().map(|game| game.pin));
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    let players = session.part(GameView::players);
    let identity =
        session.part(|known| known.game.as_ref().map_or(Identity::Open, |game| game.identity));
    let whose = move || match identity.get() {
        Identity::Open => None,
        Identity::Signed => Some(t.now().new_game.identity_signed),
        Identity::Invited => Some(t.now().new_game.identity_invited),
    };
    let screen = value(move || pin.get().map(|pin| Page::Screen(pin).path()));
    view! {
        <header class="desk-top">
            {storage::host_key().map(|_| view! {
                <a class="desk-back" href=Page::Host.path()>{t.say(|w| w.to_library)}</a>
            })}
            <h1 class="desk-title"><bdi>{name}</bdi></h1>
            <dl class="desk-facts">
                <div><dt>{t.say(|w| w.game_pin)}</dt><dd data-testid="pin">{value(move || pin.get().map(|pin| pin.to_string()))}</dd></div>
                <div><dt>{t.say(|w| w.players)}</dt><dd data-testid="player-count" data-count=players>{players}</dd></div>
            </dl>
            {live(move || whose().map(|whose| view! {
                <p class="tag" data-testid="identity">{whose}</p>
            }))}
            {if watching {
                view! { <p class="tag" data-testid="watching">{t.say(|w| w.desk.watching)}</p> }
                    .into_any()
            } else {
                view! { <Lock session /> }.into_any()
            }}
            <a class="button" href=screen target="_blank" rel="noopener"
                data-testid="open-screen">{t.say(|w| w.open_screen)}</a>
            {(!watching).then(|| view! { <PlayAlong session /> })}
            <Health session books />
            <LanguageSwitch />
        </header>
    }
}

/// The door, and whether it is locked.
#[component]
fn Lock(session: Session) -> impl IntoView {
    let t = text::stage();
    let locked = session.part(|known| known.settings().locked);
    view! {
        <button type="button" class="button" data-testid="lock"
            aria-pressed=value(move || if locked.get() { "true" } else { "false" })
            on:click=move |_| session.configure(|it| it.locked = !it.locked)>
            {value(move || if locked.get() { t.now().unlock } else { t.now().lock })}
        </button>
    }
}

/// The way to the players' page.
#[component]
fn PlayAlong(session: Session) -> impl IntoView {
    let t = text::stage();
    let play = session.part(|known| known.game.as_ref().map(|game| Page::Play(game.pin).path()));
    view! {
        <a class="button" href=play target="_blank" rel="noopener" data-testid="play-along">
            {t.say(|w| w.desk.play_along)}
        </a>
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
    let signed_in = storage::host_key() == Some(SESSION);
    // The same one for every try: an answer that was lost is given again.
    let token = Token(device::random_bytes());
    let enter = move |_| {
        spawn_local(async move {
            match host::enter(&SESSION, game, token).await {
                Ok(_) => {
                    storage::set_host_token(game, &token);
                    done.try_run(token);
                }
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    view! {
        <h1>{t.say(|w| w.take_over_title)}</h1>
        {signed_in.then(|| view! {
            <p class="muted">{text::hosts().say(|w| w.enter_why)}</p>
            <button type="button" class="button button-primary button-large" data-testid="enter"
                on:click=enter>{text::hosts().say(|w| w.enter)}</button>
        })}
        <p class="muted">{t.say(|w| w.take_over_why)}</p>
        <p class="problem" role="alert">{live(move || problem.get().map(|why| t.now().problem(&why)))}</p>
        <button type="button" class="button button-primary button-large" data-testid="take-over"
            on:click=take>{t.say(|w| w.take_over)}</button>
        <p><a class="button" href=Page::Host.path()>{t.say(|w| w.to_library)}</a></p>
    }
}
