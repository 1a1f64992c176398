//! Korean.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "기기 점검",
    lead: "행사 전에 실제와 같은 자리, 같은 시간에 휴대폰, 노트북, Wi-Fi를 점검해 보세요. 아무것도 저장하지 않아요.",
    measuring: "측정하는 중…",
    overall,
    verdict,
    say,
    again: "다시 측정",
    minute: "1분간 측정",
    walk: "1분 동안 최근 왕복 60회를 보여 줘요. 행사장을 맨 뒷줄과 구석까지 걸어 다니며 지켜보세요.",
    bars: |shown, lost| format!("최근 왕복 {shown}회, 그중 응답 없음 {lost}회"),
    tone: "소리 재생",
    heard: "들렸나요?",
    yes: "네",
    no: "아니요",
    copy: "진행자에게 줄 결과 복사",
    copied: "복사했어요.",
    by_hand: "이 글을 선택해서 복사하세요:",
    to_start: "첫 페이지로",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "모두 좋아요. 여기에서 게임을 할 수 있어요.",
        Verdict::Limited => {
            "여기에서 게임을 할 수 있지만, 느리거나 빠진 기능이 있을 수 있어요. 아래를 보세요."
        }
        Verdict::Bad => "작동하지 않는 것이 있어요. 아래에서 해결 방법을 보세요.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "좋음",
        (Some(Verdict::Limited), true) => "느릴 수 있음",
        (Some(Verdict::Limited), false) => "제한 있음",
        (Some(Verdict::Bad), _) => "작동 안 함",
        (None, _) => "아직 모름",
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
            "왕복 시간",
            format!("보통 {} ms, 최대 {} ms", whole(*median_ms), whole(*worst_ms)),
            "공유기에 더 가까이 가거나, 연결된 기기를 줄이거나, 모바일 데이터를 쓰세요. 답은 도착한 시각으로 계산하고, 통신에 걸린 시간은 정해진 한도까지 빼 줘요.",
        ),
        Finding::Lost { lost: 0, of } => ("손실", format!("{of}회 중 없음"), ""),
        Finding::Lost { lost, of } => (
            "손실",
            format!("{of}회 중 {lost}회, 2초 안에 응답 없음"),
            "이곳의 Wi-Fi가 약하거나 붐벼요. 자리나 공유기를 바꾸거나 모바일 데이터를 쓰세요.",
        ),
        Finding::Jitter(ms) => (
            "안정성",
            format!("매번 {} ms씩 차이", whole(*ms)),
            "Wi-Fi가 붐벼요. 같은 네트워크에서 큰 파일을 받거나 동영상을 보면 더 나빠져요.",
        ),
        Finding::Clock(ahead_ms) => (
            "시계",
            format!(
                "서버보다 {}초 {}",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "느림" } else { "빠름" }
            ),
            "시간을 자동으로 설정하세요. 게임은 서버 시간을 따르지만, 인증서나 로그인에 문제가 생길 수 있어요.",
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
        Reach::Opening => ("연결하는 중", ""),
        Reach::Open => ("연결됨, 게임에 충분함", ""),
        Reach::Full => (
            "서버에 연결됐지만 측정할 자리가 없음",
            "동시에 측정하는 사람이 너무 많아요. 자동으로 다시 시도하며, 1분쯤 뒤에 자리가 나요.",
        ),
        Reach::NoSocket => (
            "페이지는 열리지만 WebSocket이 연결되지 않음",
            "프록시, 방화벽, 필터가 WebSocket을 막고 있어요. 다른 네트워크나 모바일 데이터를 써 보고, 네트워크 관리자에게 알려 주세요.",
        ),
        Reach::Portal => (
            "서버가 아닌 다른 것이 응답함",
            "Wi-Fi에 먼저 로그인해야 해요. 아무 웹페이지나 열어 안내에 동의한 뒤 돌아오세요.",
        ),
        Reach::Offline => (
            "서버에 연결되지 않음",
            "맞는 Wi-Fi에 연결했나요? 게스트 네트워크는 기기끼리 연결을 막는 경우가 많아요. 자동으로 다시 시도해요.",
        ),
    };
    ("연결", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("브라우저", "충분히 최신".to_owned(), ""),
        Finding::Browser(lacks) => (
            "브라우저",
            format!("없는 기능: {}", lacks.join(", ")),
            "브라우저를 업데이트하거나, 최근 3년 안에 나온 Chrome, Edge, Firefox, Safari를 쓰세요.",
        ),
        Finding::Storage(works) => (
            "저장",
            if *works {
                "브라우저가 자리를 기억함"
            } else {
                "브라우저가 아무것도 저장하지 않음"
            }
            .to_owned(),
            "시크릿 모드를 끄거나 이 사이트의 데이터 저장을 허용하세요. 그러지 않으면 페이지를 닫을 때 자리를 잃어요.",
        ),
        Finding::Security(security) => (
            "보안",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "이 기기에서 직접 연결, 똑같이 안전함",
                Security::Plain => "암호화하지 않은 HTTP",
            }
            .to_owned(),
            "HTTPS가 아니면 화면을 켜 두거나 버튼으로 복사할 수 없어요. 진행자가 서버에 HTTPS를 설정할 수 있어요.",
        ),
        Finding::Screen { width, height } => (
            "페이지",
            format!("{width} × {height} 픽셀"),
            "작아요. 휴대폰을 세로로 들거나, 도구 막대와 분할 화면을 닫거나, 글자를 줄이세요.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("화면 켜 두기", "확인하는 중", ""),
        Finding::Awake(Tried::Works) => ("화면 켜 두기", "가능", ""),
        Finding::Awake(Tried::Fails) => (
            "화면 켜 두기",
            "불가능: 만지지 않으면 꺼짐",
            "화면 꺼짐 시간을 늘리거나 가끔 화면을 만지세요. 화면이 꺼져도 잃는 것은 없어요. 절전 모드 때문일 수 있어요.",
        ),
        Finding::Clipboard(true) => ("버튼으로 복사", "가능", ""),
        Finding::Clipboard(false) => ("버튼으로 복사", "불가능, 글을 선택해서 복사할 수 있음", ""),
        Finding::Vibration(true) => ("진동", "있음", ""),
        Finding::Vibration(false) => ("진동", "없음, 게임에 필요하지 않음", ""),
        Finding::Sound(Tried::NotYet) => ("소리", "아래 버튼을 누르세요. 큰 화면에서 중요해요", ""),
        Finding::Sound(Tried::Works) => ("소리", "들림", ""),
        Finding::Sound(Tried::Fails) => (
            "소리",
            "안 들림",
            "음량, 음소거 스위치, 출력 장치(HDMI 또는 스피커)를 확인하고, 다른 프로그램이 쓰고 있지 않은지 보세요.",
        ),
        Finding::CalmMotion(true) => ("움직임", "기기 설정에 따라 줄임, 봉투는 그대로 떨어짐", ""),
        Finding::CalmMotion(false) => ("움직임", "그대로", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
