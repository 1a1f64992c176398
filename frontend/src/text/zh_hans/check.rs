//! Chinese in simplified characters.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "检测设备",
    lead: "活动之前，在真正的座位和时间，用手机、电脑和现场 Wi-Fi 试一试。不保存任何信息。",
    measuring: "正在检测…",
    overall,
    verdict,
    say,
    again: "重新检测",
    minute: "检测一分钟",
    walk: "一分钟内显示最近 60 次往返：请在会场里走一走，走到最后一排和角落，边走边看。",
    bars: |shown, lost| format!("最近 {shown} 次往返，其中 {lost} 次没有回应"),
    tone: "播放提示音",
    heard: "听到了吗？",
    yes: "听到了",
    no: "没听到",
    copy: "复制结果给主持人",
    copied: "已复制。",
    by_hand: "请选中并复制这段文字：",
    to_start: "回到首页",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "一切正常：可以在这里玩游戏。",
        Verdict::Limited => "可以在这里玩游戏，但有些地方可能较慢或缺少。请看下面。",
        Verdict::Bad => "有些地方不能用。请看下面的办法。",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "正常",
        (Some(Verdict::Limited), true) => "可能较慢",
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
            "往返时间",
            format!("中位 {} 毫秒，最差 {} 毫秒", whole(*median_ms), whole(*worst_ms)),
            "请靠近无线接入点，减少同一接入点上的设备，或用移动数据。回答按到达时间计算，并在一定限度内扣除线路所用的时间。",
        ),
        Finding::Lost { lost: 0, of } => ("丢失", format!("{of} 次中没有丢失"), ""),
        Finding::Lost { lost, of } => (
            "丢失",
            format!("{of} 次中有 {lost} 次在 2 秒内没有回应"),
            "这里的 Wi-Fi 太弱或太挤：请换座位、换接入点，或用移动数据。",
        ),
        Finding::Jitter(ms) => (
            "稳定性",
            format!("前后两次平均相差 {} 毫秒", whole(*ms)),
            "Wi-Fi 很忙。同一网络上的下载和视频会使它更差。",
        ),
        Finding::Clock(ahead_ms) => (
            "时钟",
            format!(
                "比服务器{} {} 秒",
                if *ahead_ms < 0.0 { "慢" } else { "快" },
                seconds(*ahead_ms)
            ),
            "请把时间设为自动。游戏按服务器的时间进行，但证书和登录可能失败。",
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
        Reach::Opening => ("正在连接", ""),
        Reach::Open => ("已连接，满足游戏需要", ""),
        Reach::Full => {
            ("已连上服务器，但现在不能再接受检测", "同时检测的人太多。本页会自动重试，请稍等片刻。")
        }
        Reach::NoSocket => (
            "页面能打开，但 WebSocket 连不上",
            "代理、防火墙或过滤器不放行 WebSocket：请换一个网络或用移动数据，并告诉网络管理员。",
        ),
        Reach::Portal => {
            ("回应的不是服务器", "Wi-Fi 要求先登录：请打开任意网页，按提示确认，再回到这里。")
        }
        Reach::Offline => {
            ("连不上服务器", "设备连的是对的 Wi-Fi 吗？访客网络常常隔离设备。本页会自动重试。")
        }
    };
    ("连接", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("浏览器", "足够新".to_owned(), ""),
        Finding::Browser(lacks) => (
            "浏览器",
            format!("缺少 {}", lacks.join("、")),
            "请更新浏览器，或换一个近三年的 Chrome、Edge、Firefox 或 Safari。",
        ),
        Finding::Storage(works) => (
            "存储",
            if *works { "浏览器会记住你的座位" } else { "浏览器什么都不保存" }.to_owned(),
            "请退出无痕模式，或允许本站存储数据，否则关掉页面就会失去座位。",
        ),
        Finding::Security(security) => (
            "安全",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "来自本机，同样可靠",
                Security::Plain => "普通 HTTP",
            }
            .to_owned(),
            "没有 HTTPS，页面不能让屏幕常亮，也不能用按钮复制。主持人可以让服务器使用 HTTPS。",
        ),
        Finding::Screen { width, height } => (
            "页面大小",
            format!("{width} × {height} 像素"),
            "太小：请竖着拿手机，关闭工具栏和分屏，或把字体调小。",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("屏幕常亮", "正在尝试", ""),
        Finding::Awake(Tried::Works) => ("屏幕常亮", "可以", ""),
        Finding::Awake(Tried::Fails) => (
            "屏幕常亮",
            "不可以：没人触摸时屏幕会变暗",
            "请把屏幕关闭时间设长一些，或不时触摸一下。屏幕变暗不会丢失任何东西。原因可能是省电模式。",
        ),
        Finding::Clipboard(true) => ("用按钮复制", "可以", ""),
        Finding::Clipboard(false) => ("用按钮复制", "不可以，但可以选中文字复制", ""),
        Finding::Vibration(true) => ("振动", "有", ""),
        Finding::Vibration(false) => ("振动", "没有，游戏不需要", ""),
        Finding::Sound(Tried::NotYet) => ("声音", "请按下面的按钮；这对大屏幕很重要", ""),
        Finding::Sound(Tried::Works) => ("声音", "听到了", ""),
        Finding::Sound(Tried::Fails) => (
            "声音",
            "没听到",
            "请检查音量、静音开关、输出设备（HDMI 或音箱），以及是否被其他程序占用。",
        ),
        Finding::CalmMotion(true) => ("动画", "按设备要求减少；红包照样会落下", ""),
        Finding::CalmMotion(false) => ("动画", "完整", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
