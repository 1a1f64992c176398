//! On the balance page of an account that is nobody's: whose it is, and its other devices. And what somebody is asked
//! who has opened a link to it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{DeviceLink, OwnDevices};

use crate::components::sign_in::sign_in_button;
use crate::components::when::When;
use crate::dom::view;
use crate::live::{Signal, live, memo, value};
use crate::net::{device, devices};
use crate::text::{self, Language};

/// How often it is looked whether the other device has come, in ms.
const LOOK_MS: f64 = 2000.0;

/// What this part of the page knows.
#[derive(Clone, Copy)]
struct Shared {
    language: Signal<Language>,
    now: RwSignal<Option<OwnDevices>>,
    /// The link that waits, or was used.
    link: RwSignal<Option<(DeviceLink, bool)>>,
    busy: RwSignal<bool>,
    /// Empty: nobody answered.
    problem: RwSignal<Option<String>>,
}

impl Shared {
    fn open() -> Self {
        let shared = Self {
            language: text::language(),
            now: RwSignal::default(),
            link: RwSignal::default(),
            busy: RwSignal::default(),
            problem: RwSignal::default(),
        };
        spawn_local(async move {
            if let Some(own) = devices::own().await {
                let _ = shared.now.try_set(Some(own));
            }
        });
        shared
    }

    /// Asks for a link, and looks whether somebody uses it for as long as it waits.
    fn share(self) {
        let (tag, begin) = (self.language.get_untracked().tag(), device::local_ms());
        self.busy.set(true);
        self.problem.set(None);
        spawn_local(async move {
            let before = devices::own().await.map_or(0, |own| own.others);
            let made = devices::share(tag).await;
            let _ = self.busy.try_set(false);
            let link = match made {
                Ok(link) => link,
                Err(words) => {
                    let _ = self.problem.try_set(Some(words));
                    return;
                }
            };
            let url = link.url.clone();
            let _ = self.link.try_set(Some((link, false)));
            while device::local_ms() - begin < quizrain_shared::api::DEVICE_CODE_MS as f64 {
                device::sleep(LOOK_MS).await;
                let is_ours = |it: &Option<(DeviceLink, bool)>| {
                    it.as_ref().is_some_and(|(link, used)| link.url == url && !used)
                };
                if self.link.try_with_untracked(is_ours) != Some(true) {
                    return;
                }
                let Some(own) = devices::own().await else { continue };
                if own.others > before {
                    let _ = self.now.try_set(Some(own));
                    let _ = self.link.try_update(|it| it.as_mut().map(|(_, used)| *used = true));
                    return;
                }
            }
            let _ = self.link.try_set(None);
        });
    }

    /// Does what cannot be undone, once the player has said yes, and shows what is so then.
    fn end<F: Future<Output = bool> + 'static>(self, sure: &str, act: impl FnOnce() -> F) {
        if device::window().confirm_with_message(sure) != Ok(true) {
            return;
        }
        self.busy.set(true);
        let act = act();
        spawn_local(async move {
            if act.await {
                let _ = device::window().location().reload();
            } else {
                let _ = self.problem.try_set(Some(String::new()));
                let _ = self.busy.try_set(false);
            }
        });
    }
}

/// Whose the balance is, and what may be done about its devices.
#[component]
pub(super) fn Devices() -> impl IntoView {
    let t = text::account();
    let shared = Shared::open();
    let own = memo(move || shared.now.get().is_none_or(|it| it.own));
    let others = memo(move || shared.now.get().map_or(0, |it| it.others));
    let open = memo(move || shared.now.get().is_some_and(|it| it.open));
    let busy = move || shared.busy.get();
    let problem = move || {
        let unreachable = || t.now().unreachable.to_owned();
        shared.problem.get().map(|words| if words.is_empty() { unreachable() } else { words })
    };
    let note = move || match (own.get(), others.get()) {
        (false, _) => t.now().devices.borrowed.to_owned(),
        (true, 0) => t.now().balance_note.to_owned(),
        (true, others) => (t.now().devices.others)(others),
    };
    let leave = move |_| shared.end(t.now().devices.leave_sure, devices::leave);
    let end = move |_| {
        let words = t.now().devices;
        let sure = if own.get_untracked() { words.end_sure } else { words.end_sure_borrowed };
        shared.end(sure, devices::end_others);
    };
    view! {
        <p class="muted small" data-testid="whose">{value(note)}</p>
        {live(move || own.get().then(|| sign_in_button(None)).flatten())}
        <p class="balance-problem problem" role="alert">{value(problem)}</p>
        <Link shared />
        {live(move || open.get().then(|| view! {
            <p class="buttons">
                <button type="button" class="button" data-testid="share" disabled=value(busy)
                    on:click=move |_| shared.share()>{t.say(|w| w.devices.share)}</button>
            </p>
        }))}
        {live(move || (others.get() > 0).then(|| view! {
            <p class="buttons">
                {(!own.get()).then(|| view! {
                    <button type="button" class="button" data-testid="leave" disabled=value(busy)
                        on:click=leave>{t.say(|w| w.devices.leave)}</button>
                })}
                {(own.get() || others.get() > 1).then(|| view! {
                    <button type="button" class="button" data-testid="end-others" disabled=value(busy)
                        on:click=end>{t.say(|w| w.devices.end_others)}</button>
                })}
            </p>
        }))}
    }
}

/// The link that waits for the other device, or that this has come.
#[component]
fn Link(shared: Shared) -> impl IntoView {
    let t = text::account();
    live(move || {
        let (DeviceLink { url, qr, until_ms }, used) = shared.link.get()?;
        if used {
            let done = view! {
                <p class="notice" role="status" data-testid="link-used">{t.say(|w| w.devices.used)}</p>
            };
            return Some(done.into_any());
        }
        let copied = RwSignal::new(false);
        let to_copy = url.clone();
        let copy = move |_| {
            let url = to_copy.clone();
            spawn_local(async move {
                let _ = copied.try_set(device::copy(&url).await);
            });
        };
        let words = move || {
            let words = t.now().devices;
            if copied.get() { words.copied } else { words.copy }
        };
        Some(
            view! {
                <section class="device-link" data-testid="device-link">
                    <p class="device-warning">{t.say(|w| w.devices.share_why)}</p>
                    <p>{t.say(|w| w.devices.scan)}</p>
                    <img class="device-code" src=device::picture_of_svg(&qr)
                        alt=t.say(|w| w.devices.picture) />
                    <label class="label" for="device-address">{t.say(|w| w.devices.address)}</label>
                    <input id="device-address" class="field" type="text" readonly=true
                        data-testid="device-address" autocomplete="off" spellcheck="false"
                        prop:value=url
                        on:focus=move |event| {
                            event_target::<web_sys::HtmlInputElement>(&event).select();
                        } />
                    {device::can_copy().then(|| view! {
                        <p class="buttons">
                            <button type="button" class="button" on:click=copy>{value(words)}</button>
                        </p>
                    })}
                    <p class="muted small">{t.say(|w| w.devices.until)} " " <When at_ms=until_ms /></p>
                </section>
            }
            .into_any(),
        )
    })
}

/// What somebody is asked who has opened a link: `answered` has why nothing came of it, if so.
#[component]
pub(super) fn Offered(code: String, answered: Callback<Option<String>>) -> impl IntoView {
    let t = text::account();
    let language = text::language();
    let busy = RwSignal::new(false);
    let accept = move |_| {
        let (code, tag) = (code.clone(), language.get_untracked().tag());
        busy.set(true);
        spawn_local(async move {
            let done = devices::use_account(&code, tag).await;
            answered.run(done.err());
        });
    };
    view! {
        <section class="stack" data-testid="offered">
            <h2>{t.say(|w| w.devices.offered)}</h2>
            <p>{t.say(|w| w.devices.offered_why)}</p>
            <p>{t.say(|w| w.devices.offered_own)}</p>
            <p class="buttons">
                <button type="button" class="button button-primary" data-testid="accept"
                    disabled=value(move || busy.get()) on:click=accept>
                    {t.say(|w| w.devices.accept)}
                </button>
                <button type="button" class="button" data-testid="decline"
                    disabled=value(move || busy.get()) on:click=move |_| answered.run(None)>
                    {t.say(|w| w.devices.decline)}
                </button>
            </p>
        </section>
    }
}
