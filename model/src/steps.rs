//! What can happen next, and what it does. Each step is one script, one transaction, or one message.

use crate::state::{Batch, NODES, Node, PACKETS, PLAYERS, Packet, Player, Reply, Restoring, State};
use crate::{Durability, NodeState, Rain, Server};

/// Where a settler reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The server that clients find.
    Primary,
    /// The one before, with which it is cut off.
    CutOff,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A player's tap reaches `claim.lua`: a packet is granted, or found.
    Tap(Player),
    /// `WAIT`: the replica has what is about to be told.
    Promise(Player),
    /// The player hears of the packet.
    Tell(Player),
    /// The replica hears of everything so far.
    Replicate,
    /// The replica takes over. What it has not heard of is lost.
    FailOver,
    /// A node is killed and starts again, remembering nothing.
    Kill(Node),
    /// The rain is over.
    End,
    /// A node sees another life of Redis, and raises the generation.
    Raise(Node),
    /// It reads the ledger.
    ReadLedger(Node),
    /// It puts back what is settled and what it told.
    PutBack(Node),
    /// A phone shows the receipt of a packet that Redis does not have as the player's.
    Show(Player, Packet),
    /// A settler reads an entry of a stream, which anybody may have read before.
    Read(Node, Source, Player, Packet),
    /// It commits.
    Commit(Node),
    /// It acknowledges.
    Acknowledge(Node),
    /// A claim that the stream has lost is put into it again.
    Stream(Player),
    /// What nobody caught goes back to the sponsor.
    Finish,
}

/// The node at which a player taps.
fn node_of(player: Player) -> Node {
    player % NODES
}

impl Rain {
    /// What can happen next.
    pub(crate) fn steps(&self, state: &State, steps: &mut Vec<Step>) {
        let primary = &state.primary;
        for player in 0..PLAYERS {
            if self.can_tap(state, player) {
                steps.push(Step::Tap(player));
            }
            if let Some(reply) = &state.replies[player] {
                let replica = state.replica.as_ref();
                let there = replica.is_some_and(|it| it.claims[player] == Some(reply.packet));
                if !reply.promised && there {
                    steps.push(Step::Promise(player));
                }
                if reply.promised {
                    steps.push(Step::Tell(player));
                }
            }
            for packet in 0..PACKETS {
                if can_show(state, player, packet) {
                    steps.push(Step::Show(player, packet));
                }
            }
            let lost = |packet| {
                let streamed = primary.stream.contains(&(player, packet));
                !streamed && !is_decided(state, player, packet)
            };
            if primary.claims[player].is_some_and(lost) {
                steps.push(Step::Stream(player));
            }
        }
        let follows = self.durability == Durability::Replicated || primary.epoch < self.failovers;
        if follows && state.replica.as_ref() != Some(primary) {
            steps.push(Step::Replicate);
        }
        if state.ledger.finished {
            return;
        }
        if state.replica.is_some() && primary.epoch < self.failovers {
            steps.push(Step::FailOver);
        }
        if !state.over {
            steps.push(Step::End);
        }
        for (number, node) in state.nodes.iter().enumerate() {
            if state.kills > 0 {
                steps.push(Step::Kill(number));
            }
            match &node.restoring {
                None if node.epoch != Some(primary.epoch) => steps.push(Step::Raise(number)),
                None => {}
                Some(Restoring::Raised(_)) => steps.push(Step::ReadLedger(number)),
                Some(Restoring::Read(..)) => steps.push(Step::PutBack(number)),
            }
            self.settling(state, number, node, steps);
        }
        if self.can_finish(state) {
            steps.push(Step::Finish);
        }
    }

    fn can_tap(&self, state: &State, player: Player) -> bool {
        let (primary, node) = (&state.primary, &state.nodes[node_of(player)]);
        // What the node remembers it says by itself.
        let known = node.memory[player].is_some() || state.replies[player].is_some();
        let there = primary.claims[player].is_some() || !(state.over || primary.pool.is_empty());
        node.epoch == Some(primary.epoch) && !known && there
    }

    fn settling(&self, state: &State, number: Node, node: &NodeState, steps: &mut Vec<Step>) {
        match &node.batch {
            Some(batch) if batch.committed => steps.push(Step::Acknowledge(number)),
            Some(_) => steps.push(Step::Commit(number)),
            None => {
                let sources = [(Source::Primary, Some(&state.primary))];
                let sources = sources.into_iter().chain([(Source::CutOff, state.cut_off.as_ref())]);
                for (source, server) in sources {
                    let Some(server) = server else { continue };
                    for &(player, packet) in &server.stream {
                        if self.may_settle(state, source, server, player, packet) {
                            steps.push(Step::Read(number, source, player, packet));
                        }
                    }
                }
            }
        }
    }

    /// Whether a claim stands where it has to.
    fn may_settle(
        &self,
        state: &State,
        source: Source,
        server: &Server,
        player: Player,
        packet: Packet,
    ) -> bool {
        if !self.protection.fence {
            return true;
        }
        let stands =
            server.claims[player] == Some(packet) && server.epoch >= state.ledger.generation;
        // Nobody follows the one that is cut off.
        let replica = state.replica.as_ref().filter(|_| source == Source::Primary);
        let followed = replica.is_some_and(|it| it.claims[player] == Some(packet));
        stands && (self.durability == Durability::Local || followed)
    }

    fn can_finish(&self, state: &State) -> bool {
        let State { primary, ledger, .. } = state;
        let mut claims = primary.claims.iter().enumerate();
        let settled = claims
            .all(|(player, packet)| packet.is_none_or(|packet| is_decided(state, player, packet)));
        if !state.over || ledger.finished || !settled {
            return false;
        }
        if !self.protection.hold {
            return true;
        }
        let up_to_date = state.nodes.iter().all(|node| node.epoch == Some(primary.epoch));
        // The hold lasts longer than a call, and than a phone needs to come back.
        let answered = state.replies.iter().all(Option::is_none);
        let shown =
            (0..PLAYERS).all(|player| (0..PACKETS).all(|packet| !can_show(state, player, packet)));
        up_to_date && answered && shown
    }

    /// Forgets what can have no effect any more, so that states which differ in nothing else are one.
    pub(crate) fn forget(&self, state: &mut State) {
        let State { primary, replica, cut_off, nodes, told, ledger, .. } = state;
        primary.stream.sort_unstable();
        if self.durability == Durability::Local && primary.epoch == self.failovers {
            // It takes over no more.
            *replica = None;
        }
        let fence = self.protection.fence;
        let superseded = |epoch| fence && epoch < ledger.generation;
        if let Some(server) = cut_off {
            server.pool.clear();
            if superseded(server.epoch) || (fence && self.durability == Durability::Replicated) {
                *cut_off = None;
            }
        }
        for node in nodes.iter_mut() {
            let epoch = node.batch.as_ref().map(|batch| batch.epoch);
            let acknowledged = node.batch.as_ref().is_some_and(|batch| batch.committed);
            if epoch
                .is_some_and(|epoch| superseded(epoch) || (acknowledged && epoch != primary.epoch))
            {
                node.batch = None;
            }
            let Some(Restoring::Raised(epoch) | Restoring::Read(epoch, _)) = node.restoring else {
                continue;
            };
            if epoch != primary.epoch {
                node.restoring = None;
            }
        }
        if ledger.finished {
            // Players may still hear of something; nothing else happens.
            *cut_off = None;
            for node in nodes {
                *node =
                    NodeState { epoch: node.epoch, memory: node.memory, ..NodeState::default() };
            }
        }
        for (packet, owner) in ledger.credited.into_iter().enumerate() {
            if let Some(epoch) = owner.and_then(|owner| told[owner][packet].as_mut()) {
                *epoch = 0;
            }
        }
    }

    /// Does a step.
    pub(crate) fn take(&self, state: &mut State, step: Step) {
        match step {
            Step::Tap(player) => self.tap(state, player),
            Step::Promise(player) => {
                if let Some(reply) = &mut state.replies[player] {
                    reply.promised = true;
                }
            }
            Step::Tell(player) => {
                if let Some(reply) = state.replies[player].take() {
                    state.told[player][reply.packet] = Some(reply.epoch);
                    state.nodes[node_of(player)].memory[player] = Some(reply.packet);
                }
            }
            Step::Replicate => state.replica = Some(state.primary.clone()),
            Step::FailOver => fail_over(state),
            Step::Kill(node) => {
                state.kills -= 1;
                state.nodes[node] = NodeState::default();
                for player in (0..PLAYERS).filter(|player| node_of(*player) == node) {
                    state.replies[player] = None;
                }
            }
            Step::End => state.over = true,
            Step::Raise(node) => {
                let epoch = state.primary.epoch;
                if self.protection.fence {
                    state.ledger.generation = state.ledger.generation.max(epoch);
                }
                state.nodes[node].restoring = Some(Restoring::Raised(epoch));
            }
            Step::ReadLedger(node) => {
                if let Some(Restoring::Raised(epoch)) = state.nodes[node].restoring {
                    let read = Restoring::Read(epoch, state.ledger.credited);
                    state.nodes[node].restoring = Some(read);
                }
            }
            Step::PutBack(node) => put_back(state, node),
            Step::Show(player, packet) => show(state, player, packet),
            Step::Read(node, source, player, packet) => {
                let cut_off = state.cut_off.as_ref().filter(|_| source == Source::CutOff);
                let epoch = cut_off.unwrap_or(&state.primary).epoch;
                if self.protection.fence {
                    state.ledger.generation = state.ledger.generation.max(epoch);
                }
                state.nodes[node].batch = Some(Batch { player, packet, epoch, committed: false });
            }
            Step::Commit(node) => self.commit(state, node),
            Step::Acknowledge(node) => {
                if let Some(batch) = state.nodes[node].batch.take()
                    && batch.epoch == state.primary.epoch
                {
                    state.primary.stream.retain(|it| *it != (batch.player, batch.packet));
                }
            }
            Step::Stream(player) => {
                let claim = state.primary.claims[player].map(|packet| (player, packet));
                state.primary.stream.extend(claim);
            }
            Step::Finish => state.ledger.finished = true,
        }
    }

    fn tap(&self, state: &mut State, player: Player) {
        let server = &mut state.primary;
        let packet = server.claims[player].or_else(|| {
            // Nothing is granted once the rain is over; the guard has seen that something is left.
            let packet = server.pool.remove(0);
            server.claims[player] = Some(packet);
            server.stream.push((player, packet));
            Some(packet)
        });
        let promised = self.durability == Durability::Local;
        let epoch = server.epoch;
        state.replies[player] = packet.map(|packet| Reply { packet, epoch, promised });
    }

    fn commit(&self, state: &mut State, node: Node) {
        let Some(batch) = &mut state.nodes[node].batch else { return };
        if self.protection.fence && batch.epoch != state.ledger.generation {
            // Superseded: it is not for us to settle any more.
            state.nodes[node].batch = None;
            return;
        }
        batch.committed = true;
        let (player, packet) = (batch.player, batch.packet);
        if !state.ledger.has(player, packet) && !state.ledger.refutes(player, packet) {
            state.ledger.credited[packet] = Some(player);
        }
    }
}

/// Whether nothing more is to be done for a claim.
fn is_decided(state: &State, player: Player, packet: Packet) -> bool {
    state.ledger.has(player, packet) || state.ledger.refutes(player, packet)
}

/// Whether a phone has a reason to show a receipt: it was told, nothing came of it, and in this life
/// of Redis it has not shown it yet.
fn can_show(state: &State, player: Player, packet: Packet) -> bool {
    state.told[player][packet].is_some()
        && !is_decided(state, player, packet)
        && state.primary.claims[player] != Some(packet)
        && state.shown[player] != Some(state.primary.epoch)
        && state.nodes[node_of(player)].epoch == Some(state.primary.epoch)
}

fn show(state: &mut State, player: Player, packet: Packet) {
    let server = &mut state.primary;
    if server.claims[player].is_none() && server.pool.contains(&packet) {
        server.put_back(player, packet);
        state.nodes[node_of(player)].memory[player] = Some(packet);
    }
    state.shown[player] = Some(server.epoch);
}

fn fail_over(state: &mut State) {
    let Some(replica) = state.replica.take() else { return };
    let epoch = state.primary.epoch + 1;
    let dead = std::mem::replace(&mut state.primary, Server { epoch, ..replica });
    state.cut_off = Some(dead);
    for reply in &mut state.replies {
        // Its line broke before a replica had it: the player is told to ask again.
        *reply = reply.take().filter(|reply| reply.promised);
    }
}

fn put_back(state: &mut State, number: Node) {
    let Some(Restoring::Read(epoch, ledger)) = state.nodes[number].restoring.take() else { return };
    let (server, node) = (&mut state.primary, &mut state.nodes[number]);
    if server.epoch != epoch {
        return;
    }
    for (packet, player) in ledger.into_iter().enumerate() {
        let Some(player) = player else { continue };
        if server.claims[player] != Some(packet) {
            server.displace(player, packet);
            server.put_back(player, packet);
        }
    }
    for player in 0..PLAYERS {
        let Some(packet) = node.memory[player] else { continue };
        if server.claims[player].is_none() && server.pool.contains(&packet) {
            server.put_back(player, packet);
        } else if server.claims[player] != Some(packet) {
            node.memory[player] = None;
        }
    }
    node.epoch = Some(epoch);
    // A call of the life before has ended by now: it lasts half a second at most.
    for player in (0..PLAYERS).filter(|player| node_of(*player) == number) {
        let reply = &mut state.replies[player];
        *reply = reply.take().filter(|reply| reply.epoch == epoch);
    }
}
