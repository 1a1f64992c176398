//! Arabic.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use super::{TO_FIX, many};
use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "محرر المسابقات",
    saved: "محفوظة",
    unsaved: "جارٍ الحفظ…",
    offline: "لا اتصال. يُحفظ ما تكتبه في هذا المتصفح، ويُرسل ما إن يعود الخادم.",
    conflict: "عُدّلت هذه المسابقة في نافذة أخرى في الموضع نفسه. لم يضِع شيء: اختر أيهما يبقى، ويُحفظ الآخر ضمن الإصدارات السابقة.",
    keep_mine: "إبقاء ما كتبته",
    take_theirs: "أخذ الآخر",
    restored: "ما كتبته هنا آخر مرة لم يصل إلى الخادم، وقد استُعيد.",
    in_bin: "هذه المسابقة في سلة المهملات. استعدها من المكتبة لتكتب فيها.",
    from_file: |file| {
        format!(
            "هذه المسابقة من الملف \u{2068}{file}\u{2069} في مجلد المسابقات على الخادم. حين يُحفظ ذلك الملف مجددًا يحل محل ما تكتبه هنا، فيُحفظ ما كتبته ضمن الإصدارات السابقة."
        )
    },
    no_such_quiz: "هذه المسابقة غير موجودة",
    to_library: "المكتبة",
    play: "بدء لعبة",
    settings: "عن المسابقة",
    quiz_title: "العنوان",
    description: "وصف في سطر واحد",
    language: "اللغة",
    curve: "كيف يُحتسب الوقت",
    curve_speed: "السرعة تُحتسب: نزولًا إلى نصف النقاط",
    curve_linear: "السرعة تُحتسب: نزولًا إلى الصفر",
    curve_accuracy: "السرعة لا تُحتسب",
    wrong_percent: "خصم الإجابة الخاطئة، كنسبة مئوية من النقاط",
    streak_bonus: "مكافأة على الإجابات الصحيحة المتتالية",
    questions: "الأسئلة",
    no_question: "لا أسئلة بعد. أضف السؤال الأول.",
    add: "إضافة سؤال",
    bank: "من مسابقات أخرى…",
    bank_search: "البحث في كل الأسئلة",
    bank_none: "لا يوجد سؤال فيه هذه الكلمات.",
    bank_take: "إضافة",
    close: "إغلاق",
    up: "للأعلى",
    down: "للأسفل",
    duplicate: "تكرار",
    delete: "حذف",
    undo: "تراجع",
    redo: "إعادة",
    list_keys: "اسحب لتغيير الترتيب. المفاتيح: Alt مع الأسهم للنقل، وDelete للحذف، وCtrl+Z للتراجع.",
    no_rain: "لا مطر مخطط. يمكنك إطلاق مطر في أي وقت.",
    add_rain: "تخطيط مطر",
    rain_title: "اسمه، ويمكن تركه فارغًا",
    rain_after: "بعد أي سؤال؛ فارغ: في النهاية",
    no_such_question: "هذا السؤال غير موجود.",
    rain_done: "تم",
    kind: "النوع",
    text: "السؤال",
    picture: "الصورة",
    add_picture: "اختيار صورة…",
    picture_how: "أو أفلت صورة أو الصقها هنا",
    uploading: "جارٍ الرفع…",
    remove_picture: "إزالة الصورة",
    alt: "وصف ما تُظهره بالكلمات",
    alt_why: "لمن لا يراها. لا تكشف الإجابة.",
    sound: "الصوت",
    add_sound: "اختيار صوت…",
    sound_how: "أو أفلت صوتًا أو الصقه هنا: MP3 أو OGG أو WAV، حتى 30 ثانية و\u{2068}2 MiB\u{2069}",
    remove_sound: "إزالة الصوت",
    sound_words: "ما يُسمع، مكتوبًا",
    sound_words_why: "يمكن للاعبين فتح هذه الكلمات على هواتفهم. لا تكشف الإجابة.",
    sound_wordless: "من لا يسمع الصوت لا يمكنه لعب هذا السؤال: اكتب ما يُسمع.",
    time: "الوقت والنقاط",
    seconds: "ثواني الإجابة (0: بلا حد)",
    read_seconds: "ثواني القراءة أولًا",
    points: "النقاط",
    explanation: "يظهر مع الإجابة",
    choices: "الخيارات",
    right_marks: "حدّد الصحيح.",
    add_choice: "إضافة خيار",
    shuffled: "يرى كل لاعب الخيارات بترتيب مختلف",
    several: "يمكن اختيار عدة خيارات",
    statement: "العبارة",
    accepted: "الإجابات المقبولة، واحدة في كل سطر",
    accepted_why: "لا أثر لحالة الأحرف ولا للتشكيل ولا لعرضها ولا للمسافات. وتُعرض الأولى.",
    right_number: "العدد المطلوب",
    tolerance: "يُقبل كصحيح بفارق حتى",
    credit_within: "نقاط متناقصة بفارق حتى (0: لا شيء)",
    smallest: "الأصغر",
    largest: "الأكبر",
    step: "خطوة شريط التمرير",
    decimals: "منازل عشرية",
    unit: "الوحدة",
    not_a_number: "ليس هذا عددًا بهذه المنازل العشرية.",
    items: "العناصر بترتيبها الصحيح",
    pairs: "ما يتطابق",
    add_item: "إضافة عنصر",
    region: "الموضع الصحيح",
    region_how: "ارسم على الصورة، أو اكتب الموضع بالنسبة المئوية.",
    region_needs: "أضف صورة أولًا.",
    from_left: "من اليسار، %",
    from_top: "من الأعلى، %",
    width: "العرض، %",
    height: "الارتفاع، %",
    round: "بيضوي",
    scale_from: "من",
    scale_to: "إلى",
    scale_from_label: "معنى الأول",
    scale_to_label: "معنى الأخير",
    words: "عدد الكلمات لكل لاعب",
    nothing_right: "لا صواب ولا خطأ هنا، ولا أحد ينال نقاطًا.",
    slide_why: "الشريحة تُعرض ولا يُجاب عنها.",
    preview: "معاينة",
    on_screen: "الشاشة الكبيرة",
    on_phone: "الهاتف",
    ready: "جاهزة للعب",
    choice: |n| format!("الخيار {n}"),
    right: |n| format!("الخيار {n} صحيح"),
    item: |n| format!("العنصر {n}"),
    left: |n| format!("الطرف الأول {n}"),
    belongs: |n| format!("ما يطابق الطرف {n}"),
    remove: |n| format!("إزالة رقم {n}"),
    move_up: |n| format!("نقل رقم {n} إلى الأعلى"),
    to_fix: |n| many(n as u64, TO_FIX),
    question: |n| format!("السؤال {n}"),
    kinds: |kind| match kind {
        Kind::Single => "اختيار واحد",
        Kind::Multiple => "اختيار متعدد",
        Kind::TrueFalse => "صح أم خطأ",
        Kind::Typed => "إجابة مكتوبة",
        Kind::Number => "عدد",
        Kind::Order => "ترتيب",
        Kind::Matching => "مطابقة",
        Kind::Hotspot => "دبوس على صورة",
        Kind::Poll => "استطلاع",
        Kind::Scale => "مقياس",
        Kind::Cloud => "سحابة كلمات",
        Kind::OpenText => "نص حر",
        Kind::Slide => "شريحة",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "ليس للمسابقة عنوان.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "العنوان طويل جدًا.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("في العنوان أو الوصف الحرف المخفي \u{2068}U+{:04X}\u{2069}.", u32::from(*c))
        }
        InvalidQuiz::Language => "اللغة غير معروفة.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "الوصف طويل جدًا.".to_owned(),
        InvalidQuiz::Scoring(_) => "خصم الإجابة الخاطئة من 0 إلى 100%.".to_owned(),
        InvalidQuiz::NoQuestion => "لا أسئلة في المسابقة.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "في المسابقة أسئلة أكثر من اللازم.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "في المسابقة أمطار مخططة أكثر من اللازم.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "لا يمكن أن يهطل أحد الأمطار المخططة بهذا الشكل.".to_owned()
        }
        InvalidQuiz::Colours(_) => "يصعب تمييز اللون الرئيسي للمظهر. اختر لونًا آخر.".to_owned(),
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "السؤال بلا نص.".to_owned(),
        InvalidQuestion::TextTooLong(n) => {
            format!("عدد أحرف السؤال {n}؛ الحد الأقصى 500.")
        }
        InvalidQuestion::Seconds(_) => "وقت الإجابة من 5 إلى 240 ثانية، أو 0 بلا حد.".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "الحد الأقصى للقراءة 30 ثانية.".to_owned(),
        InvalidQuestion::Points(_) => "الحد الأقصى 10,000 نقطة.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "من 2 إلى 8 خيارات.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => format!("رقم {n} بلا نص."),
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("في رقم {n} أكثر من 200 حرف.")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("الرقمان {a} و{b} متطابقان.")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "لم يُحدَّد الصحيح.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => "لا يصح هنا إلا خيار واحد.".to_owned(),
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "من 1 إلى 20 إجابة مقبولة.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("لا يمكن كتابة الإجابة المقبولة {n}: من 1 إلى 60 حرفًا مرئيًا.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("الإجابتان المقبولتان {a} و{b} متطابقتان.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "يبدأ المقياس عند 0 أو 1 وينتهي بين 2 و10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "وصف أحد طرفي المقياس طويل جدًا.".to_owned()
        }
        InvalidQuestion::Words(_) => "من 1 إلى 5 كلمات لكل لاعب.".to_owned(),
        InvalidQuestion::Pairs(..) => "لكل طرف أول يلزم ما يطابقه.".to_owned(),
        InvalidQuestion::Region => "يجب أن يقع الموضع الصحيح على الصورة.".to_owned(),
        InvalidQuestion::NoPicture => "يحتاج هذا النوع إلى صورة.".to_owned(),
        InvalidQuestion::Alt(_) => "تحتاج الصورة إلى وصف، بحد أقصى 200 حرف.".to_owned(),
        InvalidQuestion::SoundWords(n) => {
            format!("عدد أحرف كلمات الصوت {n}؛ الحد الأقصى 500.")
        }
        InvalidQuestion::PointsForNothing => "لا صواب ولا خطأ هنا: 0 نقطة.".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("عدد أحرف ما يظهر مع الإجابة {n}؛ الحد الأقصى 500.")
        }
        InvalidQuestion::Hidden(c) => format!(
            "في أحد النصوص الحرف المخفي \u{2068}U+{:04X}\u{2069}؛ اكتبه من جديد.",
            u32::from(*c)
        ),
        InvalidQuestion::TooMuchText => "فيه نص أكثر من اللازم.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "الحد الأقصى 6 منازل عشرية.",
        InvalidNumber::Ends => "يجب أن يكون أصغر عدد أقل من أكبر عدد.",
        InvalidNumber::Step => "يجب أن تكون الخطوة أكبر من 0 وضمن المجال.",
        InvalidNumber::Key => "العدد المطلوب ليس بين الأصغر والأكبر.",
        InvalidNumber::Tolerance => "يجب أن يكون الفارق المقبول 0 أو أكثر وضمن المجال.",
        InvalidNumber::UnitTooLong(_) => "الوحدة طويلة جدًا.",
    };
    told.to_owned()
}
