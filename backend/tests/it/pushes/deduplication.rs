//! The same news from two workers is told once, and twice at most where Redis has forgotten it.

use quizrain::events::{Push, push};
use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::RainId;
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate, ServerFrame};
use redis::AsyncCommands;

use super::nodes::account;
use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::server::Server;

fn credit(packet: u32) -> Push {
    let caught = Caught {
        rain: RainId([7; 8]),
        packet,
        amount: Minor(5),
        currency: Currency::POINTS,
        credited: true,
    };
    let news = PacketUpdate { caught, state: PacketState::Credited, receipt: None };
    Push { account: account(1), news }
}

#[tokio::test]
async fn the_same_credit_of_two_settlers_is_told_once() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let (one, two) = (&mut redis.connection().await, &mut redis.connection().await);
    push(one, hosted.game, &[credit(1), credit(2), credit(2)]).await.unwrap();
    push(two, hosted.game, &[credit(2), credit(1)]).await.unwrap();
    push(two, hosted.game, &[credit(3)]).await.unwrap();
    // A Redis that has forgotten tells it again, and the page shows it once.
    let () = two.del(GameKeys(hosted.game).pushed()).await.unwrap();
    push(two, hosted.game, &[credit(1), credit(4)]).await.unwrap();
    let mut received = Vec::new();
    while received.last() != Some(&4) {
        received.push(
            anna.until(|frame| match frame {
                ServerFrame::Packet(news) => Some(news.caught.packet),
                _ => None,
            })
            .await,
        );
    }
    assert_eq!(received, [1, 2, 3, 1, 4]);
    let ttl: i64 = one.pttl(GameKeys(hosted.game).pushed()).await.unwrap();
    assert!(ttl > 0, "{ttl}");
}
