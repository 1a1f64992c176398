//! Snapshots: everything that one client needs to draw its screen.

use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{GameInfo, Lobby, Welcome, You};

use super::{Game, Service, ServiceError};
use crate::store::redis::game;

impl Service {
    /// A snapshot, with the account's own part where it has a seat.
    ///
    /// # Errors
    /// [`quizrain_shared::wire::Refusal::GameEnded`] where Redis does not know the game, or a
    /// store failed.
    pub async fn snapshot(
        &self,
        game: &Game,
        account: Option<AccountId>,
    ) -> Result<Welcome, ServiceError> {
        let state = self.state(game).await?;
        let phase = state.stage.phase;
        let round = phase.round().unwrap_or(0);
        let con = &mut self.redis.connection();
        let (players, newest) = game::lobby(con, game.id).await?;
        let (_, answered) = game::progress(con, game.id, round).await?;
        let (rain, caught) = self.newest_rain(game, account).await?;
        let you = match account {
            None => None,
            Some(account) => {
                // While a question is open the last scored round is the one before it.
                let open = matches!(phase.kind, Kind::Asking | Kind::Closing);
                let scored = phase.asked.checked_sub(if open { 2 } else { 1 });
                let (seat, answer, outcome) =
                    game::player(con, game.id, account, round, scored.unwrap_or(u16::MAX)).await?;
                let answer = answer.map(|answer| answer.choices).filter(|_| open);
                seat.map(|seat| You { seat, answer, outcome, caught })
            }
        };
        Ok(Welcome {
            now_ms: self.now_ms(),
            game: GameInfo { game: game.id, pin: game.pin, title: game.quiz.title.clone() },
            lobby: Lobby { players, newest, locked: state.locked },
            stage: state.stage,
            answered,
            rain,
            you,
        })
    }

    /// Who is there.
    ///
    /// # Errors
    /// Redis failed, or does not know the game.
    pub async fn lobby(&self, game: &Game) -> Result<Lobby, ServiceError> {
        let locked = self.state(game).await?.locked;
        let (players, newest) = game::lobby(&mut self.redis.connection(), game.id).await?;
        Ok(Lobby { players, newest, locked })
    }

    /// How many players there are, and how many have answered a round.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn progress(&self, game: &Game, round: u16) -> Result<(u32, u32), ServiceError> {
        Ok(game::progress(&mut self.redis.connection(), game.id, round).await?)
    }
}
