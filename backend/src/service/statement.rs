//! What hosts see of the ledger: where the money of every rain is, and another try for what was
//! given up. Called by `http`, for whoever has the right to the game.

use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::money::Minor;

use super::{Service, ServiceError};
use crate::store::StoreError;
use crate::store::pot::Pot;
use crate::store::sql::{Kind, Part, RainBook};

/// Where a rain stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RainState {
    /// Funded, and never opened.
    Sealed,
    /// Packets fall, or will in a moment.
    Open,
    /// Nothing can be caught any more.
    Closed,
    /// Every claim is in the ledger, and what was left is returned.
    Settled,
}

/// A rain in numbers. Funded is credited, pending, left and returned together.
#[derive(Clone, Debug)]
pub struct RainStatement {
    /// What the database knows.
    pub book: RainBook,
    /// Where it stands.
    pub state: RainState,
    /// What the sponsor paid in.
    pub funded: Part,
    /// What players have caught.
    pub caught: Part,
    /// What of that is in the ledger.
    pub credited: Part,
    /// What of that is not.
    pub pending: Part,
    /// What nobody has caught, as long as it is not returned.
    pub left: Part,
    /// What went back to the sponsor.
    pub returned: Part,
}

/// How much is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redriven {
    /// Claims.
    pub dead_letters: u64,
    /// Payouts.
    pub payouts: u64,
}

impl Service {
    /// Every rain of a game in numbers, first to last.
    ///
    /// # Errors
    /// A store failed.
    pub async fn statement(&self, game: GameId) -> Result<Vec<RainStatement>, ServiceError> {
        let mut statement = Vec::new();
        for book in self.sql.books_of(game).await? {
            statement.push(self.rain_statement(book).await?);
        }
        Ok(statement)
    }

    async fn rain_statement(&self, book: RainBook) -> Result<RainStatement, ServiceError> {
        let state = match &book {
            RainBook { settled_ms: Some(_), .. } => RainState::Settled,
            RainBook { closed_ms: Some(_), .. } => RainState::Closed,
            // Where the ledger is busy, the note is late.
            RainBook { closes_ms: Some(at_ms), .. } if *at_ms <= self.now_ms() => RainState::Closed,
            RainBook { opens_ms: Some(_), .. } => RainState::Open,
            _ => RainState::Sealed,
        };
        let sealed = Part { packets: book.packets, amount: book.booked(Kind::Fund).amount };
        let credited = book.booked(Kind::Settle);
        let (caught, left, returned) = match state {
            // The ledger alone has the last word.
            RainState::Settled => {
                let packets = book.packets.saturating_sub(credited.packets);
                let returned = Part { packets, amount: book.booked(Kind::Return).amount };
                (credited, Part::default(), returned)
            }
            RainState::Sealed => (Part::default(), sealed, Part::default()),
            RainState::Open | RainState::Closed => {
                // Asked for after the ledger, so that it is never behind it. Where Redis has lost
                // the claims, what is credited was caught.
                let counts = self.caught_counts(book.rain, book.pots).await;
                let counts = counts.into_iter().collect::<Result<Vec<_>, _>>()?;
                // A pot's packets are caught in the order of the sealed list.
                let bounds: Vec<u64> = Pot::all(book.pots)
                    .zip(counts)
                    .map(|(pot, caught)| {
                        u64::from(pot.number) + u64::from(caught) * u64::from(pot.of)
                    })
                    .collect();
                let in_order = book.last_settled.iter().all(|(pot, last)| {
                    bounds.get(usize::from(*pot)).is_some_and(|bound| u64::from(*last) < *bound)
                });
                let caught = if in_order {
                    self.sql.packets_below(book.rain, &bounds).await?
                } else {
                    // Redis has lost claims, or had and got them back since.
                    self.counted(&book).await?.at_least(credited)
                };
                (caught, sealed.without(caught), Part::default())
            }
        };
        Ok(RainStatement {
            state,
            funded: sealed,
            caught,
            credited,
            pending: caught.without(credited),
            left,
            returned,
            book,
        })
    }

    /// What Redis granted, claim by claim.
    async fn counted(&self, book: &RainBook) -> Result<Part, ServiceError> {
        let claims = self.claims_of_pots(book.rain, book.pots).await?;
        let amount = Minor::checked_sum(claims.iter().map(|(_, claim)| claim.packet.amount));
        let amount =
            amount.ok_or_else(|| StoreError::Corrupt(format!("claims of {}", book.rain)))?;
        Ok(Part { packets: claims.len() as u64, amount })
    }

    /// Has what was given up in a rain of a game tried again.
    ///
    /// # Errors
    /// The game has no such rain, or the database failed: doing it again is harmless.
    pub async fn redrive(&self, game: GameId, rain: RainId) -> Result<Redriven, ServiceError> {
        let row = self.sql.rain(rain).await?.filter(|row| row.game == game);
        row.ok_or(ServiceError::NotFound)?;
        let dead_letters = self.sql.redrive_dead_letters(rain).await?;
        let payouts = self.sql.redrive_payouts(rain).await?;
        tracing::info!(%game, %rain, dead_letters, payouts, "tried again for the host");
        Ok(Redriven { dead_letters, payouts })
    }
}
