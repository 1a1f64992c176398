//! `/studio/sign-in`: a host signs in with a password, chooses one with a code, or goes to the OpenID provider and comes
//! back.
//!
//! The code of a new account comes in the fragment of the address, which no server is sent, and is taken out of the
//! address bar at once.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{
    InvalidHost, MAX_LOGIN_CHARS, OpenSession, RecoverHost, check_password, checked_login,
};
use quizrain_shared::pages::Page;

use crate::app::{Navigation, navigation};
use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{ElementRef, focus_when_shown, live, value};
use crate::net::accounts::{self, Shown};
use crate::net::at_provider;
use crate::net::device::{self, take_from_address};
use crate::net::http::HttpError;
use crate::net::sign_in;
use crate::net::storage;
use crate::text;

/// What is wrong.
#[derive(Clone, PartialEq)]
enum Wrong {
    /// What was typed can be nothing.
    Typed(InvalidHost),
    /// It was not accepted.
    Refused,
    /// Something else.
    Failed(HttpError),
}

impl From<HttpError> for Wrong {
    fn from(why: HttpError) -> Self {
        match why {
            HttpError::NotAllowed => Self::Refused,
            why => Self::Failed(why),
        }
    }
}

/// What the page knows.
#[derive(Clone, Copy)]
struct Form {
    login: RwSignal<String>,
    password: RwSignal<String>,
    code: RwSignal<String>,
    /// Whether a code is asked for in place of the password.
    by_code: RwSignal<bool>,
    second_factor: RwSignal<String>,
    /// Whether the account has one, and the rest is right.
    needs_second_factor: RwSignal<bool>,
    busy: RwSignal<bool>,
    wrong: RwSignal<Option<Wrong>>,
    /// Recovery codes, once they are told.
    told: RwSignal<Option<Vec<String>>>,
    way: StoredValue<Navigation>,
}

impl Form {
    fn new() -> Self {
        let linked = take_from_address("code");
        let linked = linked.as_deref().and_then(|it| it.rsplit_once('/'));
        let text = |text: Option<&str>| RwSignal::new(text.unwrap_or_default().to_owned());
        Self {
            login: text(linked.map(|(login, _)| login)),
            code: text(linked.map(|(_, code)| code)),
            password: RwSignal::default(),
            by_code: RwSignal::new(linked.is_some()),
            second_factor: RwSignal::default(),
            needs_second_factor: RwSignal::new(false),
            busy: RwSignal::new(false),
            wrong: RwSignal::new(None),
            told: RwSignal::new(None),
            way: StoredValue::new(navigation()),
        }
    }

    fn go_on(self) {
        self.way.get_value().go(Page::Host);
    }

    fn submit(self) {
        if self.busy.get_untracked() {
            return;
        }
        let login = match checked_login(&self.login.get_untracked()) {
            Ok(login) => login,
            Err(why) => return self.wrong.set(Some(Wrong::Typed(why))),
        };
        let password = self.password.get_untracked();
        let code = self.by_code.get_untracked().then(|| self.code.get_untracked());
        if code.is_some()
            && let Err(why) = check_password(&password, &login)
        {
            return self.wrong.set(Some(Wrong::Typed(why)));
        }
        let second_factor =
            self.needs_second_factor.get_untracked().then(|| self.second_factor.get_untracked());
        self.busy.set(true);
        self.wrong.set(None);
        spawn_local(async move {
            let done = match code {
                None => {
                    let wish = OpenSession { login, password, second_factor };
                    accounts::sign_in(&wish).await.map(|shown| match shown {
                        Shown::Enough(_) => Shown::Enough(None),
                        Shown::NeedsSecondFactor => Shown::NeedsSecondFactor,
                    })
                }
                Some(code) => {
                    let wish = RecoverHost { login, code, password, second_factor };
                    accounts::recover(&wish).await.map(|shown| match shown {
                        Shown::Enough(told) => Shown::Enough(Some(told.codes)),
                        Shown::NeedsSecondFactor => Shown::NeedsSecondFactor,
                    })
                }
            };
            let _ = self.busy.try_set(false);
            self.came(done);
        });
    }

    /// Goes to the provider.
    fn leave(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.wrong.set(None);
        let tag = text::language().get_untracked().tag();
        spawn_local(async move {
            if let Err(why) = at_provider::start(tag).await {
                self.failed(why);
            }
        });
    }

    /// Is back from there, if it is.
    fn come_back(self) {
        let tag = text::language().get_untracked().tag();
        let Some(returned) = at_provider::take_returned(tag) else { return };
        self.busy.set(true);
        spawn_local(async move {
            match at_provider::finish(&returned).await {
                Ok(done) => {
                    storage::set_session();
                    let page = if done.connected { Page::Accounts } else { Page::Host };
                    self.way.get_value().go(page);
                }
                Err(why) => self.failed(why),
            }
        });
    }

    fn failed(self, why: HttpError) {
        let _ = self.busy.try_set(false);
        let _ = self.wrong.try_set(Some(Wrong::Failed(why)));
    }

    fn came(self, done: Result<Shown<Option<Vec<String>>>, HttpError>) {
        match done {
            Ok(Shown::Enough(told)) => {
                storage::set_session();
                let is_over = told.is_none();
                let _ = self.password.try_set(String::new());
                let _ = self.told.try_set(told);
                if is_over {
                    self.go_on();
                }
            }
            Ok(Shown::NeedsSecondFactor) => {
                let _ = self.needs_second_factor.try_set(true);
            }
            Err(why) => {
                let _ = self.second_factor.try_set(String::new());
                let _ = self.wrong.try_set(Some(why.into()));
            }
        }
    }
}

#[component]
pub(super) fn SignInPage() -> impl IntoView {
    let t = text::hosts();
    title(move || Some(t.now().sign_in.to_owned()));
    let form = Form::new();
    form.come_back();
    let shown = live(move || match form.told.get() {
        Some(codes) => view! { <Codes codes done=move |()| form.go_on() /> }.into_any(),
        None => fields(form),
    });
    view! {
        <TopBar />
        <main class="page page-narrow sign-in">{shown}</main>
    }
}

fn fields(form: Form) -> AnyView {
    let (t, stage) = (text::hosts(), text::stage());
    let by_code = form.by_code;
    let problem = move || {
        Some(match form.wrong.get()? {
            Wrong::Typed(why) => (t.now().invalid)(why).to_owned(),
            Wrong::Refused if form.needs_second_factor.get() => t.now().second_wrong.to_owned(),
            Wrong::Refused if by_code.get() => t.now().wrong_code.to_owned(),
            Wrong::Refused => t.now().wrong.to_owned(),
            Wrong::Failed(why) => stage.now().problem(&why),
        })
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        form.submit();
    };
    let other = move |_| {
        by_code.update(|by_code| *by_code = !*by_code);
        form.needs_second_factor.set(false);
        form.wrong.set(None);
    };
    view! {
        <h1>{value(move || if by_code.get() { t.now().code_title } else { t.now().sign_in })}</h1>
        <p>{value(move || if by_code.get() { t.now().code_why } else { t.now().sign_in_why })}</p>
        <form class="stack" on:submit=submit novalidate>
            <label>
                <span class="label">{t.say(|w| w.login)}</span>
                <input class="field" data-testid="login" autocomplete="username" autocapitalize="none"
                    spellcheck="false" maxlength=MAX_LOGIN_CHARS.to_string() prop:value=form.login
                    on:input=move |event| form.login.set(event_target_value(&event)) />
            </label>
            {live(move || by_code.get().then(|| code_field(form)))}
            {live(move || password_field(form, by_code.get()))}
            {live(move || form.needs_second_factor.get().then(|| second_factor_field(form)))}
            <p class="problem" role="alert">{value(problem)}</p>
            <div class="buttons">
                <button class="button button-primary" type="submit" data-testid="sign-in"
                    disabled=value(move || form.busy.get())>
                    {value(move || if by_code.get() { t.now().choose } else { t.now().sign_in })}
                </button>
                <button class="button" type="button" data-testid="other-way" on:click=other>
                    {value(move || if by_code.get() { t.now().use_password } else { t.now().have_code })}
                </button>
            </div>
        </form>
        {sign_in::provider().map(|name| view! {
            <p class="buttons">
                <button class="button" type="button" data-testid="at-provider"
                    disabled=value(move || form.busy.get()) on:click=move |_| form.leave()>
                    {t.tell(move |w| (w.at_provider)(&name))}
                </button>
            </p>
        })}
        <p><a href=Page::Host.path()>{t.say(|w| w.use_key)}</a></p>
    }
    .into_any()
}

fn code_field(form: Form) -> AnyView {
    let t = text::hosts();
    view! {
        <label>
            <span class="label">{t.say(|w| w.code)}</span>
            <input class="field accounts-code" data-testid="code" autocomplete="off" autocapitalize="none"
                spellcheck="false" maxlength="40" prop:value=form.code
                on:input=move |event| form.code.set(event_target_value(&event)) />
        </label>
    }
    .into_any()
}

/// Browsers that keep passwords know by its kind whether this one is new.
fn password_field(form: Form, is_new: bool) -> AnyView {
    let t = text::hosts();
    let kind = if is_new { "new-password" } else { "current-password" };
    let label = t.say(if is_new { |w| w.new_password } else { |w| w.password });
    view! {
        <label>
            <span class="label">{label}</span>
            <input class="field" type="password" data-testid="password" autocomplete=kind
                prop:value=form.password
                on:input=move |event| form.password.set(event_target_value(&event)) />
        </label>
        {is_new.then(|| view! { <p class="muted small">{t.say(|w| w.password_hint)}</p> })}
    }
    .into_any()
}

/// Where a code has chosen the password, only the app's own will do.
fn second_factor_field(form: Form) -> AnyView {
    let t = text::hosts();
    let place = ElementRef::new();
    focus_when_shown(place);
    let label = move || {
        if form.by_code.get() { t.now().second_code } else { t.now().second_any }
    };
    view! {
        <p role="status">{t.say(|w| w.second_needed)}</p>
        <label>
            <span class="label">{value(label)}</span>
            <input class="field accounts-code" data-testid="second-factor" node_ref=place autocomplete="one-time-code"
                autocapitalize="none" spellcheck="false" maxlength="40" prop:value=form.second_factor
                on:input=move |event| form.second_factor.set(event_target_value(&event)) />
        </label>
    }
    .into_any()
}

/// Recovery codes, the only time they are shown.
#[component]
pub(super) fn Codes(codes: Vec<String>, #[prop(into)] done: Callback<()>) -> impl IntoView {
    let t = text::hosts();
    let all = codes.join("\n");
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let all = all.clone();
        spawn_local(async move {
            let _ = copied.try_set(device::copy(&all).await);
        });
    };
    let lines = codes.into_iter().map(|code| view! { <li><code>{code}</code></li> });
    view! {
        <section class="accounts-codes" role="status" data-testid="codes">
            <h2>{t.say(|w| w.codes_title)}</h2>
            <p>{t.say(|w| w.codes_why)}</p>
            <ul>{lines.collect::<Vec<_>>()}</ul>
            <div class="buttons">
                {device::can_copy().then(|| view! {
                    <button type="button" class="button" data-testid="copy-codes" on:click=copy>
                        {value(move || if copied.get() { t.now().copied } else { t.now().copy })}
                    </button>
                })}
                <button type="button" class="button button-primary" data-testid="kept"
                    on:click=move |_| done.run(())>{t.say(|w| w.go_on)}</button>
            </div>
        </section>
    }
}
