//! Both encodings of the protocol are served, side by side.

use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Encoding, PacketState, PlayerFrame, ServerFrame};

use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::Server;

/// A player in each encoding plays a whole rain, and taps once more after it.
#[tokio::test]
async fn each_encoding_plays_a_whole_rain() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Vec::new();
    for (number, encoding) in (1..).zip(Encoding::ALL) {
        let mut player = Client::player_in(&server, &hosted, number, encoding).await;
        player.welcome().await;
        player.join(&format!("p{number}")).await;
        players.push(player);
    }
    // One for each: it ends a little after the last is caught.
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 1000, 2) }).await;
    for player in &mut players {
        let caught = player.tap().await.unwrap();
        assert_eq!(player.credited().await.packet, caught.packet);
        // A tap that a busy server had to be asked again is answered again.
        let mut credited = 0;
        for frame in &player.seen {
            match frame {
                ServerFrame::Packet(news) => match news.state {
                    PacketState::Crediting => assert_eq!(credited, 0, "it goes back"),
                    PacketState::Credited => credited += 1,
                    other => panic!("{other:?}"),
                },
                ServerFrame::Missed { .. } => panic!("{frame:?}"),
                _ => {}
            }
        }
        assert!(credited > 0);
    }
    for ((number, encoding), player) in (1..).zip(Encoding::ALL).zip(&mut players) {
        player.stage(Kind::RainDone).await;
        let mut late = Client::player_in(&server, &hosted, number, encoding).await;
        let shown = late.welcome().await.you.unwrap().caught.unwrap();
        let rain = shown.rain;
        late.shown_credited(shown).await;
        late.send(&PlayerFrame::Tap { rain, drop: 0 }).await;
        let state = late.until(|frame| match frame {
            ServerFrame::Packet(news) => Some(news.state),
            ServerFrame::Missed { .. } => panic!("{frame:?}"),
            _ => None,
        });
        assert_eq!(state.await, PacketState::Credited);
    }
}
