//! Simplified Chinese.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::{desk, editor, hosts, library, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "没有找到，可能已被删除。".to_owned(),
        Why::TooMany => "此网络的请求太多，请稍后再试。".to_owned(),
        Why::Busy => "服务器正忙，请稍后再试。".to_owned(),
        Why::Incomplete => "现在无法读到全部内容，请稍后再试。".to_owned(),
        Why::TooSlow => "用时太长，请重试。".to_owned(),
        Why::TooLarge(bytes) => format!("太大了，最多 {}。", size(*bytes)),
        Why::Internal => "服务器出错了，请重试。".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "题集在回收站里，请先恢复。".to_owned(),
        Why::Stale(_) => "刚才有人保存了这个题集，请重新打开。".to_owned(),
        Why::Taken => "另一个题集已用了这个编号，请重试。".to_owned(),
        Why::Teams => "这个题集属于团队。要有自己的，请复制一份。".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("题集还没有写完：{}", quiz(problem)),
        Why::NoMedia(question) => format!("第 {question} 题的图片或声音不在服务器上，请重新上传。"),
        Why::NoLook => "主题的图片不在服务器上，请重新上传。".to_owned(),
        Why::Columns => "无法识别列的写法。请填写列的字母，如 A、B-E 或 B+D。".to_owned(),
        Why::NothingChosen => "没有选择题目。".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("搜索内容最多 {most} 个字符。"),
        Why::Pattern => "格式写得不对，无法识别。".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "此服务器没有玩家登录功能：启动时请加上 --identity-key、--identity-jwks-url 或 --oidc-issuer（见 docs/HOSTING.md）。".to_owned(),
        Why::NoGuestList => "没有这份来宾名单。".to_owned(),
        Why::TooManySignIns => "尝试次数太多，请等一分钟。".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("验证码输错的次数太多。请改用一个恢复代码，或在 {wait} 后再试。")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => "此账户已启用双重验证，请先关闭。".to_owned(),
        Why::LoginTaken => "这个登录名已有人使用。".to_owned(),
        Why::FirstIsOwner => "服务器的第一个账户必须是所有者。".to_owned(),
        Why::OwnAccount => "这是你自己的账户：不能停用、删除，也不能降低角色。".to_owned(),
        Why::OwnPassword => "这是你自己的账户：请修改密码，或使用一个恢复代码。".to_owned(),
        Why::OwnSecondFactor => "这是你自己的账户：请用验证码关闭双重验证。".to_owned(),
        Why::OwnProvider => "这是你自己的账户：请用密码取消关联。".to_owned(),
        Why::TooManyHosts => format!("服务器最多 {MAX_HOSTS} 个账户，已经满了。"),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("服务器最多 {MAX_KEYS} 个密钥，请先吊销一些。"),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => format!("服务器最多 {MAX_GUEST_LISTS} 份名单，已经满了。"),
        Why::GuestsPlay => "有一场进行中的游戏使用这份名单，请先结束游戏。".to_owned(),
        Why::GuestsUsed(used) => format!("名单未删除：已有 {used} 位来宾到场。要删除请再按一次。"),
        Why::InviteUsed => "这张请柬已有人使用：请先释放，或清除此人的数据。".to_owned(),
        Why::PayoutTooLate(state) => format!("太迟了，这笔付款{}。", payout(*state)),
        Why::NothingHeld => "此账户没有等你核对的付款。".to_owned(),
        Why::NothingCredited => {
            "此账户还没有入账。入账后会等你核对，那时可以选择不付款。".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => "请填写密钥的用途。".to_owned(),
        InvalidKey::LongName => format!("用途最多 {MAX_KEY_NAME_CHARS} 个字符。"),
        InvalidKey::Unprintable => "用途含有无法显示的字符。".to_owned(),
        InvalidKey::NoScope => "请至少允许一项操作。".to_owned(),
        InvalidKey::Past => "到期时间已经过去。".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "还未发出",
        PayoutState::Sent => "已经发出",
        PayoutState::Confirmed => "已经完成",
        PayoutState::Refused => "已被拒绝",
        PayoutState::Unknown => "已经发出，结果未知",
        PayoutState::NeedsHuman => "需要人工处理",
        PayoutState::Held => "正等你核对",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("第 {} 题：{said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "不是可以显示的图片，请使用 PNG、JPEG、WebP 或 GIF 文件。".to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "图片有 {width}×{height} 像素；每边最多 {MAX_UPLOADED_SIDE}，总共最多 4000 万。"
        ),
        InvalidPicture::Memory => {
            "打开这张图片占用的内存太多，请另存为每色 8 位的图片。".to_owned()
        }
        InvalidPicture::Damaged => "图片文件已损坏，无法读取。".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "不是可以播放的声音，请使用 MP3、OGG（Vorbis 或 Opus）或 WAV 文件。".to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "编码特殊的 WAV 文件",
                UnusualSound::WavChannels => "声道数或采样率特殊的 WAV 文件",
                UnusualSound::OggCoding => "不含 Vorbis 或 Opus 的 OGG 文件",
                UnusualSound::OggHeaders => "文件头特殊的 OGG 文件",
            };
            format!("这是{how}，不是每个浏览器都能播放，请另存为 MP3。")
        }
        InvalidSound::Damaged => "声音文件已损坏，无法读取。".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("声音有 {bytes} 字节，最多 2 MiB，请另存为 MP3 或 OGG。")
        }
        InvalidSound::TooLong(ms) => {
            format!("声音长 {} 秒，最多 {} 秒。", ms.div_ceil(1000), MAX_SOUND_MS / 1000)
        }
    }
}
