//! What is over goes: keys from Redis, games of play money from the ledger. Real money stays.

use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

use futures_util::{StreamExt, stream};
use quizrain::game::Registered;
use quizrain::ledger::{Credit, Finished, RainRow, ReceiptKey, Sealed};
use quizrain::store::sql::Sql;
use quizrain_shared::api::{CreateGame, HostRight};
use quizrain_shared::ids::{AccountId, Commitment, Entropy, GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::settings::FirstSettings;
use quizrain_shared::theme::Theme;

use crate::common::client::Client;
use crate::common::on::{On, Place, on_both};
use crate::common::seed::game_row;
use crate::common::server::{DEADLINE, Server};
use crate::common::{nobody, plan};
use crate::library::pictures;

on_both!(
    games_leave_nothing_behind_but_real_money,
    keys_stay_for_a_day_unless_told_otherwise,
    only_what_is_over_settled_and_worth_nothing_is_forgotten,
);

const GAMES: usize = 12;

/// Games that are played at the same time: all write into one ledger.
const AT_A_TIME: usize = 4;

const TABLES: [&str; 6] = ["games", "rains", "packets", "settlements", "entries", "crew"];

fn rows(server: &Server) -> Vec<String> {
    let count = |table| server.ledger(&format!("SELECT COUNT(*) FROM {table}")).remove(0);
    TABLES.map(count).to_vec()
}

/// The private Redis of a server.
async fn redis(server: &Server) -> redis::aio::MultiplexedConnection {
    let socket = server.dir().join("redis/redis.sock");
    let client = redis::Client::open(format!("unix://{}", socket.display())).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

/// Waits until a number of keys is left.
async fn keys(con: &mut redis::aio::MultiplexedConnection, expected: u64) {
    let since = Instant::now();
    loop {
        let found: u64 = redis::cmd("DBSIZE").query_async(con).await.unwrap();
        if found == expected {
            return;
        }
        if since.elapsed() > DEADLINE {
            let keys: Vec<String> = redis::cmd("KEYS").arg("*").query_async(con).await.unwrap();
            panic!("{keys:?} instead of {expected}");
        }
        tokio::task::yield_now().await;
    }
}

/// A whole game with one player: a rain of two packets, and a question unless the quiz has none.
async fn play(server: &Server, number: u64, currency: &str) {
    let hosted = server.create_game("How computers count");
    let crew = format!("/api/games/{}/crew", hosted.game);
    let viewer = serde_json::json!({ "right": "viewer" });
    assert_eq!(server.post(&crew, &hosted.token.reveal(), &viewer).0, 200);
    let mut host = Client::host(server, &hosted).await;
    let mut player = Client::seated(server, &hosted, number, &format!("p{number}")).await;
    host.make(Move::Ask).await;
    player.stage(Kind::Asking).await;
    player.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(RainPlan { seconds: 30, ..plan(currency, 10, 1) }).await;
    player.tap().await.unwrap();
    player.credited().await;
    host.stage(Kind::RainDone).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
}

async fn games_leave_nothing_behind_but_real_money(on: On) {
    let server =
        Server::start_on(on, &["--redis-retention-hours", "0", "--points-retention-hours", "0"]);
    let con = &mut redis(&server).await;
    // The last of them pays real money.
    let games = (0..GAMES).map(|number| {
        let currency = if number + 1 == GAMES { "CNY" } else { "points" };
        play(&server, number as u64, currency)
    });
    stream::iter(games).buffer_unordered(AT_A_TIME).collect::<()>().await;
    keys(con, 0).await;
    let since = Instant::now();
    while rows(&server) != ["1", "1", "1", "1", "2", "1"] {
        assert!(since.elapsed() < DEADLINE, "{TABLES:?}: {:?}", rows(&server));
        tokio::task::yield_now().await;
    }
    assert_eq!(server.ledger("SELECT MAX(currency), SUM(amount) FROM settlements"), ["CNY|10"]);

    // A game that is still open is not touched, and the next one finds everything in order.
    let open = server.create_game("How computers count");
    play(&server, 99, "points").await;
    // Its state, and the lease of whoever drives it.
    keys(con, 2).await;
    let mut late = Client::seated(&server, &open, 7, "late").await;
    assert_eq!(late.stage(Kind::Lobby).await.phase.round(), None);
    let aof = |name: &str| {
        let setting = redis::cmd("CONFIG").arg("GET").arg(name).to_owned();
        let mut con = con.clone();
        async move {
            let values: Vec<String> = setting.query_async(&mut con).await.unwrap();
            values[1].parse::<u64>().unwrap()
        }
    };
    // The append-only file is written anew when it has doubled, so it follows what is there.
    assert!(aof("auto-aof-rewrite-percentage").await > 0);
}

#[tokio::test]
async fn a_game_that_is_not_made_leaves_nothing_in_redis() {
    let server = Server::start();
    let logo = pictures::upload(&server, &pictures::png(20, 10)).media;
    let theme = Theme { logo: Some(logo), ..Theme::default() };
    let settings = Some(FirstSettings { theme: Some(theme), ..FirstSettings::default() });
    let quiz = server.quizzes().remove(0).id;
    let wish = serde_json::to_value(CreateGame { settings, ..CreateGame::of(quiz, None) }).unwrap();
    let con = &mut redis(&server).await;
    // At the moment in which the game is registered its picture is deleted, or the database refuses it.
    for (what, status) in [
        (format!("DELETE FROM media WHERE media = '{logo}'"), 404),
        ("SELECT RAISE(ABORT, 'refused')".to_owned(), 503),
    ] {
        server.tamper(&format!("CREATE TRIGGER made AFTER INSERT ON games BEGIN {what}; END"));
        assert_eq!(server.post("/api/games", &server.host_key(), &wish).0, status);
        let keys: Vec<String> = redis::cmd("KEYS").arg("{g:*").query_async(con).await.unwrap();
        assert_eq!(keys, [""; 0], "{what}");
        assert_eq!(server.ledger("SELECT COUNT(*) FROM games"), ["0"]);
        server.tamper("DROP TRIGGER made");
    }
    let _: HostRight = server.post_json("/api/games", &wish);
    let keys: Vec<String> = redis::cmd("KEYS").arg("{g:*:state").query_async(con).await.unwrap();
    assert_eq!(keys.len(), 1);
}

/// What the files have from which the private Redis starts again.
fn is_on_disk(server: &Server, text: &str) -> bool {
    let files = fs::read_dir(server.dir().join("redis/appendonlydir")).unwrap();
    // One may have gone meanwhile.
    let contents = files.filter_map(|file| fs::read(file.unwrap().path()).ok());
    contents.into_iter().any(|it| it.windows(text.len()).any(|found| found == text.as_bytes()))
}

#[tokio::test]
async fn what_goes_from_the_private_redis_goes_from_its_file_as_well() {
    let server = Server::start_with(&["--redis-retention-hours", "0"]);
    play(&server, 987_654_321, "points").await;
    assert!(is_on_disk(&server, "p987654321"));
    keys(&mut redis(&server).await, 0).await;
    let since = Instant::now();
    while is_on_disk(&server, "p987654321") {
        assert!(since.elapsed() < DEADLINE, "the name is still on disk");
        tokio::task::yield_now().await;
    }
    // And nothing else is lost.
    let mut con = redis(&server).await;
    let info: String = redis::cmd("INFO").arg("persistence").query_async(&mut con).await.unwrap();
    assert!(info.contains("aof_last_bgrewrite_status:ok"), "{info}");
}

#[tokio::test]
async fn the_private_redis_writes_its_file_anew_by_itself_only_once_it_is_large() {
    let server = Server::start();
    let mut con = redis(&server).await;
    let mut config = redis::cmd("CONFIG");
    let config = config.arg("GET").arg("auto-aof-rewrite-*");
    let config: BTreeMap<String, u64> = config.query_async(&mut con).await.unwrap();
    let config: Vec<u64> = config.into_values().collect();
    assert_eq!(config, [256 * 1024 * 1024, 100]);
}

async fn keys_stay_for_a_day_unless_told_otherwise(on: On) {
    let server = Server::start_on(on, &[]);
    play(&server, 1, "points").await;
    let found: u64 = redis::cmd("DBSIZE").query_async(&mut redis(&server).await).await.unwrap();
    assert!(found > 5, "{found} keys");
    assert_eq!(rows(&server), ["1", "1", "1", "1", "2", "1"]);
}

async fn put(sql: &Sql, number: u8, currency: &str) -> (GameId, RainId) {
    let row = game_row(number);
    assert_eq!(sql.put_game(&row, &[], false, 1).await.unwrap(), Registered::Done);
    let rain = RainRow {
        rain: RainId([number; 8]),
        game: row.game,
        ordinal: 0,
        incarnation: Incarnation([2; 8]),
        plan: plan(currency, 10, 2),
        seen: None,
        picture_seed: 1,
        link: "n".into(),
        entropy: Entropy([0; 32]),
        shards: 1,
        commitment: Commitment([3; 32]),
        receipt_key: ReceiptKey([4; 32]),
        window: None,
        closed: false,
        payout: false,
    };
    let amounts = [Minor(5), Minor(5)];
    assert_eq!(
        sql.put_rain(
            &rain,
            &amounts,
            &[AccountId([number; 16])],
            &nobody(row.game),
            Credit::Unlimited,
            1
        )
        .await
        .unwrap(),
        Sealed::Done
    );
    (row.game, rain.rain)
}

async fn only_what_is_over_settled_and_worth_nothing_is_forgotten(on: On) {
    let place = Place::new(on);
    let sql = place.open().await;
    let (sealed, sealed_rain) = put(&sql, 1, "points").await;
    let (unsettled, rain) = put(&sql, 2, "points").await;
    let (money, money_rain) = put(&sql, 3, "CNY").await;
    let (live, _) = put(&sql, 4, "points").await;
    let (young, young_rain) = put(&sql, 5, "points").await;
    sql.set_window(rain, 10, 20).await.unwrap();
    for (game, ended_ms) in [(sealed, 100), (unsettled, 100), (money, 100), (young, 900)] {
        sql.end_game(game, ended_ms).await.unwrap();
    }
    let found = async |before_ms| {
        let games = sql.games_with_keys(before_ms).await.unwrap();
        games.into_iter().map(|ended| ended.game).collect::<Vec<_>>()
    };
    // Whose log is not finished keeps its keys, also where nothing else does.
    let finished = |game: GameId| {
        place.write(&format!(
            "INSERT INTO game_log (game, number, what, at_ms, source, body)
             VALUES ('{game}', 1, 'finished', 1, 'finished', '{{}}')"
        ));
    };
    for game in [sealed, unsettled, money] {
        finished(game);
    }
    // A rain that was sealed and never opened is settled when the sponsor has the pot back.
    assert_eq!(found(900).await, []);
    for rain in [sealed_rain, money_rain, young_rain] {
        sql.close_rain(rain, 50).await.unwrap();
        let finished = sql.finish_rain(rain, &[], 60).await.unwrap();
        assert_eq!(finished, Finished::Done { settled: 0, returned: Minor(10) });
    }
    assert_eq!(found(500).await, [sealed, money]);
    assert_eq!(found(900).await, [sealed, money]);
    finished(young);
    assert_eq!(found(900).await, [sealed, money, young]);

    // While Redis may have its keys, nothing is deleted from the ledger.
    assert!(!sql.forget_game_of_points(sealed).await.unwrap());
    for game in [sealed, unsettled, money, live] {
        sql.set_keys_deleted(game, 600).await.unwrap();
    }
    assert_eq!(found(500).await, []);
    assert_eq!(sql.games_of_points(500).await.unwrap(), [sealed]);
    for game in [unsettled, money, live, young] {
        assert!(!sql.forget_game_of_points(game).await.unwrap());
        assert!(sql.game(game).await.unwrap().is_some());
    }
    assert!(sql.forget_game_of_points(sealed).await.unwrap());
    assert!(sql.game(sealed).await.unwrap().is_none());
    assert!(sql.rain(RainId([1; 8])).await.unwrap().is_none());
    assert_eq!(sql.packets(rain).await.unwrap().len(), 2);
    assert_eq!(sql.games_of_points(500).await.unwrap(), []);
}
