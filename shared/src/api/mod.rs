//! Every JSON type of the API under `/api`, for the server, the page, bots and tests. The tests of the
//! protocol alone read plain JSON: they hold these types against docs/PROTOCOL.md.
//!
//! Times are milliseconds since 1970, amounts whole minor units as text.

mod actions;
mod balance;
mod crew;
mod devices;
mod erasures;
mod files;
mod flags;
mod games;
mod guests;
mod hosts;
mod identity;
mod imports;
mod info;
mod keys;
mod library;
mod own_data;
mod privacy;
mod problems;
mod receipt;
mod results;
mod statement;
mod uploads;
mod webhook;
mod why;
mod words;

use serde::{Deserialize, Serialize};

pub use actions::{Action, ActionPage, ActorKind, ListActions, MAX_ACTIONS};
pub use balance::{Balance, OwnPacket, Sum};
pub use crew::{
    CrewLink, CrewMember, CrewRight, EndCrew, EnterDesk, JoinCrew, JoinedCrew, LINK_MS, MAX_CREW,
    NewLink,
};
pub use devices::{
    DEVICE_CODE_MS, DeviceLink, DeviceRefusal, NotShared, OwnDevices, ShareAccount, UseAccount,
};
pub use erasures::{Erase, ErasedPerson, NotErased};
pub use files::{MAX_LISTED_FILES, MAX_LISTED_PROBLEMS, QuizFile, QuizFiles};
pub use flags::{
    FlagReason, FlaggedPlayer, Flags, HUMAN_MS, MAX_FLAGGED, SEATED_TOGETHER_SECONDS, TOGETHER_MS,
};
pub use games::{
    Booth, CreateGame, FindPlayers, GameNow, GameStatus, GameSummary, HostRight, HostedQuestion,
    InvalidGame, ListGames, NotDone, RainProposal, SetBooth,
};
pub use guests::{
    Card, DeleteGuestList, Deleted, FindGuests, FreeInvite, Freed, Guest, GuestList,
    GuestListSummary, InvalidGuests, MAX_CARDS, MAX_GUEST_LISTS, MAX_GUEST_NAME_CHARS,
    MAX_GUEST_PAGE, MAX_GUESTS, MAX_GUESTS_BYTES, NewGuestList, NoGuestList,
};
pub use hosts::{
    AddSecondFactor, ChangeHost, ChangePassword, ConnectProvider, EndProvider, EndSecondFactor,
    HOST_CODE_MS, HostAccount, HostCode, HostReturned, HostRole, HostSession, InvalidHost,
    MAX_HOST_NAME_CHARS, MAX_HOST_SESSIONS, MAX_HOSTS, MAX_LOGIN_CHARS, MAX_PASSWORD_CHARS,
    MIN_LOGIN_CHARS, MIN_PASSWORD_CHARS, NeedsSecondFactor, NewCodes, NewHost, NewSecondFactor,
    OpenSession, RECOVERY_CODES, RecoverHost, RecoveryCodes, SignedInHost, StartHostSignIn,
    check_password, checked_login,
};
pub use identity::{
    FinishSignIn, MAX_BROWSERS, MAX_JWT_BYTES, MAX_JWT_SECONDS, MAX_SUBJECT_CHARS, NotSignedIn,
    SignIn, SignInRefusal, SignInStarted, SignOut, SignedIn, SignedOut, StartSignIn,
};
pub use imports::{
    ExportFormat, ExportQuiz, ExportReport, ImportFile, ImportNeed, ImportProblem, ImportReport,
    InvalidPositions, MAX_IMPORT_BYTES, Positions,
};
pub use info::{Info, Limits};
pub use keys::{InvalidKey, KeySummary, MAX_KEY_NAME_CHARS, MAX_KEYS, MadeKey, NewKey, Scope};
pub use library::{
    BIN_MS, FoundQuestion, LARGE_WIDTH, ListQuestions, ListQuizzes, MAX_COPIES, MAX_PAGE_LIMIT,
    MAX_QUIZ_BYTES, MAX_SEARCH_CHARS, MAX_TAG_CHARS, MAX_TAGS, MAX_UPLOAD_BYTES, NewQuiz,
    PAGE_LIMIT, QuestionPage, QuizCopy, QuizDocument, QuizPage, QuizSort, QuizSummary, QuizVersion,
    SMALL_WIDTH, SaveQuiz, SavedQuiz, ShareQuiz, Shelf, StaleQuiz, TagCount, UploadedPicture,
    UploadedSound,
};
pub use own_data::{OwnBrowser, OwnData, OwnField, OwnPayout};
pub use privacy::Privacy;
pub use problems::{
    AnswerKey, BrokenAiken, BrokenFile, BrokenList, BrokenMoodle, BrokenPart, BrokenQuiz,
    BrokenTable, BrokenTrivia, BrokenZip, FileAway, FilePlace, FolderAway, InvalidPlace, Lost,
    NoFile, NoPicture, NotWritten, Places, ProblemKind, QuizPart, Stranger, StrayBrace,
    TriviaRefusal, ValueKind, column_letters,
};
pub use receipt::{Correction, GameReceipt, OwnRound, OwnTeam, ReceiptQuestion};
pub use results::{
    GameResults, ListPastGames, ListResultPackets, ListResultPlayers, MAX_PAST_GAMES,
    MAX_RESULT_PACKETS, MAX_RESULT_PLAYERS, PacketResult, PastGame, PastGames, PlayerAnswers,
    PlayerIdentity, PlayerResult, PodiumPlace, PublicResults, QuestionResult, ResultFile,
    ResultPackets, ResultPlayers, ResultSummary, ResultTable, ResultsLink, ShareResults,
    SharedResults, TeamResult,
};
pub use statement::{
    DeadLetter, DeadLetterState, HeldPayout, HoldChanged, Part, PayoutState, Payouts,
    REFUSED_BY_HOST, RainState, RainStatement, Redrive, Redriven, Statement,
};
pub use uploads::{
    InvalidMedia, InvalidPicture, InvalidSound, MAX_PICTURE_BYTES, MAX_PICTURE_SIDE,
    MAX_SOUND_BYTES, MAX_UPLOADED_SIDE, UnusualSound,
};
pub use webhook::{GameEvent, RainSettled, Webhook};
pub use why::Why;
pub use words::UnknownWord;

/// Why a request brought nothing, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The words.
    pub error: String,
    /// The same as data, of what hosts meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}
