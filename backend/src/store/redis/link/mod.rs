//! Lines to Redis that find their way back by themselves, whichever kind of Redis it is.
//!
//! Called by `store::redis` alone. A call uses the wire that is there; a supervisor beside it opens
//! another one when the wire broke, when its server is no longer the primary, or when it fell
//! silent. Nothing is sent twice, except to a server that refused it because it may only be read.

mod open;
mod subscriber;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::{
    MultipleNodeRoutingInfo, Route, RoutingInfo, SingleNodeRoutingInfo, SlotAddr,
};
use redis::{
    Cmd, ErrorKind, Pipeline, RedisError, RedisFuture, RedisResult, ServerErrorKind, Value,
};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::redis_url::RedisUrl;
use crate::store::away::late;

pub use subscriber::{Message, Subscriber};

/// Pauses between attempts to open a wire: the first, and what they grow to.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(200));

/// A cheap handle on a line.
#[derive(Clone)]
pub struct Connection {
    line: Arc<Line>,
    /// How long to wait for a replica to have what a command wrote, where one must have it.
    replica: Option<Duration>,
}

struct Line {
    wire: watch::Receiver<Option<Wire>>,
    trouble: watch::Sender<Trouble>,
    /// How long a call may take, with whatever waiting for a wire takes.
    patience: Duration,
}

/// What a line uses for now.
#[derive(Clone)]
struct Wire {
    /// One more for each wire of a line; the first is 1.
    number: u64,
    to: To,
}

#[derive(Clone)]
enum To {
    Server(MultiplexedConnection),
    Cluster(ClusterConnection),
}

/// What is wrong with a wire.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Trouble {
    number: u64,
    /// It is of no use. Otherwise it only fell silent, and is used until there is another.
    lost: bool,
}

/// What is asked over a wire.
#[derive(Clone, Copy)]
enum Request<'a> {
    /// One command, routed by its own key.
    Command(&'a Cmd),
    /// One command without a key, for the primary that holds this key.
    At(&'a str, &'a Cmd),
    /// One command for every primary.
    EachPrimary(&'a Cmd),
    /// Many commands: how many replies are skipped, and how many follow.
    Pipeline(&'a Pipeline, usize, usize),
}

impl Connection {
    /// Opens a line whose calls may take so long.
    ///
    /// # Errors
    /// Nobody was reached.
    pub(crate) async fn open(url: RedisUrl, patience: Duration) -> RedisResult<Self> {
        let to = open::open(&url, patience, None).await?;
        let (wires, wire) = watch::channel(Some(Wire { number: 1, to }));
        let (trouble, troubles) = watch::channel(Trouble::default());
        tokio::spawn(supervise(url, patience, wires, troubles));
        Ok(Self { line: Arc::new(Line { wire, trouble, patience }), replica: None })
    }

    /// The same line, over which no command has a reply before a replica has what was written
    /// until then. Pipelines are as ever.
    ///
    /// Redis waits on the connection that wrote and holds up everything else on it.
    pub(crate) fn replicated(self, within: Duration) -> Self {
        Self { replica: Some(within), ..self }
    }

    /// The same line, over which replies come at once.
    pub(crate) fn unreplicated(self) -> Self {
        Self { replica: None, ..self }
    }

    /// Whether there is a wire now.
    pub(super) fn is_open(&self) -> bool {
        self.line.wire.borrow().is_some()
    }

    /// Which of the line's wires it has; 0 while it has none.
    pub(super) fn wire_number(&self) -> u64 {
        self.line.wire.borrow().as_ref().map_or(0, |wire| wire.number)
    }

    /// How many handles on this line there are.
    pub(super) fn holders(&self) -> usize {
        Arc::strong_count(&self.line)
    }

    async fn ask_replicated(&self, command: &Cmd, within: Duration) -> RedisResult<Value> {
        let mut both = redis::pipe();
        both.add_command(command.clone());
        both.cmd("WAIT").arg(1).arg(within.as_millis().to_string());
        let replies = self.line.call(Request::Pipeline(&both, 0, 2)).await?;
        match replies.as_slice() {
            [reply @ Value::ServerError(_), _] | [reply, Value::Int(1..)] => Ok(reply.clone()),
            _ => Err((ErrorKind::Client, "no replica has what was written").into()),
        }
    }

    /// The reply of the primary that holds a key to a command that has none.
    pub(crate) async fn at(&self, key: &str, command: &Cmd) -> RedisResult<Value> {
        self.line.one(Request::At(key, command)).await
    }

    /// The reply of every primary.
    pub(crate) async fn each_primary(&self, command: &Cmd) -> RedisResult<Vec<Value>> {
        self.line.call(Request::EachPrimary(command)).await
    }
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            match self.replica {
                None => self.line.one(Request::Command(command)).await,
                Some(within) => self.ask_replicated(command, within).await,
            }
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(self.line.call(Request::Pipeline(pipeline, offset, count)))
    }

    fn get_db(&self) -> i64 {
        0
    }
}

impl Line {
    /// The reply to a request that has one.
    async fn one(&self, request: Request<'_>) -> RedisResult<Value> {
        Ok(self.call(request).await?.pop().unwrap_or(Value::Nil))
    }

    async fn call(&self, request: Request<'_>) -> RedisResult<Vec<Value>> {
        let mut used = 0;
        match timeout(self.patience, self.ask(request, &mut used)).await {
            // The wire has noticed it in the same moment, and does not say how long that was.
            Ok(Err(error)) if error.is_timeout() => Err(late(self.patience)),
            Ok(said) => said,
            Err(_) => {
                self.report(used, false);
                Err(late(self.patience))
            }
        }
    }

    async fn ask(&self, request: Request<'_>, used: &mut u64) -> RedisResult<Vec<Value>> {
        loop {
            let first = *used == 0;
            let wire = self.wire_after(*used).await?;
            *used = wire.number;
            let said = wire.to.send(request).await;
            match wire.to.what_is_wrong(&said) {
                Wrong::Nothing => return said,
                Wrong::Silent => self.report(wire.number, false),
                Wrong::Lost => self.report(wire.number, true),
                Wrong::ReadOnly => {
                    self.report(wire.number, true);
                    if first {
                        continue;
                    }
                }
            }
            return said;
        }
    }

    /// A wire that is newer than one of this number.
    async fn wire_after(&self, number: u64) -> RedisResult<Wire> {
        let newer = |wire: &Option<Wire>| wire.as_ref().is_some_and(|wire| wire.number > number);
        let mut wires = self.wire.clone();
        let wire = wires.wait_for(newer).await.ok().and_then(|wire| wire.clone());
        wire.ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected).into())
    }

    fn report(&self, number: u64, lost: bool) {
        let trouble = Trouble { number, lost };
        self.trouble.send_if_modified(|known| {
            let worse = trouble > *known;
            if worse {
                *known = trouble;
            }
            worse
        });
    }
}

enum Wrong {
    Nothing,
    /// No answer: the server may be frozen, or cut off.
    Silent,
    /// The wire broke.
    Lost,
    /// The server is a replica now.
    ReadOnly,
}

impl To {
    async fn send(&self, request: Request<'_>) -> RedisResult<Vec<Value>> {
        match (self, request) {
            (
                Self::Server(con),
                Request::Command(command) | Request::At(_, command) | Request::EachPrimary(command),
            ) => Ok(vec![con.clone().send_packed_command(command).await?]),
            (Self::Server(con), Request::Pipeline(pipeline, offset, count)) => {
                con.clone().send_packed_commands(pipeline, offset, count).await
            }
            (Self::Cluster(con), Request::Command(command)) => {
                Ok(vec![con.clone().req_packed_command(command).await?])
            }
            (Self::Cluster(con), Request::At(key, command)) => {
                let route = Route::with_key(key, SlotAddr::Master);
                let place = RoutingInfo::SingleNode(SingleNodeRoutingInfo::SpecificNode(route));
                Ok(vec![con.clone().route_command(command.clone(), place).await?])
            }
            (Self::Cluster(con), Request::EachPrimary(command)) => {
                let places = RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, None));
                match con.clone().route_command(command.clone(), places).await? {
                    Value::Map(replies) => {
                        replies.into_iter().map(|(_, reply)| reply.extract_error()).collect()
                    }
                    reply => Ok(vec![reply.extract_error()?]),
                }
            }
            (Self::Cluster(con), Request::Pipeline(pipeline, offset, count)) => {
                con.clone().req_packed_commands(pipeline, offset, count).await
            }
        }
    }

    fn what_is_wrong(&self, said: &RedisResult<Vec<Value>>) -> Wrong {
        let wrong = match said {
            Ok(values) if values.iter().any(is_read_only) => Wrong::ReadOnly,
            Ok(_) => Wrong::Nothing,
            Err(error) if is_read_only_error(error) => Wrong::ReadOnly,
            Err(error) if error.is_timeout() => Wrong::Silent,
            Err(error) if error.is_unrecoverable_error() => Wrong::Lost,
            Err(_) => Wrong::Nothing,
        };
        match (self, wrong) {
            // It looks for new primaries and mends its wires by itself, and asks again where one
            // may only be read. Another one is opened beside it for when that does not help.
            (Self::Cluster(_), Wrong::Lost | Wrong::ReadOnly) => Wrong::Silent,
            (_, wrong) => wrong,
        }
    }
}

fn is_read_only(value: &Value) -> bool {
    matches!(value, Value::ServerError(error) if error.kind() == Some(ServerErrorKind::ReadOnly))
}

fn is_read_only_error(error: &RedisError) -> bool {
    error.kind() == ErrorKind::Server(ServerErrorKind::ReadOnly)
}

/// Opens another wire whenever there is trouble with the one that is used; ends with the line.
async fn supervise(
    url: RedisUrl,
    patience: Duration,
    wires: watch::Sender<Option<Wire>>,
    mut troubles: watch::Receiver<Trouble>,
) {
    let mut number = 1;
    loop {
        let Ok(trouble) = troubles.wait_for(|trouble| trouble.number == number).await.map(|t| *t)
        else {
            return;
        };
        if trouble.lost {
            wires.send_replace(None);
        }
        let mut pause = PAUSES.0;
        let to = loop {
            match open::open(&url, patience, None).await {
                Ok(to) => break to,
                Err(error) => tracing::debug!(%error, "no line to Redis yet"),
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
            if wires.is_closed() {
                return;
            }
        };
        number += 1;
        wires.send_replace(Some(Wire { number, to }));
    }
}
