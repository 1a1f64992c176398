//! The Lua scripts, one file each under `backend/lua`. Each file opens with its contract.

use std::sync::LazyLock;

use redis::aio::ConnectionLike;
use redis::{
    Cmd, ErrorKind, FromRedisValue, RedisError, RedisResult, ServerErrorKind, ToRedisArgs, Value,
};

/// A script's text and its hash.
pub(crate) struct Script {
    text: &'static str,
    hash: String,
}

impl Script {
    fn new(text: &'static str) -> Self {
        Self { text, hash: redis::Script::new(text).get_hash().to_owned() }
    }

    pub(crate) fn call(&self) -> Call<'_> {
        Call { script: self, keys: Vec::new(), args: Vec::new() }
    }
}

/// A script with keys and arguments.
pub(crate) struct Call<'a> {
    script: &'a Script,
    keys: Vec<Vec<u8>>,
    args: Vec<Vec<u8>>,
}

/// Whether an error says that Redis does not know a script, and nothing else.
fn is_unknown(error: &RedisError) -> bool {
    error.kind() == ErrorKind::Server(ServerErrorKind::NoScript)
}

impl Call<'_> {
    pub(crate) fn key(&mut self, key: String) -> &mut Self {
        self.keys.push(key.into_bytes());
        self
    }

    pub(crate) fn arg(&mut self, arg: impl ToRedisArgs) -> &mut Self {
        arg.write_redis_args(&mut self.args);
        self
    }

    fn command(&self, name: &str, script: &str) -> Cmd {
        let mut command = redis::cmd(name);
        command.arg(script).arg(self.keys.len()).arg(&self.keys).arg(&self.args);
        command
    }

    /// EVALSHA; where Redis does not know the script, and on no other error, EVAL, which no
    /// SCRIPT FLUSH can come between and which goes to the one node that has the keys.
    pub(crate) async fn run(&self, con: &mut impl ConnectionLike) -> RedisResult<Vec<Value>> {
        match self.run_known(con).await {
            Err(error) if is_unknown(&error) => {
                self.command("EVAL", self.script.text).query_async(con).await
            }
            other => other,
        }
    }

    /// EVALSHA alone.
    async fn run_known(&self, con: &mut impl ConnectionLike) -> RedisResult<Vec<Value>> {
        self.command("EVALSHA", &self.script.hash).query_async(con).await
    }

    /// Calls of one script in one pipeline, each with a result of its own: none fails because
    /// another did. Where Redis does not know the script, the first call tells it. In a cluster all
    /// of their keys must be in one slot.
    pub(crate) async fn run_together(
        calls: &[Self],
        con: &mut impl ConnectionLike,
    ) -> RedisResult<Vec<RedisResult<Vec<Value>>>> {
        let mut results = Self::run_together_known(calls.iter(), con).await?;
        let unknown = |result: &RedisResult<_>| result.as_ref().is_err_and(is_unknown);
        let Some(first) = results.iter().position(unknown) else { return Ok(results) };
        results[first] = calls[first].run(con).await;
        let again: Vec<usize> = (0..calls.len()).filter(|at| unknown(&results[*at])).collect();
        let known = Self::run_together_known(again.iter().map(|at| &calls[*at]), con).await?;
        for (at, result) in again.into_iter().zip(known) {
            results[at] = result;
        }
        Ok(results)
    }

    async fn run_together_known<'a>(
        calls: impl ExactSizeIterator<Item = &'a Self>,
        con: &mut impl ConnectionLike,
    ) -> RedisResult<Vec<RedisResult<Vec<Value>>>>
    where
        Self: 'a,
    {
        let count = calls.len();
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut pipe = redis::pipe();
        for call in calls {
            pipe.add_command(call.command("EVALSHA", &call.script.hash));
        }
        let replies = con.req_packed_commands(&pipe, 0, count).await?;
        let read = |reply: Value| Ok(Vec::<Value>::from_redis_value(reply.extract_error()?)?);
        Ok(replies.into_iter().map(read).collect())
    }
}

macro_rules! scripts {
    ($($name:ident = $file:literal;)*) => {
        $(pub(crate) static $name: LazyLock<Script> =
            LazyLock::new(|| Script::new(include_str!(concat!("../../../lua/", $file))));)*
    };
}

scripts! {
    CREATE_GAME = "create_game.lua";
    ADVANCE = "advance.lua";
    CONFIGURE = "configure.lua";
    REMOVE = "remove.lua";
    RENAME = "rename.lua";
    LEASE = "lease.lua";
    JOIN = "join.lua";
    AVATAR = "avatar.lua";
    ANSWER = "answer.lua";
    PACE = "pace.lua";
    LOAD_RAIN = "load_rain.lua";
    OPEN_RAIN = "open_rain.lua";
    CLAIM = "claim.lua";
    CONFIRM = "confirm.lua";
    CLOSE_RAIN = "close_rain.lua";
    RESTORE_RAIN = "restore_rain.lua";
    ONCE = "once.lua";
}
