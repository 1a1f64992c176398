//! Whoever has opened a socket and has not said yet what they want.

use std::sync::Arc;

use quizrain_shared::ids::{GameId, Pin, Token};
use quizrain_shared::wire::{Refusal, Right};

use crate::admission::{Address, Client, Full, Joining, Slot};
use crate::error::Error;
use crate::game::Game;
use crate::live::hub::CloseReason;
use crate::live::sockets::Sockets;

/// A socket's place among all of its client, and among those that have proved nothing.
#[derive(Debug)]
pub(crate) struct Guest {
    client: Client,
    _socket: Slot,
    /// Given back once there is a seat or a right. A screen keeps it.
    place: Option<Slot>,
}

/// Why a hello leads nowhere.
pub(crate) enum Turned {
    /// With this answer.
    Refused(Refusal),
    /// Without one.
    Away(CloseReason),
}

impl From<Error> for Turned {
    fn from(error: Error) -> Self {
        Self::Refused(error.into_refusal())
    }
}

impl Guest {
    /// Lets a socket in that wants to be a screen, or that has proved nothing yet.
    pub(crate) fn enter(sockets: &Sockets, client: Client, is_screen: bool) -> Result<Self, Full> {
        let admission = &sockets.admission;
        let _socket = admission.socket(client)?;
        let place = if is_screen { admission.screen(client) } else { admission.unseated(client) }?;
        Ok(Self { client, _socket, place: Some(place) })
    }

    /// Where it comes from.
    pub(crate) fn address(&self) -> Address {
        self.client.0
    }

    /// Has proved who they are: they are counted among those who have nothing no more.
    pub(crate) fn prove(&mut self) {
        self.place = None;
    }

    /// Room for a seat more from where it comes.
    pub(crate) fn join<'s>(&self, sockets: &'s Sockets) -> Result<Joining<'s>, Refusal> {
        let waits = |seconds| Refusal::TooManyJoins { seconds };
        sockets.admission.join(self.client).map_err(waits)
    }

    /// The game with a pin. What the client has tried in vain is counted, and beyond a limit
    /// nothing is looked for: whether the pin is right must not be told.
    pub(crate) async fn find_game(&self, sockets: &Sockets, pin: Pin) -> Result<Arc<Game>, Turned> {
        let Some(attempt) = sockets.admission.try_pin(self.client, pin) else {
            return Err(Turned::Away(CloseReason::TooManyTries));
        };
        match sockets.live.games.to_show(pin).await {
            Ok(game) => {
                attempt.right();
                Ok(game)
            }
            Err(error) => {
                if matches!(error, Error::Refused(Refusal::UnknownPin)) {
                    attempt.wrong();
                }
                Err(error.into())
            }
        }
    }

    /// The game to whose desk a token gives a right, and which. Its pin is free for whoever has the
    /// host's address: a class is not kept out by whoever guesses behind the same router.
    pub(crate) async fn find_hosted(
        &self,
        sockets: &Sockets,
        game: GameId,
        token: &Token,
    ) -> Result<(Arc<Game>, Right), Turned> {
        if !sockets.admission.may_host(self.client) {
            return Err(Turned::Away(CloseReason::TooManyTries));
        }
        let (game, right) = sockets.live.games.authorize(game, token).await?;
        sockets.admission.know_pin(self.client, game.pin);
        Ok((game, right))
    }
}
