//! The way to a seat: a nickname that is typed or drawn, and a team where players choose one.

use leptos::prelude::*;
use quizrain_shared::client::{GameView, Pending};
use quizrain_shared::field::JoinField;
use quizrain_shared::identity::Identity;
use quizrain_shared::name::{self, NameRule};
use quizrain_shared::wire::Refusal;

use crate::components::sign_in::sign_in_button;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Live, Memo, Signal, effect, focus_when_shown, live, memo, value};
use crate::net::{device, sign_in, storage};
use crate::state::session::Session;
use crate::text;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;

use super::spin::Spins;
use super::teams;

/// What somebody wishes, and what is wrong with it.
#[derive(Clone, Copy)]
struct Form {
    session: Session,
    name: Signal<String>,
    /// Where names are drawn.
    spins: Option<Spins>,
    /// Whether a team must be chosen.
    by_team: bool,
    team: Signal<Option<usize>>,
    /// What is filled in, where the game asks for something, or the code of an invite.
    field: Signal<String>,
    /// What is wrong before anybody was asked.
    own: Signal<Option<Refusal>>,
    refused: Memo<Option<(u32, Refusal)>>,
    /// What was wrong before a new attempt is not wrong with that attempt.
    seen: Signal<u32>,
}

impl Form {
    fn new(session: Session) -> Self {
        let rule = session.of_game(|game| game.names);
        let refused = session.part(|known| known.refused.clone());
        let name = Signal::new(storage::nickname().unwrap_or_default());
        Self {
            session,
            name,
            spins: (rule == Some(NameRule::Generated)).then(|| Spins::new(name)),
            by_team: teams::are_chosen(&session.mode()),
            team: Signal::new(None),
            field: Signal::new(String::new()),
            own: Signal::new(None),
            refused,
            seen: Signal::new(refused.get_untracked().map_or(0, |(number, _)| number)),
        }
    }

    /// What the server says to the last attempt.
    fn answer(self) -> Option<Refusal> {
        self.refused.get().filter(|(number, _)| *number > self.seen.get()).map(|(_, why)| why)
    }

    fn problem(self) -> Option<Refusal> {
        self.own.get().or_else(|| self.answer())
    }

    fn submit(self) {
        self.seen.set(self.refused.get_untracked().map_or(0, |(number, _)| number));
        let team = self.team.get_untracked().and_then(|team| u8::try_from(team).ok());
        let checked = name::clean_typed(&self.name.get_untracked()).map_err(Refusal::Nickname);
        match checked {
            Ok(_) if self.by_team && team.is_none() => self.own.set(Some(Refusal::NoSuchTeam)),
            Ok(nickname) => {
                self.own.set(None);
                if self.spins.is_none() {
                    storage::set_nickname(&nickname);
                }
                let field = Some(self.field.get_untracked()).filter(|text| !text.is_empty());
                self.session.join(nickname, team, field);
            }
            Err(why) => self.own.set(Some(why)),
        }
    }

    /// A name that was drawn and that somebody has gets a number.
    fn renumber_when_taken(self) {
        let Some(spins) = self.spins else { return };
        effect(move || {
            if self.answer() == Some(Refusal::NicknameTaken) && untrack(|| spins.renumber()) {
                untrack(|| self.submit());
            }
        });
    }

    fn invalid(self) -> Live<&'static str> {
        value(move || if self.problem().is_some() { "true" } else { "false" })
    }
}

#[component]
pub(super) fn NicknameForm(session: Session, problem: Option<String>) -> impl IntoView {
    let t = text::player();
    let title = session.of_game(|game| game.title.clone());
    let closed = session.part(GameView::closed);
    let locked = session.part(|known| known.settings().locked);
    let identity = session.of_game(|game| game.identity).unwrap_or_default();
    let form = Form::new(session);
    form.renumber_when_taken();
    let unknown = memo(move || {
        storage::signed_in_as().is_none() || form.answer() == Some(Refusal::SignInNeeded)
    });
    let way_in = live(move || {
        let sign_in = match identity {
            Identity::Signed if unknown.get() => sign_in_button(session.of_game(|game| game.pin)),
            Identity::Invited if unknown.get() => Some(invite_form(form)),
            _ => None,
        };
        if let Some(sign_in) = sign_in {
            return sign_in;
        }
        if closed.get() {
            let why = if locked.get() { t.now().locked_why } else { t.now().late_why };
            return view! { <p class="notice" role="status" data-testid="closed">{why}</p> }
                .into_any();
        }
        join_form(session, form)
    });
    view! {
        <main class="page page-narrow page-middle">
            <h1 class="join-title"><bdi>{title}</bdi></h1>
            {problem.map(|words| view! {
                <p class="notice" role="alert" data-testid="not-signed-in">
                    {value(move || if words.is_empty() { t.now().sign_in_failed.to_owned() } else { words.clone() })}
                </p>
            })}
            {storage::signed_in_as().map(signed_in)}
            {way_in}
            <p class="muted small">{value(move || {
                match identity {
                    Identity::Open => t.now().identity_note,
                    Identity::Signed => t.now().signed_note,
                    Identity::Invited => t.now().invited_note,
                }
            })}</p>
        </main>
    }
}

/// Whom a link has signed in here, and the way out: it may have been somebody else's.
fn signed_in(who: String) -> AnyView {
    let t = text::player();
    let out = move |_| {
        spawn_local(async {
            if sign_in::sign_out().await {
                let _ = device::window().location().reload();
            }
        });
    };
    view! {
        <p class="notice" data-testid="playing-as">
            {t.say(|w| w.playing_as)} " " <bdi>{who}</bdi> " "
            <button type="button" class="button button-small" data-testid="not-you" on:click=out>
                {t.say(|w| w.not_you)}
            </button>
        </p>
    }
    .into_any()
}

/// How whoever may have a seat takes one.
fn join_form(session: Session, form: Form) -> AnyView {
    let t = text::player();
    let joining = session.waiting(Pending::is_joining);
    view! {
        <form class="stack" novalidate on:submit=move |event| {
            event.prevent_default();
            form.submit();
        }>
            {match form.spins {
                Some(spins) => spins.view(),
                None => nickname(form),
            }}
            {session.of_game(|game| game.field.clone()).flatten().map(|asked| field(form, *asked))}
            {form.by_team.then(|| teams::choice(&session.mode(), form.team))}
            <p id="name-problem" class="problem" role="alert">
                {live(move || form.problem().map(|why| match why {
                    Refusal::TooManyJoins { seconds } => (t.now().join_wait)(seconds),
                    why => (t.now().refusal)(&why).to_owned(),
                }))}
            </p>
            <button class="button button-primary button-large" type="submit"
                data-testid="join" disabled=joining>
                {value(move || if joining.get() { t.now().joining } else { t.now().join })}
            </button>
        </form>
    }
    .into_any()
}

/// The field for the code of an invite.
fn invite_form(form: Form) -> AnyView {
    let t = text::player();
    view! {
        <form class="stack" on:submit=move |event| {
            event.prevent_default();
            sign_in::show_invite(&form.field.get_untracked());
        }>
            <label class="label" for="invite-input">{t.say(|w| w.invite_code)}</label>
            {typed(form, "invite-input", "off", form.field, Some("ABCDE-12345".to_owned()))}
            <button class="button button-primary button-large" type="submit" data-testid="show-invite">
                {t.say(|w| w.enter)}
            </button>
        </form>
    }
    .into_any()
}

/// A field for a text; the first of the form has the cursor.
fn typed(
    form: Form,
    id: &'static str,
    autocomplete: &'static str,
    text: Signal<String>,
    example: Option<String>,
) -> AnyView {
    let input = ElementRef::<HtmlInputElement>::new();
    if example.is_none() {
        focus_when_shown(input);
    }
    view! {
        <input id=id class="field field-large" data-testid=id node_ref=input type="text"
            autocomplete=autocomplete maxlength="200" enterkeyhint="go" spellcheck="false"
            aria-describedby="name-problem" aria-invalid=form.invalid() placeholder=example
            prop:value=text on:input=move |event| {
                text.set(event_target_value(&event));
                form.own.set(None);
            } />
    }
    .into_any()
}

/// The field for a nickname.
fn nickname(form: Form) -> AnyView {
    view! {
        <label class="label" for="nickname-input">{text::player().say(|w| w.your_name)}</label>
        {typed(form, "nickname-input", "nickname", form.name, None)}
    }
    .into_any()
}

/// What the host asks for.
fn field(form: Form, asked: JoinField) -> AnyView {
    let JoinField { name, example, .. } = asked;
    view! {
        <label class="label" for="field-input">{name}</label>
        {typed(form, "field-input", "off", form.field, Some(example))}
        <p class="muted small">{text::player().say(|w| w.field_note)}</p>
    }
    .into_any()
}
