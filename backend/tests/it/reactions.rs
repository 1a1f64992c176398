//! How players react: from phones to hosts and screens, and no further.

use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    HostFrame, PlayerFrame, Reaction, ReactionCounts, Refusal, ServerFrame,
};
use tokio::time::Instant;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::{HostRight, Server};

const QUIZ: &str = "How computers count";

/// A game with a host at its desk.
async fn game() -> (Server, HostRight, Client) {
    let server = Server::start();
    let hosted = server.create_game(QUIZ);
    let host = Client::host(&server, &hosted).await;
    (server, hosted, host)
}

async fn react(player: &mut Client, reactions: &[Reaction]) {
    for reaction in reactions {
        player.send(&PlayerFrame::React { reaction: *reaction }).await;
    }
}

/// Waits until a player, who has this number, has been heard to the end.
async fn heard(player: &mut Client, hosted: &HostRight, number: u64) {
    player.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
    player.welcome().await;
}

/// Waits until a host or screen is told of so many players: by then its node shows the game.
async fn gathered(watcher: &mut Client, players: u32) {
    let lobby = |frame| match frame {
        ServerFrame::Lobby(lobby) => (lobby.players == players).then_some(()),
        _ => None,
    };
    watcher.until(lobby).await;
}

/// What a host or screen is told, until all of it satisfies.
async fn told(watcher: &mut Client, enough: impl Fn(ReactionCounts) -> bool) -> ReactionCounts {
    let mut all = ReactionCounts::default();
    let pick = |frame| {
        let ServerFrame::Reacted { counts } = frame else { return None };
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
        enough(all).then_some(all)
    };
    watcher.until(pick).await
}

#[tokio::test]
async fn reactions_reach_hosts_and_screens_where_nobody_has_anything_else_to_do() {
    let (server, hosted, mut host) = game().await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut late = Client::player(&server, &hosted, 3).await;
    late.welcome().await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    gathered(&mut host, 2).await;
    react(&mut late, &[Reaction::Surprise]).await;
    late.join("Late").await;
    react(&mut anna, &[Reaction::Clap, Reaction::Heart, Reaction::Clap]).await;
    react(&mut ben, &[Reaction::Clap]).await;
    for watcher in [&mut host, &mut screen] {
        // Whoever had no seat is not among them.
        told(watcher, |all| all == [3, 1, 0, 0, 0]).await;
    }
    host.make(Move::Ask).await;
    ben.stage(Kind::Asking).await;
    react(&mut ben, &[Reaction::Laugh]).await;
    heard(&mut ben, &hosted, 2).await;
    host.stage(Kind::Asking).await;
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.make(Move::ShowPodium).await;
    ben.stage(Kind::Podium).await;
    react(&mut ben, &[Reaction::Party]).await;
    for watcher in [&mut host, &mut screen] {
        told(watcher, |all| all == [0, 0, 0, 0, 1]).await;
    }
    host.make(Move::End).await;
    for player in [&mut anna, &mut ben] {
        player.stage(Kind::Ended).await;
        let reacted = |frame: &ServerFrame| matches!(frame, ServerFrame::Reacted { .. });
        assert!(!player.seen.iter().any(reacted), "a phone is told of reactions");
    }
}

#[tokio::test]
async fn a_host_has_players_keep_it_to_themselves() {
    let (server, hosted, mut host) = game().await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    for (reactions, reaction) in [(false, Reaction::Laugh), (true, Reaction::Heart)] {
        let settings = Settings { reactions, ..Settings::default() };
        host.send(&HostFrame::Configure { settings }).await;
        let configured = |frame| match frame {
            ServerFrame::Lobby(lobby) => (lobby.settings == settings).then_some(()),
            _ => None,
        };
        host.until(configured).await;
        react(&mut anna, &[reaction]).await;
        heard(&mut anna, &hosted, 1).await;
    }
    told(&mut host, |all| all == [0, 1, 0, 0, 0]).await;
}

#[tokio::test]
async fn one_player_is_not_a_crowd() {
    let (server, hosted, mut host) = game().await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    gathered(&mut host, 2).await;
    let since = Instant::now();
    react(&mut anna, &[Reaction::Clap; 25]).await;
    heard(&mut anna, &hosted, 1).await;
    let most = 3.0 + 2.0 * since.elapsed().as_secs_f64();
    react(&mut ben, &[Reaction::Heart]).await;
    let [claps, ..] = told(&mut host, |[_, hearts, ..]| hearts == 1).await;
    assert!((3..=25).contains(&claps) && f64::from(claps) <= most, "{claps} of {most}");
    let refused = |frame: &ServerFrame| match frame {
        ServerFrame::Refused(why) => *why != Refusal::Unavailable,
        _ => false,
    };
    assert!(!anna.seen.iter().any(refused), "what is lost is not told");

    // Whoever goes on is treated as with any other frame.
    let flood = PlayerFrame::React { reaction: Reaction::Laugh };
    let mut sent = 0;
    while sent < 10_000 && anna.send_deaf(&flood).await {
        sent += 1;
    }
    let code = loop {
        if let Err(code) = anna.next().await {
            break code;
        }
    };
    assert!(matches!(code, 1008 | 1006), "{code}");
    react(&mut ben, &[Reaction::Party]).await;
    told(&mut host, |[.., parties]| parties == 1).await;
}

#[tokio::test]
async fn reactions_show_at_every_node() {
    let nodes = Nodes::start(On::Sqlite, 2, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut screen = Client::screen(nodes.node(1), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut ben = Client::seated(nodes.node(1), &hosted, 2, "Ben").await;
    for watcher in [&mut host, &mut screen] {
        gathered(watcher, 2).await;
    }
    react(&mut anna, &[Reaction::Clap, Reaction::Heart]).await;
    react(&mut ben, &[Reaction::Clap]).await;
    for watcher in [&mut host, &mut screen] {
        told(watcher, |all| all == [2, 1, 0, 0, 0]).await;
    }
}
