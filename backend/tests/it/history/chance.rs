//! What chance makes: quizzes, modes, rains, and what a host does next.

use std::fmt::Write;

use quizrain_shared::allocation::Split;
use quizrain_shared::mode::{Deal, Mode, Survival, Teams};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::phase::{Kind, Move, Phase};
use quizrain_shared::question::{ChoiceSet, Key};
use quizrain_shared::rain::{Eligibility, RainPlan};

use crate::common::plan;
use crate::common::property::draw;

/// A quiz of up to six questions that take choices, and slides.
pub(super) fn quiz(title: &str, seed: &mut u64) -> String {
    let mut text = format!("title = '{title}'\nlanguage = 'en'\n[scoring]\n");
    let curve = ["speed", "linear", "accuracy"][draw(seed, 3) as usize];
    let (wrong, bonus) = (draw(seed, 101), draw(seed, 2) == 0);
    let scoring = format!("curve = '{curve}'\nwrong_percent = {wrong}\nstreak_bonus = {bonus}\n");
    text.push_str(&scoring);
    for question in 0..=draw(seed, 6) {
        let kind = match draw(seed, 6) {
            0 => "kind = 'slide'",
            1 => "kind = 'poll'\nchoices = ['a', 'b', 'c']",
            2 => "kind = 'multiple'\nchoices = ['a', 'b', 'c']\ncorrect = [1, 2]",
            3 => "choices = ['a', 'b', 'c']\ncorrect = [2]\nread_seconds = 1",
            _ => "choices = ['a', 'b', 'c']\ncorrect = [1]",
        };
        writeln!(text, "[[question]]\ntext = 'Question {question}?'\n{kind}").unwrap();
    }
    text
}

/// What the game of this number is played for.
pub(super) fn mode(game: u64, seed: &mut u64) -> Mode {
    let names = || ["red", "green", "blue"][..2 + draw(&mut seed.clone(), 2) as usize].to_vec();
    let teams = |deal| Teams { names: names().into_iter().map(str::to_owned).collect(), deal };
    match game % 4 {
        0 => Mode::Classic,
        1 => Mode::Teams(teams(Deal::Dealt)),
        2 => Mode::Teams(teams(Deal::Chosen)),
        _ => Mode::Survival(Survival { card_after: draw(seed, 3) as u8 }),
    }
}

pub(super) fn rain(seed: &mut u64) -> RainPlan {
    let eligibility = match draw(seed, 9) {
        0 => Eligibility::Everyone,
        1 => Eligibility::ScoreAtLeast(draw(seed, 1500)),
        2 => Eligibility::TopShare(1 + draw(seed, 100) as u8),
        3 => Eligibility::TopRank(1 + draw(seed, 3) as u32),
        4 => Eligibility::Survivors,
        5 => Eligibility::BestTeam,
        6 => Eligibility::Starters,
        7 => Eligibility::Seated(draw(seed, 3) as u32),
        _ => Eligibility::LastRight,
    };
    let split = match draw(seed, 4) {
        0 => Split::Shares,
        1 => {
            let amounts = [31, 20, 9][..1 + draw(seed, 3) as usize].iter().copied();
            return RainPlan::of_prizes(Currency::POINTS, amounts.map(Minor).collect(), 5);
        }
        _ => Split::Equal,
    };
    RainPlan { eligibility, split, seconds: 5, ..plan("points", 60, 3) }
}

/// What a host does.
#[derive(Clone, Debug)]
pub(super) enum Act {
    Move(Move),
    Ask(u16),
    AddTime,
    /// The place among the players, and the points.
    Adjust(usize, i32),
    FixKey(u16, Key),
    /// The place among the players; `None`: everybody who is out.
    Revive(Option<usize>),
    Remove(usize, bool),
    Rename(usize),
}

/// What the host does next, who has so many players.
pub(super) fn next(phase: &Phase, players: usize, seed: &mut u64) -> Act {
    let question = draw(seed, u64::from(phase.questions)) as u16;
    let player = draw(seed, players as u64) as usize;
    match draw(seed, 20) {
        0 | 1 if phase.with_question(Move::Ask, question).is_ok() => return Act::Ask(question),
        2 => return Act::AddTime,
        3 | 4 => return Act::Adjust(player, draw(seed, 2001) as i32 - 1000),
        5 | 6 => {
            let key = Key::Choices(ChoiceSet(1 << draw(seed, 3)));
            return Act::FixKey(question, key);
        }
        7 => return Act::Revive((draw(seed, 2) == 0).then_some(player)),
        8 if players > 2 => return Act::Remove(player, draw(seed, 2) == 0),
        9 => return Act::Rename(player),
        _ => {}
    }
    let mut moves: Vec<Move> = phase.moves().filter(|mv| !mv.is_servers()).collect();
    // Questions more often than the rest, and the end seldom.
    if moves.len() > 1 && draw(seed, 12) > 0 {
        moves.retain(|mv| *mv != Move::End);
    }
    if phase.kind != Kind::Paused && moves.contains(&Move::Ask) {
        moves.extend([Move::Ask; 3]);
    }
    Act::Move(moves[draw(seed, moves.len() as u64) as usize])
}
