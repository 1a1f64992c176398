//! English: mostly what the server says.

use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: ToString::to_string,
    said: |_| None,
    folder: |_| None,
    to_mend: |n| if n == 1 { "1 thing to mend".to_owned() } else { format!("{n} things to mend") },
    no_place: |n| {
        if n == 1 { "1 thing left out".to_owned() } else { format!("{n} things left out") }
    },
    no_place_why: "Quizrain has no place for these. There is nothing to mend in the file.",
};
