//! Questions of a game that is over: at a glance, and one by one with what was answered.

use leptos::prelude::*;
use quizrain_shared::api::{PodiumPlace, QuestionResult, TeamResult};
use quizrain_shared::decimal;
use quizrain_shared::question::CountedLine;

use super::{number, percent, seconds};
use crate::components::line::line_text;
use crate::components::picture::picture;
use crate::components::shape::Tick;
use crate::dom::view;
use crate::live::{filled, live};
use crate::stage::pins;
use crate::text;

/// Questions in lines of a table; with them, how many had them right in another game of the same quiz.
#[component]
pub(super) fn Glance(
    questions: StoredValue<Vec<QuestionResult>>,
    /// Another game's.
    other: RwSignal<Option<Vec<QuestionResult>>>,
    hardest: Vec<u16>,
) -> impl IntoView {
    let t = text::results();
    live(move || {
        let words = t.now();
        let other = other.get();
        let rows = questions.with_value(|questions| {
            let row = |it: &QuestionResult| {
                glance_line(it, other.as_deref(), hardest.contains(&it.round))
            };
            questions.iter().map(row).collect_view()
        });
        view! {
            <div class="wide">
                <table class="results-table glance" data-testid="glance">
                    <thead>
                        <tr>
                            <th scope="col">{words.question}</th>
                            <th scope="col">{words.right}</th>
                            {other.is_some().then(|| view! { <th scope="col">{words.compare}</th> })}
                            <th scope="col">{words.answered}</th>
                            <th scope="col">{words.median}</th>
                            <th scope="col">{words.stopped}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    })
}

/// A question's line; beside it, how the same one went in another game.
fn glance_line(it: &QuestionResult, other: Option<&[QuestionResult]>, is_hard: bool) -> AnyView {
    let words = text::results().now();
    let same = other.map(|other| {
        // Questions may stand elsewhere in it.
        let same = other.iter().find(|there| there.question.text == it.question.text);
        view! {
            <td data-label=words.compare>
                {percent(same.and_then(|there| there.right_permille))}
            </td>
        }
    });
    let bar = it.right_permille.map(|it| filled(f64::from(it) / 1000.0));
    view! {
        <tr class:is-hard=is_hard>
            <th scope="row">
                <span class="glance-text" dir="auto">
                    {number(it.round)} ". " {it.question.text.clone()}
                </span>
            </th>
            <td data-label=words.right>
                {percent(it.right_permille)}
                {bar.map(|bar| view! {
                    <span class="glance-bar"><span style:transform=bar></span></span>
                })}
            </td>
            {same}
            <td data-label=words.answered><bdi>{it.answered} " / " {it.players}</bdi></td>
            <td data-label=words.median>{seconds(it.median_ms)}</td>
            <td data-label=words.stopped>{it.last_answers}</td>
        </tr>
    }
    .into_any()
}

/// What was answered to each question.
#[component]
pub(super) fn Charts(questions: StoredValue<Vec<QuestionResult>>) -> impl IntoView {
    let t = text::results();
    live(move || {
        // Made anew in another language.
        let _ = t.now();
        let charts = questions.with_value(|all| all.iter().map(chart).collect_view());
        view! { <ol class="charts">{charts}</ol> }
    })
}

fn chart(it: &QuestionResult) -> AnyView {
    let (words, common) = (text::results().now(), text::words().now());
    let lines = it.question.kind.tally_lines(&it.tally, it.key.as_ref());
    let most = lines.iter().map(|line| line.count).max().unwrap_or(0).max(1);
    let bar = |CountedLine { line, count, right }: CountedLine| {
        view! {
            <li class="chart-bar" class:is-right=right>
                <span class="chart-label" dir="auto">
                    {line_text(&line, common)} {right.then(|| view! { " " <Tick /> })}
                </span>
                <span class="chart-room">
                    <span style:transform=filled(f64::from(count) / f64::from(most))></span>
                </span>
                <span class="chart-count">{count}</span>
            </li>
        }
    };
    // Where bars do not say what is right, words do.
    let told = lines.iter().any(|line| line.right);
    let right: Vec<String> = it.right.iter().map(|line| line_text(line, common)).collect();
    let right = (!told && !right.is_empty()).then(|| {
        view! { <p><span class="muted">{words.right_answer} ": "</span> <bdi>{right.join(", ")}</bdi></p> }
    });
    // Pins are seen where they stand, as on the big screen.
    let pins = pins::over(it.key.as_ref(), &it.tally)
        .zip(it.question.picture.as_ref())
        .map(|(pins, shown)| picture(shown, pins));
    let had_it = it.key.as_ref().map(|_| (words.had_it)(&percent(it.right_permille)));
    let facts: Vec<String> =
        std::iter::once((words.of_players)(it.answered, it.players)).chain(had_it).collect();
    view! {
        <li class="chart" data-testid="chart">
            <h3 dir="auto">{number(it.round)} ". " {it.question.text.clone()}</h3>
            <p class="muted small">
                {facts.join(" · ")} {it.fixed.then(|| view! { " · " {words.fixed} })}
            </p>
            {right}
            {pins}
            <ul class="chart-bars">{lines.into_iter().map(bar).collect_view()}</ul>
        </li>
    }
    .into_any()
}

/// The best, and the teams.
#[component]
pub(super) fn Winners(podium: Vec<PodiumPlace>, teams: Vec<TeamResult>) -> impl IntoView {
    let t = text::results();
    let points = |score: i64| decimal::format(score, 0);
    let place = |PodiumPlace { rank, nickname, score }: PodiumPlace| {
        let name = nickname.unwrap_or_else(|| "…".to_owned());
        view! { <li><b>{rank} "."</b> " " <bdi>{name}</bdi> <span><bdi>{points(score)}</bdi></span></li> }
    };
    let team = |TeamResult { name, rank, score, .. }: TeamResult| {
        view! { <li><b>{rank} "."</b> " " <bdi>{name}</bdi> <span><bdi>{points(score)}</bdi></span></li> }
    };
    let has_teams = !teams.is_empty();
    view! {
        <div class="winners">
            <section>
                <h2>{t.say(|w| w.podium)}</h2>
                <ol data-testid="results-podium">{podium.into_iter().map(place).collect_view()}</ol>
            </section>
            {has_teams.then(|| view! {
                <section>
                    <h2>{t.say(|w| w.teams)}</h2>
                    <ol data-testid="results-teams">{teams.into_iter().map(team).collect_view()}</ol>
                </section>
            })}
        </div>
    }
}
