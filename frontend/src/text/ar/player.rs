//! Arabic.

use super::{POINTS, many, too_long};
use crate::text::player::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &super::outcome::WORDS,
    names: &quizrain_shared::language::ar::NAMES,
    tap_another: "المظاريف ما زالت تتساقط: اضغط واحدًا آخر.",
    understood: "حسنًا",
    home_title: "انضم إلى لعبة",
    pin_wrong: "رمز اللعبة ستة أرقام.",
    your_name: "اسمك المستعار",
    join: "انضمام",
    joining: "جارٍ الانضمام…",
    locked_why: "أغلق المضيف باب الانضمام. يمكنك الدخول حين يُفتح مجددًا.",
    late_why: "بدأت اللعبة ولم يعد الانضمام ممكنًا.",
    spin: |left| match left {
        0 => "لا محاولات متبقية".to_owned(),
        left => format!("اسم آخر (المتبقي {left})"),
    },
    removed_why: "إن حدث ذلك بالخطأ فكلّم المضيف. ويمكنك الانضمام إلى لعبة أخرى هنا.",
    field_note: "لا يراه إلا المضيف.",
    identity_note: "لا حاجة إلى حساب. هذا المتصفح يحفظ مقعدك ورصيدك.",
    signed_note: "لمن سجّل الدخول. مقعدك ورصيدك معك على كل أجهزتك.",
    invited_note: "للضيوف المدعوين. مقعدك ورصيدك معك في كل ألعاب هذه القائمة.",
    playing_as: "تلعب باسم",
    not_you: "لست أنت؟ سجّل الخروج",
    invite_code: "الرمز على دعوتك",
    sign_in_failed: "تعذّر تسجيل دخولك. افتح رابطك مجددًا.",
    elsewhere: "أنت تلعب في نافذة أخرى",
    elsewhere_why: "لا يشغل مقعدك إلا نافذة واحدة في الوقت نفسه. لم تخسر شيئًا.",
    use_it_here: "تابع هنا",
    vibration: "الاهتزاز",
    you_are_in: "أنت معنا!",
    glory: |rank| match rank {
        1 => "فزت!",
        2 => "المركز الثاني!",
        _ => "المركز الثالث!",
    },
    tap_face: "اضغط لوجه آخر",
    see_your_name: "ابحث عن اسمك على الشاشة الكبيرة.",
    react: "تفاعل على الشاشة الكبيرة",
    reactions: ["تصفيق", "قلب", "ضحك", "دهشة", "احتفال"],
    begin: "ابدأ",
    begin_why: "خذ وقتك: يبدأ توقيت كل سؤال حين يظهر لك.",
    next: "التالي",
    finish: "إنهاء",
    all_done: "أنجزت كل شيء!",
    all_done_why: "أجبت عن كل الأسئلة. يظهر الترتيب النهائي عند إغلاق اللعبة.",
    send: "إرسال الإجابة",
    pick_all: "اختر كل الإجابات الصحيحة.",
    pick_any: "اختر ما شئت.",
    type_answer: "اكتب إجابتك.",
    type_word: "اكتب كلمة.",
    type_words: "اكتب كلمة في كل خانة، وتكفي واحدة.",
    type_text: "اكتب جملة.",
    type_number: "اكتب عددًا.",
    change_sign: "موجب أو سالب",
    put_in_order: "اسحب العناصر إلى ترتيبها، أو استخدم الأسهم.",
    put_pairs: "اضغط عنصرين على اليسار ليتبادلا مكانيهما.",
    put_pin: "اضغط على الصورة حيث تظن أنه الموضع الصحيح.",
    pin_label: "الصورة. مفاتيح الأسهم تحرّك دبوسك.",
    move_with_arrows: "حرّك بمفاتيح الأسهم",
    move_up: "إلى الأعلى",
    move_down: "إلى الأسفل",
    sound: "صوت السؤال",
    sound_words: "ما يُسمع، مكتوبًا",
    look_up: "انظر إلى الشاشة الكبيرة.",
    sending: "جارٍ الإرسال…",
    answer_in: "وصلت إجابتك. انتظر قليلًا…",
    card_earned: "كسبت بطاقة إنقاذ.",
    card_saved: "أنقذتك بطاقة إنقاذ.",
    you_are_out: "خرجت من المنافسة. يمكنك متابعة الإجابة للمتعة فقط.",
    out_earns_nothing: "أنت خارج المنافسة، فلا نقاط لهذه الإجابة.",
    no_points_yet: "هذه هي الإجابة الصحيحة.",
    final_board: "الترتيب النهائي",
    another_game: "انضم إلى لعبة أخرى",
    play_again: "العب مجددًا",
    tap_one: "اضغط مظروفًا أحمر!",
    tap_keys: "أو مفتاح المسافة",
    packets_left: |left| ["بقي ", &left.to_string(), " فقط!"].concat(),
    grabbing: "جارٍ الفتح…",
    crediting: "التقطته! وهو في طريقه إلى رصيدك…",
    crediting_long: "التقطته! تستغرق إضافته وقتًا أطول من المعتاد، وستخبرك هذه الصفحة.",
    credited: "أُضيف إلى رصيدك",
    lost: "ضاع هذا المظروف",
    lost_why: "تعطّل خادم قبل إضافته، فلم يعد المظروف لك. رصيدك لم يتغير. نعتذر منك.",
    next_time: "حظًا أوفر في المطر القادم.",
    worth: |n| format!("حتى {}", many(n.into(), POINTS)),
    too_long,
    number_between: |low, high| {
        ["اكتب عددًا بين \u{2068}", low, "\u{2069} و\u{2068}", high, "\u{2069}."].concat()
    },
    too_precise: |decimals| match decimals {
        0 => "اكتب عددًا صحيحًا بلا كسور.".to_owned(),
        n => format!("الحد الأقصى للمنازل العشرية: {n}."),
    },
    off_by: |far| ["الفارق \u{2068}", far, "\u{2069}"].concat(),
    pin_at: |x, y| format!("دبوسك: {x}% من اليسار، {y}% من الأعلى."),
    too_few_points: |need, have| {
        let points = many(need, POINTS);
        format!("هذا المطر لمن جمع {points} على الأقل. لديك \u{2068}{have}\u{2069}.")
    },
    join_wait: |seconds| {
        let wait =
            many(seconds.into(), ["لحظات", "ثانية واحدة", "ثانيتين", "ثوانٍ", "ثانية", "ثانية"]);
        format!(
            "كثيرون جدًا ينضمون من شبكتك. أبقِ هذه الصفحة مفتوحة: ستعيد المحاولة بعد {wait} أو أكثر بقليل."
        )
    },
    came_too_late: "هذا المطر لكل من كان في اللعبة قبله. يمكنك المشاركة في المطر القادم.",
    last_was_wrong: "هذا المطر لكل من كانت إجابته الأخيرة صحيحة.",
    place_too_low: |last, rank| {
        let who = match last {
            1 => "للمتصدر وحده".to_owned(),
            _ => format!("للمراكز من 1 إلى {last}"),
        };
        format!("هذا المطر {who}. مركزك {rank}.")
    },
    rank_too_low: |percent, rank| format!("هذا المطر لأفضل {percent}% من اللاعبين. مركزك {rank}."),
};
