//! Japanese.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "端末テスト",
    lead: "イベントの前に、本番と同じ席と時間帯で、スマホ、パソコン、Wi-Fiを試してください。何も保存されません。",
    measuring: "測定中…",
    overall,
    verdict,
    say,
    again: "もう一度測定",
    minute: "1分間測定",
    walk: "1分間、直近60回の往復を表示します。会場の最後列や隅まで歩きながら、変化を見てください。",
    bars: |shown, lost| format!("直近{shown}回の往復、うち応答なし{lost}回"),
    tone: "音を鳴らす",
    heard: "聞こえましたか？",
    yes: "はい",
    no: "いいえ",
    copy: "結果をコピーしてホストに渡す",
    copied: "コピーしました。",
    by_hand: "この文章を選択してコピーしてください：",
    to_start: "トップページへ",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "問題ありません。ここでゲームを楽しめます。",
        Verdict::Limited => {
            "ここでゲームはできますが、遅い点や使えない機能があるかもしれません。下をご覧ください。"
        }
        Verdict::Bad => "うまく動かないところがあります。対処法は下をご覧ください。",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "良好",
        (Some(Verdict::Limited), true) => "遅いかも",
        (Some(Verdict::Limited), false) => "制限あり",
        (Some(Verdict::Bad), _) => "使えません",
        (None, _) => "まだ不明",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "往復時間",
            format!("中央値 {} ms、最大 {} ms", whole(*median_ms), whole(*worst_ms)),
            "アクセスポイントに近づくか、つなぐ端末を減らすか、モバイル通信を使ってください。回答は届いた時刻で計り、通信にかかった分は一定の範囲で差し引かれます。",
        ),
        Finding::Lost { lost: 0, of } => ("損失", format!("{of}回中なし"), ""),
        Finding::Lost { lost, of } => (
            "損失",
            format!("{of}回中{lost}回、2秒以内に応答なし"),
            "ここのWi-Fiは弱いか、混み合っています。席やアクセスポイントを変えるか、モバイル通信を使ってください。",
        ),
        Finding::Jitter(ms) => (
            "安定性",
            format!("1回ごとの差は {} ms", whole(*ms)),
            "Wi-Fiが混み合っています。同じネットワークでの大きなダウンロードや動画は、状態を悪化させます。",
        ),
        Finding::Clock(ahead_ms) => (
            "時計",
            format!(
                "サーバーより {} 秒{}",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "遅れています" } else { "進んでいます" }
            ),
            "時刻を自動設定にしてください。ゲームはサーバーの時刻で進みますが、証明書やログインで失敗することがあります。",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("接続中", ""),
        Reach::Open => ("接続済み。ゲームに十分です", ""),
        Reach::Full => (
            "サーバーに届きましたが、測定の空きがありません",
            "同時に測定している人が多すぎます。自動で再試行し、1分ほどで空きます。",
        ),
        Reach::NoSocket => (
            "ページは開きますが、WebSocketがつながりません",
            "プロキシ、ファイアウォール、フィルターがWebSocketを通していません。別のネットワークかモバイル通信を試し、ネットワークの管理者に知らせてください。",
        ),
        Reach::Portal => (
            "サーバーではないものが応答しています",
            "Wi-Fiへのログインが必要です。適当なWebページを開いて案内に従い、ここに戻ってください。",
        ),
        Reach::Offline => (
            "サーバーに届きません",
            "正しいWi-Fiにつながっていますか？ゲスト用のネットワークでは、端末どうしの通信ができないことがよくあります。自動で再試行します。",
        ),
    };
    ("接続", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => {
            ("ブラウザ", "対応しています".to_owned(), "")
        }
        Finding::Browser(lacks) => (
            "ブラウザ",
            format!("不足：{}", lacks.join("、")),
            "ブラウザを更新するか、3年以内のChrome、Edge、Firefox、Safariを使ってください。",
        ),
        Finding::Storage(works) => (
            "保存",
            if *works {
                "ブラウザが席を覚えます"
            } else {
                "ブラウザは何も保存しません"
            }
            .to_owned(),
            "プライベートブラウズをやめるか、このサイトのデータ保存を許可してください。そうしないと、ページを閉じたときに席が失われます。",
        ),
        Finding::Security(security) => (
            "安全性",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "この端末自身からの接続で、同様に安全です",
                Security::Plain => "暗号化なしのHTTP",
            }
            .to_owned(),
            "HTTPSでないと、画面をつけたままにしたり、ボタンでコピーしたりできません。ホストはサーバーをHTTPSにできます。",
        ),
        Finding::Screen { width, height } => (
            "ページ",
            format!("{width} × {height} ピクセル"),
            "小さめです。スマホを縦に持つか、ツールバーや画面分割を閉じるか、文字を小さくしてください。",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("画面の常時点灯", "確認中", ""),
        Finding::Awake(Tried::Works) => ("画面の常時点灯", "できます", ""),
        Finding::Awake(Tried::Fails) => (
            "画面の常時点灯",
            "できません。触らないと暗くなります",
            "画面が消えるまでの時間を延ばすか、ときどき触ってください。暗くなっても何も失われません。省電力モードが原因かもしれません。",
        ),
        Finding::Clipboard(true) => ("ボタンでコピー", "できます", ""),
        Finding::Clipboard(false) => {
            ("ボタンでコピー", "できません。文章を選択すればコピーできます", "")
        }
        Finding::Vibration(true) => ("振動", "あり", ""),
        Finding::Vibration(false) => ("振動", "なし（ゲームには不要）", ""),
        Finding::Sound(Tried::NotYet) => {
            ("音", "下のボタンを押してください。大画面では重要です", "")
        }
        Finding::Sound(Tried::Works) => ("音", "聞こえました", ""),
        Finding::Sound(Tried::Fails) => (
            "音",
            "聞こえません",
            "音量、消音スイッチ、出力先（HDMIやスピーカー）を確認し、ほかのアプリが使っていないか確かめてください。",
        ),
        Finding::CalmMotion(true) => {
            ("動き", "端末の設定に合わせて控えめ。ポチ袋は変わらず降ります", "")
        }
        Finding::CalmMotion(false) => ("動き", "通常どおり", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
