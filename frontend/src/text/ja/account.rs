//! Japanese.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "ゲームに戻る",
    balance_empty: "まだありません",
    balance_empty_why: "シャワーでキャッチしたポチ袋がここに表示されます。",
    download: "ダウンロード (CSV)",
    download_failed: "ファイルを取得できませんでした。もう一度お試しください。",
    balance_incomplete: "応答しないサーバーがあります。復旧するまで、キャッチしたばかりのポチ袋が表示されないことがあります。",
    sign_out: "この端末でログアウト",
    sign_in: "ログイン",
    signing_in: "ログイン中…",
    no_sign_in: "このサーバーにはログインページがありません。受け取ったリンクを使ってください。",
    signed_in_note: "ログイン中です。この残高はあなたのもので、どこでログインしても表示されます。",
    balance_note: "この残高はこのブラウザのもので、ほかの端末では表示されません。",
    privacy: "保存されるあなたの情報",
    take_data: "自分のデータをすべて保存 (JSON)",
    erase: "自分の情報を消去",
    erase_person: "この操作は取り消せません。\n\n完全に消えるもの：ここでのあなたの身元、すべての端末でのログイン、招待、終了したゲームでのニックネーム、入力した文章、ホストが付けたメモ。\n\n残るもの：獲得したもの、得点、順位、選んだ答え。名前は付かず、番号だけで残ります。ただし、ログイン先でのあなたの呼び名を知っている人は、それを手がかりに探せます。送金済みの支払いの情報は、受け取った側に残ります。\n\n消去しますか？",
    erase_browser: "この操作は取り消せません。\n\n完全に消えるもの：終了したゲームでの、このブラウザのニックネーム、入力した文章、ホストが付けたメモ。\n\n残るもの：獲得したもの、得点、順位、選んだ答え。名前は付かず、番号だけで残ります。残高はこのブラウザに残ります。\n\n消去しますか？",
    erased: "消去しました。バックアップの分は、バックアップの期限が来ると消えます。",
    erased_later: "あなたの身元のほかは消去しました。身元は、支払いがすべて終わりしだい消去されます。",
    erase_not_yet: "今はできません。参加したゲームがまだ終わっていないか、獲得したものを加算している途中です。しばらくしてからお試しください。",
    receipt_later: "ゲームが終わり、獲得分の精算がすべて済むと表示されます。このページは自動で更新されます。",
    receipt_none: "このブラウザはそのゲームに参加していないか、ゲームの記録がもう残っていません。",
    key_fixed: "ホストが修正",
    came_later: "まだ参加していませんでした。",
    still_in: "生き残り",
    packet_state: |state| match state {
        PacketState::Crediting => "獲得済み（加算中）",
        PacketState::Credited => "加算済み",
        PacketState::Paying => "口座へ送金中",
        PacketState::Paid => "口座に送金済み",
        PacketState::Refused => "送金できず、この残高に残っています",
        PacketState::Held => "ホストが確認中",
        PacketState::Void => "加算前に失われました",
    },
    check: "公平でしたか？",
    checked,
    sealed_list: "封印リスト",
    contributions: "スマホが加えた値",
    claims: "キャッチされたもの",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose = if *own {
                "あなたの分を含む"
            } else {
                "あなたは抽選後に参加したため、あなたの分は含まない"
            };
            format!(
                "公平です：{packets}個中{n}番目のポチ袋。金額と順番は、シャワーの前に封印されたとおりでした。抽選も約束どおり、サーバーの秘密の値と、スマホ{players}台が加えた値（{whose}）から行われました。"
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "{packets}個中{n}番目のポチ袋は、この金額でリストに載っています。このブラウザはシャワーの前に封印コードを見ていません。見たブラウザと照らし合わせてください：{seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "シャワー全体の精算が済むと、リストが表示されます。".to_owned(),
        Checked::Unreachable => "サーバーが応答しません。もう一度お試しください。".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "シャワーの前に封印されたリストではありません。ホストに知らせてください。",
        Breach::Rules => {
            "表示されたものとは違うルールで封印されていました。ホストに知らせてください。"
        }
        Breach::Chain => {
            "あなたの参加前に約束されたものとは違う秘密の値で抽選されました。ホストに知らせてください。"
        }
        Breach::Entropy => {
            "スマホが加えた値のリストが、シャワーの前に表示されたものと違います。ホストに知らせてください。"
        }
        Breach::LeftOut => {
            "あなたのスマホが加えた値が、抽選から漏れていました。ホストに知らせてください。"
        }
        Breach::Draw => "金額が、抽選で決まるはずのものと違います。ホストに知らせてください。",
    }
}
