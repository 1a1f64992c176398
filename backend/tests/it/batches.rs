//! The same crowd with small and large calls to Redis: seats, answers and packets go to whom they
//! belong, whatever travels together.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream;
use quizrain_shared::allocation::Split;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet, Tally};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PlayerFrame, Refusal, ServerFrame, Stage};

use crate::common::client::Client;
use crate::common::server::{HostRight, Server};
use crate::common::{contribution, plan};

const PLAYERS: u64 = 500;

/// Accounts that all want one nickname.
const NAMESAKES: u64 = 10;

async fn take_seats(server: &Server, hosted: &HostRight) -> Vec<Client> {
    let arrivals = (0..PLAYERS + NAMESAKES).map(|number| async move {
        let mut client = Client::player(server, hosted, number).await;
        client.welcome().await;
        let nickname = if number < PLAYERS { format!("p{number}") } else { "Ada".to_owned() };
        client
            .send(&PlayerFrame::Join {
                avatar: None,
                field: None,
                nickname: nickname.clone(),
                entropy: contribution(&nickname),
                team: None,
            })
            .await;
        let seat = client.until(|frame| match frame {
            ServerFrame::Welcome(welcome) => Some(welcome.you.map(|you| you.seat)),
            ServerFrame::Refused(Refusal::NicknameTaken) if number >= PLAYERS => Some(None),
            ServerFrame::Refused(why) if why != Refusal::Unavailable => {
                panic!("no seat for {nickname}: {why}")
            }
            _ => None,
        });
        let seat = seat.await.inspect(|seat| assert_eq!(seat.nickname, nickname));
        (client, seat)
    });
    let arrived: Vec<_> = stream::iter(arrivals).buffer_unordered(64).collect().await;
    let numbers: BTreeSet<u32> =
        arrived.iter().filter_map(|(_, seat)| seat.as_ref()).map(|seat| seat.number).collect();
    assert!(numbers.into_iter().eq(1..=501), "one of the namesakes has a seat");
    arrived.into_iter().filter(|(_, seat)| seat.is_some()).map(|(client, _)| client).collect()
}

/// Everybody answers twice, with two opinions: the first one counts.
async fn answer(host: &mut Client, players: &mut [Client]) {
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    let answers = players.iter_mut().enumerate().map(|(place, player)| async move {
        player.stage(Kind::Asking).await;
        let first = 1 << (place % 4);
        let first_answer = Answer::from(ChoiceSet(first));
        for choices in [first, 0b0001] {
            let answer = || PlayerFrame::Answer { round: 0, answer: ChoiceSet(choices).into() };
            let counted = player.insist(answer, |frame| match frame {
                ServerFrame::Answered { round: 0, answer } => Some(answer),
                _ => None,
            });
            assert_eq!(counted.await, first_answer);
        }
        // It may have come before the second answer's echo.
        let heard = player.seen.iter().find_map(|frame| match frame {
            ServerFrame::Outcome(outcome) => Some(outcome.clone()),
            _ => None,
        });
        let outcome = match heard {
            Some(outcome) => outcome,
            None => player.outcome().await,
        };
        assert_eq!(outcome.answer, Some(first_answer));
        assert_eq!(outcome.players, 501);
    });
    join_all(answers).await;
    let revealed = host.stage(Kind::Revealed).await;
    let Stage::Revealed { tally, answered, .. } = revealed.stage else {
        panic!("{revealed:?}");
    };
    assert_eq!((tally, answered), (Tally::Choices(vec![126, 125, 125, 125]), 501));
}

async fn catch(server: &Server, host: &mut Client, players: &mut [Client]) {
    let plan = RainPlan { split: Split::DoubleMean, seconds: 60, ..plan("CNY", 8888, 50) };
    host.open_rain(plan).await;
    let verdicts = join_all(players.iter_mut().map(Client::grab)).await;
    let mut winners = BTreeMap::new();
    for (number, verdict) in verdicts.into_iter().enumerate() {
        match verdict {
            Ok(caught) => {
                let other = winners.insert(caught.packet, (number, caught.amount));
                assert!(other.is_none(), "one packet for two");
            }
            // Sold out, it ends before its time, perhaps before a tap that was on its way for long.
            Err(why) => assert!(matches!(why, Refusal::SoldOut | Refusal::RainOver), "{why}"),
        }
    }
    assert_eq!(winners.len(), 50);
    assert_eq!(winners.values().map(|(_, amount)| amount.0).sum::<i64>(), 8888);
    for (number, amount) in winners.values() {
        assert_eq!(players[*number].credited().await.amount, *amount);
    }
    let sums = "SELECT COUNT(*), COUNT(DISTINCT account), SUM(amount) FROM settlements";
    assert_eq!(server.sqlite(sums), ["50|50|8888"]);
}

async fn a_crowd(max_batch: &str) {
    let server = Server::start_with(&["--max-batch", max_batch]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = take_seats(&server, &hosted).await;
    answer(&mut host, &mut players).await;
    catch(&server, &mut host, &mut players).await;
}

#[tokio::test]
async fn a_crowd_plays_in_calls_of_one() {
    a_crowd("1").await;
}

#[tokio::test]
async fn a_crowd_plays_in_calls_of_two() {
    a_crowd("2").await;
}

#[tokio::test]
async fn a_crowd_plays_in_calls_of_seven() {
    a_crowd("7").await;
}

#[tokio::test]
async fn a_crowd_plays_in_calls_of_256() {
    a_crowd("256").await;
}
