//! Who is let in, and how much of the server one address may have before it has proved anything.
//! Asked by `server` for connections, by `http` for requests, by `live::sockets` for sockets and
//! hellos.
//!
//! Nothing here knows games or accounts: it counts. A hall of ten thousand phones behind one
//! address must get in, so what is counted is what only an attacker has much of: connections
//! without end, sockets without a seat, and pins that no game has.

mod address;
mod bucket;
mod hosts;
mod joins;
mod origin;
mod pins;
mod reads;
mod sign_ins;
mod slots;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::http::HeaderMap;
use ipnet::IpNet;
use quizrain_shared::ids::Pin;

pub use address::{Address, FORWARDED_FOR};
pub use bucket::Bucket;
pub use hosts::HostNames;
pub use joins::Joining;
use joins::Joins;
pub use origin::OwnPages;
pub use pins::{Attempt, PinLimits, Pins};
use reads::Reads;
use sign_ins::SignIns;
pub use slots::{Full, Slot, Slots};

use crate::metrics::METRICS;

/// Reads that it counts as where somebody wants to know something of all games, or to be erased from them.
const READS_OF_ALL: u32 = 50;

/// QR codes a second that one address may have drawn: a twentieth of a processor. A thousand
/// screens may want theirs at the same moment.
const CODES_PER_SECOND: u32 = 50;

/// Pictures and sounds a second that one address may upload.
const UPLOADS_PER_SECOND: u32 = 5;

/// Invites a minute, and at once, that one address may try in vain: a hall that mistypes one code in five
/// has all in within minutes, and who guesses has no chance (`people::guests::code`).
const WRONG_INVITES_PER_MINUTE: u32 = 200;

/// Sign-ins a minute, and at once, of one address: a hall of as many as a game takes comes at the same
/// moment, and nobody keeps the database's writer busy for long.
const SIGN_INS_PER_MINUTE: u32 = 12_000;

/// Codes for other devices that one address may have made in a minute, or ended: each is a transaction.
const DEVICE_CODES_PER_MINUTE: u32 = 600;
/// Sign-ins at a provider a minute, and at once, that one address may come back from in vain, or still be
/// coming back from: each may have the provider asked.
const FAILED_RETURNS_PER_MINUTE: u32 = 300;

/// Sockets of those who try their line, in all and of one address: a hall whose crew and first guests do so at
/// once, and never so many that a game has no room.
const CHECKS: usize = 500;
const CHECKS_PER_ADDRESS: usize = 200;

/// Bodies of quizzes, pictures and sounds that are read at once, in all and of one address.
const LARGE_BODIES: usize = 16;
const LARGE_BODIES_PER_ADDRESS: usize = 8;

/// Whom a request comes from. `http` notes it in each request, `live::sockets` reads it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client(pub Address);

/// The other end of the connection on which a request came. `server` notes it in each request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// How much is let in.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address, and sockets of one address behind trusted proxies.
    pub connections_per_address: usize,
    /// Sockets of one address that have neither a seat nor a host's right.
    pub unseated_per_address: usize,
    /// Screens of one address.
    pub screens_per_address: usize,
    /// Seats that are new which one address may take in a minute.
    pub joins_per_minute: u32,
    /// Pins that no game has.
    pub pins: PinLimits,
    /// Reads of the database a second that one address may cause; hosts who come, as many again.
    pub reads_per_second: u32,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Names that this server answers to.
    pub hosts: HostNames,
}

impl Limits {
    /// Sockets in all that have proved nothing: the rest is for pages, hosts and whoever has a
    /// seat.
    fn unseated(&self) -> usize {
        self.connections - self.connections / 4
    }

    /// What keeps a game of so many players out who are in one hall, and what is to be done.
    #[must_use]
    pub fn obstacles(&self, players: usize) -> Vec<String> {
        let (all, per_address) = (self.connections, self.connections_per_address);
        let needed = players.saturating_mul(2);
        let of = |share: usize| share.saturating_add(share.div_ceil(3));
        let mut obstacles = Vec::new();
        if per_address < needed {
            obstacles.push(format!(
                "{per_address} connections for one address, of {all} in all, are too few for \
                {players} players behind one router, each with a page and a socket: raise \
                --connections-per-address to {needed}, and --max-connections (the limit of open \
                files, ulimit -n, less 200) to {}",
                of(needed)
            ));
        }
        if self.unseated() < players {
            obstacles.push(format!(
                "{} sockets without a seat, three quarters of {all} connections, are too few for \
                {players} players who come at once: raise --max-connections (the limit of open \
                files, ulimit -n, less 200) to {}",
                self.unseated(),
                of(players)
            ));
        }
        if self.unseated_per_address < players {
            obstacles.push(format!(
                "{} sockets without a seat for one address are too few for {players} players \
                behind one router: raise --unseated-per-address to {players}",
                self.unseated_per_address
            ));
        }
        if usize::try_from(self.joins_per_minute).is_ok_and(|joins| joins < players) {
            obstacles.push(format!(
                "{} new seats a minute for one address are too few for {players} players behind one \
                router who come at once: raise --joins-per-minute to {players}",
                self.joins_per_minute
            ));
        }
        obstacles
    }
}

/// The counts.
#[derive(Debug)]
pub struct Admission {
    connections: Arc<Slots>,
    sockets: Arc<Slots>,
    unseated: Arc<Slots>,
    screens: Arc<Slots>,
    checks: Arc<Slots>,
    joins: Joins,
    pins: Pins,
    reads: Reads,
    hosted: Reads,
    drawn: Reads,
    uploaded: Reads,
    invites: Reads,
    sign_ins: Reads,
    device_codes: Reads,
    returns: Reads,
    host_sign_ins: SignIns,
    bodies: Arc<Slots>,
    trusted_proxies: Vec<IpNet>,
    hosts: HostNames,
}

fn take(reads: &Reads, kind: &'static str, client: Client) -> bool {
    let may = reads.take(client.0, Instant::now());
    if !may {
        METRICS.rejected(kind);
    }
    may
}

impl Admission {
    /// Counts from zero.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let (all, unseated) = (limits.connections, limits.unseated());
        Self {
            connections: Slots::new("connections", all, limits.connections_per_address),
            sockets: Slots::new("sockets", all, limits.connections_per_address),
            unseated: Slots::new("unseated", unseated, limits.unseated_per_address),
            screens: Slots::new("screens", (all / 4).max(1), limits.screens_per_address),
            checks: Slots::new("checks", CHECKS.min((all / 4).max(1)), CHECKS_PER_ADDRESS),
            joins: Joins::new(limits.joins_per_minute),
            pins: Pins::new(limits.pins),
            reads: Reads::new(limits.reads_per_second),
            hosted: Reads::new(limits.reads_per_second),
            drawn: Reads::new(CODES_PER_SECOND),
            uploaded: Reads::new(UPLOADS_PER_SECOND),
            invites: Reads::per_minute(WRONG_INVITES_PER_MINUTE),
            sign_ins: Reads::per_minute(SIGN_INS_PER_MINUTE),
            device_codes: Reads::per_minute(DEVICE_CODES_PER_MINUTE),
            returns: Reads::per_minute(FAILED_RETURNS_PER_MINUTE),
            host_sign_ins: SignIns::new(),
            bodies: Slots::new("bodies", LARGE_BODIES, LARGE_BODIES_PER_ADDRESS),
            trusted_proxies: limits.trusted_proxies,
            hosts: limits.hosts,
        }
    }

    /// Room for a connection. A trusted proxy's are counted in all alone: whom it speaks for is
    /// known once a request says so.
    ///
    /// # Errors
    /// There is none.
    pub fn connection(&self, peer: IpAddr) -> Result<Slot, Full> {
        let address = (!self.is_proxy(peer)).then(|| peer.into());
        self.connections.take(address.map(Address::network))
    }

    /// Room for a socket, among all sockets of its client.
    ///
    /// # Errors
    /// There is none.
    pub fn socket(&self, client: Client) -> Result<Slot, Full> {
        self.sockets.take(Some(client.0.network()))
    }

    /// Room for a socket that has proved nothing yet.
    ///
    /// # Errors
    /// There is none.
    pub fn unseated(&self, client: Client) -> Result<Slot, Full> {
        self.unseated.take(Some(client.0.network()))
    }

    /// Room for a screen.
    ///
    /// # Errors
    /// There is none.
    pub fn screen(&self, client: Client) -> Result<Slot, Full> {
        self.screens.take(Some(client.0.network()))
    }

    /// Room for a socket that tries its line.
    ///
    /// # Errors
    /// There is none.
    pub fn check(&self, client: Client) -> Result<Slot, Full> {
        self.checks.take(Some(client.0.network()))
    }

    /// A client is about to take a seat that it does not have.
    ///
    /// # Errors
    /// Too many were taken from its address; in how many seconds to ask again.
    pub fn join(&self, client: Client) -> Result<Joining<'_>, u16> {
        let joining = self.joins.begin(client.0, Instant::now());
        if joining.is_err() {
            METRICS.rejected("joins");
        }
        joining
    }

    /// A client is about to try a pin; `None`: it has tried too many that no game has.
    #[must_use]
    pub fn try_pin(&self, client: Client, pin: Pin) -> Option<Attempt<'_>> {
        let attempt = self.pins.attempt(client.0, pin, Instant::now());
        if attempt.is_none() {
            METRICS.rejected("pins");
        }
        attempt
    }

    /// A client has shown that it is the host of the game with this pin.
    pub fn know_pin(&self, client: Client, pin: Pin) {
        self.pins.know(client.0, pin, Instant::now());
    }

    /// Whether a client may have the database read that has proved nothing.
    #[must_use]
    pub fn may_read(&self, client: Client) -> bool {
        take(&self.reads, "reads", client)
    }

    /// The same of all games, which is much more to read.
    #[must_use]
    pub fn may_read_all(&self, client: Client) -> bool {
        let may = self.reads.take_many(client.0, READS_OF_ALL, Instant::now());
        if !may {
            METRICS.rejected("reads");
        }
        may
    }

    /// Whether a client may have it looked up whether it is a game's host: whoever reads balances
    /// without end keeps no host of the same address out.
    #[must_use]
    pub fn may_host(&self, client: Client) -> bool {
        take(&self.hosted, "hosts", client)
    }

    /// Whether a client may have a QR code drawn.
    #[must_use]
    pub fn may_draw(&self, client: Client) -> bool {
        take(&self.drawn, "codes", client)
    }

    /// Whether a client may show who it is, by a token or an invite.
    #[must_use]
    pub fn may_sign_in(&self, client: Client) -> bool {
        take(&self.sign_ins, "sign_ins", client)
    }

    /// Whether a client may have a code made for another device, or ended with those that came by one.
    #[must_use]
    pub fn may_share(&self, client: Client) -> bool {
        take(&self.device_codes, "device_codes", client)
    }

    /// Whether a client may try the code of an invite. One that was right is to be given back.
    #[must_use]
    pub fn may_try_invite(&self, client: Client) -> bool {
        take(&self.invites, "invites", client)
    }

    /// The code that a client tried was that of an invite.
    pub fn was_right_invite(&self, client: Client) {
        self.invites.give_back(client.0);
    }

    /// Whether a client may come back from a provider. One that has signed in is to be given back.
    #[must_use]
    pub fn may_come_back(&self, client: Client) -> bool {
        take(&self.returns, "returns", client)
    }

    /// A client that came back has signed in.
    pub fn has_come_back(&self, client: Client) {
        self.returns.give_back(client.0);
    }

    /// Whether a client may try a host's password or code. One that was right is to be given back.
    #[must_use]
    pub fn may_sign_in_host(&self, client: Client, login: &str) -> bool {
        let may = self.host_sign_ins.attempt(client.0, login, Instant::now());
        if !may {
            METRICS.rejected("host_sign_ins");
        }
        may
    }

    /// The password or the code that a client tried was right.
    pub fn was_right_host(&self, client: Client, login: &str) {
        self.host_sign_ins.right(client.0, login);
    }

    /// Whether a host may upload a picture or a sound.
    #[must_use]
    pub fn may_upload(&self, client: Client) -> bool {
        take(&self.uploaded, "uploads", client)
    }

    /// Room for a body of a quiz, a picture or a sound, for as long as it is read.
    ///
    /// # Errors
    /// There is none.
    pub fn large_body(&self, client: Client) -> Result<Slot, Full> {
        self.bodies.take(Some(client.0))
    }

    /// Whether this server answers to the name by which it was asked.
    #[must_use]
    pub fn answers_to(&self, host: &str) -> bool {
        self.hosts.contains(host)
    }

    /// Whether a peer is a trusted proxy.
    #[must_use]
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        address::is_trusted(&self.trusted_proxies, peer)
    }

    /// Whom a request comes from: the peer, or whom trusted proxies name.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        Client(address::client(&self.trusted_proxies, peer, headers).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hall_that_cannot_get_in_is_told_what_to_raise() {
        let obstacles = |connections: usize, per_address: usize, players: usize| {
            Limits {
                connections,
                connections_per_address: per_address,
                unseated_per_address: 12_000,
                screens_per_address: 1,
                joins_per_minute: 12_000,
                pins: PinLimits { per_address: 1, per_hour: 1 },
                reads_per_second: 1,
                trusted_proxies: Vec::new(),
                hosts: HostNames::default(),
            }
            .obstacles(players)
        };
        let three_quarters = |all: usize| all - all / 4;
        // Exactly what is asked for is enough.
        assert!(obstacles(26_667, three_quarters(26_667), 10_000).is_empty());
        assert!(obstacles(13_334, 20_000, 10_000).is_empty());
        let few = obstacles(26_000, three_quarters(26_000), 10_000);
        assert_eq!(few.len(), 1, "{few:?}");
        for said in ["19500 connections", "26000", "10000 players", "to 20000", "to 26667"] {
            assert!(few[0].contains(said), "{said}: {few:?}");
        }
        let fewer = obstacles(10_000, 20_000, 10_000);
        assert_eq!(fewer.len(), 1, "{fewer:?}");
        for said in ["7500 sockets", "10000 connections", "to 13334"] {
            assert!(fewer[0].contains(said), "{said}: {fewer:?}");
        }
        let many = obstacles(100_000, 75_000, 20_000);
        assert_eq!(many.len(), 2, "{many:?}");
        assert!(many[0].contains("--unseated-per-address to 20000"), "{many:?}");
        assert!(many[1].contains("--joins-per-minute to 20000"), "{many:?}");
        assert_eq!(obstacles(200, 150, 100_000).len(), 4);
    }
}
