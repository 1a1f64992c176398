//! What hosts see of the ledger: where the money of every rain is, and another try for what was
//! given up. Called by `http`, for whoever has the right to the game.

use quizrain_shared::api::{
    DeadLetter, Part, PayoutState, Payouts, RainState, RainStatement, Statement,
};
use quizrain_shared::ids::{GameId, RainId};

use crate::error::Error;
use crate::ledger::{Caught, Kind, PacketPlace, RainBook};
use crate::settlement::Settlement;
use crate::store::StoreError;

/// The payouts of a rain by state; `None` where it has none.
fn payouts(book: &RainBook) -> Option<Payouts> {
    book.payouts().map(|of| Payouts {
        pending: of(PayoutState::Pending),
        sent: of(PayoutState::Sent),
        confirmed: of(PayoutState::Confirmed),
        refused: of(PayoutState::Refused),
        unknown: of(PayoutState::Unknown),
        needs_human: of(PayoutState::NeedsHuman),
        held: of(PayoutState::Held),
    })
}

impl Settlement {
    /// Every rain of a game in numbers, first to last.
    ///
    /// # Errors
    /// A store failed.
    pub async fn statement(&self, game: GameId) -> Result<Statement, Error> {
        let mut rains = Vec::new();
        for book in self.sql.books_of(game).await? {
            rains.push(self.rain_statement(book).await?);
        }
        Ok(Statement { rains })
    }

    /// So many of the packets that players of a game caught, as the ledger has them, behind a place.
    ///
    /// # Errors
    /// The database failed.
    pub async fn caught(
        &self,
        game: GameId,
        after: Option<PacketPlace>,
        most: u16,
    ) -> Result<Vec<Caught>, StoreError> {
        self.sql.caught_of(game, after, most).await
    }

    async fn rain_statement(&self, book: RainBook) -> Result<RainStatement, Error> {
        // Where the ledger is busy, the note that it is closed is late.
        let over = book.closes_ms.is_some_and(|at_ms| at_ms <= self.clock.now_ms());
        let (opened, closed) = (book.opens_ms.is_some(), book.closed_ms.is_some() || over);
        let state = RainState::of(opened, closed, book.settled_ms.is_some());
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
                let caught = self.rains.granted(&book, credited).await?;
                (caught, sealed.without(caught), Part::default())
            }
        };
        let payouts = payouts(&book);
        let dead_letters = book.dead_letters.into_iter().map(|it| DeadLetter {
            account: it.account,
            claim: it.claim,
            state: it.state,
            reason: it.reason,
            deliveries: it.deliveries,
            at_ms: it.at_ms,
        });
        Ok(RainStatement {
            rain: book.rain,
            number: book.ordinal.saturating_add(1),
            currency: book.currency,
            state,
            packets: book.packets,
            funded: sealed,
            caught,
            credited,
            pending: caught.without(credited),
            left,
            returned,
            payouts,
            held: book.held,
            dead_letters: dead_letters.collect(),
            links: book.links,
            head: book.head,
            opened_at_ms: book.opens_ms,
            closed_at_ms: book.closed_ms,
            settled_at_ms: book.settled_ms,
        })
    }

    /// Has the dead letters of a rain of a game tried again; how many there are.
    ///
    /// # Errors
    /// The game has no such rain, or the database failed: doing it again is harmless.
    pub async fn redrive(&self, game: GameId, rain: RainId) -> Result<u64, Error> {
        let row = self.sql.rain(rain).await?.filter(|row| row.game == game);
        row.ok_or(Error::NotFound)?;
        let dead_letters = self.sql.redrive_dead_letters(rain).await?;
        Ok(dead_letters)
    }
}
