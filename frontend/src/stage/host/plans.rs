//! The rains that the game's quiz plans: read once, and which of them have fallen. Called by the
//! buttons and by the rain dialog.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::{GameId, RainId, Token};

use crate::live::{Memo, effect, memo};
use crate::net::{host, storage};
use crate::state::planned::Planned;
use crate::state::session::Session;

/// What is planned, for the page of one game.
#[derive(Clone, Copy)]
pub(super) struct Plans {
    pub(super) planned: RwSignal<Planned>,
    /// Which one was let fall here last; on no screen yet.
    sent: RwSignal<Option<u16>>,
    /// The rain on the stage.
    pub(super) shower: Memo<Option<RainId>>,
    /// Whether a rain is the likely next step.
    pub(super) due: Memo<bool>,
    /// The one that is offered first.
    pub(super) next: Memo<Option<u16>>,
}

impl Plans {
    /// Reads what is planned, and after each rain which of it has fallen; asks again with the next stage
    /// where there was no answer.
    pub(super) fn open(session: Session, game: GameId, token: Token) -> Self {
        let planned = RwSignal::new(Planned::default());
        let stage = session.stage();
        let phase = memo(move || stage.get().map(|stage| stage.phase.clone()));
        let rained = session.part(|known| known.rain.is_some() || known.shower().is_some());
        let plans = Self {
            planned,
            sent: RwSignal::new(None),
            shower: session.part(|known: &GameView| known.shower().map(|rain| rain.rain)),
            due: memo(move || {
                let rained = rained.get();
                phase.get().is_some_and(|phase| planned.with(|it| it.is_due(&phase, rained)))
            }),
            next: memo(move || planned.with(|it| it.next(&phase.get()?))),
        };
        // Another host may have let one fall: it is read again with each rain.
        let read = RwSignal::new(None::<Option<RainId>>);
        effect(move || {
            let shower = plans.shower.get();
            if phase.get().is_none() || read.get_untracked() == Some(shower) {
                return;
            }
            spawn_local(async move {
                if let Ok(proposal) = host::planned_rains(&token, game).await
                    && read.try_set(Some(shower)).is_none()
                {
                    let noted = storage::fallen(game);
                    let known = Planned::new(proposal.rains, proposal.fallen, noted.as_deref());
                    let _ = planned.try_set(known);
                }
            });
        });
        effect(move || {
            if plans.shower.get().is_some()
                && let Some(position) = plans.sent.get_untracked()
            {
                plans.sent.set(None);
                let noted = planned.try_update(|it| it.note(position)).unwrap_or_default();
                storage::set_fallen(game, &noted);
            }
        });
        plans
    }

    /// Notes that one was let fall, or one that nobody planned.
    pub(super) fn note(self, position: Option<u16>) {
        self.sent.set(position);
    }
}
