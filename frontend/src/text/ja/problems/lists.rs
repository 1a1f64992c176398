//! Japanese: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("JSONとして読み取れません：{why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("JSONの中に、読み取れる問題がありません。全体が{}です。", kind(*what)),
            "[{\"question\": …, \"options\": […], \"answer\": …}] のようなリスト、またはOpen Trivia DB、the-trivia-api、Rahoot、Quizrainのファイル",
        ),
        BrokenList::Choice(what) => (format!("選択肢の1つが{}です。", kind(*what)), "テキスト"),
        BrokenList::Value(key, what) => (format!("「{key}」が{}です。", kind(*what)), "テキスト"),
        BrokenList::Missing(key) => (format!("この問題に「{key}」がありません。"), ""),
        BrokenList::Encoding(key) => {
            (format!("「{key}」のエンコード方式が、ほかの問題と違います。"), "")
        }
        BrokenList::Refused(why) => (
            format!("Open Trivia DBが問題を返していません：{}。", refusal(*why)),
            "response_code が0のファイル",
        ),
        BrokenList::BothEnds => (
            "番号が0からか1からか判断できません：0と選択肢の個数の両方があります。".to_owned(),
            "文言で書いた正解",
        ),
        BrokenList::NeitherEnd => (
            "番号が0からか1からか判断できません：0も最後の番号もありません。".to_owned(),
            "文言で書いた正解",
        ),
        BrokenList::Nothing => ("この問題には選択肢も正解もありません。".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("正解の選択肢 {said} は、この問題にありません。"), "")
        }
        BrokenList::Disagree => ("正解の番号と文言が一致していません。".to_owned(), ""),
        BrokenList::NoAnswers => ("この問題に答えがありません。".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "正解の番号 {said} は、この問題の答えにありません。0〜{}にしてください。",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "このスライドの種類はわかりません。".to_owned(),
            "MultipleChoice、Order、TypeAnswer のいずれか",
        ),
        BrokenList::AnswerNotText => ("答えの1つがテキストではありません。".to_owned(), "テキスト"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("{taken}として取り込みます"),
                None => "この値は取り込みません".to_owned(),
            };
            (format!("「{key}」が {found} のため、{so}。{least}〜{most}にしてください。"), "")
        }
        BrokenList::PictureElsewhere => (
            "この問題の画像はダウンロードせず、画像なしで取り込みます。".to_owned(),
            "クイズと画像を入れたzipファイル",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "空の値",
        ValueKind::TrueFalse => "真偽値",
        ValueKind::Number => "数値",
        ValueKind::Text => "テキスト",
        ValueKind::List => "リスト",
        ValueKind::Named => "オブジェクト",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "問題の数が足りません（コード1）",
        TriviaRefusal::NoSuchThing => "指定した内容がありません（コード2）",
        TriviaRefusal::UnknownSession => "セッションが見つかりません（コード3）",
        TriviaRefusal::AllSeen => "セッションの問題をすべて取得済みです（コード4）",
        TriviaRefusal::TooOften => "要求が多すぎます（コード5）",
        TriviaRefusal::Unknown => "不明なコードです",
    }
}
