//! Words for kinds of questions.

use quizrain_shared::api::ProblemKind;

/// What a row asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It does not say.
    Any,
    /// Choices; how many are right says whether one may be picked or several.
    Choices,
    Single,
    Multiple,
    TrueFalse,
    Typed,
    OpenText,
    Poll,
    Order,
    Cloud,
    Scale,
    Slide,
}

impl Asked {
    pub(super) const KNOWN: &'static str =
        "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll, or none";

    /// What a word asks for, as headers are read.
    pub(super) fn of(word: &str) -> Result<Self, fn(String) -> ProblemKind> {
        Ok(match word {
            "" => Self::Any,
            "multiplechoice" | "choice" | "mcq" | "mc" | "quiz" | "singleormultiple" => {
                Self::Choices
            }
            "single" | "singlechoice" | "singleselect" | "singleanswer" => Self::Single,
            "multiple" | "checkbox" | "checkboxes" | "multipleselect" | "multiselect"
            | "multipleanswer" | "multipleanswers" | "multipleresponse" => Self::Multiple,
            "truefalse" | "trueorfalse" | "boolean" | "tf" => Self::TrueFalse,
            "typed" | "fillintheblank" | "fillintheblanks" | "fillin" | "shortanswer"
            | "typeanswer" | "textanswer" => Self::Typed,
            "opentext" | "openended" | "open" | "essay" => Self::OpenText,
            "poll" | "survey" => Self::Poll,
            "order" | "ordering" | "reorder" | "puzzle" => Self::Order,
            "wordcloud" => Self::Cloud,
            "scale" => Self::Scale,
            "slide" => Self::Slide,
            "draw" | "drawing" => return Err(ProblemKind::Unsupported),
            _ => return Err(ProblemKind::UnknownKind),
        })
    }
}
