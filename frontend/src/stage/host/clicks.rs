//! What a host has clicked and the server has not answered: buttons wait for it, dialogs stay open.
//! Called by all parts of the desk.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::client::Pending;
use quizrain_shared::client::timing::CLICK_MS;
use quizrain_shared::phase::Move;
use quizrain_shared::wire::{HostFrame, Refusal};

use crate::live::{Memo, effect, memo};
use crate::net::device;
use crate::state::session::Session;
use crate::text;

/// How soon a click is answered, or may be repeated.
const MOVE_TIMEOUT: Duration = Duration::from_secs(4);

/// What has been clicked and not been answered.
#[derive(Clone, Copy)]
pub(super) struct Clicks {
    pub(super) session: Session,
    /// The stage's position and the number of refusals: a change of either is an answer.
    now: Memo<(u64, u32)>,
    pending: RwSignal<Option<(u64, u32)>>,
    /// Refusals up to this number were seen by a host who has clicked again since, or elsewhere.
    heard: RwSignal<u32>,
    refused: Memo<Option<(u32, Refusal)>>,
    /// The question that a host has picked to come next.
    pub(super) picked: RwSignal<Option<u16>>,
    /// Whether this page may change nothing: it has no buttons that would.
    pub(super) watching: bool,
}

impl Clicks {
    pub(super) fn new(session: Session, watching: bool) -> Self {
        let now = session.part(|known| {
            let seq = known.stage.as_ref().map_or(0, |stage| stage.at.seq);
            (seq, known.refused.as_ref().map_or(0, |(number, _)| *number))
        });
        let heard = RwSignal::new(now.get_untracked().1);
        let refused = session.part(|known| known.refused.clone());
        let picked = RwSignal::new(None);
        // What this page picks shows at once, and what counts is what all pages are told.
        let told = session.part(|known| known.picked);
        // With the next round it has come, or something else has come first.
        let round = session.part(|known| known.phase().and_then(|phase| phase.round()));
        effect(move || {
            refused.track();
            round.track();
            picked.set(told.get());
        });
        Self { session, now, pending: RwSignal::new(None), heard, refused, picked, watching }
    }

    /// Picks the question that comes next, on the pages of all hosts.
    pub(super) fn pick(self, question: u16) {
        self.picked.set(Some(question));
        self.session.wish(|seen| HostFrame::Pick { question: Some(question), seen });
    }

    /// Whether an answer is awaited.
    pub(super) fn waiting(self) -> bool {
        self.pending.get() == Some(self.now.get())
    }

    /// A click goes out.
    pub(super) fn note(self) {
        let now = self.now.get_untracked();
        self.heard.set(now.1);
        self.pending.set(Some(now));
        let give_up = move || {
            let _ = self.pending.try_update(|pending| *pending = pending.filter(|it| *it != now));
        };
        set_timeout(give_up, MOVE_TIMEOUT);
    }

    /// Makes a move; to the next question, that which the host has picked.
    pub(super) fn advance(self, mv: Move) {
        match (mv, self.picked.get_untracked()) {
            (Move::Ask, Some(question)) => self.ask(question),
            _ => {
                self.note();
                self.session.advance(mv);
            }
        }
    }

    /// Goes on to this question.
    pub(super) fn ask(self, question: u16) {
        self.note();
        self.session.wish(|seen| HostFrame::Ask { question, seen });
    }

    /// Gives the question more time.
    pub(super) fn add_time(self, seconds: u8) {
        self.note();
        self.session.wish(|seen| HostFrame::AddTime { seconds, seen });
    }

    /// Keeps a game open for longer.
    pub(super) fn add_minutes(self, minutes: u16) {
        self.note();
        self.session.wish(|seen| HostFrame::AddMinutes { minutes, seen });
    }

    /// Why the last click was refused. Where another host was faster, the page shows what they did.
    pub(super) fn problem(self) -> Option<String> {
        let (number, why) = self.refused.get()?;
        let told = number > self.heard.get() && why != Refusal::Stale;
        told.then(|| text::stage().now().why_refused(&why))
    }
}

/// What a dialog has asked for: until it is done, the dialog stays open and says what is wrong.
#[derive(Clone, Copy)]
pub(super) struct Errand {
    clicks: Clicks,
    /// When it went out, and how many refusals there were then.
    sent: RwSignal<Option<(f64, u32)>>,
    waiting: Memo<bool>,
    problem: RwSignal<Option<Refusal>>,
}

impl Errand {
    /// `done` is called when what was asked for has come true.
    pub(super) fn new(clicks: Clicks, done: impl Fn() + Send + Sync + 'static) -> Self {
        let sent = RwSignal::new(None);
        let problem = RwSignal::new(None);
        let asked = clicks.session.waiting(|pending: &Pending| pending.waiting().is_some());
        let waiting = memo(move || sent.get().is_some() && asked.get());
        effect(move || {
            let (Some((at, before)), false) = (sent.get(), waiting.get()) else { return };
            sent.set(None);
            match clicks.refused.get_untracked().filter(|(number, _)| *number > before) {
                Some((number, why)) => {
                    clicks.heard.set(number);
                    problem.set(Some(why));
                }
                None if device::local_ms() - at >= CLICK_MS => {
                    problem.set(Some(Refusal::Unavailable));
                }
                None => done(),
            }
        });
        Self { clicks, sent, waiting, problem }
    }

    /// Asks for it.
    pub(super) fn send(self, wish: impl FnOnce(u64) -> HostFrame) {
        self.problem.set(None);
        self.clicks.session.wish(wish);
        self.sent.set(Some((device::local_ms(), self.clicks.now.get_untracked().1)));
    }

    /// Whether it is awaited.
    pub(super) fn waiting(self) -> Memo<bool> {
        self.waiting
    }

    /// Forgets what was wrong: something else is asked now.
    pub(super) fn forget(self) {
        self.problem.set(None);
    }

    /// Why it was not done.
    pub(super) fn problem(self) -> Option<String> {
        let why = self.problem.get()?;
        Some(text::stage().now().why_refused(&why))
    }
}
