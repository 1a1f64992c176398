//! Writes a game's log: what its stream has, and once the game is over and its money settled, what
//! is still missing.

use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::phase::Kind;

use crate::error::Error;
use crate::game::{Game, calls as game_calls};
use crate::history::History;
use crate::history::calls::{self, Entry};
use crate::history::facts::is_away;
use crate::history::rows::{
    CLAIMS, ClaimRow, FINISHED, Finished, RainPart, Row, UNREADABLE, Unreadable, parts,
};
use crate::store::StoreError;

/// Rows from which on a transaction ends: others wait for it where only one can write.
const TOGETHER: usize = 40;

impl History {
    /// Writes what happened in a game since the last time.
    ///
    /// # Errors
    /// A store is away; doing it again goes on from what is written.
    pub(crate) async fn write(&self, id: GameId) -> Result<(), Error> {
        match self.games.get(id).await {
            Ok(game) => self.write_stream(&game).await,
            // Nobody can play it; its log is given up when it is over.
            Err(error) if !is_away(&error) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn write_stream(&self, game: &Game) -> Result<(), Error> {
        loop {
            let con = &mut self.redis.connection();
            let entries = calls::read(con, game.id).await?;
            if entries.is_empty() {
                return Ok(());
            }
            let sources: Vec<String> = entries.iter().map(Entry::source).collect();
            let known = self.sql.sources_logged(game.id, &sources).await?;
            let mut groups = Vec::new();
            for (place, (entry, source)) in entries.iter().zip(&sources).enumerate() {
                if !known.contains(source) {
                    let later = entries.get(place + 1..).unwrap_or_default();
                    groups.push(self.group(game, entry, later).await?);
                }
                if groups.iter().map(Vec::len).sum::<usize>() >= TOGETHER {
                    self.sql.append_log(game.id, &std::mem::take(&mut groups)).await?;
                }
            }
            self.sql.append_log(game.id, &groups).await?;
            calls::take_out(con, game.id, &entries).await?;
        }
    }

    /// The rows of an entry, its own last. What cannot be read now cannot be read later either: a
    /// row says so.
    async fn group(&self, game: &Game, entry: &Entry, later: &[Entry]) -> Result<Vec<Row>, Error> {
        let moved = entry.moved();
        let facts = match &moved {
            Some(moved) => self.facts(game, entry, moved, later).await,
            None => Ok(Vec::new()),
        };
        let mut rows = match facts {
            Ok(rows) => rows,
            Err(error) if is_away(&error) => return Err(error),
            Err(error) => {
                let source = format!("{UNREADABLE} {}", entry.source());
                vec![entry.unreadable(error.to_string(), source)]
            }
        };
        rows.push(entry.row(moved.as_ref()));
        Ok(rows)
    }

    /// Finishes the log of a game that is over and whose rains are settled.
    ///
    /// # Errors
    /// A store is away; doing it again goes on from what is written.
    pub(crate) async fn finish(&self, id: GameId) -> Result<(), Error> {
        let at_ms = self.games.now_ms();
        let latest = self.write_latest(id, at_ms).await;
        self.or_say_why(id, at_ms, latest).await?;
        let claims = self.write_claims(id, at_ms).await;
        self.or_say_why(id, at_ms, claims).await?;
        if self.sql.last_kind_logged(id).await?.as_deref() != Some(Kind::Ended.word()) {
            let why = "Redis has forgotten how the game ended";
            self.append_each(id, vec![unreadable(why, at_ms)]).await?;
        }
        // A server of an earlier version may have written some of it.
        self.sql.fill_seats(id).await?;
        let finished = Row::new(FINISHED, at_ms, &self.ending(id).await?, FINISHED.to_owned());
        self.append_each(id, vec![finished]).await?;
        tracing::info!(game = %id, "the log of a game is finished");
        Ok(())
    }

    /// What Redis alone knows of the game, where it has not forgotten it.
    async fn ending(&self, id: GameId) -> Result<Finished, StoreError> {
        match game_calls::state(&mut self.redis.connection(), id).await {
            Ok(state) => Ok(Finished { logo: state.and_then(|it| it.settings.theme.logo) }),
            Err(error) if error.is_away() => Err(error),
            Err(_) => Ok(Finished::default()),
        }
    }

    /// What the stream still has, who came last, and what was scored again.
    async fn write_latest(&self, id: GameId, at_ms: u64) -> Result<(), Error> {
        let game = self.games.get(id).await?;
        self.write_stream(&game).await?;
        let late = self.joined_unseen(&game, at_ms).await?;
        self.append_each(id, late).await?;
        let words = self.last_words(&game, at_ms).await?;
        for rows in words.chunks(TOGETHER) {
            self.append_each(id, rows.to_vec()).await?;
        }
        Ok(())
    }

    /// What the ledger has of every rain that opened, in order.
    async fn write_claims(&self, id: GameId, at_ms: u64) -> Result<(), Error> {
        let mut rains: Vec<(u32, RainId)> = Vec::new();
        for rain in self.sql.rains_of(id).await? {
            let row = self.sql.rain(rain).await?;
            rains.extend(row.filter(|row| row.window.is_some()).map(|row| (row.ordinal, rain)));
        }
        rains.sort_unstable();
        for (_, rain) in rains {
            self.append_claims(id, rain, at_ms).await?;
        }
        Ok(())
    }

    /// Has a row say what can never be read; a store that is away is an error.
    async fn or_say_why(
        &self,
        id: GameId,
        at_ms: u64,
        told: Result<(), Error>,
    ) -> Result<(), Error> {
        match told {
            Err(error) if !is_away(&error) => {
                self.append_each(id, vec![unreadable(&error.to_string(), at_ms)]).await
            }
            told => told,
        }
    }

    /// What the ledger has of a rain that is settled, and so does not change any more.
    async fn append_claims(&self, game: GameId, rain: RainId, at_ms: u64) -> Result<(), Error> {
        let claims = self.sql.settled(rain).await?;
        let claims: Vec<ClaimRow> = claims
            .into_iter()
            .map(|(account, claim)| {
                (account, claim.packet.number, claim.packet.amount, claim.at_ms)
            })
            .collect();
        let row = |(part, rows)| {
            let source = format!("{CLAIMS} {rain} {part}");
            Row::new(CLAIMS, at_ms, &RainPart { rain, part, rows }, source)
        };
        let rows: Vec<Row> = parts(&claims).into_iter().map(row).collect();
        for rows in rows.chunks(TOGETHER) {
            self.append_each(game, rows.to_vec()).await?;
        }
        Ok(())
    }

    /// Rows that belong to no entry: each stands for itself.
    pub(crate) async fn append_each(&self, game: GameId, rows: Vec<Row>) -> Result<(), Error> {
        let groups: Vec<Vec<Row>> = rows.into_iter().map(|row| vec![row]).collect();
        Ok(self.sql.append_log(game, &groups).await?)
    }
}

/// A row about the end of a log; there is one of each reason.
fn unreadable(why: &str, at_ms: u64) -> Row {
    let body = Unreadable { why: why.to_owned() };
    Row::new(UNREADABLE, at_ms, &body, format!("{UNREADABLE} {why}"))
}
