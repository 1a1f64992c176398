//! Japanese.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "クイズの編集",
    saved: "保存済み",
    unsaved: "保存中…",
    offline: "未接続です。書いた内容はこのブラウザに残り、サーバーにつながりしだい保存されます。",
    conflict: "このクイズの同じ箇所が、別のウィンドウで変更されました。何も失われていません。どちらを残すか選んでください。もう一方は以前のバージョンに残ります。",
    keep_mine: "自分の内容を残す",
    take_theirs: "もう一方を使う",
    restored: "前回ここで書いた内容がサーバーに届いていなかったため、復元しました。",
    in_bin: "このクイズはゴミ箱にあります。編集するには、ライブラリで元に戻してください。",
    from_file: |file| {
        format!(
            "このクイズは、サーバーのクイズフォルダーにあるファイル「\u{2068}{file}\u{2069}」から作られています。ファイルが再び保存されると、ここで書いた内容は置き換えられ、以前のバージョンに残ります。"
        )
    },
    no_such_quiz: "クイズが見つかりません",
    to_library: "ライブラリ",
    play: "ゲームを始める",
    settings: "クイズの情報",
    quiz_title: "タイトル",
    description: "ひと言紹介",
    language: "言語",
    curve: "時間の扱い",
    curve_speed: "速いほど高得点（最低で半分）",
    curve_linear: "速いほど高得点（最低で0）",
    curve_accuracy: "速さは関係なし",
    wrong_percent: "不正解の減点（配点に対する%）",
    streak_bonus: "連続正解ボーナス",
    questions: "問題",
    no_question: "問題がまだありません。最初の1問を追加してください。",
    add: "問題を追加",
    bank: "ほかのクイズから…",
    bank_search: "すべての問題を検索",
    bank_none: "この言葉を含む問題はありません。",
    bank_take: "追加",
    close: "閉じる",
    up: "上へ移動",
    down: "下へ移動",
    duplicate: "複製",
    delete: "削除",
    undo: "元に戻す",
    redo: "やり直す",
    list_keys: "ドラッグで並べ替え。キー操作：Alt+矢印で移動、Deleteで削除、Ctrl+Zで元に戻す。",
    no_rain: "シャワーの予定はありません。ゲーム中いつでも降らせられます。",
    add_rain: "シャワーを予定",
    rain_title: "名前（省略可）",
    rain_after: "何問目の後か（空欄なら最後）",
    no_such_question: "その問題はありません。",
    rain_done: "完了",
    kind: "形式",
    text: "問題文",
    picture: "画像",
    add_picture: "画像を選択…",
    picture_how: "またはここにドロップか貼り付け",
    uploading: "アップロード中…",
    remove_picture: "画像を削除",
    alt: "画像の説明",
    alt_why: "画像が見えない人のための説明です。答えは書かないでください。",
    sound: "音声",
    add_sound: "音声を選択…",
    sound_how: "またはここにドロップか貼り付け：MP3、OGG、WAV、最長30秒、最大2 MiB",
    remove_sound: "音声を削除",
    sound_words: "音声の内容",
    sound_words_why: "参加者はスマホでこの文章を開けます。答えは書かないでください。",
    sound_wordless: "音声が聞こえない人は、この問題に答えられません。音声の内容を文章で書いてください。",
    time: "時間と配点",
    seconds: "回答時間（秒、0は無制限）",
    read_seconds: "問題を読む時間（秒）",
    points: "配点",
    explanation: "正解と一緒に表示する解説",
    choices: "選択肢",
    right_marks: "正解に印を付けてください。",
    add_choice: "選択肢を追加",
    shuffled: "選択肢の順番を参加者ごとに変える",
    several: "複数選択を許可",
    statement: "この文は",
    accepted: "正解とする答え（1行に1つ）",
    accepted_why: "大文字と小文字、アクセント、全角と半角、空白の違いは無視します。1つ目が画面に表示されます。",
    right_number: "正しい数値",
    tolerance: "満点とする誤差",
    credit_within: "部分点がある誤差（0はなし）",
    smallest: "最小",
    largest: "最大",
    step: "スライダーの刻み",
    decimals: "小数の桁数",
    unit: "単位",
    not_a_number: "この小数桁数の数値ではありません。",
    items: "項目（正しい順に）",
    pairs: "正しい組み合わせ",
    add_item: "項目を追加",
    region: "正解の範囲",
    region_how: "画像の上で囲むか、位置を%で入力してください。",
    region_needs: "先に画像を追加してください。",
    from_left: "左から（%）",
    from_top: "上から（%）",
    width: "幅（%）",
    height: "高さ（%）",
    round: "円形",
    scale_from: "始まり",
    scale_to: "終わり",
    scale_from_label: "始まりの意味",
    scale_to_label: "終わりの意味",
    words: "1人が入力できる語数",
    nothing_right: "正解・不正解はなく、ポイントも入りません。",
    slide_why: "スライドは表示するだけで、回答はありません。",
    preview: "プレビュー",
    on_screen: "大画面",
    on_phone: "スマホ",
    ready: "準備完了",
    choice: |n| format!("選択肢{n}"),
    right: |n| format!("選択肢{n}が正解"),
    item: |n| format!("項目{n}"),
    left: |n| format!("左{n}"),
    belongs: |n| format!("左{n}と組になるもの"),
    remove: |n| format!("{n}番目を削除"),
    move_up: |n| format!("{n}番目を上へ"),
    to_fix: |n| format!("要修正：{n}件"),
    question: |n| format!("第{n}問"),
    kinds: |kind| match kind {
        Kind::Single => "択一",
        Kind::Multiple => "複数選択",
        Kind::TrueFalse => "正誤",
        Kind::Typed => "文字入力",
        Kind::Number => "数値",
        Kind::Order => "並べ替え",
        Kind::Matching => "組み合わせ",
        Kind::Hotspot => "画像にピン",
        Kind::Poll => "アンケート",
        Kind::Scale => "評価",
        Kind::Cloud => "ワードクラウド",
        Kind::OpenText => "自由回答",
        Kind::Slide => "スライド",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "クイズにタイトルがありません。".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "タイトルが長すぎます。".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("タイトルか紹介に、見えない文字 U+{:04X} があります。", u32::from(*c))
        }
        InvalidQuiz::Language => "不明な言語です。".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "紹介が長すぎます。".to_owned(),
        InvalidQuiz::Scoring(_) => "不正解の減点は0〜100%です。".to_owned(),
        InvalidQuiz::NoQuestion => "クイズに問題がありません。".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "問題が多すぎます。".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "予定したシャワーが多すぎます。".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "予定したシャワーに、実施できない設定があります。".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "テーマのメインカラーが見えにくいため、別の色を選んでください。".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "問題文がありません。".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("問題文が{n}文字あります。500文字までです。"),
        InvalidQuestion::Seconds(_) => "回答時間は5〜240秒、または0（無制限）です。".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "問題を読む時間は30秒までです。".to_owned(),
        InvalidQuestion::Points(_) => "配点は10000ポイントまでです。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "選択肢は2〜8個です。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => {
            format!("{n}番目に文字がありません。")
        }
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("{n}番目が200文字を超えています。")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("{a}番目と{b}番目が同じです。")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "正解に印が付いていません。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => {
            "この形式の正解は1つだけです。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "正解とする答えは1〜20個です。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("{n}番目の答えは入力できません。見える文字で1〜60文字にしてください。")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("{a}番目と{b}番目の答えが同じです。")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "評価は0か1で始まり、2〜10で終わります。".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "評価の端の説明が長すぎます。".to_owned()
        }
        InvalidQuestion::Words(_) => "1人の語数は1〜5です。".to_owned(),
        InvalidQuestion::Pairs(..) => "左の項目には、それぞれ右の項目が必要です。".to_owned(),
        InvalidQuestion::Region => "正解の範囲は画像の中にしてください。".to_owned(),
        InvalidQuestion::NoPicture => "この形式には画像が必要です。".to_owned(),
        InvalidQuestion::Alt(_) => "画像の説明が必要です。200文字までです。".to_owned(),
        InvalidQuestion::SoundWords(n) => {
            format!("音声の内容が{n}文字あります。500文字までです。")
        }
        InvalidQuestion::PointsForNothing => {
            "正解・不正解がない問題の配点は0にしてください。".to_owned()
        }
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("解説が{n}文字あります。500文字までです。")
        }
        InvalidQuestion::Hidden(c) => {
            format!("見えない文字 U+{:04X} があります。入力し直してください。", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "文字が多すぎます。".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "小数は6桁までです。",
        InvalidNumber::Ends => "最小は最大より小さくしてください。",
        InvalidNumber::Step => "刻みは0より大きく、範囲に収まる値にしてください。",
        InvalidNumber::Key => "正しい数値が、最小と最大の間にありません。",
        InvalidNumber::Tolerance => "誤差は0以上で、範囲に収まる値にしてください。",
        InvalidNumber::UnitTooLong(_) => "単位が長すぎます。",
    };
    told.to_owned()
}
