//! English.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "Quiz editor",
    saved: "Saved",
    unsaved: "Saving…",
    offline: "Not connected. What you write is kept in this browser and saved as soon as the server is back.",
    conflict: "This quiz was changed in another window at the same place. Nothing is lost: choose which one stays. The other one is kept among the older versions.",
    keep_mine: "Keep what I wrote",
    take_theirs: "Take the other one",
    restored: "What you wrote here last time had not reached the server; it is back.",
    in_bin: "This quiz is in the bin. Restore it in the library to write on it.",
    from_file: |file| {
        format!(
            "This quiz comes from the file \u{2068}{file}\u{2069} in the server’s quiz folder. When that file is saved again, it replaces what you write here, which is then kept among the older versions."
        )
    },
    no_such_quiz: "There is no such quiz",
    to_library: "Library",
    play: "Start a game",
    settings: "About the quiz",
    quiz_title: "Title",
    description: "One line about it",
    language: "Language",
    curve: "How time counts",
    curve_speed: "Speed counts: down to half of the points",
    curve_linear: "Speed counts: down to nothing",
    curve_accuracy: "Speed does not count",
    wrong_percent: "A wrong answer costs, in percent of the points",
    streak_bonus: "A bonus for right answers in a row",
    questions: "Questions",
    no_question: "No question yet. Add the first one.",
    add: "Add a question",
    bank: "From other quizzes…",
    bank_search: "Search all questions",
    bank_none: "No question has these words.",
    bank_take: "Add",
    close: "Close",
    up: "Move up",
    down: "Move down",
    duplicate: "Duplicate",
    delete: "Delete",
    undo: "Undo",
    redo: "Redo",
    list_keys: "Drag to reorder. Keys: Alt with arrows moves, Delete deletes, Ctrl+Z takes it back.",
    no_rain: "No rain is planned. You can let one fall at any time.",
    add_rain: "Plan a rain",
    rain_title: "What you call it; may be empty",
    rain_after: "After which question; empty: at the end",
    no_such_question: "There is no such question.",
    rain_done: "Done",
    kind: "Kind",
    text: "Question",
    picture: "Picture",
    add_picture: "Choose a picture…",
    picture_how: "or drop or paste one here",
    uploading: "Uploading…",
    remove_picture: "Remove the picture",
    alt: "What it shows, in words",
    alt_why: "For those who do not see it. Do not give the answer away.",
    sound: "Sound",
    add_sound: "Choose a sound…",
    sound_how: "or drop or paste one here: MP3, OGG or WAV, 30 seconds and 2 MiB at most",
    remove_sound: "Remove the sound",
    sound_words: "What is heard, in words",
    sound_words_why: "Players can open these words on their phones. Do not give the answer away.",
    sound_wordless: "Whoever does not hear the sound cannot play this question: say in words what is heard.",
    time: "Time and points",
    seconds: "Seconds to answer (0: no limit)",
    read_seconds: "Seconds to read first",
    points: "Points",
    explanation: "Shown with the answer",
    choices: "Choices",
    right_marks: "Mark what is right.",
    add_choice: "Add a choice",
    shuffled: "Each player sees the choices in another order",
    several: "Players may pick several",
    statement: "The statement is",
    accepted: "Accepted answers, one on each line",
    accepted_why: "Case, accents, width and spaces do not count. The first one is shown.",
    right_number: "The right number",
    tolerance: "As right: this far off",
    credit_within: "Less and less until this far off (0: none)",
    smallest: "Smallest",
    largest: "Largest",
    step: "Step of the slider",
    decimals: "Decimals",
    unit: "Unit",
    not_a_number: "This is no number with so many decimals.",
    items: "Items, in their right order",
    pairs: "What belongs together",
    add_item: "Add an item",
    region: "Where it is right",
    region_how: "Draw on the picture, or type where it is, in percent.",
    region_needs: "Add a picture first.",
    from_left: "From the left, %",
    from_top: "From the top, %",
    width: "Width, %",
    height: "Height, %",
    round: "Round",
    scale_from: "From",
    scale_to: "To",
    scale_from_label: "What the first one means",
    scale_to_label: "What the last one means",
    words: "Words for each player",
    nothing_right: "Nothing is right or wrong here; nobody gets points.",
    slide_why: "A slide is shown and not answered.",
    preview: "Preview",
    on_screen: "Big screen",
    on_phone: "Phone",
    ready: "Ready to play",
    choice: |n| format!("Choice {n}"),
    right: |n| format!("Choice {n} is right"),
    item: |n| format!("Item {n}"),
    left: |n| format!("Left {n}"),
    belongs: |n| format!("Belongs to left {n}"),
    remove: |n| format!("Remove number {n}"),
    move_up: |n| format!("Move number {n} up"),
    to_fix: |n| if n == 1 { "1 thing to fix".to_owned() } else { format!("{n} things to fix") },
    question: |n| format!("Question {n}"),
    kinds: |kind| match kind {
        Kind::Single => "Single choice",
        Kind::Multiple => "Multiple choice",
        Kind::TrueFalse => "True or false",
        Kind::Typed => "Typed answer",
        Kind::Number => "Number",
        Kind::Order => "Put in order",
        Kind::Matching => "Match pairs",
        Kind::Hotspot => "Pin on a picture",
        Kind::Poll => "Poll",
        Kind::Scale => "Scale",
        Kind::Cloud => "Word cloud",
        Kind::OpenText => "Open answer",
        Kind::Slide => "Slide",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "The quiz has no title.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "The title is too long.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("Title or description has the hidden character U+{:04X}.", u32::from(*c))
        }
        InvalidQuiz::Language => "The language is none that is known.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "The line about it is too long.".to_owned(),
        InvalidQuiz::Scoring(_) => "A wrong answer costs 0 to 100 percent.".to_owned(),
        InvalidQuiz::NoQuestion => "The quiz has no question.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "The quiz has too many questions.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "The quiz plans too many rains.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "A planned rain cannot fall like this.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "The main colour of its look cannot be read. Choose another one.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "The question has no text.".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("The question has {n} characters; 500 at most."),
        InvalidQuestion::Seconds(_) => "5 to 240 seconds to answer, or 0 for no limit.".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "30 seconds to read at most.".to_owned(),
        InvalidQuestion::Points(_) => "10,000 points at most.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "2 to 8 choices.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => format!("Number {n} has no text."),
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("Number {n} has more than 200 characters.")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("Numbers {a} and {b} are the same.")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "Nothing is marked as right.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => {
            "Only one choice can be right here.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "1 to 20 accepted answers.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("Accepted answer {n} cannot be typed: 1 to 60 visible characters.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("Accepted answers {a} and {b} are the same.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "A scale begins at 0 or 1 and ends at 2 to 10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "The words for an end of the scale are too long.".to_owned()
        }
        InvalidQuestion::Words(_) => "1 to 5 words for each player.".to_owned(),
        InvalidQuestion::Pairs(..) => "Each item on the left needs one on the right.".to_owned(),
        InvalidQuestion::Region => "Where it is right must lie on the picture.".to_owned(),
        InvalidQuestion::NoPicture => "This kind needs a picture.".to_owned(),
        InvalidQuestion::Alt(_) => "The picture needs words, 200 characters at most.".to_owned(),
        InvalidQuestion::SoundWords(n) => {
            format!("The words for the sound have {n} characters; 500 at most.")
        }
        InvalidQuestion::PointsForNothing => "Nothing is right or wrong here: 0 points.".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("What is shown with the answer has {n} characters; 500 at most.")
        }
        InvalidQuestion::Hidden(c) => {
            format!("A text has the hidden character U+{:04X}; write it anew.", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "There is too much text in it.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "6 decimals at most.",
        InvalidNumber::Ends => "The smallest number must be below the largest.",
        InvalidNumber::Step => "The step must be above 0, and within the numbers.",
        InvalidNumber::Key => "The right number is not between the smallest and the largest.",
        InvalidNumber::Tolerance => {
            "How far off is right must be 0 or more, and within the numbers."
        }
        InvalidNumber::UnitTooLong(_) => "The unit is too long.",
    };
    told.to_owned()
}
