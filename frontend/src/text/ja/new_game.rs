//! Japanese.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "オプション…",
    mode: "モード",
    classic: "クラシック",
    classic_why: "全員が個人で得点を競います。",
    survival: "サバイバル",
    survival_why: "間違えるか、回答しないと脱落です。",
    teams: "チーム戦",
    teams_why: "メンバーの平均がチームの得点です。",
    self_paced: "マイペース",
    self_paced_why: "各自のペースで進め、正解もすぐに分かります。練習向けです。",
    open_minutes: "受付時間（分）",
    revive_card: "復活カード",
    no_card: "なし",
    card_after: |n| format!("{n}問連続正解で1枚"),
    team: |n| format!("チーム{n}"),
    team_names: ["しずく", "星", "月", "葉っぱ", "いなずま", "雲", "山", "傘"],
    add_team: "チームを追加",
    remove_team: "最後のチームを削除",
    team_chosen: "参加者がチームを選ぶ",
    team_dealt: "参加順にチームへ振り分ける",
    names: "ニックネーム",
    names_free: "参加者が入力する",
    names_generated: "自動で作る",
    names_generated_why: "「元気なパンダ」のような親しみやすい名前です。入力は不要です。",
    identity: "参加できる人",
    identity_open: "誰でも",
    identity_open_why: "1つのブラウザが1人の参加者になります。1人が複数の席を持ち、複数のポチ袋をキャッチすることもあります。",
    pays_anybody: "誰にでもお金を支払う",
    pays_anybody_why: "オフの場合、支払いが有効なサーバーでは、誰でも参加できるゲームに降るのはポイントだけです。",
    field_asked: "参加時にもう1項目たずねる",
    field_asked_why: "社員番号などです。参加者リスト、結果、支払いで確認できます。内容が正しいかどうかは確認されません。",
    field_email: "メールアドレス",
    field_number: "社員番号",
    field_name: "項目名",
    field_pattern: "形式（正規表現、省略可）",
    field_example: "参加者に見せる入力例",
    identity_signed: "ログインした人",
    identity_signed_why: "あなたのシステムが発行したリンクか、このサーバーに設定されたOpenIDプロバイダーでログインします。どの端末でも、1人は1人の参加者です。",
    identity_invited: "招待されたゲスト",
    identity_invited_why: "カードのコードで参加します。1人のゲストは1人の参加者で、最初にコードを使った端末で遊びます。",
    choose_list: "ゲストリストを選択",
    to_guests: "ゲストリスト",
    guest_list: |title, guests| format!("{title}（{guests}人）"),
    late_join: "途中参加を許可",
    late_join_why: "第1問が表示された後も参加できます。",
    draw: "出題数（ランダムに抽選）",
    all: |n| format!("全{n}問"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "チームは2〜8つにしてください。",
        Problem::Teams(InvalidTeams::Name(_)) => "チーム名は1〜20文字にしてください。",
        Problem::Teams(InvalidTeams::SameName) => "同じ名前のチームがあります。",
        Problem::Field(InvalidField::Name) => "項目名は1〜40文字で入力してください。",
        Problem::Field(InvalidField::LongPattern) => "形式が長すぎます。",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "形式を決めるときは、それに合う入力例も必要です。"
        }
    },
};
