//! Puts the parts together: opens the stores, makes the rooms, serves, and stops everything in
//! order.

mod rooms;

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::admission::{self, Admission, HostNames, PinLimits};
use crate::config::{Oidc, Options, Receiver, SignInKeys, SignIns};
use crate::people::{
    FetchedKeys, KeySource, Keys, Provider, Registration, Verifier, is_guest_list,
};
use crate::server::{Door, Listening, Tls};
use crate::store::random::random_token;
use crate::stores::Stores;
use crate::{delivery, server};
use rooms::Rooms;

/// File handles that are kept from connections, for stores, files and pages.
const SPARE_FILES: u64 = 200;

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

/// What it speaks itself.
fn scheme(options: &Options) -> &'static str {
    if options.tls().is_some() { "https" } else { "http" }
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
    format!("{}://{}", scheme(options), SocketAddr::new(ip, listening.port()))
}

/// What speaks with a receiver.
fn client(receiver: &Receiver) -> anyhow::Result<delivery::Client> {
    let Receiver { name, url, allow_private, timeout, .. } = *receiver;
    let secret = delivery::Secret::new(&receiver.secret()?)
        .with_context(|| format!("cannot use the {name} secret"))?;
    let target = delivery::Target::new(url, allow_private).map_err(|why| {
        let private = format!(" (for a receiver in your own network, use --{name}-allow-private)");
        let hint = if why.may_be_private() { private } else { String::new() };
        anyhow::anyhow!("--{name}-url {why}{hint}")
    })?;
    Ok(delivery::Client::new(target, secret, timeout)?)
}

/// How long the keys of sign-ins may take.
const KEYS_TIMEOUT: Duration = Duration::from_secs(5);

/// What checks sign-ins.
fn verifier(SignIns { keys, issuer, audience }: SignIns) -> anyhow::Result<Verifier> {
    if is_guest_list(issuer) {
        anyhow::bail!(
            "--identity-issuer {issuer}: so are the guest lists of this server called; choose another one"
        );
    }
    let keys = match keys {
        SignInKeys::File(file) => {
            let context = || format!("cannot use --identity-key {}", file.display());
            let text = std::fs::read_to_string(file).with_context(context)?;
            KeySource::Given(Arc::new(Keys::read(&text).with_context(context)?))
        }
        SignInKeys::At { url, allow_private } => {
            let target = delivery::Target::new(url, allow_private).map_err(|why| {
                let private = " (in your own network, use --identity-allow-private)";
                let hint = if why.may_be_private() { private } else { "" };
                anyhow::anyhow!("--identity-jwks-url {why}{hint}")
            })?;
            let fetcher = delivery::Fetcher::new(target, KEYS_TIMEOUT)?;
            KeySource::Fetched(Arc::new(FetchedKeys::new(fetcher, "--identity-jwks-url")))
        }
    };
    Ok(Verifier::new(keys, issuer.to_owned(), audience.to_owned()))
}

/// Where people sign in who have no link.
fn provider(oidc: Oidc) -> anyhow::Result<Box<Provider>> {
    let Oidc { issuer, client_id, client_secret, name, scopes, allow_private } = oidc;
    let registration = Registration {
        issuer: issuer.to_owned(),
        client_id: client_id.to_owned(),
        client_secret,
        name,
        scopes: scopes.to_owned(),
        allow_private,
    };
    Ok(Box::new(Provider::new(registration)?))
}

/// The same, with the pages of ours to which they come back.
fn returning(provider: Box<Provider>, join_url: &str) -> Arc<Provider> {
    let to = |page: Page| format!("{join_url}{}", page.path());
    let (redirect, host_redirect) = (to(Page::SignIn), to(Page::HostSignIn));
    tracing::info!(
        redirect,
        host_redirect,
        "sign-ins at --oidc-issuer come back to these addresses, of players and of hosts: register them there"
    );
    Arc::new(provider.returning_to(redirect, host_redirect))
}

/// Serves until a signal comes.
///
/// # Errors
/// The stores or the address cannot be used.
pub async fn serve(options: &Options) -> anyhow::Result<()> {
    // First of all: a signal that comes while stores are opened must not be lost.
    let mut signals = Signals::listen()?;
    let payouts = options.receivers.payouts().as_ref().map(client).transpose()?;
    let webhooks = options.receivers.webhooks().as_ref().map(client).transpose()?;
    let verifier = options.people.sign_ins()?.map(verifier).transpose()?;
    let oidc = options.people.oidc()?.map(provider).transpose()?;
    let tls = options.tls().map(|(certificate, key)| Tls::open(certificate, key)).transpose()?;
    let admission = Arc::new(admission(options, raise_file_limit()));
    let mut stores = Stores::open(options).await?;
    let door = Door::Everybody { admission: Arc::clone(&admission), speaks_tls: tls.is_some() };
    let listening = listen(options.listen, door, "--listen")?;
    let address = listening.address();
    let probed = options.metrics_listen;
    let probed =
        probed.map(|address| listen(address, Door::probes(), "--metrics-listen")).transpose()?;
    let join_url = join_url(options, address);
    let oidc = oidc.map(|provider| returning(provider, &join_url));
    let (rooms, ready) = Rooms::open(options, &stores, payouts.is_some(), verifier).await?;
    rooms.start(options, &stores.node, (payouts, webhooks), ready);
    rooms.follow(oidc.as_ref());

    let host_key = host_key(&stores.data_dir)?;
    // Whoever sets the variable knows the key, and what is printed may be kept in a log.
    let named = std::env::var_os(HOST_KEY).map(|_| format!("${HOST_KEY}"));
    let shown = named.unwrap_or_else(|| host_key.reveal());
    let (routes, probes) = rooms.routes(options, admission, host_key, &join_url, oidc);
    greet(scheme(options), &join_url, address, &shown);
    let idle = Duration::from_secs(options.door.idle_seconds.into());
    if let Some(probed) = probed {
        tracing::info!(address = %probed.address(), "metrics have an address of their own");
        tokio::spawn(server::serve(probed, None, probes, idle, rooms.leaving()));
    }
    let acceptor = tls.as_ref().map(Tls::acceptor);
    let server = tokio::spawn(server::serve(listening, acceptor, routes, idle, rooms.leaving()));
    if let Some(tls) = tls {
        tokio::spawn(tls.follow(rooms.leaving()));
    }

    let failed = until_stopped(&mut signals, &mut stores).await;
    tracing::info!("stopping");
    rooms.leave(options, failed.is_none(), &mut signals).await;
    if tokio::time::timeout(STOP_TIMEOUT, rooms.stop(server)).await.is_err() {
        tracing::warn!("failed to end everything in time; what is left is cut off");
    }
    if tokio::time::timeout(STOP_TIMEOUT, stores.close()).await.is_err() {
        tracing::warn!("failed to close the stores in time; what was promised is on disk");
    }
    failed.map_or(Ok(()), Err)
}

/// Takes an address, which this option has.
fn listen(address: SocketAddr, door: Door, flag: &str) -> anyhow::Result<Listening> {
    Listening::start(address, door)
        .with_context(|| format!("cannot listen on {address}; choose another with {flag}"))
}

/// Waits for a signal, or for the private redis-server to end by itself, which is a failure.
async fn until_stopped(signals: &mut Signals, stores: &mut Stores) -> Option<anyhow::Error> {
    let embedded = async {
        match &mut stores.embedded {
            Some(embedded) => embedded.ended().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = signals.stop() => None,
        () = embedded => Some(anyhow::anyhow!(
            "the private redis-server ended by itself; its last words are in {}",
            stores.data_dir.join("redis/redis.log").display()
        )),
    }
}

/// How much is let in, where so many files may be open.
fn admission(options: &Options, files: Option<u64>) -> Admission {
    let room = files.and_then(|files| usize::try_from(files.saturating_sub(SPARE_FILES)).ok());
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let connections = options.door.max_connections.map(count).or(room).unwrap_or(usize::MAX).max(1);
    let share = options.door.connections_per_address.map(count);
    let machine = rustix::system::uname();
    let public = options.public_url.as_ref().and_then(|url| url.host_str()).map(str::to_owned);
    let names = options.door.allowed_hosts.iter().cloned().chain(public);
    let limits = admission::Limits {
        connections,
        connections_per_address: share.unwrap_or(connections - connections / 4),
        unseated_per_address: count(options.door.unseated_per_address),
        screens_per_address: count(options.door.screens_per_address),
        joins_per_minute: options.door.joins_per_minute,
        pins: PinLimits {
            per_address: options.door.wrong_pins_per_address,
            per_hour: options.door.wrong_pins_per_hour,
        },
        reads_per_second: options.door.reads_per_second,
        trusted_proxies: options.door.trusted_proxies.clone(),
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
fn greet(scheme: &str, join_url: &str, listening: SocketAddr, host_key: &str) {
    let host = if listening.ip().is_unspecified() {
        format!("{scheme}://localhost:{}", listening.port())
    } else {
        format!("{scheme}://{listening}")
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
