//! The players of a game that is over, and what each of them answered.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{PlayerAnswers, PlayerResult, ReceiptQuestion};
use quizrain_shared::decimal;
use quizrain_shared::ids::{GameId, Token};

use super::{number, seconds};
use crate::components::line::line_text;
use crate::dom::view;
use crate::live::{live, value};
use crate::net::results;
use crate::text;

/// A table that grows by parts.
#[component]
pub(super) fn Players(game: GameId, right: Token) -> impl IntoView {
    let t = text::results();
    let stage = text::stage();
    let players = RwSignal::new(Vec::<PlayerResult>::new());
    let next = RwSignal::new(None::<u32>);
    let problem = RwSignal::new(None);
    let fetch = move |after| {
        spawn_local(async move {
            match results::players(&right, game, after).await {
                Ok(page) => {
                    let _ = next.try_set(page.next);
                    let _ = problem.try_set(None);
                    let _ = players.try_update(|all| all.extend(page.players));
                }
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    fetch(0);
    let again = move |_| fetch(players.with_untracked(|all| all.len() as u32));
    view! {
        <div class="wide">
            <table class="results-table ranked" data-testid="results-players">
                <thead>
                    <tr>
                        <th scope="col">{t.say(|w| w.rank)}</th>
                        <th scope="col">{t.say(|w| w.name)}</th>
                        <th scope="col">{t.say(|w| w.points)}</th>
                        <th scope="col">{t.say(|w| w.right)}</th>
                        <th scope="col">{t.say(|w| w.mean_time)}</th>
                        <th scope="col" class="no-print"><span class="visually-hidden">{t.say(|w| w.answers)}</span></th>
                    </tr>
                </thead>
                <tbody>
                    <For each=move || players.get() key=|it| it.place let:it>
                        <OnePlayer game right it />
                    </For>
                </tbody>
            </table>
        </div>
        <p class="problem" role="alert">
            {live(move || problem.get().map(|why| stage.now().problem(&why)))}
        </p>
        {live(move || (next.get().is_some() || problem.with(Option::is_some)).then(|| view! {
            <p><button type="button" class="button" data-testid="players-more" on:click=again>
                {t.say(|w| w.more)}
            </button></p>
        }))}
    }
}

#[component]
fn OnePlayer(game: GameId, right: Token, it: PlayerResult) -> impl IntoView {
    let t = text::results();
    let shown = RwSignal::new(false);
    let told = RwSignal::new(None::<PlayerAnswers>);
    let place = it.place;
    let toggle = move |_| {
        shown.update(|shown| *shown = !*shown);
        if told.with_untracked(Option::is_none) {
            spawn_local(async move {
                if let Ok(answers) = results::player(&right, game, place).await {
                    let _ = told.try_set(Some(answers));
                }
            });
        }
    };
    let PlayerResult { rank, nickname, formerly, team, score, full, questions, mean_ms, .. } = it;
    let who = it.identity.map(|who| who.line());
    let (field, removed) = (it.field, it.removed);
    let formerly = (!formerly.is_empty()).then(|| formerly.join(", "));
    view! {
        <tr data-testid="results-player">
            <td data-label=t.say(|w| w.rank)>{rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())}</td>
            <th scope="row">
                <bdi>{nickname}</bdi>
                {team.map(|team| view! { " " <span class="muted small"><bdi>{team}</bdi></span> })}
                {field.map(|field| view! { " " <span class="muted small"><bdi>{field}</bdi></span> })}
                {who.map(|who| view! { " " <span class="muted small"><bdi>{who}</bdi></span> })}
                {formerly.map(|names| view! {
                    " " <span class="muted small">{t.tell(move |w| (w.formerly)(&names))}</span>
                })}
                {removed.then(|| view! { " " <span class="tag">{t.say(|w| w.removed)}</span> })}
            </th>
            <td data-label=t.say(|w| w.points)><bdi>{decimal::format(score, 0)}</bdi></td>
            <td data-label=t.say(|w| w.right)><bdi>{full} " / " {questions}</bdi></td>
            <td data-label=t.say(|w| w.mean_time)>{seconds(mean_ms)}</td>
            <td class="no-print">
                <button type="button" class="button button-small" aria-expanded=value(move || shown.get().to_string())
                    data-testid="player-answers" on:click=toggle>{t.say(|w| w.answers)}</button>
            </td>
        </tr>
        {live(move || shown.get().then(|| view! {
            <tr>
                <td colspan="6">
                    {live(move || told.with(|told| told.as_ref().map(answers)))}
                </td>
            </tr>
        }))}
    }
}

fn answers(told: &PlayerAnswers) -> AnyView {
    let (words, common) = (text::results().now(), text::words().now());
    let line = |it: &ReceiptQuestion| {
        let (answer, rest) = match &it.own {
            None => (words.came_later.to_owned(), None),
            Some(own) => {
                let said: Option<Vec<String>> = own
                    .answer
                    .as_ref()
                    .map(|lines| lines.iter().map(|line| line_text(line, common)).collect());
                let when = said.is_some().then(|| seconds(Some(own.elapsed_ms)));
                let points = decimal::format(i64::from(own.points) + i64::from(own.corrected), 0);
                let said = said.map_or_else(|| words.no_answer.to_owned(), |it| it.join(", "));
                (said, Some((when.map(|when| when + " · "), points)))
            }
        };
        view! {
            <li>
                <span class="muted" dir="auto">{number(it.round)} ". " {it.text.clone()}</span>
                " " <bdi>{answer}</bdi>
                {rest.map(|(when, points)| view! { " " <span class="muted small">{when} <bdi>{points}</bdi></span> })}
            </li>
        }
    };
    let lines = told.questions.iter().map(line).collect_view();
    view! { <ol class="player-answers" data-testid="player-told">{lines}</ol> }.into_any()
}
