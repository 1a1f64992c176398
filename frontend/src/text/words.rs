//! The list of texts of every page. Each language fills it in its own file.

use quizrain_shared::ids::{Commitment, Entropy};
use quizrain_shared::wire::Refusal;

/// What every page says, in one language.
pub(crate) struct Words {
    /// Label of the language switcher.
    pub(crate) language: &'static str,
    /// Something is being fetched.
    pub(crate) loading: &'static str,
    /// The first connection is being made.
    pub(crate) connecting: &'static str,
    /// Not let in, because many guess pins from here.
    pub(crate) too_many_tries: &'static str,
    /// The connection is lost for now.
    pub(crate) reconnecting: &'static str,
    /// The connection is gone, and the device says that it has no network.
    pub(crate) no_network: &'static str,
    /// After either has taken long: what to do.
    pub(crate) still_trying: &'static str,
    /// The server gave no answer.
    pub(crate) unreachable: &'static str,
    /// Button.
    pub(crate) try_again: &'static str,
    /// Button: to the page of who signs people in, by its name.
    pub(crate) sign_in_with: fn(&str) -> String,
    /// Link to the first page.
    pub(crate) to_start: &'static str,
    /// Unknown address.
    pub(crate) no_such_page: &'static str,
    /// Button after a pin or a key.
    pub(crate) enter: &'static str,
    /// What stands behind so many points, with the space that is between them.
    pub(crate) points_unit: fn(u64) -> &'static str,
    /// Label of the six digits.
    pub(crate) game_pin: &'static str,
    /// Link to the host page.
    pub(crate) host_a_game: &'static str,
    /// What to do then.
    pub(crate) no_such_game_why: &'static str,
    /// Label of the timer.
    pub(crate) time_left: &'static str,
    /// What whoever hears the page is told now and then.
    pub(crate) seconds_left: fn(u64) -> String,
    /// Between deadline and reveal.
    pub(crate) counting: &'static str,
    /// No answer was given.
    pub(crate) time_up: &'static str,
    /// A question is shown and opens soon.
    pub(crate) get_ready: &'static str,
    /// While a question is paused.
    pub(crate) paused: &'static str,
    /// A choice.
    pub(crate) true_: &'static str,
    /// A choice.
    pub(crate) false_: &'static str,
    /// Label of the check mark.
    pub(crate) right_answer: &'static str,
    /// Where a pin stands, in percent from the left and from the top.
    pub(crate) place: fn(&[String; 2]) -> String,
    /// Where pins are right: as of a place, and how wide and high that is.
    pub(crate) region: fn(&[String; 4]) -> String,
    /// Mark of a player who is out.
    pub(crate) out: &'static str,
    /// What a game at one's own pace is, which is open for so many minutes.
    pub(crate) own_pace: fn(u16) -> String,
    /// What a game of survival is.
    pub(crate) survival_rule: &'static str,
    /// After how many right answers in a row there is a revive card.
    pub(crate) card_rule: fn(u8) -> String,
    /// How many are still in, and of how many.
    pub(crate) survivors: fn(u32, u32) -> String,
    /// How many members a team has.
    pub(crate) members: fn(u32) -> String,
    /// Title, beside a list of teams.
    pub(crate) best_players: &'static str,
    /// Title.
    pub(crate) board: &'static str,
    /// Title.
    pub(crate) podium: &'static str,
    /// Title.
    pub(crate) game_over: &'static str,
    /// Last words.
    pub(crate) thanks: &'static str,
    /// Countdown.
    pub(crate) rain_comes: &'static str,
    /// Label of the canvas.
    pub(crate) rain_label: &'static str,
    /// Label of the canvas where nobody taps.
    pub(crate) rain_label_watch: &'static str,
    /// Title.
    pub(crate) rain_over: &'static str,
    /// The host ended it.
    pub(crate) rain_stopped: &'static str,
    /// What stands behind how many are caught, of so many, with the space that is between them.
    pub(crate) packets_caught: fn(u64) -> &'static str,
    /// Title.
    pub(crate) largest_catches: &'static str,
    /// Which question, of how many.
    pub(crate) question_of: fn(u16, u16) -> String,
    /// How many players there are.
    pub(crate) players_joined: fn(u32) -> String,
    /// Into how many packets the pot is cut.
    pub(crate) in_packets: fn(u32) -> String,
    /// Who may catch.
    pub(crate) only_from_score: fn(u64) -> String,
    /// Who may catch.
    pub(crate) only_last_right: &'static str,
    /// Who may catch.
    pub(crate) only_survivors: &'static str,
    /// Who may catch.
    pub(crate) only_best_team: &'static str,
    /// Who may catch.
    pub(crate) only_starters: &'static str,
    /// A rain for who has a seat before it falls.
    pub(crate) only_seated: &'static str,
    /// Who may catch: so many percent of the players.
    pub(crate) only_top_share: fn(u8) -> String,
    /// Who may catch: the players up to a rank.
    pub(crate) only_top_rank: fn(u32) -> String,
    /// A choice of how the pot is cut, and what is above a list of them.
    pub(crate) prizes: &'static str,
    /// The prize of a place.
    pub(crate) prize_of: fn(u32) -> String,
    /// Why something was not done.
    pub(crate) refusal: fn(&Refusal) -> &'static str,
    /// What everybody is shown of the list before the rain.
    pub(crate) seal: fn(&Commitment) -> String,
    /// What everybody is shown of what players added to the draw.
    pub(crate) entropy: fn(&Entropy) -> String,
}
