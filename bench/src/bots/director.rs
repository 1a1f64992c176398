//! A host made of software: drives one game from its lobby to its end, through a socket that comes
//! back when it is cut off.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::api::HostRight;
use quizrain_shared::client::{AfterClose, Backoff};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::wire::{HostFrame, Refusal, ServerFrame, StageAt};
use tokio::time::{Instant, sleep, timeout_at};

use super::random::Random;
use super::server::Server;
use super::socket::Socket;

/// A click that changed nothing is repeated after this time.
const CLICK_AGAIN: Duration = Duration::from_secs(3);
/// A step that takes longer will not come.
const STEP: Duration = Duration::from_secs(90);
/// How long the server may be gone before the game is given up.
const GONE: Duration = Duration::from_secs(120);

/// How long each part of a game is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) lobby: Duration,
    pub(crate) question: Duration,
    pub(crate) answer: Duration,
    pub(crate) board: Duration,
    pub(crate) rain_seconds: u16,
    pub(crate) rain_done: Duration,
    pub(crate) podium: Duration,
    pub(crate) ended: Duration,
}

/// One game, driven.
pub(crate) struct Director {
    server: Arc<Server>,
    right: HostRight,
    socket: Option<Socket>,
    stage: Option<StageAt>,
    /// How many players have a seat.
    pub(crate) players: u32,
    /// How many packets were caught.
    pub(crate) caught: u32,
    /// How many have begun to play at their own pace, and how many are done.
    paced: Option<(u32, u32)>,
    /// Who may catch at the end.
    rain_for: Eligibility,
}

impl Director {
    /// Takes the chair.
    pub(crate) async fn new(server: &Arc<Server>, right: HostRight) -> anyhow::Result<Self> {
        let server = Arc::clone(server);
        let mut director = Self {
            server,
            right,
            socket: None,
            stage: None,
            players: 0,
            caught: 0,
            paced: None,
            rain_for: Eligibility::Everyone,
        };
        director.wait_for(|_| true, STEP).await?;
        Ok(director)
    }

    /// Says who may catch at the end.
    pub(crate) fn rain_for(&mut self, who: Eligibility) {
        self.rain_for = who;
    }

    fn kind(&self) -> Option<Kind> {
        self.stage.as_ref().map(|stage| stage.phase.kind)
    }

    /// Plays the whole game.
    pub(crate) async fn direct(
        &mut self,
        timing: &Timing,
        proposal: Option<&RainPlan>,
    ) -> anyhow::Result<()> {
        self.rest(timing.lobby).await?;
        self.ask_all(timing).await?;
        let plan = rain_plan(proposal, self.players, timing.rain_seconds);
        self.open_rain(RainPlan { eligibility: self.rain_for, ..plan }).await?;
        self.wait_for(|stage| stage.phase.kind == Kind::RainDone, STEP).await?;
        self.rest(timing.rain_done).await?;
        self.make(Move::ShowPodium).await?;
        self.rest(timing.podium).await?;
        self.end().await
    }

    /// Asks every question, up to the board.
    async fn ask_all(&mut self, timing: &Timing) -> anyhow::Result<()> {
        let rounds = self.stage.as_ref().map_or(0, |stage| stage.phase.questions);
        for round in 0..rounds {
            self.make(Move::Ask).await?;
            if self.kind() == Some(Kind::Paced) {
                self.close_paced(timing.question).await?;
                return self.rest(timing.board).await;
            }
            let slide = self.kind() == Some(Kind::Slide);
            self.reveal(timing.question).await?;
            self.rest(timing.answer).await?;
            if slide {
                continue;
            }
            // The board after every question would be too much of it.
            if round % 2 == 1 || round + 1 == rounds {
                self.make(Move::ShowBoard).await?;
                self.rest(timing.board).await?;
            }
        }
        Ok(())
    }

    /// Everybody plays at their own pace: closes the game when all are done, or nobody goes on for the
    /// time of two questions.
    async fn close_paced(&mut self, question: Duration) -> anyhow::Result<()> {
        loop {
            let (players, before) = (self.players, self.paced);
            let all = before.is_some_and(|(_, finished)| finished >= players);
            if all || !self.until_paced(before, 2 * question).await? {
                break;
            }
        }
        self.make(Move::Close).await?;
        self.wait_for(|stage| stage.phase.kind == Kind::Board, STEP).await
    }

    /// Watches until another number has begun or is done; `false` when that took too long.
    async fn until_paced(
        &mut self,
        before: Option<(u32, u32)>,
        time: Duration,
    ) -> anyhow::Result<bool> {
        let deadline = Instant::now() + time;
        while self.paced == before {
            let Ok(heard) = timeout_at(deadline, self.hear()).await else {
                return Ok(false);
            };
            heard?;
        }
        Ok(true)
    }

    /// Waits until the question that is read or open is revealed; whoever has not answered by then
    /// is too late.
    async fn reveal(&mut self, question: Duration) -> anyhow::Result<()> {
        self.wait_for(|stage| stage.phase.kind != Kind::Reading, STEP).await?;
        let over = |stage: &StageAt| {
            !matches!(stage.phase.kind, Kind::Asking | Kind::Closing | Kind::Counting)
        };
        if !self.until(over, question).await? && self.kind() == Some(Kind::Asking) {
            self.make(Move::Close).await?;
        }
        self.wait_for(over, STEP).await
    }

    /// Plays the next question, where one is left, or all of them where everybody plays at their own
    /// pace. What goes on already is over first.
    pub(crate) async fn question(&mut self, question: Duration) -> anyhow::Result<()> {
        self.wait_for(no_rain, STEP).await?;
        self.reveal(question).await?;
        let left = self.stage.as_ref().and_then(|stage| stage.phase.next_question());
        if left.is_some() && self.kind() != Some(Kind::Paced) {
            self.make(Move::Ask).await?;
            self.reveal(question).await?;
        }
        if self.kind() == Some(Kind::Paced) {
            self.close_paced(question).await?;
        }
        Ok(())
    }

    /// Lets one rain fall, and waits until it is over. A rain that falls already is waited for
    /// first.
    pub(crate) async fn rain(&mut self, plan: RainPlan) -> anyhow::Result<()> {
        self.wait_for(no_rain, STEP).await?;
        self.open_rain(plan).await?;
        self.wait_for(no_rain, STEP).await
    }

    /// Ends the game, from wherever it may be ended.
    pub(crate) async fn end(&mut self) -> anyhow::Result<()> {
        if self.kind() == Some(Kind::Paced) {
            self.make(Move::Close).await?;
        }
        let between = |stage: &StageAt| {
            !matches!(stage.phase.kind, Kind::Rain | Kind::Closing | Kind::Counting)
        };
        self.wait_for(between, STEP).await?;
        if self.kind() != Some(Kind::Ended) {
            self.make(Move::End).await?;
        }
        Ok(())
    }

    /// Makes a move, and waits until it is made.
    async fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        self.click(|seen| HostFrame::Move { mv, seen }).await
    }

    async fn open_rain(&mut self, plan: RainPlan) -> anyhow::Result<()> {
        self.click(|seen| HostFrame::OpenRain { plan: plan.clone(), seen }).await
    }

    /// Clicks on what is seen now until it changes; a click on an old picture does nothing.
    async fn click(&mut self, frame: impl Fn(u64) -> HostFrame) -> anyhow::Result<()> {
        let Some(at) = self.stage.as_ref().map(|stage| stage.at) else {
            bail!("nothing to see yet")
        };
        let until = Instant::now() + STEP;
        while Instant::now() < until {
            if let Some(socket) = &mut self.socket
                && socket.send(&frame(at.seq)).await.is_err()
            {
                self.socket = None;
            }
            if self.until(|stage| stage.at != at, CLICK_AGAIN).await? {
                return Ok(());
            }
        }
        bail!("the game does not move on from {:?}", self.kind())
    }

    /// Watches for a while; ends early, with an error, when the game is over.
    async fn rest(&mut self, time: Duration) -> anyhow::Result<()> {
        if self.until(|stage| stage.phase.kind == Kind::Ended, time).await? {
            bail!("somebody else ended the game");
        }
        Ok(())
    }

    async fn wait_for(
        &mut self,
        wanted: impl Fn(&StageAt) -> bool,
        time: Duration,
    ) -> anyhow::Result<()> {
        if self.until(wanted, time).await? {
            return Ok(());
        }
        bail!("the game stands still at {:?}", self.kind())
    }

    /// Watches until the stage is as wanted; `false` when that took too long.
    async fn until(
        &mut self,
        wanted: impl Fn(&StageAt) -> bool,
        time: Duration,
    ) -> anyhow::Result<bool> {
        let deadline = Instant::now() + time;
        loop {
            if self.stage.as_ref().is_some_and(&wanted) {
                return Ok(true);
            }
            let Ok(heard) = timeout_at(deadline, self.hear()).await else {
                return Ok(false);
            };
            heard?;
        }
    }

    /// Takes in one frame; connects first where there is no connection.
    async fn hear(&mut self) -> anyhow::Result<()> {
        if self.socket.is_none() {
            self.connect().await?;
        }
        let Some(socket) = &mut self.socket else { return Ok(()) };
        match socket.next().await {
            Ok(frame) => self.take(frame),
            Err(gone) => {
                match gone.after() {
                    AfterClose::Stay(why) => {
                        bail!("the server closed the socket: {}", why.reason())
                    }
                    AfterClose::Hold => {
                        sleep(Random::of(self.seed(), 0, 1).held()).await;
                    }
                    AfterClose::Reconnect => {}
                }
                self.socket = None;
                self.server.elsewhere(0);
                Ok(())
            }
        }
    }

    fn seed(&self) -> u64 {
        u64::from_le_bytes(self.right.game.0)
    }

    async fn connect(&mut self) -> anyhow::Result<()> {
        let (mut backoff, mut random) = (Backoff::default(), Random::of(self.seed(), 0, 0));
        let until = Instant::now() + GONE;
        let hello = HostFrame::Hello { game: self.right.game, token: self.right.token };
        loop {
            let why = match Socket::open(&self.server, "/ws/host").await {
                Ok(mut socket) => match socket.send(&hello).await {
                    Ok(()) => {
                        self.socket = Some(socket);
                        return Ok(());
                    }
                    Err(gone) => format!("{gone:?}"),
                },
                Err(error) => error.to_string(),
            };
            if Instant::now() > until {
                bail!("the server is gone: {why}");
            }
            let wait = random.backoff(&mut backoff);
            self.server.elsewhere(wait.as_micros() as u64);
            sleep(wait).await;
        }
    }

    fn take(&mut self, frame: ServerFrame) -> anyhow::Result<()> {
        match frame {
            ServerFrame::Welcome(welcome) => {
                self.players = welcome.lobby.players;
                self.stand(welcome.stage);
            }
            ServerFrame::Stage(stage) => self.stand(stage),
            ServerFrame::Lobby(lobby) => self.players = lobby.players,
            ServerFrame::RainProgress(progress) => self.caught = progress.caught,
            ServerFrame::PaceBoard(board) => self.paced = Some((board.begun, board.finished)),
            // The last message can be the one that was lost; a new connection tells everything.
            ServerFrame::Heartbeat { at, .. }
                if self.stage.as_ref().is_some_and(|stage| stage.at.seq < at.seq) =>
            {
                self.socket = None;
            }
            ServerFrame::Refused(
                why @ (Refusal::NotAllowed
                | Refusal::GameEnded
                | Refusal::Plan(_)
                | Refusal::IdentityNeeded),
            ) => {
                bail!("the server refused: {why}")
            }
            _ => {}
        }
        Ok(())
    }

    fn stand(&mut self, stage: StageAt) {
        let newer = self.stage.as_ref().is_none_or(|known| {
            known.at.incarnation != stage.at.incarnation || known.at.seq < stage.at.seq
        });
        if newer {
            self.stage = Some(stage);
        }
    }
}

fn no_rain(stage: &StageAt) -> bool {
    stage.phase.kind != Kind::Rain
}

/// A rain of points with a packet for almost everybody: as the quiz proposes, or on its own terms.
fn rain_plan(proposal: Option<&RainPlan>, players: u32, seconds: u16) -> RainPlan {
    let packets = (players - players / 10).clamp(1, 10_000);
    let for_all = |plan: &&RainPlan| !matches!(plan.split, Split::Shares | Split::Prizes(_));
    let proposal = proposal.filter(|plan| plan.currency == Currency::POINTS).filter(for_all);
    let fitted = proposal.map(|plan| {
        // As much for each packet as the author had in mind.
        let mean = (plan.bounds.pot.0 / i64::from(plan.bounds.packets.max(1))).max(1);
        let bounds = Bounds { pot: Minor(mean * i64::from(packets)), packets, ..plan.bounds };
        RainPlan { bounds, seconds, eligibility: Eligibility::Everyone, ..plan.clone() }
    });
    fitted.filter(|plan| plan.check().is_ok()).unwrap_or(RainPlan {
        currency: Currency::POINTS,
        bounds: Bounds {
            pot: Minor(i64::from(packets) * 100),
            packets,
            min: Minor(1),
            max: Minor(1000),
        },
        split: Split::DoubleMean,
        seconds,
        eligibility: Eligibility::Everyone,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rain_of_points_fits_any_crowd() {
        let points = rain_plan(None, 16, 10);
        let money = RainPlan { currency: "CNY".parse().unwrap(), ..points.clone() };
        let odd = RainPlan {
            bounds: Bounds { pot: Minor(8), packets: 9, ..points.bounds },
            ..points.clone()
        };
        let shared = RainPlan { split: Split::Shares, ..points.clone() };
        let prizes = RainPlan::of_prizes(Currency::POINTS, vec![Minor(3), Minor(2)], 10);
        let proposals = [&points, &money, &odd, &shared, &prizes].map(Some);
        for proposal in std::iter::once(None).chain(proposals) {
            for players in [0, 1, 2, 9, 33, 500, 1_000_000] {
                let plan = rain_plan(proposal, players, 10);
                assert_eq!(plan.check(), Ok(()), "{players} players");
                assert_eq!(
                    (plan.currency, plan.eligibility),
                    (Currency::POINTS, Eligibility::Everyone)
                );
                assert!(plan.bounds.packets >= 1 && plan.bounds.packets <= players.max(1));
            }
        }
    }
}
