//! Arabic.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use super::{RIGHT_IN_A_ROW, many};
use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "الخيارات…",
    mode: "نمط اللعب",
    classic: "كلاسيكي",
    classic_why: "الجميع يلعبون لجمع النقاط.",
    survival: "البقاء",
    survival_why: "من يخطئ أو لا يجيب يخرج.",
    teams: "الفرق",
    teams_why: "نقاط الفريق هي متوسط نقاط أعضائه.",
    self_paced: "إيقاع ذاتي",
    self_paced_why: "كلٌّ يلعب على إيقاعه ويعرف الصواب فورًا: للتدريب.",
    open_minutes: "مدة الفتح بالدقائق",
    revive_card: "بطاقة إنقاذ",
    no_card: "بدون",
    card_after: |n| format!("بعد {}", many(n.into(), RIGHT_IN_A_ROW)),
    team: |n| format!("الفريق {n}"),
    team_names: ["القطرات", "النجوم", "الأقمار", "الأوراق", "البروق", "الغيوم", "القمم", "المظلات"],
    add_team: "إضافة فريق",
    remove_team: "إزالة آخر فريق",
    team_chosen: "يختار اللاعبون فريقهم",
    team_dealt: "يُوزَّع اللاعبون على الفرق بالدور",
    names: "الأسماء",
    names_free: "يكتبها اللاعبون",
    names_generated: "تُقترح على اللاعبين",
    names_generated_why: "أسماء لطيفة مثل «نمر شجاع»: لا أحد يكتب شيئًا.",
    identity: "اللاعبون",
    identity_open: "أي شخص",
    identity_open_why: "كل متصفح لاعب: قد يكون لشخص واحد عدة مقاعد وقد يلتقط عدة مظاريف.",
    pays_anybody: "السماح بدفع النقود لأي شخص",
    pays_anybody_why: "من دون ذلك، وحيث تكون الدفعات مفعّلة، لا تُمطر اللعبة المفتوحة إلا نقاطًا.",
    field_asked: "طلب معلومة إضافية من الجميع",
    field_asked_why: "كالرقم الوظيفي: تراها في قائمة اللاعبين وفي النتائج والدفعات. ولا أحد يتحقق من صحتها.",
    field_email: "البريد الإلكتروني",
    field_number: "الرقم الوظيفي",
    field_name: "اسم المعلومة",
    field_pattern: "الصيغة (تعبير نمطي، ويمكن تركها فارغة)",
    field_example: "مثال يراه اللاعبون",
    identity_signed: "من سجّل الدخول",
    identity_signed_why: "برابط من نظامك، أو عبر مزوّد OpenID المحدد لهذا الخادم: الشخص الواحد لاعب واحد على كل أجهزته.",
    identity_invited: "ضيوف مدعوون",
    identity_invited_why: "برموز على بطاقات: الضيف الواحد لاعب واحد، على أول جهاز يُبرز الرمز.",
    choose_list: "اختر قائمة ضيوف",
    to_guests: "قوائم الضيوف",
    guest_list: |title, guests| format!("\u{2068}{title}\u{2069} ({guests})"),
    late_join: "السماح بالانضمام المتأخر",
    late_join_why: "حتى بعد عرض السؤال الأول.",
    draw: "عدد الأسئلة المسحوبة عشوائيًا",
    all: |n| format!("الكل ({n})"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "في اللعبة من 2 إلى 8 فرق.",
        Problem::Teams(InvalidTeams::Name(_)) => "اسم الفريق من 1 إلى 20 حرفًا.",
        Problem::Teams(InvalidTeams::SameName) => "لفريقين الاسم نفسه.",
        Problem::Field(InvalidField::Name) => "اكتب اسمًا للمعلومة المطلوبة، من 1 إلى 40 حرفًا.",
        Problem::Field(InvalidField::LongPattern) => "الصيغة طويلة جدًا.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "تحتاج الصيغة إلى مثال يطابقها."
        }
    },
};
