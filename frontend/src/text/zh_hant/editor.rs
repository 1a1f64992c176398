//! Traditional Chinese.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "題集編輯",
    saved: "已儲存",
    unsaved: "正在儲存…",
    offline: "未連線。您寫的內容保存在本瀏覽器中，連上伺服器後立即儲存。",
    conflict: "這份題集的同一處在另一個視窗裡被改過。什麼都沒有丟：請選擇保留哪一份，另一份會留在舊版本中。",
    keep_mine: "保留我寫的",
    take_theirs: "採用另一份",
    restored: "您上次在這裡寫的內容未能到達伺服器，現已恢復。",
    in_bin: "這份題集在回收桶中。請先在題庫中還原，再繼續編輯。",
    from_file: |file| {
        format!(
            "這份題集來自伺服器題集資料夾中的檔案 \u{2068}{file}\u{2069}。該檔案再次儲存時，會取代您在這裡寫的內容；被取代的內容會保留在舊版本中。"
        )
    },
    no_such_quiz: "沒有這份題集",
    to_library: "題庫",
    play: "開始一局",
    settings: "題集資訊",
    quiz_title: "標題",
    description: "一句話介紹",
    language: "語言",
    curve: "時間如何計分",
    curve_speed: "越快越高，最低得一半",
    curve_linear: "越快越高，最低為零",
    curve_accuracy: "不計快慢",
    wrong_percent: "答錯扣分，占分值的百分比",
    streak_bonus: "連續答對有獎勵",
    questions: "題目",
    no_question: "還沒有題目。請新增第一題。",
    add: "新增題目",
    bank: "從其他題集選…",
    bank_search: "搜尋所有題目",
    bank_none: "沒有包含這些詞的題目。",
    bank_take: "新增",
    close: "關閉",
    up: "上移",
    down: "下移",
    duplicate: "複製",
    delete: "刪除",
    undo: "復原",
    redo: "重做",
    list_keys: "拖曳可排序。快速鍵：Alt 加方向鍵移動，Delete 刪除，Ctrl+Z 復原。",
    no_rain: "還沒有預設紅包雨。遊戲中隨時可以下紅包雨。",
    add_rain: "預設一場紅包雨",
    rain_title: "名稱（可留空）",
    rain_after: "第幾題之後（留空為最後）",
    no_such_question: "沒有這道題。",
    rain_done: "完成",
    kind: "題型",
    text: "題目",
    picture: "圖片",
    add_picture: "選擇圖片…",
    picture_how: "或拖放、貼上到這裡",
    uploading: "正在上傳…",
    remove_picture: "移除圖片",
    alt: "用文字描述圖片",
    alt_why: "給看不到圖片的人。請不要透露答案。",
    sound: "聲音",
    add_sound: "選擇聲音…",
    sound_how: "或拖放、貼到這裡：MP3、OGG 或 WAV，最長 30 秒、最大 2 MiB",
    remove_sound: "移除聲音",
    sound_words: "聲音的文字說明",
    sound_words_why: "玩家可以在手機上打開這段文字。不要透露答案。",
    sound_wordless: "聽不到聲音的人無法作答：請用文字寫出聲音的內容。",
    time: "時間與分值",
    seconds: "答題秒數（0 為不限）",
    read_seconds: "先讀題的秒數",
    points: "分值",
    explanation: "揭曉時顯示的說明",
    choices: "選項",
    right_marks: "請標出正確答案。",
    add_choice: "新增選項",
    shuffled: "每位玩家看到的選項順序不同",
    several: "可多選",
    statement: "這個說法",
    accepted: "可接受的答案，每行一個",
    accepted_why: "大小寫、重音、全半形和空格不影響判斷。揭曉時顯示第一個。",
    right_number: "正確的數",
    tolerance: "相差多少仍算全對",
    credit_within: "相差多少以內遞減得分（0 為無）",
    smallest: "最小",
    largest: "最大",
    step: "滑桿步長",
    decimals: "小數位數",
    unit: "單位",
    not_a_number: "這不是符合小數位數的數字。",
    items: "各項，按正確順序",
    pairs: "哪些相配",
    add_item: "新增一項",
    region: "正確的位置",
    region_how: "在圖片上拖畫，或輸入位置（百分比）。",
    region_needs: "請先新增圖片。",
    from_left: "距左，%",
    from_top: "距上，%",
    width: "寬，%",
    height: "高，%",
    round: "橢圓",
    scale_from: "從",
    scale_to: "到",
    scale_from_label: "起點的含義",
    scale_to_label: "終點的含義",
    words: "每人可寫幾個詞",
    nothing_right: "此題沒有對錯，不計分。",
    slide_why: "投影片只展示，不作答。",
    preview: "預覽",
    on_screen: "大螢幕",
    on_phone: "手機",
    ready: "可以開始",
    choice: |n| format!("選項 {n}"),
    right: |n| format!("選項 {n} 正確"),
    item: |n| format!("第 {n} 項"),
    left: |n| format!("左 {n}"),
    belongs: |n| format!("與左 {n} 相配"),
    remove: |n| format!("移除第 {n} 個"),
    move_up: |n| format!("上移第 {n} 個"),
    to_fix: |n| format!("還有 {n} 處要改"),
    question: |n| format!("第 {n} 題"),
    kinds: |kind| match kind {
        Kind::Single => "單選",
        Kind::Multiple => "多選",
        Kind::TrueFalse => "是非",
        Kind::Typed => "填空",
        Kind::Number => "數字",
        Kind::Order => "排序",
        Kind::Matching => "配對",
        Kind::Hotspot => "圖上定位",
        Kind::Poll => "投票",
        Kind::Scale => "評分",
        Kind::Cloud => "文字雲",
        Kind::OpenText => "開放回答",
        Kind::Slide => "投影片",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "題集沒有標題。".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "標題太長。".to_owned(),
        InvalidQuiz::Hidden(c) => format!("標題或介紹中有隱藏字元 U+{:04X}。", u32::from(*c)),
        InvalidQuiz::Language => "語言無法識別。".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "介紹太長。".to_owned(),
        InvalidQuiz::Scoring(_) => "答錯扣分為 0 到 100%。".to_owned(),
        InvalidQuiz::NoQuestion => "題集沒有題目。".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "題目太多。".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "預設的紅包雨太多。".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "有一場預設紅包雨的設定不成立。".to_owned()
        }
        InvalidQuiz::Colours(_) => "主題的主色看不清，請換一種顏色。".to_owned(),
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "題目沒有文字。".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("題目有 {n} 個字元，最多 500 個。"),
        InvalidQuestion::Seconds(_) => "答題時間為 5 到 240 秒，0 為不限。".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "讀題時間最多 30 秒。".to_owned(),
        InvalidQuestion::Points(_) => "分值最多 10000。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "選項為 2 到 8 個。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => format!("第 {n} 個沒有文字。"),
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("第 {n} 個超過 200 個字元。")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("第 {a} 個和第 {b} 個相同。")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "沒有標出正確答案。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => {
            "此題型只能有一個正確選項。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "可接受的答案為 1 到 20 個。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("第 {n} 個答案無法輸入：應為 1 到 60 個可見字元。")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("第 {a} 個和第 {b} 個答案相同。")
        }
        InvalidQuestion::Number(InvalidNumber::Decimals(_)) => "最多 6 位小數。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Ends) => "最小數必須小於最大數。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Step) => "步長必須大於 0，且不超出範圍。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Key) => "正確的數不在最小與最大之間。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Tolerance) => {
            "允許的誤差必須為 0 或以上，且不超出範圍。".to_owned()
        }
        InvalidQuestion::Number(InvalidNumber::UnitTooLong(_)) => "單位太長。".to_owned(),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "量表從 0 或 1 開始，到 2 至 10 結束。".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => "量表一端的文字太長。".to_owned(),
        InvalidQuestion::Words(_) => "每人 1 到 5 個詞。".to_owned(),
        InvalidQuestion::Pairs(..) => "左邊每一項都要有右邊的一項。".to_owned(),
        InvalidQuestion::Region => "正確的位置必須在圖片上。".to_owned(),
        InvalidQuestion::NoPicture => "此題型需要圖片。".to_owned(),
        InvalidQuestion::Alt(_) => "圖片需要文字描述，最多 200 個字元。".to_owned(),
        InvalidQuestion::SoundWords(n) => format!("聲音的文字說明有 {n} 個字；最多 500 個。"),
        InvalidQuestion::PointsForNothing => "此題沒有對錯：分值應為 0。".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => format!("說明有 {n} 個字元，最多 500 個。"),
        InvalidQuestion::Hidden(c) => {
            format!("文字中有隱藏字元 U+{:04X}，請重新輸入。", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "文字太多。".to_owned(),
    }
}
