//! The rooms of the server: each is made here once and given what it needs.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use quizrain_shared::api::Limits;
use quizrain_shared::ids::Token;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Signals;
use crate::actions::Actions;
use crate::admission::{Admission, OwnPages};
use crate::api_keys::ApiKeys;
use crate::batch::ReadGate;
use crate::config::{Options, SponsorCredit};
use crate::erasure::{self, Erasures};
use crate::flags::Flags;
use crate::game::{self, BlockedWords, Games, Play};
use crate::history::History;
use crate::hosts::{Ends, Hosts};
use crate::ledger::Credit;
use crate::live::{CloseReason, Found, Live, sockets};
use crate::nodes::{Leases, Nodes, Peers};
use crate::payout::{self, Outbox};
use crate::people::{Guests, People, Provider, Verifier};
use crate::quiz::{Exchange, Folder, FolderNews, Gallery, Library, folder, library};
use crate::rain::{self, Packets, Rains};
use crate::settlement::{Settlement, Settlers};
use crate::store::Clock;
use crate::store::random::random_token;
use crate::store::sql::Sql;
use crate::stores::Stores;
use crate::webhook::{self, Notifier};
use crate::{delivery, drain, http, scheduler};

/// How long a lease lasts that nobody else can want: it is renewed seldom, since each renewal waits
/// for the disk.
const ALONE_LEASE: Duration = Duration::from_secs(60);

/// What loops begin with.
pub(super) struct Ready {
    /// Where games appear.
    appeared: mpsc::UnboundedReceiver<Found>,
    /// The folder of quizzes, where there is one.
    folder: Option<Folder>,
}

/// Every room, and what ends them.
pub(super) struct Rooms {
    sql: Sql,
    live: Live,
    history: Arc<History>,
    erasures: Arc<Erasures>,
    settlement: Settlement,
    gallery: Gallery,
    keys: ApiKeys,
    hosts: Hosts,
    actions: Actions,
    guests: Guests,
    exchange: Exchange,
    news: FolderNews,
    /// Nobody is let in any more, and other servers take over what this one drives.
    leaving: CancellationToken,
    open_sockets: TaskTracker,
}

impl Rooms {
    /// Makes them over these stores, and what their loops begin with. `pays_out`: what is caught leaves
    /// the house.
    pub(super) async fn open(
        options: &Options,
        stores: &Stores,
        pays_out: bool,
        verifier: Option<Verifier>,
    ) -> anyhow::Result<(Self, Ready)> {
        let (redis, sql) = (stores.redis.clone(), stores.sql.clone());
        let clock: Arc<Clock> = Arc::default();
        clock.sync(&redis).await?;
        let exchange = Exchange::new(sql.clone());
        let alone = stores.embedded.is_some();
        let folder = library::fill(&exchange, options.quizzes.clone(), alone).await?;
        warn_of_unfinished(options, &sql, pays_out).await?;
        let gate = Arc::new(ReadGate::new(options.door.unauthenticated_reads.into()));
        let rules = rules(options, pays_out);
        let (live, appeared) = live(options, stores, rules, verifier, clock, &gate).await?;
        let Live { games, play, rains, redis, clock, .. } = &live;
        let history = Arc::new(History::new(
            redis.clone(),
            sql.clone(),
            Arc::clone(games),
            Arc::clone(play),
            Arc::clone(rains),
            Arc::clone(&gate),
        ));
        // By this people are found who are to be erased.
        history.fill_seats().await?;
        let list = erasure::List::new(options.retention.erasures.clone(), &stores.data_dir);
        let erasures = Erasures::new(sql.clone(), live.clone(), Arc::clone(&history), list);
        // What a backup brought back goes before anybody is let in.
        erasures.agree().await?;
        if let Err(error) = erasures.catch_up().await {
            tracing::warn!(%error, "failed to erase people again, retrying");
        }
        let settlement =
            Settlement::new(Arc::clone(rains), redis.clone(), sql.clone(), Arc::clone(clock));
        let (leaving, open_sockets) = (CancellationToken::new(), TaskTracker::new());
        let gallery = Gallery::new(sql.clone(), Arc::clone(&gate));
        let keys = ApiKeys::new(sql.clone(), Arc::clone(clock), Arc::clone(&gate));
        let ends = Ends::after(options.people.host_idle_hours, options.people.host_session_days);
        let hosts = Hosts::new(sql.clone(), Arc::clone(clock), gate, ends)?;
        let tasks = live.tasks.clone();
        let actions = Actions::open(sql.clone(), Arc::clone(clock), tasks).await?;
        let guests = Guests::new(sql.clone(), Arc::clone(clock));
        let news = folder.as_ref().map(Folder::news).unwrap_or_default();
        let ready = Ready { appeared, folder };
        let rooms = Self {
            sql,
            live,
            history,
            erasures: Arc::new(erasures),
            settlement,
            gallery,
            keys,
            hosts,
            actions,
            guests,
            exchange,
            news,
            leaving,
            open_sockets,
        };
        Ok((rooms, ready))
    }

    /// Starts every loop; those that deliver where there is a receiver.
    pub(super) fn start(
        &self,
        options: &Options,
        node: &str,
        (payouts, webhooks): (Option<delivery::Client>, Option<delivery::Client>),
        Ready { appeared, folder: watched }: Ready,
    ) {
        let Live { nodes, clock, redis, stop, tasks, .. } = &self.live;
        let alone = nodes.peers().alone();
        self.live.start();
        let (people, until) = (Arc::clone(&self.live.people), stop.clone());
        tasks.spawn(async move { people.watch_keys(until).await });
        let (people, until) = (Arc::clone(&self.live.people), stop.clone());
        tasks.spawn(async move { people.watch(until).await });
        let schedule = scheduler::Schedule {
            retention: scheduler::Retention {
                keys: options.retention.redis_retention_hours,
                points: options.retention.points_retention_hours,
                results: options.retention.results_retention_days,
                actions: options.retention.actions_retention_days,
            },
            lease: match alone {
                true => ALONE_LEASE,
                false => Duration::from_millis(options.stores.lease_ms.into()),
            },
            leaving: self.leaving.clone(),
            history: Arc::clone(&self.history),
            erasures: Arc::clone(&self.erasures),
            actions: self.actions.clone(),
        };
        let leases = Leases::new(redis.clone());
        scheduler::start(self.live.clone(), leases, self.sql.clone(), schedule, appeared);
        let settlers = Settlers {
            node: node.into(),
            drainers: options.stores.settlement_workers,
            // The private server syncs before it replies, and loses nothing that was told.
            grace: match alone {
                true => Duration::ZERO,
                false => Duration::from_secs(options.stores.failover_grace_seconds.into()),
            },
        };
        self.settlement.start(settlers, stop.clone(), tasks);
        if let Some(watched) = watched {
            tasks.spawn(folder::run(watched, stop.clone()));
        }
        let clock = Arc::clone(clock);
        let clock: delivery::Clock = Arc::new(move || clock.now_ms());
        if let Some(client) = webhooks {
            let pace = delivery::Pace::default();
            let notifier = Notifier::new(self.sql.clone(), client, pace, Arc::clone(&clock));
            tasks.spawn(delivery::run(notifier, stop.clone()));
        }
        if let Some(client) = payouts {
            let (client, schedule) = (payout::Client::new(client), payout::Schedule::default());
            let payer = payout::Payer::new(self.sql.clone(), client, schedule, clock)
                .notifying(redis.clone());
            tasks.spawn(delivery::run(payer, stop.clone()));
        }
    }

    /// Keeps what is known of a provider fresh.
    pub(super) fn follow(&self, provider: Option<&Arc<Provider>>) {
        if let Some(provider) = provider.cloned() {
            let stop = self.live.stop.clone();
            self.live.tasks.spawn(async move { provider.watch(stop).await });
        }
    }

    /// Everything that browsers and programs may ask for.
    pub(super) fn routes(
        &self,
        options: &Options,
        admission: Arc<Admission>,
        host_key: Token,
        join_url: &str,
        oidc: Option<Arc<Provider>>,
    ) -> (Router, Router) {
        let live = &self.live;
        let public_host = options.public_url.as_ref().and_then(|url| {
            let host = url.host_str()?.to_ascii_lowercase();
            Some(url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
        });
        let own_pages = OwnPages { https: options.is_https(), public_host };
        let web = http::Web {
            library: Library::new(self.sql.clone()),
            exchange: self.exchange.clone(),
            folder: self.news.clone(),
            gallery: self.gallery.clone(),
            games: Arc::clone(&live.games),
            rains: Arc::clone(&live.rains),
            play: Arc::clone(&live.play),
            live: live.clone(),
            flags: live.flags.clone(),
            packets: Arc::clone(&live.packets),
            history: Arc::clone(&self.history),
            settlement: self.settlement.clone(),
            payouts: Outbox::new(self.sql.clone()),
            nodes: Arc::clone(&live.nodes),
            redis: live.redis.clone(),
            host_key,
            keys: self.keys.clone(),
            hosts: self.hosts.clone(),
            actions: self.actions.clone(),
            https: options.is_https(),
            own_pages: own_pages.clone(),
            erasures: Arc::clone(&self.erasures),
            guests: self.guests.clone(),
            oidc,
            admission: Arc::clone(&admission),
            join_url: join_url.into(),
            limits: Limits::of(options.max_players, options.door.frames_per_second),
            privacy: http::privacy(options),
        };
        let sockets = sockets::Sockets {
            live: live.clone(),
            actions: self.actions.clone(),
            admission: Arc::clone(&admission),
            leaving: self.leaving.clone(),
            frames_per_second: options.door.frames_per_second,
            tasks: self.open_sockets.clone(),
            own_pages,
        };
        let guard = http::Guard {
            admission,
            timeout: Duration::from_secs(options.door.request_seconds.into()),
            https: options.is_https(),
        };
        let probes = guard.clone().before(http::probes(web.clone()));
        let tells_numbers = options.metrics_listen.is_none();
        let routes = http::router(web, &options.door.allowed_origins, tells_numbers);
        (guard.before(routes.merge(sockets::router(sockets))), probes)
    }

    /// Cancelled when nobody is let in any more.
    pub(super) fn leaving(&self) -> CancellationToken {
        self.leaving.clone()
    }

    /// Lets nobody in any more, and moves players to other servers, where there are any and it is
    /// not cut short by a second signal.
    pub(super) async fn leave(&self, options: &Options, moves: bool, signals: &mut Signals) {
        self.leaving.cancel();
        // Where nobody takes players over, there is nothing to wait for.
        if moves && self.live.nodes.peers().alive() {
            let within = Duration::from_secs(options.drain_seconds.into());
            tokio::select! {
                () = drain::move_away(&self.live.hub, within) => {}
                () = signals.stop() => {}
            }
        }
    }

    /// Ends every loop and every socket, and waits for them and for the server.
    pub(super) async fn stop(&self, server: JoinHandle<()>) {
        self.live.stop.cancel();
        self.live.hub.close_all(CloseReason::GoingAway);
        self.open_sockets.close();
        self.live.tasks.close();
        self.open_sockets.wait().await;
        self.live.tasks.wait().await;
        let _ = server.await;
    }
}

/// How rains are made. `pays_out`: what is caught leaves the house.
fn rules(options: &Options, pays_out: bool) -> rain::Options {
    let credit = match (options.stores.sponsor_credit, pays_out) {
        (Some(SponsorCredit::Unlimited), _) | (None, false) => Credit::Unlimited,
        // Money that leaves the house must have come in before.
        (Some(SponsorCredit::None), _) | (None, true) => Credit::None,
    };
    let max_batch = usize::from(options.stores.max_batch);
    rain::Options { max_batch, shards: options.stores.shards, credit, payout: pays_out }
}

/// Says what waits for a receiver that this server was not told of.
async fn warn_of_unfinished(options: &Options, sql: &Sql, pays_out: bool) -> anyhow::Result<()> {
    if !pays_out && !Outbox::new(sql.clone()).unfinished().await?.is_empty() {
        tracing::warn!(
            "some payouts are not finished, and there is no --payout-url to finish them"
        );
    }
    if options.receivers.webhook_url.is_none() && !webhook::unfinished(sql).await?.is_empty() {
        tracing::warn!(
            "some webhooks have not arrived, and there is no --webhook-url to send them to"
        );
    }
    Ok(())
}

/// What sockets play with, and where games appear.
async fn live(
    options: &Options,
    stores: &Stores,
    rules: rain::Options,
    verifier: Option<Verifier>,
    clock: Arc<Clock>,
    gate: &Arc<ReadGate>,
) -> anyhow::Result<(Live, mpsc::UnboundedReceiver<Found>)> {
    let (redis, sql) = (stores.redis.clone(), stores.sql.clone());
    let max_batch = usize::from(options.stores.max_batch);
    let games = Games::new(
        redis.clone(),
        sql.clone(),
        Arc::clone(&clock),
        Arc::clone(gate),
        game::Limits { max_players: options.max_players, max_batch },
    );
    let games = Arc::new(games.announced(options.receivers.webhook_url.is_some()));
    let blocked = options.blocked_words.as_deref().map(BlockedWords::read).transpose()?;
    let blocked = blocked.unwrap_or_default();
    let play = Arc::new(Play::new(redis.clone(), Arc::clone(&games), blocked));
    let rains = Arc::new(Rains::new(
        redis.clone(),
        sql.clone(),
        Arc::clone(&clock),
        Arc::clone(&play),
        Arc::clone(gate),
        rules,
    ));
    let lasts = options.people.sign_in_days;
    let issuer = options.people.issuer()?;
    let people = People::open(sql, Arc::clone(&clock), verifier, issuer, lasts, max_batch).await?;
    let alone = stores.embedded.is_some();
    let peers = Peers::new(&stores.node, &random_token()?.reveal(), alone);
    let (found, appeared) = mpsc::unbounded_channel();
    let live = Live {
        hub: Arc::default(),
        flags: Flags::new(Arc::clone(&play), Arc::clone(&rains)),
        // Without a receiver there is nothing to hold, and nobody to look for when it rains.
        holds_flagged: options.receivers.payouts_hold_flagged
            && options.receivers.payouts().is_some(),
        games,
        play,
        packets: Arc::new(Packets::new(Arc::clone(&rains))),
        rains,
        people: Arc::new(people),
        nodes: Arc::new(Nodes::new(peers, redis.clone(), Arc::clone(&clock))),
        roll_calls: Arc::default(),
        clock,
        redis,
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        found,
    };
    Ok((live, appeared))
}
