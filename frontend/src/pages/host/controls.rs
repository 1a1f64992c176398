//! The buttons of the desk: the legal next moves, the likely one first and under the space bar.

use leptos::html::Button;
use leptos::prelude::*;
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::wire::Stage;

use super::desk::PATIENCE;
use super::rain_form::RainDialog;
use crate::live::{live, memo, value};
use crate::state::session::Session;
use crate::state::store::Known;
use crate::text::{self, Words};

/// The host's moves at a phase, the likely one first. Two moves belong to the server.
fn moves(phase: Phase, rained: bool) -> Vec<Move> {
    let mut moves: Vec<Move> =
        phase.moves().filter(|mv| !matches!(mv, Move::Reveal | Move::CloseRain)).collect();
    let order: &[Move] = match phase.kind {
        Kind::Revealed => &[Move::ShowBoard],
        Kind::Podium => &[Move::End],
        _ if phase.asked < phase.rounds => &[Move::Ask],
        _ if rained => &[Move::ShowPodium],
        _ => &[Move::OpenRain, Move::ShowPodium],
    };
    moves.sort_by_key(|mv| order.iter().position(|it| it == mv).unwrap_or(order.len()));
    moves
}

fn label(mv: Move, phase: Phase, words: &Words) -> String {
    match mv {
        Move::Ask if phase.asked == 0 => words.first_question.to_owned(),
        Move::Ask => (words.next_question)(phase.asked + 1, phase.rounds),
        Move::Close => words.reveal_now.to_owned(),
        Move::ShowBoard => words.show_board.to_owned(),
        Move::OpenRain => words.open_rain.to_owned(),
        Move::ShowPodium => words.show_podium.to_owned(),
        Move::End => words.end_game.to_owned(),
        Move::Reveal | Move::CloseRain => String::new(),
    }
}

#[component]
pub(super) fn Controls(session: Session) -> impl IntoView {
    let t = text::words();
    let seq = session.part(|known| known.stage.as_ref().map_or(0, |stage| stage.at.seq));
    let phase = session.part(Known::phase);
    let refusals = session.part(|known| known.refused.as_ref().map_or(0, |(number, _)| *number));
    let refused = session.part(|known| known.refused.clone());
    // The stage and the number of refusals at the last click: while both are the same, it has not
    // been answered.
    let clicked = RwSignal::new(None::<(u64, u32)>);
    let busy = memo(move || clicked.get() == Some((seq.get(), refusals.get())));
    let heard = RwSignal::new(refusals.get_untracked());
    let raining = RwSignal::new(false);
    let ending = RwSignal::new(false);
    let rained = Memo::new(move |before: Option<&bool>| {
        let now = session.known.with(|known| known.rain.is_some() || known.shower().is_some());
        now || before.copied().unwrap_or(false)
    });
    let click = move || {
        let now = (seq.get_untracked(), refusals.get_untracked());
        heard.set(now.1);
        clicked.set(Some(now));
        set_timeout(
            move || {
                let _ = clicked.try_update(|clicked| {
                    if *clicked == Some(now) {
                        *clicked = None;
                    }
                });
            },
            PATIENCE,
        );
    };
    let make = move |mv: Move| {
        if busy.get_untracked() {
            return;
        }
        match mv {
            Move::OpenRain => raining.set(true),
            Move::End if phase.get_untracked().is_some_and(|it| it.kind != Kind::Podium) => {
                ending.set(true);
            }
            _ => {
                click();
                session.move_on(mv);
            }
        }
    };
    let buttons = live(move || {
        let now = phase.get()?;
        // Each stage has its own buttons, even where they read the same.
        seq.track();
        let list = moves(now, rained.get());
        let rows = list
            .into_iter()
            .enumerate()
            .map(|(place, mv)| {
                let button = NodeRef::<Button>::new();
                if place == 0 {
                    button.on_load(|button| {
                        let _ = button.focus();
                    });
                }
                let testid = match mv {
                    Move::OpenRain => "open-rain".to_owned(),
                    _ => format!("move-{mv:?}"),
                };
                view! {
                    <button type="button" data-testid=testid node_ref=button
                        class=if place == 0 { "button button-primary button-large" } else { "button" }
                        disabled=busy on:click=move |_| make(mv)>
                        {value(move || label(mv, now, t.now()))}
                    </button>
                }
            })
            .collect_view();
        Some(rows)
    });
    let stage = session.stage();
    let state = value(move || {
        let stage = stage.get()?;
        Some(match &stage.stage {
            Stage::Lobby => t.now().state_lobby,
            Stage::Asking { .. } => t.now().state_asking,
            Stage::Closing { .. } => t.now().counting,
            Stage::Revealed { .. } => t.now().state_revealed,
            Stage::Board { .. } => t.now().board,
            Stage::Rain(_) => t.now().state_rain,
            Stage::RainDone { .. } => t.now().rain_over,
            Stage::Podium { .. } => t.now().podium,
            Stage::Ended => t.now().game_over,
        })
    });
    let problem = value(move || {
        let (number, why) = refused.get()?;
        (number > heard.get()).then(|| (t.now().refusal)(&why))
    });
    view! {
        <section class="controls" aria-label=t.say(|w| w.controls)>
            <p class="controls-state" role="status" data-testid="state">{state}</p>
            <div class="controls-moves">{buttons}</div>
            <p class="problem" role="alert">{problem}</p>
            <p class="muted small">{t.say(|w| w.space_hint)}</p>
        </section>
        <RainDialog session open=raining sent=move || click() />
        <EndDialog open=ending confirm=move || {
            click();
            session.move_on(Move::End);
        } />
    }
}

/// Opens and closes a dialog with a signal.
pub(super) fn follow(dialog: NodeRef<leptos::html::Dialog>, open: RwSignal<bool>) {
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}

#[component]
fn EndDialog(open: RwSignal<bool>, #[prop(into)] confirm: Callback<()>) -> impl IntoView {
    let t = text::words();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    follow(dialog, open);
    view! {
        <dialog class="dialog" node_ref=dialog on:close=move |_| open.set(false)>
            <h2>{t.say(|w| w.end_sure)}</h2>
            <p>{t.say(|w| w.end_why)}</p>
            <div class="dialog-buttons">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    {t.say(|w| w.cancel)}
                </button>
                <button type="button" class="button button-primary" data-testid="end-confirm"
                    on:click=move |_| {
                        open.set(false);
                        confirm.run(());
                    }>
                    {t.say(|w| w.end_game)}
                </button>
            </div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(kind: Kind, asked: u16, rained: bool) -> Option<Move> {
        moves(Phase { kind, asked, rounds: 2 }, rained).first().copied()
    }

    #[test]
    fn the_space_bar_alone_plays_a_whole_game() {
        let path = [
            (Kind::Lobby, 0, false, Some(Move::Ask)),
            (Kind::Asking, 1, false, Some(Move::Close)),
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
            let offered = moves(Phase { kind, asked: 1, rounds: 2 }, true);
            assert!(!offered.contains(&Move::Reveal) && !offered.contains(&Move::CloseRain));
        }
    }
}
