//! The buttons of the desk: the legal next moves, the likely one first, red, and under the keys.

use std::time::Duration;

use leptos::html::{Button, Dialog};
use leptos::prelude::*;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::wire::Stage;

use super::keys;
use super::rain_form::RainDialog;
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::device;
use crate::stage::dialog::follow;
use crate::state::session::Session;
use crate::text::{self, StageWords};

/// How soon a click is answered, or may be repeated.
const MOVE_TIMEOUT: Duration = Duration::from_secs(4);
/// New buttons wait this long: a press that was meant for the old ones does nothing.
const STARTLE: Duration = Duration::from_millis(keys::ONE_ACTION_MS);

/// The host's moves at a phase, the likely one first. Some moves belong to the server.
fn moves(phase: &Phase, rained: bool) -> Vec<Move> {
    let mut moves: Vec<Move> = phase.moves().filter(|mv| !mv.is_servers()).collect();
    let order: &[Move] = match phase.kind {
        Kind::Reading => &[Move::Open],
        Kind::Revealed => &[Move::ShowBoard],
        Kind::Paused => &[Move::Resume],
        Kind::Asking => &[Move::Close],
        Kind::Podium => &[Move::End],
        _ if phase.next_question().is_some() => &[Move::Ask],
        _ if rained => &[Move::ShowPodium],
        _ => &[Move::OpenRain, Move::ShowPodium],
    };
    moves.sort_by_key(|mv| order.iter().position(|it| it == mv).unwrap_or(order.len()));
    moves
}

/// The one under the red button and the keys. A rain that falls goes on by itself.
fn likely(phase: &Phase, moves: &[Move]) -> Option<Move> {
    moves.first().copied().filter(|mv| phase.kind != Kind::Rain || *mv != Move::CloseRain)
}

fn label(mv: Move, phase: &Phase, words: &StageWords) -> String {
    match mv {
        Move::Ask => match phase.next_question().unwrap_or(phase.questions) {
            0 => words.first_question.to_owned(),
            next => (words.next_question)(next + 1, phase.questions),
        },
        Move::Pause => words.pause.to_owned(),
        Move::Resume => words.resume.to_owned(),
        Move::Open => words.open_question.to_owned(),
        Move::Close => words.reveal_now.to_owned(),
        Move::ShowBoard => words.show_board.to_owned(),
        Move::OpenRain => words.open_rain.to_owned(),
        Move::ShowPodium => words.show_podium.to_owned(),
        Move::End => words.end_game.to_owned(),
        Move::CloseRain => words.stop_rain.to_owned(),
        Move::Read | Move::ShowSlide | Move::Reveal => String::new(),
    }
}

/// What has been clicked and not been answered.
#[derive(Clone, Copy)]
struct Clicks {
    session: Session,
    /// The stage's position and the number of refusals: a change of either is an answer.
    now: Memo<(u64, u32)>,
    pending: RwSignal<Option<(u64, u32)>>,
    /// Refusals up to this number were seen by a host who has clicked again since.
    heard: RwSignal<u32>,
}

impl Clicks {
    fn new(session: Session) -> Self {
        let now = session.part(|known| {
            let seq = known.stage.as_ref().map_or(0, |stage| stage.at.seq);
            (seq, known.refused.as_ref().map_or(0, |(number, _)| *number))
        });
        let heard = RwSignal::new(now.get_untracked().1);
        Self { session, now, pending: RwSignal::new(None), heard }
    }

    /// Whether an answer is awaited.
    fn waiting(self) -> bool {
        self.pending.get() == Some(self.now.get())
    }

    /// A click goes out.
    fn note(self) {
        let now = self.now.get_untracked();
        self.heard.set(now.1);
        self.pending.set(Some(now));
        let give_up = move || {
            let _ = self.pending.try_update(|pending| *pending = pending.filter(|it| *it != now));
        };
        set_timeout(give_up, MOVE_TIMEOUT);
    }

    fn advance(self, mv: Move) {
        self.note();
        self.session.advance(mv);
    }
}

#[component]
pub(super) fn Controls(session: Session, game: GameId, token: Token) -> impl IntoView {
    let t = text::stage();
    let clicks = Clicks::new(session);
    let stage = session.stage();
    let refused = session.part(|known| known.refused.clone());
    let [raining, stopping, ending] = std::array::from_fn(|_| RwSignal::new(false));
    let primary = NodeRef::<Button>::new();
    keys::listen(primary);
    let rained = session.part(|known| known.rain.is_some() || known.shower().is_some());
    // It may end while its host is asked.
    effect(move || {
        if stage.get().is_none_or(|stage| stage.phase.kind != Kind::Rain) {
            stopping.set(false);
        }
    });
    // Each stage has its own buttons, even where they read the same; and only another stage has
    // others, or a click that has begun would lose its button.
    let shown = memo(move || Some((stage.get()?.at.seq, stage.get()?.phase.clone(), rained.get())));
    let buttons = live(move || {
        let (_, phase, rained) = shown.get()?;
        Some(view! { <Moves clicks phase rained primary raining stopping ending /> })
    });
    let state = value(move || {
        let stage = stage.get()?;
        Some(match &stage.stage {
            Stage::Lobby => t.now().state_lobby,
            Stage::Reading { .. } => t.now().state_reading,
            Stage::Slide { .. } => t.now().state_slide,
            Stage::Asking { .. } => t.now().state_asking,
            Stage::Paused { .. } => t.now().state_paused,
            Stage::Closing { .. } => t.now().counting,
            Stage::Revealed { .. } => t.now().state_revealed,
            Stage::Board { .. } => t.now().board,
            Stage::Rain(_) => t.now().state_rain,
            Stage::RainDone { .. } => t.now().rain_over,
            Stage::Podium { .. } => t.now().podium,
            Stage::Ended { .. } => t.now().game_over,
        })
    });
    let problem = value(move || {
        let (number, why) = refused.get()?;
        (number > clicks.heard.get()).then(|| t.now().why_refused(&why))
    });
    view! {
        <section class="controls" aria-label=t.say(|w| w.controls)>
            <p class="controls-state" role="status" data-testid="state">{state}</p>
            <div class="controls-moves">{buttons}</div>
            <p class="problem" role="alert">{problem}</p>
            <p class="controls-keys muted small">{t.say(|w| w.space_hint)}</p>
        </section>
        <RainDialog session game token open=raining sent=move || clicks.note() />
        <ConfirmDialog open=stopping title=|w| w.stop_sure why=|w| w.stop_why yes=|w| w.stop_rain
            testid="stop-confirm" confirm=move || clicks.advance(Move::CloseRain) />
        <ConfirmDialog open=ending title=|w| w.end_sure why=|w| w.end_why yes=|w| w.end_game
            testid="end-confirm" confirm=move || clicks.advance(Move::End) />
    }
}

/// The buttons of one stage.
#[component]
fn Moves(
    clicks: Clicks,
    phase: Phase,
    rained: bool,
    primary: NodeRef<Button>,
    raining: RwSignal<bool>,
    stopping: RwSignal<bool>,
    ending: RwSignal<bool>,
) -> impl IntoView {
    let t = text::stage();
    let ready = RwSignal::new(false);
    let wake = move || {
        let _ = ready.try_set(true);
        // Only an enabled button takes the focus.
        request_animation_frame(move || {
            if !device::has_focus()
                && let Some(button) = keys::red_button(primary)
            {
                let _ = button.focus();
            }
        });
    };
    set_timeout(wake, STARTLE);
    let disabled = memo(move || !ready.get() || clicks.waiting());
    let make = move |mv: Move| match mv {
        _ if disabled.get_untracked() => {}
        Move::OpenRain => raining.set(true),
        Move::CloseRain => stopping.set(true),
        Move::End => ending.set(true),
        _ => clicks.advance(mv),
    };
    let moves = moves(&phase, rained);
    let likely = likely(&phase, &moves);
    moves
        .into_iter()
        .map(|mv| {
            let phase = phase.clone();
            let testid = match mv {
                Move::OpenRain => "open-rain".to_owned(),
                _ => format!("move-{mv:?}"),
            };
            let (class, node) = match likely == Some(mv) {
                true => ("button button-primary button-large", primary),
                false => ("button", NodeRef::new()),
            };
            view! {
                <button type="button" data-testid=testid class=class node_ref=node
                    disabled=disabled on:click=move |_| make(mv)>
                    {t.tell(move |words| label(mv, &phase, words))}
                </button>
            }
        })
        .collect_view()
}

/// A text of the stage.
type Word = fn(&StageWords) -> &'static str;

/// Asks once more.
#[component]
fn ConfirmDialog(
    open: RwSignal<bool>,
    title: Word,
    why: Word,
    yes: Word,
    testid: &'static str,
    #[prop(into)] confirm: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let dialog = NodeRef::<Dialog>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog" node_ref=dialog on:close=move |_| open.set(false)>
            <h2>{t.say(title)}</h2>
            <p>{t.say(why)}</p>
            <div class="dialog-buttons">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    {t.say(|w| w.cancel)}
                </button>
                <button type="button" class="button button-primary" data-testid=testid
                    on:click=move |_| {
                        open.set(false);
                        confirm.run(());
                    }>
                    {t.say(yes)}
                </button>
            </div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::played::Played;

    use super::*;

    fn first(kind: Kind, asked: u16, rained: bool) -> Option<Move> {
        let phase = Phase { kind, played: Played::in_order(asked), questions: 2 };
        likely(&phase, &moves(&phase, rained))
    }

    #[test]
    fn the_space_bar_alone_plays_a_whole_game() {
        let path = [
            (Kind::Lobby, 0, false, Some(Move::Ask)),
            (Kind::Reading, 1, false, Some(Move::Open)),
            (Kind::Slide, 1, false, Some(Move::Ask)),
            (Kind::Slide, 2, false, Some(Move::OpenRain)),
            (Kind::Slide, 2, true, Some(Move::ShowPodium)),
            (Kind::Asking, 1, false, Some(Move::Close)),
            (Kind::Paused, 1, false, Some(Move::Resume)),
            (Kind::Closing, 1, false, None),
            (Kind::Revealed, 1, false, Some(Move::ShowBoard)),
            (Kind::Board, 1, false, Some(Move::Ask)),
            (Kind::Board, 2, false, Some(Move::OpenRain)),
            (Kind::Rain, 2, true, None),
            (Kind::RainDone, 2, true, Some(Move::ShowPodium)),
            (Kind::Board, 2, true, Some(Move::ShowPodium)),
            (Kind::Podium, 2, true, Some(Move::End)),
            (Kind::Ended, 2, true, None),
        ];
        for (kind, asked, rained, expected) in path {
            assert_eq!(first(kind, asked, rained), expected, "{kind:?} {asked}");
        }
    }

    #[test]
    fn the_servers_own_moves_are_not_offered() {
        for kind in Kind::ALL {
            let offered = moves(&Phase { kind, played: Played::in_order(1), questions: 2 }, true);
            assert!(!offered.iter().any(|mv| mv.is_servers()), "{kind:?}");
        }
    }
}
