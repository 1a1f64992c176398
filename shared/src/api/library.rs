//! The host's library: quizzes that are written, kept and found, and their pictures.
//!
//! Every request here needs the host key, and every refusal is a [`super::Problem`]. A quiz may be kept
//! unfinished; limits of size alone hold for it ([`Quiz::too_large`]).

use serde::{Deserialize, Serialize};

use super::why::Why;
use super::words::words;
use crate::ids::{HostId, MediaId};
use crate::question::Question;
use crate::quiz::{PlannedRain, Quiz};
use crate::theme::Theme;

/// Most bytes of a request with a quiz.
pub const MAX_QUIZ_BYTES: usize = 16 * 1024 * 1024;
/// Most bytes of an upload of a picture or a sound.
pub const MAX_UPLOAD_BYTES: usize = 8 * 1024 * 1024;
/// The width of a picture's large form, in pixels; one that is narrower stays so.
pub const LARGE_WIDTH: u16 = 1600;
/// The width of its small form: `/media/{media}?w=480`. Where there is none, the large one comes.
pub const SMALL_WIDTH: u16 = 480;
/// How many quizzes or questions a page has where the request does not say, and at most.
pub const PAGE_LIMIT: u16 = 100;
/// Most quizzes or questions of one page.
pub const MAX_PAGE_LIMIT: u16 = 200;
/// Most characters that are searched for.
pub const MAX_SEARCH_CHARS: usize = 100;
/// Most tags of a quiz.
pub const MAX_TAGS: usize = 20;
/// Most characters in a tag.
pub const MAX_TAG_CHARS: usize = 40;
/// Most kept copies of a quiz: older versions of it.
pub const MAX_COPIES: usize = 20;
/// How long a quiz stays in the bin, in milliseconds; then it is deleted for good.
pub const BIN_MS: u64 = 30 * 24 * 60 * 60 * 1000;

words! {
    /// In which order quizzes are listed.
    #[derive(Default)]
    pub enum QuizSort: "order of quizzes" {
        /// By title, as [`crate::question::fold`] compares.
        #[default]
        Title = "title",
        /// The last changed first.
        Changed = "changed",
        /// The last played first; those that never were, at the end.
        Played = "played",
        /// The newest first.
        Created = "created",
    }
}

/// What of the library is listed: the query of `GET /api/quizzes`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListQuizzes {
    /// Those that have each of these words in their title, tags or questions, 100 characters at most. Case,
    /// accents and width do not count.
    pub search: String,
    /// Those that have this tag.
    pub tag: Option<String>,
    /// In which order.
    pub sort: QuizSort,
    /// Those of the archive, and no others.
    pub archived: bool,
    /// Those of the bin, and no others.
    pub deleted: bool,
    /// Those after this: the `next` of the page before.
    pub after: Option<String>,
    /// How many: 100 where it says nothing, 200 at most.
    pub limit: Option<u16>,
}

/// A part of the library: `GET /api/quizzes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizPage {
    /// The quizzes.
    pub quizzes: Vec<QuizSummary>,
    /// What to name as `after` for those that follow; `None`: there are no more.
    pub next: Option<String>,
}

/// A quiz of the library without its questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizSummary {
    /// Names the quiz: 16 hex digits.
    pub id: String,
    /// How often it was saved.
    pub version: u64,
    /// Its title; may be empty as long as it is not finished.
    pub title: String,
    /// BCP 47 tag of the language it is written in.
    pub language: String,
    /// One line about it.
    pub description: String,
    /// How many questions it has.
    pub questions: u32,
    /// The rains that its author plans, in the order of their places.
    pub rains: Vec<PlannedRain>,
    /// How its games look at first; `None`: it has no look of its own.
    #[serde(default)]
    pub theme: Option<Theme>,
    /// What its host has filed it under.
    pub tags: Vec<String>,
    /// How many rules it breaks ([`Quiz::problems`]); a game is made of one that breaks none.
    pub problems: u32,
    /// When it was made.
    pub created_ms: u64,
    /// When it was last saved.
    pub changed_ms: u64,
    /// When a game was last made of it.
    pub last_played_ms: Option<u64>,
    /// Whether it is in the archive.
    pub archived: bool,
    /// When it was put into the bin; it is deleted for good [`BIN_MS`] later.
    pub deleted_ms: Option<u64>,
    /// The file that it comes from, where that lies in the folder that the server watches: whenever it is
    /// saved, it replaces what is written here.
    #[serde(default)]
    pub file: Option<String>,
    /// Whose account made it; `None`: nobody's, it is the team's.
    pub host: Option<HostId>,
    /// Whether it is shared with the team: all hosts see and edit it then, otherwise its own and owners.
    pub shared: bool,
}

/// `POST /api/quizzes`: puts a quiz into the library. Answered with 201 and [`SavedQuiz`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewQuiz {
    /// The quiz.
    pub quiz: Quiz,
    /// What it is filed under.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Names it: 16 random hex digits, so that a request that is made twice makes one quiz. The server
    /// chooses where it is missing.
    #[serde(default)]
    pub id: Option<String>,
}

/// A quiz was saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedQuiz {
    /// Names it.
    pub id: String,
    /// Its version: what the next [`SaveQuiz`] is made from.
    pub version: u64,
}

/// A quiz as it is written: `GET /api/quizzes/{quiz}`, with an `ETag` of all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizDocument {
    /// Names it.
    pub id: String,
    /// Its version: what a [`SaveQuiz`] is made from.
    pub version: u64,
    /// The quiz.
    pub quiz: Quiz,
    /// What it is filed under.
    pub tags: Vec<String>,
    /// Whether it is in the archive.
    pub archived: bool,
    /// When it was last saved.
    pub changed_ms: u64,
    /// When it was put into the bin. There it is read and not written.
    pub deleted_ms: Option<u64>,
    /// As [`QuizSummary::file`].
    #[serde(default)]
    pub file: Option<String>,
}

/// `PUT /api/quizzes/{quiz}`: saves a quiz. Answered with [`SavedQuiz`], or where somebody else has saved
/// it since, with 409 and a [`StaleQuiz`], and nothing is saved. Saved twice, the answer is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveQuiz {
    /// The version that it was made from.
    pub version: u64,
    /// The quiz.
    pub quiz: Quiz,
    /// Whether what is replaced is kept as a copy in any case; else one is kept every ten minutes.
    #[serde(default)]
    pub keep: bool,
}

/// Why a quiz was not saved: somebody else has saved it since. A [`super::Problem`] with the version to
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StaleQuiz {
    /// That, in words.
    pub error: String,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The version that the quiz has now.
    pub version: u64,
}

/// `PUT /api/quizzes/{quiz}/shelf`: where it is filed. Answered with its [`QuizSummary`], as are
/// `DELETE /api/quizzes/{quiz}`, which puts it into the bin, and `POST /api/quizzes/{quiz}/restore`, which
/// takes it out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shelf {
    /// What it is filed under; at most [`MAX_TAGS`] of [`MAX_TAG_CHARS`] characters.
    pub tags: Vec<String>,
    /// Whether it is in the archive.
    pub archived: bool,
}

/// `PUT /api/quizzes/{quiz}/shared`: shares a quiz with the team, or takes it back. For the host who made it, and
/// for owners; answered with its [`QuizSummary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShareQuiz {
    /// Whether all hosts see and edit it.
    pub shared: bool,
}

/// A tag, and how many quizzes have it that are not in the bin: `GET /api/tags` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// How many quizzes.
    pub quizzes: u32,
}

/// A kept copy of a quiz without its questions: `GET /api/quizzes/{quiz}/versions` lists them, the newest
/// first, at most [`MAX_COPIES`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizCopy {
    /// Its version.
    pub version: u64,
    /// When that was saved.
    pub changed_ms: u64,
    /// Its title.
    pub title: String,
    /// How many questions it has.
    pub questions: u32,
    /// How many rules it breaks.
    pub problems: u32,
}

/// A kept copy: `GET /api/quizzes/{quiz}/versions/{version}`. To bring it back is to save it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizVersion {
    /// Its version.
    pub version: u64,
    /// When that was saved.
    pub changed_ms: u64,
    /// The quiz as it was.
    pub quiz: Quiz,
}

/// Which questions are listed: the query of `GET /api/questions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListQuestions {
    /// Those that have each of these words in their texts, 100 characters at most.
    pub search: String,
    /// Those after this: the `next` of the page before.
    pub after: Option<String>,
    /// How many: 100 where it says nothing, 200 at most.
    pub limit: Option<u16>,
}

/// Questions of all quizzes that are not in the bin, by the titles of their quizzes: `GET
/// /api/questions`. A page may have fewer than were asked for and yet not be the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionPage {
    /// The questions.
    pub questions: Vec<FoundQuestion>,
    /// What to name as `after` for those that follow; `None`: there are no more.
    pub next: Option<String>,
}

/// A question of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundQuestion {
    /// The [`QuizSummary::id`] of its quiz.
    pub quiz: String,
    /// The quiz's title.
    pub title: String,
    /// Which question of it, by position from 0.
    pub position: u16,
    /// The question.
    pub question: Question,
}

/// `POST /api/media` with the bytes of a PNG, JPEG, WebP or GIF file, of which the first frame is
/// taken: what a question's [`crate::question::Picture`] needs, but for its words. The same file has
/// the same name. One that no quiz shows for a day is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UploadedPicture {
    /// Names the picture.
    pub media: MediaId,
    /// The width of its large form, in pixels.
    pub width: u16,
    /// The height of it.
    pub height: u16,
}

/// `POST /api/sounds` with the bytes of an MP3, OGG (Vorbis or Opus) or WAV file, of which the audio is
/// kept and no tag: what a question's [`crate::question::Sound`] needs, but for its words. The same file
/// has the same name. One that no quiz plays for a day is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UploadedSound {
    /// Names the sound.
    pub media: MediaId,
    /// How long it is, in milliseconds.
    pub ms: u16,
}
