//! The sealed list of a rain, by which anybody can check that nobody was favoured.
//!
//! Amounts and their order are settled before anybody can tap, and players see a hash of them, the
//! commitment. Once the rain is settled the list itself is shown, and whoever has seen the
//! commitment can tell that nothing was changed, and that the amounts are those that had to be drawn
//! (`draw`). The server writes the list and the page reads it. It is UTF-8, one item a line, each line
//! ended by a line feed:
//!
//! ```text
//! quizrain.v1.rain
//! <link, 64 hex digits>
//! <rain id> <currency> <pot> <packets> <min> <max> <split> <seconds> <who may>
//! <amount of packet 0>
//! <amount of packet 1>
//! …
//! ```
//!
//! Amounts are in minor units. Who may: the least score, 0 for everyone; or `top` and the percent of
//! the best, such as `top30`; or `right` for those whose last answer was; or `rank` and the last rank
//! that may, such as `rank10`; or `seats` and the last seat that was given, such as `seats120`.
//! Prizes: the amount of each place and how many players have it, such as `prizes100,50,20/2,0,1`;
//! the packets of these players come first.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::allocation::{Bounds, Split};
use crate::draw::{self, Draw, FromSeat};
use crate::ids::{Commitment, GameId, Link, Promise, RainId};
use crate::money::{Currency, Minor};
use crate::prizes::Prizes;
use crate::rain::{Eligibility, RainPlan};
use crate::wire::RainView;

const VERSION: &str = "quizrain.v1.rain";

/// How the text names the ways to cut a pot.
const SPLITS: [(Split, &str); 4] = [
    (Split::DoubleMean, "double_mean"),
    (Split::Equal, "equal"),
    (Split::LineCutting, "line_cutting"),
    (Split::Shares, "shares"),
];

/// How the text names those who may grab by what they did.
const GROUPS: [(Eligibility, &str); 4] = [
    (Eligibility::LastRight, "right"),
    (Eligibility::Survivors, "survivors"),
    (Eligibility::BestTeam, "team"),
    (Eligibility::Starters, "starters"),
];

fn split_text(split: &Split) -> String {
    match split {
        Split::Prizes(Prizes { amounts, players }) => {
            format!("prizes{}/{}", joined(amounts), joined(players))
        }
        split => SPLITS.into_iter().find(|(it, _)| it == split).map_or("", |it| it.1).to_owned(),
    }
}

fn read_split(text: &str) -> Option<Split> {
    let Some((amounts, players)) = text.strip_prefix("prizes").and_then(|it| it.split_once('/'))
    else {
        return SPLITS.into_iter().find(|(_, word)| *word == text).map(|it| it.0);
    };
    let amounts = amounts.split(',').map(|it| it.parse().map(Minor)).collect::<Result<_, _>>();
    let players = players.split(',').map(str::parse).collect::<Result<_, _>>();
    Some(Split::Prizes(Prizes { amounts: amounts.ok()?, players: players.ok()? }))
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The list as text.
#[must_use]
pub fn write(rain: RainId, link: &str, plan: &RainPlan, amounts: &[Minor]) -> String {
    let split = split_text(&plan.split);
    let group = |who| GROUPS.into_iter().find(|(group, _)| *group == who).map(|it| it.1);
    let who = match plan.eligibility {
        Eligibility::Everyone => "0".to_owned(),
        Eligibility::ScoreAtLeast(score) => score.to_string(),
        Eligibility::TopShare(percent) => format!("top{percent}"),
        Eligibility::TopRank(last) => format!("rank{last}"),
        Eligibility::Seated(last) => format!("seats{last}"),
        who @ (Eligibility::LastRight
        | Eligibility::Survivors
        | Eligibility::BestTeam
        | Eligibility::Starters) => group(who).unwrap_or_default().to_owned(),
    };
    let bounds = &plan.bounds;
    let mut text = format!(
        "{VERSION}\n{link}\n{rain} {} {} {} {} {} {split} {} {who}\n",
        plan.currency, bounds.pot, bounds.packets, bounds.min, bounds.max, plan.seconds,
    );
    for amount in amounts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{amount}");
    }
    text
}

/// The SHA-256 of a list.
#[must_use]
pub fn commitment_of(text: &str) -> Commitment {
    Commitment(Sha256::digest(text).into())
}

/// What players are shown of a list before the rain.
#[must_use]
pub fn commit(rain: RainId, link: &str, plan: &RainPlan, amounts: &[Minor]) -> Commitment {
    commitment_of(&write(rain, link, plan, amounts))
}

/// What a browser saw of a rain as long as packets could still be caught in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The game.
    pub game: GameId,
    /// The promise of the game that this browser saw first.
    pub promise: Promise,
    /// The rain.
    pub rain: RainView,
    /// The seat that this browser's player had by then, and what it had contributed.
    pub own: Option<FromSeat>,
}

/// What can be said of one packet by a list that a server has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The list is the one that was promised, it was drawn from what was promised, and the packet
    /// is on it.
    Kept {
        /// How many packets the rain had.
        packets: u32,
        /// How many players contributed to the draw.
        players: u32,
        /// Whether this browser's player is one of them; not, where it took its seat after the draw.
        own: bool,
    },
    /// The packet is on the list, and nobody here saw what was promised.
    Unseen {
        /// How many packets the rain had.
        packets: u32,
        /// The commitment that this list belongs to, to compare with one that was seen.
        commitment: Commitment,
    },
    /// A promise was broken.
    Broken(Breach),
}

/// Which promise was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The list is not the one that was sealed, or the packet is not on it.
    List,
    /// It was sealed with other rules than those that were shown.
    Rules,
    /// The server's part of the draw is not the link that it was bound to.
    Chain,
    /// The list of contributions is not the one whose combined value was shown.
    Entropy,
    /// What this browser contributed was left out of the draw.
    LeftOut,
    /// The amounts are not the draw.
    Draw,
}

/// A packet as its player has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The rain.
    pub rain: RainId,
    /// Its number in the list, from 0.
    pub packet: u32,
    /// How much is in it.
    pub amount: Minor,
}

/// Holds a packet against a list, and the list against what was seen before it was shown: that it is
/// the sealed one, that the rules are those of the stage, and that it was drawn from the promised link
/// and from the contributions of the players.
#[must_use]
pub fn prove(
    list: &str,
    contributions: Option<&str>,
    witness: Option<&Witness>,
    held: Held,
) -> Proof {
    let commitment = commitment_of(list);
    let Some(list) = List::read(list).filter(|list| list.has(held)) else {
        return Proof::Broken(Breach::List);
    };
    let Some(witness) = witness else {
        return Proof::Unseen { packets: list.bounds.packets, commitment };
    };
    if commitment != witness.rain.commitment {
        return Proof::Broken(Breach::List);
    }
    match list.drawn(contributions, witness) {
        Ok((players, own)) => Proof::Kept { packets: list.bounds.packets, players, own },
        Err(breach) => Proof::Broken(breach),
    }
}

/// Who may, by a number.
fn read_limit(who: &str) -> Option<Eligibility> {
    let after = |word| who.strip_prefix(word);
    Some(match (after("top"), after("rank"), after("seats")) {
        (Some(percent), ..) => Eligibility::TopShare(percent.parse().ok()?),
        (_, Some(last), _) => Eligibility::TopRank(last.parse().ok()?),
        (.., Some(last)) => Eligibility::Seated(last.parse().ok()?),
        _ if who == "0" => Eligibility::Everyone,
        _ => Eligibility::ScoreAtLeast(who.parse().ok()?),
    })
}

/// A list that was read and adds up.
struct List {
    link: String,
    rain: RainId,
    currency: Currency,
    bounds: Bounds,
    split: Split,
    eligibility: Eligibility,
    amounts: Vec<Minor>,
}

impl List {
    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != VERSION {
            return None;
        }
        let link = lines.next()?.to_owned();
        let rules: Vec<&str> = lines.next()?.split(' ').collect();
        let [rain, currency, pot, packets, min, max, split, _seconds, who] = rules[..] else {
            return None;
        };
        let amounts = lines.map(|line| line.parse().map(Minor)).collect::<Result<Vec<_>, _>>();
        let list = Self {
            link,
            rain: rain.parse().ok()?,
            currency: currency.parse().ok()?,
            bounds: Bounds {
                pot: Minor(pot.parse().ok()?),
                packets: packets.parse().ok()?,
                min: Minor(min.parse().ok()?),
                max: Minor(max.parse().ok()?),
            },
            split: read_split(split)?,
            eligibility: match GROUPS.into_iter().find(|(_, group)| *group == who) {
                Some((group, _)) => group,
                None => read_limit(who)?,
            },
            amounts: amounts.ok()?,
        };
        let whole = u32::try_from(list.amounts.len()) == Ok(list.bounds.packets)
            && Minor::checked_sum(list.amounts.iter().copied()) == Some(list.bounds.pot);
        whole.then_some(list)
    }

    fn has(&self, held: Held) -> bool {
        let amount = usize::try_from(held.packet).ok().and_then(|packet| self.amounts.get(packet));
        self.rain == held.rain && amount == Some(&held.amount)
    }

    /// Whether it was sealed with the rules of a stage; a least score of 0 is everyone.
    fn has_rules_of(&self, shown: &RainView) -> bool {
        let bounds =
            Bounds { pot: shown.pot, packets: shown.packets, min: shown.min, max: shown.max };
        let who = match shown.eligibility {
            Eligibility::ScoreAtLeast(0) => Eligibility::Everyone,
            who => who,
        };
        (self.rain, self.currency, self.bounds, &self.split, self.eligibility)
            == (shown.rain, shown.currency, bounds, &shown.split, who)
    }

    /// How many players contributed to its draw, and whether the witness is one of them.
    fn drawn(&self, contributions: Option<&str>, witness: &Witness) -> Result<(u32, bool), Breach> {
        let shown = &witness.rain;
        if !self.has_rules_of(shown) {
            return Err(Breach::Rules);
        }
        let link = self.link.parse::<Link>().map_err(|_| Breach::Chain)?;
        if !draw::is_promised(&link, shown.number, witness.promise) {
            return Err(Breach::Chain);
        }
        let text = contributions.filter(|text| draw::entropy_of(text) == shown.entropy);
        let read = text.and_then(|text| draw::read_contributions(text, witness.game));
        let contributions = read.ok_or(Breach::Entropy)?;
        let own = witness.own.is_some_and(|(_, own)| {
            contributions.iter().any(|(_, contribution)| *contribution == own)
        });
        let later = |seat| contributions.iter().any(|(other, _)| *other >= seat);
        if !own && witness.own.is_some_and(|(seat, _)| later(seat)) {
            return Err(Breach::LeftOut);
        }
        let (game, number, entropy) = (witness.game, shown.number, shown.entropy);
        let amounts = Draw { game, number, link, entropy }.amounts(&self.bounds, &self.split);
        if amounts.as_ref() != Ok(&self.amounts) {
            return Err(Breach::Draw);
        }
        Ok((u32::try_from(contributions.len()).unwrap_or(u32::MAX), own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Contribution;

    const RAIN: RainId = RainId([0xab; 8]);

    fn plan() -> RainPlan {
        RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::ScoreAtLeast(500),
        }
    }

    /// Two are first.
    fn prizes() -> RainPlan {
        let amounts = [100, 50, 20].map(Minor).to_vec();
        let plan = RainPlan::of_prizes("CNY".parse().unwrap(), amounts, 10);
        plan.with_places(vec![2, 0, 1]).unwrap()
    }

    #[test]
    fn prizes_are_proved_by_their_places() {
        let shown = sealed(&[OWN], &prizes(), |_| {});
        assert_eq!(proof(&shown), Proof::Kept { packets: 3, players: 1, own: true });
        let moved = sealed(&[OWN], &prizes(), |amounts| {
            amounts[0].0 += 1;
            amounts[2].0 -= 1;
        });
        assert_eq!(proof(&moved), Proof::Broken(Breach::Draw));
        let mut other = sealed(&[OWN], &prizes(), |_| {});
        other.witness.rain.split = prizes().with_places(vec![3, 0, 0]).unwrap().split;
        assert_eq!(proof(&other), Proof::Broken(Breach::Rules));
        // What is no text of prizes is no list.
        for text in ["prizes/", "prizes100,50,20", "prizes100,x/1,1", "prizes100/-1", "prizes100/"]
        {
            let odd = shown.list.replace("prizes100,50,20/2,0,1", text);
            assert_eq!(prove(&odd, None, None, held(&odd, 1)), Proof::Broken(Breach::List));
        }
        // More players than any list has are not counted one by one.
        let many = shown.list.replace("/2,0,1", "/4294967295,0,4294967295");
        let mut witness = shown.witness;
        let List { split, .. } = List::read(&many).unwrap();
        (witness.rain.split, witness.rain.commitment) = (split, commitment_of(&many));
        let proof = prove(&many, Some(&shown.contributions), Some(&witness), held(&many, 1));
        assert_eq!(proof, Proof::Broken(Breach::Draw));
    }

    fn list() -> String {
        write(RAIN, &"00".repeat(32), &plan(), &[Minor(100), Minor(200)])
    }

    #[test]
    fn the_text_is_the_documented_one() {
        let link = "00".repeat(32);
        let expected = format!(
            "quizrain.v1.rain\n{link}\nabababababababab CNY 300 2 1 299 double_mean 10 500\n100\n200\n"
        );
        assert_eq!(list(), expected);
        let top = RainPlan { eligibility: Eligibility::TopShare(30), ..plan() };
        let expected = format!(
            "quizrain.v1.rain\n{link}\nabababababababab CNY 300 2 1 299 double_mean 10 top30\n300\n"
        );
        assert_eq!(write(RAIN, &link, &top, &[Minor(300)]), expected);
        let amounts = [75, 75, 20].map(Minor);
        let expected = format!(
            "quizrain.v1.rain\n{link}\n\
             abababababababab CNY 170 3 20 75 prizes100,50,20/2,0,1 10 rank3\n75\n75\n20\n"
        );
        assert_eq!(write(RAIN, &link, &prizes(), &amounts), expected);
        // By another program: printf '…' | sha256sum.
        assert_eq!(
            commitment_of(&list()).to_string(),
            "7b9195d76c809105690297a3161528151b905942b4d8abff976dc437a408fcc6"
        );
    }

    const GAME: GameId = GameId([4; 8]);
    const SECRET: Link = Link([7; 32]);
    const OWN: FromSeat = (2, Contribution([0x22; 16]));

    /// What a server shows of a rain, and what a browser saw of it.
    struct Shown {
        list: String,
        contributions: String,
        witness: Witness,
    }

    /// A rain that is drawn from what was promised.
    fn honest() -> Shown {
        let contributions = [(1, Contribution([0x11; 16])), OWN];
        sealed(&contributions, &plan(), |_| {})
    }

    /// The same, where the server changes the amounts before it seals them.
    fn sealed(
        contributions: &[FromSeat],
        plan: &RainPlan,
        change: impl FnOnce(&mut Vec<Minor>),
    ) -> Shown {
        let contributions = draw::write_contributions(GAME, contributions);
        let (number, entropy) = (3, draw::entropy_of(&contributions));
        let drawn_from = draw::link(&SECRET, number).unwrap();
        let link = drawn_from.reveal();
        let draw = Draw { game: GAME, number, link: drawn_from, entropy };
        let mut amounts = draw.amounts(&plan.bounds, &plan.split).unwrap();
        change(&mut amounts);
        let list = write(RAIN, &link, plan, &amounts);
        let Bounds { pot, packets, min, max } = plan.bounds;
        let rain = RainView {
            rain: RAIN,
            number,
            picture_seed: 1,
            currency: plan.currency,
            pot,
            packets,
            min,
            max,
            split: plan.split.clone(),
            shards: 1,
            eligibility: plan.eligibility,
            entropy,
            commitment: commitment_of(&list),
        };
        let promise = draw::promise(&SECRET);
        Shown {
            list,
            contributions,
            witness: Witness { game: GAME, promise, rain, own: Some(OWN) },
        }
    }

    fn held(list: &str, packet: u32) -> Held {
        let amount = list.lines().nth(3 + packet as usize).unwrap().parse().unwrap();
        Held { rain: RAIN, packet, amount: Minor(amount) }
    }

    fn proof(shown: &Shown) -> Proof {
        let Shown { list, contributions, witness } = shown;
        prove(list, Some(contributions), Some(witness), held(list, 1))
    }

    #[test]
    fn a_kept_promise_is_told_from_a_broken_one() {
        let shown = honest();
        assert_eq!(proof(&shown), Proof::Kept { packets: 2, players: 2, own: true });
        let Shown { list, contributions, witness } = &shown;
        let proof = |list: &str, held| prove(list, Some(contributions), Some(witness), held);
        let broken = Proof::Broken(Breach::List);
        let good = held(list, 1);
        assert_eq!(proof(list, Held { amount: Minor(good.amount.0 + 1), ..good }), broken);
        assert_eq!(proof(list, Held { packet: 0, ..good }), broken);
        assert_eq!(proof(list, Held { packet: 2, ..good }), broken);
        assert_eq!(proof(list, Held { rain: RainId([1; 8]), ..good }), broken);
        // Another order is another list, and so is another link, although this packet is on both.
        let link = list.lines().nth(1).unwrap();
        let other = list.replace(link, &"00".repeat(32));
        assert_eq!(proof(&other, held(&other, 1)), broken);
    }

    /// Each of these lists adds up and has the commitment that was shown.
    #[test]
    fn a_server_that_cheats_before_it_seals_is_caught() {
        let contributions = [(1, Contribution([0x11; 16])), OWN];
        let swapped = sealed(&contributions, &plan(), |amounts| amounts.swap(0, 1));
        assert_eq!(proof(&swapped), Proof::Broken(Breach::Draw));
        let moved = sealed(&contributions, &plan(), |amounts| {
            amounts[0].0 += 1;
            amounts[1].0 -= 1;
        });
        assert_eq!(proof(&moved), Proof::Broken(Breach::Draw));

        let mut other_link = honest();
        other_link.witness.promise = Promise([1; 32]);
        assert_eq!(proof(&other_link), Proof::Broken(Breach::Chain));
        let mut other_rain = honest();
        other_rain.witness.rain.number = 4;
        assert_eq!(proof(&other_rain), Proof::Broken(Breach::Chain));

        let mut left_out = sealed(&[(1, Contribution([0x11; 16])), (3, OWN.1)], &plan(), |_| {});
        left_out.witness.own = Some((2, Contribution([0x33; 16])));
        assert_eq!(proof(&left_out), Proof::Broken(Breach::LeftOut));

        let mut other_list = honest();
        other_list.contributions = other_list.contributions.replace("1 11", "1 12");
        assert_eq!(proof(&other_list), Proof::Broken(Breach::Entropy));
        let Shown { list, witness, .. } = &honest();
        let hidden = prove(list, None, Some(witness), held(list, 1));
        assert_eq!(hidden, Proof::Broken(Breach::Entropy));
    }

    #[test]
    fn rules_that_were_not_shown_are_told() {
        let changes: [fn(&mut RainView); 7] = [
            |it| it.currency = Currency::POINTS,
            |it| it.pot.0 += 1,
            |it| it.packets += 1,
            |it| it.min.0 += 1,
            |it| it.max.0 += 1,
            |it| it.split = Split::Equal,
            |it| it.eligibility = Eligibility::Everyone,
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut shown = honest();
            change(&mut shown.witness.rain);
            assert_eq!(proof(&shown), Proof::Broken(Breach::Rules), "change {number}");
        }
        for eligibility in [
            Eligibility::Everyone,
            Eligibility::ScoreAtLeast(0),
            Eligibility::TopShare(30),
            Eligibility::LastRight,
            Eligibility::Survivors,
            Eligibility::BestTeam,
            Eligibility::Starters,
            Eligibility::TopRank(10),
            Eligibility::Seated(120),
        ] {
            let shown = sealed(&[OWN], &RainPlan { eligibility, ..plan() }, |_| {});
            assert_eq!(proof(&shown), Proof::Kept { packets: 2, players: 1, own: true });
        }
    }

    #[test]
    fn who_took_a_seat_after_the_draw_is_not_left_out() {
        let mut shown = sealed(&[(1, Contribution([0x11; 16]))], &plan(), |_| {});
        let kept = Proof::Kept { packets: 2, players: 1, own: false };
        assert_eq!(proof(&shown), kept);
        shown.witness.own = None;
        assert_eq!(proof(&shown), kept);
        let nobody = sealed(&[], &plan(), |_| {});
        assert_eq!(proof(&nobody), Proof::Kept { packets: 2, players: 0, own: false });
    }

    #[test]
    fn without_a_promise_the_seal_is_there_to_compare() {
        let (list, held) = (list(), Held { rain: RAIN, packet: 0, amount: Minor(100) });
        let unseen = Proof::Unseen { packets: 2, commitment: commitment_of(&list) };
        assert_eq!(prove(&list, None, None, held), unseen);
        let wrong = Held { amount: Minor(200), ..held };
        assert_eq!(prove(&list, None, None, wrong), Proof::Broken(Breach::List));
    }

    #[test]
    fn a_list_that_does_not_add_up_proves_nothing() {
        let good = list();
        let held = Held { rain: RAIN, packet: 0, amount: Minor(100) };
        for text in [
            String::new(),
            "quizrain.v1.rain\n".to_owned(),
            good.replace("quizrain.v1", "quizrain.v9"),
            good.replace(" 300 ", " 301 "),
            good.replace(" 2 1 ", " 3 1 "),
            good.replace("\n200\n", "\n200\n0\n"),
            good.replace("\n200\n", "\n2OO\n"),
            good.replace("\n200\n", "\n9223372036854775807\n"),
        ] {
            assert_ne!(text, good);
            assert_eq!(prove(&text, None, None, held), Proof::Broken(Breach::List));
        }
    }
}
