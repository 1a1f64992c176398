//! Payouts that wait for a host: never sent while they are held, by whichever server, and nothing is lost or paid twice
//! whoever is first.

use std::collections::BTreeMap;
use std::time::Duration;

use quizrain::ledger::{Claim, Credit, HoldDone, Sealed, Settled};
use quizrain::payout::TakenPayout;
use quizrain::people::account_of;
use quizrain::store::sql::Sql;
use quizrain_shared::api::{Balance, FlagReason, PayoutState, ResultPackets, Statement};
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PacketState, ServerFrame};
use serde_json::json;

use super::{Books, Paying, assert_books_add_up, long, now_ms, quick, settled_rain, until};
use crate::audit::audit;
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::seed::generation_of;
use crate::common::server::{DEADLINE, Server, run};
use crate::common::{nobody, plan, sealed};
use crate::guests::{game_for, made, shown};
use crate::history::end;

const MINUTE: Duration = Duration::from_secs(60);

/// Who has a packet of [`settled_rain`].
fn owner(packet: u32) -> AccountId {
    let mut account = [0; 16];
    account[..4].copy_from_slice(&packet.to_be_bytes());
    AccountId(account)
}

async fn on_each(test: impl AsyncFn(Books)) {
    test(Books::sqlite().await).await;
    test(Books::postgres().await).await;
}

/// Another server's handle on the same database.
async fn other_server(books: &Books) -> Sql {
    match &books.file {
        super::Store::Sqlite(dir) => {
            Sql::open_file(&dir.path().join("books.sqlite")).await.unwrap()
        }
        super::Store::Postgres(database) => {
            Sql::open_url(&database.url().parse().unwrap()).await.unwrap()
        }
    }
}

/// Does it until the database takes it: several at once in PostgreSQL may be told to do it again.
macro_rules! until_done {
    ($what:expr) => {
        loop {
            match $what.await {
                Ok(done) => break done,
                Err(error) => assert!(error.is_away(), "{error}"),
            }
        }
    };
}

async fn take(sql: &Sql, rain: RainId) -> Vec<TakenPayout> {
    sql.take_payouts(rain, 100, MINUTE, now_ms()).await.unwrap()
}

async fn hold(sql: &Sql, game: GameId, rain: RainId, packet: u32) -> HoldDone {
    sql.hold_payouts(game, rain, owner(packet), now_ms()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_held_is_sent_once_released_and_never_once_refused() {
    on_each(async |books| {
        let (sql, game) = (&books.sql, books.game().await);
        let rain = settled_rain(sql, game, 0, 5).await;
        for packet in [0, 1, 2] {
            assert_eq!(hold(sql, game, rain, packet).await, HoldDone::Done(1));
        }
        // Said twice, it is held once.
        assert_eq!(hold(sql, game, rain, 0).await, HoldDone::Done(0));
        assert_eq!(hold(sql, GameId([8; 8]), rain, 3).await, HoldDone::NoSuch);
        let receiving = Receiving::start(Manners::default());
        let paying = Paying::start(&books, &receiving, DEADLINE, quick());
        until(&books, DEADLINE, &["confirmed|2", "held|3"]).await;
        assert_eq!(hold(sql, game, rain, 3).await, HoldDone::TooLate(PayoutState::Confirmed));
        assert_eq!(sql.redrive_payouts(rain).await.unwrap(), 0);
        assert_books_add_up(&books);

        let other = other_server(&books).await;
        let released = other.release_payouts(game, rain, owner(0)).await.unwrap();
        assert_eq!(released, HoldDone::Done(1));
        let refused = other.refuse_payouts(game, rain, owner(1)).await.unwrap();
        assert_eq!(refused, HoldDone::Done(1));
        until(&books, DEADLINE, &["confirmed|3", "held|1", "refused|1"]).await;
        for packet in [0, 1, 4] {
            let (released, refused) = (
                sql.release_payouts(game, rain, owner(packet)).await.unwrap(),
                sql.refuse_payouts(game, rain, owner(packet)).await.unwrap(),
            );
            assert_eq!((released, refused), (HoldDone::NotHeld, HoldDone::NotHeld), "{packet}");
        }
        let late = hold(sql, game, rain, 1).await;
        assert_eq!(late, HoldDone::TooLate(PayoutState::Refused));
        paying.stop().await;
        assert_eq!(receiving.total()["paid"], 3);
        // Refused, it is the player's in the ledger, where it never left.
        let moves = "SELECT kind FROM entries WHERE item = 1 ORDER BY kind";
        assert_eq!(books.ask(moves), ["settle"]);
        assert_books_add_up(&books);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hold_before_the_packet_is_credited_holds_it_then() {
    on_each(async |books| {
        let (sql, game) = (&books.sql, books.game().await);
        let (mut row, amounts) = sealed(game, 0, plan("CNY", 4, 4));
        row.payout = true;
        let nobody = nobody(game);
        let put = sql.put_rain(&row, &amounts, &[], &nobody, Credit::Unlimited, now_ms());
        assert_eq!(put.await.unwrap(), Sealed::Done);
        let rain = row.rain;
        let why = vec![FlagReason::SameAddress { seats: 7 }];
        sql.hold_before(rain, &[(owner(0), why.clone())], now_ms()).await.unwrap();
        assert_eq!(hold(sql, game, rain, 1).await, HoldDone::Done(0));
        // Nothing is there to refuse; released, nothing is held.
        let refused = sql.refuse_payouts(game, rain, owner(0)).await.unwrap();
        assert_eq!(refused, HoldDone::NotCredited);
        assert_eq!(hold(sql, game, rain, 2).await, HoldDone::Done(0));
        let released = sql.release_payouts(game, rain, owner(2)).await.unwrap();
        assert_eq!(released, HoldDone::Done(0));
        let held = sql.books_of(game).await.unwrap().remove(0).held;
        assert_eq!(held.len(), 2);
        assert!(held.iter().all(|it| it.packet.is_none()), "{held:?}");

        let packets = sql.packets(rain).await.unwrap().into_iter();
        let claims: Vec<(AccountId, Claim)> =
            packets.map(|it| (owner(it.number), Claim { packet: it, at_ms: now_ms() })).collect();
        let generation = generation_of(sql, rain).await;
        for _ in 0..2 {
            // Settled again, it is as it was.
            let settled =
                sql.settle(&generation, row.plan.currency, &claims, now_ms()).await.unwrap();
            assert_eq!(settled, [Settled::Credited; 4]);
        }
        assert_eq!(books.states(), ["held|2", "pending|2"]);
        let book = sql.books_of(game).await.unwrap().remove(0);
        assert_eq!(book.payouts().unwrap()(PayoutState::Held).packets, 2);
        let held: Vec<_> =
            book.held.into_iter().map(|it| (it.account, it.packet, it.reasons)).collect();
        assert_eq!(held, [(owner(0), Some(0), why), (owner(1), Some(1), Vec::new())]);
        // A browser whose player has signed in since is held by the name that caught.
        let person = AccountId([9; 16]);
        sql.inherit(owner(0), person, now_ms()).await.unwrap();
        assert_eq!(take(sql, rain).await.len(), 2);
        let released = sql.release_payouts(game, rain, owner(0)).await.unwrap();
        assert_eq!(released, HoldDone::Done(1));
        let taken = take(sql, rain).await;
        assert_eq!(taken.iter().map(|it| it.account).collect::<Vec<_>>(), [person]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_is_first_a_payout_is_held_or_sent_and_never_both() {
    const PACKETS: u32 = 120;
    on_each(async |books| {
        let game = books.game().await;
        let rain = settled_rain(&books.sql, game, 0, PACKETS).await;
        let receiving = Receiving::start(Manners::default());
        let mut holding = Vec::new();
        for server in 0..3_u32 {
            let sql = other_server(&books).await;
            holding.push(tokio::spawn(async move {
                let mut said = BTreeMap::new();
                for packet in (0..PACKETS).filter(|it| it % 3 == server) {
                    let held = until_done!(sql.hold_payouts(game, rain, owner(packet), now_ms()));
                    said.insert(packet, held);
                }
                sql.close().await;
                said
            }));
        }
        let paying = [(); 2].map(|()| Paying::start(&books, &receiving, DEADLINE, quick()));
        let mut said = BTreeMap::new();
        for server in holding {
            said.extend(server.await.unwrap());
        }
        let held = said.values().filter(|it| **it == HoldDone::Done(1)).count();
        let late = said.values().filter(|it| matches!(it, HoldDone::TooLate(_))).count();
        assert_eq!(held + late, PACKETS as usize, "{said:?}");
        let mut states = vec![format!("confirmed|{late}"), format!("held|{held}")];
        states.retain(|it| !it.ends_with("|0"));
        let states: Vec<&str> = states.iter().map(String::as_str).collect();
        until(&books, long(PACKETS), &states).await;
        for (packet, said) in &said {
            let state = books.ask(&format!("SELECT state FROM payouts WHERE packet = {packet}"));
            let expected = if *said == HoldDone::Done(1) { "held" } else { "confirmed" };
            assert_eq!(state, [expected], "{packet}: {said:?}");
        }
        assert_books_add_up(&books);
        // All of them are let go, by two servers at once: each is paid once.
        let other = other_server(&books).await;
        for packet in 0..PACKETS {
            let (one, two) = tokio::join!(
                async { until_done!(books.sql.release_payouts(game, rain, owner(packet))) },
                async { until_done!(other.release_payouts(game, rain, owner(packet))) },
            );
            let expected = usize::from(said[&packet] == HoldDone::Done(1));
            let done = [one, two].iter().filter(|it| **it == HoldDone::Done(1)).count();
            assert_eq!(done, expected, "{packet}: {one:?} {two:?}");
        }
        until(&books, long(PACKETS), &[&format!("confirmed|{PACKETS}")]).await;
        for paying in paying {
            paying.stop().await;
        }
        assert_eq!(receiving.total()["paid"], PACKETS);
        assert_books_add_up(&books);
    })
    .await;
}

/// A server with a receiver, and a host who lets money rain in an open game.
struct Scene {
    server: Server,
    receiving: Receiving,
}

impl Scene {
    fn start(on: On, args: &[&str]) -> Self {
        let receiving = Receiving::start(Manners::default());
        let own = ["--payout-url", receiving.url.as_str(), "--payout-allow-private"];
        let secret = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
        let server = Server::start_on_with_env(on, &[&own[..], args].concat(), &[secret]);
        Self { server, receiving }
    }

    fn restart(&mut self, points: &str) {
        let mut env = vec![("QUIZRAIN_PAYOUT_SECRET", SECRET)];
        if !points.is_empty() {
            env.push(("FAILPOINTS", points));
        }
        self.server.restart_with_env(&env);
    }

    /// The server is killed at a point of this request, and comes back.
    async fn killed_at(&mut self, point: &str, path: &str, token: &str) {
        self.server.stop();
        self.restart(&format!("{point}=1*return(crash)"));
        let url = format!("http://{}{path}", self.server.as_ref());
        let right = format!("Bearer {token}");
        let lost = tokio::task::spawn_blocking(move || {
            ureq::post(url).header("authorization", right).send_json(json!({})).is_err()
        });
        assert!(lost.await.unwrap(), "nobody was there to answer");
        assert!(self.server.ended().await.is_some());
        self.restart("");
    }

    async fn paid(&self, expected: u64) {
        let since = std::time::Instant::now();
        while self.receiving.total()["paid"] != expected {
            assert!(since.elapsed() < DEADLINE, "{}", self.receiving.total());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

on_both!(
    a_host_holds_releases_and_refuses_over_kills,
    once_a_game_is_over_what_is_held_has_names_and_is_decided_with_any_right_to_it,
    who_caught_and_is_held_in_two_rains_is_told_by_identity_in_each,
);

async fn once_a_game_is_over_what_is_held_has_names_and_is_decided_with_any_right_to_it(on: On) {
    let scene = Scene::start(on, &[]);
    let server = &scene.server;
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(server, &hosted).await;
    let mut anna = Client::seated(server, &hosted, 0, "Anna").await;
    let mut ben = Client::seated(server, &hosted, 1, "Ben").await;
    host.open_rain(RainPlan { seconds: 60, ..plan("points", 20, 2) }).await;
    let (view, _) = host.rain().await;
    let act = |player: u64, act: &str| {
        let account = account_of(&token(player));
        let path = format!("/api/games/{}/payouts/{}/{account}/{act}", hosted.game, view.rain);
        server.post(&path, &server.host_key(), &json!({})).0
    };
    assert_eq!([act(0, "hold"), act(1, "hold")], [200; 2]);
    for player in [&mut anna, &mut ben] {
        player.tap().await.unwrap();
    }
    host.stage(Kind::RainDone).await;
    end(&mut host, server).await;
    let statement = format!("/api/games/{}/statement", hosted.game);
    let held = || server.get_json::<Statement>(&statement, &server.host_key()).rains.remove(0).held;
    let names = || held().into_iter().map(|it| it.nickname).collect::<Vec<_>>();
    assert_eq!(names(), ["Anna", "Ben"].map(|name| Some(name.to_owned())));
    assert_eq!([act(0, "refuse"), act(1, "release")], [200; 2]);
    let done = "SELECT COUNT(*) FROM payouts WHERE state IN ('refused', 'confirmed')";
    server.ledger_says(done, "2").await;
    assert!(names().is_empty());

    // Packet by packet, also where a page has one.
    let (mut packets, mut after) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/games/{}/results/packets?limit=1{after}", hosted.game);
        let page: ResultPackets = server.get_json(&path, &server.host_key());
        packets.extend(page.packets);
        let Some(next) = page.next else { break };
        after = format!("&after={next}");
    }
    let mut told: Vec<_> = packets
        .iter()
        .map(|it| (it.nickname.as_deref().unwrap(), it.payout.unwrap(), it.detail.as_str()))
        .collect();
    told.sort_unstable_by_key(|it| it.0);
    assert_eq!(told[0], ("Anna", PayoutState::Refused, "refused by the host; never sent"));
    assert_eq!((told.len(), told[1].0, told[1].1), (2, "Ben", PayoutState::Confirmed));
    let path = format!("/api/games/{}/results/packets?after=1", hosted.game);
    assert_eq!(server.get(&path, &server.host_key()).0, 400);

    // Refused and then taken back, it is nobody's.
    let refused = packets.iter().find(|it| it.payout == Some(PayoutState::Refused)).unwrap();
    let balance = || server.get_json::<Balance>("/api/balance", &token(0).reveal());
    assert_eq!(balance().packets.len(), 1);
    let (rain, packet) = (view.rain.to_string(), refused.packet.to_string());
    let url = server.database_url();
    let back = run(server.dir(), &["reverse", &rain, &packet, "--database-url", url.as_str()]);
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    assert_eq!(balance().packets, []);
    let path = format!("/api/games/{}/results/packets", hosted.game);
    assert_eq!(server.get_json::<ResultPackets>(&path, &server.host_key()).packets.len(), 1);
}

async fn who_caught_and_is_held_in_two_rains_is_told_by_identity_in_each(on: On) {
    let scene = Scene::start(on, &[]);
    let server = &scene.server;
    let csv = "name,label\nAnna,e-4711\nBen,e-4712";
    let (list, cards) = made(server, &json!({ "title": "Gala", "csv": csv }));
    let hosted = game_for(server, &list);
    shown(server, 1, &cards[0]);
    let account = server.ledger("SELECT account FROM persons WHERE subject = 'e-4711'").remove(0);
    let mut host = Client::host(server, &hosted).await;
    let mut anna = Client::seated(server, &hosted, 1, "Countess").await;
    for _ in 0..2 {
        host.open_rain(RainPlan { seconds: 60, ..plan("points", 20, 1) }).await;
        let (view, _) = host.rain().await;
        let path = format!("/api/games/{}/payouts/{}/{account}/hold", hosted.game, view.rain);
        assert_eq!(server.post(&path, &server.host_key(), &json!({})).0, 200);
        anna.grab().await.unwrap();
        for client in [&mut host, &mut anna] {
            client.stage(Kind::RainDone).await;
        }
    }
    server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'held'", "2").await;
    end(&mut host, server).await;
    let statement = format!("/api/games/{}/statement", hosted.game);
    let rains = server.get_json::<Statement>(&statement, &server.host_key()).rains;
    let held = rains.into_iter().flat_map(|rain| rain.held).map(|it| it.identity);
    let packets = format!("/api/games/{}/results/packets", hosted.game);
    let packets = server.get_json::<ResultPackets>(&packets, &server.host_key()).packets;
    let caught = packets.into_iter().map(|it| it.identity);
    let subjects: Vec<_> = held.chain(caught).map(|it| it.map(|it| it.subject)).collect();
    assert_eq!(subjects, vec![Some("e-4711".to_owned()); 4]);
}

async fn a_host_holds_releases_and_refuses_over_kills(on: On) {
    let mut scene = Scene::start(on, &[]);
    let hosted = scene.server.create_game("How computers count");
    let own = hosted.token.reveal();
    let mut host = Client::host(&scene.server, &hosted).await;
    let mut players = Client::many(&scene.server, &hosted, 0..3).await;
    host.open_rain(RainPlan { seconds: 60, ..plan("points", 30, 3) }).await;
    let (view, _) = host.rain().await;
    let path = |player: u64, act: &str| {
        let account = account_of(&token(player));
        format!("/api/games/{}/payouts/{}/{account}/{act}", hosted.game, view.rain)
    };
    for player in 0..2 {
        let (status, said) = scene.server.post(&path(player, "hold"), &own, &json!({}));
        assert_eq!((status, said.as_str()), (200, "{\"payouts\":0}"));
    }
    for player in &mut players {
        player.tap().await.unwrap();
    }
    // The third is paid, the others are not; the player is told that it waits.
    scene.paid(1).await;
    scene.server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'held'", "2").await;
    let mut again = Client::player(&scene.server, &hosted, 0).await;
    again.welcome().await;
    let told = |frame| match frame {
        ServerFrame::Packet(news) => Some(news.state),
        _ => None,
    };
    assert_eq!(again.until(told).await, PacketState::Held);
    // Killed before it is written, and asked again.
    for (player, act, point, paid) in
        [(0, "release", "release.before_commit", 2), (1, "refuse", "refuse.before_commit", 2)]
    {
        scene.killed_at(point, &path(player, act), &own).await;
        let held = "SELECT COUNT(*) FROM payouts WHERE state = 'held'";
        scene.server.ledger_says(held, if act == "release" { "2" } else { "1" }).await;
        let (status, said) = scene.server.post(&path(player, act), &own, &json!({}));
        assert_eq!(status, 200, "{said}");
        scene.paid(paid).await;
    }
    let done = |state| format!("SELECT COUNT(*) FROM payouts WHERE state = '{state}'");
    for (state, payouts) in [("held", "0"), ("confirmed", "2"), ("refused", "1")] {
        scene.server.ledger_says(&done(state), payouts).await;
    }
    let (status, said) = scene.server.post(&path(2, "hold"), &own, &json!({}));
    assert!(status == 409 && said.contains("too late"), "{status} {said}");
    // Held, released and refused, the books are whole.
    let settled = "SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL";
    scene.server.ledger_says(settled, "0").await;
    let (dir, url) = (scene.server.dir().display().to_string(), scene.server.database_url());
    audit(&["--data-dir", &dir, "--database-url", url.as_str()]).assert_clean();
    // Who did it stands in the log of actions.
    let acts = "SELECT COUNT(*) FROM actions WHERE what LIKE 'POST %/payouts/%' AND status = 200";
    scene.server.ledger_says(acts, "4").await;
}

#[tokio::test]
async fn payouts_of_flagged_players_are_held_by_themselves_where_that_is_asked_for() {
    let scene = Scene::start(On::Sqlite, &["--payouts-hold-flagged"]);
    let hosted = scene.server.create_game("How computers count");
    let own = hosted.token.reveal();
    let mut host = Client::host(&scene.server, &hosted).await;
    // One plays; four windows of one address wait for the rain.
    let mut players = Client::many(&scene.server, &hosted, 0..5).await;
    for round in 0..3 {
        host.make(Move::Ask).await;
        host.stage(Kind::Asking).await;
        // Clients of tests are faster than people, so not always.
        if round < 2 {
            players[0].stage(Kind::Asking).await;
            players[0].answer(round, 1).await;
        }
        host.make(Move::Close).await;
        host.stage(Kind::Revealed).await;
    }
    host.open_rain(RainPlan { seconds: 60, ..plan("points", 50, 5) }).await;
    host.rain().await;
    for player in &mut players {
        player.tap().await.unwrap();
    }
    scene.paid(1).await;
    scene.server.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'held'", "4").await;
    let statement = format!("/api/games/{}/statement", hosted.game);
    let held = scene.server.get_json::<Statement>(&statement, &own).rains.remove(0).held;
    let idle = FlagReason::FewAnswers { answered: 0, of: 3 };
    assert_eq!(held.len(), 4);
    assert!(held.iter().all(|it| it.reasons.contains(&idle)), "{held:?}");
    let paid = account_of(&token(0)).to_string();
    let sent = scene.receiving.statement();
    let row = "SELECT account FROM payouts WHERE state = 'confirmed'";
    assert_eq!((sent.len(), scene.server.ledger(row)), (1, vec![paid]));
}
