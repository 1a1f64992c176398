//! What there is at one moment: Redis servers, nodes, players, the ledger.

/// Players, who each tap at one node.
pub const PLAYERS: usize = 3;

/// Packets of the rain.
pub const PACKETS: usize = 2;

/// Nodes, each with a settler.
pub const NODES: usize = 2;

/// The packet that is a player's prize, where there are prizes: not the order in which they lie.
#[must_use]
pub(crate) fn prize_of(player: Player) -> Option<Packet> {
    PACKETS.checked_sub(player + 1)
}

/// A player.
pub type Player = usize;

/// A packet.
pub type Packet = usize;

/// A node.
pub type Node = usize;

/// The replication id of a server, which names nothing but itself. That each failover counts it up
/// is for the properties, and says how many there were: no step asks which of two is older.
pub type ReplicationId = u8;

/// That of a server that holds another shard.
pub const FOREIGN: ReplicationId = ReplicationId::MAX;

/// A Redis server: what `claim.lua` and the others work on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Server {
    /// Its replication id.
    pub replication_id: ReplicationId,
    /// Packets that nobody has.
    pub pool: Vec<Packet>,
    /// Who has which packet.
    pub claims: [Option<Packet>; PLAYERS],
    /// Claims that wait for the ledger.
    pub stream: Vec<(Player, Packet)>,
}

impl Server {
    /// Puts a claim back that this server has lost, and takes its packet from the pool.
    pub fn put_back(&mut self, player: Player, packet: Packet) {
        self.pool.retain(|left| *left != packet);
        self.claims[player] = Some(packet);
    }

    /// Takes whatever a player has, or whoever has a packet, out again: the ledger knows better.
    pub fn displace(&mut self, player: Player, packet: Packet) {
        for other in 0..PLAYERS {
            let has = self.claims[other];
            if (other == player) != (has == Some(packet)) && has.is_some() {
                self.claims[other] = None;
                if has != Some(packet) {
                    self.pool.extend(has);
                    self.pool.sort_unstable();
                }
            }
        }
    }
}

/// What a node is doing to bring a server up to date.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Restoring {
    /// It has read how many generations there are, and then asked a server for its id.
    Asked(usize, ReplicationId),
    /// It has raised the generation, where it does.
    Raised(ReplicationId),
    /// It has read the ledger: who is credited with each packet.
    Read(ReplicationId, [Option<Player>; PACKETS]),
}

/// What a settler has in its hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Batch {
    /// Whose claim.
    pub player: Player,
    /// Of which packet.
    pub packet: Packet,
    /// Of which server it was read.
    pub replication_id: ReplicationId,
    /// How many generations there were then.
    pub generations: usize,
    /// Whether the ledger has it, so that it is to be acknowledged.
    pub committed: bool,
}

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeState {
    /// Which server it has brought up to date; `claim.lua` grants nothing to another.
    pub replication_id: Option<ReplicationId>,
    /// What it told its players.
    pub memory: [Option<Packet>; PLAYERS],
    /// What it brings up to date now.
    pub restoring: Option<Restoring>,
    /// What its settler is about to settle.
    pub batch: Option<Batch>,
}

/// An answer of Redis that its player has not heard.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reply {
    /// The packet that was granted.
    pub packet: Packet,
    /// By which server.
    pub replication_id: ReplicationId,
    /// Whether the player may hear of it: under `replicated`, a replica has it.
    pub promised: bool,
}

/// The ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ledger {
    /// Who is credited with each packet.
    pub credited: [Option<Player>; PACKETS],
    /// The servers that were settled from, in the order of their generations: only the last one
    /// may be settled.
    pub generations: Vec<ReplicationId>,
    /// Whether what nobody caught went back to the sponsor: nothing is settled after that.
    pub finished: bool,
}

impl Ledger {
    /// Whether another server is settled from since.
    #[must_use]
    pub fn supersedes(&self, replication_id: ReplicationId) -> bool {
        self.generations.contains(&replication_id)
            && self.generations.last() != Some(&replication_id)
    }

    /// Whether this claim is in it.
    #[must_use]
    pub fn has(&self, player: Player, packet: Packet) -> bool {
        self.credited[packet] == Some(player)
    }

    /// Whether this claim can never be in it.
    #[must_use]
    pub fn refutes(&self, player: Player, packet: Packet) -> bool {
        let other = self.credited[packet].is_some() || self.credited.contains(&Some(player));
        !self.has(player, packet) && (other || self.finished)
    }
}

/// Everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The server that clients find.
    pub primary: Server,
    /// Its replica, as far as it has heard of it.
    pub replica: Option<Server>,
    /// The last primary before this one: it may still talk to nodes that are cut off with it, for a
    /// while.
    pub cut_off: Option<Server>,
    /// The nodes.
    pub nodes: [NodeState; NODES],
    /// Answers under way.
    pub replies: [Option<Reply>; PLAYERS],
    /// What each player was told to have, and by which server it was granted.
    pub acknowledged: [[Option<ReplicationId>; PACKETS]; PLAYERS],
    /// To which server a player's phone has shown its receipts.
    pub shown: [Option<ReplicationId>; PLAYERS],
    /// The ledger.
    pub ledger: Ledger,
    /// Whether the window is over: nothing is granted any more.
    pub over: bool,
    /// Nodes that may still be killed.
    pub kills: u8,
}

impl State {
    /// A rain that has just opened. `noted`: whether its server was noted before.
    #[must_use]
    pub fn open(noted: bool, kills: u8) -> Self {
        let replication_id = 0;
        let primary = Server {
            replication_id,
            pool: (0..PACKETS).collect(),
            claims: [None; PLAYERS],
            stream: Vec::new(),
        };
        let node =
            NodeState { replication_id: noted.then_some(replication_id), ..NodeState::default() };
        let generations = if noted { vec![replication_id] } else { Vec::new() };
        Self {
            replica: Some(primary.clone()),
            primary,
            cut_off: None,
            nodes: [node.clone(), node],
            replies: [const { None }; PLAYERS],
            acknowledged: [[None; PACKETS]; PLAYERS],
            shown: [None; PLAYERS],
            ledger: Ledger { generations, ..Ledger::default() },
            over: false,
            kills,
        }
    }

    /// What was told: player, packet, and the server by which it was granted.
    pub fn acknowledged(&self) -> impl Iterator<Item = (Player, Packet, ReplicationId)> {
        let packets = |player: Player| {
            let packets = self.acknowledged[player].into_iter().enumerate();
            packets
                .filter_map(move |(packet, replication_id)| Some((player, packet, replication_id?)))
        };
        (0..PLAYERS).flat_map(packets)
    }

    /// What was told and can never be credited.
    pub fn void(&self) -> impl Iterator<Item = (Player, Packet, ReplicationId)> {
        self.acknowledged().filter(|(player, packet, _)| self.ledger.refutes(*player, *packet))
    }
}
