//! Arabic.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "جرّب جهازك",
    lead: "جرّب هنا الهاتف والحاسوب وشبكة Wi-Fi قبل الفعالية: في المقعد والساعة المهمين. لا يُحفظ شيء.",
    measuring: "جارٍ القياس…",
    overall,
    verdict,
    say,
    again: "إعادة القياس",
    minute: "القياس لمدة دقيقة",
    walk: "تظهر لمدة دقيقة آخر 60 رسالة ذهابًا وإيابًا: تجوّل في القاعة حتى الصف الأخير والزوايا وراقبها.",
    bars: |shown, lost| format!("الرسائل الأخيرة: {shown}، منها بلا رد: {lost}"),
    tone: "تشغيل نغمة",
    heard: "هل سمعتها؟",
    yes: "نعم",
    no: "لا",
    copy: "نسخ النتائج للمضيف",
    copied: "تم النسخ.",
    by_hand: "حدّد هذا النص وانسخه:",
    to_start: "إلى الصفحة الأولى",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "كل شيء على ما يرام: يمكن اللعب هنا.",
        Verdict::Limited => "يمكن اللعب هنا، وقد يكون شيء ما بطيئًا أو ناقصًا. انظر أدناه.",
        Verdict::Bad => "هناك ما لا يعمل. انظر أدناه ما العمل.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "جيد",
        (Some(Verdict::Limited), true) => "قد يكون بطيئًا",
        (Some(Verdict::Limited), false) => "بحدود",
        (Some(Verdict::Bad), _) => "لا يعمل",
        (None, _) => "غير معروف بعد",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "زمن الاستجابة",
            format!(
                "الوسيط {} مللي ثانية، والأسوأ {} مللي ثانية",
                whole(*median_ms),
                whole(*worst_ms)
            ),
            "اقترب من نقطة الاتصال، أو قلّل الأجهزة عليها، أو استخدم بيانات الهاتف. تُحتسب الإجابات بوقت وصولها، مطروحًا منه زمن الشبكة إلى حد معين.",
        ),
        Finding::Lost { lost: 0, of } => ("الفقد", format!("لا شيء من {of}"), ""),
        Finding::Lost { lost, of } => (
            "الفقد",
            format!("{lost} من {of} بلا رد خلال 2 ث"),
            "شبكة Wi-Fi هنا ضعيفة أو مزدحمة: غيّر المقعد أو نقطة الاتصال، أو استخدم بيانات الهاتف.",
        ),
        Finding::Jitter(ms) => (
            "الانتظام",
            format!("الفارق بين رسالة وأخرى {} مللي ثانية", whole(*ms)),
            "شبكة Wi-Fi مشغولة. تزيدها سوءًا التنزيلات الكبيرة ومقاطع الفيديو على الشبكة نفسها.",
        ),
        Finding::Clock(ahead_ms) => (
            "الساعة",
            format!(
                "{} الخادم بمقدار {} ث",
                if *ahead_ms < 0.0 { "متأخرة عن" } else { "متقدمة على" },
                seconds(*ahead_ms)
            ),
            "اضبط الساعة على الوضع التلقائي. تتبع اللعبة ساعة الخادم، لكن الشهادات وتسجيل الدخول قد تفشل.",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("جارٍ الاتصال", ""),
        Reach::Open => ("مفتوح كما تحتاج إليه اللعبة", ""),
        Reach::Full => (
            "تم الوصول إلى الخادم، ولا مكان فيه لقياس آخر",
            "كثيرون يقيسون في الوقت نفسه. ستُعاد المحاولة تلقائيًا، ويتوفر مكان خلال دقيقة.",
        ),
        Reach::NoSocket => (
            "تصل الصفحة، لكن اتصال WebSocket لا يُفتح",
            "وكيل أو جدار حماية أو مرشّح يمنع WebSocket: جرّب شبكة أخرى أو بيانات الهاتف، وأخبر من يدير الشبكة.",
        ),
        Reach::Portal => (
            "يردّ شيء آخر بدل الخادم",
            "تطلب شبكة Wi-Fi تسجيل الدخول أولًا: افتح أي صفحة ويب، ووافق على ما تطلبه، ثم عد إلى هنا.",
        ),
        Reach::Offline => (
            "لا يمكن الوصول إلى الخادم",
            "هل الجهاز على شبكة Wi-Fi الصحيحة؟ كثيرًا ما تعزل شبكات الضيوف الأجهزة. ستُعاد المحاولة تلقائيًا.",
        ),
    };
    ("الاتصال", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("المتصفح", "حديث بما يكفي".to_owned(), ""),
        Finding::Browser(lacks) => (
            "المتصفح",
            format!("ينقصه \u{2068}{}\u{2069}", lacks.join(", ")),
            "حدّث المتصفح، أو استخدم أحدث منه: Chrome أو Edge أو Firefox أو Safari من السنوات الثلاث الأخيرة.",
        ),
        Finding::Storage(works) => (
            "التخزين",
            if *works {
                "يحفظ المتصفح مقعدك"
            } else {
                "لا يحفظ المتصفح شيئًا"
            }
            .to_owned(),
            "اخرج من التصفح الخاص، أو اسمح لهذا الموقع بحفظ البيانات، وإلا ضاع المقعد بإغلاق الصفحة.",
        ),
        Finding::Security(security) => (
            "الأمان",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "من هذا الجهاز نفسه، وهو يكفي",
                Security::Plain => "HTTP فقط",
            }
            .to_owned(),
            "من دون HTTPS لا يمكن لأي صفحة إبقاء الشاشة مضاءة ولا النسخ بزر. يمكن للمضيف تفعيل HTTPS على الخادم.",
        ),
        Finding::Screen { width, height } => (
            "الصفحة",
            format!("\u{2068}{width} × {height}\u{2069} بكسل"),
            "صغيرة: أمسك الهاتف طوليًا، وأغلق الأشرطة والشاشات المقسّمة، أو صغّر الخط.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("إبقاء الشاشة مضاءة", "قيد التجربة", ""),
        Finding::Awake(Tried::Works) => ("إبقاء الشاشة مضاءة", "نعم", ""),
        Finding::Awake(Tried::Fails) => (
            "إبقاء الشاشة مضاءة",
            "لا: تنطفئ حين لا يلمسها أحد",
            "أطل مدة إضاءة الشاشة، أو المسها بين حين وآخر. لا يضيع شيء حين تنطفئ. قد يكون السبب توفير البطارية.",
        ),
        Finding::Clipboard(true) => ("النسخ بزر", "نعم", ""),
        Finding::Clipboard(false) => ("النسخ بزر", "لا، ويمكن تحديد النصوص ونسخها", ""),
        Finding::Vibration(true) => ("الاهتزاز", "متوفر", ""),
        Finding::Vibration(false) => ("الاهتزاز", "غير متوفر، ولا تحتاج إليه اللعبة", ""),
        Finding::Sound(Tried::NotYet) => {
            ("الصوت", "اضغط الزر أدناه؛ فالصوت مهم للشاشة الكبيرة", "")
        }
        Finding::Sound(Tried::Works) => ("الصوت", "سُمع", ""),
        Finding::Sound(Tried::Fails) => (
            "الصوت",
            "لم يُسمع",
            "تحقق من مستوى الصوت وزر الكتم والمخرج (HDMI أو مكبرات الصوت)، ومن أن لا برنامج آخر يستخدمه.",
        ),
        Finding::CalmMotion(true) => {
            ("الحركة", "مخفّفة كما يطلب هذا الجهاز: تتساقط المظاريف مع ذلك", "")
        }
        Finding::CalmMotion(false) => ("الحركة", "كما صُمّمت", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
