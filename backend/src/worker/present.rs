//! Who is connected while a question is open, over all nodes: a question is over when everybody
//! has answered, wherever they are.
//!
//! Each node says for itself how many are there and how many of them are missing; the driver adds
//! it up. What a node said counts from when it was seen to change. One that falls silent counts as
//! somebody who left then: its players get as long to come back as whoever loses a connection.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::hub::Standing;
use crate::store::redis::nodes::Said;

/// A node that has said nothing new for so long is silent.
const SILENT: Duration = Duration::from_secs(3);

/// How a node says how its players stand in a round, at a moment of server time in ms.
pub(super) fn text(round: u16, standing: Standing, now_ms: u64) -> String {
    let Standing { seated, missing, left } = standing;
    format!("{round}:{seated}:{missing}:{}:{now_ms}", left.as_millis())
}

fn parse(text: &str) -> Option<(u16, Standing)> {
    let mut parts = text.split(':');
    let round = parts.next()?.parse().ok()?;
    let (seated, missing) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let left = Duration::from_millis(parts.next()?.parse().ok()?);
    Some((round, Standing { seated, missing, left }))
}

/// What a driver has heard of the other nodes.
#[derive(Debug, Default)]
pub(super) struct Gathering(HashMap<String, (String, Instant)>);

impl Gathering {
    /// Takes in what the nodes have said by now.
    pub(super) fn note(&mut self, said: Said, now: Instant) {
        let since = |node: &str, text: &str| match self.0.get(node) {
            Some((before, since)) if before == text => *since,
            _ => now,
        };
        let noted = said.into_iter().map(|(node, text)| {
            let since = since(&node, &text);
            (node, (text, since))
        });
        self.0 = noted.collect();
    }

    /// Whether everybody has answered the round, given how it stands on this node, and whoever is
    /// missing has been so for a while.
    pub(super) fn all_answered(
        &self,
        node: &str,
        (round, here): (u16, Standing),
        missing_for: Duration,
        now: Instant,
    ) -> bool {
        let mut seated = here.seated;
        if here.missing > 0 || here.left < missing_for {
            return false;
        }
        for (_, (text, since)) in self.0.iter().filter(|(other, _)| *other != node) {
            let Some((at, there)) = parse(text) else { continue };
            let silent = now.duration_since(*since);
            let gone = match silent >= SILENT {
                // It has not said yet how this round stands.
                false if at != round || there.missing > 0 => return false,
                false => there.left,
                true if there.seated > 0 => silent,
                true => silent + there.left,
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

    const PATIENCE: Duration = Duration::from_secs(15);

    fn standing(seated: u32, missing: u32, left: u64) -> Standing {
        Standing { seated, missing, left: Duration::from_secs(left) }
    }

    /// Whether all have answered round 1 so many seconds after another node said this.
    fn over(here: Standing, there: &str, seconds: u64) -> bool {
        let now = Instant::now();
        let mut gathering = Gathering::default();
        gathering.note(vec![("b".into(), there.into()), ("a".into(), "1:9:9:0:0".into())], now);
        let now = now + Duration::from_secs(seconds);
        gathering.note(vec![("b".into(), there.into())], now);
        gathering.all_answered("a", (1, here), PATIENCE, now)
    }

    #[test]
    fn everybody_is_waited_for_wherever_they_are() {
        let all_here = standing(3, 0, 60);
        assert!(Gathering::default().all_answered("a", (1, all_here), PATIENCE, Instant::now()));
        assert!(over(all_here, "1:2:0:60000:7", 0));
        assert!(!over(all_here, "1:2:1:60000:7", 0), "somebody there is missing");
        assert!(!over(all_here, "0:2:0:60000:7", 0), "it speaks of the last round");
        assert!(!over(all_here, "1:2:0:14000:7", 0), "somebody has just left there");
        assert!(!over(standing(3, 1, 60), "1:2:0:60000:7", 0), "somebody here is missing");
        assert!(!over(standing(3, 0, 14), "1:2:0:60000:7", 0), "somebody has just left here");
        assert!(over(standing(0, 0, 60), "1:2:0:60000:7", 0), "nobody is here");
        assert!(!over(standing(0, 0, 60), "1:0:0:60000:7", 0), "nobody is anywhere");
    }

    #[test]
    fn the_players_of_a_silent_node_get_time_to_come_back() {
        let all_here = standing(3, 0, 60);
        for said in ["1:2:1:60000:7", "1:2:0:60000:7", "0:2:0:60000:7"] {
            assert!(!over(all_here, said, 14));
            assert!(over(all_here, said, 15));
        }
        assert!(over(all_here, "1:0:0:60000:7", 3), "nobody was there any more");
        assert!(!over(all_here, "1:0:0:5000:7", 9));
        assert!(over(all_here, "what is this", 0));
    }

    #[test]
    fn what_is_said_is_understood() {
        let said = text(7, standing(3, 2, 4), 1_700_000_000_000);
        assert_eq!(parse(&said), Some((7, standing(3, 2, 4))));
        assert_eq!(parse("7:3:2"), None);
    }
}
