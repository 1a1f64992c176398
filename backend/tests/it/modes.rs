//! Modes: what a game is played for, and who may grab because of it.

use quizrain_shared::api::{CreateGame, HostRight, Problem};
use quizrain_shared::generated_name;
use quizrain_shared::language::Language;
use quizrain_shared::mode::{Deal, Mode, SelfPaced, Survival, TeamRow, Teams};
use quizrain_shared::name::{InvalidName, NameRule};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::settings::{Auto, Settings};
use quizrain_shared::theme::{Colour, Colours, Look, Theme};
use quizrain_shared::wire::{
    HostFrame, PlayerFrame, Refusal, ServerFrame, Stage, StageAt, Standings,
};
use quizrain_testkit::http;
use tempfile::TempDir;

use crate::common::client::Client;
use crate::common::server::Server;
use crate::common::{contribution, plan};
use crate::history::{end, is_equal};
use crate::kinds::with_quizzes;

const TRUTH: &str = "[[question]]\ntext = \"True?\"\nkind = \"true_false\"\ncorrect = true\n";

/// A game of so many questions, of which the first choice is right.
fn game_of(
    questions: usize,
    wish: impl FnOnce(CreateGame) -> CreateGame,
) -> (TempDir, Server, HostRight) {
    let (folder, server) = with_quizzes([("Test", TRUTH.repeat(questions))]);
    let mut quizzes = server.quizzes();
    let wish = wish(CreateGame::of(quizzes.remove(0).id, None));
    let hosted = server.post_json("/api/games", &wish);
    (folder, server, hosted)
}

async fn seats(server: &Server, hosted: &HostRight, names: &[&str]) -> Vec<Client> {
    let mut players = Vec::new();
    for (number, name) in (1..).zip(names) {
        players.push(Client::seated(server, hosted, number, name).await);
    }
    players
}

/// One question: who is named answers rightly, wrongly (2) or not at all (0).
async fn round(host: &mut Client, players: &mut [Client], round: u16, choices: &[u8]) {
    host.make(Move::Ask).await;
    host.stage_where(|stage| stage.phase.round() == Some(round)).await;
    for (player, choice) in players.iter_mut().zip(choices) {
        if *choice > 0 {
            player.answer(round, *choice).await;
        }
    }
    if choices.contains(&0) {
        host.make(Move::Close).await;
    }
    host.stage(Kind::Revealed).await;
}

async fn board(host: &mut Client) -> Standings {
    host.make(Move::ShowBoard).await;
    match host.stage(Kind::Board).await.stage {
        Stage::Board(standings) => standings,
        other => panic!("{other:?}"),
    }
}

fn rain_for(eligibility: Eligibility) -> RainPlan {
    RainPlan { eligibility, seconds: 60, ..plan("points", 30, 3) }
}

#[tokio::test]
async fn in_survival_wrong_or_silent_is_out_and_survivors_alone_catch() {
    let mode = Mode::Survival(Survival { card_after: 2 });
    let (_folder, server, hosted) = game_of(4, |wish| CreateGame { mode, ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna", "Ben", "Cleo"]).await;
    round(&mut host, &mut players, 0, &[1, 1, 0]).await;
    let lives = |players: &[Client]| {
        let life = |client: &Client| client.last_outcome().unwrap().life.unwrap();
        players.iter().map(life).map(|life| (life.out_in, life.cards)).collect::<Vec<_>>()
    };
    for player in &mut players {
        player.outcome().await;
    }
    assert_eq!(lives(&players), [(None, 0), (None, 0), (Some(0), 0)]);
    // Two in a row earn a card; whoever is out may answer, for nothing.
    round(&mut host, &mut players, 1, &[1, 2, 1]).await;
    for player in &mut players {
        player.outcome().await;
    }
    assert_eq!(lives(&players), [(None, 1), (Some(1), 0), (Some(0), 0)]);
    assert_eq!(players[2].last_outcome().unwrap().points, 0);
    let standings = board(&mut host).await;
    assert_eq!(standings.survivors, Some(1));
    let rows: Vec<_> = standings.top.iter().map(|it| (it.nickname.as_str(), it.out)).collect();
    assert_eq!(rows, [("Anna", false), ("Ben", true), ("Cleo", true)]);
    // A card is played by itself, and the host brings everybody back who is out.
    host.correct(|seen| HostFrame::Revive { seat: None, seen }).await;
    let shown = host.stage_where(|stage| {
        matches!(&stage.stage, Stage::Board(Standings { survivors: Some(3), .. }))
    });
    shown.await;
    round(&mut host, &mut players, 2, &[2, 1, 2]).await;
    for player in &mut players {
        while player.last_outcome().is_none_or(|outcome| outcome.round < 2) {
            player.outcome().await;
        }
    }
    assert_eq!(lives(&players), [(None, 0), (None, 0), (Some(2), 0)]);
    host.correct(|seen| HostFrame::Revive { seat: Some(1), seen }).await;
    // No card helps on the last question.
    round(&mut host, &mut players, 3, &[2, 1, 1]).await;
    assert_eq!(board(&mut host).await.survivors, Some(1));
    host.open_rain(rain_for(Eligibility::Survivors)).await;
    players[1].grab().await.unwrap();
    for out in [0, 2] {
        assert_eq!(players[out].grab().await, Err(Refusal::NotEligible));
    }
}

#[tokio::test]
async fn whoever_comes_late_to_survival_looks_on() {
    let mode = Mode::Survival(Survival::default());
    let (_folder, server, hosted) = game_of(2, |wish| CreateGame { mode, ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna"]).await;
    round(&mut host, &mut players, 0, &[1]).await;
    players.push(Client::seated(&server, &hosted, 2, "Late").await);
    round(&mut host, &mut players, 1, &[1, 1]).await;
    let standings = board(&mut host).await;
    let rows: Vec<_> = standings.top.iter().map(|it| (it.nickname.as_str(), it.out)).collect();
    assert_eq!((rows, standings.survivors), (vec![("Anna", false), ("Late", true)], Some(1)));
}

#[tokio::test]
async fn teams_are_dealt_and_the_best_one_catches() {
    let teams = Teams { names: vec!["Red".into(), "Blue".into()], deal: Deal::Dealt };
    let mode = Mode::Teams(teams);
    let (_folder, server, hosted) = game_of(1, |wish| CreateGame { mode, ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna", "Ben", "Cleo"]).await;
    // Red: Anna and Cleo. Blue: Ben.
    round(&mut host, &mut players, 0, &[1, 1, 2]).await;
    let standings = board(&mut host).await;
    let score = |name: &str| standings.top.iter().find(|row| row.nickname == name).unwrap().score;
    let (anna, ben) = (score("Anna"), score("Ben"));
    let red = TeamRow { rank: 2, team: 0, score: (anna + 1) / 2, players: 2 };
    assert_eq!(standings.teams, [TeamRow { rank: 1, team: 1, score: ben, players: 1 }, red]);
    assert_eq!(standings.top.iter().filter(|row| row.team == Some(0)).count(), 2);
    host.open_rain(rain_for(Eligibility::BestTeam)).await;
    players[1].grab().await.unwrap();
    for other in [0, 2] {
        assert_eq!(players[other].grab().await, Err(Refusal::NotEligible));
    }
}

#[tokio::test]
async fn teams_may_be_chosen() {
    let teams = Teams { names: vec!["Red".into(), "Blue".into()], deal: Deal::Chosen };
    let mode = Mode::Teams(teams.clone());
    let (_folder, server, hosted) = game_of(1, |wish| CreateGame { mode, ..wish });
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert_eq!(anna.welcome().await.game.mode, Mode::Teams(teams));
    for team in [None, Some(2)] {
        let nickname = "Anna".to_owned();
        let entropy = contribution("Anna");
        anna.send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team }).await;
        assert_eq!(anna.refusal().await, Refusal::NoSuchTeam);
    }
    let (nickname, entropy) = ("Anna".to_owned(), contribution("Anna"));
    anna.send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team: Some(1) })
        .await;
    assert_eq!(anna.welcome().await.you.unwrap().seat.team, Some(1));
}

#[tokio::test]
async fn a_game_may_give_names() {
    let names = NameRule::Generated;
    let (_folder, server, hosted) = game_of(1, |wish| CreateGame { names, ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert_eq!(anna.welcome().await.game.names, NameRule::Generated);
    let (nickname, entropy) = ("Rude Name".to_owned(), contribution("Anna"));
    anna.send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team: None })
        .await;
    assert_eq!(anna.refusal().await, Refusal::Nickname(InvalidName::NotGenerated));
    let made = generated_name::generate(Language::English.names(), 12_345);
    assert_eq!(anna.join(&made).await.you.unwrap().seat.nickname, made);
    // Its host may call a player whatever is fit for the room.
    host.send(&HostFrame::Rename { seat: 1, nickname: "Anna".into() }).await;
    host.until(|frame| matches!(frame, ServerFrame::Done).then_some(())).await;
}

#[tokio::test]
async fn who_was_there_before_the_start_may_catch() {
    let (_folder, server, hosted) = game_of(1, |wish| wish);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna"]).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    players.push(Client::seated(&server, &hosted, 2, "Late").await);
    host.make(Move::Close).await;
    host.stage(Kind::Revealed).await;
    host.open_rain(rain_for(Eligibility::Starters)).await;
    players[0].grab().await.unwrap();
    assert_eq!(players[1].grab().await, Err(Refusal::NotEligible));
}

#[tokio::test]
async fn whoever_comes_when_packets_fall_catches_nothing() {
    let (_folder, server, hosted) = game_of(1, |wish| wish);
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna", "Ben"]).await;
    // Before a round was scored there is no best: then it is for who is there, too.
    for (rain, who) in (1..).zip([Eligibility::Seated(0), Eligibility::TopRank(1)]) {
        host.open_rain(RainPlan { eligibility: who, seconds: 60, ..plan("points", 2, 2) }).await;
        let sealed = who.with_last_seat(players.len() as u32);
        let opened = |stage: &StageAt| match &stage.stage {
            Stage::Rain(view) => (view.number, view.eligibility) == (rain, sealed),
            _ => false,
        };
        for player in &mut players[..2] {
            player.stage_where(opened).await;
        }
        let mut late = Vec::new();
        for n in 0..3 {
            let number = u64::from(10 * rain + n);
            late.push(Client::seated(&server, &hosted, number, &format!("Late {number}")).await);
        }
        assert!(players[0].grab().await.is_ok());
        for client in &mut late {
            assert_eq!(client.grab().await, Err(Refusal::NotEligible));
        }
        assert!(players[1].grab().await.is_ok());
        host.stage(Kind::RainDone).await;
        players.extend(late);
    }
    end(&mut host, &server).await;
    is_equal(&server, hosted.game);
}

#[tokio::test]
async fn a_game_runs_by_itself() {
    let auto = Some(Auto { reveal_seconds: 2, board_seconds: 2 });
    let settings = Settings { auto, board_every: 2, ..Settings::default() };
    let (_folder, server, hosted) =
        game_of(3, |wish| CreateGame { settings: Some(settings.into()), ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.make(Move::Ask).await;
    for round in 0..3 {
        anna.stage_where(|stage| {
            (stage.phase.kind, stage.phase.round()) == (Kind::Asking, Some(round))
        })
        .await;
        anna.answer(round, 1).await;
        let revealed = anna.stage(Kind::Revealed).await;
        assert_eq!(revealed.closes_ms, revealed.opens_ms + 2000);
    }
    // After two of three questions came the board, after the third the podium.
    let kinds: Vec<Kind> = anna.stages().map(|stage| stage.phase.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == Kind::Board).count(), 1);
    let podium = anna.stage(Kind::Podium).await;
    assert_eq!(podium.closes_ms, 0, "from there the host goes on");
}

#[tokio::test]
async fn a_host_stops_what_goes_on_by_itself() {
    let auto = Some(Auto { reveal_seconds: 2, board_seconds: 2 });
    let settings = Settings { auto, ..Settings::default() };
    let (_folder, server, hosted) =
        game_of(2, |wish| CreateGame { settings: Some(settings.into()), ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut players = seats(&server, &hosted, &["Anna"]).await;
    round(&mut host, &mut players, 0, &[1]).await;
    host.send(&HostFrame::Configure { settings: Settings::default() }).await;
    let still = |stage: &StageAt| stage.phase.kind == Kind::Revealed && stage.closes_ms == 0;
    host.stage_where(still).await;
    let settings =
        Settings { auto: Some(Auto { reveal_seconds: 1, board_seconds: 9 }), ..settings };
    host.send(&HostFrame::Configure { settings }).await;
    assert_eq!(host.refusal().await, Refusal::Invalid);
}

#[tokio::test]
async fn a_theme_is_shown_to_who_is_there_and_to_who_comes() {
    let theme = Theme { look: Look::Snow, ..Theme::default() };
    let settings = Settings { theme, ..Settings::default() };
    let (_folder, server, hosted) =
        game_of(1, |wish| CreateGame { settings: Some(settings.into()), ..wish });
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::player(&server, &hosted, 1).await;
    assert_eq!(anna.welcome().await.lobby.settings.theme, theme);
    let colours = Some(Colours::of(Colour([255, 230, 0])));
    let own = Theme { look: Look::Balloons, colours, ..theme };
    let configure = |theme| HostFrame::Configure { settings: Settings { theme, ..settings } };
    host.send(&configure(own)).await;
    let shows = |frame| match frame {
        ServerFrame::Lobby(lobby) => (lobby.settings.theme == own).then_some(()),
        _ => None,
    };
    anna.until(shows).await;
    let mut late = Client::player(&server, &hosted, 2).await;
    assert_eq!(late.welcome().await.lobby.settings.theme, own);
    let grey = Colour([0x76; 3]);
    let unread = Theme { colours: Some(Colours { main: grey, ink: grey }), ..own };
    host.send(&configure(unread)).await;
    assert_eq!(host.refusal().await, Refusal::Invalid);
}

#[tokio::test]
async fn what_cannot_be_played_is_refused() {
    let (_folder, server, _) = game_of(1, |wish| wish);
    let mut quizzes = server.quizzes();
    let id = quizzes.remove(0).id;
    let refused = |wish: &CreateGame| {
        let body = serde_json::to_value(wish).unwrap();
        let key = server.host_key();
        let answer = http::send("POST", server.as_ref(), "/api/games", &key, Some(&body)).unwrap();
        (answer.status, serde_json::from_str::<Problem>(&answer.text).unwrap().error)
    };
    let one = Teams { names: vec!["Red".into()], deal: Deal::Dealt };
    let wish = CreateGame { mode: Mode::Teams(one), ..CreateGame::of(id.clone(), None) };
    assert_eq!(refused(&wish), (400, "1 teams; expected 2 to 8".to_owned()));
    for minutes in [0, 10_081] {
        let mode = Mode::SelfPaced(SelfPaced { minutes });
        let wish = CreateGame { mode, ..CreateGame::of(id.clone(), None) };
        let why = format!("{minutes} minutes; a self-paced game is open for 1 to 10080");
        assert_eq!(refused(&wish), (400, why));
    }
    let auto = Some(Auto { reveal_seconds: 0, board_seconds: 5 });
    let settings = Settings { auto, ..Settings::default() };
    let wish = CreateGame {
        settings: Some(settings.into()),
        names: NameRule::Free,
        ..CreateGame::of(id, None)
    };
    let why = "0 seconds; a step that goes on by itself lasts 2 to 120";
    assert_eq!(refused(&wish), (400, why.to_owned()));
}
