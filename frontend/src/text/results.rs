//! The texts about games that are over.

/// What hosts, and whoever has a link, read about games that are over, in one language.
pub(crate) struct ResultsWords {
    /// Title, and link.
    pub(crate) results: &'static str,
    /// Title, and link.
    pub(crate) past_games: &'static str,
    /// Label.
    pub(crate) search: &'static str,
    /// Label: the first day.
    pub(crate) from: &'static str,
    /// Label: the last day.
    pub(crate) until: &'static str,
    /// No past game.
    pub(crate) none_found: &'static str,
    /// Button: the next part of a list.
    pub(crate) more: &'static str,
    /// The results are not there yet.
    pub(crate) not_yet: &'static str,
    /// Short: they are not there yet.
    pub(crate) preparing: &'static str,
    /// No results.
    pub(crate) gone: &'static str,
    /// A link shows nothing.
    pub(crate) closed: &'static str,
    /// Label.
    pub(crate) winner: &'static str,
    /// Label: when.
    pub(crate) played: &'static str,
    /// Label: how long.
    pub(crate) took: &'static str,
    /// Label and title.
    pub(crate) players: &'static str,
    /// Label: who answered anything.
    pub(crate) active: &'static str,
    /// Label: share of right answers.
    pub(crate) right: &'static str,
    /// Label.
    pub(crate) mean_score: &'static str,
    /// Label.
    pub(crate) hardest: &'static str,
    /// Label.
    pub(crate) survivors: &'static str,
    /// Title.
    pub(crate) podium: &'static str,
    /// Title.
    pub(crate) teams: &'static str,
    /// Title.
    pub(crate) questions: &'static str,
    /// Head of a column.
    pub(crate) question: &'static str,
    /// Head of a column.
    pub(crate) answered: &'static str,
    /// Head of a column: when half of the answers were there.
    pub(crate) median: &'static str,
    /// Head of a column: how many players answered nothing after it.
    pub(crate) stopped: &'static str,
    /// The host corrected what is right.
    pub(crate) fixed: &'static str,
    /// Label.
    pub(crate) right_answer: &'static str,
    /// Label.
    pub(crate) compare: &'static str,
    /// The first choice of what to compare with.
    pub(crate) compare_none: &'static str,
    /// Head of a column.
    pub(crate) rank: &'static str,
    /// Head of a column.
    pub(crate) name: &'static str,
    /// Head of a column.
    pub(crate) points: &'static str,
    /// Head of a column.
    pub(crate) mean_time: &'static str,
    /// Whoever was sent away.
    pub(crate) removed: &'static str,
    /// No answer in time.
    pub(crate) no_answer: &'static str,
    /// Before the player came.
    pub(crate) came_later: &'static str,
    /// Button: what a player answered.
    pub(crate) answers: &'static str,
    /// Title.
    pub(crate) rains: &'static str,
    /// Title: who caught what.
    pub(crate) packets: &'static str,
    /// Head of a column.
    pub(crate) packet: &'static str,
    /// Head of a column.
    pub(crate) amount: &'static str,
    /// Button.
    pub(crate) xlsx: &'static str,
    /// Button.
    pub(crate) csv_answers: &'static str,
    /// Button.
    pub(crate) csv_players: &'static str,
    /// Button.
    pub(crate) csv_packets: &'static str,
    /// Button.
    pub(crate) json: &'static str,
    /// Button.
    pub(crate) print: &'static str,
    /// Title.
    pub(crate) share: &'static str,
    /// What a link shows.
    pub(crate) share_why: &'static str,
    /// Label of a box.
    pub(crate) share_names: &'static str,
    /// Button.
    pub(crate) share_make: &'static str,
    /// Button: the link before it ends.
    pub(crate) share_again: &'static str,
    /// Button.
    pub(crate) share_end: &'static str,
    /// There is a link.
    pub(crate) shared: &'static str,
    /// Button.
    pub(crate) copy: &'static str,
    /// Link.
    pub(crate) to_desk: &'static str,
    /// How many players there were.
    pub(crate) players_count: fn(u32) -> String,
    /// So many of so many players answered.
    pub(crate) of_players: fn(u32, u32) -> String,
    /// What share of players had it right.
    pub(crate) had_it: fn(&str) -> String,
    /// The names that a player had before.
    pub(crate) formerly: fn(&str) -> String,
}
