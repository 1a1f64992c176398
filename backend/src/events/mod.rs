//! What is told between nodes by Redis's sharded publish: a game's events, that a game was made, and
//! that people were signed out.
//!
//! A message may be lost, or be the last one; listeners compare positions every second.

mod stage;

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::{
    Caught, LiveTally, PacketState, PacketUpdate, ReactionCounts, StageAt,
};
use redis::aio::ConnectionLike;
use serde::{Deserialize, Serialize};

use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;
use crate::store::redis::reply::Reply;
use crate::store::redis::scripts;

pub(crate) use crate::store::redis::keys::GAMES_CHANNEL;
pub(crate) use stage::{STORED, parse_stage};

/// The channel of what happens in a game.
pub(crate) fn channel(game: GameId) -> String {
    GameKeys(game).events()
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game moved to a stage, in this epoch.
    Stage(StageAt, u64),
    /// A node showed this stage, to which the game moved in this epoch, and Redis has lost it.
    Shown(StageAt, u64),
    /// Players have opened sockets at a node, this run of it: whose, and when, in server time.
    Arrived(String, Vec<(AccountId, u64)>),
    /// A node asks the others who of these are connected to them.
    RollCall {
        /// Which run of which node asks.
        run: String,
        /// Its question's number.
        number: u64,
        /// At most 64.
        accounts: Vec<AccountId>,
    },
    /// A node answers that.
    RollCallAnswer {
        /// Who asked.
        to: String,
        /// Its question's number.
        number: u64,
        /// Which run of which node answers.
        run: String,
        /// Bit n is 1: the n-th of them is connected there.
        here: u64,
    },
    /// The lobby changed beyond arrivals: it was configured, or somebody was sent away.
    Lobby,
    /// Nobody drives the game just now.
    Released,
    /// The right to host went to another token, whose hash this is.
    Host(String),
    /// The tokens with these hashes give no right any more.
    Ended(Vec<String>),
    /// A host has picked this question to come after that round; `None`: the one that is next anyway.
    Picked {
        /// Which question, from 0.
        question: Option<u16>,
        /// The newest round as the host saw it.
        round: Option<u16>,
    },
    /// The host has sent this player away from the seat with this number.
    Removed(AccountId, u32),
    /// The host has given this player another name.
    Renamed(AccountId),
    /// Packets are in the ledger, paid out, or lost.
    Pushed(Vec<Push>),
    /// What was answered so far to an open question.
    Tally(LiveTally),
    /// A host has the sound of this round played again from its start, or stopped.
    Sound {
        /// Which question, from 0.
        round: u16,
        /// Whether it is played.
        play: bool,
    },
    /// Players at a node, this run of it, have reacted.
    Reacted(String, ReactionCounts),
}

/// A person of whom browsers were signed out, and which: the hashes of their tokens, as `people` has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedOut {
    /// The person.
    pub account: AccountId,
    /// Their browsers.
    pub devices: Vec<[u8; 32]>,
}

impl SignedOut {
    /// Reads a message of the channel of games; `None`: it is another one.
    #[must_use]
    pub fn parse(message: &[u8]) -> Option<Vec<Self>> {
        postcard::from_bytes(message.strip_prefix(SIGNED_OUT)?).ok()
    }
}

/// What became of a packet, and whose it is or was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// Whom to tell.
    pub account: AccountId,
    /// What.
    pub news: PacketUpdate,
}

impl Push {
    /// The same for the same news, whoever has it.
    fn id(&self) -> String {
        let Caught { rain, packet, .. } = self.news.caught;
        let state = self.news.state.word();
        match self.news.state {
            // What is void for one account may be another's.
            PacketState::Void => format!("{state}:{rain}:{packet}:{}", self.account),
            _ => format!("{state}:{rain}:{packet}"),
        }
    }
}

/// The word before the hash of a new host token.
const HOST: &[u8] = b"host ";

/// The word before the hashes of tokens whose right has ended, with a space between two.
const ENDED: &[u8] = b"ended ";

/// The word before the postcard bytes of a question that was picked, and of the round before it.
const PICKED: &[u8] = b"picked ";

/// The word before the postcard bytes of pushes, one after the other.
const PUSH: &[u8] = b"push ";

/// The word before the postcard bytes of players who arrived at a node.
const ARRIVED: &[u8] = b"arrived ";

/// The words before the postcard bytes of a roll call, and of an answer to one.
const ROLL_CALL: &[u8] = b"who ";
const ROLL_CALL_ANSWER: &[u8] = b"here ";

/// The word before the postcard bytes of what was answered so far.
const TALLY: &[u8] = b"tally ";

/// The word before the postcard bytes of a round, and of whether its sound is played.
const SOUND: &[u8] = b"sound ";

/// The word before the postcard bytes of reactions, and of the node at which they came.
const REACTED: &[u8] = b"reacted ";

/// The words before an account in hex, and the first before a seat as well; `remove.lua` and
/// `rename.lua` write them.
const REMOVED: &[u8] = b"removed ";
const RENAMED: &[u8] = b"renamed ";

/// The word before the postcard bytes of people who were signed out. It is told where games are.
const SIGNED_OUT: &[u8] = b"signed-out ";

/// People in one message.
const PEOPLE: usize = 200;

/// Players in one message.
const ARRIVALS: usize = 1000;

/// The word before a stage that a node showed.
const SHOWN: &[u8] = b"shown ";

/// News in one call of `once.lua`: their players' sockets are served before the next ones are told.
const PUSHES: usize = 100;

/// How long after the last news the ids of what was told are kept: news comes twice within
/// seconds, from workers that took over from each other.
const RETENTION_MS: u64 = 600_000;

impl Event {
    /// Reads a message of a game's channel, `None` where this version does not write it.
    #[must_use]
    pub fn parse(message: &[u8]) -> Option<Self> {
        if let Some(pushes) = message.strip_prefix(PUSH) {
            return parse_pushes(pushes).map(Self::Pushed);
        }
        if let Some(right) = message.strip_prefix(HOST) {
            return String::from_utf8(right.to_vec()).ok().map(Self::Host);
        }
        if let Some(hashes) = message.strip_prefix(ENDED) {
            let hashes = std::str::from_utf8(hashes).ok()?;
            return Some(Self::Ended(hashes.split(' ').map(str::to_owned).collect()));
        }
        if let Some(rest) = message.strip_prefix(PICKED) {
            let (question, round) = postcard::from_bytes(rest).ok()?;
            return Some(Self::Picked { question, round });
        }
        if let Some(rest) = message.strip_prefix(ARRIVED) {
            let (run, players) = postcard::from_bytes(rest).ok()?;
            return Some(Self::Arrived(run, players));
        }
        if let Some(rest) = message.strip_prefix(ROLL_CALL) {
            let (run, number, accounts) = postcard::from_bytes(rest).ok()?;
            return Some(Self::RollCall { run, number, accounts });
        }
        if let Some(rest) = message.strip_prefix(ROLL_CALL_ANSWER) {
            let (to, number, run, here) = postcard::from_bytes(rest).ok()?;
            return Some(Self::RollCallAnswer { to, number, run, here });
        }
        if let Some(rest) = message.strip_prefix(TALLY) {
            return postcard::from_bytes(rest).ok().map(Self::Tally);
        }
        if let Some(rest) = message.strip_prefix(SOUND) {
            let (round, play) = postcard::from_bytes(rest).ok()?;
            return Some(Self::Sound { round, play });
        }
        if let Some(rest) = message.strip_prefix(REACTED) {
            let (run, counts) = postcard::from_bytes(rest).ok()?;
            return Some(Self::Reacted(run, counts));
        }
        let account = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
        if let Some(text) = message.strip_prefix(REMOVED) {
            let mut parts = text.splitn(2, |byte| *byte == b' ');
            let removed = account(parts.next()?)?;
            let seat = std::str::from_utf8(parts.next()?).ok()?.parse().ok()?;
            return Some(Self::Removed(removed, seat));
        }
        if let Some(text) = message.strip_prefix(RENAMED) {
            return account(text).map(Self::Renamed);
        }
        if message == b"lobby" {
            return Some(Self::Lobby);
        }
        if message == b"released" {
            return Some(Self::Released);
        }
        if let Some(rest) = message.strip_prefix(b"stage ") {
            return parse_moved(rest).map(|(stage, epoch)| Self::Stage(stage, epoch));
        }
        let (stage, epoch) = parse_moved(message.strip_prefix(SHOWN)?)?;
        Some(Self::Shown(stage, epoch))
    }
}

/// Pushes, one after the other.
fn parse_pushes(mut rest: &[u8]) -> Option<Vec<Push>> {
    let mut pushes = Vec::new();
    while !rest.is_empty() {
        let (push, after) = postcard::take_from_bytes(rest).ok()?;
        pushes.push(push);
        rest = after;
    }
    Some(pushes)
}

/// A stage, and the epoch in which the game moved to it.
fn parse_moved(message: &[u8]) -> Option<(StageAt, u64)> {
    let mut parts = message.splitn(9, |byte| *byte == b' ');
    let fields: Vec<String> =
        parts.by_ref().take(8).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
    let (epoch, fields) = fields.split_first()?;
    Some((parse_stage(fields, parts.next()?)?, epoch.parse().ok()?))
}

/// Tells every node that players have opened sockets at this run of one, and when, in server time.
///
/// # Errors
/// Redis failed; telling it again is harmless.
pub async fn announce_arrivals(
    con: &mut impl ConnectionLike,
    game: GameId,
    run: &str,
    players: &[(AccountId, u64)],
) -> Result<(), StoreError> {
    for part in players.chunks(ARRIVALS) {
        let mut message = ARRIVED.to_vec();
        message.extend(postcard::to_stdvec(&(run, part)).unwrap_or_default());
        publish(con, game, &message).await?;
    }
    Ok(())
}

/// Tells every node how players at this run of one have reacted.
///
/// # Errors
/// Redis failed.
pub async fn announce_reactions(
    con: &mut impl ConnectionLike,
    game: GameId,
    run: &str,
    counts: ReactionCounts,
) -> Result<(), StoreError> {
    let bytes = postcard::to_stdvec(&(run, counts)).unwrap_or_default();
    publish(con, game, &[REACTED, &bytes].concat()).await
}

/// Asks every node who of these accounts are connected to it.
///
/// # Errors
/// Redis failed.
pub async fn call_roll(
    con: &mut impl ConnectionLike,
    game: GameId,
    run: &str,
    number: u64,
    accounts: &[AccountId],
) -> Result<(), StoreError> {
    let bytes = postcard::to_stdvec(&(run, number, accounts)).unwrap_or_default();
    publish(con, game, &[ROLL_CALL, &bytes].concat()).await
}

/// Answers a node's question, which has this number, with a bit for each account.
///
/// # Errors
/// Redis failed; whoever asked takes it for unknown.
pub async fn answer_roll_call(
    con: &mut impl ConnectionLike,
    game: GameId,
    (to, number): (&str, u64),
    run: &str,
    here: u64,
) -> Result<(), StoreError> {
    let bytes = postcard::to_stdvec(&(to, number, run, here)).unwrap_or_default();
    publish(con, game, &[ROLL_CALL_ANSWER, &bytes].concat()).await
}

/// Tells every node what was answered so far to the question of a game that is open.
///
/// # Errors
/// Redis failed.
pub async fn publish_tally(
    con: &mut impl ConnectionLike,
    game: GameId,
    tally: &LiveTally,
) -> Result<(), StoreError> {
    let bytes = postcard::to_stdvec(tally).unwrap_or_default();
    publish(con, game, &[TALLY, &bytes].concat()).await
}

/// Tells every node of a game what one of them showed, to which the game moved in this epoch:
/// whoever drives it writes it again where Redis has lost it.
///
/// # Errors
/// Redis failed; doing it again is harmless.
pub async fn tell_shown(
    con: &mut impl ConnectionLike,
    game: GameId,
    shown: &StageAt,
    epoch: u64,
) -> Result<(), StoreError> {
    let StageAt { at, phase, opens_ms, closes_ms, stage } = shown;
    let fields = format!(
        "{epoch} {} {} {} {} {} {opens_ms} {closes_ms} ",
        at.incarnation,
        at.seq,
        phase.kind.word(),
        phase.played,
        phase.questions
    );
    let message = [SHOWN, fields.as_bytes(), &STORED.encode(stage)].concat();
    publish(con, game, &message).await
}

/// Tells whichever node holds these players what became of their packets; each piece of news once,
/// as far as Redis remembers. How many pieces were new.
///
/// # Errors
/// Redis failed; players see it at their next snapshot.
pub async fn push(
    con: &mut impl ConnectionLike,
    game: GameId,
    pushes: &[Push],
) -> Result<u32, StoreError> {
    let keys = GameKeys(game);
    let mut new = 0;
    for part in pushes.chunks(PUSHES) {
        let mut call = scripts::ONCE.call();
        call.key(keys.pushed()).key(keys.events()).arg(RETENTION_MS);
        for push in part {
            call.arg(push.id()).arg(postcard::to_stdvec(push).unwrap_or_default());
        }
        let mut reply = Reply::of("once.lua", &call, con).await?;
        match reply.word() {
            "pushed" => new += reply.next::<u32>()?,
            _ => return Err(reply.unexpected()),
        }
    }
    Ok(new)
}

/// Tells the same again, whether or not it was told: a node that was just reaching Redis anew may
/// have missed it.
///
/// # Errors
/// Redis failed.
pub async fn push_again(
    con: &mut impl ConnectionLike,
    game: GameId,
    pushes: &[Push],
) -> Result<(), StoreError> {
    for part in pushes.chunks(PUSHES) {
        let mut message = PUSH.to_vec();
        message.extend(part.iter().flat_map(|push| postcard::to_stdvec(push).unwrap_or_default()));
        publish(con, game, &message).await?;
    }
    Ok(())
}

/// Publishes a message to every node that listens to a game.
async fn publish(
    con: &mut impl ConnectionLike,
    game: GameId,
    message: &[u8],
) -> Result<(), StoreError> {
    let mut command = redis::cmd("SPUBLISH");
    command.arg(channel(game)).arg(message);
    Ok(command.query_async(con).await?)
}

/// Tells every node that a game was made.
///
/// # Errors
/// Redis failed; nodes find the game in SQL within seconds.
pub async fn publish_game(con: &mut impl ConnectionLike, game: GameId) -> Result<(), StoreError> {
    let mut command = redis::cmd("SPUBLISH");
    command.arg(GAMES_CHANNEL).arg(game.to_string());
    Ok(command.query_async(con).await?)
}

/// Tells every node that the right to host a game went to another token.
///
/// # Errors
/// Redis failed.
pub async fn publish_host(
    con: &mut impl ConnectionLike,
    game: GameId,
    right: &str,
) -> Result<(), StoreError> {
    publish(con, game, &[HOST, right.as_bytes()].concat()).await
}

/// Tells every node that the tokens with these hashes give no right to a game any more.
///
/// # Errors
/// Redis failed; telling it again is harmless.
pub async fn publish_ended(
    con: &mut impl ConnectionLike,
    game: GameId,
    rights: &[String],
) -> Result<(), StoreError> {
    publish(con, game, &[ENDED, rights.join(" ").as_bytes()].concat()).await
}

/// Tells every node that browsers of people were signed out, once for each person.
///
/// # Errors
/// Redis failed; telling it again is harmless.
pub async fn publish_signed_out(
    con: &mut impl ConnectionLike,
    people: &[SignedOut],
) -> Result<(), StoreError> {
    for part in people.chunks(PEOPLE) {
        let bytes = postcard::to_stdvec(part).unwrap_or_default();
        let mut command = redis::cmd("SPUBLISH");
        command.arg(GAMES_CHANNEL).arg([SIGNED_OUT, &bytes].concat());
        let () = command.query_async(con).await?;
    }
    Ok(())
}

/// Tells every node which question a host has picked to come after a round.
///
/// # Errors
/// Redis failed; telling it again is harmless.
pub async fn publish_picked(
    con: &mut impl ConnectionLike,
    game: GameId,
    question: Option<u16>,
    round: Option<u16>,
) -> Result<(), StoreError> {
    let picked = postcard::to_stdvec(&(question, round)).unwrap_or_default();
    publish(con, game, &[PICKED, &picked].concat()).await
}

/// Tells every node that the sound of a round is to be played again, or stopped.
///
/// # Errors
/// Redis failed; telling it again is harmless.
pub async fn publish_sound(
    con: &mut impl ConnectionLike,
    game: GameId,
    round: u16,
    play: bool,
) -> Result<(), StoreError> {
    let bytes = postcard::to_stdvec(&(round, play)).unwrap_or_default();
    publish(con, game, &[SOUND, &bytes].concat()).await
}
