//! Japanese.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "ゲストリスト",
    to_studio: "ライブラリ",
    why: "ゲストごとに、カードに印刷するコードがあります。最初にコードを使った端末が、このリストのすべてのゲームでそのゲストとして参加します。あなたが招待を解除するまで、ほかの端末では使えません。",
    new_list: "新しいリスト",
    name: "用途",
    name_such_as: "例：春のパーティー",
    count: "ゲストの人数",
    table: "または名簿（CSV）",
    table_why: "1行に1人のゲストを書きます。氏名のほかに、社員番号などの識別番号も付けられ、結果と支払いに表示されます。先頭行に列名「氏名」と「識別番号」を書けます。ほかの列は削除してください。",
    refused,
    make: "リストを作成",
    lists: "あなたのリスト",
    none: "リストはありません。",
    come: |used, guests| format!("{guests}人中{used}人が参加"),
    open: "ゲスト",
    cards: "カード",
    badges: "名札",
    download: "ダウンロード（CSV）",
    print: "印刷",
    back: "リスト一覧へ",
    search: "ゲストを検索",
    found: |found| format!("{found}人"),
    more: "もっと見る",
    unused: "未使用",
    used: "参加",
    free: "招待を解除",
    free_why: "使用中の端末はすぐに退出し、次にコードを使った端末が続きから参加します。",
    remove: "削除",
    remove_why: "カードは使えなくなります。すでに参加したことがある場合、獲得の記録は残りますが、本人は見られなくなります。",
    delete: "削除",
    delete_why: |used| match used {
        0 => "このリストのカードはすべて使えなくなります。".to_owned(),
        used => format!(
            "このリストのゲスト{used}人がすでに参加しています。全員がすぐにログアウトされ、自分の残高を見られなくなります。獲得の記録は氏名とともに残り、カードは使えなくなります。"
        ),
    },
    keep: "残す",
    on_card: "読み取るか、ゲームでこのコードを入力",
    guest: |number| format!("ゲスト{number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => {
            "あとで見分けられるように、リストの用途を入力してください。".to_owned()
        }
        InvalidGuests::Text(0) => {
            format!("用途は{MAX_GUEST_NAME_CHARS}文字まで、表示できる文字だけにしてください。")
        }
        InvalidGuests::Text(line) => {
            format!(
                "{line}行目：氏名と識別番号は{MAX_GUEST_NAME_CHARS}文字まで、表示できる文字だけにしてください。"
            )
        }
        InvalidGuests::SameLabel(line) => {
            format!("{line}行目：この識別番号は別のゲストと同じです。")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join("、");
            format!(
                "{line}行目：この表には次の列があります：{columns}。読み取るのは氏名と識別番号（社員番号など）の1列ずつだけです。先頭行の列名を「氏名」と「識別番号」にし、ほかの列は削除してください。"
            )
        }
        InvalidGuests::Count => {
            format!(
                "リストのゲストは1〜{MAX_GUESTS}人です。人数を入力するか、1人1行の名簿を使ってください。"
            )
        }
        InvalidGuests::Wide(line) => format!("{line}行目：セルが1000個を超えています。"),
        InvalidGuests::Quote(line) => {
            format!(
                "{line}行目：ここで始まる引用符が閉じていないか、閉じた後に文字が続いています。文字としての引用符は2つ重ねるか、削除してください。"
            )
        }
    }
}
