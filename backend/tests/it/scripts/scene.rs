//! One game, one rain, and for each script a scene in which it does all that it can.

use std::time::Duration;

use quizrain::events::{self, Push};
use quizrain::game::Origin;
use quizrain::game::calls::{
    self as game, Answered, GameRef, GivenAnswer, Go, Joined, Left, PaceWish, Paced, SeatRef, Step,
    Wish,
};
use quizrain::ledger::{Claim, Packet};
use quizrain::nodes::lease::{self, Claimant, Taken};
use quizrain::rain::calls::{self as rain, Confirmed, Restored, ShardRef, Source, Verdict};
use quizrain::store::StoreError;
use quizrain::store::redis::{GameKeys, ReplicationId};
use quizrain::store::shard::Shard;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::{AccountId, GameId, Incarnation, RainId};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::played::Played;
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Ban, Caught, PacketState, PacketUpdate, Seat, Stage, Standings};
use redis::AsyncCommands;

use super::contract::Contract;
use crate::common::contribution;
use crate::common::locked;

pub(super) const GAME: GameRef =
    GameRef { game: GameId([0xaa; 8]), incarnation: Incarnation([0xab; 8]) };

/// The same game in another life.
pub(super) const OTHER_GAME: GameRef = GameRef { incarnation: Incarnation([0xac; 8]), ..GAME };

pub(super) const RAIN: ShardRef =
    ShardRef { rain: RainId([0xba; 8]), incarnation: Incarnation([0xbb; 8]), shard: Shard::WHOLE };

/// The same rain in another life.
pub(super) const OTHER_RAIN: ShardRef = ShardRef { incarnation: Incarnation([0xbc; 8]), ..RAIN };

pub(super) const ROUNDS: u16 = 3;
pub(super) const HOUR_MS: u64 = 3_600_000;
pub(super) const DAY_MS: u64 = 24 * HOUR_MS;

/// Long ago, in ms since 1970.
pub(super) const LONG_AGO_MS: u64 = 5000;

/// The scripts do not look into the stage.
pub(super) static STAGE: Stage =
    Stage::Ended(Standings { top: Vec::new(), players: 0, survivors: None, teams: Vec::new() });

pub(super) fn account(number: u32) -> AccountId {
    let mut bytes = [0; 16];
    for part in bytes.chunks_exact_mut(4) {
        part.copy_from_slice(&number.to_be_bytes());
    }
    AccountId(bytes)
}

/// Packets from a number on, each worth ten more than the one before it.
pub(super) fn packets(from: u32, count: u32) -> Vec<Packet> {
    let packet = |number| Packet { number, amount: Minor(10 * (i64::from(number) + 1)) };
    (from..from + count).map(packet).collect()
}

/// A packet that was caught long ago.
pub(super) fn claim_of(packet: Packet) -> Claim {
    Claim { packet, at_ms: LONG_AGO_MS }
}

/// The news that a packet of an account is in the ledger.
pub(super) fn news(number: u32) -> Push {
    let caught = Caught {
        rain: RAIN.rain,
        packet: number,
        amount: Minor(10),
        currency: Currency::POINTS,
        credited: true,
    };
    let news = PacketUpdate { caught, state: PacketState::Credited, receipt: None };
    Push { account: account(number), news }
}

/// A step that opens now and lasts until somebody moves on.
pub(super) fn step(seen: u64, kind: Kind, asked: u16) -> Step<'static> {
    Step {
        epoch: 1,
        seen,
        phase: Phase { kind, played: Played::in_order(asked), questions: ROUNDS },
        opens_ms: None,
        lasts_ms: 0,
        stage: &STAGE,
        least: 0,
        counts_ms: None,
        corrects: Vec::new(),
    }
}

/// A question that is open for an hour.
pub(super) fn ask(seen: u64, asked: u16) -> Step<'static> {
    Step { lasts_ms: HOUR_MS, ..step(seen, Kind::Asking, asked) }
}

/// The questions are open for an hour, to each player at their own pace.
pub(super) fn open_for_all(seen: u64) -> Step<'static> {
    Step { lasts_ms: HOUR_MS, ..step(seen, Kind::Paced, 0) }
}

/// On to a question that is open for an hour.
pub(super) fn go(round: u16, is_last: bool) -> Go {
    Go { round, reading_ms: 0, lasts_ms: Some(HOUR_MS), is_last }
}

/// What somebody leaves behind who begins.
pub(super) fn begins() -> Left {
    Left { answer: None, score: 0, streak: 0 }
}

/// One player who moves on, or asks where they are, in a call of its own.
pub(super) async fn pace_one(
    con: &mut impl AsyncCommands,
    game: GameRef,
    account: AccountId,
    round: Option<u16>,
    next: Go,
    left: Option<Left>,
) -> Result<Paced, StoreError> {
    game::pace(con, game, round, next, &[PaceWish { account, left }]).await.map(only)
}

/// Two drivers of the game.
pub(super) const ONE: Claimant<'_> =
    Claimant { game: GAME.game, token: "0a", ttl: Duration::from_secs(3600) };
pub(super) const OTHER: Claimant<'_> = Claimant { token: "0b", ..ONE };

fn only<T>(mut said: Vec<T>) -> T {
    assert_eq!(said.len(), 1);
    said.remove(0)
}

/// Opens a rain of so many prizes, the first ones of which these accounts have.
pub(super) async fn open_prizes(
    con: &mut impl AsyncCommands,
    count: u32,
    owners: &[u32],
) -> Result<(), StoreError> {
    let owners: Vec<AccountId> = owners.iter().copied().map(account).collect();
    rain::list_owners(con, RAIN.keys(), &owners).await?;
    rain::load_chunk(con, RAIN, 0, rain::OpenTo::Prizes, &packets(0, count)).await?;
    rain::open(con, RAIN, count, 0, HOUR_MS).await.map(|_| ())
}

/// Whom a rain is open to that has a list, or none.
pub(super) fn open_to(listed: bool) -> rain::OpenTo {
    if listed { rain::OpenTo::Listed } else { rain::OpenTo::Everyone }
}

/// One tap in a call of its own.
pub(super) async fn claim_one(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    who: AccountId,
) -> Result<Verdict, StoreError> {
    rain::claim_at_any_replication_id(con, rain, &[who]).await.map(only)
}

/// Which claims stand, whichever replication id the server has; one is written again.
pub(super) async fn confirm(
    con: &mut impl AsyncCommands,
    rain: ShardRef,
    accounts: &[AccountId],
) -> Result<Confirmed, StoreError> {
    match rain::confirm(con, rain, &ReplicationId::default(), true, accounts).await? {
        Confirmed::OtherReplication(replication_id) => {
            rain::confirm(con, rain, &replication_id, true, accounts).await
        }
        other => Ok(other),
    }
}

/// Where an account comes from: each from somewhere else.
pub(super) fn origin(account: AccountId) -> Origin {
    let mut origin = [0xee; 8];
    origin[7] = account.0[15];
    Origin(origin)
}

/// The face that everybody comes with.
pub(super) const FACE: Avatar = Avatar(7);

/// A wish for a seat.
pub(super) fn wish(account: AccountId, nickname: &str) -> Wish {
    Wish {
        account,
        nickname: nickname.to_owned(),
        entropy: contribution(nickname),
        team: None,
        origin: origin(account),
        avatar: FACE,
    }
}

/// The seat of the first player of a scene.
pub(super) fn ada() -> SeatRef {
    let seat = Seat { number: 1, nickname: "Ada".to_owned(), team: None, avatar: FACE };
    SeatRef { account: account(1), seat }
}

/// One wish for a seat in a call of its own.
pub(super) async fn join(
    con: &mut impl AsyncCommands,
    game: GameRef,
    who: AccountId,
    nickname: &str,
    most: u32,
) -> Result<Joined, StoreError> {
    game::join(con, game, &[wish(who, nickname)], most, 0).await.map(only)
}

/// One answer in a call of its own; the empty set is one that is not accepted.
pub(super) async fn answer_one(
    con: &mut impl AsyncCommands,
    game: GameRef,
    who: AccountId,
    round: u16,
    choices: ChoiceSet,
) -> Result<Answered, StoreError> {
    let given = [given(who, accepted(choices))];
    game::answer(con, game, round, &given).await.map(only)
}

/// An answer over a line that takes no time.
pub(crate) fn given(account: AccountId, answer: Option<Answer>) -> GivenAnswer {
    GivenAnswer { account, answer, line_ms: 0 }
}

/// The set as an answer; `None` for the empty one, which no question accepts.
pub(super) fn accepted(choices: ChoiceSet) -> Option<Answer> {
    (!choices.is_empty()).then(|| choices.into())
}

/// The scripts, each with a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    CreateGame,
    Advance,
    Configure,
    Remove,
    Rename,
    Lease,
    Join,
    Avatar,
    Answer,
    Pace,
    LoadRain,
    OpenRain,
    Claim,
    /// The same script in a rain of prizes.
    ClaimPrize,
    Confirm,
    CloseRain,
    RestoreRain,
    Once,
}

impl Script {
    pub(super) const ALL: [Self; 18] = [
        Self::CreateGame,
        Self::Advance,
        Self::Configure,
        Self::Remove,
        Self::Rename,
        Self::Lease,
        Self::Join,
        Self::Avatar,
        Self::Answer,
        Self::Pace,
        Self::LoadRain,
        Self::OpenRain,
        Self::Claim,
        Self::ClaimPrize,
        Self::Confirm,
        Self::CloseRain,
        Self::RestoreRain,
        Self::Once,
    ];

    pub(super) fn contract(self) -> Contract {
        Contract::of(match self {
            Self::CreateGame => "create_game.lua",
            Self::Advance => "advance.lua",
            Self::Configure => "configure.lua",
            Self::Remove => "remove.lua",
            Self::Rename => "rename.lua",
            Self::Lease => "lease.lua",
            Self::Join => "join.lua",
            Self::Avatar => "avatar.lua",
            Self::Answer => "answer.lua",
            Self::Pace => "pace.lua",
            Self::LoadRain => "load_rain.lua",
            Self::OpenRain => "open_rain.lua",
            Self::Claim | Self::ClaimPrize => "claim.lua",
            Self::Confirm => "confirm.lua",
            Self::CloseRain => "close_rain.lua",
            Self::RestoreRain => "restore_rain.lua",
            Self::Once => "once.lua",
        })
    }

    /// The names of its keys with the keys of the scene, in the contract's order.
    pub(super) fn keys(self) -> Vec<(String, String)> {
        let fill = |pattern: &str| {
            pattern
                .replace("<game>", &GAME.game.to_string())
                .replace("<rain>", &RAIN.rain.to_string())
                .replace("<round>", "0")
        };
        let keys = self.contract().keys.into_iter();
        keys.map(|key| (key.name, fill(&key.pattern))).collect()
    }

    /// Empties Redis and brings it to where the script has all its work to do.
    pub(super) async fn prepare(self, con: &mut impl AsyncCommands) -> Result<(), StoreError> {
        let () = con.flushall().await?;
        match self {
            Self::CreateGame | Self::LoadRain | Self::Once => {}
            Self::Advance | Self::Configure | Self::Lease | Self::Join => {
                game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?;
            }
            Self::Avatar => {
                game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?;
                join(con, GAME, account(1), "Ada", 10).await?;
            }
            Self::Remove | Self::Rename => {
                game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?;
                join(con, GAME, account(1), "Ada", 10).await?;
                game::advance(con, GAME, &ask(1, 1)).await?;
                answer_one(con, GAME, account(1), 0, ChoiceSet(2)).await?;
                let keys = GameKeys(GAME.game);
                let () = con.zadd(keys.standing(), account(1).to_string(), 5).await?;
                let () = con.sadd(keys.finished(), account(1).to_string()).await?;
            }
            Self::Pace => {
                game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?;
                join(con, GAME, account(1), "Ada", 10).await?;
                game::advance(con, GAME, &open_for_all(1)).await?;
            }
            Self::Answer => {
                game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?;
                join(con, GAME, account(1), "Ada", 10).await?;
                // Each at their own pace, so that it looks where the player is too.
                game::advance(con, GAME, &open_for_all(1)).await?;
                pace_one(con, GAME, account(1), None, go(0, false), Some(begins())).await?;
            }
            Self::ClaimPrize => open_prizes(con, 3, &[2, 1]).await?,
            Self::OpenRain | Self::Claim | Self::Confirm | Self::CloseRain | Self::RestoreRain => {
                // Listed, and somebody was sent away, so that a claim looks into both lists.
                rain::list_eligible(con, RAIN.keys(), &[1, 2].map(account)).await?;
                rain::list_removed(con, RAIN.keys(), &[account(3)]).await?;
                rain::load_chunk(con, RAIN, 0, rain::OpenTo::Listed, &packets(0, 3)).await?;
                if self != Self::OpenRain {
                    rain::open(con, RAIN, 3, 0, HOUR_MS).await?;
                }
                if matches!(self, Self::CloseRain | Self::Confirm) {
                    claim_one(con, RAIN, account(1)).await?;
                } else if self == Self::RestoreRain {
                    claim_one(con, RAIN, account(2)).await?;
                    claim_one(con, RAIN, account(1)).await?;
                }
            }
        }
        Ok(())
    }

    /// Calls it, as the server does, and tells what came back.
    pub(super) async fn run(self, con: &mut impl AsyncCommands) -> Result<String, StoreError> {
        let one = account(1);
        Ok(match self {
            Self::CreateGame => {
                format!("{:?}", game::create(con, GAME, 1, ROUNDS, &Settings::default()).await?)
            }
            Self::Advance => {
                let corrects = vec![("key:0".to_owned(), "null".to_owned())];
                let step = Step { corrects, ..ask(1, 1) };
                format!("{:?}", game::advance(con, GAME, &step).await?)
            }
            Self::Configure => format!("{:?}", game::configure(con, GAME, &locked(true)).await?),
            Self::Remove => {
                format!("{:?}", game::remove(con, GAME, &ada(), 0, Ban::Address).await?)
            }
            Self::Rename => format!("{:?}", game::rename(con, GAME, &ada(), "Eve").await?),
            Self::Lease => {
                lease::take(con, ONE).await?;
                let other = lease::take(con, OTHER).await?;
                let renewed = lease::renew(con, ONE, 2).await?;
                let released = lease::release(con, ONE).await?;
                format!("{} {renewed} {released}", matches!(other, Taken::Busy(_)))
            }
            Self::Join => format!("{:?}", join(con, GAME, one, "Ada", 10).await?),
            Self::Avatar => {
                format!("{:?}", game::set_avatars(con, GAME, &[(one, Avatar(8))]).await?)
            }
            Self::Answer => {
                let answered = answer_one(con, GAME, one, 0, ChoiceSet(2)).await?;
                format!("{answered:?}")
            }
            Self::Pace => {
                let moved = pace_one(con, GAME, one, None, go(0, true), Some(begins())).await?;
                format!("{}", matches!(moved, Paced::Moved(_)))
            }
            Self::LoadRain => {
                let loaded =
                    rain::load_chunk(con, RAIN, 0, rain::OpenTo::Listed, &packets(0, 3)).await?;
                format!("{loaded:?}")
            }
            Self::OpenRain => format!("{:?}", rain::open(con, RAIN, 3, 0, HOUR_MS).await?),
            Self::Claim | Self::ClaimPrize => format!("{:?}", claim_one(con, RAIN, one).await?),
            Self::Confirm => format!("{:?}", confirm(con, RAIN, &[one]).await?),
            Self::CloseRain => format!("{:?}", rain::close(con, RAIN).await?),
            Self::RestoreRain => {
                // The ledger says that the one has the packet that the other has here.
                let settled = [(one, claim_of(packets(0, 1)[0]))];
                let source = Source::Ledger;
                let restored =
                    rain::restore_at_any_replication_id(con, RAIN, source, &settled, &()).await?;
                format!("{}", matches!(restored, Restored::Done { .. }))
            }
            Self::Once => format!("{:?}", events::push(con, GAME.game, &[news(1)]).await?),
        })
    }
}

#[test]
fn every_script_has_a_scene() {
    let mut scenes = Script::ALL.map(|script| script.contract().file).to_vec();
    scenes.sort();
    scenes.dedup();
    let files: Vec<String> = Contract::all().into_iter().map(|c| c.file).collect();
    assert_eq!(scenes, files);
}
