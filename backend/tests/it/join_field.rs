//! What an open game asks of everybody who takes a seat: checked, kept from when the seat was taken, and seen by its host,
//! in results and by who pays; by nobody else.

use quizrain_shared::api::{CreateGame, HostRight, OwnData, PlayerResult};
use quizrain_shared::field::JoinField;
use quizrain_shared::identity::Identity;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Ban, HostFrame, PlayerFrame, PlayerRow, Refusal, ServerFrame};
use serde_json::{Value, json};

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{Server, run};
use crate::common::{contribution, plan};

on_both!(what_is_asked_is_checked_kept_and_told_to_who_pays);

fn asked() -> JoinField {
    JoinField {
        name: "Staff number".to_owned(),
        pattern: "S-[0-9]{4}".to_owned(),
        example: "S-1234".to_owned(),
    }
}

fn game(server: &Server) -> HostRight {
    let quiz = server.quizzes().remove(0).id;
    let wish =
        CreateGame { field: Some(asked()), pays_anybody: true, ..CreateGame::of(quiz, None) };
    server.post_json("/api/games", &wish)
}

async fn ask(player: &mut Client, nickname: &str, field: Option<&str>) {
    let (nickname, entropy) = (nickname.to_owned(), contribution(nickname));
    let field = field.map(str::to_owned);
    player.send(&PlayerFrame::Join { avatar: None, nickname, entropy, team: None, field }).await;
}

async fn seat(player: &mut Client, nickname: &str, field: &str) {
    ask(player, nickname, Some(field)).await;
    while player.welcome().await.you.is_none() {}
}

async fn listed(host: &mut Client, search: &str) -> Vec<(String, Option<String>)> {
    host.send(&HostFrame::ListPlayers { search: search.to_owned(), skip: 0 }).await;
    let rows: Vec<PlayerRow> = host
        .until(|frame| match frame {
            ServerFrame::Players(list) => (list.search == search).then_some(list.rows),
            _ => None,
        })
        .await;
    let mut rows: Vec<_> = rows.into_iter().map(|it| (it.seat.nickname, it.field)).collect();
    rows.sort();
    rows
}

/// Anna and Ben take their seats, and Cid comes and goes.
async fn come_in(nodes: &Nodes, hosted: &HostRight, host: &mut Client) -> [Client; 2] {
    let (one, other) = (nodes.node(0), nodes.node(1));
    // Everybody is told what is asked; nobody has a seat without it, or with something else.
    let mut anna = Client::player(one, hosted, 1).await;
    let known = anna.welcome().await.game;
    assert_eq!(known.field.as_deref(), Some(&asked()));
    let long = "S".repeat(5000);
    for wrong in
        [None, Some(""), Some("1234"), Some("S-12345"), Some("S-1234\u{202e}"), Some(&long)]
    {
        ask(&mut anna, "Anna", wrong).await;
        assert_eq!(anna.refusal().await, Refusal::Field, "{wrong:?}");
    }
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM player_fields"), ["0"]);
    seat(&mut anna, "Anna", " Ｓ-0001 ").await;
    let mut ben = Client::player(other, hosted, 2).await;
    ben.welcome().await;
    // Without a seat nothing is kept.
    ask(&mut ben, "Anna", Some("S-7777")).await;
    assert_eq!(ben.refusal().await, Refusal::NicknameTaken);
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM player_fields"), ["1"]);
    seat(&mut ben, "Ben", "S-0002").await;
    // From then on it stays.
    seat(&mut ben, "Ben", "S-9999").await;
    let mut again = Client::player(one, hosted, 2).await;
    again.welcome().await;
    seat(&mut again, "Ben", "S-9998").await;

    // Nor does it change for whoever may not come back; and what comes with another seat counts.
    let mut cid = Client::player(one, hosted, 3).await;
    cid.welcome().await;
    seat(&mut cid, "Cid", "S-3333").await;
    host.send(&HostFrame::Remove { seat: 3, ban: Ban::No }).await;
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
    let mut cid = Client::player(one, hosted, 3).await;
    cid.welcome().await;
    seat(&mut cid, "Cid", "S-0003").await;
    host.send(&HostFrame::Remove { seat: 4, ban: Ban::Account }).await;
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
    let mut cid = Client::player(one, hosted, 3).await;
    cid.welcome().await;
    ask(&mut cid, "Cid", Some("S-0001")).await;
    assert_eq!(cid.refusal().await, Refusal::Removed);
    let cids = "SELECT value FROM player_fields WHERE value LIKE 'S-3%' OR value = 'S-0003'";
    assert_eq!(nodes.ledger(cids), ["S-0003"]);

    let both = [("Anna", "S-0001"), ("Ben", "S-0002")]
        .map(|(name, field)| (name.to_owned(), Some(field.to_owned())));
    assert_eq!(listed(host, "").await, both);
    assert_eq!(listed(host, "s-0002").await, both[1..]);

    // Nobody else hears of it.
    for frame in anna.seen.iter().chain(&ben.seen).chain(&again.seen) {
        let text = serde_json::to_string(frame).unwrap();
        assert!(!text.contains("S-0001") && !text.contains("S-0002"), "{text}");
    }
    [anna, again]
}

async fn what_is_asked_is_checked_kept_and_told_to_who_pays(on: On) {
    let receiving = Receiving::start(Manners::default());
    let args = ["--payout-url", &receiving.url, "--payout-allow-private"];
    let nodes = Nodes::start_with_env(on, 2, &args, &[("QUIZRAIN_PAYOUT_SECRET", SECRET)]).await;
    let one = nodes.node(0);
    let url = nodes.database_url();
    let deposit = ["deposit", "5.00", "CNY", "--database-url", url.as_str()];
    assert!(run(one.dir(), &deposit).status.success());
    let hosted = game(one);
    nodes.until_all_know().await;
    let mut host = Client::host(one, &hosted).await;

    let [mut anna, mut ben] = come_in(&nodes, &hosted, &mut host).await;
    host.open_rain(RainPlan { seconds: 10, ..plan("CNY", 20, 2) }).await;
    for player in [&mut anna, &mut ben] {
        player.tap().await.unwrap();
    }
    nodes.ledger_says("SELECT COUNT(*) FROM payouts WHERE state = 'confirmed'", "2").await;
    let paid = super::payout::sqlite3(
        &receiving.ledger(),
        "SELECT field, amount, issuer IS NULL FROM payouts ORDER BY field",
    );
    assert_eq!(paid, ["S-0001|10|1", "S-0002|10|1"]);
    // It was for that alone.
    assert_eq!(nodes.ledger("SELECT field FROM payouts WHERE field IS NOT NULL"), [""; 0]);
    host.stage(Kind::RainDone).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    nodes.ledger_says("SELECT COUNT(*) FROM game_log WHERE what = 'finished'", "1").await;
    afterwards(&nodes, &hosted).await;
}

/// Results have it, whoever it is about gets it, and it goes with them.
async fn afterwards(nodes: &Nodes, hosted: &HostRight) {
    let (one, other, game) = (nodes.node(0), nodes.node(1), hosted.game);
    let results =
        |path: &str| one.get(&format!("/api/games/{game}/results{path}"), &one.host_key()).1;
    let summary: Value = serde_json::from_str(&results("")).unwrap();
    assert_eq!(summary["summary"]["field"], "Staff number");
    let page: Value = serde_json::from_str(&results("/players")).unwrap();
    let players: Vec<PlayerResult> = serde_json::from_value(page["players"].clone()).unwrap();
    let stayed = players.into_iter().filter(|it| !it.removed);
    let mut fields: Vec<_> = stayed.map(|it| (it.nickname, it.field.unwrap())).collect();
    fields.sort();
    assert_eq!(
        fields,
        [("Anna", "S-0001"), ("Ben", "S-0002")].map(|(a, b)| (a.to_owned(), b.to_owned()))
    );
    let table = results(".csv?table=players");
    assert!(table.lines().next().unwrap().ends_with(",field"), "{table}");
    assert!(table.contains(",S-0001\r\n") || table.contains(",S-0001\n"), "{table}");

    let own: OwnData = other.get_json("/api/me", &token(1).reveal());
    assert_eq!((own.fields.len(), own.fields[0].value.as_str()), (1, "S-0001"));
    let (status, said) = other.delete("/api/me", &token(1).reveal());
    assert_eq!(status, 200, "{said}");
    let kept = nodes.ledger("SELECT value FROM player_fields WHERE value <> 'S-0003'");
    assert_eq!(kept, ["S-0002"]);
    assert!(!results("/players").contains("S-0001"));
}

#[tokio::test]
async fn what_nobody_could_fill_in_is_not_asked() {
    let server = Server::start();
    let quiz = server.quizzes().remove(0).id;
    let refused = |identity: Identity, field: Value| {
        let mut wish = serde_json::to_value(CreateGame::of(quiz.clone(), None)).unwrap();
        wish["identity"] = json!(identity);
        wish["field"] = field;
        let (status, text) = server.post("/api/games", &server.host_key(), &wish);
        assert_eq!(status, 400, "{text}");
        text
    };
    let field = |name: &str, pattern: &str, example: &str| json!({ "name": name, "pattern": pattern, "example": example });
    assert!(refused(Identity::Open, field("", "", "")).contains("1 to 40"));
    assert!(refused(Identity::Open, field("No", "(", "1")).contains("cannot be read"));
    assert!(refused(Identity::Open, field("No", "x{1000}{1000}", "1")).contains("cannot be read"));
    assert!(refused(Identity::Open, field("No", "[0-9]{3}", "12")).contains("example"));
    assert!(refused(Identity::Open, field("No", "[0-9]{3}", "")).contains("example"));
    assert!(refused(Identity::Signed, field("No", "", "")).contains("open games alone"));
    // A name alone is enough.
    let mut wish = serde_json::to_value(CreateGame::of(quiz.clone(), None)).unwrap();
    wish["field"] = json!({ "name": "Table" });
    let hosted: HostRight = server.post_json("/api/games", &wish);
    let mut anna = Client::player(&server, &hosted, 1).await;
    anna.welcome().await;
    seat(&mut anna, "Anna", "the one by the window").await;
}
