//! Who is connected while a question is open, over all nodes: a question is over when everybody
//! has answered, wherever they are.
//!
//! Each node says for itself how many are there and how many of them are missing, when something
//! changes by which the question could be over; the driver adds it up. What a node said holds while
//! the node is heard (`nodes::Peers`). One that falls silent counts as somebody who left then: its
//! players get as long to come back as whoever loses a connection.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::live::hub::Standing;
use crate::nodes::calls::Said;

/// A node that has said nothing for so long is silent.
const SILENT: Duration = Duration::from_secs(3);

/// How a node says how its players stand in a round.
fn text(round: u16, standing: Standing) -> String {
    let Standing { seated, missing, left } = standing;
    format!("{round}:{seated}:{missing}:{}", left.as_millis())
}

fn parse(text: &str) -> Option<(u16, Standing)> {
    let mut parts = text.split(':');
    let round = parts.next()?.parse().ok()?;
    let (seated, missing) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let left = Duration::from_millis(parts.next()?.parse().ok()?);
    Some((round, Standing { seated, missing, left }))
}

/// What this node has said of its players.
#[derive(Debug)]
pub(crate) struct Saying {
    text: String,
    round: u16,
    standing: Standing,
    at: Instant,
    /// When this node looked last whether it stands in Redis.
    seen: Instant,
    /// Redis has lost it.
    lost: bool,
}

impl Saying {
    pub(crate) fn new(round: u16, standing: Standing, at: Instant) -> Self {
        Self { text: text(round, standing), round, standing, at, seen: at, lost: false }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a question could be over by it just when it could by how the players stand now.
    pub(crate) fn holds(
        &self,
        round: u16,
        now: Standing,
        missing_for: Duration,
        at: Instant,
    ) -> bool {
        let said = self.standing;
        let same = !self.lost
            && self.round == round
            && (said.seated > 0) == (now.seated > 0)
            && (said.missing > 0) == (now.missing > 0);
        // While somebody is missing, nobody asks who left.
        let nobody_left = (said.left < missing_for) == (now.left < missing_for)
            && now.left >= at.saturating_duration_since(self.at);
        same && (now.missing > 0 || nobody_left)
    }

    /// Takes in what stands in Redis by now.
    pub(crate) fn look(&mut self, node: &str, said: &Said, now: Instant) {
        self.lost = !said.iter().any(|(name, text)| name == node && *text == self.text);
        self.seen = now;
    }

    /// When this node looked last whether it stands in Redis.
    pub(crate) fn seen_at(&self) -> Instant {
        self.seen
    }
}

/// What a driver has heard of the other nodes.
#[derive(Debug, Default)]
pub(crate) struct Gathering(HashMap<String, Heard>);

#[derive(Debug)]
struct Heard {
    text: String,
    /// When it was first seen.
    since: Instant,
    /// When the node was known to live.
    lived: Instant,
}

impl Gathering {
    /// Takes in what the nodes have said by now, and when each was heard last, as far as it is
    /// known.
    pub(crate) fn note(
        &mut self,
        said: Said,
        heard: impl Fn(&str) -> Option<Instant>,
        now: Instant,
    ) {
        let noted = said.into_iter().map(|(node, text)| {
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
        (round, here): (u16, Standing),
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

    fn standing(seated: u32, missing: u32, left: u64) -> Standing {
        Standing { seated, missing, left: Duration::from_secs(left) }
    }

    /// Whether all have answered round 1 so many seconds after another node said this, which is
    /// heard until so many seconds after it.
    fn over(here: Standing, there: &str, seconds: u64, heard: u64) -> bool {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let said = || vec![("b".into(), there.into()), ("a".into(), "1:9:9:0".into())];
        let mut gathering = Gathering::default();
        gathering.note(said(), |_| Some(at(0)), at(0));
        let now = at(seconds);
        gathering.note(said(), |_| Some(at(heard)), now);
        gathering.all_answered("a", (1, here), MISSING_FOR, Some(now), now)
    }

    #[test]
    fn everybody_is_waited_for_wherever_they_are() {
        let (all_here, now) = (standing(3, 0, 60), Instant::now());
        let nobody = Gathering::default();
        assert!(nobody.all_answered("a", (1, all_here), MISSING_FOR, Some(now), now));
        let over = |here, there| over(here, there, 0, 0);
        assert!(over(all_here, "1:2:0:60000"));
        assert!(!over(all_here, "1:2:1:60000"), "somebody there is missing");
        assert!(!over(all_here, "0:2:0:60000"), "it speaks of the last round");
        assert!(!over(all_here, "1:2:0:14000"), "somebody has just left there");
        assert!(!over(standing(3, 1, 60), "1:2:0:60000"), "somebody here is missing");
        assert!(!over(standing(3, 0, 14), "1:2:0:60000"), "somebody has just left here");
        assert!(over(standing(0, 0, 60), "1:2:0:60000"), "nobody is here");
        assert!(!over(standing(0, 0, 60), "1:0:0:60000"), "nobody is anywhere");
    }

    #[test]
    fn what_a_node_said_once_holds_while_it_is_heard() {
        let all_here = standing(3, 0, 60);
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
        let all_here = standing(3, 0, 60);
        for said in ["1:2:1:60000", "1:2:0:60000", "0:2:0:60000"] {
            for heard in [0, 7] {
                assert!(!over(all_here, said, heard + 14, heard));
                assert!(over(all_here, said, heard + 15, heard));
            }
        }
        assert!(over(all_here, "1:0:0:60000", 3, 0), "nobody was there any more");
        assert!(!over(all_here, "1:0:0:5000", 9, 0));
        assert!(over(all_here, "1:0:0:5000", 10, 0));
        assert!(over(all_here, "what is this", 0, 0));
    }

    #[test]
    fn whoever_hears_nobody_takes_nobody_for_silent() {
        let (start, here) = (Instant::now(), (1, standing(3, 0, 60)));
        let mut gathering = Gathering::default();
        let now = start + Duration::from_secs(60);
        for at in [start, now] {
            gathering.note(vec![("b".into(), "1:2:1:60000".into())], |_| None, at);
        }
        assert!(!gathering.all_answered("a", here, MISSING_FOR, None, now));
        assert!(!gathering.all_answered("a", here, MISSING_FOR, Some(start), now));
        assert!(gathering.all_answered("a", here, MISSING_FOR, Some(now), now));
    }

    #[test]
    fn a_node_says_again_what_could_end_a_question() {
        let said_at = Instant::now();
        let holds = |said: Standing, now: Standing, seconds: u64| {
            let saying = Saying::new(1, said, said_at);
            saying.holds(1, now, MISSING_FOR, said_at + Duration::from_secs(seconds))
        };
        let said = standing(3, 2, 60);
        assert!(holds(said, standing(4, 3, 61), 1) && holds(said, standing(2, 1, 0), 1));
        assert!(!holds(said, standing(3, 0, 61), 1), "all have answered");
        assert!(!holds(standing(3, 0, 60), standing(4, 1, 61), 1), "somebody came");
        assert!(!holds(said, standing(0, 0, 0), 1), "all have left");
        assert!(holds(standing(3, 0, 60), standing(3, 0, 61), 1));
        assert!(!holds(standing(3, 0, 60), standing(2, 0, 1), 2), "somebody left");
        assert!(!holds(standing(3, 0, 10), standing(2, 0, 1), 2), "and another one");
        assert!(!holds(standing(3, 0, 10), standing(3, 0, 15), 5), "nobody comes back any more");
        assert!(!Saying::new(0, said, said_at).holds(1, said, MISSING_FOR, said_at));
        let mut saying = Saying::new(1, said, said_at);
        saying.look("a", &vec![("a".into(), saying.text().to_owned())], said_at);
        assert!(saying.holds(1, said, MISSING_FOR, said_at));
        saying.look("a", &Said::new(), said_at);
        assert!(!saying.holds(1, said, MISSING_FOR, said_at), "Redis has lost it");
    }

    #[test]
    fn what_is_said_is_understood() {
        assert_eq!(parse(&text(7, standing(3, 2, 4))), Some((7, standing(3, 2, 4))));
        assert_eq!(parse("7:3:2"), None);
    }
}
