//! A connection that keeps a record of the scripts it is asked to run and of the words that come
//! back, and a desk at which a test checks every word of a script's contract.

use std::collections::{BTreeSet, HashMap};

use quizrain::store::StoreError;
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{Arg, Cmd, Pipeline, RedisFuture, Value};

use super::contract::Contract;
use super::snapshot::{changes, dump, snapshot};
use crate::common::redis::TestRedis;

/// One EVALSHA.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Which script.
    pub(super) file: String,
    pub(super) keys: Vec<String>,
    /// How many arguments follow the keys.
    pub(super) args: usize,
    /// The first word of the reply, or of the only verdict, unless it was an error.
    pub(super) word: Option<String>,
}

/// A connection with a record.
pub(super) struct Recorder {
    con: MultiplexedConnection,
    files: HashMap<String, String>,
    pub(super) calls: Vec<Call>,
}

impl Recorder {
    pub(super) async fn new(mut con: MultiplexedConnection) -> Self {
        let mut files = HashMap::new();
        for Contract { file, text, .. } in Contract::all() {
            let load = redis::cmd("SCRIPT").arg("LOAD").arg(text).to_owned();
            files.insert(load.query_async(&mut con).await.unwrap(), file);
        }
        Self { con, files, calls: Vec::new() }
    }

    fn record(&mut self, cmd: &Cmd, reply: Option<&Value>) {
        let texts: Vec<String> = cmd
            .args_iter()
            .filter_map(|arg| match arg {
                Arg::Simple(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
                _ => None,
            })
            .collect();
        let [name, sha, count, rest @ ..] = texts.as_slice() else {
            return;
        };
        if name != "EVALSHA" {
            return;
        }
        let (keys, args) = rest.split_at(count.parse().unwrap());
        let word = match reply {
            Some(Value::Array(parts)) => {
                let texts = parts.iter().map_while(|part| redis::from_redis_value_ref(part).ok());
                let texts: Vec<String> = texts.collect();
                match texts.as_slice() {
                    [each, verdict, ..] if each == "each" => {
                        verdict.split(' ').next().map(String::from)
                    }
                    [word, ..] => Some(word.clone()),
                    [] => None,
                }
            }
            _ => None,
        };
        self.calls.push(Call {
            file: self.files[sha].clone(),
            keys: keys.to_vec(),
            args: args.len(),
            word,
        });
    }
}

impl ConnectionLike for Recorder {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let reply = self.con.req_packed_command(cmd).await;
            self.record(cmd, reply.as_ref().ok());
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

/// Where calls are made one by one and their words are checked.
pub(super) struct Desk {
    pub(super) con: Recorder,
    _redis: TestRedis,
}

impl Desk {
    pub(super) async fn open() -> Self {
        let redis = TestRedis::start().await;
        Self { con: Recorder::new(redis.connection().await).await, _redis: redis }
    }

    fn last_word(&self) -> Option<&str> {
        self.con.calls.last()?.word.as_deref()
    }

    /// Makes a call that says this word and makes exactly these changes.
    #[track_caller]
    pub(super) fn granted<T>(
        &mut self,
        word: &str,
        expected: &[&str],
        call: impl AsyncFnOnce(&mut Recorder) -> Result<T, StoreError>,
    ) -> impl Future<Output = T> {
        let place = std::panic::Location::caller();
        async move {
            let before = snapshot(&mut self.con.con).await;
            let result = call(&mut self.con).await.unwrap();
            let after = snapshot(&mut self.con.con).await;
            assert_eq!(self.last_word(), Some(word), "{place}");
            assert_eq!(changes(&before, &after), expected, "{place}");
            result
        }
    }

    /// Makes a call that says this word and leaves every key as it is.
    #[track_caller]
    pub(super) fn unchanged<T>(
        &mut self,
        word: &str,
        call: impl AsyncFnOnce(&mut Recorder) -> Result<T, StoreError>,
    ) -> impl Future<Output = T> {
        let place = std::panic::Location::caller();
        async move {
            let before = dump(&mut self.con.con).await;
            let result = call(&mut self.con).await.unwrap();
            assert_eq!(self.last_word(), Some(word), "{place}");
            let after = dump(&mut self.con.con).await;
            assert!(before == after, "{place}: something changed");
            result
        }
    }

    /// Checks that the script has said every word of its contract here. What it says of a key of
    /// another type has tests of its own.
    pub(super) fn has_heard_all_of(&self, file: &str) {
        let calls = self.con.calls.iter().filter(|call| call.file == file);
        let mut heard: BTreeSet<String> = calls.filter_map(|call| call.word.clone()).collect();
        heard.insert("corrupt".to_owned());
        assert_eq!(heard, Contract::of(file).words, "{file}");
    }
}
