//! Guest lists: who is invited, by codes that stand on cards. Several games can be for one list.

use serde::{Deserialize, Serialize};

use crate::ids::{GuestListId, HostId};
use crate::question;

/// How many lists a server has at most.
pub const MAX_GUEST_LISTS: u32 = 1000;

/// How many guests a list has at most.
pub const MAX_GUESTS: usize = 20_000;

/// What `POST /api/guest-lists` may bring.
pub const MAX_GUESTS_BYTES: usize = 2 * 1024 * 1024;

/// Most characters of a list's title, of a guest's name and of a label.
pub const MAX_GUEST_NAME_CHARS: usize = 100;

/// Guests on a page.
pub const MAX_GUEST_PAGE: usize = 50;

/// Cards that are drawn at a time.
pub const MAX_CARDS: usize = 60;

/// What no guest list can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidGuests {
    /// Nothing can be seen of its title.
    #[error("a guest list needs a title, so that you know it again")]
    Untitled,
    /// A text that is too long or that has what cannot be shown; in which line, 0 of the title.
    #[error(
        "line {0}: titles, names and labels have {MAX_GUEST_NAME_CHARS} characters at most, and only such as \
          can be shown"
    )]
    Text(usize),
    /// A label that stands there twice; in which line the second time.
    #[error("line {0}: another guest has this label")]
    SameLabel(usize),
    /// A table in which something stands in a column that would not be read, or of which nobody knows what it is.
    #[error(
        "line {line}: this table has the columns {}. One of names is read, and one of labels, such as a staff number: \
         call them name and label in the first line, and take all others out",
        .columns.join(", ")
    )]
    Columns {
        /// Its first line with something in it.
        line: usize,
        /// What stands there above each column in which there is anything; `#2` where nothing does. Not more than ten,
        /// and `…`.
        columns: Vec<String>,
    },
    /// Nobody, both ways of naming guests, or too many.
    #[error(
        "a guest list has 1 to {MAX_GUESTS} guests: a number of them, or a table with a line for each"
    )]
    Count,
    /// A quote that is not closed, or behind which the cell goes on; in which line it opens.
    #[error(
        "line {0}: a quote opens here that is not closed, or behind which the text goes on; double quotes that belong \
         to a text, or take them out"
    )]
    Quote(usize),
    /// A row of more than a thousand cells; in which line.
    #[error("line {0}: this row has more than 1000 cells")]
    Wide(usize),
}

/// Why no guest list was made. A [`super::Problem`] with what is wrong as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoGuestList {
    /// That, in words.
    pub error: String,
    /// The same for programs.
    pub guests: InvalidGuests,
}

/// Whether a text can be shown to people.
#[must_use]
pub(super) fn is_shown(text: &str) -> bool {
    text.chars().count() <= MAX_GUEST_NAME_CHARS
        && !text.chars().any(|c| c.is_control() || question::is_hostile(c))
}

/// `POST /api/guest-lists`: makes a list, of so many guests whom nobody has named, or of those of a
/// table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewGuestList {
    /// What it is for, such as the event.
    pub title: String,
    /// So many guests.
    pub count: u32,
    /// Or these: a line of CSV each, with a name and perhaps a label of your own (a staff number), which
    /// results and payouts have. A first line that says `name`, `label` or both tells which is which; without it the
    /// name comes first. Nothing stands in other columns.
    pub csv: String,
}

impl NewGuestList {
    /// Its title without spaces around it.
    ///
    /// # Errors
    /// It cannot be one.
    pub fn title(&self) -> Result<&str, InvalidGuests> {
        match self.title.trim() {
            "" => Err(InvalidGuests::Untitled),
            title if is_shown(title) => Ok(title),
            _ => Err(InvalidGuests::Text(0)),
        }
    }

    /// Checks what stands in a line of the table.
    ///
    /// # Errors
    /// It cannot be shown.
    pub fn check_text(line: usize, text: &str) -> Result<(), InvalidGuests> {
        if is_shown(text) { Ok(()) } else { Err(InvalidGuests::Text(line)) }
    }
}

/// A list, as `GET /api/guest-lists` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuestListSummary {
    /// The list.
    pub list: GuestListId,
    /// What it is for.
    pub title: String,
    /// When it was made, in ms since 1970.
    pub created_ms: u64,
    /// How many are invited.
    pub guests: u32,
    /// How many of them have come.
    pub used: u32,
    /// Whose account made it; `None`: nobody's, it is the team's.
    pub host: Option<HostId>,
}

/// What pages of guests are asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FindGuests {
    /// A part of the name, the label or the number; all where it is empty.
    pub search: String,
    /// How many to leave out.
    pub skip: u32,
}

/// `GET /api/guest-lists/{list}`: a page of its guests, by number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuestList {
    /// The list.
    pub summary: GuestListSummary,
    /// How many were found.
    pub found: u32,
    /// The page, [`MAX_GUEST_PAGE`] at most.
    pub guests: Vec<Guest>,
}

/// A guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guest {
    /// From 1, in the list.
    pub number: u32,
    /// What results and payouts call them: the list's own label, or else the number.
    pub label: String,
    /// What people call them; may be empty.
    pub name: String,
    /// When a browser came with the invite, in ms since 1970; nothing: none did, or the invite was freed.
    pub used_ms: Option<u64>,
}

/// A guest's card. `GET /api/guest-lists/{list}/cards` has [`MAX_CARDS`] at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Card {
    /// From 1, in the list.
    pub number: u32,
    /// As [`Guest::label`].
    pub label: String,
    /// As [`Guest::name`].
    pub name: String,
    /// The code, as people type it.
    pub code: String,
    /// The address that brings it.
    pub link: String,
    /// That as a QR code in SVG.
    pub qr: String,
}

/// `POST /api/guest-lists/{list}/free`: the next browser may have this invite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreeInvite {
    /// The guest's number.
    pub number: u32,
}

/// What became of that, or of signing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Freed {
    /// Whether a browser was out of it by this: `false` where none was in.
    pub was_used: bool,
}

/// What `DELETE /api/guest-lists/{list}` is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DeleteGuestList {
    /// Delete it although invites of it are used: those guests are signed out, and can never come back to what
    /// they have.
    pub used: bool,
}

/// What became of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deleted {
    /// How many guests were signed out.
    pub signed_out: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_could_read_is_no_title() {
        let title = |title: &str| {
            let wish = NewGuestList { title: title.to_owned(), ..NewGuestList::default() };
            wish.title().map(str::to_owned)
        };
        assert_eq!(title(" Gala 年会 "), Ok("Gala 年会".to_owned()));
        assert_eq!(title(" \t"), Err(InvalidGuests::Untitled));
        assert_eq!(title("a\u{202e}b"), Err(InvalidGuests::Text(0)));
        assert_eq!(title(&"x".repeat(101)), Err(InvalidGuests::Text(0)));
    }
}
