//! The person behind a bot's phone: looks at what the shared client knows, decides, and counts what
//! it meets. No socket and no waiting in here; times are milliseconds of the phone's clock.

mod replies;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::client::timing::GRACE_MS;
use quizrain_shared::client::{Action, Client, Receipts, Request, Seeker, Status};
use quizrain_shared::ids::RainId;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::question::Answer;
use quizrain_shared::wire::{
    Encoding, PlayerFrame, Position, Reaction, Refusal, ServerFrame, Stage, StageAt, Welcome,
};

use super::person::Person;
use super::tally::Tally;

/// A locked door is tried again after this time, and what nobody decided.
const KNOCK_MS: f64 = 3000.0;
/// Another drop is looked for, or another name typed, after this time.
const AIM_MS: f64 = 124.0;
/// An answer that is too late after less than this was overtaken by the host's click.
const SLOW_MS: f64 = 1000.0;
/// How long a bot stays after the end for the word that its packet is credited.
const LINGER_MS: f64 = 10_000.0;
/// How long it stays with nothing to wait for.
const GOODBYE_MS: f64 = 400.0;
/// How long a question without an end seems to be open.
const UNTIMED: Duration = Duration::from_secs(20);

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Join,
    Answer { round: u16, answer: Answer },
    Pace { question: u16 },
    Tap { rain: RainId },
}

/// What the person is about to do, or has done and waits for.
#[derive(Clone, Debug)]
struct Plan {
    what: What,
    /// When to do it; infinite while the client waits for the answer.
    at: f64,
    until: f64,
    first_sent: Option<f64>,
}

/// A bot's mind.
#[derive(Debug)]
pub(crate) struct Mind {
    /// The phone's client.
    pub(crate) client: Client,
    person: Person,
    tally: Arc<Tally>,
    was_seated: bool,
    /// How many names were refused.
    attempt: u32,
    /// The stage for which something was decided already, and what a player at their own pace saw of
    /// it.
    decided: Option<(Position, Phase)>,
    plan: Option<Plan>,
    /// How the person reacts to what is shown, and when; the last comes first.
    reactions: Vec<(f64, Reaction)>,
    caught: Option<(RainId, bool)>,
    counted: Option<u16>,
    /// When the window of the present stage opens.
    opens: f64,
    leaves: f64,
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

impl Mind {
    /// A person who opens the page at `now`, perhaps with receipts of before.
    pub(crate) fn new(
        person: Person,
        tally: Arc<Tally>,
        hello: &PlayerFrame,
        receipts: Receipts,
        now: f64,
    ) -> Self {
        Self {
            client: Client::new(Encoding::Postcard.encode(hello), receipts, now),
            person,
            tally,
            was_seated: false,
            attempt: 0,
            decided: None,
            plan: None,
            reactions: Vec::new(),
            caught: None,
            counted: None,
            opens: now,
            leaves: f64::INFINITY,
        }
    }

    /// Whether the bot has nothing more to do in this game.
    pub(crate) fn is_done(&self, now: f64) -> bool {
        self.leaves <= now || self.client.is_resting()
    }

    /// Whether the game is over, so that a connection that ends is no loss.
    pub(crate) fn is_over(&self) -> bool {
        self.leaves.is_finite() || self.client.is_resting()
    }

    /// When [`Self::tick`] has something to do.
    pub(crate) fn due_at(&self) -> f64 {
        let is_live = *self.client.status() == Status::Live;
        let plan = self.plan.as_ref().map_or(f64::INFINITY, |plan| {
            let at = if is_live { plan.at } else { f64::INFINITY };
            at.min(plan.until + 1.0)
        });
        let reacts = self.reactions.last().filter(|_| is_live).map_or(f64::INFINITY, |(at, _)| *at);
        plan.min(reacts).min(self.client.due_at()).min(self.leaves)
    }

    /// Time passed.
    pub(crate) fn tick(&mut self, now: f64, jitter: f64) -> Vec<Action> {
        if self.plan.as_ref().is_some_and(|plan| plan.until < now) {
            self.give_up();
        }
        let mut actions = self.client.tick(now, jitter);
        if *self.client.status() == Status::Live
            && let Some(request) = self.act(now)
        {
            let until = self.plan.as_ref().map_or(now, |plan| plan.until);
            actions.extend(self.client.submit(request, now, until));
        }
        while *self.client.status() == Status::Live
            && let Some((_, reaction)) = self.reactions.pop_if(|(at, _)| *at <= now)
        {
            actions.extend(self.client.react(reaction));
        }
        actions
    }

    /// What the plan has the person do now.
    fn act(&mut self, now: f64) -> Option<Request> {
        let plan = self.plan.clone().filter(|plan| plan.at <= now)?;
        let is_first = plan.first_sent.is_none();
        let request = match plan.what.clone() {
            What::Join => {
                let game = self.client.view.game.as_ref();
                let teams = game.and_then(|game| game.mode.teams());
                Request::Join(Seeker {
                    nickname: self.person.nickname(self.attempt),
                    entropy: self.person.contribution(),
                    team: teams.map(|teams| self.person.team(teams.count())),
                    field: game
                        .and_then(|game| game.field.as_ref())
                        .map(|field| self.person.field(field)),
                    // Each has the face of its name.
                    avatar: None,
                })
            }
            What::Answer { round, answer } => {
                if is_first {
                    self.tally.question(round, |asked| asked.sent += 1);
                }
                Request::Answer(round, answer)
            }
            What::Pace { question } => Request::Pace(question),
            What::Tap { rain } => {
                let Some(drop) = self.drop_to_tap(now) else {
                    // Nothing on the screen just now.
                    self.plan = Some(Plan { at: now + AIM_MS, ..plan });
                    return None;
                };
                if is_first {
                    self.tally.rain(rain, |rained| rained.tapped += 1);
                }
                Request::Tap(rain, drop)
            }
        };
        let first_sent = plan.first_sent.or(Some(now));
        self.plan = Some(Plan { at: f64::INFINITY, first_sent, ..plan });
        Some(request)
    }

    fn drop_to_tap(&self, now: f64) -> Option<u32> {
        let view = &self.client.view;
        let (stage, shower) = (view.stage.as_ref()?, view.shower()?);
        let window_ms = stage.closes_ms.saturating_sub(stage.opens_ms);
        let at_ms = (now - self.opens).max(0.0) as u64;
        self.person.drop_to_tap(shower.picture_seed, window_ms, at_ms)
    }

    /// The window is well over and no answer came.
    fn give_up(&mut self) {
        if let Some(Plan { what: What::Tap { rain }, first_sent: Some(_), .. }) = self.plan.take() {
            self.tally.rain(rain, |rained| rained.unserved += 1);
        }
    }

    /// Takes in a frame.
    pub(crate) fn receive(&mut self, frame: ServerFrame, now: f64, jitter: f64) -> Vec<Action> {
        self.count(&frame, now);
        let actions = self.client.receive(frame, now, jitter);
        if let Status::Refused(why) = self.client.status()
            && self.client.is_resting()
        {
            self.not_seated(why);
        }
        self.look(now);
        // What the client takes for answered, and nothing was decided.
        if let Some(plan) = &mut self.plan
            && plan.at == f64::INFINITY
            && self.client.pending.waiting().is_none()
        {
            plan.at = now + KNOCK_MS;
        }
        actions
    }

    /// What a frame says of the person's plan and to the tally.
    fn count(&mut self, frame: &ServerFrame, now: f64) {
        match frame {
            ServerFrame::Welcome(welcome) => self.welcome(welcome, now),
            ServerFrame::Stage(stage) => self.shown(stage),
            ServerFrame::Answered { round, .. } => self.answered(*round, now),
            ServerFrame::Outcome(outcome) if outcome.answer.is_some() => {
                // The word itself may have been lost on its way.
                self.answered(outcome.round, now);
            }
            ServerFrame::Paced(paced) => self.paced(paced, now),
            ServerFrame::Packet(news) => self.packet(news, now),
            ServerFrame::Missed { rain, why } => self.missed(*rain, why, now),
            ServerFrame::Refused(why) => self.refused(why, now),
            _ => {}
        }
    }

    fn welcome(&mut self, welcome: &Welcome, now: f64) {
        let took = Duration::from_secs_f64((now - self.client.hello_at()) / 1000.0);
        self.tally.hear_time(welcome.now_ms, took);
        if let Some(you) = &welcome.you {
            if !std::mem::replace(&mut self.was_seated, true) {
                self.tally.count().seated += 1;
            }
            self.plan.take_if(|plan| plan.what == What::Join);
            if let (Some(_), Some(round)) = (&you.answer, welcome.stage.phase.round()) {
                self.answered(round, now);
            }
            if let Some(caught) = &you.caught {
                self.caught(caught, now);
            }
        } else if self.plan.is_none() && welcome.stage.phase.kind != Kind::Ended {
            self.decide_to(What::Join, now + ms(self.person.types_for()), f64::INFINITY);
        }
    }

    fn decide_to(&mut self, what: What, at: f64, until: f64) {
        self.plan = Some(Plan { what, at, until, first_sent: None });
    }

    /// A stage that was pushed: how long it took to get here.
    fn shown(&self, stage: &StageAt) {
        if matches!(stage.stage, Stage::Asking { .. }) && self.client.view.you.is_some() {
            let took = self.tally.since(stage.opens_ms);
            self.tally.count().to_screen.push(took);
        }
    }

    /// Looks at the screen, and decides once for each stage.
    fn look(&mut self, now: f64) {
        let Some(stage) = self.client.view.stage.clone() else { return };
        self.tally.at(&stage);
        let now_shown = Some((stage.at, stage.phase.clone()));
        if self.client.view.you.is_some() && self.decided != now_shown {
            self.decided = now_shown;
            self.decide(&stage, now);
        }
        if stage.phase.kind == Kind::Ended {
            self.leave(now);
        }
    }

    /// A new stage, and what to do about it.
    fn decide(&mut self, stage: &StageAt, now: f64) {
        let reactions = self.person.reactions(stage.phase.kind).into_iter();
        self.reactions = reactions.map(|(after, it)| (now + ms(after), it)).collect();
        if let Some(question) = self.next_at_own_pace(stage) {
            self.give_up();
            let looks = now + ms(self.person.looks_for(question));
            return self.decide_to(What::Pace { question }, looks, f64::INFINITY);
        }
        // Without an end of its own, people take their time all the same.
        let left = match stage.closes_ms {
            0 => UNTIMED,
            closes_ms => self.tally.until(closes_ms),
        };
        let until = now + ms(left) + GRACE_MS;
        let (ahead, since) = (self.tally.until(stage.opens_ms), self.tally.since(stage.opens_ms));
        self.opens = now + ms(ahead) - ms(since);
        match &stage.stage {
            Stage::Asking { question } => {
                let Some(round) = stage.phase.round() else { return };
                self.give_up();
                self.tally.question(round, |asked| asked.shown += 1);
                if self.counted != Some(round)
                    && let Some((thinks, answer)) = self.person.reply(round, question, left)
                {
                    self.decide_to(What::Answer { round, answer }, now + ms(thinks), until);
                }
            }
            Stage::Rain(view) => {
                self.give_up();
                let rain = view.rain;
                self.tally.rain(rain, |rained| rained.packets = view.packets);
                if self.caught.is_none_or(|(known, _)| known != rain) {
                    let reacts = ahead + self.person.reacts_after(rain);
                    self.decide_to(What::Tap { rain }, now + ms(reacts), until);
                }
            }
            // The window has closed: what was never said is not said any more.
            _ => drop(self.plan.take_if(|plan| plan.first_sent.is_none())),
        }
    }

    /// The question that comes next for a bot that plays at its own pace, once it has seen enough of
    /// this stage.
    fn next_at_own_pace(&self, stage: &StageAt) -> Option<u16> {
        let open = self.client.view.open.as_ref()?;
        let next = self.client.view.paced().map_or(0, |paced| paced.round.saturating_add(1));
        let asks = matches!(stage.stage, Stage::Asking { .. });
        (!asks && next <= open.phase.questions).then_some(next)
    }

    fn leave(&mut self, now: f64) {
        if self.leaves.is_infinite() {
            let waits = self.caught.is_some_and(|(_, credited)| !credited);
            self.leaves = now + if waits { LINGER_MS } else { GOODBYE_MS };
        }
    }

    fn not_seated(&self, why: &Refusal) {
        if !self.was_seated {
            self.tally.not_seated(why);
        }
    }
}
