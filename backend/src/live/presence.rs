//! Who is connected while a question is open, over all nodes: a question is over when everybody
//! has answered, wherever they are.
//!
//! Each node says for itself how many are there and how many of them are missing, when something
//! changes by which the question could be over; the driver adds it up. What a node said holds while
//! the node is heard (`nodes::Peers`). One that falls silent counts as somebody who left then: its
//! players get as long to come back as whoever loses a connection.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::live::hub::RoundPresence;
use crate::nodes::Reports;

/// A node that has said nothing for so long is silent.
const SILENT: Duration = Duration::from_secs(3);

/// How a node says how its players stand in a round.
fn text(round: u16, presence: RoundPresence) -> String {
    let RoundPresence { seated, missing, left } = presence;
    format!("{round}:{seated}:{missing}:{}", left.as_millis())
}

fn parse(text: &str) -> Option<(u16, RoundPresence)> {
    let mut parts = text.split(':');
    let round = parts.next()?.parse().ok()?;
    let (seated, missing) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let left = Duration::from_millis(parts.next()?.parse().ok()?);
    Some((round, RoundPresence { seated, missing, left }))
}

/// What this node has said of its players.
#[derive(Debug)]
pub(crate) struct PresenceReport {
    text: String,
    round: u16,
    presence: RoundPresence,
    at: Instant,
    /// When this node looked last whether it stands in Redis.
    seen: Instant,
    /// Redis has lost it.
    lost: bool,
}

impl PresenceReport {
    pub(crate) fn new(round: u16, presence: RoundPresence, at: Instant) -> Self {
        Self { text: text(round, presence), round, presence, at, seen: at, lost: false }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a question could be over by it just when it could by how the players stand now.
    pub(crate) fn holds(
        &self,
        round: u16,
        now: RoundPresence,
        missing_for: Duration,
        at: Instant,
    ) -> bool {
        let reported = self.presence;
        let same = !self.lost
            && self.round == round
            && (reported.seated > 0) == (now.seated > 0)
            && (reported.missing > 0) == (now.missing > 0);
        // While somebody is missing, nobody asks who left.
        let nobody_left = (reported.left < missing_for) == (now.left < missing_for)
            && now.left >= at.saturating_duration_since(self.at);
        same && (now.missing > 0 || nobody_left)
    }

    /// Takes in what stands in Redis by now.
    pub(crate) fn note_stored(&mut self, node: &str, reported: &Reports, now: Instant) {
        self.lost = !reported.iter().any(|(name, text)| name == node && *text == self.text);
        self.seen = now;
    }

    /// When this node looked last whether it stands in Redis.
    pub(crate) fn seen_at(&self) -> Instant {
        self.seen
    }
}

/// What a driver has heard of the other nodes.
#[derive(Debug, Default)]
pub(crate) struct PresenceSummary(HashMap<String, Heard>);

#[derive(Debug)]
struct Heard {
    text: String,
    /// When it was first seen.
    since: Instant,
    /// When the node was known to live.
    lived: Instant,
}

impl PresenceSummary {
    /// Takes in what the nodes have said by now, and when each was heard last, as far as it is
    /// known.
    pub(crate) fn note(
        &mut self,
        reported: Reports,
        heard: impl Fn(&str) -> Option<Instant>,
        now: Instant,
    ) {
        let noted = reported.into_iter().map(|(node, text)| {
            let (since, lived) = match self.0.get(&node) {
                Some(before) if before.text == text => (before.since, before.lived),
                _ => (now, now),
            };
            let lived = heard(&node).map_or(lived, |heard| heard.max(lived));
            (node, Heard { text, since, lived })
        });
        self.0 = noted.collect();
    }

    /// Whether everybody has answered the round, given how it stands on this node, and whoever is
    /// missing has been so for a while. Up to `listened` every node was heard that lived.
    pub(crate) fn all_answered(
        &self,
        node: &str,
        (round, here): (u16, RoundPresence),
        missing_for: Duration,
        listened: Option<Instant>,
        now: Instant,
    ) -> bool {
        let mut seated = here.seated;
        if here.missing > 0 || here.left < missing_for {
            return false;
        }
        for (_, heard) in self.0.iter().filter(|(other, _)| *other != node) {
            let Some((at, there)) = parse(&heard.text) else { continue };
            let silent = listened
                .map_or(Duration::ZERO, |listened| listened.saturating_duration_since(heard.lived));
            let left = there.left + now.saturating_duration_since(heard.since);
            let gone = match silent >= SILENT {
                // It has not said yet how this round stands.
                false if at != round || there.missing > 0 => return false,
                true if there.seated > 0 => silent,
                _ => left,
            };
            if gone < missing_for {
                return false;
            }
            seated += there.seated;
        }
        seated > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MISSING_FOR: Duration = Duration::from_secs(15);

    fn presence(seated: u32, missing: u32, left: u64) -> RoundPresence {
        RoundPresence { seated, missing, left: Duration::from_secs(left) }
    }

    /// Whether all have answered round 1 so many seconds after another node said this, which is
    /// heard until so many seconds after it.
    fn over(here: RoundPresence, there: &str, seconds: u64, heard: u64) -> bool {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let reported = || vec![("b".into(), there.into()), ("a".into(), "1:9:9:0".into())];
        let mut summary = PresenceSummary::default();
        summary.note(reported(), |_| Some(at(0)), at(0));
        let now = at(seconds);
        summary.note(reported(), |_| Some(at(heard)), now);
        summary.all_answered("a", (1, here), MISSING_FOR, Some(now), now)
    }

    #[test]
    fn everybody_is_waited_for_wherever_they_are() {
        let (all_here, now) = (presence(3, 0, 60), Instant::now());
        let nobody = PresenceSummary::default();
        assert!(nobody.all_answered("a", (1, all_here), MISSING_FOR, Some(now), now));
        let over = |here, there| over(here, there, 0, 0);
        assert!(over(all_here, "1:2:0:60000"));
        assert!(!over(all_here, "1:2:1:60000"), "somebody there is missing");
        assert!(!over(all_here, "0:2:0:60000"), "it speaks of the last round");
        assert!(!over(all_here, "1:2:0:14000"), "somebody has just left there");
        assert!(!over(presence(3, 1, 60), "1:2:0:60000"), "somebody here is missing");
        assert!(!over(presence(3, 0, 14), "1:2:0:60000"), "somebody has just left here");
        assert!(over(presence(0, 0, 60), "1:2:0:60000"), "nobody is here");
        assert!(!over(presence(0, 0, 60), "1:0:0:60000"), "nobody is anywhere");
    }

    #[test]
    fn what_a_node_said_once_holds_while_it_is_heard() {
        let all_here = presence(3, 0, 60);
        for seconds in [2, 14, 60] {
            assert!(over(all_here, "1:2:0:60000", seconds, seconds));
            assert!(!over(all_here, "1:2:1:60000", seconds, seconds), "somebody is missing");
            assert!(!over(all_here, "0:2:0:60000", seconds, seconds), "the last round");
        }
        // Who left is away for longer and longer.
        assert!(!over(all_here, "1:2:0:5000", 9, 9));
        assert!(over(all_here, "1:2:0:5000", 10, 10));
    }

    #[test]
    fn the_players_of_a_silent_node_get_time_to_come_back() {
        let all_here = presence(3, 0, 60);
        for reported in ["1:2:1:60000", "1:2:0:60000", "0:2:0:60000"] {
            for heard in [0, 7] {
                assert!(!over(all_here, reported, heard + 14, heard));
                assert!(over(all_here, reported, heard + 15, heard));
            }
        }
        assert!(over(all_here, "1:0:0:60000", 3, 0), "nobody was there any more");
        assert!(!over(all_here, "1:0:0:5000", 9, 0));
        assert!(over(all_here, "1:0:0:5000", 10, 0));
        assert!(over(all_here, "what is this", 0, 0));
    }

    #[test]
    fn whoever_hears_nobody_takes_nobody_for_silent() {
        let (start, here) = (Instant::now(), (1, presence(3, 0, 60)));
        let mut summary = PresenceSummary::default();
        let now = start + Duration::from_secs(60);
        for at in [start, now] {
            summary.note(vec![("b".into(), "1:2:1:60000".into())], |_| None, at);
        }
        assert!(!summary.all_answered("a", here, MISSING_FOR, None, now));
        assert!(!summary.all_answered("a", here, MISSING_FOR, Some(start), now));
        assert!(summary.all_answered("a", here, MISSING_FOR, Some(now), now));
    }

    #[test]
    fn a_node_says_again_what_could_end_a_question() {
        let reported_at = Instant::now();
        let holds = |reported: RoundPresence, now: RoundPresence, seconds: u64| {
            let report = PresenceReport::new(1, reported, reported_at);
            report.holds(1, now, MISSING_FOR, reported_at + Duration::from_secs(seconds))
        };
        let reported = presence(3, 2, 60);
        assert!(holds(reported, presence(4, 3, 61), 1) && holds(reported, presence(2, 1, 0), 1));
        assert!(!holds(reported, presence(3, 0, 61), 1), "all have answered");
        assert!(!holds(presence(3, 0, 60), presence(4, 1, 61), 1), "somebody came");
        assert!(!holds(reported, presence(0, 0, 0), 1), "all have left");
        assert!(holds(presence(3, 0, 60), presence(3, 0, 61), 1));
        assert!(!holds(presence(3, 0, 60), presence(2, 0, 1), 2), "somebody left");
        assert!(!holds(presence(3, 0, 10), presence(2, 0, 1), 2), "and another one");
        assert!(!holds(presence(3, 0, 10), presence(3, 0, 15), 5), "nobody comes back any more");
        assert!(!PresenceReport::new(0, reported, reported_at).holds(
            1,
            reported,
            MISSING_FOR,
            reported_at
        ));
        let mut report = PresenceReport::new(1, reported, reported_at);
        report.note_stored("a", &vec![("a".into(), report.text().to_owned())], reported_at);
        assert!(report.holds(1, reported, MISSING_FOR, reported_at));
        report.note_stored("a", &Reports::new(), reported_at);
        assert!(!report.holds(1, reported, MISSING_FOR, reported_at), "Redis has lost it");
    }

    #[test]
    fn what_is_said_is_understood() {
        assert_eq!(parse(&text(7, presence(3, 2, 4))), Some((7, presence(3, 2, 4))));
        assert_eq!(parse("7:3:2"), None);
    }
}
