//! Whoever is signed in: who they are, another password, other recovery codes, the way out.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{
    ChangePassword, HostSession, InvalidHost, NewCodes, SignedInHost, check_password,
};
use quizrain_shared::pages::Page;

use crate::app::navigation;
use crate::dom::view;
use crate::live::{IntoChild, live, memo, value};
use crate::net::http::HttpError;
use crate::net::{accounts, storage};
use crate::stage::sign_in::Codes;
use crate::text;

use super::provider::provider;
use super::second_factor::{code_field, second_factor};
use super::sessions::Sessions;

/// What is wrong.
#[derive(Clone, PartialEq)]
pub(super) enum Wrong {
    /// This can be no password.
    Typed(InvalidHost),
    /// The password until now is another one.
    Password,
    /// That, or the code of the authenticator app is.
    SecondFactor,
    /// Something else.
    Failed(HttpError),
}

#[expect(clippy::ref_option, reason = "A signal lends what it holds so.")]
fn has_second_factor(me: &Option<SignedInHost>) -> bool {
    me.as_ref().is_some_and(|me| me.account.second_factor)
}

/// What is known of whoever is signed in.
#[derive(Clone, Copy)]
pub(super) struct Mine {
    pub(super) me: RwSignal<Option<SignedInHost>>,
    pub(super) sessions: RwSignal<Vec<HostSession>>,
    codes: RwSignal<Option<Vec<String>>>,
    changed: RwSignal<bool>,
    pub(super) busy: RwSignal<bool>,
    wrong: RwSignal<Option<Wrong>>,
    forget: Callback<()>,
}

impl Mine {
    fn new(forget: Callback<()>) -> Self {
        let mine = Self {
            me: RwSignal::default(),
            sessions: RwSignal::default(),
            codes: RwSignal::default(),
            changed: RwSignal::new(false),
            busy: RwSignal::new(false),
            wrong: RwSignal::default(),
            forget,
        };
        mine.look();
        mine
    }

    pub(super) fn look(self) {
        spawn_local(async move {
            match accounts::me().await {
                Ok(me) => {
                    let _ = self.me.try_set(Some(me));
                }
                // Signed out by now: the page begins anew.
                Err(HttpError::NotAllowed) => {
                    self.forget.try_run(());
                    return;
                }
                Err(why) => self.failed(why),
            }
            self.told(accounts::sessions().await);
        });
    }

    pub(super) fn failed(self, why: HttpError) {
        self.is_wrong(match why {
            HttpError::NotAllowed
                if self.me.try_with_untracked(has_second_factor) == Some(true) =>
            {
                Wrong::SecondFactor
            }
            HttpError::NotAllowed => Wrong::Password,
            why => Wrong::Failed(why),
        });
    }

    /// What was typed of the second factor, if there is one. It is worth nothing a second time.
    pub(super) fn shown(self, code: RwSignal<String>) -> Option<String> {
        let typed = code.get_untracked();
        code.set(String::new());
        self.me.with_untracked(has_second_factor).then_some(typed)
    }

    pub(super) fn is_wrong(self, why: Wrong) {
        let _ = self.wrong.try_set(Some(why));
        let _ = self.busy.try_set(false);
    }

    pub(super) fn told(self, answer: Result<Vec<HostSession>, HttpError>) {
        match answer {
            Ok(sessions) => {
                let _ = self.sessions.try_set(sessions);
                let _ = self.busy.try_set(false);
            }
            Err(why) => self.failed(why),
        }
    }

    /// Whether something may begin.
    pub(super) fn begins(self) -> bool {
        let begins = !self.busy.get_untracked();
        if begins {
            self.busy.set(true);
            self.wrong.set(None);
            self.changed.set(false);
        }
        begins
    }

    fn change_password(self, password: String, new_password: String, code: RwSignal<String>) {
        let login = self.me.with_untracked(|me| me.as_ref().map(|me| me.account.login.clone()));
        if let Err(why) = check_password(&new_password, &login.unwrap_or_default()) {
            return self.wrong.set(Some(Wrong::Typed(why)));
        }
        if !self.begins() {
            return;
        }
        let second_factor = self.shown(code);
        spawn_local(async move {
            let wish = ChangePassword { password, new_password, second_factor };
            match accounts::change_password(&wish).await {
                Ok(me) => {
                    let _ = self.me.try_set(Some(me));
                    let _ = self.changed.try_set(true);
                    self.told(accounts::sessions().await);
                }
                Err(why) => self.failed(why),
            }
        });
    }

    fn renew_codes(self, password: String, code: RwSignal<String>) {
        if !self.begins() {
            return;
        }
        let second_factor = self.shown(code);
        spawn_local(async move {
            match accounts::renew_codes(&NewCodes { password, second_factor }).await {
                Ok(told) => {
                    let _ = self.codes.try_set(Some(told.codes));
                    let _ = self.busy.try_set(false);
                    self.look();
                }
                Err(why) => self.failed(why),
            }
        });
    }
}

#[component]
pub(super) fn Own(forget: Callback<()>) -> impl IntoView {
    let (t, stage) = (text::hosts(), text::stage());
    let mine = Mine::new(forget);
    let way = StoredValue::new(navigation());
    let sign_out = move |_| {
        if !mine.begins() {
            return;
        }
        spawn_local(async move {
            match accounts::sign_out().await {
                // Nothing was left to end.
                Ok(()) | Err(HttpError::NotAllowed) => {
                    storage::forget_session();
                    way.get_value().go(Page::HostSignIn);
                }
                Err(why) => mine.failed(why),
            }
        });
    };
    let problem = move || {
        Some(match mine.wrong.get()? {
            Wrong::Typed(why) => (t.now().invalid)(why).to_owned(),
            Wrong::Password => t.now().wrong.to_owned(),
            Wrong::SecondFactor => t.now().second_wrong.to_owned(),
            Wrong::Failed(why) => stage.now().problem(&why),
        })
    };
    let who = live(move || {
        mine.me.get().map(|me| {
            let (role, left) = (me.account.role, me.codes_left);
            view! {
                <p data-testid="me"><strong><bdi>{me.account.name}</bdi></strong> " · " {me.account.login}
                    " · " {value(move || (t.now().role)(role))}</p>
                <p class="muted">{t.tell(move |w| (w.codes_left)(left))}</p>
            }
        })
    });
    let codes = live(move || {
        mine.codes.get().map(|codes| view! { <Codes codes done=move |()| mine.codes.set(None) /> })
    });
    view! {
        <section class="accounts-own">
            <h2>{t.say(|w| w.you)}</h2>
            {who}
            <p class="problem" role="alert">{value(problem)}</p>
            <p role="status">{value(move || mine.changed.get().then(|| t.now().changed))}</p>
            {codes}
            <div class="buttons">
                <button type="button" class="button" data-testid="sign-out" on:click=sign_out>
                    {t.say(|w| w.sign_out)}
                </button>
            </div>
            {password_form(mine)}
            {codes_form(mine)}
            {second_factor(mine)}
            {provider(mine)}
        </section>
        <Sessions mine />
    }
}

/// A field for a password.
pub(super) fn field(
    label: text::Text<&'static str>,
    kind: &'static str,
    testid: &'static str,
    typed: RwSignal<String>,
) -> AnyView {
    view! {
        <label>
            <span class="label">{label}</span>
            <input class="field" type="password" autocomplete=kind data-testid=testid prop:value=typed
                on:input=move |event| typed.set(event_target_value(&event)) />
        </label>
    }
    .into_any()
}

/// A field for a code of the authenticator app, where there is one.
pub(super) fn second_field(
    mine: Mine,
    testid: &'static str,
    typed: RwSignal<String>,
) -> impl IntoChild {
    let has = memo(move || mine.me.with(has_second_factor));
    live(move || has.get().then(|| code_field(text::hosts().say(|w| w.second_code), testid, typed)))
}

fn password_form(mine: Mine) -> AnyView {
    let t = text::hosts();
    let [before, after, code] = [(); 3].map(|()| RwSignal::new(String::new()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        mine.change_password(before.get_untracked(), after.get_untracked(), code);
        before.set(String::new());
    };
    view! {
        <details class="panel">
            <summary data-testid="change-password">{t.say(|w| w.change_password)}</summary>
            <form class="panel-body" on:submit=submit novalidate>
                <p>{t.say(|w| w.change_why)}</p>
                {field(t.say(|w| w.password_now), "current-password", "password-now", before)}
                {field(t.say(|w| w.new_password), "new-password", "password-new", after)}
                <p class="muted small">{t.say(|w| w.password_hint)}</p>
                {second_field(mine, "password-code", code)}
                <button type="submit" class="button button-primary" data-testid="change-password-go"
                    disabled=value(move || mine.busy.get())>{t.say(|w| w.change_password)}</button>
            </form>
        </details>
    }
    .into_any()
}

fn codes_form(mine: Mine) -> AnyView {
    let t = text::hosts();
    let [password, code] = [(); 2].map(|()| RwSignal::new(String::new()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        mine.renew_codes(password.get_untracked(), code);
        password.set(String::new());
    };
    view! {
        <details class="panel">
            <summary data-testid="renew-codes">{t.say(|w| w.renew_codes)}</summary>
            <form class="panel-body" on:submit=submit novalidate>
                <p>{t.say(|w| w.renew_why)}</p>
                {field(t.say(|w| w.password), "current-password", "codes-password", password)}
                {second_field(mine, "codes-code", code)}
                <button type="submit" class="button button-primary" data-testid="renew-codes-go"
                    disabled=value(move || mine.busy.get())>{t.say(|w| w.renew_codes)}</button>
            </form>
        </details>
    }
    .into_any()
}
