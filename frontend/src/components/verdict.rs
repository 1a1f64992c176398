//! What an answer was worth, in words and figures: for the answer of a question, and for all of them.

use quizrain_shared::decimal;
use quizrain_shared::score::Grade;

use crate::text::OutcomeWords;

/// What became of an answer, as styles and tests know it.
pub(crate) fn result(answered: bool, grade: Grade) -> &'static str {
    match (answered, grade) {
        (false, _) => "none",
        (true, Grade::Right) => "right",
        (true, Grade::Partly) => "partly",
        (true, Grade::Wrong) => "wrong",
        (true, Grade::Ungraded) => "ungraded",
    }
}

/// The same in words.
pub(crate) fn result_text(result: &str, words: &OutcomeWords) -> &'static str {
    match result {
        "none" => words.no_answer,
        "right" => words.right,
        "partly" => words.partly_right,
        "wrong" => words.wrong,
        _ => words.thanks_answer,
    }
}

/// Points with their sign.
pub(crate) fn signed(points: i32) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    [sign, &points.unsigned_abs().to_string()].concat()
}

/// Milliseconds as seconds.
pub(crate) fn seconds(ms: u32) -> String {
    decimal::format(i64::from(ms), 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_their_sign_and_times_their_milliseconds() {
        assert_eq!([750, 0, -250].map(signed), ["+750", "+0", "−250"]);
        assert_eq!([3214, 40, 0].map(seconds), ["3.214", "0.040", "0.000"]);
    }
}
