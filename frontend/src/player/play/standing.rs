//! The quiet moments on a phone: lobby, board, podium, the end.

use leptos::prelude::*;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::client::GameView;
use quizrain_shared::decimal;
use quizrain_shared::mode::{Mode, TeamRow};
use quizrain_shared::pages::Page;
use quizrain_shared::wire::{BoardRow, Standings};

use super::rain::CaughtCard;
use super::reactions::Reactions;
use crate::components::avatar::{avatar, face};
use crate::components::logo::logo;
use crate::components::team::{emblem, team};
use crate::dom::view;
use crate::live::{Live, live, value};
use crate::player::play_again::PlayAgain;
use crate::state::session::Session;
use crate::text;

/// Pieces of confetti; `glory.css` has a place for each.
const CONFETTI: usize = 12;

/// The logo of the game's host.
fn host_logo(session: Session) -> Live<AnyView> {
    let theme = session.part(|known| known.settings().theme);
    live(move || logo(theme.get().logo))
}

#[component]
pub(super) fn LobbyView(session: Session) -> impl IntoView {
    let t = text::player();
    let title = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    let players = session.part(GameView::players);
    let face = session.face();
    let rules = live(move || {
        match (session.mode(), session.team()) {
        (mode @ Mode::Teams(_), Some(number)) => view! {
            <p class="lobby-team" data-testid="own-team">{t.now().your_team} " " {team(&mode, number)}</p>
        }
        .into_any(),
        (Mode::Survival(rules), _) => {
            let words = t.now();
            let cards = (rules.card_after > 0).then(|| (words.card_rule)(rules.card_after));
            view! { <p class="notice">{words.survival_rule} " " {cards}</p> }.into_any()
        }
        (Mode::SelfPaced(paced), _) => {
            view! { <p class="notice">{(t.now().own_pace)(paced.minutes)}</p> }.into_any()
        }
        _ => ().into_any(),
    }
    });
    view! {
        <main class="page page-narrow page-middle calm">
            {host_logo(session)}
            <button type="button" class="own-face" data-testid="face"
                on:click=move |_| session.renew_avatar()>
                {live(move || face.get().map(avatar))}
                <small class="muted">{t.say(|w| w.tap_face)}</small>
            </button>
            <h1 data-testid="lobby">{t.say(|w| w.you_are_in)}</h1>
            {rules}
            <p>{t.say(|w| w.see_your_name)}</p>
            <p class="muted"><bdi>{title}</bdi></p>
            <p class="muted" data-testid="player-count" data-count=players>
                {t.tell(move |w| (w.players_joined)(players.get()))}
            </p>
        </main>
        <Reactions session />
    }
}

/// This player's score and rank, large.
#[component]
fn OwnPlace(session: Session) -> impl IntoView {
    let outcome = session.part(|known| known.you.as_ref()?.outcome.clone());
    live(move || {
        let outcome = outcome.get()?;
        Some(place(outcome.rank, outcome.players, outcome.score))
    })
}

/// A rank among so many, and a score, large.
pub(super) fn place(rank: u32, players: u32, score: i64) -> AnyView {
    let t = text::player();
    view! {
        <section class="place">
            <p class="place-rank">
                <span class="place-label">{t.say(|w| w.rank)}</span>
                <span class="place-number" data-testid="rank">{rank}</span>
                <span class="place-of">" / " {players}</span>
            </p>
            <p class="place-score">
                <bdi>{decimal::format(score, 0)}</bdi>
                {value(move || (t.now().points_unit)(score.unsigned_abs()))}
            </p>
        </section>
    }
    .into_any()
}

/// The best players, with this player's own line marked.
#[component]
fn Rows(session: Session, top: Vec<BoardRow>) -> impl IntoView {
    let t = text::player();
    let name = session.part(|known| known.you.as_ref().map(|you| you.seat.nickname.clone()));
    let rows = top
        .into_iter()
        .map(|row| {
            let nickname = row.nickname.clone();
            let own = value(move || name.with(|name| name.as_ref() == Some(&nickname)));
            view! {
                <li class="row" class:is-own=own class:is-out=row.out>
                    <span class="row-rank">{row.rank}</span>
                    {row.team.map(emblem)}
                    <span class="row-name">{avatar(row.avatar)} <bdi>{row.nickname}</bdi></span>
                    {row.out.then(|| view! { <span class="out">{t.say(|w| w.out)}</span> })}
                    <span class="row-score">{decimal::format(row.score, 0)}</span>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="rows">{rows}</ol> }
}

/// The teams, with this player's own marked.
#[component]
fn TeamRows(session: Session, teams: Vec<TeamRow>) -> impl IntoView {
    let t = text::player();
    let (mode, own) = (session.mode(), session.team());
    let rows = teams
        .into_iter()
        .map(|row| {
            let TeamRow { rank, team: number, score, players } = row;
            view! {
                <li class="row" class:is-own={own == Some(number)}
                    data-testid="team-row">
                    <span class="row-rank">{rank}</span>
                    <span class="row-name">
                        {team(&mode, number)}
                        <small class="muted">{t.tell(move |w| (w.members)(players))}</small>
                    </span>
                    <span class="row-score">{decimal::format(score, 0)}</span>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="rows">{rows}</ol> }
}

/// How all stand: who is still in, the teams, the best.
#[component]
fn Boards(session: Session, standings: Standings) -> impl IntoView {
    let t = text::player();
    let Standings { top, players, survivors, teams } = standings;
    let any_teams = !teams.is_empty();
    view! {
        {survivors.map(|left| view! {
            <p class="survivors" data-testid="survivors">
                {t.tell(move |w| (w.survivors)(left, players))}
            </p>
        })}
        {any_teams.then(|| view! {
            <TeamRows session teams />
            <h2>{t.say(|w| w.best_players)}</h2>
        })}
        <Rows session top />
    }
}

#[component]
pub(super) fn BoardView(session: Session, standings: Standings) -> impl IntoView {
    let t = text::player();
    view! {
        <main class="page page-narrow">
            <h1>{t.say(|w| w.board)}</h1>
            <OwnPlace session />
            <Boards session standings />
        </main>
    }
}

/// The moment of somebody who has won a place: the face in light, with a medal, under confetti. The style sheet
/// moves all of it.
fn glory(rank: u32, avatar: Avatar) -> AnyView {
    let t = text::player();
    let picture = [face(avatar).as_str(), "<b></b>", &"<i></i>".repeat(CONFETTI)].concat();
    let class = ["glory glory-", &rank.to_string()].concat();
    view! {
        <section class=class data-testid="glory">
            <div class="glory-picture" aria-hidden="true" prop:innerHTML=picture></div>
            <p>{value(move || (t.now().glory)(rank))}</p>
        </section>
    }
    .into_any()
}

#[component]
pub(super) fn PodiumView(session: Session, standings: Standings) -> impl IntoView {
    let t = text::player();
    let of_players = standings.teams.is_empty();
    let won = session.part(move |known| {
        let you = known.you.as_ref()?;
        let outcome = you.outcome.as_ref().filter(|it| it.rank <= 3 && it.score > 0)?;
        of_players.then_some((outcome.rank, you.seat.avatar))
    });
    view! {
        <main class="page page-narrow">
            <h1 data-testid="podium">{t.say(|w| w.podium)}</h1>
            {live(move || won.get().map(|(rank, avatar)| glory(rank, avatar)))}
            <OwnPlace session />
            <Boards session standings />
        </main>
        <Reactions session />
    }
}

/// How it ended: one's own place and packet, and the final board. The page stays when the server has
/// nothing more to say of the game.
#[component]
pub(super) fn EndView(session: Session, standings: Standings) -> impl IntoView {
    let t = text::player();
    let (game, last) = session.of_game(|game| (game.game, game.pin)).unzip();
    let caught = session.part(|known| known.you.as_ref()?.caught.clone());
    let any = !standings.top.is_empty();
    view! {
        <main class="page page-narrow over">
            {host_logo(session)}
            <h1 data-testid="ended">{t.say(|w| w.game_over)}</h1>
            <p>{t.say(|w| w.thanks)}</p>
            <OwnPlace session />
            {live(move || caught.get().map(|caught| view! { <CaughtCard caught late=true /> }))}
            <PlayAgain last />
            <p><a class="button button-primary button-large" href=Page::Balance.path()>{t.say(|w| w.see_balance)}</a></p>
            {game.map(|game| view! {
                <p>
                    <a class="button" href=Page::Receipt(game).path() data-testid="to-receipt">
                        {t.say(|w| w.receipt)}
                    </a>
                </p>
            })}
            {any.then(|| view! {
                <h2>{t.say(|w| w.final_board)}</h2>
                <Boards session standings />
            })}
            <p><a class="button" href=Page::Home.path()>{t.say(|w| w.another_game)}</a></p>
        </main>
    }
}
