//! Both versions of the protocol are served, side by side.

use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{
    Encoding, PacketNews, PacketState, PlayerFrame, Protocol, ServerFrame, Version,
};

use crate::common::client::{Client, token};
use crate::common::plan;
use crate::common::server::Server;

/// A client of one release back plays a whole rain, in both encodings, beside one of today.
#[tokio::test]
async fn a_client_of_v1_plays_a_whole_rain() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Vec::new();
    for (number, protocol) in (1..).zip(Protocol::ALL) {
        let mut player = Client::open_as(&server, "/ws/player", protocol).await;
        player.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
        player.welcome().await;
        player.join(&format!("p{number}")).await;
        players.push(player);
    }
    // One for each: it ends a little after the last is caught.
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 1000, 4) }).await;
    for (player, protocol) in players.iter_mut().zip(Protocol::ALL) {
        let caught = player.tap().await.unwrap();
        assert_eq!(player.credited().await.packet, caught.packet);
        let of_packets = player.seen.iter().filter(|frame| {
            matches!(
                frame,
                ServerFrame::Caught(_) | ServerFrame::Credited(_) | ServerFrame::Packet(_)
            )
        });
        // A tap that a busy server had to be asked again is answered again.
        let mut credited = 0;
        for frame in of_packets {
            match (protocol.version, frame) {
                (Version::V1, ServerFrame::Caught(_)) => {}
                (Version::V1, ServerFrame::Credited(caught)) => {
                    assert!(caught.credited);
                    credited += 1;
                }
                (Version::V2, ServerFrame::Packet(news)) => match news.state {
                    PacketState::Crediting => assert_eq!(credited, 0, "it goes back"),
                    PacketState::Credited => credited += 1,
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            }
        }
        assert!(credited > 0);
    }
    for (number, (player, protocol)) in (1..).zip(players.iter_mut().zip(Protocol::ALL)) {
        player.stage(Kind::RainDone).await;
        let mut late = Client::open_as(&server, "/ws/player", protocol).await;
        late.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(number) }).await;
        let shown = late.welcome().await.you.unwrap().caught.unwrap();
        late.shown_credited(shown).await;
        let rain = (player.seen.iter().rev())
            .find_map(|frame| match frame {
                ServerFrame::Caught(caught) | ServerFrame::Packet(PacketNews { caught, .. }) => {
                    Some(caught.rain)
                }
                _ => None,
            })
            .unwrap();
        // A tap is answered by what this version waits for, also once the packet is credited.
        late.send(&PlayerFrame::Tap { rain, drop: 0 }).await;
        let answer = late.until(|frame| match frame {
            ServerFrame::Heartbeat { .. } | ServerFrame::Lobby(_) => None,
            ServerFrame::RainProgress(_) | ServerFrame::Stage(_) => None,
            other => Some(other),
        });
        match (protocol.version, answer.await) {
            (Version::V1, ServerFrame::Caught(caught)) => assert!(caught.credited),
            (Version::V2, ServerFrame::Packet(news)) => {
                assert_eq!(news.state, PacketState::Credited);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// What v2 brought is no frame to a socket of v1.
#[tokio::test]
async fn a_receipt_is_malformed_in_v1() {
    use quizrain_shared::ids::{Mac, RainId};
    use quizrain_shared::money::Minor;
    use quizrain_shared::wire::{Receipt, Refusal};
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let receipt =
        Receipt { rain: RainId([1; 8]), packet: 0, amount: Minor(1), at_ms: 0, mac: Mac([0; 32]) };
    for encoding in Encoding::ALL {
        let protocol = Protocol { version: Version::V1, encoding };
        let mut player = Client::open_as(&server, "/ws/player", protocol).await;
        player.send(&PlayerFrame::Hello { pin: hosted.pin, token: token(1) }).await;
        player.welcome().await;
        player.send(&PlayerFrame::Present { receipt: receipt.clone() }).await;
        assert_eq!(player.refusal().await, Refusal::Malformed);
    }
}
