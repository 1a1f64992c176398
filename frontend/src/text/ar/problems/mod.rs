//! Arabic.

mod away;
mod files;
mod lines;
mod lists;
mod lost;
mod moodle;
mod own;
mod tables;

use quizrain_shared::api::{FilePlace, Places, ProblemKind, column_letters};

use super::{TO_FIX, editor, many};
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "الملف كله".to_owned(),
        FilePlace::Line(line) => format!("السطر {line}"),
        FilePlace::Entry(entry) => format!("السؤال {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("الورقة \u{2068}{name}\u{2069}، "));
            let column = column.map(|column| format!("، العمود {}", column_letters(column)));
            format!("{}الصف {row}{}", sheet.unwrap_or_default(), column.unwrap_or_default())
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| many(n as u64, TO_FIX),
    no_place: |n| format!("ما لا مكان له ({n})"),
    no_place_why: "لا مكان لهذه في Quizrain. لا شيء يحتاج إلى تصحيح في الملف.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => ("السؤال بلا إجابة صحيحة.".to_owned(), "تحديد الإجابة الصحيحة"),
        ProblemKind::NoSuchChoice(said) => (
            format!("الإجابة الصحيحة «\u{2068}{said}\u{2069}» ليست من خيارات هذا السؤال."),
            "حرف الخيار أو رقمه أو نصه",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("الإجابة الصحيحة هي «\u{2068}{said}\u{2069}»."), "true أو false")
        }
        ProblemKind::NotANumber(said) => {
            (format!("«\u{2068}{said}\u{2069}» ليس عددًا."), "عدد واحد مع هامش إن لزم، أو مجال واحد")
        }
        ProblemKind::SeveralNumbers => {
            ("حُدد أكثر من عدد كإجابة صحيحة.".to_owned(), "عدد واحد مع هامش إن لزم، أو مجال واحد")
        }
        ProblemKind::SamePair(one, other, said) => (
            format!("للزوجين {one} و{other} الطرف الثاني نفسه: «\u{2068}{said}\u{2069}»."),
            "طرف ثانٍ مختلف لكل زوج",
        ),
        ProblemKind::Time(said, taken) => {
            (format!("الوقت «\u{2068}{said}\u{2069}»؛ استُخدم {taken} ثانية."), "من 5 إلى 240 ثانية")
        }
        ProblemKind::Points(said, taken) => {
            (format!("النقاط «\u{2068}{said}\u{2069}»؛ استُخدم {taken}."), "من 0 إلى 10000")
        }
        ProblemKind::LongExplanation(chars) => {
            (format!("عدد أحرف الشرح {chars}؛ لم يُستورد."), "500 حرف على الأكثر")
        }
        ProblemKind::UnknownKind(word) => {
            (format!("نوع سؤال غير معروف: \u{2068}{word}\u{2069}."), "أحد الأنواع في قالب الجدول")
        }
        ProblemKind::CellMistake(mistake) => {
            (format!("في الخلية الخطأ \u{2068}{mistake}\u{2069}؛ عُدّت فارغة."), "قيمة")
        }
        ProblemKind::CellDate(taken) => {
            (format!("في الخلية تاريخ أو وقت؛ استُخدم «\u{2068}{taken}\u{2069}»."), "نص")
        }
        ProblemKind::EmptyFile => ("الملف فارغ.".to_owned(), ""),
        ProblemKind::NoQuestion => ("لا أسئلة في الملف.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "ليس ملف مسابقة يمكن قراءته.".to_owned(),
            "مسابقة من Quizrain، أو جدول (CSV أو Kahoot وغيرهما)، أو JSON، أو Moodle (XML أو GIFT)، أو OpenTriviaQA، أو Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "ليس واضحًا أي الأعمدة للأسئلة وللخيارات وللإجابة الصحيحة.".to_owned(),
            "صف عناوين مثل \u{2068}Question, Option A, Option B, Answer\u{2069}، أو تعيين الأعمدة أدناه",
        ),
        ProblemKind::Encoding(name) => {
            (format!("فيه بايتات ليست بترميز \u{2068}{name}\u{2069}."), "الترميز الذي حُفظ به الملف")
        }
        ProblemKind::TooManyQuestions => ("الأسئلة أكثر مما تتسع له مسابقة.".to_owned(), ""),
        ProblemKind::Essay => ("سؤال مقالي لا صواب فيه ولا خطأ؛ لا يُستورد.".to_owned(), ""),
        ProblemKind::Unsupported(kind) => {
            (format!("سؤال من نوع «\u{2068}{kind}\u{2069}»، وهو غير موجود في Quizrain."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("نص بلا إجابات: «\u{2068}{said}\u{2069}»."),
            "إجابات بين قوسين معقوفين قبل سطر فارغ، مثل \u{2068}{=right ~wrong}\u{2069}",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("ما بين القوسين المعقوفين «\u{2068}{said}\u{2069}» ليس إجابة."),
            "\u{2068}{=right ~wrong}\u{2069} أو \u{2068}{=accepted}\u{2069} أو \u{2068}{TRUE}\u{2069} أو \u{2068}{#42:1}\u{2069} أو \u{2068}{=left -> right =other -> its right}\u{2069}",
        ),
        ProblemKind::Brace(brace) => {
            let (said, expected) = lines::brace(*brace);
            (said.to_owned(), expected)
        }
        ProblemKind::List(why) => lists::list(why),
        ProblemKind::Moodle(why) => moodle::moodle(why),
        ProblemKind::Quiz(why) => own::quiz(why),
        ProblemKind::Part(part, why) => (own::part(*part, why), ""),
        ProblemKind::There(why) => (own::there(why), ""),
        ProblemKind::Away(why) => away::file(why),
        ProblemKind::Aiken(why) => lines::aiken(why),
        ProblemKind::Trivia(why) => lines::trivia(why),
        ProblemKind::Control(c) => (own::control(*c), ""),
        ProblemKind::NoArrow => (
            "في أسئلة المطابقة إجابة بلا \u{2068}->\u{2069}.".to_owned(),
            "\u{2068}=left -> right\u{2069}",
        ),
        ProblemKind::NotFetched(link) => (
            format!("لم يُجلب \u{2068}{link}\u{2069}؛ يُستورد السؤال من دونه."),
            "مسابقة مع صورها في ملف zip",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what} (العدد {times}، الأسطر: {list})."),
                Places::Questions(_) => format!("{what} (العدد {times}، الأسئلة: {list})."),
            };
            (said, "")
        }
    }
}
