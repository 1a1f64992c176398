//! Puts the parts together: use cases, workers, routes; starts them and stops them.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use anyhow::Context;
use quizrain_shared::ids::Token;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::task::TaskTracker;

use crate::admission::{self, Admission, HostNames, PinLimits};
use crate::batch::ReadGate;
use crate::config::{Options, SponsorCredit};
use crate::game::{Games, Play};
use crate::ledger::Credit;
use crate::live::hub::{CloseReason, Hub};
use crate::live::{Live, sockets};
use crate::nodes::{Leases, Nodes, Peers};
use crate::payout::Outbox;
use crate::quiz::{Library, library};
use crate::rain::{Packets, Rains};
use crate::server::Listening;
use crate::settlement::{Settlement, Settlers};
use crate::store::Clock;
use crate::store::random::random_token;
use crate::stores::Stores;
use crate::{drain, game, http, payout, rain, scheduler, server};

/// File handles that are kept from connections, for stores, files and pages.
const SPARE_FILES: u64 = 200;

/// How long a lease lasts that nobody else can want: it is renewed seldom, since each renewal waits
/// for the disk.
const ALONE_LEASE: Duration = Duration::from_secs(60);

/// The variable that may have the host key.
const HOST_KEY: &str = "QUIZRAIN_HOST_KEY";

/// How long workers, and sockets that were told to close, get to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The host key: from the environment, else kept in the data folder, made there at the first
/// start.
fn host_key(data_dir: &Path) -> anyhow::Result<Token> {
    if let Ok(key) = std::env::var(HOST_KEY) {
        return key.parse().with_context(|| format!("{HOST_KEY} must be 32 hex digits"));
    }
    let path = data_dir.join("host-key");
    let context = || format!("cannot use {}", path.display());
    match File::open(&path) {
        Ok(mut file) => {
            let mut text = String::new();
            file.read_to_string(&mut text).with_context(context)?;
            text.trim().parse().with_context(context)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key = random_token()?;
            let mut file = OpenOptions::new()
                .create_new(true)
                .write(true)
                .mode(0o600)
                .open(&path)
                .with_context(context)?;
            writeln!(file, "{}", key.reveal()).with_context(context)?;
            Ok(key)
        }
        Err(error) => Err(error).with_context(context),
    }
}

/// This machine's address in its local network: the one it would use to reach another machine.
/// Nothing is sent. `None` where there is no network.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation (RFC 5737), which is never reached.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

/// The address that players use, without a slash at the end.
fn join_url(options: &Options, listening: SocketAddr) -> String {
    if let Some(url) = &options.public_url {
        return url.as_str().trim_end_matches('/').to_owned();
    }
    let ip = match listening.ip() {
        ip if ip.is_unspecified() => lan_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, listening.port()))
}

/// The receiver of payouts, where there is one.
fn payouts(options: &Options) -> anyhow::Result<Option<payout::Client>> {
    let Some(url) = &options.payout_url else {
        return Ok(None);
    };
    let secret = payout::sign::Secret::new(&options.payout_secret()?)?;
    let target = payout::Target::new(url, options.payout_allow_private)?;
    let timeout = Duration::from_millis(options.payout_timeout_ms.into());
    Ok(Some(payout::Client::new(target, secret, timeout)?))
}

/// Serves until a signal comes.
///
/// # Errors
/// The stores or the address cannot be used.
pub async fn serve(options: &Options) -> anyhow::Result<()> {
    // First of all: a signal that comes while stores are opened must not be lost.
    let mut signals = Signals::listen()?;
    let payouts = payouts(options)?;
    let admission = Arc::new(admission(options, raise_file_limit()));
    let mut stores = Stores::open(options).await?;
    let listening =
        Listening::start(options.listen, Arc::clone(&admission)).with_context(|| {
            format!("cannot listen on {}; choose another with --listen", options.listen)
        })?;
    let address = listening.address();
    let credit = match (options.sponsor_credit, &payouts) {
        (Some(SponsorCredit::Unlimited), _) | (None, None) => Credit::Unlimited,
        // Money that leaves the house must have come in before.
        (Some(SponsorCredit::None), _) | (None, Some(_)) => Credit::None,
    };
    let alone = stores.embedded.is_some();
    let (redis, sql) = (&stores.redis, &stores.sql);
    let clock: Arc<Clock> = Arc::default();
    clock.sync(redis).await?;
    let max_batch = usize::from(options.max_batch);
    let gate = Arc::new(ReadGate::new(options.guest_reads.into()));
    let limits = game::Limits { max_players: options.max_players, max_batch };
    let games =
        Games::new(redis.clone(), sql.clone(), Arc::clone(&clock), Arc::clone(&gate), limits);
    let games = Arc::new(games);
    let play = Arc::new(Play::new(redis.clone(), Arc::clone(&games)));
    let rains = Arc::new(Rains::new(
        redis.clone(),
        sql.clone(),
        Arc::clone(&clock),
        Arc::clone(&play),
        gate,
        rain::Options { max_batch, shards: options.shards, credit, payout: payouts.is_some() },
    ));
    let packets = Arc::new(Packets::new(Arc::clone(&rains)));
    let peers = Peers::new(&stores.node, &random_token()?.reveal(), alone);
    let nodes = Arc::new(Nodes::new(peers, redis.clone(), Arc::clone(&clock)));
    let settlement =
        Settlement::new(Arc::clone(&rains), redis.clone(), sql.clone(), Arc::clone(&clock));
    library::fill(&stores.sql, options.quizzes.as_deref()).await?;

    if payouts.is_none() && !Outbox::new(stores.sql.clone()).unfinished().await?.is_empty() {
        tracing::warn!(
            "some payouts are not finished, and there is no --payout-url to finish them"
        );
    }

    let hub = Arc::new(Hub::default());
    let (leaving, stop) = (CancellationToken::new(), CancellationToken::new());
    let (tasks, open_sockets) = (TaskTracker::new(), TaskTracker::new());
    let (found, appeared) = mpsc::unbounded_channel();
    let live = Live {
        hub: Arc::clone(&hub),
        games: Arc::clone(&games),
        play: Arc::clone(&play),
        rains: Arc::clone(&rains),
        packets: Arc::clone(&packets),
        nodes: Arc::clone(&nodes),
        clock: Arc::clone(&clock),
        redis: redis.clone(),
        stop: stop.clone(),
        tasks: tasks.clone(),
        found,
    };
    live.start();
    let schedule = scheduler::Schedule {
        retention: scheduler::Retention {
            keys: options.keep_keys_hours,
            points: options.forget_points_hours,
        },
        lease: if alone { ALONE_LEASE } else { Duration::from_millis(options.lease_ms.into()) },
        leaving: leaving.clone(),
    };
    scheduler::start(live, Leases::new(redis.clone()), sql.clone(), schedule, appeared);
    let settlers = Settlers {
        node: stores.node.as_str().into(),
        drainers: options.settlers,
        // The private server syncs before it replies, and loses nothing that was told.
        grace: match alone {
            true => Duration::ZERO,
            false => Duration::from_secs(options.failover_grace_seconds.into()),
        },
    };
    settlement.start(settlers, stop.clone(), &tasks);
    if let Some(client) = payouts {
        let clock = Arc::clone(&clock);
        let clock: payout::Clock = Arc::new(move || clock.now_ms());
        let payer = payout::Payer::new(sql.clone(), client, payout::Schedule::default(), clock)
            .telling(redis.clone());
        tasks.spawn(payout::worker::run(payer, stop.clone()));
    }
    let host_key = host_key(&stores.data_dir)?;
    // Whoever sets the variable knows the key, and what is printed may be kept in a log.
    let named = std::env::var_os(HOST_KEY).map(|_| format!("${HOST_KEY}"));
    let shown = named.unwrap_or_else(|| host_key.reveal());
    let join_url = join_url(options, address);
    let web = http::Web {
        library: Library::new(sql.clone()),
        games: Arc::clone(&games),
        rains: Arc::clone(&rains),
        packets: Arc::clone(&packets),
        settlement,
        payouts: Outbox::new(sql.clone()),
        nodes: Arc::clone(&nodes),
        redis: redis.clone(),
        host_key,
        admission: Arc::clone(&admission),
        join_url: join_url.as_str().into(),
        limits: quizrain_shared::api::Limits::of(options.max_players, options.frames_per_second),
    };
    let public_host = options.public_url.as_ref().and_then(|url| {
        let host = url.host_str()?.to_ascii_lowercase();
        Some(url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
    });
    let routes = http::router(web).merge(sockets::router(sockets::Sockets {
        games,
        play,
        rains,
        packets,
        nodes: Arc::clone(&nodes),
        clock,
        hub: Arc::clone(&hub),
        admission: Arc::clone(&admission),
        leaving: leaving.clone(),
        frames_per_second: options.frames_per_second,
        tasks: open_sockets.clone(),
        public_host,
    }));
    let guard = http::Guard {
        admission,
        timeout: Duration::from_secs(options.request_seconds.into()),
        https: options.public_url.as_ref().is_some_and(|url| url.scheme() == "https"),
    };
    let routes = guard.before(routes);
    greet(&join_url, address, &shown);

    let closing = leaving.clone();
    let idle = Duration::from_secs(options.idle_seconds.into());
    let server = tokio::spawn(server::serve(listening, routes, idle, closing));

    let embedded = async {
        match &mut stores.embedded {
            Some(embedded) => embedded.ended().await,
            None => std::future::pending().await,
        }
    };
    let failed = tokio::select! {
        () = signals.stop() => None,
        () = embedded => Some(anyhow::anyhow!(
            "the private redis-server ended by itself; its last words are in {}",
            stores.data_dir.join("redis/redis.log").display()
        )),
    };
    tracing::info!("stopping");
    leaving.cancel();
    // Where nobody takes players over, there is nothing to wait for.
    if failed.is_none() && nodes.peers().alive() {
        let within = Duration::from_secs(options.drain_seconds.into());
        tokio::select! {
            () = drain::move_away(&hub, within) => {}
            // Asked twice: whoever waits has no more patience.
            () = signals.stop() => {}
        }
    }
    stop.cancel();
    hub.close_all(CloseReason::GoingAway);
    open_sockets.close();
    tasks.close();
    let ended = tokio::time::timeout(STOP_TIMEOUT, async {
        open_sockets.wait().await;
        tasks.wait().await;
        let _ = server.await;
    });
    if ended.await.is_err() {
        tracing::warn!("failed to end everything in time; what is left is cut off");
    }
    if tokio::time::timeout(STOP_TIMEOUT, stores.close()).await.is_err() {
        tracing::warn!("failed to close the stores in time; what was promised is on disk");
    }
    failed.map_or(Ok(()), Err)
}

/// How much is let in, where so many files may be open.
fn admission(options: &Options, files: Option<u64>) -> Admission {
    let room = files.and_then(|files| usize::try_from(files.saturating_sub(SPARE_FILES)).ok());
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let connections = options.max_connections.map(count).or(room).unwrap_or(usize::MAX).max(1);
    let share = options.connections_per_address.map(count);
    let machine = rustix::system::uname();
    let public = options.public_url.as_ref().and_then(|url| url.host_str()).map(str::to_owned);
    let names = options.allowed_hosts.iter().cloned().chain(public);
    let limits = admission::Limits {
        connections,
        connections_per_address: share.unwrap_or(connections - connections / 4),
        unseated_per_address: count(options.unseated_per_address),
        screens_per_address: count(options.screens_per_address),
        pins: PinLimits {
            per_address: options.wrong_pins_per_address,
            per_hour: options.wrong_pins_per_hour,
        },
        reads_per_second: options.reads_per_second,
        trusted_proxies: options.trusted_proxies.clone(),
        hosts: HostNames::new(names, &machine.nodename().to_string_lossy()),
    };
    for obstacle in limits.obstacles(count(options.max_players)) {
        tracing::warn!("{obstacle}");
    }
    Admission::new(limits)
}

/// Takes as many file handles as the system gives: each socket is one, and the usual limit of 1,024
/// is for programs that open files. How many that is, unless there is no limit.
fn raise_file_limit() -> Option<u64> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if setrlimit(Resource::Nofile, limit).is_err() {
        tracing::warn!("failed to raise the limit of open files; what there is limits connections");
    }
    getrlimit(Resource::Nofile).current
}

/// Ctrl-C and polite requests to end, from when it listens.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for either.
    async fn stop(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Tells the person at the terminal where to go.
fn greet(join_url: &str, listening: SocketAddr, host_key: &str) {
    let host = if listening.ip().is_unspecified() {
        format!("http://localhost:{}", listening.port())
    } else {
        format!("http://{listening}")
    };
    if let Ok(code) = qrcode::QrCode::new(join_url) {
        use qrcode::render::unicode::Dense1x2;
        // Most terminals are dark, and cameras want dark modules on light ground.
        let picture = code
            .render::<Dense1x2>()
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build();
        println!("\n{picture}\n");
    }
    println!("  Players  {join_url}");
    println!("  Host     {host}/host#key={host_key}");
    println!("\n  Keep the host address to yourself. Ctrl-C ends everything.\n");
}
