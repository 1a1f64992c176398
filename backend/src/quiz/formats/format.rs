//! The formats that there are, and their names.

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own, in TOML.
    QuizrainToml,
    /// Moodle's XML.
    MoodleXml,
    /// Moodle's GIFT: answers in braces.
    Gift,
    /// `#Q` questions with `^` answers.
    OpenTriviaQa,
    /// Our own, in YAML.
    QuizrainYaml,
    /// Our own, in JSON.
    QuizrainJson,
    /// Our own, with its pictures and sounds in a zip file.
    QuizrainZip,
    /// Our own, in a table of text.
    QuizrainCsv,
    /// Kahoot's table.
    Kahoot,
    /// The table of Quizizz, now Wayground.
    Quizizz,
    /// Blooket's table.
    Blooket,
    /// Gimkit's table.
    Gimkit,
    /// A table of text whose header says what stands where.
    Csv,
    /// Such a table in a workbook.
    Xlsx,
    /// What Open Trivia DB sends.
    OpenTriviaDb,
    /// What the-trivia-api sends.
    TheTriviaApi,
    /// What Rahoot keeps.
    Rahoot,
    /// A list of questions in JSON.
    Json,
    /// What Fuiz exports.
    Fuiz,
    /// `ANSWER: A` after choices with letters.
    Aiken,
}

impl Format {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QuizrainToml => "quizrain-toml",
            Self::MoodleXml => "moodle-xml",
            Self::Gift => "gift",
            Self::OpenTriviaQa => "open-trivia-qa",
            Self::QuizrainYaml => "quizrain-yaml",
            Self::QuizrainJson => "quizrain-json",
            Self::QuizrainZip => "quizrain-zip",
            Self::QuizrainCsv => "quizrain-csv",
            Self::Kahoot => "kahoot",
            Self::Quizizz => "quizizz",
            Self::Blooket => "blooket",
            Self::Gimkit => "gimkit",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::OpenTriviaDb => "open-trivia-db",
            Self::TheTriviaApi => "the-trivia-api",
            Self::Rahoot => "rahoot",
            Self::Json => "json",
            Self::Fuiz => "fuiz",
            Self::Aiken => "aiken",
        }
    }
}
