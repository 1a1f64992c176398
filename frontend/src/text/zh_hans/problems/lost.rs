//! Simplified Chinese: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => "看图点选题需要图片，而图片只在 zip 文件里。".to_owned(),
        NotWritten::NoRoom(kind) => format!("表格里放不下“{}”这种题型。", name(kind)),
        NotWritten::Kind(kind) => format!("此格式无法保存这道题（题型：{}）。", name(kind)),
        NotWritten::Signs => "文字中有会被误读的符号，未写入。".to_owned(),
        NotWritten::NothingRight => "此表格只能写入有正确选项的题目。".to_owned(),
        NotWritten::ManyChoices => "选项超过四个，此表格只有四个选项的位置。".to_owned(),
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Feedback => "各答案的反馈不导入",
        Lost::Weights => {
            "权重不导入：分值最高的答案为正确答案；有多个正确选项时各得同样的分，选错扣同样的分"
        }
        Lost::SeveralRight => "单选题标出了多个正确答案，改为多选题，答对一部分得一部分分",
        Lost::Wildcards => "带通配符 * 的答案不导入，请写完整答案",
        Lost::Text => "题目没有文字，改用题目的名称",
        Lost::ExplanationEnd => "说明超过 500 个字符，已截断",
        Lost::PictureElsewhere => "题目的图片不在文件里，题目不带图片导入",
        Lost::Alt => "图片没有文字说明，改用题目文字",
        Lost::MoreMedia => "每题只有一张图片；其余图片、答案和说明中的图片、声音和视频不导入",
        Lost::Distractors => "没有对应项的答案不导入",
        Lost::Categories => "类别不导入",
        Lost::Tags => "标签不导入",
        Lost::Hints => "提示不导入",
        Lost::OverallFeedback => "对正确、部分正确和错误答案的反馈不导入",
        Lost::Case => "原题区分大小写，这里不区分",
        Lost::Units => "多于一个的单位不导入",
        Lost::Grade => "0 到 10 以外的分值不导入，此题为 1000 分",
        Lost::Numbering => "选项的编号方式不导入",
        Lost::AnswerPictures => "没有下载答案的图片",
        Lost::EndLabels => "两端的标签不导入",
        Lost::BlankInBraces => "大括号之间有空行，而题目以空行结束",
        Lost::NoBlankBetween => "两题之间没有空行",
        Lost::Colon => "题目以冒号开头；标题应写成 ::标题::",
        Lost::Picture => "不写入图片",
        Lost::Sound => "不写入声音",
        Lost::PictureInZip => "图片只在 zip 文件里",
        Lost::SoundInZip => "声音只在 zip 文件里",
        Lost::Time => "不写入答题时间",
        Lost::NearestTime => "Kahoot 没有这个时间，改用最接近的",
        Lost::Kind => "不写入题型，由选项决定",
        Lost::NumberLine => "数字题只写入正确答案、误差和小数位数",
        Lost::QuestionEnd => "Kahoot 的题目最多 120 个字符",
        Lost::AnswerEnd => "Kahoot 的答案最多 75 个字符",
        Lost::ReadTime => "不写入读题时间",
        Lost::Points => "不写入分值",
        Lost::Explanation => "不写入说明",
        Lost::Shuffled => "不写入选项是否打乱",
        Lost::Description => "不写入简介",
        Lost::Language => "不写入语言",
        Lost::Scoring => "不写入计分方式",
        Lost::Rains => "不写入红包雨",
        Lost::Look => "不写入主题",
        Lost::LookInZip => "主题的图片只在 zip 文件里",
    }
}
