//! Traditional Chinese: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("不是 JSON：{why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("JSON 裡沒有認識的題目，整體是{}。", kind(*what)),
            "[{\"question\": …, \"options\": […], \"answer\": …}] 這樣的列表，或 Open Trivia DB、the-trivia-api、Rahoot、Quizrain 的檔案",
        ),
        BrokenList::Choice(what) => (format!("有一個選項是{}。", kind(*what)), "文字"),
        BrokenList::Value(key, what) => (format!("「{key}」是{}。", kind(*what)), "文字"),
        BrokenList::Missing(key) => (format!("此題沒有「{key}」。"), ""),
        BrokenList::Encoding(key) => (format!("「{key}」的編碼與其他題目不同。"), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB 沒有給出題目：{}。", refusal(*why)),
            "response_code 為 0 的檔案",
        ),
        BrokenList::BothEnds => (
            "無法確定序號從 0 還是從 1 開始：0 和選項的個數都出現了。".to_owned(),
            "用文字寫正確答案",
        ),
        BrokenList::NeitherEnd => (
            "無法確定序號從 0 還是從 1 開始：0 和最後一個都沒有出現。".to_owned(),
            "用文字寫正確答案",
        ),
        BrokenList::Nothing => ("此題既沒有選項，也沒有答案。".to_owned(), ""),
        BrokenList::NoSuchOption(said) => (format!("正確選項 {said} 不是此題的選項。"), ""),
        BrokenList::Disagree => ("正確答案的序號和文字不一致。".to_owned(), ""),
        BrokenList::NoAnswers => ("此題沒有答案。".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => {
            (format!("答案序號 {said} 不在此題裡，應為 0 到 {}。", answers.saturating_sub(1)), "")
        }
        BrokenList::UnknownSlide => {
            ("這張投影片的類型無法識別。".to_owned(), "MultipleChoice、Order 或 TypeAnswer")
        }
        BrokenList::AnswerNotText => ("有一個答案不是文字。".to_owned(), "文字"),
        BrokenList::Number { key, found, taken, least, most } => {
            let said = match taken {
                Some(taken) => {
                    format!("「{key}」為 {found}，已改用 {taken}；應為 {least} 到 {most}。")
                }
                None => format!("「{key}」為 {found}，已忽略；應為 {least} 到 {most}。"),
            };
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "沒有下載此題的圖片，題目不帶圖片匯入。".to_owned(),
            "把題集和圖片放在同一個 zip 檔案裡",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "空值",
        ValueKind::TrueFalse => "true 或 false",
        ValueKind::Number => "數字",
        ValueKind::Text => "文字",
        ValueKind::List => "列表",
        ValueKind::Named => "物件",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "題目不夠（代碼 1）",
        TriviaRefusal::NoSuchThing => "沒有所要的內容（代碼 2）",
        TriviaRefusal::UnknownSession => "工作階段無法識別（代碼 3）",
        TriviaRefusal::AllSeen => "工作階段已取完所有題目（代碼 4）",
        TriviaRefusal::TooOften => "請求太頻繁（代碼 5）",
        TriviaRefusal::Unknown => "代碼未知",
    }
}
