//! Arabic: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "ملف Office قديم (\u{2068}.xls\u{2069} أو \u{2068}.doc\u{2069})، احفظه بصيغة \u{2068}.xlsx\u{2069} أو CSV"
        }
        Stranger::Pdf => "ملف PDF",
        Stranger::Picture => "صورة",
        Stranger::Sound => "صوت",
        Stranger::Gzip => "ملف gzip مضغوط، فكّ ضغطه أولًا",
    };
    format!("ليس ملف مسابقة، بل {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("حجم الملف {bytes} بايت؛ الحد الأقصى {} MiB.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("البايت {place} من السطر (\u{2068}0x{byte:02x}\u{2069}) ليس بترميز UTF-8."),
            "UTF-8، أو تحديد ترميز الملف مثل \u{2068}windows-1256\u{2069}",
        ),
        BrokenFile::ManyProblems(n) => (format!("عدد المشكلات أكثر من {n}؛ لا يُعرض ما بعد ذلك."), ""),
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("تعذّرت قراءة ملف zip: \u{2068}{why}\u{2069}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("عدد الملفات في ملف zip أكثر من {most}."), "مسابقة مع صورها")
        }
        BrokenZip::Files(n, most) => {
            (format!("عدد الملفات في ملف zip هو {n}؛ الحد الأقصى {most}."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("تعذّر فك ضغط الملف {n} في ملف zip: \u{2068}{why}\u{2069}"), "")
        }
        BrokenZip::Unpacked(mib) => (format!("حجم ملف zip بعد فك الضغط أكثر من {mib} MiB."), ""),
        BrokenZip::Path(path) => {
            (format!("في ملف zip المسار \u{2068}{path}\u{2069}."), "أسماء لا تقود إلى خارج ملف zip")
        }
        BrokenZip::NoQuiz => (
            "لا مسابقة في ملف zip.".to_owned(),
            "ملف مسابقة مثل \u{2068}quiz.toml\u{2069} مع صورها وأصواتها، أو مصنف \u{2068}.xlsx\u{2069}",
        ),
        BrokenZip::Quizzes(n) => {
            (format!("عدد ملفات المسابقات في ملف zip هو {n}."), "ملف مسابقة واحد")
        }
        BrokenZip::Workbook(why) => (format!("تعذّرت قراءة المصنف: \u{2068}{why}\u{2069}"), ""),
        BrokenZip::WorkbookNumbers => {
            ("تعذّرت قراءة المصنف: فيه أرقام لا تكون في مصنف.".to_owned(), "")
        }
        BrokenZip::WorkbookTexts => {
            ("تعذّرت قراءة المصنف: \u{2068}xl/sharedStrings.xml\u{2069} تالف.".to_owned(), "")
        }
        BrokenZip::WorkbookParts(n, most) => {
            (format!("عدد أجزاء المصنف {n}؛ الحد الأقصى {most}."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("حجم أوراق المصنف بعد فك الضغط أكثر من {mib} MiB."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("حجم نصوص المصنف بعد فك الضغط أكثر من {mib} MiB."), "")
        }
        BrokenZip::Sheets(n, most) => (format!("عدد أوراق المصنف {n}؛ الحد الأقصى {most}."), ""),
    }
}
