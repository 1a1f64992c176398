//! What became of a game, for its host.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{
    GameResults, PastGame, PodiumPlace, QuestionResult, RainStatement, ResultSummary,
};
use quizrain_shared::decimal;
use quizrain_shared::ids::{GameId, Pin, Token};
use quizrain_shared::pages::Page;

use super::charts::{Charts, Glance, Winners};
use super::packets::Packets;
use super::players::Players;
use super::share::Share;
use super::{number, percent};
use crate::components::chrome::title;
use crate::components::logo::logo;
use crate::components::when::When;
use crate::dom::view;
use crate::live::live;
use crate::net::http::HttpError;
use crate::net::results::{self, Sought};
use crate::net::{device, storage};
use crate::stage::host::{Books, StatementOf};
use crate::text::{self, Text, span};

/// How often it is asked for what is not there yet.
const AGAIN_MS: f64 = 2000.0;

/// The ranks of a podium.
const PODIUM: u32 = 3;

/// Asks until the results are there.
#[component]
pub(super) fn HostedResults(game: GameId, right: Token) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let told = RwSignal::new(None::<Result<Option<GameResults>, HttpError>>);
    let ask = move || {
        spawn_local(async move {
            loop {
                let answer = results::results(&right, game).await;
                let waits = matches!(answer, Ok(None));
                // The page may be another by now.
                if told.try_set(Some(answer)).is_some() || !waits {
                    return;
                }
                device::sleep(AGAIN_MS).await;
            }
        });
    };
    ask();
    live(move || {
        match told.get() {
        None => view! { <p role="status">{stage.now().loading}</p> }.into_any(),
        Some(Ok(None)) => view! { <p role="status">{t.now().not_yet}</p> }.into_any(),
        Some(Ok(Some(it))) => view! { <Told it right /> }.into_any(),
        Some(Err(HttpError::NotAllowed)) => view! { <p role="alert">{t.now().gone}</p> }.into_any(),
        Some(Err(why)) => view! {
            <p class="problem" role="alert">{stage.now().problem(&why)}</p>
            <button type="button" class="button" on:click=move |_| ask()>{stage.now().try_again}</button>
        }
        .into_any(),
    }
    })
}

#[component]
fn Told(it: GameResults, right: Token) -> impl IntoView {
    let t = text::results();
    let GameResults { summary, questions, rains, shared, watching } = it;
    let (game, pin) = (summary.game, summary.pin);
    let name = summary.title.clone();
    title(move || Some([t.now().results, ": ", &name].concat()));
    let place = |row: &quizrain_shared::wire::BoardRow| PodiumPlace {
        rank: row.rank,
        nickname: Some(row.nickname.clone()),
        score: row.score,
    };
    let podium: Vec<PodiumPlace> =
        summary.top.iter().filter(|row| row.rank <= PODIUM).map(place).collect();
    let (teams, hardest) = (summary.teams.clone(), summary.hardest.clone());
    let any = !questions.is_empty();
    let questions = StoredValue::new(questions);
    // What waits for the host comes before what they only read.
    let waits = rains.iter().any(|rain| !rain.held.is_empty() || !rain.dead_letters.is_empty());
    let money = (!rains.is_empty()).then(|| view! { <Money game right rains watching /> });
    let (waiting, money) = if waits { (money, None) } else { (None, money) };
    let other = RwSignal::new(None);
    let compared = storage::host_key();
    let name = summary.title.clone();
    view! {
        {logo(summary.logo)}
        <h1 data-testid="results-title"><bdi>{summary.title.clone()}</bdi></h1>
        <Downloads game pin right />
        <Summary it=summary />
        {(!podium.is_empty() || !teams.is_empty()).then(|| view! { <Winners podium teams /> })}
        {waiting}
        {any.then(|| view! {
            <section>
                <h2>{t.say(|w| w.questions)}</h2>
                {compared.map(|key| view! { <Compare game key name other /> })}
                <Glance questions other hardest />
                <Charts questions />
            </section>
        })}
        <section>
            <h2>{t.say(|w| w.players)}</h2>
            <Players game right />
        </section>
        {money}
        {(!watching).then(|| view! { <Share game right shared=shared.is_some() /> })}
        <p class="buttons no-print">
            <a class="button" href=Page::Results.path()>{t.say(|w| w.past_games)}</a>
            <a class="button" href=Page::HostGame(game).path()>{t.say(|w| w.to_desk)}</a>
        </p>
    }
}

/// What fell, where it is, and who has it.
#[component]
fn Money(
    game: GameId,
    right: Token,
    rains: Vec<RainStatement>,
    /// Whether whoever looks may decide nothing.
    watching: bool,
) -> impl IntoView {
    let t = text::results();
    let books = Books::open(game, right, watching);
    view! {
        <Rains rains />
        <StatementOf books />
        <section class="no-print">
            <h2>{t.say(|w| w.packets)}</h2>
            <Packets game right books />
        </section>
    }
}

/// Files, and paper.
#[component]
fn Downloads(game: GameId, pin: Pin, right: Token) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    let problem = RwSignal::new(None::<HttpError>);
    let file = move |label: Text<&'static str>, file: &'static str, name: &'static str| {
        let click = move |_| {
            let name = format!("quizrain-{}-{name}", pin.number());
            spawn_local(async move {
                let done = results::download(&right, game, file, &name).await;
                let _ = problem.try_set(done.err());
            });
        };
        view! {
            <button type="button" class="button" data-testid=name on:click=click>{label}</button>
        }
    };
    view! {
        <p class="buttons no-print">
            {file(t.say(|w| w.xlsx), ".xlsx", "results.xlsx")}
            {file(t.say(|w| w.csv_players), ".csv?table=players", "players.csv")}
            {file(t.say(|w| w.csv_answers), ".csv?table=answers", "answers.csv")}
            {file(t.say(|w| w.csv_packets), ".csv?table=packets", "packets.csv")}
            {file(t.say(|w| w.json), ".json", "results.json")}
            <button type="button" class="button" on:click=move |_| {
                let _ = device::window().print();
            }>{t.say(|w| w.print)}</button>
        </p>
        <p class="problem" role="alert">
            {live(move || problem.get().map(|why| stage.now().problem(&why)))}
        </p>
    }
}

#[component]
fn Summary(it: ResultSummary) -> impl IntoView {
    let t = text::results();
    let took = it.started_at_ms.map(|at_ms| span(it.ended_at_ms.saturating_sub(at_ms) / 1000));
    let hardest: Vec<String> = it.hardest.iter().map(|round| number(*round)).collect();
    let fact = |label: Text<&'static str>, value: String| {
        view! { <div><dt>{label}</dt><dd>{value}</dd></div> }
    };
    view! {
        <dl class="facts" data-testid="results-summary">
            <div><dt>{t.say(|w| w.played)}</dt><dd><When at_ms=it.ended_at_ms /></dd></div>
            {took.map(|took| fact(t.say(|w| w.took), took))}
            {fact(t.say(|w| w.players), it.players.to_string())}
            {fact(t.say(|w| w.active), it.active.to_string())}
            {fact(t.say(|w| w.right), percent(it.right_permille))}
            {it.mean_score.map(|mean| fact(t.say(|w| w.mean_score), decimal::format(mean, 0)))}
            {it.survivors.map(|count| fact(t.say(|w| w.survivors), count.to_string()))}
            {(!hardest.is_empty()).then(|| fact(t.say(|w| w.hardest), hardest.join(", ")))}
        </dl>
    }
}

/// Another game of the same quiz, whose numbers stand beside.
#[component]
fn Compare(
    game: GameId,
    key: Token,
    name: String,
    other: RwSignal<Option<Vec<QuestionResult>>>,
) -> impl IntoView {
    let t = text::results();
    let games = RwSignal::new(Vec::<PastGame>::new());
    spawn_local(async move {
        let sought = Sought { title: Some(name), ..Sought::default() };
        if let Ok(page) = results::past_games(&key, &sought).await {
            let others = page.games.into_iter().filter(|it| it.ready && it.game != game);
            let _ = games.try_set(others.collect());
        }
    });
    let choose = move |event| {
        let Ok(chosen) = event_target_value(&event).parse::<GameId>() else {
            other.set(None);
            return;
        };
        spawn_local(async move {
            if let Ok(Some(told)) = results::results(&key, chosen).await {
                let _ = other.try_set(Some(told.questions));
            }
        });
    };
    live(move || {
        let games = games.get();
        (!games.is_empty()).then(|| {
            view! {
                <p class="no-print">
                    <label class="past-field">
                        <span>{t.now().compare}</span>
                        <select class="field" data-testid="compare" on:change=choose>
                            <option value="">{t.now().compare_none}</option>
                            {games.into_iter().map(|it| view! {
                                <option value=it.game.to_string()>
                                    <When at_ms=it.ended_at_ms /> " · " {it.pin.to_string()}
                                </option>
                            }).collect_view()}
                        </select>
                    </label>
                </p>
            }
        })
    })
}

#[component]
fn Rains(rains: Vec<RainStatement>) -> impl IntoView {
    let (t, stage) = (text::results(), text::stage());
    live(move || {
        let words = &stage.now().ledger;
        let row = |it: &RainStatement| {
            let amount = |part: quizrain_shared::api::Part| {
                format!("{} ({})", it.currency.format_major(part.amount), part.packets)
            };
            view! {
                <tr>
                    <th scope="row">{(words.rain_number)(it.number)} " · " {it.currency.to_string()}</th>
                    <td data-label=words.funded>{amount(it.funded)}</td>
                    <td data-label=words.credited>{amount(it.credited)}</td>
                    <td data-label=words.returned>{amount(it.returned)}</td>
                </tr>
            }
        };
        view! {
            <section>
                <h2>{t.now().rains}</h2>
                <div class="wide">
                    <table class="results-table" data-testid="results-rains">
                        <thead>
                            <tr>
                                <td></td>
                                <th scope="col">{words.funded}</th>
                                <th scope="col">{words.credited}</th>
                                <th scope="col">{words.returned}</th>
                            </tr>
                        </thead>
                        <tbody>{rains.iter().map(row).collect_view()}</tbody>
                    </table>
                </div>
            </section>
        }
    })
}
