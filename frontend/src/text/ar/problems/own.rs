//! Arabic: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("ليس TOML: \u{2068}{why}\u{2069}"), ""),
        BrokenQuiz::Yaml(why) => (format!("ليس YAML: \u{2068}{why}\u{2069}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("المستند كله {}.", lists::kind(*what)), "مسابقة لها عنوان وأسئلة")
        }
        BrokenQuiz::Document(why) => (format!("ليست مسابقة: \u{2068}{why}\u{2069}"), ""),
        BrokenQuiz::Signs(n, most) => {
            (format!("عدد الأقواس والفواصل وعلامات المساواة في الملف {n}؛ الحد الأقصى {most}."), "")
        }
        BrokenQuiz::Tables(n, most) => {
            (format!("عدد الجداول في الملف {n}؛ الحد الأقصى {most}."), "")
        }
        BrokenQuiz::NoQuestion => {
            ("لا أسئلة فيه.".to_owned(), "أجزاء تبدأ بالسطر \u{2068}[[question]]\u{2069}")
        }
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}: {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Quiz => "المسابقة".to_owned(),
        QuizPart::Title => "العنوان".to_owned(),
        QuizPart::Language => "اللغة".to_owned(),
        QuizPart::Description => "الوصف".to_owned(),
        QuizPart::Scoring => "احتساب النقاط".to_owned(),
        QuizPart::Questions => "الأسئلة".to_owned(),
        QuizPart::Question(n) => format!("السؤال {n}"),
        QuizPart::Explanation(n) => format!("شرح السؤال {n}"),
        QuizPart::Alt(n) => format!("وصف صورة السؤال {n}"),
        QuizPart::SoundWords(n) => format!("كلمات صوت السؤال {n}"),
        QuizPart::Rains => "الأمطار".to_owned(),
        QuizPart::Rain(n) => format!("المطر {n}"),
        QuizPart::Theme => "المظهر".to_owned(),
    }
}

pub(super) fn control(c: char) -> String {
    format!("في النص حرف التحكم \u{2068}U+{:04X}\u{2069}؛ احذفه.", u32::from(c))
}

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Keys(why) => format!("تعذّرت القراءة: \u{2068}{why}\u{2069}"),
        BrokenPart::Number { key, found, least, most } => format!(
            "قيمة \u{2068}{key}\u{2069} هي \u{2068}{found}\u{2069}؛ المتوقع من {least} إلى {most}."
        ),
        BrokenPart::LongText(n, most) => format!("عدد الأحرف {n}؛ الحد الأقصى {most}."),
        BrokenPart::Lines => "المتوقع سطر واحد.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "ليس للمسابقة عنوان.".to_owned(),
        BrokenPart::Language => "المتوقع رمز لغة مثل ar أو \u{2068}zh-Hans\u{2069}.".to_owned(),
        BrokenPart::NoQuestion => {
            "لا أسئلة؛ المتوقع أجزاء تبدأ بالسطر \u{2068}[[question]]\u{2069}.".to_owned()
        }
        BrokenPart::Brackets => "المتوقع \u{2068}[[question]]\u{2069} بقوسين مزدوجين.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("عدد الأسئلة {n}؛ الحد الأقصى {MAX_QUESTIONS}."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => {
            "المتوقع \u{2068}correct = true\u{2069} أو \u{2068}correct = false\u{2069}.".to_owned()
        }
        BrokenPart::TruthWithChoices => "لا \u{2068}choices\u{2069} في سؤال صح أم خطأ.".to_owned(),
        BrokenPart::NoPositions => {
            "لا يكون \u{2068}correct\u{2069} بقيمة true أو false إلا في \u{2068}true_false\u{2069}؛ المتوقع هنا أرقام مثل \u{2068}[2]\u{2069}.".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => {
            format!("لا يوجد الخيار \u{2068}{said}\u{2069}؛ المتوقع من 1 إلى {n}.")
        }
        BrokenPart::ChoiceTwice(said) => format!("ورد الخيار \u{2068}{said}\u{2069} مرتين."),
        BrokenPart::Decimal(key, why) => format!("\u{2068}{key}\u{2069}: {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => {
            format!("الصورة \u{2068}{file}\u{2069}: {}", moodle::media(why))
        }
        BrokenPart::Sound(file, why) => {
            format!("الصوت \u{2068}{file}\u{2069}: {}", why::sound(why))
        }
        BrokenPart::ManyRains(n) => format!("عدد الأمطار {n}؛ الحد الأقصى {MAX_PLANNED_RAINS}."),
        BrokenPart::EmptyTitle => format!(
            "الحقل \u{2068}title\u{2069} فارغ؛ المتوقع من 1 إلى {MAX_RAIN_TITLE_CHARS} حرفًا."
        ),
        BrokenPart::Missing(key) => format!("ينقص الحقل \u{2068}{key}\u{2069}."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("\u{2068}{key}\u{2069}: {said}")
        }
        BrokenPart::StrayPrizes => {
            "لا يُكتب \u{2068}prizes\u{2069} إلا مع \u{2068}split = \"prizes\"\u{2069}.".to_owned()
        }
        BrokenPart::BesidePrizes => {
            "يحدد \u{2068}prizes\u{2069} المبلغ والمراكز؛ لا يُكتب هذا معه.".to_owned()
        }
        BrokenPart::MinScore => "المتوقع أن يكون \u{2068}min_score\u{2069} 0 أو أكثر.".to_owned(),
        BrokenPart::SeveralRules => "اكتب واحدًا فقط من \u{2068}everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team, starters\u{2069}.".to_owned(),
        BrokenPart::Colour(key) => format!("\u{2068}{key}\u{2069}: المطلوب لون مثل \u{2068}#c01f2e\u{2069}."),
        BrokenPart::Colours(InvalidColours::Main) => {
            "يصعب تمييز اللون الرئيسي في الصفحات الفاتحة أو الداكنة.".to_owned()
        }
        BrokenPart::Colours(InvalidColours::Ink) => {
            "تصعب قراءة النص على اللون الرئيسي.".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "المتوقع عدد مثل 12.5.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("الحد الأقصى للمنازل العشرية: {places}.")
        }
        InvalidDecimal::TooLarge => "العدد كبير جدًا.".to_owned(),
    }
}
