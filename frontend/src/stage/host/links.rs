//! The panel of links: whom the game's owner lets to the desk, by a QR code that one browser can use
//! once.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{CrewLink, CrewMember, CrewRight, MAX_CREW};
use quizrain_shared::ids::{GameId, Token};

use super::confirm::ConfirmDialog;
use super::panel::panel;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::http::HttpError;
use crate::net::{device, host};
use crate::text;

/// How often it is asked who has used a link.
const ASK_EVERY: Duration = Duration::from_secs(3);

/// What the panel knows.
#[derive(Clone, Copy)]
struct Links {
    game: GameId,
    host: StoredValue<Token>,
    list: RwSignal<Vec<CrewMember>>,
    /// The link that is shown.
    link: RwSignal<Option<CrewLink>>,
    waiting: RwSignal<bool>,
    problem: RwSignal<Option<HttpError>>,
    /// How often something was changed here: what was asked before that is old.
    changes: StoredValue<u32>,
}

impl Links {
    /// Asks who is there. What does not come leaves what is known.
    fn load(self) {
        let Some(host) = self.host.try_get_value() else { return };
        let before = self.changes.try_get_value();
        spawn_local(async move {
            if let Ok(list) = host::crew(&host, self.game).await
                && self.changes.try_get_value() == before
            {
                self.show(list);
            }
        });
    }

    fn show(self, list: Vec<CrewMember>) {
        if self.list.try_with_untracked(|known| *known != list) == Some(true) {
            self.list.set(list);
        }
    }

    fn note_change(self) {
        self.changes.try_update_value(|changes| *changes = changes.wrapping_add(1));
    }

    fn make(self, right: CrewRight) {
        let Some(host) = self.host.try_get_value().filter(|_| !self.waiting.get_untracked()) else {
            return;
        };
        self.waiting.set(true);
        self.problem.set(None);
        spawn_local(async move {
            match host::make_link(&host, self.game, right).await {
                Ok(link) => {
                    let until_ms = Some(link.until_ms);
                    let made = CrewMember { id: link.id.clone(), right, until_ms, name: None };
                    self.note_change();
                    let _ = self.list.try_update(|list| list.push(made));
                    let _ = self.link.try_set(Some(link));
                }
                Err(why) => {
                    let _ = self.problem.try_set(Some(why));
                }
            }
            let _ = self.waiting.try_set(false);
        });
    }

    /// Ends one, or all.
    fn end(self, id: Option<String>) {
        let Some(host) = self.host.try_get_value() else { return };
        self.problem.set(None);
        spawn_local(async move {
            match host::end_crew(&host, self.game, id).await {
                Ok(list) => {
                    self.note_change();
                    self.show(list);
                }
                Err(why) => {
                    let _ = self.problem.try_set(Some(why));
                }
            }
        });
    }

    /// The link that is shown: whether it still waits, and whether somebody has used it.
    fn shown(self) -> Option<(CrewLink, Option<CrewMember>)> {
        let link = self.link.get()?;
        let found = self.list.with(|list| list.iter().find(|it| it.id == link.id).cloned());
        Some((link, found))
    }
}

#[component]
pub(super) fn LinksPanel(game: GameId, token: Token) -> impl IntoView {
    let t = text::stage();
    let links = Links {
        game,
        host: StoredValue::new(token),
        list: RwSignal::default(),
        link: RwSignal::default(),
        waiting: RwSignal::default(),
        problem: RwSignal::default(),
        changes: StoredValue::default(),
    };
    panel(t.tell(|w| w.desk.links.to_owned()), "links", move || view! { <Panel links /> })
}

#[component]
fn Panel(links: Links) -> impl IntoView {
    let t = text::stage();
    links.load();
    let again = move || {
        if device::visible() {
            links.load();
        }
    };
    if let Ok(interval) = set_interval_with_handle(again, ASK_EVERY) {
        on_cleanup(move || interval.clear());
    }
    let count = memo(move || links.list.with(Vec::len));
    let full = move || count.get() >= MAX_CREW as usize;
    let ending = RwSignal::new(false);
    let make = move |right: CrewRight| {
        let (testid, why) = match right {
            CrewRight::Host => ("link-host", t.say(|w| w.desk.link_host_why)),
            CrewRight::Viewer => ("link-viewer", t.say(|w| w.desk.link_viewer_why)),
        };
        view! {
            <div class="link-choice">
                <button type="button" class="button" data-testid=testid
                    disabled=value(move || full() || links.waiting.get())
                    on:click=move |_| links.make(right)>{name_of(right)}</button>
                <p class="muted small">{why}</p>
            </div>
        }
    };
    let rows = live(move || {
        let rows = links.list.get().into_iter().map(|member| row(links, member));
        rows.collect_view()
    });
    view! {
        {make(CrewRight::Host)}
        {make(CrewRight::Viewer)}
        <p class="muted small" role="status">
            {value(move || full().then(|| (t.now().desk.links_full)(MAX_CREW)))}
        </p>
        <p class="problem" role="alert">
            {live(move || links.problem.get().map(|why| t.now().problem(&why)))}
        </p>
        <Shown links />
        <ul class="links" data-testid="crew">{rows}</ul>
        {live(move || (count.get() > 0).then(|| view! {
            <button type="button" class="button" data-testid="end-links"
                on:click=move |_| ending.set(true)>{t.say(|w| w.desk.end_links)}</button>
        }))}
        <ConfirmDialog open=ending title=|w| w.desk.end_links_sure yes=|w| w.desk.end_links
            testid="end-links-confirm" confirm=move || links.end(None)>
            <p>{t.say(|w| w.desk.end_links_why)}</p>
        </ConfirmDialog>
    }
}

fn name_of(right: CrewRight) -> text::Text<&'static str> {
    text::stage().say(match right {
        CrewRight::Host => |w| w.desk.link_host,
        CrewRight::Viewer => |w| w.desk.link_viewer,
    })
}

/// The link that was made last, as long as it waits for somebody.
#[component]
fn Shown(links: Links) -> impl IntoView {
    let t = text::stage();
    // The list is asked for again and again: what is shown stays in its place.
    let shown = memo(move || links.shown());
    live(move || {
        let (CrewLink { url, qr, until_ms, .. }, found) = shown.get()?;
        let Some(right) = found.as_ref().filter(|it| it.until_ms.is_some()).map(|it| it.right)
        else {
            let used = found.is_some();
            let over = view! {
                <p role="status" data-testid="link-state">
                    {t.say(if used { |w| w.desk.link_used } else { |w| w.desk.link_over })}
                </p>
            };
            return Some(over.into_any());
        };
        let picture = device::picture_of_svg(&qr);
        let copied = RwSignal::new(false);
        let to_copy = url.clone();
        let copy = move |_| {
            let url = to_copy.clone();
            spawn_local(async move {
                let _ = copied.try_set(device::copy(&url).await);
            });
        };
        Some(
            view! {
                <section class="link" data-testid="link">
                    <h3>{name_of(right)}</h3>
                    <img class="link-code" src=picture alt=t.say(|w| w.desk.link_alt) />
                    <label class="label" for="link-address">{t.say(|w| w.desk.link_address)}</label>
                    <input id="link-address" data-testid="link-address" class="field" type="text"
                        readonly=true autocomplete="off" spellcheck="false" prop:value=url
                        on:focus=move |event| {
                            event_target::<web_sys::HtmlInputElement>(&event).select();
                        } />
                    <div class="buttons">
                        {device::can_copy().then(|| view! {
                            <button type="button" class="button" data-testid="copy-link"
                                on:click=copy>
                                {value(move || {
                                    if copied.get() { t.now().desk.copied } else { t.now().desk.copy }
                                })}
                            </button>
                        })}
                    </div>
                    <p class="muted small">{t.say(|w| w.desk.link_until)} " " <When at_ms=until_ms /></p>
                </section>
            }
            .into_any(),
        )
    })
}

/// A link that waits, or somebody who has used one.
fn row(links: Links, member: CrewMember) -> AnyView {
    let t = text::stage();
    let CrewMember { id, right, until_ms, name } = member;
    let state = match until_ms {
        Some(_) => t.say(|w| w.desk.link_waits),
        None => t.say(|w| w.desk.link_in_use),
    };
    view! {
        <li class="link-row" data-testid="crew-member">
            <span>
                {name_of(right)} " · " <span class="muted">{state}</span>
                {name.map(|name| view! { " · " <bdi>{name}</bdi> })}
            </span>
            <button type="button" class="button" data-testid="end-link"
                on:click=move |_| links.end(Some(id.clone()))>{t.say(|w| w.desk.end_link)}</button>
        </li>
    }
    .into_any()
}
