//! The buttons of the desk: the legal next moves, the likely one first, red, and under the keys.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::pages::Page;
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::wire::Stage;

use super::auto::GoesOn;
use super::clicks::Clicks;
use super::confirm::ConfirmDialog;
use super::keys;
use super::plans::Plans;
use super::rain_form::RainDialog;
use super::sound::SoundButtons;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{effect, live, memo, value};
use crate::net::device;
use crate::text::{self, StageWords};
use web_sys::HtmlButtonElement;

/// New buttons wait this long: a press that was meant for the old ones does nothing.
const STARTLE: Duration = Duration::from_millis(keys::ONE_ACTION_MS);
/// What a question gets where its host gives it more time.
const MORE_SECONDS: u8 = 10;
/// What a game at one's own pace gets.
const MORE_MINUTES: u16 = 5;

/// Where a game stands, as far as buttons follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stand {
    phase: Phase,
    /// Whether the board comes after the round that was played last.
    board: bool,
    /// A rain is due that was planned.
    rain_due: bool,
    /// The question that comes next.
    next: Option<u16>,
    /// Whether the stage closes by itself.
    closes: bool,
    /// Whether a question that is read, open or paused has an end that can be put off.
    timed: bool,
    /// Whether everybody plays at their own pace.
    own_pace: bool,
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Move(Move),
    AddTime,
}

impl Stand {
    fn of(known: &GameView) -> Option<(u64, Self)> {
        let stage = known.stage.as_ref()?;
        let closes = stage.closes_ms > 0;
        let timed = match stage.stage {
            Stage::Reading { .. } | Stage::Asking { .. } => closes,
            Stage::Paused { left_ms, .. } => left_ms > 0,
            Stage::Paced => true,
            _ => false,
        };
        let own_pace = known.game.as_ref().is_some_and(|game| game.mode.self_paced().is_some());
        let next = stage.phase.next_question();
        let phase = stage.phase.clone();
        let board = known.settings().board_after(phase.played.rounds());
        Some((stage.at.seq, Self { phase, board, rain_due: false, next, closes, timed, own_pace }))
    }

    /// Whether a question that was paused goes on in a moment.
    fn resumes(&self) -> bool {
        self.phase.kind == Kind::Paused && self.closes
    }

    /// Whether a host has use for a move that is legal.
    fn is_offered(&self, mv: Move) -> bool {
        match (self.phase.kind, mv) {
            (_, mv) if mv.is_servers() => false,
            // Whoever counts goes on by itself.
            (Kind::Counting, _) => false,
            (Kind::Paused, Move::Open) => false,
            (Kind::Paused, Move::Pause) => self.resumes(),
            (Kind::Paused, Move::Resume) => !self.resumes(),
            _ => true,
        }
    }

    fn can_ask(&self) -> bool {
        self.next.is_some_and(|next| self.phase.with_question(Move::Ask, next).is_ok())
    }

    /// The host's moves, the likely one first. Some moves belong to the server.
    fn moves(&self) -> Vec<Move> {
        let legal = Move::ALL.into_iter().filter(|mv| match mv {
            Move::Ask => self.can_ask(),
            mv => self.phase.after(*mv).is_ok(),
        });
        let mut moves: Vec<Move> = legal.filter(|mv| self.is_offered(*mv)).collect();
        let order: &[Move] = match self.phase.kind {
            Kind::Reading => &[Move::Open],
            Kind::Paused => &[Move::Resume],
            Kind::Asking => &[Move::Close, Move::Pause],
            Kind::Counting => &[],
            Kind::Podium => &[Move::End],
            _ if self.rain_due => &[Move::OpenRain, Move::ShowBoard, Move::Ask, Move::ShowPodium],
            Kind::Revealed if self.board => &[Move::ShowBoard],
            _ if self.can_ask() => &[Move::Ask],
            _ => &[Move::ShowPodium],
        };
        moves.sort_by_key(|mv| order.iter().position(|it| it == mv).unwrap_or(order.len()));
        moves
    }

    /// The one under the red button and the keys. A rain that falls goes on by itself, and so do a
    /// question that counts down to its end of the pause and a game that is open to all for days, which a
    /// press that was meant for something else would close.
    fn likely(&self, moves: &[Move]) -> Option<Move> {
        let by_itself = matches!(self.phase.kind, Kind::Rain | Kind::Paced) || self.resumes();
        moves.first().copied().filter(|_| !by_itself)
    }

    /// What the buttons do, in their order.
    fn acts(&self, moves: &[Move]) -> Vec<Act> {
        let mut acts: Vec<Act> = moves.iter().copied().map(Act::Move).collect();
        if self.timed {
            let beside = |act: &Act| matches!(act, Act::Move(Move::Close | Move::End));
            let from = usize::from(self.likely(moves).is_some());
            let place = acts.iter().skip(from).position(beside).map_or(acts.len(), |at| at + from);
            acts.insert(place, Act::AddTime);
        }
        acts
    }

    fn label(&self, act: Act, words: &StageWords) -> String {
        let own_pace = self.phase.kind == Kind::Paced;
        let mv = match act {
            Act::AddTime if own_pace => return words.desk.add_minutes.to_owned(),
            Act::AddTime => return words.desk.add_time.to_owned(),
            Act::Move(mv) => mv,
        };
        match mv {
            Move::Ask if self.own_pace => words.begin.to_owned(),
            Move::Ask => match self.next.unwrap_or_default() {
                0 => words.first_question.to_owned(),
                next => (words.next_question)(next + 1, self.phase.questions),
            },
            Move::Pause => words.pause.to_owned(),
            Move::Resume => words.resume.to_owned(),
            Move::Open => words.open_question.to_owned(),
            Move::Close if own_pace => words.close_game.to_owned(),
            Move::Close => words.reveal_now.to_owned(),
            Move::ShowBoard => words.show_board.to_owned(),
            Move::OpenRain => words.open_rain.to_owned(),
            Move::ShowPodium => words.show_podium.to_owned(),
            Move::End => words.end_game.to_owned(),
            Move::CloseRain => words.stop_rain.to_owned(),
            Move::Read | Move::ShowSlide | Move::Reveal | Move::Pace => String::new(),
        }
    }
}

#[component]
pub(super) fn Controls(clicks: Clicks, game: GameId, token: Token) -> impl IntoView {
    let t = text::stage();
    if clicks.watching {
        return view! {
            <section class="controls" aria-label=t.say(|w| w.controls)><Stands clicks game /></section>
        }
        .into_any();
    }
    view! { <Buttons clicks game token /> }.into_any()
}

/// What a game is doing, in words.
pub(super) fn state_words(kind: Kind, words: &StageWords) -> &'static str {
    match kind {
        Kind::Lobby => words.state_lobby,
        Kind::Reading => words.state_reading,
        Kind::Slide => words.state_slide,
        Kind::Asking => words.state_asking,
        Kind::Paused => words.state_paused,
        Kind::Closing | Kind::Counting => words.counting,
        Kind::Paced => words.state_paced,
        Kind::Revealed => words.state_revealed,
        Kind::Board => words.board,
        Kind::Rain => words.state_rain,
        Kind::RainDone => words.rain_over,
        Kind::Podium => words.podium,
        Kind::Ended => words.game_over,
    }
}

/// Where the game stands, in words.
#[component]
fn Stands(clicks: Clicks, game: GameId) -> impl IntoView {
    let t = text::stage();
    let stage = clicks.session.stage();
    let state = value(move || Some(state_words(stage.get()?.phase.kind, t.now())));
    let over = memo(move || stage.get().is_some_and(|it| matches!(it.stage, Stage::Ended(_))));
    view! {
        <p class="controls-state" role="status" data-testid="state">{state}</p>
        {live(move || over.get().then(|| view! {
            <p><a class="button" href=Page::GameResults(game).path() data-testid="to-results">
                {text::results().say(|w| w.results)}
            </a></p>
        }))}
        <GoesOn clicks />
    }
}

/// The buttons, and the dialogs that some of them open.
#[component]
fn Buttons(clicks: Clicks, game: GameId, token: Token) -> impl IntoView {
    let t = text::stage();
    let session = clicks.session;
    let stage = session.stage();
    let [raining, stopping, ending] = std::array::from_fn(|_| RwSignal::new(false));
    let primary = ElementRef::<HtmlButtonElement>::new();
    keys::listen(primary);
    let plans = Plans::open(session, game, token);
    // It may end while its host is asked.
    effect(move || {
        if stage.get().is_none_or(|stage| stage.phase.kind != Kind::Rain) {
            stopping.set(false);
        }
    });
    // Each stage has its own buttons, even where they read the same; and only what a host has done
    // makes others of them, or a click that has begun would lose its button.
    let known = session.part(Stand::of);
    let stand = memo(move || {
        let (seq, stand) = known.get()?;
        let (next, rain_due) = (clicks.picked.get().or(stand.next), plans.due.get());
        Some((seq, Stand { next, rain_due, ..stand }))
    });
    let buttons = live(move || {
        let (_, stand) = stand.get()?;
        Some(view! { <Moves clicks stand primary raining stopping ending /> })
    });
    view! {
        <section class="controls" aria-label=t.say(|w| w.controls)>
            <Stands clicks game />
            <div class="controls-moves">{buttons}</div>
            <SoundButtons clicks />
            <p class="problem" role="alert">{value(move || clicks.problem())}</p>
            <p class="controls-keys muted small">{t.say(|w| w.space_hint)}</p>
        </section>
        <RainDialog session plans open=raining sent=move || clicks.note() />
        <ConfirmDialog open=stopping title=|w| w.stop_sure yes=|w| w.stop_rain
            testid="stop-confirm" confirm=move || clicks.advance(Move::CloseRain)>
            <p>{t.say(|w| w.stop_why)}</p>
        </ConfirmDialog>
        <ConfirmDialog open=ending title=|w| w.end_sure yes=|w| w.end_game
            testid="end-confirm" confirm=move || clicks.advance(Move::End)>
            <p>{t.say(|w| w.end_why)}</p>
        </ConfirmDialog>
    }
}

/// The buttons of one stage.
#[component]
fn Moves(
    clicks: Clicks,
    stand: Stand,
    primary: ElementRef<HtmlButtonElement>,
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
    let make = move |act: Act| match act {
        _ if disabled.get_untracked() => {}
        Act::AddTime if stand.phase.kind == Kind::Paced => clicks.add_minutes(MORE_MINUTES),
        Act::AddTime => clicks.add_time(MORE_SECONDS),
        Act::Move(Move::OpenRain) => raining.set(true),
        Act::Move(Move::CloseRain) => stopping.set(true),
        Act::Move(Move::End) => ending.set(true),
        Act::Move(mv) => clicks.advance(mv),
    };
    let moves = stand.moves();
    let likely = stand.likely(&moves).map(Act::Move);
    let acts = stand.acts(&moves);
    acts.into_iter()
        .map(|act| {
            let stand = stand.clone();
            let testid = match act {
                Act::AddTime => "add-time".to_owned(),
                Act::Move(Move::OpenRain) => "open-rain".to_owned(),
                Act::Move(mv) => format!("move-{mv:?}"),
            };
            let (class, node) = match likely == Some(act) {
                true => ("button button-primary button-large", primary),
                false => ("button", ElementRef::new()),
            };
            view! {
                <button type="button" data-testid=testid class=class node_ref=node
                    disabled=disabled on:click=move |_| make(act)>
                    {t.tell(move |words| stand.label(act, words))}
                </button>
            }
        })
        .collect_view()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::played::Played;

    use super::*;

    fn stand(kind: Kind, asked: u16) -> Stand {
        let phase = Phase { kind, played: Played::in_order(asked), questions: 2 };
        let next = phase.next_question();
        let (closes, timed, own_pace) = (false, false, false);
        Stand { phase, board: true, rain_due: false, next, closes, timed, own_pace }
    }

    fn first(stand: &Stand) -> Option<Move> {
        stand.likely(&stand.moves())
    }

    #[test]
    fn the_space_bar_alone_plays_a_whole_game() {
        let path = [
            (Kind::Lobby, 0, false, Some(Move::Ask)),
            (Kind::Reading, 1, false, Some(Move::Open)),
            (Kind::Slide, 1, false, Some(Move::Ask)),
            (Kind::Slide, 2, true, Some(Move::OpenRain)),
            (Kind::Slide, 2, false, Some(Move::ShowPodium)),
            (Kind::Asking, 1, false, Some(Move::Close)),
            (Kind::Paused, 1, false, Some(Move::Resume)),
            (Kind::Closing, 1, false, None),
            (Kind::Revealed, 1, false, Some(Move::ShowBoard)),
            (Kind::Revealed, 1, true, Some(Move::OpenRain)),
            (Kind::RainDone, 1, false, Some(Move::Ask)),
            (Kind::Board, 1, false, Some(Move::Ask)),
            (Kind::Board, 2, true, Some(Move::OpenRain)),
            (Kind::Rain, 2, false, None),
            (Kind::RainDone, 2, true, Some(Move::OpenRain)),
            (Kind::RainDone, 2, false, Some(Move::ShowPodium)),
            (Kind::Board, 2, false, Some(Move::ShowPodium)),
            (Kind::Podium, 2, false, Some(Move::End)),
            (Kind::Ended, 2, false, None),
            (Kind::Paced, 0, false, None),
            (Kind::Counting, 0, false, None),
        ];
        for (kind, asked, rain_due, expected) in path {
            let stand = Stand { rain_due, ..stand(kind, asked) };
            assert_eq!(first(&stand), expected, "{kind:?} {asked}");
        }
    }

    #[test]
    fn the_board_comes_as_often_as_the_host_wants() {
        let after = |board, asked| first(&Stand { board, ..stand(Kind::Revealed, asked) });
        assert_eq!(after(true, 1), Some(Move::ShowBoard));
        assert_eq!(after(true, 2), Some(Move::ShowBoard));
        assert_eq!(after(false, 1), Some(Move::Ask));
        assert_eq!(after(false, 2), Some(Move::ShowPodium));
    }

    #[test]
    fn a_question_that_counts_down_to_its_rest_needs_no_press() {
        let paused = Stand { timed: true, ..stand(Kind::Paused, 1) };
        let acts = |stand: &Stand| stand.acts(&stand.moves());
        let [resume, close, end] = [Move::Resume, Move::Close, Move::End].map(Act::Move);
        assert_eq!(acts(&paused), [resume, Act::AddTime, close, end]);
        let resumes = Stand { closes: true, ..paused };
        assert_eq!(first(&resumes), None);
        assert_eq!(acts(&resumes), [Act::Move(Move::Pause), Act::AddTime, close, end]);
    }

    #[test]
    fn more_time_is_beside_the_pause() {
        let acts = |stand: &Stand| stand.acts(&stand.moves());
        let asking = Stand { closes: true, timed: true, ..stand(Kind::Asking, 1) };
        let [close, pause, end] = [Move::Close, Move::Pause, Move::End].map(Act::Move);
        assert_eq!(acts(&asking), [close, pause, Act::AddTime, end]);
        assert_eq!(acts(&Stand { timed: false, ..asking }), [close, pause, end]);
    }

    #[test]
    fn a_question_that_was_picked_is_asked_though_none_is_left() {
        let last = stand(Kind::Board, 2);
        assert!(!last.moves().contains(&Move::Ask));
        let picked = Stand { next: Some(0), ..last };
        assert_eq!(first(&picked), Some(Move::Ask));
    }

    #[test]
    fn the_servers_own_moves_are_not_offered() {
        for kind in Kind::ALL {
            let offered = stand(kind, 1).moves();
            assert!(!offered.iter().any(|mv| mv.is_servers()), "{kind:?}");
        }
    }
}
