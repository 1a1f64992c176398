//! Arabic: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => {
            (format!("إجابات السؤال أكثر من {most}."), "8 خيارات أو 20 إجابة مكتوبة على الأكثر")
        }
        BrokenMoodle::NoPicture(why) => {
            (format!("يُستورد السؤال من دون صورته: {}", picture(why)), "PNG أو JPEG أو WebP")
        }
        BrokenMoodle::Fraction(said) => (
            format!("قيمة \u{2068}fraction\u{2069} هي «\u{2068}{said}\u{2069}»."),
            "نسبة مئوية من \u{2068}-100\u{2069} إلى 100",
        ),
        BrokenMoodle::NoTruth => (
            "يجب أن يصح واحد فقط من true وfalse.".to_owned(),
            "\u{2068}fraction\u{2069} بقيمة 100 لأحدهما",
        ),
        BrokenMoodle::Entity(name) => {
            (format!("الكيان \u{2068}&{name};\u{2069} غير معروف."), "الحرف نفسه")
        }
        BrokenMoodle::DocumentType => (
            "في الملف نوع مستند (\u{2068}<!DOCTYPE\u{2069}).".to_owned(),
            "Moodle XML بلا نوع مستند",
        ),
        BrokenMoodle::NotXml(why) => (format!("صياغة XML غير سليمة: \u{2068}{why}\u{2069}"), ""),
        BrokenMoodle::Ends => ("صياغة XML غير سليمة: ينتهي الملف داخل عنصر.".to_owned(), ""),
        BrokenMoodle::NoQuiz => {
            ("لا يوجد \u{2068}<quiz>\u{2069} في الملف.".to_owned(), "Moodle XML")
        }
        BrokenMoodle::Deep(most) => {
            (format!("العناصر متداخلة أكثر من {most} مستوى."), "Moodle XML")
        }
        BrokenMoodle::Begins(name) => (
            format!("يبدأ الملف بالعنصر \u{2068}<{name}>\u{2069}."),
            "\u{2068}<quiz>\u{2069} وفيه أسئلة",
        ),
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "ليست بترميز Base64.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => {
            format!("حجم الصورة {bytes} بايت؛ الحد الأقصى \u{2068}1 MiB\u{2069}.")
        }
        InvalidMedia::UnknownKind => "المتوقع صورة PNG أو JPEG أو WebP.".to_owned(),
        InvalidMedia::Size(width, height) => format!(
            "أبعاد الصورة \u{2068}{width}×{height}\u{2069} بكسل؛ الحد الأقصى لكل ضلع {MAX_PICTURE_SIDE}."
        ),
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
