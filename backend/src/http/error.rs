//! What a request gets when it does not get what it asked for.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quizrain_shared::api::{
    InvalidGuests, MAX_SEARCH_CHARS, NoGuestList, Problem, Scope, StaleQuiz, Why,
};
use quizrain_shared::wire::Refusal;

use super::MAX_BODY_BYTES;
use super::actions::TriedInVain;
use crate::error::Error;
use crate::quiz::{LibraryError, UploadError};
use crate::store::{StoreError, away};

/// In how many seconds it is worth while to ask again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

/// In how many seconds a login name may be tried again.
const SIGN_IN_AFTER: HeaderValue = HeaderValue::from_static("60");

/// Not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error("this needs a token in the header Authorization: Bearer")]
    NoToken,
    #[error("this token gives no right to this")]
    WrongToken,
    #[error("there is no such key: it was mistyped, or revoked")]
    UnknownKey,
    #[error("this key has expired")]
    ExpiredKey,
    #[error("this key lacks the scope {0}")]
    MissingScope(Scope),
    #[error("only the host key and owners may do this")]
    OnlyHostKey,
    #[error("this session has ended; sign in again")]
    SessionEnded,
    #[error("your account may not do this; ask an owner")]
    NotYourRole,
    #[error("this is for hosts who have signed in with an account of their own")]
    OnlySignedIn,
    #[error(
        "a page of another server asked for this, and your browser's cookie does not count there"
    )]
    ForeignPage,
    #[error(
        "the header Origin is missing: sessions are for pages of this server. Send the address that you ask, such as \
        Origin: https://quiz.example.org, or show an API key or the host key as Authorization: Bearer instead"
    )]
    NoOrigin,
    #[error("the login name or the password is wrong")]
    WrongPassword,
    #[error("the login name or the code is wrong, or the code was used or is too old")]
    WrongCode,
    #[error("the code of the authenticator app is wrong, or was used; wait for the next one")]
    WrongSecondFactor,
    #[error(
        "this recovery code is wrong, or was used: each counts once. Show another one, or a code of the authenticator app"
    )]
    WrongRecoveryCode,
    #[error("{}", Why::CodesWait(*.0))]
    CodesWait(u64),
    #[error("{}", Why::TooManySignIns)]
    TooManySignIns,
    #[error("this link lets you watch and touch nothing")]
    OnlyWatching,
    #[error("only the host who made the game or took it over may do this")]
    OnlyOwner,
    #[error("only the host who made this quiz, and owners, may take it back from the team")]
    NotMaker,
    #[error("this link was used or is too old; ask for a new one")]
    LinkGone,
    #[error("{}", Why::NotFound)]
    NotFound,
    /// Something that a request names is not there.
    #[error("{0}")]
    Missing(Why),
    #[error("this takes other methods: {0}")]
    WrongMethod(String),
    #[error("{0}")]
    Refused(Refusal),
    #[error(
        "this is shown later: once the rain is on the stage, or once all that was caught in it is settled"
    )]
    NotYet,
    #[error("this is told once the game is over and all that was caught in it is settled")]
    NotOver,
    #[error("{0}")]
    BadBody(String),
    #[error("{0}")]
    NoGuestList(InvalidGuests),
    #[error("{0}")]
    Wrong(Why),
    /// In words that say more.
    #[error("{0}")]
    WrongAs(String, Why),
    #[error("{0}")]
    InTheWay(Why),
    #[error("{}", Why::TooMany)]
    TooMany,
    #[error("{}", Why::Busy)]
    Busy,
    #[error("{}", Why::Incomplete)]
    Incomplete,
    #[error("{}", Why::TooSlow)]
    TooSlow,
    #[error("{}", Why::TooLarge(*.0))]
    TooLarge(usize),
    #[error("{0}")]
    Conflict(String),
    #[error("{}", Why::Stale(*.0))]
    Stale(u64),
    #[error(
        "this server does not answer to this name; --public-url or --allowed-hosts tell it its own"
    )]
    ForeignHost,
    #[error("{}", Why::Internal)]
    Internal,
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> Self {
        Self::of_body(&error, MAX_BODY_BYTES)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Error::from(error).into()
    }
}

impl From<LibraryError> for ApiError {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::NotFound => Self::NotFound,
            LibraryError::Stale(version) => Self::Stale(version),
            LibraryError::InBin => Self::InTheWay(Why::InBin),
            LibraryError::Taken => Self::InTheWay(Why::Taken),
            LibraryError::Teams => Self::InTheWay(Why::Teams),
            LibraryError::NotMaker => Self::NotMaker,
            LibraryError::Busy => Self::Busy,
            LibraryError::Store(error) => error.into(),
            LibraryError::Random(error) => Error::from(error).into(),
            LibraryError::Columns(why) => Self::WrongAs(why.to_string(), Why::Columns),
            LibraryError::NothingChosen => Self::Wrong(Why::NothingChosen),
            LibraryError::TooLarge(problem) => Self::Wrong(Why::Quiz(problem)),
            LibraryError::NoMedia(question) => Self::Wrong(Why::NoMedia(question)),
            LibraryError::NoLook => Self::Wrong(Why::NoLook),
            LibraryError::Tags => Self::Wrong(Why::Tags),
            LibraryError::Search => Self::Wrong(Why::Search(MAX_SEARCH_CHARS)),
            LibraryError::NoQuiz(_)
            | LibraryError::Id
            | LibraryError::Encoding(_)
            | LibraryError::Format
            | LibraryError::Cursor => Self::BadBody(error.to_string()),
        }
    }
}

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Picture(why) => Self::Wrong(why.into()),
            UploadError::Sound(why) => Self::Wrong(why.into()),
            UploadError::Library(error) => error.into(),
        }
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::NotFound,
            Error::NoLook => Self::Missing(Why::NoLook),
            Error::Unfinished(problem) => Self::InTheWay(Why::Unfinished(problem)),
            Error::Refused(Refusal::Unavailable) => Self::Busy,
            Error::Refused(refusal) => Self::Refused(refusal),
            Error::Store(error) if error.is_away() => {
                away::note(&error);
                Self::Internal
            }
            Error::Store(_) | Error::Random(_) => {
                tracing::error!(%error, "failed to carry out a request; answered with 503");
                Self::Internal
            }
        }
    }
}

impl ApiError {
    /// What is sent cannot be taken where a body may have so many bytes.
    pub(super) fn of_body(error: &JsonRejection, most: usize) -> Self {
        match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge(most),
            _ => Self::BadBody(error.body_text()),
        }
    }

    /// The same as data, of what hosts meet.
    fn why(&self) -> Option<Why> {
        Some(match self {
            Self::Wrong(why) | Self::WrongAs(_, why) | Self::InTheWay(why) | Self::Missing(why) => {
                why.clone()
            }
            Self::NotFound => Why::NotFound,
            Self::Refused(refusal) => Why::Refused(refusal.clone()),
            Self::TooManySignIns => Why::TooManySignIns,
            Self::CodesWait(seconds) => Why::CodesWait(*seconds),
            Self::TooMany => Why::TooMany,
            Self::Busy => Why::Busy,
            Self::Incomplete => Why::Incomplete,
            Self::TooSlow => Why::TooSlow,
            Self::TooLarge(bytes) => Why::TooLarge(*bytes),
            Self::Stale(version) => Why::Stale(*version),
            Self::Internal => Why::Internal,
            _ => return None,
        })
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::NoToken | Self::UnknownKey | Self::ExpiredKey | Self::SessionEnded => {
                StatusCode::UNAUTHORIZED
            }
            Self::WrongToken
            | Self::MissingScope(_)
            | Self::OnlyHostKey
            | Self::NotYourRole
            | Self::OnlySignedIn
            | Self::ForeignPage
            | Self::NoOrigin
            | Self::WrongPassword
            | Self::WrongCode
            | Self::WrongSecondFactor
            | Self::WrongRecoveryCode
            | Self::OnlyWatching
            | Self::OnlyOwner
            | Self::NotMaker => StatusCode::FORBIDDEN,
            Self::LinkGone => StatusCode::GONE,
            Self::NotFound | Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::BadBody(_) | Self::NoGuestList(_) | Self::Wrong(_) | Self::WrongAs(..) => {
                StatusCode::BAD_REQUEST
            }
            Self::Refused(_)
            | Self::NotYet
            | Self::NotOver
            | Self::Conflict(_)
            | Self::InTheWay(_)
            | Self::Stale(_) => StatusCode::CONFLICT,
            Self::TooMany | Self::TooManySignIns | Self::CodesWait(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Busy | Self::Incomplete | Self::Internal => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let (error, why) = (self.to_string(), self.why());
        let mut response = match &self {
            Self::Stale(version) => {
                (status, Json(StaleQuiz { error, why, version: *version })).into_response()
            }
            Self::NoGuestList(why) => {
                (status, Json(NoGuestList { error, guests: why.clone() })).into_response()
            }
            _ => (status, Json(Problem { error, why })).into_response(),
        };
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        let is_tried_in_vain = matches!(
            self,
            Self::WrongPassword
                | Self::WrongCode
                | Self::WrongSecondFactor
                | Self::WrongRecoveryCode
        );
        if is_tried_in_vain {
            response.extensions_mut().insert(TriedInVain);
        }
        if let Self::WrongMethod(methods) = &self
            && let Ok(methods) = HeaderValue::from_str(methods)
        {
            response.headers_mut().insert(header::ALLOW, methods);
        }
        if let Self::CodesWait(seconds) = self {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if matches!(self, Self::TooManySignIns) {
            response.headers_mut().insert(header::RETRY_AFTER, SIGN_IN_AFTER);
        }
        if matches!(self, Self::TooMany | Self::Busy | Self::Incomplete | Self::Internal) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
