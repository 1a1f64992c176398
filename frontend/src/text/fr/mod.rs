//! French.

pub(super) mod account;
pub(super) mod check;
pub(super) mod desk;
pub(super) mod devices;
pub(super) mod editor;
pub(super) mod guests;
pub(super) mod hosts;
pub(super) mod keys;
pub(super) mod ledger;
pub(super) mod library;
pub(super) mod new_game;
pub(super) mod outcome;
pub(super) mod player;
pub(super) mod privacy;
pub(super) mod problems;
pub(super) mod results;
pub(super) mod stage;
pub(super) mod theme;
pub(super) mod why;
pub(super) mod words;

/// So many of something; none of it takes the singular as one does.
fn many(n: u64, one: &str, more: &str) -> String {
    format!("{n} {}", if n < 2 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::many;

    #[test]
    fn the_plural_begins_at_two() {
        let said = [0, 1, 2, 21].map(|n| many(n, "enveloppe", "enveloppes"));
        assert_eq!(said, ["0 enveloppe", "1 enveloppe", "2 enveloppes", "21 enveloppes"]);
    }
}
