//! What the log says and does not follow from it, line by line.

use std::collections::HashMap;
use std::fmt;

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::Seat;

/// Something that the log says and that does not follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: a round, a board, a rain.
    pub place: String,
    /// Who, where it is about somebody.
    pub who: Option<String>,
    /// What differs.
    pub field: String,
    /// What the log has.
    pub logged: String,
    /// What follows.
    pub computed: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, who, field, logged, computed } = self;
        let who = who.as_ref().map(|who| format!(", {who}")).unwrap_or_default();
        write!(f, "{place}{who}: {field}: logged {logged}, computed {computed}")
    }
}

/// Where differences go, with the names of players.
pub(super) struct Told<'a> {
    pub(super) seats: &'a HashMap<AccountId, Seat>,
    pub(super) differences: &'a mut Vec<Difference>,
}

impl Told<'_> {
    /// Notes where two things are not the same.
    pub(super) fn compare<T: PartialEq + fmt::Display>(
        &mut self,
        place: &str,
        who: Option<AccountId>,
        field: &str,
        (logged, computed): (T, T),
    ) {
        if logged != computed {
            let name = |account: AccountId| match self.seats.get(&account) {
                Some(seat) => format!("{} ({account})", seat.nickname),
                None => account.to_string(),
            };
            self.differences.push(Difference {
                place: place.to_owned(),
                who: who.map(name),
                field: field.to_owned(),
                logged: logged.to_string(),
                computed: computed.to_string(),
            });
        }
    }

    /// Players in the order of their seats, whoever has none last.
    pub(super) fn in_order(&self, accounts: impl IntoIterator<Item = AccountId>) -> Vec<AccountId> {
        let mut accounts: Vec<AccountId> = accounts.into_iter().collect();
        let seat = |account: &AccountId| self.seats.get(account).map_or(u32::MAX, |it| it.number);
        accounts.sort_unstable_by_key(|account| (seat(account), *account));
        accounts.dedup();
        accounts
    }
}
