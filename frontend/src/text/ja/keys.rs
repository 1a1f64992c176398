//! Japanese.

use quizrain_shared::api::Scope;

use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "プログラム用キー",
    to_studio: "ライブラリ",
    why: "キーを渡すと、無効にするまで、プログラムがここでの操作の一部を代わりに行えます。プログラムごとに別のキーを作ってください。",
    new_key: "新しいキー",
    name: "用途",
    name_such_as: "例：毎晩のインポート",
    scopes: "許可する操作",
    scope: |scope| match scope {
        Scope::QuizzesRead => "クイズの検索と閲覧",
        Scope::QuizzesWrite => "クイズの作成とインポート、画像のアップロード",
        Scope::GamesRun => "ゲームの作成と進行",
        Scope::ResultsRead => "ゲームの結果の閲覧",
    },
    expires: "有効期限",
    never_expires: "なし",
    for_days: |days| format!("{days}日後"),
    make: "キーを作成",
    only_now: "今すぐコピーしてください。表示されるのは今回だけで、どこにも保存されません。",
    whole_key: "キー全体",
    copy: "コピー",
    copied: "コピー済み",
    keys: "あなたのキー",
    none: "キーはありません。",
    made: "作成",
    made_by: |login| format!("作成者：{login}"),
    made_by_nobody: "作成者のアカウントは削除済み",
    used: "最終使用",
    never_used: "なし",
    expired: "期限切れ",
    revoke: "無効にする",
    revoke_why: "このキーを使うプログラムは、すぐに拒否されます。",
    keep: "残す",
};
