//! Japanese.

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
        Why::NotFound => "見つかりません。削除された可能性があります。".to_owned(),
        Why::TooMany => "このネットワークからの要求が多すぎます。後でお試しください。".to_owned(),
        Why::Busy => "サーバーが混み合っています。後でお試しください。".to_owned(),
        Why::Incomplete => "今は全部を読み込めません。後でお試しください。".to_owned(),
        Why::TooSlow => "時間がかかりすぎました。再度お試しください。".to_owned(),
        Why::TooLarge(bytes) => format!("大きすぎます。{}までです。", size(*bytes)),
        Why::Internal => "サーバーでエラーが起きました。再度お試しください。".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "クイズはゴミ箱にあります。先に元に戻してください。".to_owned(),
        Why::Stale(_) => "今、別の人がクイズを保存しました。開き直してください。".to_owned(),
        Why::Taken => "このIDは別のクイズが使用中です。再度お試しください。".to_owned(),
        Why::Teams => "チームのクイズです。自分用にするには複製してください。".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("クイズが未完成です：{}", quiz(problem)),
        Why::NoMedia(question) => format!("第{question}問の画像か音声がサーバーにありません。アップロードし直してください。"),
        Why::NoLook => "テーマの画像がサーバーにありません。アップロードし直してください。".to_owned(),
        Why::Columns => "列を読み取れません。A、B-E、B+D のように列の文字で入力してください。".to_owned(),
        Why::NothingChosen => "問題が選択されていません。".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("検索は{most}文字までです。"),
        Why::Pattern => "形式の書き方が正しくないため、読み取れません。".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "このサーバーでは参加者がログインできません。--identity-key、--identity-jwks-url、--oidc-issuer のいずれかを付けて起動してください（docs/HOSTING.md を参照）。".to_owned(),
        Why::NoGuestList => "このゲストリストは見つかりません。".to_owned(),
        Why::TooManySignIns => "試行回数が多すぎます。1分お待ちください。".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("間違ったコードが多すぎます。リカバリーコードを使うか、{wait} 後にお試しください。")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => "このアカウントは2要素認証が有効です。先にオフにしてください。".to_owned(),
        Why::LoginTaken => "このログイン名は使用済みです。".to_owned(),
        Why::FirstIsOwner => "サーバーの最初のアカウントはオーナー用です。役割をオーナーにしてください。".to_owned(),
        Why::OwnAccount => "自分のアカウントは、無効化も削除もできず、役割も下げられません。".to_owned(),
        Why::OwnPassword => "自分のアカウントでは、パスワードを変更するか、リカバリーコードを使ってください。".to_owned(),
        Why::OwnSecondFactor => "自分の2要素認証は、コードを入力してオフにしてください。".to_owned(),
        Why::OwnProvider => "自分の連携は、パスワードを入力して解除してください。".to_owned(),
        Why::TooManyHosts => format!("アカウントは{MAX_HOSTS}個までで、上限に達しています。"),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("キーは{MAX_KEYS}個までです。使わないものを無効にしてください。"),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => format!("ゲストリストは{MAX_GUEST_LISTS}個までで、上限に達しています。"),
        Why::GuestsPlay => "進行中のゲームがこのリストを使っています。先に終了してください。".to_owned(),
        Why::GuestsUsed(used) => format!("リストは削除していません。ゲスト{used}人が参加済みです。削除するには、もう一度押してください。"),
        Why::InviteUsed => "この招待は使用中です。先に解除するか、その人の情報を消去してください。".to_owned(),
        Why::PayoutTooLate(state) => format!("もう変更できません。この支払いは{}。", payout(*state)),
        Why::NothingHeld => "このアカウントに、確認待ちの支払いはありません。".to_owned(),
        Why::NothingCredited => {
            "このアカウントには、まだ何も加算されていません。加算されると保留になり、支払わないことを選べます。".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => "キーの用途を入力してください。".to_owned(),
        InvalidKey::LongName => format!("用途は{MAX_KEY_NAME_CHARS}文字までです。"),
        InvalidKey::Unprintable => "用途に表示できない文字が含まれています。".to_owned(),
        InvalidKey::NoScope => "許可する操作を1つ以上選んでください。".to_owned(),
        InvalidKey::Past => "有効期限が過ぎています。".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "送金待ちです",
        PayoutState::Sent => "送金中です",
        PayoutState::Confirmed => "完了しています",
        PayoutState::Refused => "拒否されました",
        PayoutState::Unknown => "送金されましたが、結果は不明です",
        PayoutState::NeedsHuman => "手作業での対応が必要です",
        PayoutState::Held => "あなたの確認を待っています",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("第{}問：{said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "表示できる画像ではありません。PNG、JPEG、WebP、GIFのファイルを使ってください。"
                .to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "画像は{width}×{height}ピクセルです。1辺{MAX_UPLOADED_SIDE}、合計4000万ピクセルまでです。"
        ),
        InvalidPicture::Memory => {
            "この画像を開くにはメモリが足りません。各色8ビットの画像として保存し直してください。"
                .to_owned()
        }
        InvalidPicture::Damaged => "画像ファイルが壊れていて読み込めません。".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "再生できる音声ではありません。MP3、OGG（VorbisかOpus）、WAVのファイルを使ってください。"
                .to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "特殊な符号化のWAVファイル",
                UnusualSound::WavChannels => "チャンネル数かサンプリング周波数が特殊なWAVファイル",
                UnusualSound::OggCoding => "VorbisでもOpusでもないOGGファイル",
                UnusualSound::OggHeaders => "ヘッダーが特殊なOGGファイル",
            };
            format!("{how}で、再生できないブラウザがあります。MP3で保存し直してください。")
        }
        InvalidSound::Damaged => "音声ファイルが壊れていて読み込めません。".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("音声は{bytes}バイトです。2 MiBまでです。MP3かOGGで保存し直してください。")
        }
        InvalidSound::TooLong(ms) => {
            format!("音声は{}秒です。{}秒までです。", ms.div_ceil(1000), MAX_SOUND_MS / 1000)
        }
    }
}
