//! Brazilian Portuguese.

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

/// So many of something: in Portuguese, none is as one.
fn many(n: u64, one: &str, more: &str) -> String {
    format!("{n} {}", if n < 2 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::many;

    #[test]
    fn none_and_one_are_singular() {
        let packets = |n| many(n, "envelope", "envelopes");
        assert_eq!([0, 1].map(packets), ["0 envelope", "1 envelope"]);
        assert_eq!([2, 21, 100].map(packets), ["2 envelopes", "21 envelopes", "100 envelopes"]);
    }
}
