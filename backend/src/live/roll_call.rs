//! Who of some players is connected, at whichever node: each knows its own sockets, so the others are
//! asked. That costs nothing but while a host looks at the list of players, and nothing that was said
//! earlier can be out of date.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quizrain_shared::ids::{AccountId, GameId};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use crate::events;
use crate::live::Live;

/// How long the others may take. Whoever has not answered by then does not know, and a host waits no
/// longer for a list.
const ANSWERED_WITHIN: Duration = Duration::from_millis(300);

/// A node's answer: its run, and a bit for each account.
type Answer = (String, u64);

/// The questions of this node that are open.
#[derive(Debug, Default)]
pub(crate) struct RollCalls {
    next: AtomicU64,
    open: Mutex<HashMap<u64, UnboundedSender<Answer>>>,
}

impl RollCalls {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, UnboundedSender<Answer>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> RollCall<'_> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, answers) = unbounded_channel();
        self.open().insert(number, sender);
        RollCall { all: self, number, answers }
    }

    /// Takes in an answer; one that nobody waits for any more says nothing.
    pub(crate) fn note(&self, number: u64, run: String, here: u64) {
        if let Some(sender) = self.open().get(&number) {
            // Whoever asked has just given up.
            let _ = sender.send((run, here));
        }
    }
}

/// One question. It ends when this is dropped, also where whoever asked has hung up.
struct RollCall<'a> {
    all: &'a RollCalls,
    number: u64,
    answers: UnboundedReceiver<Answer>,
}

impl Drop for RollCall<'_> {
    fn drop(&mut self) {
        self.all.open().remove(&self.number);
    }
}

impl Live {
    /// Whether each of these accounts, 64 at most, is connected anywhere; `None`: a node that may have
    /// it did not say.
    pub(super) async fn connected(
        &self,
        game: GameId,
        accounts: &[AccountId],
    ) -> Vec<Option<bool>> {
        let here = self.connected_here(game, accounts);
        let (elsewhere, all_said) = self.connected_elsewhere(game, accounts).await;
        let connected = |place: usize| {
            let is_there = (here | elsewhere) >> place & 1 == 1;
            (is_there || all_said).then_some(is_there)
        };
        (0..accounts.len()).map(connected).collect()
    }

    /// A bit for each account.
    fn connected_here(&self, game: GameId, accounts: &[AccountId]) -> u64 {
        let Some(room) = self.hub.find(game) else { return 0 };
        let places = accounts.iter().take(64).enumerate();
        let here = places.filter(|(_, account)| room.has_player(account));
        here.fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The same of the other nodes, and whether all that live have answered.
    async fn connected_elsewhere(&self, game: GameId, accounts: &[AccountId]) -> (u64, bool) {
        let peers = self.nodes.peers();
        let Some(mut awaited) = peers.living() else { return (0, peers.alone()) };
        if awaited.is_empty() || accounts.is_empty() {
            return (0, true);
        }
        let mut call = self.roll_calls.begin();
        let mut elsewhere = 0;
        let asked = async {
            let con = &mut self.redis.connection();
            events::call_roll(con, game, peers.run(), call.number, accounts).await?;
            gather(&mut call.answers, &mut awaited, &mut elsewhere).await;
            Ok::<_, crate::store::StoreError>(())
        };
        if let Ok(Err(error)) = timeout(ANSWERED_WITHIN, asked).await {
            tracing::debug!(%game, %error, "failed to ask who is connected to other servers");
        }
        (elsewhere, awaited.is_empty())
    }
}

/// Takes answers in until none is awaited.
async fn gather(
    answers: &mut UnboundedReceiver<Answer>,
    awaited: &mut HashSet<String>,
    elsewhere: &mut u64,
) {
    while !awaited.is_empty() {
        let Some((run, here)) = answers.recv().await else { return };
        awaited.remove(&run);
        *elsewhere |= here;
    }
}

/// Answers another node's question.
pub(super) async fn answer(
    live: Live,
    game: GameId,
    (asker, number): (String, u64),
    accounts: Vec<AccountId>,
) {
    let ours = live.nodes.peers().run();
    if asker == ours {
        return;
    }
    let here = live.connected_here(game, &accounts);
    let con = &mut live.redis.connection();
    if let Err(error) =
        events::answer_roll_call(con, game, (asker.as_str(), number), ours, here).await
    {
        tracing::debug!(%game, %error, "failed to say who is connected; a host does not see it");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_is_dropped_is_forgotten() {
        let calls = RollCalls::default();
        let mut call = calls.begin();
        calls.note(call.number, "a run".to_owned(), 5);
        assert_eq!(call.answers.try_recv(), Ok(("a run".to_owned(), 5)));
        drop(call);
        assert!(calls.open().is_empty());
        calls.note(0, "late".to_owned(), 1);
    }
}
