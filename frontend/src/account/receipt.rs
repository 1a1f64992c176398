//! `/receipt/{game}`: a game that is over, as this browser's account played it. Until it is over, and
//! all that was caught is settled, the page asks again by itself.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{Correction, GameReceipt, OwnRound, OwnTeam, ReceiptQuestion};
use quizrain_shared::decimal;
use quizrain_shared::ids::GameId;
use quizrain_shared::mode::Life;
use quizrain_shared::pages::Page;
use quizrain_shared::question::Line;
use quizrain_shared::score::Grade;

use crate::components::chrome::{TopBar, title};
use crate::components::line::line_text;
use crate::components::logo::logo;
use crate::dom::view;
use crate::live::{Live, live, value};
use crate::net::account::balance as balance_of;
use crate::net::http::HttpError;
use crate::net::receipt::receipt;
use crate::net::storage;
use crate::state::pace::{Pace, follow};
use crate::text::{self, AccountWords};

use super::balance;
use crate::components::verdict::{result, result_text, seconds, signed};

/// What the server has said last.
#[derive(Clone, Copy)]
struct Asked {
    game: GameId,
    answer: RwSignal<Option<Result<Option<GameReceipt>, HttpError>>>,
    pace: StoredValue<Pace>,
}

impl Asked {
    /// Asks until there is an end of it, for as long as the reactive owner of the caller lives.
    fn open(game: GameId) -> Self {
        let asked = Self { game, answer: RwSignal::default(), pace: StoredValue::default() };
        follow(asked.pace, move || asked.fetch());
        asked.refresh();
        asked
    }

    fn refresh(self) {
        if self.pace.try_update_value(Pace::ask) == Some(true) {
            self.fetch();
        }
    }

    fn fetch(self) {
        spawn_local(async move {
            let Some(known) = self.answer.try_get_untracked() else { return };
            let known = known.and_then(Result::ok).flatten();
            let answer = ask(self.game, known).await;
            let Some(before) = self.answer.try_get_untracked() else { return };
            let more = match &answer {
                Ok(Some(told)) => !told.complete || told.packets.iter().any(balance::is_moving),
                Err(HttpError::NotAllowed) => false,
                _ => true,
            };
            // What is known stays where the server is away.
            let keeps = answer.is_err() && matches!(before, Some(Ok(Some(_))));
            let new = !keeps && before.as_ref() != Some(&answer);
            if new {
                let _ = self.answer.try_set(Some(answer));
            }
            let _ = self.pace.try_update_value(|pace| pace.answered(new, more));
        });
    }
}

/// What the server says now: of a game that it has told already, only what became of the packets.
async fn ask(game: GameId, known: Option<GameReceipt>) -> Result<Option<GameReceipt>, HttpError> {
    let account = storage::account();
    match known {
        None => receipt(&account, game).await,
        Some(known) => Ok(Some(known.with_packets_of(balance_of(&account).await?))),
    }
}

/// What this account did in a game.
#[component]
pub(super) fn ReceiptPage(game: GameId) -> impl IntoView {
    let asked = Asked::open(game);
    let t = text::account();
    let state = value(move || {
        asked.answer.with(|answer| match answer {
            None => t.now().loading,
            Some(Ok(None)) => t.now().receipt_later,
            Some(Ok(Some(_))) => "",
            Some(Err(HttpError::NotAllowed)) => t.now().receipt_none,
            Some(Err(_)) => t.now().unreachable,
        })
    });
    let told = live(move || {
        asked.answer.with(|answer| match answer {
            Some(Ok(Some(receipt))) => told(receipt, t.now()),
            Some(Err(HttpError::NotAllowed)) | Some(Ok(None)) | None => ().into_any(),
            Some(Err(_)) => view! {
                <button type="button" class="button" on:click=move |_| asked.refresh()>
                    {t.now().try_again}
                </button>
            }
            .into_any(),
        })
    });
    frame(state, told)
}

/// The page of an address that names no game.
#[component]
pub(super) fn NoReceipt() -> impl IntoView {
    let t = text::account();
    frame(value(move || t.now().receipt_none), live(|| ()))
}

fn frame(state: Live<&'static str>, told: Live<AnyView>) -> impl IntoView {
    let t = text::account();
    title(move || Some(t.now().receipt.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow receipt">
            <h1>{t.say(|w| w.receipt)}</h1>
            <p class="receipt-state" role="status" data-testid="receipt-state">{state}</p>
            {told}
            <p class="buttons">
                <a class="button" href=Page::Balance.path()>{t.say(|w| w.see_balance)}</a>
                <a class="button" href=Page::Home.path()>{t.say(|w| w.to_start)}</a>
            </p>
        </main>
    }
}

fn told(receipt: &GameReceipt, words: &'static AccountWords) -> AnyView {
    let GameReceipt { title, nickname, team, score, rank, players, life, .. } = receipt.clone();
    let team = team.map(|OwnTeam { name, rank, score }| {
        let place = rank.map(|rank| format!("{}: {rank}", words.rank));
        view! {
            <p data-testid="receipt-team">
                {words.your_team} ": " <bdi>{name}</bdi> " · " {place} " · " {points(score, words)}
            </p>
        }
    });
    let questions = receipt.questions.iter().map(|it| question(it, words)).collect_view();
    let caught = receipt.packets.iter().map(|packet| {
        let packet = packet.clone();
        view! { <balance::Line packet /> }
    });
    let caught = caught.collect_view();
    let nothing = receipt.packets.is_empty() && receipt.complete;
    view! {
        {logo(receipt.logo)}
        <p class="receipt-title"><bdi>{title}</bdi></p>
        <section class="place" data-testid="receipt-place">
            <p><bdi>{nickname}</bdi></p>
            {rank.map(|rank| view! {
                <p class="place-rank">
                    <span class="place-label">{words.rank}</span>
                    <span class="place-number" data-testid="rank">{rank}</span>
                    <span class="place-of">" / " {players}</span>
                </p>
            })}
            <p class="place-score" data-testid="score">{points(score, words)}</p>
            {life.map(|life| view! { <p data-testid="receipt-life">{life_text(life, words)}</p> })}
        </section>
        {team}
        <ol class="receipt-questions">{questions}</ol>
        <h2>{words.caught}</h2>
        {nothing.then(|| view! { <p class="muted">{words.nothing_caught}</p> })}
        {(!receipt.complete).then(|| view! { <p class="problem">{words.balance_incomplete}</p> })}
        <ul class="credits">{caught}</ul>
    }
    .into_any()
}

fn points(score: i64, words: &AccountWords) -> AnyView {
    let unit = (words.points_unit)(score.unsigned_abs());
    view! { <bdi>{decimal::format(score, 0)}</bdi> {unit} }.into_any()
}

fn life_text(life: Life, words: &AccountWords) -> String {
    match (life.is_in(), life.cards) {
        (false, _) => words.out.to_owned(),
        (true, 0) => words.still_in.to_owned(),
        (true, cards) => [words.still_in, " · ", &(words.revive_cards)(cards)].concat(),
    }
}

fn question(asked: &ReceiptQuestion, words: &'static AccountWords) -> AnyView {
    let heading = [&(asked.round + 1).to_string(), ". ", &asked.text].concat();
    let right =
        fact(words.right_answer, &asked.right, asked.fixed.then_some(words.key_fixed), words);
    let given = asked.corrections.iter().map(|Correction { points, note }| {
        let said = (words.corrected)(&signed(*points));
        let note = (!note.is_empty()).then(|| view! { " · " <bdi>{note.clone()}</bdi> });
        view! { <p data-testid="receipt-correction">{said} {note}</p> }
    });
    let given = given.collect_view();
    view! {
        <li class="receipt-question" data-testid="receipt-question">
            <h2 dir="auto">{heading}</h2>
            {match &asked.own {
                Some(own) => outcome(own, right, words),
                None => view! { <p class="muted">{words.came_later}</p> {right} }.into_any(),
            }}
            {given}
        </li>
    }
    .into_any()
}

/// What a question brought, around what is right about it.
fn outcome(own: &OwnRound, right: Option<AnyView>, words: &'static AccountWords) -> AnyView {
    let result = result(own.answer.is_some(), own.grade);
    let graded = own.grade != Grade::Ungraded;
    let answer = own.answer.as_ref().and_then(|lines| fact(words.your_answer, lines, None, words));
    let worth = graded.then(|| {
        let unit = (words.points_unit)(own.points.unsigned_abs().into());
        let more = (own.bonus > 0).then(|| (words.in_a_row)(own.bonus, own.streak.into()));
        view! {
            " " <span data-testid="points"><bdi>{signed(own.points)}</bdi> {unit}</span>
            {more.map(|more| view! { " · " <span>{more}</span> })}
        }
    });
    let when = own
        .answer
        .is_some()
        .then(|| (words.arrived)(&seconds(own.elapsed_ms), &seconds(own.line_ms.into())));
    let place = [" · ", words.rank, " ", &own.rank.to_string()].concat();
    view! {
        <p class=format!("receipt-result is-{result}") data-testid="result" data-result=result>
            <b>{result_text(result, words)}</b> {worth}
        </p>
        {answer}
        {right}
        {when.map(|when| view! { <p class="muted small" data-testid="arrived">{when}</p> })}
        <p class="muted small" data-testid="stands">
            {words.score} " " <bdi>{decimal::format(own.score, 0)}</bdi> {place}
        </p>
    }
    .into_any()
}

/// What was answered, or is right, under its name; nothing where there is nothing to say.
fn fact(
    name: &'static str,
    lines: &[Line],
    note: Option<&'static str>,
    words: &AccountWords,
) -> Option<AnyView> {
    let items = lines.iter().map(|line| view! { <li dir="auto">{line_text(line, words)}</li> });
    let items = items.collect_view();
    let note = note.map(|note| view! { " · " {note} });
    (!lines.is_empty()).then(|| {
        view! {
            <dl class="receipt-fact">
                <dt>{name} {note}</dt>
                <dd><ul>{items}</ul></dd>
            </dl>
        }
        .into_any()
    })
}
