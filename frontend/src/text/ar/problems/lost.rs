//! Arabic: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "يحتاج الدبوس على الصورة إلى صورته، والصور في ملف zip فقط.".to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("لا مكان في صف الجدول لأسئلة من نوع «{}».", name(kind))
        }
        NotWritten::Kind(kind) => format!("لا يمكن كتابة سؤال من نوع «{}».", name(kind)),
        NotWritten::Signs => "في نصوصه علامات قد تُقرأ خطأً؛ لم يُكتب.".to_owned(),
        NotWritten::NothingRight => {
            "لا مكان في هذا الجدول إلا للأسئلة ذات الخيارات الصحيحة.".to_owned()
        }
        NotWritten::ManyChoices => "خياراته أكثر من أربعة، ولا يتسع هذا الجدول إلا لأربعة.".to_owned(),
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Feedback => "لا تُستورد التعليقات على الإجابات",
        Lost::Weights => {
            "لا تُستورد الأوزان: الإجابة الأعلى وزنًا هي الصحيحة؛ وإن تعددت الخيارات الصحيحة فلكل منها النصيب نفسه، ويُخصم مثله عن كل خطأ"
        }
        Lost::SeveralRight => {
            "حُددت عدة إجابات صحيحة حيث يُختار واحد؛ يُطرح كاختيار متعدد، وبعضها يمنح بعض النقاط"
        }
        Lost::Wildcards => "لا تُستورد الإجابات التي فيها علامة البدل \u{2068}*\u{2069}؛ اكتبها كاملة",
        Lost::Text => "السؤال بلا نص؛ استُخدم اسمه بدلًا منه",
        Lost::ExplanationEnd => "الشرح أطول من 500 حرف؛ قُصّ آخره",
        Lost::PictureElsewhere => "صورة السؤال ليست في الملف؛ يُستورد من دونها",
        Lost::Alt => "لا وصف للصورة؛ استُخدم نص السؤال بدلًا منه",
        Lost::MoreMedia => {
            "للسؤال صورة واحدة؛ لا تُستورد بقية الصور ولا صور الإجابات والشرح ولا الأصوات ومقاطع الفيديو"
        }
        Lost::Distractors => "لا تُستورد الإجابات التي لا يقابلها شيء",
        Lost::Categories => "لا تُستورد الفئات",
        Lost::Tags => "لا تُستورد الوسوم",
        Lost::Hints => "لا تُستورد التلميحات",
        Lost::OverallFeedback => "لا تُستورد التعليقات على الإجابات الصحيحة والصحيحة جزئيًا والخاطئة",
        Lost::Case => "حالة الأحرف مهمة في الأصل، ولا أثر لها هنا",
        Lost::Units => "لا يُستورد من الوحدات أكثر من واحدة",
        Lost::Grade => "لا تُستورد درجة خارج 0 إلى 10؛ للسؤال 1000 نقطة",
        Lost::Numbering => "لا تُستورد طريقة ترقيم الخيارات",
        Lost::AnswerPictures => "لم تُجلب صور الإجابات",
        Lost::EndLabels => "لا تُستورد تسمية الطرفين",
        Lost::BlankInBraces => "سطر فارغ بين القوسين المعقوفين، والسؤال ينتهي عند سطر فارغ",
        Lost::NoBlankBetween => "لا سطر فارغًا بين سؤالين",
        Lost::Colon => "يبدأ السؤال بنقطتين؛ يُكتب العنوان \u{2068}::title::\u{2069}",
        Lost::Picture => "لا تُكتب الصورة",
        Lost::Sound => "لا يُكتب الصوت",
        Lost::PictureInZip => "الصورة في ملف zip فقط",
        Lost::SoundInZip => "الصوت في ملف zip فقط",
        Lost::Time => "لا يُكتب وقت الإجابة",
        Lost::NearestTime => "ليس هذا الوقت من أوقات Kahoot؛ استُخدم الأقرب",
        Lost::Kind => "لا يُكتب النوع، وتحدده الخيارات",
        Lost::NumberLine => "لا يُكتب من سؤال العدد إلا الإجابة وهامشها ومنازلها العشرية",
        Lost::QuestionEnd => "الحد الأقصى للسؤال في Kahoot 120 حرفًا",
        Lost::AnswerEnd => "الحد الأقصى للإجابة في Kahoot 75 حرفًا",
        Lost::ReadTime => "لا يُكتب وقت القراءة",
        Lost::Points => "لا تُكتب النقاط",
        Lost::Explanation => "لا يُكتب الشرح",
        Lost::Shuffled => "لا يُكتب خلط الخيارات",
        Lost::Description => "لا يُكتب الوصف",
        Lost::Language => "لا تُكتب اللغة",
        Lost::Scoring => "لا تُكتب طريقة احتساب النقاط",
        Lost::Rains => "لا تُكتب الأمطار",
        Lost::Look => "لا يُكتب المظهر",
        Lost::LookInZip => "صور المظهر في ملف zip فقط",
    }
}
