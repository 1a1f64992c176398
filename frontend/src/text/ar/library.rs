//! Arabic.

use quizrain_shared::api::QuizSort;

use super::{TO_FIX, many};
use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "المكتبة",
    to_host: "استضافة لعبة",
    to_api: "للبرامج: واجهة API",
    to_studio: "كتابة المسابقات واستيرادها والبحث عنها",
    new_quiz: "مسابقة جديدة",
    import: "استيراد ملفات…",
    search: "البحث في العناوين والوسوم والأسئلة",
    sort: "الترتيب حسب",
    sorts: |sort| match sort {
        QuizSort::Title => "العنوان",
        QuizSort::Changed => "آخر تعديل",
        QuizSort::Played => "آخر لعب",
        QuizSort::Created => "الأحدث",
    },
    places: "المكان",
    place: |place| match place {
        Place::Shelf => "المسابقات",
        Place::Archive => "الأرشيف",
        Place::Bin => "سلة المهملات",
    },
    tags: "الوسوم",
    all_tags: "كل الوسوم",
    listed: |n, more| {
        let quizzes = many(
            n as u64,
            ["لا مسابقات", "مسابقة واحدة", "مسابقتان", "مسابقات", "مسابقة", "مسابقة"],
        );
        if more { format!("{quizzes}، وهناك المزيد") } else { quizzes }
    },
    show_more: "عرض المزيد",
    nothing_found: "لا توجد مسابقة تطابق كل ذلك.",
    show_all: "عرض كل المسابقات",
    empty: |place| match place {
        Place::Shelf => "لا توجد مسابقات بعد. اكتب واحدة، أو أفلت ملفًا هنا.",
        Place::Archive => "الأرشيف فارغ. ما فيه لا يظهر بين المسابقات، لكن يمكن لعبه.",
        Place::Bin => "سلة المهملات فارغة.",
    },
    untitled: "مسابقة بلا عنوان",
    to_fix: |n| many(n.into(), TO_FIX),
    played: "آخر لعب",
    never_played: "لم تُلعب بعد",
    deleted_on: "الحذف النهائي",
    more: "إجراءات…",
    more_of: |quiz| format!("إجراءات \u{2068}{quiz}\u{2069}"),
    other_kind: "نوع آخر",
    owned: |owned| match owned {
        Owned::Mine => "لي وحدي",
        Owned::Others => "لمضيفها وحده",
        Owned::Shared => "مشتركة مع الفريق",
    },
    share: "مشاركة مع الفريق",
    unshare: "إلغاء المشاركة مع الفريق",
    duplicate: "تكرار",
    copy_of: |quiz| format!("{quiz} (نسخة)"),
    archive: "أرشفة",
    unarchive: "إخراج من الأرشيف",
    bin: "نقل إلى سلة المهملات",
    restore: "استعادة",
    undo: "تراجع",
    done: |done, quiz| {
        let quiz = format!("«\u{2068}{quiz}\u{2069}»");
        match done {
            Done::Archived => format!("{quiz} في الأرشيف."),
            Done::Unarchived => format!("عادت {quiz} إلى المسابقات."),
            Done::Binned => format!("{quiz} في سلة المهملات لمدة 30 يومًا."),
            Done::Restored => format!("استُعيدت {quiz} من سلة المهملات."),
            Done::Copied => format!("أُنشئت {quiz}."),
            Done::Tagged => format!("حُفظت وسوم {quiz}."),
            Done::BroughtBack => format!("استُعيد الإصدار السابق من {quiz}."),
            Done::Shared => {
                format!("{quiz} مشتركة مع الفريق: يراها كل المضيفين ويعدّلونها.")
            }
            Done::TakenBack => format!("عادت {quiz} لمضيفها وحده."),
        }
    },
    tags_how: "افصل بين الوسوم بفواصل.",
    save_tags: "حفظ الوسوم",
    too_many_tags: "الحد الأقصى للمسابقة 20 وسمًا، ولكل وسم 40 حرفًا.",
    download: "تنزيل",
    format: "التنسيق",
    download_button: "تنزيل الملف",
    says_all: "يتسع هذا التنسيق لكل ما في هذه المسابقة.",
    says_not: |n| format!("ما ليس في الملف ({n}):"),
    versions: "الإصدارات السابقة",
    no_versions: "لا يوجد إصدار سابق.",
    version: |n| format!("الإصدار {n}"),
    look: "عرض",
    bring_back: "استعادة",
    close: "إغلاق",
    import_title: "استيراد مسابقات",
    import_why: "أفلت الملفات هنا أو اخترها. يُعرض محتواها أولًا، ولا يُستورد شيء قبل موافقتك.",
    choose_files: "اختيار ملفات",
    reading: "جارٍ القراءة…",
    saving: "جارٍ الاستيراد…",
    too_large: |mib| format!("الملف كبير جدًا؛ الحد الأقصى \u{2068}{mib} MiB\u{2069}."),
    nothing_usable: "لا شيء في هذا الملف يمكن استيراده.",
    quiz_title: "العنوان",
    all_questions: "كل الأسئلة",
    choose_questions: |n, of| format!("الأسئلة المختارة: {n} من {of}"),
    expected: |what| format!("المتوقع: \u{2068}{what}\u{2069}"),
    problems_csv: "تنزيل المشكلات (CSV)",
    csv_head: ["الملف", "الموضع", "الموجود", "المتوقع", "السطر"],
    encoding: "ترميز الملف",
    encoding_why: "النص ليس Unicode، ولا يذكر الملف ترميزه.",
    columns: "معاني الأعمدة",
    columns_why: "لا يذكر الجدول معاني أعمدته.",
    column: |column| match column {
        Column::Header => "صف العناوين؛ 0 إن لم يوجد",
        Column::Question => "عمود السؤال، مثل A",
        Column::Choices => "أعمدة الخيارات، مثل \u{2068}B-E\u{2069}",
        Column::Correct => "عمود الإجابة الصحيحة",
        Column::Time => "عمود الثواني، إن وُجد",
    },
    read_again: "إعادة القراءة",
    import_questions: |n| {
        let questions = many(n as u64, ["0 سؤال", "سؤال واحد", "سؤالين", "أسئلة", "سؤالًا", "سؤال"]);
        format!("استيراد {questions}")
    },
    imported: "استُوردت:",
    leave_out: "ترك هذا الملف",
    from_file: "من الملف",
    files_to_mend: "ملفات فيها أخطاء في مجلد المسابقات على الخادم",
    file_is_used: |part| match part {
        true => "ما بقي من هذا الملف موجود في المكتبة.",
        false => "لم يُقرأ. وتبقى المسابقة التي أُنشئت منه سابقًا كما كانت.",
    },
    more_to_mend: |n| format!("و{n} غيرها"),
    drop_here: "أفلت ملفات المسابقات هنا",
};
