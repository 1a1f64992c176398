//! `/balance`: what this browser's account has, and how far every packet is that it has caught.
//!
//! While a packet is on its way the page asks again by itself.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{Balance, OwnPacket};
use quizrain_shared::ids::Pin;
use quizrain_shared::pages::Page;
use quizrain_shared::wire::PacketState;

use crate::components::amount::Amount;
use crate::components::chrome::{TopBar, title};
use crate::components::when::When;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::{account, device, devices, sign_in, storage};
use crate::state::pace::{Pace, follow};
use crate::text;

use super::devices::{Devices, Offered};
use super::erase::Erase;
use super::proof::PacketProof;

/// Whether a packet is on its way.
pub(super) fn is_moving(packet: &OwnPacket) -> bool {
    matches!(packet.state, PacketState::Crediting | PacketState::Paying)
}

/// What this page knows.
#[derive(Clone, Copy)]
struct Account {
    balance: RwSignal<Option<Balance>>,
    /// The last question brought no answer.
    missed: RwSignal<bool>,
    pace: StoredValue<Pace>,
}

impl Account {
    /// Follows the account, for as long as the reactive owner of the caller lives, once it is asked for.
    fn open() -> Self {
        let account = Self {
            balance: RwSignal::default(),
            missed: RwSignal::default(),
            pace: StoredValue::default(),
        };
        follow(account.pace, move || account.fetch());
        account
    }

    fn refresh(self) {
        if self.pace.try_update_value(Pace::ask) == Some(true) {
            self.fetch();
        }
    }

    fn fetch(self) {
        spawn_local(async move {
            let answer = account::balance(&storage::account()).await;
            let Some(before) = self.balance.try_get_untracked() else { return };
            let _ = self.missed.try_set(answer.is_err());
            let (new, more) = match answer {
                Ok(now) => {
                    let more = !now.complete || now.packets.iter().any(is_moving);
                    let new = before.as_ref() != Some(&now);
                    if new {
                        let _ = self.balance.try_set(Some(now));
                    }
                    (new, more)
                }
                Err(_) => (false, true),
            };
            let _ = self.pace.try_update_value(|pace| pace.answered(new, more));
        });
    }
}

/// Goes to the game with this pin.
fn enter(pin: u32) {
    if let Some(pin) = Pin::new(pin) {
        let _ = device::window().location().replace(&Page::Play(pin).path());
    }
}

/// Signs in whom the address has brought, if it has, and shows what the account has then.
fn arrive(account: Account, problem: RwSignal<Option<String>>) {
    let Some(brought) = sign_in::take() else { return account.refresh() };
    let tag = text::language().get_untracked().tag();
    spawn_local(async move {
        match sign_in::sign_in(brought, tag).await {
            // A guest has come to play.
            Ok(Some(pin)) => enter(pin),
            said => {
                let _ = problem.try_set(said.err());
                account.refresh();
            }
        }
    });
}

/// What this account has.
#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let t = text::account();
    title(move || Some(t.now().balance.to_owned()));
    let account = Account::open();
    let problem = RwSignal::new(None::<String>);
    let offered = RwSignal::new(devices::take());
    if offered.with_untracked(Option::is_none) {
        arrive(account, problem);
    }
    let known = memo(move || account.balance.with(Option::is_some));
    let asks = memo(move || offered.with(Option::is_some));
    let answered = Callback::new(move |why| {
        problem.set(why);
        offered.set(None);
        account.refresh();
    });
    view! {
        <TopBar />
        <main class="page page-narrow">
            <h1>{t.say(|w| w.balance)}</h1>
            {live(move || problem.get().map(|words| view! {
                <p class="notice" role="alert" data-testid="not-signed-in">
                    {if words.is_empty() { t.now().unreachable.to_owned() } else { words }}
                </p>
            }))}
            {live(move || offered.get().map(|code| view! { <Offered code answered /> }))}
            {live(move || match (known.get(), account.missed.get()) {
                _ if asks.get() => ().into_any(),
                (true, _) => view! { <Sums account /> }.into_any(),
                (false, false) => {
                    view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any()
                }
                (false, true) => view! {
                    <p class="problem" role="alert">{t.now().unreachable}</p>
                    <button type="button" class="button" on:click=move |_| account.refresh()>
                        {t.now().try_again}
                    </button>
                }
                .into_any(),
            })}
            {live(move || known.get().then(|| view! { <Whose /> <Take /> <Erase /> }))}
            <p class="buttons">
                <BackToGame />
                <a class="button" href=Page::Home.path()>{t.say(|w| w.to_start)}</a>
            </p>
            <p class="small">
                <a href=Page::Privacy.path() data-testid="to-privacy">{t.say(|w| w.privacy)}</a>
            </p>
        </main>
    }
}

/// Whose balance it is, and the way out for whoever has signed in.
#[component]
fn Whose() -> impl IntoView {
    let t = text::account();
    if storage::signed_in_as().is_none() {
        return view! { <Devices /> }.into_any();
    }
    let missed = RwSignal::new(false);
    let out = move |_| {
        spawn_local(async move {
            if sign_in::sign_out().await {
                let _ = device::window().location().reload();
            } else {
                let _ = missed.try_set(true);
            }
        });
    };
    view! {
        <p class="muted small">{t.say(|w| w.signed_in_note)}</p>
        <p class="problem" role="alert">
            {live(move || missed.get().then(|| t.now().unreachable))}
        </p>
        <p class="buttons">
            <button type="button" class="button" data-testid="sign-out" on:click=out>
                {t.say(|w| w.sign_out)}
            </button>
        </p>
    }
    .into_any()
}

#[component]
fn Sums(account: Account) -> impl IntoView {
    let t = text::account();
    let part = move |known: Option<Balance>| known.map(|it| it.balances).unwrap_or_default();
    let sums = memo(move || part(account.balance.get()));
    let packets = memo(move || {
        account.balance.with(|it| it.as_ref().map(|it| it.packets.clone()).unwrap_or_default())
    });
    let complete =
        memo(move || account.balance.with(|it| it.as_ref().is_none_or(|it| it.complete)));
    let large = live(move || {
        let sums = sums.get();
        if sums.is_empty() {
            // Whoever has caught something is not told that there is nothing.
            let words = t.now();
            if !complete.get() && packets.with(Vec::is_empty) {
                return ().into_any();
            }
            let said = match packets.with(|packets| packets.first().map(|it| it.state)) {
                Some(state) => (words.packet_state)(state),
                None => words.balance_empty,
            };
            return view! { <p class="balance-sum muted">{said}</p> }.into_any();
        }
        sums.into_iter()
            .map(|sum| {
                view! {
                    <p class="balance-sum">
                        <Amount amount=sum.amount currency=sum.currency testid="balance-total" />
                    </p>
                }
            })
            .collect_view()
            .into_any()
    });
    let any = memo(move || packets.with(|packets| !packets.is_empty()));
    view! {
        <div class="balance-sums" role="status">{large}</div>
        {live(move || (!complete.get()).then(|| view! {
            <p class="problem" role="status" data-testid="incomplete">
                {t.now().balance_incomplete}
            </p>
        }))}
        {live(move || if any.get() {
            view! {
                <ul class="credits">
                    {live(move || {
                        packets.get().into_iter().map(|packet| view! { <Line packet of_many=true /> }).collect_view()
                    })}
                </ul>
                <Download />
            }
            .into_any()
        } else {
            let nothing_missing = complete.get();
            nothing_missing.then(|| view! { <p class="muted">{t.now().balance_empty_why}</p> }).into_any()
        })}
    }
}

/// A packet, how far it is, and whether it was fair.
#[component]
pub(super) fn Line(
    packet: OwnPacket,
    /// Whether the game is one of many, to be looked at by itself.
    #[prop(optional)]
    of_many: bool,
) -> impl IntoView {
    let t = text::account();
    let game = of_many.then(|| {
        view! {
            <a class="credit-game" href=Page::Receipt(packet.game).path() data-testid="to-receipt">
                {t.say(|w| w.receipt)}
            </a>
        }
    });
    let state = packet.state;
    let proof = (!matches!(state, PacketState::Crediting | PacketState::Held))
        .then(|| view! { <PacketProof packet=packet.clone() /> });
    view! {
        <li class="credit" data-testid="credit" data-state=state.word()>
            <span class="credit-title"><bdi>{packet.title}</bdi></span>
            <Amount amount=packet.amount currency=packet.currency />
            <span class="credit-line small">
                <span class="credit-state">
                    {(state == PacketState::Crediting)
                        .then(|| view! { <span class="spinner" aria-hidden="true"></span> })}
                    {value(move || (t.now().packet_state)(state))}
                </span>
                <span class="muted"><When at_ms=packet.changed_at_ms /></span>
                {game}
            </span>
            {proof}
        </li>
    }
}

/// Every packet as a file.
#[component]
fn Download() -> impl IntoView {
    let t = text::account();
    let failed = RwSignal::new(false);
    let download = move |_| {
        failed.set(false);
        spawn_local(async move {
            let done = account::download_balance(&storage::account()).await;
            let _ = failed.try_set(done.is_err());
        });
    };
    view! {
        <p>
            <button type="button" class="button" data-testid="download" on:click=download>
                {t.say(|w| w.download)}
            </button>
        </p>
        <p class="balance-problem problem" role="alert">
            {value(move || failed.get().then(|| t.now().download_failed))}
        </p>
    }
}

/// Everything that is kept of whoever it is, as a file.
#[component]
fn Take() -> impl IntoView {
    let t = text::account();
    let failed = RwSignal::new(false);
    let take = move |_| {
        failed.set(false);
        spawn_local(async move {
            let done = account::download_own_data(&storage::account()).await;
            let _ = failed.try_set(done.is_err());
        });
    };
    view! {
        <p class="buttons">
            <button type="button" class="button" data-testid="take-data" on:click=take>
                {t.say(|w| w.take_data)}
            </button>
        </p>
        <p class="balance-problem problem" role="alert">
            {value(move || failed.get().then(|| t.now().download_failed))}
        </p>
    }
}

/// The way back into the game in which this browser has a seat.
#[component]
fn BackToGame() -> impl IntoView {
    let t = text::account();
    storage::last_pin().map(|pin| {
        view! {
            <a class="button button-primary" href=Page::Play(pin).path() data-testid="back-to-game">
                {t.say(|w| w.back_to_game)}
            </a>
        }
    })
}
