//! A player's socket.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use quizrain_shared::avatar::Avatar;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::limits::{REACTIONS_AT_ONCE, REACTIONS_PER_SECOND};
use quizrain_shared::wire::{Ban, PlayerFrame, Reaction, Receipt, Refusal, ServerFrame, You};

use crate::admission::Bucket;
use crate::error::Error;
use crate::failing::linger_at;
use crate::game::{Game, Newcomer};
use crate::live::hub::{CloseReason, Outbox, Presence, View};
use crate::live::sockets::guest::Guest;
use crate::live::sockets::socket::{Over, Role, Wire};
use crate::live::sockets::{Sockets, snapshot};
use crate::people::{Device, Owner};

/// Faces that a socket may try on at once, and how many more each second: whoever taps fast is heard a
/// little later.
const FACES: (f64, f64) = (8.0, 2.0);

/// A player with a socket.
pub(crate) struct Player {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    /// Whose the browser was when it said hello, and the account of that.
    owner: Owner,
    account: AccountId,
    device: Device,
    guest: Guest,
    presence: Presence,
    seated: bool,
    /// Reactions that still count.
    reactions: Bucket,
    faces: Bucket,
}

impl Player {
    /// Whether the browser is still whose it was when it said hello.
    async fn is_unchanged(&self) -> bool {
        self.owner().await.is_ok_and(|owner| owner.is_still(&self.owner))
    }

    /// Whose the browser is now.
    async fn owner(&self) -> Result<Owner, Error> {
        self.sockets.live.people.owner(self.device, self.game.options.identity).await
    }

    async fn welcome(&mut self) -> Result<ServerFrame, Refusal> {
        let room = self.presence.room();
        let view = snapshot::view(&self.sockets, room, &self.game).await?;
        let rain = view.rain.as_ref().map(|progress| progress.rain);
        let phase = view.stage.phase.clone();
        let you = match self.game.options.admits(self.owner) {
            true => snapshot::own(&self.sockets, &self.game, self.account, &phase, rain).await,
            // A seat waits for whoever signs in again.
            false => Ok(None),
        };
        let (you, news) = you.map_err(Error::into_refusal)?.unzip();
        if you.is_none() && phase.kind == Kind::Ended {
            // Its players may look at how it ended; nobody else has anything to see.
            return Err(Refusal::GameEnded);
        }
        if let (Some(you), Some(round)) = (&you, phase.round())
            && you.answer.is_some()
        {
            room.note_answer(&self.account, round);
        }
        if let Some(news) = news.flatten() {
            // Behind the snapshot, or just before it.
            room.send_to(&self.account, &ServerFrame::Packet(news));
        }
        Ok(self.show(view, you))
    }

    fn show(&mut self, view: View, you: Option<You>) -> ServerFrame {
        self.seated = you.is_some();
        self.presence.set_seat(you.as_ref().map(|you| you.seat.number));
        if self.seated {
            self.guest.prove();
        }
        let now_ms = self.sockets.live.clock.now_ms();
        let mut welcome = snapshot::welcome(&self.game, now_ms, view, you);
        welcome.keep_for_players();
        ServerFrame::Welcome(Box::new(welcome))
    }

    async fn join(&mut self, newcomer: Newcomer) -> Result<ServerFrame, Refusal> {
        let sockets = Arc::clone(&self.sockets);
        let joining = if self.seated { None } else { Some(self.guest.join(&sockets)?) };
        let who = (self.owner, self.guest.address());
        linger_at!("player.before_join");
        let joined = sockets.live.play.join(&self.game, who, newcomer).await;
        let (seat, new) = joined.map_err(Error::into_refusal)?;
        if !self.seated && self.owner.identity == Identity::Open {
            self.give_up_if_signed_in(seat.number, new).await?;
        }
        if let Some(joining) = joining.filter(|_| new) {
            joining.seated();
        }
        let room = self.presence.room();
        room.note_lobby();
        // At one's own pace somebody who was sent away is back where they were.
        let is_blank = |view: &View| new && view.stage.phase.kind != Kind::Paced;
        match room.view().filter(is_blank) {
            // Whoever has just arrived has nothing yet but the seat.
            Some(view) => Ok(self.show(
                view,
                Some(You { seat, answer: None, outcome: None, caught: None, paced: None }),
            )),
            None => self.welcome().await,
        }
    }

    /// Somebody may have signed in while this browser took a seat as nobody's, and was told that it had none:
    /// what it caught there would be lost to it.
    async fn give_up_if_signed_in(&self, seat: u32, new: bool) -> Result<(), Refusal> {
        let owner = self.owner().await.map_err(Error::into_refusal)?;
        if owner.is_still(&self.owner) {
            return Ok(());
        }
        if new {
            let left = self.sockets.live.play.remove(&self.game, seat, Ban::No).await;
            left.map_err(Error::into_refusal)?;
        }
        // Whoever asks again is told to come back as the person.
        Err(Refusal::Unavailable)
    }

    async fn present(&self, receipt: &Receipt) -> Result<ServerFrame, Refusal> {
        match self.sockets.live.packets.show_receipt(&self.game, self.account, receipt).await {
            Ok(news) => Ok(ServerFrame::Packet(news)),
            Err(error) => match error.into_refusal() {
                Refusal::Unavailable => Err(Refusal::Unavailable),
                why => Ok(ServerFrame::Missed { rain: receipt.rain, why }),
            },
        }
    }

    /// On to a question, for whoever plays at their own pace.
    async fn pace(&self, question: u16) -> Result<ServerFrame, Refusal> {
        let paced = self.sockets.live.play.pace(&self.game, self.account, question).await;
        paced.map(|paced| ServerFrame::Paced(Box::new(paced))).map_err(Error::into_refusal)
    }

    /// What an answer brought whoever plays at their own pace.
    async fn verdict(&self, round: u16) -> Result<ServerFrame, Refusal> {
        let paced = self.sockets.live.play.verdict(&self.game, self.account, round).await;
        paced.map(|paced| ServerFrame::Paced(Box::new(paced))).map_err(Error::into_refusal)
    }

    /// Counts a reaction of somebody who has a seat; one too many is lost.
    fn react(&mut self, reaction: Reaction) {
        if self.seated && self.reactions.take(Instant::now()) {
            self.presence.room().note_reaction(reaction);
        }
    }

    /// Another face.
    async fn set_avatar(&mut self, avatar: Avatar) -> Result<ServerFrame, Refusal> {
        if !self.faces.take(Instant::now()) {
            return Err(Refusal::TooFast);
        }
        let seat = self.sockets.live.play.set_avatar(&self.game, self.account, avatar).await;
        seat.map(ServerFrame::Seated).map_err(Error::into_refusal)
    }

    async fn act(
        &mut self,
        frame: PlayerFrame,
        line_ms: u16,
    ) -> Result<Option<ServerFrame>, Refusal> {
        let sockets = &self.sockets;
        let answer = match frame {
            // Seldom, and large: on the heap, so that a tap is small.
            PlayerFrame::Hello { .. } => Box::pin(self.welcome()).await,
            PlayerFrame::Join { nickname, entropy, team, field, avatar } => {
                Box::pin(self.join(Newcomer { nickname, entropy, team, field, avatar })).await
            }
            PlayerFrame::Answer { .. }
            | PlayerFrame::Tap { .. }
            | PlayerFrame::Pace { .. }
            | PlayerFrame::Avatar { .. }
                if !self.seated =>
            {
                Err(Refusal::NotSeated)
            }
            PlayerFrame::React { reaction } => {
                self.react(reaction);
                return Ok(None);
            }
            PlayerFrame::Answer { round, answer } => {
                let play = &sockets.live.play;
                let answered = play.answer(&self.game, self.account, round, answer, line_ms).await;
                let answer = answered.map_err(Error::into_refusal)?;
                if self.game.options.mode.self_paced().is_some() {
                    match Box::pin(self.verdict(round)).await {
                        // It was in time, and the game has closed since.
                        Err(Refusal::TooLate) => Ok(ServerFrame::Answered { round, answer }),
                        told => told,
                    }
                } else {
                    self.presence.room().note_answer(&self.account, round);
                    Ok(ServerFrame::Answered { round, answer })
                }
            }
            PlayerFrame::Pace { question } => Box::pin(self.pace(question)).await,
            PlayerFrame::Avatar { avatar } => Box::pin(self.set_avatar(avatar)).await,
            PlayerFrame::ShowReceipt { receipt } => Box::pin(self.present(&receipt)).await,
            PlayerFrame::Tap { rain, drop } => {
                match sockets.live.packets.tap(&self.game, self.account, rain, drop).await {
                    Ok(news) => {
                        self.presence.room().note_claim();
                        Ok(ServerFrame::Packet(news))
                    }
                    Err(error) => match error.into_refusal() {
                        Refusal::Unavailable => Err(Refusal::Unavailable),
                        why => Ok(ServerFrame::Missed { rain, why }),
                    },
                }
            }
        };
        answer.map(Some)
    }
}

impl Role for Player {
    const NAME: &str = "player";
    const IS_SCREEN: bool = false;

    type Frame = PlayerFrame;

    async fn open(
        wire: &mut Wire,
        sockets: Arc<Sockets>,
        guest: Guest,
    ) -> Result<(Outbox, Self), Over> {
        let PlayerFrame::Hello { pin, token } = wire.hello(&sockets.leaving).await? else {
            return Err(wire.refuse(Refusal::Malformed).await);
        };
        let game = match guest.find_game(&sockets, pin).await {
            Ok(game) => game,
            Err(turned) => return Err(wire.turn(turned).await),
        };
        let device = Device::of(&token);
        let heard = sockets.live.people.heard();
        let owner = match sockets.live.people.owner(device, game.options.identity).await {
            Ok(owner) => owner,
            Err(error) => return Err(wire.refuse(error.into_refusal()).await),
        };
        let account = owner.account;
        let (link, mut outbox) = Outbox::new(wire.encoding());
        // In the room first, snapshot afterwards: what happens in between waits in the outbox.
        let presence = sockets.enter(&game, &link, Some(account));
        if owner.is_bound(device) {
            presence.set_device(device.0);
        }
        let now = Instant::now();
        let (at_once, per_second) = (REACTIONS_AT_ONCE.into(), REACTIONS_PER_SECOND.into());
        let mut player = Self {
            sockets,
            game,
            owner,
            account,
            device,
            guest,
            presence,
            seated: false,
            reactions: Bucket::new(at_once, per_second, now),
            faces: Bucket::new(FACES.0, FACES.1, now),
        };
        if player.sockets.live.people.heard() != heard && !player.is_unchanged().await {
            return Err(wire.refuse(Refusal::Unavailable).await);
        }
        match player.welcome().await {
            Ok(welcome) => wire.welcome(&welcome, &mut outbox).await.map(|()| (outbox, player)),
            Err(refusal) => Err(wire.refuse(refusal).await),
        }
    }

    async fn handle(
        &mut self,
        frame: PlayerFrame,
        line_ms: u16,
    ) -> ControlFlow<CloseReason, Option<ServerFrame>> {
        // The game and the account of a socket never change.
        if let PlayerFrame::Hello { pin, token } = &frame
            && (*pin != self.game.pin || Device::of(token) != self.device)
        {
            return ControlFlow::Break(CloseReason::Misbehaved);
        }
        if self.owner.has_ended(self.sockets.live.clock.now_ms()) {
            return ControlFlow::Break(CloseReason::GoingAway);
        }
        if matches!(frame, PlayerFrame::Join { .. }) {
            match self.owner().await {
                Ok(owner) if owner.is_still(&self.owner) => self.owner = owner,
                // Somebody has signed in with it meanwhile: the next hello finds them.
                Ok(_) => return ControlFlow::Break(CloseReason::GoingAway),
                Err(error) => {
                    let refused = ServerFrame::Refused(error.into_refusal());
                    return ControlFlow::Continue(Some(refused));
                }
            }
        }
        match self.act(frame, line_ms).await {
            Ok(answer) => ControlFlow::Continue(answer),
            Err(refusal) => ControlFlow::Continue(Some(ServerFrame::Refused(refusal))),
        }
    }
}
