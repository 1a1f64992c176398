//! The phase machine: where a game stands and which moves are legal there.
//!
//! ```text
//! Lobby ──Ask──▶ Asking ──Close──▶ Closing ──Reveal──▶ Revealed ──ShowBoard──▶ Board
//!                  ▲                                      │ Ask                  │ Ask
//!                  └──────────────────────────────────────┴──────────────────────┘
//! where Ask leads, Read leads to Reading ──Open──▶ Asking, and ShowSlide to Slide, which is left as Revealed is
//! Lobby, Slide, Revealed, Board, RainDone, Podium ──OpenRain──▶ Rain ──CloseRain──▶ RainDone ──Ask──▶ Asking
//! Slide, Revealed, Board, RainDone ──ShowPodium──▶ Podium      any but Rain, Closing, Paced, Counting, Ended ──End──▶ Ended
//! Lobby, RainDone ──Pace──▶ Paced ──Close──▶ Counting ──ShowBoard──▶ Board, where everybody plays at
//! their own pace: all questions are played then
//! Asking ──Pause──▶ Paused ──Resume──▶ Paused, with a countdown ──Open──▶ Asking, with the rest of its time
//! ```

use serde::{Deserialize, Serialize};

use crate::played::{MAX_REPEATS, Played};

/// What a game is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// Players arrive.
    Lobby,
    /// A question is shown; how it can be answered is not.
    Reading,
    /// A slide is shown.
    Slide,
    /// A question is open for answers.
    Asking,
    /// An open question takes no answers for a while.
    Paused,
    /// Answers are frozen and being scored.
    Closing,
    /// The right answer is shown.
    Revealed,
    /// The best players are shown.
    Board,
    /// Packets fall; the rain has its own window.
    Rain,
    /// The rain is over.
    RainDone,
    /// The winners are shown.
    Podium,
    /// Nothing more will happen.
    Ended,
    /// The questions are open to everybody, each at their own pace.
    Paced,
    /// What everybody answered at their own pace is frozen and being scored.
    Counting,
}

impl Kind {
    /// Every kind, in the order a game usually passes through them.
    pub const ALL: [Self; 14] = [
        Self::Lobby,
        Self::Reading,
        Self::Slide,
        Self::Asking,
        Self::Paused,
        Self::Closing,
        Self::Revealed,
        Self::Paced,
        Self::Counting,
        Self::Board,
        Self::Rain,
        Self::RainDone,
        Self::Podium,
        Self::Ended,
    ];

    /// The word that names this kind in Redis and in logs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Reading => "reading",
            Self::Slide => "slide",
            Self::Asking => "asking",
            Self::Paused => "paused",
            Self::Closing => "closing",
            Self::Revealed => "revealed",
            Self::Board => "board",
            Self::Rain => "rain",
            Self::RainDone => "rain_done",
            Self::Podium => "podium",
            Self::Ended => "ended",
            Self::Paced => "paced",
            Self::Counting => "counting",
        }
    }

    /// The kind that a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether players may react: nobody has anything else to do.
    #[must_use]
    pub fn takes_reactions(self) -> bool {
        matches!(self, Self::Lobby | Self::Podium)
    }
}

/// A step from one phase to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Move {
    /// Go on to the next question, and open it. Where it has time to be read first, or is a slide,
    /// the server makes the next two moves instead.
    Ask,
    /// Show the next question without its answers. Only the server makes this move.
    Read,
    /// Show the next question, which is a slide. Only the server makes this move.
    ShowSlide,
    /// Open the question that is being read, or the rest of the one that was paused.
    Open,
    /// Take no answers for a while: the open question keeps the rest of its time.
    Pause,
    /// Count down, and go on with the question that is paused.
    Resume,
    /// Freeze the open question's answers, or those of everybody who plays at their own pace.
    Close,
    /// Show the right answer. Only the server makes this move, once the scores are written.
    Reveal,
    /// Show the best players.
    ShowBoard,
    /// Let the packets fall.
    OpenRain,
    /// End the rain: the server once its time is over or nothing is left, or a host who made a
    /// mistake.
    CloseRain,
    /// Show the winners.
    ShowPodium,
    /// End the game.
    End,
    /// Open the questions to everybody, each at their own pace. Only the server makes this move, for
    /// a host who asks.
    Pace,
}

impl Move {
    /// Every move.
    pub const ALL: [Self; 14] = [
        Self::Ask,
        Self::Read,
        Self::ShowSlide,
        Self::Open,
        Self::Pause,
        Self::Resume,
        Self::Close,
        Self::Reveal,
        Self::ShowBoard,
        Self::OpenRain,
        Self::CloseRain,
        Self::ShowPodium,
        Self::End,
        Self::Pace,
    ];
}

impl Move {
    /// Whether the server alone makes it.
    #[must_use]
    pub fn is_servers(self) -> bool {
        matches!(self, Self::Read | Self::ShowSlide | Self::Reveal | Self::Pace)
    }

    /// Whether it goes on to a question.
    #[must_use]
    pub fn shows_question(self) -> bool {
        matches!(self, Self::Ask | Self::Read | Self::ShowSlide)
    }
}

/// Every legal step. What is not in this table does not happen.
pub const LEGAL: [(Kind, Move, Kind); 49] = [
    (Kind::Lobby, Move::Ask, Kind::Asking),
    (Kind::Lobby, Move::Read, Kind::Reading),
    (Kind::Lobby, Move::ShowSlide, Kind::Slide),
    (Kind::Lobby, Move::Pace, Kind::Paced),
    (Kind::Lobby, Move::OpenRain, Kind::Rain),
    (Kind::Lobby, Move::End, Kind::Ended),
    (Kind::Reading, Move::Open, Kind::Asking),
    (Kind::Reading, Move::End, Kind::Ended),
    (Kind::Slide, Move::Ask, Kind::Asking),
    (Kind::Slide, Move::Read, Kind::Reading),
    (Kind::Slide, Move::ShowSlide, Kind::Slide),
    (Kind::Slide, Move::ShowBoard, Kind::Board),
    (Kind::Slide, Move::OpenRain, Kind::Rain),
    (Kind::Slide, Move::ShowPodium, Kind::Podium),
    (Kind::Slide, Move::End, Kind::Ended),
    (Kind::Asking, Move::Pause, Kind::Paused),
    (Kind::Asking, Move::Close, Kind::Closing),
    (Kind::Asking, Move::End, Kind::Ended),
    (Kind::Paused, Move::Open, Kind::Asking),
    (Kind::Paused, Move::Pause, Kind::Paused),
    (Kind::Paused, Move::Resume, Kind::Paused),
    (Kind::Paused, Move::Close, Kind::Closing),
    (Kind::Paused, Move::End, Kind::Ended),
    (Kind::Closing, Move::Reveal, Kind::Revealed),
    (Kind::Paced, Move::Close, Kind::Counting),
    (Kind::Counting, Move::ShowBoard, Kind::Board),
    (Kind::Revealed, Move::Ask, Kind::Asking),
    (Kind::Revealed, Move::Read, Kind::Reading),
    (Kind::Revealed, Move::ShowSlide, Kind::Slide),
    (Kind::Revealed, Move::ShowBoard, Kind::Board),
    (Kind::Revealed, Move::OpenRain, Kind::Rain),
    (Kind::Revealed, Move::ShowPodium, Kind::Podium),
    (Kind::Revealed, Move::End, Kind::Ended),
    (Kind::Board, Move::Ask, Kind::Asking),
    (Kind::Board, Move::Read, Kind::Reading),
    (Kind::Board, Move::ShowSlide, Kind::Slide),
    (Kind::Board, Move::OpenRain, Kind::Rain),
    (Kind::Board, Move::ShowPodium, Kind::Podium),
    (Kind::Board, Move::End, Kind::Ended),
    (Kind::Rain, Move::CloseRain, Kind::RainDone),
    (Kind::RainDone, Move::Ask, Kind::Asking),
    (Kind::RainDone, Move::Read, Kind::Reading),
    (Kind::RainDone, Move::ShowSlide, Kind::Slide),
    (Kind::RainDone, Move::Pace, Kind::Paced),
    (Kind::RainDone, Move::OpenRain, Kind::Rain),
    (Kind::RainDone, Move::ShowPodium, Kind::Podium),
    (Kind::RainDone, Move::End, Kind::Ended),
    (Kind::Podium, Move::OpenRain, Kind::Rain),
    (Kind::Podium, Move::End, Kind::Ended),
];

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Phase {
    /// What it is doing.
    pub kind: Kind,
    /// The question of each round so far, as runs of neighbours `[first, how many]`: the last one
    /// is being played, or was played last.
    pub played: Played,
    /// How many questions the quiz has.
    pub questions: u16,
}

/// A move that is not legal where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum IllegalMove {
    /// The table has no such step.
    #[error("not possible now")]
    NotNow,
    /// Every question has been asked.
    #[error("no question is left")]
    NoQuestionLeft,
}

impl Phase {
    /// The phase in which a game of so many questions starts.
    #[must_use]
    pub fn start(questions: u16) -> Self {
        Self { kind: Kind::Lobby, played: Played::default(), questions }
    }

    /// The round being played or played last, from 0.
    #[must_use]
    pub fn round(&self) -> Option<u16> {
        self.played.rounds().checked_sub(1)
    }

    /// The question being played or played last, from 0.
    #[must_use]
    pub fn question(&self) -> Option<u16> {
        self.played.last()
    }

    /// The questions of the rounds whose answers may be scored: while one is open, those before it.
    #[must_use]
    pub fn scored(&self) -> Played {
        let open = [Kind::Reading, Kind::Asking, Kind::Paused, Kind::Closing];
        let played = self.played.clone();
        if open.contains(&self.kind) { played.without_last() } else { played }
    }

    /// The question that comes next where the host chooses no other, from 0.
    #[must_use]
    pub fn next_question(&self) -> Option<u16> {
        self.played.next(self.questions)
    }

    /// Whether whoever comes now comes late.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.round().is_some() || matches!(self.kind, Kind::Paced | Kind::Counting)
    }

    /// The phase after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] where the move is not legal here; nothing changes then.
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        let kind = self.kind_after(mv)?;
        if mv.shows_question() {
            let next = self.next_question().ok_or(IllegalMove::NoQuestionLeft)?;
            return self.with_question(mv, next);
        }
        if mv == Move::Pace && self.round().is_some() {
            return Err(IllegalMove::NoQuestionLeft);
        }
        let played = match (self.kind, kind) {
            // A question that is open when the game ends brings nobody anything: it was not played.
            (_, Kind::Ended) => self.scored(),
            // What everybody had at their own pace was played once its answers are frozen.
            (Kind::Counting, _) => Played::in_order(self.questions),
            _ => self.played.clone(),
        };
        Ok(Self { kind, played, questions: self.questions })
    }

    /// The phase after a move that shows a question of the host's choice: one that was left out, or
    /// one that is asked again.
    ///
    /// # Errors
    /// As of [`Self::after`]; also where the quiz has no such question, or too many were asked
    /// again.
    pub fn with_question(&self, mv: Move, question: u16) -> Result<Self, IllegalMove> {
        let kind = self.kind_after(mv)?;
        let most = self.questions.saturating_add(MAX_REPEATS);
        if question >= self.questions || self.played.rounds() >= most {
            return Err(IllegalMove::NoQuestionLeft);
        }
        Ok(Self { kind, played: self.played.clone().with(question), questions: self.questions })
    }

    fn kind_after(&self, mv: Move) -> Result<Kind, IllegalMove> {
        let step = LEGAL.into_iter().find(|(from, by, _)| *from == self.kind && *by == mv);
        step.map(|(_, _, to)| to).ok_or(IllegalMove::NotNow)
    }

    /// The moves that are legal here, in the order of [`Move::ALL`].
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |mv| self.after(*mv).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_word_names_one_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(Kind::from_word("Lobby"), None);
    }

    #[test]
    fn a_kind_and_a_move_lead_to_one_kind_only() {
        for (i, (from, by, _)) in LEGAL.iter().enumerate() {
            assert!(!LEGAL[i + 1..].iter().any(|(f, b, _)| f == from && b == by));
        }
    }

    #[test]
    fn nothing_leaves_the_end_and_every_other_phase_can_reach_it() {
        assert!(!LEGAL.iter().any(|(from, _, _)| *from == Kind::Ended));
        for start in Kind::ALL {
            let mut reached = vec![start];
            while let Some(next) =
                LEGAL.iter().find(|(from, _, to)| reached.contains(from) && !reached.contains(to))
            {
                reached.push(next.2);
            }
            assert!(reached.contains(&Kind::Ended), "{start:?}");
        }
    }

    #[test]
    fn at_their_own_pace_everything_is_played_at_once_and_once() {
        let phase =
            |moves: &[Move]| moves.iter().try_fold(Phase::start(4), |phase, mv| phase.after(*mv));
        let open = phase(&[Move::Pace]).unwrap();
        assert_eq!((open.kind, open.round(), open.has_begun()), (Kind::Paced, None, true));
        assert_eq!(open.moves().collect::<Vec<_>>(), [Move::Close]);
        let counting = phase(&[Move::Pace, Move::Close]).unwrap();
        assert_eq!((counting.kind, counting.scored().rounds()), (Kind::Counting, 0));
        let board = phase(&[Move::Pace, Move::Close, Move::ShowBoard]).unwrap();
        assert_eq!((board.kind, board.played.clone()), (Kind::Board, Played::in_order(4)));
        assert_eq!(board.scored(), Played::in_order(4));
        let rained = [Move::Pace, Move::Close, Move::ShowBoard, Move::OpenRain, Move::CloseRain];
        let rained = phase(&rained).unwrap();
        assert_eq!(rained.after(Move::Pace), Err(IllegalMove::NoQuestionLeft));
        assert_eq!(rained.after(Move::Ask), Err(IllegalMove::NoQuestionLeft));
        assert!(phase(&[Move::OpenRain, Move::CloseRain, Move::Pace]).is_ok());
        assert!(!Phase::start(4).has_begun());
    }

    proptest! {
        #[test]
        fn any_sequence_of_moves_keeps_the_rules(
            questions in 0u16..5,
            moves in proptest::collection::vec(0usize..Move::ALL.len(), 0..60),
        ) {
            let mut phase = Phase::start(questions);
            let mut opened = 0;
            for mv in moves.into_iter().map(|i| Move::ALL[i]) {
                let before = phase.clone();
                match phase.after(mv) {
                    Ok(next) => {
                        prop_assert!(before.moves().any(|legal| legal == mv));
                        prop_assert_eq!(next.questions, questions);
                        // A reveal follows frozen answers and nothing else.
                        if next.kind == Kind::Revealed {
                            prop_assert_eq!(before.kind, Kind::Closing);
                        }
                        // Answers are frozen before anything else is shown.
                        if before.kind == Kind::Asking {
                            prop_assert!(matches!(next.kind, Kind::Closing | Kind::Paused | Kind::Ended));
                        }
                        if before.kind == Kind::Paced {
                            prop_assert_eq!(next.kind, Kind::Counting);
                        }
                        if before.kind == Kind::Counting {
                            prop_assert_eq!((next.kind, opened), (Kind::Board, 0));
                            opened = questions;
                        }
                        opened += u16::from(mv.shows_question());
                        let open = [Kind::Reading, Kind::Asking, Kind::Paused];
                        opened -= u16::from(mv == Move::End && open.contains(&before.kind));
                        phase = next;
                    }
                    Err(_) => prop_assert!(!before.moves().any(|legal| legal == mv)),
                }
                prop_assert_eq!(&phase.played, &Played::in_order(opened));
                prop_assert!(opened <= questions);
            }
        }
    }
}
