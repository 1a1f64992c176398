//! Whom the owner of a game lets to its desk: a link is used once, a co-host drives, a viewer touches
//! nothing, and what has ended closes its sockets everywhere.

use std::collections::BTreeSet;

use quizrain_shared::api::{CrewLink, CrewMember, CrewRight, MAX_CREW};
use quizrain_shared::ids::Token;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{ChoiceSet, Key, Mark};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{Ban, HostFrame, Refusal, Right, ServerFrame, Stage};
use serde_json::{Value, json};

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};
use crate::common::{locked, plan};

fn path(hosted: &HostRight, rest: &str) -> String {
    format!("/api/games/{}/{rest}", hosted.game)
}

/// Has the owner make a link; it, and its code.
fn link(server: &Server, hosted: &HostRight, right: CrewRight) -> (CrewLink, String) {
    let body = json!({ "right": right });
    let (status, text) = server.post(&path(hosted, "crew"), &hosted.token.reveal(), &body);
    assert_eq!(status, 200, "{text}");
    let link: CrewLink = serde_json::from_str(&text).unwrap();
    let code = link.url.split_once("#code=").unwrap().1.to_owned();
    (link, code)
}

/// What the server says to whoever uses a link for a token.
fn join(server: &Server, hosted: &HostRight, code: &str, token: &Token) -> (u16, String) {
    let body = json!({ "code": code, "token": token.reveal() });
    server.post(&path(hosted, "crew/join"), "", &body)
}

/// Lets somebody in, whose token only this number gives.
pub(crate) fn let_in(
    server: &Server,
    hosted: &HostRight,
    right: CrewRight,
    number: u64,
) -> HostRight {
    let (_, code) = link(server, hosted, right);
    let token = token(number);
    let joined = join(server, hosted, &code, &token);
    assert_eq!(joined, (200, json!({ "right": right }).to_string()));
    HostRight { token, ..*hosted }
}

fn crew(server: &Server, hosted: &HostRight) -> Vec<CrewMember> {
    server.get_json(&path(hosted, "crew"), &hosted.token.reveal())
}

fn end(server: &Server, hosted: &HostRight, body: &Value) -> (u16, String) {
    server.post(&path(hosted, "crew/end"), &hosted.token.reveal(), body)
}

async fn right_of(client: &mut Client) -> Right {
    let told = |frame: &ServerFrame| match frame {
        ServerFrame::Right(right) => Some(*right),
        _ => None,
    };
    match client.seen.iter().find_map(told) {
        Some(right) => right,
        None => client.until(|frame| told(&frame)).await,
    }
}

/// What a token gets who says hello with it.
pub(crate) async fn turned_away(server: &Server, hosted: &HostRight) {
    let hello = HostFrame::Hello { game: hosted.game, token: hosted.token };
    let mut client = Client::open(server, "/ws/host", quizrain_shared::wire::Encoding::Json).await;
    client.send(&hello).await;
    assert_eq!(client.refusal().await, Refusal::NotAllowed);
    assert_eq!(client.closed().await, 4003);
}

on_both!(
    a_link_gives_one_browser_a_right_once,
    a_game_has_so_many_links_and_no_more,
    rights_outlive_a_restart,
);

async fn a_link_gives_one_browser_a_right_once(on: On) {
    let server = Server::start_on(on, &["--public-url", "https://quiz.example.org"]);
    let hosted = server.create_game("How computers count");
    let (made, code) = link(&server, &hosted, CrewRight::Host);
    let page = format!("https://quiz.example.org/host/{}#code={code}", hosted.game);
    assert_eq!((made.url.as_str(), code.len()), (page.as_str(), 32));
    assert!(made.qr.contains("<svg") && !made.qr.contains(&code), "{}", made.qr);
    let kept = server.ledger("SELECT id, role, hash FROM crew").concat();
    assert!(!kept.contains(&code) && kept.contains(&made.id), "{kept}");
    // A code is no right.
    turned_away(&server, &HostRight { token: code.parse().unwrap(), ..hosted }).await;
    let other = server.create_game("Around the world in ten questions");
    for (game, code) in [
        (&other, code.as_str()),
        (&hosted, &token(99).reveal()),
        (&HostRight { game: quizrain_shared::ids::GameId([9; 8]), ..hosted }, &code),
    ] {
        let (status, text) = join(&server, game, code, &token(1));
        assert_eq!((status, text.contains("used or is too old")), (410, true), "{text}");
    }
    for body in [
        json!({}),
        json!({ "code": code }),
        json!({ "code": code, "token": 7 }),
        json!({ "code": &code[1..], "token": token(1).reveal() }),
        json!({ "code": "' OR 1=1 --", "token": token(1).reveal() }),
        json!({ "code": code.to_uppercase() + "0", "token": token(1).reveal() }),
        json!([code, token(1).reveal(), 3]),
    ] {
        assert_eq!(server.post(&path(&hosted, "crew/join"), "", &body).0, 400, "{body}");
    }
    // Many at once, and the winner's answer was lost.
    let answers: Vec<(u64, u16)> = std::thread::scope(|scope| {
        let ask = |number| join(&server, &hosted, &code, &token(number)).0;
        let asking: Vec<_> = (1..=8).map(|it| (it, scope.spawn(move || ask(it)))).collect();
        asking.into_iter().map(|(it, asked)| (it, asked.join().unwrap())).collect()
    });
    let won: Vec<u64> =
        answers.iter().filter(|(_, status)| *status == 200).map(|(it, _)| *it).collect();
    assert_eq!(won.len(), 1, "{answers:?}");
    assert!(answers.iter().all(|(_, status)| matches!(status, 200 | 410)), "{answers:?}");
    let winner = token(won[0]);
    let host = json!({ "right": "host" }).to_string();
    assert_eq!(join(&server, &hosted, &code, &winner), (200, host.clone()));
    assert_eq!(join(&server, &hosted, &code, &token(9)).0, 410);
    let mut cohost = Client::host(&server, &HostRight { token: winner, ..hosted }).await;
    assert_eq!(right_of(&mut cohost).await, Right::Host);
    // Whoever has a right keeps it, and leaves another link as it was.
    let (viewer, code) = link(&server, &hosted, CrewRight::Viewer);
    assert_eq!(join(&server, &hosted, &code, &winner), (200, host));
    let waits = |member: &CrewMember| member.id == viewer.id && member.until_ms.is_some();
    assert!(crew(&server, &hosted).iter().any(waits));
    // Too late.
    server.tamper("UPDATE crew SET until_ms = 1 WHERE until_ms IS NOT NULL");
    assert_eq!(join(&server, &hosted, &code, &token(10)).0, 410);
    assert_eq!(crew(&server, &hosted).len(), 1);
}

async fn a_game_has_so_many_links_and_no_more(on: On) {
    let server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let_in(&server, &hosted, CrewRight::Viewer, 1);
    for _ in 1..MAX_CREW {
        link(&server, &hosted, CrewRight::Host);
    }
    let ask = || {
        let body = json!({ "right": "viewer" });
        server.post(&path(&hosted, "crew"), &hosted.token.reveal(), &body)
    };
    let (status, text) = ask();
    assert_eq!((status, text.contains("end some")), (409, true), "{text}");
    // Those that nobody used in time make room.
    server.tamper("UPDATE crew SET until_ms = 1 WHERE until_ms IS NOT NULL");
    assert_eq!(ask().0, 200);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM crew"), ["2"]);
    for (body, status) in
        [(json!({ "right": "owner" }), 400), (json!({ "right": "Host" }), 400), (json!({}), 400)]
    {
        let (found, text) = server.post(&path(&hosted, "crew"), &hosted.token.reveal(), &body);
        assert_eq!(found, status, "{body}: {text}");
    }
    let gone = HostRight { game: quizrain_shared::ids::GameId([9; 8]), ..hosted };
    let body = json!({ "right": "host" });
    assert_eq!(server.post(&path(&gone, "crew"), &server.host_key(), &body).0, 404);
    assert_eq!(server.post(&path(&hosted, "crew"), &server.host_key(), &body).0, 200);
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::End).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;
    assert_eq!(ask().0, 404, "it is over");
}

async fn rights_outlive_a_restart(on: On) {
    let mut server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let cohost = let_in(&server, &hosted, CrewRight::Host, 1);
    let (_, code) = link(&server, &hosted, CrewRight::Viewer);
    server.kill();
    server.restart();
    let mut client = Client::host(&server, &cohost).await;
    assert_eq!(right_of(&mut client).await, Right::Host);
    client.make(Move::Ask).await;
    client.stage(Kind::Asking).await;
    assert_eq!(join(&server, &hosted, &code, &token(2)).0, 200);
    assert_eq!(join(&server, &hosted, &code, &token(3)).0, 410);
    let mut viewer = Client::host(&server, &HostRight { token: token(2), ..hosted }).await;
    assert_eq!(right_of(&mut viewer).await, Right::Viewer);
    viewer.stage(Kind::Asking).await;
}

#[tokio::test]
async fn two_hosts_are_in_step() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let cohost = let_in(&server, &hosted, CrewRight::Host, 1);
    let mut laptop = Client::host(&server, &hosted).await;
    let mut phone = Client::host(&server, &cohost).await;
    assert_eq!(right_of(&mut laptop).await, Right::Owner);
    phone.send(&HostFrame::Configure { settings: locked(true) }).await;
    let is_locked = |frame| match frame {
        ServerFrame::Lobby(lobby) => lobby.settings.locked.then_some(()),
        _ => None,
    };
    laptop.until(is_locked).await;
    let seen = phone.stage.as_ref().unwrap().at.seq;
    phone.send(&HostFrame::Pick { question: Some(2), seen }).await;
    let picked = |frame| match frame {
        ServerFrame::Picked(question @ Some(_)) => Some(question),
        _ => None,
    };
    assert_eq!(laptop.until(picked).await, Some(2));
    assert_eq!(phone.until(picked).await, Some(2));
    // Whoever comes later is told.
    let mut later = Client::host(&server, &cohost).await;
    assert_eq!(later.until(picked).await, Some(2));
    phone.send(&HostFrame::Pick { question: Some(999), seen }).await;
    assert_eq!(phone.refusal().await, Refusal::NoQuestionLeft);
    phone.send(&HostFrame::Pick { question: None, seen: seen + 1 }).await;
    assert_eq!(phone.refusal().await, Refusal::Stale);
    // Both press the same at once.
    let next = HostFrame::Move { mv: Move::Ask, seen };
    phone.send(&next).await;
    laptop.send(&next).await;
    let asked = phone.stage(Kind::Asking).await;
    assert_eq!(laptop.stage(Kind::Asking).await, asked);
    assert_eq!(asked.phase.round(), Some(0));
    let refused = |client: &Client| {
        client.seen.iter().filter(|it| **it == ServerFrame::Refused(Refusal::Stale)).count()
    };
    // The phone was refused once before; one of the two is now.
    while refused(&phone) + refused(&laptop) < 2 {
        tokio::select! {
            frame = phone.next() => drop(frame.unwrap()),
            frame = laptop.next() => drop(frame.unwrap()),
        }
    }
    laptop.make(Move::Close).await;
    phone.stage(Kind::Revealed).await;
}

/// A frame of each kind that a host may send, by its name.
pub(crate) fn frames(hosted: &HostRight, seen: u64) -> Vec<(&'static str, HostFrame)> {
    vec![
        ("Hello", HostFrame::Hello { game: hosted.game, token: hosted.token }),
        ("Move", HostFrame::Move { mv: Move::Ask, seen }),
        ("Ask", HostFrame::Ask { question: 1, seen }),
        ("AddTime", HostFrame::AddTime { seconds: 10, seen }),
        ("OpenRain", HostFrame::OpenRain { plan: plan("points", 100, 10), seen }),
        ("MarkText", HostFrame::MarkText { text: "x".into(), mark: Mark::Hidden, seen }),
        ("Configure", HostFrame::Configure { settings: locked(true) }),
        ("ListPlayers", HostFrame::ListPlayers { search: String::new(), skip: 0 }),
        ("Remove", HostFrame::Remove { seat: 1, ban: Ban::Account }),
        ("Rename", HostFrame::Rename { seat: 1, nickname: "Zoë".into() }),
        ("AdjustScore", HostFrame::AdjustScore { seat: 1, points: 9, note: String::new(), seen }),
        ("Revive", HostFrame::Revive { seat: None, seen }),
        ("FixKey", HostFrame::FixKey { question: 0, key: Key::Choices(ChoiceSet(1)), seen }),
        ("Pick", HostFrame::Pick { question: Some(1), seen }),
        ("AddMinutes", HostFrame::AddMinutes { minutes: 30, seen }),
        ("Sound", HostFrame::Sound { play: true, seen }),
    ]
}

/// The names of all frames, as the type itself tells whoever says another one.
pub(crate) fn names_of_all() -> BTreeSet<String> {
    let error = serde_json::from_str::<HostFrame>("\"?\"").unwrap_err().to_string();
    let (_, names) = error.split_once("expected one of ").unwrap();
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Tries every frame; which of them are done.
async fn done_for_a_viewer(
    watching: &mut Client,
    frames: Vec<(&'static str, HostFrame)>,
) -> Vec<&'static str> {
    let mut done = Vec::new();
    for (name, frame) in frames {
        watching.send(&frame).await;
        let refused = watching
            .until(|frame| match frame {
                ServerFrame::Refused(why) => Some(Some(why)),
                ServerFrame::Welcome(_) => Some(None),
                ServerFrame::Players(list) => {
                    assert_eq!(list.rows[0].seat.nickname, "Anna");
                    Some(None)
                }
                _ => None,
            })
            .await;
        match refused {
            Some(why) => assert_eq!(why, Refusal::OnlyWatching, "{name}"),
            None => done.push(name),
        }
    }
    done
}

#[tokio::test]
async fn a_viewer_sees_the_desk_and_touches_nothing() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let viewer = let_in(&server, &hosted, CrewRight::Viewer, 1);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 2, "Anna").await;
    let mut watching = Client::host(&server, &viewer).await;
    assert_eq!(right_of(&mut watching).await, Right::Viewer);
    let seen = watching.stage.as_ref().unwrap().at.seq;
    let frames = frames(&viewer, seen);
    let names: BTreeSet<String> = frames.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, names_of_all(), "a frame of each kind is tried");
    let done = done_for_a_viewer(&mut watching, frames).await;
    assert_eq!(done, ["Hello", "ListPlayers"], "the rest is refused");
    // Nothing has changed, and what the host does shows.
    let again = Client::host(&server, &hosted).await.seen;
    let Some(ServerFrame::Welcome(welcome)) = again.first() else { panic!("{again:?}") };
    assert_eq!((welcome.stage.at.seq, welcome.lobby.settings), (seen, Settings::default()));
    host.make(Move::Ask).await;
    watching.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    host.make(Move::Close).await;
    let shown = watching.stage(Kind::Revealed).await;
    assert!(matches!(shown.stage, Stage::Revealed { answered: 1, .. }), "{shown:?}");

    let token = viewer.token.reveal();
    for rest in ["questions", "proposal", "statement"] {
        assert_eq!(server.get(&path(&hosted, rest), &token).0, 200, "{rest}");
    }
    let rain = json!({ "rain": "0000000000000000" });
    let cohost = let_in(&server, &hosted, CrewRight::Host, 3).token.reveal();
    for (rest, body, of_cohost) in [
        // Let in, and there is no such rain.
        ("redrive", rain, 404),
        ("crew", json!({ "right": "host" }), 403),
        ("crew/end", json!({}), 403),
        ("token", json!({}), 403),
    ] {
        let (status, text) = server.post(&path(&hosted, rest), &token, &body);
        assert_eq!((status, text.contains("\"error\"")), (403, true), "{rest}: {text}");
        let (status, text) = server.post(&path(&hosted, rest), &cohost, &body);
        assert_eq!(status, of_cohost, "{rest}: {text}");
    }
    for token in [&token, &cohost] {
        assert_eq!(server.get(&path(&hosted, "crew"), token).0, 403);
        assert_eq!(server.get("/api/games", token).0, 403);
        let booth = json!({ "pin": hosted.pin.number() });
        assert_eq!(server.put("/api/booth", token, &booth).0, 403);
    }
}

#[tokio::test]
async fn what_has_ended_closes_its_sockets_on_every_server() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game("How computers count");
    let [first, second, third] =
        [1, 2, 3].map(|it| let_in(nodes.node(0), &hosted, CrewRight::Viewer, it));
    // Made by one server, used at the other.
    let (_, code) = link(nodes.node(0), &hosted, CrewRight::Host);
    assert_eq!(join(nodes.node(1), &hosted, &code, &token(4)).0, 200);
    assert_eq!(join(nodes.node(0), &hosted, &code, &token(5)).0, 410);
    let cohost = HostRight { token: token(4), ..hosted };
    let mut owner = Client::host(nodes.node(1), &hosted).await;
    let mut sockets = Vec::new();
    for right in [&first, &second, &third, &cohost] {
        sockets.push(Client::host(nodes.node(1), right).await);
    }
    let mut beside = Client::host(nodes.node(0), &first).await;
    let [one, two, three, four] = &mut sockets[..] else { panic!() };
    // One of them, wherever its sockets are, and none that nobody has.
    let before = crew(nodes.node(0), &hosted);
    assert_eq!(end(nodes.node(0), &hosted, &json!({ "id": "nonsense" })).0, 200);
    assert_eq!(crew(nodes.node(1), &hosted), before);
    let id = first_of(&nodes, &first);
    let (status, text) = end(nodes.node(0), &hosted, &json!({ "id": id }));
    assert_eq!(status, 200, "{text}");
    assert_eq!(one.closed().await, 4003);
    assert_eq!(beside.closed().await, 4003);
    turned_away(nodes.node(1), &first).await;
    assert_eq!(crew(nodes.node(1), &hosted).len(), 3);
    // The others go on.
    four.make(Move::Ask).await;
    two.stage(Kind::Asking).await;
    // All of them, with the links that wait.
    let (_, code) = link(nodes.node(0), &hosted, CrewRight::Host);
    assert_eq!(end(nodes.node(1), &hosted, &json!({})), (200, "[]".to_owned()));
    for client in [two, three, four] {
        assert_eq!(client.closed().await, 4003);
    }
    assert_eq!(join(nodes.node(0), &hosted, &code, &token(6)).0, 410);
    owner.make(Move::Close).await;
    owner.stage(Kind::Revealed).await;
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM crew"), ["0"]);
}

/// What names a right to its owner.
fn first_of(nodes: &Nodes, right: &HostRight) -> String {
    let hash = quizrain::people::host_right(&right.token);
    nodes.ledger(&format!("SELECT id FROM crew WHERE hash = '{hash}'")).concat()
}

#[tokio::test]
async fn a_new_owner_ends_all_other_rights() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game("How computers count");
    let cohost = let_in(nodes.node(0), &hosted, CrewRight::Host, 1);
    let viewer = let_in(nodes.node(0), &hosted, CrewRight::Viewer, 2);
    let (_, code) = link(nodes.node(0), &hosted, CrewRight::Host);
    let mut sockets = Vec::new();
    for (node, right) in [(0, &hosted), (1, &hosted), (1, &cohost), (0, &viewer), (1, &viewer)] {
        sockets.push(Client::host(nodes.node(node), right).await);
    }
    let renewed: HostRight = nodes.node(1).post_json(&path(&hosted, "token"), &json!({}));
    for client in &mut sockets {
        assert_eq!(client.closed().await, 4003);
    }
    for right in [&hosted, &cohost, &viewer] {
        turned_away(nodes.node(0), right).await;
    }
    assert_eq!(join(nodes.node(0), &hosted, &code, &token(3)).0, 410);
    let body = json!({ "right": "host" });
    let old = nodes.node(0).post(&path(&hosted, "crew"), &hosted.token.reveal(), &body);
    assert_eq!(old.0, 403);
    assert_eq!(crew(nodes.node(0), &renewed), []);
}

#[tokio::test]
async fn a_server_that_did_not_listen_finds_whose_right_has_ended() {
    let nodes = Nodes::start(On::Sqlite, 1, &[]).await;
    let hosted = nodes.node(0).create_game("How computers count");
    let viewer = let_in(nodes.node(0), &hosted, CrewRight::Viewer, 1);
    let cohost = let_in(nodes.node(0), &hosted, CrewRight::Host, 2);
    let mut watching = Client::host(nodes.node(0), &viewer).await;
    let mut phone = Client::host(nodes.node(0), &cohost).await;
    let id = first_of(&nodes, &viewer);
    // It listens anew half a second later: what is told meanwhile is lost.
    let kill = &["KILL", "TYPE", "pubsub"];
    let con = &mut nodes.connection().await;
    redis::cmd("CLIENT").arg(kill).exec_async(con).await.unwrap();
    assert_eq!(end(nodes.node(0), &hosted, &json!({ "id": id })).0, 200);
    assert_eq!(watching.closed().await, 4003);
    phone.make(Move::Ask).await;
    phone.stage(Kind::Asking).await;
}
