//! Zip containers, unpacked with a limit: what their directory says of sizes is not believed.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use quizrain_shared::api::BrokenZip;
use zip::ZipArchive;

use super::problem::one_line;

/// What a zip file begins with.
const SIGNATURE: &[u8] = b"PK\x03\x04";
/// What each entry of its directory begins with (APPNOTE.TXT, 4.3.12).
const ENTRY: &[u8] = b"PK\x01\x02";
/// Most entries, those of containers in it among them. The library keeps all of them in memory, some
/// hundred bytes each; formats take fewer.
const MAX_ENTRIES: usize = 10_000;

/// A container.
pub(super) struct Archive<'f> {
    zip: ZipArchive<Cursor<&'f [u8]>>,
}

impl<'f> Archive<'f> {
    /// Whether a file is one.
    pub(super) fn is(bytes: &[u8]) -> bool {
        bytes.starts_with(SIGNATURE)
    }

    /// Opens one.
    ///
    /// # Errors
    /// It is broken, or has too many files.
    pub(super) fn open(bytes: &'f [u8]) -> Result<Self, BrokenZip> {
        // What the directory says of its length is not believed either.
        let entries = bytes.windows(ENTRY.len()).filter(|window| *window == ENTRY);
        if entries.take(MAX_ENTRIES + 1).count() > MAX_ENTRIES {
            return Err(BrokenZip::ManyFiles(MAX_ENTRIES));
        }
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|why| BrokenZip::Unreadable(one_line(&why.to_string())))?;
        Ok(Self { zip })
    }

    /// How many files are in it.
    pub(super) fn len(&self) -> usize {
        self.zip.len()
    }

    /// The names that can be read.
    pub(super) fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.zip.file_names().filter_map(Result::ok)
    }

    /// Where a file stands that has this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.zip.index_for_name(name)
    }

    /// A file's name, and how many bytes it has; no more than the limit are counted.
    ///
    /// # Errors
    /// It cannot be unpacked.
    pub(super) fn size(&mut self, index: usize, limit: u64) -> Result<(String, u64), BrokenZip> {
        self.unpack(index, limit, &mut io::sink())
    }

    /// What is in a file; no more than the limit.
    ///
    /// # Errors
    /// It cannot be unpacked.
    pub(super) fn read(&mut self, index: usize, limit: u64) -> Result<Vec<u8>, BrokenZip> {
        let mut bytes = Vec::new();
        self.unpack(index, limit, &mut bytes)?;
        Ok(bytes)
    }

    fn unpack(
        &mut self,
        index: usize,
        limit: u64,
        into: &mut impl io::Write,
    ) -> Result<(String, u64), BrokenZip> {
        let broken =
            |why: &dyn std::fmt::Display| BrokenZip::Packed(index + 1, one_line(&why.to_string()));
        let file = self.zip.by_index(index).map_err(|why| broken(&why))?;
        let name = file.name().map_err(|why| broken(&why))?.into_owned();
        let size = io::copy(&mut file.take(limit), into).map_err(|why| broken(&why))?;
        Ok((name, size))
    }
}
