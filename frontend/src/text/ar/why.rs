//! Arabic.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::{desk, editor, hosts, library, new_game, stage, too_long};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "لم يُعثر عليه، وربما حُذف.".to_owned(),
        Why::TooMany => "طلبات كثيرة من هذه الشبكة. حاول بعد قليل.".to_owned(),
        Why::Busy => "الخادم مشغول. حاول بعد قليل.".to_owned(),
        Why::Incomplete => "لا يمكن قراءة كل شيء الآن. حاول بعد قليل.".to_owned(),
        Why::TooSlow => "استغرق ذلك وقتًا طويلًا. حاول مجددًا.".to_owned(),
        Why::TooLarge(bytes) => format!("الحجم كبير. الأقصى \u{2068}{}\u{2069}.", size(*bytes)),
        Why::Internal => "حدث خطأ في الخادم. حاول مجددًا.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "هذه المسابقة في سلة المهملات. استعدها أولًا.".to_owned(),
        Why::Stale(_) => "حفظ شخص آخر هذه المسابقة للتو. افتحها مجددًا.".to_owned(),
        Why::Taken => "لمسابقة أخرى هذا المعرّف. حاول مجددًا.".to_owned(),
        Why::Teams => "هذه المسابقة للفريق. كرّرها لتكون لك نسختك.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("لم تكتمل هذه المسابقة: {}", quiz(problem)),
        Why::NoMedia(question) => format!("صورة السؤال {question} أو صوته مفقود. ارفعه مجددًا."),
        Why::NoLook => "صورة من صور المظهر مفقودة. ارفعها مجددًا.".to_owned(),
        Why::Columns => "تعذّرت قراءة الأعمدة. اكتب أحرفها مثل A أو \u{2068}B-E\u{2069} أو \u{2068}B+D\u{2069}.".to_owned(),
        Why::NothingChosen => "لم تختر أي سؤال.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => too_long(*most),
        Why::Pattern => "تعذّرت قراءة الصيغة.".to_owned(),
        Why::Example => (new_game::WORDS.problem)(&Problem::Field(InvalidField::Example)).to_owned(),
        Why::SignsNobodyIn => "لا يتيح هذا الخادم تسجيل دخول اللاعبين: شغّله مع \u{2068}--identity-key\u{2069} أو \u{2068}--identity-jwks-url\u{2069} أو \u{2068}--oidc-issuer\u{2069} (انظر \u{2068}docs/HOSTING.md\u{2069}).".to_owned(),
        Why::NoGuestList => "قائمة الضيوف هذه غير موجودة.".to_owned(),
        Why::TooManySignIns => "محاولات كثيرة. انتظر دقيقة.".to_owned(),
        Why::CodesWait(wait) => format!("رموز خاطئة كثيرة. استخدم رمز استرداد، أو حاول بعد {}.", span(*wait)),
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => "التحقق بخطوتين مفعّل لهذا الحساب أصلًا. أوقفه أولًا.".to_owned(),
        Why::LoginTaken => "اسم الدخول هذا لحساب آخر.".to_owned(),
        Why::FirstIsOwner => "أول حساب على الخادم يكون لمالك.".to_owned(),
        Why::OwnAccount => "هذا حسابك: لا يمكنك تعطيله أو حذفه أو خفض دوره.".to_owned(),
        Why::OwnPassword => "هذا حسابك: غيّر كلمة مروره أو استخدم أحد رموز الاسترداد.".to_owned(),
        Why::OwnSecondFactor => "هذا حسابك: أوقف التحقق بخطوتين برمز من تطبيقك.".to_owned(),
        Why::OwnProvider => "هذا حسابك: افصله عن المزوّد بكلمة مروره.".to_owned(),
        Why::TooManyHosts => format!("الأقصى {MAX_HOSTS} حساب على الخادم، وقد بلغه."),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("الأقصى {MAX_KEYS} مفتاح على الخادم. ألغِ بعضها."),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => format!("الأقصى {MAX_GUEST_LISTS} قائمة على الخادم، وقد بلغه."),
        Why::GuestsPlay => "تستخدم لعبة جارية هذه القائمة. أنهِ اللعبة أولًا.".to_owned(),
        Why::GuestsUsed(used) => format!("لم تُحذف: حضر {used} من ضيوفها. لحذفها اضغط مجددًا."),
        Why::InviteUsed => "الدعوة مستخدَمة: حرّرها أو امحُ بيانات صاحبها أولًا.".to_owned(),
        Why::PayoutTooLate(state) => format!("فات الأوان: {}.", payout(*state)),
        Why::NothingHeld => "لا دفعة محجوزة لهذا الحساب.".to_owned(),
        Why::NothingCredited => "لم يُضف شيء إلى الحساب بعد. ما سيُضاف يُحجز، ولك أن ترفض دفعه حينها.".to_owned(),
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => "اكتب الغرض من المفتاح كي تعرفه لاحقًا.".to_owned(),
        InvalidKey::LongName => format!("الحد الأقصى للغرض {MAX_KEY_NAME_CHARS} حرفًا."),
        InvalidKey::Unprintable => "في الغرض أحرف لا يمكن عرضها.".to_owned(),
        InvalidKey::NoScope => "اسمح للمفتاح بإجراء واحد على الأقل.".to_owned(),
        InvalidKey::Past => "تاريخ الانتهاء في الماضي.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "لم تُرسل الدفعة بعد",
        PayoutState::Sent => "أُرسلت الدفعة",
        PayoutState::Confirmed => "تأكدت الدفعة",
        PayoutState::Refused => "رُفضت الدفعة",
        PayoutState::Unknown => "أُرسلت الدفعة ولم يُعرف مصيرها",
        PayoutState::NeedsHuman => "تحتاج الدفعة إلى تدخلك",
        PayoutState::Held => "تنتظر الدفعة قرارك",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("السؤال {}: {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "ليست صورة يمكن عرضها. استخدم ملف PNG أو JPEG أو WebP أو GIF.".to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "أبعاد الصورة \u{2068}{width}×{height}\u{2069} بكسل؛ الحد الأقصى لكل ضلع {MAX_UPLOADED_SIDE}، وللمجموع 40 مليونًا."
        ),
        InvalidPicture::Memory => {
            "يستهلك فتح هذه الصورة ذاكرة كبيرة. احفظها بعمق 8 بت لكل لون.".to_owned()
        }
        InvalidPicture::Damaged => "ملف الصورة تالف ولا يمكن قراءته.".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "ليس صوتًا يمكن تشغيله. استخدم ملف MP3 أو OGG (بترميز Vorbis أو Opus) أو WAV.".to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "ملف WAV بترميز غير مألوف",
                UnusualSound::WavChannels => "ملف WAV بقنوات أو بمعدل غير مألوف",
                UnusualSound::OggCoding => "ملف OGG بلا Vorbis ولا Opus",
                UnusualSound::OggHeaders => "ملف OGG بترويسات غير مألوفة",
            };
            format!("هذا {how}، ولا تشغّله كل المتصفحات. احفظه بصيغة MP3.")
        }
        InvalidSound::Damaged => "ملف الصوت تالف ولا يمكن قراءته.".to_owned(),
        InvalidSound::TooLarge(bytes) => format!(
            "حجم الصوت {bytes} بايت؛ الحد الأقصى \u{2068}2 MiB\u{2069}. احفظه بصيغة MP3 أو OGG."
        ),
        InvalidSound::TooLong(ms) => format!(
            "مدة الصوت {} ثانية؛ الحد الأقصى {} ثانية.",
            ms.div_ceil(1000),
            MAX_SOUND_MS / 1000
        ),
    }
}
