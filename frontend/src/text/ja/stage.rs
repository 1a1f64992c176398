//! Japanese.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redisが応答しません。復旧するまで、参加も回答もキャッチもできず、ゲームも進みません。"
        }
        Incident::DatabaseAway => {
            "データベースが応答しません。クイズは続けられ、キャッチしたポチ袋は後で加算されます。新しいゲーム、新しいシャワー、シャワーの精算は、復旧するまでできません。"
        }
        Incident::RolledBack => {
            "サーバーが直前の状態を失い、画面に表示済みの状態へ戻しました。進める前に画面を確認してください。"
        }
    },
    try_device: "端末とWi-Fiをテスト",
    cancel: "キャンセル",
    locked: "受付終了",
    no_such_game: "ゲームが見つかりません",
    join_at: "参加はこちら",
    qr_alt: "このゲームを開くQRコード",
    answered: |_| "人が回答",
    points: "ポイント",
    sound: "この問題には音声があります",
    sound_again: "音声をもう一度再生",
    sound_stop: "音声を停止",
    sound_click: "クリックして音声を再生",
    sound_fails: "このブラウザではこの音声を再生できません。",
    mute: "ミュート",
    mute_why: "この大画面で流れるすべての音（音楽、効果音、問題の音声）です。+ と − で音量を調節できます。",
    volume: "音量",
    full_screen: "全画面",
    next_game_soon: "まもなく次のゲームが始まります",
    all_gone: "すべてキャッチ！",
    of_pot: "総額",
    key_title: "ゲームを開催",
    key_why: "Quizrainがターミナルに表示したリンクを開くか、そこにあるキーを貼り付けてください。ターミナルがない場合は、サーバーの管理者に聞いてください。",
    host_key: "ホストキー",
    key_wrong: "キーは0–9とa–fの32文字です。",
    key_not_accepted: "サーバーに拒否されました。キーが違うか、ログアウトしているか、アカウントに権限がありません。サーバーのオーナーに相談してください。",
    other_key: "ログインするか、別のキーを入力",
    library: "クイズを選択",
    library_empty: "クイズがまだありません。「quizrain import」で追加できます。",
    running_games: "進行中のゲーム",
    go_on: "続ける",
    start_game: "ロビーを開く",
    draw_questions: "出題数（ランダムに抽選）",
    to_library: "ライブラリ",
    players: "参加者",
    lock: "受付を閉じる",
    unlock: "受付を開く",
    open_screen: "大画面を開く",
    controls: "操作",
    space_hint: "スペース、Enter、→、クリッカーで赤いボタンを押せます。",
    state_lobby: "参加受付中",
    state_reading: "問題を読む時間です",
    state_paused: "一時停止中：回答できません",
    state_slide: "スライドを表示中",
    state_asking: "回答受付中",
    state_paced: "各自のペースで回答中",
    begin: "開始",
    close_game: "回答を締め切る",
    closes_in: |left| format!("終了まで {left}"),
    own_paces: |begun, done| format!("{begun}人が開始 · {done}人が完了"),
    state_revealed: "正解を表示中",
    state_rain: "シャワー中です。自動で終わります。",
    first_question: "第1問を始める",
    open_question: "回答を受け付ける",
    reveal_now: "正解を発表",
    pause: "一時停止",
    resume: "再開",
    show_board: "ランキングを表示",
    open_rain: "ポチ袋シャワー",
    show_podium: "結果発表",
    typed_texts: "入力された文章",
    hide_text: "非表示",
    pick_text: "選ぶ",
    picked_text: |n| format!("選択済み {n}"),
    pick_why: |n| {
        format!("選んだもの（最大{n}件）だけが大画面に表示され、ほかは表示されなくなります。")
    },
    stop_rain: "シャワーを止める",
    stop_sure: "シャワーを止めますか？",
    stop_why: "キャッチ済みの分は有効です。残りは返還され、ホストが止めたことが全員に表示されます。",
    end_game: "ゲームを終了",
    end_sure: "ゲームを終了しますか？",
    end_why: "終了すると、回答もキャッチもできなくなります。加算済みのポチ袋はそのままです。",
    take_over_title: "このゲームは別のブラウザで操作中です",
    take_over_why: "ホストキーで操作を引き継げます。もう一方のブラウザでは操作できなくなりますが、参加者に影響はありません。",
    take_over: "操作を引き継ぐ",
    which_rain: "どのシャワー",
    another_rain: "新しいシャワー",
    after_question: |n| format!("第{n}問の後"),
    at_the_end: "最後",
    has_fallen: "実施済み",
    pot: "総額",
    currency: "通貨",
    packets: "ポチ袋の数",
    seconds: "秒数",
    smallest: "最小の金額",
    largest: "最大の金額",
    split: "分け方",
    split_lucky: "運まかせ",
    split_lucky_why: "金額はランダム。チャンスは全員同じです。",
    split_line: "運まかせ（大当たりあり）",
    split_line_why: "ランダムな位置で切り分けます。小さな袋が多く、大きな袋は少しです。",
    split_equal: "均等",
    split_equal_why: "どの袋も同じ金額です。",
    split_shares: "全員に1つずつ",
    split_shares_why: "シャワー開始時の対象者全員で、総額を均等に分けます。",
    prizes_why: "1位から3位に決まった金額の袋を贈ります。同順位なら分け合います。",
    first_prize: "1位賞",
    second_prize: "2位賞",
    third_prize: "3位賞",
    who_may: "対象者",
    everyone: "全員",
    score_at_least: "次の得点以上の参加者",
    last_right: "直前の問題に正解した人",
    top_share: "上位の参加者（%）",
    top_rank: "次の順位までの参加者",
    let_it_rain: "シャワー開始",
    money_sure: "本物のお金を降らせますか？",
    money_credited: |amount| format!("{amount} が、キャッチした人の残高に加算されます。"),
    packets_of: |n| format!("ポチ袋{n}個"),
    for_everybody: "対象：全員",
    next_question: |n, of| format!("第{n}問へ（全{of}問）"),
    others: |n| format!("ほか{n}件の回答"),
    average: |mean| ["平均 ", mean].concat(),
    climbed_most: |n| format!("急上昇（{n}ランクアップ）："),
    up: |n| format!("{n}ランクアップ"),
    down: |n| format!("{n}ランクダウン"),
    new_on_board: "NEW",
    of_players: |n| format!("参加者{n}人"),
    questions: |n| format!("{n}問"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, without) => format!("{without}人は手ぶらになります。"),
            (Ordering::Equal, _) => "ちょうど1人に1個です。".to_owned(),
            (Ordering::Greater, over) => {
                format!("{over}個余ります。キャッチされなかった分は返還されます。")
            }
        };
        format!("ポチ袋{packets}個、参加者{players}人：{so}")
    },
    packets_for_some: |packets, players| {
        format!(
            "ポチ袋{packets}個。参加者は{players}人ですが、全員が対象ではありません。対象者は開始時に決まります。"
        )
    },
    packets_at_least: |n| {
        format!("{n}個以上にしてください。それより少ないと総額が入りきりません。")
    },
    pot_rises: |from, to| format!("1人に1個にすると、総額は {from} から {to} に増えます。"),
    pot_raised: |from, to| format!("総額を {from} から {to} に増やしました。"),
    packet_for_each: "1人に1個にする",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "金額は 1234.50 のように、桁区切りなしで入力してください。".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "この通貨では小数を使えません。".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("この通貨の小数は{decimals}桁までです。")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "金額が大きすぎます。".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "通貨を選んでください。".to_owned(),
        DraftProblem::Number => "整数を入力してください。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("シャワーの長さは{}〜{}秒です。", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "割合は1〜100%です。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "順位は1以上です。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "対象者がいないため、総額を分けられません。".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "総額が少なすぎて、全員に行き渡りません。".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => "順位賞の対象は上位だけです。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => {
                "賞はどれも0より大きく、1つ上の順位の賞を超えない金額にしてください。".to_owned()
            }
            Impossible::PacketCount => format!("ポチ袋は1〜{MAX_PACKETS}個です。"),
            Impossible::MinTooSmall => "最小の金額は0にできません。".to_owned(),
            Impossible::MaxBelowMin => "最大の金額が最小の金額より小さくなっています。".to_owned(),
            Impossible::PotTooSmall => "総額に対してポチ袋が多すぎます。".to_owned(),
            Impossible::PotTooLarge => {
                "総額が大きすぎます。最大の金額を上げるか、総額を減らしてください。".to_owned()
            }
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "スポンサーの入金額が、この総額に足りません",
        Refusal::NoQuestionLeft => "問題はもう残っていません。",
        Refusal::NoSuchPlayer => "この参加者はもうゲームにいません。",
        Refusal::Invalid => "この内容では使えません。",
        Refusal::NoRainLeft => {
            "このゲームのシャワーは上限に達しました。新しいゲームを作ってください。"
        }
        Refusal::OnlyWatching => "このリンクでは閲覧だけができます。",
        Refusal::IdentityNeeded => {
            "お金の支払い先はログインした人だけです。ログイン必須のゲームを作るか、誰にでも支払う設定でゲームを作ってください。"
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
