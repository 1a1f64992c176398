//! The panel of players: who is there, how they stand, and what a host can do about each.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use quizrain_shared::client::{GameView, Pending};
use quizrain_shared::mode::Life;
use quizrain_shared::wire::{HostFrame, PlayerList, PlayerRow};

use super::clicks::Clicks;
use super::confirm::ConfirmDialog;
use super::panel::{Pager, panel};
use super::person::PersonDialog;
use crate::components::avatar::avatar;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::device;
use crate::state::session::Session;
use crate::text;

/// How often the list is asked for.
const ASK_EVERY: Duration = Duration::from_secs(5);
/// Whoever types searches when this has passed without another letter.
const TYPED: Duration = Duration::from_millis(300);

#[component]
pub(super) fn PlayersPanel(clicks: Clicks) -> impl IntoView {
    let t = text::stage();
    let players = clicks.session.part(GameView::players);
    let title = t.tell(move |w| format!("{} · {}", w.desk.players, players.get()));
    panel(title, "players", move || view! { <Panel clicks /> })
}

/// Asks for what is searched, at once and whenever the list may be another one. What it returns asks once more.
fn keep_asking(
    session: Session,
    search: RwSignal<String>,
    skip: RwSignal<u32>,
) -> impl Fn() + Copy + Send + Sync + 'static {
    let busy = session.waiting(|pending: &Pending| pending.waiting().is_some());
    let ask = move || {
        let wished = search.try_get_untracked().zip(skip.try_get_untracked());
        if let Some((search, skip)) = wished {
            session.wish(|_| HostFrame::ListPlayers { search, skip });
        }
    };
    effect(move || {
        search.track();
        skip.track();
        ask();
    });
    let again = move || {
        // What a host has asked for and not got comes first.
        if device::visible() && busy.try_get_untracked() == Some(false) {
            ask();
        }
    };
    if let Ok(interval) = set_interval_with_handle(again, ASK_EVERY) {
        on_cleanup(move || interval.clear());
    }
    // Scores change with the stage.
    let stage = session.part(|known| known.stage.as_ref().map(|stage| stage.at.seq));
    effect(move || {
        stage.track();
        again();
    });
    ask
}

#[component]
fn Panel(clicks: Clicks) -> impl IntoView {
    let t = text::stage();
    let session = clicks.session;
    let (search, skip) = (RwSignal::new(String::new()), RwSignal::new(0));
    let ask = keep_asking(session, search, skip);
    let list = session.part(|known| known.found_players.clone());
    let found = memo(move || list.with(|list| list.as_ref().map_or(0, |list| list.found)));
    let survival = session.part(|known| known.game.as_ref()?.mode.survival());
    let [reviving, shown] = std::array::from_fn(|_| RwSignal::new(false));
    let person = RwSignal::new(None::<PlayerRow>);
    let rows = live(move || {
        let PlayerList { rows, .. } = list.get()?;
        let open = move |row: PlayerRow| {
            person.set(Some(row));
            shown.set(true);
        };
        let rows = rows.into_iter().map(|row| player(clicks, row, open)).collect_view();
        Some(view! { <ol class="people">{rows}</ol> })
    });
    let nobody = value(move || {
        let none = list.with(|list| list.as_ref().is_some_and(|list| list.found == 0));
        none.then(|| t.now().desk.nobody)
    });
    view! {
        <SearchField search skip />
        {live(move || survival.get().filter(|_| !clicks.watching).map(|_| view! {
            <button type="button" class="button" data-testid="revive-all"
                on:click=move |_| reviving.set(true)>{t.say(|w| w.desk.revive_all)}</button>
        }))}
        {rows}
        <p class="muted" role="status">{nobody}</p>
        <Pager skip found />
        <PersonDialog clicks person open=shown changed=ask />
        <ConfirmDialog open=reviving title=|w| w.desk.revive_all_sure
            yes=|w| w.desk.revive_all testid="revive-all-confirm"
            confirm=move || {
                clicks.note();
                session.wish(|seen| HostFrame::Revive { seat: None, seen });
            }>
            <p>{t.say(|w| w.desk.revive_all_why)}</p>
        </ConfirmDialog>
    }
}

#[component]
fn SearchField(search: RwSignal<String>, skip: RwSignal<u32>) -> impl IntoView {
    let t = text::stage();
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let typed = move |event: leptos::ev::Event| {
        let text = event_target_value(&event);
        let found = move || {
            let _ = skip.try_set(0);
            let _ = search.try_set(text);
        };
        if let Some(before) = waiting.get_value() {
            before.clear();
        }
        waiting.set_value(set_timeout_with_handle(found, TYPED).ok());
    };
    view! {
        <p>
            <label class="label" for="find-player">{t.say(|w| w.desk.search)}</label>
            <input id="find-player" data-testid="find-player" class="field" type="search"
                autocomplete="off" spellcheck="false" maxlength="80" on:input=typed />
        </p>
    }
}

/// Whether somebody is out.
pub(super) fn is_out(life: Option<Life>) -> bool {
    life.is_some_and(|life| !life.is_in())
}

/// A player of the list.
fn player(clicks: Clicks, row: PlayerRow, open: impl Fn(PlayerRow) + Send + 'static) -> AnyView {
    let t = text::stage();
    let rank = (row.rank > 0).then(|| format!("{}.", row.rank));
    let team = row.seat.team;
    let team = clicks.session.part(move |known| {
        let teams = known.game.as_ref()?.mode.teams()?;
        teams.names.get(usize::from(team?)).cloned()
    });
    let (out, offline) = (is_out(row.life), row.connected == Some(false));
    let (name, score, number) = (row.seat.nickname.clone(), row.score, row.seat.number);
    let face = avatar(row.seat.avatar);
    let testid = format!("player-{number}");
    let field = row.field.clone();
    let told = view! {
        <span class="person-rank">{rank}</span>
        {face}
        <span class="person-name">
            <bdi>{name}</bdi>
            {live(move || team.get().map(|team| view! { <bdi class="small muted">{team}</bdi> }))}
            {field.map(|field| view! { <bdi class="small muted" data-testid="field">{field}</bdi> })}
            {out.then(|| view! { <span class="mark small">{t.say(|w| w.out)}</span> })}
            {offline.then(|| view! {
                <span class="mark small">{t.say(|w| w.desk.offline)}</span>
            })}
        </span>
        <span class="person-score">{score.to_string()}</span>
    };
    if clicks.watching {
        return view! { <li class="person" data-testid=testid>{told}</li> }.into_any();
    }
    view! {
        <li>
            <button type="button" class="person" data-testid=testid
                on:click=move |_| open(row.clone())>{told}</button>
        </li>
    }
    .into_any()
}
