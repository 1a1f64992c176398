//! What is said of a file that is brought: which of its questions are wanted, and what its columns mean.

use std::collections::BTreeSet;

use quizrain_shared::api::Positions;

/// The questions of a file that are wanted: all of them at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    questions: u16,
    left_out: BTreeSet<u16>,
}

impl Chosen {
    /// All of so many.
    pub(crate) fn all(questions: u16) -> Self {
        Self { questions, left_out: BTreeSet::new() }
    }

    /// Whether a question is wanted.
    pub(crate) fn has(&self, position: u16) -> bool {
        position < self.questions && !self.left_out.contains(&position)
    }

    /// Wants a question, or does not.
    pub(crate) fn set(&mut self, position: u16, wanted: bool) {
        if wanted {
            self.left_out.remove(&position);
        } else if position < self.questions {
            self.left_out.insert(position);
        }
    }

    /// Wants all of them, or none.
    pub(crate) fn set_all(&mut self, wanted: bool) {
        let left_out = if wanted { 0..0 } else { 0..self.questions };
        self.left_out = left_out.collect();
    }

    /// How many are wanted.
    pub(crate) fn count(&self) -> usize {
        usize::from(self.questions) - self.left_out.len()
    }

    /// Those that are not, where there are any.
    pub(crate) fn without(&self) -> Option<Positions> {
        (!self.left_out.is_empty()).then(|| Positions(self.left_out.clone()))
    }
}

/// What a column of a table may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// No column but the row of the header.
    Header,
    /// The question.
    Question,
    /// Its choices.
    Choices,
    /// The right answer.
    Correct,
    /// Seconds to answer.
    Time,
}

impl Column {
    /// Each of them, in the order in which they are asked for.
    pub(crate) const ALL: [Self; 5] =
        [Self::Header, Self::Question, Self::Choices, Self::Correct, Self::Time];

    const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Question => "question",
            Self::Choices => "choices",
            Self::Correct => "correct",
            Self::Time => "time",
        }
    }
}

/// What was typed about the columns of a table, in the order of [`Column::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns(pub(crate) [String; Column::ALL.len()]);

impl Default for Columns {
    /// As the table that is found most often.
    fn default() -> Self {
        Self(["1", "A", "B-E", "F", ""].map(str::to_owned))
    }
}

impl Columns {
    /// As the server reads it: `header=1,question=A,choices=B-E,correct=F`.
    pub(crate) fn write(&self) -> String {
        let said = Column::ALL.iter().zip(&self.0).filter(|(_, text)| !text.trim().is_empty());
        let said = said.map(|(column, text)| format!("{}={}", column.name(), text.trim()));
        said.collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_written_as_the_server_reads_them() {
        let mut columns = Columns::default();
        assert_eq!(columns.write(), "header=1,question=A,choices=B-E,correct=F");
        columns.0 = ["0", "B", " ", "c ", "D"].map(str::to_owned);
        assert_eq!(columns.write(), "header=0,question=B,correct=c,time=D");
    }

    #[test]
    fn what_is_not_chosen_is_named() {
        let mut chosen = Chosen::all(5);
        assert_eq!((chosen.count(), chosen.without()), (5, None));
        for position in [1, 2, 4, 9] {
            chosen.set(position, false);
        }
        assert_eq!(
            (chosen.count(), chosen.has(0), chosen.has(4), chosen.has(9)),
            (2, true, false, false)
        );
        assert_eq!(chosen.without().map(|it| it.to_string()).as_deref(), Some("1-2,4"));
        chosen.set(4, true);
        assert_eq!(chosen.without().map(|it| it.to_string()).as_deref(), Some("1-2"));
        chosen.set_all(false);
        assert_eq!(chosen.count(), 0);
        chosen.set_all(true);
        assert_eq!(chosen, Chosen::all(5));
    }
}
