//! What a player was told is on disk: Redis is killed under load, and its disk is slow.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all, join3};
use quizrain::people::account_of;
use quizrain::rain::calls as rain;
use quizrain::store::redis::ShardKeys;
use quizrain::store::shard::Shard;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::rain::{RainPlan, lifetime};
use quizrain_shared::wire::{HostFrame, PlayerFrame, Refusal, ServerFrame};
use tokio::sync::watch;

use crate::common::client::{Client, token};
use crate::common::durable::DurableRedis;
use crate::common::property::{draw, seed};
use crate::common::seed::{Seeded, Stores};
use crate::common::server::{HostRight, Server};
use crate::common::{contribution, plan};

const ROUNDS: usize = 20;
const PLAYERS: u64 = 40;

/// What each account was told of: packet and amount.
type Acknowledged = BTreeMap<AccountId, (u32, i64)>;

/// Everybody taps, and Redis is killed after so many verdicts; who caught what, as told, and how
/// many had no verdict yet when it was dead.
async fn round(
    redis: &mut DurableRedis,
    players: &mut [Client],
    rain: &Seeded,
    verdicts: usize,
) -> (Acknowledged, usize) {
    let players_count = players.len();
    let (count, mut counted) = watch::channel(0);
    let taps = players.iter_mut().zip(0..).map(async |(player, number)| {
        let said = player.insist_on(rain.rain(), || rain.drop_now()).await;
        count.send_modify(|count| *count += 1);
        match said {
            Ok(caught) => Some((account_of(&token(number)), (caught.packet, caught.amount.0))),
            Err(why) => {
                assert_eq!(why, Refusal::SoldOut);
                None
            }
        }
    });
    let accident = async {
        counted.wait_for(|count| *count >= verdicts).await.unwrap();
        redis.kill();
        let in_doubt = players_count - *counted.borrow();
        redis.restart().await;
        in_doubt
    };
    let (acknowledged, in_doubt) = join(join_all(taps), accident).await;
    (acknowledged.into_iter().flatten().collect(), in_doubt)
}

#[tokio::test]
async fn a_redis_that_is_killed_twenty_times_under_load_keeps_every_claim_that_was_told() {
    let mut chance = seed();
    let mut redis = DurableRedis::start().await;
    // Few in a call, so that there are many calls of which one is interrupted.
    let server = Server::start_with(&["--redis-url", &redis.url(), "--max-batch", "3"]);
    let hosted = server.create_game("How computers count");
    let mut players = Client::many(&server, &hosted, 0..PLAYERS).await;
    let mut stores = Stores::open(&server).await;
    let con = redis.connection().await;
    let mut rains = Vec::new();
    for _ in 0..ROUNDS {
        // Sometimes enough for all, sometimes not.
        let packets = 10 + u32::try_from(draw(&mut chance, 50)).unwrap();
        let plan = plan("CNY", i64::from(packets) * 10, packets);
        rains.push((stores.seed(&con, &hosted, plan).await, packets));
    }

    let mut acknowledged: BTreeMap<RainId, Acknowledged> = BTreeMap::new();
    let mut in_doubt = Vec::new();
    for (number, (rain, packets)) in rains.iter().enumerate() {
        let verdicts = usize::try_from(draw(&mut chance, PLAYERS + 1)).unwrap();
        let (caught, waiting) = round(&mut redis, &mut players, rain, verdicts).await;
        let expected = usize::try_from((*packets).min(40)).unwrap();
        assert_eq!(caught.len(), expected, "round {number}, killed after {verdicts} verdicts");
        acknowledged.insert(rain.rain(), caught);
        in_doubt.push(waiting);
    }
    println!("without a verdict when Redis was dead: {in_doubt:?}");
    let interrupted = in_doubt.iter().filter(|waiting| **waiting > 0).count();
    assert!(interrupted > ROUNDS / 4, "Redis died when nobody waited: {in_doubt:?}");

    // Everything that was told is there, and nothing else: everybody has asked until the end.
    let mut con = redis.connection().await;
    for (rain, acknowledged) in &acknowledged {
        let stored: Acknowledged =
            rain::claims(&mut con, ShardKeys { rain: *rain, shard: Shard::WHOLE })
                .await
                .unwrap()
                .into_iter()
                .map(|(who, claim)| (who, (claim.packet.number, claim.packet.amount.0)))
                .collect();
        assert_eq!(&stored, acknowledged);
    }
    let rains: Vec<Seeded> = rains.into_iter().map(|(rain, _)| rain).collect();
    stores.settle(&server, &mut con, &rains).await;
    let mut ledger = server.sqlite("SELECT rain, account, packet, amount FROM settlements");
    let mut expected: Vec<String> = acknowledged
        .iter()
        .flat_map(|(rain, acknowledged)| {
            acknowledged
                .iter()
                .map(move |(who, (packet, amount))| format!("{rain}|{who}|{packet}|{amount}"))
        })
        .collect();
    ledger.sort();
    expected.sort();
    assert_eq!(ledger, expected);
    let shards = "SELECT COUNT(*) FROM entries WHERE kind = 'settle'";
    assert_eq!(server.sqlite(shards), [expected.len().to_string()]);
}

/// How much longer every sync of Redis's file takes.
const SLOW: Duration = Duration::from_millis(300);

/// What reached a client, and how long after somebody first asked for it.
type Arrivals = Vec<(&'static str, Duration)>;

/// A host's move on what it sees, until the stage is there.
async fn reconnect(host: &mut Client, mv: Move, kind: Kind) {
    let seen = host.stage.as_ref().unwrap().at.seq;
    host.insist(|| HostFrame::Move { mv, seen }, |frame| stage_is(&frame, kind)).await;
}

fn stage_is(frame: &ServerFrame, kind: Kind) -> Option<()> {
    matches!(frame, ServerFrame::Stage(stage) if stage.phase.kind == kind).then_some(())
}

/// When this has come, after somebody first asked for it.
async fn timed(
    what: &'static str,
    asked: Instant,
    comes: impl Future<Output = ()>,
) -> (&'static str, Duration) {
    comes.await;
    (what, asked.elapsed())
}

/// Players take their seats, and the screen hears of each.
async fn take_seats(
    server: &Server,
    hosted: &HostRight,
    screen: &mut Client,
    arrivals: &mut Arrivals,
) -> Vec<Client> {
    let mut players = Vec::new();
    for number in 0..12 {
        let mut player = Client::player(server, hosted, number).await;
        player.welcome().await;
        let asked = Instant::now();
        let nickname = format!("p{number}");
        let wish = || PlayerFrame::Join {
            avatar: None,
            field: None,
            nickname: nickname.clone(),
            entropy: contribution(&nickname),
            team: None,
        };
        let seated = player.insist(wish, |frame| match frame {
            ServerFrame::Welcome(welcome) => welcome.you.map(|_| ()),
            _ => None,
        });
        let news = screen.until(|frame| match frame {
            ServerFrame::Lobby(lobby) if lobby.players > number as u32 => Some(()),
            _ => None,
        });
        let both = join(timed("seat", asked, seated), timed("lobby", asked, news)).await;
        arrivals.extend([both.0, both.1]);
        players.push(player);
    }
    players
}

/// Some answer, so that the question stays open.
async fn answer(players: &mut [Client], screen: &mut Client, arrivals: &mut Arrivals) {
    for (player, before) in players.iter_mut().zip(0..) {
        let asked = Instant::now();
        let answer = || PlayerFrame::Answer { round: 0, answer: ChoiceSet(1).into() };
        let counted = player
            .insist(answer, |frame| matches!(frame, ServerFrame::Answered { .. }).then_some(()));
        let news = screen.until(|frame| match frame {
            ServerFrame::Progress { answered, .. } if answered > before => Some(()),
            _ => None,
        });
        let (counted, news) =
            (timed("answer", asked, counted), timed("count of answers", asked, news));
        let (counted, news) = join(counted, news).await;
        arrivals.extend([counted, news]);
    }
}

/// A short game in which everything that follows from a write is timed.
async fn play(server: &Server, hosted: &HostRight) -> Arrivals {
    let mut arrivals = Arrivals::new();
    let mut screen = Client::screen(server, hosted).await;
    let mut host = Client::host(server, hosted).await;
    let mut players = take_seats(server, hosted, &mut screen, &mut arrivals).await;

    let asked = Instant::now();
    let made = reconnect(&mut host, Move::Ask, Kind::Asking);
    let shown = screen.until(|frame| stage_is(&frame, Kind::Asking));
    let on_phone = players[0].until(|frame| stage_is(&frame, Kind::Asking));
    let shown = timed("question on a screen", asked, shown);
    let on_phone = timed("question on a phone", asked, on_phone);
    let ((), shown, on_phone) = join3(made, shown, on_phone).await;
    arrivals.extend([shown, on_phone]);

    answer(&mut players[..3], &mut screen, &mut arrivals).await;

    let asked = Instant::now();
    let made = reconnect(&mut host, Move::Close, Kind::Revealed);
    // A screen that is late is shown the newer of the two alone.
    let over = |frame: ServerFrame| {
        stage_is(&frame, Kind::Closing).or_else(|| stage_is(&frame, Kind::Revealed))
    };
    let shown = timed("end of a question on a screen", asked, screen.until(over));
    arrivals.push(join(made, shown).await.1);

    let asked = Instant::now();
    let seen = host.stage.as_ref().unwrap().at.seq;
    let plan = RainPlan { seconds: 60, ..plan("CNY", 1000, 100) };
    let open = || HostFrame::OpenRain { plan: plan.clone(), seen };
    let made = host.insist(open, |frame| stage_is(&frame, Kind::Rain));
    let shown = screen.until(|frame| stage_is(&frame, Kind::Rain));
    let shown = timed("rain on a screen", asked, shown);
    arrivals.push(join(made, shown).await.1);

    arrivals.extend(catch(&mut screen, &mut players).await);
    arrivals
}

/// Everybody catches, one after the other and across each other.
async fn catch(screen: &mut Client, players: &mut [Client]) -> Arrivals {
    let (view, stage) = players[0].rain().await;
    let first_ms = stage.opens_ms + lifetime(view.picture_seed, 0).0 + 5;
    players[0].until_ms(first_ms).await;
    let first = Instant::now();
    let taps = join_all(players.iter_mut().zip(0_u64..).map(async |(player, place)| {
        player.first_drop().await;
        // Spread over the length of several syncs.
        player.until_ms(first_ms + 83 * place).await;
        let asked = Instant::now();
        let caught = player.grab().await;
        assert!(caught.is_ok(), "{caught:?}");
        ("packet", asked.elapsed())
    }));
    let news = async {
        screen
            .until(|frame| match frame {
                ServerFrame::RainProgress(progress) if progress.caught > 0 => Some(()),
                _ => None,
            })
            .await;
        ("count of packets", first.elapsed())
    };
    let (mut taps, news) = join(taps, news).await;
    taps.push(news);
    taps
}

async fn arrivals(fsync: &'static str) -> Arrivals {
    let redis = DurableRedis::start_slow(fsync, SLOW).await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let arrivals = play(&server, &hosted).await;
    println!("appendfsync {fsync}: {arrivals:?}");
    arrivals
}

#[tokio::test]
async fn nothing_is_told_before_it_is_on_a_slow_disk() {
    let arrivals = arrivals("always").await;
    assert_eq!(arrivals.len(), 24 + 2 + 6 + 1 + 1 + 13);
    let early: Vec<_> = arrivals.into_iter().filter(|(_, after)| *after < SLOW).collect();
    assert!(early.is_empty(), "told before it was on disk: {early:?}");
}

#[tokio::test]
async fn a_redis_that_syncs_every_second_tells_before_it_is_on_disk() {
    let arrivals = arrivals("everysec").await;
    let early = arrivals.iter().filter(|(_, after)| *after < SLOW).count();
    assert!(early > 0, "the check above proves nothing: {arrivals:?}");
}
