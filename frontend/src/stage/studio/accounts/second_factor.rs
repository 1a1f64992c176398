//! Whoever is signed in: a code of an authenticator app beside the password.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{AddSecondFactor, EndSecondFactor, NewSecondFactor, SignedInHost};

use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::http::HttpError;
use crate::net::{accounts, device};
use crate::text;

use super::own::{Mine, Wrong, field};

/// What tests know the field for a code by.
const CODE: &str = "second-factor-code";

/// What is typed, and what the app is to have.
#[derive(Clone, Copy)]
struct Form {
    mine: Mine,
    new: RwSignal<Option<NewSecondFactor>>,
    password: RwSignal<String>,
    code: RwSignal<String>,
}

impl Form {
    fn begin(self) {
        if !self.mine.begins() {
            return;
        }
        spawn_local(async move {
            match accounts::new_second_factor().await {
                Ok(new) => {
                    let _ = self.new.try_set(Some(new));
                    let _ = self.mine.busy.try_set(false);
                }
                Err(why) => self.failed(why),
            }
        });
    }

    fn add(self) {
        let Some(secret) = self.new.with_untracked(|new| Some(new.as_ref()?.secret.clone())) else {
            return;
        };
        if !self.mine.begins() {
            return;
        }
        let (password, code) = self.take();
        spawn_local(async move {
            let wish = AddSecondFactor { password, secret, code };
            self.came(accounts::add_second_factor(&wish).await);
        });
    }

    fn end(self) {
        if !self.mine.begins() {
            return;
        }
        let (password, second_factor) = self.take();
        spawn_local(async move {
            let wish = EndSecondFactor { password, second_factor };
            self.came(accounts::end_second_factor(&wish).await);
        });
    }

    /// What was typed, which is worth nothing a second time.
    fn take(self) -> (String, String) {
        let typed = (self.password.get_untracked(), self.code.get_untracked());
        self.password.set(String::new());
        self.code.set(String::new());
        typed
    }

    fn came(self, done: Result<SignedInHost, HttpError>) {
        match done {
            Ok(_) => {
                let _ = self.new.try_set(None);
                let _ = self.mine.busy.try_set(false);
                self.mine.look();
            }
            Err(why) => self.failed(why),
        }
    }

    fn failed(self, why: HttpError) {
        self.mine.is_wrong(match why {
            HttpError::NotAllowed => Wrong::SecondFactor,
            why => Wrong::Failed(why),
        });
    }
}

pub(super) fn second_factor(mine: Mine) -> AnyView {
    let t = text::hosts();
    let form = Form {
        mine,
        new: RwSignal::default(),
        password: RwSignal::default(),
        code: RwSignal::default(),
    };
    let has = memo(move || mine.me.with(|me| Some(me.as_ref()?.account.second_factor)));
    let shown = live(move || {
        Some(match (has.get()?, form.new.get()) {
            (true, _) => end_form(form),
            (false, Some(new)) => add_form(form, new),
            (false, None) => begin_button(form),
        })
    });
    view! {
        <details class="panel">
            <summary data-testid="second-factor-panel">{t.say(|w| w.second_title)}</summary>
            <div class="panel-body">{shown}</div>
        </details>
    }
    .into_any()
}

fn begin_button(form: Form) -> AnyView {
    let t = text::hosts();
    view! {
        <p data-testid="second-factor-off">{t.say(|w| w.second_off)}</p>
        <button type="button" class="button" data-testid="second-factor-begin"
            disabled=value(move || form.mine.busy.get())
            on:click=move |_| form.begin()>{t.say(|w| w.second_add)}</button>
    }
    .into_any()
}

fn add_form(form: Form, new: NewSecondFactor) -> AnyView {
    let t = text::hosts();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        form.add();
    };
    view! {
        <form class="panel-body" on:submit=submit novalidate>
            <p>{t.say(|w| w.second_scan)}</p>
            <img class="link-code" src=device::picture_of_svg(&new.qr) alt=t.say(|w| w.second_picture) />
            <p>
                <span class="label">{t.say(|w| w.second_secret)}</span>
                <code class="accounts-secret" data-testid="second-factor-secret">{new.secret}</code>
            </p>
            {field(t.say(|w| w.password), "current-password", "second-factor-password", form.password)}
            {code_field(t.say(|w| w.second_code), CODE, form.code)}
            <button type="submit" class="button button-primary" data-testid="second-factor-go"
                disabled=value(move || form.mine.busy.get())>{t.say(|w| w.second_add)}</button>
        </form>
    }
    .into_any()
}

fn end_form(form: Form) -> AnyView {
    let t = text::hosts();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        form.end();
    };
    view! {
        <form class="panel-body" on:submit=submit novalidate>
            <p data-testid="second-factor-on">{t.say(|w| w.second_on)}</p>
            {field(t.say(|w| w.password), "current-password", "second-factor-password", form.password)}
            {code_field(t.say(|w| w.second_any), CODE, form.code)}
            <button type="submit" class="button" data-testid="second-factor-end"
                disabled=value(move || form.mine.busy.get())>{t.say(|w| w.second_end)}</button>
        </form>
    }
    .into_any()
}

pub(super) fn code_field(
    label: text::Text<&'static str>,
    testid: &'static str,
    typed: RwSignal<String>,
) -> AnyView {
    view! {
        <label>
            <span class="label">{label}</span>
            <input class="field accounts-code" data-testid=testid autocomplete="one-time-code"
                autocapitalize="none" spellcheck="false" maxlength="40" prop:value=typed
                on:input=move |event| typed.set(event_target_value(&event)) />
        </label>
    }
    .into_any()
}
