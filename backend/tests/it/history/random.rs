//! Whatever a host may do, in any order, over a quiz that chance made: the game is played again from
//! its log to the point.

use std::fs;

use futures_util::future::join_all;
use quizrain::people::account_of;
use quizrain_shared::api::CreateGame;
use quizrain_shared::mode::Mode;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{
    Ban, CloseReason, HostFrame, Outcome, PlayerFrame, Refusal, ServerFrame, StageAt,
};

use super::chance::{Act, mode, next, quiz, rain};
use super::is_equal;
use crate::common::client::{Client, token};
use crate::common::contribution;
use crate::common::property::{draw, seed};
use crate::common::server::{DEADLINE, HostRight, Server};

/// Games of one server, played at the same time.
const GAMES: u64 = 8;
const PLAYERS: u64 = 4;
/// Steps that a host makes at most before the end.
const STEPS: usize = 40;

/// Somebody who plays.
struct Player {
    number: u64,
    seat: u32,
    client: Client,
}

/// A game as it is played.
struct Scene<'s> {
    server: &'s Server,
    hosted: HostRight,
    mode: Mode,
    host: Client,
    players: Vec<Player>,
    /// Who was sent away and may come back.
    away: Vec<u64>,
    /// How often somebody came.
    came: u64,
    seed: u64,
}

impl Scene<'_> {
    /// Somebody comes, under a name that nobody has had.
    async fn join(&mut self, number: u64) {
        let mut client = Client::player(self.server, &self.hosted, number).await;
        client.welcome().await;
        let teams = self.mode.teams().map(|teams| teams.count().into());
        let team = teams.map(|count| draw(&mut self.seed, count) as u8);
        self.came += 1;
        let nickname = format!("p{}", self.came);
        let entropy = contribution(&nickname);
        client
            .send(&PlayerFrame::Join { avatar: None, field: None, nickname, entropy, team })
            .await;
        let seat = loop {
            if let Some(you) = client.welcome().await.you {
                break you.seat.number;
            }
        };
        self.players.push(Player { number, seat, client });
    }

    fn stage(&self) -> StageAt {
        self.host.stage.clone().unwrap()
    }

    /// Says what the host wishes on what it sees, once more where that is not what is shown any more.
    async fn wish(&mut self, frame: impl Fn(u64) -> HostFrame) {
        for _ in 0..5 {
            self.host.wish(&frame).await;
            if !matches!(self.host.seen.last(), Some(ServerFrame::Refused(Refusal::Stale))) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            self.settle().await;
        }
    }

    /// Waits until all that the host wished is done: a host's wishes are done one after the other.
    async fn settle(&mut self) {
        self.ask_for(&HostFrame::ListPlayers { search: String::new(), skip: 0 }).await;
    }

    /// Says something that has nothing to do with the stage, until it is done.
    async fn ask_for(&mut self, frame: &HostFrame) {
        let done =
            |frame| matches!(frame, ServerFrame::Done | ServerFrame::Players(_)).then_some(());
        // Whoever wishes too much in a second is not heard.
        self.host.insist(|| frame.clone(), done).await;
    }

    async fn act(&mut self, act: Act) {
        let seat = |place: usize| self.players[place].seat;
        let corrects = matches!(act, Act::Adjust(..) | Act::FixKey(..) | Act::Revive(_));
        match act {
            Act::Move(Move::OpenRain) => {
                let plan = rain(&mut self.seed);
                self.wish(|seen| HostFrame::OpenRain { plan: plan.clone(), seen }).await;
            }
            Act::Move(mv) => self.wish(|seen| HostFrame::Move { mv, seen }).await,
            Act::Ask(question) => self.wish(|seen| HostFrame::Ask { question, seen }).await,
            Act::AddTime => self.wish(|seen| HostFrame::AddTime { seconds: 7, seen }).await,
            Act::Adjust(place, points) => {
                let (seat, note) = (seat(place), "\"sorry\"\n/很抱歉");
                let adjust =
                    |seen| HostFrame::AdjustScore { seat, points, note: note.into(), seen };
                self.wish(adjust).await;
            }
            Act::FixKey(question, key) => {
                self.wish(|seen| HostFrame::FixKey { question, key: key.clone(), seen }).await;
            }
            Act::Revive(place) => {
                let seat = place.map(seat);
                self.wish(|seen| HostFrame::Revive { seat, seen }).await;
            }
            Act::Remove(place, ban) => {
                let mut gone = self.players.remove(place);
                let (seat, whom) = (gone.seat, if ban { Ban::Account } else { Ban::No });
                self.ask_for(&HostFrame::Remove { seat, ban: whom }).await;
                assert_eq!(gone.client.closed().await, CloseReason::Removed.code());
                self.away.extend((!ban).then_some(gone.number));
            }
            Act::Rename(place) => {
                self.came += 1;
                let nickname = format!("p\"{}", self.came);
                let frame = HostFrame::Rename { seat: seat(place), nickname };
                self.ask_for(&frame).await;
            }
        }
        if corrects {
            // Nobody comes while scores are made: who is scored then is up to chance.
            self.settle().await;
        }
        self.answer().await;
    }

    /// Players answer what is open, until the host has a choice again.
    async fn answer(&mut self) {
        while self.stage().phase.kind == Kind::Closing {
            self.host.stage(Kind::Revealed).await;
        }
        let phase = self.stage().phase;
        if phase.kind != Kind::Asking {
            return;
        }
        for player in &mut self.players {
            let choices = draw(&mut self.seed, 5) as u8;
            if choices > 0 {
                let asked = |it: &StageAt| it.phase.played == phase.played;
                player.client.stage_where(asked).await;
                player.client.answer(phase.played.rounds() - 1, choices).await;
            }
        }
        let round = phase.played.rounds() - 1;
        let is_counted = |frame: &ServerFrame| matches!(frame, ServerFrame::Answered { round: of, .. } if *of == round);
        let has_answered = |player: &Player| player.client.seen.iter().any(is_counted);
        if self.players.iter().all(has_answered) {
            self.host.stage(Kind::Revealed).await;
        }
    }

    /// Players come late, and those who were sent away come back.
    async fn come(&mut self, step: usize) {
        if self.stage().phase.kind == Kind::Ended || draw(&mut self.seed, 6) > 0 {
            return;
        }
        let number = self.away.pop().unwrap_or(100 + step as u64);
        self.join(number).await;
    }

    async fn play(&mut self) {
        for number in 0..PLAYERS {
            self.join(number).await;
        }
        let mut acts = Vec::new();
        for step in 0..STEPS {
            let phase = self.stage().phase;
            if phase.kind == Kind::Ended {
                break;
            }
            let act = next(&phase, self.players.len(), &mut self.seed);
            acts.push(act.clone());
            self.act(act).await;
            self.come(step).await;
        }
        println!("game {}, {:?}: {acts:?}", self.hosted.game, self.mode);
        while self.stage().phase.kind != Kind::Ended {
            let ends = self.stage().phase.moves().any(|mv| mv == Move::End);
            let mv = if ends { Move::End } else { Move::CloseRain };
            self.act(Act::Move(mv)).await;
        }
    }

    /// What players are told in the end is the log's last word.
    async fn is_as_told(&self) {
        let outcomes = self.server.ledger(&format!(
            "SELECT body FROM game_log WHERE game = '{}' AND what = 'outcomes' ORDER BY number",
            self.hosted.game
        ));
        for player in &self.players {
            let mut again = Client::player(self.server, &self.hosted, player.number).await;
            let Some(told) = again.welcome().await.you.unwrap().outcome else { continue };
            let account = account_of(&token(player.number));
            let Outcome { grade, points, bonus, corrected, streak, score, rank, life, .. } = told;
            let row = (account, grade, points, bonus, corrected, streak, score, rank, life);
            let row = serde_json::to_string(&row).unwrap();
            let round = format!("{{\"round\":{},", told.round);
            let body = outcomes.iter().rfind(|body| body.starts_with(&round));
            assert!(body.is_some_and(|body| body.contains(&row)), "{row} is not in {body:?}");
        }
    }
}

/// Makes a game of the quiz with its number, and plays it.
async fn play(server: &Server, game: u64, mut seed: u64) -> Scene<'_> {
    let quizzes = server.quizzes();
    let title = format!("Quiz {game}");
    let quiz = quizzes.into_iter().find(|quiz| quiz.title == title).unwrap();
    let mode = mode(game, &mut seed);
    let wish = CreateGame { mode: mode.clone(), ..CreateGame::of(quiz.id, None) };
    let hosted: HostRight = server.post_json("/api/games", &wish);
    let host = Client::host(server, &hosted).await;
    let (players, away) = (Vec::new(), Vec::new());
    let mut scene = Scene { server, hosted, mode, host, players, away, came: 0, seed };
    scene.play().await;
    scene
}

#[tokio::test]
async fn any_game_is_played_again_to_the_point() {
    let mut chance = seed();
    let folder = tempfile::tempdir().unwrap();
    for game in 0..GAMES {
        let path = folder.path().join(format!("{game}.toml"));
        fs::write(path, quiz(&format!("Quiz {game}"), &mut chance)).unwrap();
    }
    let server = Server::start_with(&["--quizzes", folder.path().to_str().unwrap()]);
    let games = (0..GAMES).map(|game| play(&server, game, chance.wrapping_add(game)));
    let played = tokio::time::timeout(DEADLINE, join_all(games)).await.unwrap();
    let finished = "SELECT COUNT(*) FROM game_log WHERE what = 'finished'";
    server.ledger_says(finished, &GAMES.to_string()).await;
    for scene in played {
        println!("{}", is_equal(&server, scene.hosted.game).trim());
        scene.is_as_told().await;
    }
}
