//! Simplified Chinese: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("不是 JSON：{why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("JSON 里没有认识的题目，整体是{}。", kind(*what)),
            "[{\"question\": …, \"options\": […], \"answer\": …}] 这样的列表，或 Open Trivia DB、the-trivia-api、Rahoot、Quizrain 的文件",
        ),
        BrokenList::Choice(what) => (format!("有一个选项是{}。", kind(*what)), "文字"),
        BrokenList::Value(key, what) => (format!("“{key}”是{}。", kind(*what)), "文字"),
        BrokenList::Missing(key) => (format!("此题没有“{key}”。"), ""),
        BrokenList::Encoding(key) => (format!("“{key}”的编码与其他题目不同。"), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB 没有给出题目：{}。", refusal(*why)),
            "response_code 为 0 的文件",
        ),
        BrokenList::BothEnds => (
            "无法确定序号从 0 还是从 1 开始：0 和选项的个数都出现了。".to_owned(),
            "用文字写正确答案",
        ),
        BrokenList::NeitherEnd => (
            "无法确定序号从 0 还是从 1 开始：0 和最后一个都没有出现。".to_owned(),
            "用文字写正确答案",
        ),
        BrokenList::Nothing => ("此题既没有选项，也没有答案。".to_owned(), ""),
        BrokenList::NoSuchOption(said) => (format!("正确选项 {said} 不是此题的选项。"), ""),
        BrokenList::Disagree => ("正确答案的序号和文字不一致。".to_owned(), ""),
        BrokenList::NoAnswers => ("此题没有答案。".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => {
            (format!("答案序号 {said} 不在此题里，应为 0 到 {}。", answers.saturating_sub(1)), "")
        }
        BrokenList::UnknownSlide => {
            ("这张幻灯片的类型无法识别。".to_owned(), "MultipleChoice、Order 或 TypeAnswer")
        }
        BrokenList::AnswerNotText => ("有一个答案不是文字。".to_owned(), "文字"),
        BrokenList::Number { key, found, taken, least, most } => {
            let said = match taken {
                Some(taken) => {
                    format!("“{key}”为 {found}，已改用 {taken}；应为 {least} 到 {most}。")
                }
                None => format!("“{key}”为 {found}，已忽略；应为 {least} 到 {most}。"),
            };
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "没有下载此题的图片，题目不带图片导入。".to_owned(),
            "把题集和图片放在同一个 zip 文件里",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "空值",
        ValueKind::TrueFalse => "true 或 false",
        ValueKind::Number => "数字",
        ValueKind::Text => "文字",
        ValueKind::List => "列表",
        ValueKind::Named => "对象",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "题目不够（代码 1）",
        TriviaRefusal::NoSuchThing => "没有所要的内容（代码 2）",
        TriviaRefusal::UnknownSession => "会话无法识别（代码 3）",
        TriviaRefusal::AllSeen => "会话已取完所有题目（代码 4）",
        TriviaRefusal::TooOften => "请求太频繁（代码 5）",
        TriviaRefusal::Unknown => "代码未知",
    }
}
