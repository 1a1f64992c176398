//! Whose things somebody sees. Said by `http`, which knows who asks; heeded by the rooms that have things of hosts:
//! `game`, `history` and `quiz`.

use quizrain_shared::ids::HostId;

/// Whose games or quizzes somebody sees. To whoever does not see one it is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sees {
    /// Everybody's: the host key, owners.
    #[default]
    All,
    /// The team's, which are no account's: programs.
    Teams,
    /// The team's, and those of this account.
    Own(HostId),
    /// What this account was let into: co-hosts, who have nothing else.
    Given(HostId),
}
