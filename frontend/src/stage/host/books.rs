//! A game's books as this page knows them: asked for after every stage, and by itself while
//! something is on its way. An answer that does not come leaves what is known.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::{RainStatement, Redriven, Statement};
use quizrain_shared::ids::{AccountId, GameId, RainId, Token};

use crate::live::{Memo, memo};
use crate::net::host::{self, HoldAct};
use crate::net::http::HttpError;
use crate::state::pace::{Pace, follow};

/// A game's books, as far as this page knows them.
#[derive(Clone, Copy)]
pub(in crate::stage) struct Books {
    game: GameId,
    host: StoredValue<Token>,
    pub(in crate::stage) statement: RwSignal<Statement>,
    /// Whether this page may only look.
    pub(super) watching: bool,
    /// Answers that did not come, in a row.
    pub(super) missed: RwSignal<u32>,
    pace: StoredValue<Pace>,
}

impl Books {
    /// Follows a game, for as long as the reactive owner of the caller lives.
    pub(in crate::stage) fn open(game: GameId, host: Token, watching: bool) -> Self {
        let books = Self {
            game,
            host: StoredValue::new(host),
            statement: RwSignal::default(),
            watching,
            missed: RwSignal::default(),
            pace: StoredValue::default(),
        };
        follow(books.pace, move || books.fetch());
        books.refresh();
        books
    }

    /// Asks now: something has happened.
    pub(super) fn refresh(self) {
        let now = self.pace.try_update_value(|pace| {
            pace.hurry();
            pace.ask()
        });
        if now == Some(true) {
            self.fetch();
        }
    }

    fn fetch(self) {
        let Some(host) = self.host.try_get_value() else { return };
        spawn_local(async move {
            let answer = host::statement(&host, self.game).await;
            let Some(before) = self.statement.try_get_untracked() else { return };
            let (new, more) = match answer {
                Ok(now) => {
                    let said = (now != before, now.rains.iter().any(RainStatement::is_moving));
                    let _ = self.missed.try_set(0);
                    if said.0 {
                        let _ = self.statement.try_set(now);
                    }
                    said
                }
                Err(_) => {
                    let _ = self.missed.try_update(|missed| *missed = missed.saturating_add(1));
                    (false, true)
                }
            };
            let _ = self.pace.try_update_value(|pace| pace.answered(new, more));
        });
    }

    /// Has what was given up in a rain tried again.
    pub(super) async fn redrive(self, rain: RainId) -> Result<Redriven, HttpError> {
        let host = self.host.try_get_value().ok_or(HttpError::NotAllowed)?;
        let done = host::redrive(&host, self.game, rain).await;
        self.refresh();
        done
    }

    /// Has the payout of an account in a rain held, released or refused.
    pub(super) async fn hold(
        self,
        rain: RainId,
        account: AccountId,
        act: HoldAct,
    ) -> Result<(), HttpError> {
        let host = self.host.try_get_value().ok_or(HttpError::NotAllowed)?;
        let done = host::hold(&host, self.game, (rain, account), act).await;
        self.refresh();
        done
    }

    /// A part of a rain's numbers, which wakes its readers only when it changes.
    pub(super) fn part<T: PartialEq + Send + Sync + 'static>(
        self,
        rain: RainId,
        read: impl Fn(&RainStatement) -> T + Send + Sync + 'static,
    ) -> Memo<Option<T>> {
        memo(move || {
            self.statement.with(|now| now.rains.iter().find(|it| it.rain == rain).map(&read))
        })
    }
}
