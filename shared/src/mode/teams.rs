//! Teams: players belong to one each, and a team's score is the mean of its members'.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// Fewest and most teams of a game.
pub const MAX_TEAMS: std::ops::RangeInclusive<usize> = 2..=8;
/// Most characters of a team's name.
const MAX_NAME_CHARS: usize = 20;

/// How players come to their teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// Each player chooses one.
    #[default]
    Chosen,
    /// In turn, in the order of their seats.
    Dealt,
}

/// The teams of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Teams {
    /// Their names, 2 to 8, each another one.
    pub names: Vec<String>,
    /// How players come to them.
    pub deal: Deal,
}

/// What is wrong with teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTeams {
    /// Too few or too many.
    #[error("{0} teams; expected {lo} to {hi}", lo = MAX_TEAMS.start(), hi = MAX_TEAMS.end())]
    Count(usize),
    /// A name that is empty or too long.
    #[error("a team's name has {0} characters; expected 1 to {MAX_NAME_CHARS}")]
    Name(usize),
    /// Two have one name.
    #[error("two teams have the same name")]
    SameName,
}

/// How a team stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TeamRow {
    /// From 1; equal means share a rank.
    pub rank: u32,
    /// Which team, from 0.
    pub team: u8,
    /// The mean of its members' points, rounded to nearest.
    pub score: i64,
    /// How many members it has.
    pub players: u32,
}

impl Teams {
    /// Checks every rule that they must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidTeams> {
        if !MAX_TEAMS.contains(&self.names.len()) {
            return Err(InvalidTeams::Count(self.names.len()));
        }
        for name in &self.names {
            let chars = name.trim().chars().count();
            if !(1..=MAX_NAME_CHARS).contains(&chars) {
                return Err(InvalidTeams::Name(chars));
            }
        }
        let names: HashSet<String> = self.names.iter().map(|it| it.trim().to_lowercase()).collect();
        if names.len() < self.names.len() { Err(InvalidTeams::SameName) } else { Ok(()) }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u8 {
        u8::try_from(self.names.len()).unwrap_or(u8::MAX)
    }

    /// How they stand, best first; one without members is not among them.
    pub fn rows(&self, members: impl IntoIterator<Item = (u8, i64)>) -> Vec<TeamRow> {
        let mut sums = vec![(0_i128, 0_u32); self.names.len()];
        for (team, score) in members {
            if let Some((sum, players)) = sums.get_mut(usize::from(team)) {
                *sum += i128::from(score);
                *players += 1;
            }
        }
        let mut means: Vec<_> = (0..)
            .zip(sums)
            .filter(|(_, (_, players))| *players > 0)
            .map(|(team, (sum, players))| (team, Mean { sum, players }))
            .collect();
        // Equal teams in their own order.
        means.sort_by(|(_, a), (_, b)| b.cmp(a));
        let ranks = crate::score::ranks(&means.iter().map(|(_, mean)| *mean).collect::<Vec<_>>());
        let row = |((team, mean), rank): ((u8, Mean), u32)| TeamRow {
            rank,
            team,
            score: mean.rounded(),
            players: mean.players,
        };
        means.into_iter().zip(ranks).map(row).collect()
    }
}

/// A mean, compared as the fraction that it is.
#[derive(Clone, Copy, Debug)]
struct Mean {
    sum: i128,
    /// One at least.
    players: u32,
}

impl Mean {
    fn rounded(self) -> i64 {
        let players = i128::from(self.players);
        i64::try_from((2 * self.sum + players).div_euclid(2 * players)).unwrap_or(i64::MAX)
    }
}

impl Ord for Mean {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.sum * i128::from(other.players)).cmp(&(other.sum * i128::from(self.players)))
    }
}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Mean {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn teams(names: &[&str]) -> Teams {
        Teams { names: names.iter().map(|&it| it.into()).collect(), deal: Deal::Chosen }
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(teams(&["Red", "Blue"]).check(), Ok(()));
        assert_eq!(teams(&["Red"]).check(), Err(InvalidTeams::Count(1)));
        assert_eq!(teams(&["a"; 9]).check(), Err(InvalidTeams::Count(9)));
        assert_eq!(teams(&["Red", " "]).check(), Err(InvalidTeams::Name(0)));
        assert_eq!(teams(&["Red", &"x".repeat(21)]).check(), Err(InvalidTeams::Name(21)));
        assert_eq!(teams(&["Red", "red "]).check(), Err(InvalidTeams::SameName));
    }

    #[test]
    fn a_teams_score_is_the_mean_of_its_members() {
        let teams = teams(&["Red", "Blue", "Green", "Empty"]);
        let members = [(0, 1000), (0, 0), (1, 501), (1, 500), (2, 500), (9, 7)];
        let rows = teams.rows(members);
        let row = |rank, team, score, players| TeamRow { rank, team, score, players };
        assert_eq!(rows, [row(1, 1, 501, 2), row(2, 0, 500, 2), row(2, 2, 500, 1)]);
        assert_eq!(teams.rows([(0, -3), (0, -4)])[0].score, -3);
    }

    proptest! {
        #[test]
        fn ranks_follow_means(members in proptest::collection::vec((0u8..4, -5000i64..50_000), 0..60)) {
            let rows = teams(&["a", "b", "c", "d"]).rows(members.clone());
            let of = |team| members.iter().filter(move |(it, _)| *it == team);
            for row in &rows {
                let (sum, n) = (of(row.team).map(|it| it.1).sum::<i64>(), of(row.team).count());
                prop_assert_eq!(row.players as usize, n);
                prop_assert!((row.score as f64 - sum as f64 / n as f64).abs() <= 0.5);
            }
            for pair in rows.windows(2) {
                prop_assert!(pair[0].score >= pair[1].score && pair[0].rank <= pair[1].rank);
            }
        }
    }
}
