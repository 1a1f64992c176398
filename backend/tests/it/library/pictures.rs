//! Pictures are uploaded, served in two widths, and shown by quizzes.

use quizrain_shared::api::{
    CreateGame, HostRight, InvalidPicture, MAX_UPLOAD_BYTES, Problem, SavedQuiz, UploadedPicture,
    Why,
};
use quizrain_shared::ids::MediaId;
use quizrain_shared::question::Picture;
use quizrain_shared::settings::{FirstSettings, Settings};
use quizrain_shared::theme::{Colour, Colours, Look, Theme};
use quizrain_shared::wire::{HostFrame, Refusal, ServerFrame};

use super::sounds::{self, wav};
use super::{ask, create, expect, quiz, refused, save, send_bytes};
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::server::Server;

/// A part of a PNG file.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, kind.as_slice(), data, &crc.sum().to_be_bytes()].concat()
}

/// A PNG that says this size, with grey rows of as many pixels as are given.
fn png_of(width: u32, height: u32, rows: u32) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    let mut grey = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let row = vec![0; usize::try_from(width).unwrap() + 1];
    for _ in 0..rows {
        std::io::Write::write_all(&mut grey, &row).unwrap();
    }
    let parts = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &head),
        chunk(b"IDAT", &grey.finish().unwrap()),
        chunk(b"IEND", &[]),
    ];
    parts.concat()
}

pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    png_of(width, height, height)
}

fn try_upload(server: &Server, file: Vec<u8>) -> (u16, String) {
    send_bytes(server, ("POST", "/api/media"), &server.host_key(), file)
}

pub(crate) fn upload(server: &Server, file: &[u8]) -> UploadedPicture {
    expect(try_upload(server, file.to_vec()), 200)
}

/// As a question shows it.
pub(super) fn shown(picture: &UploadedPicture) -> Picture {
    let UploadedPicture { media, width, height } = *picture;
    Picture { media, width, height, alt: "grey".to_owned() }
}

/// The type and the length of a picture at an address.
fn served(server: &Server, path: &str) -> (u16, String, Vec<u8>) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.get(format!("http://{}{path}", server.address)).call().unwrap();
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (answer.status().as_u16(), kind, answer.body_mut().read_to_vec().unwrap())
}

async fn an_upload_is_served_in_two_widths(on: On) {
    let server = Server::start_on(on, &[]);
    let file = png(2000, 1000);
    let picture = upload(&server, &file);
    assert_eq!((picture.width, picture.height), (1600, 800));
    assert_eq!(upload(&server, &file), picture);
    let path = format!("/media/{}", picture.media);
    let (status, kind, large) = served(&server, &path);
    assert_eq!((status, kind.as_str()), (200, "image/webp"));
    let small = served(&server, &format!("{path}?w=480")).2;
    let width = |bytes: &[u8]| imagesize::blob_size(bytes).unwrap().width;
    assert_eq!((width(&large), width(&small)), (1600, 480));
    // Whatever else is asked for is the large one.
    for query in ["?w=1", "?w=x", "?x"] {
        assert_eq!(served(&server, &format!("{path}{query}")).2, large);
    }
    let narrow = upload(&server, &png(300, 200));
    let path = format!("/media/{}", narrow.media);
    assert_eq!(served(&server, &path).2, served(&server, &format!("{path}?w=480")).2);
}

async fn a_quiz_shows_only_what_is_here(on: On) {
    let server = Server::start_on(on, &[]);
    let mut with_picture = quiz("Shown", &["One?", "Two?"]);
    let picture = upload(&server, &png(20, 10));
    with_picture.questions[0].picture = Some(shown(&picture));
    let made = create(&server, &with_picture, &[]);
    let unknown = UploadedPicture { media: MediaId([7; 16]), ..picture };
    with_picture.questions[1].picture = Some(shown(&unknown));
    refused(save(&server, &made, &with_picture), 400, "picture or sound of question 2 is not here");
    let problem: Problem = expect(save(&server, &made, &with_picture), 400);
    assert_eq!(problem.why, Some(Why::NoMedia(2)));
    with_picture.questions[1].picture = Some(shown(&picture));
    let saved: SavedQuiz = expect(save(&server, &made, &with_picture), 200);
    assert_eq!(saved.version, 2);
}

async fn a_theme_shows_only_what_is_here_and_keeps_it(on: On) {
    let server = Server::start_on(on, &[]);
    create(&server, &quiz("Plain", &["One?"]), &[]);
    let picture = upload(&server, &png(20, 10));
    let settings = |logo, falls| {
        let theme = Theme { logo: Some(logo), falls: Some(falls), ..Theme::default() };
        Settings { theme, ..Settings::default() }
    };
    let wish = |logo, falls| {
        let settings = Some(settings(logo, falls).into());
        CreateGame { settings, ..CreateGame::of(server.quizzes().remove(0).id, None) }
    };
    let sound = sounds::upload(&server, &wav(100)).media;
    for none in [MediaId([7; 16]), sound] {
        let unknown = serde_json::to_value(wish(picture.media, none)).unwrap();
        let problem: Problem = expect(ask(&server, "POST", "/api/games", Some(&unknown)), 404);
        assert_eq!(problem.why, Some(Why::NoLook));
    }
    assert_eq!(server.ledger("SELECT COUNT(*) FROM games"), ["0"]);
    let hosted: HostRight = server.post_json("/api/games", &wish(picture.media, picture.media));
    let uses = format!("SELECT COUNT(*) FROM media_uses WHERE used_by = 'game {}'", hosted.game);
    assert_eq!(server.ledger(&uses), ["1"]);

    let mut host = Client::host(&server, &hosted).await;
    let [other, gone] = [21, 22].map(|width| upload(&server, &png(width, 10)).media);
    server.tamper(&format!("DELETE FROM media WHERE media = '{gone}'"));
    let others = settings(other, other);
    host.send(&HostFrame::Configure { settings: others }).await;
    configured(&mut host, others).await;
    assert_eq!(server.ledger(&uses), ["2"]);
    for none in [gone, sound] {
        let settings = settings(none, picture.media);
        host.send(&HostFrame::Configure { settings }).await;
        assert_eq!(host.refusal().await, Refusal::Invalid);
    }
    // Whoever changes something else does not have its pictures looked up.
    server.tamper(&format!("DELETE FROM media_uses WHERE used_by = 'game {}'", hosted.game));
    let locked = Settings { locked: true, ..others };
    host.send(&HostFrame::Configure { settings: locked }).await;
    configured(&mut host, locked).await;
    assert_eq!(server.ledger(&uses), ["0"]);
}

async fn a_quiz_keeps_its_look_and_its_games_begin_with_it(on: On) {
    let server = Server::start_on(on, &[]);
    let mut plain = quiz("Looks", &["One?"]);
    let made = create(&server, &plain, &[]);
    let list = || server.quizzes().into_iter().find(|it| it.id == made.id).unwrap();
    assert_eq!(list().theme, None);
    let picture = upload(&server, &png(20, 10)).media;
    let sound = sounds::upload(&server, &wav(100)).media;
    let looks = |logo| Theme { look: Look::Snow, logo: Some(logo), ..Theme::default() };
    for none in [MediaId([7; 16]), sound] {
        plain.theme = Some(looks(none));
        let problem: Problem = expect(save(&server, &made, &plain), 400);
        assert_eq!(problem.why, Some(Why::NoLook));
    }
    plain.theme = Some(looks(picture));
    let saved: SavedQuiz = expect(save(&server, &made, &plain), 200);
    assert_eq!((saved.version, list().theme), (2, plain.theme));
    let uses = |who: &str| {
        let sql = format!("SELECT media FROM media_uses WHERE used_by = '{who}'");
        server.ledger(&sql)
    };
    assert_eq!(uses(&format!("quiz {}", made.id)), [picture.to_string()]);

    // One click, a host who says nothing of a look, and one who wishes for another for this game.
    let mut wish = CreateGame::of(made.id.clone(), None);
    for (settings, look) in [
        (None, looks(picture)),
        (Some(FirstSettings::default()), looks(picture)),
        (Some(Settings::default().into()), Theme::default()),
    ] {
        wish.settings = settings;
        let hosted: HostRight = server.post_json("/api/games", &wish);
        let mut anna = Client::player(&server, &hosted, 1).await;
        assert_eq!(anna.welcome().await.lobby.settings.theme, look);
        let shown = look.logo.map(|logo| logo.to_string());
        assert_eq!(uses(&format!("game {}", hosted.game)), Vec::from_iter(shown));
    }
    // What nobody can read can be kept, and not be played.
    let ink = Colour([0x76; 3]);
    let colours = Some(Colours { main: ink, ink });
    plain.theme = Some(Theme { colours, ..Theme::default() });
    let made = create(&server, &plain, &[]);
    let wish = serde_json::to_value(CreateGame::of(made.id, None)).unwrap();
    refused(ask(&server, "POST", "/api/games", Some(&wish)), 409, "contrast");
}

async fn configured(host: &mut Client, settings: Settings) {
    let shows = |frame| match frame {
        ServerFrame::Lobby(lobby) => (lobby.settings == settings).then_some(()),
        _ => None,
    };
    host.until(shows).await;
}

async fn what_is_no_picture_is_not_kept(on: On) {
    let server = Server::start_on(on, &[]);
    let before = server.ledger("SELECT COUNT(*) FROM media");
    let small = png(20, 10);
    for (file, says) in [
        (Vec::new(), "expected a PNG, JPEG, WebP or GIF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "expected a PNG"),
        (png_of(30_000, 30_000, 100), "30000 by 30000 pixels"),
        (small[..small.len() / 2].to_vec(), "damaged"),
        (vec![0; MAX_UPLOAD_BYTES], "expected a PNG"),
    ] {
        refused(try_upload(&server, file), 400, says);
    }
    let problem: Problem = expect(try_upload(&server, small[..small.len() / 2].to_vec()), 400);
    assert_eq!(problem.why, Some(InvalidPicture::Damaged.into()));
    let path = ("POST", "/api/media");
    refused(send_bytes(&server, path, &token(1).reveal(), small.clone()), 403, "no right");
    refused(send_bytes(&server, path, "", small), 401, "token");
    assert_eq!(server.ledger("SELECT COUNT(*) FROM media"), before);
    let (status, ..) = served(&server, "/media/00000000000000000000000000000000?w=480");
    assert_eq!(status, 404);
}

on_both!(
    an_upload_is_served_in_two_widths,
    a_quiz_shows_only_what_is_here,
    a_theme_shows_only_what_is_here_and_keeps_it,
    a_quiz_keeps_its_look_and_its_games_begin_with_it,
    what_is_no_picture_is_not_kept,
);
