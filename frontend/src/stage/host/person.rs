//! The dialog about one player: another name, other points, a revive card, signed out, or the way out.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::SignOut;
use quizrain_shared::decimal;
use quizrain_shared::identity::Identity;
use quizrain_shared::wire::{Ban, HostFrame, PlayerRow};

use super::clicks::{Clicks, Errand};
use super::players::is_out;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{effect, live, value};
use crate::net::http::HttpError;
use crate::net::{guests, storage};
use crate::stage::dialog::follow;
use crate::text::{self, StageWords};
use web_sys::HtmlDialogElement;

/// The number of points that a host has typed.
fn points(text: &str) -> Option<i32> {
    let points = i32::try_from(decimal::parse(text, 0).ok()?).ok()?;
    (points != 0).then_some(points)
}

#[component]
pub(super) fn PersonDialog(
    clicks: Clicks,
    person: RwSignal<Option<PlayerRow>>,
    open: RwSignal<bool>,
    /// The list is another one now.
    #[prop(into)]
    changed: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    let errand = Errand::new(clicks, move || {
        open.set(false);
        changed.run(());
    });
    effect(move || {
        if open.get() {
            errand.forget();
        }
    });
    let body = live(move || {
        let row = person.get()?;
        let (score, name) = (row.score, row.seat.nickname.clone());
        let rank = (row.rank > 0).then(|| format!("{}. · ", row.rank));
        let cards = row.life.map(|life| life.cards).filter(|cards| *cards > 0);
        let out = is_out(row.life);
        Some(view! {
            <h2 tabindex="-1" autofocus><bdi>{name}</bdi></h2>
            <p class="muted">
                {rank} {score.to_string()} {value(move || (t.now().points_unit)(score.unsigned_abs()))}
                {out.then(|| view! { " · " {t.now().out} })}
                {cards.map(|cards| format!(" · {}", (t.now().desk.cards)(cards)))}
            </p>
            <Name errand row=row.clone() />
            <Points errand row=row.clone() />
            <Revive errand row=row.clone() />
            {sign_out(clicks, row.seat.number)}
            <Leave errand row />
        })
    });
    view! {
        <dialog class="dialog person-dialog" node_ref=dialog data-testid="player-dialog"
            on:close=move |_| {
                open.set(false);
                person.set(None);
            }>
            {body}
            <p class="problem" role="alert">{value(move || errand.problem())}</p>
            <div class="dialog-buttons">
                <button type="button" class="button" data-testid="player-close"
                    on:click=move |_| open.set(false)>{t.say(|w| w.desk.close)}</button>
            </div>
        </dialog>
    }
}

#[component]
fn Name(errand: Errand, row: PlayerRow) -> impl IntoView {
    let t = text::stage();
    let (seat, before) = (row.seat.number, row.seat.nickname);
    let typed = RwSignal::new(before.clone());
    let same = move || typed.with(|typed| typed.trim() == before || typed.trim().is_empty());
    let rename = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        errand.send(|_| HostFrame::Rename { seat, nickname: typed.get_untracked() });
    };
    view! {
        <form class="person-part" on:submit=rename novalidate>
            <p>
                <label class="label" for="player-name">{t.say(|w| w.desk.name)}</label>
                <input id="player-name" data-testid="player-name" class="field" type="text"
                    autocomplete="off" maxlength="80" prop:value=typed
                    on:input=move |event| typed.set(event_target_value(&event)) />
            </p>
            <button type="submit" class="button" data-testid="rename"
                disabled=value(move || same() || errand.waiting().get())>
                {t.say(|w| w.desk.rename)}
            </button>
        </form>
    }
}

#[component]
fn Points(errand: Errand, row: PlayerRow) -> impl IntoView {
    let t = text::stage();
    let seat = row.seat.number;
    let [typed, note] = std::array::from_fn(|_| RwSignal::new(String::new()));
    let read = move || points(&typed.get());
    let wrong = move || !typed.with(|typed| typed.trim().is_empty()) && read().is_none();
    let correct = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(points) = points(&typed.get_untracked()) {
            let note = note.get_untracked().trim().to_owned();
            errand.send(|seen| HostFrame::AdjustScore { seat, points, note, seen });
        }
    };
    view! {
        <form class="person-part" on:submit=correct novalidate>
            <p>
                <label class="label" for="player-points">{t.say(|w| w.desk.points)}</label>
                <input id="player-points" data-testid="player-points" class="field" type="text"
                    autocomplete="off" aria-describedby="points-wrong"
                    aria-invalid=value(move || if wrong() { "true" } else { "false" })
                    prop:value=typed on:input=move |event| typed.set(event_target_value(&event)) />
            </p>
            <p>
                <label class="label" for="player-note">{t.say(|w| w.desk.note)}</label>
                <input id="player-note" data-testid="player-note" class="field" type="text"
                    autocomplete="off" maxlength="200" prop:value=note
                    on:input=move |event| note.set(event_target_value(&event)) />
            </p>
            <p id="points-wrong" class="problem person-wrong" role="status">
                {value(move || wrong().then(|| t.now().desk.points_wrong))}
            </p>
            <button type="submit" class="button" data-testid="correct-points"
                disabled=value(move || read().is_none() || errand.waiting().get())>
                {t.say(|w| w.desk.correct_points)}
            </button>
        </form>
    }
}

/// In a game of survival: a card.
#[component]
fn Revive(errand: Errand, row: PlayerRow) -> impl IntoView {
    let t = text::stage();
    let seat = row.seat.number;
    row.life.map(|_| {
        view! {
            <div class="person-part">
                <button type="button" class="button" data-testid="revive" disabled=errand.waiting()
                    on:click=move |_| {
                        errand.send(|seen| HostFrame::Revive { seat: Some(seat), seen });
                    }>
                    {t.say(|w| w.desk.revive)}
                </button>
            </div>
        }
    })
}

/// In a game for people, to whoever may make games: the way out of all browsers of this one.
fn sign_out(clicks: Clicks, seat: u32) -> AnyView {
    let t = text::stage();
    let game = clicks.session.part(|known| {
        let game = known.game.as_ref()?;
        (game.identity != Identity::Open).then_some(game.game)
    });
    let Some((game, key)) = game.get_untracked().zip(storage::host_key()) else {
        return ().into_any();
    };
    let busy = RwSignal::new(false);
    let said = RwSignal::new(None::<Result<(), HttpError>>);
    let out = move |_| {
        busy.set(true);
        spawn_local(async move {
            let out = guests::sign_out(&key, &SignOut::Player { game, seat }).await;
            let _ = said.try_set(Some(out.map(|_| ())));
            let _ = busy.try_set(false);
        });
    };
    view! {
        <details class="person-part">
            <summary data-testid="sign-out">{t.say(|w| w.desk.sign_out)}</summary>
            <p>{t.say(|w| w.desk.sign_out_why)}</p>
            <button type="button" class="button" data-testid="sign-out-sure"
                disabled=value(move || busy.get()) on:click=out>{t.say(|w| w.desk.sign_out)}</button>
            <p role="status" data-testid="signed-out">{live(move || said.get().map(|said| match said {
                Ok(()) => t.now().desk.signed_out.to_owned(),
                Err(why) => t.now().problem(&why),
            }))}</p>
        </details>
    }
    .into_any()
}

/// The way out, in two steps.
#[component]
fn Leave(errand: Errand, row: PlayerRow) -> impl IntoView {
    let t = text::stage();
    let seat = row.seat.number;
    let others = row.same_address;
    let ban = RwSignal::new(Ban::No);
    let choice = move |is: Ban,
                       testid: &'static str,
                       label: fn(&'static StageWords) -> &'static str| {
        view! {
            <label class="option">
                <input type="radio" name="ban" data-testid=testid
                    prop:checked=value(move || ban.get() == is) on:change=move |_| ban.set(is) />
                <span>{t.say(label)}</span>
            </label>
        }
    };
    let from_there = live(move || {
        (ban.get() == Ban::Address).then(|| {
            let words = t.now().desk;
            view! {
                <p class="muted" data-testid="ban-address-why">
                    {words.ban_address_why} " " {(words.same_address)(others)}
                </p>
            }
        })
    });
    view! {
        <details class="person-part">
            <summary data-testid="remove">{t.say(|w| w.desk.remove)}</summary>
            <p>{t.say(|w| w.desk.remove_why)}</p>
            {choice(Ban::No, "ban-no", |w| w.desk.ban_no)}
            {choice(Ban::Account, "ban", |w| w.desk.ban)}
            {choice(Ban::Address, "ban-address", |w| w.desk.ban_address)}
            <div role="status">{from_there}</div>
            <button type="button" class="button" data-testid="remove-confirm"
                disabled=errand.waiting()
                on:click=move |_| errand.send(|_| HostFrame::Remove { seat, ban: ban.get_untracked() })>
                {t.say(|w| w.desk.remove)}
            </button>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn points_have_a_sign_or_none() {
        let cases = [("100", 100), ("+100", 100), (" -50 ", -50), ("−50", -50), ("1,000", 1000)];
        for (text, read) in cases {
            assert_eq!(points(text), Some(read), "{text}");
        }
        for text in ["", "0", "x", "1.5", "9999999999"] {
            assert_eq!(points(text), None, "{text}");
        }
    }
}
