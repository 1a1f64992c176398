//! A player's scripts: every word of each contract, and exactly what changes with it.

use quizrain::game::calls::{
    self as game, Answered, Faced, Joined, NAMES_SHOWN, Removal, Renamed, SeatRef, Step, Wish,
};
use quizrain::rain::calls as rain;
use quizrain::store::redis::GameKeys;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Ban, Face, Seat};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::record::Desk;
use super::scene::{
    FACE, GAME, HOUR_MS, LONG_AGO_MS, OTHER_GAME, RAIN, ROUNDS, account, ada, answer_one, ask,
    claim_one, join, origin, packets, step, wish,
};
use super::snapshot::{changes, snapshot};
use crate::common::contribution;
use crate::common::locked;
use crate::common::redis::TestRedis;

fn seat(number: u32, nickname: &str, new: bool) -> Joined {
    Joined::Seat {
        seat: Seat { number, nickname: nickname.to_owned(), team: None, avatar: FACE },
        new,
    }
}

#[tokio::test]
async fn a_player_is_sent_away_for_now_or_for_good() {
    let mut desk = Desk::open().await;
    let none = desk
        .unchanged("unknown", async |con| game::remove(con, GAME, &ada(), 0, Ban::Account).await);
    assert_eq!(none.await, Removal::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let nobody =
        desk.unchanged("gone", async |con| game::remove(con, GAME, &ada(), 0, Ban::Account).await);
    assert_eq!(nobody.await, Removal::Gone);
    join(&mut desk.con, GAME, account(1), "Ada", 9).await.unwrap();
    game::advance(&mut desk.con, GAME, &ask(1, 1)).await.unwrap();
    answer_one(&mut desk.con, GAME, account(1), 0, ChoiceSet(2)).await.unwrap();
    let changed = [
        "- answers:0.a1: 02",
        r#"+ log.2: what removed body {\"account\":\"a1\",\"number\":1,\"nickname\":\"Ada\",\"team\":null,\"ban\":\"no\",\"round\":0,\"answer\":\"02\"}"#,
        "- names.ada: a1",
        "- newest: 7:Ada",
        &format!("- players.a1: 1:{}:-:{}:<ms>:7:Ada", contribution("Ada"), origin(account(1))),
        "+ removed: -a1:1",
    ];
    let away = desk.granted("removed", &changed, async |con| {
        game::remove(con, GAME, &ada(), 0, Ban::No).await
    });
    assert_eq!(away.await, Removal::Done);
    // Back with another seat, whose number nobody has had.
    let back = join(&mut desk.con, GAME, account(1), "Ada", 9).await.unwrap();
    assert_eq!(back, seat(2, "Ada", true));
    let old =
        desk.unchanged("gone", async |con| game::remove(con, GAME, &ada(), 0, Ban::Account).await);
    assert_eq!(old.await, Removal::Gone);
    let mut again = ada();
    again.seat.number = 2;
    game::remove(&mut desk.con, GAME, &again, 0, Ban::Account).await.unwrap();
    let banned = desk.unchanged("removed", async |con| join(con, GAME, account(1), "Ada", 9).await);
    assert_eq!(banned.await, Joined::Removed);
    join(&mut desk.con, GAME, account(2), "Ada", 9).await.unwrap();
    // Each seat that was taken away is known, and who has none in its place.
    let seats = [(1, 1), (1, 2), (2, 3), (1, 9)].map(|(number, seat)| (account(number), seat));
    let removed = game::removed_seats(&mut desk.con, GAME.game, &seats).await.unwrap();
    assert_eq!(removed, seats[..2]);
    assert_eq!(game::removed(&mut desk.con, GAME.game).await.unwrap(), [account(1)]);
    desk.has_heard_all_of("remove.lua");
}

#[tokio::test]
async fn nobody_new_comes_from_where_a_banned_player_came_from() {
    let mut desk = Desk::open().await;
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let from = |place: u32, number: u32, name: &str| Wish {
        origin: origin(account(place)),
        ..wish(account(number), name)
    };
    let both = [from(1, 1, "Ada"), from(1, 2, "Bo")];
    game::join(&mut desk.con, GAME, &both, 9, 0).await.unwrap();
    let changed = [
        r#"+ log.1: what removed body {\"account\":\"a1\",\"number\":1,\"nickname\":\"Ada\",\"team\":null,\"ban\":\"address\",\"round\":0,\"answer\":null}"#,
        "- names.ada: a1",
        "newest: 7:Bo 7:Ada -> 7:Bo",
        &format!("- players.a1: 1:{}:-:{}:<ms>:7:Ada", contribution("Ada"), origin(account(1))),
        &format!("+ removed: -a1:1 a1 @{}", origin(account(1))),
    ];
    let away = desk.granted("removed", &changed, async |con| {
        game::remove(con, GAME, &ada(), 0, Ban::Address).await
    });
    assert_eq!(away.await, Removal::Done);
    let wishes =
        [from(1, 3, "Cy"), from(1, 2, "Bo"), from(2, 4, "Di"), from(2, 1, "Ada"), from(1, 5, "E")];
    let joined = game::join(&mut desk.con, GAME, &wishes, 9, 0).await.unwrap();
    assert_eq!(
        joined,
        [
            Joined::Removed,
            // Who is in stays in, and the banned account stays out wherever it comes from.
            seat(2, "Bo", false),
            seat(3, "Di", true),
            Joined::Removed,
            Joined::Removed,
        ]
    );
    let seats = game::arrivals(&mut desk.con, GAME.game).await.unwrap();
    let from: Vec<_> = [2, 4].map(|number| seats[&account(number)].origin).into();
    assert!(seats.values().all(|it| it.at_ms > LONG_AGO_MS), "{seats:?}");
    assert_eq!((seats.len(), from), (2, vec![origin(account(1)), origin(account(2))]));
}

#[tokio::test]
async fn a_player_gets_another_name() {
    let mut desk = Desk::open().await;
    let none = desk.unchanged("unknown", async |con| game::rename(con, GAME, &ada(), "Eve").await);
    assert_eq!(none.await, Renamed::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let nobody = desk.unchanged("gone", async |con| game::rename(con, GAME, &ada(), "Eve").await);
    assert_eq!(nobody.await, Renamed::Gone);
    join(&mut desk.con, GAME, account(1), "Ada", 9).await.unwrap();
    join(&mut desk.con, GAME, account(2), "Bo:1", 9).await.unwrap();
    let taken = desk.unchanged("taken", async |con| game::rename(con, GAME, &ada(), "bo:1").await);
    assert_eq!(taken.await, Renamed::Taken);
    let row =
        |name: &str| format!("1:{}:-:{}:<ms>:7:{name}", contribution("Ada"), origin(account(1)));
    let changed = [
        r#"+ log.1: what renamed body {\"account\":\"a1\",\"number\":1,\"before\":\"Ada\",\"nickname\":\"E:ve\"}"#,
        "- names.ada: a1",
        "+ names.e:ve: a1",
        "newest: 7:Bo:1 7:Ada -> 7:Bo:1 7:E:ve",
        &format!("players.a1: {} -> {}", row("Ada"), row("E:ve")),
    ];
    let renamed = desk
        .granted("renamed", &changed, async |con| game::rename(con, GAME, &ada(), "E:ve").await);
    assert_eq!(renamed.await, Renamed::Done);
    desk.has_heard_all_of("rename.lua");
}

#[tokio::test]
async fn players_get_other_faces() {
    let mut desk = Desk::open().await;
    let wish = |who: u32, face: u32| (account(who), Avatar(face));
    let one = [wish(1, 9)];
    let none = desk.unchanged("unknown", async |con| {
        game::set_avatars(con, GAME, &one).await.map(|mut all| all.remove(0))
    });
    assert_eq!(none.await, Faced::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let nobody = desk.unchanged("gone", async |con| {
        game::set_avatars(con, GAME, &one).await.map(|mut all| all.remove(0))
    });
    assert_eq!(nobody.await, Faced::Gone);
    join(&mut desk.con, GAME, account(1), "A 9:a", 9).await.unwrap();
    join(&mut desk.con, GAME, account(2), "Bo", 9).await.unwrap();
    let row = |face: u32| {
        format!("1:{}:-:{}:<ms>:{face}:A 9:a", contribution("A 9:a"), origin(account(1)))
    };
    let changed =
        ["newest: 7:Bo 7:A 9:a -> 7:Bo 9:A 9:a", &format!("players.a1: {} -> {}", row(7), row(9))];
    let set = desk.granted("set", &changed, async |con| {
        game::set_avatars(con, GAME, &one).await.map(|mut all| all.remove(0))
    });
    let faced = |number, nickname: &str, face| {
        let avatar = Avatar(face);
        Faced::Seat(Seat { number, nickname: nickname.to_owned(), team: None, avatar })
    };
    assert_eq!(set.await, faced(1, "A 9:a", 9));
    // Many in one call, one of them twice, one whom nobody knows, and the largest number.
    let many = [wish(2, 1), wish(3, 2), wish(2, u32::MAX), wish(1, 9)];
    let all = game::set_avatars(&mut desk.con, GAME, &many).await.unwrap();
    let expected = [faced(2, "Bo", 1), Faced::Gone, faced(2, "Bo", u32::MAX), faced(1, "A 9:a", 9)];
    assert_eq!(all, expected);
    let (_, newest) = game::lobby(&mut desk.con, GAME.game).await.unwrap();
    let faces: Vec<u32> = newest.iter().map(|face| face.avatar.0).collect();
    assert_eq!(faces, [u32::MAX, 9]);
    // Another name keeps the face; whoever comes back has the one of before.
    let whose = SeatRef {
        account: account(1),
        seat: Seat { number: 1, nickname: "A 9:a".to_owned(), team: None, avatar: FACE },
    };
    game::rename(&mut desk.con, GAME, &whose, "Eve").await.unwrap();
    let again = join(&mut desk.con, GAME, account(1), "A 9:a", 9).await.unwrap();
    let seat = Seat { number: 1, nickname: "Eve".to_owned(), team: None, avatar: Avatar(9) };
    assert_eq!(again, Joined::Seat { seat, new: false });
    let (_, newest) = game::lobby(&mut desk.con, GAME.game).await.unwrap();
    assert_eq!(newest[1], Face { nickname: "Eve".to_owned(), avatar: Avatar(9) });
    // Once the lobby is over, only whoever has it already hears that it is theirs.
    game::advance(&mut desk.con, GAME, &ask(1, 1)).await.unwrap();
    let other = [wish(1, 10)];
    let late = desk.unchanged("late", async |con| {
        game::set_avatars(con, GAME, &other).await.map(|mut all| all.remove(0))
    });
    assert_eq!(late.await, Faced::Late);
    let again = desk.unchanged("set", async |con| {
        game::set_avatars(con, GAME, &one).await.map(|mut all| all.remove(0))
    });
    assert_eq!(again.await, faced(1, "Eve", 9));
    let mixed = [wish(1, 9), wish(2, 1), wish(3, 2)];
    let all = game::set_avatars(&mut desk.con, GAME, &mixed).await.unwrap();
    assert_eq!(all, [faced(1, "Eve", 9), Faced::Late, Faced::Gone]);
    desk.has_heard_all_of("avatar.lua");
}

/// Greek Nera, which looks like a Latin one as it is typed here and has small letters that look like others.
const NERA: &str = "\u{39d}\u{395}R\u{391}";

#[tokio::test]
async fn a_name_is_taken_in_all_that_it_looks_like() {
    let mut desk = Desk::open().await;
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    // Also by whoever comes in the same call.
    let wishes = [wish(account(1), NERA), wish(account(2), "Nera"), wish(account(3), "Bo")];
    let joined = game::join(&mut desk.con, GAME, &wishes, 9, 0).await.unwrap();
    assert_eq!(joined, [seat(1, NERA, true), Joined::Taken, seat(2, "Bo", true)]);
    let taken = desk.unchanged("taken", async |con| join(con, GAME, account(2), "nera", 9).await);
    assert_eq!(taken.await, Joined::Taken);
    let of = |who: u32, number: u32, nickname: &str| SeatRef {
        account: account(who),
        seat: Seat { number, nickname: nickname.to_owned(), team: None, avatar: FACE },
    };
    let bo = of(3, 2, "Bo");
    let taken = desk.unchanged("taken", async |con| game::rename(con, GAME, &bo, "NERA").await);
    assert_eq!(taken.await, Renamed::Taken);
    // Another name leaves all of them, and so does whoever goes.
    let nera = of(1, 1, NERA);
    assert_eq!(game::rename(&mut desk.con, GAME, &nera, "Eve").await.unwrap(), Renamed::Done);
    assert_eq!(game::rename(&mut desk.con, GAME, &bo, "NERA").await.unwrap(), Renamed::Done);
    let eve = of(1, 1, "Eve");
    assert_eq!(game::rename(&mut desk.con, GAME, &eve, NERA).await.unwrap(), Renamed::Taken);
    let bo = of(3, 2, "NERA");
    assert_eq!(game::rename(&mut desk.con, GAME, &bo, "Bo").await.unwrap(), Renamed::Done);
    assert_eq!(game::rename(&mut desk.con, GAME, &eve, NERA).await.unwrap(), Renamed::Done);
    game::remove(&mut desk.con, GAME, &nera, 0, Ban::No).await.unwrap();
    let nera = join(&mut desk.con, GAME, account(2), "Nera", 9).await.unwrap();
    assert_eq!(nera, seat(3, "Nera", true));
    let names: Vec<String> = desk.con.hkeys(GameKeys(GAME.game).names()).await.unwrap();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[tokio::test]
async fn teams_are_dealt_in_turn_or_chosen() {
    let mut desk = Desk::open().await;
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let wishes = |team| (1..=5).map(move |n| Wish { team, ..wish(account(n), &format!("P{n}")) });
    let teams = |joined: Vec<Joined>| {
        let team = |joined| match joined {
            Joined::Seat { seat, .. } => seat.team,
            other => panic!("{other:?}"),
        };
        joined.into_iter().map(team).collect::<Vec<_>>()
    };
    let dealt: Vec<Wish> = wishes(Some(7)).collect();
    let joined = game::join(&mut desk.con, GAME, &dealt, 9, 2).await.unwrap();
    assert_eq!(teams(joined), [0, 1, 0, 1, 0].map(Some));
    let again = game::join(&mut desk.con, GAME, &dealt, 9, 3).await.unwrap();
    assert_eq!(teams(again), [0, 1, 0, 1, 0].map(Some));
    let chosen = [Wish { team: Some(3), ..wish(account(6), "P6") }, wish(account(7), "P7")];
    let joined = game::join(&mut desk.con, GAME, &chosen, 9, 0).await.unwrap();
    assert_eq!(teams(joined), [Some(3), None]);
}

#[tokio::test]
async fn nobody_comes_late_where_the_host_says_so() {
    let mut desk = Desk::open().await;
    let settings = Settings { late_join: false, ..Settings::default() };
    game::create(&mut desk.con, GAME, 1, ROUNDS, &settings).await.unwrap();
    join(&mut desk.con, GAME, account(1), "Ada", 9).await.unwrap();
    game::advance(&mut desk.con, GAME, &ask(1, 1)).await.unwrap();
    let late = join(&mut desk.con, GAME, account(2), "Bo", 9).await.unwrap();
    assert_eq!(late, Joined::Locked);
    let state = game::state(&mut desk.con, GAME.game).await.unwrap().unwrap();
    assert_eq!((state.starters, state.settings), (Some(1), settings));
    game::configure(&mut desk.con, GAME, &Settings::default()).await.unwrap();
    assert_eq!(join(&mut desk.con, GAME, account(2), "Bo", 9).await.unwrap(), seat(2, "Bo", true));
}

#[tokio::test]
async fn an_account_has_one_seat_and_keeps_it() {
    let mut desk = Desk::open().await;
    let no_game =
        desk.unchanged("unknown", async |con| join(con, GAME, account(1), "Ada", 2).await);
    assert_eq!(no_game.await, Joined::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let other =
        desk.unchanged("unknown", async |con| join(con, OTHER_GAME, account(1), "Ada", 2).await);
    assert_eq!(other.await, Joined::Unknown);

    let ada =
        format!("+ players.a1: 1:{}:-:{}:<ms>:7:Ada", contribution("Ada"), origin(account(1)));
    let expected = ["+ names.ada: a1", "+ newest: 7:Ada", &ada, "state.seats: 0 -> 1"];
    let first =
        desk.granted("seated", &expected, async |con| join(con, GAME, account(1), "Ada", 2).await);
    assert_eq!(first.await, seat(1, "Ada", true));
    let namesake = desk.unchanged("taken", async |con| join(con, GAME, account(2), "ADA", 2).await);
    assert_eq!(namesake.await, Joined::Taken);

    game::configure(&mut desk.con, GAME, &locked(true)).await.unwrap();
    let late = desk.unchanged("locked", async |con| join(con, GAME, account(2), "Bo", 2).await);
    assert_eq!(late.await, Joined::Locked);
    game::configure(&mut desk.con, GAME, &locked(false)).await.unwrap();

    let e = format!("+ players.a2: 2:{}:-:{}:<ms>:7:5:È", contribution("5:È"), origin(account(2)));
    let expected =
        ["+ names.5:e\\u{300}: a2", "newest: 7:Ada -> 7:5:È 7:Ada", &e, "state.seats: 1 -> 2"];
    let second =
        desk.granted("seated", &expected, async |con| join(con, GAME, account(2), "5:È", 2).await);
    assert_eq!(second.await, seat(2, "5:È", true));
    let gone = GameKeys(GAME.game).removed();
    let () = desk.con.sadd(&gone, account(4).to_string()).await.unwrap();
    let banned = desk.unchanged("removed", async |con| join(con, GAME, account(4), "Di", 9).await);
    assert_eq!(banned.await, Joined::Removed);
    let () = desk.con.del(&gone).await.unwrap();
    let third = desk.unchanged("full", async |con| join(con, GAME, account(3), "Cy", 2).await);
    assert_eq!(third.await, Joined::Full);

    game::configure(&mut desk.con, GAME, &locked(true)).await.unwrap();
    let end = step(1, Kind::Ended, 0);
    game::advance(&mut desk.con, GAME, &end).await.unwrap();
    let after = desk.unchanged("ended", async |con| join(con, GAME, account(3), "Cy", 9).await);
    assert_eq!(after.await, Joined::Ended);
    // Whoever has a seat has it in a full, locked and ended game too, whatever name is asked for.
    for name in ["Ada", "Bea", "5:È"] {
        let again = desk.unchanged("again", async |con| join(con, GAME, account(1), name, 2).await);
        assert_eq!(again.await, seat(1, "Ada", false));
    }
    let again = desk.unchanged("again", async |con| join(con, GAME, account(2), "Bo", 2).await);
    assert_eq!(again.await, seat(2, "5:È", false));
    // What it contributed first stays, whatever it says afterwards.
    let contributed = game::contributions(&mut desk.con, GAME.game).await.unwrap();
    assert_eq!(contributed, [(1, contribution("Ada")), (2, contribution("5:È"))]);
    desk.has_heard_all_of("join.lua");
}

#[tokio::test]
async fn the_lobby_keeps_the_newest_names() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    game::create(&mut con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let all = u32::try_from(NAMES_SHOWN).unwrap() + 2;
    for number in 1..=all {
        let name = format!("P{number}");
        let joined = join(&mut con, GAME, account(number), &name, all).await;
        assert_eq!(joined.unwrap(), seat(number, &name, true));
    }
    let (players, newest) = game::lobby(&mut con, GAME.game).await.unwrap();
    let face = |number| Face { nickname: format!("P{number}"), avatar: FACE };
    let expected: Vec<Face> = (3..=all).rev().map(face).collect();
    assert_eq!((players, newest), (all, expected));
    let stored: usize = con.llen(GameKeys(GAME.game).newest()).await.unwrap();
    assert_eq!(stored, NAMES_SHOWN);
}

#[tokio::test]
async fn the_first_answer_to_the_open_question_counts() {
    let mut desk = Desk::open().await;
    let bob = account(2);
    let answer = async |desk: &mut Desk, word: &str, round, choices| {
        let answered = desk.unchanged(word, async |con| {
            answer_one(con, GAME, bob, round, ChoiceSet(choices)).await
        });
        answered.await
    };
    assert_eq!(answer(&mut desk, "unknown", 0, 1).await, Answered::Unknown);
    game::create(&mut desk.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    let other = desk
        .unchanged("unknown", async |con| answer_one(con, OTHER_GAME, bob, 0, ChoiceSet(1)).await);
    assert_eq!(other.await, Answered::Unknown);
    let seatless = answer(&mut desk, "not_seated", 0, 1).await;
    assert_eq!(seatless, Answered::NotSeated);
    join(&mut desk.con, GAME, bob, "Bo", 9).await.unwrap();
    // Before the question, and a question that is not the open one.
    assert_eq!(answer(&mut desk, "not_open", 0, 1).await, Answered::NotOpen);
    let asked = ask(1, 1);
    game::advance(&mut desk.con, GAME, &asked).await.unwrap();
    assert_eq!(answer(&mut desk, "not_accepted", 0, 0).await, Answered::NotAccepted);
    for round in [1, 2] {
        let wrong = answer(&mut desk, "not_open", round, 1).await;
        assert_eq!(wrong, Answered::NotOpen);
    }
    // Asked some seconds ago, so that the elapsed time is not nothing.
    let opened_ms = game::state(&mut desk.con, GAME.game).await;
    let opened_ms = opened_ms.unwrap().unwrap().stage.opens_ms - 7000;
    let asked = Step { opens_ms: Some(opened_ms), ..ask(2, 1) };
    game::advance(&mut desk.con, GAME, &asked).await.unwrap();
    let before = snapshot(&mut desk.con).await;
    let first = answer_one(&mut desk.con, GAME, bob, 0, ChoiceSet(5)).await;
    let counted = |new| Answered::Counted { answer: ChoiceSet(5).into(), new };
    assert_eq!(first.unwrap(), counted(true));
    let answers = game::answers(&mut desk.con, GAME.game, 0).await.unwrap();
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[&bob].answer, ChoiceSet(5).into());
    let elapsed_ms = answers[&bob].elapsed_ms;
    assert!((7000..60_000).contains(&elapsed_ms), "{elapsed_ms}");
    let written = changes(&before, &snapshot(&mut desk.con).await);
    assert_eq!(written, ["+ answers:0.a2: 05"]);
    for choices in [5, 2, 0] {
        assert_eq!(answer(&mut desk, "repeat", 0, choices).await, counted(false));
    }
    // A question whose time is up, then one that is being scored, then one that was scored.
    let over = Step { opens_ms: Some(LONG_AGO_MS), ..ask(3, 2) };
    for next in [over, step(4, Kind::Closing, 2), step(5, Kind::Revealed, 2), ask(6, 3)] {
        game::advance(&mut desk.con, GAME, &next).await.unwrap();
        assert_eq!(answer(&mut desk, "late", 1, 1).await, Answered::Late);
    }
    // What had been counted stays what it was, and nothing is counted after the end.
    assert_eq!(answer(&mut desk, "repeat", 0, 3).await, counted(false));
    game::advance(&mut desk.con, GAME, &step(7, Kind::Ended, 3)).await.unwrap();
    for round in [1, 2] {
        assert_eq!(answer(&mut desk, "ended", round, 1).await, Answered::Ended);
    }
    assert_eq!(answer(&mut desk, "repeat", 0, 3).await, counted(false));
    desk.has_heard_all_of("answer.lua");
}

/// How many writes there were.
async fn writes(con: &mut MultiplexedConnection) -> u64 {
    let info: String = redis::cmd("INFO").arg("persistence").query_async(con).await.unwrap();
    let count = info.lines().find_map(|line| line.strip_prefix("rdb_changes_since_last_save:"));
    count.unwrap().trim().parse().unwrap()
}

/// `WAIT` waits for what the same connection has written, and whoever asks again may do so over
/// another one.
#[tokio::test]
async fn what_is_found_is_written_again() {
    let redis = TestRedis::start().await;
    let con = &mut redis.connection().await;
    let ada = account(1);
    game::create(con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    game::advance(con, GAME, &ask(1, 1)).await.unwrap();
    rain::load_chunk(con, RAIN, 0, rain::OpenTo::Everyone, &packets(0, 3)).await.unwrap();
    rain::open(con, RAIN, 3, 0, HOUR_MS).await.unwrap();
    for again in [false, true] {
        let before = writes(con).await;
        let joined = join(con, GAME, ada, "Ada", 9).await.unwrap();
        assert_eq!(joined, seat(1, "Ada", !again));
        let seated = writes(con).await;
        let answered = answer_one(con, GAME, ada, 0, ChoiceSet(1)).await.unwrap();
        assert_eq!(answered, Answered::Counted { answer: ChoiceSet(1).into(), new: !again });
        let counted = writes(con).await;
        claim_one(con, RAIN, ada).await.unwrap();
        let caught = writes(con).await;
        assert!(before < seated && seated < counted && counted < caught, "again: {again}");
    }
    // Whoever is refused has nothing that could be lost.
    let before = writes(con).await;
    assert_eq!(join(con, GAME, account(2), "Ada", 9).await.unwrap(), Joined::Taken);
    let answered = answer_one(con, GAME, account(2), 0, ChoiceSet(1)).await.unwrap();
    assert_eq!((answered, writes(con).await), (Answered::NotSeated, before));
}
