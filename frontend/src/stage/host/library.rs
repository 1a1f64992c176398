//! The library: pick a quiz and start, or go back to a game that runs.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::allocation::Split;
use quizrain_shared::api::{CreateGame, GameSummary, QuizSummary};
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;
use quizrain_shared::quiz::PlannedRain;

use super::running::Running;
use crate::components::amount::Amount;
use crate::dom::{IntoChild, view};
use crate::live::{live, memo, value};
use crate::net::host;
use crate::net::http::HttpError;
use crate::stage::new_game::{NewGame, NewGameDialog, number};
use crate::stage::start::{Starter, proposed_draw};
use crate::text;

#[derive(Clone)]
struct Shelf {
    /// `None`: whoever is signed in may read none.
    quizzes: Option<Vec<QuizSummary>>,
    games: Vec<GameSummary>,
}

async fn load(key: Token) -> Result<Shelf, HttpError> {
    let games = host::games(&key).await?;
    let quizzes = match host::quizzes(&key).await {
        Err(HttpError::NotAllowed) => None,
        quizzes => Some(quizzes?),
    };
    Ok(Shelf { quizzes, games })
}

#[component]
pub(super) fn Library(host_key: Token, #[prop(into)] forget: Callback<()>) -> impl IntoView {
    let t = text::stage();
    let shelf = RwSignal::new(None::<Result<Shelf, HttpError>>);
    let reload = move || {
        shelf.set(None);
        spawn_local(async move {
            let loaded = load(host_key).await;
            let _ = shelf.try_set(Some(loaded));
        });
    };
    reload();
    live(move || {
        match shelf.get() {
        None => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
        Some(Err(HttpError::NotAllowed)) => view! {
            <p class="problem" role="alert">{t.now().key_not_accepted}</p>
            <button type="button" class="button button-primary"
                on:click=move |_| forget.run(())>{t.now().other_key}</button>
        }
        .into_any(),
        Some(Err(why)) => view! {
            <p class="problem" role="alert">{t.now().problem(&why)}</p>
            <button type="button" class="button" on:click=move |_| reload()>{t.now().try_again}</button>
        }
        .into_any(),
        Some(Ok(shelf)) => view! { <Shelves shelf host_key /> }.into_any(),
    }
    })
}

#[component]
fn Shelves(shelf: Shelf, host_key: Token) -> impl IntoView {
    let t = text::stage();
    let Starter { form, starting, problem, start } = Starter::new(host_key);
    let games = RwSignal::new(shelf.games);
    let none_runs = memo(move || games.with(Vec::is_empty));
    let cards = shelf.quizzes.map(|quizzes| {
        let card = |quiz| view! { <Card quiz start starting form /> };
        quizzes.into_iter().map(card).collect::<Vec<_>>()
    });
    view! {
        <div class="studio-head">
            <h1>{t.say(|w| w.host_a_game)}</h1>
            <a class="button" data-testid="to-studio" href=Page::Studio.path()>
                {t.say(|w| w.library_words.to_studio)}
            </a>
        </div>
        <p class="buttons">
            <a href=Page::Results.path()>{text::results().say(|w| w.past_games)}</a>
            <a data-testid="to-account" href=Page::Accounts.path()>{text::hosts().say(|w| w.title)}</a>
            <a data-testid="to-check" href=Page::Check.path()>{t.say(|w| w.try_device)}</a>
        </p>
        <Running games host_key />
        {match cards {
            None => live(move || none_runs.get().then(|| view! {
                <p class="muted">{text::hosts().say(|w| w.no_games_given)}</p>
            })).into_child(),
            Some(cards) => view! {
                <section>
                    <h2>{t.say(|w| w.library)}</h2>
                    <p class="problem" role="alert">
                        {live(move || problem.get().map(|why| t.now().problem(&why)))}
                    </p>
                    {cards.is_empty().then(|| view! { <p class="muted">{t.say(|w| w.library_empty)}</p> })}
                    <ul class="cards">{cards}</ul>
                </section>
            }.into_any(),
        }}
        <NewGameDialog form starting start />
    }
}

#[component]
fn Card(
    quiz: QuizSummary,
    start: Callback<CreateGame>,
    starting: RwSignal<bool>,
    form: NewGame,
) -> impl IntoView {
    let t = text::stage();
    let whole = quiz.clone();
    let QuizSummary { id, title, language, description, questions, rains, problems, .. } = quiz;
    let unfinished = problems > 0;
    let to_fix = unfinished.then(|| {
        view! {
            <p><a class="to-fix" data-testid="to-fix" href=format!("{}/{id}", Page::Studio.path())>
                {t.tell(move |w| (w.library_words.to_fix)(problems))}
            </a></p>
        }
    });
    let proposed = proposed_draw(questions);
    let draw = RwSignal::new(proposed);
    view! {
        <li class="card" lang=language>
            <h3 class="card-title"><bdi>{title}</bdi></h3>
            <p class="card-text">{description}</p>
            <p class="card-facts">
                <span>{t.tell(move |w| (w.questions)(questions))}</span>
                {rains.into_iter().map(falls).collect_view()}
            </p>
            {to_fix}
            {proposed.map(|proposed| view! {
                <label class="card-draw">
                    {t.say(|w| w.draw_questions)}
                    <input type="number" class="field field-short" data-testid="host-draw" min="1" max=questions
                        prop:value=proposed.to_string()
                        on:input=move |event| draw.set(number(&event_target_value(&event))) />
                </label>
            })}
            <p class="card-buttons">
                <button type="button" class="button button-primary" data-testid="host-start"
                    disabled=value(move || unfinished || starting.get()) on:click=move |_| {
                        start.run(CreateGame::of(id.clone(), draw.get_untracked()));
                    }>
                    {t.say(|w| w.start_game)}
                </button>
                <button type="button" class="button" data-testid="host-options" disabled=unfinished
                    on:click=move |_| form.ask(whole.clone(), draw.get_untracked())>
                    {t.say(|w| w.new_game.options)}
                </button>
            </p>
        </li>
    }
}

/// What a planned rain brings.
fn falls(rain: PlannedRain) -> AnyView {
    let plan = rain.plan;
    view! {
        <span class="card-rain">
            <Amount amount=plan.pot() currency=plan.currency />
            " · "
            {text::stage().tell(move |w| match &plan.split {
                Split::Shares => w.split_shares.to_owned(),
                Split::Prizes(_) => w.prizes.to_owned(),
                _ => (w.in_packets)(plan.bounds.packets),
            })}
        </span>
    }
    .into_any()
}
