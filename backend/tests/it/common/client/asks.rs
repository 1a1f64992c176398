//! What a client asks for until it has it: moves, answers and packets.
//!
//! A server that is busy has done nothing, and only the socket that asked hears of it. So whoever
//! asks reads until it is done. What else came meanwhile stays unread for whoever waits for it.

use std::time::Duration;

use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Move;
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::rain::{DROP_EVERY_MS, RainPlan, drop_count, lifetime};
use quizrain_shared::wire::{
    Caught, HostFrame, PacketUpdate, PlayerFrame, Position, RainView, Refusal, ServerFrame, StageAt,
};
use serde::Serialize;
use tokio::time::{Instant, sleep, timeout_at};

use super::{BUSY, Client, is_busy, local_ms};
use crate::common::server::DEADLINE;

/// How long our page waits for a verdict before it taps again.
const ASK_AGAIN: Duration = Duration::from_millis(700);

/// How long an answer may take before it is taken for lost. Longer than a server waits for Redis:
/// nothing is said twice that is only slow.
const LOST: Duration = Duration::from_secs(6);

impl Client {
    /// Says something until it is done or refused for good; all that came is still to be read.
    async fn until_done<F: Serialize>(&mut self, frame: &F, done: impl Fn(&ServerFrame) -> bool) {
        let since = Instant::now();
        // Done perhaps, before it is said again.
        let mut again = false;
        loop {
            assert!(since.elapsed() < DEADLINE, "not done; last was {:?}", self.seen.last());
            self.send(frame).await;
            let lost = Instant::now() + LOST;
            while let Ok(heard) = timeout_at(lost, self.receive()).await {
                match heard {
                    Ok(frame) if is_busy(&frame) => {
                        sleep(BUSY).await;
                        break;
                    }
                    Ok(ServerFrame::Refused(Refusal::Stale)) if again => {}
                    Ok(frame) => {
                        let over = done(&frame) || matches!(frame, ServerFrame::Refused(_));
                        self.unread.push_back(frame);
                        if over {
                            self.said = None;
                            return;
                        }
                    }
                    Err(code) => {
                        assert!(self.is_for_a_while(code), "closed with {code}");
                        Box::pin(self.come_back(code)).await;
                        again = true;
                    }
                }
            }
            again = true;
        }
    }

    /// What the host has seen: a move that names it is made once, however often it is said.
    fn host_saw(&self) -> u64 {
        self.stage.as_ref().expect("a host is welcomed").at.seq
    }

    /// Says the host's move on what it sees, and waits for nothing.
    pub(crate) async fn say_move(&mut self, mv: Move) {
        let seen = self.host_saw();
        self.send(&HostFrame::Move { mv, seen }).await;
    }

    /// The host's move on what it sees, until it is made or refused.
    pub(crate) async fn make(&mut self, mv: Move) {
        self.wish(|seen| HostFrame::Move { mv, seen }).await;
    }

    /// The host's wish about what it sees, until it is done or refused. Stages that the host has
    /// seen are not waited for afterwards: one can come twice, when a socket is new.
    pub(crate) async fn wish(&mut self, frame: impl Fn(u64) -> HostFrame) {
        let Position { incarnation, seq } = self.stage.as_ref().expect("a host is welcomed").at;
        self.until_done(&frame(seq), |frame| is_newer(frame, seq)).await;
        self.unread.retain(|frame| match frame {
            ServerFrame::Stage(stage) => stage.at.incarnation != incarnation || stage.at.seq > seq,
            _ => true,
        });
    }

    /// What the host corrects, until it shows: the stage comes with it, and once more as it is now.
    pub(crate) async fn correct(&mut self, frame: impl Fn(u64) -> HostFrame) {
        let seen = self.host_saw();
        self.wish(frame).await;
        self.stage_where(|stage| stage.at.seq > seen + 1).await;
    }

    /// Says that the host lets packets fall, and waits for nothing.
    pub(crate) async fn say_open_rain(&mut self, plan: RainPlan) {
        let seen = self.host_saw();
        self.send(&HostFrame::OpenRain { plan, seen }).await;
    }

    /// The host lets packets fall: until they are announced or refused.
    pub(crate) async fn open_rain(&mut self, plan: RainPlan) {
        self.wish(|seen| HostFrame::OpenRain { plan: plan.clone(), seen }).await;
    }

    /// Answers a round, until it is counted or refused.
    pub(crate) async fn answer(&mut self, round: u16, choices: u8) {
        self.answer_with(round, ChoiceSet(choices).into()).await;
    }

    /// Answers a round of any kind, until it is counted or refused.
    pub(crate) async fn answer_with(&mut self, round: u16, answer: Answer) {
        self.until_done(
            &PlayerFrame::Answer { round, answer },
            |frame| matches!(frame, ServerFrame::Answered { round: of, .. } if *of == round),
        )
        .await;
    }

    /// Server time, in ms, as this socket knows it.
    pub(crate) fn now_ms(&self) -> u64 {
        u64::try_from(local_ms() + self.offset_ms).unwrap()
    }

    /// Waits until server time: a tap needs a drop that falls.
    pub(crate) async fn until_ms(&self, server_ms: u64) {
        sleep(Duration::from_millis(server_ms.saturating_sub(self.now_ms()))).await;
    }

    /// Waits for the first drop of the rain on the stage.
    pub(crate) async fn first_drop(&mut self) -> (RainView, StageAt) {
        let (view, stage) = self.rain().await;
        self.until_ms(stage.opens_ms + lifetime(view.picture_seed, 0).0 + 5).await;
        (view, stage)
    }

    /// The newest drop that falls now.
    pub(crate) fn newest_drop(&self, stage: &StageAt) -> u32 {
        drop_at(stage, self.now_ms())
    }

    /// Taps a drop now, and waits for nothing.
    pub(crate) async fn tap_drop(&mut self, view: &RainView, drop: u32) {
        self.send(&PlayerFrame::Tap { rain: view.rain, drop }).await;
    }

    /// Taps what is on the screen now, and waits for nothing.
    pub(crate) async fn say_tap(&mut self, (view, stage): &(RainView, StageAt)) {
        self.tap_drop(view, drop_at(stage, self.now_ms())).await;
    }

    /// Waits for the first drop and taps what is on the screen by then; the verdict.
    pub(crate) async fn tap(&mut self) -> Result<Caught, Refusal> {
        let (view, stage) = self.first_drop().await;
        loop {
            let falls = self.now_ms() < stage.closes_ms;
            self.tap_drop(&view, drop_at(&stage, self.now_ms())).await;
            match self.verdict().await {
                // It was on its way for longer than the drop fell.
                Err(Refusal::NoSuchDrop) if falls => {}
                verdict => return verdict,
            }
        }
    }

    /// Waits for a tap's verdict.
    pub(crate) async fn verdict(&mut self) -> Result<Caught, Refusal> {
        self.until(|frame| match frame {
            ServerFrame::Packet(PacketUpdate { caught, .. }) => Some(Ok(caught)),
            ServerFrame::Missed { why, .. } => Some(Err(why)),
            ServerFrame::Refused(why) if why != Refusal::Unavailable => Some(Err(why)),
            _ => None,
        })
        .await
    }

    /// Says something, and says it again where nothing comes or Redis is busy, as the page does,
    /// until something fits.
    pub(crate) async fn insist<F: Serialize, T>(
        &mut self,
        ask: impl Fn() -> F,
        mut pick: impl FnMut(ServerFrame) -> Option<T>,
    ) -> T {
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < DEADLINE, "no answer; last was {:?}", self.seen.last());
            self.send(&ask()).await;
            let said = timeout_at(Instant::now() + ASK_AGAIN, self.until(&mut pick)).await;
            if let Ok(said) = said {
                return said;
            }
        }
    }

    /// Waits for the first drop of the rain on the stage and taps until there is a verdict.
    pub(crate) async fn grab(&mut self) -> Result<Caught, Refusal> {
        let rain = self.first_drop().await;
        self.insist_on_rain(&rain).await
    }

    /// Taps in a rain whose drops fall until there is a verdict.
    pub(crate) async fn insist_on_rain(
        &mut self,
        (view, stage): &(RainView, StageAt),
    ) -> Result<Caught, Refusal> {
        let offset_ms = self.offset_ms;
        let now_ms = || u64::try_from(local_ms() + offset_ms).unwrap();
        self.insist_on(view.rain, || drop_at(stage, now_ms())).await
    }

    /// Taps in a rain, each time what `drop` says is on the screen, until there is a verdict.
    pub(crate) async fn insist_on(
        &mut self,
        rain: RainId,
        drop: impl Fn() -> u32,
    ) -> Result<Caught, Refusal> {
        let tap = || PlayerFrame::Tap { rain, drop: drop() };
        self.insist(tap, |frame| match frame {
            ServerFrame::Packet(PacketUpdate { caught, .. }) if caught.rain == rain => {
                Some(Ok(caught))
            }
            // An earlier tap, which was on its way for longer than its drop fell.
            ServerFrame::Missed { why: Refusal::NoSuchDrop, .. } => None,
            ServerFrame::Missed { rain: of, why } if of == rain => Some(Err(why)),
            ServerFrame::Refused(why) if why != Refusal::Unavailable => Some(Err(why)),
            _ => None,
        })
        .await
    }
}

fn is_newer(frame: &ServerFrame, seen: u64) -> bool {
    match frame {
        ServerFrame::Stage(stage) => stage.at.seq > seen,
        ServerFrame::Welcome(welcome) => welcome.stage.at.seq > seen,
        _ => false,
    }
}

/// The newest drop of a rain at a server time.
fn drop_at(stage: &StageAt, now_ms: u64) -> u32 {
    let last = drop_count(stage.closes_ms - stage.opens_ms) - 1;
    u32::try_from(now_ms.saturating_sub(stage.opens_ms) / DROP_EVERY_MS).unwrap().min(last)
}
