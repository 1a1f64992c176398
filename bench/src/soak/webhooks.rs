//! Webhooks under faults: the receiver that misbehaves and is killed has each of them, in order.
//!
//! Called by `stage` and `verify` where a receiver was given. What came there is read from its
//! database, and compared with what the ledger and the logs of games say.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context;
use quizrain_shared::api::{GameEvent, PayoutState, Webhook};
use quizrain_shared::phase::Kind;
use quizrain_shared::played::Played;
use sqlx::AnyPool;

use super::check::{Findings, granted};
use super::journal::Journal;
use super::ledger::{Entry, Rain};
use crate::from_row::from_row;

/// How long the last webhooks may take: one that was on its way when its server was killed waits until
/// the time for an answer is over.
const ARRIVING: Duration = Duration::from_secs(120);
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// A webhook as the receiver has it, in the order in which they first came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrived {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) number: i64,
    pub(super) body: String,
}

from_row!(Arrived { id, game, number, body });

/// Waits until every webhook has arrived, those of the logs of games too. Pauses after failures end at
/// once: the receiver behaves by now. Where one never arrives, the check shows it.
pub(super) async fn until_arrived(pool: &AnyPool, journal: &Journal) -> anyhow::Result<()> {
    let start = Instant::now();
    loop {
        let hurry = sqlx::query("UPDATE webhooks SET due_ms = 0 WHERE state = $1 AND due_ms > 0");
        hurry.bind(PayoutState::Unknown.word()).execute(pool).await?;
        let left = sqlx::query_as("SELECT COUNT(*) FROM webhooks WHERE state <> $1");
        let (left,): (i64,) = left.bind(PayoutState::Confirmed.word()).fetch_one(pool).await?;
        let untold = sqlx::query_as(
            "SELECT COUNT(DISTINCT game) FROM rains WHERE opens_ms IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM webhooks WHERE id = 'qr1-' || rains.game || '-started')",
        );
        let (untold,): (i64,) = untold.fetch_one(pool).await?;
        let unended = sqlx::query_as(
            "SELECT COUNT(*) FROM game_log WHERE what = 'finished' AND NOT EXISTS \
             (SELECT 1 FROM webhooks WHERE id = 'qr1-' || game_log.game || '-ended')",
        );
        let (unended,): (i64,) = unended.fetch_one(pool).await?;
        if (left, untold, unended) == (0, 0, 0) || start.elapsed() > ARRIVING {
            journal.say(&format!(
                "{left} webhooks have not arrived, {untold} games have none of their start, \
                 {unended} none of their end"
            ));
            return Ok(());
        }
        tokio::time::sleep(CHECK_EVERY).await;
    }
}

/// How a game ended, as its log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    at_ms: i64,
    players: u32,
    rounds: u16,
}

/// The last step of each game that is over.
pub(super) async fn endings(pool: &AnyPool) -> anyhow::Result<HashMap<String, Ending>> {
    let query = "SELECT game, at_ms, body FROM game_log AS step WHERE what = 'moved' AND number = \
        (SELECT MAX(number) FROM game_log WHERE game = step.game AND what = 'moved')";
    let steps: Vec<(String, i64, String)> = sqlx::query_as(query).fetch_all(pool).await?;
    let ending = |(game, at_ms, body): (String, i64, String)| -> anyhow::Result<_> {
        let Moved { kind, seats, played } =
            serde_json::from_str(&body).with_context(|| format!("an odd step of {game}"))?;
        let rounds = played.parse::<Played>().ok().context("odd rounds")?.rounds();
        let ending = Ending { at_ms, players: seats, rounds };
        Ok((kind == Kind::Ended.word()).then_some((game, ending)))
    };
    steps.into_iter().filter_map(|step| ending(step).transpose()).collect()
}

/// What is read of a step.
#[derive(serde::Deserialize)]
struct Moved {
    kind: String,
    seats: u32,
    played: String,
}

impl Findings {
    /// What is settled of a rain arrived as the ledger has it.
    pub(super) fn told_of_rain(
        &mut self,
        rain: &Rain,
        entries: &[Entry],
        arrived: &HashMap<&str, &Arrived>,
    ) {
        if rain.settled_ms.is_none() {
            return;
        }
        let grants = granted(entries);
        let credited: i64 = grants.iter().map(|entry| entry.amount).sum();
        let id = format!("qr1-{}-settled", rain.id);
        let Some(event) = self.event(&id, &rain.game, arrived) else { return };
        let GameEvent::RainSettled(told) = &event else {
            return self.problem(format!("{id} is {event:?}"));
        };
        let pot = told.credited_minor.0.checked_add(told.returned_minor.0);
        let same = told.rain.to_string() == rain.id
            && told.currency.code() == rain.currency
            && (told.pot_minor.0, pot) == (rain.pot, Some(rain.pot))
            && i64::from(told.packets) == rain.packets
            && u64::from(told.caught) == grants.len() as u64
            && told.credited_minor.0 == credited;
        if same {
            self.webhooks += 1;
        } else {
            self.problem(format!(
                "{id}: the ledger has {rain:?} with {credited} credited: {told:?}"
            ));
        }
    }

    /// That a game started arrived.
    pub(super) fn told_of_start(&mut self, game: &str, arrived: &HashMap<&str, &Arrived>) {
        let id = format!("qr1-{game}-started");
        match self.event(&id, game, arrived) {
            Some(GameEvent::GameStarted { .. }) => self.webhooks += 1,
            Some(other) => self.problem(format!("{id} is {other:?}")),
            None => {}
        }
    }

    /// That a game is over arrived behind all else of it, with what its log says; `None`: it says that
    /// the game goes on.
    pub(super) fn told_of_end(
        &mut self,
        game: &str,
        ending: Option<&Ending>,
        arrived: &HashMap<&str, &Arrived>,
    ) {
        let id = format!("qr1-{game}-ended");
        let Some(Ending { at_ms, players, rounds }) = ending.cloned() else {
            return self.problem(format!("the log of {game} has no end"));
        };
        let event = GameEvent::GameEnded { players, rounds };
        match self.event(&id, game, arrived) {
            Some(told) if told == event => self.webhooks += 1,
            Some(told) => self.problem(format!("{id} is {told:?}, the log has {event:?}")),
            None => return,
        }
        if let Some(came) = arrived.get(id.as_str()) {
            let is_then = serde_json::from_str::<Webhook>(&came.body)
                .is_ok_and(|told| i64::try_from(told.at_ms) == Ok(at_ms));
            let of_game = arrived.values().filter(|other| other.game == game);
            let last = of_game.map(|other| other.number).max();
            if !is_then || last != Some(came.number) {
                self.problem(format!(
                    "{id} is not the last of its game, or not of {at_ms}: {came:?}"
                ));
            }
        }
    }

    /// What arrived under an id, where that says what it is.
    fn event(
        &mut self,
        id: &str,
        game: &str,
        arrived: &HashMap<&str, &Arrived>,
    ) -> Option<GameEvent> {
        let Some(came) = arrived.get(id) else {
            self.problem(format!("the webhook {id} did not arrive"));
            return None;
        };
        let read = serde_json::from_str::<Webhook>(&came.body).ok();
        let read = read.filter(|read| read.id == id && read.game.to_string() == game);
        if read.is_none() {
            self.problem(format!("the webhook {id} is odd: {came:?}"));
        }
        read.map(|read| read.event)
    }

    /// Those of one game came one after the other.
    pub(super) fn in_order(&mut self, arrived: &[Arrived]) {
        let mut last: HashMap<&str, i64> = HashMap::new();
        for came in arrived {
            let before = last.insert(&came.game, came.number).unwrap_or_default();
            if came.number <= before {
                self.problem(format!("the webhook {} came after number {before}", came.id));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "0101010101010101";
    const RAIN: &str = "0202020202020202";

    fn came(id: &str, number: i64, event: &str) -> Arrived {
        let body = format!(
            r#"{{"id":"{id}","number":{number},"at_ms":5,"game":"{GAME}","pin":123456,"title":"T",{event}}}"#
        );
        Arrived { id: id.to_owned(), game: GAME.to_owned(), number, body }
    }

    fn settled(credited: i64) -> Arrived {
        let back = 10 - credited;
        let event = format!(
            r#""event":"rain.settled","rain":"{RAIN}","rain_number":1,"currency":"CNY","packets":2,"pot_minor":"10","caught":1,"credited_minor":"{credited}","returned_minor":"{back}","opens_ms":1,"closes_ms":2"#
        );
        came(&format!("qr1-{RAIN}-settled"), 2, &event)
    }

    fn started(number: i64) -> Arrived {
        came(&format!("qr1-{GAME}-started"), number, r#""event":"game.started","players":3"#)
    }

    /// How many are as they should be, and how many problems there are.
    fn found(arrived: &[Arrived]) -> (u64, u64) {
        let rain = Rain {
            id: RAIN.to_owned(),
            game: GAME.to_owned(),
            currency: "CNY".to_owned(),
            pot: 10,
            packets: 2,
            opens_ms: Some(1),
            settled_ms: Some(3),
        };
        let entries = [Entry {
            kind: "settle".to_owned(),
            debit: "pot".to_owned(),
            credit: "player".to_owned(),
            account: Some("me".to_owned()),
            amount: 6,
            currency: "CNY".to_owned(),
            ..Entry::default()
        }];
        let by_id = arrived.iter().map(|came| (came.id.as_str(), came)).collect();
        let mut findings = Findings::default();
        findings.told_of_rain(&rain, &entries, &by_id);
        findings.told_of_start(GAME, &by_id);
        findings.in_order(arrived);
        (findings.webhooks, findings.problem_count)
    }

    /// The same of a game's end.
    fn found_of_end(arrived: &[Arrived], ending: Option<&Ending>) -> (u64, u64) {
        let by_id = arrived.iter().map(|came| (came.id.as_str(), came)).collect();
        let mut findings = Findings::default();
        findings.told_of_end(GAME, ending, &by_id);
        (findings.webhooks, findings.problem_count)
    }

    #[test]
    fn the_end_of_a_game_is_told_last_and_as_its_log_has_it() {
        let ended = |number, event: &str| came(&format!("qr1-{GAME}-ended"), number, event);
        let event = r#""event":"game.ended","players":3,"rounds":2"#;
        let told = [started(1), settled(6), ended(3, event)];
        let ending = Ending { at_ms: 5, players: 3, rounds: 2 };
        assert_eq!(found_of_end(&told, Some(&ending)), (1, 0));
        assert_eq!(found_of_end(&told[..2], Some(&ending)), (0, 1), "it did not arrive");
        assert_eq!(found_of_end(&told, None), (0, 1), "its log goes on");
        for other in
            [Ending { players: 4, ..ending.clone() }, Ending { rounds: 1, ..ending.clone() }]
        {
            assert_eq!(found_of_end(&told, Some(&other)), (0, 1), "the log has {other:?}");
        }
        let later = Ending { at_ms: 6, ..ending.clone() };
        assert_eq!(found_of_end(&told, Some(&later)), (1, 1), "at another time");
        let early = [started(1), ended(1, event), settled(6)];
        assert_eq!(found_of_end(&early, Some(&ending)), (1, 1), "a rain came behind it");
    }

    #[test]
    fn every_webhook_arrives_in_order_and_says_what_the_ledger_has() {
        assert_eq!(found(&[started(1), settled(6)]), (2, 0));
        assert_eq!(found(&[started(1)]), (1, 1), "one is missing");
        assert_eq!(found(&[settled(6)]), (1, 1), "the other is missing");
        assert_eq!(found(&[started(1), settled(7)]), (1, 1), "another amount");
        assert_eq!(found(&[settled(6), started(1)]), (2, 1), "the wrong way round");
        assert_eq!(found(&[started(2), settled(6)]), (2, 1), "one number twice");
        let ended = Arrived {
            body: started(1).body.replace("started\",\"p", "ended\",\"rounds\":1,\"p"),
            ..started(1)
        };
        assert_eq!(found(&[ended, settled(6)]), (1, 1), "another event");
    }
}
