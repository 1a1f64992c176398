//! A Redis that went back behind what screens show: what was decided before stays decided, and what
//! came too late does not count.
//!
//! What a replica that took over would have is written in one transaction, so that no server sees
//! anything in between.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use quizrain::events::Event;
use quizrain::game::calls as game;
use quizrain::people::account_of;
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::{GameKeys, Redis, ShardKeys};
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::wire::{HostFrame, Incident, Outcome, Refusal, ServerFrame, Stage, StageAt};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use tokio::time::timeout;

use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::{DEADLINE, HostRight, run};

/// Nobody waits for the end of its first two questions.
const QUIZ: &str = "How computers count";

/// The right choices of its first two questions.
const RIGHT: [u8; 2] = [0b0100, 0b10];

/// A game on one server; its players, and its host's socket.
struct Scene {
    nodes: Nodes,
    hosted: HostRight,
    con: MultiplexedConnection,
    host: Client,
    players: Vec<Client>,
}

impl Scene {
    async fn with(players: u64, points: &str) -> Self {
        let points = [("FAILPOINTS", points)];
        let nodes = Nodes::start_with_env(On::Sqlite, 1, &[], &points).await;
        let hosted = nodes.node(0).create_game(QUIZ);
        Self::on(nodes, 0, hosted, players).await
    }

    /// Everybody is connected to one of several nodes.
    async fn on(nodes: Nodes, node: usize, hosted: HostRight, players: u64) -> Self {
        let host = Client::host(nodes.node(node), &hosted).await;
        let mut seated = Vec::new();
        for number in 0..players {
            let name = format!("p{number}");
            seated.push(Client::seated(nodes.node(node), &hosted, number, &name).await);
        }
        nodes.driver(hosted.game).await;
        let con = nodes.connection().await;
        Self { nodes, hosted, con, host, players: seated }
    }

    fn keys(&self) -> GameKeys {
        GameKeys(self.hosted.game)
    }

    /// What Redis has of where the game stands.
    async fn state(&mut self) -> Vec<(String, Vec<u8>)> {
        self.con.hgetall(self.keys().state()).await.unwrap()
    }

    async fn outcomes(&mut self, round: u16) -> HashMap<AccountId, Outcome> {
        game::outcomes(&mut self.con, self.hosted.game, round).await.unwrap()
    }

    /// Asks the next question, which those of these numbers answer rightly; what Redis has while it
    /// is open.
    async fn ask(&mut self, round: u16, who: Range<usize>) -> Vec<(String, Vec<u8>)> {
        self.host.make(Move::Ask).await;
        self.host.stage(Kind::Asking).await;
        for number in who {
            let player = &mut self.players[number];
            player.stage(Kind::Asking).await;
            player.answer(round, RIGHT[usize::from(round)]).await;
        }
        self.state().await
    }

    /// The host ends the question.
    async fn close(&mut self) {
        self.host.make(Move::Close).await;
        self.host.stage(Kind::Revealed).await;
    }

    /// Redis has this state again, and what else the pipeline does.
    async fn change(&mut self, to: &[(String, Vec<u8>)], and: redis::Pipeline) {
        let state = self.keys().state();
        let mut all = redis::pipe();
        all.atomic().del(&state).hset_multiple(&state, to);
        and.cmd_iter().for_each(|command| {
            all.add_command(command.clone());
        });
        let () = all.query_async(&mut self.con).await.unwrap();
    }

    /// The same, until what screens show is written again.
    async fn go_back(&mut self, to: &[(String, Vec<u8>)], and: redis::Pipeline) {
        let shown = self.host.stage.clone().unwrap();
        self.change(to, and).await;
        let again = self.newer_than(shown.at.seq).await;
        assert_eq!(again.stage, shown.stage);
    }

    /// Ends the game: whatever Redis lost, the log has what counted.
    async fn replay(mut self) {
        if self.host.stage.as_ref().unwrap().phase.kind == Kind::Rain {
            self.host.make(Move::CloseRain).await;
        }
        self.host.make(Move::End).await;
        self.host.stage(Kind::Ended).await;
        let finished = "SELECT COUNT(*) FROM game_log WHERE what = 'finished'";
        self.nodes.ledger_says(finished, "1").await;
        let (game, url) = (self.hosted.game.to_string(), self.nodes.database_url());
        let dir = self.nodes.node(0).dir();
        let output = run(dir, &["replay", &game, "--database-url", url.as_str()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }

    /// The next stage that is newer.
    async fn newer_than(&mut self, seq: u64) -> StageAt {
        let newer = self.host.until(|frame| match frame {
            ServerFrame::Stage(stage) => (stage.at.seq > seq).then_some(stage),
            _ => None,
        });
        newer.await
    }
}

#[tokio::test]
async fn scores_that_redis_lost_in_part_are_made_again_and_the_best_may_grab() {
    let mut scene = Scene::with(8, "").await;
    let open = scene.ask(0, 0..4).await;
    scene.close().await;
    scene.ask(1, 2..6).await;
    scene.close().await;
    let before = [scene.outcomes(0).await, scene.outcomes(1).await];
    // Whoever writes the log makes lost scores again as well, and would do it between the two losses.
    let written = "SELECT COUNT(*) FROM game_log WHERE what = 'outcomes'";
    scene.nodes.ledger_says(written, "2").await;
    let [first, second] = [0, 1].map(|round| scene.keys().outcomes(round));
    let of = |players: Range<u64>| -> Vec<String> {
        players.map(|number| account_of(&token(number)).to_string()).collect()
    };

    // Half of the last round: as many outcomes are left as there were answers.
    let mut lost = redis::pipe();
    lost.hdel(&second, of(2..6));
    scene.go_back(&open, lost).await;
    assert_eq!([scene.outcomes(0).await, scene.outcomes(1).await], before);

    // All of it, and half of the round before: whoever scored there.
    let mut lost = redis::pipe();
    lost.hdel(&first, of(0..4)).del(&second);
    scene.go_back(&open, lost).await;
    assert_eq!([scene.outcomes(0).await, scene.outcomes(1).await], before);

    let eligibility = Eligibility::TopShare(50);
    scene.host.open_rain(RainPlan { eligibility, ..plan("CNY", 100, 10) }).await;
    let (view, _) = scene.host.rain().await;
    let keys = ShardKeys::of(view.rain, 1).next().unwrap();
    let listed: BTreeSet<String> = scene.con.smembers(keys.eligible()).await.unwrap();
    let best = before[1].iter().filter(|(_, outcome)| outcome.rank <= 4);
    assert_eq!(listed, best.map(|(account, _)| account.to_string()).collect());
    scene.replay().await;
}

#[tokio::test]
async fn the_log_has_the_scores_that_redis_lost_before_they_were_written() {
    // What is read first is not written: it is read again when it is lost.
    let mut scene = Scene::with(8, "history.before_begin=1*return(error)").await;
    scene.ask(0, 0..4).await;
    scene.close().await;
    let lost: Vec<String> = (0..4).map(|it| account_of(&token(it)).to_string()).collect();
    let () = scene.con.hdel(scene.keys().outcomes(0), lost).await.unwrap();
    let written = "SELECT COUNT(*) FROM game_log WHERE what = 'outcomes'";
    scene.nodes.ledger_says(written, "1").await;
    scene.replay().await;
}

/// What somebody has who answered rightly so late.
fn late_answer(scene: &Scene, number: u64) -> redis::Pipeline {
    let mut late = redis::pipe();
    let (keys, account) = (scene.keys(), account_of(&token(number)).to_string());
    let right = Answer::from(ChoiceSet(RIGHT[0]));
    late.hset(keys.answers(0), account, format!("{right}:24000:0")).del(keys.outcomes(0));
    late
}

/// Anna answered, and Ben did not; what each of them got.
async fn outcomes_of_two(scene: &mut Scene) -> [Outcome; 2] {
    let outcomes = scene.outcomes(0).await;
    [0, 1].map(|number| outcomes[&account_of(&token(number))].clone())
}

#[tokio::test]
async fn an_answer_that_redis_takes_after_the_right_one_was_shown_does_not_count() {
    let mut scene = Scene::with(2, "").await;
    let open = scene.ask(0, 0..1).await;
    scene.close().await;
    let before = outcomes_of_two(&mut scene).await;
    assert!(before[0].points > 0);
    assert_eq!((before[1].points, before[1].answer.as_ref()), (0, None));
    let late = late_answer(&scene, 1);
    scene.go_back(&open, late).await;
    assert_eq!(outcomes_of_two(&mut scene).await, before);
    scene.replay().await;
}

#[tokio::test]
async fn an_answer_that_redis_takes_after_closing_does_not_count() {
    // Its answers are not scored, or not shown, before Redis has gone back.
    let mut scene = Scene::with(2, "driver.before_step=return(1500)").await;
    let open = scene.ask(0, 0..1).await;
    scene.host.make(Move::Close).await;
    scene.host.stage(Kind::Closing).await;
    let late = late_answer(&scene, 1);
    scene.go_back(&open, late).await;
    let revealed = scene.host.stage(Kind::Revealed).await;
    let Stage::Revealed { answered, .. } = revealed.stage else { panic!("{revealed:?}") };
    assert_eq!(answered, 1);
    let [anna, ben] = outcomes_of_two(&mut scene).await;
    assert!(anna.points > 0);
    assert_eq!((ben.points, ben.answer), (0, None));
    scene.replay().await;
}

#[tokio::test]
async fn an_answer_that_redis_takes_after_closing_closes_nothing_once_more() {
    // Each look at how many have answered takes a second and a half, and lasts longer than the question.
    let mut scene = Scene::with(2, "ticker.before_count=return(1500)").await;
    let open = scene.ask(0, 0..1).await;
    // The first look is over, and the second one has begun.
    let first = |frame| matches!(frame, ServerFrame::Progress { answered: 1, .. }).then_some(());
    scene.host.until(first).await;
    scene.host.until_ms(scene.host.now_ms() + 600).await;
    scene.host.make(Move::Close).await;
    scene.host.stage(Kind::Closing).await;
    let late = late_answer(&scene, 1);
    scene.go_back(&open, late).await;
    let revealed = scene.host.stage(Kind::Revealed).await;
    let Stage::Revealed { answered, .. } = revealed.stage else { panic!("{revealed:?}") };
    assert_eq!(answered, 1);
    scene.replay().await;
}

#[tokio::test]
async fn a_host_cannot_move_on_from_what_redis_went_back_to() {
    let mut scene = Scene::with(2, "driver.before_step=return(1500)").await;
    let open = scene.ask(0, 0..1).await;
    let asking = scene.host.stage.clone().unwrap().at.seq;
    scene.host.make(Move::Close).await;
    let shown = scene.host.stage(Kind::Closing).await;
    let late = late_answer(&scene, 1);
    scene.change(&open, late).await;
    // The click of before, which was sent again.
    scene.host.send(&HostFrame::Move { mv: Move::Close, seen: asking }).await;
    assert_eq!(scene.host.refusal().await, Refusal::Stale);
    assert_eq!(scene.newer_than(shown.at.seq).await.stage, shown.stage);
    let revealed = scene.host.stage(Kind::Revealed).await;
    let Stage::Revealed { answered, .. } = revealed.stage else { panic!("{revealed:?}") };
    assert_eq!(answered, 1);
}

#[tokio::test]
async fn what_a_node_showed_in_an_older_epoch_gives_way_to_what_redis_has() {
    let mut scene = Scene::with(1, "").await;
    let open = scene.ask(0, 0..0).await;
    scene.close().await;
    let shown = scene.host.stage.clone().unwrap();
    // Another node has driven the game meanwhile, as far as the question.
    let mut newer = redis::pipe();
    newer.hset_multiple(scene.keys().state(), &[("epoch", 9), ("moved_in", 9)]);
    scene.change(&open, newer).await;
    assert_eq!(scene.newer_than(shown.at.seq).await.phase.kind, Kind::Asking);
}

#[tokio::test]
async fn only_the_node_that_drives_a_game_writes_again_what_was_shown() {
    // A lease that lasts for longer than the test.
    let args = ["--lease-ms", "60000"];
    let mut nodes = Nodes::start(On::Sqlite, 1, &args).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    nodes.driver(hosted.game).await;
    nodes.add(&args);
    let mut scene = Scene::on(nodes, 1, hosted, 1).await;
    let open = scene.ask(0, 0..0).await;
    scene.close().await;
    let shown = scene.host.stage.clone().unwrap().at.seq;
    let url: RedisUrl = scene.nodes.redis().url().parse().unwrap();
    let mut heard = Redis::connect(url).await.unwrap().subscriber().await.unwrap();
    heard.subscribe(&scene.keys().events()).await.unwrap();

    scene.nodes.pause(0);
    scene.change(&open, redis::pipe()).await;
    let mut announced = 0;
    while announced < 2 {
        let message = timeout(DEADLINE, heard.next()).await.expect("it is told").unwrap();
        announced += usize::from(matches!(Event::parse(&message.payload), Some(Event::Shown(..))));
    }
    let seq: u64 = scene.con.hget(scene.keys().state(), "seq").await.unwrap();
    assert!(seq < shown, "the node that does not drive wrote {seq} after {shown}");
    scene.nodes.resume(0);
    assert_eq!(scene.newer_than(shown).await.phase.kind, Kind::Revealed);
}

#[tokio::test]
async fn whoever_takes_a_game_over_waits_for_what_other_screens_show() {
    let nodes = Nodes::start(On::Sqlite, 1, &[]).await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut scene = Scene::on(nodes, 0, hosted, 1).await;
    let before = scene.state().await;
    scene.host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 100, 10) }).await;
    let (view, stage) = scene.players[0].rain().await;
    scene.players[0].until_ms(stage.opens_ms).await;

    // Redis loses the rain's stage while its driver stands still, and a node that has shown nothing
    // takes the game over.
    scene.nodes.pause(0);
    let epoch = scene.nodes.epoch(hosted.game).await;
    let mut lost = redis::pipe();
    lost.del(scene.keys().lease());
    scene.change(&before, lost).await;
    scene.nodes.add(&[]);
    let (driver, _) = scene.nodes.driver_after(hosted.game, epoch).await;
    assert_eq!(driver, 1);
    scene.nodes.resume(0);

    let mut there = Client::screen(scene.nodes.node(1), &hosted).await;
    let (again, _) = there.rain().await;
    assert_eq!(again, view);
    assert!(scene.players[0].grab().await.is_ok());
    let log = scene.nodes.node(1).log();
    assert!(!log.contains("that no screen shows"), "{log}");
}

#[tokio::test]
async fn a_host_is_told_that_redis_lost_the_last_moments() {
    let mut scene = Scene::with(1, "").await;
    let open = scene.ask(0, 0..0).await;
    scene.close().await;
    scene.go_back(&open, redis::pipe()).await;
    // It may be told before the stage is written again.
    let announced = |frame: &ServerFrame| matches!(frame, ServerFrame::Incidents(now) if now.contains(&Incident::RolledBack));
    if !scene.host.seen.iter().any(announced) {
        scene.host.until(|frame| announced(&frame).then_some(())).await;
    }
}
