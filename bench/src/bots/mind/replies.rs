//! What a bot makes of an answer: counted, caught, missed, refused.

use std::time::Duration;

use quizrain_shared::ids::RainId;
use quizrain_shared::wire::{Caught, Paced, PacketState, PacketUpdate, Refusal};

use super::{AIM_MS, GOODBYE_MS, KNOCK_MS, Mind, Plan, SLOW_MS, What};

fn took(now: f64, sent: f64) -> Duration {
    Duration::from_secs_f64((now - sent) / 1000.0)
}

impl Mind {
    pub(super) fn answered(&mut self, round: u16, now: f64) {
        if self.counted != Some(round)
            && let Some(Plan { what: What::Answer { round: waiting, .. }, first_sent, .. }) =
                self.plan
            && waiting == round
        {
            if let Some(sent) = first_sent {
                self.tally.count().to_answered.push(took(now, sent));
            }
            self.plan = None;
            self.counted = Some(round);
            self.tally.question(round, |asked| asked.counted += 1);
        }
    }

    /// Where the bot is now that plays at its own pace.
    pub(super) fn paced(&mut self, paced: &Paced, now: f64) {
        if paced.outcome.as_ref().is_some_and(|outcome| outcome.answer.is_some()) {
            self.answered(paced.round, now);
        }
        let done = |plan: &mut Plan| matches!(plan.what, What::Pace { question } if paced.round >= question);
        self.plan.take_if(done);
    }

    /// The tap that waits in this rain; when it was first sent.
    fn take_tap(&mut self, rain: RainId) -> Option<f64> {
        let tap = self.plan.take_if(|plan| plan.what == What::Tap { rain })?;
        tap.first_sent
    }

    pub(super) fn caught(&mut self, caught: &Caught, now: f64) {
        if let Some(sent) = self.take_tap(caught.rain) {
            self.tally.count().to_verdict.push(took(now, sent));
        }
        if self.caught.is_none_or(|(rain, _)| rain != caught.rain) {
            self.caught = Some((caught.rain, false));
            self.tally.rain(caught.rain, |rained| rained.caught += 1);
        }
        if caught.credited {
            self.credited(caught, now);
        }
    }

    pub(super) fn packet(&mut self, news: &PacketUpdate, now: f64) {
        match news.state {
            PacketState::Crediting | PacketState::Held => self.caught(&news.caught, now),
            PacketState::Credited
            | PacketState::Paying
            | PacketState::Paid
            | PacketState::Refused => self.credited(&news.caught, now),
            PacketState::Void => {}
        }
    }

    fn credited(&mut self, caught: &Caught, now: f64) {
        match &mut self.caught {
            Some((rain, credited)) if *rain == caught.rain => {
                if !std::mem::replace(credited, true) {
                    self.tally.rain(caught.rain, |rained| rained.credited += 1);
                }
            }
            // The news of the credit overtook the verdict.
            _ => self.caught(caught, now),
        }
        if self.leaves.is_finite() {
            self.leaves = now + GOODBYE_MS;
        }
    }

    pub(super) fn missed(&mut self, rain: RainId, why: &Refusal, now: f64) {
        match why {
            Refusal::NoSuchDrop | Refusal::TooEarly => self.again_at(now + AIM_MS),
            // Nothing is decided; or that is said of a receipt.
            Refusal::Unavailable | Refusal::TooFast | Refusal::NotAllowed => {}
            _ => {
                let Some(sent) = self.take_tap(rain) else { return };
                let took = took(now, sent);
                let mut counts = self.tally.count();
                counts.to_verdict.push(took);
                let rained = counts.rains.entry(rain).or_default();
                // Who taps in the last instant may be too late; who had to wait was not served.
                let unserved = *why == Refusal::RainOver && now - sent > SLOW_MS;
                *(if unserved { &mut rained.unserved } else { &mut rained.none }) += 1;
            }
        }
    }

    fn again_at(&mut self, at: f64) {
        if let Some(plan) = &mut self.plan {
            plan.at = at;
        }
    }

    pub(super) fn refused(&mut self, why: &Refusal, now: f64) {
        match why {
            Refusal::Unavailable => self.tally.count().busy += 1,
            Refusal::TooFast => self.tally.count().too_fast += 1,
            Refusal::NotSeated => self.client.request_snapshot(),
            Refusal::GameFull
            | Refusal::GameLocked
            | Refusal::NicknameTaken
            | Refusal::Nickname(_)
            | Refusal::SignInNeeded
            | Refusal::Field
                if self.plan.as_ref().is_some_and(|plan| plan.what == What::Join) =>
            {
                self.not_let_in(why, now);
            }
            Refusal::TooLate | Refusal::NotOpen | Refusal::NoSuchAnswer => self.too_late(now),
            _ => {}
        }
    }

    fn not_let_in(&mut self, why: &Refusal, now: f64) {
        match why {
            // No bot is anybody, nor has what is asked beyond its example.
            Refusal::GameFull | Refusal::SignInNeeded | Refusal::Field => {
                self.tally.not_seated(why);
                self.plan = None;
                self.leaves = now;
            }
            Refusal::GameLocked => {
                self.tally.count().locked = true;
                self.again_at(now + KNOCK_MS);
            }
            _ => {
                self.attempt += 1;
                self.again_at(now + 2.0 * AIM_MS);
            }
        }
    }

    fn too_late(&mut self, now: f64) {
        let answer = self.plan.take_if(|plan| matches!(plan.what, What::Answer { .. }));
        if let Some(Plan { what: What::Answer { round, .. }, first_sent, .. }) = answer {
            let slow = first_sent.is_some_and(|sent| now - sent > SLOW_MS);
            self.tally.question(
                round,
                |asked| {
                    if slow { asked.late += 1 } else { asked.overtaken += 1 }
                },
            );
        }
    }
}
