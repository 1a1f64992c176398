//! The dialog that makes a game which is more than its quiz: mode, names, who may join late, how it looks.

mod field;

use std::num::NonZeroU16;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{CreateGame, GuestListSummary, QuizSummary};
use quizrain_shared::field::InvalidField;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::GuestListId;
use quizrain_shared::mode::{Deal, MAX_TEAMS, OPEN_MINUTES, SelfPaced};
use quizrain_shared::name::NameRule;
use quizrain_shared::pages::Page;

use crate::components::team::emblem;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{live, memo, value};
use crate::net::{guests, storage};
use crate::stage::dialog::follow;
use crate::stage::theme_fields::{Change, ThemeFields};
use crate::state::new_game::{Kind, Options, Problem};
use crate::text::{self, NewGameWords, StageWords, Tongue};
use web_sys::{HtmlDialogElement, HtmlInputElement};

/// After how many right answers in a row there may be a revive card; 0: there is none.
const CARDS: [u8; 3] = [0, 3, 5];

/// One of the words.
type Word = fn(&'static NewGameWords) -> &'static str;

/// How many questions to draw, one at least; all of them where it is no number.
pub(in crate::stage) fn number(text: &str) -> Option<NonZeroU16> {
    let number: u16 = text.parse().ok()?;
    Some(NonZeroU16::new(number).unwrap_or(NonZeroU16::MIN))
}

/// The dialog, and for which quiz it is open.
#[derive(Clone, Copy)]
pub(in crate::stage) struct NewGame {
    t: Tongue<StageWords>,
    quiz: RwSignal<Option<QuizSummary>>,
    draw: RwSignal<Option<NonZeroU16>>,
    options: RwSignal<Options>,
    open: RwSignal<bool>,
    /// The guest lists there are; `None`: not known yet.
    lists: RwSignal<Option<Vec<GuestListSummary>>>,
    /// Where the example of what players are asked for is typed, and whether it was seen not to match.
    example: ElementRef<HtmlInputElement>,
    mismatch: RwSignal<bool>,
}

impl NewGame {
    pub(in crate::stage) fn new() -> Self {
        let t = text::stage();
        let [first, second, ..] = untrack(|| t.now().new_game.team_names);
        let last = storage::new_game().and_then(|text| Options::read(&text));
        Self {
            t,
            quiz: RwSignal::new(None),
            draw: RwSignal::new(None),
            options: RwSignal::new(last.unwrap_or_else(|| Options::new([first, second]))),
            open: RwSignal::new(false),
            lists: RwSignal::default(),
            example: ElementRef::new(),
            mismatch: RwSignal::new(false),
        }
    }

    /// Opens the dialog for a quiz, of which so many questions would be drawn.
    pub(in crate::stage) fn ask(self, quiz: QuizSummary, draw: Option<NonZeroU16>) {
        self.options.update(|it| it.own_look = quiz.theme);
        self.quiz.set(Some(quiz));
        self.draw.set(draw);
        self.open.set(true);
        let Some(host_key) = storage::host_key() else { return };
        spawn_local(async move {
            if let Ok(lists) = guests::lists(&host_key).await {
                // One that is gone is not chosen.
                let gone = |id: &GuestListId| lists.iter().all(|it| it.list != *id);
                let _ = self.options.try_update(|it| it.guests.take_if(|id| gone(id)));
                let _ = self.lists.try_set(Some(lists));
            }
        });
    }

    fn words(self) -> &'static NewGameWords {
        self.t.now().new_game
    }

    fn edit(self, change: impl FnOnce(&mut Options)) {
        self.options.update(change);
        self.mismatch.set(false);
    }

    /// A button of a group of which one is pressed, and why one would press it.
    fn radio(self, pick: Pick, testid: &'static str, label: Word, why: Option<Word>) -> AnyView {
        let why = why.map(|why| {
            view! { <small class="muted">{value(move || why(self.words()))}</small> }
        });
        view! {
            <label class="option">
                <input type="radio" name=pick.group() data-testid=testid
                    prop:checked=value(move || self.options.with(|it| pick.is_in(it)))
                    on:change=move |_| self.edit(|it| pick.put(it)) />
                <span><strong>{value(move || label(self.words()))}</strong>{why}</span>
            </label>
        }
        .into_any()
    }
}

/// One choice of a group.
#[derive(Clone, Copy)]
enum Pick {
    Mode(Kind),
    Deal(Deal),
    Names(NameRule),
    Identity(Identity),
}

impl Pick {
    /// What its group is called on the page.
    fn group(self) -> &'static str {
        match self {
            Self::Mode(_) => "mode",
            Self::Deal(_) => "deal",
            Self::Names(_) => "names",
            Self::Identity(_) => "identity",
        }
    }

    fn is_in(self, options: &Options) -> bool {
        match self {
            Self::Mode(kind) => options.kind == kind,
            Self::Deal(deal) => options.teams.deal == deal,
            Self::Names(names) => options.names == names,
            Self::Identity(identity) => options.identity == identity,
        }
    }

    fn put(self, options: &mut Options) {
        match self {
            Self::Mode(kind) => options.kind = kind,
            Self::Deal(deal) => options.teams.deal = deal,
            Self::Names(names) => options.names = names,
            Self::Identity(identity) => options.identity = identity,
        }
    }
}

#[component]
pub(in crate::stage) fn NewGameDialog(
    form: NewGame,
    starting: RwSignal<bool>,
    #[prop(into)] start: Callback<CreateGame>,
) -> impl IntoView {
    let NewGame { t, quiz, draw, options, open, example, mismatch, .. } = form;
    let problem = memo(move || {
        let mismatch = mismatch.get().then_some(Problem::Field(InvalidField::Example));
        options.with(Options::problem).or(mismatch)
    });
    let lacks_list =
        memo(move || options.with(|it| it.identity == Identity::Invited && it.guests.is_none()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(QuizSummary { id, .. }) = quiz.get_untracked() else { return };
        // Browsers have patterns, and a few of them are others than the server's, which has the last word.
        if example.get_untracked().is_some_and(|example| !example.check_validity()) {
            return mismatch.set(true);
        }
        let options = options.get_untracked();
        if let Ok(wish) = options.wish(id, draw.get_untracked()) {
            storage::set_new_game(&options.write());
            open.set(false);
            start.run(wish);
        }
    };
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog on:close=move |_| open.set(false)
            data-testid="new-game">
            <form on:submit=submit novalidate>
                <h2><bdi>{value(move || quiz.get().map(|quiz| quiz.title))}</bdi></h2>
                <Modes form />
                <Names form />
                <Identities form />
                <label class="option">
                    <input type="checkbox" data-testid="late-join"
                        prop:checked=value(move || options.with(|it| it.late_join))
                        on:change=move |event| {
                            let late_join = event_target_checked(&event);
                            form.edit(|it| it.late_join = late_join);
                        } />
                    <span>
                        <strong>{value(move || form.words().late_join)}</strong>
                        <small class="muted">{value(move || form.words().late_join_why)}</small>
                    </span>
                </label>
                {looks(form)}
                {live(move || quiz.get().map(|quiz| drawn(form, &quiz)))}
                <p id="new-game-problem" class="problem" role="alert">
                    {value(move || problem.get().map(|why| (form.words().problem)(&why)))}
                </p>
                <div class="dialog-buttons">
                    <button type="button" class="button" on:click=move |_| open.set(false)>
                        {t.say(|w| w.cancel)}
                    </button>
                    <button type="submit" class="button button-primary" data-testid="new-game-start"
                        disabled=value(move || starting.get() || problem.get().is_some() || lacks_list.get())>
                        {t.say(|w| w.start_game)}
                    </button>
                </div>
            </form>
        </dialog>
    }
}

/// How the game looks.
fn looks(form: NewGame) -> AnyView {
    let theme = memo(move || form.options.with(Options::look));
    view! { <ThemeFields theme change=move |change: Change| form.edit(|it| change(it.look_mut())) /> }
        .into_any()
}

/// How many questions are drawn.
fn drawn(form: NewGame, quiz: &QuizSummary) -> AnyView {
    let draw = form.draw;
    let questions = quiz.questions;
    let before = draw.get_untracked().map(|draw| draw.to_string()).unwrap_or_default();
    view! {
        <label class="option">
            <span><strong>{value(move || form.words().draw)}</strong></span>
            <input type="number" class="field field-short" data-testid="new-game-draw" min="1"
                max=questions placeholder=value(move || (form.words().all)(questions)) prop:value=before
                on:input=move |event| draw.set(number(&event_target_value(&event))) />
        </label>
    }
    .into_any()
}

#[component]
fn Modes(form: NewGame) -> impl IntoView {
    let kind = memo(move || form.options.with(|it| it.kind));
    let mode = |kind: Kind, testid: &'static str, label: Word, why: Word| {
        form.radio(Pick::Mode(kind), testid, label, Some(why))
    };
    view! {
        <fieldset class="options">
            <legend class="label">{value(move || form.words().mode)}</legend>
            {mode(Kind::Classic, "mode-classic", |w| w.classic, |w| w.classic_why)}
            {mode(Kind::Survival, "mode-survival", |w| w.survival, |w| w.survival_why)}
            {live(move || (kind.get() == Kind::Survival).then(|| cards(form)))}
            {mode(Kind::Teams, "mode-teams", |w| w.teams, |w| w.teams_why)}
            {live(move || (kind.get() == Kind::Teams).then(|| view! { <TeamFields form /> }))}
            {mode(Kind::SelfPaced, "mode-self-paced", |w| w.self_paced, |w| w.self_paced_why)}
            {live(move || (kind.get() == Kind::SelfPaced).then(|| minutes(form)))}
        </fieldset>
    }
}

/// For how long a game is open at one's own pace.
fn minutes(form: NewGame) -> AnyView {
    let before = form.options.with_untracked(|it| it.paced.minutes.to_string());
    let (least, most) = (OPEN_MINUTES.start().to_string(), OPEN_MINUTES.end().to_string());
    view! {
        <label class="option option-of">
            <span>{value(move || form.words().open_minutes)}</span>
            <input type="number" class="field field-short" data-testid="open-minutes" min=least
                max=most prop:value=before on:input=move |event| {
                    let typed = event_target_value(&event).parse();
                    let minutes = typed.unwrap_or(SelfPaced::default().minutes);
                    let minutes = minutes.clamp(*OPEN_MINUTES.start(), *OPEN_MINUTES.end());
                    form.edit(|it| it.paced = SelfPaced { minutes });
                } />
        </label>
    }
    .into_any()
}

/// When players get a revive card.
fn cards(form: NewGame) -> AnyView {
    let choices = live(move || {
        let chosen = form.options.with(|it| it.survival.card_after);
        let option = |after: u8| {
            let words = form.words();
            let name =
                if after == 0 { words.no_card.to_owned() } else { (words.card_after)(after) };
            view! { <option value=after.to_string() selected=after == chosen>{name}</option> }
        };
        CARDS.map(option).collect_view()
    });
    view! {
        <label class="option option-of">
            <span>{value(move || form.words().revive_card)}</span>
            <select class="field" data-testid="card-after" on:change=move |event| {
                let after = event_target_value(&event).parse().unwrap_or_default();
                form.edit(|it| it.survival.card_after = after);
            }>{choices}</select>
        </label>
    }
    .into_any()
}

/// The teams' names, and how players come to them.
#[component]
fn TeamFields(form: NewGame) -> impl IntoView {
    let count = memo(move || form.options.with(|it| it.teams.names.len()));
    let field = move |team: usize| {
        let name = move || form.options.with(|it| it.teams.names.get(team).cloned());
        view! {
            <li class="team-field">
                {u8::try_from(team).ok().map(emblem)}
                <input class="field" type="text" maxlength="20" autocomplete="off"
                    data-testid=format!("team-name-{team}")
                    aria-label=value(move || (form.words().team)(team + 1))
                    aria-describedby="new-game-problem"
                    prop:value=value(move || name().unwrap_or_default())
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        form.edit(|it| {
                            if let Some(name) = it.teams.names.get_mut(team) {
                                *name = text;
                            }
                        });
                    } />
            </li>
        }
    };
    view! {
        <div class="option-of">
            <ol class="team-fields">{live(move || (0..count.get()).map(field).collect_view())}</ol>
            <p class="buttons">
                <button type="button" class="button" data-testid="add-team"
                    disabled=value(move || count.get() >= *MAX_TEAMS.end())
                    on:click=move |_| {
                        let names = untrack(|| form.words().team_names);
                        form.edit(|it| it.add_team(&names));
                    }>
                    {value(move || form.words().add_team)}
                </button>
                <button type="button" class="button" data-testid="remove-team"
                    disabled=value(move || count.get() <= *MAX_TEAMS.start())
                    on:click=move |_| form.edit(Options::remove_team)>
                    {value(move || form.words().remove_team)}
                </button>
            </p>
            {form.radio(Pick::Deal(Deal::Chosen), "deal-chosen", |w| w.team_chosen, None)}
            {form.radio(Pick::Deal(Deal::Dealt), "deal-dealt", |w| w.team_dealt, None)}
        </div>
    }
}

#[component]
fn Names(form: NewGame) -> impl IntoView {
    view! {
        <fieldset class="options">
            <legend class="label">{value(move || form.words().names)}</legend>
            {form.radio(Pick::Names(NameRule::Free), "names-free", |w| w.names_free, None)}
            {form.radio(Pick::Names(NameRule::Generated), "names-generated", |w| w.names_generated,
                Some(|w| w.names_generated_why))}
        </fieldset>
    }
}

/// Whose guests take a seat, and the way to their lists.
fn lists(form: NewGame) -> AnyView {
    let choices = live(move || {
        let chosen = form.options.with_untracked(|it| it.guests);
        let option = |it: GuestListSummary| {
            let text = (form.words().guest_list)(&it.title, it.guests);
            view! { <option value=it.list.to_string() selected=Some(it.list) == chosen>{text}</option> }
        };
        form.lists.get().unwrap_or_default().into_iter().map(option).collect_view()
    });
    view! {
        <p class="option option-of">
            <select class="field" data-testid="guest-list"
                aria-label=value(move || form.words().choose_list) on:change=move |event| {
                    let guests = event_target_value(&event).parse().ok();
                    form.edit(|it| it.guests = guests);
                }>
                <option value="">{value(move || form.words().choose_list)}</option>
                {choices}
            </select>
            <a href=Page::Guests.path()>{value(move || form.words().to_guests)}</a>
        </p>
    }
    .into_any()
}

/// Who takes a seat, and what that means for money.
#[component]
fn Identities(form: NewGame) -> impl IntoView {
    let open = memo(move || form.options.with(|it| it.identity == Identity::Open));
    let invited = memo(move || form.options.with(|it| it.identity == Identity::Invited));
    let pays = move || {
        view! {
            <label class="option option-of">
                <input type="checkbox" data-testid="pays-anybody"
                    prop:checked=value(move || form.options.with(|it| it.pays_anybody))
                    on:change=move |event| {
                        let pays_anybody = event_target_checked(&event);
                        form.edit(|it| it.pays_anybody = pays_anybody);
                    } />
                <span>
                    <strong>{value(move || form.words().pays_anybody)}</strong>
                    <small class="muted">{value(move || form.words().pays_anybody_why)}</small>
                </span>
            </label>
        }
        .into_any()
    };
    view! {
        <fieldset class="options">
            <legend class="label">{value(move || form.words().identity)}</legend>
            {form.radio(Pick::Identity(Identity::Open), "identity-open", |w| w.identity_open,
                Some(|w| w.identity_open_why))}
            {live(move || open.get().then(pays))}
            {live(move || open.get().then(|| field::asked(form)))}
            {form.radio(Pick::Identity(Identity::Signed), "identity-signed", |w| w.identity_signed,
                Some(|w| w.identity_signed_why))}
            {form.radio(Pick::Identity(Identity::Invited), "identity-invited", |w| w.identity_invited,
                Some(|w| w.identity_invited_why))}
            {live(move || invited.get().then(|| lists(form)))}
        </fieldset>
    }
}
