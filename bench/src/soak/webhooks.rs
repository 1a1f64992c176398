//! Webhooks under faults: the receiver that misbehaves and is killed has each of them, in order.
//!
//! Called by `stage` and `verify` where a receiver was given. What came there is read from its
//! database, and compared with what the ledger and the logs of games say.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use quizrain_shared::api::{GameEvent, PayoutState, Webhook};
use sqlx::AnyPool;

use super::check::{Findings, granted};
use super::journal::Journal;
use super::ledger::{Entry, Rain};

/// How long the last webhooks may take: one that was on its way when its server was killed waits until
/// the time for an answer is over.
const ARRIVING: Duration = Duration::from_secs(120);
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// A webhook as the receiver has it, in the order in which they first came.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Arrived {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) number: i64,
    pub(super) body: String,
}

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
        if (left, untold) == (0, 0) || start.elapsed() > ARRIVING {
            journal.say(&format!(
                "{left} webhooks have not arrived, {untold} games have none of their start"
            ));
            return Ok(());
        }
        tokio::time::sleep(CHECK_EVERY).await;
    }
}

/// The games whose log says that they are over.
pub(super) async fn ended(pool: &AnyPool) -> anyhow::Result<HashSet<String>> {
    let query = "SELECT DISTINCT game FROM game_log WHERE what = 'finished'";
    let games: Vec<(String,)> = sqlx::query_as(query).fetch_all(pool).await?;
    Ok(games.into_iter().map(|(game,)| game).collect())
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

    /// That a game started, or is over, arrived.
    pub(super) fn told_of_game(
        &mut self,
        game: &str,
        over: bool,
        arrived: &HashMap<&str, &Arrived>,
    ) {
        let id = format!("qr1-{game}-{}", if over { "ended" } else { "started" });
        match self.event(&id, game, arrived) {
            Some(GameEvent::GameStarted { .. }) if !over => self.webhooks += 1,
            Some(GameEvent::GameEnded { .. }) if over => self.webhooks += 1,
            Some(other) => self.problem(format!("{id} is {other:?}")),
            None => {}
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
        findings.told_of_game(GAME, false, &by_id);
        findings.in_order(arrived);
        (findings.webhooks, findings.problem_count)
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
