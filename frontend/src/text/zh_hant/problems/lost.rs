//! Traditional Chinese: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => "看圖點選題需要圖片，而圖片只在 zip 檔案裡。".to_owned(),
        NotWritten::NoRoom(kind) => format!("試算表裡放不下「{}」這種題型。", name(kind)),
        NotWritten::Kind(kind) => format!("此格式無法儲存這道題（題型：{}）。", name(kind)),
        NotWritten::Signs => "文字中有會被誤讀的符號，未寫入。".to_owned(),
        NotWritten::NothingRight => "此試算表只能寫入有正確選項的題目。".to_owned(),
        NotWritten::ManyChoices => "選項超過四個，此試算表只有四個選項的位置。".to_owned(),
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Feedback => "各答案的回饋不匯入",
        Lost::Weights => {
            "權重不匯入：分值最高的答案為正確答案；有多個正確選項時各得同樣的分，選錯扣同樣的分"
        }
        Lost::SeveralRight => "單選題標出了多個正確答案，改為多選題，答對一部分得一部分分",
        Lost::Wildcards => "帶萬用字元 * 的答案不匯入，請寫完整答案",
        Lost::Text => "題目沒有文字，改用題目的名稱",
        Lost::ExplanationEnd => "說明超過 500 個字元，已截斷",
        Lost::PictureElsewhere => "題目的圖片不在檔案裡，題目不帶圖片匯入",
        Lost::Alt => "圖片沒有文字說明，改用題目文字",
        Lost::MoreMedia => "每題只有一張圖片；其餘圖片、答案和說明中的圖片、聲音和影片不匯入",
        Lost::Distractors => "沒有對應項的答案不匯入",
        Lost::Categories => "類別不匯入",
        Lost::Tags => "標籤不匯入",
        Lost::Hints => "提示不匯入",
        Lost::OverallFeedback => "對正確、部分正確和錯誤答案的回饋不匯入",
        Lost::Case => "原題區分大小寫，這裡不區分",
        Lost::Units => "多於一個的單位不匯入",
        Lost::Grade => "0 到 10 以外的分值不匯入，此題為 1000 分",
        Lost::Numbering => "選項的編號方式不匯入",
        Lost::AnswerPictures => "沒有下載答案的圖片",
        Lost::EndLabels => "兩端的標籤不匯入",
        Lost::BlankInBraces => "大括號之間有空行，而題目以空行結束",
        Lost::NoBlankBetween => "兩題之間沒有空行",
        Lost::Colon => "題目以冒號開頭；標題應寫成 ::標題::",
        Lost::Picture => "不寫入圖片",
        Lost::Sound => "不寫入聲音",
        Lost::PictureInZip => "圖片只在 zip 檔案裡",
        Lost::SoundInZip => "聲音只在 zip 檔案裡",
        Lost::Time => "不寫入答題時間",
        Lost::NearestTime => "Kahoot 沒有這個時間，改用最接近的",
        Lost::Kind => "不寫入題型，由選項決定",
        Lost::NumberLine => "數字題只寫入正確答案、誤差和小數位數",
        Lost::QuestionEnd => "Kahoot 的題目最多 120 個字元",
        Lost::AnswerEnd => "Kahoot 的答案最多 75 個字元",
        Lost::ReadTime => "不寫入讀題時間",
        Lost::Points => "不寫入分值",
        Lost::Explanation => "不寫入說明",
        Lost::Shuffled => "不寫入選項是否打亂",
        Lost::Description => "不寫入簡介",
        Lost::Language => "不寫入語言",
        Lost::Scoring => "不寫入計分方式",
        Lost::Rains => "不寫入紅包雨",
        Lost::Look => "不寫入主題",
        Lost::LookInZip => "主題的圖片只在 zip 檔案裡",
    }
}
