//! Where a page of a list ends, as text that its reader hands back.

use super::LibraryError;

/// The last row of a page: what it is sorted by, and its names. The next page begins behind it, whatever
/// came or went meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// What it is sorted by.
    pub(super) key: String,
    /// The quiz.
    pub(super) quiz: String,
    /// The question in it, in a list of questions.
    pub(super) position: u16,
}

impl Cursor {
    /// As text, for one list alone.
    pub(super) fn write(&self, list: &str) -> String {
        format!("{list}.{}.{}.{}", hex::encode(&self.key), self.quiz, self.position)
    }

    /// Reads what [`Self::write`] wrote.
    pub(super) fn read(text: &str, list: &str) -> Result<Self, LibraryError> {
        let read = || {
            let mut parts = text.split('.');
            let (of, key, quiz, position) =
                (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
            let key = String::from_utf8(hex::decode(key).ok()?).ok()?;
            let position = position.parse().ok()?;
            let whole = parts.next().is_none() && of == list && super::is_id(quiz);
            (whole && !key.contains('\0')).then(|| Self { key, quiz: quiz.to_owned(), position })
        };
        read().ok_or(LibraryError::Cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_for_its_own_list_alone() {
        let quiz = "00000000000000ff".to_owned();
        let cursor = Cursor { key: "zürich".to_owned(), quiz, position: 7 };
        let text = cursor.write("title");
        assert_eq!(Cursor::read(&text, "title").ok(), Some(cursor));
        assert!(Cursor::read(&text, "changed").is_err());
        for bad in ["", "title", "title.zz.00000000000000ff.0", "title.00.00000000000000ff.0"] {
            assert!(Cursor::read(bad, "title").is_err(), "{bad}");
        }
        assert!(Cursor::read(&format!("{text}.1"), "title").is_err());
    }
}
