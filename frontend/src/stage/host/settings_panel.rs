//! The panel of settings: who may come, how often the board comes, whether results are shown while a
//! question is open, whether players may react, whether the game goes on by itself, and how it looks.

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::settings::{AUTO_SECONDS, Auto, Settings};

use super::clicks::Clicks;
use super::confirm::Word;
use super::panel::panel;
use crate::dom::view;
use crate::live::{Memo, live, memo, value};
use crate::stage::theme_fields::{Change, ThemeFields};
use crate::state::session::Session;
use crate::text;

/// How fast a game goes on by itself where nothing else is said.
const AUTO: Auto = Auto { reveal_seconds: 8, board_seconds: 6 };
/// After how many rounds the board may come.
const BOARDS: [u8; 5] = [1, 2, 3, 5, 0];

/// What the server says of the settings, and how often it has refused others: a box that was ticked
/// in vain is put back.
type Known = Memo<(Settings, u32)>;

#[component]
pub(super) fn SettingsPanel(clicks: Clicks) -> impl IntoView {
    let t = text::stage();
    let title = t.tell(|w| w.desk.settings.to_owned());
    panel(title, "settings", move || {
        view! {
            <fieldset class="settings" disabled=clicks.watching>
                <Panel session=clicks.session />
            </fieldset>
        }
    })
}

#[component]
fn Panel(session: Session) -> impl IntoView {
    let t = text::stage();
    let known = session.part(|known| {
        let refused = known.refused.as_ref().map_or(0, |(number, _)| *number);
        (GameView::settings(known), refused)
    });
    let every = memo(move || known.get().0.board_every);
    let options = live(move || {
        let every = every.get();
        let other = (!BOARDS.contains(&every)).then_some(every);
        let option = |rounds: u8| {
            let text = value(move || (t.now().desk.board_every)(rounds));
            view! { <option value=rounds.to_string() prop:selected=rounds == every>{text}</option> }
        };
        BOARDS.into_iter().chain(other).map(option).collect_view()
    });
    let board = move |event: leptos::ev::Event| {
        if let Ok(every) = event_target_value(&event).parse() {
            session.configure(|settings| settings.board_every = every);
        }
    };
    let auto = memo(move || known.get().0.auto.is_some());
    let theme = memo(move || known.get().0.theme);
    view! {
        <Toggle known testid="set-locked" label=|w| w.desk.locked read=|it| it.locked
            set=move |on: bool| session.configure(|settings| settings.locked = on) />
        <Toggle known testid="set-late" label=|w| w.desk.late_join read=|it| it.late_join
            set=move |on: bool| session.configure(|settings| settings.late_join = on) />
        <p>
            <label class="label" for="set-board">{t.say(|w| w.desk.board)}</label>
            <select id="set-board" data-testid="set-board" class="field" on:change=board>{options}</select>
        </p>
        <Toggle known testid="set-live" label=|w| w.desk.live_results read=|it| it.live_results
            set=move |on: bool| session.configure(|settings| settings.live_results = on) />
        <p class="muted small">{t.say(|w| w.desk.live_results_why)}</p>
        <Toggle known testid="set-reactions" label=|w| w.desk.reactions read=|it| it.reactions
            set=move |on: bool| session.configure(|settings| settings.reactions = on) />
        <p class="muted small">{t.say(|w| w.desk.reactions_why)}</p>
        <Toggle known testid="set-auto" label=|w| w.desk.auto read=|it| it.auto.is_some()
            set=move |on: bool| session.configure(|settings| settings.auto = on.then_some(AUTO)) />
        <p class="muted small">{t.say(|w| w.desk.auto_why)}</p>
        {live(move || auto.get().then(|| view! {
            <Seconds session known id="set-reveal-seconds" label=|w| w.desk.auto_reveal
                part=|auto| &mut auto.reveal_seconds />
            <Seconds session known id="set-board-seconds" label=|w| w.desk.auto_board
                part=|auto| &mut auto.board_seconds />
        }))}
        <ThemeFields theme
            change=move |change: Change| session.configure(|it| change(&mut it.theme)) />
    }
}

#[component]
fn Toggle(
    known: Known,
    testid: &'static str,
    label: Word,
    read: fn(Settings) -> bool,
    #[prop(into)] set: Callback<bool>,
) -> impl IntoView {
    let t = text::stage();
    view! {
        <label class="option">
            <input type="checkbox" data-testid=testid prop:checked=value(move || read(known.get().0))
                on:change=move |event| set.run(event_target_checked(&event)) />
            <span>{t.say(label)}</span>
        </label>
    }
}

/// Seconds, which are set once they are in range and the field is left.
#[component]
fn Seconds(
    session: Session,
    known: Known,
    id: &'static str,
    label: Word,
    part: fn(&mut Auto) -> &mut u8,
) -> impl IntoView {
    let t = text::stage();
    let wrong = RwSignal::new(false);
    let seconds = value(move || {
        let mut auto = known.get().0.auto.unwrap_or(AUTO);
        part(&mut auto).to_string()
    });
    let typed = |event: &leptos::ev::Event| {
        let seconds = event_target_value(event).trim().parse::<u8>().ok();
        seconds.filter(|seconds| AUTO_SECONDS.contains(seconds))
    };
    let set = move |event: leptos::ev::Event| {
        if let Some(seconds) = typed(&event) {
            session.configure(|settings| {
                if let Some(auto) = &mut settings.auto {
                    *part(auto) = seconds;
                }
            });
        }
    };
    view! {
        <p>
            <label class="label" for=id>{t.say(label)}</label>
            <input id=id data-testid=id class="field field-short" type="text" inputmode="numeric"
                autocomplete="off" aria-invalid=value(move || if wrong.get() { "true" } else { "false" })
                prop:value=seconds on:change=set
                on:input=move |event| wrong.set(typed(&event).is_none()) />
            <span class="problem small" role="alert">
                {value(move || wrong.get().then(|| {
                    (t.now().desk.auto_wrong)(*AUTO_SECONDS.start(), *AUTO_SECONDS.end())
                }))}
            </span>
        </p>
    }
}
