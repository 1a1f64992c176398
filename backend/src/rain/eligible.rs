//! Who may grab in a rain.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::mode::{Life, Mode};
use quizrain_shared::rain::Eligibility;
use quizrain_shared::wire::{Outcome, Seat};

/// Whether everybody may grab, at whatever time that is asked.
pub(crate) fn is_for_everybody(eligibility: Eligibility) -> bool {
    matches!(
        eligibility,
        Eligibility::Everyone | Eligibility::ScoreAtLeast(0) | Eligibility::TopShare(100)
    )
}

/// Whether what the last round brought says who may grab, where something was right or wrong so far
/// or nothing was.
pub(crate) fn looks_at(eligibility: Eligibility, is_graded: bool) -> bool {
    match eligibility {
        Eligibility::Everyone | Eligibility::Starters | Eligibility::Seated(_) => false,
        Eligibility::LastRight => is_graded,
        _ => true,
    }
}

/// Who has a seat, and what says who of them may grab.
#[derive(Default)]
pub(crate) struct Field<'a> {
    /// What the last round that was scored brought, where there was one.
    pub(crate) scored: Option<HashMap<AccountId, Outcome>>,
    pub(crate) seats: HashMap<AccountId, Seat>,
    /// The last seat that was given before the first question.
    pub(crate) starters: Option<u32>,
    pub(crate) mode: Option<&'a Mode>,
}

impl Field<'_> {
    fn seated(&self, may: impl Fn(&Seat) -> bool) -> Vec<AccountId> {
        self.seats.iter().filter(|(_, seat)| may(seat)).map(|(account, _)| *account).collect()
    }

    /// Members of the best teams.
    fn best_team(&self) -> Option<Vec<AccountId>> {
        let (teams, scored) = (self.mode?.teams()?, self.scored.as_ref()?);
        let team = |account: &AccountId| self.seats.get(account)?.team;
        let scores = scored.iter().filter_map(|(account, it)| Some((team(account)?, it.score)));
        let rows = teams.rows(scores);
        let is_best = |team| rows.iter().any(|row| row.rank == 1 && Some(row.team) == team);
        Some(self.seated(|seat| is_best(seat.team)))
    }
}

/// Who has the places of prizes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed {
    /// How many have each place, the first place first.
    pub(crate) players: Vec<u32>,
    /// They: place by place, and in one place in the order of their seats. The first has the first
    /// packet, and so on.
    pub(crate) accounts: Vec<AccountId>,
}

impl Placed {
    /// Who stands on the places up to this one; nobody before the first round that was scored.
    /// Whoever was sent away since leaves the place to nobody, as the board shows it.
    pub(crate) fn of(last_place: u32, field: &Field<'_>) -> Self {
        let scored = field.scored.iter().flatten();
        let mut placed: Vec<(u32, u32, AccountId)> = scored
            .filter(|(_, outcome)| (1..=last_place).contains(&outcome.rank))
            .filter_map(|(account, it)| Some((it.rank, field.seats.get(account)?.number, *account)))
            .collect();
        placed.sort_unstable();
        let count = |place| placed.iter().filter(|(rank, ..)| *rank == place).count();
        let players = (1..=last_place).map(|place| u32::try_from(count(place)).unwrap_or(u32::MAX));
        Self {
            players: players.collect(),
            accounts: placed.iter().map(|(.., account)| *account).collect(),
        }
    }
}

/// Who may grab; `None`: everybody, whenever they come. Where there is no best yet, or a mode has no
/// such people, it is everybody who has a seat.
pub(crate) fn eligible(eligibility: Eligibility, field: &Field<'_>) -> Option<Vec<AccountId>> {
    let all = || field.seated(|_| true);
    (!is_for_everybody(eligibility)).then(|| chosen(eligibility, field).unwrap_or_else(all))
}

/// Those for whom it is; `None`: where the game stands there are no such people.
fn chosen(eligibility: Eligibility, field: &Field<'_>) -> Option<Vec<AccountId>> {
    let scored = field.scored.as_ref();
    let among = |may: &dyn Fn(&Outcome) -> bool| {
        let scored = scored.into_iter().flatten();
        scored.filter(|(_, outcome)| may(outcome)).map(|(account, _)| *account).collect()
    };
    match eligibility {
        Eligibility::Everyone => None,
        Eligibility::ScoreAtLeast(least) => {
            Some(among(&|outcome| outcome.score >= 0 && outcome.score.unsigned_abs() >= least))
        }
        Eligibility::TopShare(percent) => {
            let players = u32::try_from(scored?.len()).unwrap_or(u32::MAX);
            let last = Eligibility::last_rank(percent, players);
            Some(among(&|outcome| outcome.rank <= last))
        }
        Eligibility::TopRank(last) => scored.map(|_| among(&|outcome| outcome.rank <= last)),
        // What is not graded leaves the streak as it is.
        Eligibility::LastRight => scored.map(|_| among(&|outcome| outcome.streak > 0)),
        Eligibility::Survivors => {
            field.mode?.survival()?;
            scored.map(|_| among(&|outcome| outcome.life.is_none_or(Life::is_in)))
        }
        Eligibility::BestTeam => field.best_team(),
        Eligibility::Starters => {
            let last = field.starters?;
            Some(field.seated(|seat| seat.number <= last))
        }
        Eligibility::Seated(last) => Some(field.seated(|seat| seat.number <= last)),
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::avatar::Avatar;
    use quizrain_shared::mode::{Deal, Survival, Teams};
    use quizrain_shared::score::Grade;

    use super::*;

    fn with_rank(rank: u32) -> Outcome {
        Outcome {
            round: 0,
            answer: None,
            grade: Grade::Wrong,
            elapsed_ms: 0,
            line_ms: 0,
            points: 0,
            bonus: 0,
            corrected: 0,
            life: (rank == 4).then_some(Life { out_in: Some(0), cards: 0 }),
            streak: u16::from(rank == 2),
            score: i64::from(100 - rank),
            rank,
            players: 5,
        }
    }

    fn seat_of(number: u32) -> Seat {
        Seat { number, nickname: String::new(), team: None, avatar: Avatar::default() }
    }

    /// Players of these ranks who took their seats the other way round; and who sits where.
    fn placed(ranks: &[u32], sent_away: &[u8], last_place: u32) -> (Vec<u32>, Vec<u8>) {
        let accounts = || (0..).map(|n| AccountId([n; 16]));
        let scored = accounts().zip(ranks.iter().copied().map(with_rank)).collect();
        let seats = accounts().zip((0..ranks.len() as u32).rev());
        let seats = seats.filter(|(account, _)| !sent_away.contains(&account.0[0]));
        let seats = seats.map(|(account, number)| (account, seat_of(number))).collect();
        let field = Field { scored: Some(scored), seats, ..Field::default() };
        let Placed { players, accounts } = Placed::of(last_place, &field);
        (players, accounts.iter().map(|account| account.0[0]).collect())
    }

    #[test]
    fn places_are_ranks_and_equals_stand_in_the_order_of_their_seats() {
        assert_eq!(placed(&[1, 2, 3, 4], &[], 3), (vec![1, 1, 1], vec![0, 1, 2]));
        assert_eq!(placed(&[3, 1, 1, 4], &[], 3), (vec![2, 0, 1], vec![2, 1, 0]));
        assert_eq!(placed(&[1, 2, 2, 2], &[], 3), (vec![1, 3, 0], vec![0, 3, 2, 1]));
        assert_eq!(placed(&[1, 1, 1, 1], &[], 1), (vec![4], vec![3, 2, 1, 0]));
        assert_eq!(placed(&[2, 1], &[], 3), (vec![1, 1, 0], vec![1, 0]));
        // Whoever was sent away leaves the place to nobody.
        assert_eq!(placed(&[1, 2, 3, 4], &[0], 3), (vec![0, 1, 1], vec![1, 2]));
        assert_eq!(placed(&[1, 1, 3], &[1], 3), (vec![1, 0, 1], vec![0, 2]));
        let nobody = Placed { players: vec![0, 0], accounts: Vec::new() };
        assert_eq!(Placed::of(2, &Field::default()), nobody);
    }

    #[test]
    fn the_best_may_with_whoever_is_as_good_at_the_edge() {
        let ranks = [1, 2, 2, 4, 5];
        let scored: HashMap<_, _> =
            (0..).zip(ranks).map(|(n, rank)| (AccountId([n; 16]), with_rank(rank))).collect();
        let teams = Teams { names: vec!["a".into(), "b".into()], deal: Deal::Dealt };
        let (survival, teams) = (Mode::Survival(Survival::default()), Mode::Teams(teams));
        let seat = |n: u8| Seat { team: Some(n % 2), ..seat_of(n.into()) };
        let seats = || (0..6).map(|n| (AccountId([n; 16]), seat(n))).collect();
        let in_mode = |eligibility, mode| {
            let scored = Some(scored.clone());
            let field = Field { scored, seats: seats(), starters: Some(1), mode: Some(mode) };
            eligible(eligibility, &field).map(|mut accounts| {
                accounts.sort_unstable();
                accounts.iter().map(|account| account.0[0]).collect::<Vec<_>>()
            })
        };
        let may = |eligibility| in_mode(eligibility, &Mode::Classic);
        assert_eq!(may(Eligibility::TopShare(1)), Some(vec![0]));
        // 40 % of five are two, and two share the second rank.
        assert_eq!(may(Eligibility::TopShare(40)), Some(vec![0, 1, 2]));
        assert_eq!(may(Eligibility::TopShare(80)), Some(vec![0, 1, 2, 3]));
        assert_eq!(may(Eligibility::TopShare(100)), None);
        assert_eq!(may(Eligibility::ScoreAtLeast(96)), Some(vec![0, 1, 2, 3]));
        assert_eq!(may(Eligibility::Everyone), None);
        assert_eq!(may(Eligibility::LastRight), Some(vec![1, 2]));
        assert_eq!(may(Eligibility::TopRank(1)), Some(vec![0]));
        // Two share the second rank, and nobody has the third.
        assert_eq!(may(Eligibility::TopRank(2)), Some(vec![0, 1, 2]));
        assert_eq!(may(Eligibility::TopRank(3)), Some(vec![0, 1, 2]));
        assert_eq!(may(Eligibility::TopRank(9)), Some(vec![0, 1, 2, 3, 4]));
        assert_eq!(may(Eligibility::Seated(3)), Some(vec![0, 1, 2, 3]));
        // Before a round was scored it is everybody who is there, and nobody who comes later.
        let early = Field { seats: seats(), ..Field::default() };
        for best in [Eligibility::TopShare(10), Eligibility::LastRight, Eligibility::TopRank(1)] {
            assert_eq!(eligible(best, &early).map(|them| them.len()), Some(6));
        }
        assert_eq!(eligible(Eligibility::ScoreAtLeast(1), &Field::default()), Some(Vec::new()));
        assert_eq!(in_mode(Eligibility::Survivors, &survival), Some(vec![0, 1, 2, 4]));
        // 99, 98 and 95 points are more on the average than 98 and 96.
        assert_eq!(in_mode(Eligibility::BestTeam, &teams), Some(vec![0, 2, 4]));
        assert_eq!(may(Eligibility::Starters), Some(vec![0, 1]));
        // What a mode does not have leaves nobody out who is there.
        for all in [Eligibility::Survivors, Eligibility::BestTeam] {
            assert_eq!(may(all), Some(vec![0, 1, 2, 3, 4, 5]));
            assert_eq!(eligible(all, &early).map(|them| them.len()), Some(6));
        }
        assert_eq!(eligible(Eligibility::Starters, &early).map(|them| them.len()), Some(6));
        let everybody =
            [Eligibility::Everyone, Eligibility::ScoreAtLeast(0), Eligibility::TopShare(100)];
        assert!(everybody.into_iter().all(|who| eligible(who, &early).is_none()));
    }
}
