//! A rain of very many claims and a question with very many answers, from the first to the audit:
//! nothing that grows with them has to fit into the time of one call. By default as many as is
//! quick; `QUIZRAIN_TEST_LARGE=1000000` is as many claims as a rain has packets, and three answers
//! for ten claims.

use std::time::{Duration, Instant};

use quizrain::game::Origin;
use quizrain::game::calls::{self as game, Answered, GameRef, GivenAnswer, Joined, Wish};
use quizrain::rain::calls::{self as rain, ShardRef, Verdict};
use quizrain::store::shard::Shard;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet, Tally};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{ServerFrame, Stage, Standings};
use redis::aio::MultiplexedConnection;

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::server::{DEADLINE, HostRight, Server, program};
use crate::common::{contribution, plan};

/// Accounts in one call.
const PART: u32 = 1000;

fn size() -> u32 {
    let size = std::env::var("QUIZRAIN_TEST_LARGE");
    size.map_or(4000, |size| size.parse().expect("a number"))
}

/// Accounts of nobody who is connected.
fn accounts(count: u32) -> Vec<Vec<AccountId>> {
    let account = |number: u32| {
        let mut bytes = [0xcc; 16];
        bytes[12..].copy_from_slice(&number.to_be_bytes());
        AccountId(bytes)
    };
    let all: Vec<AccountId> = (0..count).map(account).collect();
    all.chunks(PART as usize).map(<[AccountId]>::to_vec).collect()
}

/// How often Redis was asked for a whole hash in one reply.
async fn whole_hashes(con: &mut MultiplexedConnection) -> usize {
    let stats: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    stats.lines().filter(|line| line.starts_with("cmdstat_hgetall:")).count()
}

/// What took how long.
struct Watch(Instant);

impl Watch {
    fn note(&mut self, what: &str) {
        println!("{what} after {:.1} s", self.0.elapsed().as_secs_f64());
        self.0 = Instant::now();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rain_of_very_many_claims_is_closed_settled_and_clean() {
    let count = size();
    let redis = DurableRedis::start().await;
    let url = redis.url();
    let server = Server::start_with(&["--redis-url", &url]);
    let con = &mut redis.connection().await;
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut watch = Watch(Instant::now());
    let (pot, seconds) = (i64::from(count) * 10, if count > 10_000 { 50 } else { 5 });
    host.open_rain(RainPlan { seconds, ..plan("points", pot, count) }).await;
    let (view, stage) = host.rain().await;
    watch.note("opened");
    host.until_ms(stage.opens_ms).await;
    let incarnation = server.ledger("SELECT incarnation FROM rains").pop().unwrap();
    let rain = ShardRef {
        rain: view.rain,
        incarnation: incarnation.parse().unwrap(),
        shard: Shard::WHOLE,
    };
    for part in accounts(count) {
        let verdicts = rain::claim_at_any_replication_id(con, rain, &part).await.unwrap();
        let caught = |verdict: &Verdict| matches!(verdict, Verdict::Caught { new: true, .. });
        assert!(verdicts.iter().all(caught), "{:?}", verdicts.iter().find(|it| !caught(it)));
    }
    watch.note("caught");
    let done = host.stage(Kind::RainDone).await;
    let Stage::RainDone { caught, caught_amount, winners, .. } = done.stage else {
        panic!("{done:?}");
    };
    assert_eq!((caught, caught_amount.0, winners.len()), (count, pot, 10));
    watch.note("closed and shown");

    let patience = DEADLINE + Duration::from_millis(u64::from(count));
    let settled = "SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL";
    let since = Instant::now();
    while server.ledger(settled) != ["1"] {
        assert!(since.elapsed() < patience, "it is not settled: {}", server.log());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    watch.note("settled, compared and finished");
    let sums = "SELECT COUNT(*), COUNT(DISTINCT account), SUM(amount) FROM settlements";
    assert_eq!(server.ledger(sums), [format!("{count}|{count}|{pot}")]);
    let output = program()
        .args(["audit", "--data-dir"])
        .arg(server.dir())
        .args(["--redis-url", &url])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    watch.note("audited");
    assert_eq!(whole_hashes(con).await, 0);
}

/// The only game of a server, as its scripts know it.
fn game_of(server: &Server, hosted: &HostRight) -> GameRef {
    let incarnation = server.ledger("SELECT incarnation FROM games").pop().unwrap();
    GameRef { game: hosted.game, incarnation: incarnation.parse().unwrap() }
}

/// Gives each of these accounts a seat.
async fn seat(con: &mut MultiplexedConnection, game: GameRef, part: usize, accounts: &[AccountId]) {
    let wish = |(at, account): (usize, &AccountId)| {
        let nickname = format!("p{part}-{at}");
        Wish {
            account: *account,
            entropy: contribution(&nickname),
            nickname,
            team: None,
            origin: Origin([7; 8]),
            avatar: Avatar(7),
        }
    };
    let wishes: Vec<_> = accounts.iter().enumerate().map(wish).collect();
    let joined = game::join(con, game, &wishes, u32::MAX, 0).await.unwrap();
    assert!(joined.iter().all(|joined| matches!(joined, Joined::Seat { new: true, .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_with_very_many_answers_is_revealed_scored_and_ranked() {
    let count = size() / 10 * 3;
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let con = &mut redis.connection().await;
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let game = game_of(&server, &hosted);
    let mut watch = Watch(Instant::now());
    for (number, part) in accounts(count).into_iter().enumerate() {
        seat(con, game, number, &part).await;
    }
    watch.note("seated");
    // How many choices the first two questions have.
    for (round, choices) in [(0, 4), (1, 2)] {
        host.make(Move::Ask).await;
        host.stage(Kind::Asking).await;
        for part in accounts(count) {
            let each: Vec<Answer> = (0..choices).map(|one| ChoiceSet::one(one).into()).collect();
            let given = |(account, answer): (_, &Answer)| GivenAnswer {
                account,
                answer: Some(answer.clone()),
                line_ms: 0,
            };
            let picks: Vec<_> = part.into_iter().zip(each.iter().cycle()).map(given).collect();
            let said = game::answer(con, game, round, &picks).await.unwrap();
            let counted = |it: &Answered| matches!(it, Answered::Counted { new: true, .. });
            assert!(said.iter().all(counted), "{:?}", said.iter().find(|it| !counted(it)));
        }
        watch.note("answered");
        host.make(Move::Close).await;
        let revealed = host.stage(Kind::Revealed).await;
        let Stage::Revealed { tally: Tally::Choices(counts), answered, .. } = revealed.stage else {
            panic!("{revealed:?}");
        };
        assert_eq!((answered, counts.iter().sum::<u32>()), (count, count));
        watch.note("closed, scored and revealed");
        let outcome = anna.outcome().await;
        assert_eq!((outcome.round, outcome.players, outcome.score), (round, count + 1, 0));
        watch.note("told");
    }
    host.make(Move::ShowBoard).await;
    let board = host.stage(Kind::Board).await;
    let Stage::Board(Standings { top, players, .. }) = board.stage else { panic!("{board:?}") };
    assert_eq!((players, top.len()), (count + 1, 10));
    assert!(top.iter().is_sorted_by_key(|row| std::cmp::Reverse(row.score)));
    assert!(top[0].score > 0 && top[0].rank == 1);
    watch.note("board shown");
    assert_eq!(whole_hashes(con).await, 0);
}

/// How often Redis was asked for a part of a hash, and how long that took it in microseconds.
async fn parts_read(con: &mut MultiplexedConnection) -> (u64, u64) {
    let stats: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    let line = stats.lines().find_map(|line| line.strip_prefix("cmdstat_hscan:"));
    let number = |name: &str| {
        let field = line.and_then(|line| line.split(',').find_map(|it| it.strip_prefix(name)));
        field.map_or(0, |value| value.parse().unwrap())
    };
    (number("calls="), number("usec="))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn very_many_texts_show_while_they_come() {
    let count = size() / 10 * 3;
    let folder = tempfile::tempdir().unwrap();
    let quiz =
        "title = \"Test\"\n[[question]]\ntext = \"Anything?\"\nkind = \"open_text\"\nseconds = 0\n";
    std::fs::write(folder.path().join("test.toml"), quiz).unwrap();
    let redis = DurableRedis::start().await;
    let quizzes = folder.path().to_str().unwrap();
    let server = Server::start_with(&["--redis-url", &redis.url(), "--quizzes", quizzes]);
    let con = &mut redis.connection().await;
    let hosted = server.create_game("Test");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let _waited_for = Client::seated(&server, &hosted, 2, "Li").await;
    let game = game_of(&server, &hosted);
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    for (number, part) in accounts(count).into_iter().enumerate() {
        seat(con, game, number, &part).await;
        let given = |(at, account)| {
            let text =
                format!("{number}-{at}: an open text, as long as most that people write by thumb");
            let answer = Answer::try_from(text.as_bytes()).ok();
            GivenAnswer { account, answer, line_ms: 0 }
        };
        let texts: Vec<_> = part.into_iter().enumerate().map(given).collect();
        let said = game::answer(con, game, 0, &texts).await.unwrap();
        assert!(said.iter().all(|it| matches!(it, Answered::Counted { new: true, .. })));
    }
    let before = parts_read(con).await;
    let mut watch = Watch(Instant::now());
    anna.stage(Kind::Asking).await;
    anna.answer_with(0, Answer::try_from(&b"the last one"[..]).unwrap()).await;
    let told = host.until(|frame| match frame {
        ServerFrame::LiveTally(told) if told.answered == count + 1 => Some(told),
        _ => None,
    });
    let told = told.await;
    watch.note("told");
    let Tally::Texts { top, others, .. } = told.tally else { panic!("{told:?}") };
    assert_eq!((top[0].text.as_str(), top.len(), others), ("the last one", 30, count - 29));
    let after = parts_read(con).await;
    println!("{} parts of {count} answers, {} us of Redis", after.0 - before.0, after.1 - before.1);
    assert_eq!(whole_hashes(con).await, 0);
    // Nothing is read again where nothing has changed, and all is told once more to who missed it.
    let mut late = Client::screen(&server, &hosted).await;
    late.until(|frame| matches!(frame, ServerFrame::LiveTally(_)).then_some(())).await;
    for _ in 0..2 {
        late.until(|frame| matches!(frame, ServerFrame::Heartbeat { .. }).then_some(())).await;
    }
    assert_eq!(parts_read(con).await.0, after.0);
}
