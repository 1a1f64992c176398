//! What players typed, on the desk as it comes and while the reveal shows it: a host takes away what the
//! room should not see, and picks what the big screen shows alone.
//!
//! Texts come every second, and no button may move under a finger: those that are listed keep their
//! order, new ones come below, and while a pointer is over the list none go.

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::question::{MAX_PICKED, Mark, Tally, TextCount};
use quizrain_shared::wire::Stage;

use crate::dom::view;
use crate::live::{Memo, effect, live, memo, value};
use crate::state::session::Session;
use crate::text;

/// Most texts in the list, however long a pointer stays over it.
const MOST_LISTED: usize = 200;

/// What is to be listed of a round: whether some can be picked, the texts, and those that are picked.
#[derive(Clone, Debug, Default, PartialEq)]
struct Typed {
    round: u16,
    can_pick: bool,
    texts: Vec<String>,
    picked: Vec<String>,
}

impl Typed {
    /// As the reveal shows it, or what is told before.
    fn of(known: &GameView) -> Option<Self> {
        let stage = known.stage.as_ref()?;
        let (tally, revealed) = match &stage.stage {
            Stage::Revealed { tally, .. } => (tally, true),
            _ => (&known.live_tally()?.tally, false),
        };
        let Tally::Texts { top, picked, .. } = tally else { return None };
        let text = |it: &TextCount| it.text.clone();
        let picked: Vec<String> = picked.iter().map(text).collect();
        let is_listed = |text: &&String| top.iter().any(|it| it.text == **text);
        let others = picked.iter().filter(|text| !is_listed(text)).cloned();
        let mut texts: Vec<String> = others.chain(top.iter().map(text)).collect();
        if !revealed {
            // They are told newest first.
            texts.reverse();
        }
        Some(Self { round: stage.phase.round()?, can_pick: known.has_picks(), texts, picked })
    }

    /// The texts in the order of those that are listed already, new ones below; those that are told no
    /// more stay where they are all to be kept.
    fn after(&self, listed: &Self, keep: bool) -> Vec<String> {
        let listed: &[String] = if listed.round == self.round { &listed.texts } else { &[] };
        let stays = listed.iter().filter(|text| keep || self.texts.contains(text));
        let comes = self.texts.iter().filter(|text| !listed.contains(text));
        stays.chain(comes).take(MOST_LISTED).cloned().collect()
    }
}

#[component]
pub(super) fn TypedTexts(session: Session) -> impl IntoView {
    let t = text::stage();
    let typed = session.part(Typed::of);
    let over = RwSignal::new(false);
    let listed = RwSignal::new(Typed::default());
    effect(move || {
        let Some(now) = typed.get() else { return };
        let texts = listed.with_untracked(|before| now.after(before, over.get()));
        listed.set(Typed { texts, ..now });
    });
    let any = memo(move || typed.with(Option::is_some));
    let texts = memo(move || listed.with(|listed| listed.texts.clone()));
    let picked = memo(move || typed.with(|now| now.as_ref().map(|it| it.picked.clone())));
    let can_pick = memo(move || typed.with(|now| now.as_ref().is_some_and(|it| it.can_pick)));
    live(move || {
        any.get().then(|| {
            view! {
                <section class="typed-texts" data-testid="typed-texts"
                    on:pointerenter=move |_| over.set(true)
                    on:pointerleave=move |_| over.set(false)>
                    <h2>{t.say(|w| w.typed_texts)}</h2>
                    <p class="muted small">
                        {value(move || can_pick.get().then(|| (t.now().pick_why)(MAX_PICKED)))}
                    </p>
                    <ul>
                        <For each=move || texts.get() key=String::clone let:text>
                            <Text session text picked can_pick over />
                        </For>
                    </ul>
                </section>
            }
        })
    })
}

/// One of them, and what can be done with it.
#[component]
fn Text(
    session: Session,
    text: String,
    picked: Memo<Option<Vec<String>>>,
    can_pick: Memo<bool>,
    over: RwSignal<bool>,
) -> impl IntoView {
    let t = text::stage();
    let shown = text.clone();
    let hidden = text.clone();
    let place = memo({
        let text = text.clone();
        move || picked.with(|all| all.as_ref()?.iter().position(|picked| *picked == text))
    });
    let full =
        memo(move || picked.with(|all| all.as_ref().is_some_and(|all| all.len() >= MAX_PICKED)));
    let pick = live(move || {
        let text = text.clone();
        can_pick.get().then(|| {
            view! {
                <button type="button" class="button" data-testid="pick-text"
                    aria-pressed=value(move || if place.get().is_some() { "true" } else { "false" })
                    disabled=value(move || full.get() && place.get().is_none())
                    on:click=move |_| {
                        let is_picked = place.get_untracked().is_some();
                        let mark = if is_picked { Mark::Listed } else { Mark::Picked };
                        session.mark_text(text.clone(), mark);
                    }>
                    {value(move || match place.get() {
                        Some(place) => (t.now().picked_text)(place + 1),
                        None => t.now().pick_text.to_owned(),
                    })}
                </button>
            }
        })
    });
    let hide = move |_| {
        session.mark_text(hidden.clone(), Mark::Hidden);
        // It goes as soon as the server says so.
        over.set(false);
    };
    view! {
        <li class="typed-text" class:is-picked=value(move || place.get().is_some())>
            <span dir="auto">{shown}</span>
            <span class="typed-marks">
                {pick}
                <button type="button" class="button" data-testid="hide-text" on:click=hide>
                    {t.say(|w| w.hide_text)}
                </button>
            </span>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::Typed;

    fn typed(round: u16, texts: &[&str]) -> Typed {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        Typed { round, texts, ..Typed::default() }
    }

    #[test]
    fn what_is_listed_keeps_its_place() {
        let listed = typed(3, &["a", "b", "c"]);
        let now = typed(3, &["d", "c", "e", "a"]);
        assert_eq!(now.after(&listed, false), ["a", "c", "d", "e"]);
        assert_eq!(now.after(&listed, true), ["a", "b", "c", "d", "e"]);
        assert_eq!(typed(4, &["d", "c", "a"]).after(&listed, true), ["d", "c", "a"]);
        assert_eq!(typed(3, &[]).after(&listed, false), [""; 0]);
    }
}
