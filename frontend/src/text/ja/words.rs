//! Japanese.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "言語",
    loading: "読み込み中…",
    connecting: "接続中…",
    too_many_tries: "このネットワークから間違ったPINが何度も入力されました。まもなく、あなたのPINを自動で再確認します。",
    reconnecting: "再接続中…席はそのままです。",
    no_network: "オフラインです。席はそのままです。",
    still_trying: "サーバーからまだ応答がありません。ネットワークを確認してください。再読み込みは不要です。自動で接続し直します。",
    unreachable: "サーバーに接続できません。",
    try_again: "再試行",
    sign_in_with: |name| [name, "でログイン"].concat(),
    to_start: "トップページへ",
    no_such_page: "ページが見つかりません",
    enter: "次へ",
    points_unit: |_| "ポイント",
    game_pin: "ゲームPIN",
    host_a_game: "ゲームを開催",
    no_such_game_why: "大画面の数字を確かめて、もう一度入力してください。",
    time_left: "残り秒数",
    seconds_left: |n| format!("残り{n}秒"),
    counting: "時間です。集計中…",
    time_up: "時間切れ",
    get_ready: "まもなく回答できます。準備はいいですか？",
    paused: "一時停止中です。まもなく再開します。",
    true_: "正しい",
    false_: "誤り",
    right_answer: "正解",
    place: |[left, top]| format!("左から{left}%、上から{top}%"),
    region: |[left, top, width, height]| {
        format!("左から{left}%、上から{top}%、幅{width}%、高さ{height}%")
    },
    out: "脱落",
    own_pace: |minutes| format!("自分のペースで進められます。受付時間は{minutes}分です。"),
    survival_rule: "サバイバル：間違いや無回答は脱落です。",
    card_rule: |n| format!("{n}問連続で正解すると、復活カードがもらえます。"),
    survivors: |left, of| format!("{of}人中{left}人が生き残り"),
    members: |n| format!("{n}人"),
    best_players: "個人ランキング",
    board: "ランキング",
    podium: "結果発表！",
    game_over: "ゲーム終了！",
    thanks: "ご参加ありがとうございました。",
    rain_comes: "まもなくポチ袋シャワー！",
    rain_label: "降ってくるポチ袋。スペースキーかEnterキーでキャッチできます。",
    rain_label_watch: "降ってくるポチ袋",
    rain_over: "シャワー終了",
    rain_stopped: "ホストがシャワーを止めました。キャッチ済みの分は有効で、残りは返還されました。",
    packets_caught: |_| "個キャッチ",
    largest_catches: "高額キャッチ",
    question_of: |n, of| format!("第{n}問（全{of}問）"),
    players_joined: |n| {
        if n == 0 { "まだ誰もいません".to_owned() } else { format!("{n}人が参加") }
    },
    in_packets: |n| format!("ポチ袋{n}個"),
    only_from_score: |n| format!("対象：{n}ポイント以上の方"),
    only_last_right: "対象：直前の問題に正解した方",
    only_survivors: "対象：生き残っている方",
    only_best_team: "対象：1位のチーム",
    only_starters: "対象：最初から参加している方",
    only_seated: "対象：シャワーの前から参加している方",
    only_top_share: |percent| format!("対象：上位{percent}%の方"),
    only_top_rank: |last| {
        if last == 1 {
            "対象：1位の方のみ".to_owned()
        } else {
            format!("対象：{last}位までの方")
        }
    },
    prizes: "順位賞",
    prize_of: |place| format!("{place}位賞"),
    refusal,
    seal: |commitment| format!("封印コード {}", short(commitment)),
    entropy: |entropy| format!("参加者コード {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "このPINのゲームはありません",
        Refusal::GameFull => "ゲームは満員です",
        Refusal::GameLocked => "ホストが受付を閉じました",
        Refusal::GameEnded => "このゲームは終了しました",
        Refusal::NicknameTaken => {
            "このニックネームはもう使われています。別のものにしてください。"
        }
        Refusal::Nickname(InvalidName::Empty) => "ニックネームを入力してください。",
        Refusal::Nickname(InvalidName::TooLong) => "ニックネームは20文字までです。",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "ニックネームに表示できない文字が含まれています。"
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "このゲームではニックネームが用意されています。その中から選んでください。"
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "ニックネームに、ここでは表示できない言葉が含まれています。別のものにしてください。"
        }
        Refusal::Removed => "ホストの操作により、このゲームから退出しました",
        Refusal::NoSuchTeam => "チームを選んでください。",
        Refusal::NotSeated => "先にゲームに参加してください",
        Refusal::NotOpen => "この問題は回答を受け付けていません",
        Refusal::TooLate => "間に合いませんでした。この問題は締め切られています。",
        Refusal::NoSuchAnswer => "この回答は受け付けられません",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "そのポチ袋はもうありません",
        Refusal::TooEarly => "ちょっと早すぎました",
        Refusal::RainOver => "シャワーは終わっていました",
        Refusal::NotEligible => "今回はキャッチの対象外でした",
        Refusal::SoldOut => "ポチ袋はもう残っていません",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "今はできません。",
        Refusal::TooManyJoins { .. } => {
            "同じネットワークから多くの方が参加しています。自動で再試行します。"
        }
        Refusal::Field => "ホストが求める項目を、例のとおりに入力してください。",
        Refusal::SignInNeeded => {
            "このゲームはログインした方専用です。受け取ったリンクから開いてください。"
        }
        Refusal::Stale => "ゲームはもう先に進んでいます。",
        Refusal::NotAllowed => "このブラウザからはできません。",
        Refusal::TooFast => "速すぎます。少し待ってください。",
        Refusal::Malformed => "サーバーに伝わりませんでした。ページを再読み込みしてください。",
        Refusal::Unavailable => "サーバーが混み合っています。自動で再試行します。",
    }
}
