//! Arabic.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "العودة إلى لعبتك",
    balance_empty: "لا شيء بعد",
    balance_empty_why: "كل مظروف تلتقطه في المطر يظهر هنا.",
    download: "تنزيل (CSV)",
    download_failed: "تعذّر جلب الملف. حاول مجددًا.",
    balance_incomplete: "أحد الخوادم لا يستجيب. قد لا تظهر هنا مظاريف التقطتها للتو إلى أن يعود.",
    sign_out: "تسجيل الخروج من هذا الجهاز",
    sign_in: "تسجيل الدخول",
    signing_in: "جارٍ تسجيل دخولك…",
    no_sign_in: "ليس لهذا الخادم صفحة لتسجيل الدخول. استخدم الرابط الذي تلقيته.",
    signed_in_note: "أنت مسجَّل الدخول: هذا الرصيد لك، وتجده أينما سجّلت الدخول.",
    balance_note: "هذا الرصيد لهذا المتصفح، ولا يظهر على الأجهزة الأخرى.",
    privacy: "ما يُحفظ عنك",
    take_data: "كل ما يُحفظ عني (JSON)",
    erase: "محو بياناتي",
    erase_person: "لا يمكن التراجع عن ذلك.\n\nيُمحى نهائيًا: هويتك هنا، وتسجيلات دخولك على كل الأجهزة، ودعوتك؛ وفي الألعاب المنتهية أسماؤك المستعارة وما كتبته وملاحظات المضيفين عنك.\n\nيبقى: ما التقطته ونقاطك ومراكزك واختياراتك، تحت رقم بلا اسم. ومن يعرف هويتك في خدمة تسجيل الدخول يمكنه العثور عليها بها. والدفعات المرسلة تبقى لدى من تلقّاها.\n\nهل تريد المحو؟",
    erase_browser: "لا يمكن التراجع عن ذلك.\n\nيُمحى نهائيًا: في الألعاب المنتهية الأسماء المستعارة لهذا المتصفح وما كُتب فيه وملاحظات المضيفين عنك.\n\nيبقى: ما التقطته ونقاطك ومراكزك واختياراتك، تحت رقم بلا اسم. ويبقى الرصيد في هذا المتصفح.\n\nهل تريد المحو؟",
    erased: "تم المحو. وتزول من النسخ الاحتياطية عند انتهاء مدتها.",
    erased_later: "تم المحو ما عدا هويتك: تُمحى فور دفع كل مستحقاتك.",
    erase_not_yet: "ليس الآن: لم تنتهِ لعبة تشارك أو شاركت فيها، أو ما زال شيء مما التقطته قيد الإضافة. حاول بعد قليل.",
    receipt_later: "تظهر التفاصيل بعد انتهاء اللعبة وتسوية كل ما التُقط فيها. تتحدّث هذه الصفحة تلقائيًا.",
    receipt_none: "لم يشارك هذا المتصفح في تلك اللعبة، أو لم تعد اللعبة محفوظة.",
    key_fixed: "صحّحها المضيف",
    came_later: "لم تكن قد انضممت بعد.",
    still_in: "في المنافسة",
    packet_state: |state| match state {
        PacketState::Crediting => "لك، وهو قيد الإضافة",
        PacketState::Credited => "أُضيف",
        PacketState::Paying => "في طريقه إلى حسابك",
        PacketState::Paid => "دُفع إلى حسابك",
        PacketState::Refused => "رُفض، ويبقى في هذا الرصيد",
        PacketState::Held => "قيد المراجعة، وقد أُبلغ المضيف",
        PacketState::Void => "ضاع قبل إضافته",
    },
    check: "هل كان عادلًا؟",
    checked,
    sealed_list: "القائمة المختومة",
    contributions: "ما أضافته الهواتف",
    claims: "ما التُقط",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(
                u64::from(*players),
                ["0 هاتف", "هاتف واحد", "هاتفان", "هواتف", "هاتفًا", "هاتف"],
            );
            let whose = if *own {
                "وهاتفك منها"
            } else {
                "وليس هاتفك منها لأنك أخذت مقعدك بعد السحب"
            };
            format!(
                "عادل: المظروف {n} من {packets}. المبالغ وترتيبها مطابقة لما خُتم قبل المطر، وقد سُحبت كما وُعد من سر الخادم ومما أضافته الهواتف ({phones}، {whose})."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "المظروف {n} من {packets} موجود في القائمة بهذا المبلغ. لم يرَ هذا المتصفح الختم قبل المطر، فقارنه بمتصفح رآه: \u{2068}{seal}\u{2069}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "تظهر القائمة فور تسوية المطر كله.".to_owned(),
        Checked::Unreachable => "الخادم لا يستجيب. حاول مجددًا.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "هذه ليست القائمة التي خُتمت قبل المطر. أخبر المضيف.",
        Breach::Rules => "خُتم المطر بقواعد غير التي عُرضت. أخبر المضيف.",
        Breach::Chain => "سحب الخادم من سر غير الذي وعد به قبل انضمامك. أخبر المضيف.",
        Breach::Entropy => "هذه ليست قائمة ما أضافته الهواتف التي عُرضت قبل المطر. أخبر المضيف.",
        Breach::LeftOut => "لم يدخل ما أضافه هاتفك في السحب. أخبر المضيف.",
        Breach::Draw => "هذه ليست المبالغ التي كان يجب أن تُسحب. أخبر المضيف.",
    }
}
