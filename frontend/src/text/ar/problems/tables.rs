//! Arabic: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("لم تُقرأ الورقة \u{2068}{name}\u{2069}: معاني أعمدتها غير معروفة."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("العمود {column}: إجاباته ليست من خيارات صفوفها."),
            "أحرف الخيارات أو أرقامها أو أسماء أعمدتها أو نصوصها، واحدة أو أكثر",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("العمود {column}: قد تكون إجاباته {}.", ways.join(" أو "));
            (said, "الإجابات في كل الصفوف كأحرف أو كنصوص الخيارات")
        }
        BrokenTable::ManyProblems(n, columns) => {
            (format!("المشكلات أكثر من {n} بهذه الأعمدة: \u{2068}{columns}\u{2069}"), "جدول أسئلة")
        }
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("نصوص الخلايا أكثر من {mib} MiB."), ""),
        BrokenTable::Cells(most) => (format!("الخلايا كثيرة جدًا؛ الحد الأقصى {most}."), ""),
        BrokenTable::CellOrder => ("خلايا هذا الصف ليست بترتيبها.".to_owned(), ""),
        BrokenTable::RowOrder => ("الصفوف ليست بترتيبها.".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("تعذّرت قراءة الجدول: \u{2068}{why}\u{2069}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "أرقامًا تبدأ من 1",
        AnswerKey::Index => "أرقامًا تبدأ من 0",
        AnswerKey::Letter => "أحرفًا",
        AnswerKey::Name => "أسماء أعمدة",
        AnswerKey::Text => "نصوص الخيارات",
    }
}
