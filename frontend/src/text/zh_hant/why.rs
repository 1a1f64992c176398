//! Traditional Chinese.

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
        Why::NotFound => "找不到，可能已被刪除。".to_owned(),
        Why::TooMany => "此網路的請求太多，請稍後再試。".to_owned(),
        Why::Busy => "伺服器正忙，請稍後再試。".to_owned(),
        Why::Incomplete => "現在無法讀到全部內容，請稍後再試。".to_owned(),
        Why::TooSlow => "花費時間太長，請重試。".to_owned(),
        Why::TooLarge(bytes) => format!("太大了，最多 {}。", size(*bytes)),
        Why::Internal => "伺服器出錯了，請重試。".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "題集在回收桶裡，請先還原。".to_owned(),
        Why::Stale(_) => "剛才有人儲存了這個題集，請重新開啟。".to_owned(),
        Why::Taken => "另一個題集已用了這個編號，請重試。".to_owned(),
        Why::Teams => "這個題集屬於團隊。要有自己的，請複製一份。".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("題集還沒有寫完：{}", quiz(problem)),
        Why::NoMedia(question) => format!("第 {question} 題的圖片或聲音不在伺服器上，請重新上傳。"),
        Why::NoLook => "主題的圖片不在伺服器上，請重新上傳。".to_owned(),
        Why::Columns => "無法識別欄的寫法。請填寫欄的字母，如 A、B-E 或 B+D。".to_owned(),
        Why::NothingChosen => "沒有選擇題目。".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("搜尋內容最多 {most} 個字元。"),
        Why::Pattern => "格式寫得不對，無法識別。".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "此伺服器沒有玩家登入功能：啟動時請加上 --identity-key、--identity-jwks-url 或 --oidc-issuer（見 docs/HOSTING.md）。".to_owned(),
        Why::NoGuestList => "沒有這份來賓名單。".to_owned(),
        Why::TooManySignIns => "嘗試次數太多，請等一分鐘。".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("驗證碼輸錯的次數太多。請改用一個復原代碼，或在 {wait} 後再試。")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => "此帳戶已啟用雙重驗證，請先關閉。".to_owned(),
        Why::LoginTaken => "這個登入名稱已有人使用。".to_owned(),
        Why::FirstIsOwner => "伺服器的第一個帳戶必須是擁有者。".to_owned(),
        Why::OwnAccount => "這是你自己的帳戶：不能停用、刪除，也不能降低角色。".to_owned(),
        Why::OwnPassword => "這是你自己的帳戶：請修改密碼，或使用一個復原代碼。".to_owned(),
        Why::OwnSecondFactor => "這是你自己的帳戶：請用驗證碼關閉雙重驗證。".to_owned(),
        Why::OwnProvider => "這是你自己的帳戶：請用密碼取消連結。".to_owned(),
        Why::TooManyHosts => format!("伺服器最多 {MAX_HOSTS} 個帳戶，已經滿了。"),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("伺服器最多 {MAX_KEYS} 個金鑰，請先撤銷一些。"),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => format!("伺服器最多 {MAX_GUEST_LISTS} 份名單，已經滿了。"),
        Why::GuestsPlay => "有一場進行中的遊戲使用這份名單，請先結束遊戲。".to_owned(),
        Why::GuestsUsed(used) => format!("名單未刪除：已有 {used} 位來賓到場。要刪除請再按一次。"),
        Why::InviteUsed => "這張請柬已有人使用：請先釋放，或清除此人的資料。".to_owned(),
        Why::PayoutTooLate(state) => format!("太遲了，這筆付款{}。", payout(*state)),
        Why::NothingHeld => "此帳戶沒有等你核對的付款。".to_owned(),
        Why::NothingCredited => {
            "此帳戶還沒有入帳。入帳後會等你核對，那時可以選擇不付款。".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => "請填寫金鑰的用途。".to_owned(),
        InvalidKey::LongName => format!("用途最多 {MAX_KEY_NAME_CHARS} 個字元。"),
        InvalidKey::Unprintable => "用途含有無法顯示的字元。".to_owned(),
        InvalidKey::NoScope => "請至少允許一項操作。".to_owned(),
        InvalidKey::Past => "到期時間已經過去。".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "還未發出",
        PayoutState::Sent => "已經發出",
        PayoutState::Confirmed => "已經完成",
        PayoutState::Refused => "已被拒絕",
        PayoutState::Unknown => "已經發出，結果未知",
        PayoutState::NeedsHuman => "需要人工處理",
        PayoutState::Held => "正等你核對",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("第 {} 題：{said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "不是可以顯示的圖片，請使用 PNG、JPEG、WebP 或 GIF 檔案。".to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "圖片有 {width}×{height} 像素；每邊最多 {MAX_UPLOADED_SIDE}，總共最多 4000 萬。"
        ),
        InvalidPicture::Memory => {
            "開啟這張圖片佔用的記憶體太多，請另存為每色 8 位元的圖片。".to_owned()
        }
        InvalidPicture::Damaged => "圖片檔案已損壞，無法讀取。".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "不是可以播放的聲音，請使用 MP3、OGG（Vorbis 或 Opus）或 WAV 檔案。".to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "編碼特殊的 WAV 檔案",
                UnusualSound::WavChannels => "聲道數或取樣率特殊的 WAV 檔案",
                UnusualSound::OggCoding => "不含 Vorbis 或 Opus 的 OGG 檔案",
                UnusualSound::OggHeaders => "檔頭特殊的 OGG 檔案",
            };
            format!("這是{how}，不是每個瀏覽器都能播放，請另存為 MP3。")
        }
        InvalidSound::Damaged => "聲音檔案已損壞，無法讀取。".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("聲音有 {bytes} 位元組，最多 2 MiB，請另存為 MP3 或 OGG。")
        }
        InvalidSound::TooLong(ms) => {
            format!("聲音長 {} 秒，最多 {} 秒。", ms.div_ceil(1000), MAX_SOUND_MS / 1000)
        }
    }
}
