//! Faces: players come with one or get one by their name, change it, and everybody sees it.

use quizrain_shared::avatar::Avatar;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{
    Face, HostFrame, PlayerFrame, Refusal, Seat, ServerFrame, Stage, Standings,
};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::common::client::Client;
use crate::common::contribution;
use crate::common::server::Server;

fn face(nickname: &str, avatar: Avatar) -> Face {
    Face { nickname: nickname.to_owned(), avatar }
}

/// Waits until a lobby shows just these.
async fn lobby(client: &mut Client, faces: &[Face]) {
    let is_it = |frame: ServerFrame| match frame {
        ServerFrame::Lobby(lobby) => (lobby.newest == faces).then_some(()),
        ServerFrame::Welcome(welcome) => (welcome.lobby.newest == faces).then_some(()),
        _ => None,
    };
    client.until(is_it).await;
}

async fn seated(client: &mut Client) -> Seat {
    let seat = |frame| match frame {
        ServerFrame::Seated(seat) => Some(seat),
        _ => None,
    };
    client.until(seat).await
}

#[tokio::test]
async fn a_face_is_chosen_changed_and_seen_by_others() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut screen = Client::screen(&server, &hosted).await;
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert!(anna.welcome().await.you.is_none());
    // A face needs a seat.
    anna.send(&PlayerFrame::Avatar { avatar: Avatar(5) }).await;
    assert_eq!(anna.refusal().await, Refusal::NotSeated);
    anna.send(&PlayerFrame::Join {
        nickname: "Anna".into(),
        entropy: contribution("Anna"),
        team: None,
        field: None,
        avatar: Some(Avatar(u32::MAX)),
    })
    .await;
    assert_eq!(anna.welcome().await.you.unwrap().seat.avatar, Avatar(u32::MAX));
    // Whoever says nothing has the face of the name.
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let bens = face("Ben", Avatar::of_name("Ben"));
    lobby(&mut screen, &[bens.clone(), face("Anna", Avatar(u32::MAX))]).await;

    anna.send(&PlayerFrame::Avatar { avatar: Avatar(7) }).await;
    let seat = Seat { number: 1, nickname: "Anna".into(), team: None, avatar: Avatar(7) };
    assert_eq!(seated(&mut anna).await, seat);
    lobby(&mut screen, &[bens, face("Anna", Avatar(7))]).await;
    // Big screens alone show who is there.
    let mut late = Client::player(&server, &hosted, 3).await;
    assert_eq!(late.welcome().await.lobby.newest, []);
    // The desk lists it, another name keeps it, and so does whoever comes back.
    host.send(&HostFrame::ListPlayers { search: "ann".into(), skip: 0 }).await;
    let listed = host.until(|frame| match frame {
        ServerFrame::Players(list) => Some(list.rows),
        _ => None,
    });
    assert_eq!(listed.await[0].seat, seat);
    host.send(&HostFrame::Rename { seat: 1, nickname: "Zoë".into() }).await;
    assert_eq!(seated(&mut anna).await, Seat { nickname: "Zoë".into(), ..seat });
    drop(anna);
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert_eq!(anna.welcome().await.you.unwrap().seat.avatar, Avatar(7));

    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    // Faces are for the lobby; whoever asks again whether it was in time hears that it was.
    anna.send(&PlayerFrame::Avatar { avatar: Avatar(8) }).await;
    assert_eq!(anna.refusal().await, Refusal::NotNow);
    anna.send(&PlayerFrame::Avatar { avatar: Avatar(7) }).await;
    assert_eq!(seated(&mut anna).await.avatar, Avatar(7));
    anna.answer(0, 1).await;
    ben.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
    host.make(Move::ShowBoard).await;
    let Stage::Board(Standings { top, .. }) = screen.stage(Kind::Board).await.stage else {
        panic!()
    };
    let zoe = top.iter().find(|row| row.nickname == "Zoë").unwrap();
    assert_eq!(zoe.avatar, Avatar(7));
}

#[tokio::test]
async fn whoever_tries_too_many_faces_is_told_to_wait_and_harms_nobody() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    // A number that is none: beyond 32 bits.
    let beyond = vec![6, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    anna.send_raw(Message::binary(beyond)).await;
    assert_eq!(anna.refusal().await, Refusal::Malformed);
    let since = Instant::now();
    for number in 0..20 {
        anna.send(&PlayerFrame::Avatar { avatar: Avatar(number) }).await;
    }
    let (mut set, mut refused) = (Vec::new(), 0);
    while set.len() + refused < 20 {
        let heard = anna.until(|frame| match frame {
            ServerFrame::Seated(seat) => Some(Some(seat.avatar.0)),
            ServerFrame::Refused(Refusal::TooFast) => Some(None),
            _ => None,
        });
        match heard.await {
            Some(number) => set.push(number),
            None => refused += 1,
        }
    }
    // How many beyond the first eight depends on how fast the machine is.
    let most = 8.0 + 2.0 * since.elapsed().as_secs_f64();
    assert!(
        set.len() >= 8 && f64::from(u32::try_from(set.len()).unwrap()) <= most,
        "{set:?}, {refused} refused"
    );
    assert_eq!(set[..8], [0, 1, 2, 3, 4, 5, 6, 7]);
}
