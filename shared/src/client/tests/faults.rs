//! Whatever happens to frames, a client ends with the server's snapshot.

use std::collections::VecDeque;

use proptest::prelude::*;

use crate::ids::Incarnation;
use crate::wire::{Position, StageAt};

use super::*;

/// What the network and the servers do to one client.
#[derive(Clone, Debug)]
enum Fault {
    /// The game moves on.
    Step,
    /// Redis goes back: another incarnation.
    Rollback,
    /// The frame at the front of the way is lost.
    Drop,
    /// It comes twice.
    Duplicate,
    /// It is overtaken by all the others.
    Overtaken,
    /// It arrives.
    Deliver,
    /// The connection ends.
    Close(u16),
    /// The server stops soon.
    Reconnect(u32),
    /// The server is too busy to answer a hello.
    Busy,
    /// The device sleeps for so long, in milliseconds.
    Sleep(u16),
    /// It wakes up.
    Wake,
    /// It says that its network is gone.
    Offline,
}

fn faults() -> impl Strategy<Value = Fault> {
    let codes = [1000, 1006, 1008, 1012, 1013, 4002, 4029];
    prop_oneof![
        6 => Just(Fault::Step),
        1 => Just(Fault::Rollback),
        2 => Just(Fault::Drop),
        2 => Just(Fault::Duplicate),
        2 => Just(Fault::Overtaken),
        6 => Just(Fault::Deliver),
        2 => proptest::sample::select(codes.to_vec()).prop_map(Fault::Close),
        1 => (0..5000_u32).prop_map(Fault::Reconnect),
        1 => Just(Fault::Busy),
        4 => any::<u16>().prop_map(Fault::Sleep),
        1 => Just(Fault::Wake),
        1 => Just(Fault::Offline),
    ]
}

/// A server with one client, and what is on its way between them.
struct World {
    client: Client,
    now: f64,
    connected: bool,
    stage: StageAt,
    on_the_way: VecDeque<ServerFrame>,
    busy: bool,
}

impl World {
    fn new() -> Self {
        let mut world = Self {
            client: fresh(),
            now: 0.0,
            connected: false,
            stage: asking(1, 1),
            on_the_way: VecDeque::new(),
            busy: false,
        };
        world.pass(0.0);
        world
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Connect => {
                    self.on_the_way.clear();
                    self.connected = true;
                    let opened = self.client.opened(self.now);
                    self.act(opened);
                }
                Action::Close => {
                    self.connected = false;
                    self.on_the_way.clear();
                }
                Action::Send(bytes) if self.connected && bytes == HELLO => {
                    let busy = std::mem::take(&mut self.busy);
                    self.on_the_way.push_back(if busy {
                        ServerFrame::Refused(Refusal::Unavailable)
                    } else {
                        welcome(self.stage.clone())
                    });
                }
                Action::Send(_) | Action::StoreReceipts => {}
            }
        }
    }

    /// Lets time pass, in steps of the page's.
    fn pass(&mut self, ms: f64) {
        let until = self.now + ms;
        loop {
            let actions = self.client.tick(self.now, 0.5);
            self.act(actions);
            if self.now >= until {
                return;
            }
            self.now = (self.now + 200.0).min(until);
        }
    }

    fn deliver(&mut self, frame: ServerFrame) {
        let actions = self.client.receive(frame, self.now, 0.5);
        self.act(actions);
    }

    fn publish(&mut self, stage: StageAt) {
        self.stage = stage;
        if self.connected {
            self.on_the_way.push_back(ServerFrame::Stage(self.stage.clone()));
        }
    }

    fn suffer(&mut self, fault: &Fault) {
        match fault {
            Fault::Step => {
                let at = self.stage.at;
                let mut next = asking(at.seq + 1, (at.seq % 7) as u16);
                next.at.incarnation = at.incarnation;
                self.publish(next);
            }
            Fault::Rollback => {
                let Position { incarnation, seq } = self.stage.at;
                let mut back = raining(seq.saturating_sub(3), RAIN);
                back.at.incarnation = Incarnation([incarnation.0[0].wrapping_add(1); 8]);
                self.publish(back);
            }
            Fault::Drop => drop(self.on_the_way.pop_front()),
            Fault::Duplicate => {
                self.on_the_way.extend(self.on_the_way.front().cloned());
            }
            Fault::Overtaken => {
                if let Some(frame) = self.on_the_way.pop_front() {
                    self.on_the_way.push_back(frame);
                }
            }
            Fault::Deliver => {
                if let Some(frame) = self.on_the_way.pop_front() {
                    self.deliver(frame);
                }
            }
            Fault::Close(code) if self.connected => {
                self.connected = false;
                self.on_the_way.clear();
                let actions = self.client.closed(*code, self.now, 0.5);
                self.act(actions);
            }
            Fault::Close(_) => {}
            Fault::Reconnect(within_ms) => {
                self.on_the_way.push_back(ServerFrame::Reconnect { within_ms: *within_ms });
            }
            Fault::Busy => self.busy = true,
            Fault::Sleep(ms) => self.pass(f64::from(*ms)),
            Fault::Wake => {
                let actions = self.client.wake(self.now);
                self.act(actions);
            }
            Fault::Offline => {
                let actions = self.client.offline(self.now);
                self.act(actions);
            }
        }
    }

    /// From now on nothing is lost.
    fn settle(&mut self) {
        for _ in 0..12 {
            while let Some(frame) = self.on_the_way.pop_front() {
                self.deliver(frame);
            }
            self.pass(5000.0);
            let beat = ServerFrame::Heartbeat { now_ms: 0, at: self.stage.at };
            if self.connected {
                self.on_the_way.push_back(beat);
            }
        }
        while let Some(frame) = self.on_the_way.pop_front() {
            self.deliver(frame);
        }
    }
}

proptest! {
    #[test]
    fn whatever_happens_to_frames_the_client_ends_with_the_servers_snapshot(
        faults in prop::collection::vec(faults(), 0..80),
    ) {
        let mut world = World::new();
        for fault in &faults {
            world.suffer(fault);
        }
        world.settle();
        prop_assert_eq!(world.client.status(), &Status::Live);
        prop_assert_eq!(world.client.view.stage.as_deref(), Some(&world.stage));
        prop_assert!(world.connected);
    }
}
