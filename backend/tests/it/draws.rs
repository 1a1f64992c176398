//! A rain is drawn from what the server promised before anybody joined and what its players' phones
//! contributed, and anybody can draw it again.

use std::time::Instant;

use quizrain::ledger::{Credit, Sealed};
use quizrain::people::account_of;
use quizrain::store::shard::Shard;
use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::draw::{MAX_RAINS, entropy_of, write_contributions};
use quizrain_shared::ids::{Promise, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::{Held, Proof, Witness, prove};
use quizrain_shared::wire::{Caught, PlayerFrame, Refusal, ServerFrame};

use crate::common::client::{Client, token};
use crate::common::redis::TestRedis;
use crate::common::seed::{Stores, now_ms};
use crate::common::server::{DEADLINE, Server};
use crate::common::{contribution, nobody, plan, sealed};

fn cut() -> RainPlan {
    RainPlan {
        bounds: Bounds { pot: Minor(5000), packets: 9, min: Minor(5), max: Minor(1200) },
        split: Split::DoubleMean,
        seconds: 5,
        ..plan("points", 1, 1)
    }
}

/// A text of a rain, once it is shown: that it is not yet is remembered for a second.
fn text(server: &Server, rain: RainId, what: &str) -> String {
    let (path, since) = (format!("/api/rains/{rain}/{what}"), Instant::now());
    loop {
        match server.get(&path, "") {
            (409, _) if since.elapsed() < DEADLINE => {}
            (200, text) => return text,
            other => panic!("{path}: {other:?}"),
        }
    }
}

/// The text of who caught what, of players who are numbered from 1 and nine packets in two pots.
fn claims_of(rain: RainId, caught: &[Caught]) -> String {
    let mut lines: Vec<(u16, u32, Minor)> = (1..)
        .zip(caught)
        .map(|(number, Caught { packet, amount, .. })| {
            let pot = Shard::of_account(account_of(&token(number)), 2).number;
            assert_eq!(u32::from(pot), packet % 2);
            (pot, *packet, *amount)
        })
        .collect();
    // Within a pot the positions grow as they were handed out.
    lines.sort_unstable();
    let lines: String =
        lines.iter().map(|(pot, packet, amount)| format!("{pot} {packet} {amount}\n")).collect();
    format!("quizrain.v1.claims\n{rain} 9 2\n{lines}")
}

/// The second rain of a game is drawn from another link, and with the entropy of three players.
async fn next_is_drawn_from_another_link(server: &Server, host: &mut Client, anna: &mut Client) {
    host.open_rain(cut()).await;
    let is_next = |frame| match frame {
        ServerFrame::Stage(stage) if stage.phase.kind == Kind::Rain => Some(stage.stage),
        _ => None,
    };
    let quizrain_shared::wire::Stage::Rain(next) = anna.until(is_next).await else { panic!() };
    assert_eq!(next.number, 2);
    assert_eq!(text(server, next.rain, "entropy").lines().count(), 2 + 3);
}

#[tokio::test]
async fn anybody_can_draw_a_rain_again() {
    let server = Server::start_with(&["--shards", "2"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::player(&server, &hosted, 1).await;
    let promise = anna.welcome().await.game.promise;
    assert_ne!(promise, Promise([0; 32]));
    anna.join("Anna").await;
    let mut bob = Client::seated(&server, &hosted, 2, "Bob").await;
    // What she says later changes nothing.
    let other = contribution("something else");
    anna.send(&PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Anna".into(),
        entropy: other,
        team: None,
    })
    .await;
    assert_eq!(anna.welcome().await.game.promise, promise);

    host.open_rain(cut()).await;
    let (view, _) = anna.rain().await;
    let shown = (view.number, view.min, view.max, view.split.clone(), view.shards);
    assert_eq!(shown, (1, Minor(5), Minor(1200), Split::DoubleMean, 2));
    let contributions = text(&server, view.rain, "entropy");
    let (of_anna, of_bob) = ((1, contribution("Anna")), (2, contribution("Bob")));
    assert_eq!(contributions, write_contributions(hosted.game, &[of_anna, of_bob]));
    assert_eq!(entropy_of(&contributions), view.entropy);
    for early in ["sealed", "claims"] {
        assert_eq!(server.get(&format!("/api/rains/{}/{early}", view.rain), "").0, 409, "{early}");
    }

    // Whoever comes now is not part of the draw.
    let mut late = Client::seated(&server, &hosted, 3, "Late").await;
    let mut caught = Vec::new();
    for player in [&mut anna, &mut bob, &mut late] {
        caught.push(player.tap().await.unwrap());
    }
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms > 0", "1").await;
    let list = text(&server, view.rain, "sealed");
    let witness = |own| Witness { game: hosted.game, promise, rain: view.clone(), own };
    let owns = [of_anna, of_bob, (3, contribution("Late"))];
    for (caught, own) in caught.iter().zip(owns) {
        let held = Held { rain: caught.rain, packet: caught.packet, amount: caught.amount };
        let proof = prove(&list, Some(&contributions), Some(&witness(Some(own))), held);
        assert_eq!(proof, Proof::Kept { packets: 9, players: 2, own: own.0 < 3 });
    }

    let expected = claims_of(view.rain, &caught);
    assert_eq!(text(&server, view.rain, "claims"), expected);

    host.stage(Kind::RainDone).await;
    next_is_drawn_from_another_link(&server, &mut host, &mut anna).await;
    let audit = crate::common::server::run(server.dir(), &["audit"]);
    let said = String::from_utf8_lossy(&audit.stdout).into_owned();
    assert!(!said.contains("had to be drawn"), "{said}");
}

#[tokio::test]
async fn a_rain_beyond_the_last_link_is_refused() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let sql = Stores::open(&server).await.sql;
    let (row, amounts) = sealed(hosted.game, MAX_RAINS - 1, cut());
    let list = nobody(hosted.game);
    let put = sql.put_rain(&row, &amounts, &[], &list, Credit::Unlimited, now_ms()).await;
    assert_eq!(put.unwrap(), Sealed::Done);
    host.open_rain(RainPlan { seconds: 6, ..cut() }).await;
    assert_eq!(host.refusal().await, Refusal::NoRainLeft);
}

#[tokio::test]
async fn contributions_are_shown_once_a_rain_is_on_the_stage_and_claims_once_it_is_settled() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let (mut con, mut stores) = (redis.connection().await, Stores::open(&server).await);
    let caught = stores.catch(&con, plan("CNY", 1005, 10), 4).await;
    let rain = caught.seeded.rain();
    let status = |what: &str| server.get(&format!("/api/rains/{rain}/{what}"), "").0;
    assert_eq!((status("entropy"), status("claims"), status("sealed")), (200, 409, 409));
    for nothing in ["entropy", "claims"] {
        assert_eq!(server.get(&format!("/api/rains/0000000000000000/{nothing}"), "").0, 404);
    }
    let (early, sealed) = stores.seal(&plan("CNY", 100, 2), Credit::Unlimited).await;
    assert_eq!(sealed, Sealed::Done);
    assert_eq!(server.get(&format!("/api/rains/{}/entropy", early.rain), "").0, 409);

    stores.settle(&server, &mut con, &[caught.seeded]).await;
    let lines = caught.claims.iter().map(|(_, claim)| claim.packet);
    let lines: String = lines.map(|it| format!("0 {} {}\n", it.number, it.amount)).collect();
    let expected = format!("quizrain.v1.claims\n{rain} 10 1\n{lines}");
    assert_eq!(text(&server, rain, "claims"), expected);
    let numbers: Vec<u32> = caught.claims.iter().map(|(_, it)| it.packet.number).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
}
