//! Arabic.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use super::{Forms, many};
use crate::text::guests::GuestsWords;

const GUESTS: Forms = ["لا ضيوف", "ضيف واحد", "ضيفان", "ضيوف", "ضيفًا", "ضيف"];

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "قوائم الضيوف",
    to_studio: "المكتبة",
    why: "لكل ضيف رمز على بطاقة. أول جهاز يُبرزه يلعب باسم هذا الضيف في كل ألعاب القائمة، ولا يمكن ذلك لجهاز آخر إلى أن تحرّر الدعوة.",
    new_list: "قائمة جديدة",
    name: "الغرض منها",
    name_such_as: "مثلًا: حفل الربيع",
    count: "عدد الضيوف",
    table: "أو جدول أسماء (CSV)",
    table_why: "سطر لكل ضيف: الاسم، ويمكن أن يليه معرّف من عندك كالرقم الوظيفي، ويظهر في النتائج والدفعات. يمكن أن يسمّي السطر الأول العمودين «الاسم» و«المعرّف»؛ واحذف ما عداهما.",
    refused,
    make: "إنشاء القائمة",
    lists: "قوائمك",
    none: "لا توجد قوائم.",
    come: |used, guests| format!("حضر {used} من {guests}"),
    open: "الضيوف",
    cards: "البطاقات",
    badges: "الشارات",
    download: "تنزيل (CSV)",
    print: "طباعة",
    back: "العودة إلى القوائم",
    search: "البحث عن ضيف",
    found: |found| many(found.into(), GUESTS),
    more: "المزيد",
    unused: "لم تُستخدم",
    used: "حضر",
    free: "تحرير الدعوة",
    free_why: "يخرج الجهاز الذي يلعب بها فورًا، ويكمل مكانه أول جهاز يُبرز الرمز.",
    remove: "إزالة",
    remove_why: "تصبح البطاقة بلا قيمة. من لعب بها من قبل يبقى ما التقطه في السجل، ولا يمكنه العودة إليه.",
    delete: "حذف",
    delete_why: |used| match used {
        0 => "تصبح بطاقاتها بلا قيمة.".to_owned(),
        used => {
            let come = many(used.into(), GUESTS);
            format!(
                "حضر {come} من هذه القائمة. يُسجَّل خروج من حضر فورًا، ولن يمكنه الاطلاع على رصيده مجددًا. ما التُقط يبقى في السجل مع الأسماء، وتصبح البطاقات بلا قيمة."
            )
        }
    },
    keep: "إبقاء",
    on_card: "امسحني، أو اكتب هذا الرمز في اللعبة",
    guest: |number| format!("الضيف {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => "اكتب الغرض من القائمة كي تعرفها لاحقًا.".to_owned(),
        InvalidGuests::Text(0) => {
            format!("الحد الأقصى للغرض {MAX_GUEST_NAME_CHARS} حرف، ولا تُقبل أحرف لا يمكن عرضها.")
        }
        InvalidGuests::Text(line) => format!(
            "السطر {line}: الحد الأقصى للاسم والمعرّف {MAX_GUEST_NAME_CHARS} حرف، ولا تُقبل أحرف لا يمكن عرضها."
        ),
        InvalidGuests::SameLabel(line) => format!("السطر {line}: هذا المعرّف لضيف آخر."),
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join("، ");
            format!(
                "السطر {line}: أعمدة هذا الجدول هي \u{2068}{columns}\u{2069}. يُقرأ عمود للأسماء وآخر للمعرّفات كالرقم الوظيفي: سمِّهما «الاسم» و«المعرّف» في السطر الأول، واحذف ما عداهما."
            )
        }
        InvalidGuests::Count => format!(
            "في القائمة من 1 إلى {MAX_GUESTS} ضيف: اكتب عددهم، أو استخدم جدولًا فيه سطر لكل ضيف."
        ),
        InvalidGuests::Wide(line) => {
            format!("السطر {line}: فيه أكثر من 1000 خلية.")
        }
        InvalidGuests::Quote(line) => format!(
            "السطر {line}: تبدأ هنا علامة اقتباس لا تنتهي، أو يليها نص بعد إغلاقها. كرّر علامات الاقتباس التي هي من النص، أو احذفها."
        ),
    }
}
