//! What can happen next, and what it does. Each step is one script, one transaction, or one message.

use crate::state::{
    Batch, FOREIGN, NODES, Node, PACKETS, PLAYERS, Packet, Player, ReplicationId, Reply, Restoring,
    State, prize_of,
};
use crate::{Durability, NodeState, Rain, Server};

/// Which server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The server that clients find.
    Primary,
    /// The one before, with which a node is cut off.
    CutOff,
    /// One that holds another shard.
    Foreign,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A player's tap reaches `claim.lua`: a packet is granted, or found.
    Tap(Player),
    /// `WAIT`: the replica has what is about to be told.
    Promise(Player),
    /// The player hears of the packet.
    Deliver(Player),
    /// The replica hears of everything so far.
    Replicate,
    /// The replica takes over. What it has not heard of is lost.
    FailOver,
    /// A node is killed and starts again, remembering nothing.
    Kill(Node),
    /// The rain is over.
    End,
    /// A node that has not brought this life of Redis up to date reads the newest generation, and asks
    /// a server for its life.
    Ask(Node, Source),
    /// It raises the generation, or is superseded.
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
    /// A while after a failover, nobody hears the server of before.
    Gone,
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
            self.playing(state, player, steps);
        }
        let follows =
            self.durability == Durability::Replicated || primary.replication_id < self.failovers;
        if follows && state.replica.as_ref() != Some(primary) {
            steps.push(Step::Replicate);
        }
        if state.ledger.finished {
            return;
        }
        if state.replica.is_some() && primary.replication_id < self.failovers {
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
                None => self.asking(state, number, node, steps),
                Some(Restoring::Asked(..)) => steps.push(Step::Raise(number)),
                Some(Restoring::Raised(_)) => steps.push(Step::ReadLedger(number)),
                Some(Restoring::Read(..)) => steps.push(Step::PutBack(number)),
            }
            self.settling(state, number, node, steps);
        }
        if self.can_finish(state) {
            steps.push(Step::Finish);
        }
        if self.split && state.cut_off.is_some() {
            steps.push(Step::Gone);
        }
    }

    /// A player taps, and is told what came of it.
    fn playing(&self, state: &State, player: Player, steps: &mut Vec<Step>) {
        let primary = &state.primary;
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
                steps.push(Step::Deliver(player));
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

    /// A node asks when a tap, a settler or its own look finds another life than the one it knows, or
    /// that this one is superseded.
    fn asking(&self, state: &State, number: Node, node: &NodeState, steps: &mut Vec<Step>) {
        let State { primary, cut_off, ledger, .. } = state;
        if node.replication_id == Some(primary.replication_id)
            && !ledger.supersedes(primary.replication_id)
        {
            return;
        }
        steps.push(Step::Ask(number, Source::Primary));
        if cut_off.is_some() && self.split {
            steps.push(Step::Ask(number, Source::CutOff));
        }
        if cut_off.is_some() && !self.protection.own_replication_id {
            // A line has broken: any server may answer what concerns no key.
            steps.push(Step::Ask(number, Source::Foreign));
        }
    }

    fn can_tap(&self, state: &State, player: Player) -> bool {
        let (primary, node) = (&state.primary, &state.nodes[node_of(player)]);
        // What the node remembers it says by itself.
        let known = node.memory[player].is_some() || state.replies[player].is_some();
        let next = self.next_for(primary, player);
        let there = primary.claims[player].is_some() || !state.over && next.is_some();
        player < self.players
            && node.replication_id == Some(primary.replication_id)
            && !known
            && there
    }

    /// The packet that a tap grants whoever has none.
    fn next_for(&self, server: &Server, player: Player) -> Option<Packet> {
        match self.prizes {
            true => prize_of(player).filter(|packet| server.pool.contains(packet)),
            false => server.pool.first().copied(),
        }
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
        let stands = server.claims[player] == Some(packet)
            && self.can_raise(state, state.ledger.generations.len(), server.replication_id);
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
        let noted =
            !self.protection.fence || ledger.generations.last() == Some(&primary.replication_id);
        let up_to_date = noted
            && state.nodes.iter().all(|node| node.replication_id == Some(primary.replication_id));
        // The hold lasts longer than a call, and than a phone needs to come back.
        let answered = state.replies.iter().all(Option::is_none);
        let shown =
            (0..PLAYERS).all(|player| (0..PACKETS).all(|packet| !can_show(state, player, packet)));
        up_to_date && answered && shown
    }

    /// Forgets what can have no effect any more, so that states which differ in nothing else are one.
    pub(crate) fn forget(&self, state: &mut State) {
        let State { primary, replica, cut_off, nodes, acknowledged, ledger, .. } = state;
        primary.stream.sort_unstable();
        if self.durability == Durability::Local && primary.replication_id == self.failovers {
            // It takes over no more.
            *replica = None;
        }
        let fence = self.protection.fence;
        if let Some(server) = cut_off {
            server.pool.clear();
            let superseded = fence && ledger.supersedes(server.replication_id);
            if superseded || (fence && self.durability == Durability::Replicated) {
                // Nothing of it is settled any more. At most it is asked.
                server.claims = [None; PLAYERS];
                server.stream.clear();
            }
        }
        if !self.split && self.protection.own_replication_id {
            cut_off.take_if(|server| server.stream.is_empty());
        }
        for node in nodes.iter_mut() {
            let late = |batch: &mut Batch| match batch.committed {
                true => batch.replication_id != primary.replication_id,
                false => fence && batch.generations != ledger.generations.len(),
            };
            node.batch.take_if(late);
            node.restoring.take_if(|restoring| match restoring {
                Restoring::Asked(..) => false,
                Restoring::Raised(replication_id) | Restoring::Read(replication_id, _) => {
                    *replication_id != primary.replication_id
                }
            });
        }
        if ledger.finished {
            // Players may still hear of something; nothing else happens.
            *cut_off = None;
            for node in nodes {
                *node = NodeState {
                    replication_id: node.replication_id,
                    memory: node.memory,
                    ..NodeState::default()
                };
            }
        }
        for (packet, owner) in ledger.credited.into_iter().enumerate() {
            if let Some(replication_id) =
                owner.and_then(|owner| acknowledged[owner][packet].as_mut())
            {
                *replication_id = 0;
            }
        }
    }

    /// Does a step.
    #[expect(
        clippy::too_many_lines,
        reason = "Long, because a step is read together with those beside it"
    )]
    pub(crate) fn take(&self, state: &mut State, step: Step) {
        match step {
            Step::Tap(player) => self.tap(state, player),
            Step::Promise(player) => {
                if let Some(reply) = &mut state.replies[player] {
                    reply.promised = true;
                }
            }
            Step::Deliver(player) => {
                if let Some(reply) = state.replies[player].take() {
                    state.acknowledged[player][reply.packet] = Some(reply.replication_id);
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
            Step::Ask(node, source) => {
                let replication_id = match source {
                    Source::Foreign => FOREIGN,
                    _ => server(state, source).replication_id,
                };
                let asked = Restoring::Asked(state.ledger.generations.len(), replication_id);
                state.nodes[node].restoring = Some(asked);
            }
            Step::Raise(node) => {
                if let Some(Restoring::Asked(seen, replication_id)) = state.nodes[node].restoring {
                    let raised = self.raise(state, seen, replication_id);
                    state.nodes[node].restoring =
                        raised.then_some(Restoring::Raised(replication_id));
                }
            }
            Step::ReadLedger(node) => {
                if let Some(Restoring::Raised(replication_id)) = state.nodes[node].restoring {
                    let read = Restoring::Read(replication_id, state.ledger.credited);
                    state.nodes[node].restoring = Some(read);
                }
            }
            Step::PutBack(node) => put_back(state, node),
            Step::Show(player, packet) => show(state, player, packet),
            Step::Read(node, source, player, packet) => {
                let replication_id = server(state, source).replication_id;
                self.raise(state, state.ledger.generations.len(), replication_id);
                let generations = state.ledger.generations.len();
                let batch = Batch { player, packet, replication_id, generations, committed: false };
                state.nodes[node].batch = Some(batch);
            }
            Step::Commit(node) => self.commit(state, node),
            Step::Acknowledge(node) => {
                if let Some(batch) = state.nodes[node].batch.take()
                    && batch.replication_id == state.primary.replication_id
                {
                    state.primary.stream.retain(|it| *it != (batch.player, batch.packet));
                }
            }
            Step::Stream(player) => {
                let claim = state.primary.claims[player].map(|packet| (player, packet));
                state.primary.stream.extend(claim);
            }
            Step::Finish => state.ledger.finished = true,
            Step::Gone => state.cut_off = None,
        }
    }

    fn tap(&self, state: &mut State, player: Player) {
        // Nothing is granted once the rain is over, as the guard has seen.
        let next = self.next_for(&state.primary, player);
        let server = &mut state.primary;
        let packet = server.claims[player].or_else(|| {
            let packet = next?;
            server.pool.retain(|left| *left != packet);
            server.claims[player] = Some(packet);
            server.stream.push((player, packet));
            Some(packet)
        });
        let promised = self.durability == Durability::Local;
        let replication_id = server.replication_id;
        state.replies[player] = packet.map(|packet| Reply { packet, replication_id, promised });
    }

    /// Whether a life of Redis may be settled from now on, by who saw so many generations.
    fn can_raise(&self, state: &State, seen: usize, replication_id: ReplicationId) -> bool {
        let State { ledger, cut_off, .. } = state;
        let returns = self.protection.returns && self.split && cut_off.is_none();
        let may_follow = returns || !ledger.generations.contains(&replication_id);
        let saw_newest = !self.protection.seen || seen == ledger.generations.len();
        ledger.generations.last() == Some(&replication_id) || (may_follow && saw_newest)
    }

    /// Raises the generation, if it may be; whether this life may be settled now.
    fn raise(&self, state: &mut State, seen: usize, replication_id: ReplicationId) -> bool {
        if !self.protection.fence {
            return true;
        }
        let can = self.can_raise(state, seen, replication_id);
        if can && state.ledger.generations.last() != Some(&replication_id) {
            state.ledger.generations.push(replication_id);
        }
        can
    }

    fn commit(&self, state: &mut State, node: Node) {
        let Some(batch) = &mut state.nodes[node].batch else { return };
        // What is superseded is forgotten.
        batch.committed = true;
        let (player, packet) = (batch.player, batch.packet);
        if !state.ledger.has(player, packet) && !state.ledger.refutes(player, packet) {
            state.ledger.credited[packet] = Some(player);
        }
    }
}

/// The server that answers; one that is gone cannot be asked.
fn server(state: &State, source: Source) -> &Server {
    state.cut_off.as_ref().filter(|_| source == Source::CutOff).unwrap_or(&state.primary)
}

/// Whether nothing more is to be done for a claim.
fn is_decided(state: &State, player: Player, packet: Packet) -> bool {
    state.ledger.has(player, packet) || state.ledger.refutes(player, packet)
}

/// Whether a phone has a reason to show a receipt: it was told, nothing came of it, and in this life
/// of Redis it has not shown it yet.
fn can_show(state: &State, player: Player, packet: Packet) -> bool {
    state.acknowledged[player][packet].is_some()
        && !is_decided(state, player, packet)
        && state.primary.claims[player] != Some(packet)
        && state.shown[player] != Some(state.primary.replication_id)
        && state.nodes[node_of(player)].replication_id == Some(state.primary.replication_id)
}

fn show(state: &mut State, player: Player, packet: Packet) {
    let server = &mut state.primary;
    if server.claims[player].is_none() && server.pool.contains(&packet) {
        server.put_back(player, packet);
        state.nodes[node_of(player)].memory[player] = Some(packet);
    }
    state.shown[player] = Some(server.replication_id);
}

fn fail_over(state: &mut State) {
    let Some(replica) = state.replica.take() else { return };
    let replication_id = state.primary.replication_id + 1;
    let dead = std::mem::replace(&mut state.primary, Server { replication_id, ..replica });
    state.cut_off = Some(dead);
    for reply in &mut state.replies {
        // Its line broke before a replica had it: the player is told to ask again.
        *reply = reply.take().filter(|reply| reply.promised);
    }
}

fn put_back(state: &mut State, number: Node) {
    let Some(Restoring::Read(replication_id, ledger)) = state.nodes[number].restoring.take() else {
        return;
    };
    let (server, node) = (&mut state.primary, &mut state.nodes[number]);
    if server.replication_id != replication_id {
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
    node.replication_id = Some(replication_id);
    // A call of the life before has ended by now: it lasts half a second at most.
    for player in (0..PLAYERS).filter(|player| node_of(*player) == number) {
        let reply = &mut state.replies[player];
        *reply = reply.take().filter(|reply| reply.replication_id == replication_id);
    }
}
