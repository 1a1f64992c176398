//! What a game was to everybody, read from its log, for hosts: in numbers, question by question, player by
//! player. Called by `http`.
//!
//! Scores, ranks and grades are the log's last words, which the replay proves, and charts are what screens
//! showed; nothing is scored here. Of the long lists no more than one round is in memory, and what was read
//! last is kept, as a finished log grows where it is changed.

mod numbers;
mod read;
mod sql;

use std::collections::HashMap;
use std::sync::Arc;

use quizrain_shared::api::{
    PastGame, PastGames, PlayerAnswers, PlayerResult, PodiumPlace, PublicResults, QuestionResult,
    ResultPlayers, ResultSummary, SharedResults,
};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GameId, Token};
use quizrain_shared::question::Line;
use quizrain_shared::score::Grade;
use quizrain_shared::wire::{BoardRow, Standings};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use crate::batch::shared;
use crate::error::Error;
use crate::game::GameRow;
use crate::history::History;
use crate::people::host_right;
use crate::store::StoreError;
use crate::store::random::random_token;
use numbers::{RoundRows, taken_ms};
use read::Place;

pub use sql::Sought;

/// Results that are kept, for whoever turns pages.
const MAX_CACHED: u64 = 8;

/// Games whose results are read at a time: a large one is a hundred megabytes of log.
const READS: usize = 2;

/// The ranks of a podium.
const PODIUM: u32 = 3;

/// The results of a game.
#[derive(Debug)]
pub struct Results {
    game: GameRow,
    /// The game in numbers.
    pub summary: ResultSummary,
    rounds: Vec<Round>,
    /// All players, in order; who they are and what they filled in, [`History::identify`] says.
    pub players: Vec<PlayerResult>,
    /// Whose place each is.
    accounts: Vec<AccountId>,
    /// Where each stands among them.
    places: HashMap<AccountId, usize>,
}

/// A question, and where its answers are.
#[derive(Debug)]
struct Round {
    result: QuestionResult,
    place: Place,
    counts_ms: Option<u64>,
}

/// What a round was to a player.
#[derive(Clone, Debug)]
pub struct RoundAnswer {
    /// Their place in [`Results::players`], from 0.
    pub player: usize,
    /// What they answered; `None`: nothing in time.
    pub answer: Option<Vec<Line>>,
    /// When it arrived, in ms after the question opened, without what the line took.
    pub taken_ms: Option<u64>,
    /// How good it was.
    pub grade: Grade,
    /// What it brought.
    pub points: i32,
    /// What the host gave or took by hand.
    pub corrected: i32,
    /// All points so far.
    pub score: i64,
    /// Rank, from 1.
    pub rank: u32,
}

impl Results {
    /// What became of each question.
    pub fn questions(&self) -> impl ExactSizeIterator<Item = &QuestionResult> {
        self.rounds.iter().map(|round| &round.result)
    }

    /// Whether whoever plays may be anybody, under their nickname.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.game.options.identity == Identity::Open
    }

    /// The player with this account.
    #[must_use]
    pub fn player_of(&self, account: AccountId) -> Option<&PlayerResult> {
        self.players.get(*self.places.get(&account)?)
    }

    /// Some players behind a place.
    #[must_use]
    pub fn page(&self, after: u32, limit: u16) -> ResultPlayers {
        let behind = self.players.get(after as usize..).unwrap_or_default();
        let players: Vec<PlayerResult> = behind.iter().take(limit.into()).cloned().collect();
        let more = behind.len() > players.len();
        ResultPlayers { next: players.last().map(|it| it.place).filter(|_| more), players }
    }

    /// What whoever has a link may see.
    #[must_use]
    pub fn public(&self, shared: SharedResults) -> PublicResults {
        let place = |row: &BoardRow| PodiumPlace {
            rank: row.rank,
            nickname: shared.names.then(|| row.nickname.clone()),
            score: row.score,
        };
        let summary = &self.summary;
        PublicResults {
            title: summary.title.clone(),
            logo: summary.logo,
            ended_at_ms: summary.ended_at_ms,
            players: summary.players,
            right_permille: summary.right_permille,
            podium: summary.top.iter().filter(|row| row.rank <= PODIUM).map(place).collect(),
            teams: summary.teams.clone(),
            questions: self.questions().cloned().collect(),
        }
    }
}

/// What there is of a round.
#[derive(Debug)]
pub struct RoundRead {
    /// Of which game.
    pub results: Arc<Results>,
    question: usize,
    rows: RoundRows,
}

impl RoundRead {
    /// The question.
    #[must_use]
    pub fn question(&self) -> Option<&QuestionResult> {
        self.results.rounds.get(self.question).map(|round| &round.result)
    }

    /// What it was to all players whom it was scored for, in their order. Takes a while for many.
    #[must_use]
    pub fn answers(&self) -> Vec<RoundAnswer> {
        let Some(question) = self.question() else { return Vec::new() };
        let kind = &question.question.kind;
        let outcomes: HashMap<_, _> = self.rows.outcomes.iter().map(|row| (row.0, row)).collect();
        let answer = |(player, account): (usize, &AccountId)| {
            let (_, grade, points, _, corrected, _, score, rank, _) = **outcomes.get(account)?;
            let given = self.rows.answers.get(account);
            Some(RoundAnswer {
                player,
                answer: given.map(|it| kind.answer_lines(&it.answer)),
                taken_ms: given.map(taken_ms),
                grade,
                points,
                corrected,
                score,
                rank,
            })
        };
        self.results.accounts.iter().enumerate().filter_map(answer).collect()
    }
}

/// Results that were read last.
pub(super) struct Cached {
    /// By game, and by how many rows its log has.
    results: moka::future::Cache<(GameId, u64), Arc<Results>>,
    turns: Semaphore,
}

impl Default for Cached {
    fn default() -> Self {
        let results = moka::future::Cache::builder().max_capacity(MAX_CACHED).build();
        Self { results, turns: Semaphore::new(READS) }
    }
}

impl History {
    /// Games that are over, those that ended last first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn past_games(&self, sought: &Sought) -> Result<PastGames, Error> {
        let mut rows = self.sql.past_games(sought).await?;
        let more = rows.len() > usize::from(sought.limit);
        rows.truncate(sought.limit.into());
        let next = rows.last().filter(|_| more).map(|it| format!("{}-{}", it.ended_ms, it.game));
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            let shown = match row.finished {
                true => self.sql.last_standings(row.game).await?,
                false => None,
            };
            games.push(PastGame {
                game: row.game,
                pin: row.pin,
                title: row.title,
                created_at_ms: row.created_ms,
                ended_at_ms: row.ended_ms,
                ready: row.finished,
                players: shown.as_ref().map(|shown| shown.players),
                winners: shown.map_or_else(Vec::new, winners),
            });
        }
        Ok(PastGames { games, next })
    }

    /// The results of a game; `None`: it is not over, or its log is not finished.
    ///
    /// # Errors
    /// There is no such game or its log was deleted, or the database failed.
    pub async fn results(&self, game: GameId) -> Result<Option<Arc<Results>>, Error> {
        let Some(ended) = self.sql.ended(game).await? else {
            return self.sql.game(game).await?.map(|_| None).ok_or(Error::NotFound);
        };
        if !ended.finished {
            return if ended.keys_deleted { Err(Error::NotFound) } else { Ok(None) };
        }
        let read = self.cached.results.try_get_with((game, ended.rows), async {
            let _turn = self.cached.turns.acquire().await;
            let row = self.sql.game(game).await?.ok_or(Error::NotFound)?;
            Ok(Arc::new(self.read_results(&row, ended.at_ms).await?))
        });
        read.await.map(Some).map_err(|error: Arc<Error>| shared(&error))
    }

    /// Says of some players of a game, also of one who is there twice, who they are and what they filled in. That goes
    /// when somebody is erased, and no log changes by it: it is never kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn identify(
        &self,
        results: &Results,
        players: &mut [PlayerResult],
    ) -> Result<(), StoreError> {
        let account = |player: &PlayerResult| {
            let index = (player.place as usize).checked_sub(1)?;
            results.accounts.get(index).copied()
        };
        // Elsewhere people play by their nickname, whoever has once signed in as well.
        if !results.is_open() {
            let accounts: Vec<AccountId> = players.iter().filter_map(account).collect();
            let persons = self.sql.persons(&accounts).await?;
            for player in players.iter_mut() {
                player.identity = account(player).and_then(|it| persons.get(&it).cloned());
            }
        }
        if results.game.options.field.is_some() {
            let fields = self.sql.player_fields(results.game.game).await?;
            for player in players.iter_mut() {
                player.field = account(player).and_then(|it| fields.get(&it).cloned());
            }
        }
        Ok(())
    }

    /// What each question brought the player at a place.
    ///
    /// # Errors
    /// There is no such place, or the database failed.
    pub async fn player(&self, results: &Results, place: u32) -> Result<PlayerAnswers, Error> {
        let index = (place as usize).checked_sub(1).ok_or(Error::NotFound)?;
        let mut player = [results.players.get(index).ok_or(Error::NotFound)?.clone()];
        self.identify(results, &mut player).await?;
        let [player] = player;
        let account = *results.accounts.get(index).ok_or(Error::NotFound)?;
        let questions = self.questions_of(&results.game, account).await?;
        Ok(PlayerAnswers { player, questions })
    }

    /// What there is of a round, the one with this place among the questions.
    ///
    /// # Errors
    /// The database failed.
    pub async fn round_read(
        &self,
        results: &Arc<Results>,
        question: usize,
    ) -> Result<RoundRead, Error> {
        let rows = match results.rounds.get(question) {
            Some(Round { place, counts_ms, .. }) => {
                self.round_rows(&results.game, place, *counts_ms).await?
            }
            None => RoundRows::default(),
        };
        Ok(RoundRead { results: Arc::clone(results), question, rows })
    }

    /// Opens a game's results to whoever has the code that comes back. A code from before opens nothing.
    ///
    /// # Errors
    /// The database failed.
    pub async fn share_results(&self, game: GameId, names: bool) -> Result<Token, Error> {
        let code = random_token()?;
        let shared = SharedResults { names, since_ms: self.games.now_ms() };
        self.sql.put_results_link(game, &host_right(&code), shared).await?;
        Ok(code)
    }

    /// Closes a game's results to whoever has a code.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn unshare_results(&self, game: GameId) -> Result<(), Error> {
        Ok(self.sql.end_results_link(game).await?)
    }

    /// What of a game's results is open to whoever has the code.
    ///
    /// # Errors
    /// The database failed.
    pub async fn shared_results(&self, game: GameId) -> Result<Option<SharedResults>, StoreError> {
        Ok(self.sql.results_link(game).await?.map(|(_, shared)| shared))
    }

    /// What a code opens of a game's results. Anybody can make up a code.
    ///
    /// # Errors
    /// It opens nothing; or the database failed or is busy.
    pub async fn results_by_code(
        &self,
        game: GameId,
        code: &Token,
    ) -> Result<PublicResults, Error> {
        let link = self.gate.read("results", async { Ok(self.sql.results_link(game).await?) });
        let (hash, shared) = link.await?.ok_or(Error::NotFound)?;
        let right: bool = hash.as_bytes().ct_eq(host_right(code).as_bytes()).into();
        if !right {
            return Err(Error::NotFound);
        }
        let results = self.results(game).await?.ok_or(Error::NotFound)?;
        Ok(results.public(shared))
    }
}

/// The names of those who won, where anything was scored.
fn winners(shown: Standings) -> Vec<String> {
    shown.top.into_iter().filter(|row| row.rank == 1).map(|row| row.nickname).collect()
}
