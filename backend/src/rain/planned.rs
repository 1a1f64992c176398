//! Which rains of a quiz's plan a game has had. Called for its host's page, which proposes the others.

use quizrain_shared::quiz::PlannedRain;
use quizrain_shared::rain::RainPlan;

use crate::error::Error;
use crate::game::Game;
use crate::rain::Rains;

impl Rains {
    /// Which of the planned rains, by position, have fallen as they were planned.
    ///
    /// # Errors
    /// The database failed.
    pub async fn fallen(&self, game: &Game) -> Result<Vec<u16>, Error> {
        let planned = &game.quiz.rains;
        if planned.is_empty() {
            return Ok(Vec::new());
        }
        Ok(fallen(planned, self.sql.opened_plans(game.id).await?))
    }
}

/// Each rain that fell is one of the planned rains, or none.
fn fallen(planned: &[PlannedRain], opened: Vec<RainPlan>) -> Vec<u16> {
    let mut left = opened;
    (0..)
        .zip(planned)
        .filter(|(_, planned)| {
            let found = left.iter().position(|plan| plan.is_of(&planned.plan));
            found.map(|at| left.swap_remove(at)).is_some()
        })
        .map(|(position, _)| position)
        .collect()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::rain::Eligibility;

    use super::*;

    fn plan(pot: i64) -> RainPlan {
        RainPlan {
            currency: Currency::POINTS,
            bounds: Bounds { pot: Minor(pot), packets: 2, min: Minor(1), max: Minor(pot) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        }
    }

    #[test]
    fn a_rain_is_one_of_those_that_were_planned_like_it() {
        let planned =
            [5, 7, 5].map(|pot| PlannedRain { title: None, after: None, plan: plan(pot) });
        let fallen = |pots: &[i64]| fallen(&planned, pots.iter().map(|pot| plan(*pot)).collect());
        assert!(fallen(&[]).is_empty());
        assert_eq!(fallen(&[9, 7]), [1]);
        assert_eq!(fallen(&[5]), [0]);
        assert_eq!(fallen(&[5, 8, 5, 5]), [0, 2]);
    }
}
