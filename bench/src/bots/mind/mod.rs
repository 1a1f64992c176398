//! What a bot knows and wants: frames go in, wishes come out. No socket and no waiting in here.
//!
//! As on a phone, a wish is repeated until it is answered or its window is well over, and what the
//! server said once is not counted twice.

mod replies;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{PlayerFrame, Position, ServerFrame, Stage, StageAt, Welcome};
use tokio::time::Instant;

use super::person::Person;
use super::tally::Tally;

/// How long the page waits before it asks again.
const JOIN_AGAIN: Duration = Duration::from_secs(3);
const ANSWER_AGAIN: Duration = Duration::from_millis(1500);
const TAP_AGAIN: Duration = Duration::from_millis(700);
/// A locked door is tried again after this time.
const KNOCK_AGAIN: Duration = Duration::from_secs(3);
/// How long after a window's end an unanswered wish is still repeated.
const GRACE: Duration = Duration::from_secs(3);
/// Between two frames of one socket: 16 a second, where the server allows 20.
const GAP: Duration = Duration::from_millis(62);
/// A snapshot is asked for at most this often.
const HELLO_EVERY: Duration = Duration::from_secs(1);
/// An answer that is too late after less than this was overtaken by the host's click.
const SLOW: Duration = Duration::from_secs(1);
/// How long a bot stays after the end for the word that its packet is credited.
const LINGER: Duration = Duration::from_secs(10);
/// How long it stays with nothing to wait for.
const GOODBYE: Duration = Duration::from_millis(400);

#[derive(Clone, Debug)]
enum Ask {
    Join { attempt: u32 },
    Answer { round: u16, frame: PlayerFrame },
    Tap { rain: RainId, drop: Option<u32> },
}

#[derive(Clone, Debug)]
struct Wish {
    ask: Ask,
    due: Instant,
    until: Option<Instant>,
    first_sent: Option<Instant>,
}

/// The window of the rain that falls.
#[derive(Clone, Copy, Debug)]
struct Shower {
    seed: u64,
    opens: Instant,
    window_ms: u64,
}

/// A bot's mind.
#[derive(Debug)]
pub(crate) struct Mind {
    person: Person,
    tally: Arc<Tally>,
    stage: Option<StageAt>,
    seated: bool,
    was_seated: bool,
    /// The stage for which something was decided already.
    decided: Option<Position>,
    wish: Option<Wish>,
    shower: Option<Shower>,
    caught: Option<(RainId, bool)>,
    counted: Option<u16>,
    snapshot_wanted: bool,
    said_hello: Option<Instant>,
    last_sent: Option<Instant>,
    leaves: Option<Instant>,
}

impl Mind {
    pub(crate) fn new(person: Person, tally: Arc<Tally>) -> Self {
        Self {
            person,
            tally,
            stage: None,
            seated: false,
            was_seated: false,
            decided: None,
            wish: None,
            shower: None,
            caught: None,
            counted: None,
            snapshot_wanted: false,
            said_hello: None,
            last_sent: None,
            leaves: None,
        }
    }

    /// Whether the bot has nothing more to do in this game.
    pub(crate) fn is_done(&self, now: Instant) -> bool {
        self.leaves.is_some_and(|at| at <= now)
    }

    /// Whether the game is over, so that a connection that ends is no loss.
    pub(crate) fn is_over(&self) -> bool {
        self.leaves.is_some()
    }

    /// A new connection: hello was just said on it.
    pub(crate) fn greeted(&mut self, now: Instant) {
        self.said_hello = Some(now);
        self.last_sent = Some(now);
        self.snapshot_wanted = false;
        if let Some(wish) = &mut self.wish {
            // What was sent on the old connection may be lost.
            wish.due = wish.due.max(now + GAP);
        }
    }

    /// When the bot wants to do something next.
    pub(crate) fn due(&self) -> Option<Instant> {
        let wish = self.wish.as_ref().map(|wish| wish.due);
        let hello = self.said_hello.filter(|_| self.snapshot_wanted).map(|at| at + HELLO_EVERY);
        let next = [wish, hello].into_iter().flatten().min();
        let next = next.map(|due| self.last_sent.map_or(due, |sent| due.max(sent + GAP)));
        [next, self.leaves].into_iter().flatten().min()
    }

    /// What the bot says now; `hello` is what it says for a snapshot.
    pub(crate) fn act(&mut self, now: Instant, hello: &PlayerFrame) -> Option<PlayerFrame> {
        if self.last_sent.is_some_and(|sent| now < sent + GAP) {
            return None;
        }
        if self.snapshot_wanted && self.said_hello.is_none_or(|at| now >= at + HELLO_EVERY) {
            self.snapshot_wanted = false;
            self.said_hello = Some(now);
            self.last_sent = Some(now);
            return Some(hello.clone());
        }
        let frame = self.act_on_wish(now)?;
        self.last_sent = Some(now);
        Some(frame)
    }

    fn act_on_wish(&mut self, now: Instant) -> Option<PlayerFrame> {
        let wish = self.wish.as_mut().filter(|wish| wish.due <= now)?;
        if wish.until.is_some_and(|until| now > until) {
            self.give_up();
            return None;
        }
        let again = match &mut wish.ask {
            Ask::Join { .. } => JOIN_AGAIN,
            Ask::Answer { .. } => ANSWER_AGAIN,
            Ask::Tap { .. } => TAP_AGAIN,
        };
        let frame = match &mut wish.ask {
            Ask::Join { attempt } => PlayerFrame::Join {
                nickname: self.person.nickname(*attempt),
                entropy: self.person.contribution(),
            },
            Ask::Answer { round, frame } => {
                if wish.first_sent.is_none() {
                    self.tally.question(*round, |asked| asked.sent += 1);
                }
                frame.clone()
            }
            Ask::Tap { rain, drop } => {
                if drop.is_none() {
                    let shower = self.shower?;
                    let at_ms = now.saturating_duration_since(shower.opens).as_millis() as u64;
                    *drop = self.person.drop_to_tap(shower.seed, shower.window_ms, at_ms);
                }
                let Some(drop) = *drop else {
                    // Nothing on the screen just now.
                    wish.due = now + 2 * GAP;
                    return None;
                };
                if wish.first_sent.is_none() {
                    self.tally.rain(*rain, |rained| rained.tapped += 1);
                }
                PlayerFrame::Tap { rain: *rain, drop }
            }
        };
        wish.first_sent.get_or_insert(now);
        wish.due = now + again;
        Some(frame)
    }

    /// The window is well over and no answer came.
    fn give_up(&mut self) {
        if let Some(Wish { ask: Ask::Tap { rain, .. }, first_sent: Some(_), .. }) = self.wish.take()
        {
            self.tally.rain(rain, |rained| rained.unserved += 1);
        }
    }

    /// Takes in a frame.
    pub(crate) fn heed(&mut self, frame: ServerFrame, now: Instant) {
        match frame {
            ServerFrame::Welcome(welcome) => self.welcome(*welcome, now),
            ServerFrame::Stage(stage) => {
                self.shown(&stage);
                self.stand(stage, now);
            }
            ServerFrame::Answered { round, .. } => self.answered(round, now),
            ServerFrame::Outcome(outcome) if outcome.answer.is_some() => {
                // The word itself may have been lost on its way.
                self.answered(outcome.round, now);
            }
            ServerFrame::Packet(news) => self.packet(&news, now),
            ServerFrame::Missed { rain, why } => self.missed(rain, &why, now),
            ServerFrame::Refused(why) => self.refused(&why, now),
            ServerFrame::Heartbeat { at, .. } => {
                let behind = self.stage.as_ref().is_some_and(|stage| stage.at != at);
                self.snapshot_wanted |= behind;
            }
            ServerFrame::Outcome(_)
            | ServerFrame::Lobby(_)
            | ServerFrame::Progress { .. }
            | ServerFrame::RainProgress(_)
            | ServerFrame::Reconnect { .. }
            | ServerFrame::Incidents(_) => {}
        }
    }

    fn welcome(&mut self, welcome: Welcome, now: Instant) {
        if let Some(asked) = self.said_hello {
            self.tally.hear_time(welcome.now_ms, asked.into_std());
        }
        self.seated = welcome.you.is_some();
        let round = welcome.stage.phase.round();
        if let Some(you) = welcome.you {
            if !self.was_seated {
                self.was_seated = true;
                self.tally.count().seated += 1;
            }
            if matches!(self.wish, Some(Wish { ask: Ask::Join { .. }, .. })) {
                self.wish = None;
            }
            if let (Some(_), Some(round)) = (you.answer, round) {
                self.answered(round, now);
            }
            if let Some(caught) = you.caught {
                self.caught(&caught, now);
            }
        } else if self.wish.is_none() && welcome.stage.phase.kind != Kind::Ended {
            let due = now + self.person.types_for();
            let ask = Ask::Join { attempt: 0 };
            self.wish = Some(Wish { ask, due, until: None, first_sent: None });
        }
        self.stand(welcome.stage, now);
    }

    /// A stage that was pushed: how long it took to get here.
    fn shown(&self, stage: &StageAt) {
        if matches!(stage.stage, Stage::Asking { .. }) && self.seated {
            let took = self.tally.since(stage.opens_ms);
            self.tally.count().to_screen.push(took);
        }
    }

    fn stand(&mut self, stage: StageAt, now: Instant) {
        let known = self.stage.as_ref().map(|known| known.at);
        let older = known.is_some_and(|known| {
            known.incarnation == stage.at.incarnation && stage.at.seq < known.seq
        });
        if older {
            return;
        }
        self.tally.at(&stage);
        if self.seated && self.decided != Some(stage.at) {
            self.decided = Some(stage.at);
            self.decide(&stage, now);
        }
        if stage.phase.kind == Kind::Ended {
            self.leave(now);
        }
        self.stage = Some(stage);
    }

    /// A new stage, and what to do about it.
    fn decide(&mut self, stage: &StageAt, now: Instant) {
        let until = Some(now + self.tally.until(stage.closes_ms) + GRACE);
        match &stage.stage {
            Stage::Asking { question } => {
                let Some(round) = stage.phase.round() else { return };
                self.give_up();
                self.tally.question(round, |asked| asked.shown += 1);
                let left = self.tally.until(stage.closes_ms);
                if self.counted != Some(round)
                    && let Some((thinks, choices)) = self.person.reply(round, question, left)
                {
                    let frame = PlayerFrame::Answer { round, choices };
                    let ask = Ask::Answer { round, frame };
                    self.wish = Some(Wish { ask, due: now + thinks, until, first_sent: None });
                }
            }
            Stage::Rain(view) => {
                self.give_up();
                let rain = view.rain;
                self.tally.rain(rain, |rained| rained.packets = view.packets);
                let ahead = now + self.tally.until(stage.opens_ms);
                let opens = ahead.checked_sub(self.tally.since(stage.opens_ms)).unwrap_or(ahead);
                self.shower = Some(Shower {
                    seed: view.picture_seed,
                    opens,
                    window_ms: stage.closes_ms.saturating_sub(stage.opens_ms),
                });
                if self.caught.is_none_or(|(known, _)| known != rain) {
                    let due = ahead + self.person.reacts_after(rain);
                    let ask = Ask::Tap { rain, drop: None };
                    self.wish = Some(Wish { ask, due, until, first_sent: None });
                }
            }
            _ => {
                // The window has closed: what was never said is not said any more.
                if self.wish.as_ref().is_some_and(|wish| wish.first_sent.is_none()) {
                    self.wish = None;
                }
            }
        }
    }

    fn leave(&mut self, now: Instant) {
        if self.leaves.is_none() {
            let waits = self.caught.is_some_and(|(_, credited)| !credited);
            self.leaves = Some(now + if waits { LINGER } else { GOODBYE });
        }
    }
}
