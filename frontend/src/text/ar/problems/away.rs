//! Arabic: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "لم يصل معها الملف \u{2068}{name}\u{2069}؛ ضع المسابقة وصورها وأصواتها في ملف zip واحد."
        ),
        NoFile::NotInZip(name) => format!("الملف \u{2068}{name}\u{2069} ليس في ملف zip."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("الملف \u{2068}{name}\u{2069} غير موجود."),
        NoFile::NoName(name) => {
            format!("\u{2068}{name}\u{2069}: المتوقع اسم ملف بجوار ملف المسابقة.")
        }
        NoFile::Unreadable(path, why) => {
            format!("تعذّرت قراءة \u{2068}{path}\u{2069}: \u{2068}{why}\u{2069}")
        }
        NoFile::Away(name, why) => format!("\u{2068}{name}\u{2069}: {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("تعذّرت قراءته: \u{2068}{why}\u{2069}"),
        FileAway::Link => "هو رابط يقود إلى خارج المجلد.".to_owned(),
        FileAway::NoFile => "ليس ملفًا يمكن قراءته.".to_owned(),
        FileAway::NameNotUtf8 => "اسم الملف ليس بترميز UTF-8.".to_owned(),
        FileAway::HiddenName => "في اسم الملف أحرف لا تُرى.".to_owned(),
        FileAway::Unread => "تعذّرت قراءة هذا الملف.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("لم تحفظه المكتبة: \u{2068}{why}\u{2069}"),
        FileAway::NotTaken => "لم تتمكن المكتبة من حفظ هذا الملف.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "اسم آخر",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("تعذّرت قراءة مجلد المسابقات \u{2068}{path}\u{2069}: \u{2068}{why}\u{2069}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("عدد ملفات المسابقات في المجلد {n}، يُقرأ منها {read}.")
        }
    }
}
