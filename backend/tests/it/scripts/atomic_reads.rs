//! What is read together belongs together, although others write between two commands.

use quizrain::game::calls as game;
use quizrain_shared::phase::Kind;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::Stage;
use quizrain_shared::wire::Standings;
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{Cmd, Pipeline, RedisFuture, Value};

use super::scene::{GAME, ROUNDS, step};
use crate::common::redis::TestRedis;

/// A connection on which another node moves the game after every single command, as it may: a
/// pipeline is no transaction.
struct Interrupted {
    con: MultiplexedConnection,
    seq: u64,
}

static ENDED: Stage =
    Stage::Ended(Standings { top: Vec::new(), players: 0, survivors: None, teams: Vec::new() });

/// Even and odd sequence numbers have different stages.
fn stage_at(seq: u64) -> &'static Stage {
    if seq.is_multiple_of(2) { &ENDED } else { &Stage::Lobby }
}

impl Interrupted {
    async fn one(&mut self, cmd: &Cmd) -> redis::RedisResult<Value> {
        let reply = self.con.req_packed_command(cmd).await;
        let mut next = step(self.seq, Kind::Board, 0);
        next.stage = stage_at(self.seq + 1);
        game::advance(&mut self.con, GAME, &next).await.unwrap();
        self.seq += 1;
        reply
    }
}

impl ConnectionLike for Interrupted {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(self.one(cmd))
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        _offset: usize,
        _count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let mut replies = Vec::new();
            for cmd in pipeline.cmd_iter() {
                replies.push(self.one(cmd).await?);
            }
            Ok(replies)
        })
    }

    fn get_db(&self) -> i64 {
        self.con.get_db()
    }
}

#[tokio::test]
async fn a_stage_is_read_with_its_own_sequence_number() {
    let redis = TestRedis::start().await;
    let mut con = Interrupted { con: redis.connection().await, seq: 1 };
    game::create(&mut con.con, GAME, 1, ROUNDS, &Settings::default()).await.unwrap();
    for _ in 0..4 {
        let state = game::state(&mut con, GAME.game).await.unwrap().unwrap();
        assert_eq!(&state.stage.stage, stage_at(state.stage.at.seq));
    }
}
