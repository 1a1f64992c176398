//! What hosts see of games that are over, and what they may show to others.

use serde::{Deserialize, Serialize};

use super::words::words;
use super::{PayoutState, RainStatement, ReceiptQuestion};
use crate::ids::{AccountId, GameId, MediaId, Pin};
use crate::mode::{Life, Mode};
use crate::money::{Currency, Minor};
use crate::question::{Key, Line, QuestionView, Tally};
use crate::wire::BoardRow;

/// How many games `GET /api/results` lists at most, and by itself.
pub const MAX_PAST_GAMES: u16 = 50;

/// How many players `GET /api/games/{game}/results/players` lists at most, and by itself.
pub const MAX_RESULT_PLAYERS: u16 = 200;

/// How many packets `GET /api/games/{game}/results/packets` lists at most, and by itself.
pub const MAX_RESULT_PACKETS: u16 = 200;

/// What `GET /api/results` is asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListPastGames {
    /// A part of a title, or a pin; empty: every game.
    pub search: String,
    /// Of the quiz with this title alone.
    pub title: Option<String>,
    /// Ended at this moment or later, in milliseconds since 1970.
    pub from_ms: Option<u64>,
    /// Ended before this moment, in milliseconds since 1970.
    pub until_ms: Option<u64>,
    /// The `next` of the page before.
    pub after: Option<String>,
    /// How many at most; 50 where it says nothing or more.
    pub limit: Option<u16>,
}

/// What `GET /api/games/{game}/results/players` is asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListResultPlayers {
    /// The `next` of the page before.
    pub after: u32,
    /// How many at most; 200 where it says nothing or more.
    pub limit: Option<u16>,
}

words! {
    /// A table of results, by the name that it has in files and addresses.
    #[derive(Default)]
    pub enum ResultTable: "table of results" {
        /// The game in numbers.
        Summary = "summary",
        /// One row for each player.
        Players = "players",
        /// One row for each question and player.
        #[default]
        Answers = "answers",
        /// One row for each question.
        Questions = "questions",
        /// One row for each rain.
        Rains = "rains",
        /// One row for each packet that somebody has; none for those that were taken back.
        Packets = "packets",
    }
}

/// What `GET /api/games/{game}/results.csv` is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ResultFile {
    /// Which table it has.
    pub table: ResultTable,
}

/// `GET /api/results`: games that are over, those that ended last first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastGames {
    /// Some of them.
    pub games: Vec<PastGame>,
    /// What to ask with as `after` for those that follow; `None`: these are the last.
    pub next: Option<String>,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastGame {
    /// The game.
    pub game: GameId,
    /// The digits that it had.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
    /// When it was made.
    pub created_at_ms: u64,
    /// When it ended.
    pub ended_at_ms: u64,
    /// Whether its results are there; they are seconds after it ended and its rains were settled.
    pub ready: bool,
    /// How many players there were at its end; `None`: not known yet.
    pub players: Option<u32>,
    /// Who won; nobody where it is not known yet or nothing was scored.
    pub winners: Vec<String>,
}

/// `GET /api/games/{game}/results`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResults {
    /// The game in numbers.
    pub summary: ResultSummary,
    /// The questions whose answers were shown, in the order in which they were asked; of one that was
    /// asked again, the last time.
    pub questions: Vec<QuestionResult>,
    /// What fell, as the ledger has it.
    pub rains: Vec<RainStatement>,
    /// Whether others may see some of it.
    pub shared: Option<SharedResults>,
    /// Whether whoever asks may look alone: payouts and links are others' to decide.
    pub watching: bool,
}

/// A game in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultSummary {
    /// The game.
    pub game: GameId,
    /// The digits that it had.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
    /// The logo of its host, at `/media/{logo}`.
    #[serde(default)]
    pub logo: Option<MediaId>,
    /// What it was played for.
    pub mode: Mode,
    /// When its first question opened; `None`: none did.
    pub started_at_ms: Option<u64>,
    /// When it ended.
    pub ended_at_ms: u64,
    /// How many players there were at its end.
    pub players: u32,
    /// How many of them answered anything.
    pub active: u32,
    /// Answers that counted, of everybody.
    pub answers: u64,
    /// How many in a thousand of the answers that there might have been to graded questions were right;
    /// `None`: there was none.
    pub right_permille: Option<u16>,
    /// The mean of their points, rounded down; `None`: nothing was scored.
    pub mean_score: Option<i64>,
    /// The best, as the last board had them.
    pub top: Vec<BoardRow>,
    /// Teams, best first.
    pub teams: Vec<TeamResult>,
    /// How many were still in, in a game of survival.
    pub survivors: Option<u32>,
    /// The rounds of the hardest questions, hardest first: those that fewest had right.
    pub hardest: Vec<u16>,
    /// What players were asked for, by its name; `None`: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// How a team stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TeamResult {
    /// Its name.
    pub name: String,
    /// Its rank, from 1.
    pub rank: u32,
    /// The mean of its members' points.
    pub score: i64,
    /// How many members were scored.
    pub players: u32,
}

/// What became of a question. Whoever was sent away later counts in what was shown before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionResult {
    /// The round in which it was asked, from 0; slides count.
    pub round: u16,
    /// What players saw.
    pub question: QuestionView,
    /// What is right, as it counts in the end; `None`: nothing is right or wrong.
    pub key: Option<Key>,
    /// The same as people read it.
    pub right: Vec<Line>,
    /// Whether the host corrected what is right.
    pub fixed: bool,
    /// How many players it was scored for.
    pub players: u32,
    /// How many answers counted.
    pub answered: u32,
    /// How many players had all of it right.
    pub full: u32,
    /// How many had a part of it right.
    pub partly: u32,
    /// How many in a thousand players had all of it right; `None`: nothing is right or wrong, or nobody
    /// was there.
    pub right_permille: Option<u16>,
    /// When half of the answers were there, in ms after it opened, without what players' lines took.
    pub median_ms: Option<u32>,
    /// What was answered, as it was shown.
    pub tally: Tally,
    /// How many players answered this one and nothing after it.
    pub last_answers: u32,
}

/// `GET /api/games/{game}/results/players`: players in the order in which they stood, then those whom
/// nothing was scored for, then those who were sent away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultPlayers {
    /// Some of them.
    pub players: Vec<PlayerResult>,
    /// What to ask with as `after` for those that follow; `None`: these are the last.
    pub next: Option<u32>,
}

/// What a game was for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerResult {
    /// Their place in this list, from 1. Names the player in it.
    pub place: u32,
    /// Rank, from 1; `None`: nothing was scored, or they were sent away.
    pub rank: Option<u32>,
    /// The last nickname.
    pub nickname: String,
    /// Nicknames before, in order.
    pub formerly: Vec<String>,
    /// The name of the team.
    pub team: Option<String>,
    /// All points.
    pub score: i64,
    /// Those of them that the host gave or took by hand.
    pub corrected: i64,
    /// How many questions were scored for them.
    pub questions: u32,
    /// How many of these they answered in time.
    pub answered: u32,
    /// How many they had right in full.
    pub full: u32,
    /// How long their answers took on average, in ms, without what their line took.
    pub mean_ms: Option<u32>,
    /// The last round that they answered.
    pub last_round: Option<u16>,
    /// Whether they were still in, in a game of survival.
    pub life: Option<Life>,
    /// Whether they were sent away.
    pub removed: bool,
    /// Who they are, where somebody vouches for that.
    pub identity: Option<PlayerIdentity>,
    /// What the player has filled in, where the game asked for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// Who a player is, as whoever vouches for them says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerIdentity {
    /// Who vouches.
    pub issuer: String,
    /// What the issuer calls them.
    pub subject: String,
    /// What people call them; may be empty.
    pub name: String,
}

impl PlayerIdentity {
    /// Who they are, in one line: the name, where there is one, and what the issuer calls them.
    #[must_use]
    pub fn line(&self) -> String {
        let parts = [self.name.as_str(), self.subject.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// What `GET /api/games/{game}/results/packets` is asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListResultPackets {
    /// The `next` of the page before.
    pub after: Option<String>,
    /// How many at most; 200 where it says nothing or more.
    pub limit: Option<u16>,
}

/// `GET /api/games/{game}/results/packets`: who caught what, rain by rain, by the packets' numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultPackets {
    /// Some of them.
    pub packets: Vec<PacketResult>,
    /// What to ask with as `after` for those that follow; `None`: these are the last.
    pub next: Option<String>,
}

/// A packet that somebody caught and that was not taken back, as the ledger has it. Nickname, identity and field are of
/// whoever caught it, account and payout of whoever has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PacketResult {
    /// Which rain of the game, from 1.
    pub rain: u32,
    /// Its number in the rain.
    pub packet: u32,
    /// What is in it.
    pub amount: Minor,
    /// The rain's currency.
    pub currency: Currency,
    /// Whose it is: whoever caught it, or the person to whom they gave what they had. `None` in open games: the account
    /// of a person can be found from who they are.
    pub account: Option<AccountId>,
    /// Who caught it, by their place among the players; `None`: they are not among them.
    pub place: Option<u32>,
    /// Their last nickname.
    pub nickname: Option<String>,
    /// Who they are, where somebody vouches for that.
    pub identity: Option<PlayerIdentity>,
    /// What they filled in, where the game asked for something.
    pub field: Option<String>,
    /// When they caught it, in ms since 1970.
    pub caught_at_ms: u64,
    /// How far its payout is; `None`: it is not paid out.
    pub payout: Option<PayoutState>,
    /// What the receiver of payouts said last, or why it is not sent; may be empty.
    pub detail: String,
}

/// `GET /api/games/{game}/results/players/{place}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerAnswers {
    /// The player.
    pub player: PlayerResult,
    /// What each question brought them, as their own receipt says it.
    pub questions: Vec<ReceiptQuestion>,
}

/// What of a game's results is open to whoever has the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedResults {
    /// Whether the podium says names.
    pub names: bool,
    /// Since when.
    pub since_ms: u64,
}

/// `PUT /api/games/{game}/results/link`: opens a game's results to whoever has the link that comes back.
/// One that was made before ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareResults {
    /// Whether the podium says names.
    pub names: bool,
}

/// A link to results. It is told once: the server keeps what it can be checked by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultsLink {
    /// The address, with the code behind `#`.
    pub url: String,
}

/// `GET /api/games/{game}/results/public`: what whoever has the link may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicResults {
    /// The quiz's title.
    pub title: String,
    /// The logo of the game's host, at `/media/{logo}`.
    #[serde(default)]
    pub logo: Option<MediaId>,
    /// When the game ended.
    pub ended_at_ms: u64,
    /// How many players there were at its end.
    pub players: u32,
    /// See [`ResultSummary::right_permille`].
    pub right_permille: Option<u16>,
    /// The best three ranks; without names where the host keeps them to themselves.
    pub podium: Vec<PodiumPlace>,
    /// Teams, best first.
    pub teams: Vec<TeamResult>,
    /// What became of the questions.
    pub questions: Vec<QuestionResult>,
}

/// A place on the podium.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodiumPlace {
    /// From 1; equal scores share a rank.
    pub rank: u32,
    /// Who, where names are shown.
    pub nickname: Option<String>,
    /// All points.
    pub score: i64,
}
