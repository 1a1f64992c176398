//! The rain dialog's texts as a plan, and what is wrong with them. Pure; used by the host's rain dialog.

use quizrain_shared::allocation::{Bounds, Impossible, Split};
use quizrain_shared::money::{Currency, InvalidMoney, Minor};
use quizrain_shared::prizes::MAX_PRIZES;
use quizrain_shared::rain::{Eligibility, InvalidPlan, RainPlan};
use quizrain_shared::typed::half_width;

/// How the pot is cut, as the dialog offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// By luck.
    DoubleMean,
    /// By luck, with a few large ones.
    LineCutting,
    /// Evenly.
    Equal,
    /// Evenly among who may catch.
    Shares,
    /// A fixed packet for each of the best.
    Prizes,
}

/// What is typed in the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// The pot in major units.
    pub(crate) pot: String,
    /// ISO code or `points`.
    pub(crate) currency: String,
    /// How many packets.
    pub(crate) packets: String,
    /// How the pot is cut.
    pub(crate) cut: Cut,
    /// The prizes in major units, the first place first; the last ones may be empty.
    pub(crate) prizes: [String; MAX_PRIZES],
    /// How long packets fall, in seconds.
    pub(crate) seconds: String,
    /// The smallest packet in major units.
    pub(crate) min: String,
    /// The largest packet in major units.
    pub(crate) max: String,
    /// Who may catch.
    pub(crate) who: Who,
    /// The least score, where one is asked for.
    pub(crate) least_score: String,
    /// How many percent of the players, where the best are meant.
    pub(crate) top_percent: String,
    /// Up to which rank, where the first few are meant.
    pub(crate) top_rank: String,
}

/// Who may catch, as the dialog offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Everybody.
    Everyone,
    /// Who has a seat before it falls.
    Seated,
    /// Who has a score.
    Scored,
    /// The best, in percent.
    Best,
    /// The best, by their number.
    First,
    /// Whose last answer was right.
    LastRight,
    /// Who is still in.
    Survivors,
    /// The best team.
    BestTeam,
    /// Who was there from the start.
    Starters,
}

/// What is typed or picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The pot.
    Pot,
    /// The currency.
    Currency,
    /// How many packets.
    Packets,
    /// How long they fall.
    Seconds,
    /// The smallest packet.
    Min,
    /// The largest packet.
    Max,
    /// The least score.
    LeastScore,
    /// How many percent of the players.
    TopPercent,
    /// The last rank.
    TopRank,
    /// The prize of the first place.
    FirstPrize,
    /// The prize of the second place.
    SecondPrize,
    /// The prize of the third place.
    ThirdPrize,
}

/// The fields of prizes.
const PRIZES: [Field; MAX_PRIZES] = [Field::FirstPrize, Field::SecondPrize, Field::ThirdPrize];

/// What is wrong with a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DraftProblem {
    /// An amount or the currency cannot be read.
    Money(InvalidMoney),
    /// A number cannot be read.
    Number,
    /// The plan cannot be carried out.
    Plan(InvalidPlan),
}

impl DraftProblem {
    /// Where it can be mended, where the plan as a whole is wrong.
    fn field(why: InvalidPlan) -> Field {
        match why {
            InvalidPlan::Seconds => Field::Seconds,
            InvalidPlan::Share => Field::TopPercent,
            InvalidPlan::Rank => Field::TopRank,
            InvalidPlan::Nobody | InvalidPlan::ShareTooSmall => Field::Pot,
            InvalidPlan::PrizeRanks | InvalidPlan::Pot(Impossible::Prizes) => Field::FirstPrize,
            InvalidPlan::Pot(Impossible::PacketCount) => Field::Packets,
            InvalidPlan::Pot(Impossible::MinTooSmall) => Field::Min,
            InvalidPlan::Pot(Impossible::MaxBelowMin | Impossible::PotTooLarge) => Field::Max,
            InvalidPlan::Pot(Impossible::PotTooSmall) => Field::Pot,
        }
    }
}

impl Draft {
    /// A plan as texts.
    pub(crate) fn of(plan: &RainPlan) -> Self {
        let major = |amount| plan.currency.format_major(amount);
        let (cut, prizes) = match &plan.split {
            Split::DoubleMean => (Cut::DoubleMean, None),
            Split::LineCutting => (Cut::LineCutting, None),
            Split::Equal => (Cut::Equal, None),
            Split::Shares => (Cut::Shares, None),
            Split::Prizes(prizes) => (Cut::Prizes, Some(prizes)),
        };
        Self {
            pot: major(plan.bounds.pot),
            currency: plan.currency.to_string(),
            packets: plan.bounds.packets.to_string(),
            cut,
            prizes: match prizes {
                Some(prizes) => std::array::from_fn(|place| {
                    prizes.amounts.get(place).map(|amount| major(*amount)).unwrap_or_default()
                }),
                None => ["100", "50", "20"].map(str::to_owned),
            },
            seconds: plan.seconds.to_string(),
            min: major(plan.bounds.min),
            max: major(plan.bounds.max),
            who: match plan.eligibility {
                Eligibility::Everyone => Who::Everyone,
                Eligibility::Seated(_) => Who::Seated,
                Eligibility::ScoreAtLeast(_) => Who::Scored,
                Eligibility::TopShare(_) => Who::Best,
                Eligibility::TopRank(_) => Who::First,
                Eligibility::LastRight => Who::LastRight,
                Eligibility::Survivors => Who::Survivors,
                Eligibility::BestTeam => Who::BestTeam,
                Eligibility::Starters => Who::Starters,
            },
            least_score: match plan.eligibility {
                Eligibility::ScoreAtLeast(score) => score.to_string(),
                _ => "1".to_owned(),
            },
            top_percent: match plan.eligibility {
                Eligibility::TopShare(percent) => percent.to_string(),
                _ => "50".to_owned(),
            },
            top_rank: match plan.eligibility {
                Eligibility::TopRank(last) => last.to_string(),
                _ => "10".to_owned(),
            },
        }
    }

    /// Without a proposal: play money, a packet for everybody in the room.
    pub(crate) fn for_players(players: u32) -> Self {
        let packets = players.clamp(1, 10_000);
        let pot = Minor(i64::from(packets) * 100);
        Self::of(&RainPlan {
            currency: Currency::POINTS,
            bounds: Bounds { pot, packets, min: Minor(1), max: Minor(1000) },
            split: Split::DoubleMean,
            seconds: 15,
            eligibility: Eligibility::Everyone,
        })
    }

    /// Takes another currency, and with it who may catch where nobody says.
    pub(crate) fn pick_currency(&mut self, currency: String) {
        let unsaid = |code: &str| code.parse().map(Eligibility::unsaid);
        let who = |currency: &str| match unsaid(currency) {
            Ok(Eligibility::Seated(_)) => Who::Seated,
            _ => Who::Everyone,
        };
        let (before, after) = (who(&self.currency), who(&currency));
        if self.who == before {
            self.who = after;
        }
        self.currency = currency;
    }

    /// What is typed in a field.
    pub(crate) fn text(&mut self, field: Field) -> &mut String {
        match field {
            Field::Pot => &mut self.pot,
            Field::Currency => &mut self.currency,
            Field::Packets => &mut self.packets,
            Field::Seconds => &mut self.seconds,
            Field::Min => &mut self.min,
            Field::Max => &mut self.max,
            Field::LeastScore => &mut self.least_score,
            Field::TopPercent => &mut self.top_percent,
            Field::TopRank => &mut self.top_rank,
            Field::FirstPrize => &mut self.prizes[0],
            Field::SecondPrize => &mut self.prizes[1],
            Field::ThirdPrize => &mut self.prizes[2],
        }
    }

    /// How many packets, where that is a number.
    pub(crate) fn packets(&self) -> Option<u32> {
        number(Field::Packets, &self.packets).ok()
    }

    /// The currency, and in it pot, smallest and largest packet, where all of them can be read.
    pub(crate) fn amounts(&self) -> Option<(Currency, [Minor; 3])> {
        let currency: Currency = self.currency.trim().parse().ok()?;
        let major = |text: &str| currency.parse_typed(text).ok();
        Some((currency, [major(&self.pot)?, major(&self.min)?, major(&self.max)?]))
    }

    /// Whether packets and their bounds are asked for; who shares a pot has one packet each, and so has
    /// who has a prize.
    pub(crate) fn has_packets(&self) -> bool {
        !matches!(self.cut, Cut::Shares | Cut::Prizes)
    }

    /// Whether a field has a meaning as the pot is cut.
    pub(crate) fn has(&self, field: Field) -> bool {
        match field {
            Field::Packets | Field::Min | Field::Max => self.has_packets(),
            Field::Pot => self.cut != Cut::Prizes,
            Field::FirstPrize | Field::SecondPrize | Field::ThirdPrize => self.cut == Cut::Prizes,
            _ => true,
        }
    }

    /// The prizes, up to the last that is written.
    fn prizes(
        &self,
        major: impl Fn(Field, &str) -> Result<Minor, (Field, DraftProblem)>,
    ) -> Result<Vec<Minor>, (Field, DraftProblem)> {
        let count = self.prizes.iter().rposition(|text| !text.trim().is_empty());
        let written = PRIZES.into_iter().zip(&self.prizes).take(count.unwrap_or(0) + 1);
        written.map(|(field, text)| major(field, text)).collect()
    }

    fn bounds(
        &self,
        major: impl Fn(Field, &str) -> Result<Minor, (Field, DraftProblem)>,
    ) -> Result<Bounds, (Field, DraftProblem)> {
        let pot = major(Field::Pot, &self.pot)?;
        if !self.has_packets() {
            return Ok(Bounds::of_any(pot));
        }
        Ok(Bounds {
            pot,
            packets: number(Field::Packets, &self.packets)?,
            min: major(Field::Min, &self.min)?,
            max: major(Field::Max, &self.max)?,
        })
    }

    /// The plan.
    ///
    /// # Errors
    /// The first thing that is wrong, and in which field.
    pub(crate) fn read(&self) -> Result<RainPlan, (Field, DraftProblem)> {
        let money = |field| move |why| (field, DraftProblem::Money(why));
        let currency: Currency = self.currency.trim().parse().map_err(money(Field::Currency))?;
        let major = |field, text: &str| currency.parse_typed(text).map_err(money(field));
        if self.cut == Cut::Prizes {
            let seconds = number(Field::Seconds, &self.seconds)?;
            return checked_prizes(currency, self.prizes(major)?, seconds);
        }
        let eligibility = match self.who {
            Who::Everyone => Eligibility::Everyone,
            Who::Seated => Eligibility::Seated(0),
            Who::Scored => Eligibility::ScoreAtLeast(number(Field::LeastScore, &self.least_score)?),
            Who::Best => Eligibility::TopShare(number(Field::TopPercent, &self.top_percent)?),
            Who::First => Eligibility::TopRank(number(Field::TopRank, &self.top_rank)?),
            Who::LastRight => Eligibility::LastRight,
            Who::Survivors => Eligibility::Survivors,
            Who::BestTeam => Eligibility::BestTeam,
            Who::Starters => Eligibility::Starters,
        };
        let plan = RainPlan {
            currency,
            bounds: self.bounds(major)?,
            split: match self.cut {
                Cut::LineCutting => Split::LineCutting,
                Cut::Equal => Split::Equal,
                Cut::Shares => Split::Shares,
                Cut::DoubleMean | Cut::Prizes => Split::DoubleMean,
            },
            seconds: number(Field::Seconds, &self.seconds)?,
            eligibility,
        };
        plan.check().map_err(|why| (DraftProblem::field(why), DraftProblem::Plan(why)))?;
        Ok(plan)
    }
}

/// A rain of these prizes; what is wrong with them names the first one that does not fit.
fn checked_prizes(
    currency: Currency,
    amounts: Vec<Minor>,
    seconds: u16,
) -> Result<RainPlan, (Field, DraftProblem)> {
    let fits = |place: &usize| {
        amounts[*place].0 >= 1 && (*place == 0 || amounts[*place - 1] >= amounts[*place])
    };
    let wrong = (0..amounts.len()).find(|place| !fits(place)).unwrap_or(0);
    let plan = RainPlan::of_prizes(currency, amounts, seconds);
    plan.check().map_err(|why| match why {
        InvalidPlan::Seconds => (Field::Seconds, DraftProblem::Plan(why)),
        // There is no pot in sight.
        InvalidPlan::Pot(Impossible::PotTooSmall) => {
            (PRIZES[wrong], DraftProblem::Plan(Impossible::Prizes.into()))
        }
        why => (PRIZES[wrong], DraftProblem::Plan(why)),
    })?;
    Ok(plan)
}

fn number<T: std::str::FromStr>(field: Field, text: &str) -> Result<T, (Field, DraftProblem)> {
    half_width(text).trim().parse().map_err(|_| (field, DraftProblem::Number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_what_is_read() {
        for players in [0, 1, 20, 50_000] {
            let draft = Draft::for_players(players);
            let plan = draft.read().unwrap();
            assert_eq!(Draft::of(&plan), draft);
            for eligibility in [
                Eligibility::ScoreAtLeast(7),
                Eligibility::TopShare(30),
                Eligibility::LastRight,
                Eligibility::TopRank(3),
                Eligibility::Survivors,
                Eligibility::BestTeam,
                Eligibility::Starters,
                Eligibility::Seated(0),
            ] {
                let plan = RainPlan { eligibility, ..plan.clone() };
                assert_eq!(Draft::of(&plan).read().as_ref(), Ok(&plan));
            }
        }
    }

    #[test]
    fn money_is_for_who_is_there_unless_its_host_says_otherwise() {
        let mut draft = Draft::for_players(10);
        assert_eq!(draft.who, Who::Everyone);
        draft.pick_currency("CNY".into());
        assert_eq!(draft.read().unwrap().eligibility, Eligibility::Seated(0));
        draft.pick_currency("points".into());
        assert_eq!(draft.who, Who::Everyone);
        for who in [Who::Everyone, Who::First] {
            draft.pick_currency("CNY".into());
            draft.who = who;
            draft.pick_currency("EUR".into());
            assert_eq!(draft.who, who);
        }
        draft.pick_currency("points".into());
        assert_eq!(draft.who, Who::First);
    }

    #[test]
    fn who_shares_a_pot_is_asked_for_no_packets() {
        let mut draft = Draft::for_players(10);
        draft.cut = Cut::Shares;
        for field in [Field::Packets, Field::Min, Field::Max] {
            "nothing".clone_into(draft.text(field));
        }
        let plan = draft.read().unwrap();
        assert_eq!((plan.split, plan.bounds), (Split::Shares, Bounds::of_any(Minor(1000))));
        draft.pot = "0".into();
        let problem = DraftProblem::Plan(InvalidPlan::Pot(Impossible::PotTooSmall));
        assert_eq!(draft.read(), Err((Field::Pot, problem)));
    }

    #[test]
    fn prizes_are_asked_for_by_their_places() {
        let mut draft = Draft::for_players(10);
        draft.cut = Cut::Prizes;
        for field in [Field::Pot, Field::Packets, Field::Min, Field::Max, Field::TopRank] {
            "nothing".clone_into(draft.text(field));
            assert!(field == Field::TopRank || !draft.has(field));
        }
        let prizes = |amounts: &[i64]| {
            let amounts = amounts.iter().copied().map(Minor).collect();
            RainPlan::of_prizes(Currency::POINTS, amounts, 15)
        };
        assert_eq!(draft.read(), Ok(prizes(&[100, 50, 20])));
        draft.prizes = ["７", "7", " "].map(str::to_owned);
        let plan = draft.read().unwrap();
        assert_eq!(plan, prizes(&[7, 7]));
        assert_eq!(Draft::of(&plan).read(), Ok(plan));
        let order = DraftProblem::Plan(InvalidPlan::Pot(Impossible::Prizes));
        let unread = DraftProblem::Money(InvalidMoney::NotANumber);
        let large = DraftProblem::Plan(InvalidPlan::Pot(Impossible::PotTooLarge));
        for (texts, field, why) in [
            (["", "", ""], Field::FirstPrize, unread),
            (["5", "", "3"], Field::SecondPrize, unread),
            (["0", "", ""], Field::FirstPrize, order),
            (["5", "6", ""], Field::SecondPrize, order),
            (["5", "5", "0"], Field::ThirdPrize, order),
            (["600000000000000", "600000000000000", ""], Field::FirstPrize, large),
        ] {
            draft.prizes = texts.map(str::to_owned);
            assert_eq!(draft.read(), Err((field, why)), "{texts:?}");
        }
    }

    #[test]
    fn wide_digits_are_digits() {
        let mut draft = Draft::for_players(10);
        let plan = draft.read().unwrap();
        draft.pot = "１０００".into();
        draft.packets = "　１０　".into();
        assert_eq!(draft.read(), Ok(plan));
        assert_eq!(draft.packets(), Some(10));
    }

    #[test]
    fn the_first_problem_is_named_with_its_field() {
        let good = Draft::for_players(10);
        let pot = |why| DraftProblem::Plan(InvalidPlan::Pot(why));
        let money = DraftProblem::Money;
        type Break = fn(&mut Draft);
        let cases: [(Break, Field, DraftProblem); 13] = [
            (
                |it| it.currency = "yuan".into(),
                Field::Currency,
                money(InvalidMoney::UnknownCurrency),
            ),
            (|it| it.pot = "1,250".into(), Field::Pot, money(InvalidMoney::NotANumber)),
            (|it| it.pot = "0.5".into(), Field::Pot, money(InvalidMoney::TooPrecise(0))),
            (|it| it.max = "much".into(), Field::Max, money(InvalidMoney::NotANumber)),
            (|it| it.packets = "many".into(), Field::Packets, DraftProblem::Number),
            (|it| it.packets = "0".into(), Field::Packets, pot(Impossible::PacketCount)),
            (|it| it.pot = "5".into(), Field::Pot, pot(Impossible::PotTooSmall)),
            (|it| it.min = "0".into(), Field::Min, pot(Impossible::MinTooSmall)),
            (|it| it.max = "1".into(), Field::Max, pot(Impossible::PotTooLarge)),
            (
                |it| (it.who, it.top_percent) = (Who::Best, "101".into()),
                Field::TopPercent,
                DraftProblem::Plan(InvalidPlan::Share),
            ),
            (
                |it| (it.who, it.top_rank) = (Who::First, "0".into()),
                Field::TopRank,
                DraftProblem::Plan(InvalidPlan::Rank),
            ),
            (
                |it| (it.who, it.least_score) = (Who::Scored, "-1".into()),
                Field::LeastScore,
                DraftProblem::Number,
            ),
            (
                |it| it.seconds = "4".into(),
                Field::Seconds,
                DraftProblem::Plan(InvalidPlan::Seconds),
            ),
        ];
        for (break_it, field, expected) in cases {
            let mut draft = good.clone();
            break_it(&mut draft);
            assert_eq!(draft.read(), Err((field, expected)));
        }
    }
}
