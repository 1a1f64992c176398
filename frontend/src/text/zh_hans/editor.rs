//! Simplified Chinese.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "题集编辑",
    saved: "已保存",
    unsaved: "正在保存…",
    offline: "未连接。您写的内容保存在本浏览器中，连上服务器后立即保存。",
    conflict: "这份题集的同一处在另一个窗口里被改过。什么都没有丢：请选择保留哪一份，另一份会留在旧版本中。",
    keep_mine: "保留我写的",
    take_theirs: "采用另一份",
    restored: "您上次在这里写的内容未能到达服务器，现已恢复。",
    in_bin: "这份题集在回收站中。请先在题库中恢复，再继续编辑。",
    from_file: |file| {
        format!(
            "这份题集来自服务器题集文件夹中的文件 \u{2068}{file}\u{2069}。该文件再次保存时，会替换您在这里写的内容；被替换的内容会保留在旧版本中。"
        )
    },
    no_such_quiz: "没有这份题集",
    to_library: "题库",
    play: "开始一局",
    settings: "题集信息",
    quiz_title: "标题",
    description: "一句话介绍",
    language: "语言",
    curve: "时间如何计分",
    curve_speed: "越快越高，最低得一半",
    curve_linear: "越快越高，最低为零",
    curve_accuracy: "不计快慢",
    wrong_percent: "答错扣分，占分值的百分比",
    streak_bonus: "连续答对有奖励",
    questions: "题目",
    no_question: "还没有题目。请添加第一题。",
    add: "添加题目",
    bank: "从其他题集选…",
    bank_search: "搜索所有题目",
    bank_none: "没有包含这些词的题目。",
    bank_take: "添加",
    close: "关闭",
    up: "上移",
    down: "下移",
    duplicate: "复制",
    delete: "删除",
    undo: "撤销",
    redo: "重做",
    list_keys: "拖动可排序。快捷键：Alt 加方向键移动，Delete 删除，Ctrl+Z 撤销。",
    no_rain: "还没有预设红包雨。游戏中随时可以下红包雨。",
    add_rain: "预设一场红包雨",
    rain_title: "名称（可留空）",
    rain_after: "第几题之后（留空为最后）",
    no_such_question: "没有这道题。",
    rain_done: "完成",
    kind: "题型",
    text: "题目",
    picture: "图片",
    add_picture: "选择图片…",
    picture_how: "或拖放、粘贴到这里",
    uploading: "正在上传…",
    remove_picture: "移除图片",
    alt: "用文字描述图片",
    alt_why: "给看不到图片的人。请不要透露答案。",
    sound: "声音",
    add_sound: "选择声音…",
    sound_how: "或拖放、粘贴到这里：MP3、OGG 或 WAV，最长 30 秒、最大 2 MiB",
    remove_sound: "移除声音",
    sound_words: "声音的文字说明",
    sound_words_why: "玩家可以在手机上打开这段文字。不要透露答案。",
    sound_wordless: "听不到声音的人无法作答：请用文字写出声音的内容。",
    time: "时间与分值",
    seconds: "答题秒数（0 为不限）",
    read_seconds: "先读题的秒数",
    points: "分值",
    explanation: "揭晓时显示的说明",
    choices: "选项",
    right_marks: "请标出正确答案。",
    add_choice: "添加选项",
    shuffled: "每位玩家看到的选项顺序不同",
    several: "可多选",
    statement: "这个说法",
    accepted: "可接受的答案，每行一个",
    accepted_why: "大小写、重音、全半角和空格不影响判断。揭晓时显示第一个。",
    right_number: "正确的数",
    tolerance: "相差多少仍算全对",
    credit_within: "相差多少以内递减得分（0 为无）",
    smallest: "最小",
    largest: "最大",
    step: "滑块步长",
    decimals: "小数位数",
    unit: "单位",
    not_a_number: "这不是符合小数位数的数字。",
    items: "各项，按正确顺序",
    pairs: "哪些相配",
    add_item: "添加一项",
    region: "正确的位置",
    region_how: "在图片上拖画，或输入位置（百分比）。",
    region_needs: "请先添加图片。",
    from_left: "距左，%",
    from_top: "距上，%",
    width: "宽，%",
    height: "高，%",
    round: "椭圆",
    scale_from: "从",
    scale_to: "到",
    scale_from_label: "起点的含义",
    scale_to_label: "终点的含义",
    words: "每人可写几个词",
    nothing_right: "此题没有对错，不计分。",
    slide_why: "幻灯片只展示，不作答。",
    preview: "预览",
    on_screen: "大屏幕",
    on_phone: "手机",
    ready: "可以开始",
    choice: |n| format!("选项 {n}"),
    right: |n| format!("选项 {n} 正确"),
    item: |n| format!("第 {n} 项"),
    left: |n| format!("左 {n}"),
    belongs: |n| format!("与左 {n} 相配"),
    remove: |n| format!("移除第 {n} 个"),
    move_up: |n| format!("上移第 {n} 个"),
    to_fix: |n| format!("还有 {n} 处要改"),
    question: |n| format!("第 {n} 题"),
    kinds: |kind| match kind {
        Kind::Single => "单选",
        Kind::Multiple => "多选",
        Kind::TrueFalse => "判断",
        Kind::Typed => "填空",
        Kind::Number => "数字",
        Kind::Order => "排序",
        Kind::Matching => "配对",
        Kind::Hotspot => "图上定位",
        Kind::Poll => "投票",
        Kind::Scale => "评分",
        Kind::Cloud => "词云",
        Kind::OpenText => "开放回答",
        Kind::Slide => "幻灯片",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "题集没有标题。".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "标题太长。".to_owned(),
        InvalidQuiz::Hidden(c) => format!("标题或介绍中有隐藏字符 U+{:04X}。", u32::from(*c)),
        InvalidQuiz::Language => "语言无法识别。".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "介绍太长。".to_owned(),
        InvalidQuiz::Scoring(_) => "答错扣分为 0 到 100%。".to_owned(),
        InvalidQuiz::NoQuestion => "题集没有题目。".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "题目太多。".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "预设的红包雨太多。".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "有一场预设红包雨的设置不成立。".to_owned()
        }
        InvalidQuiz::Colours(_) => "主题的主色看不清，请换一种颜色。".to_owned(),
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "题目没有文字。".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("题目有 {n} 个字符，最多 500 个。"),
        InvalidQuestion::Seconds(_) => "答题时间为 5 到 240 秒，0 为不限。".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "读题时间最多 30 秒。".to_owned(),
        InvalidQuestion::Points(_) => "分值最多 10000。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "选项为 2 到 8 个。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => format!("第 {n} 个没有文字。"),
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("第 {n} 个超过 200 个字符。")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("第 {a} 个和第 {b} 个相同。")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "没有标出正确答案。".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => {
            "此题型只能有一个正确选项。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "可接受的答案为 1 到 20 个。".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("第 {n} 个答案无法输入：应为 1 到 60 个可见字符。")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("第 {a} 个和第 {b} 个答案相同。")
        }
        InvalidQuestion::Number(InvalidNumber::Decimals(_)) => "最多 6 位小数。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Ends) => "最小数必须小于最大数。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Step) => "步长必须大于 0，且不超出范围。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Key) => "正确的数不在最小与最大之间。".to_owned(),
        InvalidQuestion::Number(InvalidNumber::Tolerance) => {
            "允许的误差必须为 0 或以上，且不超出范围。".to_owned()
        }
        InvalidQuestion::Number(InvalidNumber::UnitTooLong(_)) => "单位太长。".to_owned(),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "量表从 0 或 1 开始，到 2 至 10 结束。".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => "量表一端的文字太长。".to_owned(),
        InvalidQuestion::Words(_) => "每人 1 到 5 个词。".to_owned(),
        InvalidQuestion::Pairs(..) => "左边每一项都要有右边的一项。".to_owned(),
        InvalidQuestion::Region => "正确的位置必须在图片上。".to_owned(),
        InvalidQuestion::NoPicture => "此题型需要图片。".to_owned(),
        InvalidQuestion::Alt(_) => "图片需要文字描述，最多 200 个字符。".to_owned(),
        InvalidQuestion::SoundWords(n) => format!("声音的文字说明有 {n} 个字；最多 500 个。"),
        InvalidQuestion::PointsForNothing => "此题没有对错：分值应为 0。".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => format!("说明有 {n} 个字符，最多 500 个。"),
        InvalidQuestion::Hidden(c) => {
            format!("文字中有隐藏字符 U+{:04X}，请重新输入。", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "文字太多。".to_owned(),
    }
}
