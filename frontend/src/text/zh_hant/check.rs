//! Chinese in traditional characters.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "檢測裝置",
    lead: "活動之前，在真正的座位和時間，用手機、電腦和現場 Wi-Fi 試一試。不儲存任何資訊。",
    measuring: "正在檢測…",
    overall,
    verdict,
    say,
    again: "重新檢測",
    minute: "檢測一分鐘",
    walk: "一分鐘內顯示最近 60 次往返：請在會場裡走一走，走到最後一排和角落，邊走邊看。",
    bars: |shown, lost| format!("最近 {shown} 次往返，其中 {lost} 次沒有回應"),
    tone: "播放提示音",
    heard: "聽到了嗎？",
    yes: "聽到了",
    no: "沒聽到",
    copy: "複製結果給主持人",
    copied: "已複製。",
    by_hand: "請選取並複製這段文字：",
    to_start: "回到首頁",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "一切正常：可以在這裡玩遊戲。",
        Verdict::Limited => "可以在這裡玩遊戲，但有些地方可能較慢或缺少。請看下面。",
        Verdict::Bad => "有些地方不能用。請看下面的辦法。",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "正常",
        (Some(Verdict::Limited), true) => "可能較慢",
        (Some(Verdict::Limited), false) => "有限制",
        (Some(Verdict::Bad), _) => "不能用",
        (None, _) => "尚不清楚",
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
            "往返時間",
            format!("中位 {} 毫秒，最差 {} 毫秒", whole(*median_ms), whole(*worst_ms)),
            "請靠近無線基地台，減少同一基地台上的裝置，或用行動數據。回答按到達時間計算，並在一定限度內扣除線路所用的時間。",
        ),
        Finding::Lost { lost: 0, of } => ("遺失", format!("{of} 次中沒有遺失"), ""),
        Finding::Lost { lost, of } => (
            "遺失",
            format!("{of} 次中有 {lost} 次在 2 秒內沒有回應"),
            "這裡的 Wi-Fi 太弱或太擠：請換座位、換基地台，或用行動數據。",
        ),
        Finding::Jitter(ms) => (
            "穩定性",
            format!("前後兩次平均相差 {} 毫秒", whole(*ms)),
            "Wi-Fi 很忙。同一網路上的下載和影片會使它更差。",
        ),
        Finding::Clock(ahead_ms) => (
            "時鐘",
            format!(
                "比伺服器{} {} 秒",
                if *ahead_ms < 0.0 { "慢" } else { "快" },
                seconds(*ahead_ms)
            ),
            "請把時間設為自動。遊戲按伺服器的時間進行，但憑證和登入可能失敗。",
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
        Reach::Opening => ("正在連線", ""),
        Reach::Open => ("已連線，滿足遊戲需要", ""),
        Reach::Full => {
            ("已連上伺服器，但現在不能再接受檢測", "同時檢測的人太多。本頁會自動重試，請稍等片刻。")
        }
        Reach::NoSocket => (
            "頁面能打開，但 WebSocket 連不上",
            "代理、防火牆或過濾器不放行 WebSocket：請換一個網路或用行動數據，並告訴網路管理員。",
        ),
        Reach::Portal => {
            ("回應的不是伺服器", "Wi-Fi 要求先登入：請打開任意網頁，按提示確認，再回到這裡。")
        }
        Reach::Offline => {
            ("連不上伺服器", "裝置連的是對的 Wi-Fi 嗎？訪客網路常常隔離裝置。本頁會自動重試。")
        }
    };
    ("連線", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("瀏覽器", "夠新".to_owned(), ""),
        Finding::Browser(lacks) => (
            "瀏覽器",
            format!("缺少 {}", lacks.join("、")),
            "請更新瀏覽器，或換一個近三年的 Chrome、Edge、Firefox 或 Safari。",
        ),
        Finding::Storage(works) => (
            "儲存",
            if *works { "瀏覽器會記住你的座位" } else { "瀏覽器什麼都不儲存" }.to_owned(),
            "請退出無痕模式，或允許本站儲存資料，否則關掉頁面就會失去座位。",
        ),
        Finding::Security(security) => (
            "安全",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "來自本機，同樣可靠",
                Security::Plain => "普通 HTTP",
            }
            .to_owned(),
            "沒有 HTTPS，頁面不能讓螢幕保持開啟，也不能用按鈕複製。主持人可以讓伺服器使用 HTTPS。",
        ),
        Finding::Screen { width, height } => (
            "頁面大小",
            format!("{width} × {height} 像素"),
            "太小：請直著拿手機，關閉工具列和分割畫面，或把字型調小。",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("螢幕保持開啟", "正在嘗試", ""),
        Finding::Awake(Tried::Works) => ("螢幕保持開啟", "可以", ""),
        Finding::Awake(Tried::Fails) => (
            "螢幕保持開啟",
            "不可以：沒人觸碰時螢幕會變暗",
            "請把螢幕關閉時間設長一些，或不時觸碰一下。螢幕變暗不會遺失任何東西。原因可能是省電模式。",
        ),
        Finding::Clipboard(true) => ("用按鈕複製", "可以", ""),
        Finding::Clipboard(false) => ("用按鈕複製", "不可以，但可以選取文字複製", ""),
        Finding::Vibration(true) => ("震動", "有", ""),
        Finding::Vibration(false) => ("震動", "沒有，遊戲不需要", ""),
        Finding::Sound(Tried::NotYet) => ("聲音", "請按下面的按鈕；這對大螢幕很重要", ""),
        Finding::Sound(Tried::Works) => ("聲音", "聽到了", ""),
        Finding::Sound(Tried::Fails) => (
            "聲音",
            "沒聽到",
            "請檢查音量、靜音開關、輸出裝置（HDMI 或喇叭），以及是否被其他程式占用。",
        ),
        Finding::CalmMotion(true) => ("動畫", "按裝置要求減少；紅包照樣會落下", ""),
        Finding::CalmMotion(false) => ("動畫", "完整", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
