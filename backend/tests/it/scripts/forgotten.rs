//! A Redis that has forgotten the scripts: after a restart, or a SCRIPT FLUSH in the middle of a
//! game. No caller notices.

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{Arg, Cmd, Pipeline, RedisFuture, ServerError, ServerErrorKind, Value};

use super::whole_game;
use crate::common::redis::TestRedis;

/// A connection to a Redis that forgets all scripts before each command.
struct Forgetful {
    con: MultiplexedConnection,
    asked: usize,
    forgotten: usize,
}

impl ConnectionLike for Forgetful {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let name = match cmd.args_iter().next() {
                Some(Arg::Simple(name)) => name,
                _ => b"",
            };
            let asks = name == b"EVALSHA";
            let flush = redis::cmd("SCRIPT").arg("FLUSH").to_owned();
            flush.exec_async(&mut self.con).await?;
            let reply = self.con.req_packed_command(cmd).await;
            self.asked += usize::from(asks);
            let unknown = |error: &ServerError| error.kind() == Some(ServerErrorKind::NoScript);
            self.forgotten += usize::from(match &reply {
                Ok(Value::ServerError(error)) => unknown(error),
                _ => false,
            });
            reply
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        self.con.req_packed_commands(pipeline, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.con.get_db()
    }
}

#[tokio::test]
async fn a_whole_game_is_played_although_redis_forgets_every_script_before_every_call() {
    let redis = TestRedis::start().await;
    let mut con = Forgetful { con: redis.connection().await, asked: 0, forgotten: 0 };
    whole_game::play(&mut con, 1).await;
    // Each call was made by the script's hash, which Redis did not know, and then by its text.
    assert!(con.forgotten > 20, "{} calls", con.forgotten);
    assert_eq!(con.asked, con.forgotten);
}
