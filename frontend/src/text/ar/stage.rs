//! Arabic.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::{PACKETS, PLAYERS, QUESTIONS, behind, many};
use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "خادم Redis لا يستجيب. لا يمكن لأحد الانضمام أو الإجابة أو التقاط مظروف، ولا تتقدم اللعبة إلى أن يعود."
        }
        Incident::DatabaseAway => {
            "قاعدة البيانات لا تستجيب. تستمر المسابقة، وتُضاف المظاريف الملتقَطة لاحقًا. أما الألعاب الجديدة والأمطار الجديدة وختام المطر فتنتظر عودتها."
        }
        Incident::RolledBack => {
            "فقدت الخوادم اللحظات الأخيرة واستعادت ما عرضته الشاشات. راجع ما يظهر قبل المتابعة."
        }
    },
    try_device: "تجربة الأجهزة وشبكة Wi-Fi",
    cancel: "إلغاء",
    locked: "مغلقة",
    no_such_game: "هذه اللعبة غير موجودة",
    join_at: "انضم عبر",
    qr_alt: "رمز QR يفتح هذه اللعبة",
    answered: |n| behind(n, [" إجابات", " إجابة", " إجابة"]),
    points: "نقاط",
    sound: "لهذا السؤال صوت",
    sound_again: "إعادة تشغيل الصوت",
    sound_stop: "إيقاف الصوت",
    sound_click: "انقر لتشغيل الصوت",
    sound_fails: "لا يستطيع هذا المتصفح تشغيل الصوت.",
    mute: "كتم الصوت",
    mute_why: "كل ما تشغّله هذه الشاشة: الموسيقى والإشارات وأصوات الأسئلة. المفتاح + يرفع الصوت والمفتاح − يخفضه.",
    volume: "مستوى الصوت",
    full_screen: "ملء الشاشة",
    next_game_soon: "اللعبة التالية تبدأ قريبًا",
    all_gone: "نفدت كلها!",
    of_pot: "من",
    key_title: "استضافة لعبة",
    key_why: "افتح الرابط الذي طبعه Quizrain في الطرفية، أو الصق المفتاح منها. وإن لم تكن لديك طرفية فاسأل من يدير الخادم.",
    host_key: "مفتاح المضيف",
    key_wrong: "المفتاح 32 خانة من \u{2068}0–9\u{2069} و\u{2068}a–f\u{2069}.",
    key_not_accepted: "لا يقبل الخادم ذلك: المفتاح خاطئ، أو انتهى تسجيل دخولك، أو لا يملك حسابك هذه الصلاحية. يمكن لأحد مالكي الخادم مساعدتك.",
    other_key: "سجّل الدخول أو أدخل مفتاحًا آخر",
    library: "اختر مسابقة",
    library_empty: "لا توجد مسابقات بعد. أضف واحدة بالأمر \u{2068}quizrain import\u{2069}.",
    running_games: "ألعاب جارية",
    go_on: "متابعة",
    start_game: "فتح قاعة الانتظار",
    draw_questions: "عدد الأسئلة المسحوبة عشوائيًا",
    to_library: "المكتبة",
    players: "اللاعبون",
    lock: "إغلاق الانضمام",
    unlock: "فتح الانضمام",
    open_screen: "فتح الشاشة الكبيرة",
    controls: "التحكم",
    space_hint: "المسافة أو Enter أو → أو جهاز التحكم بالعرض: كلها تضغط الزر الأحمر.",
    state_lobby: "اللاعبون ينضمون",
    state_reading: "وقت قراءة السؤال",
    state_paused: "توقف مؤقت: الإجابة متوقفة",
    state_slide: "شريحة معروضة",
    state_asking: "السؤال مفتوح",
    state_paced: "كلٌّ يلعب على إيقاعه",
    begin: "بدء",
    close_game: "إغلاق اللعبة",
    closes_in: |left| format!("تُغلق خلال \u{2068}{left}\u{2069}"),
    own_paces: |begun, done| format!("بدأ {begun} · أنهى {done}"),
    state_revealed: "الإجابة معروضة",
    state_rain: "المظاريف تتساقط. ينتهي المطر تلقائيًا.",
    first_question: "بدء السؤال الأول",
    open_question: "فتح السؤال",
    reveal_now: "كشف الإجابة الآن",
    pause: "إيقاف مؤقت",
    resume: "متابعة",
    show_board: "عرض لوحة الصدارة",
    open_rain: "مطر المظاريف الحمراء",
    show_podium: "إعلان الفائزين",
    typed_texts: "ما كتبه اللاعبون",
    hide_text: "إخفاء",
    pick_text: "اختيار",
    picked_text: |n| format!("مختار، {n}"),
    pick_why: |n| format!("تعرض الشاشة الكبيرة ما تختاره وحده، بحد أقصى {n}."),
    stop_rain: "إيقاف المطر",
    stop_sure: "إيقاف المطر الآن؟",
    stop_why: "ما التُقط يبقى لأصحابه، ويُعاد باقي المبلغ، ويرى الجميع أنك أوقفته.",
    end_game: "إنهاء اللعبة",
    end_sure: "إنهاء اللعبة الآن؟",
    end_why: "لن يمكن لأحد الإجابة أو الالتقاط بعد ذلك. وتبقى المظاريف المضافة إلى الأرصدة.",
    take_over_title: "تُدار هذه اللعبة من متصفح آخر",
    take_over_why: "يمكنك تولّي إدارتها بمفتاح المضيف. يتوقف عندها المتصفح الآخر عن الإدارة، ولا يلاحظ اللاعبون شيئًا.",
    take_over: "تولّي إدارة اللعبة",
    which_rain: "أي مطر",
    another_rain: "مطر جديد",
    after_question: |n| format!("بعد السؤال {n}"),
    at_the_end: "في النهاية",
    has_fallen: "هطل",
    pot: "المبلغ",
    currency: "العملة",
    packets: "المظاريف",
    seconds: "الثواني",
    smallest: "أصغر مظروف",
    largest: "أكبر مظروف",
    split: "طريقة التقسيم",
    split_lucky: "بالحظ",
    split_lucky_why: "مبالغ عشوائية، والفرص متساوية للجميع.",
    split_line: "بالحظ مع جوائز كبرى",
    split_line_why: "تقسيم عند نقاط عشوائية: كثير من المظاريف الصغيرة وقليل من الكبيرة.",
    split_equal: "بالتساوي",
    split_equal_why: "المبلغ نفسه في كل مظروف.",
    split_shares: "حصة لكل لاعب",
    split_shares_why: "يتقاسم المبلغ بالتساوي كل من يحق لهم الالتقاط عند بدء المطر.",
    prizes_why: "مظروف محدد لكل من الثلاثة الأوائل، والمتعادلون يتقاسمون.",
    first_prize: "الجائزة الأولى",
    second_prize: "الجائزة الثانية",
    third_prize: "الجائزة الثالثة",
    who_may: "من يحق له الالتقاط",
    everyone: "الجميع",
    score_at_least: "من لا تقل نقاطهم عن",
    last_right: "من أصاب في السؤال الأخير",
    top_share: "أفضل اللاعبين، بالنسبة المئوية",
    top_rank: "الأوائل حتى المركز",
    let_it_rain: "إطلاق المطر",
    money_sure: "هل تُسقط نقودًا حقيقية؟",
    money_credited: |amount| format!("سيُضاف \u{2068}{amount}\u{2069} إلى أرصدة من يلتقطونه."),
    packets_of: |n| many(n.into(), PACKETS),
    for_everybody: "للجميع",
    next_question: |n, of| format!("السؤال {n} من {of}"),
    others: |n| {
        many(
            n.into(),
            [
                "لا إجابات أخرى",
                "إجابة أخرى",
                "إجابتان أخريان",
                "إجابات أخرى",
                "إجابة أخرى",
                "إجابة أخرى",
            ],
        )
    },
    average: |mean| ["المتوسط ", mean].concat(),
    climbed_most: |n| format!("أكبر صعود (\u{2068}+{n}\u{2069}):"),
    up: |n| format!("صعود {n}"),
    down: |n| format!("هبوط {n}"),
    new_on_board: "جديد",
    of_players: |n| many(n.into(), PLAYERS),
    questions: |n| many(n.into(), QUESTIONS),
    packets_for: |packets, players| {
        let apart = u64::from(packets.abs_diff(players));
        let so = match packets.cmp(&players) {
            Ordering::Less => format!("يبقى {} بلا مظروف.", many(apart, PLAYERS)),
            Ordering::Equal => "مظروف لكل لاعب.".to_owned(),
            Ordering::Greater => {
                format!("الفائض {}، وما لا يلتقطه أحد يُعاد.", many(apart, PACKETS))
            }
        };
        let packets = many(packets.into(), PACKETS);
        format!("{packets} و{}: {so}", many(players.into(), PLAYERS))
    },
    packets_for_some: |packets, players| {
        let packets = many(packets.into(), PACKETS);
        let players = many(players.into(), PLAYERS);
        format!(
            "{packets}. الحاضرون: {players}، ولا يحق الالتقاط لهم جميعًا، ويتضح لمن يحق عند الهطول."
        )
    },
    packets_at_least: |n| format!("{} على الأقل: أقل من ذلك لا يسع المبلغ.", many(n.into(), PACKETS)),
    pot_rises: |from, to| {
        format!("مظروف لكل لاعب يرفع المبلغ من \u{2068}{from}\u{2069} إلى \u{2068}{to}\u{2069}.")
    },
    pot_raised: |from, to| {
        format!("رُفع المبلغ من \u{2068}{from}\u{2069} إلى \u{2068}{to}\u{2069}.")
    },
    packet_for_each: "مظروف لكل لاعب",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "اكتب المبالغ على هذا النحو: 1234.50، من دون فاصل للآلاف.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "ليس لهذه العملة كسور عشرية.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("الحد الأقصى للمنازل العشرية لهذه العملة: {decimals}.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "المبلغ كبير جدًا.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "اختر عملة.".to_owned(),
        DraftProblem::Number => "اكتب عددًا صحيحًا بلا كسور.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("يدوم المطر من {} إلى {} ثانية.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "النسبة من 1 إلى 100%.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "أول مركز هو 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "لا أحد يحق له الالتقاط، فلا أحد يتقاسم المبلغ.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "المبلغ أصغر من أن ينال كل لاعب حصة.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => "الجوائز للمراكز الأولى.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => "لكل جائزة قيمة، ولا تزيد أي جائزة على التي قبلها.".to_owned(),
            Impossible::PacketCount => format!("في المطر من 1 إلى {MAX_PACKETS} مظروف."),
            Impossible::MinTooSmall => "يجب أن يحوي أصغر مظروف شيئًا.".to_owned(),
            Impossible::MaxBelowMin => "أكبر مظروف أقل من أصغر مظروف.".to_owned(),
            Impossible::PotTooSmall => "المبلغ لا يكفي هذا العدد من المظاريف.".to_owned(),
            Impossible::PotTooLarge => "المبلغ كبير جدًا: ارفع أكبر مظروف أو قلّل المبلغ.".to_owned(),
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "ما دفعه الراعي لا يكفي هذا المبلغ",
        Refusal::NoQuestionLeft => "لم يبقَ سؤال.",
        Refusal::NoSuchPlayer => "لم يعد هذا اللاعب في اللعبة.",
        Refusal::Invalid => "لا يمكن استخدام هذا.",
        Refusal::NoRainLeft => "استنفدت هذه اللعبة أمطارها. أنشئ لعبة أخرى.",
        Refusal::OnlyWatching => "يتيح لك هذا الرابط المشاهدة فقط.",
        Refusal::IdentityNeeded => {
            "تُدفع النقود لمن سجّل الدخول. أنشئ لعبة لهم، أو لعبة تسمح بالدفع لأي شخص."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
