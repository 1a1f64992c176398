//! A log without some people, row by row: it is read once to find out how they were called and what they typed, and
//! then again. Pure.
//!
//! What somebody typed becomes [`WORD`]. Where that would be graded otherwise, it becomes the answer that the
//! question accepts in the same place, in the question's own spelling. A text that others typed as well, or that the
//! question or its host has, is not theirs alone, and stays where screens showed it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::AccountId;
use quizrain_shared::question::{Answer, Key, Tally, fold};
use quizrain_shared::wire::Stage;
use serde_json::Value;

use crate::game::{GameRow, parse_answer};
use crate::history::course::read;
use crate::history::roster::Roster;
use crate::history::rows::{
    ANSWERS, AnswerRow, ERASED, Erased, JOINED, Joined, MOVED, Moved, REMOVED, RENAMED, Removed,
    Renamed, RoundPart, UNREADABLE, Unreadable, json,
};
use crate::history::sql::Logged;
use crate::store::StoreError;

/// What stands in the place of a name, and of what was typed.
pub(crate) const WORD: &str = "erased";

/// What was typed in a round, as [`fold`] compares it.
#[derive(Default)]
struct Texts {
    theirs: HashSet<String>,
    others: HashSet<String>,
}

/// The log as far as it was read.
pub(super) struct Scrub<'g> {
    game: &'g GameRow,
    accounts: HashSet<AccountId>,
    /// Of whom the log says already that they were taken out.
    noted: HashSet<AccountId>,
    roster: Roster,
    /// What they were ever called.
    names: HashSet<String>,
    /// The questions of each round: a Redis that went back may have asked another one.
    questions: BTreeMap<u16, BTreeSet<u16>>,
    /// Texts that were right about a question at any time: folded, and as they are written.
    accepted: HashMap<u16, HashMap<String, String>>,
    texts: BTreeMap<u16, Texts>,
}

impl<'g> Scrub<'g> {
    pub(super) fn new(game: &'g GameRow, accounts: &[AccountId]) -> Self {
        let mut scrub = Self {
            game,
            accounts: accounts.iter().copied().collect(),
            noted: HashSet::new(),
            roster: Roster::default(),
            names: HashSet::new(),
            questions: BTreeMap::new(),
            accepted: HashMap::new(),
            texts: BTreeMap::new(),
        };
        for (number, question) in (0..).zip(&game.quiz.questions) {
            scrub.accept(number, question.key());
        }
        scrub
    }

    fn accept(&mut self, question: u16, key: Option<Key>) {
        if let Some(Key::Texts(texts)) = key {
            let texts = texts.into_iter().map(|text| (fold(&text), text));
            self.accepted.entry(question).or_default().extend(texts);
        }
    }

    /// Reads a row for the first time.
    pub(super) fn read_ahead(&mut self, logged: &Logged) -> Result<(), StoreError> {
        match logged.what.as_str() {
            MOVED => self.note_step(&read(logged)?),
            JOINED => {
                let joined: Joined = read(logged)?;
                let theirs = joined.players.iter().filter(|it| self.accounts.contains(&it.0));
                self.names.extend(theirs.map(|(.., nickname, _)| nickname.clone()));
                self.roster.will_join(joined);
            }
            REMOVED => {
                let removed: Removed = read(logged)?;
                if self.accounts.contains(&removed.account) {
                    self.names.insert(removed.seat.nickname.clone());
                }
                if let Some(counted) = removed.answer.as_deref().and_then(parse_answer) {
                    self.note_texts(removed.round, removed.account, &counted.answer);
                }
                self.roster.will_be_removed(&removed);
            }
            RENAMED => {
                let renamed: Renamed = read(logged)?;
                if self.accounts.contains(&renamed.account) {
                    self.names.extend([renamed.before.clone(), renamed.nickname.clone()]);
                }
                self.roster.will_be_renamed(renamed);
            }
            ANSWERS => {
                let part: RoundPart<AnswerRow> = read(logged)?;
                for (account, answer, ..) in &part.rows {
                    self.note_texts(part.round, *account, answer);
                }
            }
            ERASED => {
                let erased: Erased = read(logged)?;
                self.noted.extend(erased.accounts);
            }
            _ => {}
        }
        Ok(())
    }

    fn note_step(&mut self, moved: &Moved) {
        for round in 0..moved.played.rounds() {
            let question = moved.played.question(round);
            self.questions.entry(round).or_default().extend(question);
        }
        let (pairs, _) = moved.corrects.as_chunks();
        for [field, value] in pairs {
            if let Some(question) = field.strip_prefix("key:").and_then(|it| it.parse().ok()) {
                self.accept(question, serde_json::from_str(value).ok());
            }
        }
    }

    fn note_texts(&mut self, round: u16, account: AccountId, answer: &Answer) {
        if !self.is_typed(round) {
            return;
        }
        let texts = self.texts.entry(round).or_default();
        let list =
            if self.accounts.contains(&account) { &mut texts.theirs } else { &mut texts.others };
        list.extend(lines(answer).map(fold));
    }

    /// The questions that a round may have asked. At their own pace, players answer in order.
    fn asked(&self, round: u16) -> Vec<u16> {
        match self.questions.get(&round) {
            Some(questions) => questions.iter().copied().collect(),
            None => vec![round],
        }
    }

    fn is_typed(&self, round: u16) -> bool {
        let question = |number: u16| self.game.quiz.questions.get(usize::from(number));
        self.asked(round).into_iter().any(|it| question(it).is_some_and(|it| it.is_typed()))
    }

    /// The text that a round accepts and that is this one.
    fn accepted(&self, round: u16, folded: &str) -> Option<&String> {
        self.asked(round).iter().find_map(|question| self.accepted.get(question)?.get(folded))
    }

    /// Everything was read once.
    pub(super) fn begin(&mut self) {
        self.roster.everybody();
        self.names.remove(WORD);
    }

    /// Of whom the log is still to say that they were taken out.
    pub(super) fn to_note(&self) -> Vec<AccountId> {
        let mut accounts: Vec<AccountId> = self.accounts.difference(&self.noted).copied().collect();
        accounts.sort_unstable();
        accounts
    }

    /// What a row says from now on, where that is something else.
    pub(super) fn row(&mut self, logged: &Logged) -> Result<Option<String>, StoreError> {
        let body = match logged.what.as_str() {
            MOVED => self.moved(read(logged)?),
            JOINED => self.joined(read(logged)?),
            REMOVED => {
                let body = self.removed(&read(logged)?, read(logged)?);
                self.roster.remove(read(logged)?);
                body
            }
            RENAMED => {
                let renamed: Renamed = read(logged)?;
                let theirs = self.accounts.contains(&renamed.account);
                let (before, nickname) = (WORD.to_owned(), WORD.to_owned());
                let body = theirs.then(|| json(&Renamed { before, nickname, ..renamed }));
                self.roster.rename(read(logged)?);
                body
            }
            ANSWERS => self.answers(read(logged)?),
            UNREADABLE => {
                let Unreadable { why } = read(logged)?;
                let names = self.accounts.iter().any(|account| why.contains(&account.to_string()));
                names.then(|| json(&Unreadable { why: WORD.to_owned() }))
            }
            _ => None,
        };
        Ok(body.filter(|body| *body != logged.body))
    }

    fn joined(&self, mut joined: Joined) -> Option<String> {
        let mut changed = false;
        for (account, _, nickname, _) in &mut joined.players {
            if self.accounts.contains(account) {
                WORD.clone_into(nickname);
                changed = true;
            }
        }
        changed.then(|| json(&joined))
    }

    /// Fields that this version does not know stay.
    fn removed(&self, removed: &Removed, mut body: Value) -> Option<String> {
        if !self.accounts.contains(&removed.account) {
            return None;
        }
        let fields = body.as_object_mut()?;
        fields.insert("nickname".to_owned(), WORD.into());
        let counted = removed.answer.as_deref().and_then(parse_answer);
        if let Some((counted, answer)) =
            counted.and_then(|it| Some((self.instead(removed.round, &it.answer)?, it)))
        {
            let answer = format!("{counted}:{}:{}", answer.elapsed_ms, answer.line_ms);
            fields.insert("answer".to_owned(), answer.into());
        }
        Some(body.to_string())
    }

    fn answers(&self, mut part: RoundPart<AnswerRow>) -> Option<String> {
        let mut changed = false;
        for (account, answer, ..) in &mut part.rows {
            if !self.accounts.contains(account) {
                continue;
            }
            if let Some(instead) = self.instead(part.round, answer) {
                *answer = instead;
                changed = true;
            }
        }
        changed.then(|| json(&part))
    }

    /// What stands in the place of what was typed; `None`: it was not typed.
    fn instead(&self, round: u16, answer: &Answer) -> Option<Answer> {
        if !self.is_typed(round) {
            return None;
        }
        let text = std::str::from_utf8(answer.bytes()).ok()?;
        let instead = match self.accepted(round, &fold(text)) {
            Some(accepted) => accepted.clone(),
            None => self.wrong_word(round),
        };
        Answer::try_from(instead.as_bytes()).ok()
    }

    /// [`WORD`], or where a question takes that for right, one like it.
    fn wrong_word(&self, round: u16) -> String {
        let words = (1..).map(|n| if n == 1 { WORD.to_owned() } else { format!("{WORD} {n}") });
        let mut wrong = words.filter(|word| self.accepted(round, &fold(word)).is_none());
        wrong.next().unwrap_or_default()
    }

    /// Whether a text that a round showed is theirs alone.
    fn is_their_text(&self, round: u16, text: &str) -> bool {
        let form = fold(text);
        let texts = self.texts.get(&round);
        texts.is_some_and(|it| it.theirs.contains(&form) && !it.others.contains(&form))
            && self.accepted(round, &form).is_none()
    }

    fn moved(&mut self, mut moved: Moved) -> Option<String> {
        self.roster.step(moved.seats);
        let before = json(&moved);
        let round = moved.round();
        match &mut moved.stage {
            Stage::Revealed { tally: Tally::Texts { top, picked, .. }, .. } => {
                for shown in top.iter_mut().chain(picked) {
                    if round.is_some_and(|round| self.is_their_text(round, &shown.text)) {
                        WORD.clone_into(&mut shown.text);
                    }
                }
            }
            Stage::Board(shown) | Stage::Podium(shown) | Stage::Ended(shown) => {
                self.hide(shown.top.iter_mut().map(|row| &mut row.nickname).collect());
                // A face may follow from the name.
                for row in shown.top.iter_mut().filter(|row| row.nickname == WORD) {
                    row.avatar = Avatar::default();
                }
            }
            Stage::RainDone { winners, .. } => {
                self.hide(winners.iter_mut().map(|winner| &mut winner.nickname).collect());
            }
            _ => {}
        }
        self.corrected(&mut moved.corrects);
        self.roster.stepped();
        let after = json(&moved);
        (after != before).then_some(after)
    }

    /// Takes their names out of what a step shows. Somebody else may have had one of them before or after.
    fn hide(&self, shown: Vec<&mut String>) {
        if self.names.is_empty() || shown.is_empty() {
            return;
        }
        let there = self.roster.present_before().unwrap_or_else(|| self.roster.present());
        let is_theirs = |name: &String| {
            let mut owners = there.iter().filter(|(_, seat)| seat.nickname == *name).peekable();
            match owners.peek() {
                Some(_) => owners.any(|(account, _)| self.accounts.contains(account)),
                None => self.names.contains(name),
            }
        };
        for name in shown {
            if is_theirs(name) {
                WORD.clone_into(name);
            }
        }
    }

    /// Notes on them, and their texts among those that the host marked.
    fn corrected(&self, fields: &mut [String]) {
        let (pairs, _) = fields.as_chunks_mut();
        let is_about_them = pairs.iter().any(|[field, _]| {
            let account = field.strip_prefix("points:").and_then(|it| it.split(':').nth(1));
            let account = account.and_then(|it| it.parse().ok());
            account.is_some_and(|it| self.accounts.contains(&it))
        });
        for [field, value] in pairs {
            let mut parts = field.split(':');
            match (parts.next(), parts.next(), parts.next()) {
                (Some("note"), ..) if is_about_them => value.clear(),
                (Some("marks"), Some(round), None) => {
                    if let Some(marks) = self.marked(round, value) {
                        *value = marks;
                    }
                }
                _ => {}
            }
        }
    }

    fn marked(&self, round: &str, marks: &str) -> Option<String> {
        let round = round.parse().ok()?;
        let mut marks: Value = serde_json::from_str(marks).ok()?;
        for list in marks.as_object_mut()?.values_mut() {
            for text in list.as_array_mut().into_iter().flatten() {
                if text.as_str().is_some_and(|text| self.is_their_text(round, text)) {
                    *text = WORD.into();
                }
            }
        }
        Some(marks.to_string())
    }
}

/// What was typed: one text, or the words for a cloud.
fn lines(answer: &Answer) -> impl Iterator<Item = &str> {
    std::str::from_utf8(answer.bytes()).unwrap_or_default().split('\n')
}
