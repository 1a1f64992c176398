//! What a bot makes of an answer to its wish: counted, caught, missed, refused.

use quizrain_shared::ids::RainId;
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate, Refusal};
use tokio::time::Instant;

use super::{Ask, GAP, GOODBYE, HELLO_EVERY, KNOCK_AGAIN, Mind, SLOW, TAP_AGAIN, Wish};

impl Mind {
    pub(super) fn answered(&mut self, round: u16, now: Instant) {
        if self.counted == Some(round) {
            return;
        }
        if let Some(Wish { ask: Ask::Answer { round: waiting, .. }, first_sent, .. }) = &self.wish
            && *waiting == round
        {
            if let Some(sent) = first_sent {
                self.tally.count().to_answered.push(now - *sent);
            }
            self.wish = None;
            self.counted = Some(round);
            self.tally.question(round, |asked| asked.counted += 1);
        }
    }

    /// The tap that waits in this rain; when it was first sent.
    fn take_tap(&mut self, rain: RainId) -> Option<Instant> {
        match &self.wish {
            Some(Wish { ask: Ask::Tap { rain: waiting, .. }, first_sent, .. })
                if *waiting == rain =>
            {
                let sent = *first_sent;
                self.wish = None;
                sent
            }
            _ => None,
        }
    }

    pub(super) fn caught(&mut self, caught: &Caught, now: Instant) {
        if let Some(sent) = self.take_tap(caught.rain) {
            self.tally.count().to_verdict.push(now - sent);
        }
        if self.caught.is_none_or(|(rain, _)| rain != caught.rain) {
            self.caught = Some((caught.rain, false));
            self.tally.rain(caught.rain, |rained| rained.caught += 1);
        }
        if caught.credited {
            self.credited(caught, now);
        }
    }

    pub(super) fn packet(&mut self, news: &PacketUpdate, now: Instant) {
        match news.state {
            PacketState::Crediting | PacketState::Held => self.caught(&news.caught, now),
            PacketState::Credited
            | PacketState::Paying
            | PacketState::Paid
            | PacketState::Refused => self.credited(&news.caught, now),
            PacketState::Void => {}
        }
    }

    pub(super) fn credited(&mut self, caught: &Caught, now: Instant) {
        match &mut self.caught {
            Some((rain, credited)) if *rain == caught.rain => {
                if !*credited {
                    *credited = true;
                    self.tally.rain(caught.rain, |rained| rained.credited += 1);
                }
            }
            // The news of the credit overtook the verdict.
            _ => self.caught(caught, now),
        }
        if self.leaves.is_some() {
            self.leaves = Some(now + GOODBYE);
        }
    }

    pub(super) fn missed(&mut self, rain: RainId, why: &Refusal, now: Instant) {
        if matches!(why, Refusal::NoSuchDrop | Refusal::TooEarly) {
            if let Some(Wish { ask: Ask::Tap { drop, .. }, due, .. }) = &mut self.wish {
                (*drop, *due) = (None, now + 2 * GAP);
            }
            return;
        }
        if let Some(sent) = self.take_tap(rain) {
            let took = now - sent;
            let mut counts = self.tally.count();
            counts.to_verdict.push(took);
            let rained = counts.rains.entry(rain).or_default();
            // Who taps in the last instant may be too late; who had to wait was not served.
            let unserved = *why == Refusal::RainOver && took > SLOW;
            *(if unserved { &mut rained.unserved } else { &mut rained.none }) += 1;
        }
    }

    pub(super) fn refused(&mut self, why: &Refusal, now: Instant) {
        match why {
            Refusal::Unavailable => {
                self.tally.count().busy += 1;
                match &mut self.wish {
                    Some(wish) if wish.first_sent.is_some() => wish.due = now + TAP_AGAIN,
                    _ => self.snapshot_wanted |= self.stage.is_none(),
                }
            }
            Refusal::TooFast => {
                self.tally.count().too_fast += 1;
                self.last_sent = Some(now + HELLO_EVERY);
            }
            Refusal::UnknownPin | Refusal::GameEnded => {
                self.not_seated(why);
                self.leave(now);
            }
            Refusal::NotSeated => self.snapshot_wanted = true,
            Refusal::GameFull
            | Refusal::GameLocked
            | Refusal::NicknameTaken
            | Refusal::Nickname(_) => {
                self.not_let_in(why, now);
            }
            Refusal::TooLate | Refusal::NotOpen | Refusal::NoSuchChoice => self.too_late(now),
            _ => {}
        }
    }

    pub(super) fn not_seated(&self, why: &Refusal) {
        if !self.was_seated {
            self.tally.not_seated(why);
        }
    }

    fn not_let_in(&mut self, why: &Refusal, now: Instant) {
        let Some(Wish { ask: Ask::Join { attempt }, due, .. }) = &mut self.wish else { return };
        match why {
            Refusal::GameFull => {
                self.tally.not_seated(why);
                self.wish = None;
                self.leaves = Some(now);
            }
            Refusal::GameLocked => {
                self.tally.count().locked = true;
                *due = now + KNOCK_AGAIN;
            }
            _ => {
                *attempt += 1;
                *due = now + 4 * GAP;
            }
        }
    }

    fn too_late(&mut self, now: Instant) {
        if let Some(Wish { ask: Ask::Answer { round, .. }, first_sent, .. }) = &self.wish {
            let slow = first_sent.is_some_and(|sent| now - sent > SLOW);
            self.tally.question(
                *round,
                |asked| {
                    if slow { asked.late += 1 } else { asked.overtaken += 1 }
                },
            );
            self.wish = None;
        }
    }
}
